"""Random programs of updates, calls, choices and loops: in place, and with a copy at every update.

    python benchmarks/in_place.py [-n 2000] [--seed 0]

Where an array's memory is about to be free, an update writes into it. A trace keeps every value,
so that nothing is ever free there and every update copies: a run gives the same results, bit for
bit, leaves its arguments as they are, and gives them again when it is run once more; and what a
trace has seen is the same when it ends. Half of the programs are StableHLO, whose regions read
values of outside, half are HLO, whose loops and branches take a tuple. Exits with 1 if one differs.

Short form: -n 40
"""
from __future__ import annotations

import argparse
from random import Random

import numpy as np

import indexing_tools as it
from indexing_tools.programs.model import Program

T = "tensor<4xf32>"


class Stablehlo:
    "A random program in StableHLO."

    def __init__(self, rng: Random):
        self.rng, self.count, self.functions = rng, 0, []
        self.sizes = [self.function(f"f{i}", 2) for i in range(rng.randint(1, 3))]
        self.function("main", 3)

    def text(self) -> str:
        return "\n".join(self.functions)

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def function(self, name: str, parameters: int) -> tuple[str, int, int]:
        known = [f"%a{i}" for i in range(parameters)]
        lines, values = self.block(known, 2)
        results = [self.rng.choice(values[-4:]) for _ in range(2)]
        taken = ", ".join(f"{x}: {T}" for x in known)
        ending = f"  return {', '.join(results)} : {T}, {T}"
        head = f"func.func @{name}({taken}) -> ({T}, {T}) {{"
        self.functions.append("\n".join([head, *lines, ending, "}"]))
        return name, parameters, 2

    def block(self, known: list[str], depth: int) -> tuple[list[str], list[str]]:
        values, lines = list(known), []
        for _ in range(self.rng.randint(2, 6)):
            kinds = ["update"] * 4 + ["add", "view", "call", "barrier", "scatter"]
            kinds += ["choice", "loop"] * (depth > 0)
            new, made = getattr(self, self.rng.choice(kinds))(values, depth)
            lines += new
            values += made
        return lines, values

    def some(self, values: list[str]) -> str:
        return self.rng.choice(values[-5:])

    def update(self, values, depth):
        x, y, c, i, r = self.some(values), self.some(values), *(self.name() for _ in range(3))
        at = self.rng.randrange(4)
        return [
            f"  {c} = stablehlo.slice {y} [{at}:{at + 1}] : ({T}) -> tensor<1xf32>",
            f"  {i} = stablehlo.constant dense<{self.rng.randrange(4)}> : tensor<i32>",
            f"  {r} = stablehlo.dynamic_update_slice {x}, {c}, {i}"
            f" : ({T}, tensor<1xf32>, tensor<i32>) -> {T}",
        ], [r]

    def scatter(self, values, depth):
        x, y, c, i, r = self.some(values), self.some(values), *(self.name() for _ in range(3))
        return [
            f"  {c} = stablehlo.slice {y} [0:2] : ({T}) -> tensor<2xf32>",
            f"  {i} = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi32>",
            f'  {r} = "stablehlo.scatter"({x}, {i}, {c}) ({{',
            "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):",
            "    %s = stablehlo.add %p, %q : tensor<f32>",
            "    stablehlo.return %s : tensor<f32>",
            "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],"
            " scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}"
            f" : ({T}, tensor<2x1xi32>, tensor<2xf32>) -> {T}",
        ], [r]

    def add(self, values, depth):
        r = self.name()
        return [f"  {r} = stablehlo.add {self.some(values)}, {self.some(values)} : {T}"], [r]

    def view(self, values, depth):
        a, r, q = self.name(), self.name(), "tensor<2x2xf32>"
        x = self.some(values)
        if self.rng.random() < 0.5:
            return [f"  {r} = stablehlo.reverse {x}, dims = [0] : {T}"], [r]
        return [
            f"  {a} = stablehlo.reshape {x} : ({T}) -> {q}",
            f"  {r} = stablehlo.reshape {a} : ({q}) -> {T}",
        ], [r]

    def barrier(self, values, depth):
        r, x, y = self.name(), self.some(values), self.some(values)
        return [f"  {r}:2 = stablehlo.optimization_barrier {x}, {y} : {T}, {T}"], [f"{r}#0", f"{r}#1"]

    def call(self, values, depth):
        if not getattr(self, "sizes", None):
            return self.add(values, depth)
        name, count, _ = self.rng.choice(self.sizes)
        taken, r = [self.some(values) for _ in range(count)], self.name()
        types = ", ".join([T] * count)
        line = f"  {r}:2 = func.call @{name}({', '.join(taken)}) : ({types}) -> ({T}, {T})"
        return [line], [f"{r}#0", f"{r}#1"]

    def branch(self, values, depth):
        lines, made = self.block(values, depth - 1)
        return [*lines, f"  stablehlo.return {self.some(made)}, {self.some(made)} : {T}, {T}"]

    def choice(self, values, depth):
        p, q, z, r, x = *(self.name() for _ in range(4)), self.some(values)
        return [
            f"  {z} = stablehlo.constant dense<0.0> : {T}",
            f"  {q} = stablehlo.compare GT, {x}, {z} : ({T}, {T}) -> tensor<4xi1>",
            f"  {p}s = stablehlo.slice {q} [0:1] : (tensor<4xi1>) -> tensor<1xi1>",
            f"  {p} = stablehlo.reshape {p}s : (tensor<1xi1>) -> tensor<i1>",
            f'  {r}:2 = "stablehlo.if"({p}) ({{', *self.branch(values, depth), "  }, {",
            *self.branch(values, depth), f"  }}) : (tensor<i1>) -> ({T}, {T})",
        ], [f"{r}#0", f"{r}#1"]

    def loop(self, values, depth):
        zero, r, i, a, b, n, p, one, j = (self.name() for _ in range(9))
        x, y = self.some(values), self.some(values)
        lines, made = self.block([*values, a, b], depth - 1)
        back = [self.some(made), self.rng.choice([b, self.some(made)])]
        return [
            f"  {zero} = stablehlo.constant dense<0> : tensor<i32>",
            f"  {r}:3 = stablehlo.while({i} = {zero}, {a} = {x}, {b} = {y}) : tensor<i32>, {T}, {T}",
            "  cond {",
            f"  {n} = stablehlo.constant dense<{self.rng.randrange(4)}> : tensor<i32>",
            f"  {p} = stablehlo.compare LT, {i}, {n} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            f"  stablehlo.return {p} : tensor<i1>", "  } do {", *lines,
            f"  {one} = stablehlo.constant dense<1> : tensor<i32>",
            f"  {j} = stablehlo.add {i}, {one} : tensor<i32>",
            f"  stablehlo.return {j}, {', '.join(back)} : tensor<i32>, {T}, {T}", "  }",
        ], [f"{r}#1", f"{r}#2"]


