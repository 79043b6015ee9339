"""MLIR's `linalg`, `tensor` and `sparse_tensor` text as index notation."""
