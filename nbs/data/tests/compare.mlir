// RUN: indexing-tools check %s
//
// compare: compares two tensors element by element, in one of six directions; floats by their
// values or in the total order of IEEE-754.
// Classes of types: booleans; signed integers, unsigned ones; integers of 4 bits; floats, with NaN
// and the zeros; narrow floats; complex numbers. Quantized types: values that are exact in every
// step, for how else they are computed is implementation-defined.

// The specification's example.
func.func @compare_op_test_f32() {
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[1.1, 2.9]> : tensor<2xf32>
  %lt = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %lt, dense<[true, false]> : tensor<2xi1>
  func.return
}

// False is less than true.
func.func @compare_op_test_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %eq = stablehlo.compare EQ, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %eq, dense<[true, false, false, true]> : tensor<4xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %ne, dense<[false, true, true, false]> : tensor<4xi1>
  %ge = stablehlo.compare GE, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %ge, dense<[true, false, true, true]> : tensor<4xi1>
  %gt = stablehlo.compare GT, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %gt, dense<[false, false, true, false]> : tensor<4xi1>
  %le = stablehlo.compare LE, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %le, dense<[true, true, false, true]> : tensor<4xi1>
  %lt = stablehlo.compare LT, %lhs, %rhs : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}

func.func @compare_op_test_si64() {
  %lhs = stablehlo.constant dense<[-2, 5, -9223372036854775808, 7]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[3, 5, 9223372036854775807, -7]> : tensor<4xi64>
  %eq = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %eq, dense<[false, true, false, false]> : tensor<4xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %ne, dense<[true, false, true, true]> : tensor<4xi1>
  %ge = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %ge, dense<[false, true, false, true]> : tensor<4xi1>
  %gt = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %gt, dense<[false, false, false, true]> : tensor<4xi1>
  %le = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %le, dense<[true, true, true, false]> : tensor<4xi1>
  %lt = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[true, false, true, false]> : tensor<4xi1>
  func.return
}

// The highest bit is no sign.
func.func @compare_op_test_ui64() {
  %lhs = stablehlo.constant dense<[9223372036854775808, 5, 18446744073709551615]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[1, 5, 18446744073709551614]> : tensor<3xui64>
  %eq = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, true, false]> : tensor<3xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, false, true]> : tensor<3xi1>
  %ge = stablehlo.compare GE, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %ge, dense<[true, true, true]> : tensor<3xi1>
  %gt = stablehlo.compare GT, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %gt, dense<[true, false, true]> : tensor<3xi1>
  %le = stablehlo.compare LE, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %le, dense<[false, true, false]> : tensor<3xi1>
  %lt = stablehlo.compare LT, %lhs, %rhs, UNSIGNED
      : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[false, false, false]> : tensor<3xi1>
  func.return
}

func.func @compare_op_test_si4() {
  %lhs = stablehlo.constant dense<[-8, 7, 3]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi4>
  %le = stablehlo.compare LE, %lhs, %rhs : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi1>
  check.expect_eq_const %le, dense<[true, false, true]> : tensor<3xi1>
  func.return
}

