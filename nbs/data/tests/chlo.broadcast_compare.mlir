// RUN: indexing-tools check %s
//
// chlo.broadcast_compare: compare, its operands repeated as NumPy does.
// Types as in compare (G4). A column and a row.

func.func @chlo_broadcast_compare_op_test_si64() {
  %lhs = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi64>
  %rhs = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi64>
  %result = chlo.broadcast_compare %lhs, %rhs {
      comparison_direction = #chlo<comparison_direction LT>}
          : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  check.expect_eq_const %result, dense<
      [[false, false, true], [false, true, true]]> : tensor<2x3xi1>
  func.return
}

// In the total order.
func.func @chlo_broadcast_compare_op_test_f64_totalorder() {
  %lhs = stablehlo.constant dense<[[-0.0], [0x7FF8000000000000]]> : tensor<2x1xf64>
  %rhs = stablehlo.constant dense<[0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %result = chlo.broadcast_compare %lhs, %rhs {
    compare_type = #chlo<comparison_type TOTALORDER>,
    comparison_direction = #chlo<comparison_direction LT>
  } : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[true, true], [false, false]]> : tensor<2x2xi1>
  func.return
}
