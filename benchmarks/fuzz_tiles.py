"""Is the whole what its tiles make, and do they read what the values need? Random fusions in random tiles.

    python benchmarks/fuzz_tiles.py [--count N] [--seed N] [--short] [--show N]

Every fusion has two to six operations of any family, and one output or several
(`nbs/support/random_ops.py`), and gets tiles of random sizes, sequential ones too. It is computed tile by tile, with nonsense
outside of the tiles that were propagated, once with each of two kinds of nonsense: the result must be that of the interpreter, bit
for bit but for the order of sums. And for every tile of the grid what is read of an input is compared with the marks that
`nbs/support/reference.py`, which knows no maps, finds in the tile of the output: all of them must be there, and where the tiles
claim to be exact no others; and the same of the tiles of open sizes, where their constraints allow these. What was refused is counted with its reason. The exit status is 1 if anything is wrong.

Short form: --count 60
"""

import argparse
import random as random_module
import sys
import time
import traceback
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import wide_fusion
from support.reference import NoReference, evaluate

from indexing_tools.tiles.symbolic_tiles import ranges_at
from indexing_tools.tiles.tiled_execution import TileRun
from indexing_tools.tiles.tiled_computations import Walked
from indexing_tools.debug.verify import (
    bits,
    input_values,
    inputs_of,
    member_at,
    nested_arrays,
    own_marks,
    run_marked,
)
from indexing_tools.ground.patching import load
from indexing_tools.programs.model import ProgramError


KNOWN = ("parameter", "constant")  # the reference's other values are not those of the interpreter


