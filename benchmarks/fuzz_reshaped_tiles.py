"""Do tiles of reshapes and bitcasts hold the right elements? Random arrays, random tiles, all elements counted.

    python benchmarks/fuzz_reshaped_tiles.py [--count N] [--seed N]

Four kinds of cases, N of each: reshapes of tiles with any offsets, strides (negative and zero ones too), ends, sizes and values that
the program computes; the same where no tile is looked at by itself, so that intervals and divisors have to decide; bitcasts between
layouts, most of them with tiles that no plain bitcast leaves alone; and tiles whose sizes are not chosen, for all sizes that meet
their constraints. The union has to hold every element at the right place once, and no others; a superset that says so may hold more,
and is counted. Exit status 1 if anything is wrong.

Short form: --count 60
"""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np

import indexing_tools.tiles.evenly_spaced as spaced
from indexing_tools.tiles.reshaped_tiles import bitcast_tiles, reshaped_tiles
from indexing_tools.tiles.symbolic_tiles import (
    DimTile, SymbolicTile, TileRuntimeVariable, TilingDimension, TilingSpace, ranges_at,
)
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.expr import constant, dim, maximum, minimum, symbol
from indexing_tools.maps.simplify import Interval

COUNTS = (1, 2, 6, 12, 16, 24, 36, 48, 60, 72, 84, 96, 120, 144)
LAYOUTS = ("(2,4)", "(4)", "(2,2)", "(3,2)", "(2,4)(2,1)", "(*,4)")


def shape_of(sizes, layout=""):
    "An array of these sizes."
    return Shape.parse(f"f32[{','.join(map(str, sizes))}]{layout}")


def random_sizes(count, random, rank=4):
    "A shape with so many elements."
    sizes = [1] * random.randint(1, rank)
    for p in (2, 2, 2, 2, 3, 3, 5, 7):
        if count % p == 0:
            sizes[random.randrange(len(sizes))] *= p
            count //= p
    return tuple(sizes)


def space_of(sizes):
    return TilingSpace(tuple(map(TilingDimension, sizes)))


