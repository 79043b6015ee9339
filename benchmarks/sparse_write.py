"""How fast a sparse matrix is written to a Matrix Market file, beside SciPy, single thread.

    python benchmarks/sparse_write.py [--nonzeros 1e6] [--rounds 7]

10 random entries in a row, CSR on both sides. Rounds are interleaved, times are medians; what was written is read
back by SciPy and compared. `.gz` is packed by Python's gzip on both sides, once. Exits with 1 if SciPy reads something else, and, with
three rounds or more, beyond 1.5 times.

Short form: --nonzeros 1e4 --rounds 1
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
import tempfile
from functools import partial

import numpy as np
import scipy.io
import scipy.io._fast_matrix_market as fast_matrix_market
import scipy.sparse as sp
from common import verdict
from sparse_convert import random_coordinates, timed

import indexing_tools.sparse.convert.conversion
import indexing_tools.sparse.storage.text_files  # noqa: F401 - adds SparseTensor.write
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

fast_matrix_market.PARALLELISM = 1
MOST = 1.5  # times SciPy's
KINDS = {
    "real": lambda v: v,
    "integer": lambda v: (v * 1e6).astype(np.int64),
    "complex": lambda v: v + 1j * v[::-1],
}


def theirs(path: str, matrix: sp.csr_array) -> None:
    "SciPy's way; it packs no file itself."
    if not path.endswith(".gz"):
        return scipy.io.mmwrite(path, matrix)
    with gzip.open(path, "wb") as stream:
        return scipy.io.mmwrite(stream, matrix)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nonzeros", type=float, default=1e6)
    parser.add_argument("--rounds", type=int, default=7)
    a = parser.parse_args()
    i, j, v, shape = random_coordinates(int(a.nonzeros))
    failed = slow = 0
    print(f"{'':16} {'ours ms':>8} {'SciPy ms':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for kind, ending in (*((k, ".mtx") for k in KINDS), ("real", ".mtx.gz")):
            matrix = sp.coo_array((KINDS[kind](v), (i, j)), shape=shape).tocsr()
            ours = SparseTensor.from_scipy(matrix)
            path, other = (os.path.join(folder, name + ending) for name in ("ours", "theirs"))
            ours.write(path)
            failed += (scipy.io.mmread(path).tocsr() != matrix).nnz > 0
            rounds = 1 if ending.endswith(".gz") else a.rounds
            times = timed(partial(ours.write, path), partial(theirs, other, matrix), rounds)
            slow += times[0] > MOST * times[1]
            print(f"{kind + ' ' + ending:16} {times[0]:8.0f} {times[1]:8.0f} {times[0] / times[1]:6.2f}")
    return int(failed > 0) | verdict(slow, a.rounds)


if __name__ == "__main__":
    sys.exit(main())
