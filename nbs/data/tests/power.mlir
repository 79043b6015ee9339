// RUN: indexing-tools check %s
//
// power: the power of a base and an exponent, element by element.
// Classes of types: signed integers, unsigned ones; floats; floats computed wider; complex
// numbers.

// The specification's example: a negative number has no power that is not an integer. (10000^10
// overflows a float of 32 bits only.)
func.func @power_op_test_f64() {
  %lhs = stablehlo.constant dense<[-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.1, 2.0, -1.0, 10.0]> : tensor<6xf64>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf64>
  check.expect_almost_eq_const %result, dense<
      [4.0, 0.0, 0x7FF8000000000000, 25.0, 0.33333333, 1.0e+40]> : tensor<6xf64>
  func.return
}

// Powers wrap around; of a negative exponent only 1 and -1 are left.
func.func @power_op_test_si64() {
  %lhs = stablehlo.constant dense<[2, -3, 7, 0, 1, -1, -1, 3]> : tensor<8xi64>
  %rhs = stablehlo.constant dense<[10, 3, 0, 0, -5, -3, -4, 50]> : tensor<8xi64>
  %result = stablehlo.power %lhs, %rhs : tensor<8xi64>
  check.expect_eq_const %result, dense<
      [1024, -27, 1, 1, 1, -1, 1, 6048575297968530377]> : tensor<8xi64>
  func.return
}

func.func @power_op_test_ui64() {
  %lhs = stablehlo.constant dense<[2, 3, 18446744073709551615, 10]> : tensor<4xui64>
  %rhs = stablehlo.constant dense<[63, 4, 2, 19]> : tensor<4xui64>
  %result = stablehlo.power %lhs, %rhs : tensor<4xui64>
  check.expect_eq_const %result, dense<
      [9223372036854775808, 81, 1, 10000000000000000000]> : tensor<4xui64>
  func.return
}

func.func @power_op_test_f32() {
  %lhs = stablehlo.constant dense<[2.0, 9.0, 4.0, -3.0, 10.0, 2.0]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.5, 0.5, -1.5, 3.0, 20.0, 200.0]> : tensor<6xf32>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf32>
  check.expect_almost_eq_const %result, dense<
      [1.4142137, 3.0, 0.125, -27.0, 1.0e+20, 0x7F800000]> : tensor<6xf32>
  func.return
}

// As IEEE-754 has it: with an exponent of zero, or a base of one, the power is one whatever the
// other is.
func.func @power_op_test_f64_ends() {
  %lhs = stablehlo.constant dense<
      [0.0, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0,
       0x7FF8000000000000, 0.5, 2.0]> : tensor<9xf64>
  %rhs = stablehlo.constant dense<
      [0.0, -1.0, -3.0, -2.0, 3.0, 0x7FF8000000000000, 0.0, 0x7FF0000000000000,
       0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.power %lhs, %rhs : tensor<9xf64>
  check.expect_almost_eq_const %result, dense<
      [1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, 0xFFF0000000000000,
       1.0, 1.0, 0.0, 0.0]> : tensor<9xf64>
  func.return
}

func.func @power_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.0, 1.0), (2.0, 0.0), (0.0, 1.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(2.0, 0.0), (0.0, 1.0), (0.0, 1.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.power %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(4.1340642e-43, 2.0), (0.7692389, 0.63896128),
       (0.20787958, 0.0)]> : tensor<3xcomplex<f64>>
  func.return
}
