"""What the benchmarks share: where things lie, and what is said when one is not there.

Short form: none, the others import it.
"""
from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("SHARED", ROOT.parent / "shared"))  # recorded cases, dumps, programs
ENOUGH = 3  # rounds; with fewer nothing is called too slow


def skipped(need: object) -> int:
    "Say what is not there; the exit status."
    print(f"skipped: needs {need}")
    return 0


def verdict(missed: int, rounds: int, enough: int = ENOUGH) -> int:
    "Say how many aims for speed were missed, if so many rounds can tell; the exit status."
    if rounds < enough:
        print(f"the speed is not judged: {enough} rounds are needed for that")
        return 0
    print(f"{missed} missed" if missed else "every aim met")
    return int(missed > 0)
