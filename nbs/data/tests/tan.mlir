// RUN: indexing-tools check %s
//
// tan: the tangent of every element, an angle in radians.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example, without its poles: what the tangent is there, the last digit of the
// angle says.
func.func @tan_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 3.14159265]> : tensor<3xf64>
  %result = stablehlo.tan %operand : tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.5574077, -3.589793e-09]> : tensor<3xf64>
  func.return
}

func.func @tan_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -1.25, 3.0, 100.0, 0x7FF0000000000000, 0x7FF8000000000000, -0.0]> : tensor<7xf64>
  %result = stablehlo.tan %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.54630249, -3.0095697, -0.14254654, -0.58721392, 0x7FF8000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  func.return
}

func.func @tan_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 1.25]> : tensor<3xf32>
  %result = stablehlo.tan %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.25534192, 0.14254653, 3.0095696]> : tensor<3xf32>
  func.return
}

func.func @tan_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.tan %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.19557731, 0.8429662), (-0.8066347, 1.5839635),
       (-0.0037640256, -1.0032386)]> : tensor<3xcomplex<f64>>
  func.return
}
