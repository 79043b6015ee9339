// RUN: indexing-tools check %s
//
// pad: puts a value around and between elements; negative amounts take elements away at the edges.
// All types are treated alike: the widest integer stands for them. Corners: padding between
// elements, negative padding, both together.

// The specification's example.
func.func @pad_op_test_si32() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %padding_value = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %operand, %padding_value, low = [0, 1], high = [2, 1], interior = [1, 2]
      : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
  check.expect_eq_const %result, dense<
      [[0, 1, 0, 0, 2, 0, 0, 3, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0],
       [0, 4, 0, 0, 5, 0, 0, 6, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<5x9xi32>
  func.return
}

// The first row goes, and the last column.
func.func @pad_op_test_si64_negative() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi64>
  %padding_value = stablehlo.constant dense<-1> : tensor<i64>
  %result = stablehlo.pad %operand, %padding_value, low = [-1, 2], high = [0, -1], interior = [0, 0]
      : (tensor<3x3xi64>, tensor<i64>) -> tensor<2x4xi64>
  check.expect_eq_const %result, dense<[[-1, -1, 4, 5], [-1, -1, 7, 8]]> : tensor<2x4xi64>
  func.return
}

// What is put between elements may be taken away again.
func.func @pad_op_test_f64_between() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %padding_value = stablehlo.constant dense<0.5> : tensor<f64>
  %result = stablehlo.pad %operand, %padding_value, low = [-2], high = [1], interior = [2]
      : (tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  check.expect_eq_const %result, dense<[0.5, 2.0, 0.5, 0.5, 3.0, 0.5]> : tensor<6xf64>
  func.return
}
