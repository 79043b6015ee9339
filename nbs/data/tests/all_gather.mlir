// RUN: indexing-tools check %s
//
// all_gather: within each group of processes, the operands of all behind each other.
// Types are treated alike. Corners: each way to make groups, several operands, several dimensions.

// The specification's example: two replicas, two operands.
module @several {
  func.func private @process(%operand0: tensor<2x2xi64>, %operand1: tensor<2x2xi64>)
      -> (tensor<2x4xi64>, tensor<2x4xi64>) {
    %result:2 = "stablehlo.all_gather"(%operand0, %operand1) {
      all_gather_dim = 1 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>)
    return %result#0, %result#1 : tensor<2x4xi64>, tensor<2x4xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %inputs1 = stablehlo.constant dense<[[11, 12], [13, 14]]> : tensor<2x2xi64>
    %inputs2 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    %inputs3 = stablehlo.constant dense<[[15, 16], [17, 18]]> : tensor<2x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process], [@process]]
    } : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
        -> (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>)
    check.expect_eq_const %results#0, dense<[[1, 2, 5, 6], [3, 4, 7, 8]]> : tensor<2x4xi64>
    check.expect_eq_const %results#1, dense<[[11, 12, 15, 16], [13, 14, 17, 18]]> : tensor<2x4xi64>
    check.expect_eq_const %results#2, dense<[[1, 2, 5, 6], [3, 4, 7, 8]]> : tensor<2x4xi64>
    check.expect_eq_const %results#3, dense<[[11, 12, 15, 16], [13, 14, 17, 18]]> : tensor<2x4xi64>
    func.return
  }
}

// -----

// Replica 1 first; each partition for itself.
module @cross_replica {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<2x2xi64> {
    %result = "stablehlo.all_gather"(%operand) {
      all_gather_dim = 0 : i64,
      replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<1x2xi64>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[11, 12]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[21, 22]]> : tensor<1x2xi64>
    %inputs3 = stablehlo.constant dense<[[31, 32]]> : tensor<1x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[21, 22], [1, 2]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[31, 32], [11, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %results#2, dense<[[21, 22], [1, 2]]> : tensor<2x2xi64>
    check.expect_eq_const %results#3, dense<[[31, 32], [11, 12]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

// The partitions of each replica.
module @cross_replica_and_partition {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<2x2xi64> {
    %result = "stablehlo.all_gather"(%operand) {
      all_gather_dim = 0 : i64,
      replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<1x2xi64>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[11, 12]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[21, 22]]> : tensor<1x2xi64>
    %inputs3 = stablehlo.constant dense<[[31, 32]]> : tensor<1x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[1, 2], [11, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[1, 2], [11, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %results#2, dense<[[21, 22], [31, 32]]> : tensor<2x2xi64>
    check.expect_eq_const %results#3, dense<[[21, 22], [31, 32]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

// Processes by one number: replica * 2 + partition.
module @flattened_ids {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<2x2xi64> {
    %result = "stablehlo.all_gather"(%operand) {
      all_gather_dim = 0 : i64,
      replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
      use_global_device_ids
    } : (tensor<1x2xi64>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[11, 12]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[21, 22]]> : tensor<1x2xi64>
    %inputs3 = stablehlo.constant dense<[[31, 32]]> : tensor<1x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[1, 2], [31, 32]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[21, 22], [11, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %results#2, dense<[[21, 22], [11, 12]]> : tensor<2x2xi64>
    check.expect_eq_const %results#3, dense<[[1, 2], [31, 32]]> : tensor<2x2xi64>
    func.return
  }
}
