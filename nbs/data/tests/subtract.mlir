// RUN: indexing-tools check %s
//
// subtract: subtracts two tensors element by element.
// Classes of types: integers, which wrap around, also those of 4 bits; floats; narrow floats;
// complex numbers.

// The specification's example.
func.func @subtract_op_test_f32() {
  %lhs = stablehlo.constant dense<[[6.0, 8.0], [10.0, 12.0]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
}

// The negative of the least number is itself.
func.func @subtract_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [5, -3, -9223372036854775808, 9223372036854775807, 0]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[9, -8, 1, -1, -9223372036854775808]> : tensor<5xi64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<
      [-4, 5, 9223372036854775807, -9223372036854775808, -9223372036854775808]> : tensor<5xi64>
  func.return
}

// Below zero the numbers go on at the greatest.
func.func @subtract_op_test_ui64() {
  %lhs = stablehlo.constant dense<[0, 5, 7]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[1, 5, 9]> : tensor<3xui64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<3xui64>
  check.expect_eq_const %result, dense<
      [18446744073709551615, 0, 18446744073709551614]> : tensor<3xui64>
  func.return
}

func.func @subtract_op_test_si4() {
  %lhs = stablehlo.constant dense<[-8, 7, 3, -5]> : tensor<4xi4>
  %rhs = stablehlo.constant dense<[1, -1, 5, 7]> : tensor<4xi4>
  %result = stablehlo.subtract %lhs, %rhs : tensor<4xi4>
  check.expect_eq_const %result, dense<[7, -8, -2, 4]> : tensor<4xi4>
  func.return
}

// 0.3 - 0.1 is not 0.2.
func.func @subtract_op_test_f64() {
  %lhs = stablehlo.constant dense<[0.3, 1.0, 2.5, 0xFFF0000000000000]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[0.1, 1.1102230246251565e-16, 5.0, 7.0]> : tensor<4xf64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<4xf64>
  check.expect_eq_const %result, dense<
      [0.19999999999999998, 0.9999999999999999, -2.5, 0xFFF0000000000000]> : tensor<4xf64>
  func.return
}

func.func @subtract_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.0, 3.0, 300.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[0.001953125, 3.0, 1.5]> : tensor<3xbf16>
  %result = stablehlo.subtract %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 0.0, 298.0]> : tensor<3xbf16>
  func.return
}

func.func @subtract_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.5, 2.0), (-0.0, -1.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.25, -2.0), (0.0, 1.0), (0.5, 4.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.subtract %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(1.25, 4.0), (-0.0, -2.0), (2.5, -4.0)]> : tensor<3xcomplex<f64>>
  func.return
}
