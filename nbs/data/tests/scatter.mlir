// RUN: indexing-tools check %s
//
// scatter: a tensor into which updates are put at places that indices tell, each combined with
// what is there by a function; updates outside are skipped.
// All types are treated alike: the widest integer stands for them. Corners: dimensions in common,
// indices outside, unsigned ones, an update that replaces, several inputs at once.

// The specification's example: the update at index 9 is outside.
func.func @scatter_op_test_si64() {
  %input = stablehlo.constant dense<
      [[[[1, 2], [3, 4], [5, 6], [7, 8]],
        [[9, 10], [11, 12], [13, 14], [15, 16]],
        [[17, 18], [19, 20], [21, 22], [23, 24]]],
       [[[25, 26], [27, 28], [29, 30], [31, 32]],
        [[33, 34], [35, 36], [37, 38], [39, 40]],
        [[41, 42], [43, 44], [45, 46], [47, 48]]]]> : tensor<2x3x4x2xi64>
  %scatter_indices = stablehlo.constant dense<
      [[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
       [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]]> : tensor<2x2x3x2xi64>
  %update = stablehlo.constant dense<1> : tensor<2x2x3x2x2xi64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %sum : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  check.expect_eq_const %result, dense<
      [[[[3, 4], [6, 7], [6, 7], [7, 8]],
        [[9, 10], [11, 12], [15, 16], [17, 18]],
        [[17, 18], [19, 20], [22, 23], [24, 25]]],
       [[[25, 26], [28, 29], [30, 31], [31, 32]],
        [[35, 36], [38, 39], [38, 39], [39, 40]],
        [[41, 42], [44, 45], [46, 47], [47, 48]]]]> : tensor<2x3x4x2xi64>
  func.return
}

// The update takes the place of what is there; -1 and 4 are outside.
func.func @scatter_op_test_si64_replaced() {
  %input = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %scatter_indices = stablehlo.constant dense<[[2], [-1], [4], [0]]> : tensor<4x1xi32>
  %update = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
    ^bb0(%old: tensor<i64>, %new: tensor<i64>):
      stablehlo.return %new : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = true
  } : (tensor<4xi64>, tensor<4x1xi32>, tensor<4xi64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[4, 11, 1, 13]> : tensor<4xi64>
  check.expect_eq_const %input, dense<[10, 11, 12, 13]> : tensor<4xi64>
  func.return
}

// Windows of two rows; the one that begins at row 2 reaches beyond the end, so that only one row
// of it counts. 255 is not below zero.
func.func @scatter_op_test_f64_windows() {
  %input = stablehlo.constant dense<[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf64>
  %scatter_indices = stablehlo.constant dense<[[0], [2], [255]]> : tensor<3x1xui8>
  %update = stablehlo.constant dense<
      [[[1.0, 2.0], [3.0, 4.0]],
       [[5.0, 6.0], [7.0, 8.0]],
       [[9.0, 9.0], [9.0, 9.0]]]> : tensor<3x2x2xf64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
    ^bb0(%arg0: tensor<f64>, %arg1: tensor<f64>):
      %most = stablehlo.maximum %arg0, %arg1 : tensor<f64>
      stablehlo.return %most : tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<3x2xf64>, tensor<3x1xui8>, tensor<3x2x2xf64>) -> tensor<3x2xf64>
  check.expect_eq_const %result, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  func.return
}

// Two inputs, whose updates are combined together: the greater key and its value stay.
func.func @scatter_op_test_several() {
  %input0 = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  %input1 = stablehlo.constant dense<[10.0, 50.0]> : tensor<2xf64>
  %scatter_indices = stablehlo.constant dense<[[0], [1], [0]]> : tensor<3x1xi64>
  %update0 = stablehlo.constant dense<[7, 2, 3]> : tensor<3xi64>
  %update1 = stablehlo.constant dense<[70.0, 20.0, 30.0]> : tensor<3xf64>
  %result:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
    ^bb0(%key: tensor<i64>, %value: tensor<f64>, %new_key: tensor<i64>, %new_value: tensor<f64>):
      %more = stablehlo.compare GT, %new_key, %key : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %k = stablehlo.select %more, %new_key, %key : tensor<i1>, tensor<i64>
      %v = stablehlo.select %more, %new_value, %value : tensor<i1>, tensor<f64>
      stablehlo.return %k, %v : tensor<i64>, tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi64>, tensor<2xf64>, tensor<3x1xi64>, tensor<3xi64>, tensor<3xf64>)
      -> (tensor<2xi64>, tensor<2xf64>)
  check.expect_eq_const %result#0, dense<[7, 5]> : tensor<2xi64>
  check.expect_eq_const %result#1, dense<[70.0, 50.0]> : tensor<2xf64>
  func.return
}
