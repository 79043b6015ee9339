// RUN: indexing-tools check %s
//
// chlo.ragged_dot: products of matrices of which the rows, or the elements that are summed, are in
// groups of different sizes.
// Types as in dot_general (G4). Corners: groups of rows, with an empty group; groups of what is
// summed.

// One row for the first matrix, none for the second, two for the third.
func.func @chlo_ragged_dot_op_test_rows() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %rhs = stablehlo.constant dense<
      [[[1, 0], [0, 1]], [[9, 9], [9, 9]], [[2, 0], [1, -1]]]> : tensor<3x2x2xi64>
  %group_sizes = stablehlo.constant dense<[1, 0, 2]> : tensor<3xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [],
      rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0],
      rhs_group_dimensions = [0]>
  } : (tensor<3x2xi64>, tensor<3x2x2xi64>, tensor<3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [10, -4], [16, -6]]> : tensor<3x2xi64>
  func.return
}

// A product for each group of what is summed: of the first element, and of the other two.
func.func @chlo_ragged_dot_op_test_summed() {
  %lhs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %rhs = stablehlo.constant dense<[[1, 0], [0, 1], [10, 100]]> : tensor<3x2xi64>
  %group_sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [],
      rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [0],
      lhs_ragged_dimensions = [1],
      rhs_group_dimensions = []>
  } : (tensor<2x3xi64>, tensor<3x2xi64>, tensor<2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq_const %result, dense<
      [[[1, 0], [4, 0]], [[30, 302], [60, 605]]]> : tensor<2x2x2xi64>
  func.return
}

// Two batches, with groups of different sizes.
func.func @chlo_ragged_dot_op_test_batched() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %rhs = stablehlo.constant dense<
      [[[[1], [1]], [[10], [1]]], [[[2], [0]], [[0], [3]]]]> : tensor<2x2x2x1xi64>
  %group_sizes = stablehlo.constant dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [1],
      lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [2],
      lhs_ragged_dimensions = [1],
      rhs_group_dimensions = [0]>
  } : (tensor<2x2x2xi64>, tensor<2x2x2x1xi64>, tensor<2x2xi64>) -> tensor<2x2x1xi64>
  check.expect_eq_const %result, dense<[[[3], [6]], [[56], [78]]]> : tensor<2x2x1xi64>
  func.return
}
