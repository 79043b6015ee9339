// RUN: indexing-tools check %s
//
// check.expect_serialized_eq: passes where a tensor is equal to what a probe noted under a name,
// at its first time or at another one.
// Classes of types: those that are stored alike: integers, booleans, floats, narrow floats,
// complex numbers. Corners: a probe in a loop.

func.func @check_expect_serialized_eq_op_test_si64() {
  %operand = stablehlo.constant dense<[1, -9223372036854775808]> : tensor<2xi64>
  %probed = interpreter.probe %operand, probe_id = "probe_si64" : tensor<2xi64>
  %expected = stablehlo.constant dense<[1, -9223372036854775808]> : tensor<2xi64>
  check.expect_serialized_eq %expected, probe_id = "probe_si64" : tensor<2xi64>
  func.return
}

func.func @check_expect_serialized_eq_op_test_i1() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %probed = interpreter.probe %operand, probe_id = "probe_i1" : tensor<2xi1>
  %expected = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  check.expect_serialized_eq %expected, probe_id = "probe_i1" : tensor<2xi1>
  func.return
}

func.func @check_expect_serialized_eq_op_test_f64() {
  %operand = stablehlo.constant dense<[0.1, -2.0]> : tensor<2xf64>
  %probed = interpreter.probe %operand, probe_id = "probe_f64" : tensor<2xf64>
  %expected = stablehlo.constant dense<[0.1, -2.0]> : tensor<2xf64>
  check.expect_serialized_eq %expected, probe_id = "probe_f64" : tensor<2xf64>
  func.return
}

func.func @check_expect_serialized_eq_op_test_bf16() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %probed = interpreter.probe %operand, probe_id = "probe_bf16" : tensor<2xbf16>
  %expected = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  check.expect_serialized_eq %expected, probe_id = "probe_bf16" : tensor<2xbf16>
  func.return
}

func.func @check_expect_serialized_eq_op_test_c128() {
  %operand = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  %probed = interpreter.probe %operand, probe_id = "probe_c128" : tensor<1xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  check.expect_serialized_eq %expected, probe_id = "probe_c128" : tensor<1xcomplex<f64>>
  func.return
}

// The squares of 1 and 2, in two turns of a loop.
func.func @check_expect_serialized_eq_op_test_iterations() {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %last = stablehlo.while(%i = %one) : tensor<i64>
    cond {
      %more = stablehlo.compare LE, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %square = stablehlo.multiply %i, %i : tensor<i64>
      %probed = interpreter.probe %square, probe_id = "probe_iterations" : tensor<i64>
      %next = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %next : tensor<i64>
    }
  %expected0 = stablehlo.constant dense<1> : tensor<i64>
  %expected1 = stablehlo.constant dense<4> : tensor<i64>
  check.expect_serialized_eq %expected0, probe_id = "probe_iterations", iter = 0 : tensor<i64>
  check.expect_serialized_eq %expected1, probe_id = "probe_iterations", iter = 1 : tensor<i64>
  func.return
}
