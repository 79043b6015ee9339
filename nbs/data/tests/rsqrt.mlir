// RUN: indexing-tools check %s
//
// rsqrt: one by the square root of every element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @rsqrt_op_test_f32_spec() {
  %operand = stablehlo.constant dense<[[1.0, 4.0], [9.0, 25.0]]> : tensor<2x2xf32>
  %result = stablehlo.rsqrt %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 0.5], [0.33333334, 0.2]]> : tensor<2x2xf32>
  func.return
}

func.func @rsqrt_op_test_f64() {
  %operand = stablehlo.constant dense<
      [2.0, 0.25, 10000000000.0, 0.0, -0.0, -1.0, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<8xf64>
  %result = stablehlo.rsqrt %operand : tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [0.70710678, 2.0, 1.0e-05, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 0.0, 0x7FF8000000000000]> : tensor<8xf64>
  func.return
}

func.func @rsqrt_op_test_f32() {
  %operand = stablehlo.constant dense<[0.0625, 9.0, 2.25]> : tensor<3xf32>
  %result = stablehlo.rsqrt %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[4.0, 0.33333334, 0.6666667]> : tensor<3xf32>
  func.return
}

func.func @rsqrt_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(3.0, 4.0), (-4.0, 0.0), (5.0, -12.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.rsqrt %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.4, -0.2), (0.0, -0.5), (0.23076923, 0.15384615)]> : tensor<3xcomplex<f64>>
  func.return
}
