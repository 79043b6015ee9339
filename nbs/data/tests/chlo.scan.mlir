// RUN: indexing-tools check %s
//
// chlo.scan: runs a function along a dimension with a state: what it gives at each place, and the
// state at the end.
// Types are treated as the function treats them. Corners: from the end, several inputs and states,
// slices with dimensions of their own.

// Running sums.
func.func @chlo_scan_op_test_si64() {
  %input = stablehlo.constant dense<[3, 1, 4, 1, 5]> : tensor<5xi64>
  %init = stablehlo.constant dense<10> : tensor<i64>
  %outputs, %carry = chlo.scan(%input) inits(%init) dimension=0 {
  ^bb0(%x: tensor<i64>, %state: tensor<i64>):
    %sum = stablehlo.add %x, %state : tensor<i64>
    stablehlo.return %sum, %sum : tensor<i64>, tensor<i64>
  } : (tensor<5xi64>, tensor<i64>) -> (tensor<5xi64>, tensor<i64>)
  check.expect_eq_const %outputs, dense<[13, 14, 18, 19, 24]> : tensor<5xi64>
  check.expect_eq_const %carry, dense<24> : tensor<i64>
  func.return
}

// From the end, along the inner dimension: the state is a column, and what comes out is the state
// before.
func.func @chlo_scan_op_test_f64_reverse() {
  %input = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %init = stablehlo.constant dense<[0.0, 0.5]> : tensor<2xf64>
  %outputs, %carry = chlo.scan(%input) inits(%init) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xf64>, %state: tensor<2xf64>):
    %sum = stablehlo.add %x, %state : tensor<2xf64>
    stablehlo.return %state, %sum : tensor<2xf64>, tensor<2xf64>
  } : (tensor<2x3xf64>, tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  check.expect_eq_const %outputs, dense<[[5.0, 3.0, 0.0], [11.5, 6.5, 0.5]]> : tensor<2x3xf64>
  check.expect_eq_const %carry, dense<[6.0, 15.5]> : tensor<2xf64>
  func.return
}

// A recurrence x[i] = a[i] x[i - 1] + b[i], with two inputs.
func.func @chlo_scan_op_test_several() {
  %a = stablehlo.constant dense<[2, 3, -1]> : tensor<3xi64>
  %b = stablehlo.constant dense<[1, 0, 5]> : tensor<3xi64>
  %init = stablehlo.constant dense<1> : tensor<i64>
  %outputs, %carry = chlo.scan(%a, %b) inits(%init) dimension=0 {
  ^bb0(%factor: tensor<i64>, %term: tensor<i64>, %x: tensor<i64>):
    %product = stablehlo.multiply %factor, %x : tensor<i64>
    %next = stablehlo.add %product, %term : tensor<i64>
    stablehlo.return %next, %next : tensor<i64>, tensor<i64>
  } : (tensor<3xi64>, tensor<3xi64>, tensor<i64>) -> (tensor<3xi64>, tensor<i64>)
  check.expect_eq_const %outputs, dense<[3, 9, -4]> : tensor<3xi64>
  check.expect_eq_const %carry, dense<-4> : tensor<i64>
  func.return
}
