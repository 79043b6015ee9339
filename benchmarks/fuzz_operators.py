"""What sparse tensors compute as objects of Python, against NumPy, SciPy and PyData/sparse: the same lines of code in all.

    python benchmarks/fuzz_operators.py [--count 5000] [--seed 0] [--only SEED] [--show 12] [--of TEXT]

A case is one to three lines such as `A @ B.T`, `np.maximum(A, B) * 2`, `A.sum(0, keepdims=True)` or `A[[2, 0], 1:]`,
run with sparse tensors of random formats, types and shapes, with NumPy's arrays, with SciPy's and with PyData's (where
they have it and all numbers are finite). Equal means `==` and the same type as NumPy's; NaN to NaN; after a division, a
root or a function within 64 eps of the largest number. Numbers are quarters, so that sums are exact in any order. Where
NumPy says NaN because an absent element meets inf or nan, or is divided by 0, absent is right, too. An error is right where NumPy has
one, or where the fill would be NaN. `--of`: only lines that contain the text.

Prints the failures by kind, of each the shortest as a program. Exits with 1 if there is one.

Short form: --count 100
"""
from __future__ import annotations

import argparse
import re
import signal
import sys
import warnings
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from traceback import extract_tb

import numpy as np
import scipy.sparse as sp

try:
    import sparse as pydata
except ModuleNotFoundError:  # NumPy and SciPy judge alone
    pydata = None
from common import skipped
from fuzz_sparsify import array_code, dtype_of, random_format

import indexing_tools as it
from indexing_tools.sparse.formats.named_formats import as_encoding

DTYPES = ("float64",) * 8 + ("float32", "float32", "int64", "int64", "int32", "int8", "uint8", "bool", "complex128", "float16", "bfloat16")
INEXACT = re.compile(r"/|sqrt|exp|sin|cos|tanh|log|mean|norm|\*\* 0|float|cbrt|std|var")

