"""Run the notebooks, which are the tests, and count.

    python .ci/test.py [NB...] [-j N]

Every notebook runs in a kernel of its own, N at a time (2); the long ones come first. A code cell with an assertion
(or a property test) that ran is a test that passed. A cell that raises an error is a test that failed, and so is one
whose stored output is not what comes out; each is named by notebook, cell and section. The last line is
`N passed, N failed`; the exit status is 1 if one failed.
"""
from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from kernels import use_forks
from notebooks import ENVIRONMENT, asserts, by_length, code_cells, execute, failures, notebooks, report, short, stale


class Result(NamedTuple):
    "What a notebook came to."

    passed: int
    failed: int
    told: list[str]


def tested(path: Path) -> Result:
    "Run a notebook; show its line at once."
    start = time.monotonic()
    nb, broken = execute(path)
    errors, old = failures(nb), [] if broken else list(stale(path, nb))
    tests = [i for i, cell in code_cells(nb) if asserts(cell.source)]
    failed = 1 if broken else len(errors) + len(old)
    passed = 0 if broken else sum(i not in errors for i in tests)
    head = f"{'FAIL' if failed else 'ok':4} {time.monotonic() - start:5.1f} s {short(path)} {broken}".rstrip()
    told = [head, *report(nb), *old]
    print(*told, sep="\n", flush=True)
    return Result(passed, failed, told if failed else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", metavar="NB", help="all of nbs/ when none is named")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="kernels at a time")
    a = parser.parse_args()
    if missing := [p for p in notebooks(a.notebooks) if not p.is_file()]:
        parser.error(f"no such notebook: {', '.join(map(short, missing))}")
    if sys.platform == "linux":  # elsewhere a process that was forked may not call the system's libraries
        use_forks(ENVIRONMENT)
    with ThreadPoolExecutor(max(a.jobs, 1)) as pool:
        results = list(pool.map(tested, by_length(a.notebooks)))
    print(*[line for r in results for line in r.told], sep="\n", end="\n" if any(r.told for r in results) else "")
    passed, failed = sum(r.passed for r in results), sum(r.failed for r in results)
    print(f"{passed} passed, {failed} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
