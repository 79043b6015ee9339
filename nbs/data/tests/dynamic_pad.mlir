// RUN: indexing-tools check %s
//
// dynamic_pad: as pad, with the amounts in operands.
// All types are treated alike: the widest integer stands for them. What pad does is tested there
// (G4); here sizes known to the text, and to the run only.

// The specification's example.
func.func @dynamic_pad_op_test_si64() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %padding_value = stablehlo.constant dense<0> : tensor<i64>
  %edge_padding_low = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %edge_padding_high = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %interior_padding = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = stablehlo.dynamic_pad %operand, %padding_value, %edge_padding_low,
      %edge_padding_high, %interior_padding
     
          : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> tensor<5x9xi64>
  check.expect_eq_const %result, dense<
      [[0, 1, 0, 0, 2, 0, 0, 3, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0],
       [0, 4, 0, 0, 5, 0, 0, 6, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<5x9xi64>
  func.return
}

func.func @dynamic_pad_op_test_si64_open() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %padding_value = stablehlo.constant dense<9> : tensor<i64>
  %edge_padding_low = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %edge_padding_high = stablehlo.constant dense<[2]> : tensor<1xi32>
  %interior_padding = stablehlo.constant dense<[1]> : tensor<1xi32>
  %result = stablehlo.dynamic_pad %operand, %padding_value, %edge_padding_low,
      %edge_padding_high, %interior_padding
      : (tensor<3xi64>, tensor<i64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi64>
  %sized = stablehlo.reshape %result : (tensor<?xi64>) -> tensor<6xi64>
  check.expect_eq_const %sized, dense<[9, 2, 9, 3, 9, 9]> : tensor<6xi64>
  func.return
}
