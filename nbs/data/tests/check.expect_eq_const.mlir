// RUN: indexing-tools check %s
//
// check.expect_eq_const: passes where a tensor is equal to a constant.
// As check.expect_eq; document 4's example, of integers of 4 bits.

// Document 4's example.
func.func @check_expect_eq_const_op_test_ui4() {
  %actual = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  check.expect_eq_const %actual, dense<[15, 5]> : tensor<2xui4>
  func.return
}
