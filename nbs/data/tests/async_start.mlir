// RUN: indexing-tools check %s
//
// async_start: begins a collective operation and gives a future of its result.
// Types are treated alike. What the future holds is seen by async_done.

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

// Another operation runs before the result is taken: the sums of two replicas, less their own.
module @between {
  func.func private @process(%arg0: tensor<2xi64>) -> tensor<2xi64> {
    %future = "stablehlo.async_start"(%arg0) ({
    ^bb0(%operand: tensor<2xi64>):
      %reduced = "stablehlo.all_reduce"(%operand) ({
        ^bb0(%x: tensor<i64>, %y: tensor<i64>):
          %sum = stablehlo.add %x, %y : tensor<i64>
          stablehlo.return %sum : tensor<i64>
      }) {
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
      } : (tensor<2xi64>) -> tensor<2xi64>
      stablehlo.return %reduced : tensor<2xi64>
    }) : (tensor<2xi64>) -> !stablehlo.future<tensor<2xi64>>
    %own = stablehlo.negate %arg0 : tensor<2xi64>
    %total = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>
    %result = stablehlo.add %total, %own : tensor<2xi64>
    return %result : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[30, 40]> : tensor<2xi64>
    %results:2 = "interpreter.run_parallel"(%inputs0, %inputs1) {
      programs = [[@process], [@process]]
    } : (tensor<2xi64>, tensor<2xi64>)
        -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<[30, 40]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[1, 2]> : tensor<2xi64>
    func.return
  }
}
