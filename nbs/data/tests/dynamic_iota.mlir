// RUN: indexing-tools check %s
//
// dynamic_iota: as iota, of a size that is an operand.
// Classes of types: those of iota are tested there (G4); here one, with a size that only the run
// knows, and one that the text knows.

// The specification's example.
func.func @dynamic_iota_op_test_si64() {
  %output_shape = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
  %result = stablehlo.dynamic_iota %output_shape, dim = 0 : (tensor<2xi64>) -> tensor<4x5xi64>
  check.expect_eq_const %result, dense<
      [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]]> : tensor<4x5xi64>
  func.return
}

// Sizes that stand in no type.
func.func @dynamic_iota_op_test_f32() {
  %output_shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %result = stablehlo.dynamic_iota %output_shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  %expected = stablehlo.constant dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %sized = stablehlo.reshape %result : (tensor<?x?xf32>) -> tensor<2x3xf32>
  check.expect_eq %sized, %expected : tensor<2x3xf32>
  func.return
}
