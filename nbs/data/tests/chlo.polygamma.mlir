// RUN: indexing-tools check %s
//
// chlo.polygamma: the n-th derivative of the digamma function; of n = 0 that function.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_polygamma_op_test_f64() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 5.0]> : tensor<4xf64>
  %x = stablehlo.constant dense<[1.5, 0.5, 3.0, 1.25]> : tensor<4xf64>
  %result = chlo.polygamma %n, %x : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<
      [0.036489974, 4.9348022, -0.15411381, 32.513768]> : tensor<4xf64>
  func.return
}

func.func @chlo_polygamma_op_test_f32() {
  %n = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %x = stablehlo.constant dense<[2.0, 1.5]> : tensor<2xf32>
  %result = chlo.polygamma %n, %x : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.64493406, 1.409091]> : tensor<2xf32>
  func.return
}
