"""The same kernel run in other ways: every one gives the same bits, or is right by the oracle.

    python benchmarks/fuzz_kernel_ways.py [--count 1000] [--seed 0] [--only SEED] [--way TEXT] [--compiled 0]

A case is one of `fuzz_sparsify.py`. What its loops give as plain Python is held against: operands by name in any order;
arrays that are strided, reversed, in Fortran's order, read-only or of the other byte order; tensors with buffers of 8 to
64 bits; `out=`; another order of indices; a kernel made anew, from a text with other names; `trace`; the C text,
compiled by gcc; the MLIR text, run by the tests' machine; with `--compiled`, for that part of the cases, machine code
with `exact=True` (the same bits) and without (right by the oracle), each in a process of its own.

Prints the failures by way, of each the shortest as a program to copy. Exits with 1 if there is one.

Short form: --count 12
"""
from __future__ import annotations

import argparse
import ctypes
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter

import fuzz_sparsify as fuzz
import numpy as np
from fuzz_sparsify import Case, judge, keep, make

import indexing_tools as it
from indexing_tools.loops.ir import Var
from indexing_tools.sparse.kernels.execution import WATCHING

REFUSED = re.compile(r"does not fit \w+Width|of complex|does not order complex|no MLIR here for \w+ of (complex|float16)")
ROOT = Path(__file__).resolve().parent.parent
GCC = shutil.which("gcc")
HAS_JAX = find_spec("jax") is not None


class Skip(Exception):
    pass


def bits(found) -> tuple:
    "What a result is: its type, shape and bytes; NaN is NaN."
    if isinstance(found, it.SparseTensor):
        buffers = [*found.positions, *found.coordinate_buffers]
        return (str(found.encoding.level_types), found.shape, bits(np.asarray(found.fill)), bits(found.values),
                *(None if b is None else np.asarray(b).astype(np.int64).tolist() for b in buffers))
    a = np.array(found)
    if a.dtype.kind in "fcV":
        a[a != a] = np.nan
    return a.dtype.name, a.shape, a.tobytes()


def called(case: Case, formats=None, text="", given=None, **more):
    "The result of a new kernel, plain."
    named = more.pop("named", {})
    kernel = it.sparsify(text or case.text, **(formats or case.formats), **{"compile": False, **more})
    return kernel(*(arguments(case) if given is None else given), **named)


def arguments(case: Case) -> list:
    return [keep(case.given[n].argument) for n in case.names]


# ways: each takes the case, its random numbers, and the bits of the plain run

def by_name(case, rng, wanted):
    names = rng.sample(case.names, len(case.names))
    given = dict(zip(case.names, arguments(case)))
    return bits(called(case, given=[], named={n: given[n] for n in names})) == wanted


def odd_array(a: np.ndarray, rng: Random, may_write: bool) -> np.ndarray:
    "The same numbers, otherwise in memory."
    kinds = ["strided", "reversed", "fortran", "offset"] + ["locked"] * (not may_write)
    kinds += ["swapped"] * (a.dtype.isbuiltin == 1 and a.dtype.itemsize > 1 and not may_write)
    kind = rng.choice(kinds)
    if kind == "strided":
        room = np.zeros(tuple(2 * n for n in a.shape), a.dtype)
        view = room[tuple(slice(None, None, 2) for _ in a.shape)]
        view[...] = a
        return view
    if kind == "reversed":
        return a[tuple(slice(None, None, -1) for _ in a.shape)].copy()[tuple(slice(None, None, -1) for _ in a.shape)]
    if kind == "fortran":
        return np.asfortranarray(a)
    if kind == "swapped":
        return a.astype(a.dtype.newbyteorder())
    if kind == "offset":
        room = np.zeros(a.nbytes + 1, np.uint8)
        view = room[1:].view(a.dtype).reshape(a.shape)
        view[...] = a
        return view
    found = a.copy()
    found.flags.writeable = False
    return found


def odd_arrays(case, rng, wanted):
    given = [odd_array(a, rng, bool(case.updates) and n == 0) if isinstance(a, np.ndarray) and a.ndim else a
             for n, a in enumerate(arguments(case))]
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in given]
    found = bits(called(case, given=given))
    first = 1 if case.updates else 0
    kept = all(bits(a) == bits(b) for a, b in zip(given[first:], copies[first:]) if isinstance(a, np.ndarray))
    return kept and found == wanted


