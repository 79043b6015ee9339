// RUN: indexing-tools check %s
//
// reduce_window: combines the elements of each window that moves over a padded tensor by a
// function.
// Types are treated as the function treats them. Corners: every option together, overlapping
// windows, padding, a function of several operations, several inputs.

// The specification's example: strides, both dilations and padding.
func.func @reduce_window_op_test_si64() {
  %input = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %both = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %both : tensor<i64>
  }) {
    window_dimensions = array<i64: 2, 1>,
    window_strides = array<i64: 4, 1>,
    base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 3, 1>,
    padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[0, 0], [3, 4]]> : tensor<2x2xi64>
  func.return
}

// Windows of 2 x 2 that overlap, with a border of what is less than all.
func.func @reduce_window_op_test_f64_maximum() {
  %input = stablehlo.constant dense<
      [[1.0, 5.0, 2.0, 0.0], [3.0, -1.0, 4.0, 8.0], [2.0, 6.0, 7.0, -2.0]]> : tensor<3x4xf64>
  %init_value = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %both = stablehlo.maximum %arg0, %arg1 : tensor<f64>
      stablehlo.return %both : tensor<f64>
  }) {
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 1, 2>,
    padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x2xf64>
  check.expect_eq_const %result, dense<[[5.0, 2.0], [5.0, 8.0], [6.0, 8.0]]> : tensor<3x2xf64>
  func.return
}

// A window as long as the input, padded before it: running sums.
func.func @reduce_window_op_test_si64_running() {
  %input = stablehlo.constant dense<[3, 1, 4, 1, 5]> : tensor<5xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %both = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %both : tensor<i64>
  }) {
    window_dimensions = array<i64: 5>,
    padding = dense<[[4, 0]]> : tensor<1x2xi64>
  } : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[3, 4, 8, 9, 14]> : tensor<5xi64>
  func.return
}

// Two inputs: their sums and products come out together.
func.func @reduce_window_op_test_several() {
  %input0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %input1 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %result:2 = "stablehlo.reduce_window"(%input0, %input1, %zero, %one) ({
    ^bb0(%a: tensor<i64>, %x: tensor<f64>, %b: tensor<i64>, %y: tensor<f64>):
      %sum = stablehlo.add %a, %b : tensor<i64>
      %product = stablehlo.multiply %x, %y : tensor<f64>
      stablehlo.return %sum, %product : tensor<i64>, tensor<f64>
  }) {
    window_dimensions = array<i64: 3>
  } : (tensor<4xi64>, tensor<4xf64>, tensor<i64>, tensor<f64>) -> (tensor<2xi64>, tensor<2xf64>)
  check.expect_eq_const %result#0, dense<[6, 9]> : tensor<2xi64>
  check.expect_eq_const %result#1, dense<[6.0, 24.0]> : tensor<2xf64>
  func.return
}

// A long window, every second of its elements; outside there is the greatest number.
func.func @reduce_window_op_test_si64_minimum() {
  %input = stablehlo.constant dense<[3, 9, 2, 8, 1, 7, 5, 6, 4, 0, 11, 10]> : tensor<12xi64>
  %init_value = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %both = stablehlo.minimum %arg0, %arg1 : tensor<i64>
      stablehlo.return %both : tensor<i64>
  }) {
    window_dimensions = array<i64: 6>,
    window_dilations = array<i64: 2>,
    padding = dense<[[3, 2]]> : tensor<1x2xi64>
  } : (tensor<12xi64>, tensor<i64>) -> tensor<7xi64>
  check.expect_eq_const %result, dense<[6, 1, 0, 1, 0, 1, 0]> : tensor<7xi64>
  func.return
}

func.func @reduce_window_op_test_i1() {
  %input = stablehlo.constant dense<[false, true, false, false, true]> : tensor<5xi1>
  %init_value = stablehlo.constant dense<false> : tensor<i1>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i1>, %arg1: tensor<i1>):
      %both = stablehlo.or %arg0, %arg1 : tensor<i1>
      stablehlo.return %both : tensor<i1>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>,
    padding = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<5xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, true]> : tensor<3xi1>
  func.return
}
