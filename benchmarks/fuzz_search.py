"""Does the search for a tiling find what trying all of them finds? Random fusions, small shapes.

    python benchmarks/fuzz_search.py [--count N] [--seed N] [--show N]

Of four programs three are fusions of two to six operations of any family, one is a single instruction
(`nbs/support/random_ops.py`). All sizes from which the search may choose are
tried, in all orders of the loops. What a tiling moves is counted by going through all steps of its grid with sets of elements
(`fuzz_plans.by_steps`), which knows nothing of how the search counts; where values that the program computes place a tile, tiles
hold more than is needed, or there are several outputs, by the costs of plans. Then the search is asked,
with a random budget, number of buffers, set of orders and rule for ties: its list must be the best tilings, one order for each
sizes, with just these bytes, loads and working sets. The last line says how many tilings the search had to work out.

Short form: --count 8
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from itertools import permutations, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from fuzz_plans import Values, by_steps
from support.random_ops import random_instruction, wide_fusion

from indexing_tools.tiles.plans.cost_model import plan_costs
from indexing_tools.tiles.plans.search import candidate_sizes
from indexing_tools.tiles.tiling_spaces import tiling_space
from indexing_tools.programs.model import ProgramError

MOST = 60_000  # steps of all tilings of a fusion: one with more is left out


def orders_of(space, orders):
    "All orders of the loops that `orders` stands for."
    every = range(space.rank)
    if orders is False:
        return [tuple(every)]
    inner = () if orders == "all" else space.sequential
    return [(*some, *inner) for some in permutations(i for i in every if i not in inner)]


def candidates(space):
    "The sizes from which the search chooses: where several instructions sum, each sums all at once."
    several = len({space.dimensions[i].instruction for i in space.sequential}) > 1
    whole = space.sequential if several else ()
    return [[max(n, 1)] if i in whole else candidate_sizes(n) for i, n in enumerate(space.sizes)]


def most(amount):
    return amount.least if amount.most is None else amount.most


def by_steps_of(plan):
    "Bytes and loads of a plan, by going through all steps."
    total = [0, 0]
    for row in plan:
        (loads, elements, distinct, _), _ = by_steps(plan, row, Values(None))
        bits = row.shape.element_bits
        moved, once = -(-elements * bits // 8), -(-distinct * bits // 8)
        again = moved - once if row.is_output and plan.leaves_early else 0
        total = [total[0] + moved + again, total[1] + loads]
    return total


def every_tiling(op, space, orders, buffers):
    "The cost of all tilings: sizes -> [(bytes, loads, working set)], and if all were stepped through."
    found, costs = {}, plan_costs(op, anew=False)
    placed = any(t.runtime_variables for row in costs.rows for t in row.tiles)
    alone = sum(row.is_output for row in costs.rows) == 1  # others may be cut otherwise if sizes are chosen
    stepped = costs.is_exact and not placed and alone
    for sizes in product(*candidates(space)):
        for order in orders:
            if stepped:
                plan = op.plan(sizes, order, buffers)
                cost, needed = by_steps_of(plan), most(plan.working_set.total)
            else:
                moved = [row.loads(sizes, order) for row in costs.rows]
                cost = [most(costs(sizes, order)), sum(map(most, moved))]
                needed = most(costs.working_set(sizes, buffers).total)
            found.setdefault(sizes, []).append((*cost, needed))
    return found, stepped


def work(space, orders):
    "How many steps all tilings have."
    return len(orders) * sum(steps(space, s) for s in product(*candidates(space)))


def steps(space, sizes):
    found = 1
    for n, k in zip(space.sizes, sizes):
        found *= -(-n // k)
    return found


def disagreement(op, random):
    "How one fusion was asked, what is wrong or None, how it was counted, tilings, those worked out."
    space = tiling_space(op)
    orders = random.choice([True, True, True, False, "all"])
    walks, buffers, ties = orders_of(space, orders), random.choice([1, 2]), random.choice(["loads", "memory"])
    if work(space, walks) > MOST:
        return None, None, "left out: too many steps", 0, 0
    every, stepped = every_tiling(op, space, walks, buffers)
    needs = sorted({cost[2] for costs in every.values() for cost in costs})
    budget = random.choice([None, random.choice(needs), random.choice(needs), needs[0]]) if needs else None
    budget, top = budget or max([1, *needs]), random.choice([1, 3, 10])
    rank = (lambda c: c) if ties == "loads" else lambda c: (c[0], c[2], c[1])
    best = [min((c for c in costs if c[2] <= budget), key=rank, default=None) for costs in every.values()]
    wanted = sorted((c for c in best if c is not None), key=rank)[:top]
    search = op.search(budget, orders=orders, top=top, buffers=buffers, ties=ties, seconds=None)
    found = [(most(t.bytes), most(t.loads), t.working_set) for t in search]
    asked = f"budget {budget}, orders {orders}, buffers {buffers}, ties {ties}, top {top}"
    wrong = None if found == wanted else f"{asked}: {found} instead of {wanted}"
    count = len(every) * len(walks)
    return asked, wrong, "stepped through" if stepped else "by the costs of plans", count, search.computed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    start, wrong, kinds, number = time.perf_counter(), [], Counter(), 0
    tilings = computed = 0
    while sum(n for kind, n in kinds.items() if not kind.startswith("left out")) < options.count:
        random, number = random_module.Random(f"search/{options.seed}/{number}"), number + 1
        op = (wide_fusion if number % 4 else random_instruction)(random)
        try:
            asked, fault, kind, count, done = disagreement(op, random)
        except ProgramError as error:
            kinds[f"left out: refused, {str(error).splitlines()[0][:60]}"] += 1
            continue
        kinds[kind] += 1
        tilings, computed = tilings + count, computed + done
        if fault:
            wrong.append(f"seed {options.seed}, program {number - 1}: {fault}\n{op.function.program}")
    for kind, n in kinds.most_common():
        print(f"{n:6,}  {kind}")
    print(*wrong[: options.show], sep="\n\n")
    seconds = time.perf_counter() - start
    print(f"{len(wrong)} wrong of {options.count}; {computed:,} of {tilings:,} tilings worked out; {seconds:.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