# lines: {s} a number, {i} {j} places, {n} a count, {k} a diagonal; A B of one shape (2-d), C A's shape transposed,
# v as long as a row, w as a column, D dense of A's shape, E dense of C's shape, T of rank 3, x sparse of rank 1
LINES = {
    "elementwise": (
        "A + B", "A - B", "A * B", "A / B", "np.maximum(A, B)", "np.minimum(A, B)", "A > B", "A < B", "A >= B", "A != B", "A == B",
        "A + B + A", "A * B - B", "(A + B) * (A - B)", "A % B", "A // B", "np.add(A, B)", "np.multiply(A, B)", "np.logical_and(A, B)",
        "np.where(A > 0, A, B)", "T + T", "T * T", "x + x", "x * x", "A & B", "A | B", "A ^ B", "np.hypot(A, B)", "A - A", "T - T * T",
    ),
    "number": (
        "A * {s}", "{s} * A", "A / {s}", "A + {s}", "A - {s}", "{s} - A", "A ** 2", "A ** 0", "A > {s}", "A < {s}", "A == {s}",
        "A != 0", "A > 0", "A >= 0", "A % {s}", "A // {s}", "A * 0", "{s} / A", "np.maximum(A, 0)", "np.minimum(A, {s})", "T * {s}", "A * np.float32(2)",
        "A * np.int8(2)", "A + np.float64(0)", "{s} ** A", "A * 2j", "np.clip(A, -1, 1)", "A * True",
    ),
    "unary": (
        "-A", "+A", "abs(A)", "np.sqrt(abs(A))", "np.sin(A)", "np.tanh(A)", "np.exp(A)", "np.expm1(A)", "np.sign(A)", "np.floor(A)",
        "np.ceil(A)", "np.square(A)", "np.conj(A)", "np.isnan(A)", "np.log1p(abs(A))", "np.real(A)", "np.imag(A)", "A.real", "A.imag", "A.conj()",
        "np.cos(A)", "np.isfinite(A)", "~A", "np.logical_not(A)", "-T", "np.negative(x)", "np.rint(A)", "np.reciprocal(A)", "np.cbrt(A)",
        "A.astype('float32')", "A.astype('int64')", "A.astype(complex)", "A.astype(bool)", "A.copy()", "np.round(A)", "np.positive(A)",
    ),
    "dense": (
        "A * D", "D * A", "A + D", "D + A", "A - D", "D - A", "A / D", "D / A", "A > D", "D > A", "A == D", "np.maximum(A, D)", "A * v", "v * A",
        "A * w[:, None]", "A + v", "A * D[:1]", "A / v", "D ** A", "A * D.tolist()", "x * v", "A * v.reshape(1, -1)",
    ),
    "product": (
        "A @ v", "w @ A", "A @ E", "E @ A", "A @ C", "C @ A", "A @ A.T", "A.T @ w", "x @ v", "x @ x", "A @ x", "np.dot(A, v)", "np.matmul(A, C)",
        "A @ (v * 2)", "T @ v", "A.T @ A", "np.tensordot(A, C, 1)", "np.tensordot(A, B, 2)", "np.tensordot(T, v, ([2], [0]))", "np.vdot(x, x)",
        "np.einsum('ij,j->i', A, v)", "np.einsum('ij,jk->ik', A, C)", "np.einsum('ij,ij->', A, B)", "np.einsum('ij->ji', A)", "np.einsum('ij,ij->ij', A, D)",
        "np.einsum('ijk,k->ij', T, v)", "np.einsum('ij->i', A)", "A.dot(v)", "T @ E", "np.outer(x, x)", "np.inner(A, B)",
    ),
    "reduction": (
        "A.sum()", "A.sum(0)", "A.sum(1)", "A.sum(axis=-1)", "A.sum(axis=(0, 1))", "A.sum(0, keepdims=True)", "A.sum(keepdims=True)", "np.sum(A)",
        "np.sum(A, axis=1)", "A.max()", "A.min()", "A.max(0)", "A.min(1)", "A.max(1, keepdims=True)", "np.max(A, axis=0)", "A.mean()", "A.mean(0)",
        "A.prod()", "A.prod(1)", "A.any()", "A.all()", "A.any(0)", "A.all(1)", "T.sum(1)", "T.sum((0, 2))", "T.max(2)", "x.sum()", "np.add.reduce(A, 0)",
        "np.maximum.reduce(A, 1)", "np.count_nonzero(A)", "(A > 0).sum(0)", "np.linalg.norm(A)", "A.sum(0, dtype='float64')", "(A != B).any()", "np.mean(A, axis=1)",
        "A.std()", "A.var(0)", "np.any(A)", "A.argmax()", "np.nanmax(A)", "A.sum(axis=())",
    ),
    "shape": (
        "A.T", "T.T", "np.transpose(A)", "np.transpose(T, (1, 2, 0))", "T.transpose(2, 0, 1)", "A.reshape(-1)", "A.reshape(-1, 1)", "T.reshape(T.shape[0], -1)",
        "A.reshape({n}, -1)", "np.reshape(A, A.shape[::-1])", "np.concatenate([A, B])", "np.concatenate([A, B], axis=1)", "np.concatenate((A, B, A), 0)",
        "np.stack([A, B])", "np.stack([A, B], axis=2)", "np.vstack([A, B])", "np.hstack([A, B])", "np.kron(A, B)", "np.tril(A)", "np.triu(A, {k})", "np.tril(A, {k})",
        "np.diagonal(A)", "A.diagonal()", "np.diagonal(A, {k})", "np.trace(A)", "np.squeeze(A[:1])", "np.expand_dims(A, 0)", "np.moveaxis(T, 0, 2)", "np.swapaxes(T, 0, 1)",
        "np.flip(A)", "np.roll(A, 1, axis=0)", "np.broadcast_to(x, (3, len(v)))", "A.ravel()", "A.flatten()", "np.ravel(A)", "A.swapaxes(0, 1)", "np.tile(A, 2)",
        "np.concatenate([x, x])", "A.T.T", "np.permute_dims(T, (2, 1, 0))", "np.repeat(A, 2, axis=0)", "np.diag(x)", "np.diag(A)",
    ),
    "index": (
        "A[{i}]", "A[:, {j}]", "A[{i}, {j}]", "A[-1]", "A[1:]", "A[:2]", "A[::2]", "A[::-1]", "A[1:, :2]", "A[:, ::2]", "A[[{i}, 0, {i}]]", "A[:, [0, {j}]]",
        "A[[{i}, 0], [{j}, 0]]", "A[...]", "A[..., {j}]", "A[None]", "A[:, None]", "A[A > 0]", "A[M]", "T[{i}]", "T[:, 1:]", "T[..., 0]", "T[{i}, :, ::2]", "x[1:]", "x[0]",
        "A[np.array([True, False] * 9)[:A.shape[0]]]", "A[np.array([0, {i}])]", "A[5:2]", "A[{i}:{i}]", "A[np.array([[0, {i}]])]", "A[np.ix_([0, {i}], [{j}, 0])]", "A[99]", "A[0, 0, 0]",
        "A[0.5]", "A['x']", "A[np.int64({i})]", "A[{i}][{j}]", "A[-{n}:]", "A[[]]", "T[0, [0, 0]]", "T[[0, 0], :, 0]", "A[()]", "T[:, {j}, None]",
    ),
    "set": (
        "put(A, ({i}, {j}), {s})", "put(A, {i}, {s})", "put(A, (slice(None), {j}), 0)", "put(A, M, {s})", "put(A, ({i}, slice(None)), v)", "put(A, slice(1, None), 0)",
        "put(A, ([0, {i}], [{j}, 0]), {s})", "put(A, Ellipsis, {s})", "put(A, ({i}, {j}), 0)", "put(x, 0, {s})", "put(T, ({i}, {j}), {s})", "put(A, (slice(None), slice(0, 2)), D[:, :2])",
        "put(A, 99, 1)", "put(A, A > 0, 0)",
    ),
    "ask": ("A.ndim", "A.size", "A.shape", "len(A)", "np.ndim(A)", "np.size(A)", "np.shape(A)", "A.dtype", "np.result_type(A, 1.0)", "np.zeros_like(A)", "np.ones_like(A)",
            "np.nonzero(A)", "np.array_equal(A, A)", "np.allclose(A, A)", "np.iscomplexobj(A)", "np.argwhere(A)"),
}
NEXT = ("R + R", "R * 2", "-R", "R.T", "R.sum()", "R.sum(0)", "R > 0", "R * R", "R[:1]", "abs(R)", "R.reshape(-1)", "R - 1", "R.max()", "R @ R.T", "R / 2", "R == R")


