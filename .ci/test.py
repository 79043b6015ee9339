"""Run the notebooks, which are the tests.

    python .ci/test.py [NB...] [-j N] [--timeout SECONDS] [--verbose]

Every code cell with an assertion (or a property test) is one test, named by notebook, cell and
section; any other cell that fails is a failed test, too. The last line is `N passed, N failed`;
the exit status is 1 if one failed. With KEEP_EXECUTED=DIR the executed notebooks are left in DIR.
"""
from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from notebooks import ROOT, as_text, asserts, cleaned, code_cells, execute, failures, notebooks, report, short


def test(path: Path, timeout: float, verbose: bool) -> tuple[int, int, str]:
    "Passed, failed, and what to print about one notebook."
    start = time.time()
    nb, broken = execute(path, timeout)
    failed = failures(nb)
    passed = sum(asserts(c.source) for i, c in code_cells(nb) if i not in failed and not broken)
    if kept := os.environ.get("KEEP_EXECUTED"):
        target = Path(kept) / short(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(as_text(cleaned(nb)), encoding="utf-8")
    bad = len(failed) + bool(broken)
    word = "FAIL" if bad else "ok"
    head = f"{word:4} {time.time() - start:5.1f} s {passed:4} passed {bad:3} failed  {short(path)}"
    return passed, bad, "\n".join([head, *([f"  {broken}"] if broken else []), *report(nb, verbose)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", metavar="NB", help="all of nbs/ when none is named")
    parser.add_argument("-j", "--jobs", type=int, default=max(2, min(8, os.cpu_count() or 2)))
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one cell")
    parser.add_argument("-v", "--verbose", action="store_true", help="a traceback for every failed cell")
    a = parser.parse_args()
    paths = notebooks(a.notebooks)
    if missing := [p for p in paths if not p.is_file()]:
        parser.error(f"no such notebook: {', '.join(map(short, missing))}")
    paths.sort(key=lambda p: -p.stat().st_size)  # the long ones first keep all processes busy
    total = [0, 0]
    print(f"{len(paths)} notebooks of {short(ROOT / 'nbs')}, {a.jobs} at a time", flush=True)
    with ThreadPoolExecutor(a.jobs) as pool:
        for done in as_completed([pool.submit(test, p, a.timeout, a.verbose) for p in paths]):
            passed, failed, lines = done.result()
            total[0] += passed
            total[1] += failed
            print(lines, flush=True)
    print(f"{total[0]} passed, {total[1]} failed")
    return int(total[1] > 0 or not paths)


if __name__ == "__main__":
    sys.exit(main())
