// RUN: indexing-tools check %s
//
// or: the bitwise or of integers, the logical or of booleans.
// Classes of types: booleans; integers; integers of 4 bits.

// The specification's example.
func.func @or_op_test_si32() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.or %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 6], [7, 12]]> : tensor<2x2xi32>
  func.return
}

// The specification's example, in one row.
func.func @or_op_test_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.or %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

// The sign is a bit as any other.
func.func @or_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [81985529216486895, -1, -9223372036854775808, 12]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<
      [1085102592571150095, 9223372036854775807, -2, -12]> : tensor<4xi64>
  %result = stablehlo.or %lhs, %rhs : tensor<4xi64>
  check.expect_eq_const %result, dense<[1094180575044947951, -1, -2, -4]> : tensor<4xi64>
  func.return
}

func.func @or_op_test_ui4() {
  %lhs = stablehlo.constant dense<[12, 15, 5]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[10, 6, 9]> : tensor<3xui4>
  %result = stablehlo.or %lhs, %rhs : tensor<3xui4>
  check.expect_eq_const %result, dense<[14, 15, 13]> : tensor<3xui4>
  func.return
}
