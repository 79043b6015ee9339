// RUN: indexing-tools check %s
//
// all_reduce: within each group of processes, the operands combined element by element by a
// function.
// Types are treated as the function treats them. Corners: each way to make groups, groups of
// different sizes, several operands, another function, booleans.

// The specification's example, with the second operand that its results are of.
module @several {
  func.func private @process(%operand0: tensor<4xi64>, %operand1: tensor<4xi64>)
      -> (tensor<4xi64>, tensor<4xi64>) {
    %result:2 = "stablehlo.all_reduce"(%operand0, %operand1) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
    return %result#0, %result#1 : tensor<4xi64>, tensor<4xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %inputs1 = stablehlo.constant dense<[9, 10, 11, 12]> : tensor<4xi64>
    %inputs2 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
    %inputs3 = stablehlo.constant dense<[13, 14, 15, 16]> : tensor<4xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process], [@process]]
    } : (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
        -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %results#0, dense<[6, 8, 10, 12]> : tensor<4xi64>
    check.expect_eq_const %results#1, dense<[22, 24, 26, 28]> : tensor<4xi64>
    check.expect_eq_const %results#2, dense<[6, 8, 10, 12]> : tensor<4xi64>
    check.expect_eq_const %results#3, dense<[22, 24, 26, 28]> : tensor<4xi64>
    func.return
  }
}

// -----

// Groups of different sizes: -1 fills the smaller one.
module @cross_replica {
  func.func private @process(%operand: tensor<2xi64>) -> tensor<2xi64> {
    %result = "stablehlo.all_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<2xi64>) -> tensor<2xi64>
    return %result : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[2, 10]> : tensor<2xi64>
    %inputs2 = stablehlo.constant dense<[3, 100]> : tensor<2xi64>
    %results:3 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@process], [@process], [@process]]
    } : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<[4, 101]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[2, 10]> : tensor<2xi64>
    check.expect_eq_const %results#2, dense<[4, 101]> : tensor<2xi64>
    func.return
  }
}

// -----

// All four processes.
module @cross_replica_and_partition {
  func.func private @process(%operand: tensor<2xi64>) -> tensor<2xi64> {
    %result = "stablehlo.all_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.add %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    } : (tensor<2xi64>) -> tensor<2xi64>
    return %result : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[2, 10]> : tensor<2xi64>
    %inputs2 = stablehlo.constant dense<[3, 100]> : tensor<2xi64>
    %inputs3 = stablehlo.constant dense<[4, 1000]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<[10, 1111]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[10, 1111]> : tensor<2xi64>
    check.expect_eq_const %results#2, dense<[10, 1111]> : tensor<2xi64>
    check.expect_eq_const %results#3, dense<[10, 1111]> : tensor<2xi64>
    func.return
  }
}

// -----

module @flattened_ids {
  func.func private @process(%operand: tensor<2xi64>) -> tensor<2xi64> {
    %result = "stablehlo.all_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
        %both = stablehlo.multiply %arg0, %arg1 : tensor<i64>
        stablehlo.return %both : tensor<i64>
    }) {
      replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
      use_global_device_ids
    } : (tensor<2xi64>) -> tensor<2xi64>
    return %result : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[2, 10]> : tensor<2xi64>
    %inputs2 = stablehlo.constant dense<[3, 100]> : tensor<2xi64>
    %inputs3 = stablehlo.constant dense<[4, 1000]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process, @process], [@process, @process]]
    } : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<[4, 1000]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[6, 1000]> : tensor<2xi64>
    check.expect_eq_const %results#2, dense<[6, 1000]> : tensor<2xi64>
    check.expect_eq_const %results#3, dense<[4, 1000]> : tensor<2xi64>
    func.return
  }
}

// -----

module @booleans {
  func.func private @process(%operand: tensor<3xi1>) -> tensor<3xi1> {
    %result = "stablehlo.all_reduce"(%operand) ({
      ^bb0(%arg0: tensor<i1>, %arg1: tensor<i1>):
        %both = stablehlo.or %arg0, %arg1 : tensor<i1>
        stablehlo.return %both : tensor<i1>
    }) {
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
    } : (tensor<3xi1>) -> tensor<3xi1>
    return %result : tensor<3xi1>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
    %inputs1 = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
    %results:2 = "interpreter.run_parallel"(%inputs0, %inputs1) {
      programs = [[@process], [@process]]
    } : (tensor<3xi1>, tensor<3xi1>)
        -> (tensor<3xi1>, tensor<3xi1>)
    check.expect_eq_const %results#0, dense<[true, true, false]> : tensor<3xi1>
    check.expect_eq_const %results#1, dense<[true, true, false]> : tensor<3xi1>
    func.return
  }
}
