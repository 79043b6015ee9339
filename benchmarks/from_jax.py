"""Compile functions for machines that are not here, and see that what comes back is whole.

    python benchmarks/from_jax.py [--targets cpu,tpu_v5e,h100] [--only NAME] [--short]

Every function is compiled for every target whose compiler is installed. What is checked: the program reads in full; it
says a line of this file for what it runs; its parameters have the sizes of the arguments; for the CPU the text is the
one that JAX compiles in its own process, but for the order of the keys of its JSON. Then all functions are compiled
with `--xla_dump_to`, and every program of that folder is read. A row says the seconds, with and without
a process that has loaded its compiler already. Exit status 1 if something is wrong.

Short form: --short
"""
from __future__ import annotations

import argparse
import functools
import sys
import tempfile
import time
from collections import Counter
from importlib.util import find_spec

from common import skipped

SHORT = ("softmax", "scan", "sharded")


def functions():
    "Name -> a function, the arguments, options of `from_jax`."
    import jax
    import jax.numpy as jnp

    def shape(*sizes, dtype="float32"):
        return jax.ShapeDtypeStruct(sizes, dtype)

    def scan(x, w):
        return jax.lax.scan(lambda s, row: (jnp.tanh(s @ w + row), s), jnp.zeros(x.shape[1], x.dtype), x)

    def step(weights, x, *, rate):
        gradients = jax.grad(lambda w: jnp.tanh(x @ w["a"]).sum())(weights)
        return jax.tree.map(lambda w, g: w - rate * g, weights, gradients)

    mesh = jax.sharding.AbstractMesh((4,), ("x",))
    rows = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    square = shape(64, 64)
    return {
        "softmax": (lambda x, w: jax.nn.softmax(x @ w), (shape(100, 30, dtype="bfloat16"), shape(30, 50, dtype="bfloat16")), {}),
        "scan": (scan, (shape(20, 24), shape(24, 24)), {}),
        "sharded": (jax.jit(lambda x: x @ x.T, in_shardings=rows), (square,), {}),
        "step": (step, ({"a": square}, square), {"rate": 0.1, "donate_argnums": 0}),
        "static": (lambda x, n: x.reshape(n, -1).sum(0), (square, 8), {"static_argnums": 1}),
        "partial": (functools.partial(jnp.cumsum, axis=1), (square,), {}),
        "random": (lambda key: jax.random.normal(key, (8, 8)), (jax.eval_shape(lambda: jax.random.key(0)),), {}),
        "convolution": (lambda x, w: jax.lax.conv(x, w, (1, 1), "SAME"), (shape(2, 8, 32, 32), shape(16, 8, 3, 3)), {}),
        "linear algebra": (lambda x: (jnp.linalg.cholesky(x), jnp.linalg.eigh(x)), (square,), {}),
        "fourier": (jnp.fft.fft2, (shape(32, 32, dtype="complex64"),), {}),
        "sort": (lambda x: jax.lax.top_k(x, 5), (square,), {}),
        "gather": (lambda x, i: x.T[i], (square, shape(9, dtype="int32")), {}),
        "small types": (lambda a, b: (a.astype("float8_e4m3fn"), b + 1), (shape(8, 8, dtype="bfloat16"), shape(3, dtype="int4")), {}),
        "nothing": (lambda x: x.sum(), (shape(0, 5),), {}),
    }  # fmt: skip


def faults(name, program, target, f, arguments, options):
    "What is wrong with a program."
    import jax

    program.check()
    leaves = [x for x in jax.tree.leaves(arguments) if hasattr(x, "shape") and x.dtype.name[:3] != "key"]
    sizes = [p.shape.size for p in program.entry.parameters]
    parts = 4 if name == "sharded" else 1
    if len(leaves) == len(sizes) and sizes != [x.size // parts for x in leaves]:
        yield f"parameters of {sizes} elements"
    told = {call.file for op in program.instructions for call in op.calls}
    if name != "nothing" and not any(file.endswith("from_jax.py") for file in told):
        yield f"no line of this file, but {sorted(told)}"
    if target == "cpu" and not options and parts == 1:
        own = jax.jit(f).lower(*arguments).compile().as_text()
        if Counter(text_of(program)) != Counter(own):
            yield "not what JAX compiles"


def text_of(program):
    "The text as XLA wrote it."
    text, _, _ = program.entry.root.place
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default="cpu,tpu_v5e,h100")
    parser.add_argument("--only", default="")
    parser.add_argument("--short", action="store_true")
    a = parser.parse_args()
    if find_spec("jax") is None:
        return skipped("jax")
    import indexing_tools as it
    from indexing_tools.programs.loaders.ahead_of_time import check_target

    wrong = 0
    chosen = {n: row for n, row in functions().items() if a.only in n and (not a.short or n in SHORT)}
    for target in a.targets.split(","):
        try:
            check_target(target)
        except ModuleNotFoundError as missing:
            print(f"{target}: {missing}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for name, (f, arguments, options) in chosen.items():
                found, seconds = [], []
                for _ in range(2):
                    start = time.perf_counter()
                    program = it.from_jax(f, *arguments, target=target, **options)
                    seconds.append(time.perf_counter() - start)
                found += faults(name, program, target, f, arguments, options)
                passes = "fusion" if a.short else "."
                dumped = {"xla_dump_to": f"{folder}/{name}", "xla_dump_hlo_pass_re": passes}
                it.from_jax(f, *arguments, target=target, compiler_options=dumped, **options)
                shown = f"{sum(1 for _ in program.instructions):5} instructions  {seconds[0]:5.2f} s, again {seconds[1]:5.2f} s"
                print(f"{target:8} {name:15} {shown}  {'; '.join(found)}", flush=True)
                wrong += len(found)
            wrong += read_all([it.read_dump(f"{folder}/{name}") for name in chosen])
    print(f"{wrong} wrong" if wrong else "nothing wrong")
    return int(wrong > 0)


def read_all(dumps) -> int:
    "Read every program of folders of dumps; how many things are wrong."
    start, count, wrong = time.perf_counter(), 0, 0
    for module in (module for dump in dumps for module in dump if module.stages):
        for stage in module.stages:
            try:
                module.program(stage).check()
                count += 1
            except Exception as error:
                print(f"         {module.name} {stage.name}: {type(error).__name__}: {str(error)[:300]}")
                wrong += 1
        names = [stage.name for stage in module.stages]
        if "before_optimizations" not in names or not any(n.endswith("after_optimizations") for n in names):
            continue  # libtpu goes on with a copy, another module, of what it has to change early
        first, last = (sum(s.size for _, s in p.entry.root.shape.leaves()) for p in (module.before, module.after))
        if first < last:  # a sharded one gives a part
            print(f"         {module.name}: {first} elements before, {last} after")
            wrong += 1
    wrong += sum(not any(module.stages for module in dump) for dump in dumps)
    print(f"         {len(dumps)} folders of dumps: {count} programs read in {time.perf_counter() - start:.1f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
