"""Shapes, indices and stacks of random sparse tensors against NumPy on dense copies, beside PyData/sparse.

    python benchmarks/fuzz_shapes.py [--cases 3000] [--seed 0] [--theirs]

Tensors have random formats, types and fills, some are slices, some have sizes of 0 or 1; their elements are small
integers, NaN among them where the type has it. A case is one function or index; what comes out has NumPy's elements,
type and shape, and is refused where NumPy refuses it. `--theirs` says what PyData/sparse answers otherwise in the same
cases. Exits with 1 if a case of ours differs.

Short form: --cases 200
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "nbs")]

import indexing_tools as it  # noqa: E402
from support.random_tensors import random_index, random_tensor  # noqa: E402


def integers(rng: np.random.Generator, low: int, high: int, count: int) -> tuple[int, ...]:
    return tuple(rng.integers(low, high, count).tolist())


def unique(t: object) -> object:
    "NumPy gives them in no order."
    return np.sort(np.unique_values(t))


def moving(rng: np.random.Generator, a: np.ndarray) -> list[tuple]:
    "Functions of one tensor that move elements, with their arguments."
    rank, k = a.ndim, int(rng.integers(-4, 5))
    axes = tuple(rng.permutation(rank).tolist())
    axis, two = int(rng.integers(-rank, rank)), axes[:2]
    size = a.shape[axis]
    ways = [
        (np.transpose,), (np.transpose, axes), (np.moveaxis, axis, 0), (np.moveaxis, two, two[::-1]),
        (np.swapaxes, axis, -1), (np.ravel,), (np.reshape, (-1,)), (np.reshape, (1, *a.shape[::-1]), "F"),
        (np.squeeze,), (np.squeeze, axis), (np.expand_dims, axis), (np.expand_dims, (0, -1)),
        (np.broadcast_to, (2, *a.shape)), (np.broadcast_to, tuple(3 if n == 1 else n for n in a.shape)),
        (np.tile, abs(k)), (np.tile, integers(rng, 0, 3, int(rng.integers(1, rank + 2)))),
        (np.repeat, abs(k), axis), (np.repeat, abs(k)), (np.repeat, rng.integers(0, 3, size), axis),
        (np.roll, k), (np.roll, k, axis), (np.roll, (k, 1), (axis, 0)), (np.flip,), (np.flip, axis), (np.flip, two),
        (np.pad, 1), (np.pad, tuple(zip(integers(rng, 0, 3, rank), integers(rng, 0, 3, rank)))),
        (np.take, integers(rng, -max(size, 1), max(size, 1), 4), axis), (np.take, 0),
        (np.array_split, 3, axis), (np.nonzero,), (np.argwhere,), (np.flatnonzero,), (np.count_nonzero, axis),
        (np.isin, [0, 2]), (np.unstack,), (np.sort, axis), (np.sort,), (unique,), (np.unique_counts,),
        (np.diff,), (np.diff, 2, axis), (np.atleast_2d,), (np.atleast_3d,), (np.delete, 0, axis),
    ]  # fmt: skip
    if rank > 1:
        ways += [(np.tril, k), (np.triu, k), (np.diagonal, k, *two), (np.trace, k, *two), (np.matrix_transpose,)]
        ways += [(np.rot90, k), (np.rot90, k, two), (np.fliplr,), (np.flipud,)]
    return [*ways, (np.diag, k)] if rank < 3 else ways


def joining(rng: np.random.Generator, A: it.SparseTensor, a: np.ndarray) -> list[tuple]:
    "Functions of several tensors: name, function, ours, NumPy's."
    axis = int(rng.integers(-a.ndim, a.ndim))
    shape = tuple(int(rng.integers(0, 4)) if d == axis % a.ndim else n for d, n in enumerate(a.shape))
    B, b = random_tensor(rng, shape=shape, fill=int(bool(A.fill)))
    ways = [
        (lambda t: np.concatenate(t, axis), (A, B), (a, b)), (lambda t: np.concatenate(t, None), (A, B), (a, b)),
        (lambda t: np.stack(t, axis), (A, A), (a, a)), (lambda t: np.block([[t[0], t[1]]]), (A, A), (a, a)),
        (np.vstack, (A, A), (a, a)), (np.hstack, (A, A), (a, a)), (np.dstack, (A, A), (a, a)),
        (np.column_stack, (A, A), (a, a)), (lambda t: np.append(t[0], t[1], axis), (A, B), (a, b)),
        (lambda t: np.broadcast_arrays(*t)[0], (A, A), (a, a)),
    ]  # fmt: skip
    finite = np.isfinite(np.asarray(a, complex)).all()  # an absent element times NaN is absent
    if a.size * b.size < 20_000 and not A.fill and finite:
        ways.append((lambda t: np.kron(*t), (A, B), (a, b)))
    return ways


def a_case(rng: np.random.Generator) -> tuple:
    "A name, a function, what it is given of ours, and of NumPy's."
    fill = int(rng.choice([0, 0, 0, 1]))
    A, a = random_tensor(rng, fill=fill)
    if a.dtype.kind in "fc" and rng.random() < 0.2:
        a = np.where(a == 2, np.nan, a).astype(a.dtype)
        A = it.SparseTensor.from_dense(a, A.encoding if not A.slices else it.coo(a.ndim), fill=fill)
    kind = rng.random()
    if kind < 0.5:
        function, *given = (ways := moving(rng, a))[rng.integers(len(ways))]
        return f"{function.__name__}{tuple(given)}", lambda t: function(t, *given), A, a
    if kind < 0.65:
        function, ours, theirs = (ways := joining(rng, A, a))[rng.integers(len(ways))]
        return f"joined by {function.__code__.co_names[-1] if hasattr(function, '__code__') else function.__name__}", function, ours, theirs
    index = random_index(rng, a.shape)
    if kind < 0.9:
        return f"A[{index!r}]", lambda t: t[index], A, a
    value = rng.integers(0, 5) + float(rng.choice([0, 0, 0.5]))

    def setting(t: object) -> object:
        if isinstance(t, it.SparseTensor):
            return t.set(index, value)
        t = t.copy()
        t[index] = value
        return t

    return f"set {index!r} to {value}", setting, A, a


def outcome(function: object, given: object) -> object:
    "What a function gives; what it raises."
    try:
        return function(given)
    except (ValueError, IndexError, TypeError, NotImplementedError, AttributeError) as error:
        return error


def dense(found: object) -> object:
    "The same as NumPy has it."
    if isinstance(found, (tuple, list)):
        return [dense(part) for part in found]
    for name in ("to_dense", "todense"):
        if hasattr(found, name):
            return getattr(found, name)()
    return np.asarray(found)


def same(ours: object, theirs: object) -> bool:
    "The same elements, shapes and types, part by part?"
    if isinstance(theirs, (list, tuple)):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    theirs = np.asarray(theirs)
    nans = theirs.dtype.kind in "fc"
    return ours.shape == theirs.shape and ours.dtype == theirs.dtype and np.array_equal(ours, theirs, equal_nan=nans)


def differs(found: object, wanted: object) -> str:
    "How an outcome differs from NumPy's; nothing where it does not."
    if isinstance(wanted, Exception):
        return "" if isinstance(found, Exception) else "is not refused"
    if isinstance(found, Exception):
        return f"{type(found).__name__}: {found}"
    if isinstance(found, it.SparseTensor):
        found.check()
    return "" if same(dense(found), wanted) else "other elements, shape or type"


def allowed(words: str, given: object, wanted: object) -> bool:
    "What is refused on purpose: zeros beside another fill; a wrong number where nothing is selected."
    nothing = np.size(wanted) == 0 or (isinstance(given, np.ndarray) and same(given, wanted))
    fills = "has 0 for absent elements", "is padded by its absent elements"
    return any(w in words for w in fills) or (nothing and "is outside of dimension" in words)


def as_theirs(tensor: object) -> object:
    "The tensor as PyData/sparse has it."
    import sparse

    if isinstance(tensor, tuple):
        return tuple(map(as_theirs, tensor))
    columns, values = tensor.to_coo()
    return sparse.COO(np.array(columns).reshape(len(tensor.shape), -1), values, tensor.shape, fill_value=tensor.fill)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--theirs", action="store_true")
    given = parser.parse_args()
    wrong, refused, other = 0, 0, Counter[str]()
    for seed in range(given.seed, given.seed + given.cases):
        name, function, ours, theirs = a_case(np.random.default_rng(seed))
        with np.errstate(all="ignore"):
            wanted = outcome(function, theirs)
            words = differs(outcome(function, ours), wanted)
        if words and allowed(words, theirs, wanted):
            refused += 1
        elif words:
            wrong += 1
            print(f"seed {seed}: {name[:120]} of {ours if isinstance(ours, tuple) else (ours,)}: {words}"[:400])
        if given.theirs:
            short = name.partition("(")[0].partition("[")[0]
            try:
                if said := differs(outcome(function, as_theirs(ours)), wanted):
                    other[f"{short}: {said[:60]}"] += 1
            except Exception as error:
                other[f"{short}: {type(error).__name__} {str(error)[:50]}"] += 1
    print(f"{given.cases} cases, {wrong} differ from NumPy, {refused} are refused on purpose")
    for words, count in other.most_common(40):
        print(f"  PyData/sparse {count:4}  {words}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
