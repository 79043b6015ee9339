"""Sparse tensors: formats, storage, files and conversions."""

ON_DEMAND = True  # a table loads the chapters below when it is asked for what is not there
CHAPTERS = ("shapes", "stacking", "setting", "sorting", "ufuncs", "numpy_names")  # that enter functions of NumPy
