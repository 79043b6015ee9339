// RUN: indexing-tools check %s
//
// floor: the greatest integer that is not above.
// Classes of types: floats; narrow floats.

// The specification's example.
func.func @floor_op_test_f32() {
  %operand = stablehlo.constant dense<[-0.8166, -0.253, 0.253, 0.8166, 2.0]> : tensor<5xf32>
  %result = stablehlo.floor %operand : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<
      [0xBF800000, 0xBF800000, 0x00000000, 0x00000000, 0x40000000]> : tensor<5xui32>
  func.return
}

func.func @floor_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-2.5, -1.0000000000000002, -0.0, 4503599627370497.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  %result = stablehlo.floor %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<
      [-3.0, -2.0, 0.0, 4503599627370497.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  func.return
}

func.func @floor_op_test_bf16() {
  %operand = stablehlo.constant dense<[1.25, -1.25, 3.0]> : tensor<3xbf16>
  %result = stablehlo.floor %operand : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, -2.0, 3.0]> : tensor<3xbf16>
  func.return
}
