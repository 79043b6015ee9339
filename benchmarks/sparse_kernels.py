"""The sparsifier's kernels beside SciPy, PyData/sparse and loops written by hand, CPU time, one thread.

    python benchmarks/sparse_kernels.py [--entries 1e6 1e7] [--rounds 9] [--only NAME] [--quick] [--no-pydata]

Square matrices with 10 random entries in a row, f64, indices of 32 bits; a tensor of rank 3 in CSF whose first
dimension has 10 entries each. Each way runs once before (compiled, all pages touched), then the rounds alternate;
times are medians of CPU milliseconds, results are compared. `bar` is what the ratio to SciPy should be, met at 1.05
times itself; the loops by hand use Numba and allocate their result, too, and ours should be within a tenth of them.
Where SciPy has no such kernel it is NumPy in chunks of 2^15 entries, or SciPy in
chunks of 2^18. `first` is our first call, with what
Numba takes; `plain`, with 2 percent of the entries, what it is before it is compiled, for each million entries.

`in two threads` is a row of its own: wall milliseconds in two and in one, and their ratio, which says something only on an idle
machine with two processors; the results have to be the same bits. All other figures are of one thread.

`--quick`: 10^5 entries, three rounds. Exits with 1 if a result is another, or, with nine rounds or more, a bar is missed.

Short form: --entries 1e4 --rounds 1 --no-pydata --only SpMV
"""
from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

import numba
import numpy as np
import scipy.sparse as sp
from common import skipped, verdict

FOLDER = tempfile.TemporaryDirectory()
os.environ["INDEXING_TOOLS_CACHE"] = FOLDER.name  # machine code that was kept is none of a first call
os.environ["INDEXING_TOOLS_THREADS"] = "1"

import indexing_tools as it  # noqa: E402

U, ONE = np.uint64, np.uint64(1)
ORDERED = numba.njit(nogil=True)
REORDERED = numba.njit(nogil=True, fastmath={"reassoc", "contract"})
ENOUGH = 9


# loops by hand

def _spmv(pos, crd, val, x, y):
    for i in range(U(len(y))):
        s = 0.0
        for q in range(U(pos[i]), U(pos[i + ONE])):
            s += val[q] * x[crd[q]]
        y[i] = s


def _spmm(pos, crd, val, b, c):
    for i in range(U(c.shape[0])):
        for q in range(U(pos[i]), U(pos[i + ONE])):
            k, v = U(crd[q]), val[q]
            for j in range(U(c.shape[1])):
                c[i, j] += v * b[k, j]


def _row_sums(pos, val, y):
    for i in range(U(len(y))):
        s = 0.0
        for q in range(U(pos[i]), U(pos[i + ONE])):
            s += val[q]
        y[i] = s


def _column_sums(crd, val, y):
    for q in range(U(len(val))):
        y[crd[q]] += val[q]


def _add(apos, acrd, aval, bpos, bcrd, bval, pos, crd, val):
    n = U(0)
    for i in range(U(len(pos) - 1)):
        p, p_end, q, q_end = U(apos[i]), U(apos[i + ONE]), U(bpos[i]), U(bpos[i + ONE])
        while p < p_end and q < q_end:
            j, k = acrd[p], bcrd[q]
            if j == k:
                crd[n] = j
                val[n] = aval[p] + bval[q]
                p += ONE
                q += ONE
            elif j < k:
                crd[n] = j
                val[n] = aval[p]
                p += ONE
            else:
                crd[n] = k
                val[n] = bval[q]
                q += ONE
            n += ONE
        while p < p_end:
            crd[n] = acrd[p]
            val[n] = aval[p]
            p += ONE
            n += ONE
        while q < q_end:
            crd[n] = bcrd[q]
            val[n] = bval[q]
            q += ONE
            n += ONE
        pos[i + ONE] = n
    return n


def _multiply(apos, acrd, aval, bpos, bcrd, bval, pos, crd, val):
    n = U(0)
    for i in range(U(len(pos) - 1)):
        p, p_end, q, q_end = U(apos[i]), U(apos[i + ONE]), U(bpos[i]), U(bpos[i + ONE])
        while p < p_end and q < q_end:
            j, k = acrd[p], bcrd[q]
            if j == k:
                crd[n] = j
                val[n] = aval[p] * bval[q]
                n += ONE
            p += U(j <= k)
            q += U(k <= j)
        pos[i + ONE] = n
    return n


