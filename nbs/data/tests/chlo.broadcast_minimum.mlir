// RUN: indexing-tools check %s
//
// chlo.broadcast_minimum: minimum, its operands repeated as NumPy does.
// Types as in minimum (G4). A column and a row.

func.func @chlo_broadcast_minimum_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, -4]> : tensor<3xi64>
  %result = chlo.broadcast_minimum %lhs, %rhs
      : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[1, 2, -4], [-5, -5, -5]]> : tensor<2x3xi64>
  func.return
}
