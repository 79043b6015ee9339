// RUN: indexing-tools check %s
//
// negate: the negative of every element.
// Classes of types: signed integers, unsigned ones, both wrap around; integers of 4 bits; floats;
// narrow floats; complex numbers.

// The specification's first example.
func.func @negate_op_test_si32() {
  %operand = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %result = stablehlo.negate %operand : tensor<2xi32>
  check.expect_eq_const %result, dense<[0, 2]> : tensor<2xi32>
  func.return
}

// The specification's second example.
func.func @negate_op_test_c64() {
  %operand = stablehlo.constant dense<[(2.5, 0.0)]> : tensor<1xcomplex<f32>>
  %result = stablehlo.negate %operand : tensor<1xcomplex<f32>>
  check.expect_eq_const %result, dense<[(-2.5, 0.0)]> : tensor<1xcomplex<f32>>
  func.return
}

// The least number is its own negative.
func.func @negate_op_test_si64() {
  %operand = stablehlo.constant dense<
      [5, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>
  %result = stablehlo.negate %operand : tensor<3xi64>
  check.expect_eq_const %result, dense<
      [-5, -9223372036854775808, -9223372036854775807]> : tensor<3xi64>
  func.return
}

func.func @negate_op_test_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.negate %operand : tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 18446744073709551615, 1]> : tensor<3xui64>
  func.return
}

func.func @negate_op_test_si4() {
  %operand = stablehlo.constant dense<[-8, 7, 1]> : tensor<3xi4>
  %result = stablehlo.negate %operand : tensor<3xi4>
  check.expect_eq_const %result, dense<[-8, -7, -1]> : tensor<3xi4>
  func.return
}

// The sign of zero changes as well.
func.func @negate_op_test_f64() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 1.5, 0x7FF0000000000000]> : tensor<4xf64>
  %result = stablehlo.negate %operand : tensor<4xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %bits, dense<
      [0x8000000000000000, 0x0000000000000000, 0xBFF8000000000000,
       0xFFF0000000000000]> : tensor<4xui64>
  func.return
}

func.func @negate_op_test_bf16() {
  %operand = stablehlo.constant dense<[1.5, -3.0]> : tensor<2xbf16>
  %result = stablehlo.negate %operand : tensor<2xbf16>
  check.expect_eq_const %result, dense<[-1.5, 3.0]> : tensor<2xbf16>
  func.return
}

func.func @negate_op_test_c128() {
  %operand = stablehlo.constant dense<[(1.0, -2.0), (-0.0, -3.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.negate %operand : tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(-1.0, 2.0), (0.0, 3.0)]> : tensor<2xcomplex<f64>>
  func.return
}
