// RUN: indexing-tools check %s
//
// log: the natural logarithm of every element.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @log_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %result = stablehlo.log %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[0.0, 0.69314718], [1.0986123, 1.3862944]]> : tensor<2x2xf64>
  func.return
}

func.func @log_op_test_f64() {
  %operand = stablehlo.constant dense<
      [0.5, 10.0, 1.0e-300, 1.0e+300, 0.0, -0.0, -1.0, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<9xf64>
  %result = stablehlo.log %operand : tensor<9xf64>
  check.expect_almost_eq_const %result, dense<
      [-0.69314718, 2.3025851, -690.77553, 690.77553, 0xFFF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<9xf64>
  func.return
}

func.func @log_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, 7.0, 100.0]> : tensor<3xf32>
  %result = stablehlo.log %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[-1.3862944, 1.9459101, 4.6051702]> : tensor<3xf32>
  func.return
}

func.func @log_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.log %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.11157178, 1.1071487), (0.29735355, 2.7610863),
       (1.2824747, -0.98279372)]> : tensor<3xcomplex<f64>>
  func.return
}
