// RUN: indexing-tools check %s
//
// chlo.broadcast_atan2: atan2, its operands repeated as NumPy does.
// Types as in atan2 (G4). A column and a row.

func.func @chlo_broadcast_atan2_op_test_f64() {
  %lhs = stablehlo.constant dense<[[3.0], [-5.0]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[1.0, 0.0, -4.0]> : tensor<3xf64>
  %result = chlo.broadcast_atan2 %lhs, %rhs : (tensor<2x1xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<
      [[1.2490458, 1.5707963, 2.4980915],
       [-1.3734008, -1.5707963, -2.2455373]]> : tensor<2x3xf64>
  func.return
}
