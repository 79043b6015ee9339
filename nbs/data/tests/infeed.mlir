// RUN: indexing-tools check %s
//
// infeed: the next values of a queue that feeds the process.
// Types are treated alike. Corners: the order of the queue.

// The specification's example: two functions are the queue.
module @queue {
  func.func private @process(%token: !stablehlo.token)
      -> (tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token) {
    %results0:2 = "stablehlo.infeed"(%token) {
      infeed_config = ""
    } : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    %results1:2 = "stablehlo.infeed"(%results0#1) {
      infeed_config = ""
    } : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    return %results0#0, %results1#0, %results1#1
        : tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token
  }

  func.func private @first() -> tensor<2x2xi64> {
    %queue = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    return %queue : tensor<2x2xi64>
  }

  func.func private @second() -> tensor<2x2xi64> {
    %queue = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    return %queue : tensor<2x2xi64>
  }

  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %results:3 = "interpreter.run_parallel"(%token) {
      infeed = [@first, @second],
      programs = [[@process]]
    } : (!stablehlo.token)
        -> (tensor<2x2xi64>, tensor<2x2xi64>, !stablehlo.token)
    check.expect_eq_const %results#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %results#1, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    func.return
  }
}
