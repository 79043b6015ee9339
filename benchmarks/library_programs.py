"""Programs of flax, optax, equinox, haiku, numpyro and of solvers, run as JAX lowers them.

    python benchmarks/library_programs.py [--only NAME] [--compiled]

Each program is a function of a library's with its arguments. JAX lowers it; the interpreter runs
what was lowered, with its callbacks (`callbacks="run"`), and its results are compared with those
of JAX on a CPU: the same tree of arrays of the same types, integers and truth values equal,
floats within a tolerance of their array's greatest number (1e-4 for f32, 1e-9 for f64; more for
those programs that magnify rounding, which say so). `--compiled` runs the HLO that XLA made of
each program, too. A library that is not installed is skipped.

The table has milliseconds of lowering, reading and first run, and of running again; the greatest
difference; and how many instructions. Exits with 1 if a program fails or differs.

Short form: --only optax
"""
from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

import indexing_tools as it
from indexing_tools.interpreter.run import program_of

PROGRAMS: dict[str, tuple[Callable[[], tuple], float | None]] = {}
NEEDS = {"flax": "flax", "nnx": "flax", "optax": "optax", "equinox": "equinox", "haiku": "haiku",
         "numpyro": "numpyro", "diffrax": "diffrax", "optimistix": "optimistix",
         "lineax": "lineax", "jaxopt": "jaxopt", "jax": "jax"}  # fmt: skip


def program(name: str, tolerance: float | None = None) -> Callable[[Callable], Callable]:
    "Enter a function that gives the function to lower and its arguments."

    def enter(make: Callable[[], tuple]) -> Callable[[], tuple]:
        PROGRAMS[name] = make, tolerance
        return make

    return enter


def normal(*sizes: int, seed: int = 0) -> np.ndarray:
    "Numbers of the normal distribution."
    return np.random.default_rng(seed).standard_normal(sizes).astype(np.float32)


@program("flax mlp")
def flax_mlp():
    import flax.linen as nn
    import jax

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.Dense(3)(nn.gelu(nn.LayerNorm()(nn.Dense(16)(x))))

    net, x = Net(), normal(4, 8)
    return net.apply, (net.init(jax.random.key(0), x), x)


@program("flax cnn gradient")
def flax_cnn():
    import flax.linen as nn
    import jax
    import jax.numpy as jnp

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.max_pool(nn.relu(nn.Conv(4, (3, 3))(x)), (2, 2), (2, 2))
            x = nn.avg_pool(nn.silu(nn.Conv(6, (3, 3), strides=2)(x)), (2, 2))
            return nn.Dense(2)(x.reshape(x.shape[0], -1))

    net, x = Net(), normal(2, 12, 12, 3)
    loss = lambda p, x: jnp.mean(jax.nn.logsumexp(net.apply(p, x), -1))
    return jax.value_and_grad(loss), (net.init(jax.random.key(0), x), x)


@program("flax batch norm")
def flax_batch_norm():
    import flax.linen as nn
    import jax

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.BatchNorm(use_running_average=False)(nn.Conv(4, (3, 3), feature_group_count=2)(x))
            return nn.GroupNorm(num_groups=2)(x)

    net, x = Net(), normal(2, 6, 6, 4)
    step = lambda v, x: net.apply(v, x, mutable=["batch_stats"])
    return step, (net.init(jax.random.key(0), x), x)


@program("flax attention and dropout")
def flax_attention():
    import flax.linen as nn
    import jax
    import jax.numpy as jnp

    class Net(nn.Module):
        @nn.compact
        def __call__(self, tokens):
            x = nn.Embed(11, 8)(tokens)
            mask = nn.make_causal_mask(tokens)
            x = x + nn.MultiHeadDotProductAttention(num_heads=2)(x, mask=mask)
            return nn.Dropout(0.3, deterministic=False)(x)

    net, tokens = Net(), jnp.arange(10).reshape(2, 5)
    key = jax.random.PRNGKey(1)
    variables = net.init({"params": jax.random.key(0), "dropout": key}, tokens)
    return lambda v, t, k: net.apply(v, t, rngs={"dropout": k}), (variables, tokens, key)


