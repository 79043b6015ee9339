"""Exact sets of indices, by isl, and their counts."""
