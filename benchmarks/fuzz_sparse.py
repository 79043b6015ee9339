"""Sparse storage and conversion against a slow reference: random legal formats, random tensors.

    python benchmarks/fuzz_sparse.py [--examples 20000] [--first SEED] [--only storage|fills|ways] [--compile]

The checks stand in hidden cells of nbs/implementation/10_sparse/06_convert/04_conversion.ipynb, which runs the first few seeds itself; here those
cells are run with more. `storage`: formats have rank up to 4, permuted and blocked dimensions, all level types and
properties, widths, counting levels; tensors have any element type. Every seed checks the buffers, the way back to
dense, entries in any order, assembling from the buffers, slices, and the conversion to a second format. `fills`: the
same formats with any number in place of the zeros, as `fill`. `ways`: the
named formats in any widths, any rule for duplicates, explicit and implicit values; a tensor that counts as large, one
that does not, and no direct way at all give the same result or the same error. With `--compile` the loops are
compiled there, too, which takes long at first. Exits with 1 if a seed fails.

Short form: --examples 100
"""
from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from time import perf_counter

NOTEBOOK = Path(__file__).parent.parent / "nbs/implementation/10_sparse/06_convert/04_conversion.ipynb"
IMPORTS = """
import numpy as np
from indexing_tools.sparse.formats.levels import *
from indexing_tools.sparse.formats.encoding import *
from indexing_tools.sparse.formats.named_formats import *
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor
from indexing_tools.sparse.convert.direct import *
from indexing_tools.sparse.convert.padded import *
from indexing_tools.sparse.convert.conversion import *
"""
CHECKS = {"storage": "check_random", "fills": "check_filled", "ways": "check_ways"}


def checker(name: str):
    "A function of the notebook."
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    at = next(i for i, source in enumerate(sources) if f"def {name}" in source)
    names: dict = {}
    for source in (IMPORTS, sources[at - 1], sources[at]):  # its imports stand in the cell before
        exec(compile(source, str(NOTEBOOK), "exec"), names)
    return names[name]


def run(what: str, check, seeds: range) -> int:
    "How many seeds fail."
    failed, start = 0, perf_counter()
    for seed in seeds:
        try:
            check(seed)
        except Exception as e:
            failed += 1
            if failed <= 10:
                print(f"{what}, seed {seed}: {type(e).__name__}: {e}", file=sys.stderr)
    print(f"{what}: {len(seeds) - failed} right, {failed} wrong, {perf_counter() - start:.0f} s", flush=True)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=20000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=CHECKS)
    parser.add_argument("--compile", action="store_true")
    a = parser.parse_args()
    failed = 0
    for what, name in CHECKS.items():
        if a.only in (None, what):
            check = checker(name)
            if what == "ways" and a.compile:
                check = partial(check, compile=True)
            failed += run(what, check, range(a.first, a.first + a.examples))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
