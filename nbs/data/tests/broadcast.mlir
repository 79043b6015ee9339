// RUN: indexing-tools check %s
//
// broadcast: repeats a tensor along new dimensions that come first.
// All types are treated alike: the widest integer stands for them. An operation of the dialect
// beside the specification's.

func.func @broadcast_op_test_si64() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.broadcast %operand, sizes = [2, 2] : (tensor<3xi64>) -> tensor<2x2x3xi64>
  check.expect_eq_const %result, dense<
      [[[1, 2, 3], [1, 2, 3]], [[1, 2, 3], [1, 2, 3]]]> : tensor<2x2x3xi64>
  func.return
}

func.func @broadcast_op_test_f64_scalar() {
  %operand = stablehlo.constant dense<2.5> : tensor<f64>
  %result = stablehlo.broadcast %operand, sizes = [3] : (tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[2.5, 2.5, 2.5]> : tensor<3xf64>
  func.return
}
