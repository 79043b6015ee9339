// RUN: indexing-tools check %s
//
// dot: the product of vectors and matrices: the last dimension of the left is summed with the
// first of the right.
// Types as in dot_general (G4). Corners: each pair of vector and matrix. An operation of the
// dialect beside the specification's.

func.func @dot_op_test_vectors() {
  %lhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi64>
  %result = stablehlo.dot %lhs, %rhs : (tensor<3xi64>, tensor<3xi64>) -> tensor<i64>
  check.expect_eq_const %result, dense<32> : tensor<i64>
  func.return
}

func.func @dot_op_test_matrix_vector() {
  %lhs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %rhs = stablehlo.constant dense<[1, 0, -1]> : tensor<3xi64>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[-2, -2]> : tensor<2xi64>
  func.return
}

func.func @dot_op_test_vector_matrix() {
  %lhs = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2xi64>, tensor<2x3xi64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[9, 12, 15]> : tensor<3xi64>
  func.return
}

func.func @dot_op_test_matrices() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %rhs = stablehlo.constant dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[2, 3], [4, 7]]> : tensor<2x2xi64>
  func.return
}
