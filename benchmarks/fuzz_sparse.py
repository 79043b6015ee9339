"""Sparse storage and conversion against a slow reference: random legal formats, random tensors.

    python benchmarks/fuzz_sparse.py [--examples 20000] [--first SEED]

The reference and the check stand in the last hidden cells of nbs/sparse/04_convert.ipynb, which runs the first few
seeds itself; here that cell is run with more. Formats have rank up to 4, permuted and blocked dimensions, all level
types and properties, widths, counting levels; tensors have any element type. Every seed checks the buffers, the way
back to dense, entries in any order, assembling from the buffers, slices, and the conversion to a second format.
Exits with 1 if a seed fails.
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter

NOTEBOOK = Path(__file__).parent.parent / "nbs" / "sparse" / "04_convert.ipynb"
IMPORTS = """
import numpy as np
from indexing_tools.sparse.encoding import LevelType
from indexing_tools.sparse.storage import SparseTensor
import indexing_tools.sparse.convert
"""


def checker():
    "`check_random` of the notebook."
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    source = next("".join(c["source"]) for c in cells if "def check_random" in "".join(c["source"]))
    names: dict = {}
    exec(compile(IMPORTS + source, str(NOTEBOOK), "exec"), names)
    return names["check_random"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=20000)
    parser.add_argument("--first", type=int, default=0)
    a = parser.parse_args()
    check, failed, start = checker(), [], perf_counter()
    for seed in range(a.first, a.first + a.examples):
        try:
            check(seed)
        except Exception as e:
            failed.append(seed)
            if len(failed) <= 10:
                print(f"seed {seed}: {type(e).__name__}: {e}", file=sys.stderr)
    print(f"{a.examples - len(failed)} right, {len(failed)} wrong, {perf_counter() - start:.0f} s")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
