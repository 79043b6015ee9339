"""`it.sparsify` against NumPy on dense copies: random expressions, formats and operands.

    python benchmarks/fuzz_sparsify.py [--count 20000] [--seed 0] [--compile 0.02] [--only SEED] [--show 8]

A case is an expression tree of up to four operands (ranks 0 to 4, some to 6), printed as index notation; a format for
each operand and for the result; operands with stored zeros, NaN, inf, -0.0, repeated entries, empty dimensions, of any
type, given as tensors of that format or of another, slices, SciPy's matrices or arrays. `sparsify_oracle.py` computes
the tree on dense copies: equal means `==`, NaN to NaN, the same type, sums within 4 n eps of the sum of absolute
values. An error is right where NumPy has one, where the result's fill would be NaN, or where the format cannot hold
the result. `--compile`: the part of the cases that is compiled. `--only`: one seed, printed in full.

Prints the failures by kind, of each the shortest as a program to copy. Exits with 1 if there is one.

Short form: --count 60 --compile 0
"""
from __future__ import annotations

import argparse
import re
import signal
import sys
import warnings
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import reduce
from random import Random
from time import perf_counter
from traceback import extract_tb

import ml_dtypes
import numpy as np
from common import skipped
from sparsify_oracle import (
    ABSENT, EITHER, THERE, Call, Cast, Evaluation, Index, Leaf, Number, Operand, Place, Sum, differences, leaves, text, unit, wide,
)

import indexing_tools as it
from indexing_tools.sparse.formats.named_formats import as_encoding
from indexing_tools.sparse.storage.level_functions import stores_zeros

DTYPES = ("float64",) * 8 + ("float32",) * 3 + ("int64", "int64", "int32", "int16", "int8", "uint8", "bool", "float16", "bfloat16",
                                            "complex64", "complex128")
INDICES = "ijklmnpq"
UNARY = ("absolute", "negative", "sqrt", "exp", "sin", "tanh", "expm1", "log1p", "floor", "ceil", "sign", "square", "cos", "log")
UPDATES = {"": "=", "add": "+=", "subtract": "-=", "multiply": "*=", "maximum": "max=", "minimum": "min="}
LIMITED = ("NM", "ELL", "LINE", "MORTON", "TWO_LEVEL", "structured", "symbol", "singleton")


def dtype_of(name: str) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, name, name))


# formats

MATRICES = (
    "CSR", "CSR", "CSR", "CSC", "CSC", "COO", "COO", "COO_SOA", "DCSR", "DCSC", "BSR(2,3)", "BSR(2,2)", "BSC(3,2)", "ELL", "DIA",
    "NM", "LOOSE_CSR", "LINE", "MORTON", "TWO_LEVEL(4,4,2,2)", "DENSE(2)", "CSF(2)",
)


def random_format(rng: Random, shape: tuple[int, ...]) -> str:
    "The name, or the text, of a format that fits tensors of this shape."
    rank = len(shape)
    if rng.random() < 0.12:
        return random_levels(rng, rank)
    if rank == 1:
        return rng.choice(("SparseVector", "SparseVector", "COO(1)", "DENSE(1)"))
    if rank == 2:
        name = rng.choice(MATRICES)
        special = {"ELL": f"ELL({max(1, shape[1])})", "NM": rng.choice(("NM(2,4)", "NM(1,2)", "NM(3,3)")),
                   "LINE": f"LINE({max(2, shape[1])})", "MORTON": f"MORTON({max(1, shape[0])},{max(1, shape[1])})"}
        return special.get(name, name)
    names = [f"CSF({rank})", f"COO({rank})", f"DENSE({rank})"] + (["BATCHED_CSR", "BCOO"] if rank == 3 else [])
    return rng.choice(names)


def random_levels(rng: Random, rank: int) -> str:
    "Dimensions in any order, dense or compressed."
    order = rng.sample(range(rank), rank)
    kinds = [rng.choice(("dense", "compressed", "compressed", "compressed(nonunique)", "loose_compressed")) for _ in order]
    for k in range(1, rank):
        if "compressed" in kinds[k - 1] and rng.random() < 0.2:
            kinds[k] = rng.choice(("singleton", "singleton(nonunique)"))
            kinds[k - 1] = "compressed(nonunique)"
    dims = ", ".join(f"d{d}" for d in range(rank))
    levels = ", ".join(f"d{d} : {kind}" for d, kind in zip(order, kinds))
    return f"#sparse_tensor.encoding<{{ map = ({dims}) -> ({levels}) }}>"


