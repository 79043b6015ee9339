"""Random chains of elementwise operations: is one loop of machine code what NumPy computes, step by step?

    python benchmarks/fuzz_chains.py [--count N] [--seed N] [--steps N] [--seconds N]

A program has arrays of one size and up to four dimensions, of integers, truth values and floats of 8 to 64 bits, with zeros of both signs,
infinities, NaN, the largest and the smallest numbers among them; scalars, rows and columns that are broadcast, constants, counters; and random
operations on what there is so far, of which some values are returned. It runs with its chains compiled and without. Integers, truth values,
comparisons, conversions, + - * / and sqrt have the same bits (every NaN is one); a function, whose value no other operation reads here, may be off
by one last place; `logistic`, whose exponential is rounded before its quotient is taken, by two. Prints a program that differs; the exit status is 1 if there is one. Says how many instructions were in a chain.

Short form: --count 15
"""
from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from time import monotonic

import ml_dtypes
import numpy as np

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops
from indexing_tools.interpreter.jit import elementwise_fusion as machine_chains
from indexing_tools.interpreter.jit.elementwise_fusion import Chain, chains_of

INTEGERS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
FLOATS = ["f32", "f32", "f64", "bf16", "f16"]
DTYPES = {t: np.dtype(f"{'u' if t[0] == 'u' else 'i'}{int(t.lstrip('ui')) // 8}") for t in INTEGERS}
DTYPES |= {"f32": np.dtype("f4"), "f64": np.dtype("f8"), "f16": np.dtype("f2"), "bf16": np.dtype(ml_dtypes.bfloat16), "i1": np.dtype(bool)}
OF_FLOATS = "add subtract multiply divide maximum minimum negate abs sign floor ceil round_nearest_even round_nearest_afz sqrt".split()
OF_INTEGERS = "add subtract multiply maximum minimum negate abs sign and or xor not shift_left shift_right_logical shift_right_arithmetic".split()
OF_TRUTH = "and or xor not".split()
UNARY = {"negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt", "not"}
FUNCTIONS = "exponential exponential_minus_one log log_plus_one tanh logistic sine cosine tan cbrt rsqrt power chlo.erf chlo.erf_inv chlo.erfc".split()
SIZES = [(8192,), (20000,), (100, 100), (64, 200), (5, 3000), (2, 33, 130), (3, 4, 20, 40), (2500, 4), (1, 9000), (9000, 1)]


def special(kind: str, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    "Random numbers of a type, and its corners."
    dtype = DTYPES[kind]
    if kind == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if kind in INTEGERS:
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
        small = rng.integers(-3 * (info.min < 0), 40, shape).astype(dtype)
        corners = np.array([info.min, info.max, 0, 1, info.max - 1], dtype)
    else:
        x = (rng.standard_normal(shape) * 10.0 ** rng.integers(-3, 4, shape)).astype(dtype)
        small = rng.integers(-4, 5, shape).astype(dtype) / np.array(2, dtype)
        least = {"f32": 1e-45, "f64": 5e-324, "f16": 6e-8, "bf16": 1e-40}[kind]
        most = float(ml_dtypes.finfo(dtype).max)
        with np.errstate(over="ignore"):
            corners = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, least, -least, most, -most, 0.5, -0.5, 1.5, 2**31, 2**24 + 1], dtype)
    x = np.where(rng.random(shape) < 0.3, small, x)
    return np.where(rng.random(shape) < 0.2, rng.choice(corners, shape), x).astype(dtype)


