// RUN: indexing-tools check %s
//
// real: the real parts of complex numbers; real numbers are theirs.
// Classes of types: complex numbers; floats.

// The specification's example.
func.func @real_op_test_c64() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.real %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[1.0, 3.0]> : tensor<2xf32>
  func.return
}

func.func @real_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(1.5, -2.0), (0.25, 8.0), (-7.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.real %operand : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[1.5, 0.25, -7.0]> : tensor<3xf64>
  func.return
}

func.func @real_op_test_f64() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %result = stablehlo.real %operand : tensor<2xf64>
  check.expect_eq_const %result, dense<[1.5, -2.0]> : tensor<2xf64>
  func.return
}
