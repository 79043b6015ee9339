"""Random programs on quantized types against the specification's formulas, in exact fractions.

    python benchmarks/fuzz_quantized.py [-n 2000] [--first 0] [--only dot,reduce] [--seconds 60]

Program number k is always the same. The formulas stand here a second time, element by element on
Python's integers and fractions, rounded to the expressed type after every step: nothing of the
package is used but `read_program(text).run(..)`. Sums of products are taken exactly and rounded
once. A function that has no exact value (tanh, ..) may differ by one stored step where the number
lies within 1e-3 of the middle between two.

The table counts programs and differences by recipe; differences are printed with the program's
number, and the exit status is 1 if there are any. `--show K` prints program K.

Short form: -n 150
"""
from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np

import indexing_tools as it

RECIPES = {}
FLOATS = {"f16": (11, -14, 15), "bf16": (8, -126, 127), "f32": (24, -126, 127), "f64": (53, -1022, 1023)}
STORAGE = {"i2": "int2", "i4": "int4", "i8": "int8", "i16": "int16", "i32": "int32",
           "u2": "uint2", "u4": "uint4", "u8": "uint8", "u16": "uint16", "u32": "uint32"}


def recipe(f):
    "Decorator: a function of a random generator gives a text, its arguments and what is expected."
    RECIPES[f.__name__] = f
    return f


# ---- numbers: floats of Python hold every value of the narrower types, and infinities

def rounded(x, kind):
    "A fraction rounded once to a float type, ties to even."
    if x == 0:
        return 0.0
    digits, smallest, largest = FLOATS[kind]
    size = abs(x)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent += (size >= Fraction(2) ** (exponent + 1)) - (size < Fraction(2) ** exponent)
    unit = Fraction(2) ** (max(exponent, smallest) - digits + 1)
    size = round(size / unit) * unit  # of a fraction: ties to even
    if size >= Fraction(2) ** (largest + 1):
        return math.copysign(math.inf, x)
    return math.copysign(float(size), x)


def step(operation, kind, *values):
    "One operation in a float type."
    if all(map(math.isfinite, values)):
        try:
            return rounded(operation(*map(Fraction, values)), kind)
        except ZeroDivisionError:
            return math.nan if values[0] == 0 else math.copysign(math.inf, values[0])
    with np.errstate(all="ignore"):
        return float(operation(*map(np.float64, values)))


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def divide(a, b):
    return a / b


def remainder(a, b):
    return math.copysign(1, a) * (abs(a) % abs(b)) if not isinstance(a, Fraction) else (abs(a) % abs(b)) * (-1 if a < 0 else 1)


class Quantized:
    "A quantized type: the formulas of the specification."

    def __init__(self, storage, expressed, scales, zeros, low, high, axis=None):
        self.storage, self.expressed, self.scales, self.zeros = storage, expressed, scales, zeros
        self.low, self.high, self.axis = low, high, axis

    def __str__(self):
        given = f"<{self.low}:{self.high}>" if (self.low, self.high) != limits(self.storage) else ""
        head = f"!quant.uniform<{self.storage}{given}:{self.expressed}"
        pairs = ", ".join(f"{s!r}:{z}" for s, z in zip(self.scales, self.zeros))
        return f"{head}, {pairs}>" if self.axis is None else f"{head}:{self.axis}, {{{pairs}}}>"

    def parameters(self, index):
        k = 0 if self.axis is None else index[self.axis]
        return rounded(Fraction(self.scales[k]), self.expressed), self.zeros[k]

    def real(self, q, index=()):
        "dequantize"
        scale, zero = self.parameters(index)
        return step(multiply, self.expressed, rounded(Fraction(int(q) - zero), self.expressed), scale)

    def stored(self, x, index=()):
        "quantize"
        scale, zero = self.parameters(index)
        x = step(divide, self.expressed, x, scale)
        x = step(add, self.expressed, x, rounded(Fraction(zero), self.expressed))
        low, high = (rounded(Fraction(n), self.expressed) for n in (self.low, self.high))
        if math.isnan(x):
            return min(max(0, self.low), self.high)
        x = min(max(x, low), high)
        if math.isinf(x):
            return self.low if x < 0 else self.high
        return min(max(round(Fraction(x)), self.low), self.high)

    def reals(self, array):
        "dequantize, as an array of Python's floats"
        return each(lambda i: self.real(array[i], i), array.shape)

    def integers(self, reals):
        "quantize"
        return each(lambda i: self.stored(reals[i], i), reals.shape)

    def array(self, values):
        import ml_dtypes

        name = STORAGE[self.storage]
        return np.array(values, np.int64).astype(getattr(np, name, None) or getattr(ml_dtypes, name))

    def like(self, rng, axis=None, count=1):
        "A type that differs in scales and zero points only."
        return Quantized(self.storage, self.expressed, [scale(rng) for _ in range(count)],
                         [rng.randint(self.low, self.high) for _ in range(count)], self.low, self.high, axis)


