// RUN: indexing-tools check %s
//
// real_dynamic_slice: a strided slice whose start, limit and strides are operands.
// All types are treated alike: the widest integer stands for them. An operation of the dialect
// beside the specification's. Sizes known to the text, and to the run only.

func.func @real_dynamic_slice_op_test_si64() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2, 3, 4],
       [5, 6, 7, 8, 9],
       [10, 11, 12, 13, 14],
       [15, 16, 17, 18, 19]]> : tensor<4x5xi64>
  %start_indices = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %limit_indices = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
  %strides = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %result = stablehlo.real_dynamic_slice %operand, %start_indices, %limit_indices, %strides
      : (tensor<4x5xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[5, 8], [15, 18]]> : tensor<2x2xi64>
  func.return
}

func.func @real_dynamic_slice_op_test_si64_open() {
  %operand = stablehlo.constant dense<[10, 11, 12, 13, 14]> : tensor<5xi64>
  %start_indices = stablehlo.constant dense<[1]> : tensor<1xi32>
  %limit_indices = stablehlo.constant dense<[4]> : tensor<1xi32>
  %strides = stablehlo.constant dense<[2]> : tensor<1xi32>
  %result = stablehlo.real_dynamic_slice %operand, %start_indices, %limit_indices, %strides
      : (tensor<5xi64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi64>
  %sized = stablehlo.reshape %result : (tensor<?xi64>) -> tensor<2xi64>
  check.expect_eq_const %sized, dense<[11, 13]> : tensor<2xi64>
  func.return
}
