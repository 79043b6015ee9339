// RUN: indexing-tools check %s
//
// ceil: the least integer that is not below.
// Classes of types: floats; narrow floats.

// The specification's example, with the signs of its zeros.
func.func @ceil_op_test_f32() {
  %operand = stablehlo.constant dense<[-0.8166, -0.253, 0.253, 0.8166, 2.0]> : tensor<5xf32>
  %result = stablehlo.ceil %operand : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<
      [0x80000000, 0x80000000, 0x3F800000, 0x3F800000, 0x40000000]> : tensor<5xui32>
  func.return
}

func.func @ceil_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-2.5, 1.0000000000000002, -1.0, 4503599627370497.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  %result = stablehlo.ceil %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<
      [-2.0, 2.0, -1.0, 4503599627370497.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  func.return
}

func.func @ceil_op_test_bf16() {
  %operand = stablehlo.constant dense<[1.25, -1.25, 3.0]> : tensor<3xbf16>
  %result = stablehlo.ceil %operand : tensor<3xbf16>
  check.expect_eq_const %result, dense<[2.0, -1.0, 3.0]> : tensor<3xbf16>
  func.return
}