def each(f, sizes):
    result = np.empty(sizes, object)
    for index in product(*map(range, sizes)):
        result[index] = f(index)
    return result


def limits(storage):
    bits = int(storage[1:])
    return (0, 2**bits - 1) if storage[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def scale(rng):
    return rng.choice([2.0 ** rng.randint(-6, 3), round(rng.uniform(0.01, 2), 3), float(np.float32(rng.uniform(0.001, 0.1)))])


def quantized(rng, axis=None, count=1, storage=None, expressed=None):
    "A random type."
    storage = storage or rng.choice([*STORAGE, "i8", "i8", "i8"])
    low, high = limits(storage)
    if rng.random() < 0.3 and high - low > 6:
        low, high = low + rng.randint(0, 2), high - rng.randint(0, 2)
    kind = Quantized(storage, expressed or rng.choice([*FLOATS, "f32", "f32"]), [], [], low, high)
    return kind.like(rng, axis, count)


def values(rng, kind, sizes):
    "Stored integers, some of them at the ends of the range."
    ends = [kind.low, kind.high, *kind.zeros]
    middle = lambda: min(max(rng.choice(kind.zeros) + rng.randint(-40, 40), kind.low), kind.high)
    return kind.array(each(lambda i: rng.choice(ends) if rng.random() < 0.3 else middle(), sizes).astype(np.int64))


def tensor(kind, sizes):
    return f"tensor<{''.join(f'{n}x' for n in sizes)}{kind}>"


def sizes_of(rng, low=0, high=3, largest=4):
    return [rng.randint(1, largest) for _ in range(rng.randint(low, high))]


def function(result, body, **parameters):
    given = ", ".join(f"%{name}: {kind}" for name, kind in parameters.items())
    return f"func.func @main({given}) -> {result} {{\n{body}\n  return %r : {result}\n}}"


# ---- arithmetic

@recipe
def uniform_quantize(rng):
    sizes = sizes_of(rng, 1)
    axis = rng.choice([None, rng.randrange(len(sizes))])
    kind = quantized(rng, axis, 1 if axis is None else sizes[axis])
    span = max(abs(kind.low), abs(kind.high)) * max(kind.scales) * 1.5
    real = lambda i: rounded(Fraction(rng.choice([rng.uniform(-span, span), rng.randint(-8, 8) * kind.scales[0] / 2])), kind.expressed)
    x = each(real, sizes)
    x.flat[0] = rng.choice([x.flat[0], math.nan, math.inf, -math.inf])
    t, u = tensor(kind.expressed, sizes), tensor(kind, sizes)
    body = f"  %r = stablehlo.uniform_quantize %x : ({t}) -> {u}"
    return function(u, body, x=t), [floats(x, kind.expressed)], kind.integers(x)


def floats(x, kind):
    import ml_dtypes

    name = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16}[kind]
    with np.errstate(all="ignore"):
        return x.astype(np.float64).astype(name)


@recipe
def requantize(rng):
    sizes = sizes_of(rng, 1)
    axis = rng.choice([None, rng.randrange(len(sizes))])
    count = 1 if axis is None else sizes[axis]
    a = quantized(rng, axis, count)
    b = quantized(rng, axis, count, expressed=a.expressed)
    x = values(rng, a, sizes)
    t, u = tensor(a, sizes), tensor(b, sizes)
    return function(u, f"  %r = stablehlo.uniform_quantize %x : ({t}) -> {u}", x=t), [x], b.integers(a.reals(x))


@recipe
def uniform_dequantize(rng):
    sizes = sizes_of(rng, 1)
    axis = rng.choice([None, rng.randrange(len(sizes))])
    a = quantized(rng, axis, 1 if axis is None else sizes[axis])
    x = values(rng, a, sizes)
    t, u = tensor(a, sizes), tensor(a.expressed, sizes)
    body = f"  %r = stablehlo.uniform_dequantize %x : ({t}) -> {u}"
    return function(u, body, x=t), [x], a.reals(x)


