// RUN: indexing-tools check %s
//
// reduce_scatter: within each group of processes, the operands combined by a function, of which
// each process gets its part.
// Types are treated as the function treats them. Corners: each way to make groups.

// The specification's example.
module @cross_replica {
  func.func private @process(%operand: tensor<2x4xi64>) -> tensor<2x2xi64> {
    %result = "stablehlo.reduce_scatter"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      scatter_dimension = 1 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<2x4xi64>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
    %inputs1 = stablehlo.constant dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
    %results:2 = "interpreter.run_parallel"(%inputs0, %inputs1) {
      programs = [[@process], [@process]]
    } : (tensor<2x4xi64>, tensor<2x4xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[10, 12], [18, 20]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[14, 16], [22, 24]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

// The order of the group says who gets which part.
module @cross_replica_and_partition {
  func.func private @process(%operand: tensor<4xi64>) -> tensor<1xi64> {
    %result = "stablehlo.reduce_scatter"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      scatter_dimension = 0 : i64,
      replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<4xi64>) -> tensor<1xi64>
    return %result : tensor<1xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %inputs1 = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
    %inputs2 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %inputs3 = stablehlo.constant dense<[50, 60, 70, 80]> : tensor<4xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
        -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %results#0, dense<[88]> : tensor<1xi64>
    check.expect_eq_const %results#1, dense<[132]> : tensor<1xi64>
    check.expect_eq_const %results#2, dense<[66]> : tensor<1xi64>
    check.expect_eq_const %results#3, dense<[110]> : tensor<1xi64>
    func.return
  }
}

// -----

module @flattened_ids {
  func.func private @process(%operand: tensor<2xi64>) -> tensor<1xi64> {
    %result = "stablehlo.reduce_scatter"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      scatter_dimension = 0 : i64,
      replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
      use_global_device_ids
    } : (tensor<2xi64>) -> tensor<1xi64>
    return %result : tensor<1xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %inputs2 = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
    %inputs3 = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %results#0, dense<[8]> : tensor<1xi64>
    check.expect_eq_const %results#1, dense<[10]> : tensor<1xi64>
    check.expect_eq_const %results#2, dense<[8]> : tensor<1xi64>
    check.expect_eq_const %results#3, dense<[10]> : tensor<1xi64>
    func.return
  }
}
