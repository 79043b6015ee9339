"""Tiling spaces, constraints on tile sizes, and schedules: XLA's own test cases, each with a verdict.

Verdicts: "equal" (the same text or values, but for `%`, layouts and the numbers that XLA's parser
adds to names); "notation" (another text of the same values: compared at every point); "answers" (XLA
refuses, and what we say is proved by running); "failed", with what was found.

Short form: none, conformance.py runs it
"""

import re
from itertools import product

import numpy as np

from indexing_tools.tiles.schedules import (
    block_text,
    block_tile,
    schedule,
    scheduled_map,
    transposed_order,
    usual_order,
)
from indexing_tools.tiles.symbolic_tiles import (
    DimTile,
    SymbolicTile,
    TileRuntimeVariable,
    TilingDimension,
    TilingSpace,
    ranges_at,
    tile_text,
)
from indexing_tools.tiles.constraints import ALWAYS, NEVER, TileConstraints
from indexing_tools.tiles.tiling_spaces import (
    dimensions_by_instruction,
    root_tiles,
    sizes_by_instruction,
    tiling_space,
    tiling_space_text,
    valid_tilings,
)
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.expr import AffineExpr, dim, symbol
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.maps.simplify import Interval, simplify_expr
from indexing_tools.programs.loaders.read import read_program

EQUAL, NOTATION, ANSWERS = ("equal", ""), "notation", "answers"


def compared(found, expected, same=False, why=""):
    "Equal, another notation if the values are the `same`, or failed."
    if found == expected:
        return EQUAL
    return (NOTATION, f"{why}{found}") if same else ("failed", f"{found} is not {expected}")


def refusal(make):
    "What a `ValueError` says; empty if there is none."
    try:
        make()
    except ValueError as e:
        return str(e)
    return ""


def tiled(case):
    "What a case is about: the fusion that is the entry's root, or the entry."
    entry = read_program(case["hlo"]).entry
    return entry.root if entry.root.opcode == "fusion" else entry


def squeezed(text):
    "A text without what XLA prints and we do not: `%`, layouts, the numbers of repeated names."
    text = re.sub(r"(\w\[[\d,]*\])\{[^}]*\}", r"\1", text.replace("%", ""))
    text = re.sub(r"\b([A-Za-z_]\w*)\.\d+\b", r"\1", text)
    return re.sub(r"\s+", "", text)


# ---------------------------------------------------------------------------- tiles and spaces


def tile_print(case):
    given = case["tile"]
    names = {f"tid_{i}": dim(i) for i in range(9)} | {f"ts_{i}": symbol(i) for i in range(2)}
    names |= {"rt_0": symbol(2)}
    read = lambda text: AffineExpr.parse(text, names)
    if "offset" in given:
        keys = ("offset", "size", "stride", "upper_bound")
        return compared(str(DimTile(*(read(given[k]) for k in keys))), case["expected_text"])
    space = TilingSpace(tuple(TilingDimension(int(n)) for n in given["upper_bounds"]))
    columns = (given[k] for k in ("offsets", "sizes", "strides", "upper_bounds"))
    parts = tuple(DimTile(*map(read, row)) for row in zip(*columns))
    runtime = (TileRuntimeVariable(Interval(0, 9)),) * case["num_rt_vars"]
    tile = SymbolicTile(space, parts, runtime)
    return compared(tile_text(tile, "xla"), case["expected_text"])


def space_text(case):
    apart = "triton multi-output" in case.get("option", "")
    text = tiling_space_text(tiled(case), apart=apart)
    return compared(squeezed(text), squeezed(case["expected_text"]))


def space_error(case):
    "XLA refuses several outputs; ours are proved to be covered, every element once."
    of = tiled(case)
    for sizes in product((1, 3, 8), (2, 5, 16)):
        space = tiling_space(of).with_tile_sizes(sizes)
        for tile in root_tiles(of, space):
            seen = np.zeros(space.sizes, dtype=int)
            for ids in np.ndindex(*space.grid):
                seen[np.ix_(*ranges_at(tile, ids))] += 1
            if (seen != 1).any():
                return "failed", f"tiles of {sizes} do not cover {space.sizes} once"
    return ANSWERS, "outputs of equal sizes are cut alike: every element of both is in one tile"