BINARY = {"add": add, "subtract": subtract, "multiply": multiply, "divide": divide, "remainder": remainder,
          "maximum": max, "minimum": min}


@recipe
def binary(rng):
    name = rng.choice([*BINARY])
    sizes, a = sizes_of(rng), quantized(rng)
    b, c = a.like(rng), a.like(rng)
    x, y = values(rng, a, sizes), values(rng, b, sizes)
    p, q = a.reals(x), b.reals(y)
    exact = lambda i: step(BINARY[name], a.expressed, p[i], q[i])
    if name == "remainder":
        exact = lambda i: math.nan if q[i] == 0 or math.isinf(p[i]) else p[i] if math.isinf(q[i]) else step(remainder, a.expressed, p[i], q[i])
    t, u, v = (tensor(k, sizes) for k in (a, b, c))
    body = f"  %r = stablehlo.{name} %x, %y : ({t}, {u}) -> {v}"
    return function(v, body, x=t, y=u), [x, y], c.integers(each(exact, sizes))


@recipe
def add_per_axis(rng):
    sizes = sizes_of(rng, 1)
    axis = rng.randrange(len(sizes))
    a = quantized(rng, axis, sizes[axis])
    b, c = a.like(rng, *rng.choice([(None, 1), (axis, sizes[axis])])), a.like(rng, axis, sizes[axis])
    x, y = values(rng, a, sizes), values(rng, b, sizes)
    p, q = a.reals(x), b.reals(y)
    t, u, v = (tensor(k, sizes) for k in (a, b, c))
    body = f"  %r = stablehlo.add %x, %y : ({t}, {u}) -> {v}"
    return function(v, body, x=t, y=u), [x, y], c.integers(each(lambda i: step(add, a.expressed, p[i], q[i]), sizes))


def away(x):
    return math.copysign(math.floor(abs(x) + Fraction(1, 2)), x)


UNARY = {"abs": abs, "negate": lambda x: -x, "floor": math.floor, "ceil": math.ceil, "round_nearest_even": round,
         "round_nearest_afz": away, "sign": lambda x: (x > 0) - (x < 0)}


@recipe
def unary(rng):
    name, sizes, a = rng.choice([*UNARY]), sizes_of(rng), quantized(rng)
    b, x = a.like(rng), values(rng, a, sizes)
    same = lambda v: v if name not in ("abs", "negate", "sign") else {"abs": abs(v), "negate": -v, "sign": math.copysign(1, v)}[name]
    exact = lambda v: rounded(Fraction(UNARY[name](Fraction(v))), a.expressed) if math.isfinite(v) else same(v)
    p = a.reals(x)
    t, u = tensor(a, sizes), tensor(b, sizes)
    return function(u, f"  %r = stablehlo.{name} %x : ({t}) -> {u}", x=t), [x], b.integers(each(lambda i: exact(p[i]), sizes))


SMOOTH = {"tanh": math.tanh, "logistic": lambda x: 1 / (1 + math.exp(-x)) if x > -700 else 0.0, "sine": math.sin, "cosine": math.cos,
          "exponential": lambda x: math.exp(x) if x < 700 else math.inf, "cbrt": math.cbrt}


@recipe
def smooth(rng):
    "Functions without exact values: a step more or less is right near the middle of two."
    name, sizes, a = rng.choice([*SMOOTH]), sizes_of(rng), quantized(rng, expressed=rng.choice(["f32", "f64"]))
    b, x = a.like(rng), values(rng, a, sizes)
    reals = each(lambda i: SMOOTH[name](a.real(x[i])), sizes)
    t, u = tensor(a, sizes), tensor(b, sizes)
    text = function(u, f"  %r = stablehlo.{name} %x : ({t}) -> {u}", x=t)
    near = lambda r, i: {b.stored(r * (1 + e) + d, i) for e in (-1e-5, 0, 1e-5) for d in (-1e-3 * b.scales[0], 0, 1e-3 * b.scales[0])}
    return text, [x], each(lambda i: near(reals[i], i), sizes)


DIRECTIONS = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "LT": lambda a, b: a < b,
              "LE": lambda a, b: a <= b, "GT": lambda a, b: a > b, "GE": lambda a, b: a >= b}


