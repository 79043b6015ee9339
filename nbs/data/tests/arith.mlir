// RUN: indexing-tools check %s
//
// arith: arithmetic of MLIR's own, in which dynamic programs compute their sizes.
// Classes of types: integers that are signed by the operation, not by their type; floats. On
// indices they are in the test of tensor. An operation that StableHLO has as well is tested there
// (G4), but for its name.

func.func @arith_constant() {
  %result = arith.constant dense<[1, -2]> : tensor<2xi64>
  check.expect_eq_const %result, dense<[1, -2]> : tensor<2xi64>
  func.return
}

func.func @arith_addi() {
  %lhs = stablehlo.constant dense<[9223372036854775807]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[1]> : tensor<1xi64>
  %result = arith.addi %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808]> : tensor<1xi64>
  func.return
}

func.func @arith_subi() {
  %lhs = stablehlo.constant dense<[-9223372036854775808]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[1]> : tensor<1xi64>
  %result = arith.subi %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[9223372036854775807]> : tensor<1xi64>
  func.return
}

func.func @arith_muli() {
  %lhs = stablehlo.constant dense<[4611686018427387904]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = arith.muli %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808]> : tensor<1xi64>
  func.return
}

func.func @arith_divsi() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[2, 2, 4]> : tensor<3xi64>
  %result = arith.divsi %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[3, -3, -2]> : tensor<3xi64>
  func.return
}

// -7 is read as a number of 64 bits.
func.func @arith_divui() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[2, 2, 4]> : tensor<3xi64>
  %result = arith.divui %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<
      [3, 9223372036854775804, 4611686018427387902]> : tensor<3xi64>
  func.return
}

func.func @arith_remsi() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[2, 2, 4]> : tensor<3xi64>
  %result = arith.remsi %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[1, -1, 0]> : tensor<3xi64>
  func.return
}

func.func @arith_remui() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[3, 3, 3]> : tensor<3xi64>
  %result = arith.remui %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 0, 2]> : tensor<3xi64>
  func.return
}

func.func @arith_ceildivsi() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[2, 2, 4]> : tensor<3xi64>
  %result = arith.ceildivsi %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[4, -3, -2]> : tensor<3xi64>
  func.return
}

func.func @arith_ceildivui() {
  %lhs = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %result = arith.ceildivui %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[4, 4]> : tensor<2xi64>
  func.return
}

func.func @arith_floordivsi() {
  %lhs = stablehlo.constant dense<[7, -7, -8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[2, 2, 4]> : tensor<3xi64>
  %result = arith.floordivsi %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[3, -4, -2]> : tensor<3xi64>
  func.return
}

func.func @arith_maxsi() {
  %lhs = stablehlo.constant dense<[-1, 3]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %result = arith.maxsi %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[0, 3]> : tensor<2xi64>
  func.return
}

func.func @arith_maxui() {
  %lhs = stablehlo.constant dense<[-1, 3]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %result = arith.maxui %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[-1, 3]> : tensor<2xi64>
  func.return
}

func.func @arith_minsi() {
  %lhs = stablehlo.constant dense<[-1, 3]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %result = arith.minsi %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[-1, 2]> : tensor<2xi64>
  func.return
}

func.func @arith_minui() {
  %lhs = stablehlo.constant dense<[-1, 3]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %result = arith.minui %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %result, dense<[0, 2]> : tensor<2xi64>
  func.return
}

func.func @arith_andi() {
  %lhs = stablehlo.constant dense<[12]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[10]> : tensor<1xi64>
  %result = arith.andi %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[8]> : tensor<1xi64>
  func.return
}

func.func @arith_ori() {
  %lhs = stablehlo.constant dense<[12]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[10]> : tensor<1xi64>
  %result = arith.ori %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[14]> : tensor<1xi64>
  func.return
}

func.func @arith_xori() {
  %lhs = stablehlo.constant dense<[12]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[10]> : tensor<1xi64>
  %result = arith.xori %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[6]> : tensor<1xi64>
  func.return
}

func.func @arith_shli() {
  %lhs = stablehlo.constant dense<[3]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = arith.shli %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[12]> : tensor<1xi64>
  func.return
}

func.func @arith_shrsi() {
  %lhs = stablehlo.constant dense<[-8]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[1]> : tensor<1xi64>
  %result = arith.shrsi %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[-4]> : tensor<1xi64>
  func.return
}

func.func @arith_shrui() {
  %lhs = stablehlo.constant dense<[-8]> : tensor<1xi64>
  %rhs = stablehlo.constant dense<[1]> : tensor<1xi64>
  %result = arith.shrui %lhs, %rhs : tensor<1xi64>
  check.expect_eq_const %result, dense<[9223372036854775804]> : tensor<1xi64>
  func.return
}

func.func @arith_addf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.addf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[3.75]> : tensor<1xf64>
  func.return
}

func.func @arith_subf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.subf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[-0.75]> : tensor<1xf64>
  func.return
}

func.func @arith_mulf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.mulf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[3.375]> : tensor<1xf64>
  func.return
}

func.func @arith_divf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.divf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[0.6666666666666666]> : tensor<1xf64>
  func.return
}

func.func @arith_remf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.remf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[1.5]> : tensor<1xf64>
  func.return
}

func.func @arith_maximumf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.maximumf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[2.25]> : tensor<1xf64>
  func.return
}

func.func @arith_minimumf() {
  %lhs = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %rhs = stablehlo.constant dense<[2.25]> : tensor<1xf64>
  %result = arith.minimumf %lhs, %rhs : tensor<1xf64>
  check.expect_eq_const %result, dense<[1.5]> : tensor<1xf64>
  func.return
}

