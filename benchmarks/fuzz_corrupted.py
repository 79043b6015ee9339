"""Tensors whose buffers are written to, then computed with: an error in words or a result, and never a crash.

    python benchmarks/fuzz_corrupted.py [--count 5000] [--seed 0] [--only SEED] [--compiled 0.5] [--batch 100]

A seed takes a small random tensor in some format, writes random bytes, large or negative numbers, or exchanged ones into
its positions, coordinates or values (made writable), and hands it to a kernel, an operator, a conversion, a shape
operation, an index, a file's text, or the walk. Errors other than `ValueError` and `TypeError` (`IndexError` for an index)
fail; so do answers that take long or much memory, and a result that is not NumPy's where the tensor's own `check` finds
nothing. Batches run in processes of their own with glibc's checks of its heap, so that a crash is seen; with
`--compiled`, that part of the calls runs as machine code, however small they are. `--first`: the tensor is used once
before it is damaged.

Exits with 1 if a seed fails.

Short form: --count 200 --compiled 0
"""
from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import warnings
from collections import Counter
from random import Random
from time import perf_counter
from traceback import extract_tb

import numpy as np
from fuzz_sparsify import random_format

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops

KERNELS = {
    "spmv": ("y[i] = A[i,j] * x[j]", "", lambda a, b, x: a @ x),
    "vspm": ("y[j] = A[i,j] * w[i]", "", lambda a, b, x: x[: a.shape[0]] @ a),
    "spmm": ("C[i,k] = A[i,j] * B[j,k]", "CSR", lambda a, b, x: a @ b),
    "spmm csr": ("C[i,k] = A[i,j] * B[j,k]", "CSR>CSR", lambda a, b, x: a @ b),
    "add": ("C[i,j] = A[i,j] + B[i,j]", "CSR>CSR", lambda a, b, x: a + b),
    "add coo": ("C[i,j] = A[i,j] + B[i,j]", "COO>COO", lambda a, b, x: a + b),
    "times": ("C[i,j] = A[i,j] * B[i,j]", "CSC>DCSR", lambda a, b, x: a * b),
    "rows": ("y[i] = A[i,j]", "", lambda a, b, x: a.sum(1)),
    "columns": ("y[j] = A[i,j]", "", lambda a, b, x: a.sum(0)),
    "most": ("y[i] = max(j, A[i,j])", "", lambda a, b, x: a.max(1)),
    "transposed": ("C[j,i] = A[i,j]", ">CSR", lambda a, b, x: a.T),
    "same": ("C[i,j] = 2 * A[i,j]", ">same", lambda a, b, x: 2 * a),
    "dense": ("C[i,j] = A[i,j]", "", lambda a, b, x: a),
    "sddmm": ("C[i,j] = A[i,j] * (x[i] + x[j])", ">same", lambda a, b, x: a * (x[:, None] + x)),
    "diagonal": ("d[i] = A[i,i]", "", lambda a, b, x: a.diagonal()),
}
OPERATORS = {
    "A @ x": lambda a, x: a @ x, "x @ A": lambda a, x: x @ a, "A + A": lambda a, x: a + a, "A * 2": lambda a, x: a * 2, "A * A.T": lambda a, x: a * a.T,
    "A > 0": lambda a, x: a > 0, "sum": lambda a, x: a.sum(0), "max": lambda a, x: a.max(1), "A.T": lambda a, x: a.T, "A[1]": lambda a, x: a[1],
    "A[:, 1]": lambda a, x: a[:, 1], "A[1:, ::2]": lambda a, x: a[1:, ::2], "A[[2, 0]]": lambda a, x: a[[2, 0]], "A[0, 1]": lambda a, x: a[0, 1],
    "reshape": lambda a, x: a.reshape(-1), "tril": lambda a, x: np.tril(a), "diagonal": lambda a, x: np.diagonal(a), "concatenate": lambda a, x: np.concatenate([a, a]),
    "kron": lambda a, x: np.kron(a, np.eye(2)), "A @ A": lambda a, x: a @ a, "sin": lambda a, x: np.sin(a), "roll": lambda a, x: np.roll(a, 1, 0),
    "stack": lambda a, x: np.stack([a, a]), "mean": lambda a, x: a.mean(1), "where": lambda a, x: np.where(a > 0, a, 0), "A + x": lambda a, x: a + x,
    "einsum": lambda a, x: np.einsum("ij,kj->ik", a, a), "tile": lambda a, x: np.tile(a, 2), "nonzero": lambda a, x: np.nonzero(a)[0],
}
OTHERS = {
    "to_dense": lambda a, f: a.to_dense(), "to_coo": lambda a, f: a.to_coo(), "convert": lambda a, f: a.convert(f), "to_scipy": lambda a, f: a.to_scipy(),
    "str": lambda a, f: str(a), "prune": lambda a, f: a.prune(), "check": lambda a, f: a.check(), "entries": lambda a, f: list(a.entries()),
    "set": lambda a, f: a.set((0, 1), 5.0), "astype": lambda a, f: a.astype("float32"), "formats": lambda a, f: str(a.formats()), "nnz": lambda a, f: a.nnz, "children": lambda a, f: [c for c, _ in zip(a.entries(), range(9))],
    "slice": lambda a, f: a[1:, 1:].to_dense(), "slice convert": lambda a, f: a[1:].convert(f), "identical": lambda a, f: a.identical(a),
    "copy": lambda a, f: a.copy(), "repr": lambda a, f: repr(a), "set row": lambda a, f: a.set(1, np.ones(a.shape[1])), "jax": lambda a, f: a.to_jax() if SLOW else None,
}
SLOW = False


