// RUN: indexing-tools check %s
//
// chlo.digamma: the derivative of the logarithm of the gamma function.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_digamma_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, 4.0, -1.5, 30.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = chlo.digamma %operand : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [-1.96351, 1.2561177, 0.70315664, 3.3844381, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<6xf64>
  func.return
}

func.func @chlo_digamma_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, 7.0]> : tensor<2xf32>
  %result = chlo.digamma %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[-4.2274537, 1.8727843]> : tensor<2xf32>
  func.return
}
