// RUN: indexing-tools check %s
//
// slice: every stride-th element from a start to before a limit, in each dimension.
// All types are treated alike: the widest integer stands for them. Corners: strides that do not
// reach the limit, a slice that is empty, the whole.

// The specification's example.
func.func @slice_op_test_si64() {
  %operand = stablehlo.constant dense<
      [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]> : tensor<3x4xi64>
  %result = stablehlo.slice %operand [1:3, 2:4] : (tensor<3x4xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  func.return
}

// Columns 1 and 4: 7 is the limit.
func.func @slice_op_test_si64_strides() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2, 3, 4, 5, 6],
       [7, 8, 9, 10, 11, 12, 13],
       [14, 15, 16, 17, 18, 19, 20],
       [21, 22, 23, 24, 25, 26, 27]]> : tensor<4x7xi64>
  %result = stablehlo.slice %operand [0:4:3, 1:7:3] : (tensor<4x7xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 4], [22, 25]]> : tensor<2x2xi64>
  func.return
}

func.func @slice_op_test_si64_empty() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %empty = stablehlo.slice %operand [2:2] : (tensor<3xi64>) -> tensor<0xi64>
  %result = stablehlo.concatenate %empty, %operand, dim = 0
      : (tensor<0xi64>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 2, 3]> : tensor<3xi64>
  func.return
}
