"""Operators of sparse tensors beside SciPy's: microseconds a call, and how many times SciPy's that is.

    python benchmarks/sparse_operators.py [--entries 10 1000 1000000] [--rounds 9] [--formats CSR COO CSC]

Matrices with ten entries a row, `x` and `X` (8 columns) dense, in the format that is named, SciPy's in its own of the
same name. CPU time, warm, the least of alternating rounds. `loops`: as it is once the loops of an operator are machine
code (which they are after some hundredths of a second of work, if an earlier process has made it, else after half a
second), `NumPy`: as it is before, and without Numba. `k(A, x)` is the call of a compiled kernel, beside `A @ x`.
A `*` is a ratio above 2 with loops. SciPy's results of `A @ B` and of sums of COO are not sorted, ours are.

Short form: --entries 1000 --rounds 3 --formats CSR
"""
from __future__ import annotations

import argparse
import os
from math import inf
from time import process_time

import numpy as np
import scipy.sparse as sp

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops

os.environ["INDEXING_TOOLS_THREADS"] = "1"

LINES = (
    "A + B", "A - B", "A * B", "A * 2", "abs(A)", "np.expm1(A)", "A > 0", "A != B", "A == B", "A * X2", "A @ x", "x @ A", "A @ X",
    "A @ B", "A.sum(0)", "A.sum(1)", "A.sum()", "A.max(1)", "A.T", "k(A, x)", "k2(A, B)",
)
SCIPY = {"k(A, x)": "A @ x", "k2(A, B)": "A + B", "A.max(1)": "A.max(1).toarray()", "A * X2": "A.multiply(X2)"}


def worlds(entries: int, name: str) -> list[dict]:
    "The operands as ours and as SciPy's."
    rows = max(entries // 10, 1)
    state = np.random.default_rng(0)
    a, b = (sp.random_array((rows, rows), density=min(10 / rows, 1), format=name.lower(), rng=state) for _ in "ab")
    ours = {n: it.SparseTensor.from_scipy(m) for n, m in (("A", a), ("B", b))}
    dense = {"x": state.random(rows), "X": state.random((rows, 8)), "np": np}
    if rows <= 3000:
        dense["X2"] = state.random((rows, rows))
    e = ours["A"].encoding
    kernels = {
        "k": it.sparsify("y[i] = A[i,j] * x[j]", A=e, compile=True),
        "k2": it.sparsify("C[i,j] = A[i,j] + B[i,j]", A=e, B=e, C=e, compile=True),
    }
    return [{**ours, **dense, **kernels}, {"A": a, "B": b, **dense}]


def seconds(code: object, names: dict) -> float:
    "CPU time of a call; many calls of a short one."
    count, taken = 1, 0.0
    while taken < 2e-3:
        start = process_time()
        for _ in range(count):
            eval(code, names)
        taken = process_time() - start
        count *= 4
    return taken / (count // 4)


def measured(line: str, both: list[dict], rounds: int) -> tuple[float, float, float]:
    "SciPy's time, ours with loops, ours by NumPy."
    codes = [compile(line, "line", "eval"), compile(SCIPY.get(line, line), "line", "eval")]
    found: list[list[float]] = [[], [], []]
    for _ in range(rounds):
        found[0].append(seconds(codes[1], both[1]))
        for where, after in ((1, 0), (2, inf)):
            with compile_loops(after=after):
                for _ in range(3):
                    eval(codes[0], both[0])
                found[where].append(seconds(codes[0], both[0]))
    return min(found[0]), min(found[1]), min(found[2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=float, nargs="+", default=[10, 1000, 10_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--formats", nargs="+", default=["CSR", "COO", "CSC"])
    parser.add_argument("--only", default="", help="lines that contain this")
    a = parser.parse_args()
    print(f"{'':6} {'':11} {'entries':>8} {'SciPy us':>9} {'loops':>9} {'ratio':>7} {'NumPy':>9} {'ratio':>6}")
    for name in a.formats:
        for entries in map(int, a.entries):
            both, above = worlds(entries, name), 0
            for line in LINES:
                if a.only not in line or ("X2" in line and "X2" not in both[0]):
                    continue
                theirs, loops, plain = measured(line, both, a.rounds)
                ratio = loops / theirs
                above += ratio > 2
                cells = f"{theirs * 1e6:9.1f} {loops * 1e6:9.1f} {ratio:6.2f}{'*' if ratio > 2 else ' '}"
                print(f"{name:6} {line:11} {entries:8} {cells} {plain * 1e6:9.1f} {plain / theirs:6.2f}", flush=True)
            print(f"{name}, {entries} entries: {above} above 2")


if __name__ == "__main__":
    main()