def _sddmm(pos, crd, val, a, b, out):
    for i in range(U(len(pos) - 1)):
        for q in range(U(pos[i]), U(pos[i + ONE])):
            j, s = U(crd[q]), 0.0
            for k in range(U(a.shape[1])):
                s += a[i, k] * b[j, k]
            out[q] = val[q] * s


def _mttkrp(pos0, crd0, pos1, crd1, pos2, crd2, val, b, c, m):
    for p in range(U(pos0[0]), U(pos0[1])):
        i = U(crd0[p])
        for q in range(U(pos1[p]), U(pos1[p + ONE])):
            j = U(crd1[q])
            for t in range(U(pos2[q]), U(pos2[q + ONE])):
                k, v = U(crd2[t]), val[t]
                for r in range(U(m.shape[1])):
                    m[i, r] += v * b[j, r] * c[k, r]


def _count_products(apos, acrd, bpos, bcrd, mark, pos):
    n = U(0)
    for i in range(U(len(pos) - 1)):
        for p in range(U(apos[i]), U(apos[i + ONE])):
            k = U(acrd[p])
            for q in range(U(bpos[k]), U(bpos[k + ONE])):
                j = bcrd[q]
                if mark[j] != i + ONE:
                    mark[j] = i + ONE
                    n += ONE
        pos[i + ONE] = n


def _products(apos, acrd, aval, bpos, bcrd, bval, mark, row, pos, crd, val):
    for i in range(U(len(pos) - 1)):
        n = U(pos[i])
        for p in range(U(apos[i]), U(apos[i + ONE])):
            k, v = U(acrd[p]), aval[p]
            for q in range(U(bpos[k]), U(bpos[k + ONE])):
                j = bcrd[q]
                if mark[j] != i + ONE:
                    mark[j] = i + ONE
                    row[j] = v * bval[q]
                    crd[n] = j
                    n += ONE
                else:
                    row[j] += v * bval[q]
        for q in range(U(pos[i]), n):
            val[q] = row[crd[q]]


def _sort_rows(pos, crd, val):
    for i in range(U(len(pos) - 1)):
        start, n = U(pos[i]), U(pos[i + ONE]) - U(pos[i])
        gap = ONE
        while gap * U(3) < n:
            gap = gap * U(3) + ONE
        while gap:
            for a in range(gap, n):
                j, v, b = crd[start + a], val[start + a], a
                while b >= gap and crd[start + b - gap] > j:
                    crd[start + b] = crd[start + b - gap]
                    val[start + b] = val[start + b - gap]
                    b -= gap
                crd[start + b] = j
                val[start + b] = v
            gap //= U(3)


LOOPS: dict[str, Callable] = {}


def loop(body: Callable, reordered: bool = True) -> Callable:
    "The loop, compiled."
    key = f"{body.__name__}{reordered}"
    if key not in LOOPS:
        LOOPS[key] = (REORDERED if reordered else ORDERED)(body)
    return LOOPS[key]


def merged(body: Callable, a: sp.csr_array, b: sp.csr_array, most: int) -> sp.csr_array:
    "In one pass, with room for so many entries."
    pos, crd, val = np.zeros(a.shape[0] + 1, "u4"), np.empty(most, "u4"), np.empty(most)
    n = loop(body)(*parts(a), *parts(b), pos, crd, val)
    for buffer in (crd, val):
        buffer.resize(int(n), refcheck=False)
    return rows_of(pos, crd, val, a.shape)


def multiplied(a: sp.csr_array, b: sp.csr_array, is_sorted: bool) -> sp.csr_array:
    "A matrix product: count, fill, sort."
    pos, mark = np.zeros(a.shape[0] + 1, "u4"), np.zeros(b.shape[1], "u4")
    loop(_count_products)(*parts(a)[:2], *parts(b)[:2], mark, pos)
    crd, val = np.empty(pos[-1], "u4"), np.empty(pos[-1])
    mark[:] = 0
    loop(_products)(*parts(a), *parts(b), mark, np.empty(b.shape[1]), pos, crd, val)
    if is_sorted:
        loop(_sort_rows)(pos, crd, val)
    return rows_of(pos, crd, val, a.shape)


def parts(m: sp.csr_array) -> tuple:
    return m.indptr.view("u4"), m.indices.view("u4"), m.data


def rows_of(pos, crd, val, shape) -> tuple:
    return pos, crd, val, shape


# data

