// RUN: indexing-tools check %s
//
// all_to_all: within each group of processes, each splits its operands and sends every process a
// part, which puts the parts together.
// Types are treated alike. Corners: both ways to make groups, several operands, one dimension for
// both.

// The specification's example: two replicas, two operands.
module @several {
  func.func private @process(%operand1: tensor<2x4xi64>, %operand2: tensor<2x4xi64>)
      -> (tensor<4x2xi64>, tensor<4x2xi64>) {
    %result:2 = "stablehlo.all_to_all"(%operand1, %operand2) {
      split_dimension = 1 : i64,
      concat_dimension = 0 : i64,
      split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<4x2xi64>, tensor<4x2xi64>)
    return %result#0, %result#1 : tensor<4x2xi64>, tensor<4x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
    %inputs1 = stablehlo.constant dense<[[17, 18, 19, 20], [21, 22, 23, 24]]> : tensor<2x4xi64>
    %inputs2 = stablehlo.constant dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
    %inputs3 = stablehlo.constant dense<[[25, 26, 27, 28], [29, 30, 31, 32]]> : tensor<2x4xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process], [@process]]
    } : (tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>, tensor<2x4xi64>)
        -> (tensor<4x2xi64>, tensor<4x2xi64>, tensor<4x2xi64>, tensor<4x2xi64>)
    check.expect_eq_const %results#0, dense<[[1, 2], [5, 6], [9, 10], [13, 14]]> : tensor<4x2xi64>
    check.expect_eq_const %results#1, dense<
        [[17, 18], [21, 22], [25, 26], [29, 30]]> : tensor<4x2xi64>
    check.expect_eq_const %results#2, dense<[[3, 4], [7, 8], [11, 12], [15, 16]]> : tensor<4x2xi64>
    check.expect_eq_const %results#3, dense<
        [[19, 20], [23, 24], [27, 28], [31, 32]]> : tensor<4x2xi64>
    func.return
  }
}

// -----

// Three partitions, in the order 0, 2, 1: a transposition.
module @cross_partition {
  func.func private @process(%operand: tensor<3xi64>) -> tensor<3xi64> {
    %result = "stablehlo.all_to_all"(%operand) {
      split_dimension = 0 : i64,
      concat_dimension = 0 : i64,
      split_count = 3 : i64,
      replica_groups = dense<[[0, 2, 1]]> : tensor<1x3xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<3xi64>) -> tensor<3xi64>
    return %result : tensor<3xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
    %inputs1 = stablehlo.constant dense<[11, 12, 13]> : tensor<3xi64>
    %inputs2 = stablehlo.constant dense<[21, 22, 23]> : tensor<3xi64>
    %results:3 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@process, @process, @process]]
    } : (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>)
        -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>)
    check.expect_eq_const %results#0, dense<[1, 21, 11]> : tensor<3xi64>
    check.expect_eq_const %results#1, dense<[3, 23, 13]> : tensor<3xi64>
    check.expect_eq_const %results#2, dense<[2, 22, 12]> : tensor<3xi64>
    func.return
  }
}
