"""Layouts against their definitions: random ones, and those of the dumps.

    python benchmarks/verify_layouts.py [SHARED] [--count 10000] [--seed 0]

Random shapes of rank 0 to 5, sizes of zero and one among them, any order of dimensions, up to three
tiles, `*`, and tail padding. For each: the map equals the formula of XLA's "Tiled layout" (written
here once more, from the document), the formula equals pad, reshape and transpose in NumPy,
unpack(pack(a)) == a, the inverse map is exact, the padding is what is left, and a random slice has
the runs and tiles that are counted by force.

Then every shape in the dumps of SHARED/data/hlo (default: `$SHARED`, or `shared` beside the
checkout; those of nbs/data where there is none) gets its map, its inverse and its sizes. Exits with 1 at any difference.

Short form: --count 100
"""
from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from math import prod
from pathlib import Path
from time import perf_counter

import numpy as np
from common import ROOT, SHARED

import indexing_tools.tiling.relayout  # noqa: F401 - gives shapes pack and unpack
from indexing_tools import Instruction, read_program
from indexing_tools.layouts.shape import UNBOUNDED, Layout, Shape, Tile



def formula(index: list, sizes: list[int], tiles: list[tuple[int, ...]]):
    "The linear index, by the document: a tile cuts the last sizes, after `*` has merged some."
    if not tiles:
        return sum(e * prod(sizes[i + 1 :]) for i, e in enumerate(index))
    tile, e, d = list(tiles[0]), list(index), list(sizes)
    e, d = [0] * (len(tile) - len(d)) + e, [1] * (len(tile) - len(d)) + d
    tile = [0] * (len(d) - len(tile)) + tile
    while -1 in tile:
        i = tile.index(-1)
        e[i : i + 2], d[i : i + 2] = [e[i] * d[i + 1] + e[i + 1]], [d[i] * d[i + 1]]
        del tile[i]
    k = tile.count(0)
    which = [x // t for x, t in zip(e[k:], tile[k:])]
    within = [x % t for x, t in zip(e[k:], tile[k:])]
    grid = [(n + t - 1) // t for n, t in zip(d[k:], tile[k:])]
    return formula([*e[:k], *which, *within], [*d[:k], *grid, *tile[k:]], tiles[1:])


def random_shape(choose: random.Random) -> Shape:
    "A small one."
    rank = choose.randint(0, 5)
    sizes = [choose.choice([1, 1, 2, 3, 4, 5, 7, 9] + [0] * (choose.random() < 0.1)) for _ in range(rank)]
    order, tiles, dims = list(range(rank)), [], max(rank, 1)
    choose.shuffle(order)
    for _ in range(choose.randint(0, 3)):
        more = [choose.choice([-1, 1, 2, 3, 4]) for _ in range(choose.randint(0, min(dims, 6) - 1))]
        tiles.append(Tile((*more, choose.choice([1, 2, 3, 4, 5, 8]))))
        dims += len(tiles[-1].dimensions) - 2 * more.count(-1)
    layout = Layout(tuple(order), tuple(tiles), tail_padding_alignment_in_elements=choose.choice([1, 1, 1, 7, 16]))
    return Shape.array("f32", tuple(sizes), layout)


def random_slices(choose: random.Random, s: Shape) -> tuple:
    "A slice or an integer in each dimension."
    return tuple(
        choose.choice([slice(None), slice(choose.randint(0, n), None, choose.choice([1, 2, 3, 5])), slice(None, None, -2)])
        if choose.random() < 0.8 or not n
        else choose.randrange(n)
        for n in s.dimensions
    )


def runs(places: np.ndarray) -> tuple[tuple[int, int], ...]:
    "Lengths of the runs of neighbours, and how many there are of each; longest first."
    ordered = np.sort(places.ravel())
    parts = np.split(ordered, np.flatnonzero(np.diff(ordered) != 1) + 1) if ordered.size else []
    return tuple(sorted(Counter(map(len, parts)).items()))[::-1]


def tiles(s: Shape, index: list[np.ndarray], where: tuple) -> int:
    "How many tiles a slice touches."
    step = s.tiling[0]
    number = np.zeros(s.dimensions, np.int64)
    for coordinate, size in zip(s.tile_map()(index) if s.size else (), step.uncut + step.grid):
        number = number * size + coordinate
    return len(np.unique(np.asarray(number[where])))


def check(s: Shape, where: tuple) -> str | None:
    "What is wrong with one layout, or with what is said of a slice."
    order = s.minor_to_major[::-1]
    index, everywhere = list(np.indices(s.dimensions)), np.arange(s.padded_size)
    sizes = [tile.dimensions for tile in s.layout.tiles]
    place = np.asarray(formula([index[i] for i in order], [s.dimensions[i] for i in order], sizes))
    place = np.broadcast_to(place, s.dimensions)
    array = np.arange(1, s.size + 1, dtype=np.float32).reshape(s.dimensions)
    buffer, held = s.pack(array), np.zeros(s.padded_size, bool)
    held[place] = True
    inverse = s.inverse_map()
    checks = {
        "offsets": np.array_equal(s.offsets(), place),
        "map": not s.size or np.all(s.map()(index)[0] == place),
        "NumPy chain": np.array_equal(s.pad_reshape_transpose()(array), buffer),
        "pack": np.array_equal(buffer[place], array) and not buffer[~held].any(),
        "unpack": np.array_equal(s.unpack(buffer), array),
        "inverse domain": np.all(inverse.contains((everywhere,)) == held),
        "inverse": not s.size or all(np.all(a == b) for a, b in zip(inverse((place,)), index)),
        "padding": np.all(s.padding.contains((everywhere,)) != held),
        "padding count": s.padding.count() == int((~held).sum()) == s.padded_size - s.size,
        "runs": s.contiguous_runs(where).lengths == runs(np.asarray(place[where])),
        "tiles": not s.tiling or s.tiles_touched(where) == tiles(s, index, where),
    }
    return next((name for name, holds in checks.items() if not holds), None)


def array_shapes(shape: Shape) -> list[Shape]:
    "The arrays in a shape."
    return [a for e in shape.elements for a in array_shapes(e)] if shape.elements else [shape] * shape.is_array


def shapes_of(op: Instruction) -> list[Shape]:
    return array_shapes(op.shape)


def verify_dumps(folder: Path) -> int:
    "Map every shape of the dumps; how many fail."
    shapes: set[Shape] = set()
    files = sorted(folder.rglob("*.hlo"))
    for path in files:
        program = read_program(path)
        shapes |= {s for f in program.functions.values() for op in f.instructions for s in shapes_of(op)}
    failed, start = 0, perf_counter()
    for shape in shapes:
        if UNBOUNDED in shape.dimensions:
            continue
        corner = tuple(n - 1 for n in shape.dimensions)
        there = shape.map()(corner) if shape.size else (0,)
        back = shape.inverse_map()(there) if shape.size else corner
        ok = back == corner and (not shape.size or shape.linear_index(corner) == there[0])
        failed += not ok or shape.padding.count() != shape.padded_size - shape.size
    taken = perf_counter() - start
    print(f"{len(files)} dumps, {len(shapes)} different array shapes: maps, inverses, padding in {taken:.2f} s, {failed} failed")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    choose, failed, start = random.Random(given.seed), 0, perf_counter()
    for _ in range(given.count):
        shape = random_shape(choose)
        if (wrong := check(shape, random_slices(choose, shape))) is not None:
            failed += 1
            print(f"{shape}: {wrong}")
    print(f"{given.count} random layouts in {perf_counter() - start:.1f} s, {failed} failed")
    folders = given.shared / "data" / "hlo", ROOT / "nbs" / "data" / "hlo"
    failed += verify_dumps(next(folder for folder in folders if folder.is_dir()))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
