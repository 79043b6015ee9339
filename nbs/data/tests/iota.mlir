// RUN: indexing-tools check %s
//
// iota: numbers that count along a dimension from 0.
// Classes of types: integers; integers of 4 bits; floats; narrow floats; complex numbers.

// The specification's first example.
func.func @iota_op_test_si32_dim0() {
  %output = stablehlo.iota dim = 0 : tensor<4x5xi32>
  check.expect_eq_const %output, dense<
      [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]]> : tensor<4x5xi32>
  func.return
}

// The specification's second example.
func.func @iota_op_test_si32_dim1() {
  %output = stablehlo.iota dim = 1 : tensor<4x5xi32>
  check.expect_eq_const %output, dense<
      [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]> : tensor<4x5xi32>
  func.return
}

func.func @iota_op_test_si64() {
  %output = stablehlo.iota dim = 1 : tensor<2x3x2xi64>
  check.expect_eq_const %output, dense<
      [[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 1], [2, 2]]]> : tensor<2x3x2xi64>
  func.return
}

func.func @iota_op_test_ui4() {
  %output = stablehlo.iota dim = 0 : tensor<16xui4>
  check.expect_eq_const %output, dense<
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
  func.return
}

func.func @iota_op_test_f64() {
  %output = stablehlo.iota dim = 0 : tensor<4xf64>
  check.expect_eq_const %output, dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  func.return
}

func.func @iota_op_test_bf16() {
  %output = stablehlo.iota dim = 0 : tensor<4xbf16>
  check.expect_eq_const %output, dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  func.return
}

func.func @iota_op_test_c128() {
  %output = stablehlo.iota dim = 0 : tensor<3xcomplex<f64>>
  check.expect_eq_const %output, dense<
      [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f64>>
  func.return
}
