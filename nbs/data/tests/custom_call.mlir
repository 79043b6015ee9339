// RUN: indexing-tools check %s
//
// custom_call: calls something outside of the program by its name: what it does is implementation-
// defined, so only names with one meaning everywhere are tested.
// A partitioner's marks, which on one device change nothing, and the checks that test data are
// full of.

func.func @custom_call_op_test_sharding() {
  %input0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %result = stablehlo.custom_call @Sharding(%input0) {
    mhlo.sharding = "{replicated}"
  } : (tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.0, 2.0]> : tensor<2xf64>
  func.return
}

// Within 3 units in the last place, and exactly.
func.func @custom_call_op_test_checks() {
  %input0 = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
  %expected = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_close(%input0, %expected) {has_side_effect = true}
      : (tensor<2xf64>, tensor<2xf64>) -> ()
  stablehlo.custom_call @check.expect_eq(%input0, %expected) {has_side_effect = true}
      : (tensor<2xf64>, tensor<2xf64>) -> ()
  func.return
}
