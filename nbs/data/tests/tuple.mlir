// RUN: indexing-tools check %s
//
// tuple: a tuple of values, which may be tuples.
// Types do not matter. What it holds is seen by get_tuple_element.

// The specification's example, of tensors.
func.func @tuple_op_test_nested() {
  %val0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %val1 = stablehlo.tuple %three : tuple<tensor<i32>>
  %result = stablehlo.tuple %val0, %val1 : tuple<tensor<2xf32>, tuple<tensor<i32>>>
  %first = stablehlo.get_tuple_element %result[0]
      : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
  %second = stablehlo.get_tuple_element %result[1]
      : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  %inner = stablehlo.get_tuple_element %second[0] : (tuple<tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %first, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %inner, dense<3> : tensor<i32>
  func.return
}
