"""What `fuzz_buffers.py` does with one seed.

Short form: none, fuzz_buffers.py runs it
"""
from __future__ import annotations

import pickle
import sys
import tempfile
import traceback
from collections import Counter
from dataclasses import replace
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import indexing_tools.sparse.convert.conversion
import indexing_tools.sparse.storage.text_files  # noqa: F401 - adds to tensors
from indexing_tools.loops.jit import compile_loops
from indexing_tools.sparse.formats.named_formats import (
    BATCHED_CSR, BCOO, BSC, BSR, COO, COO_SOA, CSC, CSR, DCSC, DCSR, DIA, ELL, LINE, LOOSE_CSR,
    MORTON, NM, TWO_LEVEL, coo, csf, dense, sparse_vector,
)
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor, refilled

MATRICES = (
    CSR, CSC, DCSR, DCSC, COO, COO_SOA, BSR(2, 3), BSC(2, 2), BSR(3, 4), NM(2, 3), DIA, ELL(6), ELL(6, padded=True),
    LOOSE_CSR, LINE(8), MORTON(8, 8), TWO_LEVEL(4, 4, 2, 2), dense(2), csf(2), coo(2, ordered=False),
    CSR.with_widths(32, 32), CSC.with_widths(8, 8), DCSR.with_widths(16, 8), COO.with_widths(64, 32),
)  # fmt: skip
TARGETS = (CSR, CSC, COO, DCSR, BSR(2, 2), LOOSE_CSR, COO_SOA, DIA, dense(2), ELL(9), LINE(9), CSR.with_widths(32, 32))
EXPECTED = (ValueError, TypeError, MemoryError, IndexError)
FOLDER = Path(tempfile.mkdtemp())


def random_tensor(rng: np.random.Generator) -> SparseTensor:
    "A small tensor of some format, rank and type."
    kind = rng.integers(0, 10)
    if kind == 0:
        encoding, shape = sparse_vector, (int(rng.integers(0, 12)),)
    elif kind == 1:
        encoding = (csf(3), coo(3), BATCHED_CSR, BCOO)[rng.integers(0, 4)]
        shape = tuple(rng.integers(1, 5, 3).tolist())
    else:
        encoding, shape = MATRICES[rng.integers(0, len(MATRICES))], tuple(rng.integers(1, 8, 2).tolist())
    array = rng.integers(1, 9, shape) * (rng.random(shape) < rng.choice([0.1, 0.4, 0.9]))
    array = array.astype(rng.choice(["f8", "f4", "i4", "c16", "u1"]))
    try:
        return SparseTensor.from_dense(array, encoding)
    except ValueError:  # a block that is too full
        return SparseTensor.from_dense(array, CSR)


def damaged(rng: np.random.Generator, array: np.ndarray) -> object:
    "The array with a fault, or what may be none."
    array, way = array.copy(), rng.integers(0, 14)
    if way <= 4 and array.size:
        odd = [-1, -(2**31), 2**30, 2**31 - 1, 255, 2**62, 2**63 - 1, array.size, array.size + 1, 6, 0, 1]
        info = np.iinfo(array.dtype) if array.dtype.kind in "iu" else None
        at, x = rng.integers(0, array.size), odd[rng.integers(0, len(odd))]
        array.reshape(-1)[at] = x if info is None or info.min <= x <= info.max else info.max
    elif way == 5 and array.size > 1:
        i, j = rng.integers(0, len(array), 2)
        array[[i, j]] = array[[j, i]]
    elif way == 6 and array.size > 1:
        i, j = rng.integers(0, len(array), 2)
        array[i] = array[j]
    elif way == 7:
        array = array[: rng.integers(0, len(array) + 1)]
    elif way == 8:
        array = np.concatenate([array, array[: rng.integers(0, 3)]])
    elif way == 9:
        array = array[::-1]
    elif way == 10:
        array = array.astype(rng.choice(["f8", "i4", "u2", "i8", ">i8", "bool", "O", "U3"]))
    elif way == 11:
        return None if rng.random() < 0.5 else array.tolist()
    elif way == 12:
        array = array.reshape(-1, 1) if rng.random() < 0.5 else array.reshape(-1)[:0]
    return array


