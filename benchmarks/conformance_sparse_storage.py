"""Checks of sparse storage against MLIR's own: every storage case of a case file, a table by kind.

    python benchmarks/conformance_sparse_storage.py [CASES.json] [--verbose]

A case gives an encoding and a tensor (dense, coordinates, insertions, a file, the parent of a slice) and MLIR's
buffers for it; where MLIR crashes or stores what cannot be right it has a `repaired_expected`, and that counts.
Files are read as MLIR reads them (`strict`). Exits with 1 if a case fails.

Short form:
"""
from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from common import SHARED, skipped

from indexing_tools.sparse.formats.encoding import SparseEncoding, element_dtype
import indexing_tools.sparse.storage.text_files  # noqa: F401 - adds SparseTensor.read
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

ELEMENT_TYPES = {"err_real_into_i32": "i32"}  # where only the name of the case says it
SPECIAL = {"nan": np.nan, "inf": np.inf, "-inf": -np.inf}


def numbers(values, dtype):
    "An array of a case's values; a complex is a list of two."
    if dtype.kind == "c":
        pairs = np.array(values, float).reshape(*np.shape(values)[:-1], 2)
        return (pairs[..., 0] + 1j * pairs[..., 1]).astype(dtype)
    if dtype.kind in "iub":
        return np.array(values).astype(dtype)
    plain = [SPECIAL.get(v, v) if isinstance(v, str) else v for v in values] if np.ndim(values) == 1 else values
    return np.array(plain, float).astype(dtype)


def made(case, folder):
    "The tensor that the case describes."
    encoding = SparseEncoding.parse(case["encoding"])
    if "file" in case or "file_ext" in case:
        path = folder / f"file{case['file_ext']}"
        path.unlink(missing_ok=True)
        if case["file"] is not None:
            path.write_text(case["file"])
        dtype = case.get("element_type", ELEMENT_TYPES.get(case["id"], "f64"))
        return SparseTensor.read(path, encoding, dtype, strict=True)
    dtype = element_dtype(case["element_type"])
    if "insert" in case:
        builder = SparseTensor.builder(encoding, case["shape"], dtype)
        for at, value in case["insert"]:
            builder.insert(at, value)
        return builder.finish()
    if "coo" in case:
        values = numbers(case["coo"]["values"], dtype)
        return SparseTensor.from_coo(case["coo"]["coords"], values, case["shape"], encoding)
    return SparseTensor.from_dense(numbers(case["dense"], dtype), encoding)


def check_buffers(tensor, expected, interleaved):
    "The tensor's buffers are those of the case."
    assert_same = lambda what, found, wanted: np.testing.assert_array_equal(found, wanted, what)
    for key, found in (("dim", tensor.shape), ("lvl", tensor.level_sizes), ("nse", tensor.stored)):
        if key in expected:
            assert_same(key, found, expected[key])
    crd = tensor.coordinate_buffers if interleaved else tensor.coordinates
    for key, buffers in (("pos", tensor.positions), ("crd", crd)):
        have = {str(i) for i, b in enumerate(buffers) if b is not None}
        assert have == set(expected[key]), f"{key} of levels {have}, not {set(expected[key])}"
        for level, wanted in expected[key].items():
            found = buffers[int(level)]
            flat = found.reshape(-1) if interleaved and found.ndim > np.ndim(wanted) else found
            assert_same(f"{key}[{level}]", flat, np.array(wanted, float))
    wanted = numbers(expected["values"], tensor.dtype) if expected["values"] else np.zeros(0)
    assert_same("values", tensor.values, wanted)
    width = {0: 8}
    for buffers, bits in ((tensor.positions, tensor.encoding.pos_width), (crd, tensor.encoding.crd_width)):
        assert all(b.itemsize == width.get(bits, bits // 8) for b in buffers if b is not None), "width"


def check_slice(case):
    "The entries of a slice are those that MLIR iterates over."
    encoding = SparseEncoding.parse(case["encoding"])
    whole = SparseTensor.from_dense(np.array(case["parent_dense"]), replaced(encoding))
    part = whole.sliced(*encoding.slices)
    assert part.encoding == encoding and np.shares_memory(part.values, whole.values)
    assert [[*at, v] for at, v in part.entries()] == case["expected_iteration"]
    assert list(part.shape) == case["shape"]


def replaced(encoding):
    from dataclasses import replace

    return replace(encoding, slices=())


def check(case, folder):
    "Raises AssertionError unless the case is right."
    if "parent_dense" in case:
        return check_slice(case)
    expected = case.get("repaired_expected") or case["expected"]
    if "error_or_sum" in expected:
        tensor = made(case, folder)
        assert tensor.values.tolist() == [3.0, 3.0], tensor.values
        return None
    if "error" in expected:
        wanted = expected["error"].replace("<file>", "")
        try:
            made(case, folder)
        except (ValueError, OSError) as e:
            assert wanted in str(e), f"{e}\n  instead of: {wanted}"
            return None
        raise AssertionError(f"no error: {wanted}")
    tensor = made(case, folder)
    shared = {str(i) for i, b in enumerate(tensor.coordinate_buffers) if b is not None}
    check_buffers(tensor, expected, shared == set(expected["crd"]))
    if "printed" in case:
        assert case["printed"] in str(tensor)
    return None


def kind(case):
    "The kind of a case for the table."
    for key in ("repaired_expected", "file_ext", "insert", "parent_dense", "coo", "dense"):
        if key in case:
            return {"file_ext": "file", "parent_dense": "slice", "repaired_expected": "repaired"}.get(key, key)
    return "other"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="?", type=Path, default=SHARED / "conformance" / "sparse_cases.json")
    parser.add_argument("--verbose", action="store_true")
    a = parser.parse_args()
    if not a.cases.exists():
        return skipped(a.cases)
    passed, failed = Counter(), Counter()
    with tempfile.TemporaryDirectory() as folder:
        for case in json.loads(a.cases.read_text())["storage_cases"]:
            try:
                check(case, Path(folder))
                passed[kind(case)] += 1
            except Exception as e:
                failed[kind(case)] += 1
                if a.verbose or not isinstance(e, AssertionError):
                    print(f"{case['id']}: {type(e).__name__}: {e}", file=sys.stderr)
    for name in sorted(passed | failed):
        print(f"{name:10} {passed[name]:4} right {failed[name]:4} wrong")
    print(f"{'all':10} {passed.total():4} right {failed.total():4} wrong")
    return int(failed.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