# operands

@dataclass
class Given:
    "An operand: entries, and how they are given."

    shape: tuple[int, ...]
    dtype: np.dtype
    format: str = ""  # "": dense
    coordinates: tuple = ()
    values: np.ndarray = field(default_factory=lambda: np.zeros(0))
    way: str = "tensor"
    other: str = ""  # the format that it is given in
    fill: object = 0
    tensor: object = None  # what the kernel computes with: in the format
    argument: object = None

    def code(self, name: str) -> str:
        "Lines that make it."
        if not self.format:
            return f"{name} = {array_code(self.values)}"
        made = f"it.SparseTensor.from_coo({self.columns()}, {array_code(self.values)}, {self.shape}, {self.other!r}{f', fill={self.fill!r}' if self.fill else ''})"
        ends = {"scipy": ".to_scipy()", "array": ".to_dense()", "slice": f"[{', '.join('1:' for _ in self.shape)}]"}
        return f"{name} = {made}{ends.get(self.way, '')}"

    def columns(self) -> str:
        return f"({', '.join(str(c.tolist()) for c in self.coordinates)},)"


def array_code(a: np.ndarray) -> str:
    "An array as a call."
    listed = wide(a).tolist() if a.dtype.kind not in "biu" else a.tolist()
    return f"array({listed}, {a.dtype.name!r})" if a.size or a.ndim == 1 else f"zeros({a.shape}, {a.dtype.name!r})"


def random_values(rng: Random, state: np.random.Generator, shape, dtype: np.dtype, odd: float) -> np.ndarray:
    "Small numbers; odd ones now and then."
    if dtype.kind == "b":
        return state.random(shape) < 0.8
    low = 0 if dtype.kind == "u" else -3
    x = state.integers(low, 5, shape).astype(float)
    if dtype.kind not in "iu":
        x = x / rng.choice((1, 2, 4))
    if dtype.kind == "c":
        x = x + 1j * state.integers(-2, 3, shape)
    found = np.array(x).astype(dtype)
    if dtype.kind not in "iuc" and rng.random() < odd and found.size:
        for _ in range(rng.randint(1, 2)):
            found.reshape(-1)[rng.randrange(found.size)] = rng.choice((np.nan, np.inf, -np.inf, -0.0, 0.0))
    return found


def random_given(rng: Random, shape: tuple[int, ...], dtype: np.dtype, is_sparse: bool) -> Given:
    "An operand of this shape."
    state = np.random.default_rng(rng.getrandbits(32))
    odd = 0.25
    if not is_sparse or not shape:
        a = random_values(rng, state, shape, dtype, odd)
        return Given(shape, dtype, values=np.asarray(a), argument=a if shape or rng.random() < 0.5 else a[()])
    given = Given(shape, dtype, random_format(rng, shape))
    given.way = rng.choices(("tensor", "other", "array", "scipy", "slice"), (70, 10, 7, 7, 6))[0]
    if given.way == "scipy" and (len(shape) != 2 or dtype.name in ("float16", "bfloat16")):
        given.way = "tensor"
    whole = tuple(n + 1 for n in shape) if given.way == "slice" else shape
    there = state.random(whole) < rng.choice((0, 0.1, 0.3, 0.3, 0.5, 0.5, 0.8, 1))
    columns = np.nonzero(there)
    if len(columns[0]) and rng.random() < 0.1:  # some twice
        columns = tuple(np.concatenate([c, c[:1]]) for c in columns)
    values = random_values(rng, state, (len(columns[0]),), dtype, odd)
    given.coordinates, given.values = columns, values
    given.other = {"tensor": given.format, "array": "COO" if len(shape) == 2 else f"COO({len(shape)})",
                   "scipy": rng.choice(("CSR", "CSC", "COO"))}.get(given.way) or random_format(rng, shape)
    if rng.random() < 0.06 and dtype.kind in "iuf" and given.way != "scipy":
        given.fill = rng.choice((1, 1, 2) if dtype.kind in "iu" else (1.0, -1.0, 2.0, 0.5, float("inf"), float("-inf"), float("nan")))
    if given.way == "slice":
        given.other = given.format = rng.choice(("CSR", "CSC", "COO", "DCSR")) if len(shape) == 2 else f"CSF({len(shape)})"
    given.shape = whole
    return given


