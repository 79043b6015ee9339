// RUN: indexing-tools check %s
//
// fft: the discrete Fourier transform along the last dimensions, its inverse, and those from and
// to real numbers.
// Classes of types: the two widths, real and complex. Corners: each direction, an odd length,
// several dimensions, a batch.

// The specification's example.
func.func @fft_op_test_c64() {
  %operand = stablehlo.constant dense<
      [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [4]
      : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<
      [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]> : tensor<4xcomplex<f32>>
  func.return
}

// Five elements, twice: a batch.
func.func @fft_op_test_fft_c128() {
  %operand = stablehlo.constant dense<
      [[(1.0, 2.0), (-0.0, -1.0), (0.5, 0.0), (3.0, -1.0),
        (2.0, 2.0)],
       [(2.0, 2.0), (3.0, -1.0), (0.5, 0.0), (-0.0, -1.0),
        (1.0, 2.0)]]> : tensor<2x5xcomplex<f64>>
  %result = stablehlo.fft %operand, type = FFT, length = [5]
      : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [[(6.5, 2.0), (-3.4789098, 6.4896102),
        (-2.2508868, -0.32010478), (3.1779378, 2.0840368),
        (1.0518588, -0.25354217)],
       [(6.5, 2.0), (0.56617518, 0.92202833),
        (-3.7959718, 0.18192376), (1.6328528, 1.5820083),
        (5.0969438, 5.3140396)]]> : tensor<2x5xcomplex<f64>>
  func.return
}

// The inverse divides by the length.
func.func @fft_op_test_ifft_c128() {
  %operand = stablehlo.constant dense<
      [(1.0, 2.0), (-0.0, -1.0), (0.5, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.fft %operand, type = IFFT, length = [3]
      : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.5, 0.33333333), (0.53867513, 0.68899577),
       (-0.038675135, 0.9776709)]> : tensor<3xcomplex<f64>>
  func.return
}

// Of real numbers the first half is enough; the rest is its mirror image.
func.func @fft_op_test_rfft_f64() {
  %operand = stablehlo.constant dense<[1.0, 2.0, -1.0, 0.5, 3.0]> : tensor<5xf64>
  %result = stablehlo.fft %operand, type = RFFT, length = [5]
      : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(5.5, 0.0), (2.9495935, 1.8327344), (-3.1995935, -0.83879952)]> : tensor<3xcomplex<f64>>
  func.return
}

// From the first half, to an odd length.
func.func @fft_op_test_irfft_c128_odd() {
  %operand = stablehlo.constant dense<
      [(5.5, 0.0), (2.949593469, 1.832734395),
       (-3.199593469, -0.838799522)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [5]
      : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[1.0, 2.0, -1.0, 0.5, 3.0]> : tensor<5xf64>
  func.return
}

func.func @fft_op_test_irfft_c64_even() {
  %operand = stablehlo.constant dense<
      [(2.5, 0.0), (2.0, -1.5), (-2.5, 0.0)]> : tensor<3xcomplex<f32>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [4]
      : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[1.0, 2.0, -1.0, 0.5]> : tensor<4xf32>
  func.return
}

// Along two dimensions.
func.func @fft_op_test_fft_c128_2d() {
  %operand = stablehlo.constant dense<
      [[(1.0, 0.0), (2.0, 1.0)],
       [(-0.0, -1.0), (3.0, 0.0)],
       [(0.5, 0.5), (-2.0, 0.0)]]> : tensor<3x2xcomplex<f64>>
  %result = stablehlo.fft %operand, type = FFT, length = [3, 2]
      : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [[(4.5, 0.5), (-1.5, -1.5)],
       [(0.95096189, -2.6471143), (-2.0490381, 4.0131397)],
       [(3.5490381, 5.1471143), (0.54903811, -5.5131397)]]> : tensor<3x2xcomplex<f64>>
  func.return
}
