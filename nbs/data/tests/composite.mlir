// RUN: indexing-tools check %s
//
// composite: an operation made of others: its decomposition is called.
// Types do not matter. Corners: attributes, which the decomposition need not heed, and several
// results.

// The form of the specification's example, with a decomposition: x / (1 + |x|).
func.func @composite_op_test_f64() {
  %input = stablehlo.constant dense<[1.0, -3.0, 0.0]> : tensor<3xf64>
  %result = stablehlo.composite "my_namespace.softsign" %input {
    composite_attributes = {my_attribute = "my_value"},
    decomposition = @softsign,
    version = 1 : i32
  } : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.5, -0.75, 0.0]> : tensor<3xf64>
  func.return
}

func.func @composite_op_test_several() {
  %lhs = stablehlo.constant dense<3> : tensor<i64>
  %rhs = stablehlo.constant dense<5> : tensor<i64>
  %result:2 = stablehlo.composite "my_namespace.both" %lhs, %rhs {
    decomposition = @both
  } : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %result#0, dense<8> : tensor<i64>
  check.expect_eq_const %result#1, dense<15> : tensor<i64>
  func.return
}

func.func private @softsign(%input: tensor<3xf64>) -> tensor<3xf64> {
  %one = stablehlo.constant dense<1.0> : tensor<3xf64>
  %size = stablehlo.abs %input : tensor<3xf64>
  %more = stablehlo.add %one, %size : tensor<3xf64>
  %result = stablehlo.divide %input, %more : tensor<3xf64>
  return %result : tensor<3xf64>
}

func.func private @both(%lhs: tensor<i64>, %rhs: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %sum = stablehlo.add %lhs, %rhs : tensor<i64>
  %product = stablehlo.multiply %lhs, %rhs : tensor<i64>
  return %sum, %product : tensor<i64>, tensor<i64>
}
