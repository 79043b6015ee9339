// RUN: indexing-tools check %s
//
// uniform_dequantize: the floats that stored numbers stand for: (q - zero point) * scale.
// Classes of types: one scale, or one for each slice; signed and unsigned storage, of 8 bits and
// of 4; floats of 32 and 64 bits.

// The specification's example.
func.func @uniform_dequantize_op_test_per_axis() {
  %stored = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[4.0, 15.0]> : tensor<2xf32>
  func.return
}

// The difference has more than 8 bits.
func.func @uniform_dequantize_op_test_si8() {
  %stored = stablehlo.constant dense<[-128, 3, 127]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[-65.5, 0.0, 62.0]> : tensor<3xf32>
  func.return
}

func.func @uniform_dequantize_op_test_ui8() {
  %stored = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xui8>) -> tensor<2x!quant.uniform<u8:f32, 2.0:255>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<2x!quant.uniform<u8:f32, 2.0:255>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[-510.0, 0.0]> : tensor<2xf32>
  func.return
}

func.func @uniform_dequantize_op_test_si4() {
  %stored = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xi4>) -> tensor<2x!quant.uniform<i4:f32, 0.25:-8>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<2x!quant.uniform<i4:f32, 0.25:-8>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.0, 3.75]> : tensor<2xf32>
  func.return
}

func.func @uniform_dequantize_op_test_f64() {
  %stored = stablehlo.constant dense<[2147483647, -2147483648]> : tensor<2xi32>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f64, 0.25:-1>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<2x!quant.uniform<i32:f64, 0.25:-1>>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[536870912.0, -536870911.75]> : tensor<2xf64>
  func.return
}

// A constant of a quantized type, written as it is stored.
func.func @uniform_dequantize_op_test_constant() {
  %operand = stablehlo.constant() <{value = dense<[3, 5]> : tensor<2xi8>}>
      : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %result = stablehlo.uniform_dequantize %operand
      : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf32>
  func.return
}
