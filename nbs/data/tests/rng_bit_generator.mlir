// RUN: indexing-tools check %s
//
// rng_bit_generator: random bits from a state, and the state that comes after it.
// The bits are a function of the state, but which one is implementation-defined, but for the
// specification's example and what is known of Threefry with 20 rounds (the paper's vectors, as
// Random123 lists them). Of Philox only that equal states give equal bits (G5).

// The specification's example.
func.func @rng_bit_generator_op_test_three_fry() {
  %initial_state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %output_state, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %output, dense<
      [[9236835810183407956, 16087790271692313299],
       [18212823393184779219, 2658481902456610144]]> : tensor<2x2xui64>
  func.return
}

// Key and counter of zeros give 6b200159 99ba4efe.
func.func @rng_bit_generator_op_test_three_fry_zeros() {
  %initial_state = stablehlo.constant dense<[0x0, 0x0]> : tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %output, dense<0x99BA4EFE6B200159> : tensor<1xui64>
  func.return
}

// Key and counter are digits of pi, and give c4923a9c 483df7a0.
func.func @rng_bit_generator_op_test_three_fry_pi() {
  %initial_state = stablehlo.constant dense<[0x370734413198A2E, 0x85A308D3243F6A88]>
      : tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %initial_state, algorithm = THREE_FRY
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %output, dense<0x483DF7A0C4923A9C> : tensor<1xui64>
  func.return
}

// The same state twice, and the state after it, whose bits are others.
func.func @rng_bit_generator_op_test_philox() {
  %initial_state = stablehlo.constant dense<[3, 5, 7]> : tensor<3xui64>
  %state0, %output0 = stablehlo.rng_bit_generator %initial_state, algorithm = PHILOX
      : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  %state1, %output1 = stablehlo.rng_bit_generator %initial_state, algorithm = PHILOX
      : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq %output0, %output1 : tensor<4xui32>
  check.expect_eq %state0, %state1 : tensor<3xui64>
  %state2, %output2 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX
      : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  %other = stablehlo.compare NE, %output0, %output2
      : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %some = stablehlo.reduce(%other init: %false) applies stablehlo.or across dimensions = [0]
      : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %some, dense<true> : tensor<i1>
  func.return
}

// Any state of the default algorithm; bytes.
func.func @rng_bit_generator_op_test_default() {
  %initial_state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %initial_state, algorithm = DEFAULT
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  %size = stablehlo.get_dimension_size %output, dim = 0 : (tensor<5xui8>) -> tensor<i32>
  check.expect_eq_const %size, dense<5> : tensor<i32>
  func.return
}
