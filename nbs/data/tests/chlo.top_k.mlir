// RUN: indexing-tools check %s
//
// chlo.top_k: the greatest elements of each row, in their order, and where they stood; of equal
// ones the first.
// Classes of types: signed integers, unsigned ones; floats.

func.func @chlo_top_k_op_test_si64() {
  %operand = stablehlo.constant dense<
      [[3, 9, -1, 9], [-9223372036854775808, 0, 9223372036854775807, 5]]> : tensor<2x4xi64>
  %values, %indices = chlo.top_k(%operand, k = 3)
      : tensor<2x4xi64> -> (tensor<2x3xi64>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[9, 9, 3], [9223372036854775807, 5, 0]]> : tensor<2x3xi64>
  check.expect_eq_const %indices, dense<[[1, 3, 0], [2, 3, 1]]> : tensor<2x3xi32>
  func.return
}

func.func @chlo_top_k_op_test_ui64() {
  %operand = stablehlo.constant dense<
      [[9223372036854775808, 1, 18446744073709551615]]> : tensor<1x3xui64>
  %values, %indices = chlo.top_k(%operand, k = 2)
      : tensor<1x3xui64> -> (tensor<1x2xui64>, tensor<1x2xi32>)
  check.expect_eq_const %values, dense<
      [[18446744073709551615, 9223372036854775808]]> : tensor<1x2xui64>
  check.expect_eq_const %indices, dense<[[2, 0]]> : tensor<1x2xi32>
  func.return
}

func.func @chlo_top_k_op_test_f64() {
  %operand = stablehlo.constant dense<
      [[0.5, 0xFFF0000000000000, 2.5, 0x7FF0000000000000]]> : tensor<1x4xf64>
  %values, %indices = chlo.top_k(%operand, k = 3)
      : tensor<1x4xf64> -> (tensor<1x3xf64>, tensor<1x3xi32>)
  check.expect_eq_const %values, dense<[[0x7FF0000000000000, 2.5, 0.5]]> : tensor<1x3xf64>
  check.expect_eq_const %indices, dense<[[3, 2, 0]]> : tensor<1x3xi32>
  func.return
}
