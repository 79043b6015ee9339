"""Sparse tensors: formats, storage, files and conversions."""