def prepared(given: Given) -> Given:
    "With the tensor that is given, and what it is in its format. Raises `ValueError` where a format cannot hold it."
    if not given.format:
        return given
    made = it.SparseTensor.from_coo(given.coordinates, given.values, given.shape, given.other, **({"fill": given.fill} if given.fill else {}))
    if given.way == "slice":
        made = made[tuple(slice(1, None) for _ in given.shape)]
    given.argument = {"scipy": lambda: made.to_scipy(), "array": lambda: made.to_dense()}.get(given.way, lambda: made)()
    if given.way == "scipy":
        made = it.SparseTensor.from_scipy(given.argument)
    if given.way == "array":
        made = it.SparseTensor.from_dense(given.argument, given.format)
    given.tensor = made if given.way in ("slice", "tensor") else made.convert(given.format)
    return given


def operand(given: Given) -> Operand:
    "Its dense copy and what is stored."
    if given.tensor is None:
        return Operand(given.values, np.zeros(given.values.shape, int))
    columns, values = given.tensor.to_coo()
    dense = np.full(given.tensor.shape, given.tensor.fill, given.dtype)
    state = np.full(given.tensor.shape, EITHER if stores_zeros(given.tensor.encoding) else ABSENT)
    if stores_zeros(given.tensor.encoding):
        dense = given.tensor.to_dense()  # a zero between entries has a sign
    seen: dict = {}
    for *at, v in zip(*columns, values):
        at = tuple(at)
        seen[at] = np.add(seen[at], v, dtype=given.dtype) if at in seen else v
    for at, v in seen.items():
        dense[at], state[at] = v, THERE
    return Operand(dense, state)


# expressions

