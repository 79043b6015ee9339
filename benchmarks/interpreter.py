"""Our interpreter beside `jax.jit` on the CPU and the C++ reference interpreter, CPU time, one thread.

    python benchmarks/interpreter.py [--rounds 9] [--only NAME] [--quick] [--verbose] [--reference 5] [--no-memory]

A transformer and ResNet-18, forward and with the gradient of every parameter, f32 and bf16; scans of 2,000 steps and their
gradients, an LSTM, a `fori_loop` of 100,000 rounds; 31 elementwise operations and a chain of them on 10^6 f32; 10^6 normal
random numbers. All is written with JAX, lowered once, and given to both. The process has one processor, and so XLA, its
Eigen and OpenBLAS have one thread. Each way runs once before, then the rounds alternate; times are medians of CPU
milliseconds. What takes more than three seconds runs once.

`ours` is `it.run(lowered, *arrays)` once its loops are machine code, `plain` the same before that. `jit` is the compiled
program on arrays that are on the device, until its results are there. `bar` is what the ratio of the two should be at most,
met at 1.05 times itself. `C++` is `eval_module`, once, if it ends within `--reference` seconds (in a process of its own; it
knows no operation of CHLO), for the operations on 10^6 numbers a run on 10^4 of them times 100; no row of ours should
be slower. `first` is our first run, with reading and compiling to Python, `compile` what jit takes to compile (both
are CPU time; the transformer's first run should take no longer than that). `peak` is the memory in megabytes that a run
allocates, as `tracemalloc` sees it, `live` the bound that the shapes tell: the values alive at once, without arguments.

`linear` rows have four times the steps: how much longer that takes, and at most how much it should.

Results are compared with jit's: integers and truth values are equal, no float differs by more than a fraction of the
greatest finite number of its array (networks: 1e-3 in f32; in bf16, where XLA keeps f32 inside of a fusion, 0.1; loops and
random numbers 1e-4), or, for one operation, of itself: 1e-5. A gradient jumps where an input of a ReLU crosses zero, and the
ResNet's at random weights is far from smooth: where an array of it differs by more, our program runs twice more with every float
moved to a neighbour, and the root mean square of the difference may be 0.02 of that of the numbers, or the largest that
this makes of any array. `--quick`: smaller programs, three rounds. Exits with 1 if a result is another, or, with nine rounds or
more, a bar is missed. Needs jax.

Figures of one machine compare with those of another only as ratios: both sides take what the processor has, and so the
variables that make OpenBLAS take older kernels are ignored.

Short form: --quick --rounds 1 --reference 0 --only transformer
"""
from __future__ import annotations

import argparse
import os
import select
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import inf
from statistics import median
from time import monotonic, process_time
from typing import Any

FOLDER = tempfile.TemporaryDirectory()
os.environ["INDEXING_TOOLS_CACHE"] = FOLDER.name  # machine code that was kept is none of a first run
os.environ["INDEXING_TOOLS_THREADS"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen=false"
for pool in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{pool}_NUM_THREADS"] = "1"
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)  # the kernels of this processor, which XLA takes, too
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # XLA's pool has a thread for each

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
from common import ROOT, skipped, verdict  # noqa: E402

sys.path.insert(0, str(ROOT))

from interpreter_programs import mean_error, neighbours  # noqa: E402

import indexing_tools as it  # noqa: E402
from indexing_tools.loops.jit import compile_loops  # noqa: E402
from indexing_tools.interpreter import run as runs  # noqa: E402
from indexing_tools.interpreter.compile.functions import compiled  # noqa: E402

ENOUGH = 9
NETWORK = {"float32": 1e-3, "bfloat16": 0.1}
LOOP = {"float32": 1e-4}


