// RUN: indexing-tools check %s
//
// chlo.broadcast_remainder: remainder, its operands repeated as NumPy does.
// Types as in remainder (G4). A column and a row.

func.func @chlo_broadcast_remainder_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, -4]> : tensor<3xi64>
  %result = chlo.broadcast_remainder %lhs, %rhs
      : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[0, 1, 3], [0, -1, -1]]> : tensor<2x3xi64>
  func.return
}