def space_simplify(case):
    given = case["space"]
    space = TilingSpace(tuple(map(TilingDimension, given["shape"])))
    ranges = space.with_tile_sizes(given["tile_sizes"]).ranges()
    if [list(ranges.bounds(dim(i))) for i in range(2)] != given["tid_bounds"]:
        return "failed", f"numbers of tiles in {[ranges.bounds(dim(i)) for i in range(2)]}"
    found, theirs = simplify_expr(AffineExpr.parse(case["input"]), ranges), case["expected"]
    points = list(np.indices([high + 1 for _, high in given["tid_bounds"]]))
    values = (e.evaluate(points, ()) for e in (found, AffineExpr.parse(theirs)))
    same = np.array_equal(*(np.broadcast_to(v, points[0].shape) for v in values))
    return compared(found.to_string("xla"), theirs, same, "simpler: ")


def specification(case):
    "Instructions in XLA's order, and how many sizes each one has."
    of = tiled(case)
    root = of.called[0].root
    names = {root: "root"}
    for op in reversed([*of.called[0]]):
        for k, x in enumerate(op.operands if op in names else ()):
            names.setdefault(x, f"{names[op]}.{k}")
    found = dimensions_by_instruction(tiling_space(of))
    counts = [[names[op], len(some)] for op, some in found.items()]
    return compared(counts, case["expected"])


def conforms(case):
    of = tiled(case)
    root = of.called[0].root
    place = lambda path: root if path == "root" else root.operands[int(path.partition(".")[2])]
    chosen = {place(x["instruction"]): x["tile_sizes"] for x in case["tiling"]}
    problem = refusal(lambda: sizes_by_instruction(tiling_space(of), chosen))
    return compared(not problem, case["expected"])


# ---------------------------------------------------------------------------- sizes


def tilings(case):
    return compared([list(x) for x in valid_tilings(case["dims"])], case["expected"])


def tilings_error(case):
    problem = refusal(lambda: [*valid_tilings(case["dims"])])
    return (EQUAL if problem else ("failed", "no refusal"))


def tilings_last(case):
    return compared(list([*valid_tilings(case["dims"])][-1]), case["expected_last"])


def tilings_of_program(case):
    """The sizes for which every array is read in one tile.

    XLA's older engine has no sizes for what is reduced: that is whole here.
    """
    of = tiled(case)
    found = of.tile()
    if found.refusals:
        return "failed", f"refused: {found.refusals[0][1]}"
    count = len(found.space.parallel)
    sizes, whole = found.space.sizes[:count], found.space.sizes[count:]
    good = lambda x: found.constraints.is_satisfied((*x, *whole))
    some = [x for x in valid_tilings(sizes) if good(x)]
    if "expected" not in case:
        return compared(bool(some), case["expected_nonempty"])
    one = lambda read: len(read) == 1 and read.exact
    alone = lambda x: all(map(one, of.tile((*x, *whole)).inputs.values()))
    return compared([list(x) for x in some if alone(x)], case["expected"])


# ---------------------------------------------------------------------------- constraints

VARIABLES = {f"v{i}": symbol(i) for i in range(9)}
NAMES = [*VARIABLES]


def constraint(tree):
    "What a case's expression says."
    if isinstance(tree, str):
        return {"always satisfied": ALWAYS, "unsatisfiable": NEVER}[tree]
    if tree[0] in ("and", "or"):
        a, b = map(constraint, tree[1:])
        return a & b if tree[0] == "and" else a | b
    return TileConstraints.of(AffineExpr.parse(tree[0], VARIABLES), tree[1:])


def parsed(text):
    "The constraints that XLA's text says."
    if text in ("always satisfied", "unsatisfiable"):
        return constraint(text)
    found = NEVER
    for part in text.split(" || "):
        one = ALWAYS
        for condition in part.split(" && "):
            e, low, high = re.fullmatch(r"(.*) in \[(-?\d+), (-?\d+)\]", condition).groups()
            one &= TileConstraints.of(AffineExpr.parse(e, VARIABLES), (int(low), int(high)))
        found |= one
    return found


def same_sizes(a, b):
    "Do both allow the same sizes from -1 to 8? Of as many variables as they have."
    used = {i for c in (a, b) for some in c.alternatives for e, _ in some for i in e.used_symbols}
    axes = [np.arange(-1, 9) if i in used else np.arange(1) for i in range(5)]
    points = np.meshgrid(*axes, indexing="ij")
    both = (np.broadcast_to(c.holds(points), points[0].shape) for c in (a, b))
    return bool(np.array_equal(*both))


