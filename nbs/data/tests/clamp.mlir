// RUN: indexing-tools check %s
//
// clamp: every element, kept from a minimum to a maximum, which may be scalars.
// Classes of types: integers; integers of 4 bits; floats; narrow floats; complex numbers, by their
// real parts and then by the imaginary ones.

// The specification's example.
func.func @clamp_op_test_si32() {
  %min = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi32>
  %operand = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi32>
  %max = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi32>
  %result = stablehlo.clamp %min, %operand, %max : tensor<3xi32>
  check.expect_eq_const %result, dense<[5, 13, 20]> : tensor<3xi32>
  func.return
}

// Scalars hold for every element.
func.func @clamp_op_test_si64() {
  %min = stablehlo.constant dense<-3> : tensor<i64>
  %operand = stablehlo.constant dense<
      [-9223372036854775808, -3, 0, 9, 9223372036854775807]> : tensor<5xi64>
  %max = stablehlo.constant dense<9> : tensor<i64>
  %result = stablehlo.clamp %min, %operand, %max
      : (tensor<i64>, tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[-3, -3, 0, 9, 9]> : tensor<5xi64>
  func.return
}

func.func @clamp_op_test_ui64() {
  %min = stablehlo.constant dense<[9223372036854775808, 0, 4]> : tensor<3xui64>
  %operand = stablehlo.constant dense<[5, 18446744073709551615, 4]> : tensor<3xui64>
  %max = stablehlo.constant dense<[18446744073709551615, 7, 4]> : tensor<3xui64>
  %result = stablehlo.clamp %min, %operand, %max : tensor<3xui64>
  check.expect_eq_const %result, dense<[9223372036854775808, 7, 4]> : tensor<3xui64>
  func.return
}

func.func @clamp_op_test_si4() {
  %min = stablehlo.constant dense<[-2, -2, -2]> : tensor<3xi4>
  %operand = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  %max = stablehlo.constant dense<[3, 3, 3]> : tensor<3xi4>
  %result = stablehlo.clamp %min, %operand, %max : tensor<3xi4>
  check.expect_eq_const %result, dense<[-2, 0, 3]> : tensor<3xi4>
  func.return
}

func.func @clamp_op_test_f64() {
  %min = stablehlo.constant dense<0.25> : tensor<f64>
  %operand = stablehlo.constant dense<[0xFFF0000000000000, 0.5, 3.0]> : tensor<3xf64>
  %max = stablehlo.constant dense<1.5> : tensor<f64>
  %result = stablehlo.clamp %min, %operand, %max
      : (tensor<f64>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.25, 0.5, 1.5]> : tensor<3xf64>
  func.return
}

func.func @clamp_op_test_bf16() {
  %min = stablehlo.constant dense<[0.5, 0.5, 0.5]> : tensor<3xbf16>
  %operand = stablehlo.constant dense<[0.25, 0.75, 8.0]> : tensor<3xbf16>
  %max = stablehlo.constant dense<[2.0, 2.0, 2.0]> : tensor<3xbf16>
  %result = stablehlo.clamp %min, %operand, %max : tensor<3xbf16>
  check.expect_eq_const %result, dense<[0.5, 0.75, 2.0]> : tensor<3xbf16>
  func.return
}

func.func @clamp_op_test_c128() {
  %min = stablehlo.constant dense<[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)]> : tensor<3xcomplex<f64>>
  %operand = stablehlo.constant dense<
      [(1.0, 0.0), (2.0, 9.0), (3.0, 2.0)]> : tensor<3xcomplex<f64>>
  %max = stablehlo.constant dense<[(3.0, 0.0), (3.0, 0.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.clamp %min, %operand, %max : tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(1.0, 1.0), (2.0, 9.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  func.return
}
