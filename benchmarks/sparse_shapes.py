"""What shapes and indices of sparse tensors cost, beside SciPy, single thread.

    python benchmarks/sparse_shapes.py [--nonzeros 1e6] [--rounds 9] [--only NAME]

A random CSR matrix with 10 entries in a row, indices of 32 bits, values of 64. Rounds are interleaved, times are
medians of CPU time in microseconds; results are compared as matrices. `selects` is how many entries the result holds. What came
before loops were compiled is not counted: each way is taken three times first. Exits with 1 if a result is another.

Short form: --nonzeros 1e4 --rounds 1
"""
from __future__ import annotations

import argparse
import os
import sys
from statistics import median
from time import process_time

import numpy as np
import scipy.sparse as sp

from indexing_tools.loops.jit import compile_loops
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

os.environ["INDEXING_TOOLS_THREADS"] = "1"


def random_matrix(n: int) -> sp.csr_array:
    "About `n` entries, 10 in a row."
    rng, size = np.random.default_rng(0), n // 10
    key = np.unique(rng.integers(0, size, n) * size + rng.integers(0, size, n))
    m = sp.csr_array(sp.coo_array((rng.random(len(key)), (key // size, key % size)), shape=(size, size)))
    m.sort_indices()
    return m


def cases(n: int) -> dict:
    "By name ours and SciPy's way."
    m = random_matrix(n)
    A = SparseTensor.from_scipy(m)
    size, rng = m.shape[0], np.random.default_rng(1)
    C, c = A.T, m.T
    rows, columns = rng.integers(0, size, (2, n // 10))
    few = np.sort(rng.integers(0, size, 1000))
    mask = A.tril()
    mask, m_mask = SparseTensor.from_scipy(mask.to_scipy().astype(bool)), mask.to_scipy().astype(bool)
    small = random_matrix(10 * int((n / 10) ** 0.5))
    S = SparseTensor.from_scipy(small)
    k = size // 2
    i = int(m.nonzero()[0][n // 3])
    j = int(m.indices[m.indptr[i]])
    vector = rng.random(size)
    replaced = lambda at, value: (lambda x: (x.__setitem__(at, value), x)[1])(m.copy())
    return {
        "A.T": (lambda: A.T, lambda: m.T),
        "concatenate rows": (lambda: np.concatenate([A, A]), lambda: sp.vstack([m, m])),
        "concatenate columns": (lambda: np.concatenate([A, A], 1), lambda: sp.hstack([m, m])),
        "reshape": (lambda: A.reshape(k, -1), lambda: m.reshape(k, m.shape[0] * m.shape[1] // k).tocsr()),
        "kron": (lambda: np.kron(S, S), lambda: sp.kron(small, small, "csr")),
        "tril": (lambda: A.tril(), lambda: sp.tril(m, format="csr")),
        "diagonal": (lambda: A.diagonal(), m.diagonal),
        "A[i, j]": (lambda: A[i, j], lambda: m[i, j]),
        "A[i]": (lambda: A[i], lambda: m[i]),
        "A[:, j]": (lambda: A[:, j], lambda: m[:, j]),
        "A[:, j] of CSC": (lambda: C[:, j], lambda: c[:, j]),
        "A[k:k + 10]": (lambda: A[k : k + 10], lambda: m[k : k + 10]),
        "A[k:k + 10].to_coo()": (lambda: A[k : k + 10].to_coo()[0], lambda: m[k : k + 10].tocoo().coords),
        "A[k:, k:].convert(CSR)": (lambda: A[k:, k:].convert(A.encoding), lambda: m[k:, k:]),
        "A[::-1]": (lambda: A[::-1], lambda: m[::-1]),
        "A[rows]": (lambda: A[rows], lambda: m[rows]),
        "A[:, columns], 1000": (lambda: A[:, few], lambda: m[:, few]),
        "A[rows, columns]": (lambda: A[rows, columns], lambda: m[rows, columns]),
        "A[np.ix_(1000, 1000)]": (lambda: A[np.ix_(few, few)], lambda: m[np.ix_(few, few)]),
        "A[mask]": (lambda: A[mask], lambda: m[m_mask]),
        "nonzero": (A.nonzero, m.nonzero),
        "count_nonzero(0)": (lambda: A.count_nonzero(0), lambda: m.count_nonzero(0)),
        "set((i, j), 1)": (lambda: A.set((i, j), 1), lambda: replaced((i, j), 1)),
        "set((i, all), vector)": (lambda: A.set(i, vector), lambda: replaced(i, vector)),
        "set((rows, columns), 1)": (lambda: A.set((rows, columns), 1), lambda: replaced((rows, columns), 1)),
    }


def as_scipy(found: object) -> object:
    "The result as SciPy has it."
    if not isinstance(found, SparseTensor):
        return found
    coordinates, values = found.to_coo()
    if len(found.shape) == 1:
        return sp.coo_array((values, (np.zeros(len(values), int), coordinates[0])), shape=(1, *found.shape)).tocsr()
    return sp.coo_array((values, coordinates), shape=found.shape).tocsr()


def same(ours: object, theirs: object) -> bool:
    "The same elements?"
    ours = as_scipy(ours)
    if isinstance(ours, tuple):
        return all(np.array_equal(a, b) for a, b in zip(ours, theirs))
    if not sp.issparse(ours):
        return np.array_equal(ours, theirs)
    theirs = sp.csr_array(np.atleast_2d(theirs)) if not sp.issparse(theirs) else sp.csr_array(theirs.reshape(ours.shape))
    return ours.shape == theirs.shape and (ours != theirs).nnz == 0


def timed(ways: tuple, rounds: int) -> list[float]:
    "Medians of CPU time in microseconds, rounds interleaved; what is short is done several times."
    for way in ways:
        for _ in range(3 if rounds > 1 else 1):
            start = process_time()
            way()
    repeat = max(1, int(2e-3 / (process_time() - start + 1e-9))) if rounds > 1 else 1
    times: list[list] = [[], []]
    for k in range(rounds):
        for which in (0, 1) if k % 2 else (1, 0):
            start = process_time()
            for _ in range(repeat):
                ways[which]()
            times[which].append((process_time() - start) / repeat)
    return [median(t) * 1e6 for t in times]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nonzeros", type=float, default=1e6)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="")
    a = parser.parse_args()
    wrong = 0
    print(f"{'':26} {'us':>10} {'SciPy us':>10} {'ratio':>6} {'selects':>8}")
    with compile_loops(1e-9):
        for name, ways in cases(int(a.nonzeros)).items():
            if a.only not in name:
                continue
            ours, theirs = ways[0](), ways[1]()
            right = same(ours, theirs)
            wrong += not right
            mine, other = timed(ways, a.rounds)
            count = ours.nnz if isinstance(ours, SparseTensor) else np.size(ours[-1] if isinstance(ours, tuple) else ours)
            print(f"{name:26} {mine:10.1f} {other:10.1f} {mine / other:6.2f} {count:8} {'' if right else 'WRONG'}", flush=True)
    print(f"{wrong} wrong" if wrong else "all results as SciPy's")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