class Maker:
    "A random tree over indices with sizes."

    def __init__(self, rng: Random):
        self.rng = rng
        common = rng.choice((2, 3, 3, 4))
        self.sizes = {n: common if rng.random() < 0.6 else rng.choice((1, 2, 3, 4, 5)) for n in INDICES}
        if rng.random() < 0.05:
            self.sizes[rng.choice(INDICES[:4])] = 0
        self.has_empty = 0 in self.sizes.values()
        base = rng.choice(DTYPES)
        self.dtypes = (base,) if rng.random() < 0.65 else (base, rng.choice(DTYPES), rng.choice(DTYPES))
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.types: dict[str, str] = {}
        self.most = rng.choice((1, 2, 2, 3, 3, 4))
        self.free = list(INDICES)

    def new_tensor(self, shape: tuple[int, ...]) -> str:
        name = "ABDEFGHUVWXYZ"[len(self.shapes)]
        self.shapes[name], self.types[name] = shape, self.rng.choice(self.dtypes)
        return name

    def place(self, name: str, allowed: list[str]) -> tuple[Place, int]:
        "Mostly the index itself; and how long the dimension is."
        rng, n = self.rng, self.sizes[name]
        if n and rng.random() < 0.05:
            kind = rng.randrange(4)
            if kind == 0 and len(allowed) > 1:
                other = rng.choice([a for a in allowed if a != name])
                if self.sizes[other]:
                    return Place(((name, 1), (other, 1))), n + self.sizes[other] - 1
            if kind == 1:
                return Place(((name, 1),), 1), n + 1
            if kind == 2:
                return Place(((name, 2),)), 2 * n - 1
            return Place((), rng.randrange(n)), n
        return Place(((name, 1),)), n

    def leaf(self, allowed: list[str], needed: tuple[str, ...] = ()) -> object:
        rng = self.rng
        if self.shapes and not needed and (rng.random() < 0.15 or len(self.shapes) >= self.most):
            name = rng.choice(list(self.shapes))
            fits = [[a for a in allowed if self.sizes[a] == n] for n in self.shapes[name]]
            if all(fits):
                return Leaf(name, tuple(Place(((rng.choice(f), 1),)) for f in fits))
        rank = min(len(allowed), rng.choice((0, 1, 1, 2, 2, 2, 2, 3, 4)))
        names = list(needed) or rng.sample(allowed, rank)
        if names and not needed and rng.random() < 0.04:
            names.append(rng.choice(names))
        if needed:
            rng.shuffle(names)
            places = [(Place(((n, 1),)), self.sizes[n]) for n in names]
        else:
            places = [self.place(n, allowed) for n in names]
        return Leaf(self.new_tensor(tuple(n for _, n in places)), tuple(p for p, _ in places))

    def number(self) -> Number:
        return Number(self.rng.choice((2, 3, 0.5, 1.5, -1, 1, 2.0, 2, 0.25)))

    def tree(self, allowed: list[str], depth: int) -> object:
        "Over these indices."
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            return self.leaf(allowed)
        kind = rng.choices(("binary", "compare", "unary", "number", "where", "cast", "sum", "power", "index", "logical"),
                           (60, 5, 12, 9, 2, 3, 14, 2, 1, 2))[0]
        deeper = lambda: self.tree(allowed, depth - 1)
        if kind == "sum" and len(allowed) < 5:
            return self.sum(allowed, depth)
        if kind == "compare":
            f = rng.choice(("less", "greater", "less_equal", "greater_equal", "equal", "not_equal"))
            return Call(f, (deeper(), Number(rng.choice((0, 1, -1, 0.5))) if rng.random() < 0.5 else deeper()))
        if kind == "unary":
            return Call(rng.choice(UNARY), (deeper(),))
        if kind == "number":
            pair = (deeper(), self.number())
            return Call(rng.choice(("multiply", "multiply", "add", "subtract", "divide", "maximum", "minimum")),
                        pair if rng.random() < 0.6 else pair[::-1])
        if kind == "where":
            test = Call("greater", (deeper(), Number(0))) if rng.random() < 0.7 else deeper()
            return Call("where", (test, deeper(), deeper()))
        if kind == "cast":
            return Cast(rng.choice(("float32", "float64", "int64", "int32", "complex128")), deeper())
        if kind == "power":
            return Call("power", (deeper(), Number(rng.choice((2, 3, 2)))))
        if kind == "index" and allowed:
            return Call(rng.choice(("multiply", "add", "less")), (deeper(), Index(rng.choice(allowed))))
        if kind == "logical":
            f = rng.choice(("bitwise_and", "bitwise_or"))
            return Call(f, tuple(Call(rng.choice(("less", "greater", "not_equal")), (deeper(), Number(0))) for _ in range(2)))
        f = rng.choice(("multiply",) * 8 + ("add",) * 6 + ("subtract",) * 3 + ("divide",) * 2 + ("maximum", "minimum")
                       + (("floor_divide", "remainder") if rng.random() < 0.2 else ()))
        return Call(f, (deeper(), deeper()))

    def sum(self, allowed: list[str], depth: int) -> Sum:
        "Over one or two new indices."
        rng, spare = self.rng, [n for n in self.free if n not in allowed]
        names = tuple(rng.sample(spare[:4], 1 if rng.random() < 0.8 else 2))
        function = "add" if self.has_empty else rng.choice(("add",) * 6 + ("maximum", "minimum", "multiply"))
        body = self.tree([*allowed, *names], depth - 1)
        return Sum(function, names, self.with_indices(body, names))

    def with_indices(self, body, names) -> object:
        "Each index stands bare in an operand."
        bare = {p.parts[0][0] for leaf in leaves(body) for p in leaf.places if is_bare(p)}
        if missing := tuple(n for n in names if n not in bare):
            return Call("multiply" if self.rng.random() < 0.6 else "add", (body, self.leaf([], missing)))
        return body

    def term(self, result: list[str], extra: list[str]) -> object:
        "A product; what is not in the result is summed, without a word."
        rng = self.rng
        allowed = [*result, *extra]
        body = self.leaf(allowed)
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            factor = self.leaf(allowed)
            if rng.random() < 0.12:
                factor = Call(rng.choice(UNARY[:7]), (factor,))
            body = Call("multiply" if rng.random() < 0.9 else "divide", (body, factor))
        if rng.random() < 0.15:
            body = Call("multiply", (self.number(), body))
        used = dict.fromkeys(n for leaf in leaves(body) for p in leaf.places for n, _ in p.parts if n in extra)
        body = self.with_indices(body, tuple(used)) if used else body
        while used and isinstance(body, Call) and body.function == "add":
            body = Call("multiply", body.operands)
        return Sum("add", tuple(used), body, implied=True) if used else body

    def chain(self, result: list[str]) -> object:
        "Terms, added."
        rng = self.rng
        extra = [n for n in INDICES if n not in result][: rng.choice((0, 1, 1, 2))]
        found = self.term(result, extra)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            found = Call(rng.choice(("add", "add", "subtract")), (found, self.term(result, extra)))
        return found


def is_bare(place: Place) -> bool:
    return len(place.parts) == 1 and place.parts[0][1] == 1 and not place.constant


