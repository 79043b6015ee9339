// RUN: indexing-tools check %s
//
// send: sends values over a channel to another process, or to the host.
// Types are treated alike. Corners: pairs of replicas, pairs of partitions.

// From replica 0 to replica 1.
module @replicas {
  func.func private @sender(%operand: tensor<2xi64>, %token: !stablehlo.token)
      -> !stablehlo.token {
    %result = "stablehlo.send"(%operand, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
      is_host_transfer = false,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %result : !stablehlo.token
  }

  func.func private @receiver(%token: !stablehlo.token) -> tensor<2xi64> {
    %results0, %results1 = "stablehlo.recv"(%token) {
      channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
      is_host_transfer = false,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %results0 : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %token = stablehlo.after_all : !stablehlo.token
    %results:2 = "interpreter.run_parallel"(%inputs0, %token, %token) {
      programs = [[@sender], [@receiver]]
    } : (tensor<2xi64>, !stablehlo.token, !stablehlo.token)
        -> (!stablehlo.token, tensor<2xi64>)
    check.expect_eq_const %results#1, dense<[1, 2]> : tensor<2xi64>
    func.return
  }
}

// -----

// With a channel that has a number pairs are of partitions, in each replica.
module @partitions {
  func.func private @sender(%operand: tensor<2xi64>, %token: !stablehlo.token)
      -> !stablehlo.token {
    %result = "stablehlo.send"(%operand, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      is_host_transfer = false,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %result : !stablehlo.token
  }

  func.func private @receiver(%token: !stablehlo.token) -> tensor<2xi64> {
    %results0, %results1 = "stablehlo.recv"(%token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      is_host_transfer = false,
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %results0 : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %token = stablehlo.after_all : !stablehlo.token
    %inputs3 = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %token, %token, %inputs3, %token, %token) {
      programs = [[@sender, @receiver], [@sender, @receiver]]
    }
        : (tensor<2xi64>, !stablehlo.token, !stablehlo.token, tensor<2xi64>, !stablehlo.token,
          !stablehlo.token)
        -> (!stablehlo.token, tensor<2xi64>, !stablehlo.token, tensor<2xi64>)
    check.expect_eq_const %results#1, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %results#3, dense<[3, 4]> : tensor<2xi64>
    func.return
  }
}
