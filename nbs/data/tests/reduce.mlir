// RUN: indexing-tools check %s
//
// reduce: combines the elements along dimensions by a function, from an initial value; in what
// order is left open.
// Types are treated as the function treats them. Corners: functions of one operation and of
// several, several inputs, no elements, all dimensions, another type in the function. Quantized
// types: values that are exact in every step, for how else they are computed is implementation-
// defined.

// The specification's example.
func.func @reduce_op_test_si64() {
  %input = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.add
      across dimensions = [1]
      : (tensor<1x6xi64>, tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %result, dense<[15]> : tensor<1xi64>
  func.return
}

func.func @reduce_op_test_maximum_si64() {
  %input = stablehlo.constant dense<[[3, -7, 2], [5, 4, -1]]> : tensor<2x3xi64>
  %init_value = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.maximum
      across dimensions = [0]
      : (tensor<2x3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[5, 4, 2]> : tensor<3xi64>
  func.return
}

func.func @reduce_op_test_minimum_si64() {
  %input = stablehlo.constant dense<[[3, -7, 2], [5, 4, -1]]> : tensor<2x3xi64>
  %init_value = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.minimum
      across dimensions = [0]
      : (tensor<2x3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[3, -7, -1]> : tensor<3xi64>
  func.return
}

func.func @reduce_op_test_multiply_si64() {
  %input = stablehlo.constant dense<[[3, -7, 2], [5, 4, -1]]> : tensor<2x3xi64>
  %init_value = stablehlo.constant dense<1> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.multiply
      across dimensions = [0]
      : (tensor<2x3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[15, -28, -2]> : tensor<3xi64>
  func.return
}

func.func @reduce_op_test_and_i1() {
  %input = stablehlo.constant dense<
      [[true, true, true], [false, true, false], [false, false, false]]> : tensor<3x3xi1>
  %init_value = stablehlo.constant dense<true> : tensor<i1>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.and
      across dimensions = [1]
      : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, false]> : tensor<3xi1>
  func.return
}

func.func @reduce_op_test_or_i1() {
  %input = stablehlo.constant dense<
      [[true, true, true], [false, true, false], [false, false, false]]> : tensor<3x3xi1>
  %init_value = stablehlo.constant dense<false> : tensor<i1>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.or
      across dimensions = [1]
      : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, true, false]> : tensor<3xi1>
  func.return
}

// All dimensions: sums that are exact in any order.
func.func @reduce_op_test_f64_all() {
  %input = stablehlo.constant dense<
      [[[0.5, 1.5], [2.0, -4.0]], [[8.0, 0.25], [16.0, 1.0]]]> : tensor<2x2x2xf64>
  %init_value = stablehlo.constant dense<0.0> : tensor<f64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.add
      across dimensions = [0, 1, 2]
      : (tensor<2x2x2xf64>, tensor<f64>) -> tensor<f64>
  check.expect_eq_const %result, dense<25.25> : tensor<f64>
  func.return
}

func.func @reduce_op_test_bf16() {
  %input = stablehlo.constant dense<[1.5, 2.0, 0.25]> : tensor<3xbf16>
  %init_value = stablehlo.constant dense<0.0> : tensor<bf16>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.add
      across dimensions = [0]
      : (tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %result, dense<3.75> : tensor<bf16>
  func.return
}

func.func @reduce_op_test_c128() {
  %input = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f64>>
  %init_value = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.add
      across dimensions = [0]
      : (tensor<2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %result, dense<(4.0, 1.0)> : tensor<complex<f64>>
  func.return
}

// Of no elements the initial value is left.
func.func @reduce_op_test_si64_empty() {
  %input = stablehlo.constant dense<> : tensor<2x0xi64>
  %init_value = stablehlo.constant dense<7> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) applies stablehlo.maximum
      across dimensions = [1]
      : (tensor<2x0xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[7, 7]> : tensor<2xi64>
  func.return
}

// Two inputs: the greatest value and the least place at which it stands.
func.func @reduce_op_test_argmax() {
  %input = stablehlo.constant dense<[[3.0, 9.0, 9.0], [-1.0, -5.0, -1.0]]> : tensor<2x3xf64>
  %places = stablehlo.iota dim = 1 : tensor<2x3xi64>
  %least = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %none = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %result:2 = stablehlo.reduce(%input init: %least), (%places init: %none) across dimensions = [1]
     
          : (tensor<2x3xf64>, tensor<2x3xi64>, tensor<f64>, tensor<i64>)
        -> (tensor<2xf64>, tensor<2xi64>)
    reducer(%x: tensor<f64>, %y: tensor<f64>) (%i: tensor<i64>, %j: tensor<i64>) {
      %more = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %tie = stablehlo.and %same, %before : tensor<i1>
      %first = stablehlo.or %more, %tie : tensor<i1>
      %value = stablehlo.select %first, %x, %y : tensor<i1>, tensor<f64>
      %place = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<f64>, tensor<i64>
    }
  check.expect_eq_const %result#0, dense<[9.0, -1.0]> : tensor<2xf64>
  check.expect_eq_const %result#1, dense<[1, 0]> : tensor<2xi64>
  func.return
}

// A function of two operations, which is an `and` after all: not (not x or not y).
func.func @reduce_op_test_si64_function() {
  %input = stablehlo.constant dense<[[6, 5], [4, 13]]> : tensor<2x2xi64>
  %init_value = stablehlo.constant dense<-1> : tensor<i64>
  %result = stablehlo.reduce(%input init: %init_value) across dimensions = [1]
      : (tensor<2x2xi64>, tensor<i64>) -> tensor<2xi64>
    reducer(%x: tensor<i64>, %y: tensor<i64>) {
      %not_x = stablehlo.not %x : tensor<i64>
      %not_y = stablehlo.not %y : tensor<i64>
      %or = stablehlo.or %not_x, %not_y : tensor<i64>
      %and = stablehlo.not %or : tensor<i64>
      stablehlo.return %and : tensor<i64>
    }
  check.expect_eq_const %result, dense<[4, 4]> : tensor<2xi64>
  func.return
}

// The function computes in a wider type, and the result has it.
func.func @reduce_op_test_f32_to_f64() {
  %input = stablehlo.constant dense<[1.6777216e+07, 1.0, 1.0]> : tensor<3xf32>
  %init_value = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.reduce(%input init: %init_value) across dimensions = [0]
      : (tensor<3xf32>, tensor<f32>) -> tensor<f64>
    reducer(%x: tensor<f64>, %y: tensor<f64>) {
      %sum = stablehlo.add %x, %y : tensor<f64>
      stablehlo.return %sum : tensor<f64>
    }
  check.expect_eq_const %result, dense<16777218.0> : tensor<f64>
  func.return
}

// 0.5 + 1 + 4 is 5.5, from a zero that is stored as 1.
func.func @reduce_op_test_quantized() {
  %stored = stablehlo.constant dense<[2, 3, 9]> : tensor<3xi8>
  %stored_zero = stablehlo.constant dense<1> : tensor<i8>
  %input = stablehlo.bitcast_convert %stored
      : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %zero = stablehlo.bitcast_convert %stored_zero
      : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %result = stablehlo.reduce(%input init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>)
      -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %found = stablehlo.bitcast_convert %result
      : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<i8>
  check.expect_eq_const %found, dense<12> : tensor<i8>
  func.return
}
