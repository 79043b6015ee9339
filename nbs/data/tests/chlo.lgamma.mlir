// RUN: indexing-tools check %s
//
// chlo.lgamma: the logarithm of the absolute value of the gamma function.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_lgamma_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, 4.0, -1.5, 30.0, 1.0, 2.0, 0.0, -1.0, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<10xf64>
  %result = chlo.lgamma %operand : tensor<10xf64> -> tensor<10xf64>
  check.expect_almost_eq_const %result, dense<
      [0.57236494, 1.7917595, 0.86004702, 71.257039, 0.0, 0.0,
       0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<10xf64>
  func.return
}

func.func @chlo_lgamma_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, 7.0]> : tensor<2xf32>
  %result = chlo.lgamma %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[1.2880225, 6.5792513]> : tensor<2xf32>
  func.return
}
