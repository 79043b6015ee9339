"""Do the pictures of plans, and their explorer, say what the plans count? Random fusions and instructions.

    python benchmarks/fuzz_plan_pictures.py [--count N] [--seed N] [--show N]

Of every plan, with tiles of random sizes and loops in a random order, some steps are drawn. What `Steps` says of a step
must be what `PlanStep.fetched` says; in a picture of arrays of up to two dimensions the rectangles' areas must be the
numbers of elements. With Node.js the scripts of the explorer are asked about the same steps, and what they add up to the
last step must be what all steps fetch.

Short form: --count 25
"""
import argparse
import json
import random as random_module
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import random_instruction, wide_fusion

from indexing_tools.tiles.plans.tile_traffic import traffic_of
from indexing_tools.tiles.tiling_spaces import tiling_space
from indexing_tools.ground.patching import load
from indexing_tools.pictures.explore import static
from indexing_tools.pictures.live.plans import PLAN_SCRIPTS, plan_model
from indexing_tools.pictures.plans import array_sheets, tiled_steps
from indexing_tools.programs.model import ProgramError

MOST_APART = 96  # elements that lie apart: of more the picture draws all that is between them


def rows_of_steps(plan, steps, k):
    "For each row of the plan what comes at a step: elements, and those that were there."
    rows = (*plan.outputs, *plan.inputs)
    numbers = [i for i, row in enumerate(rows) for _ in (row.fetches or [None])]
    came = [[0, 0] for _ in rows]
    for i, at in zip(numbers, steps.at(k), strict=True):
        came[i][0] += at.elements * at.is_loaded
        came[i][1] += at.held * at.is_loaded
    return [(row, tuple(c)) for row, c in zip(rows, came)]


def area(svg, kind):
    "The area of all rectangles of a kind."
    paths = re.findall(rf"<path class='{kind}'[^>]* d='([^']*)'", svg)
    sides = (side for d in paths for side in re.findall(r"h([0-9.e+]+)v([0-9.e+]+)", d))
    return sum(round(float(h) * float(v)) for h, v in sides)


def is_flat(steps, found):
    "Does the picture show every element, the grid included?"
    apart = any(sum(t[d].size for t in at.now if t[d].step > 1) > MOST_APART for at in found for d in range(len(at.array.sizes)))
    return found and steps.space.rank <= 2 and not apart and all(len(at.array.sizes) <= 2 for at in found)


def faults(plan, steps, asked, counts):
    "What pictures say that the plan does not."
    for k in asked:
        for row, came in rows_of_steps(plan, steps, k):
            if row.reason or any(t.runtime_variables for t in row.tiles):
                continue
            counts["rows"] += 1
            if came != (wanted := plan.at(k).fetched(row)):
                yield f"step {k}, {row.name}: {came}, the plan says {wanted}"
        found = [at for at, _ in array_sheets(steps, k)]
        if is_flat(steps, found):
            counts["areas"] += 1
            wanted = sum(at.elements - at.held for at in found) + (steps.count > 1)
            if (drawn := area(steps.picture(k, most=99).svg, "fetched")) != wanted:
                yield f"step {k}: {drawn} elements are drawn as fetched, not {wanted}"


QUESTION = """
import { pathToFileURL } from "node:url"; import fs from "node:fs";
const [file, asked] = process.argv.slice(-2), { Walk, Paper } = await import(pathToFileURL(file)), found = {};
for (const [name, { model, steps }] of Object.entries(JSON.parse(fs.readFileSync(asked)))) {
  const walk = new Walk(model), papers = model.arrays.map(({ paper }) => new Paper(paper));
  const rows = steps.map((k) => walk.arrays.map((array, i) => {
    const at = walk.at(array, k);
    papers[i].look(at.now);
    papers[i].svg(at, model.colours.read);
    return [at.elements, at.held, at.masked, at.loaded];
  }));
  walk.arrays.forEach((array) => walk.readers(array, array.paper.sizes.map((n) => n >> 1)));
  found[name] = [rows, walk.arrays.map((array) => walk.fetched(array, walk.count - 1))];
}
console.log(JSON.stringify(found));
"""


def answers(models):
    "What the scripts say; nothing without Node.js."
    if (node := shutil.which("node")) is None:
        return {}
    with TemporaryDirectory() as folder:
        script, asked, question = (Path(folder, name) for name in ("plan.mjs", "asked.json", "question.mjs"))
        script.write_text(static(*PLAN_SCRIPTS), encoding="utf-8")
        asked.write_text(json.dumps(models), encoding="utf-8")
        question.write_text(QUESTION, encoding="utf-8")
        run = subprocess.run([node, question, script, asked], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def script_faults(steps, asked, rows, totals, counts):
    "What the scripts say that Python does not."
    shown = [at.array for at, _ in array_sheets(steps, 0)]
    for k, row in zip(asked, rows):
        own = {at.array: [at.elements, at.held, at.masked, at.is_loaded] for at in steps.at(k)}
        for array, said in zip(shown, row):
            counts["script rows"] += 1
            if own[array] != said:
                yield f"step {k}, {array.name}{array.part}: {own[array]}, the script says {said}"
    for array, said in zip(shown, totals):
        sizes = [d.size if i in array.idle else d.tile_size for i, d in enumerate(steps.space.dimensions)]
        moved = traffic_of(array.tiles, sizes, steps.loops)
        counts["totals" if said and moved.is_exact else "totals not compared"] += 1
        if said and moved.is_exact and [moved.loads.least, moved.elements.least] != [said["loads"], said["elements"]]:
            yield f"{array.name}{array.part}: {moved}, the script says {said}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, found, models, walks, begin = Counter(), [], {}, {}, time.process_time()
    for n in range(a.count):
        random = random_module.Random(f"{a.seed}/{n}")
        op = (wide_fusion if n % 2 else random_instruction)(random)
        try:
            sizes = [random.randint(1, min(s + 1, 9)) for s in tiling_space(op).sizes]
            plan = op.plan(sizes, random.sample(range(len(sizes)), len(sizes)))
        except ProgramError as error:
            counts[f"refused: {str(error)[:60]}"] += 1
            continue
        steps = tiled_steps(plan.tiled, plan.order)
        asked = sorted({0, steps.count - 1, *(random.randrange(steps.count) for _ in range(4))}) if steps.count else []
        plan.picture()
        found += [(n, fault) for fault in faults(plan, steps, asked, counts)]
        if asked and array_sheets(steps, 0):
            models[n], walks[str(n)] = {"model": plan_model(steps, most=99), "steps": asked}, (steps, asked)
    for n, said in answers(models).items():
        found += [(n, fault) for fault in script_faults(*walks[n], *said, counts)]
    for n, fault in found[: a.show]:
        print(f"-- {a.seed}/{n}: {fault}")
    print(f"{a.count} plans, {time.process_time() - begin:.0f} s of one processor")
    print(", ".join(f"{name} {n}" for name, n in counts.most_common()))
    print(f"{len(found)} wrong")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