def made(rng: Random):
    "A tensor, and the same densely."
    m = rng.choice((3, 4, 6))
    a = np.random.default_rng(rng.getrandbits(32)).integers(-3, 5, (m, m)) * 1.0
    a[np.random.default_rng(rng.getrandbits(32)).random((m, m)) < rng.choice((0.3, 0.6, 0.9))] = 0
    for _ in range(20):
        f = random_format(rng, a.shape)
        try:
            t = it.SparseTensor.from_dense(a, it.sparse.formats.named_formats.as_encoding(f).with_widths(rng.choice((0, 8, 32)), rng.choice((0, 8, 16, 64))))
            return f, t, a
        except ValueError:
            continue
    return "CSR", it.SparseTensor.from_dense(a, "CSR"), a


def buffers(t) -> list[np.ndarray]:
    return [b for b in (*t.positions, *t.coordinate_buffers) if b is not None and b.size]


def damage(t, rng: Random) -> str:
    "Writes into one or two of the buffers; says what."
    said = []
    for _ in range(rng.choice((1, 1, 2))):
        some = buffers(t)
        if not some:
            return ""
        b = rng.choice(some)
        if not b.flags.writeable:
            try:
                b.flags.writeable = True
            except ValueError:
                continue
        flat = b.reshape(-1) if b.flags.c_contiguous else b.ravel()
        k, way = rng.randrange(flat.size), rng.choice(("bytes", "large", "negative", "more", "less", "swap", "zero", "huge"))
        info = np.iinfo(b.dtype)
        old = int(flat[k])
        if way == "bytes":
            flat.view(np.uint8)[rng.randrange(flat.nbytes)] = rng.randrange(256)
        elif way == "swap":
            other = rng.randrange(flat.size)
            flat[k], flat[other] = flat[other], flat[k]
        else:
            new = {"large": 100, "negative": -1 if info.min < 0 else info.max, "more": old + 1, "less": old - 1, "zero": 0, "huge": info.max}[way]
            flat[k] = min(max(new, info.min), info.max)
        said.append(f"{way} at {k}")
    return ", ".join(said)


class Late(BaseException):
    pass


def late(*_):
    raise Late


