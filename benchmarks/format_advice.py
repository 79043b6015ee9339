"""`A.formats()` beside the clock: the expected time of products in each format, and the measured one.

    python benchmarks/format_advice.py [--only NAME] [--rounds 9] [--fit]

For each of 22 matrices and each format that takes at most twelve times the bytes of the least: A @ x, x @ A, A @ X with
eight columns, row sums; compiled loops, one thread, CPU time, median of rounds that alternate between all formats, so
that no buffers are in a cache before. A line for each matrix and product: format, expected / measured, both relative
to CSR. Then, for each product: of how many pairs of formats that differ by more than 1.3 the order is right, how many
times are expected within a factor 1.5 (as they are, and relative to CSR), how often the format advised is within 1.3
of the quickest. `--fit` prints the constants (`WorkTimes`) that fit these measurements best, and what they reach.

Short form: --only arrow --rounds 3
"""
from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import log
from statistics import median
from time import process_time

import numpy as np
import scipy.sparse as sp

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops
from indexing_tools.sparse.convert import format_advice as advice

TEXTS = {
    "spmv": "y[i] = A[i,j] * x[j]", "transposed": "y[j] = A[i,j] * x[i]", "spmm": "Y[i,k] = A[i,j] * X[j,k]",
    "row_sum": "y[i] = sum(j, A[i,j])",
}
MOST_BYTES, MOST_VALUES, FACTOR, APART = 3e8, 8e6, 1.5, 1.3


