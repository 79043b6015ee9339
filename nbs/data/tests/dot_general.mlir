// RUN: indexing-tools check %s
//
// dot_general: sums of products over dimensions that both operands have, for every pair of the
// other ones.
// Classes of types: integers; booleans; floats; narrow floats with a wider result; complex
// numbers. Corners: dimensions in common, several that are summed over, none, no elements to sum.
// Quantized types: values that are exact in every step, for how else they are computed is
// implementation-defined.

// The specification's example; its algorithm, which is one of floats, is left out.
func.func @dot_general_op_test_si64() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %result = stablehlo.dot_general %lhs, %rhs,
      batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]
      : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq_const %result, dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  func.return
}

// Summed over two dimensions, which stand in another order in the right one; the batch is the last
// of the left.
func.func @dot_general_op_test_si64_several() {
  %lhs = stablehlo.constant dense<
      [[[0, 1], [2, 3]], [[4, 5], [6, 7]], [[8, 9], [10, 11]]]> : tensor<3x2x2xi64>
  %rhs = stablehlo.constant dense<
      [[[12, 13, 14], [15, 16, 17]], [[18, 19, 20], [21, 22, 23]]]> : tensor<2x2x3xi64>
  %result = stablehlo.dot_general %lhs, %rhs,
      batching_dims = [2] x [1], contracting_dims = [0, 1] x [2, 0]
      : (tensor<3x2x2xi64>, tensor<2x2x3xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[514, 718]> : tensor<2xi64>
  func.return
}

// Every product; nothing is summed.
func.func @dot_general_op_test_ui64_outer() {
  %lhs = stablehlo.constant dense<[1, 9223372036854775808]> : tensor<2xui64>
  %rhs = stablehlo.constant dense<[2, 3]> : tensor<2xui64>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [] x []
      : (tensor<2xui64>, tensor<2xui64>) -> tensor<2x2xui64>
  check.expect_eq_const %result, dense<[[2, 3], [0, 9223372036854775808]]> : tensor<2x2xui64>
  func.return
}

// Products of 8 bits, sums of 32.
func.func @dot_general_op_test_si8_to_si32() {
  %lhs = stablehlo.constant dense<[[100, 100, -128]]> : tensor<1x3xi8>
  %rhs = stablehlo.constant dense<[[100], [100], [-128]]> : tensor<3x1xi8>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x3xi8>, tensor<3x1xi8>) -> tensor<1x1xi32>
  check.expect_eq_const %result, dense<[[36384]]> : tensor<1x1xi32>
  func.return
}

func.func @dot_general_op_test_i1() {
  %lhs = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %rhs = stablehlo.constant dense<[[true], [true]]> : tensor<2x1xi1>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<2x2xi1>, tensor<2x1xi1>) -> tensor<2x1xi1>
  check.expect_eq_const %result, dense<[[true], [false]]> : tensor<2x1xi1>
  func.return
}

func.func @dot_general_op_test_f64() {
  %lhs = stablehlo.constant dense<[[0.5, -2.0, 1.25], [4.0, 0.0, 8.0]]> : tensor<2x3xf64>
  %rhs = stablehlo.constant dense<[[2.0], [0.25], [4.0]]> : tensor<3x1xf64>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<2x3xf64>, tensor<3x1xf64>) -> tensor<2x1xf64>
  check.expect_eq_const %result, dense<[[5.5], [40.0]]> : tensor<2x1xf64>
  func.return
}

// The products need more than eight bits of mantissa, and get them.
func.func @dot_general_op_test_bf16_to_f32() {
  %lhs = stablehlo.constant dense<[[1.0078125, 3.0]]> : tensor<1x2xbf16>
  %rhs = stablehlo.constant dense<[[1.0078125], [0.0625]]> : tensor<2x1xbf16>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x2xbf16>, tensor<2x1xbf16>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<[[1.203186]]> : tensor<1x1xf32>
  func.return
}

func.func @dot_general_op_test_c128() {
  %lhs = stablehlo.constant dense<[[(1.0, 2.0), (0.0, 1.0)]]> : tensor<1x2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[[(3.0, -1.0)], [(2.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  check.expect_eq_const %result, dense<[[(5.0, 7.0)]]> : tensor<1x1xcomplex<f64>>
  func.return
}

// A sum of no products is zero.
func.func @dot_general_op_test_f64_empty() {
  %lhs = stablehlo.constant dense<> : tensor<2x0xf64>
  %rhs = stablehlo.constant dense<> : tensor<0x1xf64>
  %result = stablehlo.dot_general %lhs, %rhs,
      contracting_dims = [1] x [0] : (tensor<2x0xf64>, tensor<0x1xf64>) -> tensor<2x1xf64>
  check.expect_eq_const %result, dense<[[0.0], [0.0]]> : tensor<2x1xf64>
  func.return
}

// With an algorithm, on numbers that are exact in it.
func.func @dot_general_op_test_f32_algorithm() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[1.0, 0.5], [-1.0, 2.0]]> : tensor<2x2xf32>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0],
      algorithm = <
        lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
        lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
        allow_imprecise_accumulation = false>
      : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[-1.0, 4.5], [-1.0, 9.5]]> : tensor<2x2xf32>
  func.return
}

// (0.5, -1) by (1.25, 0.75) is -0.125, one step below zero.
func.func @dot_general_op_test_quantized() {
  %stored_lhs = stablehlo.constant dense<[2, -1]> : tensor<2xi8>
  %stored_rhs = stablehlo.constant dense<[5, 3]> : tensor<2xi8>
  %lhs = stablehlo.bitcast_convert %stored_lhs
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  %result = stablehlo.dot_general %lhs, %rhs,
      contracting_dims = [0] x [0]
      : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i8:f32, 0.25>>)
      -> tensor<!quant.uniform<i32:f32, 0.125>>
  %stored = stablehlo.bitcast_convert %result
      : (tensor<!quant.uniform<i32:f32, 0.125>>) -> tensor<i32>
  check.expect_eq_const %stored, dense<-1> : tensor<i32>
  func.return
}

// A quantized right operand beside floats: the result is of floats.
func.func @dot_general_op_test_hybrid() {
  %lhs = stablehlo.constant dense<[[1.5, -2.0]]> : tensor<1x2xf32>
  %stored_rhs = stablehlo.constant dense<[[4], [3]]> : tensor<2x1xi8>
  %rhs = stablehlo.bitcast_convert %stored_rhs
      : (tensor<2x1xi8>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5>>
  %result = stablehlo.dot_general %lhs, %rhs,
      contracting_dims = [1] x [0]
      : (tensor<1x2xf32>, tensor<2x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<[[0.0]]> : tensor<1x1xf32>
  func.return
}

// Products and sums beyond 32 bits: the low ones are kept.
func.func @dot_general_op_test_si32() {
  %lhs = stablehlo.constant dense<[[2147483647, -2147483648]]> : tensor<1x2xi32>
  %rhs = stablehlo.constant dense<[[2147483647], [3]]> : tensor<2x1xi32>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x2xi32>, tensor<2x1xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %result, dense<[[-2147483647]]> : tensor<1x1xi32>
  func.return
}

// An algorithm that rounds the operands to bf16: 1 + 2^-8 becomes 1.
func.func @dot_general_op_test_f32_algorithm_bf16() {
  %lhs = stablehlo.constant dense<[[1.0039062, 2.0]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<[[1.0], [4.0]]> : tensor<2x1xf32>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0],
      algorithm = <
        lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32,
        lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
        allow_imprecise_accumulation = false>
      : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<[[9.0]]> : tensor<1x1xf32>
  func.return
}