// NaN is equal to nothing, and neither above nor below; -0 is 0.
func.func @compare_op_test_f64() {
  %lhs = stablehlo.constant dense<
      [1.0, -0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<
      [2.0, 0.0, 0x7FF8000000000000, 1.0, 1.0, 0x7FF0000000000000]> : tensor<6xf64>
  %eq = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %eq, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %ne, dense<[true, false, true, true, true, true]> : tensor<6xi1>
  %ge = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %ge, dense<[false, true, false, false, true, false]> : tensor<6xi1>
  %gt = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %gt, dense<[false, false, false, false, true, false]> : tensor<6xi1>
  %le = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %le, dense<[true, true, false, false, false, true]> : tensor<6xi1>
  %lt = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %lt, dense<[true, false, false, false, false, true]> : tensor<6xi1>
  func.return
}

// In the total order -0 is below 0, and a positive NaN is above infinity and equal to itself.
func.func @compare_op_test_f64_totalorder() {
  %lhs = stablehlo.constant dense<
      [-0.0, 0x7FF8000000000000, 0x7FF8000000000000, 1.0, 0xFFF0000000000000,
       0.0]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<
      [0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -1.0,
       0.0]> : tensor<6xf64>
  %eq = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %eq, dense<[false, true, false, false, false, true]> : tensor<6xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %ne, dense<[true, false, true, true, true, false]> : tensor<6xi1>
  %ge = stablehlo.compare GE, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %ge, dense<[false, true, true, false, false, true]> : tensor<6xi1>
  %gt = stablehlo.compare GT, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %gt, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  %le = stablehlo.compare LE, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %le, dense<[true, true, false, true, true, true]> : tensor<6xi1>
  %lt = stablehlo.compare LT, %lhs, %rhs, TOTALORDER
      : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %lt, dense<[true, false, false, true, true, false]> : tensor<6xi1>
  func.return
}

func.func @compare_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.5, -2.0, 3.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[1.25, 2.0, 3.0]> : tensor<3xbf16>
  %gt = stablehlo.compare GT, %lhs, %rhs : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xi1>
  check.expect_eq_const %gt, dense<[true, false, false]> : tensor<3xi1>
  func.return
}

// Complex numbers are equal or not.
func.func @compare_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 3.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (2.0, 2.0)]> : tensor<3xcomplex<f64>>
  %eq = stablehlo.compare EQ, %lhs, %rhs
      : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[true, false, false]> : tensor<3xi1>
  %ne = stablehlo.compare NE, %lhs, %rhs
      : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xi1>
  check.expect_eq_const %ne, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// What is compared are the numbers that are stood for: 0 and 0, 1 and 0.
func.func @compare_op_test_quantized() {
  %stored_lhs = stablehlo.constant dense<[1, 3]> : tensor<2xi8>
  %stored_rhs = stablehlo.constant dense<[-2, -2]> : tensor<2xi8>
  %lhs = stablehlo.bitcast_convert %stored_lhs
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.25:-2>>
  %gt = stablehlo.compare GT, %lhs, %rhs
      : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i8:f32, 0.25:-2>>)
      -> tensor<2xi1>
  check.expect_eq_const %gt, dense<[false, true]> : tensor<2xi1>
  func.return
}

// A NaN with the sign of minus is below everything, also below minus infinity.
func.func @compare_op_test_f64_negative_nan() {
  %lhs = stablehlo.constant dense<
      [0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<
      [0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000]> : tensor<3xf64>
  %lt = stablehlo.compare LT, %lhs, %rhs, TOTALORDER
      : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[true, true, false]> : tensor<3xi1>
  func.return
}

// Of floats of 8 bits, too.
func.func @compare_op_test_f8E5M2_totalorder() {
  %lhs = stablehlo.constant dense<[-0.0, 1.5, 0x7E, -1.0]> : tensor<4xf8E5M2>
  %rhs = stablehlo.constant dense<[0.0, 1.25, 0x7C, -2.0]> : tensor<4xf8E5M2>
  %lt = stablehlo.compare LT, %lhs, %rhs, TOTALORDER
      : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xi1>
  check.expect_eq_const %lt, dense<[true, false, false, false]> : tensor<4xi1>
  func.return
}

// Of one type, the stored numbers have the order of those they stand for.
func.func @compare_op_test_quantized_alike() {
  %stored_lhs = stablehlo.constant dense<[-128, 5, 7]> : tensor<3xi8>
  %stored_rhs = stablehlo.constant dense<[127, 5, 6]> : tensor<3xi8>
  %lhs = stablehlo.bitcast_convert %stored_lhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %le = stablehlo.compare LE, %lhs, %rhs
     
          : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>)
        -> tensor<3xi1>
  check.expect_eq_const %le, dense<[true, true, false]> : tensor<3xi1>
  func.return
}
