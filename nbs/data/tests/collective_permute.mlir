// RUN: indexing-tools check %s
//
// collective_permute: sends operands from sources to targets; zeros where nothing comes.
// Types are treated alike. Corners: both ways to make pairs, a ring, several partitions.

// The specification's example.
module @cross_replica {
  func.func private @process(%operand: tensor<2x2xi64>) -> tensor<2x2xi64> {
    %result = "stablehlo.collective_permute"(%operand) {
      source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<2x2xi64>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %inputs1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    %inputs2 = stablehlo.constant dense<[[9, 10], [11, 12]]> : tensor<2x2xi64>
    %results:3 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@process], [@process], [@process]]
    } : (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %results#2, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

// A ring of three partitions.
module @cross_partition {
  func.func private @process(%operand: tensor<1xi64>) -> tensor<1xi64> {
    %result = "stablehlo.collective_permute"(%operand) {
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<1xi64>) -> tensor<1xi64>
    return %result : tensor<1xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1]> : tensor<1xi64>
    %inputs1 = stablehlo.constant dense<[2]> : tensor<1xi64>
    %inputs2 = stablehlo.constant dense<[3]> : tensor<1xi64>
    %results:3 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@process, @process, @process]]
    } : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
        -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %results#0, dense<[3]> : tensor<1xi64>
    check.expect_eq_const %results#1, dense<[1]> : tensor<1xi64>
    check.expect_eq_const %results#2, dense<[2]> : tensor<1xi64>
    func.return
  }
}

// -----

// Two replicas change places, in each partition.
module @both {
  func.func private @process(%operand: tensor<1xi64>) -> tensor<1xi64> {
    %result = "stablehlo.collective_permute"(%operand) {
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<1xi64>) -> tensor<1xi64>
    return %result : tensor<1xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1]> : tensor<1xi64>
    %inputs1 = stablehlo.constant dense<[2]> : tensor<1xi64>
    %inputs2 = stablehlo.constant dense<[3]> : tensor<1xi64>
    %inputs3 = stablehlo.constant dense<[4]> : tensor<1xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
        -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %results#0, dense<[3]> : tensor<1xi64>
    check.expect_eq_const %results#1, dense<[4]> : tensor<1xi64>
    check.expect_eq_const %results#2, dense<[1]> : tensor<1xi64>
    check.expect_eq_const %results#3, dense<[2]> : tensor<1xi64>
    func.return
  }
}