class Maker:
    "A program while it is written."

    def __init__(self, seed: int, steps: int):
        self.random, self.rng = random.Random(seed), np.random.default_rng(seed)
        self.sizes = self.random.choice(SIZES)
        self.lines: list[str] = []
        self.parameters: list[str] = []
        self.arguments: list[np.ndarray] = []
        self.values: list[tuple[str, str]] = []  # names and types that may be read
        self.results: list[tuple[str, str]] = []
        self.inexact: dict[int, int] = {}  # by how many last places results of functions may be off
        for _ in range(self.random.randint(1, 4)):
            self.values.append(self.argument(self.kind(), self.sizes))
        for _ in range(steps):
            self.step()
        for value in self.random.sample(self.values, min(len(self.values), self.random.randint(1, 3))) or self.values[-1:]:
            self.results.append(value)
        self.results.append(self.values[-1])

    def kind(self) -> str:
        return self.random.choice(self.random.choice([INTEGERS, FLOATS, FLOATS, ["i1"], [v[1] for v in getattr(self, "values", [])] or FLOATS]))

    def type(self, kind: str, sizes: tuple[int, ...] | None = None) -> str:
        sizes = self.sizes if sizes is None else sizes
        return f"tensor<{''.join(f'{n}x' for n in sizes)}{kind}>"

    def argument(self, kind: str, sizes: tuple[int, ...]) -> tuple[str, str]:
        name = f"%arg{len(self.parameters)}"
        self.parameters.append(f"{name}: {self.type(kind, sizes)}")
        self.arguments.append(special(kind, sizes, self.rng))
        return name, kind

    def new(self, text: str, kind: str) -> tuple[str, str]:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = stablehlo.{text}".replace("stablehlo.chlo.", "chlo."))
        return name, kind

    def read(self, kind: str) -> str:
        "A value of a type: one that is there, or a new leaf."
        known = [name for name, k in self.values if k == kind]
        if known and self.random.random() < 0.75:
            return self.random.choice(known)
        value = self.leaf(kind)
        self.values.append(value)
        return value[0]

    def leaf(self, kind: str) -> tuple[str, str]:
        "An argument, a constant, a counter, or what is broadcast."
        way = self.random.choice(["argument", "scalar", "constant", "iota", "part", "part", "vector"])
        whole = self.type(kind)
        if way == "argument" or (way == "iota" and kind == "i1"):
            return self.argument(kind, self.sizes)
        if way == "iota":
            return self.new(f"iota dim = {self.random.randrange(len(self.sizes))} : {whole}", kind)
        if way == "scalar":
            name, _ = self.argument(kind, ())
            return self.new(f"broadcast_in_dim {name}, dims = [] : ({self.type(kind, ())}) -> {whole}", kind)
        if way == "constant":
            number = {"i1": "true"}.get(kind) or (self.random.choice(["0.5", "-0.0", "3.0", "1.0e-3", "-2.5"]) if kind in FLOATS else self.random.choice(["0", "1", "7", "33"]))
            small = self.new(f"constant dense<{number}> : {self.type(kind, ())}", kind)[0]
            return self.new(f"broadcast_in_dim {small}, dims = [] : ({self.type(kind, ())}) -> {whole}", kind)
        places = sorted(self.random.sample(range(len(self.sizes)), self.random.randint(1, len(self.sizes))))
        sizes = tuple(1 if self.random.random() < 0.2 else self.sizes[p] for p in places)
        name, _ = self.argument(kind, sizes)
        return self.new(f"broadcast_in_dim {name}, dims = {places} : ({self.type(kind, sizes)}) -> {whole}", kind)

    def step(self) -> None:
        "One more instruction."
        way, kind = self.random.choice(["plain"] * 6 + ["convert", "compare", "select", "clamp", "function", "bits"]), self.kind()
        whole, truth = self.type(kind), self.type("i1")
        if way == "plain":
            opcode = self.random.choice(OF_TRUTH if kind == "i1" else OF_INTEGERS if kind in INTEGERS else OF_FLOATS)
            if kind[0] == "u" and opcode in ("negate", "abs", "sign"):
                opcode = "add"
            xs = [self.read(kind) for _ in range(1 if opcode in UNARY else 2)]
            self.values.append(self.new(f"{opcode} {', '.join(xs)} : {whole}", kind))
        elif way == "convert":
            other = self.random.choice([*INTEGERS, *FLOATS, "i1"])
            self.values.append(self.new(f"convert {self.read(kind)} : ({whole}) -> {self.type(other)}", other))
        elif way == "compare":
            direction = self.random.choice(["EQ", "NE", "LT", "LE", "GT", "GE"])
            a, b = self.read(kind), self.read(kind)
            self.values.append(self.new(f"compare {direction}, {a}, {b} : ({whole}, {whole}) -> {truth}", "i1"))
        elif way == "select":
            p, a, b = self.read("i1"), self.read(kind), self.read(kind)
            self.values.append(self.new(f"select {p}, {a}, {b} : {truth}, {whole}", kind))
        elif way == "clamp" and kind != "i1":
            a, b, c = self.read(kind), self.read(kind), self.read(kind)
            self.values.append(self.new(f"clamp {a}, {b}, {c} : ({whole}, {whole}, {whole}) -> {whole}", kind))
        elif way == "bits" and kind in ("i32", "ui32", "i64", "ui64"):
            other = f"f{kind.lstrip('ui')}"
            self.values.append(self.new(f"bitcast_convert {self.read(kind)} : ({whole}) -> {self.type(other)}", other))
        elif way == "function" and kind in FLOATS:
            opcode = self.random.choice(FUNCTIONS)
            xs = [self.read(kind) for _ in range(2 if opcode == "power" else 1)]
            types = f"{whole} -> {whole}" if opcode.startswith("chlo") else whole
            self.inexact[len(self.results)] = 2 if opcode == "logistic" else 1
            self.results.append(self.new(f"{opcode} {', '.join(xs)} : {types}", kind))

    def text(self) -> str:
        types = ", ".join(self.type(kind) for _, kind in self.results)
        names = ", ".join(name for name, _ in self.results)
        body = "\n".join(f"  {line}" for line in self.lines)
        return f"func.func @main({', '.join(self.parameters)}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n"


