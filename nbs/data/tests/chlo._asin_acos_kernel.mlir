// RUN: indexing-tools check %s
//
// chlo._asin_acos_kernel: the number w by whose parts the arc sine of z is atan2(z.real, w.real) +
// i sign(z.imag) w.imag, and the arc cosine has them exchanged.
// The only class is that of complex numbers. Both functions are made of it.

// The real parts of the sine's angle, and the imaginary ones, from w.
func.func @chlo__asin_acos_kernel_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %w = chlo._asin_acos_kernel %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %x = stablehlo.real %operand : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %u = stablehlo.real %w : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %v = stablehlo.imag %w : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %angle = stablehlo.atan2 %x, %u : tensor<3xf64>
  check.expect_almost_eq_const %angle, dense<[0.34943906, -1.2930421, 0.07891728]> : tensor<3xf64>
  check.expect_almost_eq_const %v, dense<[0.92613303, 1.3618009, 1.8214042]> : tensor<3xf64>
  func.return
}