@dataclass
class Case:
    "A program of JAX's, and what is expected of it."

    function: Callable
    arguments: tuple
    bar: float
    tolerance: dict[str, float]  # by dtype, of the greatest number
    itself: bool = False  # the tolerance is that of each number
    first: bool = False  # is the first run judged?
    scale: int = 1  # for the reference: how much smaller it is there
    small: Callable[[], tuple] | None = None  # the arguments there
    kinks: bool = False  # may a gradient jump?

    def lowered(self, arguments: tuple | None = None) -> Any:
        "What JAX makes of it."
        import jax

        return jax.jit(self.function).lower(*(arguments or self.arguments))


# networks

def parameters(rng: np.random.Generator, dtype: Any, **sizes: tuple[int, ...]) -> dict[str, np.ndarray]:
    "Random weights, so that a product has the size of what it is taken of; vectors are ones."
    return {
        name: (rng.standard_normal(n) / np.prod(n[:-1]) ** 0.5 if len(n) > 1 else np.ones(n)).astype(dtype)
        for name, n in sizes.items()
    }


def transformer_of(layers: int, width: int, heads: int, words: int) -> tuple[Callable, Callable]:
    "The loss of a transformer that predicts the next word, and its weights."
    import jax
    import jax.numpy as jnp

    def norm(x, scale):
        wide = x.astype(jnp.float32)
        wide = wide - wide.mean(-1, keepdims=True)
        return (wide * jax.lax.rsqrt((wide * wide).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype) * scale

    def attention(p, x):
        n, length, _ = x.shape
        q, k, v = jnp.moveaxis((x @ p["qkv"]).reshape(n, length, 3, heads, width // heads), 2, 0)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / (width // heads) ** 0.5
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
        weights = jax.nn.softmax(scores.astype(jnp.float32)).astype(x.dtype)
        return jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(n, length, width) @ p["out"]

    def loss(p, text):
        x = p["embed"][text]
        for block in p["blocks"]:
            x = x + attention(block, norm(x, block["a"]))
            x = x + jax.nn.gelu(norm(x, block["b"]) @ block["up"]) @ block["down"]
        logits = (norm(x, p["last"]) @ p["embed"].T).astype(jnp.float32)
        chances = jax.nn.log_softmax(logits[:, :-1])
        return -jnp.take_along_axis(chances, text[:, 1:, None], -1).mean()

    def weights(dtype):
        rng = np.random.default_rng(0)
        sizes = {"qkv": (width, 3 * width), "out": (width, width), "up": (width, 4 * width), "down": (4 * width, width)}
        blocks = [parameters(rng, dtype, a=(width,), b=(width,), **sizes) for _ in range(layers)]
        top = parameters(rng, dtype, embed=(words, width), last=(width,))
        return {**top, "blocks": blocks}

    return loss, weights


def transformer(dtype: Any, gradient: bool, quick: bool) -> Case:
    "Four blocks of width 256; four texts of 128 words."
    import jax

    layers, width, batch, length = (2, 64, 2, 32) if quick else (4, 256, 4, 128)
    loss, weights = transformer_of(layers, width, 4, 16 * layers * width // 16)
    text = np.random.default_rng(1).integers(0, layers * width, (batch, length)).astype(np.int32)
    function = jax.value_and_grad(loss) if gradient else loss
    bar = 1.5 if dtype == np.float32 else 2
    return Case(function, (weights(dtype), text), bar, NETWORK, first=True)


def resnet_of(classes: int) -> tuple[Callable, Callable]:
    "The loss of a ResNet-18 with the statistics of a batch, and its weights."
    import jax
    import jax.numpy as jnp

    def convolved(x, k, stride=1):
        return jax.lax.conv_general_dilated(x, k, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def norm(x, scale):
        wide = x.astype(jnp.float32)
        mean = wide.mean((0, 1, 2))
        variance = jnp.square(wide - mean).mean((0, 1, 2))
        return ((wide - mean) * jax.lax.rsqrt(variance + 1e-5)).astype(x.dtype) * scale

    def block(p, x, stride):
        y = jax.nn.relu(norm(convolved(x, p["k1"], stride), p["a"]))
        y = norm(convolved(y, p["k2"]), p["b"])
        short = norm(convolved(x, p["k3"], stride), p["c"]) if "k3" in p else x
        return jax.nn.relu(y + short)

    def loss(p, image, label):
        x = jax.nn.relu(norm(convolved(image, p["k"], 2), p["a"]))
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for i, part in enumerate(p["blocks"]):
            x = block(part, x, 2 if i in (2, 4, 6) else 1)
        logits = (x.mean((1, 2)) @ p["top"]).astype(jnp.float32)
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), label[:, None], -1).mean()

    def weights(dtype):
        rng, blocks, n = np.random.default_rng(0), [], 64
        for i in range(8):
            m = 64 << i // 2
            sizes = {"k1": (3, 3, n, m), "k2": (3, 3, m, m), "a": (m,), "b": (m,)}
            sizes |= {"k3": (1, 1, n, m), "c": (m,)} if n != m else {}
            blocks.append(parameters(rng, dtype, **sizes))
            n = m
        top = parameters(rng, dtype, k=(7, 7, 3, 64), a=(64,), top=(512, classes))
        return {**top, "blocks": blocks}

    return loss, weights


def resnet(dtype: Any, gradient: bool, quick: bool) -> Case:
    "One image of 224 by 224."
    import jax

    loss, weights = resnet_of(1000)
    size = 32 if quick else 224
    image = np.random.default_rng(1).standard_normal((1, size, size, 3)).astype(dtype)
    function = jax.value_and_grad(loss) if gradient else loss
    bar = 1.5 if dtype == np.float32 else 2
    return Case(function, (weights(dtype), image, np.array([7], np.int32)), bar, NETWORK, kinks=gradient)


# loops

def oscillator(steps: int, gradient: bool, quick: bool) -> Case:
    "A scan of scalars: a driven pendulum with friction."
    import jax
    import jax.numpy as jnp

    def travelled(start, force):
        def step(state, push):
            place, speed = state
            speed = speed + 0.01 * (push - jnp.sin(place) - 0.1 * speed)
            place = place + 0.01 * speed
            return (place, speed), place

        (place, _), path = jax.lax.scan(step, (start, jnp.zeros_like(start)), force)
        return (path * path).sum() + place

    steps = steps // 10 if quick else steps
    force = np.random.default_rng(0).standard_normal(steps).astype(np.float32)
    function = jax.value_and_grad(travelled, (0, 1)) if gradient else travelled
    return Case(function, (np.float32(0.5), force), 5, LOOP)


def recurrent(steps: int, gradient: bool, quick: bool) -> Case:
    "A scan of small arrays: a recurrent network of 32 units."
    import jax
    import jax.numpy as jnp

    def states(weights, xs):
        def step(state, x):
            state = jnp.tanh(weights @ state + x)
            return state, state

        return (jax.lax.scan(step, jnp.zeros(32), xs)[1] ** 2).sum()

    rng, steps = np.random.default_rng(0), steps // 10 if quick else steps
    weights = (rng.standard_normal((32, 32)) / 12).astype(np.float32)
    xs = rng.standard_normal((steps, 32)).astype(np.float32)
    return Case(jax.value_and_grad(states) if gradient else states, (weights, xs), 5, LOOP)


def lstm(steps: int, quick: bool) -> Case:
    "200 steps of 8 sequences, 64 units."
    import jax
    import jax.numpy as jnp

    def outputs(p, xs):
        def step(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(x @ p["x"] + h @ p["h"] + p["b"], 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zeros = jnp.zeros((xs.shape[1], 64))
        return jax.lax.scan(step, (zeros, zeros), xs)[1]

    rng = np.random.default_rng(0)
    weights = parameters(rng, np.float32, x=(64, 256), h=(64, 256), b=(256,))
    xs = rng.standard_normal((steps // 10 if quick else steps, 8, 64)).astype(np.float32)
    return Case(outputs, (weights, xs), 5, LOOP)


def integers(steps: int, quick: bool) -> Case:
    "Rounds of a generator of random numbers, and how often one is below a bound."
    import jax
    import jax.numpy as jnp

    def counted(seed, bound):
        def step(i, state):
            x, count = state
            x = x ^ (x << 13)
            x = x ^ (x >> 17)
            x = x ^ (x << 5)
            return x, count + jnp.where(x < bound, i, 0)

        return jax.lax.fori_loop(0, steps // 10 if quick else steps, step, (seed, jnp.int32(0)))

    return Case(counted, (np.uint32(7), np.uint32(2**20)), 5, {})


def floats(steps: int, quick: bool) -> Case:
    "Rounds of a logistic map that converges, on scalars of f32."
    import jax

    def converged(x, rate):
        steps_here = steps // 10 if quick else steps
        return jax.lax.fori_loop(0, steps_here, lambda _, x: rate * x * (1 - x) + 1e-6 * jax.lax.sqrt(x), x)

    return Case(converged, (np.float32(0.3), np.float32(2.7)), 5, LOOP)


# many numbers

def numbers(count: int, low: float, high: float, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, count).astype(np.float32)


ALL, POSITIVE, INSIDE = (-8, 8), (1e-3, 8), (-0.99, 0.99)
OPERATIONS: dict[str, list[tuple[float, float]]] = {  # of jax.lax, and where the operands lie
    "add": [ALL, ALL], "sub": [ALL, ALL], "mul": [ALL, ALL], "div": [ALL, POSITIVE], "rem": [ALL, POSITIVE],
    "max": [ALL, ALL], "min": [ALL, ALL], "neg": [ALL], "abs": [ALL], "sign": [ALL], "floor": [ALL], "ceil": [ALL],
    "round": [ALL], "sqrt": [POSITIVE], "rsqrt": [POSITIVE], "cbrt": [ALL], "exp": [ALL], "expm1": [ALL],
    "log": [POSITIVE], "log1p": [POSITIVE], "tanh": [ALL], "logistic": [ALL], "sin": [ALL], "cos": [ALL], "tan": [INSIDE],
    "atan2": [ALL, ALL], "pow": [POSITIVE, ALL], "erf": [ALL], "erf_inv": [INSIDE], "select": [ALL, ALL], "clamp": [ALL],
}  # fmt: skip


def operation(name: str, quick: bool) -> Case:
    "One of `jax.lax` on 10^6 numbers."
    import jax

    def arguments(count: int) -> tuple:
        return tuple(numbers(count, *interval, seed) for seed, interval in enumerate(OPERATIONS[name]))

    function = {
        "select": lambda a, b: jax.lax.select(a < b, a, b),
        "clamp": lambda a: jax.lax.clamp(np.float32(-1), a, np.float32(1)),
    }.get(name) or getattr(jax.lax, name)
    count = 10**5 if quick else 10**6
    small = lambda: arguments(10**4)
    return Case(function, arguments(count), 2, {"float32": 1e-5}, True, scale=count // 10**4, small=small)


def chain(quick: bool) -> Case:
    "14 operations: a GELU by tanh, and a product with it."
    import jax.numpy as jnp

    def gelu(x, y):
        return 0.5 * x * (1 + jnp.tanh(0.7978846 * (x + 0.044715 * x * x * x))) * y + y

    make = lambda n: (numbers(n, *ALL, 0), numbers(n, *ALL, 1))
    count = 10**5 if quick else 10**6
    return Case(gelu, make(count), 2, {"float32": 1e-5}, scale=count // 10**4, small=lambda: make(10**4))


def normal(quick: bool) -> Case:
    "Normal random numbers of a key."
    import jax

    function = lambda key: jax.random.normal(key, (10**5 if quick else 10**6,))
    return Case(function, (np.array([0, 7], np.uint32),), 5, LOOP)


F32, BF16 = np.float32, ml_dtypes.bfloat16
CASES: dict[str, Callable[[bool], Case]] = {
    "transformer f32": partial(transformer, F32, False),
    "transformer bf16": partial(transformer, BF16, False),
    "transformer gradient f32": partial(transformer, F32, True),
    "transformer gradient bf16": partial(transformer, BF16, True),
    "resnet f32": partial(resnet, F32, False),
    "resnet bf16": partial(resnet, BF16, False),
    "resnet gradient f32": partial(resnet, F32, True),
    "resnet gradient bf16": partial(resnet, BF16, True),
    "scan of scalars": partial(oscillator, 2000, False),
    "scan of scalars gradient": partial(oscillator, 2000, True),
    "scan of arrays": partial(recurrent, 2000, False),
    "scan of arrays gradient": partial(recurrent, 2000, True),
    "lstm": partial(lstm, 200),
    "fori of integers": partial(integers, 100_000),
    "fori of floats": partial(floats, 100_000),
    "chain": chain,
    "random.normal": normal,
}
LINEAR: dict[str, Callable[[bool], Case]] = {  # with four times the steps
    "scan of scalars": partial(oscillator, 8000, False),
    "scan of scalars gradient": partial(oscillator, 8000, True),
    "scan of arrays gradient": partial(recurrent, 8000, True),
    "fori of integers": partial(integers, 400_000),
}
ELEMENTWISE: dict[str, Callable[[bool], Case]] = {name: partial(operation, name) for name in OPERATIONS}
MOST_LONGER = 4.2


# the reference, in a process of its own

def serve() -> int:
    "Answer names of cases by milliseconds of CPU time."
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    for line in sys.stdin:
        kind, name, quick = line.rstrip("\n").split("\t")
        case = {"case": CASES, "elementwise": ELEMENTWISE}[kind][name](quick == "True")
        arguments = case.small() if case.small else case.arguments
        module = case.lowered(arguments).compiler_ir("stablehlo")
        with module.context, ir.Location.unknown():
            try:
                given = [attribute(ir, np.asarray(x)) for x in leaves(arguments)]
                print("begins", flush=True)
                took, _ = once(partial(stablehlo.eval_module, module, given))
                print(took * case.scale, flush=True)
            except Exception as error:  # of an operation that it has not
                print(f"failed: {str(error).splitlines()[0]}", flush=True)
    return 0


def attribute(ir: Any, x: np.ndarray) -> Any:
    "An array as the reference takes it."
    if x.dtype == BF16:
        kind = ir.RankedTensorType.get(x.shape, ir.BF16Type.get())
        return ir.DenseElementsAttr.get(x.view(np.uint16), type=kind)
    sign = {"u": "get_unsigned", "i": "get_signless"}.get(x.dtype.kind)
    kind = getattr(ir.IntegerType, sign)(8 * x.dtype.itemsize) if sign else None
    return ir.DenseElementsAttr.get(np.ascontiguousarray(x), shape=x.shape, type=kind)


class Reference:
    "The process, started when it is needed, and again when it took too long."

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.child: subprocess.Popen[str] | None = None

    def time(self, kind: str, name: str, quick: bool) -> float | None:
        "Milliseconds; None if it fails or takes too long."
        if not self.seconds:
            return None
        if self.child is None:
            command = [sys.executable, __file__, "--serve"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.child = subprocess.Popen(command, text=True, **pipes)
        self.child.stdin.write(f"{kind}\t{name}\t{quick}\n")
        self.child.stdin.flush()
        if self.line(60) != "begins":
            return None
        answer = self.line(self.seconds)
        return float(answer) if answer and not answer.startswith("failed") else None

    def line(self, seconds: float) -> str | None:
        "What it says; None if it does not in time, which ends it."
        end, child = monotonic() + seconds, self.child
        if child is None:
            return None
        ready, _, _ = select.select([child.stdout], [], [], max(end - monotonic(), 0))
        answer = child.stdout.readline().strip() if ready else ""
        if not answer:
            self.close()
        return answer or None

    def close(self) -> None:
        "End it."
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None


# timing

def leaves(tree: Any) -> list[Any]:
    import jax

    return jax.tree.leaves(tree)


def once(run: Callable) -> tuple[float, Any]:
    start = process_time()
    result = run()
    return (process_time() - start) * 1e3, result


def timed(ways: dict[str, Callable], rounds: int) -> dict[str, float]:
    "Medians; the rounds alternate. What takes more than three seconds runs once."
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for k in range(rounds):
        for name in names if k % 2 else names[::-1]:
            if not (times[name] and times[name][0] > 3000):
                times[name].append(once(ways[name])[0])
    return {name: median(found) for name, found in times.items()}


def same(case: Case, mine: Any, theirs: Any, run_on: Callable[[tuple], Any]) -> bool:
    "Are the results equal, as far as the case says?"
    pairs = [(np.asarray(a), np.asarray(b)) for a, b in zip(leaves(mine), leaves(theirs), strict=True)]
    far = [pair for pair in pairs if not _same_arrays(case, *pair)]
    if not far or not case.kinks:
        return not far
    allowed = max(0.02, jumps(case, [a for a, _ in pairs], run_on))
    return all(mean_error(a, b) <= allowed for a, b in far)


def jumps(case: Case, results: list[np.ndarray], run_on: Callable[[tuple], Any], rounds: int = 2) -> float:
    "How much any of our results changes when the floats of the inputs move to their neighbours; the mean error."
    import jax

    random, errors = np.random.default_rng(0), []
    for _ in range(rounds):
        moved = run_on(jax.tree.map(lambda x: neighbours(np.asarray(x), random), case.arguments))
        errors += [mean_error(np.asarray(b), a) for a, b in zip(results, leaves(moved))]
    return max(errors)


def _same_arrays(case: Case, a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    fraction = case.tolerance.get(a.dtype.name)
    if fraction is None:
        return bool((a == b).all())
    a, b = a.astype(np.float64), b.astype(np.float64)
    if not (np.isfinite(a) == np.isfinite(b)).all():
        return False
    of = np.abs(b) if case.itself else np.abs(b[np.isfinite(b)]).max(initial=0)
    return bool((~np.isfinite(b) | (np.abs(a - b) <= fraction * of + 1e-30)).all())


def memory(run: Callable) -> float:
    "The most bytes that a run has allocated at once."
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class Row:
    "What is found of a case."

    def __init__(self, name: str, case: Case, rounds: int, reference: float | None, with_memory: bool):
        import jax

        self.name, self.case = name, case
        lowered, arguments = case.lowered(), case.arguments
        self.compile, program = once(lowered.compile)
        there = jax.device_put(arguments)
        jit = lambda: jax.block_until_ready(program(*there))
        run = lambda: it.run(lowered, *arguments)
        with compile_loops(inf):
            self.first, mine = once(run)
            self.plain = timed({"plain": run}, min(rounds, 3))["plain"]
        with compile_loops():
            run()
        self.right = same(case, mine, jit(), run_on=lambda given: it.run(lowered, *given))
        found = timed({"ours": run, "jit": jit}, rounds)
        self.ours, self.jit = found["ours"], found["jit"]
        self.live = compiled(runs.program_of(lowered).entry).peak
        self.peak = memory(run) if with_memory else None
        self.reference = reference
        self.ratio = self.ours / self.jit

    @property
    def missed(self) -> list[str]:
        "The bars that are not met."
        found = [] if self.ratio <= 1.05 * self.case.bar else ["jit"]
        if self.reference is not None and self.ours > 1.05 * self.reference:
            found.append("C++")
        if self.case.first and self.first > 1.05 * self.compile:
            found.append("first")
        return found

    def __str__(self) -> str:
        slower = f"{self.reference:9.1f}" if self.reference is not None else f"{'-':>9}"
        peak = f"{self.peak / 1e6:7.1f}" if self.peak is not None else f"{'-':>7}"
        words = ["MISSED " + ", ".join(self.missed)] * bool(self.missed) + ["ANOTHER RESULT"] * (not self.right)
        return (f"{self.name:26} {self.ours:8.2f} {self.jit:8.2f} {self.ratio:7.2f} {self.case.bar:4.1f} {slower} {self.plain:8.2f} "
                f"{self.first:8.0f} {self.compile:8.0f} {peak} {self.live / 1e6:7.1f}  {'; '.join(words)}")


HEAD = (f"{'':26} {'ours':>8} {'jit':>8} {'ratio':>7} {'bar':>4} {'C++':>9} {'plain':>8} {'first':>8} {'compile':>8} "
        f"{'peak':>7} {'live':>7}")


def linear(name: str, ours: float, rounds: int, quick: bool) -> bool:
    "A row for four times the steps; does it take about four times as long?"
    case = LINEAR[name](quick)
    lowered = case.lowered()
    with compile_loops():
        it.run(lowered, *case.arguments)
    longer = timed({"ours": lambda: it.run(lowered, *case.arguments)}, rounds)["ours"]
    met = longer <= 1.05 * MOST_LONGER * ours
    print(f"{'  linear: 4 times the steps':27}{longer:8.2f} {ours:8.2f} {longer / ours:7.2f} {MOST_LONGER:4.1f}{'' if met else '  MISSED'}",
          flush=True)
    return met


def elementwise(rounds: int, quick: bool, reference: Reference, verbose: bool) -> Iterator[Row]:
    "A row each, of which the worst and the median are shown."
    rows = []
    for name, make in ELEMENTWISE.items():
        rows.append(Row(name, make(quick), rounds, reference.time("elementwise", name, quick), False))
        if verbose:
            print(rows[-1], flush=True)
        yield rows[-1]
    ratios = sorted((r.ratio, r.name) for r in rows)
    above = ", ".join(f"{name} {ratio:.1f}" for ratio, name in ratios[::-1] if ratio > 1.05 * 2)
    print(f"{len(rows)} elementwise operations: median {median(r for r, _ in ratios):.2f}, worst {ratios[-1][1]} {ratios[-1][0]:.1f}; "
          f"above the bar: {above or 'none'}", flush=True)


def rows(a: argparse.Namespace, rounds: int) -> Iterator[tuple[bool, bool]]:
    "For each row: is it right, and are its bars met?"
    reference = Reference(a.reference)
    try:
        for name in (name for name in CASES if a.only in name):
            row = Row(name, CASES[name](a.quick), rounds, reference.time("case", name, a.quick), not a.no_memory)
            print(row, flush=True)
            yield row.right, not row.missed
            if name in LINEAR:
                yield True, linear(name, row.ours, rounds, a.quick)
        if a.only in "elementwise":
            for row in elementwise(rounds, a.quick, reference, a.verbose):
                yield row.right, not row.missed
    finally:
        reference.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--only", default="", help="rows whose name contains this; elementwise")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="all elementwise operations")
    parser.add_argument("--reference", type=float, default=5, help="seconds that the C++ reference gets; 0: it does not run")
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if find_spec("jax") is None:
        return skipped("jax")
    if a.serve:
        return serve()
    rounds = a.rounds or (3 if a.quick else ENOUGH)
    print(HEAD)
    found = list(rows(a, rounds))
    wrong = sum(not right for right, _ in found)
    return int(wrong > 0) | verdict(sum(not met for _, met in found), rounds, ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
