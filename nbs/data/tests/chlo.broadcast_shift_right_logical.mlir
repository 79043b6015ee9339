// RUN: indexing-tools check %s
//
// chlo.broadcast_shift_right_logical: shift_right_logical, its operands repeated as NumPy does.
// Types as in shift_right_logical (G4). A column and a row.

func.func @chlo_broadcast_shift_right_logical_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[0, 1, 4]> : tensor<3xi64>
  %result = chlo.broadcast_shift_right_logical %lhs, %rhs
      : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<
      [[3, 1, 0], [-5, 9223372036854775805, 1152921504606846975]]> : tensor<2x3xi64>
  func.return
}
