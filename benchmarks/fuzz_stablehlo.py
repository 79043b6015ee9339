"""Random StableHLO programs of one operation each, run here and by jaxlib: the results must be the same.

    python benchmarks/fuzz_stablehlo.py [-n 1000] [--first 0] [--only gather,sort] [--oracle reference,xla] [--seconds 60]

Program number k is always the same. The oracles run in processes of their own, which an abort ends and
which are started again: `reference` is StableHLO's interpreter (`eval_module`), `xla` is XLA's CPU compiler.
Values are small multiples of 1/4, so that sums are exact in any order and results can be compared bit for
bit; a recipe says by how many units in the last place its results may differ (NaNs are all alike).

The table counts, per recipe: programs, equal to the oracle, differences that are explained (a known defect
or another reading of the oracle), what the oracle refused or died of, and differences. The latter are
printed with the program's number; the exit status is 1 if there are any. `--show K` prints program K.

Short form: -n 40
"""
from __future__ import annotations

import argparse
import base64
import json
import math
import pickle
import random
import select
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec

import numpy as np
from common import skipped

RECIPES = {}


def recipe(ulp=0, explained=""):
    "Decorator: a function that writes a program; `explained`: 'oracle: reason; ..' of known differences."

    def enter(f):
        reasons = dict(part.split(": ", 1) for part in explained.split("; ") if part)
        reasons["xla/i4"] = "results of 4 bits do not wrap"
        RECIPES[f.__name__] = (f, ulp, reasons)
        return f

    return enter


INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i4", "ui4")
FLOATS = ("f64", "f32", "f16", "bf16")
COMPLEX = ("complex<f32>", "complex<f64>")
NUMBERS = INTEGERS + FLOATS + COMPLEX
EVERYTHING = (*NUMBERS, "i1", "f8E5M2", "f8E4M3FN")
# what no array of NumPy's holds, or (XLA mixes up bits after operations that choose a layout) cannot be bit-cast
WIDER = {"f16": "f32", "bf16": "f32", "f8E5M2": "f32", "f8E4M3FN": "f32", "i1": "ui8", "i4": "i8", "ui4": "ui8"}


def tensor(kind, sizes):
    return f"tensor<{''.join(f'{n}x' for n in sizes)}{kind}>"


def listed(values):
    return f"[{', '.join(map(str, values))}]"


class Builder:
    "A program in the making: constants, one operation, and what makes its results arrays of NumPy's types."

    def __init__(self, rng):
        self.rng, self.lines, self.count, self.results = rng, [], 0, []
        self.notes = set()  # what an oracle is known to see otherwise in this program
        self.near = 0  # units in the last place by which this program's results may differ

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def sizes(self, low=0, high=3, largest=4, zero=0.05):
        rank = self.rng.randint(low, high)
        return [0 if self.rng.random() < zero else self.rng.randint(1, largest) for _ in range(rank)]

    def scalar(self, kind, low=-4, high=4):
        r = self.rng
        if kind == "i1":
            return r.choice(["true", "false"])
        if kind.startswith("complex"):
            return f"({r.randint(low, high) / 4}, {r.randint(low, high) / 4})"
        if kind[0] in "fb":
            return r.randint(low, high) / 4
        return r.randint(0 if kind[0] == "u" else low, high)

    def constant(self, kind, sizes, values=None, low=-4, high=4):
        "A constant; `values` in row-major order, or random ones."
        count = math.prod(sizes)
        flat = list(values) if values is not None else [self.scalar(kind, low, high) for _ in range(count)]
        name, shape = self.name(), tensor(kind, sizes)
        text = "" if not count else flat[0] if not sizes else self.nested(flat, sizes)
        self.lines.append(f"{name} = stablehlo.constant dense<{text}> : {shape}")
        return name, shape

    def nested(self, flat, sizes):
        for n in reversed(sizes):
            flat = [f"[{', '.join(map(str, flat[i : i + n]))}]" for i in range(0, len(flat), n)]
        return flat[0]

    def op(self, text, *results):
        "An operation whose text begins after the `=`; its results' (kind, sizes)."
        if any(kind in ("i4", "ui4") for kind, _ in results):
            self.notes.add("i4")
        name = self.name()
        self.lines.append(f"{name}{f':{len(results)}' if len(results) > 1 else ''} = {text}")
        for i, (kind, sizes) in enumerate(results):
            self.export(name + (f"#{i}" if len(results) > 1 else ""), kind, sizes)

    def export(self, name, kind, sizes):
        shape = tensor(kind, sizes)
        if kind.startswith("complex"):
            part = kind[8:-1]
            for f in ("real", "imag"):
                out = self.name()
                self.lines.append(f"{out} = stablehlo.{f} {name} : ({shape}) -> {tensor(part, sizes)}")
                self.results.append((out, tensor(part, sizes), kind))
        elif to := WIDER.get(kind):
            out = self.name()
            self.lines.append(f"{out} = stablehlo.convert {name} : ({shape}) -> {tensor(to, sizes)}")
            self.results.append((out, tensor(to, sizes), kind))
        else:
            self.results.append((name, shape, kind))

    def text(self):
        types = ", ".join(t for _, t, _ in self.results)
        last = f"return {', '.join(r for r, _, _ in self.results)} : {types}"
        body = "\n    ".join([*self.lines, last])
        return f"module @m {{\n  func.func public @main() -> ({types}) {{\n    {body}\n  }}\n}}\n"


def body(kind, f, *, variadic=False):
    "A region of two scalars."
    t = tensor(kind, [])
    if f == "second":
        return f"({{\n    ^bb0(%a: {t}, %b: {t}):\n      stablehlo.return %b : {t}\n    }})"
    lines = f"%c = stablehlo.{f} %a, %b : {t}"
    if f == "twice":
        lines = f"%d = stablehlo.add %a, %a : {t}\n      %c = stablehlo.add %d, %b : {t}"
    return f"({{\n    ^bb0(%a: {t}, %b: {t}):\n      {lines}\n      stablehlo.return %c : {t}\n    }})"


