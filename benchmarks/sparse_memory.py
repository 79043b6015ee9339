"""How much memory kernels, operators and conversions take at their peak, beside what they have to.

    python benchmarks/sparse_memory.py [--entries 1e7] [--only TEXT] [--at-most 2]

Each line runs in a process of its own: the operands are made, then memory is reset to what is in use
(`/proc/self/clear_refs`) and the operation runs; the peak (`VmHWM`) less what was there is set against the bytes of the
result's own buffers, or of its operands' if these are more (a view, a sum). Compiled loops are made on small operands
before. CSR matrices with ten entries a row, int32 positions and coordinates, float64. A `*` is more than `--at-most`.
Linux alone.

Short form: --entries 1e5 --only "A @ x"
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

LINES = {
    "A @ x": "A @ x", "x @ A": "x @ A", "A @ X": "A @ X", "A + B": "A + B", "A * B": "A * B", "A * 2": "A * 2",
    "A > 0": "A > 0", "abs(A)": "abs(A)", "A.sum(0)": "A.sum(0)", "A.sum(1)": "A.sum(1)", "A.T": "A.T",
    "A.T to CSR": "A.T.convert('CSR')", "to_coo": "A.to_coo()", "to_scipy": "A.to_scipy()", "astype f32": "A.astype('float32')",
    "prune": "A.prune()", "copy": "A.copy()", "reshape": "A.reshape((A.shape[0] // 2, A.shape[1] * 2))",
    "concatenate": "np.concatenate([A, B])", "stack": "np.stack([A, B])", "tril": "np.tril(A)", "A @ B": "A @ B", "A != B": "A != B", "A - B": "A - B", "A.max(1)": "A.max(1)",
    "A[mask]": "A[mask]", "where": "np.where(mask, A, B)", "maximum": "np.maximum(A, B)", "A / 3": "A / 3", "A + A.T": "A + A.T",
    "A.set(mask)": "A.set(mask, 1.0)", "A.set(rows)": "A.set(slice(0, 10), 1.0)", "A[rows]": "A[::2]", "sort": "np.sort(A, axis=1)",
    "permute": "np.permute_dims(A, (1, 0))", "ravel": "A.ravel()", "nonzero": "np.nonzero(A)", "diagonal": "A.diagonal()", "kernel y": "k(A, x)", "kernel C": "k2(A, B)", "A == B": "A == B",
    "from_coo": "it.SparseTensor.from_coo(C.to_coo()[0], C.to_coo()[1], A.shape, 'CSR')",
    **{f"to {f}": f"A.convert('{f}')" for f in ("COO", "COO_SOA", "CSC", "DCSR", "BSR(2,2)", "ELL(28)", "ELL(28, 1)")},
    **{f"{f} to CSR": "C.convert('CSR')" for f in ("COO", "COO_SOA", "CSC", "DCSR", "BSR(2,2)", "ELL(28)")},
}
SETUP = """
import gc, json, sys, numpy as np, scipy.sparse as sp
import indexing_tools as it
from indexing_tools.loops.jit import compile_loops

def operands(entries):
    n = entries // 10
    state = np.random.default_rng(0)
    found = []
    for _ in range(2):
        columns = state.integers(0, n // 20, (n, 10), dtype=np.int32)
        columns *= 2
        columns.sort(1)
        columns += (np.arange(10) * (n // 10)).astype(np.int32)
        positions = np.arange(0, 10 * n + 1, 10, dtype=np.int32)
        found.append(it.SparseTensor.from_scipy(sp.csr_array((state.random(10 * n) - 0.2, columns.ravel(), positions), shape=(n, n))))
    return found

def world(entries):
    A, B = operands(entries)
    w = dict(A=A, B=B, np=np, it=it)
    w["x"], w["X"] = np.ones(A.shape[1]), np.ones((A.shape[1], 8))
    if source: w["C"] = A.convert(source)
    if "mask" in line: w["mask"] = A > 0.7
    if "k(" in line: w["k"] = k
    if "k2(" in line: w["k2"] = k2
    return w

def nbytes(x, seen):
    if isinstance(x, (tuple, list)): return sum(nbytes(e, seen) for e in x)
    arrays = [x] if isinstance(x, np.ndarray) else []
    if isinstance(x, it.SparseTensor): arrays = [*x.positions, *x.coordinate_buffers, x.values]
    elif hasattr(x, "indptr"): arrays = [x.indptr, x.indices, x.data]
    total = 0
    for a in arrays:
        if a is None: continue
        while a.base is not None and isinstance(a.base, np.ndarray): a = a.base
        if id(a) not in seen: total, _ = total + a.nbytes, seen.add(id(a))
    return total

def status(name):
    return int(next(row for row in open("/proc/self/status") if row.startswith(name)).split()[1]) * 1024

line, source, entries = sys.argv[1], sys.argv[2], int(float(sys.argv[3]))
E = operands(1000)[0].encoding
k = it.sparsify("y[i] = A[i,j] * x[j]", A=E, compile=True)
k2 = it.sparsify("C[i,j] = A[i,j] + B[i,j]", A=E, B=E, C=E, compile=True)
with compile_loops():
    for size in (1000, 20000):
        eval(line, world(size))
    w = world(entries)
    gc.collect()
    seen = set()
    given = sum(nbytes(v, seen) for v in w.values() if isinstance(v, (np.ndarray, it.SparseTensor)))
    open("/proc/self/clear_refs", "w").write("5")
    before = status("VmRSS")
    result = eval(line, w)
    peak = status("VmHWM") - before
print(json.dumps([given, nbytes(result, seen), peak]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=float, default=1e7)
    parser.add_argument("--only", default="", help="lines that contain this")
    parser.add_argument("--at-most", type=float, default=2.0)
    a = parser.parse_args()
    if not Path("/proc/self/clear_refs").exists():
        print("skipped: needs /proc")
        return 0
    print(f"{'':14} {'operands MB':>11} {'result MB':>9} {'peak MB':>8}  peak / result, (operands + peak) / (operands + result)")
    above = 0
    for name, line in LINES.items():
        if a.only not in name:
            continue
        source = name.partition(" to ")[0] if " to CSR" in name and "A.T" not in name else "COO" if "C." in line else ""
        run = [sys.executable, "-c", SETUP, line, source, str(a.entries)]
        found = subprocess.run(run, capture_output=True, text=True)
        if found.returncode:
            print(f"{name:14} {found.stderr.strip().splitlines()[-1][:90]}")
            continue
        given, result, peak = json.loads(found.stdout.splitlines()[-1])
        whole = (given + peak) / max(given + result, 1)
        above += whole > a.at_most
        mark = "*" if whole > a.at_most else " "
        ratio = f"{peak / result:6.2f}" if result > 1e5 else "     -"
        print(f"{name:14} {given / 1e6:11.1f} {result / 1e6:9.1f} {peak / 1e6:8.1f}  {ratio}  {whole:5.2f}{mark}", flush=True)
    print(f"{above} above {a.at_most}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
