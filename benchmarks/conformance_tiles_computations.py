"""Tiled computations: XLA's own test cases of fusions in tiles, each with a verdict.

Verdicts: "equal" (the same text, but for `%`, layouts and the numbers that XLA's parser adds to names; or the same offsets, sizes
and strides for every program); "notation" (tiles with the same elements of the array for every program and all runtime values);
"answers" (XLA refuses; computed tile by tile from our tiles alone the result is the interpreter's, with two kinds of nonsense
outside of the tiles); "failed", with what was found.

Short form: none, conformance.py runs it
"""

import json
import re
from itertools import product
from math import prod

import numpy as np
from conformance_tiles_spaces import EQUAL, compared, refusal, squeezed, tiled

from indexing_tools.tiles import tiled_execution as tile_by_tile  # noqa: F401
from indexing_tools.tiles.schedules import transposed_order
from indexing_tools.tiles.symbolic_tiles import placed, tile_text
from indexing_tools.tiles.constraints import TileConstraints
from indexing_tools.tiles.propagation import tiles_read
from indexing_tools.tiles.tiled_computations import Walked, tiled_computation
from indexing_tools.tiles.tiled_text import TiledLines, regions_of, tiled_text
from indexing_tools.maps.expr import AffineExpr, dim, symbol
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.programs.model import Function
from indexing_tools.programs.loaders.read import read_program


# ---------------------------------------------------------------------------- proofs


def values_for(shapes):
    "Small random numbers of these shapes, without zeros."
    random = np.random.default_rng(1)
    made = []
    for s in shapes:
        kind, values = s.element_type, random.integers(1, 8, s.dimensions)
        made.append(values.astype(kind.dtype))
    return made


def is_whole(of, sizes=None, output=0):
    "Is what the tiles make what the program makes? Why not, or nothing."
    found = tiled_computation(of, sizes, output)
    if found.refusals:
        return f"refused: {found.refusals[0][1]}"
    body = Walked(of).body
    names = of.operands if body is None else body.parameters
    arrays = values_for([x.shape for x in names])
    whole = body.program.run(*arrays, function=body)
    for poison in range(2):
        made = found.run(*arrays, poison=poison)
        pairs = zip(made, whole) if isinstance(whole, tuple) else [(made, whole)]
        if not all(np.allclose(np.asarray(a, float), np.asarray(b, float), rtol=1e-3) for a, b in pairs):
            return f"the tiles of sizes {sizes} do not make the whole"
    return ""


def proved(of, all_sizes, what, output=0):
    "XLA refuses, and the tiles of all these sizes make the whole."
    for sizes in all_sizes:
        if why := is_whole(of, sizes, output):
            return "failed", why
    return "answers", f"{what}: run with tiles of {', '.join(map(str, all_sizes))}"


# ---------------------------------------------------------------------------- tiles by value


