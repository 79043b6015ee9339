// RUN: indexing-tools check %s
//
// log_plus_one: the natural logarithm of one more than every element, exact also near zero.
// Classes of types: floats of 64 bits; floats computed wider and rounded; complex numbers. All
// within 0.0001 (G6).

// The specification's example.
func.func @log_plus_one_op_test_f64_spec() {
  %operand = stablehlo.constant dense<[0.0, -0.999, 7.0, 6.38905621, 15.0]> : tensor<5xf64>
  %result = stablehlo.log_plus_one %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<
      [0.0, -6.9077553, 2.0794415, 2.0, 2.7725887]> : tensor<5xf64>
  func.return
}

func.func @log_plus_one_op_test_f64() {
  %operand = stablehlo.constant dense<
      [-0.5, 0.25, 1000000000000000.0, -1.0, -2.0, 0x7FF0000000000000,
       0x7FF8000000000000]> : tensor<7xf64>
  %result = stablehlo.log_plus_one %operand : tensor<7xf64>
  check.expect_almost_eq_const %result, dense<
      [-0.69314718, 0.22314355, 34.538776, 0xFFF0000000000000,
       0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  func.return
}

func.func @log_plus_one_op_test_f32() {
  %operand = stablehlo.constant dense<[0.25, 7.0, -0.75]> : tensor<3xf32>
  %result = stablehlo.log_plus_one %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[0.22314355, 2.0794415, -1.3862944]> : tensor<3xf32>
  func.return
}

func.func @log_plus_one_op_test_c128() {
  %operand = stablehlo.constant dense<
      [(0.5, 1.0), (-1.25, 0.5), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.log_plus_one %operand : tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.5893275, 0.5880026), (-0.5815754, 2.0344439),
       (1.4451859, -0.78539816)]> : tensor<3xcomplex<f64>>
  func.return
}

// Where the logarithm of 1 + x would lose every digit.
func.func @log_plus_one_op_test_f64_near_zero() {
  %operand = stablehlo.constant dense<[1.0e-10, -3.0e-16]> : tensor<2xf64>
  %result = stablehlo.log_plus_one %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<
      [9.999999999500001e-11, -3.0000000000000004e-16]> : tensor<2xf64>
      {tolerance = 1.0e-24 : f64}
  func.return
}
