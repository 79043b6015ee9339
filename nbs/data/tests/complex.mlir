// RUN: indexing-tools check %s
//
// complex: complex numbers of real parts and imaginary ones.
// Classes of types: the two widths, which are packed alike.

// The specification's example.
func.func @complex_op_test_c128() {
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
  %rhs = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %result = stablehlo.complex %lhs, %rhs : tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  func.return
}

func.func @complex_op_test_c64() {
  %lhs = stablehlo.constant dense<[0.0, -1.5, 0x7F800000]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[-2.0, 0.25, 1.0]> : tensor<3xf32>
  %result = stablehlo.complex %lhs, %rhs : tensor<3xcomplex<f32>>
  check.expect_eq_const %result, dense<
      [(0.0, -2.0), (-1.5, 0.25), (0x7F800000, 1.0)]> : tensor<3xcomplex<f32>>
  func.return
}