def clipped(offset, size, stride, upper, shape):
    "The elements of a progression that an array of `shape` has: first, count and step, if any."
    step = np.where(size <= 1, 1, np.where(stride == 0, 1, stride))
    down = step < 0
    first = np.where(down, offset + (size - 1) * step, offset)
    step = np.abs(step)
    skipped_ = np.maximum(0, -(first // step))
    upper = np.minimum(upper, shape)
    count = np.maximum(0, np.minimum(size, -((first - upper) // step)) - skipped_)
    first = first + skipped_ * step
    none = count == 0
    return np.where(none, 0, first), count, np.where(count <= 1, 1, step)


def own_elements(tile, sizes, ids, runtime):
    "The same of our tile."
    found = []
    for (first, count, step), n in zip(placed(tile, ids, runtime), sizes):
        found.append(clipped(first, count, step, np.asarray(n), n))
    return found


def same_elements(a, b):
    "Are two lists of (first, count, step) the same boxes? An empty dimension empties all."
    if not a:
        return True
    broadcast = lambda x: np.broadcast_arrays(*[v for end in x for v in end])
    a, b = broadcast(a), broadcast(b)
    shape = np.broadcast_shapes(a[0].shape, b[0].shape)
    a, b = ([np.broadcast_to(v, shape) for v in x] for x in (a, b))
    empty_a, empty_b = ((np.min(x[1::3], axis=0) == 0) for x in (a, b))
    same = np.all([u == v for u, v in zip(a, b)], axis=0)
    return bool(((empty_a & empty_b) | (~empty_a & ~empty_b & same)).all())


def are_inside(a, b):
    "Do the boxes of `b`, whose progressions have step 1, hold those of `a`?"
    last = lambda end: end[0] + (end[1] - 1) * end[2]
    held = [(x[1] == 0) | ((y[2] == 1) & (x[0] >= y[0]) & (last(x) <= last(y))) for x, y in zip(a, b)]
    return bool(np.all(held))


# ---------------------------------------------------------------------------- tiled HLO text

LINE = re.compile(
    r"([\w.-]+?)(?:\.\d+)?\.tile_\d+ = [\w-]+\(([^)]*)\) offsets \[(.*?)\] sizes \[(.*?)\] strides \[(.*?)\]"
    r" upper bounds \[(.*?)\](?: lower bounds \[.*?\])?( replica ids)?"
)
BOUNDS = re.compile(r"(\d+) bounds: \[(-?\d+), (-?\d+)\]")


def read_lines(text):
    "The tiles of XLA's text: the name without numbers, and the columns of expressions."
    names = {f"tid_{i}": dim(i) for i in range(9)} | {f"rt_{i}": symbol(i) for i in range(9)}
    parts = lambda column: [AffineExpr.parse(e, names) for e in split_outside(column)]
    for found in LINE.finditer(re.sub(r"\s+", " ", text)):
        yield found[1], [parts(found[i]) for i in range(3, 7)]


def split_outside(column):
    "At the commas outside of parentheses."
    parts, depth, last = [], 0, 0
    for i, c in enumerate(column):
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            parts.append(column[last:i])
            last = i + 1
    return [p.strip() for p in [*parts, column[last:]] if p.strip()]


def computation_text(case):
    "By text; else tile for tile by value, each name's tiles as a set."
    apart = "TritonMulti" in case.get("option", "")
    found = tiled_computation(tiled(case), case["tile_sizes"], apart=apart)
    text = tiled_text(found, apart)
    if squeezed(text) == squeezed(case["expected_text"]):
        return EQUAL
    expected = case["expected_text"]
    bounds = {int(i): (int(a), int(b)) for i, a, b in BOUNDS.findall(expected)}
    theirs = [*read_lines(expected.partition("Tiled HLO:")[2])]
    numbers = TiledLines(found)
    [*numbers.lines(found.roots, "xla")]
    missing = [name for name, columns in theirs if not any(
        plain(n.instruction.name) == name and tile_is(n, columns, bounds, numbers) for n in found.instructions)]
    extra = [n.instruction.name for n in found.instructions if not any(
        plain(n.instruction.name) == name and tile_is(n, columns, bounds, numbers) for name, columns in theirs)]
    if missing or extra:
        return "failed", f"not found {missing}, more {extra}:\n{text}"
    return "notation", "the same tiles with the same elements" + ("" if case["simplified"] else "; XLA's text is not simplified")


def plain(name):
    "A name without the number that XLA's parser adds."
    return re.sub(r"\.\d+$", "", name)


def tile_is(node, columns, bounds, numbers):
    "Has the tile of a node the elements that XLA's columns say, for all tiles and runtime values?"
    space, sizes = node.tile.space, node.place.shape.dimensions
    if len(columns[0]) != len(sizes):
        return False
    grid = np.indices(space.grid).reshape(space.rank, -1) if space.rank else np.zeros((0, 1), int)
    at = [numbers.number_of(v) for v in node.tile.runtime_variables]
    most = [bounds.get(j, (0, 0)) for j in range(max([*bounds, -1]) + 1)]
    for values in product(*({a, b, (a + b) // 2} for a, b in most)):
        own = own_elements(node.tile, sizes, [*grid], [values[j] for j in at])
        parts = [[np.asarray(e.evaluate([*grid], values)) for e in column] for column in columns]
        xla = [clipped(*row, n) for *row, n in zip(*parts, sizes)]
        if not same_elements(own, xla):
            return False
    return True


def instruction_text(case):
    "The root with what tile 0 of its operand is; the test's tile has strides 1, 2, 3."
    root = read_program(case["hlo"]).entry.root
    space = root.tile().space
    from dataclasses import replace as changed

    from indexing_tools.maps.expr import constant

    tile = space.tile(range(space.rank))
    tile = changed(tile, dimensions=tuple(changed(d, stride=constant(i + 1)) for i, d in enumerate(tile.dimensions)))
    text = f"hlo: {root} tile: {tile_text(tiles_read(root, tile)[0][0], 'xla')}"
    return compared(squeezed(text), squeezed(case["expected_text"]))


def order(case):
    "XLA sorts operands first when it is asked to; ours are."
    found = tiled_computation(tiled(case), case["tile_sizes"])
    return compared(found.instructions[-1].instruction.name, case["expected_last_after"])


def simplified(case):
    "Before: sums with constants apart. Ours are simplified from the beginning."
    text = str(tiled_computation(tiled(case), case["tile_sizes"]))
    if case["expected_contains_after"] in text:
        return EQUAL
    if why := is_whole(tiled(case), case["tile_sizes"]):
        return "failed", why
    return "notation", f"{case['expected_contains_after']!r} is not in\n{text}"


def text_error(case):
    of = tiled(case)
    return proved(of, [[128], [32], [50]], "outputs of equal sizes")


# ---------------------------------------------------------------------------- the older engine


def adapted(case):
    "What a case is about: of two fusions in a row the function that has both."
    entry = read_program(case["hlo"]).entry
    if "producer_consumer" in case.get("adaptor", ""):
        return entry
    return entry.root if entry.root.opcode == "fusion" else entry


def at_path(roots, path):
    "The tiled instruction at `root.1.0`: operand 0 of operand 1 of the root."
    head, *rest = path.split(".")
    node = roots[int(head[6:-1])] if head.startswith("roots[") else roots[0]
    for k in rest:
        (node,) = node.operands[int(k)]
    return node


def chosen_sizes(of, case):
    "The sizes of a case by the dimensions of our space: what an instruction contracts comes first."
    space = tiled_computation(of).space
    sizes = [*space.sizes]
    found = tiled_computation(of)
    for entry in case["tiling"]:
        path = "root" if entry["instruction"] == "root.0" and found.of.shape.is_tuple else entry["instruction"]
        op = at_path(found.roots, path).instruction
        own = [i for i, d in enumerate(space.dimensions) if d.instruction is op]
        mine = [i for i in own if i in space.sequential] if op.opcode not in ("reduce",) else []
        mine += [i for i in space.parallel if path == "root"]
        given = entry["tile_sizes"]
        if len(given) != len(mine):
            raise ValueError(f"{len(given)} sizes for {len(mine)} dimensions")
        for i, n in zip(mine, given):
            sizes[i] = n
    return sizes


def programs(found, case, m):
    "The numbers of the tiles for XLA's numbers of programs, steps of sums in a program last."
    space = found.space
    order = transposed_order(found.of) if case.get("schedule") == "transposed_dot" else space.parallel
    low, high = m.dim_variables[0].bounds
    pids = np.unique(np.linspace(low, high, 5000).astype(np.int64)) if high > 5000 else np.arange(low, high + 1)
    inner = [i for i in space.sequential if space.grid[i] > 1]
    outer = prod(space.grid[i] for i in space.parallel)
    steps = inner if high + 1 > outer else []
    ids, rest = [np.zeros_like(pids)] * space.rank, pids
    for i in reversed([*order, *steps]):
        ids[i], rest = rest % space.grid[i], rest // space.grid[i]
    return pids, ids, bool((rest == 0).all())


def runtime_names(found, node):
    "The values that place a tile, as XLA names them: of a parameter what it is given."
    names = []
    for v in node.tile.runtime_variables:
        op = v.instruction
        fusion = found.of
        if op.opcode == "parameter" and not isinstance(fusion, Function):
            op = fusion.operands[op.parameter_number]
        names.append(plain(op.name))
    return names


def compare_old(found, case, node, expected):
    "Equal, notation or failed: one tile of XLA's older engine."
    if "tile_offsets_indexing" not in expected:
        sizes = [int(e.value) for e in node.tile.sizes]
        strides = [int(e.value) for e in node.tile.strides]
        if "tile_sizes" in expected and sizes != expected["tile_sizes"]:
            return "failed", f"sizes {sizes}"
        want = expected.get("tile_strides", strides)
        one = [n == 1 or a == b for n, a, b in zip(node.place.shape.dimensions, strides, want)]
        return (EQUAL if strides == want else ("notation", "stride 0 of one element")) if all(one) else ("failed", f"strides {strides}")
    m = IndexingMap.parse(expected["tile_offsets_indexing"])
    pids, ids, fits = programs(found, case, m)
    if not fits:
        return "failed", f"more than {len(pids)} programs"
    shape = node.place.shape.dimensions
    own_names = runtime_names(found, node)
    names = [plain(x) for x in expected.get("runtime_variables", own_names)]
    if sorted(names) != sorted(own_names):
        return "failed", f"runtime variables {own_names}, not {names}"
    literally = True
    inside = np.broadcast_to(m.contains([pids], (), [v.bounds.lower for v in m.runtime_variables]), pids.shape)
    for values in product(*({b.lower, b.upper, (b.lower + b.upper) // 2} for b in (v.bounds for v in m.runtime_variables))):
        mine = [values[names.index(n)] for n in own_names]
        offsets = [np.broadcast_to(np.asarray(x), pids.shape) for x in m([pids], (), values, check=False)]
        xla = [clipped(o, np.asarray(n), np.asarray(t), np.asarray(s), s)
               for o, n, t, s in zip(offsets, expected["tile_sizes"], expected["tile_strides"], shape)]
        own = own_elements(node.tile, shape, ids, mine)
        own = [tuple(np.broadcast_to(v, pids.shape)[inside] for v in end) for end in own]
        xla = [tuple(np.broadcast_to(v, pids.shape)[inside] for v in end) for end in xla]
        if not same_elements(own, xla):
            if are_inside(own, xla) and not is_whole(found.of, found.space.tile_sizes):
                return "xla wrong", "it reads elements that no value needs: fewer make the whole"
            return "failed", f"other elements: {node.tile}"
        args = [*found.space.tile_sizes, *mine]
        values_of = lambda e, args=args: np.broadcast_to(np.asarray(e.evaluate(ids, args)), pids.shape)[inside]
        for k, d in enumerate(node.tile.dimensions):
            literally &= np.array_equal(values_of(d.offset), offsets[k][inside])
            literally &= (values_of(d.size) == expected["tile_sizes"][k]).all()
            literally &= (values_of(d.stride) == expected["tile_strides"][k]).all()
    if not inside.all():
        beyond = own_elements(node.tile, shape, [np.asarray(i)[~inside] for i in ids], [0] * len(own_names))
        if any(np.min(np.broadcast_arrays(*[c for _, c, _ in beyond]), axis=0) > 0):
            return "failed", "a tile is read where XLA's program does not read it"
    return EQUAL if literally else ("notation", "the same elements")


def worst(verdicts):
    "The verdict of all together."
    rank = ("equal", "notation", "answers", "xla wrong", "failed")
    return max(verdicts, key=lambda v: rank.index(v[0]), default=EQUAL)


def analysis(case):
    of = adapted(case)
    found = tiled_computation(of, chosen_sizes(of, case))
    if found.refusals:
        return "failed", f"refused: {found.refusals[0][1]}"
    verdicts = []
    for path, expected in case["expected"].items():
        if path.startswith("parameter("):
            number = int(path[10:-1])
            nodes = [n for n in found.instructions if n.instruction.opcode == "parameter" and n.instruction.parameter_number == number]
            verdicts.append(min((compare_old(found, case, n, expected) for n in nodes), key=lambda v: v[0] == "failed"))
            continue
        place, _, rt = path.partition(" ")
        node = at_path(found.roots, place)
        if rt:
            v = node.tile.runtime_variables[int(rt[2:])]
            node = next(n for n in found.instructions if n.instruction is v.instruction)
        verdict, detail = compare_old(found, case, node, expected)
        verdicts.append((verdict, f"{path}: {detail}" if detail else ""))
    for pair in case.get("same_node", []):
        a, b = (at_path(found.roots, p) for p in pair)
        verdicts.append(EQUAL if a is b else ("failed", f"{pair} are two tiles"))
    if not case["expected"] and prod(found.space.grid) < 10_000:
        verdicts.append(EQUAL if not (why := is_whole(of, found.space.tile_sizes)) else ("failed", why))
    return worst(verdicts)


def same_node(case):
    of = adapted(case)
    found = tiled_computation(of, chosen_sizes(of, case))
    same = [at_path(found.roots, a) is at_path(found.roots, b) for a, b in case["same_node"]]
    return EQUAL if all(same) else ("failed", "two tiles")


def analysis_error(case):
    of = adapted(case)
    sizes = [t["tile_sizes"] for t in case["tiling"]]
    if case["expected_code"] == "FAILED_PRECONDITION":
        why = refusal(lambda: tiled_computation(of, chosen_sizes(of, case)))
        return EQUAL if why else ("failed", "no refusal")
    if not sizes:
        sizes = [[1, 128], [2, 64], [2, 5]]
    return proved(of, sizes, f"XLA says {case['expected_substring'] or case['expected_code']}")


def supported(case):
    of = adapted(case)
    found = tiled_computation(of)
    if case["expected"]:
        return EQUAL if not found.refusals else ("failed", found.refusals[0][1])
    sizes = [[n] * len(found.space.parallel) for n in (1, 7, 32)] if found.space.rank else [[]]
    return proved(of, sizes, case.get("note", "XLA refuses"))


def sizes_hold(text, sizes):
    "Do sizes satisfy constraints in XLA's text?"
    holds = False
    for some in text.split("||"):
        each = []
        for one in some.split("&&"):
            e, _, interval = one.strip().rpartition(" in ")
            low, high = json.loads(interval)
            left, mod, right = e.rpartition(" mod ")
            value = lambda t: AffineExpr.parse(t).evaluate(sizes) if "d" in t else int(t)
            found = value(left.strip("()")) % value(right) if mod else value(e)
            each.append(low <= found <= high)
        holds |= all(each)
    return holds


def constraints(case):
    "For all sizes of tiles: where XLA says that one tile does, ours is one and holds the same."
    of = adapted(case)
    found = tiled_computation(of)
    if found.refusals:
        return "failed", found.refusals[0][1]
    more = []
    for sizes in product(*(range(1, n + 1) for n in found.space.sizes)):
        xla, own = sizes_hold(case["expected"], sizes), found.constraints.is_satisfied(sizes)
        if xla and not own:
            return "failed", f"sizes {sizes} are refused"
        if own and not xla:
            more.append(sizes)
    for sizes in more[:: max(1, len(more) // 20)]:
        if why := symbolic_differs(found, sizes) or is_whole(of, sizes):
            return "failed", f"sizes {sizes}: {why}"
    if more:
        return "answers", f"{len(more)} more sizes are one tile, as {more[:3]}: proved by running"
    return EQUAL


def symbolic_differs(found, sizes):
    "Does a tile with open sizes hold other elements than the one with these sizes?"
    chosen = tiled_computation(found.of, sizes)
    grid = np.indices(chosen.space.grid).reshape(chosen.space.rank, -1)
    for (key, a), b in zip(found.inputs.items(), chosen.inputs.values()):
        if len(a) != 1:
            return f"{len(a)} tiles of {key[0].name}"
        whole = np.zeros((2, grid.shape[1], *a.shape.dimensions), bool)
        for which, tiles in enumerate((a, b)):
            for t in tiles:
                for i, at in enumerate(grid.T):
                    values = [[np.asarray(e.evaluate(at, sizes)) for e in d.expressions[:4]] for d in t.dimensions]
                    ends = [clipped(*v, n) for v, n in zip(values, a.shape.dimensions)]
                    if all(c for _, c, _ in ends):
                        whole[which, i][tuple(slice(int(f), int(f + c * s), int(s)) for f, c, s in ends)] = True
        if (whole[0] != whole[1]).any():
            return f"other elements of {key[0].name}"
    return ""


def satisfied(case):
    of = adapted(case)
    found = tiled_computation(of)
    sizes = case["tiling"][0]["tile_sizes"]
    held = found.constraints
    if "extra_constraint" in case:  # of an emitter: tile_sizes[0] == dim0 / 2
        held &= TileConstraints.of(symbol(0), [found.space.sizes[0] // 2] * 2)
    return compared(held.is_satisfied(sizes), case["expected"])


def parameters(case):
    return compared(tiled_computation(adapted(case)).space.rank, case["expected_num_parameters"])


def region_sizes(case):
    found = tiled_computation(adapted(case))
    lines = TiledLines(found)
    top = lines.ordered(found.roots)
    sizes, operands = {}, {}
    for node in top:
        inner = [lines.ordered([x for k in some for x in node.operands[k]])
                 for some in regions_of(found, node.instruction)]
        if inner:
            sizes[node.instruction.opcode] = [len(x) for x in inner]
            operands[node.instruction.opcode] = [x.instruction.opcode for some in node.operands for x in some]
    got = [len(top), sizes, operands if "expected_operands" in case else None]
    return compared(got, [case["expected_top_level"], case["expected_region_sizes"], case.get("expected_operands")])


def roots(case):
    found = tiled_computation(adapted(case))
    entry = found.of
    first, second = entry.root.operands
    expected = [first.called[0].root, second.called[0].root]
    if [r.instruction for r in found.roots] != expected or found.refusals:
        return "failed", f"{[r.instruction.name for r in found.roots]} {found.refusals}"
    return EQUAL


def symbolic_maps(case):
    "From XLA's order (contracted, rows, columns) to ours; with tiles of size 1 a tile is an element."
    found = tiled_computation(adapted(case))
    ids = [2, 0, 1]  # rows, columns, contracted
    point = np.random.default_rng(0).integers(0, 256, (3, 50))
    own = [None] * 3
    for k, i in enumerate(ids):
        own[i] = point[k]
    for path, text in case["expected"].items():
        m, node = IndexingMap.parse(text), at_path(found.roots, path)
        offsets = [e.evaluate(own, [1, 1, 1]) for e in node.tile.offsets]
        if not np.array_equal(np.asarray(offsets), np.asarray(m([*point], (), (), check=False))):
            return "failed", f"{path}: {node.tile}"
    return EQUAL


def analysis_text(case):
    "Tile for tile: the map to the element for tiles of size 1, and the elements for all others."
    of = adapted(case)
    found = tiled_computation(of, [1] * len(tiled_computation(of).space.parallel))
    blocks = re.findall(r"([\w.]+)\.tile_\d+ = .*?indexing map: (.*?)\n", case["expected"], re.S)
    grid = np.indices(found.space.grid).reshape(found.space.rank, -1)
    for name, text in blocks:
        m = IndexingMap.parse(text)
        inside = m.contains([*grid], (), ())
        nodes = [n for n in found.instructions if plain(n.instruction.name) == plain(name)]
        for n in nodes:
            ends = own_elements(n.tile, n.place.shape.dimensions, [*grid], ())
            ends = [np.broadcast_arrays(*e, grid[0])[:3] for e in ends]
            held = np.min([c for _, c, _ in ends], axis=0) > 0
            index = m([*grid], (), (), check=False)
            if np.array_equal(held, inside) and all(np.array_equal(f[held], np.broadcast_to(x, held.shape)[held]) for (f, _, _), x in zip(ends, index)):
                break
        else:
            return "failed", f"{name}: {[str(n.tile) for n in nodes]}"
    if why := is_whole(of, [1, 2]):
        return "failed", why
    return "notation", "the same tiles in the newer engine's words"


# ---------------------------------------------------------------------------- tiled computations, old

OLD = re.compile(
    r"([\w.-]+)\.tile_\d+ = [\w-]+\([^)]*\)\s+hlo: .*?\n\s+tile_sizes: \((.*?)\)\s+tile_strides: \((.*?)\)\s+tile_offsets_indexing: (.*?)\n"
)


def old_computation(case):
    of = adapted(case)
    space = tiled_computation(of).space
    given = case["flat_tiling"]
    dots = [i for i in space.sequential if space.dimensions[i].instruction.opcode == "dot"]
    rest = [i for i in space.sequential if i not in dots]
    sizes = dict(zip([*dots, *space.parallel], given)) | {i: space.sizes[i] for i in rest}
    found = tiled_computation(of, [sizes[i] for i in range(space.rank)])
    counts = [found.space.grid[i] for i in [*dots, *space.parallel]]
    expected = case["expected_num_output_tiles_per_dim"]
    own = [1 if i in dots else found.space.grid[i] for i in [*dots, *space.parallel]]
    if own != expected or prod(own) != case["expected_num_output_tiles"]:
        return "failed", f"{counts} tiles, not {expected}"
    verdicts = []
    for name, n, t, text in OLD.findall(case.get("expected_text", "") + "\n"):
        numbers = lambda x: [int(i) for i in x.split(",")]
        tile = {"tile_sizes": numbers(n), "tile_strides": numbers(t), "tile_offsets_indexing": text}
        nodes = [x for x in found.instructions if plain(x.instruction.name) == plain(name)]
        verdicts.append(min((compare_old(found, case, x, tile) for x in nodes), key=lambda v: v[0] == "failed"))
    for text in case.get("expected_contains", []):
        name, number = re.fullmatch(r"([\w]+)(?:\.\d+)?\.tile_(\d+)", text).groups()
        count = len([x for x in found.instructions if x.instruction.name == name])
        verdicts.append(EQUAL if count > int(number) else ("failed", f"{count} tiles of {name}"))
    return worst(verdicts)


# ---------------------------------------------------------------------------- offsets of Triton fusions


def power(n):
    "The next power of two: Triton has no other sizes."
    return 1 << max(n - 1, 0).bit_length()


def offsets(case):
    of = adapted(case)
    if of.root.opcode == "all-gather-done" if isinstance(of, Function) else False:
        of = of.root.operands[0]
    space = tiled_computation(of).space
    given = iter(map(power, case["output_tile"]))
    sizes = [next(given) if i in space.parallel else n for i, n in enumerate(space.sizes)]
    loop = (case.get("expected_new") or case["expected_old"]).get("loop")
    if loop:
        sizes = [-(-space.sizes[i] // (loop["k"][1] + 1)) if i in space.sequential else n for i, n in enumerate(sizes)]
    found = tiled_computation(of, sizes)
    if found.refusals:
        return "failed", found.refusals[0][1]
    return worst([compare_offsets(found, case, case[k], k) for k in ("expected_old", "expected_new") if case.get(k)])


def compare_offsets(found, case, expected, which):
    "One engine's offsets, by value for every program, step and runtime value."
    low, high = expected["pid_bounds"]
    pids = np.arange(low, high + 1)
    space = found.space
    order = transposed_order(found.of) if case["id"].startswith("dot/") else space.parallel
    ids, rest = [np.zeros_like(pids)] * space.rank, pids
    for i in reversed([*order]):
        ids[i], rest = rest % space.grid[i], rest // space.grid[i]
    if (rest != 0).any():
        return "failed", f"{high + 1} programs, not {space.grid}"
    names = {expected["pid"]: dim(0), "k": dim(1)} | {f"rt{i}": symbol(i) for i in range(3)}
    body = Walked(found.of).body
    verdicts = []
    tiles = {plain(n): t for n, t in expected["operands"].items()}
    for x in body.parameters:
        given = x.name if isinstance(found.of, Function) else found.of.operands[x.parameter_number].name
        name = plain(x.name) if plain(x.name) in tiles else plain(given)
        if name not in tiles:
            continue
        for node in (n for n in found.instructions if n.instruction is x):
            at = expected.get("per_operand_pid_bounds", {}).get(name, [low, high])
            verdicts.append(one_offset(node, tiles[name], expected, names, (pids, ids), at))
    if "output" in expected:
        verdicts.append(one_offset(found.roots[0], expected["output"], expected, names, (pids, ids), [low, high]))
    verdict, detail = worst(verdicts)
    if len(verdicts) < len(tiles):
        return "failed", f"{which}: tiles of {len(verdicts)} arrays only"
    return verdict, f"{which}: {detail}" if detail else ""


def one_offset(node, expected, case, names, programs_, at):
    "Is a tile where the expressions say, for each program?"
    pids, ids = programs_
    inside = (pids >= at[0]) & (pids <= at[1])
    shape, space = node.place.shape.dimensions, node.tile.space
    exprs = [AffineExpr.parse(e, names) for e in expected["offsets"]]
    steps = range(case["loop"]["k"][1] + 1) if "loop" in case else [0]
    bounds = case.get("rt_bounds", {"rt0": [0, 0]})["rt0"]
    count = len(node.tile.runtime_variables)
    literally = True
    for k, rt in product(steps, {*bounds, sum(bounds) // 2}):
        own_ids = [np.full_like(pids, k) if i in space.sequential and space.grid[i] > 1 else ids[i] for i in range(space.rank)]
        places = [np.broadcast_to(np.asarray(e.evaluate([pids, k], [rt] * 3)), pids.shape) for e in exprs]
        strides = expected.get("strides", [1] * len(shape))
        xla = [clipped(o, np.asarray(n), np.asarray(t), np.asarray(s), s)
               for o, n, t, s in zip(places, expected["sizes"], strides, shape)]
        own = own_elements(node.tile, shape, own_ids, [rt] * count)
        keep = lambda ends: [tuple(np.broadcast_to(v, pids.shape)[inside] for v in end) for end in ends]
        if not same_elements(keep(own), keep(xla)):
            return "failed", f"{node.instruction.name}: {node.tile}"
        values = [np.asarray(e.evaluate(own_ids, [*space.tile_sizes, *[rt] * count])) for e in node.tile.offsets]
        literally &= all(np.array_equal(np.broadcast_to(v, pids.shape)[inside], p[inside]) for v, p in zip(values, places))
        literally &= [int(e.value) if e.is_constant else None for e in node.tile.sizes] == expected["sizes"]
        literally &= [int(e.value) if e.is_constant else None for e in node.tile.strides] == strides
    return EQUAL if literally else ("notation", f"{node.instruction.name}: the same elements")


KINDS = {
    "tiled_hlo": computation_text,
    "tiled_hlo_print": instruction_text,
    "tiled_hlo_order": order,
    "tiled_hlo_simplify": simplified,
    "tiled_hlo_error": text_error,
    "tiled_computation_old": old_computation,
    "tile_offsets": offsets,
    "tile_analysis": analysis,
    "tile_analysis_cse": same_node,
    "tile_analysis_error": analysis_error,
    "tile_analysis_supported": supported,
    "tile_analysis_constraints": constraints,
    "tile_analysis_satisfy": satisfied,
    "tile_analysis_parameters": parameters,
    "tile_analysis_regions": region_sizes,
    "tile_analysis_roots": roots,
    "tile_analysis_symbolic_maps": symbolic_maps,
    "tile_analysis_text": analysis_text,
}
