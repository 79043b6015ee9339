// RUN: indexing-tools check %s
//
// while: runs a body on a state as long as a condition holds.
// Types do not matter. Corners: no turn at all, a state of several types, a value from outside, a
// loop in a loop.

// The specification's example, whose sum is 10 there: from 1 to 10 there are nine turns.
func.func @while_op_test_si64() {
  %init_i = stablehlo.constant dense<1> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %results0, %results1 = stablehlo.while(%i = %init_i, %sum = %init_sum)
      : tensor<i64>, tensor<i64>
    cond {
      %cond = stablehlo.compare LT, %i, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %cond : tensor<i1>
    } do {
      %new_sum = stablehlo.add %sum, %one : tensor<i64>
      %new_i = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %new_i, %new_sum : tensor<i64>, tensor<i64>
    }
  check.expect_eq_const %results0, dense<10> : tensor<i64>
  check.expect_eq_const %results1, dense<9> : tensor<i64>
  func.return
}

// The condition does not hold at the beginning.
func.func @while_op_test_no_turn() {
  %init = stablehlo.constant dense<[5.0, -1.0]> : tensor<2xf64>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %result = stablehlo.while(%state = %init) : tensor<2xf64>
    cond {
      stablehlo.return %false : tensor<i1>
    } do {
      %twice = stablehlo.add %state, %state : tensor<2xf64>
      stablehlo.return %twice : tensor<2xf64>
    }
  check.expect_eq_const %result, dense<[5.0, -1.0]> : tensor<2xf64>
  func.return
}

// A loop in a loop, with tensors and numbers: i of i = 1, 2, 3 is added i times to each element.
func.func @while_op_test_nested() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %init = stablehlo.constant dense<[0, 10]> : tensor<2xi64>
  %i, %total = stablehlo.while(%a = %one, %s = %init) : tensor<i64>, tensor<2xi64>
    cond {
      %more = stablehlo.compare LE, %a, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %j, %inner = stablehlo.while(%b = %zero, %t = %s) : tensor<i64>, tensor<2xi64>
        cond {
          %less = stablehlo.compare LT, %b, %a : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %less : tensor<i1>
        } do {
          %wide = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i64>) -> tensor<2xi64>
          %sum = stablehlo.add %t, %wide : tensor<2xi64>
          %next_b = stablehlo.add %b, %one : tensor<i64>
          stablehlo.return %next_b, %sum : tensor<i64>, tensor<2xi64>
        }
      %next_a = stablehlo.add %a, %one : tensor<i64>
      stablehlo.return %next_a, %inner : tensor<i64>, tensor<2xi64>
    }
  check.expect_eq_const %i, dense<4> : tensor<i64>
  check.expect_eq_const %total, dense<[14, 24]> : tensor<2xi64>
  func.return
}