@program("flax lstm")
def flax_lstm():
    import flax.linen as nn
    import jax

    net, x = nn.RNN(nn.OptimizedLSTMCell(6)), normal(2, 7, 3)
    return net.apply, (net.init(jax.random.key(0), x), x)


@program("flax scan over layers, remat")
def flax_scan():
    import flax.linen as nn
    import jax
    import jax.numpy as jnp

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x, _):
            return jnp.tanh(nn.Dense(x.shape[-1])(x)), None

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            layers = nn.scan(nn.remat(Block), {"params": 0}, split_rngs={"params": True}, length=3)
            return layers()(x, None)[0]

    net, x = Net(), normal(2, 5)
    loss = lambda p, x: net.apply(p, x).sum()
    return jax.grad(loss), (net.init(jax.random.key(0), x), x)


@program("nnx train step")
def nnx_step():
    import jax.numpy as jnp
    import optax
    from flax import nnx

    net = nnx.Sequential(nnx.Linear(4, 8, rngs=nnx.Rngs(0)), nnx.relu, nnx.Linear(8, 1, rngs=nnx.Rngs(1)))
    graph, state = nnx.split(net)
    optimizer = optax.adam(1e-2)
    pure = nnx.to_pure_dict(state)

    def step(p, x, y):
        import jax

        def loss(p):
            nnx.replace_by_pure_dict(state, p)
            return jnp.mean((nnx.merge(graph, state)(x) - y) ** 2)

        value, g = jax.value_and_grad(loss)(p)
        updates, _ = optimizer.update(g, optimizer.init(p), p)
        return value, optax.apply_updates(p, updates)

    return step, (pure, normal(5, 4), normal(5, 1))


def _optimize(optimizer: Any, steps: int = 5) -> tuple:
    "A few steps of an optimiser on a least squares problem."
    import jax
    import jax.numpy as jnp
    import optax

    a, b = normal(6, 4), normal(6, seed=1)
    loss = lambda p: jnp.mean((a @ p["w"] + p["b"] - b) ** 2)

    def run(p):
        def step(carry, _):
            p, s = carry
            value, g = jax.value_and_grad(loss)(p)
            updates, s = optimizer.update(g, s, p, value=value, grad=g, value_fn=loss) if extra else optimizer.update(g, s, p)
            return (optax.apply_updates(p, updates), s), value

        return jax.lax.scan(step, (p, optimizer.init(p)), None, length=steps)

    extra = isinstance(optimizer, optax.GradientTransformationExtraArgs)
    return run, ({"w": normal(4, seed=2), "b": np.float32(0.5)},)


@program("optax adamw with a schedule")
def optax_adamw():
    import optax

    schedule = optax.warmup_cosine_decay_schedule(0.0, 0.1, 3, 10)
    return _optimize(optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule)))


@program("optax lbfgs with a line search", 1e-2)
def optax_lbfgs():
    import optax

    return _optimize(optax.lbfgs(), 3)


@program("optax lion, lamb, adafactor")
def optax_several():
    import optax

    runs = [_optimize(o) for o in (optax.lion(0.01), optax.lamb(0.01), optax.adafactor(0.01))]
    return lambda p: [run(p) for run, _ in runs], runs[0][1]


@program("optax multi transform, ema, apply if finite")
def optax_multi():
    import optax

    parts = {"w": optax.sgd(0.1, momentum=0.9, nesterov=True), "b": optax.rmsprop(0.01)}
    inner = optax.multi_transform(parts, {"w": "w", "b": "b"})
    return _optimize(optax.apply_if_finite(optax.chain(inner, optax.ema(0.5)), 2))


