// RUN: indexing-tools check %s
//
// unary_einsum: sums and permutations of one operand as a text in the notation of Einstein says.
// Types as in dot_general (G4). An operation of the dialect beside the specification's.

func.func @unary_einsum_op_test_sum() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x2xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[3, 7]> : tensor<2xi64>
  func.return
}

func.func @unary_einsum_op_test_transposed() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %result = stablehlo.unary_einsum %operand, config = "ij->ji"
      : (tensor<2x3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi64>
  func.return
}
