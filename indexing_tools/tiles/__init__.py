"""Tiles: symbolic tiles, their propagation, tiled computations."""
