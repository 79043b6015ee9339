// RUN: indexing-tools check %s
//
// uniform_quantize: the stored numbers of floats: x / scale + zero point, cut to what is stored,
// and the nearest of those, of two the even one; or of stored numbers of another type.
// Classes of types: one scale, or one for each slice; storage of 8 bits, of 4, unsigned, of a part
// of its range; floats of 32 and 64 bits. Corners: ties, numbers beyond the ends, another type.

// The specification's first example: a scale for each element.
func.func @uniform_quantize_op_test_per_axis() {
  %operand = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xi8>
  check.expect_eq_const %stored, dense<[10, 10]> : tensor<2xi8>
  func.return
}

// The specification's second example: 4 and 15, in steps of another size.
func.func @uniform_quantize_op_test_requantize() {
  %stored = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>)
      -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>
  %found = stablehlo.bitcast_convert %result
      : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>) -> tensor<2xi8>
  check.expect_eq_const %found, dense<[20, 45]> : tensor<2xi8>
  func.return
}

// Ties go to the even number: 3.5 and 4.5 to 4. What is beyond an end becomes it.
func.func @uniform_quantize_op_test_si8() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -0.25, 1.5, 100.0, -100.0]> : tensor<6xf32>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xi8>
  check.expect_eq_const %stored, dense<[4, 4, 2, 6, 127, -128]> : tensor<6xi8>
  func.return
}

func.func @uniform_quantize_op_test_ui8() {
  %operand = stablehlo.constant dense<[-1.0, 0.0, 2.0, 300.0]> : tensor<4xf32>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 1.0:10>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<4x!quant.uniform<u8:f32, 1.0:10>>) -> tensor<4xui8>
  check.expect_eq_const %stored, dense<[9, 10, 12, 255]> : tensor<4xui8>
  func.return
}

func.func @uniform_quantize_op_test_si4() {
  %operand = stablehlo.constant dense<[-3.0, 0.5, 1.0, 9.0]> : tensor<4xf32>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<4xf32>) -> tensor<4x!quant.uniform<i4:f32, 0.5>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<4x!quant.uniform<i4:f32, 0.5>>) -> tensor<4xi4>
  check.expect_eq_const %stored, dense<[-6, 1, 2, 7]> : tensor<4xi4>
  func.return
}

// Only the numbers from -4 to 5 are stored.
func.func @uniform_quantize_op_test_si8_part() {
  %operand = stablehlo.constant dense<[-3.0, 0.5, 9.0]> : tensor<3xf32>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-4:5>:f32, 0.5>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<3x!quant.uniform<i8<-4:5>:f32, 0.5>>) -> tensor<3xi8>
  check.expect_eq_const %stored, dense<[-4, 1, 5]> : tensor<3xi8>
  func.return
}

func.func @uniform_quantize_op_test_f64() {
  %operand = stablehlo.constant dense<[1000000000.0, -0.25]> : tensor<2xf64>
  %result = stablehlo.uniform_quantize %operand
      : (tensor<2xf64>) -> tensor<2x!quant.uniform<i32:f64, 0.25:-1>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<2x!quant.uniform<i32:f64, 0.25:-1>>) -> tensor<2xi32>
  check.expect_eq_const %stored, dense<[2147483647, -2]> : tensor<2xi32>
  func.return
}
