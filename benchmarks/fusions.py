"""How long it takes to compose and simplify the maps of all fusions of a dump.

    python benchmarks/fusions.py [FILE...]        for each file: fusions, outputs, maps, and the best of five rounds in seconds

Without FILE: the dumps in nbs/data. Every round begins cold: the program is read again (not timed), and the caches of expressions and maps are cleared.

Short form:
"""

import sys
import time

from common import ROOT

from indexing_tools.ground.patching import load
from indexing_tools.indexing.instruction_indexing import UNKNOWN
from indexing_tools.maps.expr import clear_caches
from indexing_tools.programs.loaders.read import read_program

load("indexing_tools.indexing")  # all rules, or the first round would


def compose_all(program):
    "The maps of every output of every fusion of `program`: (fusions, outputs, maps)."
    fusions = [op for op in program.instructions if op.opcode == "fusion"]
    answers = [op.output_to_input(path) for op in fusions for path in op.shape.paths]
    return len(fusions), len(answers), sum(len(r) for a in answers for r in a if r is not UNKNOWN)


def measure(path, rounds=5):
    "What was composed, and the best time in seconds."
    best = float("inf")
    for _ in range(rounds):
        program = read_program(path)
        clear_caches()
        begin = time.perf_counter()
        counts = compose_all(program)
        best = min(best, time.perf_counter() - begin)
    return counts, best


def main(paths):
    "Print a line per file."
    print(f"{'fusions':>8} {'outputs':>8} {'maps':>8} {'seconds':>8}  file")
    total = 0
    for path in paths:
        (fusions, outputs, maps), seconds = measure(path)
        total += fusions
        print(f"{fusions:8} {outputs:8} {maps:8} {seconds:8.3f}  {path}")
    print(f"{total} fusions of {len(paths)} files")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted((ROOT / "nbs" / "data" / "hlo").rglob("*.hlo")))
