// RUN: indexing-tools check %s
//
// shape: shapes as values, as dynamic programs of MLIR's own write them.
// Shapes are tensors of indices here, as compilers write them. What is asserted fails where it
// does not hold, so only what holds is tested.

func.func @shape_shape_of() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %operand = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %result = shape.shape_of %operand : tensor<?x?xi64> -> tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_dim() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %operand = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %one = arith.constant 1 : index
  %size = shape.dim %operand, %one : tensor<?x?xi64>, index -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[3]> : tensor<1xi64>
  func.return
}

func.func @shape_const_shape() {
  %result = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %numbers = arith.index_cast %result : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %numbers, dense<[2, 3, 4]> : tensor<3xi64>
  func.return
}

func.func @shape_num_elements() {
  %shape = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %size = shape.num_elements %shape : tensor<3xindex> -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[24]> : tensor<1xi64>
  func.return
}

func.func @shape_rank() {
  %shape = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %size = shape.rank %shape : tensor<3xindex> -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[3]> : tensor<1xi64>
  func.return
}

func.func @shape_get_extent() {
  %shape = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %two = arith.constant 2 : index
  %size = shape.get_extent %shape, %two : tensor<3xindex>, index -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[4]> : tensor<1xi64>
  func.return
}

// And back.
func.func @shape_index_to_size() {
  %index = arith.constant 6 : index
  %number = shape.index_to_size %index
  %size = shape.size_to_index %number : !shape.size
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[6]> : tensor<1xi64>
  func.return
}

func.func @shape_max() {
  %lhs = shape.const_size 7
  %rhs = shape.const_size 2
  %number = shape.max %lhs, %rhs : !shape.size, !shape.size -> !shape.size
  %size = shape.size_to_index %number : !shape.size
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[7]> : tensor<1xi64>
  func.return
}

func.func @shape_min() {
  %lhs = shape.const_size 7
  %rhs = shape.const_size 2
  %number = shape.min %lhs, %rhs : !shape.size, !shape.size -> !shape.size
  %size = shape.size_to_index %number : !shape.size
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[2]> : tensor<1xi64>
  func.return
}

func.func @shape_add() {
  %lhs = arith.constant 7 : index
  %rhs = arith.constant 2 : index
  %size = shape.add %lhs, %rhs : index, index -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[9]> : tensor<1xi64>
  func.return
}

func.func @shape_mul() {
  %lhs = arith.constant 7 : index
  %rhs = arith.constant 2 : index
  %size = shape.mul %lhs, %rhs : index, index -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[14]> : tensor<1xi64>
  func.return
}

func.func @shape_div() {
  %lhs = arith.constant 7 : index
  %rhs = arith.constant 2 : index
  %size = shape.div %lhs, %rhs : index, index -> index
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[3]> : tensor<1xi64>
  func.return
}

func.func @shape_broadcast() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %result = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_concat() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %result = shape.concat %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  %numbers = arith.index_cast %result : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %numbers, dense<[2, 1, 3]> : tensor<3xi64>
  func.return
}

func.func @shape_from_extents() {
  %a = arith.constant 4 : index
  %b = arith.constant 5 : index
  %shape = shape.from_extents %a, %b : index, index
  %result = shape.to_extent_tensor %shape : !shape.shape -> tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[4, 5]> : tensor<2xi64>
  func.return
}

func.func @shape_to_extent_tensor() {
  %shape = shape.const_shape [7, 1] : !shape.shape
  %result = shape.to_extent_tensor %shape : !shape.shape -> tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[7, 1]> : tensor<2xi64>
  func.return
}

func.func @shape_is_broadcastable() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %other = shape.const_shape [2, 2] : tensor<2xindex>
  %three = shape.const_shape [2, 3] : tensor<2xindex>
  %first = shape.is_broadcastable %lhs, %rhs : tensor<2xindex>, tensor<1xindex>
  %second = shape.is_broadcastable %other, %three : tensor<2xindex>, tensor<2xindex>
  %result = tensor.from_elements %first, %second : tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @shape_shape_eq() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %first = shape.shape_eq %lhs, %lhs : tensor<2xindex>, tensor<2xindex>
  %second = shape.shape_eq %lhs, %rhs : tensor<2xindex>, tensor<1xindex>
  %result = tensor.from_elements %first, %second : tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

func.func @shape_assuming() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %witness = shape.const_witness true
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_const_witness() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %witness = shape.const_witness true
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_cstr_broadcastable() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %witness = shape.cstr_broadcastable %lhs, %rhs : tensor<2xindex>, tensor<1xindex>
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_cstr_eq() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %witness = shape.cstr_eq %lhs, %lhs : tensor<2xindex>, tensor<2xindex>
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_cstr_require() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %true = arith.constant true
  %witness = shape.cstr_require %true, "it holds"
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_assuming_all() {
  %lhs = shape.const_shape [2, 1] : tensor<2xindex>
  %rhs = shape.const_shape [3] : tensor<1xindex>
  %first = shape.const_witness true
  %second = shape.cstr_eq %rhs, %rhs : tensor<1xindex>, tensor<1xindex>
  %witness = shape.assuming_all %first, %second
  %result = shape.assuming %witness -> (tensor<2xindex>) {
    %sizes = shape.broadcast %lhs, %rhs : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %sizes : tensor<2xindex>
  }
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[2, 3]> : tensor<2xi64>
  func.return
}

func.func @shape_const_size() {
  %number = shape.const_size 5
  %size = shape.size_to_index %number : !shape.size
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[5]> : tensor<1xi64>
  func.return
}

func.func @shape_size_to_index() {
  %number = shape.const_size 5
  %size = shape.size_to_index %number : !shape.size
  %result = tensor.from_elements %size : tensor<1xindex>
  %numbers = arith.index_cast %result : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %numbers, dense<[5]> : tensor<1xi64>
  func.return
}
