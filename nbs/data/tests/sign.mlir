// RUN: indexing-tools check %s
//
// sign: -1, 0 or 1 by the sign of every element; of complex numbers the number of length 1 in
// their direction.
// Classes of types: signed integers; integers of 4 bits; floats, whose zeros keep their sign and
// NaN stays; narrow floats; complex numbers.

// The specification's example.
func.func @sign_op_test_f64() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000, -1.0, -0.0, 0.0, 1.0]> : tensor<5xf64>
  %result = stablehlo.sign %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<
      [0x7FF8000000000000, -1.0, -0.0, 0.0, 1.0]> : tensor<5xf64>
  func.return
}

func.func @sign_op_test_f64_zeros() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0xFFF0000000000000, 5.0e-324]> : tensor<4xf64>
  %result = stablehlo.sign %operand : tensor<4xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %bits, dense<
      [0x8000000000000000, 0x0000000000000000, 0xBFF0000000000000,
       0x3FF0000000000000]> : tensor<4xui64>
  func.return
}

func.func @sign_op_test_si64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -3, 0, 7]> : tensor<4xi64>
  %result = stablehlo.sign %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<[-1, -1, 0, 1]> : tensor<4xi64>
  func.return
}

func.func @sign_op_test_si4() {
  %operand = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  %result = stablehlo.sign %operand : tensor<3xi4>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi4>
  func.return
}

func.func @sign_op_test_bf16() {
  %operand = stablehlo.constant dense<[-2.5, 0.0, 3.0]> : tensor<3xbf16>
  %result = stablehlo.sign %operand : tensor<3xbf16>
  check.expect_eq_const %result, dense<[-1.0, 0.0, 1.0]> : tensor<3xbf16>
  func.return
}

func.func @sign_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(3.0, 4.0), (-0.0, -2.0), (0.0, 0.0), (-5.0, 0.0)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.sign %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.6, 0.8), (-0.0, -1.0), (0.0, 0.0), (-1.0, 0.0)]> : tensor<4xcomplex<f64>>
  func.return
}
