// RUN: indexing-tools check %s
//
// create_token: a token; it has no value, so what can be seen is that the program runs, and a
// barrier behind it.
// The only type is that of tokens. An operation of the dialect beside the specification's.

func.func @create_token_op_test_token() {
  %operand = stablehlo.constant dense<4> : tensor<i64>
  %token = stablehlo.create_token : !stablehlo.token
  %result, %after = stablehlo.optimization_barrier %operand, %token
      : tensor<i64>, !stablehlo.token
  check.expect_eq_const %result, dense<4> : tensor<i64>
  func.return
}
