// RUN: indexing-tools check %s
//
// maximum: the greater of two elements; of booleans it is the logical or.
// Classes of types: booleans; integers, also those of 4 bits; floats, where NaN wins and -0 is
// below 0; narrow floats; complex numbers, by their real parts and then by the imaginary ones.

// The specification's example.
func.func @maximum_op_test_si32() {
  %lhs = stablehlo.constant dense<[[1, 2], [7, 8]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [3, 4]]> : tensor<2x2xi32>
  %result = stablehlo.maximum %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  func.return
}

func.func @maximum_op_test_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.maximum %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

func.func @maximum_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [-9223372036854775808, -1, 3, 9223372036854775807]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<
      [9223372036854775807, 0, 3, -9223372036854775807]> : tensor<4xi64>
  %result = stablehlo.maximum %lhs, %rhs : tensor<4xi64>
  check.expect_eq_const %result, dense<
      [9223372036854775807, 0, 3, 9223372036854775807]> : tensor<4xi64>
  func.return
}

// No bit is a sign.
func.func @maximum_op_test_ui64() {
  %lhs = stablehlo.constant dense<[9223372036854775808, 5, 18446744073709551615]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[7, 6, 0]> : tensor<3xui64>
  %result = stablehlo.maximum %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<
      [9223372036854775808, 6, 18446744073709551615]> : tensor<3xui64>
  func.return
}

func.func @maximum_op_test_si4() {
  %lhs = stablehlo.constant dense<[-8, 7, 2]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[7, -1, 3]> : tensor<3xi4>
  %result = stablehlo.maximum %lhs, %rhs : tensor<3xi4>
  check.expect_eq_const %result, dense<[7, 7, 3]> : tensor<3xi4>
  func.return
}

// NaN with anything is NaN.
func.func @maximum_op_test_f64() {
  %lhs = stablehlo.constant dense<
      [1.5, -2.0, 0x7FF8000000000000, 1.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[1.25, -3.0, 1.0, 0x7FF8000000000000, 5.0, 5.0]> : tensor<6xf64>
  %result = stablehlo.maximum %lhs, %rhs : tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [1.5, -2.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000,
       5.0]> : tensor<6xf64>
  func.return
}

// -0 is smaller than 0.
func.func @maximum_op_test_f64_zeros() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, -0.0, 0.0]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[-0.0, 0.0, -0.0, 0.0]> : tensor<4xf64>
  %result = stablehlo.maximum %lhs, %rhs : tensor<4xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %bits, dense<
      [0x0000000000000000, 0x0000000000000000, 0x8000000000000000,
       0x0000000000000000]> : tensor<4xui64>
  func.return
}

func.func @maximum_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.5, -2.0, 96.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[1.25, -3.0, 97.0]> : tensor<3xbf16>
  %result = stablehlo.maximum %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.5, -2.0, 97.0]> : tensor<3xbf16>
  func.return
}

func.func @maximum_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.0, 5.0), (2.0, 1.0), (3.0, 2.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(2.0, 1.0), (1.0, 9.0), (3.0, 4.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.maximum %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(2.0, 1.0), (2.0, 1.0), (3.0, 4.0)]> : tensor<3xcomplex<f64>>
  func.return
}

func.func @maximum_op_test_quantized() {
  %stored_lhs = stablehlo.constant dense<[-128, 5, 7]> : tensor<3xi8>
  %stored_rhs = stablehlo.constant dense<[127, 5, 6]> : tensor<3xi8>
  %lhs = stablehlo.bitcast_convert %stored_lhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %result = stablehlo.maximum %lhs, %rhs : tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xi8>
  check.expect_eq_const %stored, dense<[127, 5, 7]> : tensor<3xi8>
  func.return
}
