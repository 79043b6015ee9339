// RUN: indexing-tools check %s
//
// shift_right_logical: shifts bits to the right; zeros come in.
// Classes of types: signed integers, whose sign moves as any bit, unsigned ones; integers of 4
// bits.

// The specification's example.
func.func @shift_right_logical_op_test_si64() {
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 0, 1]> : tensor<3xi64>
  func.return
}

func.func @shift_right_logical_op_test_si64_far() {
  %lhs = stablehlo.constant dense<[-1, -9223372036854775808, -1, -256, 5]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[63, 62, 64, 4, 0]> : tensor<5xi64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<[1, 2, 0, 1152921504606846960, 5]> : tensor<5xi64>
  func.return
}

func.func @shift_right_logical_op_test_ui64() {
  %lhs = stablehlo.constant dense<
      [18446744073709551615, 9223372036854775808, 12]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[60, 63, 2]> : tensor<3xui64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<[15, 1, 3]> : tensor<3xui64>
  func.return
}

func.func @shift_right_logical_op_test_si4() {
  %lhs = stablehlo.constant dense<[-8, 7, -1]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi4>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<3xi4>
  check.expect_eq_const %result, dense<[4, 3, 0]> : tensor<3xi4>
  func.return
}
