"""The 1,464 maps that XLA simplified: each is read, printed back, and simplified.

    python benchmarks/xla_maps.py [SHARED] [--changed]

SHARED holds `data/xla_indexing_maps.txt` (default: `$SHARED`, or `shared` beside the checkout;
without it the benchmark is skipped). A map must print back equal in the XLA dialect; its simplification must be
the same function (enumerated, or proved by isl) and no longer than XLA's text; 98 % must be fixed
points. A text is a fixed point if simplify with keep_points does not change it: the file's maps
come from both ways of simplifying, and many keep variables of one value. `--changed` prints the
others, too.

Short form:
"""

import argparse
import re
import sys
import time
from pathlib import Path

from common import ROOT, SHARED, skipped

sys.path.insert(0, str(ROOT / "nbs"))

from support import oracle
from indexing_tools.maps.indexing_map import IndexingMap


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def same_function(text: str, other: str) -> str | None:
    "None if proved; else what is known."
    if text == other:
        return None
    if found := oracle.difference(text, other, isl=False):
        return str(found)
    a, b = oracle.read(text), oracle.read(other)
    if oracle.box_size(a.bounds) <= oracle.GRID_LIMIT or not a.variables:
        return None
    try:
        found = oracle.isl_same(oracle._empty_like(a, b), oracle._empty_like(b, a))
        return found and str(found)
    except (oracle.NotAffine, oracle.Undecided) as error:
        return f"not proved ({type(error).__name__}: {error})"


def check(text: str) -> dict[str, str]:
    "What is wrong with one map, by kind."
    m = IndexingMap.parse(text)
    wrong = {}
    if squeezed(m.to_string("xla")) != text:
        wrong["prints differently"] = m.to_string("xla")
    for name, keep_points in (("simplify", False), ("simplify(keep_points)", True)):
        simplified = m.simplify(keep_points=keep_points)
        printed = squeezed(simplified.to_string("xla"))
        if found := same_function(text, printed):
            wrong[f"{name} is another function"] = f"{printed} {found}"
        if len(printed) > len(text):
            wrong[f"{name} is longer"] = printed
        if printed != text:
            wrong[f"{name} changes"] = printed
    if "simplify changes" in wrong and "simplify(keep_points) changes" in wrong:
        wrong["no fixed point"] = wrong["simplify(keep_points) changes"]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="the maps that XLA simplified")
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument(
        "--changed", action="store_true", help="print the maps that are no fixed points"
    )
    arguments = parser.parse_args()
    path = arguments.shared / "data" / "xla_indexing_maps.txt"
    if not path.exists():
        return skipped(path)

    maps, start = (
        [squeezed(line) for line in path.read_text().splitlines() if line.strip()],
        time.perf_counter(),
    )
    counts: dict[str, int] = {}
    for text in maps:
        try:
            wrong = check(text)
        except Exception as error:  # every map must be read and simplified
            wrong = {"raises": f"{type(error).__name__}: {error}"}
        for kind, what in wrong.items():
            counts[kind] = counts.get(kind, 0) + 1
            severe = (
                "another" in kind or "longer" in kind or kind in ("raises", "prints differently")
            )
            if severe or arguments.changed and kind == "no fixed point":
                print(f"{kind}:\n  XLA   {text}\n  here  {what}")
    fixed = len(maps) - counts.get("no fixed point", 0) - counts.get("raises", 0)
    print(f"{len(maps)} maps, {time.perf_counter() - start:.1f} s")
    for kind, count in sorted(counts.items()):
        print(f"  {kind:40} {count:5}")
    print(f"  {'fixed points':40} {fixed:5}  {fixed / len(maps):.1%}")
    failed = sum(
        count
        for kind, count in counts.items()
        if "changes" not in kind and kind != "no fixed point"
    )
    return int(failed > 0 or fixed < 0.98 * len(maps))


if __name__ == "__main__":
    sys.exit(main())