def act(rng: Random, f: str, t, a):
    "(name, what runs, what NumPy has)."
    kind = rng.choice(("kernel", "kernel", "operator", "other"))
    x = np.arange(1.0, a.shape[1] + 1)
    if kind == "kernel":
        name = rng.choice(list(KERNELS))
        text, more, want = KERNELS[name]
        given, _, result = more.partition(">")
        formats = {"A": f, **({"B": given} if given else {}), **({"C": f if result == "same" else result} if result else {})}
        b = np.eye(a.shape[0])[::-1] * 2 + (x > 2)
        operands = {"A": t, "B": b, "x": x, "w": x}
        kernel = it.sparsify(text, **formats)
        return f"kernel {name}", lambda: kernel(*(operands[n] for n in kernel.operands)), lambda d: want(d, b, x)
    if kind == "operator":
        name = rng.choice(list(OPERATORS))
        return name, lambda: OPERATORS[name](t, x), lambda d: OPERATORS[name](d, x)
    name = rng.choice(list(OTHERS))
    g = rng.choice(("CSR", "CSC", "COO", "BSR(2,2)", "DIA", "ELL(6)", "DCSR", "COO_SOA", "DENSE(2)"))
    return f"{name} {g}", lambda: OTHERS[name](t, g), None


def judge(seed: int, part: float) -> str:
    "Empty, or what is wrong."
    rng = Random(seed)
    f, t, a = made(rng)
    name, run, want = act(rng, f, t, a)
    signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    is_compiled = rng.random() < part
    first = rng.random() < 0.3
    try:
        if first:
            try:
                run()
            except (ValueError, TypeError, NotImplementedError):
                return ""
        said = damage(t, rng)
        head = f"{f} {name} ({said}){' compiled' * is_compiled}{' used before' * first}"
        try:
            t.check()
            whole = True
        except ValueError:
            whole = False
        dense = it.SparseTensor.from_coo(*t.to_coo(), t.shape, "COO").to_dense() if whole else None
        try:
            if is_compiled:
                with compile_loops():
                    found = run()
            else:
                found = run()
        except (ValueError, TypeError) as e:
            refused = "fill" in str(e) or "hold" in str(e) or want is None or "rows" in str(e) or "has" in str(e)
            return f"{head}: refused though check finds nothing: {e}" if whole and not refused else ""
        except Exception as e:
            at = extract_tb(e.__traceback__)[-1]
            return f"{head}: {type(e).__name__}: {e} ({at.filename.rsplit('/', 1)[-1]}:{at.lineno})"
        if whole and want is not None:
            got, expected = (x.to_dense() if isinstance(x, it.SparseTensor) else np.asarray(x) for x in (found, want(dense)))
            if got.shape != expected.shape or not np.allclose(got, expected, equal_nan=True):
                return f"{head}: wrong: {got.tolist()} instead of {expected.tolist()}"
        return ""
    except Late:
        return f"{f} {name}: more than 60 s"
    finally:
        signal.alarm(0)


def inside(first: int, count: int, part: float) -> int:
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
    for seed in range(first, first + count):
        print("at", seed, flush=True)
        if wrong := judge(seed, part):
            print("wrong", seed, wrong.replace("\n", " | ")[:700], flush=True)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--compiled", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.inside:
        return inside(a.seed, a.count, a.compiled)
    first, last = (a.only, a.only + 1) if a.only is not None else (a.seed, a.seed + a.count)
    counts, start, bad = Counter(), perf_counter(), 0
    while first < last and perf_counter() - start < a.seconds:
        many = min(a.batch, last - first)
        command = [sys.executable, __file__, "--inside", "--seed", str(first), "--count", str(many), "--compiled", str(a.compiled)]
        checks = {"MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165"}
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | checks, check=False)
        lines = done.stdout.splitlines()
        for line in lines:
            if line.startswith("wrong"):
                bad += 1
                print(line)
        reached = max((int(line.split()[1]) for line in lines if line.startswith("at")), default=first)
        counts["seeds"] += reached + 1 - first
        if done.returncode:
            bad += 1
            print(f"CRASH {reached}: status {done.returncode}; {done.stderr.strip()[-300:]}")
        first = reached + 1 if done.returncode else first + many
    print(f"{counts['seeds']} seeds, {bad} wrong, {perf_counter() - start:.0f} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
