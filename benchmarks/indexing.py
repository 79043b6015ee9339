"""How fast the indexing analysis is, how its time grows, what it holds, and isl on the same maps.

    python benchmarks/indexing.py [FOLDER=nbs/data/hlo] [--rounds 7] [--largest 1000]

Four tables over the programs (`*.hlo`) of FOLDER and its subfolders, the families:

- Maps per second in both directions: every output of every instruction of every function, and
  every operand. Maps are simplified; the best of three rounds, each on a program that was just
  read (not timed). "unknown" counts operands (the other way: pairs of operand and output) of which
  nothing is known; "peak" is the most memory that Python held for the maps of one program.
- Growth: one fusion of 1 to 1,000 instructions, cold. The time per instruction must not grow
  faster than the number of different maps (at most `MAX_MAPS` an instruction, then a superset
  takes their place); a doubling for each further diamond would show.
- Against isl: the distinct pairs of maps that the fusions compose (a producer that changes nothing
  is skipped, as the analysis skips it), and what they become. Rounds in turns, caches cleared,
  isl's objects made anew before each round (not timed), medians. isl's coalesce joins pieces but
  rewrites no expression; gist by the domain does. "from text to text" reads and prints, too.

Exit status 1 if a growth is not polynomial, or, with three rounds or more, if isl's time is less than
5 times this package's in a comparison marked with `*`.

Short form: nbs/data/hlo/cpu --rounds 1 --largest 100
"""

import argparse
import gc
import math
import re
import resource
import statistics
import sys
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from common import ROOT, verdict

sys.path.insert(0, str(ROOT / "nbs"))

import islpy
from support import oracle

from indexing_tools.ground.patching import load
from indexing_tools.indexing.instruction_indexing import UNKNOWN
from indexing_tools.indexing.fusion import reached_from
from indexing_tools.maps.expr import clear_caches
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.programs.loaders.read import read_program

load("indexing_tools.indexing")  # all rules, or the first timing would

AIM = 5
SIZES = (1, 10, 100, 300, 1000)


def timed(work: Callable, *arguments: object) -> float:
    "Seconds, with cold caches."
    clear_caches()
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    kept = work(*arguments)  # freeing what was made is not timed
    taken = time.perf_counter() - start
    gc.enable()
    del kept
    return taken


# Maps per second


def instructions(program) -> list:
    return [op for f in program.functions.values() for op in f.instructions]


def reads(ops: list) -> list:
    "What every array of every instruction reads: for each operand maps or UNKNOWN."
    return [
        entry
        for op in ops
        for path in op.shape.paths
        for entry in op.output_to_input(path, simplify=True)
    ]


def writes(ops: list) -> list:
    "Where every operand goes: for each output maps or UNKNOWN."
    return [
        entry
        for op in ops
        for k in range(len(op.operands))
        for entry in op.input_to_output(k, simplify=True)
    ]


@dataclass
class Tally:
    "What was found in one direction."

    entries: int = 0
    unknown: int = 0
    maps: int = 0
    seconds: float = 0.0
    peak: int = 0

    def add(self, other: "Tally") -> None:
        for f in fields(self):
            join = max if f.name == "peak" else lambda a, b: a + b
            setattr(self, f.name, join(getattr(self, f.name), getattr(other, f.name)))


def tally(path: Path, direction: Callable) -> Tally:
    "One program in one direction."
    fresh = lambda: instructions(read_program(path, strict=True))
    seconds = min(timed(direction, fresh()) for _ in range(3))
    ops = fresh()
    clear_caches()
    gc.collect()
    tracemalloc.start()
    entries = direction(ops)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    known = [entry for entry in entries if entry is not UNKNOWN]
    return Tally(len(entries), len(entries) - len(known), sum(map(len, known)), seconds, peak)


def line(family: str, name: str, t: Tally) -> str:
    return (
        f"{family:14}{name:18}{t.entries:9}{t.unknown:9}{t.unknown / max(t.entries, 1):9.2%}"
        f"{t.maps:9}{t.seconds:9.2f}{t.maps / t.seconds:11,.0f}{t.peak / 2**20:9.1f}"
    )


