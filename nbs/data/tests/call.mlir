// RUN: indexing-tools check %s
//
// call: calls a function of the module.
// Types do not matter. Corners: several results, a call in a called function, both names of the
// operation.

func.func @call_op_test_several() {
  %lhs = stablehlo.constant dense<[7, -7]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %result:2 = func.call @divided(%lhs, %rhs)
      : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %result#0, dense<[3, -3]> : tensor<2xi64>
  check.expect_eq_const %result#1, dense<[1, -1]> : tensor<2xi64>
  func.return
}

// What is called calls, too.
func.func @call_op_test_nested() {
  %operand = stablehlo.constant dense<[12, -4]> : tensor<2xi64>
  %result = call @last_digit(%operand) : (tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[2, -4]> : tensor<2xi64>
  func.return
}

// The quotient and the remainder.
func.func private @divided(%lhs: tensor<2xi64>, %rhs: tensor<2xi64>)
    -> (tensor<2xi64>, tensor<2xi64>) {
  %quotient = stablehlo.divide %lhs, %rhs : tensor<2xi64>
  %remainder = stablehlo.remainder %lhs, %rhs : tensor<2xi64>
  return %quotient, %remainder : tensor<2xi64>, tensor<2xi64>
}

func.func private @last_digit(%operand: tensor<2xi64>) -> tensor<2xi64> {
  %ten = stablehlo.constant dense<10> : tensor<2xi64>
  %result:2 = func.call @divided(%operand, %ten)
      : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %result#1 : tensor<2xi64>
}
