// RUN: indexing-tools check %s
//
// map: calls a function of scalars for the elements at every place.
// Types are treated alike. Corners: one that differs from operands to result, several operations,
// a function that takes no notice of its operands.

// The specification's example.
func.func @map_op_test_si64() {
  %input0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %input1 = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
  %result = "stablehlo.map"(%input0, %input1) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %product = stablehlo.multiply %arg0, %arg1 : tensor<i64>
    stablehlo.return %product : tensor<i64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[0, 5], [12, 21]]> : tensor<2x2xi64>
  func.return
}

// Another type comes out: 1 / (x * x + 1).
func.func @map_op_test_si64_to_f64() {
  %input = stablehlo.constant dense<[0, 1, -2, 7]> : tensor<4xi64>
  %result = "stablehlo.map"(%input) ({
  ^bb0(%x: tensor<i64>):
    %one = stablehlo.constant dense<1> : tensor<i64>
    %square = stablehlo.multiply %x, %x : tensor<i64>
    %more = stablehlo.add %square, %one : tensor<i64>
    %float = stablehlo.convert %more : (tensor<i64>) -> tensor<f64>
    %unit = stablehlo.constant dense<1.0> : tensor<f64>
    %quotient = stablehlo.divide %unit, %float : tensor<f64>
    stablehlo.return %quotient : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4xi64>) -> tensor<4xf64>
  check.expect_eq_const %result, dense<[1.0, 0.5, 0.2, 0.02]> : tensor<4xf64>
  func.return
}

// A value that does not depend on the input.
func.func @map_op_test_f64_constant() {
  %input = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %result = "stablehlo.map"(%input) ({
  ^bb0(%x: tensor<f64>):
    %three = stablehlo.constant dense<3.0> : tensor<f64>
    stablehlo.return %three : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[3.0, 3.0]> : tensor<2xf64>
  func.return
}

// A function with branches: half of what is positive, zero for the rest.
func.func @map_op_test_f64_branches() {
  %input = stablehlo.constant dense<[3.0, -2.0, 0.0]> : tensor<3xf64>
  %result = "stablehlo.map"(%input) ({
  ^bb0(%x: tensor<f64>):
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %half = stablehlo.constant dense<0.5> : tensor<f64>
    %positive = stablehlo.compare GT, %x, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %value = "stablehlo.if"(%positive) ({
      %product = stablehlo.multiply %x, %half : tensor<f64>
      stablehlo.return %product : tensor<f64>
    }, {
      stablehlo.return %zero : tensor<f64>
    }) : (tensor<i1>) -> tensor<f64>
    stablehlo.return %value : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[1.5, 0.0, 0.0]> : tensor<3xf64>
  func.return
}
