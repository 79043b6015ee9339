"""Sparse tensors: formats, storage, files and conversions.

Files and conversions add to tables and to tensors: see `ground.methods.load`.
"""

CHAPTERS = ("files", "convert")
