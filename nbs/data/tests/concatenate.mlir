// RUN: indexing-tools check %s
//
// concatenate: puts tensors behind each other along a dimension.
// All types are treated alike: the widest integer stands for them. Corners: the inner dimension,
// three inputs, an empty one.

// The specification's example.
func.func @concatenate_op_test_si64() {
  %input0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %input1 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %result = stablehlo.concatenate %input0, %input1, dim = 0
      : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi64>
  func.return
}

func.func @concatenate_op_test_si64_inner() {
  %input0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %input1 = stablehlo.constant dense<> : tensor<2x0xi64>
  %input2 = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi64>
  %result = stablehlo.concatenate %input0, %input1, %input2, dim = 1
      : (tensor<2x2xi64>, tensor<2x0xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[1, 2, 5], [3, 4, 6]]> : tensor<2x3xi64>
  func.return
}
