// RUN: indexing-tools check %s
//
// chlo.acos: the angle from 0 to pi whose cosine is the element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

func.func @chlo_acos_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, -0.25, 0.75, 1.0, -1.0, 1.5, 0x7FF8000000000000]> : tensor<7xf64>
  %result = chlo.acos %operand : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [1.0471976, 1.8234766, 0.72273425, 0.0, 3.1415927, 0x7FF8000000000000,
       0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @chlo_acos_op_test_f32() {
  %operand = stablehlo.constant dense<[0.125, -0.875]> : tensor<2xf32>
  %result = chlo.acos %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[1.4454685, 2.6362321]> : tensor<2xf32>
  func.return
}

func.func @chlo_acos_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-2.0, 0.5), (0.25, -3.0)]> : tensor<3xcomplex<f64>>
  %result = chlo.acos %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(1.2213573, -0.92613303), (2.8638384, -1.3618009),
       (1.491879, 1.8214042)]> : tensor<3xcomplex<f64>>
  func.return
}
