// RUN: indexing-tools check %s
//
// chlo.acosh: the number from 0 whose hyperbolic cosine is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_acosh_op_test_f64() {
  %operand = stablehlo.constant dense<
      [1.5, 10.0, 1.0e+300, 1.0, 0.5, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %result = chlo.acosh %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [0.96242365, 2.9932228, 691.46868, 0.0, 0x7FF8000000000000,
       0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @chlo_acosh_op_test_f32() {
  %operand = stablehlo.constant dense<[1.25, 7.0]> : tensor<2xf32>
  %result = chlo.acosh %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.6931472, 2.633916]> : tensor<2xf32>
  func.return
}

func.func @chlo_acosh_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.acosh %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.92613303, 1.2213573), (1.3618009, 2.8638384),
       (1.8214042, -1.491879)]> : tensor<3xcomplex<f64>>
  func.return
}
