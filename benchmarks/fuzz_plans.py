"""Are the figures of a plan those that one gets by going through all steps of its grid? Random fusions and instructions.

    python benchmarks/fuzz_plans.py [--count N] [--seed N] [--show N]

Every other program is a fusion of two to six operations of any family, with one output or several, every tenth one of several
sums, the others are single instructions; tiles of random sizes, loops in a random order. The reference goes through the steps and keeps the elements of
each fetch of an array's tiles as a set (`ranges_at`): how often it is another one, the elements of these, those that the step
before had, each once. Steps at which a loop of another sum is not at its beginning do not count for a fetch. Where a value of the program places a tile, values are drawn, one for each index at which it is looked
up, and the figures must lie within the bounds. `PlanCosts`, which counts tiles whose sizes are symbols, must say the same
bytes and (if its unions have as many tiles) the same working set as the plan; and `PlanStep.fetched` must say what comes at a step.

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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import random_instruction, wide_fusion

from indexing_tools.tiles.plans.cost_model import plan_costs
from indexing_tools.tiles.symbolic_tiles import ranges_at
from indexing_tools.tiles.tiling_spaces import tiling_space
from indexing_tools.ground.patching import load
from indexing_tools.programs.model import ProgramError
from indexing_tools.programs.loaders.read import read_program

SUMS = """HloModule m
most {{ a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] maximum(a, b) }}
add {{ a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }}
f {{
  x = f32[{m},{k}] parameter(0)
  y = f32[{k},{n}] parameter(1)
  z = f32[{n},{j}] parameter(2)
  zero = f32[] constant(0)
  top = f32[{m}] reduce(x, zero), dimensions={{1}}, to_apply=most
  tops = f32[{m},{k}] broadcast(top), dimensions={{0}}
  less = f32[{m},{k}] subtract(x, tops)
  sum = f32[{m}] reduce(less, zero), dimensions={{1}}, to_apply=add
  sums = f32[{m},{k}] broadcast(sum), dimensions={{0}}
  soft = f32[{m},{k}] divide(less, sums)
  first = f32[{m},{n}] dot({left}, y), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
  ROOT out = f32[{m},{j}] dot(first, z), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
}}
ENTRY e {{
  x = f32[{m},{k}] parameter(0)
  y = f32[{k},{n}] parameter(1)
  z = f32[{n},{j}] parameter(2)
  ROOT g = f32[{m},{j}] fusion(x, y, z), kind=kLoop, calls=f
}}"""


def several_sums(random):
    "A fusion of two products, the first perhaps of a softmax: sums one after the other, and sums inside of sums."
    sizes = {name: random.randint(2, 5) for name in "mknj"}
    return read_program(SUMS.format(**sizes, left=random.choice(["x", "soft"]))).entry.root


MOST_STEPS, MOST_ELEMENTS = 2000, 200_000


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
    "Loads, elements, distinct elements, reused ones, and what comes at each step: elements, and those that were there."
    loads, elements, reused, distinct, comes = 0, 0, 0, set(), Counter()
    for fetch in row.fetches:
        before = set()
        for number in range(plan.step_count):
            ids, now = plan.at(number).ids, set()
            if any(ids[i] for i in fetch.idle):
                continue
            for t in (row.tiles[k] for k in fetch.numbers):
                box = [*ranges_at(t, ids, values.of(t, ids))]
                if t.replica is not None:
                    alone = type(t)(t.space, (t.replica,), t.runtime_variables)
                    box += ranges_at(alone, ids, values.of(t, ids))
                now.update(product(*box))
            if now and now != before:
                loads, elements, reused = loads + 1, elements + len(now), reused + len(now & before)
                comes[number, "all"] += len(now)
                comes[number, "there"] += len(now & before)
            distinct, before = distinct | now, now
    return (loads, elements, len(distinct), reused), comes


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
        figures, comes = by_steps(plan, row, values)
        counts["rows, exact" if row.moved.is_exact else "rows, bounds"] += 1
        counts["rows of a union"] += len(row.tiles) > 1
        counts["rows of several fetches"] += len(row.fetches) > 1
        counts["rows beside idle loops"] += any(f.idle for f in row.fetches)
        for amount, right in zip(row.moved, figures):
            if not amount.least <= right <= amount.limit:
                yield f"{row}: {figures} by steps"
                break
        if plan.step_count and not any(t.runtime_variables for t in row.tiles):
            some = random.sample(range(plan.step_count), min(3, plan.step_count))
            if any(plan.at(k).fetched(row) != (comes[k, "all"], comes[k, "there"]) for k in some):
                yield f"{row}: {comes} come by steps"
    costs = plan_costs(op)
    counts["costs with symbols" if costs.is_counted(sizes) else "costs of chosen sizes"] += 1
    found, right = costs(sizes, order), plan.bytes
    is_below = found.most is None or right.most is not None and right.most <= found.most
    is_wider = not found.is_exact and found.least <= right.least and is_below
    counts["costs in wider bounds"] += is_wider and found != right
    if found != right and not is_wider:
        yield f"costs {found}, bytes of the plan {right}"
    own = [len(row.tiles) for row in costs._for(sizes).rows]
    counts["unions of another form"] += own != [len(row.tiles) for row in plan]
    if own == [len(row.tiles) for row in plan] and costs.working_set(sizes) != plan.working_set:
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
        make = several_sums if k % 10 == 4 else wide_fusion if k % 2 else random_instruction
        op = make(random)
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
