// RUN: indexing-tools check %s
//
// select: of two tensors the first where the predicate holds, else the second; one predicate may
// choose whole tensors.
// Types are treated alike; a widest one, and the one of the example.

// The specification's example.
func.func @select_op_test_si32() {
  %pred = stablehlo.constant dense<[[false, true], [true, false]]> : tensor<2x2xi1>
  %on_true = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %on_false = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<2x2xi1>, tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 2], [3, 8]]> : tensor<2x2xi32>
  func.return
}

// A predicate for all elements.
func.func @select_op_test_si64_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[9223372036854775807, 2]> : tensor<2xi64>
  %on_false = stablehlo.constant dense<[3, -9223372036854775808]> : tensor<2xi64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<2xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 2]> : tensor<2xi64>
  func.return
}

func.func @select_op_test_si64_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[9223372036854775807, 2]> : tensor<2xi64>
  %on_false = stablehlo.constant dense<[3, -9223372036854775808]> : tensor<2xi64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<2xi64>
  check.expect_eq_const %result, dense<[3, -9223372036854775808]> : tensor<2xi64>
  func.return
}
