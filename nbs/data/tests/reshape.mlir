// RUN: indexing-tools check %s
//
// reshape: the same elements in row-major order, with other sizes.
// All types are treated alike: the widest integer stands for them. Corners: from and to a scalar,
// dimensions of size 1, no elements.

// The specification's example.
func.func @reshape_op_test_si32() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = stablehlo.reshape %operand : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  func.return
}

func.func @reshape_op_test_si64_split() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]> : tensor<2x6xi64>
  %result = stablehlo.reshape %operand : (tensor<2x6xi64>) -> tensor<2x2x1x3xi64>
  check.expect_eq_const %result, dense<
      [[[[0, 1, 2]], [[3, 4, 5]]], [[[6, 7, 8]], [[9, 10, 11]]]]> : tensor<2x2x1x3xi64>
  func.return
}

func.func @reshape_op_test_si64_scalar() {
  %operand = stablehlo.constant dense<[[5]]> : tensor<1x1xi64>
  %scalar = stablehlo.reshape %operand : (tensor<1x1xi64>) -> tensor<i64>
  check.expect_eq_const %scalar, dense<5> : tensor<i64>
  %result = stablehlo.reshape %scalar : (tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %result, dense<[5]> : tensor<1xi64>
  func.return
}
