// RUN: indexing-tools check %s
//
// multiply: multiplies two tensors element by element; of booleans it is the logical and.
// Classes of types: booleans; integers, which wrap around, also those of 4 bits; floats; narrow
// floats; complex numbers.

// The specification's example.
func.func @multiply_op_test_si32() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.multiply %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 12], [21, 32]]> : tensor<2x2xi32>
  func.return
}

func.func @multiply_op_test_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.multiply %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, false, true]> : tensor<4xi1>
  func.return
}

// The low 64 bits of the product.
func.func @multiply_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [-7, 4294967296, 4611686018427387904, -9223372036854775808,
       9223372036854775807]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[6, 4294967297, 2, -1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.multiply %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<
      [-42, 4294967296, -9223372036854775808, -9223372036854775808, 1]> : tensor<5xi64>
  func.return
}

// The low four bits.
func.func @multiply_op_test_si4() {
  %lhs = stablehlo.constant dense<[3, 5, 7, -8]> : tensor<4xi4>
  %rhs = stablehlo.constant dense<[2, 5, -7, -8]> : tensor<4xi4>
  %result = stablehlo.multiply %lhs, %rhs : tensor<4xi4>
  check.expect_eq_const %result, dense<[6, -7, -1, 0]> : tensor<4xi4>
  func.return
}

// What is too great is infinite.
func.func @multiply_op_test_f64() {
  %lhs = stablehlo.constant dense<[0.1, 1.0e+200, -3.0, 0xFFF0000000000000]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[0.1, 1.0e+200, 0.5, 2.0]> : tensor<4xf64>
  %result = stablehlo.multiply %lhs, %rhs : tensor<4xf64>
  check.expect_eq_const %result, dense<
      [0.010000000000000002, 0x7FF0000000000000, -1.5, 0xFFF0000000000000]> : tensor<4xf64>
  func.return
}

func.func @multiply_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.0078125, -3.0, 240.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[1.0078125, 0.5, 260.0]> : tensor<3xbf16>
  %result = stablehlo.multiply %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.015625, -1.5, 62464.0]> : tensor<3xbf16>
  func.return
}

func.func @multiply_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.5, 2.0), (0.0, 1.0), (3.0, -1.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.5, -2.0), (0.0, 1.0), (0.5, 4.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.multiply %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(4.75, -2.0), (-1.0, 0.0), (5.5, 11.5)]> : tensor<3xcomplex<f64>>
  func.return
}
