// RUN: indexing-tools check %s
//
// dynamic_reshape: as reshape, with the sizes in an operand.
// All types are treated alike: the widest integer stands for them. Sizes known to the text, and to
// the run only.

// The specification's example.
func.func @dynamic_reshape_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %output_shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %result = stablehlo.dynamic_reshape %operand, %output_shape
      : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  func.return
}

func.func @dynamic_reshape_op_test_si64_open() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %output_shape = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %result = stablehlo.dynamic_reshape %operand, %output_shape
      : (tensor<4xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %twice = stablehlo.add %result, %result : tensor<?x?xi64>
  %sized = stablehlo.reshape %twice : (tensor<?x?xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %sized, dense<[[2, 4], [6, 8]]> : tensor<2x2xi64>
  func.return
}
