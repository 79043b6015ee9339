"""How fast sparse tensors change their format, beside SciPy, single thread.

    python benchmarks/sparse_convert.py [--nonzeros 1e6 1e7] [--rounds 9] [--only NAME] [--memory]

Matrices: 10 random entries in a row (coordinates shuffled for COO); for blocks, 4x4 blocks that are full, 10 in a
row of blocks, and the same with every second entry gone; a dense array with a tenth of its elements not zero; a band
of 10 diagonals; the random matrix as a Matrix Market file, written by SciPy. Indices have 32 bits, values 64, on both
sides. Rounds are interleaved, times are medians; results are compared. `peak` is the most memory that is held beyond
the source, over that of the result, and over that with one index of 64 bits for each entry.

`--memory` shows the peak and time for many more pairs of formats instead, without SciPy: a band of 10 diagonals for
DIA, 2 of every 4 for n:m, else the random matrix; `+` marks what needs more than its result and one index.

Exits with 1 if a result is another, and, with three rounds or more, if a conversion takes longer than SciPy's, which
keeps the zeros of blocks that are half empty as entries, while here they are dropped.

Short form: --nonzeros 1e4 --rounds 1
"""
from __future__ import annotations

import argparse
import os
import sys
import tempfile
import tracemalloc
from statistics import median
from time import perf_counter

import numpy as np
import scipy.io
import scipy.io._fast_matrix_market as fast_matrix_market
import scipy.sparse as sp
from common import verdict

import indexing_tools.sparse.convert.conversion  # noqa: F401 - adds the direct ways
from indexing_tools.loops.jit import compile_loops
from indexing_tools.sparse.formats.named_formats import (
    BSC, BSR, COO, COO_SOA, CSC, CSR, DCSC, DCSR, DIA, ELL, LOOSE_CSR, NV_24, dense,
)
from indexing_tools.sparse.formats.encoding import SparseEncoding
from indexing_tools.sparse.storage.text_files import read_entries
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

fast_matrix_market.PARALLELISM = 1
UNORDERED = SparseEncoding.parse(
    "#sparse_tensor.encoding<{ map = (i, j) -> "
    "(i : compressed(nonunique, nonordered), j : singleton(nonordered, soa)) }>")
ROWS, COLUMNS, BLOCKS, TRIPLES = (e.with_widths(32, 32) for e in (CSR, CSC, BSR(4, 4), UNORDERED))
ENTRIES, DIAGONALS = (e.with_widths(32, 32) for e in (COO_SOA, DIA))


