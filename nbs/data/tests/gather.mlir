// RUN: indexing-tools check %s
//
// gather: slices of an operand, from starts that a tensor of indices tells, put together; a start
// is moved so that its slice is inside.
// All types are treated alike: the widest integer stands for them. Indices: with dimensions in
// common, beyond the end and below zero, unsigned, one number each.

// The specification's example, with dimensions that operand and indices have in common: index 9
// becomes 2.
func.func @gather_op_test_si32() {
  %operand = stablehlo.constant dense<
      [[[[1, 2], [3, 4], [5, 6], [7, 8]],
        [[9, 10], [11, 12], [13, 14], [15, 16]],
        [[17, 18], [19, 20], [21, 22], [23, 24]]],
       [[[25, 26], [27, 28], [29, 30], [31, 32]],
        [[33, 34], [35, 36], [37, 38], [39, 40]],
        [[41, 42], [43, 44], [45, 46], [47, 48]]]]> : tensor<2x3x4x2xi32>
  %start_indices = stablehlo.constant dense<
      [[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
       [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]]> : tensor<2x2x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [3, 4],
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [1],
      start_index_map = [2, 1],
      index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  check.expect_eq_const %result, dense<
      [[[[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
        [[[33, 34], [35, 36]],
         [[35, 36], [37, 38]],
         [[41, 42], [43, 44]]]],
       [[[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]],
        [[[43, 44], [45, 46]],
         [[33, 34], [35, 36]],
         [[27, 28], [29, 30]]]]]> : tensor<2x2x3x2x2xi32>
  func.return
}

// Rows by their numbers: -5 becomes 0, 7 becomes 3.
func.func @gather_op_test_si64_rows() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi64>
  %start_indices = stablehlo.constant dense<[2, -5, 7]> : tensor<3xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>
  } : (tensor<4x3xi64>, tensor<3xi32>) -> tensor<3x3xi64>
  check.expect_eq_const %result, dense<[[6, 7, 8], [0, 1, 2], [9, 10, 11]]> : tensor<3x3xi64>
  func.return
}

// An index vector that stands in the first dimension; 200 is not below zero.
func.func @gather_op_test_si64_ui8() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi64>
  %start_indices = stablehlo.constant dense<[[0, 200], [1, 2]]> : tensor<2x2xui8>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0], collapsed_slice_dims = [1],
      start_index_map = [0, 1], index_vector_dim = 0>,
    slice_sizes = array<i64: 2, 1>
  } : (tensor<4x3xi64>, tensor<2x2xui8>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 8], [4, 11]]> : tensor<2x2xi64>
  func.return
}

// Single elements; the greatest index of 64 bits is beyond the end.
func.func @gather_op_test_si64_elements() {
  %operand = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %start_indices = stablehlo.constant dense<[[3], [18446744073709551615], [0]]> : tensor<3x1xui64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<4xi64>, tensor<3x1xui64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[13, 13, 10]> : tensor<3xi64>
  func.return
}

// One slice of two rows, moved to begin at row 1.
func.func @gather_op_test_si64_window() {
  %operand = stablehlo.constant dense<
      [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %start_indices = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>,
    slice_sizes = array<i64: 2, 2>
  } : (tensor<3x4xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[5, 6], [9, 10]]> : tensor<2x2xi64>
  func.return
}