def places_off(a: np.ndarray, b: np.ndarray) -> float:
    "By how many last places two arrays of floats differ at most."
    bits = np.dtype(f"i{a.dtype.itemsize}")
    order = [np.where(x < 0, np.iinfo(bits).min - x, x) for x in (a.view(bits), b.view(bits))]
    nan = np.isnan(a) & np.isnan(b)
    if (np.isnan(a) != np.isnan(b)).any():
        return np.inf
    signs = (np.signbit(a) != np.signbit(b)) & ~nan
    return np.inf if signs.any() else float(np.where(nan, 0, np.abs(order[0] - order[1])).max(initial=0))


def fault(seed: int, steps: int, count: Counter) -> str | None:
    "What is wrong with the program of a seed."
    maker = Maker(seed, steps)
    text = maker.text()
    program = it.read_program(text)
    chains = [s for s in chains_of(program.entry) if isinstance(s, Chain) and s.text() is not None]
    count["instructions"] += sum(len(c.members) for c in chains)
    count["chains"] += len(chains)
    with np.errstate(all="ignore"):
        with compile_loops(np.inf):
            plain = program.run(*maker.arguments)
        with compile_loops():
            ours = program.run(*maker.arguments)
    for n, ((name, kind), a, b) in enumerate(zip(maker.results, ours, plain)):
        a, b = np.asarray(a), np.asarray(b)
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"{text}{name}: {a.dtype}{a.shape}, {b.dtype}{b.shape}"
        if kind not in FLOATS:
            off = float((a != b).any()) * np.inf if (a != b).any() else 0
        else:
            off = places_off(a, b)
        if off > maker.inexact.get(n, 0):
            wrong = (a != b) & ~((a != a) & (b != b)) | (np.signbit(a) != np.signbit(b)) & (a == a) if kind in FLOATS else a != b
            at = tuple(np.argwhere(wrong)[0]) if wrong.any() else ()
            return f"{text}seed {seed}, {name} at {at}: {a[at]!r}, without machine code {b[at]!r}; {off} last places"
    return None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=0, help="instructions of a program; 0: 1 to 20")
    parser.add_argument("--seconds", type=float, default=np.inf, help="no program is begun after that")
    a = parser.parse_args()
    machine_chains._CALL, machine_chains._LEAST = -1.0, 1  # every chain, whether it pays or not
    Chain.is_worth_it = property(lambda self: True)
    count, wrong = Counter(), 0
    done, end = 0, monotonic() + a.seconds
    for seed in range(a.seed, a.seed + a.count):
        if monotonic() > end:
            break
        done += 1
        message = fault(seed, a.steps or random.Random(seed).randint(1, 20), count)
        if message is not None:
            wrong += 1
            print(message, flush=True)
            if wrong == 5:
                break
    print(f"{done} programs, {count['chains']} chains of {count['instructions']} instructions, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