def put(a, where, value):
    "A new one with other elements."
    if isinstance(a, it.SparseTensor):
        return a.set(where, value)
    a = a.copy()
    a[where] = value
    return a


@dataclass
class Case:
    "Operands, lines of code."

    seed: int
    lines: list[str] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)  # how each operand is made
    worlds: dict[str, dict] = field(default_factory=dict)
    is_finite: bool = True

    def code(self) -> str:
        used = [name for name in self.made if re.search(rf"\b{name}\b", " ".join(self.lines))]
        head = ["import numpy as np, indexing_tools as it; from numpy import array, zeros, nan, inf"]
        lines = head + [f"{name} = {self.made[name]}" for name in used] + [f"R = {line}" for line in self.lines]
        return "\n".join(f"    {line}" for line in lines).replace("put(", "(lambda a, *w: a.set(*w))(")


def numbers(rng: Random, state, shape, dtype: np.dtype, odd: bool) -> np.ndarray:
    "Quarters, integers, truths; odd ones if asked."
    if dtype.kind == "b":
        return state.random(shape) < 0.7
    x = state.integers(0 if dtype.kind == "u" else -4, 5, shape).astype(float)
    x = x if dtype.kind in "iu" else x / rng.choice((1, 2, 4))
    x = x + 1j * state.integers(-2, 3, shape) if dtype.kind == "c" else x
    found = np.array(x).astype(dtype)
    if odd and dtype.kind in "fV" and found.size:
        found.reshape(-1)[rng.randrange(found.size)] = rng.choice((np.nan, np.inf, -np.inf))
    return found