@recipe
def compare(rng):
    name, sizes, a = rng.choice([*DIRECTIONS]), sizes_of(rng), quantized(rng)
    b = rng.choice([a, a.like(rng)])
    x, y = values(rng, a, sizes), values(rng, b, sizes)
    p, q = a.reals(x), b.reals(y)
    t, u, v = tensor(a, sizes), tensor(b, sizes), tensor("i1", sizes)
    body = f"  %r = stablehlo.compare {name}, %x, %y : ({t}, {u}) -> {v}"
    return function(v, body, x=t, y=u), [x, y], each(lambda i: DIRECTIONS[name](p[i], q[i]), sizes)


@recipe
def select(rng):
    sizes, a = sizes_of(rng), quantized(rng)
    b, c = a.like(rng), a.like(rng)
    x, y = values(rng, a, sizes), values(rng, b, sizes)
    truth = np.array(each(lambda i: rng.random() < 0.5, sizes), bool)
    p, q = a.reals(x), b.reals(y)
    t, u, v, w = tensor(a, sizes), tensor(b, sizes), tensor(c, sizes), tensor("i1", sizes)
    body = f'  %r = "stablehlo.select"(%p, %x, %y) : ({w}, {t}, {u}) -> {v}'
    return function(v, body, p=w, x=t, y=u), [truth, x, y], c.integers(each(lambda i: p[i] if truth[i] else q[i], sizes))


@recipe
def clamp(rng):
    sizes, a = sizes_of(rng), quantized(rng)
    b, c, d = (a.like(rng) for _ in range(3))
    ends = [rng.choice([sizes, []]) for _ in range(2)]
    low, x, high = values(rng, a, ends[0]), values(rng, b, sizes), values(rng, c, ends[1])
    p, q, s = a.reals(low), b.reals(x), c.reals(high)
    exact = lambda i: min(max(q[i], p[i if ends[0] else ()]), s[i if ends[1] else ()])
    t, u, v, w = tensor(a, ends[0]), tensor(b, sizes), tensor(c, ends[1]), tensor(d, sizes)
    body = f"  %r = stablehlo.clamp %a, %x, %b : ({t}, {u}, {v}) -> {w}"
    return function(w, body, a=t, x=u, b=v), [low, x, high], d.integers(each(exact, sizes))


@recipe
def iota(rng):
    sizes, a = sizes_of(rng, 1, 3, 9), quantized(rng)
    d, t = rng.randrange(len(sizes)), tensor(a, sizes)
    return function(t, f"  %r = stablehlo.iota dim = {d} : {t}"), [], each(lambda i: a.stored(float(i[d]), i), sizes)


# ---- products

@recipe
def dot(rng):
    batch, m, n, k = rng.choice([[], [2]]), rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 6)
    expressed = rng.choice([*FLOATS, "f32", "f32"])
    hybrid = rng.random() < 0.3
    left = quantized(rng, expressed=expressed)
    axis, count = rng.choice([(None, 1), (len(batch) + 1, n), *[(0, 2)] * len(batch)])
    right = quantized(rng, axis, count, storage=left.storage, expressed=expressed)
    right.low, right.high = limits(right.storage)
    right.zeros = [0] * count
    out_axis = rng.choice([None, None if axis is None else axis])
    result = quantized(rng, out_axis, 1 if out_axis is None else count, storage=rng.choice(["i8", "i32", left.storage]), expressed=expressed)
    x, w = values(rng, left, [*batch, m, k]), values(rng, right, [*batch, k, n])
    p, q = left.reals(x), right.reals(w)
    total = lambda i: finite_sum([(p[(*i[:-1], j)], q[(*i[:-2], j, i[-1])]) for j in range(k)], expressed)
    sums = each(total, [*batch, m, n])
    kinds = (expressed, right, expressed) if hybrid else (left, right, result)
    t, u, v = (tensor(kind, s) for kind, s in zip(kinds, ([*batch, m, k], [*batch, k, n], [*batch, m, n])))
    dims = "batching_dims = [0] x [0], contracting_dims = [2] x [1]" if batch else "contracting_dims = [1] x [0]"
    text = function(v, f"  %r = stablehlo.dot_general %x, %w, {dims} : ({t}, {u}) -> {v}", x=t, w=u)
    if hybrid:  # the sums in the expressed type itself, in any order: to within their size
        slack = each(lambda i: 2.0 ** (3 - FLOATS[expressed][0]) * sum(abs(a * b) for a, b in
                     [(p[(*i[:-1], j)], q[(*i[:-2], j, i[-1])]) for j in range(k)]) + 1e-40, [*batch, m, n])
        return text, [floats(p, expressed), w], near_to(sums, slack)
    return text, [x, w], result.integers(sums)


