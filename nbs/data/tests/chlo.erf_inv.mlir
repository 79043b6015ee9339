// RUN: indexing-tools check %s
//
// chlo.erf_inv: the inverse of the error function.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_erf_inv_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -0.25, 0.999, 1.0, -1.0, 1.5, 0x7FF8000000000000, 0.0]> : tensor<8xf64>
  %result = chlo.erf_inv %operand : tensor<8xf64> -> tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [0.47693628, -0.22531206, 2.3267538, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0]> : tensor<8xf64>
  func.return
}

func.func @chlo_erf_inv_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -0.875]> : tensor<2xf32>
  %result = chlo.erf_inv %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.11123545, -1.084787]> : tensor<2xf32>
  func.return
}
