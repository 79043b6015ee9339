// RUN: indexing-tools check %s
//
// batch_norm_grad: the gradients of batch_norm_training, by its operand, its scale and its offset.
// Types are treated as the operations treat them of which it is made (G4). Corners: another
// feature dimension, gradients that are not all equal.

// The specification's example.
func.func @batch_norm_grad_op_test_f64() {
  %operand = stablehlo.constant dense<
      [[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %grad_output = stablehlo.constant dense<
      [[[0.1, 0.1], [0.1, 0.1]], [[0.1, 0.1], [0.1, 0.1]]]> : tensor<2x2x2xf64>
  %grad_operand, %grad_scale, %grad_offset =
      "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  }
      : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>)
        -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %grad_operand, dense<
      [[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %grad_scale, dense<[0.0, 0.0]> : tensor<2xf64>
  check.expect_almost_eq_const %grad_offset, dense<[0.4, 0.4]> : tensor<2xf64>
  func.return
}

func.func @batch_norm_grad_op_test_f64_rows() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 4.0], [3.0, -2.0, 0.5]]> : tensor<2x3xf64>
  %scale = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[2.0, 3.75]> : tensor<2xf64>
  %grad_output = stablehlo.constant dense<[[1.0, 0.0, -0.5], [0.25, 2.0, 1.0]]> : tensor<2x3xf64>
  %grad_operand, %grad_scale, %grad_offset =
      "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.25 : f32,
    feature_index = 0 : i64
  }
      : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x3xf64>)
        -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %grad_operand, dense<
      [[1.1111111, 0.074074074, 0.0], [0.03125, 1.0833333, 0.61979167]]> : tensor<2x3xf64>
  check.expect_almost_eq_const %grad_scale, dense<[-1.0, -4.625]> : tensor<2xf64>
  check.expect_almost_eq_const %grad_offset, dense<[0.5, 3.25]> : tensor<2xf64>
  func.return
}
