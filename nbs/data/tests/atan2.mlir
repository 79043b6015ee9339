// RUN: indexing-tools check %s
//
// atan2: the angle of the point (rhs, lhs), from -pi to pi.
// Classes of types: floats of 64 bits; floats computed wider; complex numbers.

// The specification's example.
func.func @atan2_op_test_f64() {
  %lhs = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.5707963, -1.5707963]> : tensor<3xf64>
  func.return
}

// All quadrants; on the negative axis the sign of zero says from which side, and infinite sides
// have a ratio of one.
func.func @atan2_op_test_f64_quadrants() {
  %lhs = stablehlo.constant dense<
      [1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 2.0, 0x7FF0000000000000,
       0x7FF0000000000000]> : tensor<9xf64>
  %rhs = stablehlo.constant dense<
      [1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 0x7FF0000000000000,
       0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<9xf64>
  check.expect_almost_eq_const %result, dense<
      [0.78539816, 2.3561945, -0.78539816, -2.3561945, 3.1415927, -3.1415927,
       0.0, 0.78539816, 2.3561945]> : tensor<9xf64>
  func.return
}

func.func @atan2_op_test_f32() {
  %lhs = stablehlo.constant dense<[0.5, -3.0]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[2.0, 0.25]> : tensor<2xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[0.24497867, -1.487655]> : tensor<2xf32>
  func.return
}

// By the complex logarithm: -i log((rhs + i lhs) / sqrt(lhs^2 + rhs^2)).
func.func @atan2_op_test_c128() {
  %lhs = stablehlo.constant dense<[(1.0, 0.5), (2.0, -1.0)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(2.0, 0.25), (1.0, 1.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<
      [(0.49309754, 0.1451185), (1.276795, -0.64123734)]> : tensor<2xcomplex<f64>>
  func.return
}
