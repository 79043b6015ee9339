// RUN: indexing-tools check %s
//
// chlo.broadcast_polygamma: chlo.polygamma, its operands repeated as NumPy does.
// Types as in chlo.polygamma (G4). A column and a row.

func.func @chlo_broadcast_polygamma_op_test_f64() {
  %lhs = stablehlo.constant dense<[[0.0], [2.0]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[0.5, 3.0]> : tensor<2xf64>
  %result = chlo.broadcast_polygamma %lhs, %rhs
      : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[-1.96351, 0.92278434], [-16.828797, -0.15411381]]> : tensor<2x2xf64>
  func.return
}
