// RUN: indexing-tools check %s
//
// cholesky: the triangular matrix whose product with its own adjoint is a given one.
// Classes of types: floats of 64 bits, those of 32 bits; complex numbers. Corners: lower and
// upper, a batch. What the other triangle holds is implementation-defined, and not looked at.

// The specification's example.
func.func @cholesky_op_test_f32() {
  %a = stablehlo.constant dense<
      [[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %factor = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  %row = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %column = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %inside = stablehlo.compare GE, %row, %column
      : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<3x3xf32>
  %result = stablehlo.select %inside, %factor, %zero : tensor<3x3xi1>, tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<
      [[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  func.return
}

// The upper factor, of two matrices at once.
func.func @cholesky_op_test_f64_upper() {
  %a = stablehlo.constant dense<
      [[[4.0, -2.0], [-2.0, 1.25]], [[9.0, 3.0], [3.0, 2.0]]]> : tensor<2x2x2xf64>
  %factor = stablehlo.cholesky %a, lower = false : tensor<2x2x2xf64>
  %row = stablehlo.iota dim = 1 : tensor<2x2x2xi64>
  %column = stablehlo.iota dim = 2 : tensor<2x2x2xi64>
  %inside = stablehlo.compare LE, %row, %column
      : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<2x2x2xf64>
  %result = stablehlo.select %inside, %factor, %zero : tensor<2x2x2xi1>, tensor<2x2x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[[2.0, -1.0], [0.0, 0.5]], [[3.0, 1.0], [0.0, 1.0]]]> : tensor<2x2x2xf64>
  func.return
}

func.func @cholesky_op_test_c128() {
  %a = stablehlo.constant dense<
      [[(4.0, 0.0), (2.0, 6.0)], [(2.0, -6.0), (11.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %factor = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
  %row = stablehlo.iota dim = 0 : tensor<2x2xi64>
  %column = stablehlo.iota dim = 1 : tensor<2x2xi64>
  %inside = stablehlo.compare GE, %row, %column
      : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x2xcomplex<f64>>
  %result = stablehlo.select %inside, %factor, %zero : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [[(2.0, 0.0), (0.0, 0.0)], [(1.0, -3.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  func.return
}
