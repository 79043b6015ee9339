// RUN: indexing-tools check %s
//
// get_tuple_element: the value at a place of a tuple.
// Types do not matter.

// The specification's example.
func.func @get_tuple_element_op_test_f64() {
  %val0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %val1 = stablehlo.tuple %three : tuple<tensor<i64>>
  %operand = stablehlo.tuple %val0, %val1 : tuple<tensor<2xf64>, tuple<tensor<i64>>>
  %result = stablehlo.get_tuple_element %operand[0]
      : (tuple<tensor<2xf64>, tuple<tensor<i64>>>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[1.0, 2.0]> : tensor<2xf64>
  func.return
}

func.func @get_tuple_element_op_test_last() {
  %val0 = stablehlo.constant dense<5> : tensor<i64>
  %val1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %operand = stablehlo.tuple %val0, %val1 : tuple<tensor<i64>, tensor<2xi1>>
  %result = stablehlo.get_tuple_element %operand[1]
      : (tuple<tensor<i64>, tensor<2xi1>>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

// Of a tuple that a function gives.
func.func @get_tuple_element_op_test_of_a_call() {
  %operand = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %pair = func.call @pair(%operand) : (tensor<2xi64>) -> tuple<tensor<2xi64>, tensor<2xi64>>
  %result = stablehlo.get_tuple_element %pair[1]
      : (tuple<tensor<2xi64>, tensor<2xi64>>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[-3, -4]> : tensor<2xi64>
  func.return
}

func.func private @pair(%operand: tensor<2xi64>) -> tuple<tensor<2xi64>, tensor<2xi64>> {
  %negative = stablehlo.negate %operand : tensor<2xi64>
  %pair = stablehlo.tuple %operand, %negative : tuple<tensor<2xi64>, tensor<2xi64>>
  return %pair : tuple<tensor<2xi64>, tensor<2xi64>>
}
