"""Random sparse tensors in many formats, and what they are held to: for hidden cells of the chapters here."""
from __future__ import annotations

import numpy as np

import indexing_tools as it

ENCODINGS = {
    1: [it.coo(1), it.dense(1)],
    2: [
        it.CSR, it.CSC, it.COO, it.COO_SOA, it.DCSR, it.DCSC, it.LOOSE_CSR, it.BSR(2, 3),
        it.BSC(2, 2), it.DIA, it.ELL(9), it.ELL(9, True), it.NM(4, 4), it.LINE(9),
        it.MORTON(16, 16), it.TWO_LEVEL(4, 4, 2, 2), it.dense(2), it.CSR.with_widths(8, 8),
        it.CSR.with_widths(32, 16), it.COO.with_widths(16, 32), it.coo(2, ordered=False),
    ],
    3: [it.coo(3), it.csf(3), it.dense(3), it.BCOO, it.BATCHED_CSR, it.coo(3, soa=True)],
    4: [it.coo(4), it.csf(4), it.dense(4)],
    6: [it.coo(6), it.csf(6)],
}


def random_tensor(rng, rank=None, shape=None, fill=0):
    "A tensor in a random format, and its elements."
    rank = rank or len(shape or ()) or int(rng.choice([1, 2, 2, 2, 2, 3, 3, 4, 6]))
    if shape is None:
        most = {1: 9, 2: 9, 3: 6, 4: 4, 6: 3}[rank]
        shape = tuple(int(n) for n in rng.integers(rng.random() < 0.9, most + 1, rank))
    encoding = ENCODINGS[rank][rng.integers(len(ENCODINGS[rank]))]
    dtype = rng.choice(["f8", "f4", "i4", "u1", "c16", "?", "i8"])
    part = encoding.level_rank == rank and rng.random() < 0.3 and 0 not in shape
    whole = tuple(2 * n + 1 for n in shape) if part else shape
    values = rng.integers(1, 5, whole) * (rng.random(whole) < rng.choice([0.1, 0.4, 0.9]))
    values[values == 0] = fill
    dense = values.astype(dtype)
    try:
        made = it.SparseTensor.from_dense(dense, encoding, fill=fill)
    except ValueError:  # a row too long for this format
        made = it.SparseTensor.from_dense(dense, it.coo(rank), fill=fill)
    if part:
        steps = [(int(rng.integers(2)), n, int(rng.integers(1, 3))) for n in shape]
        made = made.sliced(*steps)
        dense = dense[tuple(slice(o, o + n * s, s) for o, n, s in steps)]
    elif rng.random() < 0.2 and made.encoding in (it.COO, it.coo(3)) and dtype != "?" and not fill:
        twice = [np.append(c, c) for c in made.to_coo()[0]]
        made = it.SparseTensor.from_coo(tuple(twice), np.append(*[made.values] * 2), shape, made.encoding)
        dense = (dense + dense).astype(dtype)
    return made, dense


def agree(found, wanted):
    "Is what we have NumPy's array, in shape, type and every element?"
    if isinstance(found, it.SparseTensor):
        found.check()
        assert found.shape == wanted.shape and found.dtype == wanted.dtype, (found, wanted.dtype)
        found = found.to_dense()
    assert np.shape(found) == np.shape(wanted) and (found == wanted).all(), (found, wanted)


def refuses(words, act, kind=ValueError):
    "Is it refused in such words?"
    try:
        act()
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"not refused: {words}")


def random_item(rng, n, kinds):
    "A number, a slice, or an array for a dimension of size n; sometimes outside of it."
    kind = rng.choice(kinds)
    low, high = (-n, n) if rng.random() < 0.97 else (-n - 2, n + 2)
    if kind == "number" and high > low:
        return int(rng.integers(low, high))
    if kind == "array":
        shape = [(), (1,), (3,), (2, 1), (2, 3), (0,)][rng.integers(6)]
        if high > low or 0 in shape:
            found = rng.integers(low, max(high, low + 1), shape)
            return found if rng.random() < 0.7 or not shape else found.tolist()
    if kind == "mask":
        return rng.random(n) < 0.5
    ends = [None if rng.random() < 0.5 else int(rng.integers(-n - 2, n + 3)) for _ in range(2)]
    return slice(*ends, rng.choice([None, 1, 2, -1, -2, 3]))


def random_index(rng, shape):
    "An index of a tensor of this shape."
    if rng.random() < 0.1:
        return rng.random(shape) < 0.3
    few = rng.random() < 0.5
    kinds = ["number", "slice", "slice"] if few else ["number", "slice", "array", "array", "mask"]
    items = [random_item(rng, n, kinds) for n in shape]
    if len(shape) > 1 and rng.random() < 0.05:
        items[:2] = [rng.random(shape[:2]) < 0.4]
    while items and rng.random() < 0.2:
        items.pop()
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        items.insert(rng.integers(len(items) + 1), None)
    if rng.random() < 0.2:
        items.insert(rng.integers(len(items) + 1), ...)
        items = items[: len(items) - int(rng.integers(2))]
    if rng.random() < 0.03:
        items.insert(rng.integers(len(items) + 1), bool(rng.integers(2)))
    return tuple(items)
