// RUN: indexing-tools check %s
//
// select_and_scatter: finds in each window the element that a function selects, and adds the
// window's source there: the gradient of pooling.
// Types are treated as the functions treat them. Corners: overlapping windows, padding, of equal
// elements the first.

// The specification's example.
func.func @select_and_scatter_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
  %source = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %selects = stablehlo.compare GE, %arg0, %arg1
          : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %selects : tensor<i1>
  }, {
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %both = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %both : tensor<i64>
  }) {
    window_dimensions = array<i64: 3, 1>,
    window_strides = array<i64: 2, 1>,
    padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  check.expect_eq_const %result, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi64>
  func.return
}

// Windows of 2 x 2: where two are equal the first counts.
func.func @select_and_scatter_op_test_f64_ties() {
  %operand = stablehlo.constant dense<
      [[1.0, 1.0, 0.5], [0.0, 1.0, 2.0], [2.0, 2.0, -1.0]]> : tensor<3x3xf64>
  %source = stablehlo.constant dense<[[1.0, 10.0], [100.0, 1000.0]]> : tensor<2x2xf64>
  %init_value = stablehlo.constant dense<0.0> : tensor<f64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %selects = stablehlo.compare GE, %arg0, %arg1
          : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %selects : tensor<i1>
  }, {
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %both = stablehlo.add %arg0, %arg1 : tensor<f64>
      stablehlo.return %both : tensor<f64>
  }) {
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 1, 1>,
    padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x3xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<3x3xf64>
  check.expect_eq_const %result, dense<
      [[1.0, 0.0, 0.0], [0.0, 0.0, 1010.0], [100.0, 0.0, 0.0]]> : tensor<3x3xf64>
  func.return
}