def narrow(case, rng, wanted):
    "With positions and coordinates of other widths, where they fit."
    formats = {}
    for name, f in case.formats.items():
        encoding = fuzz.as_encoding(f)
        formats[name] = encoding.with_widths(rng.choice((0, 8, 16, 32, 64)), rng.choice((0, 8, 16, 32, 64)))
    given = []
    for n in case.names:
        g = case.given[n]
        given.append(g.tensor.convert(formats[n]) if g.tensor is not None and g.way in ("tensor", "other") else keep(g.argument))
    found = called(case, formats=formats, given=given)
    if isinstance(found, it.SparseTensor):
        if "C" in formats and formats["C"].crd_width not in (0, found.encoding.crd_width):
            return f"coordinates of {found.encoding.crd_width} bits, not {formats['C'].crd_width}"
        found.check()
    return bits(found) == wanted


def into_out(case, rng, wanted):
    dtype, shape = wanted[0], wanted[1]
    if case.result_format or case.updates:
        raise Skip
    room = np.ones(shape, fuzz.dtype_of(dtype))
    view = odd_array(room, rng, True) if room.ndim else room
    found = called(case, given=None, named={"out": view})
    return found is view and bits(view) == wanted


def other_order(case, rng, wanted):
    "Right by the oracle: sums are in another order."
    names = list(dict.fromkeys(re.findall(r"[i-q]\b(?!\()", re.sub(r"[a-z_0-9]{2,}", "", case.text))))
    order = rng.sample(names, len(names))
    sparsify = it.sparsify
    it.sparsify = lambda *a, **k: sparsify(*a, order=order, compile=False, **k)
    try:
        kind, what = judge(case)
    finally:
        it.sparsify = sparsify
    return True if kind in ("right", "left", "error") or "order" in what or "cannot" in what else f"{kind}: {what} (order {order})"


def renamed(case, rng, wanted):
    "With indices and tensors of other names, spaces elsewhere."
    names = {n: rng.choice(("row", "kk", "pos", "x", "i_0", "crd", "values", "n_i", "s1", "pA0", "np", "U", "kernel", "range", "int", "min")) + str(k)
             for k, n in enumerate("ijklmnpq")}
    text = re.sub(r"(?<![A-Za-z_0-9.])[ijklmnpq](?![A-Za-z_0-9(])", lambda m: names[m[0]], case.text)
    return bits(called(case, text=text.replace(" ", rng.choice(("", "  ", " "))) if "(" not in text else text)) == wanted


def watched(case, way):
    "Runs a way beside all loops of a call; False where its buffers are not as the plain loops'."
    bad = []

    def watch(loops, given):
        plain, other = ([x.copy() if isinstance(x, np.ndarray) else x for x in given] for _ in range(2))
        with np.errstate(all="ignore"):
            expected = loops.plain(*plain)
            found = way(loops.function, other)
        if found is not None and found != (expected or 0):
            bad.append(f"returns {found}, not {expected}")
        for p, a, b in zip(loops.function.parameters, plain, other):
            if isinstance(a, np.ndarray) and bits(a) != bits(b) and not near(a, b):
                bad.append(f"{p.name}: {b.tolist()} instead of {a.tolist()}"[:400])

    token = WATCHING.set(watch)
    try:
        called(case)
    finally:
        WATCHING.reset(token)
    return bad[0] if bad else True


def near(a, b) -> bool:
    "Another library's exp differs in the last bits."
    if a.dtype.kind not in "fc":
        return False
    with np.errstate(all="ignore"):
        eps = 32 * np.finfo(a.dtype).eps
        return bool(np.all((a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= eps * np.abs(a))))


def as_trace(case, rng, wanted):
    from indexing_tools.loops.ir_interpreter import traced

    def way(function, given):
        trace = traced(function, 100_000)(*given)
        last = trace.buffers(len(trace) - 1) if len(trace) else {}
        for p, x in zip(function.parameters, given):
            if p.name in last and bits(last[p.name]) != bits(x):
                raise AssertionError(f"the steps' writes to {p.name} are not what it holds")
        return trace.result

    return watched(case, way)


C_ARGUMENTS = {"index": ctypes.c_uint64, "float64": ctypes.c_double, "float32": ctypes.c_float}


def plain_types(function) -> bool:
    return all(p.dtype not in ("float16", "bfloat16") for p in function.parameters) and "float16" not in repr(function.body)


