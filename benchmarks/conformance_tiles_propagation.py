"""Tiles of operands and results: XLA's own test cases of both of its engines, each with a verdict.

Everything is compared as sets of elements, at many sizes of tiles and for many tiles; and with what
the operation's maps read, found by going through all elements. Verdicts: "equal" (XLA's very
expressions), "notation" (other expressions of the same sets), "answers" (XLA refuses; ours are the
elements that are read), "xla wrong" (XLA's are not, ours are), "failed".

Short form: none, conformance.py runs it
"""

import re
import sys
from itertools import islice, product
from math import prod
from random import Random

import numpy as np
from common import ROOT

sys.path += [str(ROOT / "nbs")]

from support.both_ways import Held
from support.brute_tiles import reached

from indexing_tools.tiles.symbolic_tiles import (
    DimTile,
    SymbolicTile,
    TilingDimension,
    TilingSpace,
    placed,
)
from indexing_tools.tiles.propagation import tiles_read, tiles_through, tiles_written
from indexing_tools.tiles.tiling_spaces import sequential_symbols, tiling_space
from indexing_tools.indexing.instruction_indexing import OperandIndexing
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.expr import AffineExpr, constant, dim, evaluate_all, symbol
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.programs.loaders.read import read_program

FEW, MANY = 12, 20_000  # tiles looked at for each choice of sizes; points gone through for a tile


# Where tiles lie


def ranges_of(exprs, ids, symbols, sizes):
    "The indices along each dimension, inside of the array; None if there are none."
    found = []
    for (offset, size, stride, upper, *low), n in zip(exprs, sizes):
        values = [int(v) for v in evaluate_all([offset, size, stride, upper, *low], ids, symbols)]
        found.append(inside(*values[:4], max([0, *values[4:]]), n))
    return tuple(found) if all(found) else None


