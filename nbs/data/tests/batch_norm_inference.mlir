// RUN: indexing-tools check %s
//
// batch_norm_inference: normalises the elements of each feature by a mean and a variance, then
// scales and moves them.
// Types are treated as the operations treat them of which it is made (G4). Corners: another
// feature dimension, a number added to the variance.

// The specification's example.
func.func @batch_norm_inference_op_test_f64() {
  %operand = stablehlo.constant dense<
      [[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  }
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
        -> tensor<2x2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  func.return
}

// Features in dimension 0, and 0.25 beside a variance of 0.
func.func @batch_norm_inference_op_test_f64_rows() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 4.0], [3.0, -2.0, 0.5]]> : tensor<2x3xf64>
  %scale = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[0.5, 0.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[0.0, 3.75]> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.25 : f32,
    feature_index = 0 : i64
  }
      : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
        -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<
      [[0.5, 4.5, 12.5], [-0.5, 2.0, 0.75]]> : tensor<2x3xf64>
  func.return
}
