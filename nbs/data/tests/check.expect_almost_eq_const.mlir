// RUN: indexing-tools check %s
//
// check.expect_almost_eq_const: passes where floats differ from a constant by 0.0001 at most, or
// by the tolerance that it has.
// As check.expect_almost_eq; document 4's example.

// The first half of document 4's example; the second one fails.
func.func @check_expect_almost_eq_const_op_test_f32() {
  %actual = stablehlo.constant dense<0.2> : tensor<f32>
  check.expect_almost_eq_const %actual, dense<0.19999> : tensor<f32>
  func.return
}

func.func @check_expect_almost_eq_const_op_test_f64_tolerance() {
  %actual = stablehlo.constant dense<[5.0]> : tensor<1xf64>
  check.expect_almost_eq_const %actual, dense<[5.25]> : tensor<1xf64> {tolerance = 0.5 : f64}
  func.return
}
