// RUN: indexing-tools check %s
//
// constant: a value that stands in the program.
// Every element type, packed and unpacked: what is written in decimals is expected as bits, and
// the other way round (G3). Further: one value for all elements, no elements, a text of bytes.

// The specification's example.
func.func @constant_op_test_f32_spec() {
  %output = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  check.expect_eq_const %output, dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  func.return
}

func.func @constant_op_test_i1() {
  %output = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %output, dense<[1, 0]> : tensor<2xi1>
  func.return
}

// The ends of every type.
func.func @constant_op_test_si2() {
  %output = stablehlo.constant dense<[-2, 0, 1]> : tensor<3xi2>
  check.expect_eq_const %output, dense<[-2, 0x0, 0x1]> : tensor<3xi2>
  func.return
}

func.func @constant_op_test_si4() {
  %output = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  check.expect_eq_const %output, dense<[-8, 0x0, 0x7]> : tensor<3xi4>
  func.return
}

func.func @constant_op_test_si8() {
  %output = stablehlo.constant dense<[-128, 0, 127]> : tensor<3xi8>
  check.expect_eq_const %output, dense<[-128, 0x0, 0x7F]> : tensor<3xi8>
  func.return
}

func.func @constant_op_test_si16() {
  %output = stablehlo.constant dense<[-32768, 0, 32767]> : tensor<3xi16>
  check.expect_eq_const %output, dense<[-32768, 0x0, 0x7FFF]> : tensor<3xi16>
  func.return
}

func.func @constant_op_test_si32() {
  %output = stablehlo.constant dense<[-2147483648, 0, 2147483647]> : tensor<3xi32>
  check.expect_eq_const %output, dense<[-2147483648, 0x0, 0x7FFFFFFF]> : tensor<3xi32>
  func.return
}

func.func @constant_op_test_si64() {
  %output = stablehlo.constant dense<
      [-9223372036854775808, 0, 9223372036854775807]> : tensor<3xi64>
  check.expect_eq_const %output, dense<
      [-9223372036854775808, 0x0, 0x7FFFFFFFFFFFFFFF]> : tensor<3xi64>
  func.return
}

func.func @constant_op_test_ui2() {
  %output = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  check.expect_eq_const %output, dense<[0x0, 0x3]> : tensor<2xui2>
  func.return
}

func.func @constant_op_test_ui4() {
  %output = stablehlo.constant dense<[0, 15]> : tensor<2xui4>
  check.expect_eq_const %output, dense<[0x0, 0xF]> : tensor<2xui4>
  func.return
}

func.func @constant_op_test_ui8() {
  %output = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  check.expect_eq_const %output, dense<[0x0, 0xFF]> : tensor<2xui8>
  func.return
}

func.func @constant_op_test_ui16() {
  %output = stablehlo.constant dense<[0, 65535]> : tensor<2xui16>
  check.expect_eq_const %output, dense<[0x0, 0xFFFF]> : tensor<2xui16>
  func.return
}

func.func @constant_op_test_ui32() {
  %output = stablehlo.constant dense<[0, 4294967295]> : tensor<2xui32>
  check.expect_eq_const %output, dense<[0x0, 0xFFFFFFFF]> : tensor<2xui32>
  func.return
}

