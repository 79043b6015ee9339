// RUN: indexing-tools check %s
//
// chlo.constant_like: one value, as often as an operand has elements.
// Classes of types: integers; floats. A size known to the run only.

func.func @chlo_constant_like_op_test_f64() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = "chlo.constant_like"(%operand) {value = 2.5 : f64}
      : (tensor<2x2xi64>) -> tensor<2x2xf64>
  check.expect_eq_const %result, dense<[[2.5, 2.5], [2.5, 2.5]]> : tensor<2x2xf64>
  func.return
}

func.func @chlo_constant_like_op_test_open() {
  %output_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
  %operand = stablehlo.dynamic_iota %output_shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %result = "chlo.constant_like"(%operand) {value = 7 : i32} : (tensor<?xi64>) -> tensor<?xi32>
  %sized = stablehlo.reshape %result : (tensor<?xi32>) -> tensor<3xi32>
  check.expect_eq_const %sized, dense<[7, 7, 7]> : tensor<3xi32>
  func.return
}
