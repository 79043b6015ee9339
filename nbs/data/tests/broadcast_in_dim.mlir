// RUN: indexing-tools check %s
//
// broadcast_in_dim: repeats elements along new dimensions, and along those of size 1; the
// dimensions named take the operand's in their order.
// All types are treated alike: the widest integer stands for them. Corners: a scalar, swapped
// dimensions, one of size 1.

// The specification's example: dimension 0 of size 1 becomes 2 of size 2, dimension 1 stays.
func.func @broadcast_in_dim_op_test_si32() {
  %operand = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %result = stablehlo.broadcast_in_dim %operand, dims = [2, 1]
      : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %result, dense<
      [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi32>
  func.return
}

func.func @broadcast_in_dim_op_test_si64_scalar() {
  %operand = stablehlo.constant dense<7> : tensor<i64>
  %result = stablehlo.broadcast_in_dim %operand, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[7, 7], [7, 7]]> : tensor<2x2xi64>
  func.return
}

// The operand's rows become columns.
func.func @broadcast_in_dim_op_test_si64_swapped() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %result = stablehlo.broadcast_in_dim %operand, dims = [2, 1]
      : (tensor<2x3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %result, dense<
      [[[1, 4], [2, 5], [3, 6]], [[1, 4], [2, 5], [3, 6]]]> : tensor<2x3x2xi64>
  func.return
}
