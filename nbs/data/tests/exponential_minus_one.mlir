// RUN: indexing-tools check %s
//
// exponential_minus_one: e to the power of every element, less one, exact also near zero.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @exponential_minus_one_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.7182818]> : tensor<2xf64>
  func.return
}

func.func @exponential_minus_one_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-1.0, 0.5, -20.0, 5.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 710.0]> : tensor<8xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [-0.63212056, 0.64872127, -1.0, 147.41316, 0x7FF0000000000000, -1.0,
       0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
  func.return
}

func.func @exponential_minus_one_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 1.75]> : tensor<3xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.28402543, -0.95021296, 4.754603]> : tensor<3xf32>
  func.return
}

func.func @exponential_minus_one_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.exponential_minus_one %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(-0.1091921, 1.3873511), (-0.74856839, 0.13735772),
       (-8.3151101, -1.0427437)]> : tensor<3xcomplex<f64>>
  func.return
}

// Where e^x - 1 in two steps would lose every digit.
func.func @exponential_minus_one_op_test_f64_near_zero() {
  %operand = stablehlo.constant dense<[1.0e-10, -3.0e-16]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<
      [1.00000000005e-10, -2.9999999999999994e-16]> : tensor<2xf64> {tolerance = 1.0e-24 : f64}
  func.return
}
