// RUN: indexing-tools check %s
//
// chlo.cosh: the hyperbolic cosine.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_cosh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -3.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 711.0, 0.0]> : tensor<8xf64>
  %result = chlo.cosh %operand : tensor<8xf64> -> tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [1.127626, 10.067662, 11013.232920103323, 0x7FF0000000000000,
       0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 1.0]> : tensor<8xf64>
  func.return
}

func.func @chlo_cosh_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -2.0]> : tensor<2xf32>
  %result = chlo.cosh %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[1.0314131, 3.7621956]> : tensor<2xf32>
  func.return
}

func.func @chlo_cosh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.cosh %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.60925891, 0.43848658), (3.3016373, -1.7388095),
       (-1.0210912, -0.035648652)]> : tensor<3xcomplex<f64>>
  func.return
}
