// RUN: indexing-tools check %s
//
// collective_reduce: within each group of processes, the operands combined by a function, on the
// first process or on one that an operand names; zeros elsewhere.
// Types are treated as the function treats them. Corners: both ways to make groups, a root that
// only the run knows.

// The specification's first example.
module @cross_replica {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %result = "stablehlo.collective_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      has_dynamic_root = false,
      replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
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
    check.expect_eq_const %results#0, dense<[[16, 20]]> : tensor<1x2xi64>
    check.expect_eq_const %results#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#3, dense<[[0, 0]]> : tensor<1x2xi64>
    func.return
  }
}

// -----

// The specification's second example.
module @dynamic_root {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %root = stablehlo.constant dense<[3]> : tensor<1xi32>
    %result = "stablehlo.collective_reduce"(%operand, %root) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      has_dynamic_root = true,
      replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<1x2xi64>, tensor<1xi32>) -> tensor<1x2xi64>
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
    check.expect_eq_const %results#1, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#3, dense<[[16, 20]]> : tensor<1x2xi64>
    func.return
  }
}

// -----

// Products on partition 1 of each replica.
module @cross_partition {
  func.func private @process(%operand: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %result = "stablehlo.collective_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.multiply %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      has_dynamic_root = false,
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
    check.expect_eq_const %results#0, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#1, dense<[[3, 8]]> : tensor<1x2xi64>
    check.expect_eq_const %results#2, dense<[[0, 0]]> : tensor<1x2xi64>
    check.expect_eq_const %results#3, dense<[[35, 48]]> : tensor<1x2xi64>
    func.return
  }
}