@program("optax losses")
def optax_losses():
    import jax.numpy as jnp
    import optax

    def losses(x, y, labels):
        soft = optax.smooth_labels(jnp.eye(4)[labels], 0.1)
        ctc = optax.ctc_loss(x[None], jnp.zeros((1, 6)), labels[None] % 3 + 1, jnp.zeros((1, 6)))
        return (optax.softmax_cross_entropy(x, soft), optax.huber_loss(x, y), ctc,
                optax.cosine_similarity(x, y), optax.sigmoid_binary_cross_entropy(x, y > 0))  # fmt: skip

    return losses, (normal(6, 4), normal(6, 4, seed=1), np.arange(6) % 4)


@program("equinox mlp with a filtered gradient")
def equinox_mlp():
    import equinox as eqx
    import jax
    import jax.numpy as jnp

    net = eqx.nn.MLP(3, 2, 8, 2, key=jax.random.key(0))
    arrays, rest = eqx.partition(net, eqx.is_array)
    loss = lambda a, x: jnp.mean(jax.vmap(eqx.combine(a, rest))(x) ** 2)
    return jax.value_and_grad(loss), (arrays, normal(5, 3))


@program("equinox gru and checks")
def equinox_gru():
    import equinox as eqx
    import jax

    cell = eqx.nn.GRUCell(3, 4, key=jax.random.key(0))

    def run(x, h):
        x = eqx.error_if(x, x.sum() > 1e6, "too large")
        return jax.lax.scan(lambda h, v: (cell(v, h), h), h, x)

    return run, (normal(6, 3), normal(4))


@program("equinox bounded while loop")
def equinox_while():
    import equinox.internal as eqxi
    import jax

    def root(x):
        step = lambda c: (c[0] - (c[0] ** 2 - x) / (2 * c[0]), c[1] + 1)
        loop = eqxi.while_loop(lambda c: c[1] < 8, step, (x, 0), max_steps=16, kind="checkpointed")
        return loop[0]

    return jax.vmap(jax.value_and_grad(root)), (np.float32([2, 3, 10]),)


@program("equinox convolution, norm, attention")
def equinox_layers():
    import equinox as eqx
    import jax

    keys = jax.random.split(jax.random.key(0), 3)
    conv = eqx.nn.Conv2d(3, 4, 3, padding=1, key=keys[0])
    up = eqx.nn.ConvTranspose2d(4, 2, 2, stride=2, key=keys[1])
    attention = eqx.nn.MultiheadAttention(2, 8, key=keys[2])
    norm, pool = eqx.nn.RMSNorm(8), eqx.nn.AdaptiveAvgPool2d((2, 2))
    f = lambda x, y: (pool(up(conv(x))), jax.vmap(norm)(attention(y, y, y)))
    return f, (normal(3, 6, 6), normal(5, 8))


@program("haiku resnet block")
def haiku_block():
    import haiku as hk
    import jax

    def net(x):
        y = hk.BatchNorm(True, True, 0.9)(hk.Conv2D(4, 3)(x), is_training=True)
        return hk.Linear(3)(hk.Flatten()(jax.nn.relu(y) + x))

    f, x = hk.transform_with_state(net), normal(2, 6, 6, 4)
    params, state = f.init(jax.random.PRNGKey(0), x)
    return lambda p, s, x: f.apply(p, s, None, x), (params, state, x)


@program("haiku lstm with dropout")
def haiku_lstm():
    import haiku as hk
    import jax

    def net(x):
        core = hk.LSTM(5)
        out, _ = hk.dynamic_unroll(core, x, core.initial_state(x.shape[1]))
        return hk.dropout(hk.next_rng_key(), 0.5, out)

    f, x = hk.transform(net), normal(6, 2, 3)
    return f.apply, (f.init(jax.random.PRNGKey(0), x), jax.random.PRNGKey(1), x)


@program("haiku transformer gradient")
def haiku_transformer():
    import haiku as hk
    import jax
    import jax.numpy as jnp

    def net(tokens):
        x = hk.Embed(13, 8)(tokens)
        x = hk.LayerNorm(-1, True, True)(x)
        attention = hk.MultiHeadAttention(2, 4, w_init=hk.initializers.VarianceScaling(1.0))
        return jnp.mean(attention(x, x, x, mask=jnp.tril(jnp.ones((1, 1, 5, 5)))) ** 2)

    f, tokens = hk.transform(net), np.arange(10).reshape(2, 5)
    return jax.grad(lambda p, t: f.apply(p, None, t)), (f.init(jax.random.PRNGKey(0), tokens), tokens)