# the kernels that everybody writes: result, expression, ranks

def known(rng: Random) -> tuple[str, object]:
    "One of them."
    A = lambda name, *at: Leaf(name, tuple(Place(((n, 1),)) for n in at))
    times = lambda *f: reduce(lambda x, y: Call("multiply", (x, y)), f)
    plus = lambda *f: reduce(lambda x, y: Call("add", (x, y)), f)
    minus = lambda x, y: Call("subtract", (x, y))
    total = lambda names, body: Sum("add", tuple(names), body, implied=True)
    power = lambda x: Call("power", (x, Number(2)))
    return rng.choice([
        ("i", total("j", times(A("A", "i", "j"), A("B", "j")))),
        ("j", total("i", times(A("A", "i", "j"), A("B", "i")))),
        ("ij", total("k", times(A("A", "i", "k"), A("B", "k", "j")))),
        ("ij", total("k", times(A("A", "i", "k"), A("B", "j", "k")))),
        ("ij", total("k", times(A("A", "k", "i"), A("B", "k", "j")))),
        ("ij", plus(A("A", "i", "j"), A("B", "i", "j"))), ("ij", times(A("A", "i", "j"), A("B", "i", "j"))),
        ("ij", plus(A("A", "i", "j"), A("B", "j", "i"))), ("ij", A("A", "j", "i")), ("ij", A("A", "i", "j")),
        ("ij", times(A("A", "i", "j"), total("k", times(A("B", "i", "k"), A("D", "k", "j"))))),
        ("ij", total("kl", times(A("A", "i", "k", "l"), A("B", "k", "j"), A("D", "l", "j")))),
        ("ij", total("k", times(A("A", "i", "j", "k"), A("B", "k")))),
        ("ijk", total("l", times(A("A", "i", "j", "l"), A("B", "k", "l")))),
        ("i", minus(A("B", "i"), total("j", times(A("A", "i", "j"), A("D", "j"))))),
        ("i", plus(times(A("F"), total("j", times(A("A", "i", "j"), A("D", "j")))), times(A("G"), A("E", "i")))),
        ("", total("ij", times(A("A", "i", "j"), A("B", "i", "j")))), ("", total("ij", A("A", "i", "j"))),
        ("", total("ij", times(A("B", "i"), A("A", "i", "j"), A("D", "j")))),
        ("i", total("j", A("A", "i", "j"))), ("j", total("i", A("A", "i", "j"))), ("i", total("jk", A("A", "i", "j", "k"))),
        ("i", Sum("maximum", ("j",), A("A", "i", "j"))), ("i", Sum("minimum", ("j",), A("A", "i", "j"))),
        ("i", Sum("multiply", ("j",), A("A", "i", "j"))), ("", total("ij", power(A("A", "i", "j")))),
        ("ij", times(A("B", "i"), A("A", "i", "j"), A("D", "j"))), ("ij", minus(A("A", "i", "j"), A("B", "i", "j"))),
        ("ij", plus(A("A", "i", "j"), A("B", "i", "j"), A("D", "i", "j"))),
        ("ij", plus(A("A", "i", "j"), A("B", "i", "j"), A("D", "i", "j"), A("E", "i", "j"), A("F", "i", "j"))),
        ("ij", times(plus(A("A", "i", "j"), A("B", "i", "j")), A("D", "i", "j"))),
        ("ij", Call("maximum", (A("A", "i", "j"), A("B", "i", "j")))), ("ij", Call("divide", (A("A", "i", "j"), A("B", "i")))),
        ("ij", Call("greater", (A("A", "i", "j"), A("B", "i", "j")))), ("i", A("A", "i", "i")), ("", total("i", A("A", "i", "i"))),
        ("ijk", plus(A("A", "i", "j", "k"), A("B", "i", "j", "k"))), ("il", total("jk", times(A("A", "i", "j"), A("B", "j", "k"), A("D", "k", "l")))),
        ("ij", times(A("A", "i"), A("B", "j"))), ("ij", plus(A("A", "i"), A("B", "j"))),
        ("ijk", times(A("A", "i", "j", "k"), A("B", "i", "j", "k"))), ("bij", total("k", times(A("A", "b", "i", "k"), A("B", "b", "k", "j")))),
        ("ijklmn", A("A", "i", "j", "k", "l", "m", "n")), ("ijn", total("klm", times(A("A", "i", "j", "k", "l", "m"), A("B", "k", "l", "m", "n")))),
    ])