def constraint_text(case):
    found = constraint(case["expr"])
    found = found.simplify() if case["simplify"] else found
    if found.is_satisfiable != case.get("expected_satisfiable", found.is_satisfiable):
        return "failed", f"satisfiable: {found.is_satisfiable}"
    same = same_sizes(found, parsed(case["expected"]))
    if not same:
        return "failed", f"{found} allows other sizes than {case['expected']}"
    return compared(found.to_string("xla", NAMES), case["expected"], same, "shorter: ")


def constraint_value(case):
    return compared(constraint(case["expr"]).is_satisfied(case["values"]), case["expected"])


def constraint_unsatisfied(case):
    found = constraint(case["expr"])
    if found.is_satisfied(case["values"]) != case["expected_satisfied"]:
        return "failed", "satisfied or not"
    text = found.explain(case["values"], "xla", NAMES)
    good = all(x in text for x in case["expected_contains"])
    good = good and not any(x in text for x in case["expected_not_contains"])
    return EQUAL if good else ("failed", text)


def map_constraints(case):
    m = IndexingMap.parse(case["input"])
    for text, low, high in case.get("add_constraints", ()):
        m = m.with_constraint(AffineExpr.parse(text), (low, high))
    inside = lambda e: e.evaluate(case["dims"], case["symbols"])
    found = all(inside(e) in bounds for e, bounds in m.constraints.items())
    return compared(found, case["expected"])


# ---------------------------------------------------------------------------- schedules


def formulas(text):
    "XLA's text of a schedule: formulas of `pid` and `tid` by dimension, and its two numbers."
    names = {"pid": dim(0), "tid": dim(1)}
    parts = [part.split(" -> ") for part in re.split(r", (?=d\d+ ->|num_)", text)]
    exprs = {int(x[0][1:]): AffineExpr.parse(x[1], names) for x in parts if len(x) == 2}
    return exprs, [x[0] for x in parts if len(x) == 1]


def schedule_text(case):
    of = tiled(case)
    space = tiling_space(of).with_tile_sizes(case["tile_sizes"])
    found = schedule(space, usual_order(of), case["tiles_per_pid"])
    text = found.to_string("xla")
    points = np.indices((found.program_count, case["tiles_per_pid"] or 1)).reshape(2, -1)
    points = points[:, points[0] * (case["tiles_per_pid"] or 1) + points[1] < found.tile_count]
    (mine, numbers), (theirs, expected) = formulas(text), formulas(case["expected_text"])
    value = lambda e: np.broadcast_to(e.evaluate(list(points), ()), points.shape[1:])
    same = numbers == expected and mine.keys() == theirs.keys()
    same = same and all(np.array_equal(value(mine[i]), value(theirs[i])) for i in mine)
    return compared(text, case["expected_text"], same)


def covers(of, order, sizes):
    "Does a schedule compute every tile of the parallel dimensions once?"
    space = tiling_space(of).with_tile_sizes(sizes)
    plan = schedule(space, order)
    ids = [tuple(np.broadcast_to(x, plan.tile_count)) for x in plan.ids_at(np.arange(plan.tile_count))]
    numbers = [*zip(*(ids[i] for i in space.parallel))]
    return sorted(numbers) == [*np.ndindex(*(space.grid[i] for i in space.parallel))]


def transposed(case):
    of = tiled(case)
    problem = refusal(lambda: transposed_order(of))
    if case["expected_ok"]:
        rank = len(tiling_space(of).parallel)
        order = (*range(rank - 2), rank - 1, rank - 2)
        return compared(problem or transposed_order(of), order)
    if problem:
        return EQUAL
    order, rank = transposed_order(of), tiling_space(of).rank
    if not all(covers(of, order, [n] * rank) for n in (5, 16, 64)):
        return "failed", f"the order {order} does not compute every tile once"
    return ANSWERS, f"in the order {order} every tile is computed once, whatever is inside"


