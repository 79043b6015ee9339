"""Every benchmark in its short form, as a table: name, seconds, exit status, the last line that it printed.

    python benchmarks/all.py [NAME...] [-j 2] [--timeout 60]

Short form: none, it runs the short forms.

A benchmark declares its short form by a line of its docstring, as above: `Short form: ARGUMENTS`, with which it takes
less than a minute. `Short form: none, WHY` stands in what is no benchmark. One that needs what is not there (jaxlib, a
browser, recorded data in the folder `$SHARED`, by default `shared` beside the checkout) prints `skipped: needs ...` as
its last line. Exit status 1 if a benchmark fails, takes longer, or declares nothing.
"""
from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from common import ROOT

FOLDER = ROOT / "benchmarks"


class Result(NamedTuple):
    "A row of the table."

    name: str
    seconds: float
    status: str
    last: str
    output: str = ""

    @property
    def ok(self) -> bool:
        "Did it end well?"
        return self.status in ("0", "skipped", "-")


def short_form(path: Path) -> str | None:
    "The arguments that its docstring declares."
    words = ast.get_docstring(ast.parse(path.read_text())) or ""
    found = re.search(r"^Short form:(.*)$", words, re.M)
    return found and found[1].strip()


def run(path: Path, timeout: float) -> Result:
    "The benchmark in its short form."
    arguments, start = short_form(path), time.monotonic()
    if arguments is None:
        return Result(path.stem, 0, "undeclared", "its docstring has no line `Short form: ...`")
    if arguments.startswith("none"):
        return Result(path.stem, 0, "-", arguments.removeprefix("none, "))
    command = [sys.executable, str(path), *shlex.split(arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, timeout=timeout, check=False, **streams)
    except subprocess.TimeoutExpired as expired:
        said = (expired.stdout or b"").decode(errors="replace")
        return Result(path.stem, timeout, "too long", f"more than {timeout:g} s: {' '.join(command[2:])}", said)
    last = (done.stdout.strip().splitlines() or ["nothing said"])[-1].strip()
    status = "skipped" if last.startswith("skipped:") and not done.returncode else str(done.returncode)
    return Result(path.stem, time.monotonic() - start, status, last, done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="all when none is named")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one")
    a = parser.parse_args()
    paths = [FOLDER / f"{name.removesuffix('.py')}.py" for name in a.names] or sorted(FOLDER.glob("*.py"))
    if missing := [p.stem for p in paths if not p.is_file()]:
        parser.error(f"no such benchmark: {', '.join(missing)}")
    print(f"{'benchmark':28} {'seconds':>7} {'status':>10}  result")
    results = []
    with ThreadPoolExecutor(a.jobs) as pool:
        for row in pool.map(lambda path: run(path, a.timeout), paths):
            print(f"{row.name:28} {row.seconds:7.1f} {row.status:>10}  {row.last[:110]}", flush=True)
            results.append(row)
    failed = [row for row in results if not row.ok]
    for row in failed:
        print(f"\n{row.name}: {row.status}", *row.output.splitlines()[-30:], sep="\n    ")
    words = [f"{sum(r.status == s for r in results)} {n}" for s, n in (("0", "ran"), ("skipped", "skipped"))]
    print(f"{', '.join(words)}, {len(failed)} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