@program("numpyro log densities")
def numpyro_densities():
    import numpyro.distributions as dist

    def density(x, p):
        kinds = [dist.Normal(0, 2), dist.StudentT(3.0, 0, 1), dist.Laplace(0, 1), dist.Cauchy(0, 1), dist.Gumbel(0, 1)]
        inside = [dist.Beta(2.0, 3.0), dist.Kumaraswamy(2.0, 3.0), dist.TruncatedNormal(0.3, 0.2, low=0.0, high=1.0)]
        above = [dist.Gamma(2.0, 1.5), dist.LogNormal(0.0, 1.0), dist.Weibull(2.0, 1.5), dist.InverseGamma(2.0, 1.0)]
        return [d.log_prob(x) for d in kinds] + [d.log_prob(p) for d in inside + above]

    return density, (normal(6), np.random.default_rng(0).random(6).astype("f4") * 0.9 + 0.05)


@program("numpyro samples")
def numpyro_samples():
    import jax
    import numpyro.distributions as dist

    def sample(key):
        keys = jax.random.split(key, 8)
        kinds = [dist.Normal(1, 2), dist.Gamma(2.0, 1.0), dist.Beta(2.0, 3.0), dist.Poisson(4.0), dist.Binomial(9, 0.3),
                 dist.Dirichlet(np.float32([1, 2, 3])), dist.VonMises(0.0, 2.0), dist.MultivariateNormal(np.zeros(3, "f4"), np.eye(3, dtype="f4"))]  # fmt: skip
        return [d.sample(k, (4,)) for d, k in zip(kinds, keys)]

    return sample, (jax.random.PRNGKey(0),)


@program("numpyro hmc step", 1e-2)
def numpyro_hmc():
    import jax
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import HMC

    def model(x, y):
        w = numpyro.sample("w", dist.Normal(0, 1).expand([3]).to_event(1))
        s = numpyro.sample("s", dist.HalfNormal(1.0))
        numpyro.sample("y", dist.Normal(x @ w, s), obs=y)

    x, y = normal(8, 3), normal(8, seed=1)
    kernel = HMC(model, step_size=0.1, num_steps=3, adapt_step_size=False, adapt_mass_matrix=False)
    state = kernel.init(jax.random.PRNGKey(0), 0, None, model_args=(x, y), model_kwargs={})
    return lambda z: kernel.sample(state._replace(z=z), (x, y), {}).z, (state.z,)


@program("numpyro svi step")
def numpyro_svi():
    import jax
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import SVI, Trace_ELBO
    from numpyro.infer.autoguide import AutoNormal

    def model(y):
        mean = numpyro.sample("mean", dist.Normal(0, 10))
        with numpyro.plate("data", len(y)):
            numpyro.sample("y", dist.Normal(mean, 1), obs=y)

    svi = SVI(model, AutoNormal(model), numpyro.optim.Adam(0.05), Trace_ELBO(2))
    y = normal(7)
    state = svi.init(jax.random.PRNGKey(0), y)

    def steps(y):
        return jax.lax.scan(lambda s, _: svi.update(s, y), state, None, length=3)[1]

    return steps, (y,)


@program("diffrax adaptive solver", 1e-3)
def diffrax_adaptive():
    import diffrax
    import jax.numpy as jnp

    def solve(y0):
        term = diffrax.ODETerm(lambda t, y, _: jnp.stack([y[1], (1 - y[0] ** 2) * y[1] - y[0]]))
        save, steps = diffrax.SaveAt(ts=jnp.linspace(0, 3, 7)), diffrax.PIDController(rtol=1e-4, atol=1e-4)
        solution = diffrax.diffeqsolve(term, diffrax.Tsit5(), 0.0, 3.0, 0.1, y0, saveat=save, stepsize_controller=steps)
        return solution.ys, solution.stats["num_steps"]

    return solve, (np.float32([1, 0]),)