def random_sizes(space, random):
    "Sizes of tiles: one, some, all, or more than there are."
    pick = lambda n: random.choice([1, n, max(1, n // 2), random.randint(1, n + 1), n + 1])
    return [pick(max(n, 1)) for n in space.sizes]


def equal(a, b):
    "Are two values equal, but for the order in which numbers were added?"
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(equal, a, b))
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype.kind in "biu":
        return np.array_equal(a, b)
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    a, b = a.astype(wide), b.astype(wide)
    with np.errstate(all="ignore"):
        return bool(np.isclose(a, b, rtol=1e-4, atol=1e-4, equal_nan=True).all())


def given(op, seed):
    "Arguments of the operation's program, nested as its inputs."
    flat = iter([v.astype(x.shape.element_type.dtype) for v, x in zip(input_values(op, seed), inputs_of(op))])
    return [nested_arrays(x.shape, flat) for x in op.inputs]


def held_at(run, shape, tiles, ids):
    "Which elements of an array the tiles hold, for one tile of what is parallel and all steps of sums."
    space = run.tiled.space
    steps = (range(space.grid[i] or 1) if i in space.sequential else (ids[i],) for i in range(space.rank))
    held = np.zeros(shape.dimensions, bool)
    for at in product(*steps):
        for t in tiles:
            ranges = ranges_at(t, at, run.runtime_values(t, at))
            if all(map(len, ranges)):
                held[np.ix_(*ranges) if ranges else ()] = True
    return held.ravel()


def wrong_reads(op, tiled, arguments, seed, counts):
    "What the tiles of the inputs leave out, or hold though they claim to be exact."
    try:
        found = run_marked(op, evaluate, own_marks(op), seed)
    except NoReference:
        counts["no reference"] += 1
        return
    if any(v.instruction.opcode not in KNOWN for t in tiled.instructions for v in t.tile.runtime_variables):
        counts["no reference"] += 1
        return
    counts["reads compared"] += 1
    opened = opened_at(op, tiled)
    walked, inputs = Walked(op), inputs_of(op)
    names = walked.body.parameters
    run = TileRun(tiled, dict(zip(names, arguments)))
    ends = np.cumsum([0, *(x.shape.size for x in inputs)])
    grid = [range(n) if i in tiled.space.parallel else (0,) for i, n in enumerate(tiled.space.grid)]
    tables = [bits(member_at(found[op], path).sources, int(ends[-1])) for path in tiled.outputs]
    for ids in product(*grid):
        needed = np.zeros(int(ends[-1]), bool)
        for root, table, tiles in zip(tiled.roots, tables, tiled.outputs.values()):
            needed |= table[held_at(run, tiles.shape, (root.tile,), ids)].any(axis=0)
        by_name = {}
        for x, begin, end in zip(inputs, ends, ends[1:]):
            key = names[x.operand], x.path
            tiles = tiled.inputs.get(key)
            need = needed[begin:end] | by_name.get(key, (False,))[0]
            by_name[key] = need, tiles, x
        for need, tiles, x in by_name.values():
            held = held_at(run, x.shape, tiles or (), ids)
            if (need & ~held).any():
                yield f"tile {ids} leaves out {np.flatnonzero(need & ~held)[:8]} of {x}"
            if tiles and tiles.exact and (held & ~need).any():
                yield f"tile {ids} claims to need {np.flatnonzero(held & ~need)[:8]} of {x}"
            steps = np.prod([tiled.space.grid[i] or 1 for i in tiled.space.sequential], dtype=int)
            if tiles and tiles.most is not None and need.sum() > tiles.most * steps:
                yield f"tile {ids} needs {need.sum()} elements of {x}, not at most {tiles.most}"
            counts["exact" if not tiles or tiles.exact else "supersets"] += 1
            counts["elements beyond"] += int((held & ~need).sum())
        yield from wrong_open(run, opened, by_name, ids, counts)


def opened_at(op, tiled):
    "What is read with tiles of open sizes, those of `tiled` put in; None if it is not to be used for them."
    found, sizes = op.tile(), tiled.space.tile_sizes
    if found.refusals or not found.constraints.is_satisfied(sizes):
        return None
    if [r.tile.with_tile_sizes(sizes) for r in found.roots] != [r.tile for r in tiled.roots]:
        return None  # a further output that is cut in another way
    put = lambda tiles: replace(tiles, tiles=tuple(t.with_tile_sizes(sizes) for t in tiles))
    return {key: put(tiles) for key, tiles in found.inputs.items()}


def wrong_open(run, opened, by_name, ids, counts):
    "What tiles of open sizes leave out, or hold though they claim to be exact, with the sizes put in."
    if opened is None:
        return
    for key, (need, _, x) in by_name.items():
        tiles = opened.get(key)
        held = held_at(run, x.shape, tiles or (), ids)
        counts["open sizes"] += 1
        if (need & ~held).any():
            yield f"open sizes: tile {ids} leaves out {np.flatnonzero(need & ~held)[:8]} of {x}"
        if tiles and tiles.exact and (held & ~need).any():
            yield f"open sizes: tile {ids} claims to need {np.flatnonzero(held & ~need)[:8]} of {x}"


def wrong(op, random, seed, counts):
    "What is wrong with a tiling of an operation, in words."
    sizes = random_sizes(op.tile().space, random)
    tiled = op.tile(sizes)
    if tiled.refusals:
        where, reason = tiled.refusals[0]
        counts["refused"] += 1
        counts[f"refused: {where.opcode}: {reason}"] += 1
        return
    arguments, program = given(op, seed), op.function.program
    try:
        with np.errstate(all="ignore"):
            whole = program.run(*arguments)
    except ProgramError:
        counts["not run"] += 1
        return
    for poison in range(2):
        if not equal(tiled.run(*arguments, poison=poison), whole):
            yield f"sizes {sizes}, poison {poison}: the tiles do not make the whole"
            return
    counts["run"] += 1
    counts["unions"] += any(len(t) > 1 for t in tiled.inputs.values())
    for words in wrong_reads(op, tiled, arguments, seed, counts):
        yield f"sizes {sizes}: {words}"
        return


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="this number only")
    parser.add_argument("--short", action="store_true", help="60 fusions")
    parser.add_argument("--show", type=int, default=3, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, failures, begin = Counter(), [], time.process_time()
    count = 60 if a.short else a.count
    for k in range(count) if a.only is None else [a.only]:
        random = random_module.Random(f"{a.seed}/{k}")
        op = wide_fusion(random)
        try:
            failures += [(k, op, words) for words in wrong(op, random, k, counts)]
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            failures.append((k, op, f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"))
    for k, op, words in failures[: a.show]:
        print(f"-- {a.seed}/{k}", op.function.program, words, sep="\n")
    for k, _, words in failures[a.show : 40]:
        print(f"-- {a.seed}/{k}: {words}")
    seconds = time.process_time() - begin
    for name, n in counts.most_common():
        if name.startswith("refused:"):
            print(f"{n:6} {name}")
    kinds = ("run", "refused", "not run", "reads compared", "no reference", "unions", "exact", "supersets", "elements beyond",
             "open sizes")
    print(", ".join(f"{name} {counts[name]}" for name in kinds))
    print(f"{count} fusions, {seconds:.0f} s of one processor: {len(failures)} wrong")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
