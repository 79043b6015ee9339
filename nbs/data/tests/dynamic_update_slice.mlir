// RUN: indexing-tools check %s
//
// dynamic_update_slice: a tensor with a part of it overwritten, from a start that operands tell;
// it is moved so that the part is inside.
// All types are treated alike: the widest integer stands for them. Indices: below zero and beyond
// the end; unsigned.

// The specification's example.
func.func @dynamic_update_slice_op_test_si32() {
  %operand = stablehlo.constant dense<
      [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  %update = stablehlo.constant dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>
  %start_indices0 = stablehlo.constant dense<-1> : tensor<i64>
  %start_indices1 = stablehlo.constant dense<3> : tensor<i64>
  %result = stablehlo.dynamic_update_slice %operand, %update, %start_indices0, %start_indices1
      : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  check.expect_eq_const %result, dense<
      [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  func.return
}

// Every element is another one, and the operand stays what it is.
func.func @dynamic_update_slice_op_test_si64_ui8() {
  %operand = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi64>
  %update = stablehlo.constant dense<[[-1, -2]]> : tensor<1x2xi64>
  %start_indices0 = stablehlo.constant dense<1> : tensor<ui8>
  %start_indices1 = stablehlo.constant dense<255> : tensor<ui8>
  %result = stablehlo.dynamic_update_slice %operand, %update, %start_indices0, %start_indices1
      : (tensor<3x3xi64>, tensor<1x2xi64>, tensor<ui8>, tensor<ui8>) -> tensor<3x3xi64>
  check.expect_eq_const %result, dense<[[0, 1, 2], [3, -1, -2], [6, 7, 8]]> : tensor<3x3xi64>
  check.expect_eq_const %operand, dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi64>
  func.return
}
