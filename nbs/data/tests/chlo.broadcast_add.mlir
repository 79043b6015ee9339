// RUN: indexing-tools check %s
//
// chlo.broadcast_add: add, its operands repeated as NumPy does.
// Types as in add (G4). A column and a row.

func.func @chlo_broadcast_add_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, -4]> : tensor<3xi64>
  %result = chlo.broadcast_add %lhs, %rhs : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[4, 5, -1], [-4, -3, -9]]> : tensor<2x3xi64>
  func.return
}

// The row stands in dimension 0 of the result, as an attribute says.
func.func @chlo_broadcast_add_op_test_dimensions() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %rhs = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi64>
  %result = chlo.broadcast_add %lhs, %rhs {broadcast_dimensions = array<i64: 0>}
      : (tensor<3x2xi64>, tensor<3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[11, 12], [23, 24], [35, 36]]> : tensor<3x2xi64>
  func.return
}