def transposed_values(case):
    "The dimensions of the map are the contracted one, then those of the result."
    of, m = tiled(case), IndexingMap.parse(case["offsets_indexing"])
    order = [1 + i for i in transposed_order(of)]
    usual, turned = scheduled_map(m, range(5)), scheduled_map(m, (0, *order))
    rows, columns = (m.dim_variables[i].bounds.size for i in (3, 4))
    programs = np.arange(usual.dim_variables[0].bounds.size)
    of_map = lambda x: [np.broadcast_to(e.evaluate((programs,), ()), programs.shape) for e in x.results]
    a, b = of_map(usual), of_map(turned)
    expected = (programs // columns % rows, programs % columns)
    swapped = (programs % rows, programs // rows % columns)
    good = np.array_equal(a[:2], b[:2]) and np.array_equal(a[2:], expected)
    return EQUAL if good and np.array_equal(b[2:], swapped) else ("failed", f"{usual} {turned}")


def old_schedule(case):
    m = IndexingMap.parse(case["offsets_indexing"])
    found = scheduled_map(m, [i for i, _ in case["iteration_space"]])
    expected = IndexingMap.parse(case["expected"])
    text = found.to_string("xla")
    points = np.arange(expected.dim_variables[0].bounds.size)
    same = found.dim_variables[0].bounds == expected.dim_variables[0].bounds and all(
        np.array_equal(a.evaluate((points,), ()), b.evaluate((points,), ()))
        for a, b in zip(found.results, expected.results)
    )
    return compared(text, case["expected"], same)


def old_schedule_error(case):
    m = IndexingMap.parse(case["offsets_indexing"])
    problem = refusal(lambda: scheduled_map(m, [i for i, _ in case["iteration_space"]]))
    return EQUAL if problem else ("failed", "no refusal")


# ---------------------------------------------------------------------------- older tiles


def block_error(case):
    shape = Shape.parse(f"f32{case['shape']}".replace(" ", ""))
    any_offsets = f"(d0) -> ({', '.join(['d0'] * shape.rank)}), domain: d0 in [0, 1]"
    offsets = IndexingMap.parse(case.get("tile_offsets_indexing", any_offsets))
    count = case.get("num_runtime_variables", 0)
    given = [TileRuntimeVariable(v.bounds) for v in offsets.runtime_variables]
    given = [*given, *[TileRuntimeVariable(Interval(0, 0))] * count][:count]
    make = lambda: block_tile(shape, case["tile_sizes"], case["tile_strides"], offsets, given)
    problem = refusal(make)
    return compared(bool(problem), bool(case["expected_substring"]))


def block_print(case):
    "What the case's own test builds: a tile of the fourth parameter, placed by the second."
    lines = case["expected_text"].split("\n")
    parameters = [f"p{k} = f32[32] parameter({k})" for k in range(4)]
    parameters[1] = "p1 = f32[4] parameter(1)"
    listed = "\n".join(parameters)
    body = read_program(f"f {{ {listed} ROOT r = f32[32] add(p0, p3) }}").entry
    offsets = IndexingMap.parse(lines[3].partition(": ")[2])
    runtime = (TileRuntimeVariable(Interval(0, 3), body["p1"]),)
    tile = block_tile(Shape.parse("f32[32]"), [16], [1], offsets, runtime)
    found = block_text(body["p3"], tile, schedule(tile.space)).split("\n")
    theirs = [*lines[:3], lines[3].replace("d0", "pid_0")]
    if [*map(squeezed, found)] != [*map(squeezed, theirs)]:
        return "failed", f"{found} is not {theirs}"
    return NOTATION, "the tile's lines are equal; operands, runtime values and regions are objects"


KINDS = {
    "tile_print": tile_print,
    "tiling_space": space_text,
    "tiling_space_error": space_error,
    "tiling_space_simplify": space_simplify,
    "tiling_spec": specification,
    "tiling_conforms": conforms,
    "valid_tilings": tilings,
    "valid_tilings_error": tilings_error,
    "valid_tilings_last": tilings_last,
    "valid_tilings_hlo": tilings_of_program,
    "constraint_expr": constraint_text,
    "constraint_expr_eval": constraint_value,
    "constraint_expr_unsatisfied": constraint_unsatisfied,
    "constraints_satisfied": map_constraints,
    "schedule": schedule_text,
    "transposed_dot_schedule": transposed,
    "transposed_dot_schedule_eval": transposed_values,
    "old_schedule": old_schedule,
    "old_schedule_error": old_schedule_error,
    "tiled_instruction_error": block_error,
    "tiled_instruction_print": block_print,
}
