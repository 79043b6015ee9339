"""Random maps against the independent oracle: a long-running search for a wrong simplification.

    python benchmarks/fuzz_simplify.py 10000 [--seed 0] [--points 3000] [--large] [--vary FILE]

For every map: simplify keeps the function and the domain (with and without keep_points), is
idempotent and never raises; every step that explain() lists keeps the value; both dialects are
read back to the same map; evaluation agrees. Pairs of maps: composition agrees point by point.
Prints a minimal counterexample per kind of failure; exit status 1 if there is one. `--large` uses
domains of up to 10^12 points, which isl decides. `--vary FILE` takes maps from a file, one a
line, and changes their numbers.

Short form: 100
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "nbs"))

import numpy as np
from support import oracle, random_maps
from indexing_tools.maps.expr import clear_caches
from indexing_tools.maps.indexing_map import IndexingMap


def reads_back(text: str) -> str | None:
    m = IndexingMap.parse(text)
    for printed in (str(m), m.to_string("xla")):
        if found := oracle.difference(text, printed, isl=False):
            return f"the text {printed} differs {found}"
        if not m.is_known_empty and IndexingMap.parse(printed) != m:
            return f"{printed} is read as {IndexingMap.parse(printed)}"
    return None


def _simplified(keep_points: bool):
    def check(text: str) -> str | None:
        simplified = IndexingMap.parse(text).simplify(keep_points=keep_points)
        if found := oracle.difference(text, str(simplified)):
            return f"{simplified} differs {found}"
        again = simplified.simplify(keep_points=keep_points)
        if again != simplified or str(again) != str(simplified):
            return f"{simplified.to_string('xla')} simplifies again to {again.to_string('xla')}"
        if (
            not simplified.is_known_empty
            and IndexingMap.parse(str(simplified)).simplify(keep_points) != simplified
        ):
            return f"{simplified} is not fixed when read from its text"
        return None

    return check


def explains(text: str) -> str | None:
    "The chain leads to the same map; every step of an expression keeps its value on the domain."
    m, plain = IndexingMap.parse(text), oracle.read(text)
    chain = m.explain()
    if chain.map != m.simplify() or not str(chain):
        return f"leads to {chain.map}"
    head, domain = text.split(" -> ")[0], text.partition(", domain: ")[1:]
    for step in chain:
        if isinstance(step.before, str):
            continue
        before, after = (
            e.to_string("mlir", plain.dims, plain.ranges + plain.rts)
            for e in (step.before, step.after)
        )
        if found := oracle.difference(
            *(f"{head} -> ({e}){''.join(domain)}" for e in (before, after)), isl=False
        ):
            return f"{step.rule}: {before} => {after} differs {found}"
    return None


def evaluates(text: str) -> str | None:
    m, plain = IndexingMap.parse(text), oracle.read(text)
    if (
        m.is_known_empty
        or oracle.box_size(plain.bounds) > 10_000
        or oracle.box_size(plain.bounds) == 0
    ):
        return None
    points = oracle.grid(plain.bounds)
    inside, defined, values = plain.at(points)
    if not defined.all():
        return None
    n, k = len(plain.dims), len(plain.dims) + len(plain.ranges)
    got = m(d=points[:n], s=points[n:k], rt=points[k:], check=False)
    if len(got) != len(values) or any(
        (np.asarray(a) != np.asarray(b)).any() for a, b in zip(got, values)
    ):
        return "the values differ"
    return None


MAPS = {
    "text": reads_back,
    "simplify": _simplified(False),
    "simplify(keep_points)": _simplified(True),
    "explain": explains,
    "evaluate": evaluates,
}


def composes(first: str, second: str) -> str | None:
    composed = IndexingMap.parse(first).compose(IndexingMap.parse(second))
    for m in (composed, composed.simplify()):
        if found := oracle.difference_of_composition(first, second, str(m)):
            return f"{m} differs {found}"
    return None


def failure(check, *texts: str) -> str | None:
    "What went wrong, or None."
    try:
        return check(*texts)
    except Exception as error:  # nothing may raise
        return f"raises {type(error).__name__}: {error}"


def _kind(message: str | None) -> str | None:
    "Shrinking keeps to one kind of failure: an error of the same class, or a wrong answer."
    return message and (message.split(":")[0] if message.startswith("raises") else "wrong")


def shrunk(check, text: str) -> str:
    kind = _kind(failure(check, text))
    return random_maps.minimal(text, lambda simpler: _kind(failure(check, simpler)) == kind)


def shrunk_pair(first: str, second: str) -> tuple[str, str]:
    kind = _kind(failure(composes, first, second))
    first = random_maps.minimal(
        first, lambda s: _kind(failure(composes, s, second)) == kind, keep_results=True
    )
    second = random_maps.minimal(
        second, lambda s: _kind(failure(composes, first, s)) == kind, keep_results=True
    )
    return first, second


def main() -> int:
    parser = argparse.ArgumentParser(description="random maps against the oracle")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--points", type=int, default=3000)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--vary", type=Path, help="a file of maps, one a line")
    parser.add_argument("--stop", type=int, default=1, help="counterexamples per check")
    arguments = parser.parse_args()
    points = 10**12 if arguments.large else arguments.points
    given = arguments.vary.read_text().splitlines() if arguments.vary else []
    found = dict.fromkeys([*MAPS, "compose"], 0)
    start = time.perf_counter()

    for i in range(arguments.count):
        choose = random.Random(arguments.seed * 10**9 + i).randint
        if given:
            text = random_maps.varied(choose, given[choose(0, len(given) - 1)])
        else:
            text = random_maps.random_map(choose, points, nonlinear=not arguments.large)
        for name, check in MAPS.items():
            if found[name] < arguments.stop and failure(check, text):
                found[name] += 1
                small = shrunk(check, text)
                print(
                    f"{name}, seed {arguments.seed}, map {i}:\n  {small}\n"
                    f"  {failure(check, small)}\n",
                    flush=True,
                )
        if i % 4 == 0 and not arguments.large and found["compose"] < arguments.stop:
            pair = random_maps.random_pair(choose, nonlinear=True)
            if failure(composes, *pair):
                found["compose"] += 1
                small = shrunk_pair(*pair)
                print(
                    f"compose, seed {arguments.seed}, pair {i}:\n  {small[0]}\n  {small[1]}\n"
                    f"  {failure(composes, *small)}\n",
                    flush=True,
                )
        if i % 500 == 499:
            clear_caches()
            print(f"{i + 1} maps, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    print(f"{arguments.count} maps, {sum(found.values())} counterexamples")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
