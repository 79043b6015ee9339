// RUN: indexing-tools check %s
//
// rng: random numbers of a distribution: which ones is implementation-defined, so only what they
// have in common is tested (G5).
// Classes of types: integers and floats that are uniform from a to below b; normal
// floats, which are finite.

// The specification's example, whatever its numbers.
func.func @rng_op_test_si32() {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %shape = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
  %result = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
      : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<3x3xi32>
  %clamped = stablehlo.clamp %a, %result, %b
      : (tensor<i32>, tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
  check.expect_eq %result, %clamped : tensor<3x3xi32>
  %ends = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
  %below = stablehlo.compare LT, %result, %ends
      : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  check.expect_eq_const %below, dense<
      [[true, true, true], [true, true, true], [true, true, true]]> : tensor<3x3xi1>
  func.return
}

func.func @rng_op_test_f64() {
  %a = stablehlo.constant dense<-0.5> : tensor<f64>
  %b = stablehlo.constant dense<2.5> : tensor<f64>
  %shape = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
  %result = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
      : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<3x3xf64>
  %clamped = stablehlo.clamp %a, %result, %b
      : (tensor<f64>, tensor<3x3xf64>, tensor<f64>) -> tensor<3x3xf64>
  check.expect_eq %result, %clamped : tensor<3x3xf64>
  %ends = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
  %below = stablehlo.compare LT, %result, %ends
      : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
  check.expect_eq_const %below, dense<
      [[true, true, true], [true, true, true], [true, true, true]]> : tensor<3x3xi1>
  func.return
}

func.func @rng_op_test_normal_f64() {
  %mu = stablehlo.constant dense<5.0> : tensor<f64>
  %sigma = stablehlo.constant dense<2.0> : tensor<f64>
  %shape = stablehlo.constant dense<[4]> : tensor<1xi64>
  %result = stablehlo.rng %mu, %sigma, %shape, distribution = NORMAL
      : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  %finite = stablehlo.is_finite %result : (tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %finite, dense<[true, true, true, true]> : tensor<4xi1>
  func.return
}