def make(seed: int, of: str) -> Case:
    "The case of a seed."
    rng = Random(seed)
    case, state = Case(seed), np.random.default_rng(seed)
    m, n = (rng.choice((1, 2, 3, 4, 5)) for _ in range(2))
    if rng.random() < 0.1:
        m, n = rng.choice(((0, 3), (3, 0), (0, 0), (1, 1)))
    if rng.random() < 0.3:
        m = n
    base = dtype_of(rng.choice(DTYPES))
    other = lambda: base if rng.random() < 0.75 else dtype_of(rng.choice(DTYPES))
    odd = rng.random() < 0.15
    case.is_finite = not odd
    shapes = {"A": (m, n), "B": (m, n), "C": (n, m), "T": (rng.choice((1, 2, 3)), rng.choice((1, 2, 3)), n), "x": (n,)}
    fill = rng.choice((1, 2, np.inf)) if rng.random() < 0.06 and base.kind == "f" and "fill" in made_with() else 0
    case.is_finite = case.is_finite and fill != np.inf
    case.worlds = {"ours": {}, "NumPy": {}, "SciPy": {}, "PyData": {}}
    for name, shape in shapes.items():
        dtype = other()
        a = numbers(rng, state, shape, dtype, odd)
        rest = fill if name in "AB" and dtype.kind == "f" else 0
        there = state.random(shape) < rng.choice((0, 0.2, 0.4, 0.4, 0.7, 1))
        sparse_operand(case, rng, name, np.where(there, a, a.dtype.type(rest)).astype(dtype), rest)
    for name, shape in {"v": (n,), "w": (m,), "D": (m, n), "E": (n, m)}.items():
        a = numbers(rng, state, shape, other(), odd)
        case.made[name] = array_code(a)
        for world in case.worlds.values():
            world[name] = a
    mask = state.random((m, n)) < 0.4
    case.made["M"] = array_code(mask)
    for world in case.worlds.values():
        world["M"] = mask
    lines = [line for group in LINES.values() for line in group if of in line]
    group = rng.choice([g for g in LINES.values() if any(of in line for line in g)])
    line = rng.choice([line for line in (group if rng.random() < 0.7 else lines) if of in line])
    s = rng.choice((2, 0.5, 3, -1, 1, 2.0)) if base.kind not in "u" else rng.choice((2, 3, 0.5))
    case.lines = [line.format(s=s, i=rng.randrange(max(m, 1)), j=rng.randrange(max(n, 1)), n=rng.choice((1, 2, 3)), k=rng.choice((-1, 1, 0, 2)))]
    while rng.random() < 0.25 and len(case.lines) < 3:
        case.lines.append(rng.choice(NEXT))
    return case


def made_with() -> set[str]:
    from inspect import signature

    return set(signature(it.SparseTensor.from_dense).parameters)


def sparse_operand(case: Case, rng: Random, name: str, a: np.ndarray, fill) -> None:
    "In all worlds; in a format that can hold it."
    widths = rng.choice(((0, 0),) * 6 + ((0, 64), (64, 64), (8, 8), (16, 32), (32, 16), (64, 8)))
    for _ in range(20):
        text = random_format(rng, a.shape)
        more = {"fill": fill} if fill else {}
        try:
            tensor = it.SparseTensor.from_dense(a, as_encoding(text).with_widths(*widths), **more)
            break
        except ValueError:
            continue
    else:
        tensor, text, widths = it.SparseTensor.from_dense(a, f"COO({a.ndim})", **more), f"COO({a.ndim})", (0, 0)
    said = f", fill={fill}" if fill else ""
    form = f"it.{text}" if re.fullmatch(r"[A-Z_]+(\(.*\))?", text) else f"it.sparse.formats.named_formats.as_encoding({text!r})"
    case.made[name] = f"it.SparseTensor.from_dense({array_code(a)}, {f'{form}.with_widths{widths}' if any(widths) else repr(text)}{said})"
    case.worlds["ours"][name], case.worlds["NumPy"][name] = tensor, a
    if a.dtype.name not in ("bfloat16", "float16") and not fill:
        if a.ndim == 2:
            case.worlds["SciPy"][name] = sp.csr_array(a)
        if pydata is not None:
            case.worlds["PyData"][name] = pydata.COO.from_numpy(a)


class Late(BaseException):
    pass


def run(case: Case, world: str) -> list:
    "What each line gives, up to the first error."
    def late(*_):
        raise Late

    signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    names, found = {"np": np, "put": put, "it": it, **case.worlds[world]}, []
    try:
        for line in case.lines:
            names["R"] = eval(line, names)
            found.append(names["R"])
    except Late:
        found.append(TimeoutError("more than 20 s"))
    except Exception as e:
        found.append(e)
    finally:
        signal.alarm(0)
    return found


def array_of(value) -> np.ndarray:
    "Anything as an array."
    if isinstance(value, it.SparseTensor):
        return value.to_dense()
    if sp.issparse(value):
        return value.toarray()
    return np.asarray(value.todense() if hasattr(value, "todense") else value)


