// RUN: indexing-tools check %s
//
// chlo.broadcast_shift_left: shift_left, its operands repeated as NumPy does.
// Types as in shift_left (G4). A column and a row.

func.func @chlo_broadcast_shift_left_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[0, 1, 4]> : tensor<3xi64>
  %result = chlo.broadcast_shift_left %lhs, %rhs
      : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[3, 6, 48], [-5, -10, -80]]> : tensor<2x3xi64>
  func.return
}
