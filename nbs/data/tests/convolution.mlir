// RUN: indexing-tools check %s
//
// convolution: sums of products of a window that moves over the left operand and a kernel.
// Classes of types: integers; floats; narrow floats with a wider result; complex numbers. Corners:
// every option of the window, groups of features and of batches, another order of dimensions, no
// dimension to move along. Quantized types: values that are exact in every step, for how else they
// are computed is implementation-defined.

// The specification's example: 4 x 4 elements, spread over 7 x 7, and two windows each way.
func.func @convolution_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [[[[1], [2], [5], [6]],
        [[3], [4], [7], [8]],
        [[10], [11], [14], [15]],
        [[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi64>
  %rhs = stablehlo.constant dense<
      [[[[1]], [[1]], [[1]]],
       [[[1]], [[1]], [[1]]],
       [[[1]], [[1]], [[1]]]]> : tensor<3x3x1x1xi64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [4, 4], pad = [[0, 0], [0, 0]], lhs_dilate = [2, 2], rhs_dilate = [1, 1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>) -> tensor<1x2x2x1xi64>
  check.expect_eq_const %result, dense<[[[[10], [26]], [[46], [62]]]]> : tensor<1x2x2x1xi64>
  func.return
}

// A kernel read from its end, its elements two apart; padding before, and one element less at the
// end.
func.func @convolution_op_test_f64_reversed() {
  %lhs = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0]]]> : tensor<1x5x1xf64>
  %rhs = stablehlo.constant dense<[[[1.0]], [[-2.0]]]> : tensor<2x1x1xf64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1], pad = [[1, -1]], rhs_dilate = [2], reverse = [true]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x5x1xf64>, tensor<2x1x1xf64>) -> tensor<1x3x1xf64>
  check.expect_eq_const %result, dense<[[[2.0], [1.0], [0.0]]]> : tensor<1x3x1xf64>
  func.return
}

// Two groups of features: the first two make the first two results.
func.func @convolution_op_test_si64_feature_groups() {
  %lhs = stablehlo.constant dense<
      [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]]> : tensor<1x3x4xi64>
  %rhs = stablehlo.constant dense<
      [[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]]> : tensor<2x2x4xi64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
      : (tensor<1x3x4xi64>, tensor<2x2x4xi64>) -> tensor<1x2x4xi64>
  check.expect_eq_const %result, dense<
      [[[106, 116, 198, 216], [218, 244, 342, 376]]]> : tensor<1x2x4xi64>
  func.return
}

// Two groups of the batch, each with a feature of its own.
func.func @convolution_op_test_si64_batch_groups() {
  %lhs = stablehlo.constant dense<
      [[[1], [2]], [[3], [4]], [[5], [6]], [[7], [8]]]> : tensor<4x2x1xi64>
  %rhs = stablehlo.constant dense<[[[1, 10]], [[100, 1000]]]> : tensor<2x1x2xi64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 2 : i64, feature_group_count = 1 : i64}
      : (tensor<4x2x1xi64>, tensor<2x1x2xi64>) -> tensor<2x1x2xi64>
  check.expect_eq_const %result, dense<[[[201, 6050]], [[403, 8070]]]> : tensor<2x1x2xi64>
  func.return
}

// Features before the places, and rows and columns exchanged in the result.
func.func @convolution_op_test_si64_other_order() {
  %lhs = stablehlo.constant dense<[[[[0, 1, 2], [3, 4, 5]]]]> : tensor<1x1x2x3xi64>
  %rhs = stablehlo.constant dense<[[[[1, -1], [2, 3]]]]> : tensor<1x1x2x2xi64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[f, b, 1, 0],
      window = {stride = [1, 1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x1x2x3xi64>, tensor<1x1x2x2xi64>) -> tensor<1x1x2x1xi64>
  check.expect_eq_const %result, dense<[[[[17], [22]]]]> : tensor<1x1x2x1xi64>
  func.return
}

func.func @convolution_op_test_si8_to_si32() {
  %lhs = stablehlo.constant dense<[[[100], [100]]]> : tensor<1x2x1xi8>
  %rhs = stablehlo.constant dense<[[[100]], [[100]]]> : tensor<2x1x1xi8>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %result, dense<[[[20000]]]> : tensor<1x1x1xi32>
  func.return
}

func.func @convolution_op_test_bf16() {
  %lhs = stablehlo.constant dense<[[[1.5], [2.0], [-4.0]]]> : tensor<1x3x1xbf16>
  %rhs = stablehlo.constant dense<[[[2.0]], [[0.5]]]> : tensor<2x1x1xbf16>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x3x1xbf16>, tensor<2x1x1xbf16>) -> tensor<1x2x1xbf16>
  check.expect_eq_const %result, dense<[[[4.0], [2.0]]]> : tensor<1x2x1xbf16>
  func.return
}

func.func @convolution_op_test_c128() {
  %lhs = stablehlo.constant dense<[[[(1.0, 1.0)], [(2.0, -1.0)]]]> : tensor<1x2x1xcomplex<f64>>
  %rhs = stablehlo.constant dense<[[[(0.0, 1.0)]], [[(2.0, 0.0)]]]> : tensor<2x1x1xcomplex<f64>>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x2x1xcomplex<f64>>, tensor<2x1x1xcomplex<f64>>) -> tensor<1x1x1xcomplex<f64>>
  check.expect_eq_const %result, dense<[[[(3.0, -1.0)]]]> : tensor<1x1x1xcomplex<f64>>
  func.return
}

// Without dimensions to move along it is a product of matrices.
func.func @convolution_op_test_f64_no_places() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>
  %rhs = stablehlo.constant dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf64>
  %result = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f]x[i, o]->[b, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x2xf64>, tensor<2x2xf64>) -> tensor<1x2xf64>
  check.expect_eq_const %result, dense<[[13.0, 16.0]]> : tensor<1x2xf64>
  func.return
}

// A quantized kernel beside floats: the result is of floats.
func.func @convolution_op_test_hybrid() {
  %lhs = stablehlo.constant dense<[[[1.5], [-2.0], [4.0]]]> : tensor<1x3x1xf32>
  %stored_rhs = stablehlo.constant dense<[[[4]], [[3]]]> : tensor<2x1x1xi8>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<2x1x1xi8>) -> tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x3x1xf32>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x1xf32>
  check.expect_eq_const %result, dense<[[[0.0], [2.0]]]> : tensor<1x2x1xf32>
  func.return
}

// As many groups as features, each with a kernel of its own.
func.func @convolution_op_test_si64_depthwise() {
  %lhs = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]> : tensor<1x3x3xi64>
  %rhs = stablehlo.constant dense<[[[1, 10, 100]], [[-1, 1, 2]]]> : tensor<2x1x3xi64>
  %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [1]}
      {batch_group_count = 1 : i64, feature_group_count = 3 : i64}
      : (tensor<1x3x3xi64>, tensor<2x1x3xi64>) -> tensor<1x2x3xi64>
  check.expect_eq_const %result, dense<[[[-3, 25, 312], [-3, 58, 618]]]> : tensor<1x2x3xi64>
  func.return
}
