"""Programs of `jax.shard_map` on eight devices: as JAX lowers them, and as XLA compiles them.

Each is run on NumPy and compared with JAX on eight devices of the CPU: the lowered program on whole
arrays, the same lowered without Shardy and as unoptimized HLO, and the compiled one by
`run_parallel`, a process for each device.

    python benchmarks/shard_map_programs.py [NAME ...]

Short form: --only 4
"""

import argparse
import os
import sys
import time


os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
from common import skipped

try:
    import jax
    import jax.numpy as jnp
    from jax import lax
    from jax.sharding import AxisType, NamedSharding
    from jax.sharding import PartitionSpec as P
except ImportError:
    sys.exit(skipped("jax"))

import indexing_tools as it

ONE = jax.make_mesh((8,), ("x",), axis_types=(AxisType.Auto,))
TWO = jax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
PROGRAMS = {}


def program(mesh, in_specs, out_specs, *sizes, **options):
    "Enter a function of pieces, and the sizes of its whole arguments."

    def enter(f):
        PROGRAMS[f.__name__] = (
            jax.shard_map(f, mesh=mesh, in_specs=in_specs, out_specs=out_specs, **options), sizes,
        )  # fmt: skip
        return f

    return enter


def ring(n, step=1):
    "Who passes on to whom."
    return [(i, (i + step) % n) for i in range(n)]


@program(ONE, (P("x"),), P(), (16, 3))
def psum(a):
    return lax.psum(a, "x")


@program(ONE, (P("x"),), (P(), P(), P()), (16, 3))
def means(a):
    return lax.pmean(a, "x"), lax.pmax(a, "x"), lax.pmin(a, "x")


@program(ONE, (P("x"),), P("x"), (16, 3))
def permuted(a):
    return lax.ppermute(a, "x", ring(8, 3))


@program(ONE, (P("x"),), P("x"), (16, 3))
def partly_permuted(a):
    return lax.ppermute(a, "x", [(0, 1), (1, 2), (5, 7)])


@program(ONE, (P("x", None),), P(None, "x"), (16, 24))
def swapped(a):
    return lax.all_to_all(a, "x", 1, 0, tiled=True)


@program(ONE, (P("x"),), P("x"), (8, 8, 3))
def swapped_untiled(a):
    return lax.all_to_all(a[0], "x", 0, 0)[None]


@program(ONE, (P(None, "x"),), P("x", None), (16, 24))
def scattered(a):
    return lax.psum_scatter(a, "x", scatter_dimension=0, tiled=True)


@program(ONE, (P("x"),), P("x"), (16, 3), check_vma=False)
def gathered(a):
    return lax.all_gather(a, "x", axis=1, tiled=True).sum(1, keepdims=True)


@program(ONE, (P("x"),), P("x"), (16, 3))
def numbered(a):
    return a + lax.axis_index("x")


@program(ONE, (P("x"),), P("x"), (16, 3))
def local(a):
    return jnp.cumsum(a, 0) * 2


@program(ONE, (P("x"),), P("x"), (32, 3))
def halo(a):
    before = lax.ppermute(a[-1:], "x", ring(8))
    after = lax.ppermute(a[:1], "x", ring(8, -1))
    padded = jnp.concatenate([before, a, after])
    return (padded[:-2] + padded[1:-1] + padded[2:]) / 3


@program(ONE, (P("x", None), P(None, "x")), P("x", None), (16, 8), (8, 24))
def ring_matmul(a, b):
    i, width = lax.axis_index("x"), b.shape[1]

    def step(k, carry):
        b, result = carry
        column = ((i - k) % 8) * width
        result = lax.dynamic_update_slice(result, a @ b, (0, column))
        return lax.ppermute(b, "x", ring(8)), result

    start = lax.pcast(jnp.zeros((a.shape[0], 8 * width), a.dtype), "x", to="varying")
    return lax.fori_loop(0, 8, step, (b, start))[1]


