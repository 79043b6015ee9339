"""Findings, reports, differences between dumps."""
