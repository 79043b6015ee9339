// RUN: indexing-tools check %s
//
// einsum: sums of products as a text in the notation of Einstein says.
// Types as in dot_general (G4). Corners: letters summed, kept, in both and exchanged. An operation
// of the dialect beside the specification's.

func.func @einsum_op_test_product() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %result = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik"
      : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[19, 22], [43, 50]]> : tensor<2x2xi64>
  func.return
}

func.func @einsum_op_test_batched() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %rhs = stablehlo.constant dense<[[1, -1], [2, 0]]> : tensor<2x2xi64>
  %result = stablehlo.einsum %lhs, %rhs, config = "bij,bj->bi"
      : (tensor<2x2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[-1, -1], [10, 14]]> : tensor<2x2xi64>
  func.return
}

func.func @einsum_op_test_transposed() {
  %lhs = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi64>
  %result = stablehlo.einsum %lhs, %rhs, config = "i,j->ji"
      : (tensor<2xi64>, tensor<3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[3, 6], [4, 8], [5, 10]]> : tensor<3x2xi64>
  func.return
}
