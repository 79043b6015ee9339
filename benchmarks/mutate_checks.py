"""Do the tests of operations test anything? Each expected element is changed, one at a time, and the test must fail.

    python benchmarks/mutate_checks.py [FILE...] [-n N] [--seed N] [--table]

FILE: test files (default: all of `nbs/data/tests`). An element of a constant of `check.expect_*_const`, or of a constant
`%expected...`, becomes another value of its type: then the function in which it stands has to fail by a check, and no other
function of its module. `-n` takes N elements of each file by chance, `--table` prints figures per file. Prints how many
changes there were and each that went unnoticed; exit status 1 if there is one.

Short form: -n 3
"""

import argparse
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common import ROOT

from indexing_tools.interpreter.checks import CheckError, run_checks

FOLDER = ROOT / "nbs" / "data" / "tests"
EXPECTED = re.compile(
    r"check\.expect_\w+_const\"?\(?\s*%[\w#]+\)?\s*(?:,|<?\{\s*value\s*=)\s*dense<"
    r"|%expected\w* = stablehlo\.constant dense<"
    r"|custom_call @check.expect_\w+\(%[\w#]+, dense<"
)
ELEMENT = re.compile(r"true|false|0x[0-9A-Fa-f]+|-?\d+\.\d*(?:[eE][-+]?\d+)?|-?\d+")
TYPE = re.compile(r">\s*:\s*tensor<(?:[\d?]+x)*([^,<>]+(?:<\w+>)?)")
FUNCTION = re.compile(r"func\.func\s+(?:public\s+|private\s+)?@([\w.]+)")


@dataclass(frozen=True)
class Change:
    "One element of one expected constant, and another one in its place."

    start: int  # in the text
    end: int
    element: str
    other: str
    function: str

    def of(self, text: str) -> str:
        "The text with the change."
        return text[: self.start] + self.other + text[self.end :]


def another(element: str, kind: str, exact: bool) -> str:
    "Another value of the type, beyond every tolerance, which every float of few bits has, too."
    if element in ("true", "false"):
        return "false" if element == "true" else "true"
    if kind[0] in "iu":  # of two bits, at least: 0 and 1
        return "1" if int(element, 0) == 0 else "0"
    if element.startswith("0x"):  # the bits of a float: its neighbour, or not infinite and no NaN
        return f"0x{int(element, 16) ^ 1:0{len(element) - 2}X}" if exact else "1.0"
    value = float(element)
    return repr(value / 4) if abs(value) >= 1 else "2.0"


def changes(text: str) -> Iterator[Change]:
    "Every element of every expected constant of a module."
    functions = [(f.start(), f[1]) for f in FUNCTION.finditer(text)]
    for check in EXPECTED.finditer(text):
        kind = TYPE.search(text, check.end())
        exact = "expect_eq" in check[0]
        (name,) = [name for start, name in functions if start < check.start()][-1:]
        for found in ELEMENT.finditer(text, check.end(), kind.start()):
            other = another(found[0], kind[1], exact)
            yield Change(*found.span(), found[0], other, name)


def modules(text: str) -> list[str]:
    "The modules of a file, each with the lines of those before it left empty."
    parts = re.split(r"^// -----.*\n", text, flags=re.M)
    return [part for part in parts if "func.func" in part]


def noticed(module: str, change: Change, source: str) -> str:
    "Empty, if the test fails by a check and the others pass; else what happened."
    results = run_checks(change.of(module), source)
    failed = [r for r in results if not r.passed]
    if [r.name for r in failed] != [change.function]:
        return f"failed: {', '.join(r.name for r in failed) or 'nothing'}"
    error = failed[0].error
    return "" if isinstance(error, CheckError) else f"no check, but: {error}"


@dataclass(frozen=True)
class Report:
    "What became of the changes of a file."

    file: Path
    functions: int
    changes: int
    unnoticed: tuple[str, ...]

    def __str__(self) -> str:
        lost = len(self.unnoticed)
        return f"{self.file.stem:40} {self.functions:5} {self.changes:6} {lost:6}"


def report(path: Path, most: int | None, chance: random.Random) -> Report:
    "Change the elements of a file, all or some."
    text = path.read_text(encoding="utf-8")
    every = [(module, change) for module in modules(text) for change in changes(module)]
    chosen = every if most is None or len(every) <= most else chance.sample(every, most)
    lost = []
    for module, change in chosen:
        if told := noticed(module, change, path.name):
            lost.append(f"{path.name}: @{change.function}: {change.element} -> {change.other}: {told}")
    functions = sum(not r.skipped for r in run_checks(text, path.name))
    return Report(path, functions, len(chosen), tuple(lost))


def main(arguments: list[str] | None = None) -> int:
    "The table and the sum; the exit status."
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("-n", type=int, help="so many elements of each file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    files = options.files or sorted(FOLDER.glob("*.mlir"))
    reports = [report(path, options.n, chance) for path in files]
    if options.table:
        print(f"{'file':40} tests changes unnoticed", *reports, sep="\n")
    lost = [line for r in reports for line in r.unnoticed]
    empty = [r.file.name for r in reports if not r.changes]
    if empty:
        print("nothing to change in:", *empty)
    print(*lost, sep="\n" if lost else "", end="\n" if lost else "")
    tests, count = sum(r.functions for r in reports), sum(r.changes for r in reports)
    print(f"{len(reports)} files, {tests} tests, {count} changes, {len(lost)} unnoticed")
    return int(bool(lost))


if __name__ == "__main__":
    sys.exit(main())
