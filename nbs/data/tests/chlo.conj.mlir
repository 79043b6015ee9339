// RUN: indexing-tools check %s
//
// chlo.conj: the conjugate: the imaginary part with the other sign.
// The only class is that of complex numbers; the other width is treated alike.

func.func @chlo_conj_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(1.0, 2.0), (-0.0, -1.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.conj %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(1.0, -2.0), (0.0, 1.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  func.return
}
