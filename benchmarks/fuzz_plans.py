"""Are the figures of a plan those that one gets by going through all steps of its grid? Random fusions and instructions.

    python benchmarks/fuzz_plans.py [--count N] [--seed N] [--show N]

Every other program is a fusion of two to six operations of any family, with one output or several, the others are single
instructions; tiles of random sizes, loops in a random order. The reference goes through the steps and keeps the elements of
every array's tiles as a set (`Plan.at(step).ranges`): how often it is another one, the elements of these, those that the step
before had, each once. Where a value of the program places a tile, values are drawn, one for each index at which it is looked
up, and the figures must lie within the bounds. `PlanCosts`, which counts tiles whose sizes are symbols, must say the same
bytes and the same working set as the plan; and `PlanStep.is_moved` must say when a tile changes.

Short form: --count 100
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs/08_analyses"))

from random_ops import random_instruction, wide_fusion

from indexing_tools.analyses.plans import plan_costs
from indexing_tools.analyses.symbolic_tiles import ranges_at
from indexing_tools.analyses.tiling_spaces import tiling_space
from indexing_tools.ground.methods import load
from indexing_tools.programs.model import ProgramError

MOST_STEPS, MOST_ELEMENTS = 3000, 300_000


class Values:
    "A value for each runtime variable and each index at which it is looked up, drawn once."

    def __init__(self, random):
        self.random, self.drawn = random, {}

    def of(self, tile, ids):
        values = []
        for v in tile.runtime_variables:
            known = [n or 1 for n in tile.space.tile_sizes] + values
            known += [0] * (len(tile.runtime_variables) - len(values))
            key = v, tuple(e.evaluate(ids, known) for e in v.index)
            if key not in self.drawn:
                self.drawn[key] = self.random.randint(*v.bounds)
            values.append(self.drawn[key])
        return values


def by_steps(plan, row, values):
    "Loads, elements, distinct elements, reused ones, and the steps at which another tile comes."
    before, loads, elements, reused, distinct, moved = set(), 0, 0, 0, set(), []
    for number in range(plan.step_count):
        ids = plan.at(number).ids
        now = set()
        for t in row.tiles:
            box = [*ranges_at(t, ids, values.of(t, ids))]
            if t.replica is not None:
                alone = type(t)(t.space, (t.replica,), t.runtime_variables)
                box += ranges_at(alone, ids, values.of(t, ids))
            now.update(product(*box))
        if now and now != before:
            loads, elements, reused = loads + 1, elements + len(now), reused + len(now & before)
            moved.append(number)
        distinct, before = distinct | now, now
    return (loads, elements, len(distinct), reused), moved


def is_small(plan):
    if not 0 < plan.step_count <= MOST_STEPS:
        return False
    tiles = sum(prod(s) for row in plan for s in row.tile_shapes)
    return plan.step_count * tiles <= MOST_ELEMENTS


def faults(op, random, counts):
    "What is wrong with a random plan of an instruction."
    space = tiling_space(op)
    sizes = [random.randint(1, d.size + 1) if random.random() < 0.9 else max(d.size, 1) for d in space.dimensions]
    order = random.sample(range(space.rank), space.rank)
    plan = op.plan(sizes, order)
    if not is_small(plan):
        counts["too large to go through"] += 1
        return
    counts["plans"] += 1
    values = Values(random)
    for row in plan:
        if row.reason is not None:
            counts["rows of which nothing is known"] += 1
            continue
        figures, moved = by_steps(plan, row, values)
        counts["rows, exact" if row.moved.is_exact else "rows, bounds"] += 1
        counts["rows of a union"] += len(row.tiles) > 1
        for amount, right in zip(row.moved, figures):
            if not amount.least <= right <= amount.limit:
                yield f"{row}: {figures} by steps"
                break
        if plan.step_count and not any(t.runtime_variables for t in row.tiles):
            some = random.sample(range(plan.step_count), min(3, plan.step_count))
            if any(plan.at(k).is_moved(row) != (k in moved) for k in some):
                yield f"{row}: moved at {moved}"
    costs = plan_costs(op)
    counts["costs with symbols" if costs.is_counted(sizes) else "costs of chosen sizes"] += 1
    if costs(sizes, order) != plan.bytes:
        yield f"costs {costs(sizes, order)}, bytes of the plan {plan.bytes}"
    if costs.working_set(sizes) != plan.working_set:
        yield f"costs {costs.working_set(sizes)}, working set of the plan {plan.working_set}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, found, begin = Counter(), [], time.process_time()
    for k in range(a.count):
        random = random_module.Random(f"{a.seed}/{k}")
        op = (wide_fusion if k % 2 else random_instruction)(random)
        try:
            found += [(k, op, fault) for fault in faults(op, random, counts)]
        except ProgramError as error:
            counts[f"refused: {str(error)[:60]}"] += 1
    for k, op, fault in found[: a.show]:
        print(f"-- {a.seed}/{k}: {fault}", op.function.program, sep="\n")
    print(f"{a.count} programs, {time.process_time() - begin:.0f} s of one processor")
    print(", ".join(f"{name} {n}" for name, n in counts.most_common()))
    print(f"{len(found)} wrong")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
