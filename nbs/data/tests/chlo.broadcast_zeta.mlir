// RUN: indexing-tools check %s
//
// chlo.broadcast_zeta: chlo.zeta, its operands repeated as NumPy does.
// Types as in chlo.zeta (G4). A column and a row.

func.func @chlo_broadcast_zeta_op_test_f64() {
  %lhs = stablehlo.constant dense<[[2.0], [3.5]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[0.5, 3.0]> : tensor<2xf64>
  %result = chlo.broadcast_zeta %lhs, %rhs : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[4.9348022, 0.39493407], [11.620805, 0.03834552]]> : tensor<2x2xf64>
  func.return
}
