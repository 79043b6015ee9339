// RUN: indexing-tools check %s
//
// torch_index_select: elements of a dimension by their numbers, as the function of that name in
// PyTorch.
// All types are treated alike: the widest integer stands for them. An operation of the dialect
// beside the specification's. With and without dimensions in common.

func.func @torch_index_select_op_test_si64() {
  %operand = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %index = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi32>
  %result = "stablehlo.torch_index_select"(%operand, %index) {
    dim = 1 : i64, batch_dims = 0 : i64
  } : (tensor<2x3xi64>, tensor<3xi32>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[2, 0, 2], [5, 3, 5]]> : tensor<2x3xi64>
  func.return
}

// Each row has indices of its own.
func.func @torch_index_select_op_test_si64_batched() {
  %operand = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %index = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %result = "stablehlo.torch_index_select"(%operand, %index) {
    dim = 1 : i64, batch_dims = 1 : i64
  } : (tensor<2x3xi64>, tensor<2x2xi32>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[2, 0], [4, 4]]> : tensor<2x2xi64>
  func.return
}
