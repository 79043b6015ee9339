"""How fast arrays go into tiled buffers and back, against two peers.

    python benchmarks/relayout.py [--megabytes 64] [--rounds 5]

Peers, for each layout and direction: `np.copyto` of the same bytes between the same two strided
views (the innermost run is the layout's; sizes that are no multiples of the tile are cut down for
it to whole tiles, and the time is scaled), and the chain of np.pad, reshape and transpose that one
writes by hand. Rounds are interleaved, times are medians. Both our calls and the chain allocate
their results; `np.copyto` writes into memory that is there already.

With three rounds or more, exits with 1 if `pack` or `unpack` takes more than twice the time of `np.copyto`, or more than the
chain and a tenth (without padding both may be the same single copy).

Short form: --megabytes 2 --rounds 1
"""
from __future__ import annotations

import argparse
import sys
from math import prod
from statistics import median
from time import perf_counter

import numpy as np
from common import verdict

from indexing_tools.layouts.layout import inverse_permutation, physical_order
from indexing_tools.layouts.shape import Shape
from indexing_tools.tiling.relayout import _raw, _views  # gives shapes pack and unpack

LAYOUTS = [
    ("f32", 4, "{1,0:T(8,128)}"),
    ("bf16", 2, "{1,0:T(8,128)(2,1)}"),
    ("s8", 1, "{1,0:T(8,128)(4,1)}"),
    ("bf16", 2, "{1,0:T(8,128)(2,1,1,1)}"),
    ("f32", 4, "{0,1:T(8,128)}"),
    ("bf16", 2, "{0,1:T(8,128)(2,1)}"),
    ("s8", 1, "{0,1:T(8,128)(4,1)}"),
    ("f32", 4, "{1,0,2:T(8,128)}"),
    ("bf16", 2, "{2,0,1:T(8,128)(2,1)}"),
    ("bf16", 2, "{0:T(1024)(128)(2,1)}"),
    ("f32", 4, "{0:T(1024)}"),
]  # element type, its bytes, layout
NOISE = 1.1  # where both make the same single copy


def sizes(rank: int, elements: int, odd: bool) -> list[int]:
    "About `elements` in all; whole tiles, or `odd`: a few elements short of them."
    found = [64] * max(rank - 2, 0)
    rest = elements // prod(found)
    while rest > 1 and rank - len(found) > 1:
        found.append(1 << (rest.bit_length() // 2))
        rest //= found[-1]
    found.append(rest)
    return [n - 3 - 2 * i if n > 128 and odd else n for i, n in enumerate(found)]


def chain_back(shape: Shape, buffer: np.ndarray) -> np.ndarray:
    "The chain of NumPy steps the other way round."
    x = buffer[: prod(shape.tiled_dimensions)]
    for step in reversed(shape.tiling):
        whole, k = len(step.uncut), len(step.tile_sizes)
        pairs = [a for i in range(k) for a in (whole + i, whole + k + i)]
        x = x.reshape(step.after).transpose([*range(whole), *pairs]).reshape(step.padded)
        x = x[tuple(slice(n) for n in step.merged)].reshape(step.before)
    order = physical_order(shape)
    x = x.reshape([shape.dimensions[i] for i in order])
    return np.ascontiguousarray(x.transpose(inverse_permutation(order)))


def copied(result: np.ndarray, of: np.ndarray) -> np.ndarray:
    "The result; a copy if it is only a view."
    return result.copy() if np.shares_memory(result, of) else result


def peer(shape: Shape, array: np.ndarray):
    "Two views of equal shape, of whole tiles of the array and of a buffer; and what part they are."
    whole = tuple(n - n % (1024 if n > 1024 else 128) if n > 128 else n for n in shape.dimensions)
    inner = Shape.array(shape.element_type.name, whole, shape.layout)
    buffer = np.zeros(inner.padded_size, array.dtype)
    part = array[tuple(slice(n) for n in whole)].transpose(physical_order(shape))
    ((view, tiled),) = _views(part, buffer.reshape(inner.tiled_dimensions), inner.tiling)
    return view, tiled, inner.size / shape.size


def measure(shape: Shape, rounds: int) -> dict[str, float]:
    "Medians in milliseconds."
    array = (np.arange(shape.size) % 61).reshape(shape.dimensions).astype(shape.element_type.dtype)
    buffer, steps = shape.pack(array), shape.pad_reshape_transpose()
    view, tiled, part = peer(shape, _raw(array))
    assert (shape.unpack(buffer) == array).all() and (chain_back(shape, buffer) == array).all()
    calls = {
        "pack": lambda: shape.pack(array),
        "pack copyto": lambda: np.copyto(tiled, view),
        "pack chain": lambda: copied(steps(array), array),
        "unpack": lambda: shape.unpack(buffer),
        "unpack copyto": lambda: np.copyto(view, tiled),
        "unpack chain": lambda: copied(chain_back(shape, buffer), buffer),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            start = perf_counter()
            call()
            times[name].append((perf_counter() - start) * 1e3 / (part if "copyto" in name else 1))
    return {name: median(found) for name, found in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'shape':44} {'':7} {'ours ms':>8} {'copyto':>8} {'chain':>8} {'/copyto':>8} {'/chain':>7}")
    missed = 0
    for name, width, layout in LAYOUTS:
        rank = layout.split(":")[0].count(",") + 1
        for odd in (False, True):
            n = sizes(rank, given.megabytes * 2**20 // width, odd)
            shape = Shape.parse(f"{name}[{','.join(map(str, n))}]{layout}")
            found = measure(shape, given.rounds)
            for way in ("pack", "unpack"):
                ours, copy, chain = (found[way + x] for x in ("", " copyto", " chain"))
                bad = ours > 2 * copy or ours > NOISE * chain
                missed += bad
                row = f"{shape!s:44} {way:7} {ours:8.1f} {copy:8.1f} {chain:8.1f}"
                print(f"{row} {ours / copy:8.2f} {ours / chain:7.2f}{'  MISSED' if bad else ''}", flush=True)
    return verdict(missed, given.rounds)


if __name__ == "__main__":
    sys.exit(main())
