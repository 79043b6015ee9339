"""Tiles of reshaped arrays against XLA's test cases.

`KINDS` has a function for each kind of case; it
gives a verdict and a detail:

- `equal`: minimal reshapes and texts are XLA's; of a tile that XLA propagates, that ours is one
  tile and holds the same elements for every number of the tile, none twice.
- `answers`: XLA refuses; ours is right, found by counting elements, and XLA's reason is given.
- `failed`: anything else.

Short form: none, conformance.py runs it
"""

from itertools import product

import numpy as np

from indexing_tools.tiles.reshaped_tiles import (
    minimal_reshapes, reshape_refusal, reshaped_tiles,
)
from indexing_tools.tiles.symbolic_tiles import (
    DimTile, SymbolicTile, TilingDimension, TilingSpace, ranges_at,
)
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.expr import AffineExpr, constant

Verdict = tuple[str, str]


def reshape_minimal(case: dict) -> Verdict:
    "The dimensions and categories of minimal reshapes."
    span = lambda r: [r.start, len(r)]
    found = [
        {"input": span(g.source), "output": span(g.target), "category": g.category}
        for g in minimal_reshapes(case["input_dims"], case["output_dims"])
    ]
    return ("equal", "") if found == case["expected"] else ("failed", str(found))


def tile_of(case: dict) -> SymbolicTile:
    "The tile of a case, in a space with its sizes."
    sizes = case["tile_sizes"]
    dimensions = tuple(map(TilingDimension, case["shape"]))
    space = TilingSpace(dimensions).with_tile_sizes(sizes)
    count = range(len(sizes))
    names = {f"tid_{i}": f"d{i}" for i in count} | {f"ts_{i}": str(sizes[i]) for i in count}
    offsets = case.get("offsets", [f"tid_{i} * ts_{i}" for i in count])
    bounds = case.get("upper_bounds", case["shape"])
    dims = zip(map(named(names), offsets), sizes, case["strides"], bounds)
    tiles = (DimTile(e, constant(n), constant(s), constant(int(u))) for e, n, s, u in dims)
    return SymbolicTile(space, tuple(tiles))


def named(names: dict[str, str]):
    "What reads an expression in which variables have other names."

    def read(text: str) -> AffineExpr:
        for name, other in names.items():
            text = text.replace(name, other)
        return AffineExpr.parse(text).canonicalize()

    return read


def positions(tile: SymbolicTile, ids: tuple[int, ...], sizes: list[int]) -> list[int]:
    "The linear positions of a tile's elements, those outside of the array left out."
    inside = [[x for x in r if 0 <= x < n] for r, n in zip(ranges_at(tile, ids), sizes)]
    return sorted(int(np.ravel_multi_index(i, sizes)) if i else 0 for i in product(*inside))


def faults(case: dict) -> list[tuple[int, ...]]:
    "The numbers of tiles of which the union holds other elements, or one twice."
    tile, (before, after) = tile_of(case), (case["shape"], case["to_shape"])
    found = reshaped_tiles(tile, before, after, Shape.parse(f"f32[{','.join(map(str, after))}]"))
    return [
        ids
        for ids in product(*map(range, tile.space.grid))
        if sorted(x for t in found for x in positions(t, ids, after))
        != sorted(set(positions(tile, ids, before)))
    ]


def reshape_tile(case: dict) -> Verdict:
    "The elements of a tile in another shape, and why XLA refuses."
    tile, (before, after) = tile_of(case), (case["shape"], case["to_shape"])
    shape = Shape.parse(f"f32[{','.join(map(str, after))}]")
    found = reshaped_tiles(tile, before, after, shape)
    if wrong := faults(case):
        return "failed", f"other elements for the tiles {wrong}"
    why = reshape_refusal(tile, before, after)
    if not found.exact:
        return "failed", "not exact"
    if case["expected_ok"]:
        if len(found) != 1 or why is not None:
            return "failed", f"{len(found)} tiles, {why}"
        return "equal", str(found[0])
    if case["expected_error"] not in (why or ""):
        return "failed", f"the reason is {why}, not {case['expected_error']}"
    return "answers", f"{len(found)} tiles, where XLA says: {case['expected_error']}"


def reshape_tile_error_text(case: dict) -> Verdict:
    "The whole text of a refusal."
    text = f"UNIMPLEMENTED: {reshape_refusal(tile_of(case), case['shape'], case['to_shape'])}"
    return ("equal", "") if text == case["expected_text"] else ("failed", text)


KINDS = {
    "reshape_minimal": reshape_minimal,
    "reshape_tile": reshape_tile,
    "reshape_tile_error_text": reshape_tile_error_text,
}
