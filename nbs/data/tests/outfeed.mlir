// RUN: indexing-tools check %s
//
// outfeed: puts values into a queue that leaves the process.
// Types are treated alike. No operation of the program sees what is in the queue, so what can be
// seen is that the program runs, and a barrier behind it.

// The specification's example.
module @queue {
  func.func private @process(%inputs0: tensor<2x2x2xi64>, %token: !stablehlo.token)
      -> tensor<2x2x2xi64> {
    %out = "stablehlo.outfeed"(%inputs0, %token) {
      outfeed_config = ""
    } : (tensor<2x2x2xi64>, !stablehlo.token) -> !stablehlo.token
    %result, %after = stablehlo.optimization_barrier %inputs0, %out
        : tensor<2x2x2xi64>, !stablehlo.token
    return %result : tensor<2x2x2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
    %token = stablehlo.after_all : !stablehlo.token
    %results = "interpreter.run_parallel"(%inputs0, %token) {
      programs = [[@process]]
    } : (tensor<2x2x2xi64>, !stablehlo.token)
        -> tensor<2x2x2xi64>
    check.expect_eq_const %results, dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
    func.return
  }
}
