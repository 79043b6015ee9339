"""Operators of sparse tensors beside SciPy's: seconds a call, and how many times SciPy's that is.

    python benchmarks/sparse_operators.py [--entries 1000 1000000] [--rounds 9]

`A + B`, `A * B`, `A * 2`, `A @ x`, `A @ X` of 8 columns, `A @ B`, `A.sum(0)`, `A.sum(1)`, `A.max(1)`, `abs(A)` of CSR matrices
with ten entries a row, and `A > 0`. CPU time, warm, the median of alternating rounds.

Short form: --entries 1000 --rounds 3
"""
from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import numpy as np
import scipy.sparse as sp

import indexing_tools as it

LINES = ("A + B", "A * B", "A * 2", "abs(A)", "A > 0", "A @ x", "A @ X", "A @ B", "A.sum(0)", "A.sum(1)", "A.max(1)", "A.sum()")
SCIPY = {"A.max(1)": "A.max(1).toarray()"}


def worlds(entries: int) -> list[dict]:
    "The operands as ours and as SciPy's."
    rows = max(entries // 10, 1)
    state = np.random.default_rng(0)
    a, b = (sp.random_array((rows, rows), density=min(10 / rows, 1), format="csr", rng=state) for _ in "ab")
    ours = {n: it.SparseTensor.from_scipy(m) for n, m in (("A", a), ("B", b))}
    dense = {"x": state.random(rows), "X": state.random((rows, 8))}
    return [{**ours, **dense}, {"A": a, "B": b, **dense}]


def seconds(code, names: dict) -> float:
    "CPU time of a call; many calls of a short one."
    count, taken = 1, 0.0
    while taken < 2e-3:
        start = process_time()
        for _ in range(count):
            eval(code, names)
        taken = process_time() - start
        count *= 4
    return taken / (count // 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, nargs="+", default=[1000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=9)
    a = parser.parse_args()
    print(f"{'':10} {'entries':>9} {'ours':>10} {'SciPy':>10} {'ratio':>6}")
    for entries in a.entries:
        both = worlds(entries)
        for line in LINES:
            codes = [compile(line, "line", "eval"), compile(SCIPY.get(line, line), "line", "eval")]
            for _ in range(25):
                for code, names in zip(codes, both):
                    eval(code, names)
            rounds = [[seconds(c, n) for c, n in zip(codes, both)] for _ in range(a.rounds)]
            ours, theirs = (median(r[k] for r in rounds) for k in (0, 1))
            print(f"{line:10} {entries:>9} {ours:10.2e} {theirs:10.2e} {ours / theirs:6.2f}")


if __name__ == "__main__":
    main()
