// RUN: indexing-tools check %s
//
// reverse: the elements of dimensions in the other order.
// All types are treated alike: the widest integer stands for them. Corners: several dimensions,
// none.

// The specification's example.
func.func @reverse_op_test_si32() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = stablehlo.reverse %operand, dims = [1] : tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[2, 1], [4, 3], [6, 5]]> : tensor<3x2xi32>
  func.return
}

func.func @reverse_op_test_si64() {
  %operand = stablehlo.constant dense<
      [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]> : tensor<2x2x3xi64>
  %result = stablehlo.reverse %operand, dims = [0, 2] : tensor<2x2x3xi64>
  check.expect_eq_const %result, dense<
      [[[8, 7, 6], [11, 10, 9]], [[2, 1, 0], [5, 4, 3]]]> : tensor<2x2x3xi64>
  func.return
}

func.func @reverse_op_test_si64_none() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = stablehlo.reverse %operand, dims = [] : tensor<2xi64>
  check.expect_eq_const %result, dense<[1, 2]> : tensor<2xi64>
  func.return
}
