// RUN: indexing-tools check %s
//
// abs: the absolute value of every element; of complex numbers the distance from zero, which is
// real.
// Classes of types: signed integers; integers of 4 bits; floats; narrow floats; complex numbers.

// The specification's example.
func.func @abs_op_test_si32() {
  %operand = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi32>
  %result = stablehlo.abs %operand : tensor<3xi32>
  check.expect_eq_const %result, dense<[2, 0, 2]> : tensor<3xi32>
  func.return
}

func.func @abs_op_test_si64() {
  %operand = stablehlo.constant dense<
      [-5, 9223372036854775807, -9223372036854775807, 0]> : tensor<4xi64>
  %result = stablehlo.abs %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<
      [5, 9223372036854775807, 9223372036854775807, 0]> : tensor<4xi64>
  func.return
}

func.func @abs_op_test_si4() {
  %operand = stablehlo.constant dense<[-7, 3, -1]> : tensor<3xi4>
  %result = stablehlo.abs %operand : tensor<3xi4>
  check.expect_eq_const %result, dense<[7, 3, 1]> : tensor<3xi4>
  func.return
}

// No sign is left, of zero neither.
func.func @abs_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-0.0, 0.0, -2.5, 0xFFF0000000000000, 1.0e-300]> : tensor<5xf64>
  %result = stablehlo.abs %operand : tensor<5xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf64>) -> tensor<5xui64>
  check.expect_eq_const %bits, dense<
      [0x0000000000000000, 0x0000000000000000, 0x4004000000000000,
       0x7FF0000000000000, 0x01A56E1FC2F8F359]> : tensor<5xui64>
  func.return
}

func.func @abs_op_test_bf16() {
  %operand = stablehlo.constant dense<[-1.5, 3.0]> : tensor<2xbf16>
  %result = stablehlo.abs %operand : tensor<2xbf16>
  check.expect_eq_const %result, dense<[1.5, 3.0]> : tensor<2xbf16>
  func.return
}

func.func @abs_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(3.0, 4.0), (-5.0, 12.0), (0.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.abs %operand : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[5.0, 13.0, 0.0]> : tensor<3xf64>
  func.return
}

// The squares of the parts would overflow.
func.func @abs_op_test_c128_large() {
  %operand = stablehlo.constant dense<[(1.0e+200, 1.0e+200)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.abs %operand : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  check.expect_almost_eq_const %result, dense<[1.414213562373095e+200]> : tensor<1xf64>
      {tolerance = 1.0e+185 : f64}
  func.return
}

func.func @abs_op_test_c64() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (-8.0, -6.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.abs %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[5.0, 10.0]> : tensor<2xf32>
  func.return
}
