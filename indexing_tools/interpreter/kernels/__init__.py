"""The kernels and constraints of the operations, one module a family."""