A = "f32[4]"
PAIR = f"({A}, {A})"


class Hlo:
    "A random program in HLO: computations of a pair of arrays, and of a loop's state."

    def __init__(self, rng: Random):
        self.rng, self.count, self.computations = rng, 0, []
        self.pairs: list[str] = []
        for _ in range(rng.randint(1, 3)):
            self.pairs.append(self.pair(2))
        self.entry()

    def text(self) -> str:
        return "HloModule m\n" + "\n".join(self.computations)

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def some(self, values: list[str]) -> str:
        return self.rng.choice(values[-5:])

    def pair(self, depth: int) -> str:
        "A computation from a pair of arrays to another."
        name, a, b = f"c{self.name()}", self.name(), self.name()
        opening = [
            f"  t = {PAIR} parameter(0)",
            f"  {a} = {A} get-tuple-element(t), index=0",
            f"  {b} = {A} get-tuple-element(t), index=1",
        ]
        lines, values = self.block([a, b], depth)
        root = f"  ROOT r = {PAIR} tuple({self.some(values)}, {self.some(values)})"
        if self.rng.random() < 0.1:
            root = f"  ROOT r = {PAIR} copy(t)" if self.rng.random() < 0.5 else root
        self.computations.append("\n".join([f"{name} {{", *opening, *lines, root, "}"]))
        return name

    def entry(self) -> None:
        lines, values = self.block(["x", "y", "z"], 3)
        head = [f"  {n} = {A} parameter({i})" for i, n in enumerate("xyz")]
        taken = [self.some(values) for _ in range(3)]
        root = f"  ROOT out = ({A}, {A}, {A}) tuple({', '.join(taken)})"
        self.computations.append("\n".join(["ENTRY e {", *head, *lines, root, "}"]))

    def block(self, known: list[str], depth: int) -> tuple[list[str], list[str]]:
        values, lines = list(known), []
        for _ in range(self.rng.randint(2, 6)):
            kinds = ["update"] * 4 + ["add", "view", "apply"] + ["choice", "select", "loop"] * (depth > 1)
            new, made = getattr(self, self.rng.choice(kinds))(values, depth)
            lines += new
            values += made
        return lines, values

    def update(self, values, depth):
        c, i, r = self.name(), self.name(), self.name()
        at = self.rng.randrange(4)
        return [
            f"  {c} = f32[1] slice({self.some(values)}), slice={{[{at}:{at + 1}]}}",
            f"  {i} = s32[] constant({self.rng.randrange(4)})",
            f"  {r} = {A} dynamic-update-slice({self.some(values)}, {c}, {i})",
        ], [r]

    def add(self, values, depth):
        r = self.name()
        return [f"  {r} = {A} add({self.some(values)}, {self.some(values)})"], [r]

    def view(self, values, depth):
        a, r = self.name(), self.name()
        return [
            f"  {a} = f32[2,2] bitcast({self.some(values)})",
            f"  {r} = {A} bitcast({a})",
        ], [r]

    def taken_apart(self, t: str) -> tuple[list[str], list[str]]:
        made = [self.name() for _ in range(self.rng.randint(1, 2))]
        numbers = self.rng.sample(range(2), len(made))
        shape = f"  {{}} = {A} get-tuple-element({t}), index={{}}"
        return [shape.format(x, i) for x, i in zip(made, numbers)], made

    def apply(self, values, depth):
        if not self.pairs:
            return self.add(values, depth)
        t, r = self.name(), self.name()
        how = self.rng.choice(["call({}), to_apply={}", "fusion({}), kind=kLoop, calls={}"])
        lines, made = self.taken_apart(r)
        return [
            f"  {t} = {PAIR} tuple({self.some(values)}, {self.some(values)})",
            f"  {r} = {PAIR} {how.format(t, self.rng.choice(self.pairs))}", *lines,
        ], made

    def choice(self, values, depth):
        t, s, r, i, n, k = (self.name() for _ in range(6))
        two = [self.pair(depth - 1), self.rng.choice(self.pairs or [self.pair(1)])]
        lines, made = self.taken_apart(r)
        lines += self.taken_apart(t)[0] if self.rng.random() < 0.3 else []
        return [
            f"  {t} = {PAIR} tuple({self.some(values)}, {self.some(values)})",
            f"  {s} = {PAIR} tuple({self.some(values)}, {self.some(values)})",
            f"  {i} = f32[1] slice({self.some(values)}), slice={{[0:1]}}",
            f"  {n} = f32[] bitcast({i})", f"  {k} = s32[] convert({n})",
            f"  {r} = {PAIR} conditional({k}, {t}, {self.rng.choice([t, s])}),"
            f" branch_computations={{{', '.join(two)}}}", *lines,
        ], made

    def array(self, depth: int) -> str:
        "A computation from an array to another."
        name, a = f"c{self.name()}", self.name()
        lines, values = self.block([a], depth)
        ending = f"  ROOT r = {A} add({self.some(values)}, {self.some(values)})"
        head = [f"{name} {{", f"  {a} = {A} parameter(0)"]
        self.computations.append("\n".join([*head, *lines, ending, "}"]))
        return name

    def select(self, values, depth):
        i, n, k, r, x = *(self.name() for _ in range(4)), self.some(values)
        two = [self.array(depth - 1) for _ in range(2)]
        return [
            f"  {i} = f32[1] slice({self.some(values)}), slice={{[0:1]}}",
            f"  {n} = f32[] bitcast({i})", f"  {k} = s32[] convert({n})",
            f"  {r} = {A} conditional({k}, {x}, {self.rng.choice([x, self.some(values)])}),"
            f" branch_computations={{{', '.join(two)}}}",
        ], [r]

    def loop(self, values, depth):
        t, z, w, r, body, test = (self.name() for _ in range(6))
        state, inner = f"(s32[], {PAIR})", self.pair(depth - 1)
        self.computations.append(f"""{body} {{
  s = {state} parameter(0)
  i = s32[] get-tuple-element(s), index=0
  p = {PAIR} get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  q = {PAIR} call(p), to_apply={inner}
  ROOT n = {state} tuple(j, q) }}
{test} {{
  s = {state} parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant({self.rng.randrange(4)})
  ROOT c = pred[] compare(i, n), direction=LT }}""")
        lines, made = self.taken_apart(r)
        return [
            f"  {t} = {PAIR} tuple({self.some(values)}, {self.some(values)})",
            f"  {z} = s32[] constant(0)", f"  {z}s = {state} tuple({z}, {t})",
            f"  {w} = {state} while({z}s), condition={test}, body={body}",
            f"  {r} = {PAIR} get-tuple-element({w}), index=1", *lines,
        ], made


