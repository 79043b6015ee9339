"""The faults found in use, each tried again: what was seen before and what is seen now.

    python benchmarks/found_entries.py [ID...] [--before PYTHON] [-j 2] [--timeout 120]

The entries stand in `benchmarks/entries/*.py`: `ENTRIES`, a dict of functions by the number of an entry, each of which
returns what it saw and raises AssertionError where that is not as it should be. Each runs in a process of its own, for some
kill it. `--before` names the Python of an environment in which an older state of the package is installed, for a second
column. Exit status 1 if an entry is not as it should be now.

Short form: 1.1
"""
from __future__ import annotations

import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import ROOT

FOLDER = Path(__file__).resolve().parent / "entries"
MOST_WORDS = 110  # characters of a column


def entries() -> dict[str, tuple[str, Callable[[], str]]]:
    "Every entry: the module that holds it, and its function."
    found: dict[str, tuple[str, Callable[[], str]]] = {}
    for path in sorted(FOLDER.glob("*.py")):
        if path.stem == "__init__":
            continue
        for name, function in importlib.import_module(f"entries.{path.stem}").ENTRIES.items():
            if name in found:
                raise LookupError(f"entry {name} is in {found[name][0]} and in {path.stem}")
            found[name] = path.stem, function
    return found


def numbers(name: str) -> list[object]:
    "What entries are sorted by: 2.10 comes after 2.9, 1.1a after 1.1."
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|[^\d.]+", name)]


def one(name: str) -> int:
    "Run an entry in this process; its last line says what was seen."
    module, function = entries()[name]
    try:
        print(f"as it should be: {function()}")
    except AssertionError as error:
        print(f"NOT: {error}")
        return 1
    except BaseException as error:  # what a user would have seen
        print(f"NOT: {type(error).__name__}: {error}".replace("\n", " "))
        return 1
    return 0


def tried(python: str, name: str, timeout: float) -> tuple[bool, str]:
    "Whether an entry is as it should be in the environment of a Python, and what was seen."
    command = [python, str(Path(__file__).resolve()), "--one", name]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(ROOT)
    environment["PATH"] = f"{Path(python).parent}:{environment.get('PATH', '')}"
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(command, env=environment, cwd=folder, timeout=timeout, text=True, check=False, errors="replace",
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        except subprocess.TimeoutExpired:
            return False, f"NOT: still running after {timeout:g} s"
    if done.returncode < 0:
        return False, f"NOT: killed by signal {-done.returncode}"
    return done.returncode == 0, (done.stdout.strip().splitlines() or ["NOT: nothing said"])[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="ID", help="numbers of entries, or how they begin; all when none is given")
    parser.add_argument("--before", metavar="PYTHON", help="of an environment with an older state")
    parser.add_argument("--one", metavar="ID", help=argparse.SUPPRESS)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one")
    a = parser.parse_args()
    sys.path.insert(0, str(FOLDER.parent))
    if a.one:
        return one(a.one)
    every = sorted(entries(), key=numbers)
    names = [n for n in every if not a.names or any(n == w or n.startswith(f"{w}.") or n.startswith(w) and n[len(w) :].isalpha()
                                                    for w in a.names)]  # fmt: skip
    good = 0

    def row(name: str) -> tuple[str, str, tuple[bool, str]]:
        before = tried(a.before, name, a.timeout)[1] if a.before else ""
        return name, before, tried(sys.executable, name, a.timeout)

    with ThreadPoolExecutor(a.jobs) as pool:
        for name, before, (ok, now) in pool.map(row, names):
            good += ok
            print(f"{name:6} {'ok ' if ok else 'BAD'} {now[:MOST_WORDS]}", *([f"    before: {before[:MOST_WORDS]}"] if a.before else []),
                  sep="\n", flush=True)  # fmt: skip
    print(f"{good} of {len(names)} entries are as they should be")
    return int(good < len(names))


if __name__ == "__main__":
    sys.exit(main())
