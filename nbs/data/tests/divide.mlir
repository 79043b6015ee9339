// RUN: indexing-tools check %s
//
// divide: divides two tensors element by element; quotients of integers are cut towards zero.
// Classes of types: signed integers, unsigned ones, those of 4 bits; floats; narrow floats;
// complex numbers. What an integer gives that is divided by zero is implementation-defined, and
// not tested.

// The specification's example, whose results there are 17 / 3: the quotients of what it divides
// are 5.7.
func.func @divide_op_test_f32() {
  %lhs = stablehlo.constant dense<[17.1, -17.1, 17.1, -17.1]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[3.0, 3.0, -3.0, -3.0]> : tensor<4xf32>
  %result = stablehlo.divide %lhs, %rhs : tensor<4xf32>
  check.expect_eq_const %result, dense<
      [5.7000003, -5.7000003, -5.7000003, 5.7000003]> : tensor<4xf32>
  func.return
}

// Towards zero, whatever the signs.
func.func @divide_op_test_si64() {
  %lhs = stablehlo.constant dense<[17, -17, 17, -17, 6, -1, 9223372036854775807]> : tensor<7xi64>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 7, 2, 10]> : tensor<7xi64>
  %result = stablehlo.divide %lhs, %rhs : tensor<7xi64>
  check.expect_eq_const %result, dense<[5, -5, -5, 5, 0, 0, 922337203685477580]> : tensor<7xi64>
  func.return
}

// All 64 bits are digits.
func.func @divide_op_test_ui64() {
  %lhs = stablehlo.constant dense<
      [17, 18446744073709551615, 5, 9223372036854775808]> : tensor<4xui64>
  %rhs = stablehlo.constant dense<[3, 2, 6, 9223372036854775808]> : tensor<4xui64>
  %result = stablehlo.divide %lhs, %rhs : tensor<4xui64>
  check.expect_eq_const %result, dense<[5, 9223372036854775807, 0, 1]> : tensor<4xui64>
  func.return
}

func.func @divide_op_test_si4() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -8]> : tensor<4xi4>
  %rhs = stablehlo.constant dense<[2, 2, -3, 3]> : tensor<4xi4>
  %result = stablehlo.divide %lhs, %rhs : tensor<4xi4>
  check.expect_eq_const %result, dense<[3, -3, -2, -2]> : tensor<4xi4>
  func.return
}

// A number by zero is infinite.
func.func @divide_op_test_f64() {
  %lhs = stablehlo.constant dense<[1.0, -7.5, 1.0, -2.0, 1.0e+300]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[3.0, 2.5, 0.0, 0.0, 1.0e-300]> : tensor<5xf64>
  %result = stablehlo.divide %lhs, %rhs : tensor<5xf64>
  check.expect_eq_const %result, dense<
      [0.3333333333333333, -3.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF0000000000000]> : tensor<5xf64>
  func.return
}

func.func @divide_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.0, 10.0, -5.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[3.0, 7.0, 8.0]> : tensor<3xbf16>
  %result = stablehlo.divide %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[0.333984375, 1.4296875, -0.625]> : tensor<3xbf16>
  func.return
}

func.func @divide_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (4.0, -2.0), (6.0, 0.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(3.0, -4.0), (2.0, 0.0), (0.0, 2.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.divide %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(-0.2, 0.4), (2.0, -1.0), (0.0, -3.0)]> : tensor<3xcomplex<f64>>
  func.return
}

func.func @divide_op_test_si64_scalar() {
  %lhs = stablehlo.constant dense<-7> : tensor<i64>
  %rhs = stablehlo.constant dense<2> : tensor<i64>
  %result = stablehlo.divide %lhs, %rhs : tensor<i64>
  check.expect_eq_const %result, dense<-3> : tensor<i64>
  func.return
}
