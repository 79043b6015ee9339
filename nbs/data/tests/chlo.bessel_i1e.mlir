// RUN: indexing-tools check %s
//
// chlo.bessel_i1e: the modified Bessel function of order 1, by e to the power of |x|.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_bessel_i1e_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -2.0, 30.0, 500.0, 0.0, 0x7FF8000000000000]> : tensor<6xf64>
  %result = chlo.bessel_i1e %operand : tensor<6xf64> -> tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [0.1564208, -0.21526929, 0.071916331, 0.017827852, 0.0,
       0x7FF8000000000000]> : tensor<6xf64>
  func.return
}

func.func @chlo_bessel_i1e_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -9.0]> : tensor<2xf32>
  %result = chlo.bessel_i1e %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.09811263, -0.12722498]> : tensor<2xf32>
  func.return
}