func.func @arith_negf() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %result = arith.negf %operand : tensor<2xf64>
  check.expect_eq_const %result, dense<[-1.5, 2.0]> : tensor<2xf64>
  func.return
}

// The order is signed or not.
func.func @arith_cmpi() {
  %lhs = stablehlo.constant dense<[-1, 2]> : tensor<2xi64>
  %rhs = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %eq = arith.cmpi eq, %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %eq, dense<[false, true]> : tensor<2xi1>
  %slt = arith.cmpi slt, %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %slt, dense<[true, false]> : tensor<2xi1>
  %sge = arith.cmpi sge, %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %sge, dense<[false, true]> : tensor<2xi1>
  %ult = arith.cmpi ult, %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %ult, dense<[false, false]> : tensor<2xi1>
  %uge = arith.cmpi uge, %lhs, %rhs : tensor<2xi64>
  check.expect_eq_const %uge, dense<[true, true]> : tensor<2xi1>
  func.return
}

// Ordered comparisons are false where there is a NaN, unordered ones are true.
func.func @arith_cmpf() {
  %lhs = stablehlo.constant dense<[1.0, 0x7FF8000000000000, 2.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[1.0, 1.0, 3.0]> : tensor<3xf64>
  %oeq = arith.cmpf oeq, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %oeq, dense<[true, false, false]> : tensor<3xi1>
  %olt = arith.cmpf olt, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %olt, dense<[false, false, true]> : tensor<3xi1>
  %ult = arith.cmpf ult, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %ult, dense<[false, true, true]> : tensor<3xi1>
  %une = arith.cmpf une, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %une, dense<[false, true, true]> : tensor<3xi1>
  %ord = arith.cmpf ord, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %ord, dense<[true, false, true]> : tensor<3xi1>
  %uno = arith.cmpf uno, %lhs, %rhs : tensor<3xf64>
  check.expect_eq_const %uno, dense<[false, true, false]> : tensor<3xi1>
  func.return
}

func.func @arith_select() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %on_false = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %result = arith.select %pred, %on_true, %on_false : tensor<2xi1>, tensor<2xi64>
  check.expect_eq_const %result, dense<[1, 4]> : tensor<2xi64>
  func.return
}

func.func @arith_extsi() {
  %operand = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %result = arith.extsi %operand : tensor<2xi8> to tensor<2xi64>
  check.expect_eq_const %result, dense<[-1, 5]> : tensor<2xi64>
  func.return
}

func.func @arith_extui() {
  %operand = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %result = arith.extui %operand : tensor<2xi8> to tensor<2xi64>
  check.expect_eq_const %result, dense<[255, 5]> : tensor<2xi64>
  func.return
}

func.func @arith_trunci() {
  %operand = stablehlo.constant dense<[257, -1]> : tensor<2xi64>
  %result = arith.trunci %operand : tensor<2xi64> to tensor<2xi8>
  check.expect_eq_const %result, dense<[1, -1]> : tensor<2xi8>
  func.return
}

func.func @arith_extf() {
  %operand = stablehlo.constant dense<[0.5, 0xFF800000]> : tensor<2xf32>
  %result = arith.extf %operand : tensor<2xf32> to tensor<2xf64>
  check.expect_eq_const %result, dense<[0.5, 0xFFF0000000000000]> : tensor<2xf64>
  func.return
}

func.func @arith_truncf() {
  %operand = stablehlo.constant dense<[0.1, 1.0e+300]> : tensor<2xf64>
  %result = arith.truncf %operand : tensor<2xf64> to tensor<2xf32>
  check.expect_eq_const %result, dense<[0.1, 0x7F800000]> : tensor<2xf32>
  func.return
}

func.func @arith_sitofp() {
  %operand = stablehlo.constant dense<[-3, 4]> : tensor<2xi64>
  %result = arith.sitofp %operand : tensor<2xi64> to tensor<2xf64>
  check.expect_eq_const %result, dense<[-3.0, 4.0]> : tensor<2xf64>
  func.return
}

func.func @arith_uitofp() {
  %operand = stablehlo.constant dense<[-1, 4]> : tensor<2xi8>
  %result = arith.uitofp %operand : tensor<2xi8> to tensor<2xf64>
  check.expect_eq_const %result, dense<[255.0, 4.0]> : tensor<2xf64>
  func.return
}

func.func @arith_fptosi() {
  %operand = stablehlo.constant dense<[2.9, -2.9]> : tensor<2xf64>
  %result = arith.fptosi %operand : tensor<2xf64> to tensor<2xi64>
  check.expect_eq_const %result, dense<[2, -2]> : tensor<2xi64>
  func.return
}

func.func @arith_fptoui() {
  %operand = stablehlo.constant dense<[2.9, 255.0]> : tensor<2xf64>
  %result = arith.fptoui %operand : tensor<2xf64> to tensor<2xi8>
  check.expect_eq_const %result, dense<[2, -1]> : tensor<2xi8>
  func.return
}

func.func @arith_bitcast() {
  %operand = stablehlo.constant dense<[1.5]> : tensor<1xf64>
  %result = arith.bitcast %operand : tensor<1xf64> to tensor<1xi64>
  check.expect_eq_const %result, dense<[4609434218613702656]> : tensor<1xi64>
  func.return
}

func.func @arith_index_cast() {
  %operand = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %result = arith.index_cast %operand : tensor<2xi32> to tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[3, 4]> : tensor<2xi64>
  func.return
}

func.func @arith_index_castui() {
  %operand = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %result = arith.index_castui %operand : tensor<2xi32> to tensor<2xindex>
  %numbers = arith.index_cast %result : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %numbers, dense<[3, 4]> : tensor<2xi64>
  func.return
}