def random_coordinates(n: int) -> tuple:
    "About `n` distinct entries of a square matrix in random order."
    rng, size = np.random.default_rng(0), n // 10
    key = np.unique(rng.integers(0, size, n) * size + rng.integers(0, size, n))
    rng.shuffle(key)
    return (key // size).astype(np.int32), (key % size).astype(np.int32), rng.random(len(key)), (size, size)


def blocked(n: int, full: bool) -> sp.csr_array:
    "A matrix of 4x4 blocks."
    rng = np.random.default_rng(1)
    i, j, _, (size, _) = random_coordinates(n // 16)
    b = sp.csr_array(sp.coo_array((np.ones(len(i)), (i, j)), shape=(size, size)))
    blocks = rng.random((len(i), 4, 4)) + 0.1
    m = sp.bsr_array((blocks, b.indices, b.indptr), shape=(4 * size, 4 * size)).tocsr()
    if not full:
        m.data[rng.random(m.nnz) < 0.5] = 0
        m.eliminate_zeros()
    m.sort_indices()
    return m


def same_rows(ours: SparseTensor, theirs: sp.csr_array) -> bool:
    parts = ((ours.positions[1], theirs.indptr), (ours.coordinates[1], theirs.indices), (ours.values, theirs.data))
    return all(np.array_equal(a, b.reshape(-1)) for a, b in parts)


def sorted_rows(i, j, v, shape):
    "SciPy's way with sorted rows."
    found = sp.coo_array((v, (i, j)), shape=shape).tocsr()
    found.sort_indices()
    return found


def from_triples(n: int) -> tuple:
    i, j, v, shape = random_coordinates(n)
    count = np.array([0, len(v)], np.uint32)
    source = SparseTensor(TRIPLES, shape, (count, None), (i.view(np.uint32), j.view(np.uint32)), v)
    return lambda: source.convert(ROWS), lambda: sorted_rows(i, j, v, shape), same_rows


def to_columns(n: int) -> tuple:
    m = sorted_rows(*random_coordinates(n))
    source = SparseTensor.from_scipy(m)
    return lambda: source.convert(COLUMNS), m.tocsc, same_rows


def to_blocks(n: int, full: bool = True) -> tuple:
    m = blocked(n, full)
    source = SparseTensor.from_scipy(m)

    def same(ours: SparseTensor, theirs: sp.bsr_array) -> bool:
        theirs.sort_indices()
        return same_rows(ours, theirs)

    return lambda: source.convert(BLOCKS), lambda: m.tobsr((4, 4)), same


def from_blocks(n: int, full: bool = True) -> tuple:
    m = blocked(n, full).tobsr((4, 4))
    m.sort_indices()
    source = SparseTensor.from_scipy(m)

    def same(ours: SparseTensor, theirs: sp.csr_array) -> bool:
        theirs.eliminate_zeros()
        return same_rows(ours, theirs)

    return lambda: source.convert(ROWS), m.tocsr, same


def tenth(n: int) -> np.ndarray:
    rng, size = np.random.default_rng(2), int((10 * n) ** 0.5)
    a = rng.random((size, size))
    a[rng.random((size, size)) > 0.1] = 0
    return a


def from_dense(n: int) -> tuple:
    a = tenth(n)
    return lambda: SparseTensor.from_dense(a, ROWS), lambda: sp.csr_array(a), same_rows


def to_dense(n: int) -> tuple:
    m = sp.csr_array(tenth(n))
    source = SparseTensor.from_scipy(m)
    return source.to_dense, m.toarray, np.array_equal


def to_entries(n: int) -> tuple:
    m = sorted_rows(*random_coordinates(n))
    source = SparseTensor.from_scipy(m)

    def same(ours: SparseTensor, theirs: sp.coo_array) -> bool:
        parts = (*ours.coordinates, ours.values), (theirs.row, theirs.col, theirs.data)
        return all(map(np.array_equal, *parts))

    return lambda: source.convert(ENTRIES), m.tocoo, same


def to_diagonals(n: int) -> tuple:
    m = band(n)
    source = SparseTensor.from_scipy(m)

    def same(ours: SparseTensor, theirs: sp.dia_array) -> bool:
        return len(ours.coordinates[0]) == len(theirs.offsets) and same_rows(ours.convert(ROWS), m)

    return lambda: source.convert(DIAGONALS), m.todia, same


def from_diagonals(n: int) -> tuple:
    m = band(n)
    source = SparseTensor.from_scipy(m).convert(DIAGONALS)
    return lambda: source.convert(ROWS), m.todia().tocsr, same_rows


def whole_from_blocks(n: int) -> tuple:
    size = int((10 * n) ** 0.5) // 4 * 4
    rng = np.random.default_rng(4)
    kept = np.repeat(np.repeat(rng.random((size // 4, size // 4)) < 0.1, 4, 0), 4, 1)
    m = sp.csr_array(np.where(kept, rng.random((size, size)), 0)).tobsr((4, 4))
    source = SparseTensor.from_scipy(m)
    return source.to_dense, m.toarray, np.array_equal


FOLDER = tempfile.TemporaryDirectory()


def read_file(n: int) -> tuple:
    i, j, v, shape = random_coordinates(n)
    path = os.path.join(FOLDER.name, f"random{n}.mtx")
    scipy.io.mmwrite(path, sp.coo_array((v, (i, j)), shape=shape))

    def same(ours, theirs) -> bool:
        pairs = ((ours.coordinates[0], theirs.row), (ours.coordinates[1], theirs.col), (ours.values, theirs.data))
        return all(np.array_equal(a, b) for a, b in pairs)

    return lambda: read_entries(path, progress=False), lambda: scipy.io.mmread(path), same


def read_rows(n: int) -> tuple:
    read_file(n)
    path = os.path.join(FOLDER.name, f"random{n}.mtx")

    def theirs():
        found = scipy.io.mmread(path).tocsr()
        found.sort_indices()
        return found

    return lambda: SparseTensor.read(path, ROWS, progress=False), theirs, same_rows


CASES = {
    "COO -> CSR, sorted": from_triples,
    "CSR -> CSC": to_columns,
    "CSR -> BSR, full 4x4 blocks": to_blocks,
    "CSR -> BSR, half full": lambda n: to_blocks(2 * n, False),
    "BSR -> CSR, full 4x4 blocks": from_blocks,
    "BSR -> CSR, half full": lambda n: from_blocks(2 * n, False),
    "dense -> CSR, 10 %": from_dense,
    "CSR -> dense, 10 %": to_dense,
    "CSR -> COO": to_entries,
    "CSR -> DIA, 10 diagonals": to_diagonals,
    "DIA -> CSR, 10 diagonals": from_diagonals,
    "BSR -> dense, 10 %": whole_from_blocks,
    ".mtx -> entries": read_file,
    ".mtx -> CSR, sorted": read_rows,
}


def timed(ours, theirs, rounds: int) -> tuple[float, float]:
    "Medians in milliseconds, rounds interleaved."
    times: tuple[list, list] = ([], [])
    for k in range(rounds):
        for which in (0, 1) if k % 2 else (1, 0):
            start = perf_counter()
            kept = (ours, theirs)[which]()
            times[which].append(perf_counter() - start)
            del kept
    return median(times[0]) * 1e3, median(times[1]) * 1e3


def held(result) -> int:
    "Bytes of the result."
    if isinstance(result, np.ndarray):
        return result.nbytes
    if isinstance(result, SparseTensor):
        return sum(b.nbytes for b in (*result.positions, *result.coordinate_buffers, result.values) if b is not None)
    return sum(c.nbytes for c in result.coordinates) + result.values.nbytes


def peak_over(ours, n: int) -> tuple[float, float]:
    "The most memory held, over that of the result, and with one index for each entry."
    tracemalloc.start()
    result = ours()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / held(result), peak / (held(result) + 8 * n)


def band(n: int) -> sp.csr_array:
    "Ten diagonals."
    size = n // 10
    rows = [np.arange(1.0, size + 1)] * 10
    return sp.csr_array(sp.diags_array(rows, offsets=range(-4, 6), shape=(size, size)))


def two_of_four(n: int) -> sp.csr_array:
    "In every four neighbours two entries."
    size = 4 * int((n / 8) ** 0.5)
    rng = np.random.default_rng(3)
    first = rng.integers(0, 2, (size, size // 4))
    a = np.zeros((size, size // 4, 4))
    np.put_along_axis(a, np.stack([first, first + 2], -1), rng.random((size, size // 4, 2)) + 0.1, -1)
    return sp.csr_array(a.reshape(size, size))


FORMATS = {
    "CSR": CSR, "CSC": CSC, "DCSR": DCSR, "DCSC": DCSC, "COO": COO, "COO_SOA": COO_SOA, "LOOSE": LOOSE_CSR,
    "BSR 4x4": BSR(4, 4), "BSC 4x4": BSC(4, 4), "ELL": ELL(40), "padded ELL": ELL(40, padded=True),
    "COO by columns": SparseEncoding.parse(
        "#sparse_tensor.encoding<{ map = (i, j) -> (j : compressed(nonunique), i : singleton) }>"),
}
SPECIAL = {"band": {"CSR": CSR, "CSC": CSC, "DIA": DIA}, "2:4": {"CSR": CSR, "COO": COO, "2:4": NV_24, "dense": dense(2)}}


def show_memory(n: int, only: str) -> None:
    "A table: peak of every pair of formats."
    print(f"{'':32} {'result MB':>9} {'peak MB':>8} {'/ (result + index)':>18} {'ms':>7}")
    for kind, formats in {"": FORMATS, **SPECIAL}.items():
        m = {"": lambda n: sorted_rows(*random_coordinates(n)), "band": band, "2:4": two_of_four}[kind](n)
        rows = SparseTensor.from_scipy(m)
        for name, given in formats.items():
            source = rows.convert(given.with_widths(32, 32))
            for other, wanted in formats.items():
                title = f"{name} -> {other}"
                if name != other and only in title:
                    show_peak(title, source, wanted.with_widths(32, 32))


def show_peak(title: str, source: SparseTensor, target: SparseEncoding) -> None:
    "A row of the table."
    with compile_loops():
        source.convert(target)
    start = perf_counter()
    result = source.convert(target)
    ms = (perf_counter() - start) * 1e3
    size, entries = held(result), source.nnz
    del result
    tracemalloc.start()
    kept = source.convert(target)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del kept
    ratio = peak / (size + 8 * entries)
    print(f"{title:32} {size / 1e6:9.1f} {peak / 1e6:8.1f} {ratio:18.2f} {ms:7.1f}{'  +' if ratio > 1 else ''}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nonzeros", type=float, nargs="+", default=[1e6])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--memory", action="store_true", help="the peak of every pair of formats")
    a = parser.parse_args()
    if a.memory:
        show_memory(int(a.nonzeros[0]), a.only)
        return 0
    failed = slower = 0
    print(f"{'':30} {'nonzeros':>9} {'ours ms':>8} {'SciPy ms':>8} {'ratio':>6}  peak / result, / (result + index)")
    for n in map(int, a.nonzeros):
        for name, case in CASES.items():
            if a.only not in name:
                continue
            ours, theirs, same = case(n)
            with compile_loops():
                right = same(ours(), theirs())
            if not right:
                print(f"{name}: the results differ", file=sys.stderr)
                failed += 1
            mine, scipys = timed(ours, theirs, a.rounds)
            peak = peak_over(ours, n)
            slow = mine > scipys
            slower += slow
            print(f"{name:30} {n:9} {mine:8.2f} {scipys:8.2f} {mine / scipys:6.2f}  {peak[0]:.2f}  {peak[1]:.2f}"
                  f"{'  SLOWER' if slow else ''}", flush=True)
    return int(failed > 0) | verdict(slower, a.rounds)


if __name__ == "__main__":
    sys.exit(main())