@program("diffrax adjoint", 1e-3)
def diffrax_adjoint():
    import diffrax
    import jax

    def loss(k, y0):
        term = diffrax.ODETerm(lambda t, y, k: -k * y)
        return diffrax.diffeqsolve(term, diffrax.Heun(), 0.0, 1.0, 0.1, y0, args=k, max_steps=16).ys.sum()

    return jax.grad(loss), (np.float32(1.5), np.float32([1, 2]))


@program("diffrax stiff solver", 1e-3)
def diffrax_stiff():
    import diffrax
    import jax.numpy as jnp

    def solve(y0):
        f = lambda t, y, _: jnp.stack([-0.04 * y[0] + 10 * y[1] * y[2], 0.04 * y[0] - 10 * y[1] * y[2] - 30 * y[1] ** 2, 30 * y[1] ** 2])
        controller = diffrax.PIDController(rtol=1e-3, atol=1e-5)
        return diffrax.diffeqsolve(diffrax.ODETerm(f), diffrax.Kvaerno3(), 0.0, 2.0, 0.01, y0, stepsize_controller=controller).ys

    return solve, (np.float32([1, 0, 0]),)


@program("diffrax brownian motion")
def diffrax_sde():
    import diffrax
    import jax

    def solve(y0):
        motion = diffrax.VirtualBrownianTree(0.0, 1.0, tol=1e-2, shape=(), key=jax.random.PRNGKey(0))
        terms = diffrax.MultiTerm(diffrax.ODETerm(lambda t, y, _: -y), diffrax.ControlTerm(lambda t, y, _: 0.1, motion))
        return diffrax.diffeqsolve(terms, diffrax.Euler(), 0.0, 1.0, 0.1, y0).ys

    return solve, (np.float32(1),)


@program("optimistix newton and bisection")
def optimistix_roots():
    import optimistix as optx
    import jax.numpy as jnp

    def roots(y):
        f = lambda y, _: jnp.stack([y[0] ** 2 + y[1] - 3, y[0] - y[1] + 1])
        first = optx.root_find(f, optx.Newton(1e-5, 1e-5), y).value
        options = {"lower": 0.0, "upper": 2.0}
        second = optx.root_find(lambda x, _: x**3 - 2, optx.Bisection(1e-5, 1e-5), jnp.float32(1), options=options).value
        return first, second

    return roots, (np.float32([2, 1]),)


@program("optimistix least squares", 1e-3)
def optimistix_least_squares():
    import optimistix as optx

    x = np.linspace(0, 2, 8).astype("f4")

    def fit(p, y):
        residual = lambda p, _: p[0] * np.float32(1) * _exp(p[1] * x) - y
        return optx.least_squares(residual, optx.LevenbergMarquardt(1e-5, 1e-5), p).value

    return fit, (np.float32([1, 0]), (2 * np.exp(-0.7 * x)).astype("f4"))


def _exp(x: Any) -> Any:
    import jax.numpy as jnp

    return jnp.exp(x)


@program("optimistix bfgs and fixed point", 1e-3)
def optimistix_minimise():
    import optimistix as optx
    import jax.numpy as jnp

    def least(p):
        f = lambda p, _: (1 - p[0]) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2
        point = optx.fixed_point(lambda x, _: jnp.cos(x), optx.FixedPointIteration(1e-5, 1e-5), jnp.float32(1)).value
        return optx.minimise(f, optx.BFGS(1e-4, 1e-4), p).value, point

    return least, (np.float32([-1, 1]),)


@program("lineax direct solvers", 1e-3)
def lineax_direct():
    import jax.numpy as jnp
    import lineax as lx

    def solve(a, b):
        square = lx.MatrixLinearOperator(a @ a.T + jnp.eye(4), lx.positive_semidefinite_tag)
        wide = lx.MatrixLinearOperator(a[:3])
        bands = lx.TridiagonalLinearOperator(jnp.diag(a) + 4, jnp.diag(a, 1), jnp.diag(a, -1))
        return (lx.linear_solve(square, b, lx.Cholesky()).value, lx.linear_solve(square, b, lx.LU()).value,
                lx.linear_solve(wide, b[:3], lx.SVD()).value, lx.linear_solve(wide, b[:3], lx.QR()).value,
                lx.linear_solve(bands, b, lx.Tridiagonal()).value)  # fmt: skip

    return solve, (normal(4, 4), normal(4, seed=1))


