// RUN: indexing-tools check %s
//
// shift_right_arithmetic: shifts bits to the right; copies of the sign come in.
// Classes of types: integers; integers of 4 bits.

// The specification's example.
func.func @shift_right_arithmetic_op_test_si64() {
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi64>
  func.return
}

// As far as 64 bits go, only the sign is left.
func.func @shift_right_arithmetic_op_test_si64_far() {
  %lhs = stablehlo.constant dense<
      [-9223372036854775808, -9223372036854775808, 9223372036854775807, -17,
       -17]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[63, 64, 63, 2, 0]> : tensor<5xi64>
  %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<[-1, -1, 0, -5, -17]> : tensor<5xi64>
  func.return
}

func.func @shift_right_arithmetic_op_test_si4() {
  %lhs = stablehlo.constant dense<[-8, 7, -3]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[2, 1, 4]> : tensor<3xi4>
  %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<3xi4>
  check.expect_eq_const %result, dense<[-2, 3, -1]> : tensor<3xi4>
  func.return
}

// The highest bit is copied in any type of integers.
func.func @shift_right_arithmetic_op_test_ui64() {
  %lhs = stablehlo.constant dense<
      [9223372036854775808, 4611686018427387904, 9223372036854775808]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[1, 1, 64]> : tensor<3xui64>
  %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<
      [13835058055282163712, 2305843009213693952, 18446744073709551615]> : tensor<3xui64>
  func.return
}
