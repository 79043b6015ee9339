// RUN: indexing-tools check %s
//
// chlo.broadcast_maximum: maximum, its operands repeated as NumPy does.
// Types as in maximum (G4). A column and a row.

func.func @chlo_broadcast_maximum_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, -4]> : tensor<3xi64>
  %result = chlo.broadcast_maximum %lhs, %rhs
      : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[3, 3, 3], [1, 2, -4]]> : tensor<2x3xi64>
  func.return
}
