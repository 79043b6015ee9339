// RUN: indexing-tools check %s
//
// chlo.mulhi: the upper half of the product of integers.
// Classes of types: signed integers, unsigned ones of 64 bits, which have no wider type; narrower
// ones; those of 4 bits.

func.func @chlo_mulhi_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [4611686018427387904, -4611686018427387904, -9223372036854775808, -1, 3]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[4, 5, -9223372036854775808, 1, 5]> : tensor<5xi64>
  %result = chlo.mulhi %lhs, %rhs : tensor<5xi64>, tensor<5xi64> -> tensor<5xi64>
  check.expect_eq_const %result, dense<[1, -2, 4611686018427387904, -1, 0]> : tensor<5xi64>
  func.return
}

func.func @chlo_mulhi_op_test_ui64() {
  %lhs = stablehlo.constant dense<[9223372036854775808, 18446744073709551615, 7]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[6, 18446744073709551615, 9]> : tensor<3xui64>
  %result = chlo.mulhi %lhs, %rhs : tensor<3xui64>, tensor<3xui64> -> tensor<3xui64>
  check.expect_eq_const %result, dense<[3, 18446744073709551614, 0]> : tensor<3xui64>
  func.return
}

func.func @chlo_mulhi_op_test_si32() {
  %lhs = stablehlo.constant dense<[1073741824, -2147483648, -7]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[12, 3, 9]> : tensor<3xi32>
  %result = chlo.mulhi %lhs, %rhs : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  check.expect_eq_const %result, dense<[3, -2, -1]> : tensor<3xi32>
  func.return
}

func.func @chlo_mulhi_op_test_si4() {
  %lhs = stablehlo.constant dense<[7, -8, -3]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[7, 7, 2]> : tensor<3xi4>
  %result = chlo.mulhi %lhs, %rhs : tensor<3xi4>, tensor<3xi4> -> tensor<3xi4>
  check.expect_eq_const %result, dense<[3, -4, -1]> : tensor<3xi4>
  func.return
}
