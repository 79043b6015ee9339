// RUN: indexing-tools check %s
//
// chlo.constant: a value that stands in the program, in CHLO's dialect.
// Types as in constant (G4).

func.func @chlo_constant_op_test_f32() {
  %output = chlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  check.expect_eq_const %output, dense<[1.5, -2.0]> : tensor<2xf32>
  func.return
}