def inside(first, count, step, end, low, size):
    "Numbers of a progression within bounds, in ascending order."
    end = min(end, size)
    if count < 1 or step == 0 or count == 1:
        return range(first, first + 1) if count > 0 and low <= first < end else range(0)
    if step < 0:
        first, step = first + (count - 1) * step, -step
    skipped = max(0, -((first - low) // step))
    count = min(count, -((first - end) // step))
    kept = range(first + skipped * step, first + count * step, step)
    return kept if len(kept) > 1 else range(kept[0], kept[0] + 1) if kept else kept


def boxes_of(tiles, ids, sizes, held):
    "The boxes of a union at values of the program; replicas are a dimension more."
    found = set()
    for t in tiles:
        chosen, runtime = [n or 0 for n in sizes], []
        for v in t.runtime_variables:
            at = tuple(int(e.evaluate(ids, chosen + runtime)) for e in v.index)
            array = held[v.instruction]
            at = tuple(min(max(i, 0), n - 1) for i, n in zip(at, array.shape))
            runtime.append(min(max(int(array[at]), v.bounds.lower), v.bounds.upper))
        dims = [*t.dimensions, *([] if t.replica is None else [t.replica])]
        limits = [*tiles.shape.dimensions, *([] if t.replica is None else [2**31])]
        found.add(ranges_of([d.expressions for d in dims], ids, chosen + runtime, limits))
    return found - {None}


def members(boxes):
    "The elements of all boxes."
    return {p for box in boxes for p in product(*box)}


def same(a, b):
    "Are two unions of boxes the same elements? None if they are too many to say."
    if a == b:
        return True
    if len(a) == len(b) == 1 or max(sum(prod(map(len, x)) for x in y) for y in (a, b)) > MANY:
        return False if len(a) <= 1 and len(b) <= 1 else None
    return members(a) == members(b)


# What is tiled


def names_of(rank):
    "XLA's names of a tile's variables."
    names = {f"tid_{i}": dim(i) for i in range(rank)} | {f"ts_{i}": symbol(i) for i in range(rank)}
    return names | {f"rt_{i}": symbol(rank + i) for i in range(9)}


def parsed(tile, rank):
    "Expressions of a tile of XLA's, a row for each dimension."
    read = lambda text: AffineExpr.parse(text, names_of(rank))
    keys = ("offsets", "sizes", "strides", "upper_bounds")
    rows = [list(map(read, tile[k])) for k in keys]
    if replica := tile.get("replica_ids"):
        rows = [[*row, read(replica[k][0])] for row, k in zip(rows, keys)]
    return list(zip(*rows))


def start(case, op_shape, space):
    "The tile that a case begins with."
    if case["start"].startswith("root tile"):
        return SymbolicTile(space, tuple(map(space.dim_tile, range(op_shape.rank))))
    upper = [constant(n) for n in op_shape.dimensions]
    if "upper_bounds" in case:
        upper = [AffineExpr.parse(e, names_of(space.rank)) for e in case["upper_bounds"]]
    dims = [
        DimTile(dim(i) * symbol(i), symbol(i), constant(i + 1), upper[i])
        for i in range(op_shape.rank)
    ]
    return SymbolicTile(space, tuple(dims))


def chosen(tile, sizes):
    "The tile with these sizes."
    space = tile.space.with_tile_sizes(sizes)
    at = lambda e: e.replace(symbols=sizes).canonicalize()
    dims = [d.mapped(at) for d in tile.dimensions]
    return SymbolicTile(space, tuple(dims), tile.runtime_variables, tile.replica)


def choices(case, space):
    "Sizes of tiles to try."
    if isinstance(given := case.get("assign_tile_sizes"), list):
        return [tuple(given)]
    if given:
        return [tuple(2 if i == 1 else 1 for i in range(space.rank))]
    random, n = Random(case["id"]), space.rank
    some = [tuple(min(k, s) for s in space.sizes) for k in (1, 2, 3, 5)]
    some += [tuple(random.randint(1, min(s, 6)) for s in space.sizes) for _ in range(6)]
    whole = tuple(min(s, 33) for s in space.sizes)
    return list(dict.fromkeys([*some, whole])) if n else [()]


def some_ids(space, random):
    "Numbers of tiles: the first, the last, and others."
    last = tuple(n - 1 for n in space.grid)
    found = {(0,) * space.rank, last}
    found |= {tuple(random.randint(0, n) for n in last) for _ in range(FEW)}
    return sorted(found)


def points_of(tile, ids):
    "The indices of a tile's elements, a row each; None if they are many."
    ranges = [range(int(a), int(a + n * t), int(t)) for a, n, t in placed(tile, ids)]
    if prod(map(len, ranges)) > MANY:
        return None
    axes = [np.array(r, dtype=np.int64) for r in ranges]
    grid = np.meshgrid(*axes, indexing="ij")
    return np.stack([a.ravel() for a in grid], -1) if axes else np.zeros((1, 0), np.int64)


def brute(ways, tile, ids, shape, held, ranges):
    "What the maps find from the elements of a tile; None if these are many."
    points, found = points_of(tile, ids), set()
    if points is None:
        return None
    for way in ways:
        every = [ranges.get(i, range(v.bounds.size)) for i, v in enumerate(way.map.range_variables)]
        if len(points) * prod(map(len, every)) > MANY:
            return None
        found |= reached(replicated(way), points, [*shape.dimensions, 2**31], held, ranges)
    return found


def replicated(way):
    "The map with the replica as one more result."
    if way.replica_map is None:
        return way
    m = way.map
    both = m.with_(m.results + way.replica_map.results)
    return OperandIndexing(both, way.runtime_variables)


class Judge:
    "Collects what is found for one case."

    def __init__(self, case):
        self.case, self.held = case, Held(np.random.default_rng(1))
        self.random = Random(case["id"])
        self.op = None
        self.wrong, self.proved, self.compared, self.open = "", 0, 0, 0

    def look(self, ours, ways, tile, theirs=None, sequential=None, values=None):
        "Compare for all tiles of a choice of sizes: ours with what is read, theirs with ours."
        space, sizes = tile.space, tile.space.tile_sizes
        for ids in some_ids(space, self.random):
            have = boxes_of(ours, ids, sizes, self.held)
            where = f"tile sizes {sizes}, tile {ids}"
            ranges = {i: self.tile_range(space, k, ids) for i, k in (sequential or {}).items()}
            carries = self.op is not None and self.op.opcode == "scan"  # the maps say all before
            want = None if carries else brute(ways, tile, ids, ours.shape, self.held, ranges)
            if want is not None:
                mine = members(have)
                if tile.replica is not None:  # it comes with the tile
                    mine = {p[:-1] for p in mine}
                if (mine != want) if ours.exact else not want <= mine:
                    raise AssertionError(f"{where}: {len(mine)} elements, not {len(want)}")
                self.proved += ours.exact
            if theirs is None:
                continue
            symbols = [*sizes, *(values(ids) if values else ())]
            limits = [*ours.shape.dimensions, 2**31]
            box = ranges_of(theirs, ids, symbols, limits)
            says = set() if box is None else {box}
            equal = same(have, says)
            self.compared += 1
            if not equal:
                if want is None or not ours.exact or members(says) == want:
                    raise AssertionError(f"{where}: {list(have)} is not {list(says)}"[:300])
                self.wrong = self.wrong or f"{where}: {len(members(says))} elements, read are {len(want)}"

    @staticmethod
    def tile_range(space, k, ids):
        d = space.dim_tile(k)
        first, size = (int(e.evaluate(ids, space.tile_sizes)) for e in (d.offset, d.size))
        return range(first, min(first + size, space.dimensions[k].size))

    def verdict(self, is_text_equal, refused=False):
        "Of all that was compared."
        if self.wrong:
            return "xla wrong", self.wrong
        if refused:
            return ("answers", f"{self.proved} tiles proved") if self.proved else ("failed", "not proved")
        if not self.compared:
            return "failed", "nothing compared"
        return ("equal", "") if is_text_equal else ("notation", f"{self.compared} tiles compared")


def place_of(space, op, path, k):
    "The range variables of the maps of input `k` that are tiled: position -> dimension of the space."
    found = {}
    for (operand, position), j in sequential_symbols(op, path).items():
        at = space.number_of(op, op.shape.at(path).rank + j)
        if operand == k and at is not None:
            found[position] = at
    return found


def runtime_of(op, held):
    "XLA's rt_0, rt_1, ... of an operation: the start indices, clamped."
    if op.opcode != "dynamic_slice":
        return None
    room = [n - k for n, k in zip(op.operands[0].shape.dimensions, op.shape.dimensions)]

    def values(ids):
        return [min(max(int(held[x]), 0), r) for x, r in zip(op.operands[1:], room)]

    return values


def is_told_alike(tile, theirs):
    "Are these XLA's very expressions?"
    dims = [*tile.dimensions, *([] if tile.replica is None else [tile.replica])]
    mine = [d.expressions[:4] for d in dims]
    plain = lambda rows: [[e.canonicalize() for e in row] for row in rows]
    return plain(mine) == plain(theirs) and all(e is None for e in tile.lower_bounds)


# The newer engine


def target_of(case):
    "The instruction that a case is about, its space, and the output's path."
    entry = read_program(case["hlo"]).entry
    op = entry.root
    if case.get("instruction") == "operand(0) of root":
        op = op.operands[0]
    return op, tiling_space(entry), (case["output_index"],) if "output_index" in case else ()


def begun(case):
    "Instruction, output, and the tile that is propagated, perhaps through the root first."
    op, space, path = target_of(case)
    path = path or op.shape.paths[0]
    if "chain" in case.get("direction", "") or "then o2i" in case.get("start", ""):
        first = start(case, op.shape, space)
        return op, path, first, (0 if "operand(0)" in case.get("direction", "") else 1)
    if case["start"] == "tile 0 of the all_gather case":  # XLA's
        tile = start({"start": "test tile"}, op.shape, space)
        shard, place = (dim(1) * symbol(1)).floordiv(32), (dim(1) * symbol(1)) % 32
        one = constant(1)
        dims = (tile.dimensions[0], DimTile(place, symbol(1), constant(2), constant(32)),
                tile.dimensions[2])  # fmt: skip
        return op, path, SymbolicTile(space, dims, (), DimTile(shard, one, one, constant(2))), None
    return op, path, start(case, op.shape.at(path), space), None


def steps(op, path, tile, then):
    "The operation to look at, what it reads of the tile, and the tiles from which."
    if then is None:
        return op, path, [tile]
    found = tiles_read(op, tile, path)[then]
    return op.operands[then], (), list(found)


def read_inputs(case):
    "A tile of a result: the tiles of the operands that XLA expects."
    judge = Judge(case)
    op, path, tile, then = begun(case)
    if op.opcode == "ragged_dot":
        return ragged(case, op, tile)
    judge.op = op if path != (1,) else None
    alike = True
    for sizes in choices(case, tile.space):
        inner, where, tiles = steps(op, path, chosen(tile, sizes), then)
        for one in tiles if len(tiles) == 1 else ():  # XLA says one tile where there are two
            told = tiles_read(inner, one, where)
            alike &= look_at_all(judge, case, inner, where, one, told, tile)
    if then is None:
        told = tiles_read(op, tile, path)
        rank = tile.space.rank
        alike = all(
            len(told[x["index"]]) == 1 and is_told_alike(told[x["index"]][0], parsed(x, rank))
            for x in case["expected"]
        )
        symbolic(judge, case, op, path, tile, told)
    return judge.verdict(alike)


def ragged(case, op, tile):
    """XLA reads the rows below the size of a tile's group, of every group; but the group lies elsewhere.

    Shown by running: with groups of 32 row 100 of 256 is used, and no tile of XLA's has it.
    """
    random = np.random.default_rng(0)
    values = [random.standard_normal(x.shape.dimensions).astype(np.float32) for x in op.operands[:2]]
    groups = np.full(8, 32, np.int32)
    expected = {x["index"]: parsed(x, tile.space.rank) for x in case["expected"]}
    run = lambda x: np.asarray(op.function.program.run(x, values[1], groups))
    along = op.operands[0].shape.dimensions.index(256)
    changed = values[0].copy()
    changed[(slice(None),) * along + (100,)] += 1
    used = not np.array_equal(run(values[0]), run(changed))
    sizes = case.get("assign_tile_sizes", (32, 32, 32, 32)[: tile.space.rank])
    one = chosen(tile, sizes)
    told = tiles_read(op, one)
    space, mine, says = one.space, set(), set()
    limits = list(op.operands[0].shape.dimensions)
    for ids in product(*map(range, space.grid)):
        ours = ranges_of([d.expressions for d in told[0][0].dimensions], ids, sizes, limits)
        theirs = ranges_of(expected[0], ids, [*sizes, 32, 32], limits)
        mine |= set(ours[along]) if ours else set()
        says |= set(theirs[along]) if theirs else set()
    others = all(
        holds_all(
            ranges_of([d.expressions for d in told[k][0].dimensions], ids, sizes, shape.dimensions),
            ranges_of(rows, ids, sizes, shape.dimensions),
        )
        for k, rows in expected.items()
        if k and not any(tile.space.rank in e.used_symbols for row in rows for e in row)
        for shape in [op.operands[k].shape]
        for ids in product(*map(range, space.grid))
    )
    if used and 100 in mine and 100 not in says and others:
        return "xla wrong", f"row 100 is used (by running); XLA's tiles have rows up to {max(says)}"
    return "failed", f"used {used}, ours {100 in mine}, theirs {100 in says}, other operands {others}"


def holds_all(box, inner):
    "Does a box hold another? Of the group sizes we read all: where a group begins they tell together."
    return inner is None or (box is not None and all(set(b) <= set(a) for a, b in zip(box, inner)))


def look_at_all(judge, case, op, path, tile, told, symbolic_tile):
    "All operands for one choice of sizes."
    known = op.output_to_input(path or 0)
    expected = {x["index"]: x for x in case.get("expected", ())}
    if set(expected) - set(told):
        raise AssertionError(f"nothing is said of {set(expected) - set(told)}")
    alike = True
    for k, tiles in told.items():
        if tiles.reason is not None:
            raise AssertionError(tiles.reason)
        ways = known.inputs[k]
        theirs = parsed(expected[k], tile.space.rank) if k in expected else None
        values = runtime_of(op, judge.held)
        judge.look(tiles, ways, tile, theirs, place_of(tile.space, op, path, k), values)
    return alike


def symbolic(judge, case, op, path, tile, told):
    "What was found with sizes left open, at chosen sizes."
    for sizes in choices(case, tile.space):
        space = tile.space.with_tile_sizes(sizes)
        for k, tiles in told.items():
            if tiles.reason is not None or not tiles.constraints.is_satisfied(sizes):
                continue
            for ids in islice(some_ids(space, judge.random), FEW):
                at_once = tiles_read(op, chosen(tile, sizes), path)[k]
                have, want = (boxes_of(x, ids, sizes, judge.held) for x in (tiles, at_once))
                if same(have, want) is False and tiles.exact:
                    raise AssertionError(f"sizes left open, then {sizes}, tile {ids}: {have} is not {want}"[:300])


def written_outputs(case):
    "A tile of an operand: the tiles of the results that XLA expects."
    judge = Judge(case)
    op, space, _ = target_of(case)
    judge.op = op
    k = case["operand"]
    shape = op.inputs[k].shape
    shape = shape.at(op.input_to_output(k).outputs[0][0].element) if shape.is_tuple else shape
    tile = start(case, shape, space)
    expected = {x["index"]: parsed(x, space.rank) for x in case["expected"]}
    there = op.input_to_output(k)
    for sizes in choices(case, space):
        one = chosen(tile, sizes)
        for i, (tiles, ways) in enumerate(zip(tiles_written(op, one, k).values(), there.outputs)):
            judge.look(tiles, ways, one, expected.get(i))
    told = list(tiles_written(op, tile, k).values())
    return judge.verdict(all(is_told_alike(told[i][0], x) for i, x in expected.items()))


def accepted(case):
    "XLA answers, it is not said what."
    judge = Judge(case)
    op, path, tile, then = begun(case)
    for sizes in choices(case, tile.space):
        inner, where, tiles = steps(op, path, chosen(tile, sizes), then)
        for one in tiles:
            look_at_all(judge, {}, inner, where, one, tiles_read(inner, one, where), tile)
    return ("equal", "") if judge.proved else ("failed", "not proved")


def refused(case):
    "XLA refuses; here every tile is what is read."
    if case["direction"] == "i2o":
        judge = Judge(case)
        op, space, _ = target_of(case)
        there, k = op.input_to_output(case["operand"]), case["operand"]
        tile = start(case, op.inputs[k].shape, space)
        for sizes in choices(case, space):
            one = chosen(tile, sizes)
            for tiles, ways in zip(tiles_written(op, one, k).values(), there.outputs):
                judge.look(tiles, ways, one)
        return judge.verdict(False, True)
    judge = Judge(case)
    op, path, tile, then = begun(case)
    for sizes in choices(case, tile.space):
        inner, where, tiles = steps(op, path, chosen(tile, sizes), then)
        for one in tiles:
            look_at_all(judge, {}, inner, where, one, tiles_read(inner, one, where), tile)
    return judge.verdict(False, True)


# The older engine: one tile, at the beginning, with its sizes as variables


def old_maps(expected):
    "Offset, size and stride of a symbolic tile, as expressions."
    return [map_of(expected[k]) for k in ("offset_map", "size_map", "stride_map")]


def map_of(text):
    "The results of `(d0, d1)[s0] -> (...)` as expressions; s0, s1 are values of the program."
    inner = text.split("->", 1)[1].strip()[1:-1]
    parts, depth, last = [], 0, ""
    for c in inner + ",":
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(last)
            last = ""
        else:
            last += c
    return [AffineExpr.parse(p.strip()) for p in parts if p.strip()]


def holds(text, sizes):
    "Do sizes of tiles meet XLA's constraints?"
    if not text:
        return True
    one = re.compile(r"(.*) in \[(-?\d+), (-?\d+)\]")

    def is_met(part):
        e, low, high = one.fullmatch(part.strip()).groups()
        return int(low) <= AffineExpr.parse(e).evaluate(sizes) <= int(high)

    return any(all(map(is_met, some.split(" && "))) for some in text.split(" || "))


def old_ways(case):
    "The maps of a case, the sizes of what is tiled, and the shape of what is read."
    if "map" in case:
        m = IndexingMap.parse(case["map"])
        shape = Shape("f32", tuple(b.upper + 1 for b in m.result_ranges()))
        return [OperandIndexing(m)], [v.bounds.size for v in m.dim_variables], shape, None
    entry = read_program(case["hlo"]).entry
    op, path = entry.root, entry.root.shape.paths[case.get("output_id", 0)]
    k = case["operand"]
    ways = op.output_to_input(path or 0).inputs[k]
    return ways, list(op.shape.at(path).dimensions), op.operands[k].shape, (op, path, k)


def old_tiles(tile, ways, shape, at):
    "What a tile reads."
    if at is None:
        return tiles_through(ways[0], tile, shape)
    op, path, k = at
    return tiles_read(op, tile, path)[k]


def old_choices(extents, case):
    "Sizes of tiles to try: small ones, divisors, all."
    random = Random(case["id"])
    small = [[d for d in (1, 2, 3, 4, 6, 8, 12) if d <= n] for n in extents]
    found = [tuple(random.choice(x) for x in small) for _ in range(24)]
    found += [tuple(min(k, n) for n in extents) for k in (1, 2, 4)]
    if prod(extents) <= MANY:
        found.append(tuple(extents))
    return list(dict.fromkeys(found))


def cut_down(case):
    "The case with 8 elements instead of 50304 along dimensions that stand alone, to go through all."
    if "map" not in case or "50303" not in case["map"]:
        return case
    text = lambda e: e.replace("50304", "8").replace("50303", "7")
    expected = case["expected"] and {k: text(v) for k, v in case["expected"].items()}
    return {**case, "map": text(case["map"]), "expected": expected}


def old_symbolic(case):
    "A symbolic tile of the older engine, where its constraints allow it."
    case = cut_down(case)
    judge = Judge(case)
    ways, extents, shape, at = old_ways(case)
    expected = case["expected"]
    space = TilingSpace(tuple(map(TilingDimension, extents)))
    theirs = old_maps(expected) if expected else None
    compared = 0
    for sizes in old_choices(extents, case):
        concrete = space.with_tile_sizes(sizes)
        tile = concrete.tile(range(concrete.rank))
        tiles = old_tiles(tile, ways, shape, at)
        if tiles.reason is not None:
            return "failed", tiles.reason
        judge.look(tiles, ways, tile)
        if theirs and holds(expected.get("constraints"), sizes):
            compared += old_base(judge, tiles, ways, tile, theirs, sizes, shape)
    if expected is None:
        return judge.verdict(False, True)
    if judge.wrong:
        return "xla wrong", judge.wrong
    if not compared:
        return "failed", "nothing compared"
    told = old_tiles(space.tile(range(space.rank)), ways, shape, at)
    alike = len(told) == 1 and old_alike(told[0], theirs, extents)
    return ("equal", "") if alike else ("notation", f"{compared} sizes compared")


def old_base(judge, tiles, ways, tile, theirs, sizes, shape):
    "XLA's tile at the beginning against ours; 1 if it was compared."
    ids = (0,) * tile.space.rank
    rts = len(ways[0].runtime_variables)
    held = judge.held
    want = brute(ways, tile, ids, shape, held, {})
    values = []
    for v in ways[0].runtime_variables[:rts]:
        place = v.map((0,) * tile.rank, (), (), check=False)
        array = held[v.instruction]
        value = int(array[tuple(int(i) for i in place)])
        values.append(min(max(value, v.clamp.lower), v.clamp.upper))
    numbers = [[int(e.evaluate(sizes, values)) for e in part] for part in theirs]
    rows = zip(*numbers, shape.dimensions)
    box = tuple(inside(first, count, step, 2**31, 0, extent) for first, count, step, extent in rows)
    says, mine = {box} if all(map(len, box)) else set(), boxes_of(tiles, ids, sizes, held)
    if (equal := same(says, mine)) is True:
        return 1
    if equal is None or want is None:
        return 0
    text = f"tile sizes {sizes}: {len(members(says))} elements, read are {len(want)}"
    if members(mine) != want:
        raise AssertionError(text + f", ours {len(members(mine))}")
    judge.wrong = judge.wrong or text
    return 1


def old_alike(tile, theirs, extents):
    "Are our offset (of the first tile), size and stride XLA's very expressions?"
    first = lambda e: e.replace(dims=[0] * len(extents)).canonicalize()
    sized = lambda e: e.replace(dims=[symbol(i) for i in range(len(extents))],
                                symbols=[symbol(len(extents) + i) for i in range(9)]).canonicalize()  # fmt: skip
    mine = [tile.offsets, tile.sizes, tile.strides]
    return [[first(e) for e in part] for part in mine] == [[sized(e) for e in p] for p in theirs]


def old_sizes(case):
    "The sizes of the operands' tiles."
    op = read_program(case["hlo"]).entry.root
    space = TilingSpace(tuple(map(TilingDimension, op.shape.dimensions)))
    told = tiles_read(op, space.with_tile_sizes(case["output_tile_sizes"]).tile(range(space.rank)))
    for k, want in enumerate(case["expected"].values()):
        (tile,) = told[k]
        if [e.value for e in tile.sizes] != want:
            return "failed", f"{tile.sizes} is not {want}"
    return "equal", ""


def old_strides(case):
    "The strides of an operand's tile; of a single element (XLA: 0) it is any."
    op = read_program(case["hlo"]).entry.root
    space = TilingSpace(tuple(map(TilingDimension, op.shape.dimensions)))
    tile = space.with_tile_sizes(case["tile_sizes"]).tile(range(space.rank))
    (told,) = tiles_read(op, tile)[case["operand"]]
    found = [0 if n.value == 1 else s.value for n, s in zip(told.sizes, told.strides)]
    same_of = [w in (f, 0) if f == 0 else w == f for f, w in zip(found, case["expected"])]
    single = [w for f, w in zip(found, case["expected"]) if f == 0]
    if not all(s or f == 0 for s, f in zip(same_of, found)):
        return "failed", f"strides {found}, not {case['expected']}"
    return ("equal", "") if not any(single) else ("notation", "a single element has any stride")


def old_print(case):
    "A printed tile: the map in it is propagated, and compared with the tile."
    text = case["expected_text"]
    pick = lambda name: re.search(rf"{name}: (.*)", text)[1]
    m = IndexingMap.parse(re.search(r"indexing map: (.*\d\])", text)[1])
    expected = {k: pick(k) for k in ("offset_map", "size_map", "stride_map")}
    plain = IndexingMap.of(m.results, m.dim_variables) if hasattr(m, "dim_variables") else m
    return old_symbolic({"id": case["id"], "map": str(plain), "expected": expected})


KINDS = {
    "tile_prop_o2i": read_inputs,
    "tile_prop_i2o": written_outputs,
    "tile_prop_ok": accepted,
    "tile_prop_error": refused,
    "symbolic_tile": old_symbolic,
    "symbolic_tile_map": old_symbolic,
    "symbolic_tile_sizes_eval": old_sizes,
    "symbolic_tile_stride_eval": old_strides,
    "symbolic_tiled_hlo_print": old_print,
}