def power_law(rng, n: int, mean: int):
    "Rows of very different lengths, more entries in the first columns."
    lengths = np.minimum((rng.pareto(1.3, n) + 1) * mean / 4, n // 10).astype(int)
    rows = np.repeat(np.arange(n), lengths)
    columns = (rng.random(len(rows)) ** 2 * n).astype(int)
    return sp.csr_array((rng.random(len(rows)), (rows, columns)), shape=(n, n))


def blocks(rng, n: int, size: int, mean: int):
    "Full blocks, so many on average in a row of blocks."
    places = sp.random_array((n // size, n // size), density=mean * size / n, rng=rng)
    places.data[:] = 1
    return sp.kron(places, np.ones((size, size)))


def band(rng, n: int, offsets):
    "Full diagonals."
    return sp.diags_array([rng.random(n - abs(k)) + 0.1 for k in offsets], offsets=[*offsets], shape=(n, n))


def uniform(rng, n: int, m: int, mean: int):
    "Entries anywhere."
    return sp.random_array((n, m), density=mean / m, rng=rng)


def laplace(n: int):
    "Second differences."
    return sp.diags_array([-1.0, 2.0, -1.0], offsets=[-1, 0, 1], shape=(n, n))


def two_of_four(rng, n: int):
    "Two in each group of four neighbours."
    found = np.zeros((n, n // 4, 4))
    np.put_along_axis(found, rng.random(found.shape).argsort(2)[:, :, :2], 1.0, 2)
    return sp.coo_array(found.reshape(n, n))


def arrow(n: int):
    "A diagonal, a full row, a full column."
    k, zero = np.arange(n), np.zeros(n, int)
    return sp.coo_array((np.ones(3 * n), (np.r_[k, zero, k], np.r_[k, k, zero])), shape=(n, n))


def empty_rows(rng):
    "One row in 200 has entries."
    rows, columns = rng.choice(5000, 100_000) * 200, rng.integers(0, 1_000_000, 100_000)
    return sp.coo_array((rng.random(100_000), (rows, columns)), shape=(1_000_000, 1_000_000))


MATRICES: dict[str, Callable] = {
    "uniform, 10 a row": lambda rng: uniform(rng, 100_000, 100_000, 10),
    "uniform, 2 a row": lambda rng: uniform(rng, 300_000, 300_000, 2),
    "uniform, 100 a row": lambda rng: uniform(rng, 8_000, 8_000, 100),
    "uniform, small": lambda rng: uniform(rng, 2_000, 2_000, 20),
    "power law": lambda rng: power_law(rng, 60_000, 16),
    "power law columns": lambda rng: power_law(rng, 60_000, 16).T,
    "tridiagonal": lambda rng: band(rng, 150_000, (-1, 0, 1)),
    "banded 21": lambda rng: band(rng, 40_000, range(-10, 11)),
    "diagonal": lambda rng: sp.eye_array(400_000),
    "9 diagonals far apart": lambda rng: band(rng, 80_000, (-9000, -1000, -100, -1, 0, 1, 100, 1000, 9000)),
    "blocks 3x3": lambda rng: blocks(rng, 60_000, 3, 5),
    "blocks 4x4": lambda rng: blocks(rng, 40_000, 4, 5),
    "blocks 8x8": lambda rng: blocks(rng, 40_000, 8, 3),
    "blocks 16x16": lambda rng: blocks(rng, 32_000, 16, 2),
    "Laplace 2d": lambda rng: sp.kronsum(laplace(316), laplace(316)),
    "Laplace 3d": lambda rng: sp.kronsum(sp.kronsum(laplace(46), laplace(46)), laplace(46)),
    "empty rows": empty_rows,
    "dense, 30 %": lambda rng: uniform(rng, 1500, 1500, 450),
    "wide 200 x 500,000": lambda rng: uniform(rng, 200, 500_000, 4000),
    "tall 500,000 x 200": lambda rng: uniform(rng, 500_000, 200, 2),
    "2 of 4": lambda rng: two_of_four(rng, 1200),
    "arrow": lambda rng: arrow(100_000),
}  # fmt: skip


@dataclass
class Case:
    "A product in a format."

    matrix: str
    format: str
    product: str
    work: list[float]  # parts, in the order of `WorkTimes`
    call: Callable
    measured: float = 0.0  # nanoseconds

    def expected(self, times: advice.WorkTimes) -> float:
        return sum(n * getattr(times, f.name) for n, f in zip(self.work, fields(times)))


def operands(product: str, tensor: it.SparseTensor, rng) -> list:
    "What the product is taken of."
    n, m = tensor.shape
    shapes = {"spmv": m, "transposed": n, "spmm": (m, 8)}
    return [tensor, *([rng.random(shapes[product])] if product in shapes else [])]


def cases_of(name: str) -> list[Case]:
    "Every product in every format of one matrix."
    rng = np.random.default_rng(sum(map(ord, name)))
    matrix = sp.csr_array(MATRICES[name](rng))
    matrix.sum_duplicates()
    matrix.indptr, matrix.indices = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    tensor, found = it.SparseTensor.from_scipy(matrix), []
    table, entries = tensor.formats(), advice._Entries(tensor)
    least = table.best().bytes
    for row in table:
        if row.bytes > min(12 * least, MOST_BYTES) or row.stored > MOST_VALUES:
            continue
        made = tensor.convert(row.encoding)
        stored = advice._Stored(row.encoding, advice._level_counts(entries, row.encoding), made.dtype.itemsize)
        for product, task in advice._tasks(2).items():
            kernel = it.sparsify(TEXTS[product], A=made.encoding, compile=True)
            given = operands(product, made, rng)
            work = [*advice._work(entries, stored, task).values()]
            found.append(Case(name, row.name, product, work, lambda k=kernel, x=given: k(*x)))
    return found


def measure(cases: list[Case], rounds: int) -> None:
    "Median CPU times of alternating rounds."
    for case in cases:
        case.call()
        case.call()
    taken: list[list[float]] = [[] for _ in cases]
    gc.disable()
    for _ in range(rounds):
        for case, times in zip(cases, taken):
            start = process_time()
            case.call()
            times.append(process_time() - start)
    gc.enable()
    for case, times in zip(cases, taken):
        case.measured = 1e9 * median(times)


TIMES = {"spmv": "VECTOR_TIMES", "transposed": "VECTOR_TIMES", "spmm": "MATRIX_TIMES", "row_sum": "SUM_TIMES"}


def times_of(case: Case, fitted: dict[str, advice.WorkTimes]) -> advice.WorkTimes:
    "The constants for the product."
    name = TIMES[case.product]
    return fitted.get(name) or getattr(advice, name)


def show(cases: list[Case], fitted: dict[str, advice.WorkTimes]) -> None:
    "Expected and measured times of one matrix, relative to CSR."
    for product in TEXTS:
        mine = sorted((c for c in cases if c.product == product), key=lambda c: c.measured)
        rows = next(c for c in mine if c.format == "CSR")
        unit = rows.expected(times_of(rows, fitted)), rows.measured
        texts = (
            f"{c.format} {c.expected(times_of(c, fitted)) / unit[0]:.2f}/{c.measured / unit[1]:.2f}" for c in mine
        )
        print(f"  {product:10} CSR {unit[0] / 1e3:6.0f}/{unit[1] / 1e3:.0f} us: {', '.join(texts)}", flush=True)


def report(cases: list[Case], fitted: dict[str, advice.WorkTimes]) -> None:
    "How often the order is right, and the time."
    for product in TEXTS:
        right = pairs = near = relative = best = 0
        mine = [(c, c.expected(times_of(c, fitted))) for c in cases if c.product == product]
        within = lambda ratio: abs(log(ratio)) < log(FACTOR)
        worst = sorted(mine, key=lambda p: -abs(log(p[1] / p[0].measured)))[:6]
        for name in dict.fromkeys(c.matrix for c, _ in mine):
            here = [p for p in mine if p[0].matrix == name]
            rows, unit = next(p for p in here if p[0].format == "CSR")
            unit /= rows.measured
            near += sum(within(e / c.measured) for c, e in here)
            relative += sum(within(e / c.measured / unit) for c, e in here)
            apart = [(a, b) for a in here for b in here if a[0].measured > APART * b[0].measured]
            pairs, right = pairs + len(apart), right + sum(a[1] > b[1] for a, b in apart)
            advised = min(here, key=lambda p: p[1])[0]
            best += advised.measured <= APART * min(c.measured for c, _ in here)
        count, matrices = len(mine), len({c.matrix for c, _ in mine})
        print(
            f"{product:10} order right {right / max(pairs, 1):.1%} of {pairs}; within {FACTOR}: {near / count:.0%} of "
            f"{count}, relative to CSR {relative / count:.0%}; advised within {APART} of the best: {best} of {matrices}"
        )
        print("           worst:", ", ".join(f"{c.matrix} {c.format} {e / c.measured:.2f}" for c, e in worst))


def fit(cases: list[Case]) -> dict[str, advice.WorkTimes]:
    "The constants, none negative, with the least squares of the ratios' logarithms, about."
    from scipy.optimize import nnls

    found, names = {}, [f.name for f in fields(advice.WorkTimes)]
    for name in dict.fromkeys(TIMES.values()):
        mine = [c for c in cases if TIMES[c.product] == name]
        work, measured = np.array([c.work for c in mine]), np.array([c.measured for c in mine])
        weights = 1 / measured
        for _ in range(10):
            constants, _ = nnls(work * weights[:, None], measured * weights)
            weights = 1 / np.sqrt(measured * np.maximum(work @ constants, measured / 5))
        found[name] = advice.WorkTimes(**{n: float(f"{x:.2g}") for n, x in zip(names, constants)})
        print(name, ", ".join(f"{n}={x:.2g}" for n, x in zip(names, constants)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="matrices with this in their name")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--fit", action="store_true")
    a = parser.parse_args()
    cases: list[Case] = []
    for name in MATRICES:
        if a.only and a.only not in name:
            continue
        mine = cases_of(name)
        with compile_loops():
            measure(mine, a.rounds)
        print(name)
        show(mine, {})
        cases += [replace(c, call=len) for c in mine]
    report(cases, {})
    if a.fit:
        report(cases, fit(cases))


if __name__ == "__main__":
    main()
