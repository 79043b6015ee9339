"""Conversions between formats, and which format to choose."""
