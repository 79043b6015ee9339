// RUN: indexing-tools check %s
//
// not: flips every bit of integers; the logical not of booleans.
// Classes of types: booleans; signed integers, unsigned ones; integers of 4 bits.

// The specification's first example.
func.func @not_op_test_si32() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %result = stablehlo.not %operand : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[-2, -3], [-4, -5]]> : tensor<2x2xi32>
  func.return
}

// The specification's second example.
func.func @not_op_test_i1() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.not %operand : tensor<2xi1>
  check.expect_eq_const %result, dense<[false, true]> : tensor<2xi1>
  func.return
}

func.func @not_op_test_si64() {
  %operand = stablehlo.constant dense<[0, -1, 9223372036854775807, 10]> : tensor<4xi64>
  %result = stablehlo.not %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<[-1, 0, -9223372036854775808, -11]> : tensor<4xi64>
  func.return
}

func.func @not_op_test_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.not %operand : tensor<3xui64>
  check.expect_eq_const %result, dense<
      [18446744073709551615, 18446744073709551614, 0]> : tensor<3xui64>
  func.return
}

func.func @not_op_test_ui4() {
  %operand = stablehlo.constant dense<[0, 5, 15]> : tensor<3xui4>
  %result = stablehlo.not %operand : tensor<3xui4>
  check.expect_eq_const %result, dense<[15, 10, 0]> : tensor<3xui4>
  func.return
}
