// RUN: indexing-tools check %s
//
// dynamic_broadcast_in_dim: as broadcast_in_dim, with the result's sizes in an operand.
// All types are treated alike: the widest integer stands for them. What broadcast_in_dim does is
// tested there (G4); here sizes known to the text, and to the run only.

// The specification's example.
func.func @dynamic_broadcast_in_dim_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %output_dimensions = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %result = stablehlo.dynamic_broadcast_in_dim %operand, %output_dimensions, dims = [2, 1] {
    known_expanding_dimensions = array<i64: 0>,
    known_nonexpanding_dimensions = array<i64: 1>
  } : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %result, dense<
      [[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi64>
  func.return
}

// Sizes of the result that stand in no type.
func.func @dynamic_broadcast_in_dim_op_test_si64_open() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %output_dimensions = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %result = stablehlo.dynamic_broadcast_in_dim %operand, %output_dimensions, dims = [1]
      : (tensor<2xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %sized = stablehlo.reshape %result : (tensor<?x?xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %sized, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi64>
  func.return
}
