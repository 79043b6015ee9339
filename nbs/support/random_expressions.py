"""Random expressions over `A[i]`, `B[i]` and `C[i]`, which Python can evaluate on whole arrays, too."""
from __future__ import annotations

from random import Random

import numpy as np


def random_text(rng: Random, depth: int) -> str:
    "A random expression over A[i], B[i], C[i]."
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(["A[i]", "B[i]", "C[i]", "A[i]", "B[i]", "C[i]", "2", "0.5", "3", "1j", "100"])
    kind = rng.random()
    a, b = random_text(rng, depth - 1), random_text(rng, depth - 1)
    if "[i]" not in a + b:  # numbers alone: Python's arithmetic and NumPy's differ
        return f"({a} {rng.choice('+-*')} {b})"
    a = a if "[i]" in a else "A[i]"
    if kind < 0.6:
        return f"({a} {rng.choice('+ - * / // % < <= == != & | ^ >'.split())} {b})"
    if kind < 0.8:
        return f"np.{rng.choice('power maximum minimum arctan2 hypot logical_and fmax copysign'.split())}({a}, {b})"
    if kind < 0.85:
        return f"np.where({a}, {b}, {random_text(rng, depth - 1)})"
    return f"np.{rng.choice('sqrt exp sin floor sign absolute square logical_not isnan negative'.split())}({a})"


def same(a: np.ndarray, b: np.ndarray) -> bool:
    "Equal, NaN to NaN, and of one type."
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and np.array_equal(a.astype("c16"), b.astype("c16"), equal_nan=True)
