// RUN: indexing-tools check %s
//
// partition_id: the number of the process' partition.
// The only type is ui32.

// Two replicas of three partitions.
module @grid {
  func.func private @process() -> tensor<ui32> {
    %result = stablehlo.partition_id : tensor<ui32>
    return %result : tensor<ui32>
  }

  func.func @main() {
    %results:6 = "interpreter.run_parallel"() {
      programs = [[@process, @process, @process], [@process, @process, @process]]
    } : ()
        -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %results#0, dense<0> : tensor<ui32>
    check.expect_eq_const %results#1, dense<1> : tensor<ui32>
    check.expect_eq_const %results#2, dense<2> : tensor<ui32>
    check.expect_eq_const %results#3, dense<0> : tensor<ui32>
    check.expect_eq_const %results#4, dense<1> : tensor<ui32>
    check.expect_eq_const %results#5, dense<2> : tensor<ui32>
    func.return
  }
}
