// RUN: indexing-tools check %s
//
// round_nearest_afz: the nearest integer; halves go away from zero.
// Classes of types: floats; narrow floats.

// The specification's example.
func.func @round_nearest_afz_op_test_f64() {
  %operand = stablehlo.constant dense<[-2.5, 0.4, 0.5, 0.6, 2.5]> : tensor<5xf64>
  %result = stablehlo.round_nearest_afz %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-3.0, 0.0, 1.0, 1.0, 3.0]> : tensor<5xf64>
  func.return
}

// The largest float below a half, and one that is odd and beyond halves: where adding a half would
// round.
func.func @round_nearest_afz_op_test_f64_near() {
  %operand = stablehlo.constant dense<
      [0.49999999999999994, -0.49999999999999994, -0.5, 4503599627370497.0,
       -1.5, 3.5]> : tensor<6xf64>
  %result = stablehlo.round_nearest_afz %operand : tensor<6xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf64>) -> tensor<6xui64>
  check.expect_eq_const %bits, dense<
      [0x0000000000000000, 0x8000000000000000, 0xBFF0000000000000,
       0x4330000000000001, 0xC000000000000000, 0x4010000000000000]> : tensor<6xui64>
  func.return
}

func.func @round_nearest_afz_op_test_bf16() {
  %operand = stablehlo.constant dense<[0.5, -2.5, 1.25]> : tensor<3xbf16>
  %result = stablehlo.round_nearest_afz %operand : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, -3.0, 1.0]> : tensor<3xbf16>
  func.return
}