def one_damaged(rng: np.random.Generator, buffers: list) -> list:
    "The buffers, one of those that are there damaged."
    there = [i for i, b in enumerate(buffers) if b is not None]
    found = list(buffers)
    for _ in range(1 + (rng.random() < 0.2)):
        i = there[rng.integers(0, len(there))]
        if isinstance(found[i], np.ndarray):
            found[i] = damaged(rng, found[i])
    return found


def parts_of(a: SparseTensor) -> list:
    return [*a.positions, *a.coordinate_buffers, a.values]


def split(a: SparseTensor, parts: list) -> tuple:
    rank = a.encoding.level_rank
    return tuple(parts[:rank]), tuple(parts[rank : 2 * rank]), parts[-1]


# doors: (rng, a good tensor) -> a tensor


def by_constructor(rng, a):
    parts = split(a, one_damaged(rng, parts_of(a)))
    shape, encoding = a.shape, a.encoding
    if rng.random() < 0.1:
        shape = [(), (-1, 2), (2.5, 1), shape[::-1], (*shape, 1), "ab", (2**62, 2**62), tuple(n + 1 for n in shape)][rng.integers(0, 8)]
    if rng.random() < 0.1:
        encoding = MATRICES[rng.integers(0, len(MATRICES))]
    return SparseTensor(encoding, shape, *parts)


def by_replace(rng, a):
    pos, crd, values = split(a, one_damaged(rng, parts_of(a)))
    return replace(a, positions=pos, coordinate_buffers=crd, values=values)


def by_pickle(rng, a):
    broken = refilled(a, a.fill)  # the same buffers, not looked at
    for name, part in zip(("positions", "coordinate_buffers", "values"), split(a, one_damaged(rng, parts_of(a)))):
        object.__setattr__(broken, name, part)
    return pickle.loads(pickle.dumps(broken))


def by_assemble(rng, a):
    return SparseTensor.from_buffers(a.encoding, a.shape, *split(a, one_damaged(rng, parts_of(a))))


def by_write(rng, a):
    "Numbers are written into a buffer that was right; into all of a larger one's, within their range."
    if rng.random() < 0.3:
        encoding = (CSR, CSC, DCSR, DCSC, COO, COO_SOA, BSR(2, 3), BSC(3, 2))[rng.integers(0, 8)]
        a = SparseTensor.from_coo(tuple(rng.integers(0, 60, (2, 400))), np.ones(400), (60, 60), encoding)
        sizes = [(n, b) for n, b in zip(a.level_sizes, a.coordinate_buffers) if b is not None]
        for n, b in sizes[: 1 + rng.integers(0, 2)]:
            b[...] = rng.integers(0, n, b.shape)
        return a
    a = pickle.loads(pickle.dumps(a))
    there = [b for b in parts_of(a)[:-1] if b is not None and b.size]
    for b in there[: 1 + rng.integers(0, 2)]:
        at = rng.integers(0, b.size, rng.integers(1, 3))
        b.reshape(-1)[at] = rng.choice(np.array([0, 1, 3, 200, np.iinfo(b.dtype).max], b.dtype), len(at))
    return a


