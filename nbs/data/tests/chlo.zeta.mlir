// RUN: indexing-tools check %s
//
// chlo.zeta: the sum of 1 / (q + k)^x over all k from 0: Hurwitz's zeta function.
// Classes of types: floats of 64 bits; floats computed wider and rounded. All within 0.0001 (G6).

func.func @chlo_zeta_op_test_f64() {
  %x = stablehlo.constant dense<[2.0, 3.0, 1.5, 10.0]> : tensor<4xf64>
  %q = stablehlo.constant dense<[1.0, 2.5, 4.0, 0.5]> : tensor<4xf64>
  %result = chlo.zeta %x, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<
      [1.6449341, 0.11810203, 1.0663719, 1024.017450355758]> : tensor<4xf64>
  func.return
}

// At x = 1 the sum is infinite.
func.func @chlo_zeta_op_test_f64_ends() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %q = stablehlo.constant dense<[3.0, 0x7FF8000000000000]> : tensor<2xf64>
  %result = chlo.zeta %x, %q : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %result, dense<
      [0x7FF0000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

func.func @chlo_zeta_op_test_f32() {
  %x = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %q = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %result = chlo.zeta %x, %q : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[1.644934, 0.019823235]> : tensor<2xf32>
  func.return
}
