// RUN: indexing-tools check %s
//
// round_nearest_even: the nearest integer; halves go to the even one.
// Classes of types: floats; narrow floats.

// The specification's example.
func.func @round_nearest_even_op_test_f64() {
  %operand = stablehlo.constant dense<[-2.5, 0.4, 0.5, 0.6, 2.5]> : tensor<5xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-2.0, 0.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
  func.return
}

func.func @round_nearest_even_op_test_f64_near() {
  %operand = stablehlo.constant dense<
      [0.49999999999999994, -0.5, 1.5, -3.5, 4503599627370497.0, -0.25]> : tensor<6xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<6xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf64>) -> tensor<6xui64>
  check.expect_eq_const %bits, dense<
      [0x0000000000000000, 0x8000000000000000, 0x4000000000000000,
       0xC010000000000000, 0x4330000000000001, 0x8000000000000000]> : tensor<6xui64>
  func.return
}

func.func @round_nearest_even_op_test_bf16() {
  %operand = stablehlo.constant dense<[0.5, -2.5, 1.5]> : tensor<3xbf16>
  %result = stablehlo.round_nearest_even %operand : tensor<3xbf16>
  check.expect_eq_const %result, dense<[0.0, -2.0, 2.0]> : tensor<3xbf16>
  func.return
}