def speed(paths: list[Path]) -> None:
    families: dict = defaultdict(Tally)
    for path in paths:
        for direction in (reads, writes):
            found = tally(path, direction)
            families[path.parent.name, direction].add(found)
            families["all", direction].add(found)
    print(
        f"{'family':14}{'direction':18}{'entries':>9}{'unknown':>9}{'share':>9}"
        f"{'maps':>9}{'seconds':>9}{'maps/s':>11}{'peak MiB':>9}"
    )
    names = {reads: "output to input", writes: "input to output"}
    families["all", reads] = families.pop(("all", reads))
    families["all", writes] = families.pop(("all", writes))
    for (family, direction), found in families.items():
        print(line(family, names[direction], found))


# Growth with the size of a fusion


def fusion(body: list[str], shape: str, parameter: str = "f32[64,64]") -> str:
    "A program with one fusion; `body` names its results v1, v2, ..., and reads v0, the parameter."
    last = len(body)
    body = [f"  {'ROOT ' * (i == last)}v{i} = {text}" for i, text in enumerate(body, 1)]
    return "\n".join(
        (
            "HloModule growth",
            "fused {",
            f"  v0 = {parameter} parameter(0)",
            *body,
            "}",
            "ENTRY main {",
            f"  p = {parameter} parameter(0)",
            f"  ROOT f = {shape} fusion(p), kind=kLoop, calls=fused",
            "}",
        )
    )


SQUARE = "f32[64,64]"


def chain(n: int) -> str:
    "Transposes, one after the other: each is composed."
    return fusion([f"{SQUARE} transpose(v{i}), dimensions={{1,0}}" for i in range(n)], SQUARE)


def diamonds(n: int) -> str:
    "x + x, repeatedly: 2^n ways from the root to the parameter."
    return fusion([f"{SQUARE} add(v{i}, v{i})" for i in range(n)], SQUARE)


def turned_diamonds(n: int) -> str:
    "x + transpose(x), repeatedly: 2^(n/2) ways, two different maps."
    step = lambda i: (
        f"add(v{i - 1}, v{i})" if i % 2 else f"transpose(v{i}), dimensions={{1,0}}"
    )
    return fusion([f"{SQUARE} {step(i)}" for i in range(n)], SQUARE)


