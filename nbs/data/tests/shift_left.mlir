// RUN: indexing-tools check %s
//
// shift_left: shifts bits to the left; zeros come in, and nothing is left after as many as the
// type has.
// Classes of types: integers; integers of 4 bits.

// The specification's example.
func.func @shift_left_op_test_si64() {
  %lhs = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_left %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[-2, 0, 8]> : tensor<3xi64>
  func.return
}

// By 64 and more.
func.func @shift_left_op_test_si64_far() {
  %lhs = stablehlo.constant dense<[1, 1, 3, 5, -1]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[63, 64, 62, 0, 100]> : tensor<5xi64>
  %result = stablehlo.shift_left %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<
      [-9223372036854775808, 0, -4611686018427387904, 5, 0]> : tensor<5xi64>
  func.return
}

func.func @shift_left_op_test_ui64() {
  %lhs = stablehlo.constant dense<[1, 255, 9223372036854775808]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[63, 60, 1]> : tensor<3xui64>
  %result = stablehlo.shift_left %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<
      [9223372036854775808, 17293822569102704640, 0]> : tensor<3xui64>
  func.return
}

func.func @shift_left_op_test_si4() {
  %lhs = stablehlo.constant dense<[3, -1, 5]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi4>
  %result = stablehlo.shift_left %lhs, %rhs : tensor<3xi4>
  check.expect_eq_const %result, dense<[-4, -8, 0]> : tensor<3xi4>
  func.return
}
