// RUN: indexing-tools check %s
//
// cosine: the cosine of every element, an angle in radians.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @cosine_op_test_f32_spec() {
  %operand = stablehlo.constant dense<[[0.0, 1.5707964], [3.1415927, 4.712389]]> : tensor<2x2xf32>
  %result = stablehlo.cosine %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<
      [[1.0, -4.371139e-08], [-1.0, 1.192488e-08]]> : tensor<2x2xf32>
  func.return
}

func.func @cosine_op_test_f64() {
  %operand = stablehlo.constant dense<
      [1.0, -0.5, 3.0, 1000000.0, 0x7FF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<7xf64>
  %result = stablehlo.cosine %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.54030231, 0.87758256, -0.9899925, 0.93675213, 0x7FF8000000000000,
       0x7FF8000000000000, 1.0]> : tensor<7xf64>
  func.return
}

func.func @cosine_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 20.0]> : tensor<3xf32>
  %result = stablehlo.cosine %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.9689124, -0.9899925, 0.40808207]> : tensor<3xf32>
  func.return
}

func.func @cosine_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.cosine %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(1.3541807, -0.56342147), (0.35556568, 0.49451143),
       (-4.1896257, 9.1092279)]> : tensor<3xcomplex<f64>>
  func.return
}
