// RUN: indexing-tools check %s
//
// chlo.broadcast_complex: complex, its operands repeated as NumPy does.
// Types as in complex (G4). A column and a row.

func.func @chlo_broadcast_complex_op_test_f64() {
  %lhs = stablehlo.constant dense<[[3.0], [-5.0]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[1.0, 0.0, -4.0]> : tensor<3xf64>
  %result = chlo.broadcast_complex %lhs, %rhs
      : (tensor<2x1xf64>, tensor<3xf64>) -> tensor<2x3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [[(3.0, 1.0), (3.0, 0.0), (3.0, -4.0)],
       [(-5.0, 1.0), (-5.0, 0.0), (-5.0, -4.0)]]> : tensor<2x3xcomplex<f64>>
  func.return
}
