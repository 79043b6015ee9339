// RUN: indexing-tools check %s
//
// mhlo: what MHLO, the dialect before StableHLO, has beside the operations of StableHLO and CHLO.
// Types as in the operations of CHLO's (G4).

func.func @mhlo_acos() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.acos %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[1.0471976, 1.8234766]> : tensor<2xf64>
  func.return
}

func.func @mhlo_asin() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.asin %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.52359878, -0.25268026]> : tensor<2xf64>
  func.return
}

func.func @mhlo_asinh() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.asinh %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.48121183, -0.24746646]> : tensor<2xf64>
  func.return
}

func.func @mhlo_atanh() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.atanh %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.54930614, -0.25541281]> : tensor<2xf64>
  func.return
}

func.func @mhlo_cosh() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.cosh %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[1.127626, 1.0314131]> : tensor<2xf64>
  func.return
}

func.func @mhlo_sinh() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.sinh %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.52109531, -0.25261232]> : tensor<2xf64>
  func.return
}

func.func @mhlo_erf() {
  %operand = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf64>
  %result = mhlo.erf %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.52049988, -0.27632639]> : tensor<2xf64>
  func.return
}

func.func @mhlo_acosh() {
  %operand = stablehlo.constant dense<[1.5, 10.0]> : tensor<2xf64>
  %result = mhlo.acosh %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.96242365, 2.9932228]> : tensor<2xf64>
  func.return
}

func.func @mhlo_mulhi() {
  %lhs = stablehlo.constant dense<[4611686018427387904, -1]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[8, 3]> : tensor<2xi64>
  %result = mhlo.mulhi %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[2, -1]> : tensor<2xi64>
  func.return
}

func.func @mhlo_copy() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = mhlo.copy %operand : tensor<2xi64>
  check.expect_eq_const %result, dense<[1, 2]> : tensor<2xi64>
  func.return
}

// The same memory, in other sizes.
func.func @mhlo_bitcast() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = mhlo.bitcast %operand : (tensor<2x2xi64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[1, 2, 3, 4]> : tensor<4xi64>
  func.return
}

// The smallest two.
func.func @mhlo_topk() {
  %operand = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi64>
  %values, %indices = mhlo.topk(%operand, k = 2, largest = false)
      : tensor<3xi64> -> (tensor<2xi64>, tensor<2xi32>)
  check.expect_eq_const %values, dense<[1, 2]> : tensor<2xi64>
  check.expect_eq_const %indices, dense<[1, 2]> : tensor<2xi32>
  func.return
}

func.func @mhlo_fusion() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = "mhlo.fusion"(%operand) ({
  ^bb0(%x: tensor<2xi64>):
    %twice = mhlo.add %x, %x : tensor<2xi64>
    mhlo.return %twice : tensor<2xi64>
  }) {fusion_kind = #mhlo<fusion_kind kLoop>} : (tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[2, 4]> : tensor<2xi64>
  func.return
}

// The operand, after the token.
func.func @mhlo_add_dependency() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %token = mhlo.create_token : !mhlo.token
  %result = mhlo.add_dependency %operand, %token : (tensor<2xi64>, !mhlo.token) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[1, 2]> : tensor<2xi64>
  func.return
}

func.func @mhlo_trace() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  mhlo.trace %operand, "two numbers" : tensor<2xi64>
  check.expect_eq_const %operand, dense<[1, 2]> : tensor<2xi64>
  func.return
}