def as_c(case, rng, wanted):
    from indexing_tools.loops.c_printer import c_text

    if GCC is None:
        raise Skip

    def way(function, given):
        if not plain_types(function):
            raise Skip
        with tempfile.TemporaryDirectory() as folder:
            source, made = Path(folder, "k.c"), Path(folder, "k.so")
            source.write_text(c_text(function))
            flags = "-std=c99 -O1 -fwrapv -Wall -Wno-unused -Wno-bool-compare -Werror -Wno-error=maybe-uninitialized -shared -fPIC".split()
            done = subprocess.run([GCC, *flags, "-o", made, source, "-lm"], capture_output=True, text=True)
            if done.returncode:
                raise AssertionError(done.stderr[:500])
            library = ctypes.CDLL(str(made))
        f = library[function.name]
        f.restype = ctypes.c_uint64
        passed = []
        for p, x in zip(function.parameters, given):
            if isinstance(p, Var):
                passed.append(C_ARGUMENTS[p.dtype](x))
            else:
                passed += [ctypes.c_void_p(x.ctypes.data), *(ctypes.c_uint64(n) for n in x.shape[1:])]
        if not all(x.flags.c_contiguous for x in given if isinstance(x, np.ndarray)):
            raise Skip
        f(*passed)

    return watched(case, way)


def as_mlir(case, rng, wanted):
    from indexing_tools.loops.mlir_printer import scf_text

    if not HAS_JAX:  # whose MLIR the tests' machine reads with
        raise Skip
    sys.path[:0] = [str(ROOT / "nbs")]
    run_scf = import_module("support.run_scf")

    def way(function, given):
        if not plain_types(function):
            raise Skip
        run_scf.Machine(scf_text(function))(function.name, *given)

    return watched(case, way)


def forked(run) -> object:
    "What a function gives in another process; a text if that ends otherwise."
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.dup2(os.open("/dev/null", os.O_WRONLY), 2)
        try:
            said = repr(run())
        except BaseException as e:
            said = f"{type(e).__name__}: {e}"
        gc.collect()
        os.write(write, said.encode()[:2000])
        os._exit(0)
    os.close(write)
    said = b""
    while part := os.read(read, 4096):
        said += part
    os.close(read)
    _, status = os.waitpid(child, 0)
    if status or not said:
        return f"ended with {status}"
    return True if said == b"True" else said.decode()


def exactly_compiled(case, rng, wanted):
    "The same bits; a complex quotient may be another's."
    def run():
        found = called(case, compile=True, exact=True)
        if bits(found) == wanted:
            return True
        a, b = (np.asarray(x.values if isinstance(x, it.SparseTensor) else x) for x in (found, called(case)))
        return True if near(a, b) and re.search(r"exp|log|sin|cos|tan|\*\*|/", case.text) else f"{a} instead of {b}"

    return forked(run)


def compiled(case, rng, wanted):
    case.compile = True

    def run():
        kind, what = judge(case)
        return True if kind in ("right", "left", "error") else f"{kind}: {what}"

    try:
        return forked(run)
    finally:
        case.compile = False


WAYS = {
    "by name": by_name, "odd arrays": odd_arrays, "widths": narrow, "out=": into_out, "order=": other_order, "other names": renamed,
    "trace": as_trace, "C": as_c, "MLIR": as_mlir,
}
COMPILED = {"exact": exactly_compiled, "compiled": compiled}


def tried(way, case: Case, rng: Random, wanted: tuple):
    "True, what is wrong, or None where there is no such way."
    try:
        return way(case, rng, wanted)
    except Skip:
        return None
    except Exception as e:
        return None if REFUSED.search(str(e)) else f"{type(e).__name__}: {e}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--way", default="", help="only ways with this in their name")
    parser.add_argument("--compiled", type=float, default=0, help="the part that is compiled, too")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    a = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    if a.compiled:
        import_module("numba")
    counts, failures, start = Counter(), defaultdict(list), perf_counter()
    for seed in [a.only] if a.only is not None else range(a.seed, a.seed + a.count):
        if perf_counter() - start > a.seconds:
            break
        case, rng = make(seed, 0), Random(seed)
        try:
            wanted = bits(called(case))
        except Exception:
            counts["an error"] += 1
            continue
        ways = WAYS | (COMPILED if rng.random() < a.compiled else {})
        for name, way in ways.items():
            if a.way not in name:
                continue
            good = tried(way, case, rng, wanted)
            if good is None:
                continue
            counts[name] += 1
            if good is not True:
                failures[name, re.sub(r"\d+", "n", str(good))[:50]].append((case, good))
    for (name, _), found in sorted(failures.items(), key=lambda f: -len(f[1])):
        case, what = min(found, key=lambda f: (len(f[0].code()), f[0].seed))
        print(f"{len(found)} x {name}; seed {case.seed}: {what}\n{case.code()}\n")
    print(f"{sum(map(len, failures.values()))} wrong; {dict(counts)}, {perf_counter() - start:.0f} s")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
