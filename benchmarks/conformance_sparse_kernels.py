"""The kernels that MLIR's sparsifier was run with: its buffers, and NumPy where it fails.

    python benchmarks/conformance_sparse_kernels.py [CASES.json]

Each of the 22 kernel cases is an expression of `it.sparsify`, for A and B in CSR, or vectors. What MLIR made is
compared buffer by buffer; what selects entries is pruned first, since here a kernel keeps what it has computed. Where
MLIR fails, the result, in CSR and dense, is NumPy's. Each case runs with the plain source, and compiled with
`--compile`. Exits with 1 if one fails.

Short form:
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from common import SHARED, skipped

import indexing_tools as it

EXPRESSIONS: dict[str, tuple[str, dict]] = {  # right side, what `sparsify` is told
    "k_add": ("A[i,j] + B[i,j]", {}), "k_mul": ("A[i,j] * B[i,j]", {}), "k_sub": ("A[i,j] - B[i,j]", {}),
    "k_matmul": ("A[i,k] * B[k,j]", {}), "k_select_ge3": ("where(A[i,j] >= 3, A[i,j], 0.0)", {}),
    "k_set_difference": ("A[i,j] * (B[i,j] == 0)", {}), "k_unary_invert": ("float64(A[i,j] == 0)", {"fill": 0}),
    "k_upper_triangle_select": ("where(j > i, A[i,j], 0.0)", {}), "k_abs": ("abs(B[i,j])", {}), "k_neg": ("-A[i,j]", {}),
    "k_relu_like_max0": ("max(B[i,j], 0)", {}), "k_div": ("A[i,j] / B[i,j]", {"fill": np.nan}), "k_maxf": ("max(A[i,j], B[i,j])", {}),
    "k_exp": ("exp(A[i,j])", {}), "k_expm1": ("expm1(A[i,j])", {}), "k_sqrt": ("sqrt(A[i,j])", {}), "k_pow": ("A[i,j] ** 2", {}),
    "k_tanh": ("tanh(A[i,j])", {}), "k_log1p": ("log1p(A[i,j])", {}), "k_addconst": ("A[i,j] + 2", {"fill": 0}),
    "k_fma_abc": ("A[i,j] * B[i,j] + A[i,j]", {}),
}
PRUNED = ("k_select_ge3", "k_set_difference", "k_unary_invert", "k_upper_triangle_select")
NUMPYS = {
    "k_relu_like_max0": lambda a, b: np.maximum(b, 0), "k_maxf": np.maximum, "k_exp": lambda a, b: np.exp(a), "k_pow": lambda a, b: a**2,
    "k_div": lambda a, b: np.where((a == 0) & (b != 0), 0, a / b),
}


def check_matrices(case: dict, **how) -> str:
    "What is wrong; empty if nothing is."
    value, told = EXPRESSIONS[case["id"]]
    dense = {name: np.array(case[name], float) for name in "AB"}
    names = [name for name in "AB" if f"{name}[" in value]
    names.sort(key=value.index)
    operands = [it.SparseTensor.from_dense(dense[name], it.CSR) for name in names]
    formats = dict.fromkeys(names, it.CSR)
    found = it.sparsify(f"C[i,j] = {value}", **formats, C=it.CSR, **told, **how)(*operands)
    if "mlir_fails" in case:
        with np.errstate(all="ignore"):
            wanted = NUMPYS[case["id"]](dense["A"], dense["B"])
        whole = it.sparsify(f"C[i,j] = {value}", **formats, **how)(*operands)
        same = [np.array_equal(a, wanted, equal_nan=True) for a in (found.to_dense(), whole)]
        return "" if all(same) else f"{found.to_dense()} and {whole} instead of {wanted}"
    found = found.prune() if case["id"] in PRUNED else found
    expected = case["expected"]
    parts = ((found.positions[1], expected["pos"]["1"]), (found.coordinates[1], expected["crd"]["1"]), (found.values, expected["values"]))
    same = [np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-5) for a, b in parts]
    return "" if all(same) else f"{[np.asarray(a).tolist() for a, _ in parts]} instead of {[b for _, b in parts]}"


def check_vectors(case: dict, **how) -> str:
    "The same of the operations on vectors."
    a, b = (it.SparseTensor.from_coo((case[v]["coords"],), np.array(case[v]["values"], float), (case["size"],), it.sparse_vector)
            for v in ("v1", "v2"))
    run = lambda text, *operands: it.sparsify(text, A="SparseVector", B="SparseVector", C="SparseVector", **how)(*operands)
    twice = it.sparsify("C[i] = 2 * A[i]", A=it.sparse_vector, C=it.sparse_vector, **how)(a)
    found = {"scale2": twice.values, "add_2v1_v2": run("C[i] = A[i] + B[i]", twice, b).values,
             "mul_2v1_v2": run("C[i] = A[i] * B[i]", twice, b).values}
    dot = it.sparsify("s += A[i] * B[i]", A=it.sparse_vector, B=it.sparse_vector, **how)
    found["dot"] = dot(np.array(case["dot_init"]), twice, b)
    wrong = [f"{k}: {v} instead of {case[k]}" for k, v in found.items() if not np.allclose(v, case[k])]
    return "; ".join(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="?", type=Path, default=SHARED / "conformance" / "sparse_cases.json")
    parser.add_argument("--compile", action="store_true")
    a = parser.parse_args()
    if not a.cases.exists() or "sparsify" not in dir(it):
        return skipped(a.cases if not a.cases.exists() else "it.sparsify")
    how, wrong = {"compile": True} if a.compile else {}, 0
    cases = json.loads(a.cases.read_text())["kernel_cases"]
    for case in cases:
        try:
            said = (check_vectors if case["id"] == "vector_ops" else check_matrices)(case, **how)
        except Exception as e:
            said = f"{type(e).__name__}: {e}"
        wrong += bool(said)
        print(f"{case['id']:24} {said or 'right'}")
    print(f"{len(cases) - wrong} right, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
