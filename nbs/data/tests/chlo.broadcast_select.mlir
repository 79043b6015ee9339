// RUN: indexing-tools check %s
//
// chlo.broadcast_select: select, its operands repeated as NumPy does.
// Types as in select (G4). A predicate, a column and a row.

func.func @chlo_broadcast_select_op_test_si64() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %on_false = stablehlo.constant dense<7> : tensor<i64>
  %result = chlo.broadcast_select %pred, %on_true, %on_false
      : (tensor<3xi1>, tensor<2x1xi64>, tensor<i64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[1, 7, 1], [2, 7, 2]]> : tensor<2x3xi64>
  func.return
}
