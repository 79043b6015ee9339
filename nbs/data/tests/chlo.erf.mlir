// RUN: indexing-tools check %s
//
// chlo.erf: the error function: the share of a normal distribution between -x and x, with the sign
// of x.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_erf_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -1.0, 3.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  %result = chlo.erf %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.52049988, -0.84270079, 0.99997791, 1.0, -1.0, 0x7FF8000000000000, 0.0]> : tensor<7xf64>
  func.return
}

func.func @chlo_erf_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -2.0]> : tensor<2xf32>
  %result = chlo.erf %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.2763264, -0.9953223]> : tensor<2xf32>
  func.return
}
