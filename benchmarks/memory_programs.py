"""Small JAX programs of many kinds, with the shapes of their arguments and the numbers of those that they give away.

Short form: none, memory_peak.py compiles them.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

PROGRAMS: dict[str, tuple[Callable, tuple, tuple[int, ...]]] = {}


def program(*shapes: Any, donate: tuple[int, ...] = ()) -> Callable[[Callable], Callable]:
    "Decorator: a program, on arrays of these shapes."

    def enter(function: Callable) -> Callable:
        PROGRAMS[function.__name__] = function, shapes, donate
        return function

    return enter


def f(*sizes: int, of: Any = jnp.float32) -> Any:
    "The shape of an array."
    return jax.ShapeDtypeStruct(sizes, of)


def convolved(x: jax.Array, k: jax.Array) -> jax.Array:
    "A convolution that keeps the sizes of an image."
    return lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def loss(x: jax.Array, y: jax.Array, w: list[jax.Array]) -> jax.Array:
    "Of a network of two layers."
    return ((jnp.tanh(x @ w[0]) @ w[1] - y) ** 2).mean()


index = jnp.int32
weights = [f(128, 256), f(256, 64)]


@program(f(64, 256), f(256, 512), f(512, 128))
def mlp(x, w1, w2):
    return jax.nn.relu(x @ w1) @ w2


@program(f(64, 256), f(64, 128), f(256, 512), f(512, 128))
def mlp_gradients(x, y, w1, w2):
    return jax.grad(lambda w: loss(x, y, w))((w1, w2))


@program(f(64, 256), f(64, 128), f(256, 512), f(512, 128), donate=(2, 3))
def sgd_step(x, y, w1, w2):
    g = jax.grad(lambda w: loss(x, y, w))((w1, w2))
    return w1 - 0.1 * g[0], w2 - 0.1 * g[1]


@program(f(32, 128), f(32, 64), weights, weights, weights, donate=(2, 3, 4))
def adam_step(x, y, w, m, v):
    g = jax.grad(lambda w: loss(x, y, w))(w)
    m = [0.9 * a + 0.1 * b for a, b in zip(m, g)]
    v = [0.99 * a + 0.01 * b * b for a, b in zip(v, g)]
    return [a - 0.01 * b / (jnp.sqrt(c) + 1e-8) for a, b, c in zip(w, m, v)], m, v


@program(f(4, 32, 32, 8), f(3, 3, 8, 16), f(3, 3, 16, 16))
def convolutions(x, k1, k2):
    y = jax.nn.relu(convolved(jax.nn.relu(convolved(x, k1)), k2))
    return lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


@program(f(4, 32, 32, 8), f(3, 3, 8, 16), f(10, 16), f(4, of=index))
def convnet_gradients(x, k, w, y):
    def cross_entropy(k, w):
        h = jax.nn.relu(convolved(x, k)).mean((1, 2)) @ w.T
        return -jax.nn.log_softmax(h)[jnp.arange(4), y].mean()

    return jax.value_and_grad(cross_entropy, (0, 1))(k, w)


@program(*[f(2, 4, 128, 32)] * 3)
def attention(q, k, v):
    a = jax.nn.softmax(jnp.einsum("bhqd,bhkd->bhqk", q, k) / 6)
    return jnp.einsum("bhqk,bhkd->bhqd", a, v)


@program(f(64, 128), f(128, 384), f(128, 128), f(128, 512), f(512, 128))
def transformer_block(x, qkv, o, up, down):
    def norm(x):
        return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    q, k, v = jnp.split(norm(x) @ qkv, 3, -1)
    x = x + jax.nn.softmax(q @ k.T) @ v @ o
    return x + jax.nn.gelu(norm(x) @ up) @ down


@program(f(16, 64), f(64, 64), f(64, 64), f(50, 16, 64))
def rnn_scan(h, w, u, xs):
    return lax.scan(lambda h, x: (jnp.tanh(h @ w + x @ u),) * 2, h, xs)


@program(f(16, 64), f(64, 64), f(20, 16, 64))
def rnn_gradients(h, w, xs):
    return jax.grad(lambda w: lax.scan(lambda h, x: (jnp.tanh(h @ w + x), None), h, xs)[0].sum())(w)


@program(f(256, 256))
def power_iteration(a):
    def turn(carried):
        i, v = carried
        w = a @ v
        return i + 1, w / jnp.linalg.norm(w)

    return lax.while_loop(lambda c: c[0] < 50, turn, (0, jnp.ones(256)))[1]


@program(f(128, 128), f(128, 128))
def nested_loops(a, b):
    inner = lambda i, c: jnp.sin(c) + b
    return lax.fori_loop(0, 4, lambda i, c: lax.fori_loop(0, 3, inner, c) @ a, a)


@program(f(512, 512))
def rows_in_place(x):
    return lax.fori_loop(0, 512, lambda i, x: x.at[i].set(x[i] * 2 + i), x)


@program(f(10000))
def sort(x):
    return jnp.sort(x)


@program(f(10000), f(10000, of=index))
def sort_pairs(k, v):
    return lax.sort((k, v), num_keys=1)


@program(f(128, 256))
def fft(x):
    return jnp.abs(jnp.fft.fft(x))


@program(f(512, 512), f(512, 512), donate=(0,))
def donated_sum(x, y):
    return x + y


@program(f(1000, 64), f(10, 64), f(of=index), donate=(0,))
def cache_update(cache, new, at):
    return lax.dynamic_update_slice(cache, new, (at, 0))


@program(f(1000, 64), f(10, 64), f(of=index))
def cache_copy(cache, new, at):
    return lax.dynamic_update_slice(cache, new, (at, 0))


@program(f(1000, 64), f(50, of=index), f(50, 64))
def scatter_add(table, rows, g):
    return table.at[rows].add(g)


@program(f(1000, 64), f(64, 50, of=index))
def embedding(table, ids):
    return table[ids].sum(1)


@program(f(100, 100), f(of=index))
def branches(x, i):
    return lax.switch(i, [lambda x: x @ x, lambda x: jnp.sin(x).T, lax.sort], x)


@program(f(256, 256))
def cholesky_solve(a):
    m = a @ a.T + 256 * jnp.eye(256)
    return jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(m), True), a)


@program(f(1000, 100))
def qr(x):
    return jnp.linalg.qr(x)


@program(f(64, 128, 128, of=jnp.bfloat16))
def softmax_bf16(x):
    return jax.nn.softmax(x, axis=-1)


@program(f(300, 400), f(400, 300))
def chain(a, b):
    for _ in range(6):
        a = jnp.tanh(a @ b @ a) * 0.5
    return a


@program(f(2, of=jnp.uint32))
def random_normal(key):
    return jax.random.normal(jax.random.wrap_key_data(key), (300, 300))