def check(program: Program) -> None:
    "Compare the two ways to run: AssertionError."
    xs = [np.float32([1, -2, 3, 0.5]) * (i + 1) for i in range(3)]
    kept = [x.copy() for x in xs]
    expected = program.trace(*xs)
    seen = [(entry, copied(entry.value)) for entry in expected]
    found, again = program.run(*xs), program.run(*xs, timeout=60)
    given = program.run(*(x.copy() for x in xs), donate=range(3))
    for result in (found, again, given):
        assert copied(result) == copied(expected.result), (copied(result), copied(expected.result))
    assert copied(tuple(xs)) == copied(tuple(kept)), "an argument was overwritten"
    assert all(copied(entry.value) == value for entry, value in seen)


def copied(value):
    "What a value is now."
    if isinstance(value, tuple):
        return [copied(x) for x in value]
    return np.asarray(value).tobytes() if hasattr(value, "dtype") else str(value)


def main(argv: list[str] | None = None) -> int:
    "How many programs agree; 1 if one does not."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    for number in range(options.n):
        rng = Random(f"{options.seed} {number}")
        text = (Stablehlo, Hlo)[number % 2](rng).text()
        try:
            check(it.read_program(text))
        except Exception as error:
            print(text, f"\nprogram {number}: {type(error).__name__}: {error}")
            return 1
    print(f"{options.n} programs agree")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
