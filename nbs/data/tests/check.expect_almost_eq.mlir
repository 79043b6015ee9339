// RUN: indexing-tools check %s
//
// check.expect_almost_eq: passes where floats differ by 0.0001 at most, or by the tolerance that
// it has; NaN is NaN.
// Classes of types: floats; complex numbers, part by part.

func.func @check_expect_almost_eq_op_test_f64() {
  %actual = stablehlo.constant dense<
      [0.2, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %expected = stablehlo.constant dense<
      [0.19999, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  check.expect_almost_eq %actual, %expected : tensor<3xf64>
  func.return
}

func.func @check_expect_almost_eq_op_test_f64_tolerance() {
  %actual = stablehlo.constant dense<[5.0]> : tensor<1xf64>
  %expected = stablehlo.constant dense<[5.25]> : tensor<1xf64>
  check.expect_almost_eq %actual, %expected, tolerance = 0.5 : tensor<1xf64>
  func.return
}

func.func @check_expect_almost_eq_op_test_c128() {
  %actual = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.00005, 1.99995)]> : tensor<1xcomplex<f64>>
  check.expect_almost_eq %actual, %expected : tensor<1xcomplex<f64>>
  func.return
}