def without_sums(node) -> object:
    "Without those that are not written."
    match node:
        case Sum(_, _, operand, True):
            return without_sums(operand)
        case Sum(_, _, operand) | Cast(_, operand):
            return replace(node, operand=without_sums(operand))
        case Call(function, operands):
            return Call(function, tuple(map(without_sums, operands)))
    return node


def with_sums(node, result: set[str], update: str = "") -> object:
    """An index that the result has not is summed over the whole term that it stands in.

    `max=` takes the maximum over it, of all that is on the right.
    """
    if update in ("multiply", "maximum", "minimum"):
        names = tuple(sorted(unbound(node) - result))
        return Sum(update, names, node, implied=True) if names else node
    if isinstance(node, Call) and node.function in ("add", "subtract", "negative"):
        return Call(node.function, tuple(with_sums(o, result) for o in node.operands))
    names = tuple(sorted(unbound(node) - result))
    return Sum("add", names, node, implied=True) if names else node


def unbound(node) -> set[str]:
    "The indices that no sum of it goes over."
    match node:
        case Leaf():
            return {n for p in node.places for n, _ in p.parts}
        case Index(name):
            return {name}
        case Call(_, operands):
            return set().union(*map(unbound, operands))
        case Sum(_, names, operand):
            return unbound(operand) - {*names}
        case Cast(_, operand):
            return unbound(operand)
    return set()


@dataclass
class Case:
    "All of it."

    seed: int
    text: str = ""
    tree: object = None
    result: tuple[str, ...] = ()
    sizes: dict = field(default_factory=dict)
    given: dict = field(default_factory=dict)
    result_format: str = ""
    updates: str = ""  # the function of `+=`, `max=`, ...
    compile: bool = False

    @property
    def names(self) -> list[str]:
        "The operands in their order."
        first = ["C"] if self.updates else []
        return [*first, *dict.fromkeys(leaf.tensor for leaf in leaves(self.tree))]

    @property
    def formats(self) -> dict[str, str]:
        found = {name: self.given[name].format for name in self.names if self.given[name].format}
        return found | ({"C": self.result_format} if self.result_format else {})

    def code(self) -> str:
        "A program that shows it."
        lines = ["from numpy import array, zeros, nan, inf; import indexing_tools as it"]
        lines += [self.given[name].code(name) for name in self.names]
        formats = "".join(f", {k}={v!r}" for k, v in self.formats.items()) + (", compile=True" if self.compile else "")
        lines.append(f"print(it.sparsify({self.text!r}{formats})({', '.join(self.names)}))")
        return "\n".join(f"    {line}" for line in lines)


def make(seed: int, compiled: float) -> Case:
    "The case of a seed."
    rng = Random(seed)
    case, maker = Case(seed), Maker(rng)
    kind = rng.random()
    if kind < 0.4:
        names, case.tree = known(rng)
        case.result = tuple(names)
        maker.sizes["b"] = rng.choice((1, 2, 3))
        if not square(case.tree, maker.sizes):
            maker.sizes = dict.fromkeys(maker.sizes, 3)
        for leaf in leaves(case.tree):
            maker.shapes[leaf.tensor] = tuple(maker.sizes[p.parts[0][0]] for p in leaf.places)
            maker.types.setdefault(leaf.tensor, rng.choice(maker.dtypes))
    else:
        case.result = tuple(rng.sample(INDICES[:5], rng.choice((0, 1, 1, 2, 2, 2, 2, 3, 3, 4))))
        allowed = list(case.result)
        case.tree = maker.chain(allowed) if kind < 0.65 else maker.tree(allowed, rng.choice((1, 2, 2, 3, 3, 4)))
        bare = {p.parts[0][0] for leaf in leaves(case.tree) for p in leaf.places if is_bare(p)}
        if missing := tuple(n for n in case.result if n not in bare):
            added = isinstance(case.tree, Call) and case.tree.function in ("add", "subtract") or rng.random() < 0.5
            case.tree = Call("add" if added else "multiply", (case.tree, maker.leaf([], missing)))
    if rng.random() < 0.05:
        case.updates = "add" if maker.has_empty else rng.choice(("add", "add", "add", "subtract", "multiply", "maximum", "minimum"))
    case.tree = with_sums(without_sums(case.tree), set(case.result), case.updates)
    case.sizes = maker.sizes
    is_sparse = {name: rng.random() < 0.72 for name in maker.shapes}
    if not any(is_sparse.values()):
        is_sparse[next(iter(is_sparse), "A")] = True
    for name, shape in maker.shapes.items():
        dtype = dtype_of(maker.types[name])
        case.given[name] = workable(rng, shape, dtype, is_sparse[name])
    shape = tuple(maker.sizes[n] for n in case.result)
    if shape and rng.random() < 0.5:
        case.result_format = random_format(rng, shape)
    if case.updates:
        dtype = dtype_of(rng.choice(list(maker.types.values()) or ["float64"]))
        case.given["C"] = workable(rng, shape, dtype, bool(case.result_format), case.result_format)
    left = f"C[{', '.join(case.result)}]" if case.result else "C"
    case.text = f"{left} {UPDATES[case.updates]} {text(case.tree)}"
    case.compile = rng.random() < compiled
    return case


