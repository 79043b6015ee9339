"""Damaged MLIR bytecode, portable artifacts and HLO protos: does each end in a program or in an error of ours?

    python benchmarks/fuzz_bytecode.py [COUNT] [SEED]

Damage: the end cut off, bits flipped, a few bytes replaced. jaxlib aborts on some of it, in a process of its own.

Short form: 8
"""
from __future__ import annotations

import random
import sys
import time
from collections import Counter
from importlib.util import find_spec
from io import BytesIO

from common import skipped

import indexing_tools as it


def sources() -> list[bytes]:
    "A program in each binary form."
    import jax
    import jax.numpy as jnp

    jitted = jax.jit(lambda x, w: jax.nn.softmax(jnp.tanh(x @ w)) + jnp.arange(8.0))
    shapes = [jax.ShapeDtypeStruct(sizes, "float32") for sizes in ((4, 8), (8, 8))]
    lowered, plain = jitted.lower(*shapes), BytesIO()
    lowered.compiler_ir().operation.write_bytecode(plain)
    exported = jax.export.export(jitted)(*shapes)
    proto = lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()
    return [plain.getvalue(), bytes(exported.mlir_module_serialized), proto]


def damaged(content: bytes, rng: random.Random) -> bytes:
    "`content` with its end cut off, bits flipped, or a few bytes replaced."
    at, kind = rng.randrange(4, len(content)), rng.randrange(3)
    if kind == 0:
        return content[:at]
    if kind == 1:
        flipped = bytearray(content)
        for _ in range(rng.randrange(1, 4)):
            flipped[rng.randrange(8, len(content))] ^= 1 << rng.randrange(8)
        return bytes(flipped)
    return content[:at] + rng.randbytes(rng.randrange(9)) + content[at + rng.randrange(8) :]


def main(count: int = 40, seed: int = 0) -> int:
    "Print how many ended how, and the slowest; 1 if one ended in another way."
    if find_spec("jax") is None:
        return skipped("jax")
    rng, found, slowest, forms = random.Random(seed), Counter(), 0.0, sources()
    for _ in range(count):
        content, start = damaged(rng.choice(forms), rng), time.perf_counter()
        try:
            it.read_program(content, strict=True)
            found["read"] += 1
        except it.ParseError:
            found["refused"] += 1
        except Exception as error:
            found[f"{type(error).__name__}: {error}"[:100]] += 1
        slowest = max(slowest, time.perf_counter() - start)
    for how, number in found.most_common():
        print(f"{number:6} {how}")
    print(f"slowest {slowest:.1f} s")
    return int(set(found) - {"read", "refused"} != set())


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
