// RUN: indexing-tools check %s
//
// chlo.asinh: the number whose hyperbolic sine is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_asinh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -3.0, -1.0e+300, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  %result = chlo.asinh %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.48121183, -1.8184465, -691.46868, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0.0]> : tensor<7xf64>
  func.return
}

func.func @chlo_asinh_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -7.0]> : tensor<2xf32>
  %result = chlo.asinh %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.12467675, -2.6441207]> : tensor<2xf32>
  func.return
}

func.func @chlo_asinh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.asinh %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.73285768, 0.89590748), (-1.4657154, 0.22101864),
       (1.7668693, -1.4826795)]> : tensor<3xcomplex<f64>>
  func.return
}
