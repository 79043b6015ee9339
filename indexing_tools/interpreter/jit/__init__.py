"""Elementwise fusion and small loops as machine code."""
