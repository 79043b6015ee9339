"""Tiled computations as Pallas kernels."""