def shifted_diamonds(n: int, steps: tuple[int, ...] = (1,)) -> str:
    "x[1:] + x[:-1], repeatedly: 2^(n/3) ways, but only a third of n different maps."
    body, size = [], 8 + max(steps) * n
    length = size
    while len(body) < n:
        at, step = len(body), steps[len(body) // 3 % len(steps)]
        length -= step
        shape, cut = f"f32[{length}]", f"slice(v{at}), slice="
        body += [
            f"{shape} {cut}{{[{step}:{length + step}]}}",
            f"{shape} {cut}{{[0:{length}]}}",
            f"{shape} add(v{at + 1}, v{at + 2})",
        ]
    if n == 1:
        body = body[:1]
    return fusion(body, shape, f"f32[{size}]")


def butterflies(n: int) -> str:
    "Shifted by 1, 2, 4, ...: 2^(n/3) different maps, were it not for `MAX_MAPS`."
    return shifted_diamonds(n, tuple(2**k for k in range(12)))


def tree(n: int) -> str:
    "A sum of slices of one parameter, added in pairs: half of n different maps."
    leaves = (n + 1) // 2
    body = [f"f32[64] slice(v0), slice={{[{i}:{i + 64}]}}" for i in range(leaves)]
    waiting = list(range(1, leaves + 1))
    while len(waiting) > 1:
        a, b, *waiting = waiting
        body.append(f"f32[64] add(v{a}, v{b})")
        waiting.append(len(body))
    return fusion(body, "f32[64]", f"f32[{leaves + 64}]")


SHAPES = (chain, diamonds, turned_diamonds, shifted_diamonds, butterflies, tree)


def cold(text: str, forward: bool) -> tuple[int, int, float]:
    "Instructions, maps and the best time of the fusion's analysis."
    best = math.inf
    for _ in range(3 if len(text) < 30_000 else 1):
        root = read_program(text, strict=True).entry.root
        ask = root.output_to_input if forward else root.input_to_output
        best = min(best, timed(ask, 0))
    entry = ask(0)[0]
    maps = -1 if entry is UNKNOWN else len(entry)
    return len(root.called[0].instructions) - 1, maps, best


def growth(sizes: tuple[int, ...]) -> bool:
    "Time per instruction of one fusion; is its power below 3 everywhere?"
    print(
        f"\n{'us per instruction':20}{'direction':18}"
        + "".join(f"{n:>9}" for n in sizes)
        + f"{'power':>8}{'maps':>6}{'peak MiB':>10}"
    )
    polynomial = True
    for shape in SHAPES:
        for forward, name in ((True, "output to input"), (False, "input to output")):
            found = [cold(shape(n), forward) for n in sizes]
            (n1, _, t1), (n2, maps, t2) = found[len(found) // 2], found[-1]
            power = math.log(t2 / t1) / math.log(n2 / n1)
            polynomial &= power < 3
            root = read_program(shape(sizes[-1]), strict=True).entry.root
            clear_caches()
            tracemalloc.start()
            (root.output_to_input if forward else root.input_to_output)(0)
            peak = tracemalloc.get_traced_memory()[1] / 2**20
            tracemalloc.stop()
            times = "".join(f"{t / n * 1e6:9.1f}" for n, _, t in found)
            title = shape.__name__.replace("_", " ")
            print(f"{title:20}{name:18}{times}{power:8.2f}{maps:6}{peak:10.1f}")
    return polynomial


# Against isl

Pair = tuple[IndexingMap, IndexingMap]


def composed_in(fusion) -> dict[tuple[str, str], Pair]:
    "The pairs (way from the output to an instruction, what that reads) of one fusion."
    body, found = fusion.called[0], {}
    for path in fusion.shape.paths:
        for (op, at), ways in reached_from(body.root, path, body.instructions).items():
            entries = () if ways is UNKNOWN else op.output_to_input(at)
            steps = [r.map for entry in entries if entry is not UNKNOWN for r in entry]
            for step in steps:
                if not (step.is_identity or step.is_known_empty):
                    some = [w.map for w in ways if not w.map.is_known_empty]
                    found |= {(str(way), str(step)): (way, step) for way in some}
    return found


def pairs_in(paths: list[Path]) -> list[Pair]:
    "Those of all fusions, each once; those that isl cannot express are left out."
    found: dict = {}
    for path in paths:
        for op in instructions(read_program(path)):
            if op.opcode == "fusion":
                found |= composed_in(op)
    return [pair for pair in found.values() if expressible(pair)]


def expressible(pair: Pair) -> bool:
    try:
        return bool([as_function(m) for m in (*pair, pair[0].compose(pair[1]))])
    except oracle.NotAffine:
        return False


def as_function(m: IndexingMap) -> str:
    "All variables -> results, in isl's syntax."
    return oracle.isl_text(oracle.read(str(m)))


def as_relation(m: IndexingMap, runtime: str = "rt") -> str:
    "Dimensions -> results; runtime variables are parameters of the given name."
    return re.sub(r"\brt(?=\d)", runtime, m.to_isl())


def as_functions(pair: Pair) -> tuple[str, str]:
    "Functions that isl can compose: the first hands on the second's range and runtime variables."
    first, second = (islpy.Map(as_function(m)) for m in pair)
    more = second.dim(islpy.dim_type.in_) - len(pair[1].dim_variables)
    names = ", ".join(f"y{i}" for i in range(more))
    return str(first.flat_product(islpy.Map(f"{{ [{names}] -> [{names}] }}"))), str(second)


def in_isl(texts: list) -> list:
    return [islpy.Map(t) if isinstance(t, str) else tuple(map(islpy.Map, t)) for t in texts]


def gist(m: islpy.Map) -> islpy.Map:
    return m.gist_domain(m.domain())


@dataclass
class Race:
    "The same work twice, on what is `given` to each; `isl_reads` makes isl's objects of texts."

    name: str
    here: Callable
    given: list
    isl: Callable
    isl_given: list
    isl_reads: Callable = in_isl

    def run(self, rounds: int) -> float:
        times = []
        for _ in range(rounds + 1):
            ours = timed(lambda: [self.here(x) for x in self.given])
            objects = self.isl_reads(self.isl_given)
            times.append((ours, timed(lambda: [self.isl(x) for x in objects])))  # noqa: B023
        mine, peer = (statistics.median(column) for column in zip(*times[1:]))
        spread = sorted(b / a for a, b in times[1:])
        n = len(self.given)
        print(
            f"{self.name:46}{n:6}{mine / n * 1e6:9.1f}{peer / n * 1e6:9.1f}{peer / mine:8.2f}x"
            f"   (rounds {spread[0]:.2f} to {spread[-1]:.2f})"
        )
        return peer / mine


def races(pairs: list[Pair]) -> list[Race]:
    relations = [(as_relation(a), as_relation(b, "other")) for a, b in pairs]
    functions = [as_functions(pair) for pair in pairs]
    whole = {str(m): m for m in (a.compose(b) for a, b in pairs)}
    texts, maps = [(str(a), str(b)) for a, b in pairs], list(whole.values())
    alike = {"isl_reads": lambda texts: texts}
    compose = lambda p: p[0].compose(p[1]).simplify()
    through = lambda p: p[0].apply_range(p[1]).coalesce()
    from_text = lambda t: str(compose([*map(IndexingMap.parse, t)]))
    in_text = lambda t: str(gist(through([*map(islpy.Map, t)])))
    simple = [as_function(m) for m in maps]
    return [
        Race("* compose: apply_range, coalesce", compose, pairs, through, relations),
        Race("  compose: the same, then gist", compose, pairs, lambda p: gist(through(p)), functions),
        Race("  compose: from text to text", from_text, texts, in_text, functions, **alike),
        Race("  simplify: coalesce", IndexingMap.simplify, maps, islpy.Map.coalesce, simple),
        Race("* simplify: coalesce, gist", IndexingMap.simplify, maps, lambda m: gist(m.coalesce()), simple),
        Race(
            "  simplify: from text to text",
            lambda t: str(IndexingMap.parse(t).simplify()),
            list(whole),
            lambda t: str(gist(islpy.Map(t).coalesce())),
            simple,
            **alike,
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="speed, growth and memory of the indexing analysis")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "nbs" / "data" / "hlo")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="instructions of a fusion that grows")
    arguments = parser.parse_args()
    paths = sorted(arguments.folder.rglob("*.hlo"))
    if not paths:
        parser.error(f"no *.hlo below {arguments.folder}")

    speed(paths)
    polynomial = growth(tuple(n for n in SIZES if n <= arguments.largest))
    whole = arguments.largest >= SIZES[-1]  # smaller fusions are in the noise, and before `MAX_MAPS`
    print(f"growth is {'' if polynomial else 'NOT '}polynomial (power below 3)\n" if whole else "")
    print(f"{'us per map':46}{'maps':>6}{'here':>9}{'isl':>9}{'faster':>9}")
    ratios = {race.name: race.run(arguments.rounds) for race in races(pairs_in(paths))}
    reached = all(ratio >= AIM for name, ratio in ratios.items() if name[0] == "*")
    print(f"aim: {AIM}x in the lines with *; {'reached' if reached else 'not reached'}")
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"most memory of the benchmark itself, isl included: {resident / 1024:.0f} MiB")
    return int(whole and not polynomial) | verdict(int(not reached), arguments.rounds)


if __name__ == "__main__":
    sys.exit(main())
