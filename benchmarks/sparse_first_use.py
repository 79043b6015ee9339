"""How long the first call of a sparse operation takes in a new process, beside SciPy.

    python benchmarks/sparse_first_use.py [--short] [--entries 1e3 1e5 1e6] [--rounds 3] [--only NAME]

Each operation is called once in a process of its own: with an empty folder of machine code (`cold`), with one that
holds what was compiled before (`warm`), and by SciPy (its modules are loaded before, as ours are). CPU milliseconds,
the least of the rounds; `later` is the least of five calls after the first, in the warm process. `+` stands where
Numba was loaded. The matrices have 10 random entries in a row; the dense ones a tenth that is not zero.

Then kernels of `it.sparsify`, from the text to the result, each in new processes: compiled, `cold` and `warm`, for
matrices of 10^5 entries; `tiny`, with operands of 4 x 4, as it is by default; and an expression of rank 7 with tiny
operands, compiled. Their bars are a second, 0.2 s, 20 ms, and two seconds for rank 7.

`--short`: 10^3 and 10^5 entries, one round. Exits with 1 if a first call took more than a tenth of a second and more
than ten times SciPy's, `read` and `write` twenty times: then something is compiled that does not pay. A missed bar of
a kernel counts with three rounds or more.

Short form: --entries 1e3 --rounds 1 --only 'COO -> CSR'
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time

OPERATIONS = (
    "from_dense", "from_coo", "COO -> CSR", "CSR -> CSC", "CSR -> BSR", "to_dense", "BSR -> dense", "read", "write",
    "1 % of rows",
)
UNORDERED = (
    "#sparse_tensor.encoding<{ map = (i, j) -> "
    "(i : compressed(nonunique, nonordered), j : singleton(nonordered, soa)) }>"
)
BYTECODE = tempfile.TemporaryDirectory()  # modules are compiled once, as those of an installed package are
SLOWEST = {"read": 20, "write": 20}  # times SciPy's; others 10


KERNELS = {  # text, formats, the shape of each operand where `n` is the size
    "SpMV": ("y[i] = A[i,j] * x[j]", {"A": "CSR"}, ("nn", "n")),
    "SpMM": ("C[i,j] = A[i,k] * B[k,j]", {"A": "CSR"}, ("nn", "n8")),
    "CSR + CSR": ("C[i,j] = A[i,j] + B[i,j]", {"A": "CSR", "B": "CSR", "C": "CSR"}, ("nn", "nn")),
    "SpGEMM": ("C[i,j] = A[i,k] * B[k,j]", {"A": "CSR", "B": "CSR", "C": "CSR"}, ("nn", "nn")),
    "SDDMM": ("C[i,j] = S[i,j] * A[i,k] * B[j,k]", {"S": "CSR", "C": "CSR"}, ("nn", "n8", "n8")),
    "row sums": ("y[i] = A[i,j]", {"A": "CSR"}, ("nn",)),
    "BSR SpMV": ("y[i] = A[i,j] * x[j]", {"A": "BSR(2,2)"}, ("nn", "n")),
    "rank 7, *": ("C[a,b,c,d,e,f,g] = A[a,b,c,d,e,f,g] * B[a,b,c,d,e,f,g]", {"A": "CSF(7)", "B": "CSF(7)", "C": "CSF(7)"}, ("2" * 7,) * 2),
    "rank 7, +": ("C[a,b,c,d,e,f,g] = A[a,b,c,d,e,f,g] + B[a,b,c,d,e,f,g]", {"A": "CSF(7)", "B": "CSF(7)", "C": "CSF(7)"}, ("2" * 7,) * 2),
    "rank 7, sums": ("C[a,g] = A[a,b,c,d,e,f,g] * B[b,c] * D[d,e,f]", {"A": "CSF(7)"}, ("2" * 7, "22", "222")),
}
BARS = {"cold": 1000.0, "warm": 200.0, "tiny": 20.0}  # CPU milliseconds; rank 7: two seconds


def matrices(n: int) -> tuple:
    "Coordinates in random order, values, the shape; a dense array."
    import numpy as np

    rng, size = np.random.default_rng(0), max(n // 10, 10)
    key = np.unique(rng.integers(0, size, n) * size + rng.integers(0, size, n))
    rng.shuffle(key)
    side = int((10 * n) ** 0.5)
    dense = rng.random((side, side))
    dense[rng.random((side, side)) > 0.1] = 0
    return (key // size).astype("i4"), (key % size).astype("i4"), rng.random(len(key)), (size, size), dense


def scipys(name: str, n: int, folder: str) -> Callable:
    "SciPy's operation."
    import scipy.io
    import scipy.sparse as sp

    i, j, v, shape, dense = matrices(n)
    triples = sp.coo_array((v, (i, j)), shape=shape)
    rows, half = triples.tocsr(), shape[0] // 2
    rows.sort_indices()
    path = os.path.join(folder, f"{n}.mtx")
    if not os.path.exists(path):
        scipy.io.mmwrite(path, triples)
    packed, blocks = sp.csr_array(dense), sp.csr_array(dense).tobsr((2, 2)) if len(dense) % 2 == 0 else None
    return {
        "from_dense": lambda: sp.csr_array(dense),
        "from_coo": lambda: sp.coo_array((v, (i, j)), shape=shape).tocsr().sort_indices(),
        "COO -> CSR": lambda: triples.tocsr().sort_indices(),
        "CSR -> CSC": rows.tocsc,
        "CSR -> BSR": lambda: rows.tobsr((2, 2)),
        "to_dense": packed.toarray,
        "BSR -> dense": (blocks if blocks is not None else packed).toarray,
        "read": lambda: scipy.io.mmread(path).tocsr(),
        "write": lambda: scipy.io.mmwrite(os.path.join(folder, f"{os.getpid()}.mtx"), triples),
        "1 % of rows": lambda: rows[half : half + shape[0] // 100 + 1].tocoo(),
    }[name]


def ours(name: str, n: int, folder: str) -> Callable:
    "The same here."
    import numpy as np

    import indexing_tools.sparse.convert.conversion  # noqa: F401 - adds the direct ways
    import indexing_tools.sparse.storage.text_files  # noqa: F401 - adds files
    import indexing_tools.sparse.storage.iteration  # noqa: F401 - adds slices and entries
    from indexing_tools.loops.jit import compile_loops
    from indexing_tools.sparse.formats.named_formats import BSR, CSC, CSR
    from indexing_tools.sparse.formats.encoding import SparseEncoding
    from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

    i, j, v, shape, dense = matrices(n)
    wanted, columns, blocks = (e.with_widths(32, 32) for e in (CSR, CSC, BSR(2, 2)))
    unordered, half = SparseEncoding.parse(UNORDERED).with_widths(32, 32), shape[0] // 2
    with compile_loops(after=float("inf")):
        rows = SparseTensor.from_coo((i, j), v, shape, wanted)
        packed = SparseTensor.from_dense(dense, wanted)
        packed_blocks = SparseTensor.from_dense(dense, blocks)
        pos, crd = (np.array([0, len(v)], "u4"), None), (i.view("u4"), j.view("u4"))
        triples = SparseTensor(unordered, shape, pos, crd, v)
    path = os.path.join(folder, f"{n}.mtx")
    return {
        "from_dense": lambda: SparseTensor.from_dense(dense, wanted),
        "from_coo": lambda: SparseTensor.from_coo((i, j), v, shape, wanted),
        "COO -> CSR": lambda: triples.convert(wanted),
        "CSR -> CSC": lambda: rows.convert(columns),
        "CSR -> BSR": lambda: rows.convert(blocks),
        "to_dense": packed.to_dense,
        "BSR -> dense": packed_blocks.to_dense,
        "read": lambda: SparseTensor.read(path, wanted, progress=False),
        "write": lambda: rows.write(os.path.join(folder, f"{os.getpid()}.mtx"), progress=False),
        "1 % of rows": lambda: rows[half : half + shape[0] // 100 + 1].to_coo(),
    }[name]


def kernel_call(name: str, n: int, compile: bool) -> Callable:
    "The kernel from text to result; its operands are there."
    import numpy as np
    import indexing_tools as it
    from indexing_tools.loops.jit import compile_loops

    text, formats, shapes = KERNELS[name]
    rng, left, operands = np.random.default_rng(0), text.partition("=")[0].partition("[")[0], []
    names = [name for name in ("S", "T", "A", "B", "D", "x") if f"{name}[" in text.partition("=")[2]]
    with compile_loops(after=float("inf")):
        for operand, letters in zip(names, shapes):
            shape = tuple({"n": n, "8": 8, "2": 2}[c] for c in letters)
            if operand not in formats:
                operands.append(rng.random(shape))
                continue
            count = min(10 * n, max(1, int(np.prod(shape)) // 2))
            where = np.unique(rng.integers(0, np.prod(shape), count))
            at = np.unravel_index(where, shape)
            operands.append(it.SparseTensor.from_coo(at, rng.random(len(where)), shape, formats[operand]))
    assert left.strip() not in names
    more = {"compile": True} if compile else {}
    return lambda: it.sparsify(text, **formats, **more)(*operands)


def show_kernels(only: str, rounds: int) -> int:
    "The table of kernels; how many bars are missed."
    missed = 0
    print(f"\n{'kernel':14} {'cold':>9} {'warm':>9} {'tiny':>9}  CPU ms; + with Numba")
    for name in (name for name in KERNELS if only in name):
        big, cells = "rank" not in name, [f"{name:14}"]
        with tempfile.TemporaryDirectory() as kept:
            in_process("kernel", name, 10_000 if big else 2, "compiled", kept)
            for what in BARS:
                runs = []
                for _ in range(rounds):
                    with tempfile.TemporaryDirectory() as empty:
                        n = 10_000 if big and what != "tiny" else 4
                        how = "plain" if what == "tiny" else "compiled"
                        runs.append(in_process("kernel", name, n, how, kept if what == "warm" else empty))
                first = min(r["first"] for r in runs)
                late = first > 1.05 * (2000 if not big and what == "cold" else BARS[what])
                missed += late
                cells.append(f"{first:8.1f}{'+' if runs[0]['numba'] else ' '}{'!' if late else ' '}")
        print(*cells, flush=True)
    return missed


def called(who: str, name: str, n: int, folder: str) -> dict:
    "What this process measures: the first call, later ones, was Numba loaded?"
    if who == "kernel":
        call = kernel_call(name, n, folder == "compiled")
        start = process_time()
        call()
        return {"first": (process_time() - start) * 1e3, "numba": "numba" in sys.modules}
    call = {"scipy": scipys, "ours": ours, "asked": ours}[who](name, n, folder)
    if who == "asked":
        from indexing_tools.loops.jit import compile_loops

        with compile_loops():
            call()
        return {}
    times = []
    for _ in range(6):
        start = process_time()
        call()
        times.append((process_time() - start) * 1e3)
    return {"first": times[0], "later": min(times[1:]), "numba": "numba" in sys.modules}


def in_process(who: str, name: str, n: int, folder: str, cache: str) -> dict:
    "The same, in a new process."
    command = [sys.executable, __file__, "--call", who, name, str(n), folder]
    env = {**os.environ, "INDEXING_TOOLS_CACHE": cache, "INDEXING_TOOLS_THREADS": "1", "PYTHONPYCACHEPREFIX": BYTECODE.name}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["OPENBLAS_NUM_THREADS"] = "1"  # or a thread of NumPy's import waits busily for some 30 ms, in our account
    return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def measured(name: str, n: int, rounds: int, folder: str) -> tuple[dict, dict, dict]:
    "The least first and later calls of SciPy, and of ours cold and warm."
    found: list[list[dict]] = [[], [], []]
    kept = os.path.join(folder, "kept")
    scipys_own = in_process("scipy", name, n, folder, kept)  # writes the file to read
    in_process("asked", name, n, folder, kept)
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as empty:
            found[1].append(in_process("ours", name, n, folder, empty))
        found[2].append(in_process("ours", name, n, folder, kept))
        found[0].append(in_process("scipy", name, n, folder, kept))
    found[0].append(scipys_own)
    best = [{key: min(f[key] for f in runs) for key in runs[0]} for runs in found]
    return best[0], best[1], best[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=float, nargs="+", default=[1e3, 1e5, 1e6])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="operations whose name contains this")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--call", nargs=4, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.call:
        who, name, n, folder = a.call
        print(json.dumps(called(who, name, int(n), folder)))
        return 0
    entries, rounds = ([1e3, 1e5], 1) if a.short else (a.entries, a.rounds)
    failed = 0
    print(f"{'':14} {'entries':>8} {'SciPy':>8} {'cold':>9} {'ratio':>6} {'warm':>9} {'ratio':>6} {'later':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name in (name for name in OPERATIONS if a.only in name):
            for n in map(int, entries):
                theirs, cold, warm = measured(name, n, rounds, folder)
                cells = [f"{name:14} {n:8} {theirs['first']:8.2f}"]
                for times in (cold, warm):
                    ratio = times["first"] / theirs["first"]
                    failed += times["first"] > 100 and ratio > SLOWEST.get(name, 10)
                    cells.append(f"{times['first']:8.2f}{'+' if times['numba'] else ' '} {ratio:6.1f}")
                cells.append(f"{warm['later']:8.2f} {warm['later'] / theirs['later']:6.1f}")
                print(*cells, flush=True)
    import indexing_tools as it

    missed = show_kernels(a.only, rounds) if "sparsify" in dir(it) else 0
    print(f"{missed} bars of kernels missed")
    return int(failed > 0 or (missed > 0 and rounds >= 3))


if __name__ == "__main__":
    sys.exit(main())