def square(tree, sizes) -> bool:
    "Do all that read a tensor agree on its shape?"
    shapes = defaultdict(set)
    for leaf in leaves(tree):
        shapes[leaf.tensor].add(tuple(sizes[p.parts[0][0]] for p in leaf.places))
    return all(len(s) == 1 for s in shapes.values())


def workable(rng: Random, shape, dtype, is_sparse, wanted: str = "") -> Given:
    "An operand that its format can hold."
    for _ in range(20):
        given = random_given(rng, shape, dtype, is_sparse)
        if wanted:
            given.way, given.format, given.other, given.shape = "tensor", wanted, wanted, shape
            inside = [np.asarray(c) < n for c, n in zip(given.coordinates, shape)]
            kept = np.logical_and.reduce(inside) if inside else slice(None)
            given.coordinates, given.values = tuple(c[kept] for c in given.coordinates), given.values[kept]
        try:
            return prepared(given)
        except (ValueError, TypeError):
            continue
    if not wanted:
        return random_given(rng, shape, dtype, False)
    return prepared(Given(shape, dtype, wanted, tuple(np.zeros((len(shape), 0), int)), np.zeros(0, dtype), "tensor", wanted))


# running

class Late(BaseException):
    pass


def outcome(case: Case):
    "The kernel's result, or its error."
    def late(*_):
        raise Late

    signal.signal(signal.SIGALRM, late)
    signal.alarm(60 if case.compile else 20)
    copies = {name: keep(case.given[name].argument) for name in case.names}
    try:
        more = {"compile": True} if case.compile else {}
        more["guarded"] = len(case.text) % 4 == 0  # every load and store is checked
        kernel = it.sparsify(case.text, **case.formats, **more)
        return kernel(*(copies[name] for name in case.names))
    except Late:
        return TimeoutError("more than 20 s")
    except Exception as e:
        return e
    finally:
        signal.alarm(0)


def keep(argument):
    "A copy where it may be written to."
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def expected(case: Case, all_absent: bool = False):
    "By the oracle, or NumPy's error."
    operands = {name: operand(case.given[name]) for name in case.names}
    if all_absent:
        for name, o in operands.items():
            if case.given[name].format:
                fill = case.given[name].tensor.fill
                operands[name] = Operand(np.full_like(o.values, fill), np.full_like(o.state, THERE))
    evaluation = Evaluation(case.sizes, operands)
    tree = case.tree
    if case.updates:
        before = Leaf("C", tuple(Place(((n, 1),)) for n in case.result))
        tree = Call(case.updates, (before, tree))
    try:
        found = evaluation(tree)
        if case.updates:
            found = into(case.given["C"].dtype, found)
    except (TypeError, ValueError, OverflowError) as e:
        return e
    full = tuple(case.sizes[n] if n in case.result else 1 for n in case.sizes)
    x, unknown, error = (np.broadcast_to(a, full) for a in (found.x, found.unknown, found.error))
    order = [list(case.sizes).index(n) for n in case.result]
    rest = [k for k in range(len(case.sizes)) if k not in order]
    shape = tuple(case.sizes[n] for n in case.result)
    arranged = (np.transpose(a, [*order, *rest]).reshape(shape) for a in (x, unknown, error))
    x, unknown, error = arranged
    return replace(found, x=x, unknown=unknown, error=error)


