"""Affine expressions, indexing maps, and what is known of them."""
