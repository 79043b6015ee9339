"""Sparse tensors: formats, storage, files and conversions."""

ON_DEMAND = True  # a table loads the chapters below when it is asked for what is not there
CHAPTERS = ("array.shape_operations", "array.stacking", "array.assignment", "array.sorting", "array.ufuncs", "array.numpy_functions")  # that enter functions of NumPy