def matrix(n: int, seed: int) -> sp.csr_array:
    "10 entries in a row."
    rng, size = np.random.default_rng(seed), max(n // 10, 10)
    key = np.unique(rng.integers(0, size, n) * size + rng.integers(0, size, n))
    m = sp.csr_array((rng.random(len(key)), (key // size, key % size)), shape=(size, size))
    m.indptr, m.indices = m.indptr.astype(np.int32), m.indices.astype(np.int32)
    m.sort_indices()
    return m


def cube(n: int) -> tuple:
    "Coordinates, values and shape of rank 3, in order."
    rng, shape = np.random.default_rng(7), (max(n // 10, 10), 1000, 1000)
    key = np.unique(rng.integers(0, shape[0], n) * 10**6 + rng.integers(0, 10**6, n))
    return (key // 10**6, key // 1000 % 1000, key % 1000), rng.random(len(key)), shape


def ours(m: sp.csr_array) -> it.SparseTensor:
    return it.SparseTensor.from_scipy(m)


ROWS = it.CSR.with_widths(32, 32)
LOOSE_ORDER = (
    "#sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed(nonordered)), posWidth = 32, crdWidth = 32 }>"
)


# cases

@dataclass
class Case:
    "The same in four ways."

    kernel: Callable  # makes ours: compile or not, exact or not
    arguments: tuple
    scipy: Callable
    hand: Callable
    pydata: Callable | None
    bar: float
    same: Callable = lambda a, b: np.allclose(a, b, rtol=1e-9, atol=1e-9)


def kernel(text: str, **formats) -> Callable:
    return lambda **how: it.sparsify(text, **formats, **how)


def pydata_rows(m: sp.csr_array):
    import sparse

    return sparse.GCXS.from_scipy_sparse(m)


def pydata_entries(m: sp.csr_array):
    import sparse

    return sparse.COO.from_scipy_sparse(m)


def given(run: Callable, made: Callable, *matrices: sp.csr_array) -> Callable:
    "The call with PyData's arrays, which are made before."
    arrays = [made(m) for m in matrices]
    return lambda: run(*arrays)


def spmv(n: int, exact: bool = False) -> Case:
    m, x = matrix(n, 0), np.random.default_rng(1).random(max(n // 10, 10))

    def hand():
        y = np.empty(m.shape[0])
        loop(_spmv, not exact)(*parts(m), x, y)
        return y

    make = kernel("y[i] = A[i,j] * x[j]", A=ROWS)
    made = (lambda **how: make(exact=True, **how)) if exact else make
    theirs = lambda: given(lambda a: a @ x, pydata_rows, m)
    return Case(made, (ours(m), x), lambda: m @ x, hand, theirs, 1.5 if exact else 0.95,
                np.array_equal if exact else Case.same)


def spmm(n: int, k: int, bar: float) -> Case:
    m = matrix(n, 0)
    b = np.random.default_rng(1).random((m.shape[1], k))

    def hand():
        c = np.zeros((m.shape[0], k))
        loop(_spmm)(*parts(m), b, c)
        return c

    theirs = lambda: given(lambda a: a @ b, pydata_rows, m)
    return Case(kernel("C[i,j] = A[i,k] * B[k,j]", A=ROWS), (ours(m), b), lambda: m @ b, hand, theirs, bar)


def same_rows(a: it.SparseTensor, b: sp.csr_array) -> bool:
    "Equal, in any order."
    a = a.convert(ROWS)
    b.sort_indices()
    exact = np.array_equal(a.positions[1], b.indptr) and np.array_equal(a.coordinates[1], b.indices)
    return exact and np.allclose(a.values, b.data)


def elementwise(n: int, sign: str) -> Case:
    a, b = matrix(n, 0), matrix(n, 1)
    make = kernel(f"C[i,j] = A[i,j] {sign} B[i,j]", A=ROWS, B=ROWS, C=ROWS)
    if sign == "+":
        theirs = lambda: given(lambda p, q: p + q, pydata_entries, a, b)
        hand = lambda: merged(_add, a, b, a.nnz + b.nnz)
        return Case(make, (ours(a), ours(b)), lambda: a + b, hand, theirs, 0.9, same_rows)
    theirs = lambda: given(lambda p, q: p * q, pydata_entries, a, b)
    hand = lambda: merged(_multiply, a, b, min(a.nnz, b.nnz))
    return Case(make, (ours(a), ours(b)), lambda: a.multiply(b).tocsr(), hand, theirs, 0.5, same_rows)


def sums(n: int, axis: int) -> Case:
    m = matrix(n, 0)

    def rows():
        y = np.empty(m.shape[0])
        loop(_row_sums)(m.indptr.view("u4"), m.data, y)
        return y

    def columns():
        y = np.zeros(m.shape[1])
        loop(_column_sums)(m.indices.view("u4"), m.data, y)
        return y

    make = kernel("y[i] = A[i,j]" if axis else "y[j] = A[i,j]", A=ROWS)
    theirs = lambda: given(lambda a: a.sum(axis).todense(), pydata_entries, m)
    same = lambda a, b: np.allclose(a, np.asarray(b))
    return Case(make, (ours(m),), lambda: m.sum(axis), rows if axis else columns, theirs, 0.25 if axis else 0.8, same)


def sddmm(n: int, k: int = 32) -> Case:
    m, rng = matrix(n, 0), np.random.default_rng(1)
    a, b = rng.random((m.shape[0], k)), rng.random((m.shape[1], k))
    row = np.repeat(np.arange(m.shape[0]), np.diff(m.indptr))

    def numpys():
        out = np.empty(m.nnz)
        for s in range(0, m.nnz, 2**15):
            e = slice(s, s + 2**15)
            out[e] = m.data[e] * np.einsum("ij,ij->i", a[row[e]], b[m.indices[e]])
        return out

    def hand():
        out = np.empty(m.nnz)
        loop(_sddmm)(*parts(m), a, b, out)
        return out

    make = kernel("C[i,j] = S[i,j] * A[i,k] * B[j,k]", S=ROWS, C=ROWS)
    return Case(make, (ours(m), a, b), numpys, hand, None, 0.3, lambda a, b: np.allclose(a.values, b))


def mttkrp(n: int, k: int = 32) -> Case:
    (i, j, at), v, shape = cube(n)
    rng, size = np.random.default_rng(1), shape[0]
    b, c = rng.random((shape[1], k)), rng.random((shape[2], k))
    t = it.SparseTensor.from_coo((i, j, at), v, shape, it.csf(3).with_widths(32, 32))
    buffers = [x for level in range(3) for x in (t.positions[level], t.coordinates[level])]

    def scipys():
        m = np.zeros((size, k))
        for s in range(0, len(v), 2**18):
            e = slice(s, s + 2**18)
            low, high = i[e][0], i[e][-1] + 1
            starts = np.searchsorted(i[e], np.arange(low, high + 1))
            part = sp.csr_array((v[e], np.arange(len(v[e])), starts), shape=(high - low, len(v[e])))
            m[low:high] += part @ (b[j[e]] * c[at[e]])
        return m

    def hand():
        m = np.zeros((size, k))
        loop(_mttkrp)(*buffers, t.values, b, c, m)
        return m

    make = kernel("M[i,r] = T[i,j,k] * B[j,r] * D[k,r]", T=it.csf(3).with_widths(32, 32))
    return Case(make, (t, b, c), scipys, hand, None, 0.1)


def spgemm(n: int, is_sorted: bool) -> Case:
    a, b = matrix(n, 0), matrix(n, 1)

    def scipys():
        c = a @ b
        if is_sorted:
            c.sort_indices()
        return c

    make = kernel("C[i,j] = A[i,k] * B[k,j]", A=ROWS, B=ROWS, C=ROWS if is_sorted else LOOSE_ORDER)
    theirs = lambda: given(lambda p, q: p @ q, pydata_rows, a, b)
    bar = 1.1 if is_sorted else 0.65
    return Case(make, (ours(a), ours(b)), scipys, lambda: multiplied(a, b, is_sorted), theirs, bar, same_rows)


CASES: dict[str, Callable] = {
    "SpMV": spmv,
    "SpMV exact": lambda n: spmv(n, True),
    "SpMM k=8": lambda n: spmm(n, 8, 0.8),
    "SpMM k=32": lambda n: spmm(n, 32, 0.55),
    "CSR + CSR": lambda n: elementwise(n, "+"),
    "CSR * CSR": lambda n: elementwise(n, "*"),
    "row sums": lambda n: sums(n, 1),
    "column sums": lambda n: sums(n, 0),
    "SDDMM k=32": sddmm,
    "MTTKRP R=32": mttkrp,
    "SpGEMM sorted": lambda n: spgemm(n, True),
    "SpGEMM unsorted": lambda n: spgemm(n, False),
}
LARGEST = {"SpGEMM sorted": 2e6, "SpGEMM unsorted": 2e6}  # more takes gigabytes


# timing

def once(run: Callable) -> tuple[float, object]:
    start = process_time()
    result = run()
    return (process_time() - start) * 1e3, result


def timed(ways: dict[str, Callable], rounds: int) -> dict[str, float]:
    "Medians; the rounds alternate. What takes more than three seconds runs once."
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for k in range(rounds):
        for name in names if k % 2 else names[::-1]:
            if not (times[name] and times[name][0] > 3000):
                times[name].append(once(ways[name])[0])
    return {name: median(found) for name, found in times.items()}


def bits(result: object) -> list[bytes]:
    "All that a result holds."
    arrays = (result.values, *result.coordinate_buffers) if isinstance(result, it.SparseTensor) else (result,)
    return [a.tobytes() for a in arrays if a is not None]


def in_threads(case: Case, n: int, rounds: int) -> bool:
    "A row for two threads, if the loops can be cut; are the results the same?"
    run = case.kernel(compile=True, threads=2)
    found: dict[int, list[float]] = {1: [], 2: []}
    results, cut = {}, False
    for k in range(rounds + 1):
        for run.threads in (1, 2) if k % 2 else (2, 1):
            start = perf_counter()
            result = run(*case.arguments)
            found[run.threads].append((perf_counter() - start) * 1e3)
            if not k:
                results[run.threads] = bits(result)
            cut |= run.ran_in > 1
    if not cut:
        return True
    one, two = (median(found[k][1:]) for k in (1, 2))
    same = results[1] == results[2]
    print(f"{'  in two threads':16} {n:9} {two:8.2f} {one:8.2f} {two / one:6.2f}{'' if same else '  ANOTHER RESULT'}", flush=True)
    return same


def plain_time(make: Callable, n: int) -> float:
    "CPU milliseconds for a million entries while nothing is compiled."
    few = max(n // 50, 1000)
    case = make(few)
    run = case.kernel(compile=False)
    return once(lambda: run(*case.arguments))[0] * 1e6 / few


def measured(name: str, n: int, rounds: int, pydata: bool) -> tuple[bool, bool]:
    "A row of the table; is it right, and are the bars met?"
    case = CASES[name](n)
    plain = plain_time(CASES[name], n)
    run = case.kernel(compile=True)
    first, mine = once(lambda: run(*case.arguments))
    ways = {"ours": lambda: run(*case.arguments), "SciPy": case.scipy, "hand": case.hand}
    if pydata and case.pydata and n < 5e6:
        ways["PyData"] = case.pydata()
    warm = {other: way() for other, way in ways.items()}
    right = case.same(mine, warm["SciPy"])
    del mine, warm
    t = timed(ways, rounds)
    to_scipy, to_hand = t["ours"] / t["SciPy"], t["ours"] / t["hand"]
    met = to_scipy <= 1.05 * case.bar and to_hand <= 1.1 * 1.05
    theirs = f"{t['PyData']:8.1f} {t['ours'] / t['PyData']:6.2f}" if "PyData" in t else f"{'-':>8} {'-':>6}"
    print(f"{name:16} {n:9} {t['ours']:8.2f} {t['SciPy']:8.2f} {to_scipy:6.2f} {case.bar:5.2f} {t['hand']:8.2f} {to_hand:6.2f} "
          f"{theirs} {first:8.0f} {plain:8.0f}{'' if met else '  MISSED'}{'' if right else '  ANOTHER RESULT'}", flush=True)
    return in_threads(case, n, rounds) and right, met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=float, nargs="+", default=[1e6, 1e7])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="kernels whose name contains this")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-pydata", action="store_true")
    a = parser.parse_args()
    if "sparsify" not in dir(it):
        return skipped("it.sparsify")
    entries, rounds = ([1e5], 3) if a.quick else (a.entries, a.rounds)
    print(f"{'':16} {'entries':>9} {'ours':>8} {'SciPy':>8} {'ratio':>6} {'bar':>5} {'hand':>8} {'ratio':>6} {'PyData':>8} {'ratio':>6} "
          f"{'first':>8} {'plain/1e6':>8}")
    wrong = missed = 0
    for n in map(int, entries):
        for name in (name for name in CASES if a.only in name and n <= LARGEST.get(name, 1e12)):
            right, met = measured(name, n, rounds, not a.no_pydata)
            wrong += not right
            missed += not met
    return int(wrong > 0) | verdict(missed, rounds, ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
