// RUN: indexing-tools check %s
//
// popcnt: how many bits of an integer are one.
// Classes of types: signed integers, whose bits are those of two's complement, unsigned ones;
// integers of 4 bits.

// The specification's example.
func.func @popcnt_op_test_si64() {
  %operand = stablehlo.constant dense<[0, 1, 2, 127]> : tensor<4xi64>
  %result = stablehlo.popcnt %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<[0, 1, 1, 7]> : tensor<4xi64>
  func.return
}

func.func @popcnt_op_test_si64_negative() {
  %operand = stablehlo.constant dense<
      [-1, -9223372036854775808, 9223372036854775807, -8]> : tensor<4xi64>
  %result = stablehlo.popcnt %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<[64, 1, 63, 61]> : tensor<4xi64>
  func.return
}

func.func @popcnt_op_test_ui64() {
  %operand = stablehlo.constant dense<
      [18446744073709551615, 6148914691236517205, 3]> : tensor<3xui64>
  %result = stablehlo.popcnt %operand : tensor<3xui64>
  check.expect_eq_const %result, dense<[64, 32, 2]> : tensor<3xui64>
  func.return
}

func.func @popcnt_op_test_si4() {
  %operand = stablehlo.constant dense<[-1, -8, 5, 0]> : tensor<4xi4>
  %result = stablehlo.popcnt %operand : tensor<4xi4>
  check.expect_eq_const %result, dense<[4, 1, 2, 0]> : tensor<4xi4>
  func.return
}
