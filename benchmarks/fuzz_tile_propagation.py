"""Tiles through random operations and fusions, against all elements of every tile.

    python benchmarks/fuzz_tile_propagation.py [COUNT] [SEED]

Operations of every kind and fusions of several (`nbs/support/random_ops.py`), COUNT in all
(default 1,000), each four times: what a tile of a result reads, in tiles of random sizes; where a
tile of an operand goes; the same from tiles with random offsets, strides (negative ones too) and
bounds; and with the sizes of the tiles left open, then chosen. Where an answer says it is exact it
must be what the operation's maps read for the elements of that tile, for every tile; otherwise it
must hold all of that. Prints how many answers were exact; exit status 1 if one was wrong.

Short form: 80
"""

import sys
from collections import Counter
from random import Random

import numpy as np
from common import ROOT

sys.path += [str(ROOT / "nbs")]

from support import brute_tiles as brute
from support.both_ways import Held
from support.random_ops import random_fusion, random_instruction, wide_fusion

from indexing_tools.tiles.symbolic_tiles import (
    DimTile,
    SymbolicTile,
    TileRuntimeVariable,
    Tiles,
    TilingDimension,
    TilingSpace,
)
from indexing_tools.tiles.propagation import tiles_read
from indexing_tools.maps.expr import constant, minimum

MAKERS = (random_fusion, wide_fusion, random_instruction, random_instruction)


def odd_tile(space, random):
    "A tile with random offsets, strides and bounds."
    dims = []
    for i, d in enumerate(space.dimensions):
        step, stride = d.tile_size * random.choice([1, 1, 2]), random.choice([1, 1, 1, 2, 3, -1, -2])
        offset = space.tile_id(i) * step + random.choice([0, 0, 1, -1, 2])
        if stride < 0:
            offset = constant(d.size - 1 + random.choice([0, 0, -1])) - offset
        upper = constant(random.choice([d.size, d.size, max(1, d.size - 1)]))
        if random.random() < 0.2:
            upper = minimum(upper, space.tile_id(i) * 3 + 2)
        low = constant(random.choice([0, 0, 1]))
        dims.append(
            DimTile(offset.canonicalize(), constant(d.tile_size), constant(stride), upper, low)
        )
    return SymbolicTile(space, tuple(dims))


def compared(op, path, tile, told, found, rng, count, what):
    "Compare what was found for a tile with the operation's maps, and count it."
    held = Held(rng)
    for k, tiles in found.items():
        if tiles.reason is not None:
            count[f"{what}: refused"] += 1
            continue
        ways = told.inputs[k]
        carries = op.opcode == "scan" and not all(w.exact for w in ways)
        if carries and what == "odd":
            continue  # the maps say more, and a number cannot be masked
        name = f"{op}\noutput {path}, input {k}, from {tile}"
        exact = brute._compare(name, tiles, ways, tile, tiles.shape.dimensions, held, carries)
        count[f"{what}: {'exact' if exact else 'a superset'}"] += 1


def chosen(tiles, space, sizes):
    "Tiles whose sizes were left open, with these sizes."
    at = lambda e: e.replace(symbols=list(sizes)).canonicalize()
    made = []
    for t in tiles:
        runtime = tuple(
            TileRuntimeVariable(v.bounds, v.instruction, tuple(map(at, v.index)))
            for v in t.runtime_variables
        )
        made.append(SymbolicTile(space, tuple(d.mapped(at) for d in t.dimensions), runtime))
    return Tiles(tiles.shape, tuple(made), tiles.exact, reason=tiles.reason)


def left_open(op, path, sizes, count):
    "What is read with sizes left open, then chosen, by input; what is not said for them left out."
    shape = op.shape.at(path)
    whole = TilingSpace(tuple(map(TilingDimension, shape.dimensions)))
    found = {}
    for k, tiles in tiles_read(op, whole.tile(range(whole.rank)), path).items():
        if tiles.reason is None and not tiles.constraints.is_satisfied(sizes):
            count["open: not for these sizes"] += 1
        else:
            found[k] = chosen(tiles, whole.with_tile_sizes(sizes), sizes)
    return found


def check(op, random, count):
    "All four ways."
    rng = np.random.default_rng(random.randrange(10**6))
    for path in op.shape.paths:
        shape = op.shape.at(path)
        if 0 in shape.dimensions:
            continue
        sizes = [random.randint(1, n + 1) for n in shape.dimensions]
        space, told = brute.space_of(shape, sizes), op.output_to_input(path or 0)
        tile = space.tile(range(space.rank))
        odd = odd_tile(space, random)
        compared(op, path, tile, told, tiles_read(op, tile, path), rng, count, "read")
        compared(op, path, odd, told, tiles_read(op, odd, path), rng, count, "odd")
        opened = left_open(op, path, sizes, count)
        compared(op, path, tile, told, opened, rng, count, "open")
    for k, x in enumerate(op.inputs):
        if not x.shape.is_tuple and 0 not in x.shape.dimensions:
            sizes = [random.randint(1, n + 1) for n in x.shape.dimensions]
            found = brute.assert_writes(op, k, sizes, rng)
            count.update({f"written: {name}": n for name, n in found.items()})


def main() -> int:
    n, seed = (int(a) for a in (*sys.argv[1:3], *("1000", "0")[len(sys.argv) - 1 :]))
    count, wrong = Counter(), 0
    for k in range(n):
        random = Random(f"{seed}/{k}")
        op = MAKERS[k % len(MAKERS)](random)
        try:
            check(op, random, count)
        except AssertionError as e:
            wrong += 1
            print(f"{seed}/{k}: {e}\n")
    for what, number in sorted(count.items()):
        print(f"{number:7,} {what}")
    print(f"{wrong} of {n:,} operations are wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
