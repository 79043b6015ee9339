// RUN: indexing-tools check %s
//
// trace: prints its operand under a tag; it has no result.
// Types are treated alike. An operation of early versions of the dialect.

func.func @trace_op_test_si64() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  stablehlo.trace %operand, "two numbers" : tensor<2xi64>
  check.expect_eq_const %operand, dense<[1, 2]> : tensor<2xi64>
  func.return
}