@program("lineax iterative solvers", 1e-3)
def lineax_iterative():
    import jax
    import jax.numpy as jnp
    import lineax as lx

    def solve(a, b):
        matrix = a @ a.T + 3 * jnp.eye(4)
        f = lx.FunctionLinearOperator(lambda x: matrix @ x, jax.ShapeDtypeStruct((4,), "float32"), lx.positive_semidefinite_tag)
        return lx.linear_solve(f, b, lx.CG(1e-6, 1e-6)).value, lx.linear_solve(f, b, lx.GMRES(1e-6, 1e-6)).value, lx.linear_solve(f, b, lx.BiCGStab(1e-6, 1e-6)).value

    return solve, (normal(4, 4), normal(4, seed=1))


@program("lineax gradient of a solve", 1e-3)
def lineax_gradient():
    import jax
    import jax.numpy as jnp
    import lineax as lx

    loss = lambda a, b: lx.linear_solve(lx.MatrixLinearOperator(a + 4 * jnp.eye(4)), b).value.sum()
    return jax.grad(loss, (0, 1)), (normal(4, 4), normal(4, seed=1))


@program("jaxopt gradient descent and projection", 1e-3)
def jaxopt_projected():
    import jax.numpy as jnp
    import jaxopt

    def fit(w, x, y):
        f = lambda w, x, y: jnp.mean((x @ w - y) ** 2)
        solver = jaxopt.ProjectedGradient(f, jaxopt.projection.projection_non_negative, maxiter=20, implicit_diff=False)
        return solver.run(w, x=x, y=y).params, jaxopt.projection.projection_simplex(w)

    return fit, (normal(3), normal(8, 3, seed=1), normal(8, seed=2))


@program("jaxopt lbfgs", 1e-2)
def jaxopt_lbfgs():
    import jax.numpy as jnp
    import jaxopt

    def fit(w, x):
        solver = jaxopt.LBFGS(lambda w, x: jnp.mean(jnp.logaddexp(0, -x @ w)) + 0.1 * w @ w, maxiter=5)
        return solver.run(w, x=x).params

    return fit, (normal(3), normal(8, 3, seed=1))


@program("jax pure callback in a scan")
def jax_callback():
    import jax

    def f(x):
        def step(c, v):
            y = jax.pure_callback(lambda a: np.sin(np.asarray(a)), jax.ShapeDtypeStruct((), "float32"), v)
            return c + y, y

        return jax.lax.scan(step, np.float32(0), x)

    return f, (normal(5),)


@program("jax io callback in order, and debug print")
def jax_io():
    import jax
    from jax.experimental import io_callback

    def f(x):
        y = io_callback(lambda a: np.cumsum(a), x, x, ordered=True)
        jax.debug.callback(lambda v: None, y, ordered=True)
        jax.debug.print("{s:.2f}", s=y.sum())
        return y

    return f, (normal(4),)


@program("jax checkify")
def jax_checkify():
    import jax.numpy as jnp
    from jax.experimental import checkify

    def f(x, i):
        checkify.check(i < 10, "{i} is too large", i=i)
        return jnp.log(x)[i]

    return checkify.checkify(f, errors=checkify.all_checks), (normal(5), 12)


@program("jax matrix functions", 1e-3)
def jax_matrices():
    import jax
    import jax.scipy.linalg as sl
    from jax import lax

    def f(a):
        s = a + a.T
        form = lax.linalg.hessenberg(a)
        diagonals = lax.linalg.tridiagonal(s)[1:3]
        q, r, p = sl.qr(a, pivoting=True)
        return sl.expm(a), form, diagonals, (abs(q), abs(r), p), sl.sqrtm(a @ a.T + 1), jax.scipy.linalg.lu(a)

    return f, (normal(4, 4),)