def finite_sum(pairs, kind):
    "The sum of products, exact, rounded once."
    if all(math.isfinite(a) and math.isfinite(b) for a, b in pairs):
        return rounded(sum(Fraction(a) * Fraction(b) for a, b in pairs), kind)
    with np.errstate(all="ignore"):
        return float(sum(np.float64(a) * np.float64(b) for a, b in pairs))


def near_to(reals, slack):
    "What lies within the slack."
    return each(lambda i: (reals[i], slack[i]), reals.shape)


@recipe
def convolution(rng):
    n, f, o, length, k = rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 3), rng.randint(3, 6), rng.randint(1, 3)
    low, high, stride = rng.randint(0, 2), rng.randint(0, 2), rng.randint(1, 2)
    left = quantized(rng, expressed=rng.choice(["f32", "f32", "f16", "f64"]))
    axis, count = rng.choice([(None, 1), (2, o)])
    right = quantized(rng, axis, count, storage=left.storage, expressed=left.expressed)
    out_axis = rng.choice([None, 2 if axis is not None else None])
    result = quantized(rng, out_axis, 1 if out_axis is None else o, expressed=left.expressed)
    x, w = values(rng, left, [n, length, f]), values(rng, right, [k, f, o])
    p, q = left.reals(x), right.reals(w)
    count = (length + low + high - k) // stride + 1
    inside = lambda i: [(p[i[0], j, c] if 0 <= j < length else 0.0, q[d, c, i[2]]) for d in range(k)
                        for j in [i[1] * stride + d - low] for c in range(f)]
    sums = each(lambda i: finite_sum(inside(i), left.expressed), [n, count, o])
    t, u, v = tensor(left, [n, length, f]), tensor(right, [k, f, o]), tensor(result, [n, count, o])
    body = (f"  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
            f"{{stride = [{stride}], pad = [[{low}, {high}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({t}, {u}) -> {v}")
    return function(v, body, x=t, w=u), [x, w], result.integers(sums)


# ---- movements

@recipe
def transpose(rng):
    sizes = sizes_of(rng, 1)
    order = rng.sample(range(len(sizes)), len(sizes))
    axis = rng.choice([None, rng.randrange(len(sizes))])
    a = quantized(rng, axis, 1 if axis is None else sizes[axis])
    b = Quantized(a.storage, a.expressed, a.scales, a.zeros, a.low, a.high, None if axis is None else order.index(axis))
    x = values(rng, a, sizes)
    t, u = tensor(a, sizes), tensor(b, [sizes[d] for d in order])
    return function(u, f"  %r = stablehlo.transpose %x, dims = {order} : ({t}) -> {u}", x=t), [x], x.transpose(order)


@recipe
def broadcast(rng):
    sizes, more = sizes_of(rng, 1, 2), rng.randint(1, 3)
    axis = rng.choice([None, rng.randrange(len(sizes))])
    a = quantized(rng, axis, 1 if axis is None else sizes[axis])
    place = rng.randint(0, len(sizes))
    dims = [d + (d >= place) for d in range(len(sizes))]
    out = [*sizes[:place], more, *sizes[place:]]
    b = Quantized(a.storage, a.expressed, a.scales, a.zeros, a.low, a.high, None if axis is None else dims[axis])
    x = values(rng, a, sizes)
    t, u = tensor(a, sizes), tensor(b, out)
    body = f"  %r = stablehlo.broadcast_in_dim %x, dims = {dims} : ({t}) -> {u}"
    return function(u, body, x=t), [x], np.repeat(np.expand_dims(x, place), more, place)


