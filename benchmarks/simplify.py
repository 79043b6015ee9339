"""Reading, simplifying and printing maps: this package against isl, side by side.

    python benchmarks/simplify.py [SHARED] [--rounds 11]

The maps are all those of the case file, its hardest (the inputs of XLA's simplifier tests) also on
their own, and the 1,464 maps that XLA simplified (SHARED is the folder with `conformance/` and
`data/`; default: `$SHARED`, or `shared` beside the checkout; without it the benchmark is skipped). Here: parse, simplify, print. isl: parse, coalesce, gist by the map's own domain,
print; the same maps, translated into isl's syntax beforehand. Maps that isl cannot express
(products of variables) are left out on both sides. Both run in turns in one run, this package's
caches are cleared before each round, the garbage collector rests within one, and medians of the
rounds are reported.

Short form: --rounds 1
"""

import argparse
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from common import ROOT, SHARED, skipped, verdict

sys.path.insert(0, str(ROOT / "nbs"))

import islpy
from support import oracle
from indexing_tools.maps.expr import clear_caches
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.maps.text import ParseError


LEFT_OUT: dict[str, str] = {}


def here(texts: list[str]) -> list[str]:
    return [str(IndexingMap.parse(text).simplify()) for text in texts]


def isl(texts: list[str]) -> list[str]:
    printed = []
    for text in texts:
        m = islpy.Map(text).coalesce()
        printed.append(str(m.gist_domain(m.domain())))
    return printed


def expressible(texts: list[str]) -> tuple[list[str], list[str]]:
    "The maps that isl can express, and their texts in isl's syntax."
    pairs: list[tuple[str, str]] = []
    for text in texts:
        try:
            pairs.append((text, oracle.isl_text(oracle.read(text))))
            islpy.Map(pairs[-1][1])
        except oracle.NotAffine as reason:
            LEFT_OUT[text] = f"left out on both sides, not affine ({reason}): {text}"
    return [text for text, _ in pairs], [text for _, text in pairs]


def maps_in(value: object) -> dict[str, None]:
    "Every text in a JSON value that is a map, once."
    if isinstance(value, str):
        return {value: None} if "->" in value and readable(value) else {}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {text: None for part in parts for text in maps_in(part)}


def readable(text: str) -> bool:
    try:
        return bool(IndexingMap.parse(text).dim_variables)
    except ParseError:
        return False


def seconds(work: Callable, texts: list[str]) -> float:
    clear_caches()
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    work(texts)
    taken = time.perf_counter() - start
    gc.enable()
    return taken


def compare(name: str, texts: list[str], rounds: int) -> float:
    ours, theirs = expressible(texts)
    seconds(here, ours), seconds(isl, theirs)  # imports and memory
    times = [(seconds(here, ours), seconds(isl, theirs)) for _ in range(rounds)]
    mine, peer = (statistics.median(column) for column in zip(*times))
    spread = sorted(a / b for a, b in times)
    print(
        f"{name:28}{len(ours):6}{mine / len(ours) * 1e6:12.1f}{peer / len(ours) * 1e6:12.1f}"
        f"{peer / mine:9.2f}x   (rounds {1 / spread[-1]:.2f} to {1 / spread[0]:.2f})"
    )
    return peer / mine


def main() -> int:
    parser = argparse.ArgumentParser(description="parse, simplify, print: here and with isl")
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--rounds", type=int, default=11)
    arguments = parser.parse_args()
    cases_path = arguments.shared / "conformance" / "xla_cases.json"
    maps_path = arguments.shared / "data" / "xla_indexing_maps.txt"
    if not (cases_path.exists() and maps_path.exists()):
        return skipped(f"{cases_path} and {maps_path}")

    every = json.loads(cases_path.read_text())
    hardest = [c["input"] for c in every if c["kind"] == "simplify"]
    maps = [line for line in maps_path.read_text().splitlines() if line.strip()]
    print(f"{'':28}{'maps':>6}{'here us/map':>12}{'isl us/map':>12}{'faster':>10}")
    ratios = [
        compare("all maps of the cases", list(maps_in(every)), arguments.rounds),
        compare("maps that XLA simplified", maps, arguments.rounds),
    ]
    compare("XLA's simplifier tests alone", hardest, arguments.rounds)
    print(*LEFT_OUT.values(), sep="\n")
    print(f"aim: 5x; {'reached' if min(ratios) >= 5 else 'not reached'}")
    return verdict(sum(ratio < 5 for ratio in ratios), arguments.rounds)


if __name__ == "__main__":
    sys.exit(main())
