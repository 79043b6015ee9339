// RUN: indexing-tools check %s
//
// chlo.broadcast_next_after: chlo.next_after, its operands repeated as NumPy does.
// Types as in chlo.next_after (G4). A column and a row.

func.func @chlo_broadcast_next_after_op_test_f64() {
  %lhs = stablehlo.constant dense<[[1.0], [-2.0]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[2.0, 0.0, -4.0]> : tensor<3xf64>
  %result = chlo.broadcast_next_after %lhs, %rhs
      : (tensor<2x1xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %result, dense<
      [[1.0000000000000002, 0.9999999999999999, 0.9999999999999999],
       [-1.9999999999999998, -1.9999999999999998, -2.0000000000000004]]> : tensor<2x3xf64>
  func.return
}