def functions(kind):
    "Bodies that a type has."
    if kind == "i1":
        return ["and", "or", "xor"]
    return ["add", "multiply"] + (["maximum", "minimum"] if not kind.startswith("complex") else [])


# ---------------------------------------------------------------------------------------- movement
@recipe()
def reshape(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    count, result = math.prod(sizes), []
    while count > 1 and b.rng.random() < 0.8:
        n = b.rng.choice([d for d in range(1, count + 1) if count % d == 0])
        result, count = [*result, n], count // n
    result = [*result, count] if count != 1 else result
    b.op(f"stablehlo.reshape {x} : ({t}) -> {tensor(kind, result)}", (kind, result))


@recipe()
def transpose(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    order = b.rng.sample(range(len(sizes)), len(sizes))
    result = [sizes[d] for d in order]
    b.op(f"stablehlo.transpose {x}, dims = {listed(order)} : ({t}) -> {tensor(kind, result)}", (kind, result))


@recipe()
def broadcast_in_dim(b):
    kind, result = b.rng.choice(EVERYTHING), b.sizes()
    dims = sorted(b.rng.sample(range(len(result)), b.rng.randint(0, len(result))))
    x, t = b.constant(kind, [b.rng.choice([1, result[d]]) for d in dims])
    b.op(f"stablehlo.broadcast_in_dim {x}, dims = {listed(dims)} : ({t}) -> {tensor(kind, result)}", (kind, result))


@recipe()
def reverse(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    dims = b.rng.sample(range(len(sizes)), b.rng.randint(0, len(sizes)))
    b.op(f"stablehlo.reverse {x}, dims = {listed(dims)} : {t}", (kind, sizes))


@recipe()
def static_slice(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes(1)
    x, t = b.constant(kind, sizes)
    cut = []
    for n in sizes:
        start = b.rng.randint(0, n)
        cut.append((start, b.rng.randint(start, n), b.rng.randint(1, 3)))
    result = [-(-(b_ - a) // s) for a, b_, s in cut]
    text = ", ".join(f"{a}:{z}:{s}" for a, z, s in cut)
    b.op(f"stablehlo.slice {x} [{text}] : ({t}) -> {tensor(kind, result)}", (kind, result))


def starts(b, sizes, note="unsigned"):
    kind = b.rng.choice(["i32", "i64", "i8", "ui32", "ui8"])
    numbers = [b.rng.randint(-3, 5) if kind[0] == "i" else b.rng.choice([0, 1, 2, 200]) for _ in sizes]
    if 200 in numbers:
        b.notes.add(note)
    return [b.constant(kind, [], [n]) for n in numbers]


@recipe(explained="reference/unsigned: unsigned starts are read as signed; xla/unsigned: the same")
def dynamic_slice(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    cut, s = [b.rng.randint(0, n) for n in sizes], starts(b, sizes)
    operands, types = ", ".join([x, *(n for n, _ in s)]), ", ".join([t, *(u for _, u in s)])
    b.op(f"stablehlo.dynamic_slice {operands}, sizes = {listed(cut)} : ({types}) -> {tensor(kind, cut)}", (kind, cut))


@recipe(explained="reference/unsigned: unsigned starts are read as signed; xla/unsigned: the same")
def dynamic_update_slice(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    u, tu = b.constant(kind, [b.rng.randint(0, n) for n in sizes])
    s = starts(b, sizes)
    operands, types = ", ".join([x, u, *(n for n, _ in s)]), ", ".join([t, tu, *(v for _, v in s)])
    b.op(f"stablehlo.dynamic_update_slice {operands} : ({types}) -> {t}", (kind, sizes))


@recipe()
def concatenate(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes(1)
    d = b.rng.randrange(len(sizes))
    parts = [[b.rng.randint(0, 3) if i == d else n for i, n in enumerate(sizes)] for _ in range(b.rng.randint(1, 3))]
    xs = [b.constant(kind, p) for p in parts]
    result = [sum(p[d] for p in parts) if i == d else n for i, n in enumerate(sizes)]
    operands, types = ", ".join(n for n, _ in xs), ", ".join(t for _, t in xs)
    b.op(f"stablehlo.concatenate {operands}, dim = {d} : ({types}) -> {tensor(kind, result)}", (kind, result))


@recipe()
def pad(b):
    kind, sizes = b.rng.choice(EVERYTHING), b.sizes()
    x, t = b.constant(kind, sizes)
    v, tv = b.constant(kind, [])
    rows, result = [], []
    for n in sizes:
        interior, low = b.rng.randint(0, 2), b.rng.randint(-3, 3)
        dilated = n + max(n - 1, 0) * interior
        high = max(b.rng.randint(-3, 3), -low - dilated)
        rows, result = [*rows, (low, high, interior)], [*result, dilated + low + high]
    low, high, interior = zip(*rows) if rows else ((), (), ())
    text = f"low = {listed(low)}, high = {listed(high)}, interior = {listed(interior)}"
    b.op(f"stablehlo.pad {x}, {v}, {text} : ({t}, {tv}) -> {tensor(kind, result)}", (kind, result))


# --------------------------------------------------------------------------------- gather, scatter
def geometry(b):
    "Sizes of array, indices, slices and result; batching, mapped and dropped dimensions, the window, the vector."
    r = b.rng
    rank = r.randint(1, 3)
    sizes, dims = [r.randint(1, 4) for _ in range(rank)], list(range(rank))
    batching = sorted(r.sample(dims, r.choice([0, 0, 1])))
    free = [d for d in dims if d not in batching]
    mapped = r.sample(free, r.randint(0, len(free)))
    batch = [sizes[d] for d in batching] + [r.randint(1, 3) for _ in range(r.randint(0, 2))]
    places = r.sample(range(len(batch)), len(batch))
    batch_sizes = [0] * len(batch)
    for p, n in zip(places, batch):
        batch_sizes[p] = n
    vector = r.randint(0, len(batch))
    index_sizes = [*batch_sizes[:vector], len(mapped), *batch_sizes[vector:]]
    slices = [r.choice([1, n, r.randint(1, n)]) for n in sizes]
    for d in batching:
        slices[d] = 1
    dropped = sorted(d for d in free if slices[d] == 1 and r.random() < 0.5)
    kept = [d for d in free if d not in dropped]
    rank = len(batch) + len(kept)
    window = sorted(r.sample(range(rank), len(kept)))
    own, others = iter(kept), iter(batch_sizes)
    result = [slices[next(own)] if d in window else next(others) for d in range(rank)]
    follows = [p + (p >= vector) for p in places[: len(batching)]]
    return sizes, index_sizes, slices, mapped, dropped, batching, follows, window, vector, result


def indices(b, sizes):
    kind = b.rng.choice(["i32", "i64", "ui8"])
    numbers = [b.rng.randint(-1, 4) if kind[0] == "i" else b.rng.choice([0, 1, 2, 200]) for _ in range(math.prod(sizes))]
    if 200 in numbers:
        b.notes.add("unsigned")
    return b.constant(kind, sizes, numbers)


@recipe(explained="reference/unsigned: unsigned indices are read as signed; xla/unsigned: the same")
def gather(b):
    sizes, index_sizes, slices, mapped, dropped, batching, follows, window, vector, result = geometry(b)
    kind = b.rng.choice(EVERYTHING)
    (x, t), (i, ti) = b.constant(kind, sizes), indices(b, index_sizes)
    numbers = (
        f"offset_dims = {listed(window)}, collapsed_slice_dims = {listed(dropped)}, operand_batching_dims = "
        f"{listed(batching)}, start_indices_batching_dims = {listed(follows)}, start_index_map = {listed(mapped)}, "
        f"index_vector_dim = {vector}"
    )
    cut = f"array<i64: {', '.join(map(str, slices))}>"
    text = f'"stablehlo.gather"({x}, {i}) <{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {cut}}}>'
    b.op(f"{text} : ({t}, {ti}) -> {tensor(kind, result)}", (kind, result))


@recipe(explained="reference/unsigned: unsigned indices are read as signed; xla/unsigned: the same; "
        "xla/partly: windows that are partly outside are left out whole; xla/empty: index vectors without "
        "components, of which updates are lost")
def scatter(b):
    sizes, index_sizes, slices, mapped, dropped, batching, follows, window, vector, result = geometry(b)
    kind = b.rng.choice(NUMBERS)
    f = b.rng.choice([*functions(kind), "second", "twice"])
    (x, t), (i, ti), (u, tu) = b.constant(kind, sizes), indices(b, index_sizes), b.constant(kind, result)
    if any(slices[d] > 1 for d in mapped):
        b.notes.add("partly")
    if not mapped:
        b.notes.add("empty")
    numbers = (
        f"update_window_dims = {listed(window)}, inserted_window_dims = {listed(dropped)}, input_batching_dims = "
        f"{listed(batching)}, scatter_indices_batching_dims = {listed(follows)}, scatter_dims_to_operand_dims = "
        f"{listed(mapped)}, index_vector_dim = {vector}"
    )
    text = f'"stablehlo.scatter"({x}, {i}, {u}) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}>'
    b.op(f"{text} {body(kind, f)} : ({t}, {ti}, {tu}) -> {t}", (kind, sizes))


# ------------------------------------------------------------------------------------- reductions
def initial(b, kind, f):
    "An initial value, mostly one that changes nothing; XLA takes any for such a one."
    if b.rng.random() < 0.3:
        b.notes.add("initial")
        return b.constant(kind, [])
    truth = {"and": "true", "or": "false", "xor": "false"}
    number = {"multiply": 1, "maximum": -4, "minimum": 4}.get(f, 0)
    number = abs(number) if kind[0] == "u" and f == "minimum" else max(number, 0) if kind[0] == "u" else number
    if kind.startswith("complex"):
        return b.constant(kind, [], [f"({number}.0, 0.0)"])
    return b.constant(kind, [], [truth[f] if kind == "i1" else f"{number}.0" if kind[0] in "fb" else number])


@recipe(explained="xla/initial: the initial value is taken for one that changes nothing")
def reduce(b):
    kind, sizes = b.rng.choice((*NUMBERS, "i1")), b.sizes()
    f = b.rng.choice(functions(kind))
    (x, t), (z, tz) = b.constant(kind, sizes, low=-2, high=2), initial(b, kind, f)
    dims = b.rng.sample(range(len(sizes)), b.rng.randint(0, len(sizes)))
    result = [n for d, n in enumerate(sizes) if d not in dims]
    text = f'"stablehlo.reduce"({x}, {z}) <{{dimensions = array<i64{":" if dims else ""} {", ".join(map(str, dims))}>}}>'
    b.op(f"{text} {body(kind, f)} : ({t}, {tz}) -> {tensor(kind, result)}", (kind, result))


@recipe(explained="xla/initial: the initial value is taken for one that changes nothing")
def arg_max(b):
    kind, sizes = b.rng.choice(FLOATS + INTEGERS[:8]), b.sizes(1)
    d = b.rng.randrange(len(sizes))
    (x, t), (i, ti) = b.constant(kind, sizes), b.constant("i32", sizes, range(math.prod(sizes)))
    if kind[0] == "u":
        b.notes.add("initial")
    low = 0 if kind[0] == "u" else -100 if kind[0] == "i" else "-100.0"
    (z, tz), (k, tk) = b.constant(kind, [], [low]), b.constant("i32", [], [-1])
    result = [n for e, n in enumerate(sizes) if e != d]
    s, g = tensor(kind, []), tensor("i1", [])
    region = f"""({{
    ^bb0(%a: {s}, %p: tensor<i32>, %b: {s}, %q: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : ({s}, {s}) -> {g}
      %v = stablehlo.select %c, %a, %b : {g}, {s}
      %i = stablehlo.select %c, %p, %q : {g}, tensor<i32>
      stablehlo.return %v, %i : {s}, tensor<i32>
    }})"""
    types = f"({t}, {ti}, {tz}, {tk}) -> ({tensor(kind, result)}, {tensor('i32', result)})"
    text = f'"stablehlo.reduce"({x}, {i}, {z}, {k}) <{{dimensions = array<i64: {d}>}}>'
    b.op(f"{text} {region} : {types}", (kind, result), ("i32", result))


def windowed(b, sizes, dilate=True):
    "Window attributes and the number of windows along each dimension; None if there is less than nothing."
    r, rows, counts = b.rng, [], []
    for n in sizes:
        w, s = r.choice([1, 2, 3, max(n, 1)]), r.choice([1, 1, 2])
        base, window = (r.choice([1, 1, 2]), r.choice([1, 1, 2])) if dilate else (1, 1)
        low, high = (r.choice([0, 0, 1, -1, n - 1]), r.choice([0, 0, 1, -1])) if dilate else (r.randint(0, w - 1), r.randint(0, w - 1))
        dilated = (n - 1) * base + 1 if n else 0
        if dilated + low + high < 0:
            return None
        extent = (w - 1) * window + 1
        padded = dilated + low + high
        counts.append((padded - extent) // s + 1 if 0 < padded >= extent else 0)
        rows.append((w, s, base, window, low, high))
    array = lambda k: f"array<i64: {', '.join(str(row[k]) for row in rows)}>"
    pads = listed(listed(row[4:6]) for row in rows)
    text = f"window_dimensions = {array(0)}, window_strides = {array(1)}"
    if dilate:
        text += f", base_dilations = {array(2)}, window_dilations = {array(3)}"
    return f"{text}, padding = dense<{pads}> : tensor<{len(rows)}x2xi64>", counts


@recipe(explained="xla/initial: the initial value is taken for one that changes nothing")
def reduce_window(b):
    kind, sizes = b.rng.choice((*FLOATS, *INTEGERS, "i1")), b.sizes(1)
    f = b.rng.choice([f for f in functions(kind) if f != "multiply" or kind[0] in "ui"])
    found = windowed(b, sizes)
    if found is None:
        return reduce(b)
    text, counts = found
    (x, t), (z, tz) = b.constant(kind, sizes, low=-2, high=2), initial(b, kind, f)
    b.op(f'"stablehlo.reduce_window"({x}, {z}) <{{{text}}}> {body(kind, f)} : ({t}, {tz}) -> {tensor(kind, counts)}', (kind, counts))
    return None


@recipe(explained="reference/initial: the initial value is combined at every hit; xla/initial: the same")
def select_and_scatter(b):
    kind, sizes = b.rng.choice(FLOATS + INTEGERS[:8]), b.sizes(1, 3, 4, 0)
    text, counts = windowed(b, sizes, dilate=False)
    (x, t), (s, ts) = b.constant(kind, sizes), b.constant(kind, counts)
    z, tz = b.constant(kind, [], [0] if kind[0] in "ui" else ["0.0"])
    scalar = tensor(kind, [])
    choose = f"""({{
    ^bb0(%a: {scalar}, %b: {scalar}):
      %c = stablehlo.compare GE, %a, %b : ({scalar}, {scalar}) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }}, """
    regions = choose + body(kind, "add")[1:]
    b.op(f'"stablehlo.select_and_scatter"({x}, {s}, {z}) <{{{text}}}> {regions} : ({t}, {ts}, {tz}) -> {t}', (kind, sizes))


ODD = {  # bodies of which most are not associative: lines on %a and %b; K is a captured value, C a constant
    "subtract": "%c = stablehlo.subtract %a, %b : T", "swapped": "%c = stablehlo.subtract %b, %a : T",
    "divide": "%c = stablehlo.divide %a, %b : T", "power": "%c = stablehlo.power %a, %b : T",
    "constant": "%c = stablehlo.constant dense<C> : T", "negative": "%c = stablehlo.subtract %b, %b : T",
    "first": "%c = stablehlo.optimization_barrier %a : T", "add": "%c = stablehlo.add %b, %a : T",
    "twice": "%d = stablehlo.add %a, %a : T\n      %c = stablehlo.add %d, %b : T",
    "captured": "%d = stablehlo.add %a, %b : T\n      %c = stablehlo.add %d, K : T",
    "product": "%c = stablehlo.multiply %b, K : T",
}  # fmt: skip
RETURNS = {"only first": "%a", "only second": "%b", "only captured": "K"}


def odd_body(b, kind):
    "A region of two scalars that does something odd, and the least value that it takes."
    name = b.rng.choice([*ODD, *RETURNS])
    captured, _ = b.constant(kind, [], low=1)
    two = {"c": "(2.0, 0.0)", "f": "2.0", "b": "2.0"}.get(kind[0], "2")
    lines = f"{ODD.get(name, '')}\n      stablehlo.return {RETURNS.get(name, '%c')} : T"
    lines = f"^bb0(%a: T, %b: T):\n      {lines}".replace("K", captured).replace("C", two)
    return f"({{\n    {lines}\n    }})".replace("T", tensor(kind, [])), 1 if name in ("divide", "power") else -3


@recipe(ulp=2, explained="xla/odd: groups a body as it likes; xla/partly: windows that are partly outside are left out whole; "
        "xla/empty: index vectors without components, of which updates are lost")
def odd_bodies(b):
    "Reductions and scatters by bodies that must go in order, with sizes of 0."
    r, kind = b.rng, b.rng.choice(["i32", "i8", "ui8", "i64", "f32", "f64", "bf16", "complex<f64>"])
    (region, low), sizes = odd_body(b, kind), b.sizes(1, 3, 4, 0.15)
    low = max(low, 0) if kind[0] == "u" else low
    b.notes.add("odd")
    which = r.choice(["reduce", "reduce_window", "scatter"])
    if which == "scatter":
        return odd_scatter(b, kind, region, low)
    (x, t), (z, tz) = b.constant(kind, sizes, low=low), b.constant(kind, [], low=low)
    dims = r.sample(range(len(sizes)), r.randint(0, len(sizes)))
    text, result = f"dimensions = array<i64{':' if dims else ''} {', '.join(map(str, dims))}>", None
    if which == "reduce_window" and (found := windowed(b, sizes)):
        text, result = found
    else:
        which, result = "reduce", [n for d, n in enumerate(sizes) if d not in dims]
    b.op(f'"stablehlo.{which}"({x}, {z}) <{{{text}}}> {region} : ({t}, {tz}) -> {tensor(kind, result)}', (kind, result))
    return None


def odd_scatter(b, kind, region, low):
    sizes, index_sizes, slices, mapped, dropped, batching, follows, window, vector, result = geometry(b)
    b.notes |= {"partly"} if any(slices[d] > 1 for d in mapped) else set()
    b.notes |= set() if mapped else {"empty"}
    numbers = [b.rng.randint(-1, 4) for _ in range(math.prod(index_sizes))]
    (x, t), (i, ti), (u, tu) = b.constant(kind, sizes, low=low), b.constant("i32", index_sizes, numbers), b.constant(kind, result, low=low)
    text = (
        f"update_window_dims = {listed(window)}, inserted_window_dims = {listed(dropped)}, input_batching_dims = "
        f"{listed(batching)}, scatter_indices_batching_dims = {listed(follows)}, scatter_dims_to_operand_dims = "
        f"{listed(mapped)}, index_vector_dim = {vector}"
    )
    text = f'"stablehlo.scatter"({x}, {i}, {u}) <{{scatter_dimension_numbers = #stablehlo.scatter<{text}>}}>'
    b.op(f"{text} {region} : ({t}, {ti}, {tu}) -> {t}", (kind, sizes))


@recipe()
def map_arrays(b):
    kind, sizes = b.rng.choice(NUMBERS), b.sizes(1)
    (x, t), (y, _) = b.constant(kind, sizes), b.constant(kind, sizes)
    dims = ", ".join(str(d) for d in range(len(sizes)))
    region = body(kind, b.rng.choice([*functions(kind), "twice"]))
    b.op(f'"stablehlo.map"({x}, {y}) <{{dimensions = array<i64: {dims}>}}> {region} : ({t}, {t}) -> {t}', (kind, sizes))


@recipe()
def sort(b):
    kind, sizes = b.rng.choice(FLOATS + INTEGERS), b.sizes(1, 3, 9)
    d, stable_second = b.rng.randrange(len(sizes)), b.rng.random() < 0.6
    kinds = [kind, "i32"] if stable_second else [kind]
    xs = [b.constant(kind, sizes), *([b.constant("i32", sizes, range(math.prod(sizes)))] if stable_second else [])]
    parameters = ", ".join(f"%a{i}: tensor<{k}>, %b{i}: tensor<{k}>" for i, k in enumerate(kinds))
    how = b.rng.choice(["LT", "GT"])
    s = tensor(kind, [])
    lines = f"%c = stablehlo.compare {how}, %a0, %b0 : ({s}, {s}) -> tensor<i1>"
    if stable_second and b.rng.random() < 0.5:
        i = tensor("i32", [])
        lines += f"""
      %e = stablehlo.compare EQ, %a0, %b0 : ({s}, {s}) -> tensor<i1>
      %f = stablehlo.compare GT, %a1, %b1 : ({i}, {i}) -> tensor<i1>
      %g = stablehlo.and %e, %f : tensor<i1>
      %h = stablehlo.or %c, %g : tensor<i1>"""
    last = "%h" if "%h" in lines else "%c"
    region = f"({{\n    ^bb0({parameters}):\n      {lines}\n      stablehlo.return {last} : tensor<i1>\n    }})"
    types = ", ".join(t for _, t in xs)
    text = f'"stablehlo.sort"({", ".join(n for n, _ in xs)}) <{{dimension = {d} : i64, is_stable = true}}> {region}'
    b.op(f"{text} : ({types}) -> {f'({types})' if stable_second else types}", *((k, sizes) for k in kinds))


# ------------------------------------------------------------------------------------ contractions
@recipe()
def dot_general(b):
    r, kind = b.rng, b.rng.choice((*NUMBERS, "i1"))
    batch, contracted, left, right = ([r.randint(0 if r.random() < 0.05 else 1, 3) for _ in range(r.randint(0, 2))] for _ in range(4))
    roles = lambda letter, sizes: [(letter, i, n) for i, n in enumerate(sizes)]
    lhs = roles("b", batch) + roles("c", contracted) + roles("l", left)
    rhs = roles("b", batch) + roles("c", contracted) + roles("r", right)
    r.shuffle(lhs), r.shuffle(rhs)
    result = [*batch, *(n for k, _, n in lhs if k == "l"), *(n for k, _, n in rhs if k == "r")]
    where = lambda side, letter, sizes: listed(next(p for p, (k, j, _) in enumerate(side) if (k, j) == (letter, i)) for i in range(len(sizes)))
    (x, t), (y, u) = (b.constant(kind, [n for *_, n in side]) for side in (lhs, rhs))
    dims = (
        f"batching_dims = {where(lhs, 'b', batch)} x {where(rhs, 'b', batch)}, "
        f"contracting_dims = {where(lhs, 'c', contracted)} x {where(rhs, 'c', contracted)}"
    )
    b.op(f"stablehlo.dot_general {x}, {y}, {dims} : ({t}, {u}) -> {tensor(kind, result)}", (kind, result))


@recipe()
def convolution(b):
    r, kind, n = b.rng, b.rng.choice(FLOATS + INTEGERS[:8] + COMPLEX), b.rng.randint(0, 2)
    rows = [(r.randint(1, 5), r.randint(1, 3), r.randint(1, 2), r.randint(-1, 2), r.randint(-1, 2), r.randint(1, 2), r.randint(1, 2), r.random() < 0.3) for _ in range(n)]
    space = [(s - 1) * ld + 1 + lo + hi for s, _, _, lo, hi, ld, _, _ in rows]
    if min(space, default=0) < 0:
        return dot_general(b)
    group, by_batch = r.randint(1, 3), r.random() < 0.5
    features, batches = (1, group) if by_batch else (group, 1)
    inputs, outputs, batch = r.randint(1, 2), r.randint(1, 2) * group, r.randint(1, 2)
    extents = [(k - 1) * rd + 1 for _, k, _, _, _, _, rd, _ in rows]
    counts = [(s - e) // row[2] + 1 if 0 < s >= e else 0 for s, e, row in zip(space, extents, rows)]
    digits = [str(i) for i in range(n)]
    letters = [["b", "f", *digits], ["i", "o", *digits], ["b", "f", *digits]]
    sizes = [[batch * batches, inputs * features, *(w[0] for w in rows)], [inputs, outputs, *(w[1] for w in rows)], [batch, outputs, *counts]]
    orders = [r.sample(range(n + 2), n + 2) for _ in range(3)]
    labels, shapes = ([[row[i] for i in order] for row, order in zip(table, orders)] for table in (letters, sizes))
    (x, t), (k, u) = b.constant(kind, shapes[0]), b.constant(kind, shapes[1])
    numbers = "x".join(f"[{', '.join(v)}]" for v in labels[:2]) + f"->[{', '.join(labels[2])}]"
    by = lambda i: listed(w[i] for w in rows)
    pads = listed(listed(w[3:5]) for w in rows)
    flipped = listed(str(w[7]).lower() for w in rows)
    window = f"stride = {by(2)}, pad = {pads}, lhs_dilate = {by(5)}, rhs_dilate = {by(6)}, reverse = {flipped}" if n else ""
    groups = f"batch_group_count = {batches} : i64, feature_group_count = {features} : i64"
    text = f"stablehlo.convolution({x}, {k}) dim_numbers = {numbers}, window = {{{window}}} {{{groups}}}"
    b.op(f"{text} : ({t}, {u}) -> {tensor(kind, shapes[2])}", (kind, shapes[2]))
    return None


# ----------------------------------------------------------------------------------- linear algebra
@recipe(ulp=2000, explained="reference/odd: the inverse of odd length is wrong; "
        "reference/middle: adds the sines of the middle frequency, which are 0 but for rounding")
def fft(b):
    kind, sizes = b.rng.choice(["FFT", "IFFT", "RFFT", "IRFFT"]), b.sizes(1, 3, 5, 0)
    count = b.rng.randint(1, len(sizes))
    half = [*sizes[:-1], sizes[-1] // 2 + 1]
    source, result = {"RFFT": (sizes, half), "IRFFT": (half, sizes)}.get(kind, (sizes, sizes))
    given, made = {"RFFT": ("f64", "complex<f64>"), "IRFFT": ("complex<f64>", "f64")}.get(kind, ("complex<f64>",) * 2)
    if sizes[-1] % 2:
        b.notes.add("odd")
    elif kind == "IRFFT":
        b.notes.add("middle")
    x, t = b.constant(given, source)
    text = f"stablehlo.fft {x}, type = {kind}, length = {listed(sizes[-count:])}"
    b.op(f"{text} : ({t}) -> {tensor(made, result)}", (made, result))


@recipe(ulp=64)
def triangular_solve(b):
    r, n, m = b.rng, b.rng.randint(1, 3), b.rng.randint(1, 3)
    kind, left = r.choice(["f32", "f64"]), r.random() < 0.5
    matrix = [r.choice([-4, -2, -1, 1, 2, 4]) if i // n == i % n else r.randint(-4, 4) for i in range(n * n)]
    (a, t), (x, u) = b.constant(kind, [n, n], [f"{v}.0" for v in matrix]), b.constant(kind, [n, m] if left else [m, n])
    how = r.choice(["NO_TRANSPOSE", "TRANSPOSE"])
    flags = f"left_side = {str(left).lower()}, lower = {r.choice(['true', 'false'])}, unit_diagonal = false"
    text = f'"stablehlo.triangular_solve"({a}, {x}) <{{{flags}, transpose_a = #stablehlo<transpose {how}>}}>'
    b.op(f"{text} : ({t}, {u}) -> {u}", (kind, [n, m] if left else [m, n]))


@recipe()
def rng_bit_generator(b):
    kind, sizes = b.rng.choice(["ui8", "ui16", "ui32", "ui64"]), b.sizes()
    algorithm = b.rng.choice(["THREE_FRY", "PHILOX", "DEFAULT"])
    s, t = b.constant("ui64", [2], [b.rng.getrandbits(64), b.rng.choice([0, 7, 2**64 - 2])])
    text = f"stablehlo.rng_bit_generator {s}, algorithm = {algorithm} : ({t}) -> ({t}, {tensor(kind, sizes)})"
    b.op(text, ("ui64", [2]), (kind, sizes))


@recipe(ulp=64)
def batch_norm(b):
    sizes = b.sizes(1, 3, 4, 0)
    d = b.rng.randrange(len(sizes))
    per, tail = [sizes[d]], f"<{{epsilon = 0.5 : f32, feature_index = {d} : i64}}>"
    (x, t), (g, _), (s, u), (o, _), (m, _) = (b.constant("f64", k) for k in (sizes, sizes, per, per, per))
    v, _ = b.constant("f64", per, low=1)
    which = b.rng.choice(["training", "inference", "grad"])
    if which == "inference":
        b.op(f'"stablehlo.batch_norm_inference"({x}, {s}, {o}, {m}, {v}) {tail} : ({t}, {u}, {u}, {u}, {u}) -> {t}', ("f64", sizes))
        return
    operands, types = (f"{x}, {s}, {o}", f"{t}, {u}, {u}") if which == "training" else (f"{x}, {s}, {m}, {v}, {g}", f"{t}, {u}, {u}, {u}, {t}")
    b.op(f'"stablehlo.batch_norm_{which}"({operands}) {tail} : ({types}) -> ({t}, {u}, {u})', ("f64", sizes), ("f64", per), ("f64", per))


# -------------------------------------------------------------------------------------- elementwise
@recipe(ulp=4, explained="xla/i1: addition of truth values is exclusive; xla/complex: complex maxima are not lexicographic")
def binary(b):
    f = b.rng.choice("add subtract multiply divide maximum minimum remainder power atan2 and or xor".split())
    kinds = {"and": (*INTEGERS, "i1"), "or": (*INTEGERS, "i1"), "xor": (*INTEGERS, "i1"), "atan2": FLOATS, "remainder": FLOATS + INTEGERS}
    kind, sizes = b.rng.choice(kinds.get(f, FLOATS + INTEGERS)), b.sizes()
    x, t = b.constant(kind, sizes)
    y, _ = b.constant(kind, sizes, low=1) if f in ("divide", "remainder", "power") else b.constant(kind, sizes)
    b.op(f"stablehlo.{f} {x}, {y} : {t}", (kind, sizes))


UNARY = """abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate rsqrt
    round_nearest_afz round_nearest_even sign sine sqrt tan tanh""".split()


@recipe(ulp=4)
def unary(b):
    f, kind, sizes = b.rng.choice(UNARY), b.rng.choice(FLOATS), b.sizes()
    x, t = b.constant(kind, sizes, low=1 if f in ("log", "rsqrt", "sqrt") else -3, high=9)
    b.op(f"stablehlo.{f} {x} : {t}", (kind, sizes))


PARTS = [0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan, 1e-30, 1e30]
OF_COMPLEX = """add subtract multiply divide maximum minimum power atan2 negate abs sign sqrt rsqrt tanh sine cosine log
    logistic""".split()
NEAR = {"tanh": 8, "rsqrt": 8, "logistic": 64}  # of which the reference loses digits, and ours are nearer to mathematics (mpmath_functions.py)


@recipe(explained="reference/zero: 0 to the power 0 is NaN; xla/complex: complex functions round otherwise")
def complex_exact(b):
    "Complex numbers of any digits, infinite and NaN: equal bit for bit, but for the signs of zeros and of NaN, and `NEAR`."
    r, (kind, dtype) = b.rng, b.rng.choice([("complex<f32>", np.complex64), ("complex<f64>", np.complex128)])
    f, count, odd = r.choice(OF_COMPLEX), r.randint(1, 40), r.random() < 0.4
    b.notes.add("complex")
    b.near = NEAR.get(f, 0)
    number = lambda: r.choice(PARTS) if odd and r.random() < 0.5 else r.gauss(0, 1)
    names, t, zeros = [], tensor(kind, [count]), []
    for _ in range(2 if f in OF_COMPLEX[:8] else 1):
        x = np.array([number() for _ in range(2 * count)]).view(np.complex128)
        zeros, name = [*zeros, x == 0], b.name()
        b.lines.append(f'{name} = stablehlo.constant dense<"0x{x.astype(dtype).tobytes().hex().upper()}"> : {t}')
        names.append(name)
    if f == "power" and (zeros[0] & zeros[1]).any():
        b.notes.add("zero")
    made = kind[8:-1] if f == "abs" else kind
    signature = f"({t}) -> {tensor(made, [count])}" if f == "abs" else t
    b.op(f"stablehlo.{f} {', '.join(names)} : {signature}", (made, [count]))


@recipe()
def convert(b):
    kind, to, sizes = b.rng.choice(EVERYTHING), b.rng.choice(EVERYTHING), b.sizes()
    unsigned = to[0] == "u" and kind[0] != "u"
    x, t = b.constant(kind, sizes, low=0 if unsigned else -4)
    b.op(f"stablehlo.convert {x} : ({t}) -> {tensor(to, sizes)}", (to, sizes))


@recipe()
def compare_select_clamp(b):
    kind, sizes = b.rng.choice(FLOATS + INTEGERS), b.sizes()
    (x, t), (y, _), (z, _) = (b.constant(kind, sizes) for _ in "xyz")
    which = b.rng.choice(["compare", "select", "clamp"])
    if which == "compare":
        how = b.rng.choice(["EQ", "NE", "GE", "GT", "LE", "LT"])
        b.op(f"stablehlo.compare {how}, {x}, {y} : ({t}, {t}) -> {tensor('i1', sizes)}", ("i1", sizes))
    elif which == "select":
        p, tp = b.constant("i1", sizes)
        b.op(f"stablehlo.select {p}, {x}, {y} : {tp}, {t}", (kind, sizes))
    else:
        b.op(f"stablehlo.clamp {x}, {y}, {z} : {t}", (kind, sizes))


# ------------------------------------------------------------------------------------------ running
def program(number, only=None):
    "The recipe's name and the builder of program `number`."
    rng = random.Random(number)
    names = only or list(RECIPES)
    name = names[number % len(names)]
    b = Builder(rng)
    RECIPES[name][0](b)
    return name, b


def worker(oracle):
    "Answer programs on the standard input, one a line, by results or an error."
    from jaxlib import _jax, xla_client
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import chlo, stablehlo

    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    stablehlo.register_dialect(context), chlo.register_dialect(context)
    client = xla_client.make_cpu_client() if oracle == "xla" else None

    def array(attribute):
        t = ir.RankedTensorType(attribute.type)
        if 0 in t.shape:
            return np.zeros(t.shape)
        x = np.array(ir.DenseElementsAttr(attribute), copy=True)
        return x.reshape(t.shape) if x.size == math.prod(t.shape) else np.full(t.shape, x.ravel()[0])

    def evaluate(text):
        module = ir.Module.parse(text)
        if client is None:
            return [array(a) for a in stablehlo.eval_module(module, [])]
        made = client.compile_and_load(module, _jax.DeviceList(tuple(client.devices()[:1])), xla_client.CompileOptions())
        return [np.asarray(x[0]) for x in made.execute_sharded([]).disassemble_into_single_device_arrays()]

    for line in sys.stdin:
        with context, ir.Location.unknown(context):
            try:
                answer = evaluate(json.loads(line))
            except Exception as error:
                answer = f"{type(error).__name__}: {str(error)[:300]}"
        print(base64.b64encode(pickle.dumps(answer)).decode(), flush=True)


class Oracle:
    "A worker process, started when it is needed."

    def __init__(self, name):
        self.name, self.process = name, None

    def ask(self, text, seconds=20):
        "Its results, or a text that says why there are none."
        if self.process is None:
            command = [sys.executable, __file__, "--worker", self.name]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            self.process.stdin.write(json.dumps(text).encode() + b"\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], seconds)
            line = self.process.stdout.readline() if ready else b""
        except BrokenPipeError:
            line = b""
        if line.strip():
            return pickle.loads(base64.b64decode(line))
        self.process.kill()
        self.process.wait()
        self.process = None
        return "aborted"


NARROW = {"f16": np.float16, "bf16": "bfloat16", "f8E5M2": "float8_e5m2", "f8E4M3FN": "float8_e4m3fn"}


def readable(x, kind):
    "The array at its own type."
    if kind not in NARROW:
        return x
    import ml_dtypes

    return x.astype(getattr(ml_dtypes, NARROW[kind]) if isinstance(NARROW[kind], str) else NARROW[kind])


def apart(found, expected, kind, largest):
    """The largest difference in units in the last place; what is no float must be equal.

    `largest`: of all results, for what cancels has the errors of what it was.
    """
    if found.shape != expected.shape or not found.size:
        return 0 if found.shape == expected.shape else math.inf
    found, expected = (readable(np.ascontiguousarray(x), kind) for x in (found, expected))
    if found.dtype.kind in "iub":
        return 0 if (found == expected).all() else math.inf
    a, b = found.astype(np.float64), expected.astype(np.float64)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    if same.all():
        return 0
    import ml_dtypes

    epsilon = float(ml_dtypes.finfo(found.dtype).eps)
    scale = np.maximum(np.abs(b), float(ml_dtypes.finfo(found.dtype).tiny)) * epsilon
    if kind not in NARROW:
        scale = np.maximum(scale, largest * epsilon / 16)
    return float(np.where(same, 0, np.abs(a - b) / scale).max())


def outcome(number, b, name, oracle, limits):
    "One word on program `number`, and the words to print."
    from indexing_tools.interpreter.run import run

    text = b.text()
    expected = oracle.ask(text)
    try:
        found = run(text)
        found = list(found) if isinstance(found, tuple) else [found]
    except Exception as error:
        if isinstance(expected, str):
            return "refused", ""
        return "DIFFERENT", f"{type(error).__name__}: {str(error)[:200]}"
    if isinstance(expected, str):
        return "refused", expected
    with np.errstate(all="ignore"):
        floats = [e[np.isfinite(e)] for e in expected if e.dtype.kind == "f"]
        largest = max((float(np.abs(e).max(initial=0)) for e in floats), default=0)
        rows = zip(found, expected, b.results)
        distances = [apart(np.asarray(f), e, kind, largest) for f, e, (_, _, kind) in rows]
    if max(distances, default=0) <= max(limits[1], b.near):
        return "equal", ""
    notes = {f"{oracle.name}/{note}" for note in b.notes}
    if notes & set(limits[2]):
        return "explained", ""
    return "DIFFERENT", f"{max(distances)} units: {[np.asarray(f).tolist() for f in found]} where {[e.tolist() for e in expected]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="", help="recipes, separated by commas")
    parser.add_argument("--oracle", default="reference,xla")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--show", type=int)
    parser.add_argument("--refusals", action="store_true", help="print why oracles refuse")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.worker:
        return worker(a.worker)
    if find_spec("jaxlib") is None:
        return skipped("jaxlib")
    only = [name for name in a.only.split(",") if name]
    if unknown := [name for name in only if name not in RECIPES]:
        parser.error(f"no such recipe: {', '.join(unknown)}; there are {', '.join(RECIPES)}")
    if a.show is not None:
        print(program(a.show, only)[1].text())
        return 0
    oracles = [Oracle(name) for name in a.oracle.split(",")]
    counts, end = Counter(), time.monotonic() + a.seconds
    for number in range(a.first, a.first + a.n):
        if time.monotonic() > end:
            print(f"time is up before program {number}")
            break
        name, b = program(number, only)
        for oracle in oracles:
            word, words = outcome(number, b, name, oracle, RECIPES[name])
            counts[name, oracle.name, word] += 1
            if word == "DIFFERENT" or (a.refusals and words):
                print(f"{number} {name} {oracle.name}: {words}", flush=True)
    kinds = ("equal", "explained", "refused", "DIFFERENT")
    print(f"{'recipe':24}{'oracle':12}" + "".join(f"{k:>11}" for k in kinds))
    for name, oracle in sorted({(n, o) for n, o, _ in counts}):
        print(f"{name:24}{oracle:12}" + "".join(f"{counts[name, oracle, k]:11}" for k in kinds))
    different = sum(v for (_, _, k), v in counts.items() if k == "DIFFERENT")
    print(f"{sum(counts.values())} comparisons, {different} different")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
