// RUN: indexing-tools check %s
//
// sdy: Shardy's dialect: how arrays are cut over a mesh of devices. On whole arrays most of it
// changes nothing.
// All types are treated alike. A manual computation runs on the pieces.

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @sdy_sharding_constraint() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = sdy.sharding_constraint %operand <@mesh, [{"x"}, {}]> : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @sdy_reshard() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = sdy.reshard %operand <@mesh, [{}, {"y"}]> : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @sdy_propagation_barrier() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = sdy.propagation_barrier %operand allowed_direction=NONE : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return
}

func.func @sdy_named_computation() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = sdy.named_computation<"twice">(%operand) (%x: tensor<2x2xi64>) {
    %sum = stablehlo.add %x, %x : tensor<2x2xi64>
    sdy.return %sum : tensor<2x2xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[2, 4], [6, 8]]> : tensor<2x2xi64>
  func.return
}

// Each of the pieces along x adds its own first element to all of its elements.
func.func @sdy_manual_computation() {
  %operand = stablehlo.constant dense<[[1, 2], [30, 40]]> : tensor<2x2xi64>
  %result = sdy.manual_computation(%operand)
      in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>]
      manual_axes={"x"} (%piece: tensor<1x2xi64>) {
    %first = stablehlo.slice %piece [0:1, 0:1] : (tensor<1x2xi64>) -> tensor<1x1xi64>
    %wide = stablehlo.broadcast_in_dim %first, dims = [0, 1]
        : (tensor<1x1xi64>) -> tensor<1x2xi64>
    %sum = stablehlo.add %piece, %wide : tensor<1x2xi64>
    sdy.return %sum : tensor<1x2xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[2, 3], [60, 70]]> : tensor<2x2xi64>
  func.return
}
