// RUN: indexing-tools check %s
//
// dynamic_slice: a slice of known sizes from a start that operands tell; a start is moved so that
// the slice is inside.
// All types are treated alike: the widest integer stands for them. Indices: signed, below zero and
// beyond the end; unsigned, whose highest bit is no sign.

// The specification's example: -1 becomes 0, 3 becomes 2.
func.func @dynamic_slice_op_test_si32() {
  %operand = stablehlo.constant dense<
      [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
  %start_indices0 = stablehlo.constant dense<-1> : tensor<i64>
  %start_indices1 = stablehlo.constant dense<3> : tensor<i64>
  %result = stablehlo.dynamic_slice %operand, %start_indices0, %start_indices1, sizes = [2, 2]
      : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>
  func.return
}

// 200 is beyond the end, not below zero.
func.func @dynamic_slice_op_test_si64_ui8() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %start_indices0 = stablehlo.constant dense<1> : tensor<ui8>
  %start_indices1 = stablehlo.constant dense<200> : tensor<ui8>
  %result = stablehlo.dynamic_slice %operand, %start_indices0, %start_indices1, sizes = [1, 3]
      : (tensor<3x4xi64>, tensor<ui8>, tensor<ui8>) -> tensor<1x3xi64>
  check.expect_eq_const %result, dense<[[5, 6, 7]]> : tensor<1x3xi64>
  func.return
}