@recipe
def movement(rng):
    sizes, a = sizes_of(rng, 1, 2), quantized(rng)
    x, y = values(rng, a, sizes), values(rng, a, sizes)
    pad = values(rng, a, [])
    t, s = tensor(a, sizes), tensor(a, [])
    flat, twice = tensor(a, [math.prod(sizes)]), tensor(a, [2 * sizes[0], *sizes[1:]])
    padded = tensor(a, [n + 1 for n in sizes])
    zeros, ones = [0] * len(sizes), [1] * len(sizes)
    bits = int(a.storage[1:])
    plain = tensor(f"{'ui' if a.storage[0] == 'u' else 'i'}{bits}", sizes)
    body, result, expected = rng.choice([
        (f"stablehlo.reverse %x, dims = [0] : {t}", t, np.flip(x, 0)),
        (f"stablehlo.reshape %x : ({t}) -> {flat}", flat, x.reshape(-1)),
        (f"stablehlo.concatenate %x, %y, dim = 0 : ({t}, {t}) -> {twice}", twice, np.concatenate([x, y])),
        (f"stablehlo.pad %x, %z, low = {ones}, high = {zeros}, interior = {zeros} : ({t}, {s}) -> {padded}", padded,
         np.pad(x.astype(np.int64), [(1, 0)] * x.ndim, constant_values=int(pad))),
        (f"stablehlo.bitcast_convert %x : ({t}) -> {plain}", plain, x),
        (f"stablehlo.slice %x [{', '.join(f'0:{n}:2' for n in sizes)}] : ({t}) -> {tensor(a, [(n + 1) // 2 for n in sizes])}",
         tensor(a, [(n + 1) // 2 for n in sizes]), x[tuple(slice(None, None, 2) for _ in sizes)]),
        (f"stablehlo.optimization_barrier %x : {t}", t, x),
    ])
    return function(result, f"  %r = {body}", x=t, y=t, z=s), [x, y, pad], expected


@recipe
def gather(rng):
    rows, width, count, a = rng.randint(1, 5), rng.randint(1, 3), rng.randint(1, 4), quantized(rng)
    x = values(rng, a, [rows, width])
    i = np.array([[rng.randint(-1, rows)] for _ in range(count)], np.int32)
    t, u = tensor(a, [rows, width]), tensor(a, [count, width])
    body = (f'  %r = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
            f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, {width}>}}> : ({t}, tensor<{count}x1xi32>) -> {u}")
    return function(u, body, x=t, i=f"tensor<{count}x1xi32>"), [x, i], x[np.clip(i[:, 0], 0, rows - 1)]


# ---- bodies

def body_of(name, kind):
    t = tensor(kind, [])
    return f"({{\n  ^bb0(%a: {t}, %b: {t}):\n    %s = stablehlo.{name} %a, %b : {t}\n    stablehlo.return %s : {t}\n  }})"


def combine(name, kind):
    return lambda a, b: kind.stored(step(BINARY[name], kind.expressed, kind.real(a), kind.real(b)))


def promoted(rng, a):
    "The type of a body: that of the operands, or a wider one, which they are quantized anew for."
    if rng.random() < 0.5 or int(a.storage[1:]) > 16:
        return a
    return quantized(rng, storage=a.storage[0] + "32", expressed=a.expressed)


@recipe
def reduce(rng):
    name, a = rng.choice(["add", "maximum", "minimum"]), quantized(rng)
    b, n, m = promoted(rng, a), rng.randint(1, 6), rng.randint(1, 3)
    x, init = values(rng, a, [n, m]), values(rng, a, [])
    change = (lambda q: int(q)) if a is b else lambda q: b.stored(a.real(q))
    do, expected = combine(name, b), each(lambda i: change(init), [m])
    for row, column in product(range(n), range(m)):
        expected[column] = do(expected[column], change(x[row, column]))
    t, z, u = tensor(a, [n, m]), tensor(a, []), tensor(b, [m])
    body = f'  %r = "stablehlo.reduce"(%x, %z) <{{dimensions = array<i64: 0>}}> {body_of(name, b)} : ({t}, {z}) -> {u}'
    return function(u, body, x=t, z=z), [x, init], expected


@recipe
def reduce_window(rng):
    name, a, n, w = rng.choice(["add", "maximum"]), quantized(rng), rng.randint(3, 7), rng.randint(1, 3)
    b = promoted(rng, a)
    x, init = values(rng, a, [n]), values(rng, a, [])
    change = (lambda q: int(q)) if a is b else lambda q: b.stored(a.real(q))
    do, expected = combine(name, b), each(lambda i: change(init), [n - w + 1])
    for i, j in product(range(n - w + 1), range(w)):
        expected[i] = do(expected[i], change(x[i + j]))
    t, z, u = tensor(a, [n]), tensor(a, []), tensor(b, [n - w + 1])
    body = f'  %r = "stablehlo.reduce_window"(%x, %z) <{{window_dimensions = array<i64: {w}>}}> {body_of(name, b)} : ({t}, {z}) -> {u}'
    return function(u, body, x=t, z=z), [x, init], expected


@recipe
def scatter(rng):
    name, a, n, count = rng.choice(["add", "multiply", "maximum"]), quantized(rng), rng.randint(1, 5), rng.randint(1, 5)
    x, u = values(rng, a, [n]), values(rng, a, [count])
    i = np.array([[rng.randint(-1, n)] for _ in range(count)], np.int32)
    do, expected = combine(name, a), each(lambda k: int(x[k]), [n])
    for k in range(count):
        if 0 <= i[k, 0] < n:
            expected[i[k, 0]] = do(expected[i[k, 0]], u[k])
    t, v = tensor(a, [n]), tensor(a, [count])
    body = (f'  %r = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], '
            f"scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {body_of(name, a)} : ({t}, tensor<{count}x1xi32>, {v}) -> {t}")
    return function(t, body, x=t, i=f"tensor<{count}x1xi32>", u=v), [x, i, u], expected


@recipe
def select_and_scatter(rng):
    a, n = quantized(rng), rng.randint(2, 6)
    x, u, init = values(rng, a, [n]), values(rng, a, [n // 2]), values(rng, a, [])
    do, expected = combine("add", a), each(lambda i: int(init), [n])
    for k in range(n // 2):
        first, second = 2 * k, 2 * k + 1
        chosen = first if a.real(x[first]) >= a.real(x[second]) else second
        expected[chosen] = do(expected[chosen], u[k])
    t, v, s = tensor(a, [n]), tensor(a, [n // 2]), tensor(a, [])
    chooser = f"""({{
  ^bb0(%a: {s}, %b: {s}):
    %s = stablehlo.compare GE, %a, %b : ({s}, {s}) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }}, {body_of('add', a)[1:]}"""
    body = (f'  %r = "stablehlo.select_and_scatter"(%x, %u, %z) <{{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}}> '
            f"{chooser} : ({t}, {v}, {s}) -> {t}")
    return function(t, body, x=t, u=v, z=s), [x, u, init], expected


@recipe
def sort(rng):
    a, n = quantized(rng), rng.randint(1, 9)
    x, y = values(rng, a, [n]), np.arange(n, dtype=np.int32)
    down = rng.random() < 0.5
    order = sorted(range(n), key=lambda i: -a.real(x[i]) if down else a.real(x[i]))
    t, s = tensor(a, [n]), tensor(a, [])
    body = f"""  %q, %r = "stablehlo.sort"(%x, %y) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%a: {s}, %b: {s}, %c: tensor<i32>, %d: tensor<i32>):
    %s = stablehlo.compare {'GT' if down else 'LT'}, %a, %b : ({s}, {s}) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }}) : ({t}, tensor<{n}xi32>) -> ({t}, tensor<{n}xi32>)"""
    return function(f"tensor<{n}xi32>", body, x=t, y=f"tensor<{n}xi32>"), [x, y], np.array(order)


@recipe
def map_(rng):
    name, sizes, a = rng.choice([*BINARY][:4]), sizes_of(rng, 1, 2), quantized(rng)
    x, y = values(rng, a, sizes), values(rng, a, sizes)
    do, t = combine(name, a), tensor(a, sizes)
    dims = ", ".join(map(str, range(len(sizes))))
    body = f'  %r = "stablehlo.map"(%x, %y) <{{dimensions = array<i64: {dims}>}}> {body_of(name, a)} : ({t}, {t}) -> {t}'
    return function(t, body, x=t, y=t), [x, y], each(lambda i: do(x[i], y[i]), sizes)


@recipe
def loop(rng):
    "A sum in a loop, which starts from a constant."
    a, turns = quantized(rng), rng.randint(0, 4)
    start, x, do = values(rng, a, []), values(rng, a, []), combine("add", a)
    expected, t = int(start), tensor(a, [])
    for _ in range(turns):
        expected = do(expected, x)
    bits = int(a.storage[1:])
    body = f"""  %s = stablehlo.constant() <{{value = dense<{int(start)}> : tensor<i{bits}>}}> : () -> {t}
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<{turns}> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %v = %s) : tensor<i32>, {t}
    cond {{
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %x : {t}
      stablehlo.return %j, %w : tensor<i32>, {t}
    }}"""
    return function(t, body, x=t), [x], np.array(expected, object)


def link(rng, name, first, second, made, sizes):
    "Lines that give `name` a value of the type `made` from one or two values, and what is expected."
    (a, p, m), (b, q, n) = first, second
    t, u, v = (tensor(kind, sizes) for kind in (p, q, made))
    turn = rng.randrange(4)
    if turn > 1:
        what = rng.choice(["add", "subtract", "multiply", "maximum", "minimum"])
        exact = each(lambda i: step(BINARY[what], p.expressed, p.real(m[i]), q.real(n[i])), sizes)
        return [f"  %{name} = stablehlo.{what} %{a}, %{b} : ({t}, {u}) -> {v}"], made.integers(exact)
    if turn:
        return [f"  %{name} = stablehlo.uniform_quantize %{a} : ({t}) -> {v}"], made.integers(p.reals(m))
    real = tensor(p.expressed, sizes)
    return [
        f"  %f{name} = stablehlo.uniform_dequantize %{a} : ({t}) -> {real}",
        f"  %g{name} = stablehlo.negate %f{name} : {real}",
        f"  %{name} = stablehlo.uniform_quantize %g{name} : ({real}) -> {v}",
    ], made.integers(each(lambda i: -p.real(m[i]), sizes))


@recipe
def chain(rng):
    "Several operations on values of one shape, each of a type of its own; the last one is returned."
    sizes, first = sizes_of(rng), quantized(rng)
    known, lines, given, arguments = [], [], {}, []
    for k in range(rng.randint(1, 3)):
        kind = first.like(rng)
        arguments.append(values(rng, kind, sizes))
        given[f"x{k}"] = tensor(kind, sizes)
        known.append((f"x{k}", kind, arguments[-1].astype(object)))
    for name in [*(f"v{k}" for k in range(rng.randint(1, 6))), "r"]:
        made = first.like(rng)
        more, expected = link(rng, name, rng.choice(known), rng.choice(known), made, sizes)
        lines += more
        known.append((name, made, expected))
    return function(tensor(made, sizes), "\n".join(lines), **given), arguments, expected


# ---- the run

def agrees(found, expected):
    "Are the values those expected: one of a set, within a slack, or equal (NaN beside NaN)?"
    found = np.asarray(found)
    if found.shape != np.shape(expected):
        return False
    for i in np.ndindex(*found.shape):
        have, want = found[i].item() if hasattr(found[i], "item") else found[i], expected[i]
        have = have if isinstance(have, (int, float, bool)) else float(have) if "float" in found.dtype.name else int(have)
        if isinstance(want, set):
            good = have in want
        elif isinstance(want, tuple):
            good = have == want[0] or abs(have - want[0]) <= want[1] or (math.isnan(have) and math.isnan(want[0]))
        else:
            good = have == want or (have != have and want != want)
        if not good:
            return False
    return True


def program(number, only):
    "Program `number`: its recipe, text, arguments and expected values."
    rng = random.Random(number)
    name = rng.choice(only)
    return name, *RECIPES[name](rng)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default=",".join(RECIPES))
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    only = options.only.split(",")
    if options.show is not None:
        name, text, arguments, expected = program(options.show, only)
        print(name, text, *arguments, "expected", expected, sep="\n")
        print("found", it.read_program(text).run(*arguments), sep="\n")
        return 0
    counts, wrong, end = Counter(), Counter(), time.monotonic() + options.seconds
    for number in range(options.first, options.first + options.n):
        if time.monotonic() > end:
            break
        name, text, arguments, expected = program(number, only)
        counts[name] += 1
        try:
            read = it.read_program(text)
            good = agrees(read.run(*arguments), expected) and str(it.read_program(str(read))) == str(read)
        except Exception as error:
            good = False
            print(f"{number} {name}: {type(error).__name__}: {str(error)[:300]}")
        if not good:
            wrong[name] += 1
            print(f"{number} {name} differs; --show {number}")
    for name in sorted(counts):
        print(f"{name:22} {counts[name]:5} programs {wrong[name]:4} differ")
    print(f"{counts.total()} programs, {wrong.total()} differ")
    return int(wrong.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