@program(ONE, (P("x"), P()), P(), (8, 4, 4), (5, 2, 4), check_vma=False)
def pipeline(weights, batches):
    "Stages on a device each; what leaves the last one is collected."
    i, n = lax.axis_index("x"), batches.shape[0]

    def step(carry, t):
        state, outputs = carry
        state = jnp.where(i == 0, batches[jnp.clip(t, 0, n - 1)], state)
        state = jnp.tanh(state @ weights[0])
        outputs = jnp.where(t >= 7, outputs.at[jnp.clip(t - 7, 0, n - 1)].set(state), outputs)
        return (lax.ppermute(state, "x", ring(8)), outputs), None

    start = jnp.zeros(batches.shape[1:]), jnp.zeros(batches.shape)
    (_, outputs), _ = lax.scan(step, start, jnp.arange(n + 7))
    return lax.psum(jnp.where(i == 7, outputs, 0), "x")


@program(ONE, (P("x"),) * 3, P("x"), (16, 4), (16, 4), (16, 4))
def ring_attention(q, k, v):
    def step(_, carry):
        k, v, most, total, result = carry
        scores = q @ k.T
        new = jnp.maximum(most, scores.max(-1, keepdims=True))
        weights, old = jnp.exp(scores - new), jnp.exp(most - new)
        total, result = total * old + weights.sum(-1, keepdims=True), result * old + weights @ v
        pass_on = lambda x: lax.ppermute(x, "x", ring(8))
        return pass_on(k), pass_on(v), new, total, result

    column = lax.pcast(jnp.full((q.shape[0], 1), -jnp.inf), "x", to="varying")
    start = k, v, column, jnp.zeros_like(column), jnp.zeros_like(q)
    *_, total, result = lax.fori_loop(0, 8, step, start)
    return result / total


@program(TWO, (P("x", "y"), P("y", None)), P("x", None), (8, 6), (6, 4))
def split_matmul(a, b):
    return lax.psum(a @ b, "y")


@program(TWO, (P("x", "y"),), (P("x"), P(None, "y"), P()), (8, 6))
def sums_along_axes(a):
    return lax.psum(a, "y"), lax.psum(a, "x"), lax.psum(a, ("x", "y"))


@program(TWO, (P(("y", "x")),), P(("y", "x")), (16, 3))
def both_axes(a):
    return a * lax.axis_index("x") + lax.axis_index("y") + lax.axis_index(("y", "x"))


@program(TWO, (P("x", "y"),), P("x", "y"), (8, 6))
def moved_along_axes(a):
    return lax.ppermute(a, "x", ring(4)) + lax.ppermute(a, "y", ring(2))


@program(TWO, (P("x"),), P("x"), (8, 6), axis_names={"x"})
def partly_manual(a):
    return lax.psum(a * 2, "x") + a


@program(TWO, (P("x"),), P("x"), (8, 6), axis_names={"x"}, check_vma=False)
def nested(a):
    inner = lambda b: lax.psum(b, "y") + lax.axis_index("x") + lax.psum(b, ("x", "y"))
    specs = {"in_specs": P(None, "y"), "out_specs": P(None, None)}
    part = jax.shard_map(inner, **specs, axis_names={"y"}, check_vma=False)(a)
    return part * lax.psum(a, "x").sum()


@program(TWO, (P("x", "y"),), P("x", "y"), (8, 6))
def looped(a):
    def step(carry, _):
        return lax.ppermute(carry, "x", ring(4)) + lax.pmean(a, "y"), carry.sum()

    last, sums = lax.scan(step, a, length=5)
    return last * sums.sum()


@program(TWO, (P("x", "y"),), P("x", "y"), (8, 6))
def chosen(a):
    total = lax.psum(a.sum(), ("x", "y"))
    return lax.cond(total > 0, lambda: a + total, lambda: a - total)


def inside_of_others(f):
    "Enter a function of whole arrays that has such parts."
    PROGRAMS[f.__name__] = f, ((16, 3),)
    return f


@inside_of_others
def scan_of_parts(a):
    part = jax.shard_map(halo, mesh=ONE, in_specs=P("x"), out_specs=P("x"))
    return lax.scan(lambda c, _: (part(c) * 1.5, c.mean()), jnp.tile(a, (2, 1)), length=3)


@inside_of_others
def two_parts(a):
    first = jax.shard_map(psum, mesh=ONE, in_specs=P("x"), out_specs=P())(a)
    return jax.shard_map(permuted, mesh=ONE, in_specs=P("x"), out_specs=P("x"))(a) * first.mean()


