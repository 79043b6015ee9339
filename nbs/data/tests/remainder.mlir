// RUN: indexing-tools check %s
//
// remainder: the remainder of a division that is cut towards zero: it has the sign of the
// dividend.
// Classes of types: signed integers, unsigned ones, those of 4 bits; floats; narrow floats.

// The specification's example.
func.func @remainder_op_test_si64() {
  %lhs = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<4xi64>
  check.expect_eq_const %result, dense<[2, -2, 2, -2]> : tensor<4xi64>
  func.return
}

func.func @remainder_op_test_ui64() {
  %lhs = stablehlo.constant dense<[18446744073709551615, 9223372036854775813, 4]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[10, 9223372036854775808, 9]> : tensor<3xui64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<[5, 5, 4]> : tensor<3xui64>
  func.return
}

func.func @remainder_op_test_si4() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -8]> : tensor<4xi4>
  %rhs = stablehlo.constant dense<[4, 4, -4, 3]> : tensor<4xi4>
  %result = stablehlo.remainder %lhs, %rhs : tensor<4xi4>
  check.expect_eq_const %result, dense<[3, -3, 3, -2]> : tensor<4xi4>
  func.return
}

// The quotient is exact however large it is; by infinity nothing is taken away.
func.func @remainder_op_test_f64() {
  %lhs = stablehlo.constant dense<[17.5, -17.5, 17.5, -5.25, 1.0e+17, 4.0, 6.0]> : tensor<7xf64>
  %rhs = stablehlo.constant dense<
      [3.0, 3.0, -3.0, 0.5, 3.0, 0x7FF0000000000000, 3.0]> : tensor<7xf64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xf64>
  check.expect_eq_const %result, dense<[2.5, -2.5, 2.5, -0.25, 1.0, 4.0, 0.0]> : tensor<7xf64>
  func.return
}

func.func @remainder_op_test_bf16() {
  %lhs = stablehlo.constant dense<[7.5, -7.5, 100.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 0.375]> : tensor<3xbf16>
  %result = stablehlo.remainder %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.5, -1.5, 0.25]> : tensor<3xbf16>
  func.return
}

// A remainder of zero has the sign of the dividend, too.
func.func @remainder_op_test_f64_zeros() {
  %lhs = stablehlo.constant dense<[-6.0, 6.0, 0.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[3.0, -3.0, -5.0]> : tensor<3xf64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<3xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  check.expect_eq_const %bits, dense<
      [0x8000000000000000, 0x0000000000000000, 0x0000000000000000]> : tensor<3xui64>
  func.return
}

func.func @remainder_op_test_si64_scalar() {
  %lhs = stablehlo.constant dense<-7> : tensor<i64>
  %rhs = stablehlo.constant dense<2> : tensor<i64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<i64>
  check.expect_eq_const %result, dense<-1> : tensor<i64>
  func.return
}
