// RUN: indexing-tools check %s
//
// triangular_solve: solves a system of equations whose matrix is triangular.
// Classes of types: floats of 64 bits, those of 32 bits; complex numbers. Corners: from the left
// and from the right, lower and upper, transposed and adjoint, a diagonal of ones, a batch. The
// other triangle holds numbers that must not count.

// The specification's example.
func.func @triangular_solve_op_test_f32() {
  %a = stablehlo.constant dense<
      [[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<
      [[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<
      [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf32>
  func.return
}

func.func @triangular_solve_op_test_f64_upper() {
  %a = stablehlo.constant dense<
      [[2.0, 9.0, -7.0], [1.0, -4.0, 5.0], [3.0, 0.5, 0.25]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[-44.0], [28.0], [1.0]]> : tensor<3x1xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x1xf64>) -> tensor<3x1xf64>
  check.expect_almost_eq_const %result, dense<[[1.0], [-2.0], [4.0]]> : tensor<3x1xf64>
  func.return
}

// x a^T = b.
func.func @triangular_solve_op_test_f64_right_transposed() {
  %a = stablehlo.constant dense<
      [[2.0, 9.0, -7.0], [1.0, -4.0, 5.0], [3.0, 0.5, 0.25]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, -7.0, 4.75], [0.0, 4.0, 1.5]]> : tensor<2x3xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = false,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<
      [[1.0, 2.0, 3.0], [0.0, -1.0, 8.0]]> : tensor<2x3xf64>
  func.return
}

// The diagonal is taken as ones, whatever stands there.
func.func @triangular_solve_op_test_f64_unit() {
  %a = stablehlo.constant dense<
      [[2.0, 9.0, -7.0], [1.0, -4.0, 5.0], [3.0, 0.5, 0.25]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[1.0, -1.0], [3.0, -1.0], [7.0, 2.0]]> : tensor<3x2xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %result, dense<
      [[1.0, -1.0], [2.0, 0.0], [3.0, 5.0]]> : tensor<3x2xf64>
  func.return
}

// Two matrices; the adjoint of a real one is its transpose.
func.func @triangular_solve_op_test_f64_batched() {
  %a = stablehlo.constant dense<
      [[[2.0, 9.0, -7.0], [1.0, -4.0, 5.0], [3.0, 0.5, 0.25]],
       [[2.0, 0.0, 0.0], [1.0, -4.0, 0.0], [3.0, 0.5, 0.25]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<
      [[[13.0], [-6.5], [0.75]], [[-0.5], [0.25], [0.125]]]> : tensor<2x3x1xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  } : (tensor<2x3x3xf64>, tensor<2x3x1xf64>) -> tensor<2x3x1xf64>
  check.expect_almost_eq_const %result, dense<
      [[[1.0], [2.0], [3.0]], [[-1.0], [0.0], [0.5]]]> : tensor<2x3x1xf64>
  func.return
}

func.func @triangular_solve_op_test_c128_adjoint() {
  %a = stablehlo.constant dense<
      [[(1.0, 1.0), (5.0, 0.0)], [(2.0, -1.0), (0.0, 2.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(5.0, -4.0)], [(-4.0, -2.0)]]> : tensor<2x1xcomplex<f64>>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  } : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [[(1.0, 0.0)], [(1.0, -2.0)]]> : tensor<2x1xcomplex<f64>>
  func.return
}

func.func @triangular_solve_op_test_c128_transposed() {
  %a = stablehlo.constant dense<
      [[(1.0, 1.0), (5.0, 0.0)], [(2.0, -1.0), (0.0, 2.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(1.0, -4.0)], [(4.0, 2.0)]]> : tensor<2x1xcomplex<f64>>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [[(1.0, 0.0)], [(1.0, -2.0)]]> : tensor<2x1xcomplex<f64>>
  func.return
}