def difference(found, wanted, exact: bool, free_nan: bool) -> str:
    "What is wrong, if anything is."
    if isinstance(wanted, tuple):
        if not isinstance(found, tuple) or len(found) != len(wanted):
            return f"{found!r} instead of {wanted!r}"
        return next((d for f, w in zip(found, wanted) if (d := difference(f, w, exact, free_nan))), "")
    a, b = array_of(found), array_of(wanted)
    if a.shape != b.shape:
        return f"shape {a.shape} instead of {b.shape}"
    if a.dtype.kind not in "biufcV" or b.dtype.kind not in "biufcV":
        return "" if str(a) == str(b) else f"{a} instead of {b}"
    x, y = (z.astype(complex if "c" in (a.dtype.kind, b.dtype.kind) else float) for z in (a, b))
    same = (x == y) | (np.isnan(x) & np.isnan(y)) | (free_nan & ~np.isfinite(y))
    if a.dtype.kind == "c" or b.dtype.kind == "c":
        same |= ~np.isfinite(x) & ~np.isfinite(y)
    if not exact and b.dtype.kind in "fcV":
        eps = 2.0**-7 if b.dtype.name == "bfloat16" else float(np.finfo(b.dtype).eps) if b.dtype.kind in "fc" else 0
        finite = np.abs(y[np.isfinite(y)])
        same |= np.abs(x - y) <= 64 * eps * max(finite.max(initial=0), 1e-300)
    if same.all():
        return ""
    at = tuple(map(int, np.argwhere(~same)[0]))
    return f"{int((~same).sum())} of {same.size} are wrong: at {at} {a[at]} instead of {b[at]}"


def judge(case: Case, worlds=("SciPy", "PyData")) -> tuple[str, str]:
    "(`right`, `error`, or the kind of a failure; what)."
    wanted, found = run(case, "NumPy"), run(case, "ours")
    exact, divided = True, False
    for k, (w, f) in enumerate(zip(wanted, found)):
        line = case.lines[k]
        exact = exact and not INEXACT.search(line) and not (w is not None and getattr(w, "dtype", None) is not None and w.dtype.itemsize <= 2)
        kind = re.sub(r"\d+(\.\d+)?", "n", line)
        if isinstance(f, Exception):
            return judged_error(case, w, f, kind)
        if isinstance(w, Exception):
            if isinstance(w, AttributeError) or "for einsum" in str(w):  # of numbers; of bfloat16
                return "right", ""
            return f"no error: {kind}", f"NumPy: {type(w).__name__}: {w}"
        if isinstance(f, it.SparseTensor):
            try:
                f.check()
            except Exception as e:
                return f"buffers are wrong: {kind}", f"{e}"
        divided = divided or bool(re.search(r"[/%]|reciprocal", line))  # absent / 0 is absent
        if k and not case.is_finite and getattr(w, "dtype", np.dtype(float)).kind == "b":
            return "right", ""  # NaN, or absent: compared with itself that differs
        if wrong := difference(f, w, exact, divided or not case.is_finite):
            return f"wrong: {kind}", wrong
        kinds = [getattr(z, "dtype", None) for z in (f, w)]
        squares = kind == "A ** n" and case.worlds["NumPy"]["A"].dtype == bool  # int8 only as `a ** 2`, int64 as np.power
        if None not in kinds and kinds[0] != kinds[1] and not squares:
            return f"dtype: {kind}", f"{kinds[0]} instead of {kinds[1]}"
        needs = needed(case, line, k)
        if needs and not isinstance(f, needs):
            return f"{'dense' if needs is it.SparseTensor else 'sparse'}: {kind}", f"a {type(f).__name__}"
    return against_others(case, found, exact, worlds)


def needed(case: Case, line: str, k: int) -> type | None:
    "What the result is, where that is said."
    if k or "fill=" in str(case.made):
        return None
    if line in ("A + B", "A - B", "A * B", "A > B", "-A", "abs(A)", "A.T", "A @ C", "A * 2", "A * D", "T + T", "A ** 2"):
        return it.SparseTensor
    return np.ndarray if line in ("A @ v", "A @ E", "w @ A", "E @ A") else None


