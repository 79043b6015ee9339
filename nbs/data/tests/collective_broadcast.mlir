// RUN: indexing-tools check %s
//
// collective_broadcast: within each group of processes, the operands of the first, or of one that
// an operand names; zeros outside of the groups.
// Types are treated alike. Corners: both ways to make groups, a process without a group, a root
// that only the run knows.

// The specification's example.
module @cross_replica {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %result = "stablehlo.collective_broadcast"(%operand) {
      replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<1x2xi64>) -> tensor<1x2xi64>
    return %result : tensor<1x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
    %inputs3 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process], [@process], [@process], [@process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %results#0, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#1, dense<[[5, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[5, 6]]> : tensor<1x2xi64>
    check.expect_eq_const %results#3, dense<[[0, 0]]> : tensor<1x2xi64>
    func.return
  }
}

// -----

// Partition 1 of each replica tells both.
module @cross_partition {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %result = "stablehlo.collective_broadcast"(%operand) {
      replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<1x2xi64>) -> tensor<1x2xi64>
    return %result : tensor<1x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
    %inputs3 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %results#0, dense<[[3, 4]]> : tensor<1x2xi64>
    check.expect_eq_const %results#1, dense<[[3, 4]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[7, 8]]> : tensor<1x2xi64>
    check.expect_eq_const %results#3, dense<[[7, 8]]> : tensor<1x2xi64>
    func.return
  }
}

// -----

// The root is the second of the group: replica 1.
module @dynamic_root {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %root = stablehlo.constant dense<[1]> : tensor<1xi32>
    %result = "stablehlo.collective_broadcast"(%operand, %root) {
      has_dynamic_root = true,
      replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<1x2xi64>, tensor<1xi32>) -> tensor<1x2xi64>
    return %result : tensor<1x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
    %inputs2 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xi64>
    %results:3 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@process], [@process], [@process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<1x2xi64>, tensor<1x2xi64>, tensor<1x2xi64>)
    check.expect_eq_const %results#0, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#1, dense<[[3, 4]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[3, 4]]> : tensor<1x2xi64>
    func.return
  }
}
