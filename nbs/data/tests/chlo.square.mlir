// RUN: indexing-tools check %s
//
// chlo.square: the product of every element with itself.
// Classes of types: floats; complex numbers. Integers are none of its types.

func.func @chlo_square_op_test_f64() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 1.0e+200]> : tensor<3xf64>
  %result = chlo.square %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %result, dense<[2.25, 9.0, 0x7FF0000000000000]> : tensor<3xf64>
  func.return
}

func.func @chlo_square_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(1.0, 2.0), (0.0, 3.0), (-2.0, 0.5)]> : tensor<3xcomplex<f64>>
  %result = chlo.square %operand : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<
      [(-3.0, 4.0), (-9.0, 0.0), (3.75, -2.0)]> : tensor<3xcomplex<f64>>
  func.return
}
