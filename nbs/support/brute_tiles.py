"""What a tile reads, found by going through all elements: the oracle for propagated tiles.

    assert_reads(op, sizes, rng)       tiles_read of every tile, against the operation's maps
    assert_writes(op, k, sizes, rng)   tiles_written of every tile of input `k`, the same
    elements(tiles, ids, held)         the elements of a union of tiles, at values of the program

Values that the program computes are random (`both_ways.Held`).
"""

from itertools import product

import numpy as np

from indexing_tools.tiles.symbolic_tiles import TilingDimension, TilingSpace, ranges_at
from indexing_tools.tiles.propagation import tiles_read, tiles_written
from indexing_tools.indexing.instruction_indexing import UNKNOWN
from support.both_ways import Held, _value


def runtime_values(tile, ids, held):
    "The values of a tile's runtime variables, each at its place, clamped."
    found = []
    for v in tile.runtime_variables:
        array = held[v.instruction]
        symbols = [n or 0 for n in tile.space.tile_sizes] + found
        index = tuple(int(e.evaluate(ids, symbols)) for e in v.index)
        index = tuple(min(max(i, 0), n - 1) for i, n in zip(index, array.shape))
        found.append(min(max(int(array[index]), v.bounds.lower), v.bounds.upper))
    return found


def elements(tiles, ids, held):
    "The indices of the elements of all tiles, without those that are masked."
    found = set()
    for t in tiles:
        found |= set(product(*ranges_at(t, ids, runtime_values(t, ids, held))))
    return found


def reached(way, points, sizes, held, ranges={}):
    """The indices that a map finds from some points (a row each), inside of an array of `sizes`.

    `ranges`: the values of some range variables, by position; all values of all others.
    """
    m = way.map
    if m.is_known_empty or not len(points):
        return set()
    every = [range(v.bounds.lower, v.bounds.upper + 1) for v in m.range_variables]
    axes = [np.array(ranges.get(i, r), dtype=np.int64) for i, r in enumerate(every)]
    grid = [a.ravel() for a in np.meshgrid(*axes, indexing="ij")] if axes else []
    count = grid[0].size if grid else 1
    d = [np.repeat(c, count) for c in points.T]
    s = [np.tile(c, len(points)) for c in grid]
    rt = [_value(v, d, s, held) for v in way.runtime_variables]
    inside = np.broadcast_to(m.contains(d, s, rt), count * len(points)).copy()
    index = [np.broadcast_to(x, inside.shape) for x in m(d, s, rt, check=False)]
    for x, n in zip(index, sizes):
        inside &= (x >= 0) & (x < n)
    if not index:
        return {()} if inside.any() else set()
    return set(map(tuple, np.array([x[inside] for x in index]).T.tolist()))


def space_of(shape, sizes):
    "The elements of an array as a space, in tiles of these sizes."
    dims = tuple(TilingDimension(n) for n in shape.dimensions)
    return TilingSpace(dims).with_tile_sizes(sizes)


def _points(tile, ids):
    axes = [np.array(r, dtype=np.int64) for r in ranges_at(tile, ids)]
    return np.stack([a.ravel() for a in np.meshgrid(*axes, indexing="ij")], -1) if axes else np.zeros((1, 0), int)


def _compare(name, tiles, ways, tile, sizes, held, is_tighter=False):
    "Compare for every tile; `is_tighter`: the maps say too much. Is the answer exact?"
    for ids in np.ndindex(*tile.space.grid):
        want = set().union(*(reached(w, _points(tile, ids), sizes, held) for w in ways))
        have = elements(tiles, ids, held)
        wrong = have - want if is_tighter else want ^ have if tiles.exact else want - have
        assert not wrong, f"{name}\ntile sizes {tile.space.tile_sizes}, tile {ids}\n{ways}\n" + "\n".join(
            map(str, tiles)) + f"\nexact {tiles.exact}; missing {sorted(want - have)[:9]}, too many {sorted(have - want)[:9]}"
    return tiles.exact


def _name(op):
    return "\n".join([*(str(f) for f in op.called[:1]), str(op)])


def assert_reads(op, sizes, rng, path=None):
    "Compare all tiles of an output; returns how many inputs were answered exactly, roughly, not at all."
    path = op.shape.paths[0] if path is None else path
    held, count = Held(rng), {"exact": 0, "roughly": 0, "not": 0}
    space = space_of(op.shape.at(path), sizes)
    tile = space.tile(range(space.rank))
    told = op.output_to_input(path or 0)
    for k, tiles in tiles_read(op, tile, path).items():
        ways = told.inputs[k]
        if tiles.reason is not None:
            count["not"] += 1
            continue
        assert ways is not UNKNOWN
        exact = _compare(f"{_name(op)} input {k}", tiles, ways, tile, tiles.shape.dimensions, held, op.opcode == "scan" and not all(w.exact for w in ways))
        count["exact" if exact else "roughly"] += 1
    return count


def assert_writes(op, k, sizes, rng):
    "Compare all tiles of input `k`, an array."
    held, count = Held(rng), {"exact": 0, "roughly": 0, "not": 0}
    space = space_of(op.inputs[k].shape, sizes)
    tile = space.tile(range(space.rank))
    there = op.input_to_output(k)
    for (path, tiles), ways in zip(tiles_written(op, tile, k).items(), there.outputs):
        if tiles.reason is not None:
            count["not"] += 1
            continue
        exact = _compare(f"{_name(op)} input {k} to {path}", tiles, ways, tile, tiles.shape.dimensions, held, op.opcode == "scan" and not all(w.exact for w in ways))
        count["exact" if exact else "roughly"] += 1
    return count
