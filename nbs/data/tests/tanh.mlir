// RUN: indexing-tools check %s
//
// tanh: the hyperbolic tangent of every element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @tanh_op_test_f32_spec() {
  %operand = stablehlo.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.tanh %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[-0.7615942, 0.0, 0.7615942]> : tensor<3xf32>
  func.return
}

func.func @tanh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -2.0, 1.0e-05, 20.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000]> : tensor<7xf64>
  %result = stablehlo.tanh %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.46211716, -0.96402758, 1.0e-05, 1.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @tanh_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 1.25]> : tensor<3xf32>
  %result = stablehlo.tanh %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<
      [0.24491866, -0.9950547, 0.84828365]> : tensor<3xf32>
  func.return
}

func.func @tanh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.tanh %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(1.0428307, 0.80687741), (-0.9067248, 0.12610857),
       (0.96538588, 0.009884375)]> : tensor<3xcomplex<f64>>
  func.return
}
