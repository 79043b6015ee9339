"""The slow, sure way to compute an expression over sparse tensors: what `fuzz_sparsify.py` compares with.

A tree (`Leaf`, `Number`, `Index`, `Call`, `Sum`, `Cast`) is printed as index notation by `text` and computed by
`evaluate`: NumPy on dense copies, over all indices at once, with one rule changed: an absent factor of a product, and
the absent dividend of a quotient, makes it absent, also times inf or nan. Nothing of the package is used.

Each element of each node has a value; a state: is it there, is it absent, or do formats differ in that (zeros of a
block; the sum of a row that has no entries); how far rounding in another order can move it; and whether anything may
be said of it at all (1/0 where the zero's sign comes from such a sum).

Short form: none, the others import it.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import add, mul

import ml_dtypes
import numpy as np

THERE, EITHER, ABSENT = 0, 1, 2
BINARY = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "floor_divide": "//", "remainder": "%", "power": "**",
    "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!=",
    "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^",
}
STRENGTH = {"|": 1, "^": 2, "&": 3, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "**": 8}  # comparisons: always in brackets
NAMES = {"maximum": "max", "minimum": "min", "absolute": "abs", "multiply": "prod", "add": "sum"}
ROUNDED = {"exp", "log", "sin", "cos", "tan", "tanh", "expm1", "log1p", "sinh", "cosh", "power", "arctan"}
STEEP = {"exp", "expm1", "log", "log1p", "sqrt", "tan", "sinh", "cosh", "square", "reciprocal"}
COMPARED = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}


@dataclass(frozen=True)
class Place:
    "An affine index: a number for each name, and a constant."

    parts: tuple[tuple[str, int], ...]
    constant: int = 0

    def __str__(self):
        words = [name if n == 1 else f"{n} * {name}" for name, n in self.parts]
        words += [str(self.constant)] if self.constant or not words else []
        return " + ".join(words)


@dataclass(frozen=True)
class Leaf:
    tensor: str
    places: tuple[Place, ...] = ()

    def __str__(self):
        return f"{self.tensor}[{', '.join(map(str, self.places))}]" if self.places else self.tensor


@dataclass(frozen=True)
class Number:
    value: complex


@dataclass(frozen=True)
class Index:
    name: str


@dataclass(frozen=True)
class Call:
    function: str
    operands: tuple


@dataclass(frozen=True)
class Sum:
    function: str  # add, multiply, maximum, minimum
    names: tuple[str, ...]
    operand: object
    implied: bool = False


@dataclass(frozen=True)
class Cast:
    dtype: str
    operand: object


def text(node, strength: int = 0) -> str:
    "The tree as notation; in brackets where what is around it binds as strongly."
    match node:
        case Leaf() | Index():
            return str(node) if isinstance(node, Leaf) else node.name
        case Number(value):
            return repr(value) if strength == 0 or not str(value).startswith("-") else f"({value!r})"
        case Cast(dtype, operand):
            return f"{dtype}({text(operand)})"
        case Sum(function, names, operand, implied):
            if implied:
                return text(operand, strength)
            over = names[0] if len(names) == 1 else f"({', '.join(names)})"
            return f"{NAMES[function]}({over}, {text(operand)})"
    function, operands = node.function, node.operands
    if function == "negative":
        return f"(-{text(operands[0], 7)})" if strength else f"-{text(operands[0], 7)}"
    if function not in BINARY:
        return f"{NAMES.get(function, function)}({', '.join(text(o) for o in operands)})"
    sign = BINARY[function]
    mine = STRENGTH.get(sign, 0)
    if not mine:
        return f"({text(operands[0], 9)} {sign} {text(operands[1], 9)})"
    left, right = (mine + 1, mine) if sign == "**" else (mine, mine + 1)
    found = f"{text(operands[0], left)} {sign} {text(operands[1], right)}"
    return f"({found})" if strength > mine else found


def leaves(node) -> list[Leaf]:
    "All that are read, in order."
    match node:
        case Leaf():
            return [node]
        case Call(_, operands):
            return [leaf for o in operands for leaf in leaves(o)]
        case Sum(_, _, operand) | Cast(_, operand):
            return leaves(operand)
    return []


@dataclass
class Operand:
    "A dense copy, and the state of each element."

    values: np.ndarray
    state: np.ndarray


@dataclass
class Node:
    "What is known of a node; arrays over all indices, of size 1 where an index has no part in it."

    x: object  # an array; a number of Python's for a constant
    state: object = None  # None: a constant
    error: object = 0.0  # how far off it may be
    fused: object = 0.0  # how far a sum with it may be off, if the product is not rounded
    unknown: object = False
    summed: bool = field(default=False)  # did a sum, a product or a maximum come to it?


def unit(dtype) -> float:
    "The distance from 1 to the next number; 0 for integers."
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        return 0.0
    return float(ml_dtypes.finfo(dtype).eps)


def wide(x) -> np.ndarray:
    "In f64 or c128."
    x = np.asarray(x)
    return x.astype(complex if x.dtype.kind == "c" else float)


def finite(x) -> np.ndarray:
    return np.isfinite(wide(x))


class Evaluation:
    "The indices' sizes and the operands."

    def __init__(self, sizes: dict[str, int], operands: dict[str, Operand]):
        self.sizes, self.operands, self.axes = sizes, operands, {name: k for k, name in enumerate(sizes)}

    def __call__(self, node) -> Node:
        match node:
            case Leaf():
                return self.leaf(node)
            case Number(value):
                return Node(value)
            case Index(name):
                x = self.along(name, np.arange(self.sizes[name]))
                return Node(x, np.zeros(x.shape, int))
            case Cast(dtype, operand):
                return cast(dtype, self(operand))
            case Sum(function, names, operand):
                found = self(operand)
                for name in names:
                    found = self.reduced(function, self.axes[name], self.sizes[name], found)
                return found
        return called(node.function, [self(o) for o in node.operands])

    def along(self, name: str, x: np.ndarray) -> np.ndarray:
        return x.reshape([-1 if n == name else 1 for n in self.sizes])

    def leaf(self, node: Leaf) -> Node:
        operand = self.operands[node.tensor]
        at = tuple(
            reduce(add, (n * self.along(name, np.arange(self.sizes[name])) for name, n in p.parts), np.int64(p.constant))
            for p in node.places
        )
        used = {name for p in node.places for name, _ in p.parts}
        shape = tuple(n if name in used else 1 for name, n in self.sizes.items())
        x, state = (np.broadcast_to(a[at], shape) for a in (operand.values, operand.state))
        return Node(x, state)

    def reduced(self, function: str, axis: int, size: int, v: Node) -> Node:
        "Over one index."
        whole = list(np.shape(v.x))
        whole[axis] = size
        x, state, error, fused, unknown = (np.broadcast_to(a, whole) for a in (v.x, v.state, v.error, v.fused, v.unknown))
        over = {"axis": axis, "keepdims": True}
        ufunc, dtype = getattr(np, function), x.dtype
        found = ufunc.reduce(x, **over) if function in ("maximum", "minimum") else ufunc.reduce(x, dtype=dtype, **over)
        state = np.minimum(state.min(**over, initial=EITHER), EITHER)
        eps, magnitude = unit(dtype), np.where(finite(x), np.abs(wide(x)), 0)  # inf is inf in any order
        if function == "add":
            off = np.sum(error + fused, **over) + (4 * size * eps * magnitude.sum(**over) if size > 1 else 0)
        elif function == "multiply":
            share = np.where(error > 0, error / np.where(magnitude > 0, magnitude, np.inf), 0).sum(**over)
            off = np.abs(wide(found)) * (share * 2 + (4 * size * eps if size > 2 else 0))
            unknown = unknown | ((error > 0) & (magnitude == 0))
        else:
            off = error.max(**over, initial=0)
        unknown = unknown.any(**over)
        return judged(Node(found, state, off, 0.0, unknown, True), finite(x).all(**over))


def judged(v: Node, were_finite) -> Node:
    "Nothing is said of what overflows after sums, or is as far off as can be."
    off = np.asarray(v.error)
    lost = ~np.isfinite(off)
    lost = lost | ((off > 0) & were_finite & ~finite(v.x))
    v.unknown = v.unknown | lost
    v.error = np.where(finite(v.x) & ~lost, off, 0.0)
    return v


def cast(dtype: str, v: Node) -> Node:
    x, to = np.asarray(v.x), np.dtype(getattr(ml_dtypes, dtype, dtype))
    found = x.astype(to)
    unknown = v.unknown
    if to.kind in "iu" and x.dtype.kind not in "biu":
        limits = np.iinfo(to)
        with np.errstate(all="ignore"):
            inside = finite(x) & (wide(x).real > limits.min - 1.0) & (wide(x).real < limits.max)
        unknown = unknown | ~inside | (np.asarray(v.error) > 0)
    state = np.zeros(np.shape(x), int) if v.state is None else v.state
    error = np.where(np.asarray(v.error) > 0, v.error + unit(to) * np.abs(wide(found)), 0.0) if np.any(v.error) else 0.0
    if to.kind == "b":
        unknown = unknown | (np.asarray(v.error) > 0)
    return Node(found, state, error, 0.0, unknown, v.summed)


def called(function: str, given: list[Node]) -> Node:
    "A function of every element."
    xs = [v.x for v in given]
    if function == "where":
        found = np.where(*xs)
    elif function in ("maximum", "minimum") and len(xs) > 2:
        return reduce(lambda a, b: called(function, [a, b]), given)
    else:
        found = getattr(np, function)(*xs)
    states = [v.state for v in given if v.state is not None]
    if not states:
        return Node(found.item() if hasattr(found, "item") else found)
    shape = np.shape(found)
    state = np.broadcast_to(reduce(np.minimum, states), shape).copy()
    unknown = np.broadcast_to(reduce(np.logical_or, [v.unknown for v in given]), shape).copy()
    found, state, unknown = absent_factors(function, given, np.array(found), state, unknown)
    were = reduce(np.logical_and, [finite(x) for x in xs])
    v = Node(found, state, 0.0, 0.0, unknown, any(v.summed for v in given))
    v.error, v.fused, more = errors(function, given, found)
    v.unknown = v.unknown | more
    return judged(v, were)


def absent_factors(function, given, found, state, unknown):
    "The one rule that is not NumPy's, and the corner cases that depend on formats."
    as_there = lambda v: THERE if v.state is None else v.state
    shape = found.shape
    if function in ("multiply", "divide", "floor_divide", "remainder"):
        first = given[:2] if function == "multiply" else given[:1]
        for v in first:
            others = [w for w in given if w is not v]
            other = others[0] if others else v
            zero = np.broadcast_to(np.asarray(v.x) == 0, shape)
            mine, theirs = (np.broadcast_to(as_there(w), shape) for w in (v, other))
            with np.errstate(all="ignore"):
                odd = np.broadcast_to(np.asarray(found != 0), shape) & zero  # not 0 by NumPy: nan
            constant = (theirs == ABSENT) | (other.state is None)
            absent = zero & (mine == ABSENT)
            if function in ("multiply", "divide"):
                sure = absent & ((theirs == THERE) | (function == "multiply")) & ~(constant & odd)
                found[np.nonzero(sure)] = 0
                state[np.nonzero(sure)] = ABSENT
                unknown |= odd & ~sure & ((mine == EITHER) | ((mine == ABSENT) & (theirs == EITHER)))
                unknown |= odd & absent & constant & (function == "multiply")
                unknown |= odd & absent & (other.state is None)
                unknown |= odd & absent & (theirs == ABSENT) & np.broadcast_to(np.asarray(other.x) != 0, shape)  # 0 / nan
            else:
                unknown |= odd & (mine != THERE)
                state[np.nonzero(absent & (state == THERE))] = EITHER  # where all of it is folded away
            either = zero & (mine == EITHER) & (state == THERE)
            state[np.nonzero(either)] = EITHER
    if function in ("divide", "reciprocal", "floor_divide", "remainder", "power", "arctan2") and found.dtype.kind in "fcV":
        below = given[-1] if function != "power" else given[0]
        if below.state is not None:  # the sign of a zero: of a sum, or of one that a format stores between entries
            open_ = (np.asarray(below.x) == 0) & ((below.state == EITHER) | below.summed)
            unknown |= np.broadcast_to(open_, shape) & ~np.isfinite(wide(found))
    if function in ("bitwise_and", "bitwise_or", "logical_and", "logical_or", "minimum", "maximum", "where", "power"):
        some = reduce(np.maximum, [np.broadcast_to(as_there(v), shape) for v in given])
        state[np.nonzero((state == THERE) & (some > THERE))] = EITHER
    return found, state, unknown


def errors(function, given, found):
    "How far off, how far a fused product, and where a decision may fall the other way."
    a = given[0]
    b = given[1] if len(given) > 1 else a
    eps, r = unit(found.dtype), np.abs(wide(found))
    ea, eb = np.asarray(a.error), np.asarray(b.error)
    moved = np.any(ea) or np.any(eb)
    A, B = (np.abs(wide(v.x)) for v in (a, b))
    none = np.False_
    if function in ("add", "subtract"):
        off = ea + eb + a.fused + b.fused
        return np.where(off > 0, off + 16 * eps * (r + A + B), 0), 0.0, none  # may be added before the sum is
    if function == "multiply":
        off = np.where((ea > 0) | (eb > 0), A * eb + B * ea + ea * eb + eps * r, 0) if moved else 0.0
        whole = np.where(np.isfinite(r), eps * A * B * (8 if found.dtype.kind == "c" else 1), 0)
        return off + (whole if found.dtype.kind == "c" else 0.0), whole, none
    if function == "divide":
        base = 16 * eps * r if found.dtype.kind == "c" else np.zeros(r.shape)
        if not moved:
            return base, 0.0, none
        room = B - eb
        off = np.where((ea > 0) | (eb > 0), (ea + r * eb) / np.where(room > 0, room, 0) + eps * r, 0)
        return off + base, 0.0, (eb > 0) & (room <= 0)
    if function in COMPARED:
        gap = np.abs(wide(a.x) - wide(b.x))
        return 0.0, 0.0, (ea + eb > 0) & ~(gap > ea + eb)
    if function in ("maximum", "minimum"):
        return np.maximum(ea, eb) + np.zeros(r.shape), 0.0, none
    if function == "where":
        c = given[2]
        return np.where(wide(a.x) != 0, eb, c.error), 0.0, (ea > 0) & ~(A > ea)
    if function in ("floor", "ceil", "sign", "floor_divide", "remainder", "rint", "trunc", "isnan", "signbit"):
        return 0.0, 0.0, (ea > 0) | (eb > 0)
    rounds = function in ROUNDED or found.dtype.kind == "c" or np.iscomplexobj(a.x)  # as the size of a number is
    base = np.where(np.isfinite(r), 8 * eps * r, 0) if rounds else np.zeros(r.shape)
    if not moved:
        return base, 0.0, none
    if function in STEEP or function == "power":
        f = getattr(np, function)
        ends = [np.abs(wide(f(*(wide(v.x) + s * e for v, e in ((a, ea), (b, eb))[: f.nin]))) - wide(found)) for s in (-1, 1)]
        off = 2 * np.maximum(*ends) + base + eps * r
        return np.where((ea > 0) | (eb > 0), off, base), 0.0, ((ea > 0) | (eb > 0)) & ~np.isfinite(off)
    return np.where(ea > 0, ea + base + eps * r, base), 0.0, none


def differences(found, expected: Node, shape: tuple[int, ...]) -> str:
    "What is wrong with a result, an array; empty if nothing is."
    wanted = np.broadcast_to(np.asarray(expected.x), shape) if np.size(expected.x) == reduce(mul, shape, 1) else expected.x
    if np.shape(found) != shape:
        return f"shape {np.shape(found)} instead of {shape}"
    unknown = np.broadcast_to(expected.unknown, shape)
    off = np.broadcast_to(expected.error, shape)
    x, y = wide(found), wide(wanted)
    both_odd = ~np.isfinite(x) & ~np.isfinite(y) & ((x == y) | (np.isnan(x) & np.isnan(y)) | (x.dtype.kind == "c"))
    with np.errstate(all="ignore"):
        near = np.isfinite(x) & np.isfinite(y) & (np.abs(x - y) <= off)
    exact = np.asarray(found) == np.asarray(wanted)  # of 64-bit integers f64 knows less
    if np.asarray(found).dtype.kind in "iub" and np.asarray(wanted).dtype.kind in "iub":
        near = np.zeros(shape, bool)
    wrong = np.argwhere(~(exact | near | both_odd | unknown))
    if not len(wrong):
        return ""
    at = tuple(map(int, wrong[0]))
    number = f"{len(wrong)} of {x.size} are wrong: at {at} "
    return number + f"{np.asarray(found)[at]!s} instead of {np.asarray(wanted)[at]!s} (within {off[at]:.3g})"
