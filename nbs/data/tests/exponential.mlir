// RUN: indexing-tools check %s
//
// exponential: e to the power of every element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @exponential_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf64>
  %result = stablehlo.exponential %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[1.0, 2.7182818], [7.3890561, 20.085537]]> : tensor<2x2xf64>
  func.return
}

func.func @exponential_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-1.0, 0.5, -20.0, 5.0, 0x7FF0000000000000, 0xFFF0000000000000,
       0x7FF8000000000000, 710.0, -800.0, -0.0]> : tensor<10xf64>
  %result = stablehlo.exponential %operand : tensor<10xf64>
  check.expect_almost_eq_const %result, dense<
      [0.36787944, 1.6487213, 2.0611536e-09, 148.41316, 0x7FF0000000000000,
       0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0, 1.0]> : tensor<10xf64>
  func.return
}

func.func @exponential_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, -3.0, 1.75]> : tensor<3xf32>
  %result = stablehlo.exponential %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[1.2840254, 0.049787067, 5.754603]> : tensor<3xf32>
  func.return
}

func.func @exponential_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.exponential %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.8908079, 1.3873511), (0.25143161, 0.13735772),
       (-7.3151101, -1.0427437)]> : tensor<3xcomplex<f64>>
  func.return
}

// Computed wider, and rounded once.
func.func @exponential_op_test_c64() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.0, -2.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.exponential %operand : tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<
      [(0.8908079, 1.3873512), (-0.41614684, -0.9092974)]> : tensor<2xcomplex<f32>>
  func.return
}
