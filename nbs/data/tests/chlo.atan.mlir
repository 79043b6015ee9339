// RUN: indexing-tools check %s
//
// chlo.atan: the angle between -pi/2 and pi/2 whose tangent is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_atan_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -4.0, 1000000.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000]> : tensor<6xf64>
  %result = chlo.atan %operand : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [0.46364761, -1.3258177, 1.5707953, 1.5707963, -1.5707963,
       0x7FF8000000000000]> : tensor<6xf64>
  func.return
}

func.func @chlo_atan_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -2.5]> : tensor<2xf32>
  %result = chlo.atan %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.12435499, -1.1902899]> : tensor<2xf32>
  func.return
}

func.func @chlo_atan_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.atan %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.90788749, 0.70830334), (-1.1265564, 0.09641562),
       (1.5398282, -0.3436722)]> : tensor<3xcomplex<f64>>
  func.return
}
