"""A decoder's training step and its decode step, ViT, U-Net, an SSM scan, a GNN, DLRM, a stencil, MoE, int8 products.

Functions of JAX, the shapes of their arguments, and the numbers of those that they give away.

Short form: none, cost_programs.py compiles them
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def f(*sizes: int, of: Any = jnp.float32) -> Any:
    return jax.ShapeDtypeStruct(sizes, of)


def norm(x: Any) -> Any:
    return x * lax.rsqrt((x.astype(jnp.float32) ** 2).mean(-1, keepdims=True) + 1e-6).astype(x.dtype)


def heads(x: Any, count: int) -> Any:
    return x.reshape(*x.shape[:-1], count, -1)


def attention(x: Any, w: Any, causal: bool) -> Any:
    q, k, v = (heads(x @ w[name], 4) for name in "qkv")
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e9)
    shares = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(x.dtype)
    return jnp.einsum("bhqk,bkhd->bqhd", shares, v).reshape(x.shape) @ w["o"]


def layer(x: Any, w: Any, causal: bool) -> Any:
    x = x + attention(norm(x), w, causal)
    return x + jax.nn.gelu(norm(x) @ w["up"]) @ w["down"]


def weights(width: int, of: Any = jnp.float32) -> dict[str, Any]:
    square = {name: f(width, width, of=of) for name in "qkvo"}
    return {**square, "up": f(width, 4 * width, of=of), "down": f(4 * width, width, of=of)}


def adam(loss: Callable, w: Any, m: Any, v: Any, *batch: Any) -> tuple:
    value, g = jax.value_and_grad(loss)(w, *batch)
    m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
    v = jax.tree.map(lambda a, b: 0.99 * a + 0.01 * b * b, v, g)
    w = jax.tree.map(lambda a, b, c: a - 1e-3 * b / (jnp.sqrt(c) + 1e-8), w, m, v)
    return w, m, v, value


decoder = {"embed": f(512, 128), "layers": [weights(128) for _ in range(2)]}


def decoder_loss(w: Any, tokens: Any) -> Any:
    x = w["embed"][tokens]
    for each in w["layers"]:
        x = layer(x, each, True)
    logs = jax.nn.log_softmax(norm(x)[:, :-1] @ w["embed"].T)
    return -jnp.take_along_axis(logs, tokens[:, 1:, None], -1).mean()


def decoder_train(w: Any, m: Any, v: Any, tokens: Any) -> Any:
    return adam(decoder_loss, w, m, v, tokens)


cache_shape = f(2, 8, 256, 2, 32, of=jnp.bfloat16)  # layers, sequences, positions, heads, width


def decode(w: Any, keys: Any, values: Any, token: Any, at: Any) -> Any:
    x = w["embed"][token]
    for i, each in enumerate(w["layers"]):
        y = norm(x)
        q, k, v = (y @ each[name] for name in "qkv")
        keys = lax.dynamic_update_slice(keys, heads(k, 2)[None, :, None], (i, 0, at, 0, 0))
        values = lax.dynamic_update_slice(values, heads(v, 2)[None, :, None], (i, 0, at, 0, 0))
        scores = jnp.einsum("bgnd,btgd->bgnt", q.reshape(8, 2, 4, 32), keys[i]).astype(jnp.float32)
        shares = jax.nn.softmax(jnp.where(jnp.arange(256) <= at, scores, -1e9), -1)
        x = x + jnp.einsum("bgnt,btgd->bgnd", shares.astype(x.dtype), values[i]).reshape(8, 256) @ each["o"]
        x = x + jax.nn.silu(norm(x) @ each["up"]) @ each["down"]
    return jnp.argmax(norm(x) @ w["embed"].T, -1), keys, values


narrow = {"k": f(256, 64, of=jnp.bfloat16), "v": f(256, 64, of=jnp.bfloat16)}
decoded = {
    "embed": f(512, 256, of=jnp.bfloat16),
    "layers": [{**weights(256, jnp.bfloat16), **narrow} for _ in range(2)],
}


def convolved(x: Any, k: Any, stride: int = 1, dilation: int = 1) -> Any:
    numbers = ("NHWC", "HWIO", "NHWC")
    pad = "SAME" if dilation == 1 else [(1, 2), (1, 2)]
    return lax.conv_general_dilated(
        x, k, (stride, stride), pad, lhs_dilation=(dilation, dilation), dimension_numbers=numbers
    )


vit_weights = {
    "patch": f(8, 8, 3, 128, of=jnp.bfloat16),
    "layers": [weights(128, jnp.bfloat16) for _ in range(2)],
    "out": f(128, 100, of=jnp.bfloat16),
}


def vit_loss(w: Any, x: Any, y: Any) -> Any:
    x = convolved(x, w["patch"], 8).reshape(8, 64, 128)
    for each in w["layers"]:
        x = layer(x, each, False)
    logs = jax.nn.log_softmax((norm(x).mean(1) @ w["out"]).astype(jnp.float32))
    return -jnp.take_along_axis(logs, y[:, None], 1).mean()


def vit(w: Any, x: Any, y: Any) -> Any:
    g = jax.grad(vit_loss)(w, x, y)
    return jax.tree.map(lambda a, b: a - 0.1 * b, w, g)


unet_weights = [f(3, 3, 3, 16), f(3, 3, 16, 32), f(3, 3, 32, 32), f(3, 3, 32, 16), f(3, 3, 32, 3)]


def unet_loss(w: Any, x: Any, y: Any) -> Any:
    a = jax.nn.silu(convolved(x, w[0]))
    b = jax.nn.silu(convolved(a, w[1], 2))
    grouped = b.reshape(4, 16, 16, 8, 4)
    mean, variance = grouped.mean((1, 2, 4), keepdims=True), grouped.var((1, 2, 4), keepdims=True)
    b = ((grouped - mean) * lax.rsqrt(variance + 1e-5)).reshape(b.shape)
    c = jax.nn.silu(convolved(convolved(b, w[2]), w[3], dilation=2))
    return ((convolved(jnp.concatenate([a, c], -1), w[4]) - y) ** 2).mean()


def unet(w: Any, x: Any, y: Any) -> Any:
    return [a - 0.1 * b for a, b in zip(w, jax.grad(unet_loss)(w, x, y))]


def ssm(x: Any, log_decay: Any, to_state: Any, from_state: Any) -> Any:
    decay = jnp.exp(-jax.nn.softplus(x @ log_decay))
    entering = (x @ to_state) * (1 - decay)
    join = lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1])
    return jax.nn.silu(lax.associative_scan(join, (decay, entering), axis=1)[1]) @ from_state


def gnn_loss(w: Any, x: Any, senders: Any, receivers: Any, y: Any) -> Any:
    for each in w:
        sent = jax.nn.relu(x[senders] @ each["send"])
        met = jax.ops.segment_sum(sent, receivers, 1000)
        x = norm(x + jnp.tanh(met @ each["keep"]))
    return ((x - y) ** 2).mean()


def gnn(w: Any, x: Any, senders: Any, receivers: Any, y: Any) -> Any:
    return jax.grad(gnn_loss)(w, x, senders, receivers, y)


dlrm_weights = {"tables": [f(5000, 32) for _ in range(4)], "in": f(13, 32), "mid": f(42, 64), "out": f(64, 1)}


def dlrm_loss(w: Any, dense: Any, ids: Any, y: Any) -> Any:
    found = [table[ids[:, i]] for i, table in enumerate(w["tables"])]
    vectors = jnp.stack([jax.nn.relu(dense @ w["in"]), *found], 1)
    pairs = jnp.einsum("bid,bjd->bij", vectors, vectors)[:, *jnp.tril_indices(5, -1)]
    logits = (jax.nn.relu(jnp.concatenate([vectors[:, 0], pairs], 1) @ w["mid"]) @ w["out"])[:, 0]
    return (jax.nn.softplus(logits) - y * logits).mean()


def dlrm(w: Any, dense: Any, ids: Any, y: Any) -> Any:
    g = jax.grad(dlrm_loss)(w, dense, ids, y)
    return jax.tree.map(lambda a, b: a - 0.1 * b, w, g)


def stencil(u: Any, heat: Any) -> Any:
    def turn(_: Any, u: Any) -> Any:
        around = sum(jnp.roll(u, shift, axis) for axis in (0, 1) for shift in (1, -1))
        return u + 0.2 * (around - 4 * u) + heat

    return lax.fori_loop(0, 50, turn, u)


def moe(x: Any, route: Any, up: Any, down: Any) -> Any:
    gates, chosen = lax.top_k(jax.nn.softmax(x @ route), 2)
    sent = jax.nn.one_hot(chosen, 8)  # tokens, choices, experts
    place = ((jnp.cumsum(sent.reshape(-1, 8), 0) - 1) * sent.reshape(-1, 8)).sum(-1).reshape(chosen.shape)
    slots = sent[..., None] * jax.nn.one_hot(place, 80)[..., None, :]
    inside = jnp.einsum("tkec,td->ecd", slots, x)
    outside = jax.nn.gelu(jnp.einsum("ecd,edf->ecf", inside, up))
    outside = jnp.einsum("ecf,efd->ecd", outside, down)
    return jnp.einsum("tkec,tk,ecd->td", slots, gates, outside)


def int8(x: Any, w: Any, scales: Any) -> Any:
    for each, scale in zip(w, scales):
        size = jnp.abs(x).max(-1, keepdims=True) / 127
        q = jnp.clip(jnp.round(x / size), -127, 127).astype(jnp.int8)
        y = lax.dot_general(q, each, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
        x = jax.nn.relu(y.astype(jnp.float32) * size * scale)
    return x


index, byte = jnp.int32, jnp.int8
graph = [{"send": f(64, 64), "keep": f(64, 64)} for _ in range(3)]
image = f(4, 32, 32, 3)
PROGRAMS: dict[str, tuple[Callable, tuple, tuple[int, ...]]] = {
    "decoder_train": (decoder_train, (decoder, decoder, decoder, f(4, 64, of=index)), (0, 1, 2)),
    "decode": (decode, (decoded, cache_shape, cache_shape, f(8, of=index), f(of=index)), (1, 2)),
    "vit": (vit, (vit_weights, f(8, 64, 64, 3, of=jnp.bfloat16), f(8, of=index)), (0,)),
    "unet": (unet, (unet_weights, image, image), ()),
    "ssm": (ssm, (f(4, 256, 64), f(64, 128), f(64, 128), f(128, 64)), ()),
    "gnn": (gnn, (graph, f(1000, 64), f(8000, of=index), f(8000, of=index), f(1000, 64)), ()),
    "dlrm": (dlrm, (dlrm_weights, f(256, 13), f(256, 4, of=index), f(256)), (0,)),
    "stencil": (stencil, (f(512, 512), f(512, 512)), (0,)),
    "moe": (moe, (f(256, 64), f(64, 8), f(8, 64, 256), f(8, 256, 64)), ()),
    "int8": (int8, (f(256, 512), [f(512, 512, of=byte)] * 3, [f(512)] * 3), ()),
}
