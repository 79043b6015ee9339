// RUN: indexing-tools check %s
//
// sort: sorts the slices along a dimension by a comparator; several inputs are moved alike.
// Types are treated as the comparator treats them. Corners: descending, the order of equal ones,
// NaN in the total order, a comparator of several operations.

// The specification's example: columns by the first input, descending.
func.func @sort_op_test_si64() {
  %input0 = stablehlo.constant dense<[[1, 2, 3], [3, 2, 1]]> : tensor<2x3xi64>
  %input1 = stablehlo.constant dense<[[3, 2, 1], [1, 2, 3]]> : tensor<2x3xi64>
  %result:2 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>, %a1: tensor<i64>, %b1: tensor<i64>):
      %before = stablehlo.compare GT, %a0, %b0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<2x3xi64>, tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
  check.expect_eq_const %result#0, dense<[[3, 2, 3], [1, 2, 1]]> : tensor<2x3xi64>
  check.expect_eq_const %result#1, dense<[[1, 2, 1], [3, 2, 3]]> : tensor<2x3xi64>
  func.return
}

// Rows, ascending.
func.func @sort_op_test_f64() {
  %input0 = stablehlo.constant dense<
      [[3.0, -1.0, 2.0], [0.5, 8.0, 0xFFF0000000000000]]> : tensor<2x3xf64>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<f64>, %b0: tensor<f64>):
      %before = stablehlo.compare LT, %a0, %b0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 1 : i64,
    is_stable = true
  } : (tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %result, dense<
      [[-1.0, 2.0, 3.0], [0xFFF0000000000000, 0.5, 8.0]]> : tensor<2x3xf64>
  func.return
}

// -0 before 0, and NaN behind infinity, seen by the places where they stood.
func.func @sort_op_test_f64_totalorder() {
  %input0 = stablehlo.constant dense<
      [0.0, 0x7FF8000000000000, -0.0, 0x7FF0000000000000, -1.0]> : tensor<5xf64>
  %input1 = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %result:2 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%a0: tensor<f64>, %b0: tensor<f64>, %a1: tensor<i64>, %b1: tensor<i64>):
      %before = stablehlo.compare LT, %a0, %b0, TOTALORDER
          : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<5xf64>, tensor<5xi64>) -> (tensor<5xf64>, tensor<5xi64>)
  check.expect_eq_const %result#1, dense<[4, 2, 0, 3, 1]> : tensor<5xi64>
  func.return
}

// By the last digit only: equal ones keep their order.
func.func @sort_op_test_si64_stable() {
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %input0 = stablehlo.constant dense<[21, 13, 11, 23, 1, 3]> : tensor<6xi64>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>):
      %x = stablehlo.remainder %a0, %ten : tensor<i64>
      %y = stablehlo.remainder %b0, %ten : tensor<i64>
      %before = stablehlo.compare LT, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<6xi64>) -> tensor<6xi64>
  check.expect_eq_const %result, dense<[21, 11, 1, 13, 23, 3]> : tensor<6xi64>
  func.return
}

func.func @sort_op_test_i1() {
  %input0 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<i1>, %b0: tensor<i1>):
      %before = stablehlo.compare LT, %a0, %b0 : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

func.func @sort_op_test_ui64() {
  %input0 = stablehlo.constant dense<
      [9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<ui64>, %b0: tensor<ui64>):
      %before = stablehlo.compare LT, %a0, %b0 : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = -1 : i64,
    is_stable = true
  } : (tensor<3xui64>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<
      [1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  func.return
}

// By the first input; where that is equal, by the second one, descending.
func.func @sort_op_test_two_keys() {
  %input0 = stablehlo.constant dense<[2, 1, 2, 1, 2]> : tensor<5xi64>
  %input1 = stablehlo.constant dense<[5.0, 7.0, 3.0, -1.0, 4.0]> : tensor<5xf64>
  %input2 = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %result:3 = "stablehlo.sort"(%input0, %input1, %input2) ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>, %a1: tensor<f64>, %b1: tensor<f64>,
         %a2: tensor<i64>, %b2: tensor<i64>):
      %less = stablehlo.compare LT, %a0, %b0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %same = stablehlo.compare EQ, %a0, %b0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %more = stablehlo.compare GT, %a1, %b1 : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %tie = stablehlo.and %same, %more : tensor<i1>
      %before = stablehlo.or %less, %tie : tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  }
      : (tensor<5xi64>, tensor<5xf64>, tensor<5xi64>)
        -> (tensor<5xi64>, tensor<5xf64>, tensor<5xi64>)
  check.expect_eq_const %result#0, dense<[1, 1, 2, 2, 2]> : tensor<5xi64>
  check.expect_eq_const %result#1, dense<[7.0, -1.0, 5.0, 4.0, 3.0]> : tensor<5xf64>
  check.expect_eq_const %result#2, dense<[1, 3, 0, 4, 2]> : tensor<5xi64>
  func.return
}

// A comparator that compares no key, but a difference with a number from outside.
func.func @sort_op_test_si64_difference() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %input0 = stablehlo.constant dense<[4, -1, 7, 0, 3, 2]> : tensor<6xi64>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>):
      %difference = stablehlo.subtract %a0, %b0 : tensor<i64>
      %before = stablehlo.compare LT, %difference, %zero
          : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<6xi64>) -> tensor<6xi64>
  check.expect_eq_const %result, dense<[-1, 0, 2, 3, 4, 7]> : tensor<6xi64>
  func.return
}

// A comparator with branches: even numbers first.
func.func @sort_op_test_si64_branches() {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %input0 = stablehlo.constant dense<[4, 1, 7, 0, 3, 2]> : tensor<6xi64>
  %result = "stablehlo.sort"(%input0) ({
    ^bb0(%a0: tensor<i64>, %b0: tensor<i64>):
      %a = stablehlo.remainder %a0, %two : tensor<i64>
      %b = stablehlo.remainder %b0, %two : tensor<i64>
      %alike = stablehlo.compare EQ, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %before = "stablehlo.if"(%alike) ({
        %less = stablehlo.compare LT, %a0, %b0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      }, {
        %even = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %even : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<6xi64>) -> tensor<6xi64>
  check.expect_eq_const %result, dense<[0, 2, 4, 1, 3, 7]> : tensor<6xi64>
  func.return
}
