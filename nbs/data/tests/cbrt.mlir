// RUN: indexing-tools check %s
//
// cbrt: the cube root of every element; a negative number has one, too.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @cbrt_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 8.0, 27.0]> : tensor<4xf64>
  %result = stablehlo.cbrt %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  func.return
}

func.func @cbrt_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-8.0, 2.0, 1.0e-09, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, -0.0]> : tensor<7xf64>
  %result = stablehlo.cbrt %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [-2.0, 1.259921, 0.001, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  func.return
}

func.func @cbrt_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -27.0, 3.375]> : tensor<3xf32>
  %result = stablehlo.cbrt %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.5, -3.0, 1.5]> : tensor<3xf32>
  func.return
}

// The root whose angle is a third.
func.func @cbrt_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(2.0, 2.0), (0.0, 1.0), (3.0, -4.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.cbrt %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(1.3660254, 0.3660254), (0.8660254, 0.5),
       (1.6289371, -0.5201745)]> : tensor<3xcomplex<f64>>
  func.return
}
