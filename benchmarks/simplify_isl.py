"""The simplifier against isl on random maps: does every simplified map say what it said before?

    python benchmarks/simplify_isl.py [COUNT=50000] [--seed 0]

Half of the maps have up to 3,000 points, half up to 10^12. isl gets the texts before and after,
translated by the tests' oracle (which shares no code with the package), and decides whether both
are the same function on the same domain. What takes it more than a fixed number of its
operations it is asked again one result at a time; the rest (division by zero) is enumerated point
by point if it is small, and counted as undecided if not. Exit status 1 on a mismatch, on an
undecided map, or if 50,000 maps take more than 5 minutes.

Short form: 300
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "nbs"))

from support import oracle, random_maps
from indexing_tools.maps.expr import clear_caches
from indexing_tools.maps.indexing_map import IndexingMap

MINUTES = 5
OPERATIONS = 100_000, 2_000_000  # of isl: for a map, and for one of its results


def by_isl(a: oracle.PlainMap, b: oracle.PlainMap) -> tuple[str, object]:
    "The difference of two maps, at once or result by result."
    oracle.ISL_OPERATIONS = OPERATIONS[0]
    try:
        return "by isl", oracle.isl_same(a, b)
    except oracle.Undecided:
        oracle.ISL_OPERATIONS = OPERATIONS[1]
    for pair in zip(a.results, b.results):
        one, other = (replace(m, results=(r,)) for m, r in zip((a, b), pair))
        if found := oracle.isl_same(one, other):
            return "by isl, result by result", found
    return "by isl, result by result", None


def judged(before: str, after: str) -> tuple[str, object]:
    "How it was decided, and the difference, if there is one."
    a, b = oracle.read(before), oracle.read(after)
    a, b = oracle._empty_like(a, b), oracle._empty_like(b, a)
    if a.kinds != b.kinds or len(a.results) != len(b.results):
        return "by their signatures", f"{a.kinds} became {b.kinds}"
    try:
        return by_isl(a, b)
    except (oracle.NotAffine, oracle.Undecided):
        if oracle.box_size(oracle._hull(a.bounds, b.bounds)) <= oracle.GRID_LIMIT:
            return "point by point", oracle.difference(before, after)
        return "undecided", oracle.difference(before, after, isl=False)


def main() -> int:
    parser = argparse.ArgumentParser(description="random maps, simplified, against isl")
    parser.add_argument("count", nargs="?", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    start, ways, mismatches = time.perf_counter(), Counter(), 0

    for i in range(arguments.count):
        choose = random.Random(arguments.seed * 10**9 + i).randint
        before = random_maps.random_map(choose, 10**12 if i % 2 else 3000)
        after = str(IndexingMap.parse(before).simplify())
        ways["changed"] += before != after
        way, found = judged(before, after)
        ways[way] += 1
        if found:
            mismatches += 1
            print(f"map {i}: {before}\n  became {after}\n  {found}", flush=True)
        if i % 1000 == 999:
            clear_caches()
        if i % 10_000 == 9_999:
            print(f"{i + 1} maps, {time.perf_counter() - start:.0f} s", flush=True)

    taken = time.perf_counter() - start
    print(*(f"{number:6} {way}" for way, number in ways.most_common()), sep="\n")
    print(f"{arguments.count} maps, {mismatches} mismatches, {taken:.0f} s")
    return int(bool(mismatches or ways["undecided"] or taken > MINUTES * 60 * max(arguments.count / 50_000, 1)))


if __name__ == "__main__":
    sys.exit(main())
