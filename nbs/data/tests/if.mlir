// RUN: indexing-tools check %s
//
// if: runs one of two branches, as a predicate says.
// Types do not matter. Corners: each branch, several results, values from outside.

// The specification's example.
func.func @if_op_test_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %result_true_branch = stablehlo.constant dense<10> : tensor<i32>
  %result_false_branch = stablehlo.constant dense<11> : tensor<i32>
  %result = "stablehlo.if"(%pred) ({
    stablehlo.return %result_true_branch : tensor<i32>
  }, {
    stablehlo.return %result_false_branch : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %result, dense<10> : tensor<i32>
  func.return
}

// The other branch, with two results.
func.func @if_op_test_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %result_true_branch = stablehlo.constant dense<10> : tensor<i32>
  %result_false_branch = stablehlo.constant dense<11> : tensor<i32>
  %result:2 = "stablehlo.if"(%pred) ({
    stablehlo.return %result_true_branch, %result_true_branch : tensor<i32>, tensor<i32>
  }, {
    %sum = stablehlo.add %result_true_branch, %result_false_branch : tensor<i32>
    stablehlo.return %result_false_branch, %sum : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %result#0, dense<11> : tensor<i32>
  check.expect_eq_const %result#1, dense<21> : tensor<i32>
  func.return
}
