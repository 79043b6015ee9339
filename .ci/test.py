"""Run the notebooks, which are the tests, with `nbdev_test`, and count.

    python .ci/test.py [NB...] [-j N]

What runs is `nbdev_test --n_workers N` (2); its tracebacks pass through. Every code cell with an assertion (or a
property test) of a notebook that passed is a test that passed; a notebook stops at the first cell that fails, which is
one failed test, named by notebook, cell and section. The last line is `N passed, N failed`; the exit status is 1 if
one failed.
"""
from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from notebooks import ROOT, asserts, code_cells, notebooks, section, short

COMMAND = Path(sys.executable).with_name("nbdev_test")
MARK = re.compile(r"(Starting|- Completed) (/.*?\.ipynb)")  # two processes may share a line
FAILED = re.compile(r"(\w+) in (/.*\.ipynb):$")
CELL = re.compile(r"While Executing Cell #(\d+):$")


def lines_of(command: list[str]) -> Iterator[str]:
    "What the command says, line by line, shown as it comes; its exit status is the last."
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **streams) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            yield line.rstrip("\n")
    yield str(process.returncode)


def tested(command: list[str]) -> tuple[set[Path], dict[Path, str], str]:
    "The notebooks that came to their end, those that failed with their cell and error, the exit status."
    seen, failed, where, line = {"Starting": set(), "- Completed": set()}, {}, None, ""
    for line in lines_of(command):
        for what, name in MARK.findall(line):
            seen[what].add(Path(name))
        if found := FAILED.match(line):
            where = Path(found[2])
            failed[where] = found[1]
        elif (found := CELL.match(line)) and where in failed:
            failed[where] = cell_of(where, int(found[1]) - 1, failed[where])
    started, ended = seen.values()
    failed |= dict.fromkeys(started - ended, "the process that ran it died")
    return ended - failed.keys(), failed, line


def cell_of(path: Path, at: int, error: str) -> str:
    "How a reader finds the cell."
    nb = nbformat.read(path, 4)
    return f"cell {at} ({section(nb, at)}): {error}"


def tests_in(path: Path) -> int:
    "How many cells of a notebook test something."
    return sum(asserts(cell.source) for _, cell in code_cells(nbformat.read(path, 4)))


def commands(paths: list[Path], jobs: int) -> Iterable[list[str]]:
    "One for all notebooks, or one for each that is named."
    options = ["--n_workers", str(jobs), "--do_print"]
    return [[str(COMMAND), *options, *(["--path", str(p)] if p else [])] for p in paths or [None]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", metavar="NB", help="all of nbs/ when none is named")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="worker processes; 0: in this one's child")
    a = parser.parse_args()
    paths = notebooks(a.notebooks) if a.notebooks else []
    if missing := [p for p in paths if not p.is_file()]:
        parser.error(f"no such notebook: {', '.join(map(short, missing))}")
    passed, failures = 0, {}
    for command in commands(paths, a.jobs):
        good, failed, status = tested(command)
        passed += sum(map(tests_in, good))
        failures |= failed
        if not failed and (status != "0" or not good):
            failures[ROOT / "nbs"] = f"nbdev_test ended with status {status}"
    for path, message in sorted(failures.items()):
        print(f"FAIL {short(path)}, {message}")
    print(f"{passed} passed, {len(failures)} failed")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
