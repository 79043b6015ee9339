// RUN: indexing-tools check %s
//
// chlo.next_after: the next float after one in the direction of another one.
// Classes of types: the widths of floats, each with bits of its own. Corners: over zero, to
// infinity, equal ones, NaN.

func.func @chlo_next_after_op_test_f64() {
  %x = stablehlo.constant dense<
      [1.0, 1.0, 0.0, 0.0, -2.0, 3.0, 1.7976931348623157e+308]> : tensor<7xf64>
  %y = stablehlo.constant dense<
      [2.0, 0.0, 1.0, -1.0, -3.0, 3.0, 0x7FF0000000000000]> : tensor<7xf64>
  %result = chlo.next_after %x, %y : tensor<7xf64>, tensor<7xf64> -> tensor<7xf64>
  check.expect_eq_const %result, dense<
      [1.0000000000000002, 0.9999999999999999, 5.0e-324, -5.0e-324,
       -2.0000000000000004, 3.0, 0x7FF0000000000000]> : tensor<7xf64>
  func.return
}

func.func @chlo_next_after_op_test_f64_nan() {
  %x = stablehlo.constant dense<[0x7FF8000000000000, 1.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[1.0, 0x7FF8000000000000]> : tensor<2xf64>
  %result = chlo.next_after %x, %y : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %result, dense<
      [0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

func.func @chlo_next_after_op_test_f32() {
  %x = stablehlo.constant dense<[1.0, 0.0, -1.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[2.0, -1.0, 0.0]> : tensor<3xf32>
  %result = chlo.next_after %x, %y : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %result, dense<[1.0000001, -1.0e-45, -0.99999994]> : tensor<3xf32>
  func.return
}
