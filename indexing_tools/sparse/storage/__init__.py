"""Sparse tensors: buffers, iteration, building, files, other libraries."""
