"""Sparse encodings against what LLVM 22.1.8 printed, refused and inferred.

    python benchmarks/conformance_sparse.py [SHARED] [--all]

SHARED is the folder that holds `conformance/sparse_cases.json` (default: `$SHARED`, or `shared` beside
the checkout); without it the benchmark is skipped. Prints a table by kind and the failing cases; exit
status 1 if one fails.

Every encoding is read twice, as the encoding of its tensor type:

- `strict=True`: the printed text, the numbers of the level types, the map and its inverse, or the
  message, have to be MLIR's. Three inverses of MLIR are wrong (`inverse_correct: false`); there
  ours has to bring every index back.
- as users read it: the same, but an older spelling is accepted with a note, and what goes beyond
  MLIR is accepted if MLIR's message stands among its `extensions`. The last columns count these.

Affine prints: the expression with dimensions i and j and the symbol c.

Short form:
"""

import argparse
import json
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

from common import SHARED, skipped

from indexing_tools.maps.affine_map import AffineMap
from indexing_tools.maps.expr import dim, symbol
from indexing_tools.sparse.formats.encoding import (
    EncodingError, SparseEncoding, SparseTensorType,
)
from indexing_tools.sparse.formats.encoding_text import Reader
from indexing_tools.sparse.formats.levels import level_text

NAMES = {"i": dim(0), "j": dim(1), "c": symbol(0)}


def typed(case: dict) -> str:
    "The tensor type of a case, with its encoding."
    return f"{case['tensor_type'][:-1]}, {case['text']}>"


def read(case: dict, strict: bool) -> SparseEncoding | str:
    "The encoding of a case, or the message."
    try:
        found = SparseTensorType.parse(typed(case), strict=strict).encoding
    except EncodingError as error:
        return error.message
    assert found is not None
    return found


def written_map(exprs: tuple, dims: int, symbols: int = 0) -> str:
    "A map in MLIR's words."
    head = AffineMap(dims, symbols, ()).to_string()[: -len(" -> ()")]
    return f"{head} -> ({', '.join(level_text(e) for e in exprs)})"


def facts(e: SparseEncoding) -> dict:
    "What a valid case says, from the encoding."
    inverse = None if e.symbols else written_map(e.inverse_exprs, e.level_rank)
    return {
        "printed": str(e),
        "dim_to_lvl": written_map(e.level_exprs, e.dim_rank, len(e.symbols)),
        "lvl_to_dim": inverse,
        "lvl_type_bits": [int(t) for t in e.level_types],
    }


def brings_back(e: SparseEncoding) -> bool:
    "Does the inverse return every index of a small tensor?"
    sizes = (7, 6, 5, 4)[: e.dim_rank]
    there, back = e.dim_to_lvl(sizes), e.lvl_to_dim(sizes)
    counts = (0,) * len(there.runtime_variables)
    return all(back(there(at, rt=counts)) == at for at in product(*map(range, sizes)))


def check_encoding(case: dict) -> tuple[str, str]:
    "What went wrong, or nothing; and how the case is read beyond MLIR: older, extension or as MLIR."
    strict, lenient = read(case, True), read(case, False)
    if not case["valid"]:
        if strict != case["error"]:
            return f"strict: {strict}\n  MLIR:   {case['error']}", ""
        if isinstance(lenient, str):
            return ("" if lenient == strict else f"read as: {lenient}"), "as MLIR"
        if lenient.notes:
            return ("" if "seed_compat" in case else "an older spelling?"), "older"
        return ("" if strict in lenient.extensions else f"accepted: {lenient}"), "extension"
    if isinstance(strict, str) or strict != lenient:
        return f"read as: {strict} | {lenient}", ""
    for key, value in facts(strict).items():
        if value != case[key] and not (key == "lvl_to_dim" and not case["inverse_correct"]):
            return f"{key}: {value}\n  MLIR: {case[key]}", ""
    if strict.inverse_exprs is not None and not brings_back(strict):
        return "the inverse is wrong", ""
    return "", "as MLIR"


def check_print(case: dict) -> tuple[str, str]:
    "An affine expression printed as MLIR prints it."
    printed = level_text(Reader(case["expr"]).affine(NAMES))
    return ("" if printed == case["printed"] else f"{printed}, MLIR: {case['printed']}"), "as MLIR"


def kind_of(case: dict) -> str:
    "The row of the table."
    if "expr" in case:
        return "affine print"
    if "seed" in case["id"]:
        return "document 5"
    if case["id"].startswith(("syntax", "key")):
        return "text " + ("accepted" if case["valid"] else "refused")
    return "rule " + ("kept" if case["valid"] else "broken")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--all", action="store_true", help="name the cases read beyond MLIR, too")
    arguments = parser.parse_args()
    path = arguments.shared / "conformance" / "sparse_cases.json"
    if not path.exists():
        return skipped(path)
    cases = json.loads(path.read_text())
    checks: list[tuple[Callable, list]] = [
        (check_encoding, cases["encoding_cases"]),
        (check_print, cases["affine_print_cases"]),
    ]
    table: dict[str, dict[str, int]] = {}
    failures = []
    for check, group in checks:
        for case in group:
            wrong, how = check(case)
            row = table.setdefault(kind_of(case), dict.fromkeys(("cases", "equal", "older", "extension"), 0))
            row["cases"] += 1
            row["equal"] += not wrong
            if how in row:
                row[how] += 1
            if how in row and arguments.all:
                print(f"{how}: {case['id']}: {case['error']}")
            if wrong:
                failures.append(f"{case.get('id', case.get('expr'))}: {wrong}")
    print(f"{'kind':14} {'cases':>6} {'equal':>6} {'older spelling':>15} {'extension':>10}")
    for name, row in sorted(table.items()):
        print(f"{name:14} {row['cases']:6} {row['equal']:6} {row['older']:15} {row['extension']:10}")
    print(*failures, f"{sum(row['cases'] for row in table.values())} cases, {len(failures)} fail", sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
