// RUN: indexing-tools check %s
//
// sine: the sine of every element, an angle in radians.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @sine_op_test_f32_spec() {
  %operand = stablehlo.constant dense<[[0.0, 1.5707964], [3.1415927, 4.712389]]> : tensor<2x2xf32>
  %result = stablehlo.sine %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<
      [[0.0, 1.0], [-8.742278e-08, -1.0]]> : tensor<2x2xf32>
  func.return
}

func.func @sine_op_test_f64() {
  %operand = stablehlo.constant dense<
      [1.0, -0.5, 3.0, 1000000.0, 0xFFF0000000000000, 0x7FF8000000000000, 0.0]> : tensor<7xf64>
  %result = stablehlo.sine %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.84147098, -0.47942554, 0.14112001, -0.3499935, 0x7FF8000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  func.return
}

func.func @sine_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 20.0]> : tensor<3xf32>
  %result = stablehlo.sine %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<
      [0.24740396, -0.14112002, 0.9129453]> : tensor<3xf32>
  func.return
}

func.func @sine_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.sine %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.73979226, 1.0313361), (-1.0700997, 0.164313),
       (9.1544991, 4.168907)]> : tensor<3xcomplex<f64>>
  func.return
}
