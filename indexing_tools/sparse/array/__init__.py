"""Sparse tensors as arrays: operators, ufuncs, products, reductions, shapes, selection."""
