// RUN: indexing-tools check %s
//
// sqrt: the square root of every element; the one of a complex number that lies to the right.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @sqrt_op_test_f32_spec() {
  %operand = stablehlo.constant dense<[[0.0, 1.0], [4.0, 9.0]]> : tensor<2x2xf32>
  %result = stablehlo.sqrt %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  func.return
}

func.func @sqrt_op_test_f64() {
  %operand = stablehlo.constant dense<
      [2.0, 0.25, 1.0e+300, 1.0e-300, -1.0, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<7xf64>
  %result = stablehlo.sqrt %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [1.4142136, 0.5, 1.0e+150, 1.0e-150, 0x7FF8000000000000,
       0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @sqrt_op_test_f32() {
  %operand = stablehlo.constant dense<[0.0625, 9.0, 2.25]> : tensor<3xf32>
  %result = stablehlo.sqrt %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.25, 3.0, 1.5]> : tensor<3xf32>
  func.return
}

func.func @sqrt_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(3.0, 4.0), (-4.0, 0.0), (5.0, -12.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.sqrt %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(2.0, 1.0), (0.0, 2.0), (3.0, -2.0)]> : tensor<3xcomplex<f64>>
  func.return
}

// The root of -0 is -0.
func.func @sqrt_op_test_f64_zeros() {
  %operand = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf64>
  %result = stablehlo.sqrt %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x8000000000000000, 0x0000000000000000]> : tensor<2xui64>
  func.return
}
