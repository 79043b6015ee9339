// RUN: indexing-tools check %s
//
// batch_norm_training: normalises the elements of each feature by their own mean and variance,
// which are results as well.
// Types are treated as the operations treat them of which it is made (G4). Corners: another
// feature dimension, a number added to the variance, but not to the one that comes out.

// The specification's example.
func.func @batch_norm_training_op_test_f64() {
  %operand = stablehlo.constant dense<
      [[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  }
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
        -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %output, dense<
      [[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %batch_mean, dense<[2.0, 3.0]> : tensor<2xf64>
  check.expect_almost_eq_const %batch_var, dense<[1.0, 1.0]> : tensor<2xf64>
  func.return
}

func.func @batch_norm_training_op_test_f64_rows() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 4.0], [3.0, -2.0, 0.5]]> : tensor<2x3xf64>
  %scale = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[0.5, 0.0]> : tensor<2xf64>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.25 : f32,
    feature_index = 0 : i64
  }
      : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>)
        -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %output, dense<
      [[-1.4845558, 0.0038610616, 2.9806947], [-1.1895774, 1.1895774, 0.0]]> : tensor<2x3xf64>
  check.expect_almost_eq_const %batch_mean, dense<[2.3333333, 0.5]> : tensor<2xf64>
  check.expect_almost_eq_const %batch_var, dense<[1.5555556, 4.1666667]> : tensor<2xf64>
  func.return
}