def into(dtype: np.dtype, found):
    "As NumPy's `+=` casts. Raises `TypeError`."
    if not np.can_cast(np.asarray(found.x).dtype, dtype, "same_kind"):
        raise TypeError(f"{np.asarray(found.x).dtype} into {dtype}")
    error = np.where(np.asarray(found.error) > 0, found.error + unit(dtype) * np.abs(wide(found.x)), 0.0)
    return replace(found, x=np.asarray(found.x).astype(dtype), error=error)


def judge(case: Case) -> tuple[str, str]:
    "(kind, what): the kind is `right`, `error` (as it should be), `left` (nothing can be said), or a failure's."
    wanted, found = expected(case), outcome(case)
    if isinstance(found, Exception):
        return judge_error(case, wanted, found)
    if isinstance(wanted, Exception):
        if "zero-size array" in str(wanted):  # of nothing the least is inf here
            return "left", ""
        return "no error where NumPy has one", f"{type(wanted).__name__}: {wanted}"
    shape = tuple(case.sizes[n] for n in case.result)
    if case.result_format:
        if not isinstance(found, it.SparseTensor):
            return "not a SparseTensor", type(found).__name__
        try:
            found.check()
        except Exception as e:
            return "the result's buffers are wrong", f"{type(e).__name__}: {e}"
        if as_encoding(case.result_format).level_types != found.encoding.level_types:
            return "the result has another format", f"{found.encoding}"
        found = found.to_dense()
    elif isinstance(found, it.SparseTensor):
        return "a SparseTensor instead of an array", ""
    if np.asarray(found).dtype != np.asarray(wanted.x).dtype and not has_bfloat(case):
        return "another dtype", f"{np.asarray(found).dtype} instead of {np.asarray(wanted.x).dtype}"
    if wrong := differences(found, wanted, shape):
        return "wrong values" + " of an update" * bool(case.updates), wrong
    return ("left" if np.all(wanted.unknown) and np.size(wanted.unknown) else "right"), ""


def has_bfloat(case: Case) -> bool:
    "ml_dtypes gives other types for numbers of the text."
    return any(case.given[n].dtype.name == "bfloat16" for n in case.names)


def judge_error(case: Case, wanted, error: Exception) -> tuple[str, str]:
    "Is there a reason for it?"
    clean = isinstance(error, (ValueError, TypeError))
    said = f"{type(error).__name__}: {error}"
    where = extract_tb(error.__traceback__)
    place = f"{where[-1].filename.rsplit('/', 1)[-1]}:{where[-1].lineno}" if where else ""
    if not clean:
        return f"{type(error).__name__} in {'the loops' if place.startswith('<') else place}{' of an update' * bool(case.updates)}", said
    if isinstance(wanted, Exception):
        return "error", said
    if "fill" in str(error):
        without = expected(case, all_absent=True)
        if not isinstance(without, Exception) and (np.isnan(wide(without.x)).any() or 0 in case.sizes.values()):
            return "error", said
    if any(word in case.result_format for word in LIMITED) and isinstance(error, ValueError):
        return "error", said
    return f"refused: {re.sub(r'[0-9A-Z]|[^ a-z]', '', str(error).splitlines()[0])[:60]} ({place})", said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compile", type=float, default=0.02, help="the part that is compiled")
    parser.add_argument("--only", type=int)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop then")
    parser.add_argument("--show", type=int, default=8, help="how many kinds of failure")
    a = parser.parse_args()
    if "sparsify" not in dir(it):
        return skipped("it.sparsify")
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    seeds = [a.only] if a.only is not None else range(a.seed, a.seed + a.count)
    counts, failures, start = Counter(), defaultdict(list), perf_counter()
    for seed in seeds:
        if perf_counter() - start > a.seconds:
            break
        case = make(seed, a.compile)
        kind, what = judge(case)
        good = kind in ("right", "error", "left")
        counts[kind if good else "wrong"] += 1
        if not good:
            failures[kind].append((case, what))
        if a.only is not None:
            print(case.code(), kind, what, expected(case), sep="\n")
    for kind, found in sorted(failures.items(), key=lambda f: -len(f[1]))[: a.show]:
        case, what = min(found, key=lambda f: (len(f[0].code()), f[0].seed))
        print(f"{len(found)} x {kind}; seed {case.seed}: {what}\n{case.code()}\n")
    seconds = perf_counter() - start
    print(f"{counts['right']} right, {counts['error']} errors as expected, {counts['left']} of which nothing can be said, "
          f"{counts['wrong']} wrong ({len(failures)} kinds), {seconds:.0f} s")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
