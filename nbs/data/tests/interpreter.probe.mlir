// RUN: indexing-tools check %s
//
// interpreter.probe: gives its operand back and notes it under a name.
// Types are treated alike; what is noted is seen by check.expect_serialized_eq.

func.func @interpreter_probe_op_test_f64() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %result = interpreter.probe %operand, probe_id = "probe_f64" : tensor<2xf64>
  check.expect_eq_const %result, dense<[1.5, -2.0]> : tensor<2xf64>
  %expected = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  check.expect_serialized_eq %expected, probe_id = "probe_f64" : tensor<2xf64>
  func.return
}
