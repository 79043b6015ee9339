// RUN: indexing-tools check %s
//
// transpose: permutes dimensions: dimension d of the result is dimension permutation[d] of the
// operand.
// All types are treated alike: the widest integer stands for them. Corners: a permutation that is
// not its own inverse, one that changes nothing. Of quantized types with a scale for each slice
// the dimension of the scales goes along.

// The specification's example.
func.func @transpose_op_test_si32() {
  %operand = stablehlo.constant dense<
      [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %result = stablehlo.transpose %operand, dims = [2, 1, 0]
      : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %result, dense<
      [[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]> : tensor<2x3x2xi32>
  func.return
}

func.func @transpose_op_test_si64() {
  %operand = stablehlo.constant dense<
      [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]],
       [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %result = stablehlo.transpose %operand, dims = [2, 0, 1]
      : (tensor<2x3x4xi64>) -> tensor<4x2x3xi64>
  check.expect_eq_const %result, dense<
      [[[0, 4, 8], [12, 16, 20]],
       [[1, 5, 9], [13, 17, 21]],
       [[2, 6, 10], [14, 18, 22]],
       [[3, 7, 11], [15, 19, 23]]]> : tensor<4x2x3xi64>
  func.return
}

func.func @transpose_op_test_si64_same() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = stablehlo.transpose %operand, dims = [0, 1] : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @transpose_op_test_quantized() {
  %stored = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %stored
      : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25:1}>>
  %result = stablehlo.transpose %operand, dims = [1, 0]
      : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25:1}>>)
      -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25:1}>>
  %floats = stablehlo.uniform_dequantize %result
      : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25:1}>>) -> tensor<3x2xf32>
  check.expect_eq_const %floats, dense<[[0.5, 0.75], [1.0, 1.0], [1.5, 1.25]]> : tensor<3x2xf32>
  func.return
}
