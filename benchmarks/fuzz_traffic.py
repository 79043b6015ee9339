"""Are the figures of `traffic` those that one gets by looking at every read? Random fusions and instructions, small shapes.

    python benchmarks/fuzz_traffic.py [--count N] [--seed N] [--show N]

Every other program is a fusion of two to six operations of any family, with one output or several, the others are single
instructions. The reference does not know the maps (`nbs/support/reference.py`): every element of every input gets a mark,
and the marks that arrive in the outputs are the distinct elements that are read, for the random values of one run. They lie
between `least` and `most`, and are `least` where the row says that it is exact. Reads are counted one by one, at every point
of every map that is exact, with the runtime values of that run. An output that is updated in place reads what its update
reads. Every program is counted twice: as always, and without trying the points of small boxes, as large ones are.

Short form: --count 120
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from math import prod
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import random_instruction, wide_fusion
from support.reference import NoReference, evaluate, leaves

from indexing_tools.costs.executions import is_kernel
from indexing_tools.debug.verify import inputs_of, member_at, own_marks, run_marked
from indexing_tools.ground.patching import load
from indexing_tools.indexing.rules import combined_from
from indexing_tools.indexing.instruction_indexing import UNKNOWN, distinct
from indexing_tools.maps.sets import counting

CLOSED_EVERY = 4  # programs, one of which is counted also without trying points


def values_of(labels, index, ranges, found):
    "The runtime values at arrays of points."
    values = []
    for v in labels:
        inner = values_of(v.runtime_variables, index, ranges, found)
        place = v.map(index, ranges, inner, check=False)
        sizes = v.instruction.shape.dimensions
        at = tuple(np.clip(i, 0, n - 1) for i, n in zip(place, sizes))
        value = found[v.instruction].values[at].astype(int)
        values.append(value if v.clamp is None else np.clip(value, *v.clamp))
    return values


def were_run(labels, found):
    return all(v.instruction in found and were_run(v.runtime_variables, found) for v in labels)


def points_of(way, found):
    "How many points of the domain of a map there are in this run."
    m = way.map
    if m.is_known_empty or not were_run(way.runtime_variables, found):
        return 0
    boxes = [np.arange(v.bounds.lower, v.bounds.upper + 1) for v in (*m.dim_variables, *m.range_variables)]
    grid = [a.ravel() for a in np.meshgrid(*boxes, indexing="ij")] if boxes else []
    n = len(m.dim_variables)
    holds = m.contains(grid[:n], grid[n:], values_of(way.runtime_variables, grid[:n], grid[n:], found))
    return int(np.broadcast_to(holds, prod(map(len, boxes))).sum())


def arrived(op, found):
    "The marks that arrive in what is written: of the update, where an output is updated in place."
    marks, in_place = 0, []
    for path in op.shape.paths:
        place = op.update_in_place(path)
        some = [member_at(found[op], path)]
        if place is not None:
            in_place.append(place)
            own = place.update.operands
            count = len(own) // 2
            scattered = place.update.opcode == "scatter"
            used = combined_from(place.update, place.number) if scattered else {}
            kept = [own[count], *(own[k + 1] for k in used if k >= count)] if scattered else own[1:]
            some = [found[x] for x in kept]
        for array in leaves(some):
            for sources in array.sources.ravel():
                marks |= int(sources)
    return marks, in_place


def hangs_over(op):
    "Is it a convolution whose kernel meets padding? The reference takes that as read, the region does not."
    return op.opcode == "convolution" and not all(w.exact for w in op.output_to_input()[1] or ())


def reads_by_points(op, operand, element, found):
    "How often an array is read, point by point; None where the maps are not exact, or one output is updated in place."
    ways = []
    for path in op.shape.paths:
        every = op.output_to_input(path).inputs
        if any(r is UNKNOWN or not all(w.exact for w in r) for r in every) or op.update_in_place(path):
            return None  # regions take the place of supersets, and those of one operand may be counted as several maps
        reads = every[operand]
        ways += [w for w in reads if w.element == element]
    known = distinct(ways)
    return sum(points_of(w, found) for w in known) if all(w.exact for w in known) else None


def wrong_rows(op, seed, counts):
    "The rows of operands that are wrong, each with what is right."
    try:
        found = run_marked(op, evaluate, own_marks(op), seed)
    except NoReference:
        counts["no reference"] += 1
        return
    marks, in_place = arrived(op, found)
    adding = {(p.operand, p.element) for p in in_place if p.update.opcode == "scatter"}
    begins = np.cumsum([0, *(x.shape.size for x in inputs_of(op))])
    every = {(x.operand, x.path): (int(b), x.shape.size) for x, b in zip(inputs_of(op), begins)}
    if len(set(op.inputs)) < len(op.inputs):
        counts["an operand twice"] += 1
    overhang = any(map(hangs_over, [op, *(x for f in op.called for x in f)]))
    for row in op.traffic().operands:
        begin, size = every[row.operand, row.element]
        true = (marks >> begin & (1 << size) - 1).bit_count()
        counts["exact" if row.exact else "bounds"] += 1
        if (row.operand, row.element) in adding:
            continue
        counts["distinct"] += 1
        most = size if overhang else row.distinct_elements.most
        if not row.distinct_elements.least <= true <= most:
            yield row, f"{true} distinct elements"
        points = reads_by_points(op, row.operand, row.element, found)
        if points is not None:
            counts["reads"] += 1
            if row.reads.most is None or not row.reads.least <= points <= row.reads.most:
                yield row, f"{points} reads"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, failures, begin = Counter(), [], time.process_time()
    few = counting._MANY
    for k in range(a.count):
        make = wide_fusion if k % 2 else random_instruction
        for tried in (few, 0) if k % CLOSED_EVERY == 1 else (few,):
            op = make(random_module.Random(f"{a.seed}/{k}"))
            if not is_kernel(op):
                continue
            counting._MANY = tried
            for row, right in wrong_rows(op, k, counts):
                failures.append((k, tried, op, row, right))
    counting._MANY = few
    for k, tried, op, row, right in failures[: a.show]:
        print(f"-- {a.seed}/{k}, {'as always' if tried else 'none tried'}: {right}", row, op.function.program, sep="\n")
    print(f"{a.count} programs, {time.process_time() - begin:.0f} s of one processor")
    print(", ".join(f"{name} {n}" for name, n in counts.most_common()))
    print(f"{len(failures)} wrong of {counts['distinct']} counts of elements and {counts['reads']} of reads")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