@inside_of_others
def constrained(a):
    b = lax.with_sharding_constraint(a, NamedSharding(TWO, P("x")))
    return jnp.sin(b) @ b.T


def gradients():
    "Enter the gradients of some."
    for name in "psum permuted swapped scattered halo ring_matmul split_matmul ring_attention looped".split():  # fmt: skip
        f, sizes = PROGRAMS[name]

        def loss(*args, f=f):
            return sum(jnp.sin(leaf).sum() for leaf in jax.tree.leaves(f(*args)))

        PROGRAMS[f"gradient_of_{name}"] = jax.grad(loss, tuple(range(len(sizes)))), sizes


gradients()


def as_pieces(array, sharding):
    "The pieces of an array, by device."
    places = sharding.devices_indices_map(array.shape)
    return [np.asarray(array)[at] for _, at in sorted(places.items(), key=lambda p: p[0].id)]


def run_compiled(compiled, arguments, wanted):
    "The result of a compiled program: pieces for every device, put together as they are wanted."
    shardings = compiled.input_shardings[0]
    kept = sorted(compiled._executable._kept_var_idx)
    cut = [as_pieces(arguments[i], shardings[i]) for i in kept]
    results = it.run_parallel(compiled.as_text(), [*zip(*cut)], grid=(1, 8))
    leaves = jax.tree.leaves(compiled.output_shardings)
    results = [r if isinstance(r, tuple) else (r,) for r in results]
    return [joined([r[i] for r in results], s, wanted[i]) for i, s in enumerate(leaves)]


def joined(parts, sharding, like):
    "Pieces put together, to an array of these sizes."
    whole = np.full(like.shape, np.nan, parts[0].dtype)
    for device, at in sharding.devices_indices_map(like.shape).items():
        whole[at] = parts[device.id]
    return whole


def without_shardy(f, arguments):
    "The text that JAX made before Shardy."
    jax.config.update("jax_use_shardy_partitioner", False)
    try:
        return jax.jit(f).lower(*arguments).as_text()
    finally:
        jax.config.update("jax_use_shardy_partitioner", True)


def forms(f, arguments, wanted):
    "Ways to run the program here."
    lowered = jax.jit(f).lower(*arguments)
    compiled = lowered.compile()
    return {
        "lowered": lambda: it.run(lowered, *arguments),
        "exported": lambda: it.run(jax.export.export(jax.jit(f))(*arguments), *arguments),
        "without Shardy": lambda: it.read_program(without_shardy(f, arguments)).run(*arguments),
        "HLO": lambda: it.read_program(
            lowered.compiler_ir("hlo").as_hlo_text()
        ).run(*arguments),
        "compiled": lambda: run_compiled(compiled, arguments, wanted),
    }  # fmt: skip


def check(name):
    "What differs, form by form; nothing if nothing does."
    f, sizes = PROGRAMS[name]
    rng = np.random.default_rng(0)
    arguments = [rng.normal(size=s).astype(np.float32) for s in sizes]
    wanted = [np.asarray(x) for x in jax.tree.leaves(jax.jit(f)(*arguments))]
    for form, run in forms(f, arguments, wanted).items():
        try:
            found = jax.tree.leaves(run())
            apart = [np.abs(a - b).max() / (np.abs(b).max() + 1e-6) for a, b in zip(found, wanted)]
            if len(found) != len(wanted) or [x.shape for x in found] != [x.shape for x in wanted]:
                yield form, "other shapes"
            elif max(apart) > 2e-5:
                yield form, f"{max(apart):g} apart"
        except Exception as error:
            yield form, f"{type(error).__name__}: {error}"


def main(arguments=None):
    "Compare all programs, or those that are named."
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", type=int, help="so many programs")
    given = parser.parse_args(arguments)
    names = (given.names or [*PROGRAMS])[: given.only]
    began, bad = time.perf_counter(), 0
    for name in names:
        for form, what in check(name):
            bad += 1
            print(f"{name}, {form}: {what}")
    seconds = time.perf_counter() - began
    print(f"{len(names)} programs in 5 forms: {bad} differ ({seconds:.0f} s)")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main()))
