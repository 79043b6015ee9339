// RUN: indexing-tools check %s
//
// after_all: a token that comes after others; it has no value, so what can be seen is that the
// program runs, and a barrier behind it.
// The only type is that of tokens.

// The specification's example, its tokens made by the same operation.
func.func @after_all_op_test_tokens() {
  %operand = stablehlo.constant dense<4> : tensor<i64>
  %input0 = stablehlo.after_all : !stablehlo.token
  %input1 = stablehlo.after_all : !stablehlo.token
  %token = stablehlo.after_all %input0, %input1 : !stablehlo.token
  %result, %after = stablehlo.optimization_barrier %operand, %token
      : tensor<i64>, !stablehlo.token
  check.expect_eq_const %result, dense<4> : tensor<i64>
  func.return
}
