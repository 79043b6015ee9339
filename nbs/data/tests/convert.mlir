// RUN: indexing-tools check %s
//
// convert: elements of another type: floats are cut towards zero or rounded to nearest, booleans
// are 0 and 1, complex numbers lose their imaginary part.
// Classes of types: each pair of the classes boolean, signed, unsigned, float, complex; narrow
// types. What an integer becomes that the type does not hold is left open, and not tested.

// The specification's example.
func.func @convert_op_test_si64_to_c128() {
  %operand = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %result = stablehlo.convert %operand : (tensor<3xi64>) -> tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]> : tensor<3xcomplex<f64>>
  func.return
}

func.func @convert_op_test_i1_to_si64() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[1, 0]> : tensor<2xi64>
  func.return
}

func.func @convert_op_test_i1_to_f64() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.0, 0.0]> : tensor<2xf64>
  func.return
}

func.func @convert_op_test_i1_to_c128() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// Anything but zero is true.
func.func @convert_op_test_si64_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, -2, 4294967296]> : tensor<4xi64>
  %result = stablehlo.convert %operand : (tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

func.func @convert_op_test_f64_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.25, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

// The imaginary part is ignored.
func.func @convert_op_test_c128_to_i1() {
  %operand = stablehlo.constant dense<
      [(0.0, 0.0), (0.0, 2.0), (1.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<3xcomplex<f64>>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, false, true]> : tensor<3xi1>
  func.return
}

func.func @convert_op_test_si64_to_si8() {
  %operand = stablehlo.constant dense<[127, -128, 0]> : tensor<3xi64>
  %result = stablehlo.convert %operand : (tensor<3xi64>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[127, -128, 0]> : tensor<3xi8>
  func.return
}

func.func @convert_op_test_si64_to_ui64() {
  %operand = stablehlo.constant dense<[9223372036854775807, 5]> : tensor<2xi64>
  %result = stablehlo.convert %operand : (tensor<2xi64>) -> tensor<2xui64>
  check.expect_eq_const %result, dense<[9223372036854775807, 5]> : tensor<2xui64>
  func.return
}

func.func @convert_op_test_ui64_to_si64() {
  %operand = stablehlo.constant dense<[9223372036854775807, 5]> : tensor<2xui64>
  %result = stablehlo.convert %operand : (tensor<2xui64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 5]> : tensor<2xi64>
  func.return
}

func.func @convert_op_test_si64_to_si4() {
  %operand = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi64>
  %result = stablehlo.convert %operand : (tensor<3xi64>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[7, -8, 3]> : tensor<3xi4>
  func.return
}

// The sign is kept.
func.func @convert_op_test_si4_to_si64() {
  %operand = stablehlo.constant dense<[-8, 7, -1]> : tensor<3xi4>
  %result = stablehlo.convert %operand : (tensor<3xi4>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[-8, 7, -1]> : tensor<3xi64>
  func.return
}

func.func @convert_op_test_ui4_to_ui64() {
  %operand = stablehlo.constant dense<[15, 8]> : tensor<2xui4>
  %result = stablehlo.convert %operand : (tensor<2xui4>) -> tensor<2xui64>
  check.expect_eq_const %result, dense<[15, 8]> : tensor<2xui64>
  func.return
}

// The nearest float, of two the even one.
func.func @convert_op_test_si64_to_f64() {
  %operand = stablehlo.constant dense<
      [3, -7, 9007199254740993, 9223372036854775807]> : tensor<4xi64>
  %result = stablehlo.convert %operand : (tensor<4xi64>) -> tensor<4xf64>
  check.expect_eq_const %result, dense<
      [3.0, -7.0, 9007199254740992.0, 9.223372036854776e+18]> : tensor<4xf64>
  func.return
}

func.func @convert_op_test_ui64_to_f32() {
  %operand = stablehlo.constant dense<[16777217, 18446744073709551615, 16777219]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<
      [1.6777216e+07, 1.8446744e+19, 1.677722e+07]> : tensor<3xf32>
  func.return
}

// Towards zero.
func.func @convert_op_test_f64_to_si64() {
  %operand = stablehlo.constant dense<[2.9, -2.9, 0.5, -1000000000000000.0]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[2, -2, 0, -1000000000000000]> : tensor<4xi64>
  func.return
}

func.func @convert_op_test_f64_to_ui64() {
  %operand = stablehlo.constant dense<[2.9, 1.844674407370955e+19, 0.99]> : tensor<3xf64>
  %result = stablehlo.convert %operand : (tensor<3xf64>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[2, 18446744073709549568, 0]> : tensor<3xui64>
  func.return
}

// Rounded to nearest; what is too large is infinite.
func.func @convert_op_test_f64_to_f32() {
  %operand = stablehlo.constant dense<
      [0.1, 1.0e+300, 1.0e-50, 1.0000000596046448]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xf32>
  check.expect_eq_const %result, dense<[0.1, 0x7F800000, 0.0, 1.0]> : tensor<4xf32>
  func.return
}

// Exactly, with the digits that it has.
func.func @convert_op_test_f32_to_f64() {
  %operand = stablehlo.constant dense<[0.1, 0xFF800000]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[0.10000000149011612, 0xFFF0000000000000]> : tensor<2xf64>
  func.return
}

// Ties go to the even neighbour, and a float of 64 bits is not rounded twice.
func.func @convert_op_test_f64_to_bf16() {
  %operand = stablehlo.constant dense<
      [1.00390625, 1.01171875, 1.0e+39, 1.0039062500000002]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xbf16>
  check.expect_eq_const %result, dense<[1.0, 1.015625, 0x7F80, 1.0078125]> : tensor<4xbf16>
  func.return
}

func.func @convert_op_test_f32_to_f8E4M3FN() {
  %operand = stablehlo.constant dense<[0.3, 17.0, 19.0, -448.0]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.3125, 16.0, 20.0, -448.0]> : tensor<4xf8E4M3FN>
  func.return
}

func.func @convert_op_test_f8E5M2_to_f64() {
  %operand = stablehlo.constant dense<[1.75, -57344.0, 1.52587890625e-05]> : tensor<3xf8E5M2>
  %result = stablehlo.convert %operand : (tensor<3xf8E5M2>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[1.75, -57344.0, 1.52587890625e-05]> : tensor<3xf64>
  func.return
}

func.func @convert_op_test_f64_to_c128() {
  %operand = stablehlo.constant dense<[1.5, -0.25]> : tensor<2xf64>
  %result = stablehlo.convert %operand : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.5, 0.0), (-0.25, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// The real part.
func.func @convert_op_test_c128_to_f64() {
  %operand = stablehlo.constant dense<[(1.5, 9.0), (-0.25, -1.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.5, -0.25]> : tensor<2xf64>
  func.return
}

func.func @convert_op_test_c128_to_si64() {
  %operand = stablehlo.constant dense<[(1.5, 9.0), (-7.0, -1.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[1, -7]> : tensor<2xi64>
  func.return
}

func.func @convert_op_test_c128_to_c64() {
  %operand = stablehlo.constant dense<[(0.1, 0.2)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.1, 0.2)]> : tensor<1xcomplex<f32>>
  func.return
}

// Every second integer, from 256 on; ties go to the even neighbour.
func.func @convert_op_test_si64_to_bf16() {
  %operand = stablehlo.constant dense<[256, 257, 258, 259]> : tensor<4xi64>
  %result = stablehlo.convert %operand : (tensor<4xi64>) -> tensor<4xbf16>
  check.expect_eq_const %result, dense<[256.0, 256.0, 258.0, 260.0]> : tensor<4xbf16>
  func.return
}
