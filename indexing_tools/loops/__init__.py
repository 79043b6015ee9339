"""Loops over arrays: scalar functions, the loop IR, its printers, the JIT."""
