// RUN: indexing-tools check %s
//
// check.expect_close: passes where floats are as many units in the last place apart as it says.
// Classes of types: the widths of floats; complex numbers, part by part.

// One and the next float.
func.func @check_expect_close_op_test_f64() {
  %actual = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf64>
  %expected = stablehlo.constant dense<[1.0000000000000002, 0.0]> : tensor<2xf64>
  check.expect_close %actual, %expected, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  func.return
}

// At least two, at most three.
func.func @check_expect_close_op_test_f32_least() {
  %actual = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %expected = stablehlo.constant dense<[1.0000002]> : tensor<1xf32>
  check.expect_close %actual, %expected, max_ulp_difference = 3, min_ulp_difference = 2
      : tensor<1xf32>, tensor<1xf32>
  func.return
}
