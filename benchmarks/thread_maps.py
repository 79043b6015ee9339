"""Every fusion of a folder of GPU programs: does each element of an output have one writer?

    python benchmarks/thread_maps.py [FOLDER=nbs/data/hlo/gpu_h100] [--limit N]

Counts the writers of every element by evaluating the maps for all threads and loops, where these
are at most N (4 million); larger ones are listed as not counted. What a Triton block writes is
counted for one of its threads, because the program does not say which of them holds what. Where
the program decides at run time what is written (scatter, dynamic-update-slice), the elements of
the updates are counted instead. Exit status 1 if a count is not one, or a fusion raises.

Short form:
"""

import argparse
import sys
import time
from collections import Counter
from math import prod
from pathlib import Path

from common import ROOT

from indexing_tools.gpu.emitters import fusion_kernel
from indexing_tools.gpu.grid import count_writers
from indexing_tools.gpu.threads import emitter_of
from indexing_tools.indexing.instruction_indexing import UNKNOWN
from indexing_tools.maps.expr import dim
from indexing_tools.programs.loaders.read import read_program


def points(m) -> int:
    return prod(max(0, v.bounds.upper - v.bounds.lower + 1) for v in (*m.dim_variables, *m.range_variables))


def verdict(fusion, path, limit: int) -> str:
    "What counting says of one output."
    kernel, threads = fusion_kernel(fusion), fusion.thread_indexing(path)
    if threads.writes is UNKNOWN:
        return "unknown"
    maps, sizes = [w.map for w in threads.writes], fusion.shape.at(path).dimensions
    if any(m.runtime_variables for m in maps):
        chosen, root = emitter_of(kernel), next(r for r in kernel.roots if path in r.outputs)
        at = 1 if kernel.kind == "dynamic_update_slice" else chosen.form.count + 1
        maps = [w.map for w in chosen.reads(root)[at]]
        sizes = chosen.hero(root).operands[at].shape.dimensions
    if kernel.kind == "triton":
        maps = [m.with_constraint(dim(0), (0, 0)) for m in maps]
    if sum(map(points, maps)) > limit:
        return "not counted"
    return "once" if (count_writers(maps, sizes) == 1).all() else "WRONG"


def main() -> int:
    parser = argparse.ArgumentParser(description="One writer for each element of each fusion?")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "nbs" / "data" / "hlo" / "gpu_h100")
    parser.add_argument("--limit", type=int, default=4_000_000)
    arguments = parser.parse_args()
    table, bad, begin = Counter(), 0, time.perf_counter()
    for file in sorted(arguments.folder.glob("*.hlo")):
        program = read_program(file)
        fusions = [
            op for f in program.functions.values() for op in f.instructions if op.opcode == "fusion"
        ]
        for fusion in fusions:
            try:
                kind = fusion_kernel(fusion).kind
                table[kind, "fusions"] += 1
                for path in fusion.shape.paths:
                    answer = verdict(fusion, path, arguments.limit)
                    table[kind, answer] += 1
                    if answer == "WRONG":
                        bad += 1
                        print(f"{file.name}: {fusion.name}, output {path}: not once")
                for i in range(len(fusion.operands)):
                    known = fusion.thread_to_input(i) is not UNKNOWN
                    table[kind, "read" if known else "not known"] += 1
            except Exception as error:
                bad += 1
                print(f"{file.name}: {fusion.name}: {type(error).__name__}: {error}")
    columns = ("fusions", "once", "not counted", "unknown", "WRONG", "read", "not known")
    print(f"{'kernel':22}" + "".join(f"{c:>12}" for c in columns))
    for kind in dict.fromkeys(k for k, _ in table):
        print(f"{kind:22}" + "".join(f"{table[kind, c]:12}" for c in columns))
    fusions = sum(number for (_, what), number in table.items() if what == "fusions")
    print(f"{fusions} fusions, {bad} wrong, {time.perf_counter() - begin:.1f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
