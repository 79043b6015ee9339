// RUN: indexing-tools check %s
//
// cross-replica-sum: within each group of replicas, the sum of the operands.
// Types as in add (G4). An operation of the dialect beside the specification's, which all_reduce
// replaces.

module @cross_replica {
  func.func private @process(%operand: tensor<2xi64>) -> tensor<2xi64> {
    %result = "stablehlo.cross-replica-sum"(%operand) {
      replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
    } : (tensor<2xi64>) -> tensor<2xi64>
    return %result : tensor<2xi64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %inputs1 = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %inputs2 = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
    %inputs3 = stablehlo.constant dense<[30, 40]> : tensor<2xi64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2, %inputs3) {
      programs = [[@process], [@process], [@process], [@process]]
    } : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<[11, 22]> : tensor<2xi64>
    check.expect_eq_const %results#1, dense<[33, 44]> : tensor<2xi64>
    check.expect_eq_const %results#2, dense<[11, 22]> : tensor<2xi64>
    check.expect_eq_const %results#3, dense<[33, 44]> : tensor<2xi64>
    func.return
  }
}
