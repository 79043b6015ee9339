// RUN: indexing-tools check %s
//
// chlo.broadcast_divide: divide, its operands repeated as NumPy does.
// Types as in divide (G4). A column and a row.

func.func @chlo_broadcast_divide_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [-5]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, -4]> : tensor<3xi64>
  %result = chlo.broadcast_divide %lhs, %rhs : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[3, 1, 0], [-5, -2, 1]]> : tensor<2x3xi64>
  func.return
}