@program("jax sparse conjugate gradients", 1e-3)
def jax_sparse():
    import jax.numpy as jnp
    from jax.experimental import sparse
    from jax.scipy.sparse.linalg import bicgstab, cg, gmres

    def f(a, b):
        m = sparse.BCOO.fromdense(a @ a.T + 2 * jnp.eye(4), nse=16)
        return cg(lambda x: m @ x, b)[0], gmres(lambda x: m @ x, b)[0], bicgstab(lambda x: m @ x, b)[0]

    return f, (normal(4, 4), normal(4, seed=1))


def leaves_of(tree: Any) -> list[np.ndarray]:
    "The arrays of a tree; keys as the numbers that they are."
    import jax

    keys = lambda x: isinstance(x, jax.Array) and jax.dtypes.issubdtype(x.dtype, jax.dtypes.prng_key)
    return [np.asarray(jax.random.key_data(x) if keys(x) else x) for x in jax.tree.leaves(tree)]


def difference(found: list[np.ndarray], wanted: list[np.ndarray]) -> float:
    "The greatest difference, as a fraction of an array's greatest number; inf if types differ."
    if [(x.dtype, x.shape) for x in found] != [(x.dtype, x.shape) for x in wanted]:
        return np.inf
    worst = 0.0
    for a, b in zip(found, wanted):
        if a.dtype.kind in "biu":
            worst = max(worst, 0.0 if np.array_equal(a, b) else np.inf)
            continue
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        a, b = a.astype(wide), b.astype(wide)
        finite = np.isfinite(b)
        if not (np.isnan(a) == np.isnan(b)).all() or not (a == b)[~finite & ~np.isnan(b)].all():
            return np.inf
        worst = max(worst, float(np.abs(a - b)[finite].max(initial=0) / max(np.abs(b[finite]).max(initial=0), 1e-3)))
    return worst


def measure(name: str, compiled: bool) -> tuple[str, bool]:
    "A row of the table, and whether the program is right."
    import jax

    make, tolerance = PROGRAMS[name]
    f, arguments = make()
    start = perf_counter()
    lowered = jax.jit(f).lower(*arguments)
    lowering = perf_counter() - start
    wanted = leaves_of(lowered.compile()(*arguments))
    worst, times = 0.0, []
    for form in (lowered, lowered.compile())[: 1 + compiled]:
        for _ in range(2):
            start = perf_counter()
            found = it.run(form, *arguments, callbacks="run")
            times.append(perf_counter() - start)
        worst = max(worst, difference(leaves_of(found), wanted))
    count = sum(1 for _ in program_of(lowered).instructions)
    shown = "".join(f"{1e3 * t:>9.1f}" for t in (lowering, *times[:2]))
    return f"{shown}  {worst:>8.1e}  {count:>6}", worst <= (tolerance or 1e-4)


def main() -> int:
    "Print the table; 1 if something is wrong."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="programs with this in their name")
    parser.add_argument("--compiled", action="store_true", help="run what XLA compiled, too")
    options = parser.parse_args()
    if not find_spec("jax"):
        print("skipped: needs jax")
        return 0
    warnings.simplefilter("ignore")
    print(f"{'program':<46}{'lower ms':>9}{'first':>9}{'again':>9}  {'error':>8}  instructions")
    right = count = 0
    for name in PROGRAMS:
        if options.only not in name:
            continue
        if not find_spec(NEEDS[name.split()[0]]):
            print(f"{name:<46}  not installed")
            continue
        count += 1
        try:
            row, ok = measure(name, options.compiled)
        except Exception as wrong:  # a program that fails is a row like others
            row, ok = f"  {type(wrong).__name__}: {str(wrong).splitlines()[0][:120]}", False
        right += ok
        print(f"{name:<46}{row}{'' if ok else '  FAIL'}", flush=True)
    print(f"{right} of {count} programs give what JAX gives")
    return 0 if right == count else 1


if __name__ == "__main__":
    sys.exit(main())
