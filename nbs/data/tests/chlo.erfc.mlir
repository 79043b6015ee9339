// RUN: indexing-tools check %s
//
// chlo.erfc: one less the error function, exact where that is near to one.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_erfc_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -1.0, 3.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 0.0]> : tensor<7xf64>
  %result = chlo.erfc %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.47950012, 1.8427008, 2.2090497e-05, 0.0, 2.0, 0x7FF8000000000000, 1.0]> : tensor<7xf64>
  func.return
}

func.func @chlo_erfc_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -2.0]> : tensor<2xf32>
  %result = chlo.erfc %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.7236736, 1.9953223]> : tensor<2xf32>
  func.return
}

// Far below what one less the error function could hold.
func.func @chlo_erfc_op_test_f64_far() {
  %operand = stablehlo.constant dense<[10.0]> : tensor<1xf64>
  %result = chlo.erfc %operand : tensor<1xf64> -> tensor<1xf64>
  check.expect_almost_eq_const %result, dense<[2.088487583762545e-45]> : tensor<1xf64>
      {tolerance = 1.0e-55 : f64}
  func.return
}
