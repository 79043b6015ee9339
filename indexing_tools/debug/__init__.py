"""Traces, comparison, bisection, steps, profiles, verification of maps."""
