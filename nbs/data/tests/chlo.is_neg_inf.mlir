// RUN: indexing-tools check %s
//
// chlo.is_neg_inf: where elements are infinite and negative.
// Classes of types: floats; narrow floats.

func.func @chlo_is_neg_inf_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e+308]> : tensor<4xf64>
  %result = chlo.is_neg_inf %operand : tensor<4xf64> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}

func.func @chlo_is_neg_inf_op_test_bf16() {
  %operand = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, 1.0]> : tensor<4xbf16>
  %result = chlo.is_neg_inf %operand : tensor<4xbf16> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}
