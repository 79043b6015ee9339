// RUN: indexing-tools check %s
//
// tensor: sizes and elements of tensors, and their forms, as dynamic programs of MLIR's own write
// them.
// All types are treated alike. Indices are scalars: put into a tensor they can be checked.

func.func @tensor_dim() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %operand = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %operand, %zero : tensor<?x?xi64>
  %columns = tensor.dim %operand, %one : tensor<?x?xi64>
  %count = arith.muli %rows, %columns : index
  %result = tensor.from_elements %rows, %columns, %count : tensor<3xindex>
  %numbers = arith.index_cast %result : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %numbers, dense<[2, 3, 6]> : tensor<3xi64>
  func.return
}

func.func @tensor_rank() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %operand = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %rank = tensor.rank %operand : tensor<?x?xi64>
  %result = tensor.from_elements %rank : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[2]> : tensor<1xi64>
  func.return
}

func.func @tensor_cast() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %operand = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %result = tensor.cast %operand : tensor<?x?xi64> to tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>
  func.return
}

func.func @tensor_extract() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %element = tensor.extract %operand[%one, %zero] : tensor<2x2xi64>
  %result = tensor.from_elements %element : tensor<1xi64>
  check.expect_eq_const %result, dense<[3]> : tensor<1xi64>
  func.return
}

// In row-major order.
func.func @tensor_from_elements() {
  %a = arith.constant 5 : i64
  %b = arith.constant -6 : i64
  %result = tensor.from_elements %a, %b, %b, %a : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[5, -6], [-6, 5]]> : tensor<2x2xi64>
  func.return
}

// What is in it is undefined, so only its size is tested.
func.func @tensor_empty() {
  %three = arith.constant 3 : index
  %operand = tensor.empty(%three) : tensor<2x?xi64>
  %result = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x?xi64>) -> tensor<i32>
  check.expect_eq_const %result, dense<3> : tensor<i32>
  func.return
}

func.func @tensor_splat() {
  %value = arith.constant 7 : i64
  %result = tensor.splat %value : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[7, 7], [7, 7]]> : tensor<2x2xi64>
  func.return
}

// The operand stays what it is.
func.func @tensor_insert() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %one = arith.constant 1 : index
  %value = arith.constant 9 : i64
  %result = tensor.insert %value into %operand[%one] : tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 9, 3]> : tensor<3xi64>
  check.expect_eq_const %operand, dense<[1, 2, 3]> : tensor<3xi64>
  func.return
}

func.func @tensor_reshape() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %shape = arith.constant dense<2> : tensor<2xindex>
  %result = tensor.reshape %operand(%shape) : (tensor<4xi64>, tensor<2xindex>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @tensor_collapse_shape() {
  %operand = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi64>
  %result = tensor.collapse_shape %operand [[0, 1], [2]] : tensor<2x1x2xi64> into tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @tensor_expand_shape() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = tensor.expand_shape %operand [[0, 1], [2]] output_shape [2, 1, 2]
      : tensor<2x2xi64> into tensor<2x1x2xi64>
  check.expect_eq_const %result, dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi64>
  func.return
}
