// RUN: indexing-tools check %s
//
// imag: the imaginary parts of complex numbers; zero for real numbers.
// Classes of types: complex numbers; floats.

// The specification's example.
func.func @imag_op_test_c64() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.imag %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}

func.func @imag_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(1.5, -2.0), (0.25, 8.0), (-7.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.imag %operand : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[-2.0, 8.0, 0.0]> : tensor<3xf64>
  func.return
}

func.func @imag_op_test_f64() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %result = stablehlo.imag %operand : tensor<2xf64>
  check.expect_eq_const %result, dense<[0.0, 0.0]> : tensor<2xf64>
  func.return
}
