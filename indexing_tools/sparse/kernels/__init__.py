"""`sparsify`: plans, operands, runs and explanations of kernels."""
