// RUN: indexing-tools check %s
//
// recv: takes values from a channel, which another process sent, or the host.
// Types are treated alike. Corners: several values of one channel, in their order; several
// channels.

// What is sent first comes first.
module @in_order {
  func.func private @sender(%operand: tensor<2xi64>, %token: !stablehlo.token)
      -> !stablehlo.token {
    %first = "stablehlo.send"(%operand, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %other = stablehlo.negate %operand : tensor<2xi64>
    %second = "stablehlo.send"(%other, %first) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %second : !stablehlo.token
  }

  func.func private @receiver(%token: !stablehlo.token) -> (tensor<2xi64>, tensor<2xi64>) {
    %first:2 = "stablehlo.recv"(%token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
      is_host_transfer = true
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %second:2 = "stablehlo.recv"(%first#1) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
      is_host_transfer = true
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %first#0, %second#0 : tensor<2xi64>, tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %token = stablehlo.after_all : !stablehlo.token
    %results:3 = "interpreter.run_parallel"(%inputs0, %token, %token) {
      programs = [[@sender], [@receiver]]
    } : (tensor<2xi64>, !stablehlo.token, !stablehlo.token)
        -> (!stablehlo.token, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#1, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %results#2, dense<[-1, -2]> : tensor<2xi64>
    func.return
  }
}

// -----

// Two channels at once; the receivers stand before the senders.
module @channels {
  func.func private @receiver1(%token: !stablehlo.token) -> tensor<2xi64> {
    %results0, %results1 = "stablehlo.recv"(%token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
      is_host_transfer = true
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %results0 : tensor<2xi64>
  }

  func.func private @receiver2(%token: !stablehlo.token) -> tensor<2xi64> {
    %results0, %results1 = "stablehlo.recv"(%token) {
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>,
      is_host_transfer = true
    } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %results0 : tensor<2xi64>
  }

  func.func private @sender1(%operand: tensor<2xi64>, %token: !stablehlo.token)
      -> !stablehlo.token {
    %result = "stablehlo.send"(%operand, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %result : !stablehlo.token
  }

  func.func private @sender2(%operand: tensor<2xi64>, %token: !stablehlo.token)
      -> !stablehlo.token {
    %result = "stablehlo.send"(%operand, %token) {
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 2>,
      is_host_transfer = true
    } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %result : !stablehlo.token
  }

  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %inputs2 = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %inputs4 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%token, %token, %inputs2, %token, %inputs4, %token) {
      programs = [[@receiver1], [@receiver2], [@sender2], [@sender1]]
    }
        : (!stablehlo.token, !stablehlo.token, tensor<2xi64>, !stablehlo.token, tensor<2xi64>,
          !stablehlo.token)
        -> (tensor<2xi64>, tensor<2xi64>, !stablehlo.token, !stablehlo.token)
    check.expect_eq_const %results#0, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[3, 4]> : tensor<2xi64>
    func.return
  }
}
