// RUN: indexing-tools check %s
//
// logistic: 1 / (1 + e^-x) of every element x.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @logistic_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf64>
  %result = stablehlo.logistic %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[0.5, 0.73105858], [0.88079708, 0.95257413]]> : tensor<2x2xf64>
  func.return
}

func.func @logistic_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-1.0, -5.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, -800.0, 800.0]> : tensor<8xf64>
  %result = stablehlo.logistic %operand : tensor<8xf64>
  check.expect_almost_eq_const %result, dense<
      [0.26894142, 0.0066928509, 0.9999546, 1.0, 0.0, 0x7FF8000000000000, 0.0,
       1.0]> : tensor<8xf64>
  func.return
}

func.func @logistic_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 1.75]> : tensor<3xf32>
  %result = stablehlo.logistic %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.5621765, 0.047425874, 0.8519528]> : tensor<3xf32>
  func.return
}

func.func @logistic_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.logistic %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.65621035, 0.25225035), (0.21042745, 0.086663851),
       (1.1541476, -0.025452681)]> : tensor<3xcomplex<f64>>
  func.return
}
