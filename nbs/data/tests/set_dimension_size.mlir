// RUN: indexing-tools check %s
//
// set_dimension_size: a tensor whose dimension has at most its size: the elements before the new
// size are left.
// All types are treated alike: the widest integer stands for them. An operation of the dialect
// beside the specification's.

func.func @set_dimension_size_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %size = stablehlo.constant dense<2> : tensor<i32>
  %result = stablehlo.set_dimension_size %operand, %size, dim = 1
      : (tensor<2x3xi64>, tensor<i32>) -> tensor<2x?xi64, #stablehlo.bounds<?, 3>>
  %found = stablehlo.get_dimension_size %result, dim = 1
      : (tensor<2x?xi64, #stablehlo.bounds<?, 3>>) -> tensor<i32>
  check.expect_eq_const %found, dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %sum = stablehlo.reduce(%result init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<2x?xi64, #stablehlo.bounds<?, 3>>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %sum, dense<12> : tensor<i64>
  func.return
}
