// RUN: indexing-tools check %s
//
// add: adds two tensors element by element; of booleans it is the logical or.
// Classes of types: booleans; integers, which wrap around, also those of 4 bits; floats; narrow
// floats, whose sums are rounded to them; complex numbers. Quantized types: values that are exact
// in every step, for how else they are computed is implementation-defined.

// The specification's example.
func.func @add_op_test_si32() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.add %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[6, 8], [10, 12]]> : tensor<2x2xi32>
  func.return
}

func.func @add_op_test_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.add %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

// Beyond either end it goes on at the other.
func.func @add_op_test_si64() {
  %lhs = stablehlo.constant dense<
      [7, -12, 9223372036854775807, -9223372036854775808, -1]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[5, 30, 1, -1, 1]> : tensor<5xi64>
  %result = stablehlo.add %lhs, %rhs : tensor<5xi64>
  check.expect_eq_const %result, dense<
      [12, 18, -9223372036854775808, 9223372036854775807, 0]> : tensor<5xi64>
  func.return
}

// 15 + 15 is 30, of which 14 is left in four bits.
func.func @add_op_test_ui4() {
  %lhs = stablehlo.constant dense<[3, 7, 15, 9]> : tensor<4xui4>
  %rhs = stablehlo.constant dense<[4, 9, 15, 6]> : tensor<4xui4>
  %result = stablehlo.add %lhs, %rhs : tensor<4xui4>
  check.expect_eq_const %result, dense<[7, 0, 14, 15]> : tensor<4xui4>
  func.return
}

// 0.1 + 0.2 is not 0.3; 1 is lost beside 10^16, where floats are 2 apart; infinity stays.
func.func @add_op_test_f64() {
  %lhs = stablehlo.constant dense<[0.1, -2.5, 1.0e+16, 1.5, 0x7FF0000000000000]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[0.2, 2.5, 1.0, -0.25, 1.0]> : tensor<5xf64>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf64>
  check.expect_eq_const %result, dense<
      [0.30000000000000004, 0.0, 1.0e+16, 1.25, 0x7FF0000000000000]> : tensor<5xf64>
  func.return
}

// Eight bits of mantissa: ties go to the even neighbour.
func.func @add_op_test_bf16() {
  %lhs = stablehlo.constant dense<[1.0, 256.0, 3.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[0.00390625, 1.0, 0.0078125]> : tensor<3xbf16>
  %result = stablehlo.add %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 256.0, 3.0]> : tensor<3xbf16>
  func.return
}

func.func @add_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.5, 2.0), (-0.0, -1.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.25, -2.0), (0.0, 1.0), (0.5, 4.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.add %lhs, %rhs : tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(1.75, 0.0), (0.0, 0.0), (3.5, 4.0)]> : tensor<3xcomplex<f64>>
  func.return
}

// 0.5 + 1.25 and -1 + 0.75, in steps of 0.25 from -2; the third sum is beyond the greatest.
func.func @add_op_test_quantized() {
  %stored_lhs = stablehlo.constant dense<[2, -1, 127]> : tensor<3xi8>
  %stored_rhs = stablehlo.constant dense<[3, 1, 127]> : tensor<3xi8>
  %lhs = stablehlo.bitcast_convert %stored_lhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.25:-2>>
  %result = stablehlo.add %lhs, %rhs
      : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x!quant.uniform<i8:f32, 0.25:-2>>)
      -> tensor<3x!quant.uniform<i8:f32, 0.25:-2>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<3x!quant.uniform<i8:f32, 0.25:-2>>) -> tensor<3xi8>
  check.expect_eq_const %stored, dense<[5, -3, 127]> : tensor<3xi8>
  func.return
}
