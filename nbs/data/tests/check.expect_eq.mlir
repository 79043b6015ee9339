// RUN: indexing-tools check %s
//
// check.expect_eq: passes where two tensors are equal, element by element; -0 is 0, and NaN is
// nothing.
// Any type. That it fails where they are not is shown in the chapter of the checks.

func.func @check_expect_eq_op_test_si64() {
  %actual = stablehlo.constant dense<[1, -9223372036854775808]> : tensor<2xi64>
  %expected = stablehlo.constant dense<[1, -9223372036854775808]> : tensor<2xi64>
  check.expect_eq %actual, %expected : tensor<2xi64>
  func.return
}

func.func @check_expect_eq_op_test_f64() {
  %actual = stablehlo.constant dense<[0.1, -0.0, 0x7FF0000000000000]> : tensor<3xf64>
  %expected = stablehlo.constant dense<[0.1, 0.0, 0x7FF0000000000000]> : tensor<3xf64>
  check.expect_eq %actual, %expected : tensor<3xf64>
  func.return
}

func.func @check_expect_eq_op_test_c128() {
  %actual = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  check.expect_eq %actual, %expected : tensor<1xcomplex<f64>>
  func.return
}
