// RUN: indexing-tools check %s
//
// reduce_precision: every element as a float with fewer bits would hold it.
// Classes of types: floats; narrow floats. Corners: infinity, NaN, what is too small, what is too
// great, ties.

// The specification's example: infinity, NaN, a number below all others, and two that are 65504 or
// too much.
func.func @reduce_precision_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0x7FF0000000000000, 0x7FF8000000000000, 5.0e-324, 0.0, 65519.0, 65520.0]> : tensor<6xf64>
  %output = stablehlo.reduce_precision %operand, format = e5m10 : tensor<6xf64>
  check.expect_almost_eq_const %output, dense<
      [0x7FF0000000000000, 0x7FF8000000000000, 0.0, 0.0, 65504.0,
       0x7FF0000000000000]> : tensor<6xf64>
  func.return
}

// Ties go to the even neighbour; below the least normal number nothing is left.
func.func @reduce_precision_op_test_f32() {
  %operand = stablehlo.constant dense<
      [1.0009766, 1.0004883, 1.0014648, -3.3, 6.1e-05]> : tensor<5xf32>
  %output = stablehlo.reduce_precision %operand, format = e5m10 : tensor<5xf32>
  check.expect_eq_const %output, dense<
      [1.0009766, 1.0, 1.0019531, -3.3007812, 0.0]> : tensor<5xf32>
  func.return
}

func.func @reduce_precision_op_test_bf16() {
  %operand = stablehlo.constant dense<[1.0078125, 1.5, -7.0, 100.0]> : tensor<4xbf16>
  %output = stablehlo.reduce_precision %operand, format = e4m1 : tensor<4xbf16>
  check.expect_eq_const %output, dense<[1.0, 1.5, -8.0, 96.0]> : tensor<4xbf16>
  func.return
}

// All bits of exponent and mantissa change nothing.
func.func @reduce_precision_op_test_f64_all() {
  %operand = stablehlo.constant dense<[0.1, -1.0e+300]> : tensor<2xf64>
  %output = stablehlo.reduce_precision %operand, format = e11m52 : tensor<2xf64>
  check.expect_eq_const %output, dense<[0.1, -1.0e+300]> : tensor<2xf64>
  func.return
}
