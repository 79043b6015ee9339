// RUN: indexing-tools check %s
//
// chlo.asin: the angle from -pi/2 to pi/2 whose sine is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_asin_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -0.25, 0.75, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<7xf64>
  %result = chlo.asin %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.52359878, -0.25268026, 0.84806208, 1.5707963, -1.5707963,
       0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @chlo_asin_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -0.875]> : tensor<2xf32>
  %result = chlo.asin %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.12532783, -1.0654358]> : tensor<2xf32>
  func.return
}

func.func @chlo_asin_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.asin %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.34943906, 0.92613303), (-1.2930421, 1.3618009),
       (0.07891728, -1.8214042)]> : tensor<3xcomplex<f64>>
  func.return
}
