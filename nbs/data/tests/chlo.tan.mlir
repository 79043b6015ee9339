// RUN: indexing-tools check %s
//
// chlo.tan: the tangent of every element, an angle in radians.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_tan_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -3.0, 10.0, 0x7FF0000000000000, 0x7FF8000000000000, 0.0]> : tensor<6xf64>
  %result = chlo.tan %operand : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [0.54630249, 0.14254654, 0.64836083, 0x7FF8000000000000,
       0x7FF8000000000000, 0.0]> : tensor<6xf64>
  func.return
}

func.func @chlo_tan_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -1.25]> : tensor<2xf32>
  %result = chlo.tan %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.25534192, -3.0095696]> : tensor<2xf32>
  func.return
}

func.func @chlo_tan_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.tan %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.19557731, 0.8429662), (0.85087812, 1.3212866),
       (0.0023664442, -0.99565602)]> : tensor<3xcomplex<f64>>
  func.return
}
