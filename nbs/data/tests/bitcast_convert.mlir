// RUN: indexing-tools check %s
//
// bitcast_convert: the bits of elements, read as another type; between widths a last dimension
// appears or goes, least significant part first.
// Classes of types: between signed, unsigned and float of one width, to narrower ones and to wider
// ones; booleans. The bytes are in the order of the specification's example.

// The specification's example, seen as integers.
func.func @bitcast_convert_op_test_f64_to_f16() {
  %operand = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<f64>
  %parts = stablehlo.bitcast_convert %operand : (tensor<f64>) -> tensor<4xf16>
  %result = stablehlo.bitcast_convert %parts : (tensor<4xf16>) -> tensor<4xui16>
  check.expect_eq_const %result, dense<[0xCDEF, 0x89AB, 0x4567, 0x0123]> : tensor<4xui16>
  func.return
}

func.func @bitcast_convert_op_test_si64_to_f64() {
  %operand = stablehlo.constant dense<
      [4609434218613702656, -4611686018427387904, 0]> : tensor<3xi64>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xi64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[1.5, -2.0, 0.0]> : tensor<3xf64>
  func.return
}

func.func @bitcast_convert_op_test_f32_to_ui32() {
  %operand = stablehlo.constant dense<[0.15625, -0.0, 0x7F800000]> : tensor<3xf32>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[1042284544, 2147483648, 2139095040]> : tensor<3xui32>
  func.return
}

func.func @bitcast_convert_op_test_ui64_to_si64() {
  %operand = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xui64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[-1, 1]> : tensor<2xi64>
  func.return
}

// Four bytes each, the low one first.
func.func @bitcast_convert_op_test_ui8_to_ui32() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [255, 0, 0, 128]]> : tensor<2x4xui8>
  %result = stablehlo.bitcast_convert %operand : (tensor<2x4xui8>) -> tensor<2xui32>
  check.expect_eq_const %result, dense<[67305985, 2147483903]> : tensor<2xui32>
  func.return
}

func.func @bitcast_convert_op_test_si64_to_si8() {
  %operand = stablehlo.constant dense<72623859790382856> : tensor<i64>
  %result = stablehlo.bitcast_convert %operand : (tensor<i64>) -> tensor<8xi8>
  check.expect_eq_const %result, dense<[8, 7, 6, 5, 4, 3, 2, 1]> : tensor<8xi8>
  func.return
}

// Two halves of a byte.
func.func @bitcast_convert_op_test_ui8_to_ui4() {
  %operand = stablehlo.constant dense<[33, 240]> : tensor<2xui8>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xui8>) -> tensor<2x2xui4>
  check.expect_eq_const %result, dense<[[1, 2], [0, 15]]> : tensor<2x2xui4>
  func.return
}

func.func @bitcast_convert_op_test_i1_to_i1() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @bitcast_convert_op_test_ui4_to_ui8() {
  %operand = stablehlo.constant dense<[[1, 2], [0, 15]]> : tensor<2x2xui4>
  %result = stablehlo.bitcast_convert %operand : (tensor<2x2xui4>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[33, 240]> : tensor<2xui8>
  func.return
}