func.func @constant_op_test_ui64() {
  %output = stablehlo.constant dense<[0, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %output, dense<[0x0, 0xFFFFFFFFFFFFFFFF]> : tensor<2xui64>
  func.return
}

// A sign, an exponent of two bits and a mantissa of one: 6 is the greatest.
func.func @constant_op_test_f4e2m1fn() {
  %output = stablehlo.constant dense<[0.5, -6.0]> : tensor<2xf4E2M1FN>
  check.expect_eq_const %output, dense<[0x1, 0xF]> : tensor<2xf4E2M1FN>
  func.return
}

func.func @constant_op_test_f6e2m3fn() {
  %output = stablehlo.constant dense<[0.125, -7.5]> : tensor<2xf6E2M3FN>
  check.expect_eq_const %output, dense<[0x01, 0x3F]> : tensor<2xf6E2M3FN>
  func.return
}

func.func @constant_op_test_f6e3m2fn() {
  %output = stablehlo.constant dense<[0.0625, -28.0]> : tensor<2xf6E3M2FN>
  check.expect_eq_const %output, dense<[0x01, 0x3F]> : tensor<2xf6E3M2FN>
  func.return
}

func.func @constant_op_test_f8E3M4() {
  %output = stablehlo.constant dense<[1.0, -15.5]> : tensor<2xf8E3M4>
  check.expect_eq_const %output, dense<[0x30, 0xEF]> : tensor<2xf8E3M4>
  func.return
}

func.func @constant_op_test_f8E4M3() {
  %output = stablehlo.constant dense<[1.0, -240.0]> : tensor<2xf8E4M3>
  check.expect_eq_const %output, dense<[0x38, 0xF7]> : tensor<2xf8E4M3>
  func.return
}

// No infinities: 448 takes the place of one.
func.func @constant_op_test_f8E4M3FN() {
  %output = stablehlo.constant dense<[1.0, -448.0]> : tensor<2xf8E4M3FN>
  check.expect_eq_const %output, dense<[0x38, 0xFE]> : tensor<2xf8E4M3FN>
  func.return
}

// No negative zero, and an exponent that is biased by one more.
func.func @constant_op_test_f8E4M3FNUZ() {
  %output = stablehlo.constant dense<[1.0, -240.0]> : tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %output, dense<[0x40, 0xFF]> : tensor<2xf8E4M3FNUZ>
  func.return
}

func.func @constant_op_test_f8E4M3B11FNUZ() {
  %output = stablehlo.constant dense<[1.0, -30.0]> : tensor<2xf8E4M3B11FNUZ>
  check.expect_eq_const %output, dense<[0x58, 0xFF]> : tensor<2xf8E4M3B11FNUZ>
  func.return
}

func.func @constant_op_test_f8E5M2() {
  %output = stablehlo.constant dense<[1.0, -57344.0]> : tensor<2xf8E5M2>
  check.expect_eq_const %output, dense<[0x3C, 0xFB]> : tensor<2xf8E5M2>
  func.return
}

func.func @constant_op_test_f8E5M2FNUZ() {
  %output = stablehlo.constant dense<[1.0, -57344.0]> : tensor<2xf8E5M2FNUZ>
  check.expect_eq_const %output, dense<[0x40, 0xFF]> : tensor<2xf8E5M2FNUZ>
  func.return
}

// Powers of two only, without a sign.
func.func @constant_op_test_f8E8M0FNU() {
  %output = stablehlo.constant dense<[1.0, 0.25]> : tensor<2xf8E8M0FNU>
  check.expect_eq_const %output, dense<[0x7F, 0x7D]> : tensor<2xf8E8M0FNU>
  func.return
}

func.func @constant_op_test_bf16() {
  %output = stablehlo.constant dense<[1.0, -3.0]> : tensor<2xbf16>
  check.expect_eq_const %output, dense<[0x3F80, 0xC040]> : tensor<2xbf16>
  func.return
}

func.func @constant_op_test_f16() {
  %output = stablehlo.constant dense<[1.0, -6.55e+04]> : tensor<2xf16>
  check.expect_eq_const %output, dense<[0x3C00, 0xFBFF]> : tensor<2xf16>
  func.return
}

func.func @constant_op_test_f32() {
  %output = stablehlo.constant dense<[0.15625, -2.0]> : tensor<2xf32>
  check.expect_eq_const %output, dense<[0x3E200000, 0xC0000000]> : tensor<2xf32>
  func.return
}

func.func @constant_op_test_f64() {
  %output = stablehlo.constant dense<[0.1, -2.0]> : tensor<2xf64>
  check.expect_eq_const %output, dense<[0x3FB999999999999A, 0xC000000000000000]> : tensor<2xf64>
  func.return
}

func.func @constant_op_test_c64() {
  %output = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %output, dense<
      [(0x3FC00000, 0xC0000000),
       (0x00000000, 0x00000000)]> : tensor<2xcomplex<f32>>
  func.return
}

func.func @constant_op_test_c128() {
  %output = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  check.expect_eq_const %output, dense<
      [(0x3FF8000000000000, 0xC000000000000000),
       (0x0000000000000000, 0x0000000000000000)]> : tensor<2xcomplex<f64>>
  func.return
}

// One value for all.
func.func @constant_op_test_splat() {
  %output = stablehlo.constant dense<7> : tensor<2x3xi64>
  check.expect_eq_const %output, dense<[[7, 7, 7], [7, 7, 7]]> : tensor<2x3xi64>
  func.return
}

// Bytes, little-endian: 1, -2 and 258.
func.func @constant_op_test_bytes() {
  %output = stablehlo.constant dense<"0x0100FEFF0201"> : tensor<3xi16>
  check.expect_eq_const %output, dense<[1, -2, 258]> : tensor<3xi16>
  func.return
}

// No elements.
func.func @constant_op_test_empty() {
  %output = stablehlo.constant dense<> : tensor<0x2xi64>
  %size = stablehlo.get_dimension_size %output, dim = 0 : (tensor<0x2xi64>) -> tensor<i32>
  check.expect_eq_const %size, dense<0> : tensor<i32>
  func.return
}
