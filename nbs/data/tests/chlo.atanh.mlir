// RUN: indexing-tools check %s
//
// chlo.atanh: the number whose hyperbolic tangent is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_atanh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -0.25, 0.999, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<7xf64>
  %result = chlo.atanh %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.54930614, -0.25541281, 3.8002012, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @chlo_atanh_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -0.875]> : tensor<2xf32>
  %result = chlo.atanh %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.12565722, -1.3540251]> : tensor<2xf32>
  func.return
}

func.func @chlo_atanh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.atanh %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.23887786, 0.84757566), (-0.50037, 1.4215469),
       (0.024865198, -1.2509114)]> : tensor<3xcomplex<f64>>
  func.return
}
