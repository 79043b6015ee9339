"""Tiled layouts: packing, relayout, contiguous runs."""
