// RUN: indexing-tools check %s
//
// chlo.sinh: the hyperbolic sine.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_sinh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -3.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, -711.0, 0.0]> : tensor<8xf64>
  %result = chlo.sinh %operand : tensor<8xf64> -> tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [0.52109531, -10.017875, 11013.232874703393, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0.0]> : tensor<8xf64>
  func.return
}

func.func @chlo_sinh_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -2.0]> : tensor<2xf32>
  %result = chlo.sinh %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.25261232, -3.6268604]> : tensor<2xf32>
  func.return
}

func.func @chlo_sinh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.sinh %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.281549, 0.94886453), (-3.1828694, 1.8036927),
       (-0.2500843, -0.14555302)]> : tensor<3xcomplex<f64>>
  func.return
}
