// RUN: indexing-tools check %s
//
// count_leading_zeros: how many zeros stand before the first bit of an integer that is one.
// Classes of types: signed integers, unsigned ones; integers of 4 bits.

// The specification's example.
func.func @count_leading_zeros_op_test_si64() {
  %operand = stablehlo.constant dense<[[0, 1], [128, -1]]> : tensor<2x2xi64>
  %result = stablehlo.count_leading_zeros %operand : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[64, 63], [56, 0]]> : tensor<2x2xi64>
  func.return
}

// A detour by floats would round the last two.
func.func @count_leading_zeros_op_test_ui64() {
  %operand = stablehlo.constant dense<
      [9223372036854775808, 4294967296, 4294967295, 9007199254740993,
       9223372036854775807]> : tensor<5xui64>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui64>
  check.expect_eq_const %result, dense<[0, 31, 32, 10, 1]> : tensor<5xui64>
  func.return
}

func.func @count_leading_zeros_op_test_si4() {
  %operand = stablehlo.constant dense<[0, 1, 7, -1]> : tensor<4xi4>
  %result = stablehlo.count_leading_zeros %operand : tensor<4xi4>
  check.expect_eq_const %result, dense<[4, 3, 1, 0]> : tensor<4xi4>
  func.return
}