def random_tile(random, sizes):
    "A tile of an array: a plain one, or one whose offsets, strides and ends are anything."
    chosen = [random.choice([1, 2, 3, 4, n, max(1, n // 2), random.randint(1, n + 2)]) for n in sizes]
    space = space_of(sizes).with_tile_sizes(chosen)
    plain = space.tile(range(len(sizes)))
    if random.random() < 0.4:
        return plain
    runtime: list[TileRuntimeVariable] = []
    dims = []
    for i, (d, n) in enumerate(zip(plain.dimensions, sizes)):
        dims.append(wild(random, d, n, i, space, runtime) if random.random() < 0.5 else d)
    return SymbolicTile(space, tuple(dims), tuple(runtime))


def wild(random, d, n, i, space, runtime):
    "Another tile of a dimension."
    stride, shift = random.choice([1, 1, 2, 3, -1, -2, 0]), random.randint(-2, 3)
    offset = d.offset * (stride or 1) + (shift if stride >= 0 else n - 1 + shift)
    if random.random() < 0.2:
        runtime.append(TileRuntimeVariable(Interval(0, random.randint(0, 3))))
        offset = offset + symbol(space.rank + len(runtime) - 1)
    upper = random.choice([constant(n), constant(max(0, n - random.randint(0, 2))), minimum(offset + 3, n)])
    upper = upper - dim(random.randrange(space.rank)) if random.random() < 0.1 else upper
    lower = random.choice([constant(0), constant(0), constant(1), maximum(offset + 1, 0)])
    size = minimum(d.size, dim(i) + 1) if random.random() < 0.1 else d.size
    return DimTile(offset.canonicalize(), size, constant(stride), upper, lower)


def points(tile):
    "The numbers of tiles, with the values that the program may compute."
    values = [range(v.bounds.lower, v.bounds.upper + 1) for v in tile.runtime_variables]
    return product(product(*map(range, tile.space.grid)), product(*values))


def elements(tile, at, sizes):
    "The indices of the tile's elements that the array has."
    return list(product(*([x for x in r if 0 <= x < n] for r, n in zip(ranges_at(tile, *at), sizes))))


def verdict(tile, found, sizes, place):
    """Is the union what it says, for every tile? `wrong`, `exact` or `superset`.

    `place`: the index in the other array of an element, None for none.
    """
    for at in points(tile):
        want = sorted(x for i in set(elements(tile, at, sizes)) if (x := place(i)) is not None)
        got = sorted(i for t in found for i in product(*ranges_at(t, *at)))
        if got != want if found.exact else not set(want) <= set(got):
            return "wrong"
    return "exact" if found.exact else "superset"


def reshape(random):
    "A random reshape."
    count = random.choice(COUNTS)
    before, after = random_sizes(count, random), random_sizes(count, random)
    after = () if count == 1 and random.random() < 0.3 else after
    tile = random_tile(random, before)
    place = lambda i: tuple(map(int, np.unravel_index(np.ravel_multi_index(i, before), after))) if after else ()
    found = reshaped_tiles(tile, before, after, shape_of(after))
    return verdict(tile, found, before, place), found


def guessed_reshape(random):
    "A random reshape; no tile is looked at by itself."
    few, spaced._FEW = spaced._FEW, 0
    try:
        return reshape(random)
    finally:
        spaced._FEW = few


def random_layout(random, sizes, tiles):
    order = random.sample(range(len(sizes)), len(sizes))
    return shape_of(sizes, f"{{{','.join(map(str, order))}{tiles and ':T' + tiles}}}")


def random_array(random, tiles):
    return random_layout(random, [random.choice([1, 2, 2, 3, 4, 5, 6, 8]) for _ in range(random.randint(2, 4))], tiles)


def same_memory(random):
    "Two arrays of the same memory."
    while True:
        tiles = random.choice(LAYOUTS) if random.random() < 0.8 else ""
        source = random_array(random, tiles)
        for _ in range(200 if source.size <= 200 else 0):
            target = random_array(random, random.choice([tiles, tiles, ""]))
            if target.padded_size == source.padded_size and target.size <= 200:
                return source, target


def bitcast(random):
    "A random bitcast."
    source, target = same_memory(random)
    tile = random_tile(random, source.dimensions)
    found = bitcast_tiles(tile, source, target)
    (here,), (there,) = source.map().results, target.map().results
    holds = {there.evaluate(i): i for i in np.ndindex(target.dimensions)}
    return verdict(tile, found, source.dimensions, lambda i: holds.get(here.evaluate(i))), found


def unchosen(random):
    "A random reshape of tiles whose sizes are not chosen; some are those of a longer dimension."
    count = random.choice(COUNTS)
    before, after = random_sizes(count, random, 3), random_sizes(count, random, 3)
    space = space_of([n + random.choice([0, 0, 0, 4, 6]) for n in before])
    tile = space.tile(range(space.rank))
    dims = [shifted(random, d, n, s) for d, n, s in zip(tile.dimensions, before, space.sizes)]
    tile = SymbolicTile(space, tuple(dims))
    if random.random() < 0.3:  # there and back
        between = random_sizes(count, random, 3)
        there = reshaped_tiles(tile, before, between, shape_of(between))
        if len(there) != 1:
            return "several" if there else "refused", there
        found = reshaped_tiles(there[0], between, after, shape_of(after))
        constraints = there.constraints & found.constraints
    else:
        found = reshaped_tiles(tile, before, after, shape_of(after))
        constraints = found.constraints
    place = lambda i: tuple(map(int, np.unravel_index(np.ravel_multi_index(i, before), after)))
    every = list(product(*(range(1, n + 1) for n in before))) if found else []
    allowed = [sizes for sizes in every if constraints.is_satisfied(sizes)]
    for sizes in random.sample(allowed, min(10, len(allowed))):
        every = replace(found, tiles=tuple(of_sizes(t, sizes) for t in found))
        if verdict(of_sizes(tile, sizes), every, before, place) != "exact":
            return "wrong", found
    return "exact" if allowed else "for no sizes" if found else "refused", found


def shifted(random, d, length, size):
    "The tile of a part of a longer dimension, or of a dimension of which the end is missing."
    if size != length:
        shift = random.choice([0, length - size])
        return DimTile(d.offset + shift, d.size, d.stride, constant(length), constant(0))
    short = random.random() < 0.2
    return DimTile(d.offset, d.size, d.stride, constant(length - 1 - length // 3)) if short else d


def of_sizes(tile, sizes):
    "The tile for these sizes."
    chosen = {symbol(i): constant(n) for i, n in enumerate(sizes)}
    dims = [d.mapped(lambda e: e.substitute(chosen)) for d in tile.dimensions]
    return SymbolicTile(tile.space.with_tile_sizes(sizes), tuple(dims))


KINDS = {"reshapes": reshape, "guessed": guessed_reshape, "bitcasts": bitcast, "unchosen": unchosen}


def main() -> int:
    parser = argparse.ArgumentParser(description="Tiles of random reshapes and bitcasts")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", default="0")
    a = parser.parse_args()
    wrong = 0
    for kind, check in KINDS.items():
        verdicts, tiles = Counter(), 0
        for i in range(a.count):
            seed = f"{a.seed}/{kind}/{i}"
            outcome, found = check(Random(seed))
            verdicts["refused" if found.reason else outcome] += 1
            tiles += len(found)
            if outcome == "wrong":
                print(f"wrong: Random({seed!r})")
        wrong += verdicts["wrong"]
        print(f"{kind:10} {tiles / a.count:.2f} tiles each, {dict(verdicts)}")
    print(f"{wrong} wrong of {a.count * len(KINDS)}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
