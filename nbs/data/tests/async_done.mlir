// RUN: indexing-tools check %s
//
// async_done: waits for a future and gives its value.
// Types are treated alike. Corners: a future that was made by a slice, in one process.

// The specification's example, of two replicas; the operand has a name of its own in the body.
module @all_gather {
  func.func private @process(%arg0: tensor<1x2xi64>) -> tensor<2x2xi64> {
    %future = "stablehlo.async_start"(%arg0) ({
    ^bb0(%operand: tensor<1x2xi64>):
      %gathered = "stablehlo.all_gather"(%operand) {
        all_gather_dim = 0 : i64,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
      } : (tensor<1x2xi64>) -> tensor<2x2xi64>
      stablehlo.return %gathered : tensor<2x2xi64>
    }) : (tensor<1x2xi64>) -> !stablehlo.future<tensor<2x2xi64>>
    %result = "stablehlo.async_done"(%future)
        : (!stablehlo.future<tensor<2x2xi64>>) -> tensor<2x2xi64>
    return %result : tensor<2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
    %inputs1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
    %results:2 = "interpreter.run_parallel"(%inputs0, %inputs1) {
      programs = [[@process], [@process]]
    } : (tensor<1x2xi64>, tensor<1x2xi64>)
        -> (tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %results#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    func.return
  }
}

// -----

// A slice, in one process.
module @slice {
  func.func @main() {
    %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %future = "stablehlo.async_start"(%operand) ({
    ^bb0(%whole: tensor<4xi64>):
      %part = stablehlo.slice %whole [1:3] : (tensor<4xi64>) -> tensor<2xi64>
      stablehlo.return %part : tensor<2xi64>
    }) : (tensor<4xi64>) -> !stablehlo.future<tensor<2xi64>>
    %result = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>
    check.expect_eq_const %result, dense<[2, 3]> : tensor<2xi64>
    func.return
  }
}