def by_scipy(rng, a):
    m = sp.random_array((6, 8), density=0.3, rng=rng, format=str(rng.choice(["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])))
    m = m.tobsr((2, 2)) if m.format == "bsr" else m
    names = {"coo": ["data"], "dia": ["data", "offsets"], "lil": ["data", "rows"], "dok": []}.get(m.format, ["data", "indices", "indptr"])
    if names:
        name = names[rng.integers(0, len(names))]
        setattr(m, name, damaged(rng, getattr(m, name)))
    if m.format == "coo":
        m.coords = tuple(one_damaged(rng, list(m.coords)))
    if rng.random() < 0.1:
        m._shape = (int(rng.integers(0, 7)), int(rng.integers(0, 9)))
    return SparseTensor.from_scipy(m, None if rng.random() < 0.5 else TARGETS[rng.integers(0, len(TARGETS))])


def by_torch(rng, a):
    import torch

    m = torch.from_numpy(sp.random_array((6, 8), density=0.3, rng=rng).toarray())
    layout = str(rng.choice(["csr", "csc", "bsr", "bsc", "coo"]))
    t = getattr(m, f"to_sparse_{layout}")(*([(2, 2)] if layout.startswith("bs") else []))
    get = {"csr": ("crow_indices", "col_indices"), "bsr": ("crow_indices", "col_indices")}.get(layout, ("ccol_indices", "row_indices"))
    if layout == "coo":
        parts = [t._indices().numpy(), t._values().numpy()]
        parts = one_damaged(rng, parts)
        make = torch.sparse_coo_tensor
    else:
        parts = one_damaged(rng, [getattr(t, n)().numpy() for n in get] + [t.values().numpy()])
        make = getattr(torch, f"sparse_{layout}_tensor")
    try:
        t = make(*(torch.from_numpy(np.ascontiguousarray(p)) for p in parts), size=(6, 8), check_invariants=False)
    except Exception as e:
        raise ValueError(str(e)) from None  # torch's own refusal
    return SparseTensor.from_torch(t)


def by_binsparse(rng, a):
    descriptor, arrays = a.to_binsparse()
    names = list(arrays)
    return SparseTensor.from_binsparse(descriptor, dict(zip(names, one_damaged(rng, list(arrays.values())))))


def by_coo(rng, a):
    columns, values = a.to_coo()
    *columns, values = one_damaged(rng, [*columns, values])
    return SparseTensor.from_coo(tuple(columns), values, a.shape, a.encoding, copy=bool(rng.random() < 0.5))


def _bitten(rng, content: bytes) -> bytes:
    content = bytearray(content)
    for _ in range(rng.integers(1, 4)):
        if content:
            at = rng.integers(0, len(content))
            content[at : at + rng.integers(0, 3)] = rng.choice([b"", b"\0", b"9", b"-", b" ", b"\n", b"\xff", b"1e99", b"nan", b"99999999999"])
    return bytes(content[: rng.integers(0, len(content) + 1)] if rng.random() < 0.1 else content)


def by_file(rng, a):
    names = [".tns", ".tns.gz"] + [".mtx", ".mtx.gz", ".mtx.bz2"] * (len(a.shape) == 2)
    path = FOLDER / f"a{names[rng.integers(0, len(names))]}"
    a.write(path)
    path.write_bytes(_bitten(rng, path.read_bytes()))
    return SparseTensor.read(path)


def by_archive(rng, a):
    m = sp.random_array((6, 8), density=0.3, rng=rng, format=str(rng.choice(["csr", "csc", "coo", "bsr", "dia"])))
    path = FOLDER / "a.npz"
    kind = rng.integers(0, 3)
    if kind == 2:
        path = FOLDER / "a.npy"
        np.save(path, m.toarray())
        path.write_bytes(_bitten(rng, path.read_bytes()))
    else:
        sp.save_npz(path, m, compressed=bool(rng.random() < 0.5))
        if kind == 0:
            path.write_bytes(_bitten(rng, path.read_bytes()))
        else:
            with np.load(path) as f:
                held = {n: f[n] for n in f.files}
            name = list(held)[rng.integers(0, len(held))]
            new = damaged(rng, np.atleast_1d(held[name]))
            if new is not None and np.asarray(new).dtype != object:
                held[name] = new
            np.savez(path, **held)
    return SparseTensor.read(path)


DOORS = {name[3:]: f for name, f in list(globals().items()) if name.startswith("by_")}


# what comes out


def oracle(a: SparseTensor) -> np.ndarray:
    "The dense array, by a walk through the buffers in plain Python."
    kinds, sizes, lead = a.encoding.level_types, a.level_sizes, sum(t.format == "batch" for t in a.encoding.level_types)
    places: dict = {}

    def walk(level, parent, at, b):
        if level == len(kinds):
            places[at] = places.get(at, 0) + a.values[b][parent]
            return
        pos, crd = (x if x is None else x[b].tolist() for x in (a.positions[level], a.coordinates[level]))
        t = kinds[level]
        low, high = {
            "dense": lambda: (parent * sizes[level], (parent + 1) * sizes[level]),
            "compressed": lambda: (pos[parent], pos[parent + 1]),
            "loose_compressed": lambda: (pos[2 * parent], pos[2 * parent + 1]),
            "singleton": lambda: (parent, parent + 1),
            "structured": lambda: (parent * t.n, parent * t.n + t.n),
        }[t.format]()
        for p in range(low, high):
            walk(level + 1, p, (*at, crd[p] if crd is not None else p - low), b)

    for b in product(*map(range, sizes[:lead])):
        walk(lead, 0, b, b)
    dense_one, bounds = np.zeros(a.shape, a.dtype), a.encoding.level_bounds(a.shape)
    if a.encoding.symbols:  # a slice, a row, a column
        for (_, i, j), x in places.items():
            dense_one[i, j] += x
        return dense_one
    for at in product(*map(range, a.shape)):
        place = tuple(int(e.evaluate(at)) - low for e, (low, _) in zip(a.encoding.level_exprs, bounds))
        dense_one[at] = places.get(place, 0)
    return dense_one


def same(x, y) -> bool:
    "Up to the order in which duplicates are added."
    if x.dtype.kind not in "fc":
        return x.shape == y.shape and bool(np.array_equal(x, y))
    return x.shape == y.shape and bool(np.allclose(x, y, 1e-5, 0, equal_nan=True))


def examine(a: SparseTensor, right: bool) -> str:
    "Everything one does with a tensor; `right`: nothing was written to it since it was checked."
    if 0 in a.shape or a.values.size > 10**5 or max(a.shape) > 10**4:
        right = False
    expected = oracle(a) if right else None
    for act in (lambda: a.to_dense(), *(lambda t=t: a.convert(t).to_dense() for t in TARGETS if t.dim_rank == len(a.shape))):
        try:
            with np.errstate(all="ignore"):
                found = act()
        except EXPECTED as e:
            if right and "exceeds" not in str(e) and "holds more" not in str(e) and "fall on one place" not in str(e):
                raise
            continue
        if right and not same(found, expected):
            raise AssertionError(f"{a.encoding}: {found.tolist()} is not {expected.tolist()}")
    for act in (a.to_coo, lambda: a.nnz, lambda: str(a), a.to_scipy, a.check, lambda: a.write(FOLDER / "o.tns"), lambda: a[tuple(0 for _ in a.shape)],
                lambda: a[tuple(slice(1, 3) for _ in a.shape)].to_dense(), lambda: a[tuple(slice(0, 1) for _ in a.shape)].convert(COO)):
        try:
            act()
        except EXPECTED:
            continue
    return "right" if right else "followed"


def run(seeds: range, only: str | None, plain: bool) -> int:
    "Prints how often each door did what; the status is 1 if a seed failed."
    patience = inf if plain else 0
    counts: Counter = Counter()
    doors = [name for name in DOORS if only in (None, name)]
    if "torch" in doors and only is None:
        try:
            import torch  # noqa: F401
        except ImportError:
            doors.remove("torch")
    status = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        door = doors[seed % len(doors)]
        try:
            try:
                with np.errstate(all="ignore"), compile_loops(patience):
                    found = DOORS[door](rng, random_tensor(rng))
            except EXPECTED as e:
                if isinstance(e, IndexError):
                    raise
                counts[f"{door} refused"] += 1
                continue
            with compile_loops(patience):
                counts[f"{door} {examine(found, door != 'write')}"] += 1
        except Exception:
            status = 1
            print(f"seed {seed}, {door}:", *traceback.format_exc().strip().splitlines()[-5:], sep="\n", file=sys.stderr)
    for name, number in counts.items():
        print(name, number)
    return status
