"""Plans of tiled kernels: working set, traffic, search, XLA's choices."""
