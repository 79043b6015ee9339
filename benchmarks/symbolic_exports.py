"""Programs that `jax.export` writes with symbolic sizes, run at several sizes and compared with JAX.

    python benchmarks/symbolic_exports.py [--only NAME] [--maps]

Each function is exported once for every size (`jax.export.symbolic_shape`) and run on random
arguments; floats may differ from what JAX computes by a fraction of the greatest number, integers
and truth values not at all. `--maps` asks every instruction for its maps, both ways, first with
the sizes open, then with them given (`read_program(..., dims=...)`), and counts the operands of
which nothing is known. Then arguments change where the program's maps do not read them, which no
output element may notice. Exits with 1 if a program fails, differs, or a map is wrong.

Short form: --only sort
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from common import skipped

try:
    import jax
    import jax.numpy as jnp
    from jax import export, lax
except ImportError:
    sys.exit(skipped("jax"))

import indexing_tools as it
from indexing_tools.indexing.instruction_indexing import UNKNOWN

Sizes = dict[str, int]
_USUAL: tuple[Sizes, ...] = ({"b": 2}, {"b": 5}, {"b": 8})
_SQUARES: tuple[Sizes, ...] = ({"b": 2, "n": 3}, {"b": 4, "n": 6}, {"b": 3, "n": 4})


@dataclass(frozen=True)
class Case:
    "A function, its arguments' types such as `f32[b, 8]`, and the sizes to try."

    function: Callable[..., Any]
    arguments: tuple[str, ...]
    sizes: tuple[Sizes, ...] = _USUAL
    constraints: tuple[str, ...] = ()


CASES: dict[str, Case] = {}


def case(*arguments: str, sizes: tuple[Sizes, ...] = _USUAL, constraints: tuple[str, ...] = ()):
    "Decorator: enter a function under its name."

    def enter(f: Callable[..., Any]) -> Callable[..., Any]:
        CASES[f.__name__] = Case(f, arguments, sizes, constraints)
        return f

    return enter


@case("f32[b, 8]", "f32[8, 16]", "f32[16]", "f32[16, 4]")
def mlp(x, w, v, u):
    return jax.nn.softmax(jax.nn.gelu(x @ w + v) @ u)


@case("f32[b, 8]", "f32[8, 16]", "f32[16, 4]", "i32[b]")
def gradient(x, w, u, labels):
    def loss(w, u):
        logits = jnp.tanh(x @ w) @ u
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None] % 4, 1).mean()

    return jax.value_and_grad(loss, (0, 1))(w, u)


@case("f32[b, n, 8]", "f32[3, 8, 8]", sizes=_SQUARES)
def attention(x, w):
    q, k, v = (x @ w[i] for i in range(3))
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / 8**0.5
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf)) @ v


@case("f32[b, 8, 8, 3]", "f32[3, 3, 3, 4]")
def convolution(x, w):
    dimensions = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=dimensions)


@case("f32[b, n, 3]", "f32[3, 3, 4]", sizes=({"b": 1, "n": 5}, {"b": 2, "n": 8}))
def convolution_of_open_length(x, w):
    dimensions = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(x, w, (2,), "SAME", dimension_numbers=dimensions)


@case("f32[b, 8, 8, 3]")
def max_pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


@case("f32[b, 4]")
def window_of_open_size(x):
    return lax.reduce_window(x, 0.0, lax.add, (x.shape[0], 2), (1, 1), "SAME")


@case("f32[4, b]", "i32[4, b]")
def window_of_pairs(x, y):
    "The largest of a window, and what stands beside it."
    def larger(a, b):
        first = a[0] >= b[0]
        return lax.select(first, a[0], b[0]), lax.select(first, a[1], b[1])

    init = (np.float32(-np.inf), np.int32(-1))
    window = ((2, x.shape[1]), (1, 1), ((0, 0), (0, 0)))
    return lax.reduce_window((x, y), init, larger, *window)


@case("f32[b, 4]")
def cumulative_sum(x):
    return jnp.cumsum(x, 0), jnp.cumsum(x[::-1], 1)


@case("f32[b, 4]")
def cumulative_extremes(x):
    return lax.cummax(x, 0), lax.cummin(x, 0, reverse=True), lax.cumprod(x, 0)


@case("f32[b, 9]")
def top_k(x):
    return lax.top_k(x, 3)


@case("f32[4, b]")
def top_of_open_k(x):
    return lax.top_k(x, x.shape[1] - 1)


@case("f32[b, 16]")
def approximate_top_k(x):
    return lax.approx_max_k(x, 16, recall_target=1.0)


@case("f32[b + 4]")
def approximate_top_of_open_k(x):
    return lax.approx_max_k(x, x.shape[0] - 4, recall_target=1.0)


@case("f32[b, n]", sizes=_SQUARES)
def sort(x):
    return jnp.sort(x, 0), jnp.argsort(x, 1), jnp.sort(x)[::-1]


@case("i32[b]", "f32[b, 3]")
def sort_together(keys, values):
    return lax.sort((keys, values[:, 0], values[:, 1]), num_keys=2)


@case("u32[4]", "f32[b, 4]")
def random_bits(key, x):
    shape = (10 * x.shape[0], 4)
    bits = [lax.rng_bit_generator(key, shape, jnp.uint32, a) for a in (
        lax.RandomAlgorithm.RNG_THREE_FRY, lax.RandomAlgorithm.RNG_DEFAULT)]
    return bits, lax.rng_bit_generator(key, (x.shape[0],), jnp.uint8)


@case("u32[2]", "f32[b, n]", sizes=_SQUARES)
def random_numbers(key, x):
    with jax.threefry_partitionable(True):
        return x + jax.random.uniform(key, x.shape), jax.random.normal(key, x.shape)


@case("f32[b, 5]", "i32[n]", "f32[n, 5]", sizes=_SQUARES)
def scatter(x, i, u):
    i = i % x.shape[0]
    return x.at[i].add(u), x.at[i].max(u), x.at[:, 1].set(0)


@case("f32[b, 5]", "i32[n, 2]", sizes=_SQUARES)
def gather(x, i):
    return x[i[:, 0]], jnp.take(x, i, 0), x[i[:, 0] % x.shape[0], i[:, 1] % 5]


@case("c64[b, 8]", "f32[b, 6]")
def fft(x, y):
    return jnp.fft.fft(x), jnp.fft.ifft2(x.reshape(-1, 2, 4)), jnp.fft.irfft(jnp.fft.rfft(y))


@case("f32[b, 4, 4]")
def cholesky(x):
    return jnp.linalg.cholesky(x @ x.swapaxes(1, 2) + 4 * jnp.eye(4))


@case("f32[b, 4, 4]", "f32[b, 4, 2]")
def solve(a, x):
    return jnp.linalg.solve(a + 4 * jnp.eye(4), x), jnp.linalg.inv(a + 4 * jnp.eye(4))


@case("f32[b, 4, 4]")
def decompositions(x):
    "Of signs that differ the absolute value."
    q, r = jnp.linalg.qr(x)
    u, s, v = jnp.linalg.svd(x)
    symmetric = x + x.swapaxes(1, 2)
    return abs(q), abs(r), s, jnp.linalg.eigvalsh(symmetric), jnp.linalg.det(x), q @ r - x


@case("f32[b, 4]")
def while_loop(x):
    def body(state):
        i, x = state
        return i + 1, x * 0.5 + i

    return lax.while_loop(lambda s: s[0] < s[1].shape[0], body, (0, x))


@case("f32[b, 4]", "f32[4]")
def scan(xs, start):
    def step(state, x):
        state = jnp.tanh(state + x)
        return state, state * 2

    return lax.scan(step, start, xs)


@case("f32[b, 4]")
def condition(x):
    return lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - x.shape[0], x), lax.switch(
        x.shape[0] % 3, [lambda x: x, lambda x: -x, lambda x: x + 1], x)


@case("f32[b, n, 4]", "f32[4, b]", "f32[n]", sizes=_SQUARES)
def einsum(x, y, z):
    return jnp.einsum("bni,ib,n->ni", x, y, z), jnp.einsum("bni->in", x), jnp.tensordot(x, y, 1)


@case("i32[b]", "f32[b, 6]")
def one_hot(labels, logits):
    hot = jax.nn.one_hot(labels % 6, 6)
    return -(hot * jax.nn.log_softmax(logits)).sum(1).mean(), jax.nn.one_hot(labels, labels.shape[0])


@case("f32[b, n]", sizes=_SQUARES)
def extremes(x):
    return jnp.argmax(x, 0), jnp.argmin(x, 1), x.max(), x.mean(), x.var(0), jnp.median(x, 1)


@case("f32[2*b, n]", sizes=_SQUARES)
def reshapes(x):
    b, n = x.shape[0] // 2, x.shape[1]
    pairs = x.reshape(b, 2 * n)
    return pairs, x.reshape(-1), x.reshape(b, 2, n).transpose(1, 2, 0), pairs[:, None].swapaxes(0, 2)


@case("f32[b, n]", sizes=_SQUARES)
def slices(x):
    b, n = x.shape
    part = lax.dynamic_slice(x, (n // 2, 1), (1, n - 1))
    return x[1:, : n - 1], x[::-1, ::2], part, x[b // 2 :], lax.dynamic_update_slice(x, part, (0, 1))


@case("f32[b, n]", sizes=_SQUARES)
def pads(x):
    b, n = x.shape
    inner = lax.pad(x, 1.0, ((1, b, 1), (n, -1, 0)))
    return inner, jnp.pad(x, ((0, b), (1, 1)), mode="edge"), jnp.roll(x, 1, 0)


@case("f32[b, n]", sizes=_SQUARES)
def ranges(x):
    b, n = x.shape
    return jnp.arange(b * n).reshape(b, n), jnp.eye(b), jnp.linspace(0, 1, 5) * b, x.sum() / (b * n)


@case("f32[b, 3]", "f32[n, 3]", sizes=_SQUARES)
def joined(x, y):
    both = jnp.concatenate([x, y])
    return both, jnp.tile(x, (2, 1)), jnp.repeat(x, 2, 0), jnp.stack([x, x + 1], 1), both[: x.shape[0]]


@case("f32[b, 3]", "f32[n, 3]", sizes=_SQUARES)
def distances(x, y):
    return jnp.sqrt(((x[:, None] - y[None]) ** 2).sum(-1)), jax.vmap(jnp.dot)(x, x)


@case("i32[b]", "u8[b]")
def bits(x, y):
    words = lax.bitcast_convert_type(x, jnp.float32)
    return lax.bitcast_convert_type(words, jnp.uint32) + 1, lax.population_count(x), (x << 2) ^ (x >> 1), y.astype(jnp.float32), lax.clz(x)


@case("bf16[b, n]", sizes=_SQUARES)
def narrow(x):
    return (x @ x.T).astype(jnp.float32), jnp.sum(x, 0, dtype=jnp.float32), jax.nn.relu(x)


@case("f32[b, n]", sizes=({"b": 4, "n": 4}, {"b": 6, "n": 9}), constraints=("n >= b", "b >= 2"))
def constrained(x):
    b, n = x.shape
    return x[:, :b] + x[:, n - b :], x[: b - 1]


def exported(case: Case) -> export.Exported:
    "The function, exported with symbolic sizes."
    scope = export.SymbolicScope(case.constraints)
    found = []
    for argument in case.arguments:
        name, _, sizes = argument.rstrip("]").partition("[")
        shape = export.symbolic_shape(sizes, scope=scope)
        found.append(jax.ShapeDtypeStruct(shape, _DTYPES[name]))
    return export.export(jax.jit(case.function))(*found)


_DTYPES = {
    "f32": jnp.float32, "i32": jnp.int32, "u32": jnp.uint32, "u8": jnp.uint8, "c64": jnp.complex64,
    "bf16": jnp.bfloat16,
}  # fmt: skip


def argument(text: str, sizes: Sizes, random: np.random.Generator) -> np.ndarray:
    "A random array of a type, at given sizes."
    name, _, shape = text.rstrip("]").partition("[")
    numbers = [eval(n, {}, sizes) for n in shape.split(",")]  # noqa: S307 - our own text
    dtype = np.dtype(_DTYPES[name])
    if dtype.kind in "iu":
        return random.integers(0, 100, numbers).astype(dtype)
    if dtype.kind == "c":
        return (random.normal(size=numbers) + 1j * random.normal(size=numbers)).astype(dtype)
    return random.normal(size=numbers).astype(dtype)


def difference(actual: Any, expected: Any) -> float:
    "The greatest difference, as a fraction of the greatest number; inf if types or sizes differ."
    worst = 0.0
    for a, b in zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        if a.shape != b.shape or a.dtype != b.dtype:
            return np.inf
        if a.dtype.kind in "iub":
            worst = max(worst, 0.0 if (a == b).all() else np.inf)
            continue
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        gap = np.where(same, 0, np.abs(a.astype(wide) - b.astype(wide)))
        worst = max(worst, float(gap.max(initial=0) / max(1, np.abs(b.astype(wide)).max(initial=0))))
    return worst


def kind_of(op: it.Instruction) -> str:
    "Its opcode; of a custom call the target."
    return op.attributes.get("custom_call_target", op.opcode)


def maps_of(program: it.Program) -> Counter[str]:
    "How many operands have maps, how many nothing is known of, and which raise an error."
    found: Counter[str] = Counter()
    for op in program.instructions:
        if op.opcode in ("parameter", "constant"):
            continue
        outputs = range(len(op.shape.elements)) if op.shape.is_tuple else (0,)
        for output in outputs:
            try:
                answers = [*op.output_to_input(output)]
                answers += [x for n in range(len(op.operands)) for x in op.input_to_output(n)]
            except Exception as error:  # which is what is looked for
                found[f"{op.opcode}: {type(error).__name__}: {error}"] += 1
                continue
            for answer in answers:
                found[f"unknown {kind_of(op)}" if answer is UNKNOWN else "known"] += 1
    return found


def read_by(reads: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    "Which elements of an argument an output element reads; all, where a run decides."
    read = np.zeros(shape, bool)
    if reads is UNKNOWN or any(way.map.runtime_variables for way in reads):
        return ~read
    for place in (place for way in reads for place in way.at(index)):
        read[place] = True
    return read


def changes_outside(program: it.Program, one: Case, sizes: Sizes, tries: int = 3) -> list[str]:
    "The outputs that change when arguments do that their maps do not read."
    random, wrong = np.random.default_rng(1), []
    new = lambda: [argument(text, sizes, random) for text in one.arguments]
    as_tuple = lambda result: result if isinstance(result, tuple) else (result,)
    inputs = new()
    for number, value in enumerate(as_tuple(program.run(*inputs))):
        found = program.output_to_input(number)
        for _ in range(tries if np.size(value) else 0):
            index = tuple(random.integers(0, n) for n in np.shape(value))
            pairs = zip(found, inputs, new(), strict=True)
            others = [np.where(read_by(r, index, x.shape), x, y).astype(x.dtype) for r, x, y in pairs]
            again = np.asarray(as_tuple(program.run(*others))[number])[index]
            if difference([again], [np.asarray(value)[index]]) > 1e-4:
                wrong.append(f"output {number} at {index}")
    return wrong


def print_maps(made: export.Exported, one: Case) -> bool:
    "Print what maps there are with open and with given sizes; is one wrong?"
    wrong, sizes = False, one.sizes[0]
    if outside := changes_outside(it.read_program(made, dims=sizes), one, sizes):
        print(f"    changed from outside: {', '.join(outside)}")
        wrong = True
    for what, dims in (("open", None), ("given", sizes)):
        try:
            found = maps_of(it.read_program(made, dims=dims) if dims else it.read_program(made))
        except Exception as error:
            print(f"    {what}: {type(error).__name__}: {str(error)[:600]}")
            wrong = True
            continue
        wrong |= any(":" in key for key in found)
        print(f"    {what}: " + ", ".join(f"{key} {n}" for key, n in found.items()))
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="a part of the names of the programs")
    parser.add_argument("--maps", action="store_true", help="also ask for all maps")
    options = parser.parse_args()
    failed = 0
    names = [name for name in CASES if options.only in name]
    for name in names:
        one = CASES[name]
        random, worst = np.random.default_rng(0), 0.0
        try:
            made = exported(one)
        except Exception as error:
            print(f"{name:28} JAX does not export it: {str(error)[:200]}")
            failed += 1
            continue
        for sizes in one.sizes:
            values = [argument(text, sizes, random) for text in one.arguments]
            try:
                worst = max(worst, difference(it.run(made, *values), made.call(*values)))
            except Exception as error:
                print(f"{name:28} {sizes}: {type(error).__name__}: {str(error)[:400]}")
                worst = np.inf
        failed += not worst < 1e-2 if "bf16" in one.arguments[0] else not worst < 1e-4
        print(f"{name:28} {worst:.1e}")
        if options.maps:
            failed += print_maps(made, one)
    print(f"{len(names) - failed} of {len(names)} programs")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
