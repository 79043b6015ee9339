// RUN: indexing-tools check %s
//
// interpreter.print: prints its operand; it has no result.
// Types are treated alike. What is printed is shown in the chapter of the probes.

func.func @interpreter_print_op_test_si64() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  interpreter.print %operand : tensor<2xi64>
  check.expect_eq_const %operand, dense<[1, 2]> : tensor<2xi64>
  func.return
}