def judged_error(case: Case, wanted, error: Exception, kind: str) -> tuple[str, str]:
    "Is there a reason for it?"
    said = f"{type(error).__name__}: {error}"
    if isinstance(wanted, Exception):
        clean = isinstance(error, (ValueError, TypeError, IndexError, AttributeError, type(wanted)))
        return ("error", said) if clean else (f"{type(error).__name__} for {type(wanted).__name__}: {kind}", said)
    if "cannot represent" in said and "put(" in kind:  # nothing is rounded without a word
        return "error", said
    if isinstance(getattr(wanted, "dtype", None), np.dtype) and wanted.dtype.kind == "O":  # NumPy's answer for bfloat16 beside integers: no numbers
        return "error", said
    if isinstance(error, ValueError) and "fill" in str(error):
        a = array_of(wanted)
        if "fill=" in str(case.made) or a.dtype.kind in "fcV" and not np.isfinite(a.astype(complex)).all() or re.search(r"[/%]|\*\*", kind):
            return "error", said
    where = extract_tb(error.__traceback__)[-1]
    place = f"{where.filename.rsplit('/', 1)[-1]}:{where.lineno}"
    return f"{type(error).__name__}: {kind}", f"{said} ({place})"


def against_others(case: Case, found: list, exact: bool, worlds) -> tuple[str, str]:
    "SciPy and PyData, where they compute it."
    if not case.is_finite or any(isinstance(f, Exception) for f in found) or case.lines[0] in LINES["ask"]:
        return "right", ""
    for world in worlds:
        if "np.inner" in case.lines[0] and world == "SciPy" or any("float16" in m for m in case.made.values()):
            continue  # which SciPy takes for an elementwise product; which they cannot
        theirs = run(case, world)
        for line, f, t in zip(case.lines, found, theirs):
            if isinstance(t, Exception) or t is NotImplemented or getattr(t, "dtype", None) == np.dtype(object):
                break
            try:
                a = array_of(t)
            except Exception:
                break
            ours = array_of(f)
            if a.dtype.kind not in "biufc" or not np.isfinite(a).all() or not np.isfinite(ours.astype(complex)).all():
                break
            if "/" in line and "float32" in str(case.made):
                break  # SciPy multiplies with quotients that are rounded to float32
            if a.shape != ours.shape or a.dtype.kind != ours.dtype.kind:
                break  # not the same meaning, as of A * B of SciPy's matrices
            coarse = a.astype(ours.dtype) if a.dtype.kind in "fc" and a.dtype.itemsize > ours.dtype.itemsize else a
            if wrong := difference(ours, coarse, exact and a.dtype == ours.dtype, False):
                return f"not as {world}: {line}", wrong
            if a.dtype != ours.dtype:
                break  # what follows is rounded otherwise
    return "right", ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--pydata", type=float, default=1, help="the part that PyData computes, too: it compiles for every new type")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop then")
    parser.add_argument("--show", type=int, default=12, help="how many kinds of failure")
    parser.add_argument("--of", default="", help="lines that contain this")
    a = parser.parse_args()
    try:
        it.SparseTensor.from_dense(np.eye(2), "CSR") * 2
    except TypeError:
        return skipped("operators of SparseTensor")
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    counts, failures, start = Counter(), defaultdict(list), perf_counter()
    for seed in [a.only] if a.only is not None else range(a.seed, a.seed + a.count):
        if perf_counter() - start > a.seconds:
            break
        case = make(seed, a.of)
        kind, what = judge(case, ("SciPy", "PyData") if seed % 100 < 100 * a.pydata else ("SciPy",))
        good = kind in ("right", "error")
        counts[kind if good else "wrong"] += 1
        if not good:
            failures[kind].append((case, what))
        if a.only is not None:
            print(case.code(), kind, what, *run(case, "NumPy"), sep="\n")
    for kind, found in sorted(failures.items(), key=lambda f: -len(f[1]))[: a.show]:
        case, what = min(found, key=lambda f: (len(f[0].code()), f[0].seed))
        print(f"{len(found)} x {kind}; seed {case.seed}: {what}\n{case.code()}\n")
    seconds = perf_counter() - start
    print(f"{counts['right']} right, {counts['error']} errors as expected, {counts['wrong']} wrong ({len(failures)} kinds), {seconds:.0f} s")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
