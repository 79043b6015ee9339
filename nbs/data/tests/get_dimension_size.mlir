// RUN: indexing-tools check %s
//
// get_dimension_size: the size of a dimension, as a number.
// Types do not matter. A size known to the text, and one known to the run only.

// The specification's example.
func.func @get_dimension_size_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %result = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x3xi64>) -> tensor<i32>
  check.expect_eq_const %result, dense<3> : tensor<i32>
  func.return
}

func.func @get_dimension_size_op_test_open() {
  %output_shape = stablehlo.constant dense<[5]> : tensor<1xi64>
  %operand = stablehlo.dynamic_iota %output_shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %result = stablehlo.get_dimension_size %operand, dim = 0 : (tensor<?xi64>) -> tensor<i32>
  check.expect_eq_const %result, dense<5> : tensor<i32>
  func.return
}
