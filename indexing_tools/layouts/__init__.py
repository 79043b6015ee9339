"""Shapes, layouts and memory spaces."""
