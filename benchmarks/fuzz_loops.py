"""Random programs with loops, as machine code and as Python: the same bits.

    python benchmarks/fuzz_loops.py [COUNT] [--seed N] [--seconds S] [--python]

A program has a `while` of a few rounds on scalars and small arrays of random types. Its body combines them by random
instructions: arithmetic, comparisons, conversions, shifts, choices, slices at computed places and updates there, movement,
reductions of integers, products of integer matrices, calls, branches and loops within the loop. All of these have to give the
same bits (a NaN is any NaN). Functions such as `tanh` end in a result of their own, within one unit in the last place for f32 and
narrower, two for f64. Programs that machine code is not written for are counted; so are those of which more than that differs.

Short form: 40 --python
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import indexing_tools as it  # noqa: E402
from indexing_tools.loops.jit import compile_loops  # noqa: E402
from indexing_tools.interpreter.jit import while_loops as machine_loops  # noqa: E402

INTEGERS = "i8 ui8 i16 ui16 i32 ui32 i64 ui64".split()
FLOATS = "f32 f64 f32 bf16 f16".split()
TYPES = [*INTEGERS, *FLOATS, "i1"]
SHAPES = [(), (), (), (3,), (4,), (2, 3), (1, 4), (3, 2)]
BINARY = {
    "int": "add subtract multiply divide remainder maximum minimum and or xor shift_left shift_right_logical shift_right_arithmetic power".split(),
    "float": "add subtract multiply divide remainder maximum minimum".split(),
    "i1": "and or xor maximum minimum add multiply".split(),
}
UNARY = {
    "int": "negate not abs sign popcnt count_leading_zeros".split(),
    "float": "negate abs sign floor ceil sqrt round_nearest_even round_nearest_afz".split(),
    "i1": ["not"],
}
ANALYSIS = "exponential exponential_minus_one log log_plus_one tanh logistic sine cosine rsqrt".split()


def group(kind: str) -> str:
    return "i1" if kind == "i1" else "int" if kind in INTEGERS else "float"


def text_of(kind: str, shape: tuple[int, ...]) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{kind}>"


class Writer:
    "A random program."

    def __init__(self, rng: np.random.Generator):
        self.rng, self.lines, self.names, self.depth = rng, [], count(), 1
        self.functions: list[str] = []

    def one(self, options):
        return options[int(self.rng.integers(len(options)))]

    def fresh(self) -> str:
        return f"%v{next(self.names)}"

    def put(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def add(self, pool: list, text: str, kind: str, shape: tuple) -> str:
        name = self.fresh()
        self.put(f"{name} = stablehlo.{text}")
        pool.append((name, kind, shape))
        return name

    def constant(self, pool: list, kind: str, shape: tuple) -> str:
        rng = self.rng
        def number() -> str:
            if kind == "i1":
                return self.one(["true", "false"])
            if group(kind) == "int":
                bits, signed = int(kind.strip("ui")), kind[0] == "i"
                low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
                return str(self.one([0, 1, 2, 3, 5, 7, low, high, max(low, -1), int(rng.integers(low, high, endpoint=True, dtype=np.int64 if signed else np.uint64))]))
            return repr(float(self.one([0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1e3, 1e-3, float(rng.normal()), float(rng.normal() * 1e4)])))
        def nested(sizes: tuple) -> str:
            return number() if not sizes else "[" + ", ".join(nested(sizes[1:]) for _ in range(sizes[0])) + "]"
        dense = nested(shape) if rng.random() < 0.5 else number()
        return self.add(pool, f"constant dense<{dense}> : {text_of(kind, shape)}", kind, shape)

    def find(self, pool: list, kind: str | None = None, shape: tuple | None = None) -> tuple[str, str, tuple]:
        "A value of that type and shape, made if there is none."
        fits = [v for v in pool if kind in (None, v[1]) and shape in (None, v[2])]
        if fits and self.rng.random() < 0.93:
            return self.one(fits[-12:] if self.rng.random() < 0.7 else fits)
        kind, shape = kind or self.one(TYPES), self.one(SHAPES) if shape is None else shape
        near = [v for v in pool if v[1] == kind and v[2] == ()]
        if shape and near and self.rng.random() < 0.5:
            name = self.one(near)[0]
            return self.add(pool, f"broadcast_in_dim {name}, dims = [] : ({text_of(kind, ())}) -> {text_of(kind, shape)}", kind, shape), kind, shape
        return self.constant(pool, kind, shape), kind, shape

    def step(self, pool: list, level: int) -> None:
        "One more value."
        choose = self.one
        name = choose(STEPS)
        getattr(self, f"step_{name}")(pool, level)

    def step_binary(self, pool, level):
        a, kind, shape = self.find(pool)
        what = self.one(BINARY[group(kind)])
        if kind[0] == "u" and what == "shift_right_arithmetic":
            what = "shift_right_logical"
        b = self.find(pool, kind, shape)[0]
        self.add(pool, f"{what} {a}, {b} : {text_of(kind, shape)}", kind, shape)

    def step_unary(self, pool, level):
        a, kind, shape = self.find(pool)
        what = self.one(UNARY[group(kind)])
        if kind[0] == "u" and what in ("negate", "abs", "sign"):
            what = "not"
        self.add(pool, f"{what} {a} : {text_of(kind, shape)}", kind, shape)

    def step_convert(self, pool, level):
        a, kind, shape = self.find(pool)
        to = self.one(TYPES)
        self.add(pool, f"convert {a} : ({text_of(kind, shape)}) -> {text_of(to, shape)}", to, shape)

    def step_compare(self, pool, level):
        a, kind, shape = self.find(pool)
        b = self.find(pool, kind, shape)[0]
        order = {"float": self.one(["FLOAT", "TOTALORDER"]), "i1": "UNSIGNED"}.get(group(kind), "UNSIGNED" if kind[0] == "u" else "SIGNED")
        t = text_of(kind, shape)
        self.add(pool, f"compare {self.one('EQ NE GE GT LE LT'.split())}, {a}, {b}, {order} : ({t}, {t}) -> {text_of('i1', shape)}", "i1", shape)

    def step_select(self, pool, level):
        a, kind, shape = self.find(pool)
        b, at = self.find(pool, kind, shape)[0], self.one([(), shape])
        p = self.find(pool, "i1", at)[0]
        self.add(pool, f"select {p}, {a}, {b} : {text_of('i1', at)}, {text_of(kind, shape)}", kind, shape)

    def step_clamp(self, pool, level):
        a, kind, shape = self.find(pool)
        if kind != "i1":
            at = self.one([(), shape])
            low, high = (self.find(pool, kind, at)[0] for _ in range(2))
            t = text_of(kind, at)
            self.add(pool, f"clamp {low}, {a}, {high} : ({t}, {text_of(kind, shape)}, {t}) -> {text_of(kind, shape)}", kind, shape)

    def starts(self, pool, shape) -> tuple[str, str]:
        kind = self.one(INTEGERS)
        found = [self.find(pool, kind, ())[0] for _ in shape]
        return ", ".join(found), ", ".join(text_of(kind, ()) for _ in shape)

    def step_slice(self, pool, level):
        a, kind, shape = self.find(pool, shape=self.one(SHAPES[3:]))
        sizes = tuple(int(self.rng.integers(1, n + 1)) for n in shape)
        names, types = self.starts(pool, shape)
        cut = self.add(pool, f"dynamic_slice {a}, {names}, sizes = [{', '.join(map(str, sizes))}] : ({text_of(kind, shape)}, {types}) -> {text_of(kind, sizes)}", kind, sizes)
        if np.prod(sizes) == 1:
            self.add(pool, f"reshape {cut} : ({text_of(kind, sizes)}) -> {text_of(kind, ())}", kind, ())

    def step_update(self, pool, level):
        a, kind, shape = self.find(pool, shape=self.one(SHAPES[3:]))
        fits = [v for v in pool if v[1] == kind and len(v[2]) == len(shape) and all(m <= n for m, n in zip(v[2], shape))]
        b, _, sizes = self.one(fits)
        names, types = self.starts(pool, shape)
        self.add(pool, f"dynamic_update_slice {a}, {b}, {names} : ({text_of(kind, shape)}, {text_of(kind, sizes)}, {types}) -> {text_of(kind, shape)}", kind, shape)

    def step_move(self, pool, level):
        a, kind, shape = self.find(pool, shape=self.one(SHAPES[3:]))
        t, what = text_of(kind, shape), self.one("transpose reverse reshape slice concatenate pad broadcast".split())
        if what == "transpose":
            order = list(self.rng.permutation(len(shape)))
            new = tuple(shape[d] for d in order)
            self.add(pool, f"transpose {a}, dims = [{', '.join(map(str, order))}] : ({t}) -> {text_of(kind, new)}", kind, new)
        elif what == "reverse":
            self.add(pool, f"reverse {a}, dims = [{int(self.rng.integers(len(shape)))}] : {t}", kind, shape)
        elif what == "reshape":
            new = self.one([s for s in [(2, 3), (3, 2), (6,), (4,), (1, 4), (2, 2), (3,), (1, 3)] if np.prod(s) == np.prod(shape)])
            self.add(pool, f"reshape {a} : ({t}) -> {text_of(kind, new)}", kind, new)
        elif what == "slice":
            parts = [(lo := int(self.rng.integers(n)), int(self.rng.integers(lo + 1, n + 1)), int(self.rng.integers(1, 3))) for n in shape]
            new = tuple(-(-(hi - lo) // step) for lo, hi, step in parts)
            self.add(pool, f"slice {a} [{', '.join(f'{lo}:{hi}:{s}' for lo, hi, s in parts)}] : ({t}) -> {text_of(kind, new)}", kind, new)
        elif what == "concatenate":
            b = self.find(pool, kind, shape)[0]
            new = (2 * shape[0], *shape[1:])
            self.add(pool, f"concatenate {a}, {b}, dim = 0 : ({t}, {t}) -> {text_of(kind, new)}", kind, new)
        elif what == "pad":
            b = self.find(pool, kind, ())[0]
            low, high, inner = ([int(self.rng.integers(3)) for _ in shape] for _ in range(3))
            new = tuple(lo + hi + n + k * (n - 1) for n, lo, hi, k in zip(shape, low, high, inner))
            self.add(pool, f"pad {a}, {b}, low = {low}, high = {high}, interior = {inner} : ({t}, {text_of(kind, ())}) -> {text_of(kind, new)}", kind, new)
        else:
            new = (2, *shape)
            self.add(pool, f"broadcast_in_dim {a}, dims = {list(range(1, len(new)))} : ({t}) -> {text_of(kind, new)}", kind, new)

    def step_iota(self, pool, level):
        kind, shape = self.one([*INTEGERS, *FLOATS]), self.one(SHAPES[3:])
        self.add(pool, f"iota dim = {int(self.rng.integers(len(shape)))} : {text_of(kind, shape)}", kind, shape)

    def step_reduce(self, pool, level):
        a, kind, shape = self.find(pool, self.one([*INTEGERS, "i1", "f32", "bf16"]), self.one(SHAPES[3:]))
        start, axis = self.find(pool, kind, ())[0], int(self.rng.integers(len(shape)))
        what = self.one("maximum minimum".split() if group(kind) == "float" else "add multiply maximum minimum and or xor".split() if kind != "i1" else "and or".split())
        new = shape[:axis] + shape[axis + 1 :]
        self.add(pool, f"reduce({a} init: {start}) applies stablehlo.{what} across dimensions = [{axis}] : ({text_of(kind, shape)}, {text_of(kind, ())}) -> {text_of(kind, new)}", kind, new)

    def step_dot(self, pool, level):
        kind = self.one(["i32", "ui32", "i64"])
        a, b = self.find(pool, kind, (2, 3)), self.find(pool, kind, self.one([(3, 2), (2, 3), (3,)]))
        right = b[2].index(3)
        new = (2, *(n for d, n in enumerate(b[2]) if d != right))
        self.add(pool, f"dot_general {a[0]}, {b[0]}, contracting_dims = [1] x [{right}] : ({text_of(kind, a[2])}, {text_of(kind, b[2])}) -> {text_of(kind, new)}", kind, new)

    def step_call(self, pool, level):
        if level > 1:
            return
        given = [self.find(pool) for _ in range(int(self.rng.integers(1, 4)))]
        lines, self.lines, depth, self.depth = self.lines, [], self.depth, 2
        inner = [(self.fresh(), kind, shape) for _, kind, shape in given]
        own = list(inner)
        for _ in range(int(self.rng.integers(1, 5))):
            self.step(own, 2)
        result = self.one(own)
        body, self.lines, self.depth = self.lines, lines, depth
        name, types = f"f{next(self.names)}", [text_of(k, s) for _, k, s in given]
        head = f"  func.func private @{name}({', '.join(f'{n[0]}: {t}' for n, t in zip(inner, types))}) -> {text_of(*result[1:])} {{"
        self.functions.append("\n".join([head, *body, f"    return {result[0]} : {text_of(*result[1:])}", "  }"]))
        new = self.fresh()
        self.put(f"{new} = func.call @{name}({', '.join(v[0] for v in given)}) : ({', '.join(types)}) -> {text_of(*result[1:])}")
        pool.append((new, *result[1:]))

    def step_choice(self, pool, level):
        if level > 1:
            return
        kinds = [(self.one(TYPES), self.one(SHAPES)) for _ in range(int(self.rng.integers(1, 3)))]
        p, types = self.find(pool, "i1", ())[0], ", ".join(text_of(*k) for k in kinds)
        name = self.fresh()
        self.put(f'{name}:{len(kinds)} = "stablehlo.if"({p}) ({{')
        for last in (False, True):
            own = list(pool)
            self.depth += 1
            for _ in range(int(self.rng.integers(0, 4))):
                self.step(own, 2)
            found = [self.find(own, *k)[0] for k in kinds]
            self.put(f"stablehlo.return {', '.join(found)} : {types}")
            self.depth -= 1
            self.put(f"}}) : (tensor<i1>) -> ({types})" if last else "}, {")
        pool += [(f"{name}#{i}", *k) for i, k in enumerate(kinds)]

    def step_loop(self, pool, level):
        if level == 0:
            pool += self.loop(pool, 1, int(self.rng.integers(1, 4)), 3)

    def loop(self, pool: list, level: int, rounds: int, steps: int) -> list:
        "A loop on some values."
        zero, most = (self.fresh() for _ in range(2))
        self.put(f"{zero} = stablehlo.constant dense<0> : tensor<i32>")
        self.put(f"{most} = stablehlo.constant dense<{rounds}> : tensor<i32>")
        state = [self.find(pool) for _ in range(int(self.rng.integers(1, 3 + 3 * (level == 0))))]
        analysed = [self.find(pool, self.one(FLOATS)) for _ in range(ENDS * (level == 0))]
        state += analysed
        inner = [(self.fresh(), "i32", ()), *((self.fresh(), *v[1:]) for v in state)]
        types = ", ".join(text_of(*v[1:]) for v in inner)
        name, test = self.fresh(), self.fresh()
        self.put(f"{name}:{len(inner)} = stablehlo.while({', '.join(f'{a[0]} = {b}' for a, b in zip(inner, [zero, *(v[0] for v in state)]))}) : {types}")
        self.put("cond {")
        self.put(f"  {test} = stablehlo.compare LT, {inner[0][0]}, {most}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        self.put(f"  stablehlo.return {test} : tensor<i1>")
        self.put("} do {")
        self.depth += 1
        ends = inner[len(inner) - len(analysed) :]  # of which nothing else is computed
        own = [*(pool if self.rng.random() < 0.5 else []), *inner[: len(inner) - len(analysed)]]
        for _ in range(steps):
            self.step(own, level)
        one, following = self.fresh(), self.fresh()
        self.put(f"{one} = stablehlo.constant dense<1> : tensor<i32>")
        self.put(f"{following} = stablehlo.add {inner[0][0]}, {one} : tensor<i32>")
        found = [self.find(own, *v[1:])[0] for v in inner[1 : len(inner) - len(analysed)]]
        for _, kind, shape in ends:
            x, end = self.find(own, kind, shape)[0], self.fresh()
            self.put(f"{end} = stablehlo.{self.one(ANALYSIS)} {x} : {text_of(kind, shape)}")
            found.append(end)
        self.put(f"stablehlo.return {', '.join([following, *found])} : {types}")
        self.depth -= 1
        self.put("}")
        return [(f"{name}#{i + 1}", *v[1:]) for i, v in enumerate(state)]


ENDS = 2  # results of functions

STEPS = """binary binary binary binary binary unary convert convert compare select select clamp slice slice update update
  move move iota reduce dot call choice loop""".split()


def program(rng: np.random.Generator) -> tuple[str, list[tuple[str, tuple]]]:
    "The text, and the types of the arguments."
    writer = Writer(rng)
    given = [(f"%arg{i}", writer.one(TYPES), writer.one(SHAPES)) for i in range(int(rng.integers(2, 7)))]
    found = writer.loop(list(given), 0, int(rng.integers(1, 5)), int(rng.integers(3, 25)))
    types = ", ".join(text_of(*v[1:]) for v in found)
    head = f"func.func public @main({', '.join(f'{n}: {text_of(k, s)}' for n, k, s in given)}) -> ({types}) {{"
    body = [f"  {head}", *writer.lines, f"    return {', '.join(v[0] for v in found)} : {types}", "  }"]
    return "\n".join(["module {", *body, *writer.functions, "}"]), [v[1:] for v in given]


def argument(kind: str, shape: tuple, rng: np.random.Generator) -> np.ndarray:
    "Corner cases and any bits."
    import ml_dtypes

    names = {"i1": bool, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64}
    dtype = np.dtype(names.get(kind, kind.replace("ui", "uint").replace("i", "int", 1) if kind[0] == "i" else kind.replace("ui", "uint")))
    if kind == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if group(kind) == "int":
        return np.frombuffer(rng.bytes(int(np.prod(shape)) * dtype.itemsize), dtype).reshape(shape).copy() if rng.random() < 0.5 else rng.integers(0, 9, shape).astype(dtype)
    with np.errstate(all="ignore"):
        special = rng.choice([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 0.5, 1e30, 1e-40], shape)
        return np.where(rng.random(shape) < 0.2, special, rng.normal(size=shape) * 10.0 ** rng.integers(-3, 6, shape)).astype(dtype)


def same(a: np.ndarray, b: np.ndarray, units: int = 0) -> bool:
    "The same bits, or so many units in the last place; a NaN is any NaN."
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind in "iub":
        return bool((a == b).all())
    with np.errstate(invalid="ignore"):
        real, word = ~np.isnan(a), f"u{a.itemsize}"
        if not units:
            return bool((real == ~np.isnan(b)).all() and (a[real].view(word) == b[real].view(word)).all())
        ints = [np.atleast_1d(x).view(f"i{a.itemsize}") for x in (a, b)]
        orders = [np.where(x < 0, np.iinfo(x.dtype).min - x, x) for x in ints]
        far = [abs(int(x) - int(y)) for x, y, z in zip(*(v.ravel() for v in orders), np.atleast_1d(real).ravel()) if z]
        return bool((real == ~np.isnan(b)).all()) and max(far, default=0) <= units * (1 + (a.itemsize == 8))


class Report:
    "What a loop that is tried became."

    def __init__(self) -> None:
        self.made = self.given_up = 0
        self.reasons: dict[str, int] = {}
        attempt = machine_loops.HandOver.attempt

        def counted(hand: machine_loops.HandOver, spent: float, values: tuple) -> object:
            found = attempt(hand, spent, values)
            self.made += found is not None
            if found is None:
                self.given_up += 1
                try:
                    machine_loops.machine_loop_of(hand.op, hand.captured).run(values)
                    reason = "?"
                except Exception as error:
                    reason = f"{type(error).__name__}: {str(error)[:200]}"
                self.reasons[reason] = self.reasons.get(reason, 0) + 1
            return found

        machine_loops.HandOver.attempt = counted  # type: ignore[method-assign]


def main() -> int:
    "Count wrong programs."
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--python", action="store_true", help="run what Numba would compile as Python: quick")
    options = parser.parse_args()
    if options.python:
        machine_loops.Loop.__call__ = lambda loop, *given: loop.loop(*given)  # type: ignore[method-assign]
    machine_loops._MARGIN = float("inf")  # the quicker way is not the question here
    report, wrong, start, number, refused = Report(), [], time.monotonic(), -1, 0
    for number in range(options.count):
        if time.monotonic() - start > options.seconds:
            break
        rng = np.random.default_rng([options.seed, number])
        text, kinds = program(rng)
        given = [argument(*kind, rng) for kind in kinds]
        try:
            loaded = it.read_program(text)
            with compile_loops(float("inf")):
                expected = loaded.run(*given)
        except Exception as error:
            if not refused:
                print(f"{options.seed} {number}: no program: {str(error)[:300]}")
            refused += 1
            continue
        with compile_loops():
            found = loaded.run(*given)
        pairs = list(zip(*(x if isinstance(x, tuple) else (x,) for x in (expected, found))))
        exact = len(pairs) - ENDS
        if not all(same(a, b, int(n >= exact)) for n, (a, b) in enumerate(pairs)):
            wrong.append(number)
            print(f"{options.seed} {number}: differs", flush=True)
    print(f"{number + 1} programs, {refused} refused, {report.made} loops as machine code, {report.given_up} not: {report.reasons}; wrong: {len(wrong)} {wrong[:10]}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
