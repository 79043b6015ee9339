// RUN: indexing-tools check %s
//
// interpreter.run_parallel: runs a grid of programs: rows are replicas, columns are partitions,
// and operands and results are listed by them.
// Types are treated alike. Corners: one program for each process, with operands and results of its
// own; one process; none of both.

// Four programs of different operands and results.
module @grid {
  func.func private @nothing() {
    return
  }

  func.func private @number() -> tensor<i64> {
    %replica = stablehlo.replica_id : tensor<ui32>
    %result = stablehlo.convert %replica : (tensor<ui32>) -> tensor<i64>
    return %result : tensor<i64>
  }

  func.func private @twice(%operand: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
    %result = stablehlo.add %operand, %operand : tensor<i64>
    return %operand, %result : tensor<i64>, tensor<i64>
  }

  func.func private @difference(%lhs: tensor<i64>, %rhs: tensor<i64>) -> tensor<i64> {
    %result = stablehlo.subtract %lhs, %rhs : tensor<i64>
    return %result : tensor<i64>
  }

  func.func @main() {
    %inputs0 = stablehlo.constant dense<21> : tensor<i64>
    %inputs1 = stablehlo.constant dense<10> : tensor<i64>
    %inputs2 = stablehlo.constant dense<3> : tensor<i64>
    %results:4 = "interpreter.run_parallel"(%inputs0, %inputs1, %inputs2) {
      programs = [[@nothing, @twice], [@difference, @number]]
    } : (tensor<i64>, tensor<i64>, tensor<i64>)
        -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
    check.expect_eq_const %results#0, dense<21> : tensor<i64>
    check.expect_eq_const %results#1, dense<42> : tensor<i64>
    check.expect_eq_const %results#2, dense<7> : tensor<i64>
    check.expect_eq_const %results#3, dense<1> : tensor<i64>
    func.return
  }
}
