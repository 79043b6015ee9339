// RUN: indexing-tools check %s
//
// is_finite: where elements are neither infinite nor NaN.
// Classes of types: floats; narrow floats, also one that has no infinities.

// The specification's example.
func.func @is_finite_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -10.0, -0.0,
       0.0, 10.0]> : tensor<7xf64>
  %result = stablehlo.is_finite %operand : (tensor<7xf64>) -> tensor<7xi1>
  check.expect_eq_const %result, dense<
      [false, false, false, true, true, true, true]> : tensor<7xi1>
  func.return
}

func.func @is_finite_op_test_bf16() {
  %operand = stablehlo.constant dense<
      [0x7F80, 1.0, 3.00405527047391e+38, 0x7FC0]> : tensor<4xbf16>
  %result = stablehlo.is_finite %operand : (tensor<4xbf16>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, false]> : tensor<4xi1>
  func.return
}

// No number is infinite in this type.
func.func @is_finite_op_test_f8E4M3FN() {
  %operand = stablehlo.constant dense<[448.0, 0x7F, -1.0]> : tensor<3xf8E4M3FN>
  %result = stablehlo.is_finite %operand : (tensor<3xf8E4M3FN>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, true]> : tensor<3xi1>
  func.return
}

// No stored number is infinite.
func.func @is_finite_op_test_quantized() {
  %stored = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %result = stablehlo.is_finite %operand
      : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, true]> : tensor<2xi1>
  func.return
}
