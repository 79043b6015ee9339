"""Inputs below 100 kB that ask for hours or terabytes, each in a process of its own, held to `time_limit` and Ctrl-C.

    python benchmarks/limits_held.py [NAME...] [--seconds 3] [--jobs 2] [--how limit|ctrl-c|both] [--short]

Short form: --short

Each input is prepared first, then its work runs under `time_limit(SECONDS)` and is killed after twice that; and again
without a limit, with SIGINT after half of it (KeyboardInterrupt is due within 1 s). A row: how it ended, after how many
seconds, and the peak of the process's memory in MiB. A process may take 6 GiB. `--short` takes a few inputs, and sends
SIGINT after half a second, before LLVM compiles a loop, which nothing ends. Exit status 1 if one did not end, or ended with an error that is not ours.
"""
from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import string
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from common import ROOT

Work = Callable[[], object]
INPUTS: dict[str, Callable[[], Work]] = {}  # name -> what prepares the work
SHORT = (
    "text of nested calls, run", "bz2 bomb", "dot f32", "while without an end", "sparsify innermost loop",
    "products of three sparse vectors", "command: run",
)  # fmt: skip
MEMORY = 6 * 2**30


def given(name: str) -> Callable[[Callable[[], Work]], Callable[[], Work]]:
    "Register an input by its name."

    def register(make: Callable[[], Work]) -> Callable[[], Work]:
        INPUTS[name] = make
        return make

    return register


def hlo(*lines: str) -> str:
    "A module of one computation."
    body = "\n".join(f"  {line}" for line in lines)
    return f"HloModule m\nENTRY e {{\n{body}\n}}\n"


def running(*lines: str, before: str = "") -> Callable[[], Work]:
    "What runs a program that has no parameters."

    def make() -> Work:
        import indexing_tools as it

        text = hlo(*lines).replace("ENTRY", f"{before}\nENTRY")
        program = it.read_program(text)
        return program.run

    return make


ADD = "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }"
ODD = """odd {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  s = f32[] sine(a)
  t = f32[] multiply(s, b)
  ROOT c = f32[] tanh(t)
}"""


def nested_calls(depth: int = 40) -> str:
    "A module whose entry runs 2**depth additions."
    head = "f0 { a = f32[4] parameter(0) ROOT b = f32[4] add(a, a) }"
    lines = ["HloModule m", head]
    for n in range(1, depth):
        call = f"f32[4] call({{}}), to_apply=f{n - 1}"
        lines.append(f"f{n} {{ a = f32[4] parameter(0) b = {call.format('a')} ROOT c = {call.format('b')} }}")
    call = f"f32[4] call(a), to_apply=f{depth - 1}"
    return "\n".join([*lines, f"ENTRY e {{ a = f32[4] parameter(0) ROOT r = {call} }}"])


# Reading


@given("text of nested parentheses")
def _() -> Work:
    import indexing_tools as it

    text = hlo(f"ROOT p = {'(' * 40_000}f32[]{')' * 40_000} parameter(0)")
    return lambda: it.read_program(text)


@given("text of one long number")
def _() -> Work:
    import indexing_tools as it

    text = hlo(f"ROOT p = f32[{'9' * 90_000}] parameter(0)")
    return lambda: it.read_program(text)


@given("StableHLO text of nested regions")
def _() -> Work:
    import indexing_tools as it

    text = "module { " + "func.func @f() { " * 5000 + "}" * 5001
    return lambda: it.read_program(text)


@given("bytes of no meaning")
def _() -> Work:
    import random

    import indexing_tools as it

    data = b"ML\xefR" + random.Random(0).randbytes(90_000)
    return lambda: it.read_program(data)


@given("bz2 bomb")
def _() -> Work:
    import bz2

    import indexing_tools as it

    packed = bz2.compress(b"HloModule m\n" + b" " * (100 * 2**20)) * 60
    return lambda: it.read_program(packed)


@given("gz bomb")
def _() -> Work:
    import zlib

    import indexing_tools as it

    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(packer.compress(b" " * 2**20) for _ in range(90)) + packer.flush()
    return lambda: it.read_program(packed)


@given("xz bomb")
def _() -> Work:
    import lzma

    import indexing_tools as it

    packed = lzma.compress(b"HloModule m\n" + b" " * (200 * 2**20)) * 3
    return lambda: it.read_program(packed)


@given("text of 16 MiB of spaces, in bz2")
def _() -> Work:
    import bz2

    import indexing_tools as it

    packed = bz2.compress(b"HloModule m\n" + b"( " * 2**22)
    return lambda: it.read_program(packed)


# Maps


@given("map of 3,000 terms")
def _() -> Work:
    import indexing_tools as it

    text = " + ".join(f"((d0 + {k}) floordiv {k % 97 + 2}) mod {k % 89 + 3}" for k in range(2500))
    return lambda: it.IndexingMap.parse(f"(d0) -> ({text}), domain: d0 in [0, 1000000007]").simplify()


@given("map that doubles by composition")
def _() -> Work:
    import indexing_tools as it

    m = it.IndexingMap.parse(
        "(d0, d1) -> ((d0 + d1 * 3) mod 1009, (d0 * 5 + d1 floordiv 2) mod 1013), domain: d0 in [0, 1012], d1 in [0, 1012]"
    )

    def work() -> object:
        found = m
        for _ in range(60):
            found = found.compose(found).simplify()
        return str(found)

    return work


@given("map of nested mods, inverse")
def _() -> Work:
    import indexing_tools as it

    text = "d0"
    for k in range(3, 40):
        text = f"(({text}) * {k} + d1 floordiv {k}) mod {10**6 + k}"
    m = it.IndexingMap.parse(f"(d0, d1) -> ({text}, d1), domain: d0 in [0, 1000000], d1 in [0, 1000000]")
    return lambda: m.inverse()


@given("map, explanation of 1,000 terms")
def _() -> Work:
    import indexing_tools as it

    text = " + ".join(f"(d{k} * 7 + d{k + 1}) mod {k + 3}" for k in range(1000))
    names = ", ".join(f"d{k}" for k in range(1001))
    domain = ", ".join(f"d{k} in [0, {k + 9}]" for k in range(1001))
    m = it.IndexingMap.parse(f"({names}) -> ({text}), domain: {domain}")
    return lambda: m.explain()


@given("isl: is it injective?")
def _() -> Work:
    import indexing_tools as it

    m = it.IndexingMap.parse(
        "(d0, d1, d2) -> ((d0 * 7 + d1 * 11 + d2 * 13) mod 1009, (d0 floordiv 3 + d1 * 5 + d2 floordiv 7) mod 997),"
        " domain: d0 in [0, 1000000], d1 in [0, 1000000], d2 in [0, 1000000]"
    )
    return lambda: m.is_injective()


@given("isl: count of an image")
def _() -> Work:
    import indexing_tools as it

    m = it.IndexingMap.parse(
        "(d0, d1, d2, d3) -> ((d0 * 7 + d1 * 11) floordiv 5, (d2 mod 7) * 3 + d1 mod 11, (d0 + d1 + d2 + d3) mod 13),"
        " domain: d0 in [0, 10000], d1 in [0, 10000], d2 in [0, 10000], d3 in [0, 10000]"
    )
    return lambda: m.image().count()


@given("exact count of many constraints")
def _() -> Work:
    import indexing_tools as it

    bounds = ", ".join(f"(d0 * {k} + d1 * {k + 2}) mod {2 * k + 5} in [1, {k + 2}]" for k in range(2, 40))
    m = it.IndexingMap.parse(f"(d0, d1) -> (d0, d1), domain: d0 in [0, 1000000000], d1 in [0, 1000000000], {bounds}")
    return lambda: m.count()


@given("equivalence of two maps")
def _() -> Work:
    import indexing_tools as it

    def text(k: int) -> str:
        terms = [f"(d0 * {n} + d1) floordiv {n + k}" for n in range(2, 30)]
        return f"(d0, d1) -> ({' + '.join(terms)}), domain: d0 in [0, 100000], d1 in [0, 100000]"

    one, two = it.IndexingMap.parse(text(3)), it.IndexingMap.parse(text(5))
    return lambda: one.equivalent(two)


# Shapes, layouts, tiles


@given("shape: offsets of 10**12 elements")
def _() -> Work:
    import indexing_tools as it

    shape = it.Shape.parse("f32[1000000,1000000]{1,0:T(8,128)}")
    return lambda: shape.offsets()


@given("shape: runs of a transposed tile")
def _() -> Work:
    import indexing_tools as it

    shape = it.Shape.parse("f32[100003,100003]{0,1:T(8,128)(2,1)}")
    return lambda: shape.contiguous_runs()


@given("shape of 20,000 tilings")
def _() -> Work:
    import indexing_tools as it

    text = f"f32[1000000,1000000]{{1,0:T(8,128){'(2,1)' * 15_000}}}"
    return lambda: str(it.Shape.parse(text).map)


@given("shape with comments")
def _() -> Work:
    import indexing_tools as it

    return lambda: it.Shape.parse("F32" + "/**/" * 10_000 + "x")


@given("shape: picture as PNG")
def _() -> Work:
    import indexing_tools as it

    shape = it.Shape.parse("f32[100000,100000]{1,0:T(8,128)}")
    return lambda: shape.picture().png()


@given("layouts that are suggested")
def _() -> Work:
    import indexing_tools as it

    shape = it.Shape.parse("f32[2,3,5,7,11,13,17,19,23,29,31]")
    return lambda: it.suggest_layouts(shape)


# Programs that run


@given("text of nested calls, run")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    program = it.read_program(nested_calls())
    return lambda: program.run(np.ones(4, "f4"))


LOOP = """b { s = (s64[], f32[SIZE]) parameter(0) i = s64[] get-tuple-element(s), index=0
  x = f32[SIZE] get-tuple-element(s), index=1 o = s64[] constant(1) j = s64[] add(i, o)
  y = f32[SIZE] BODY ROOT t = (s64[], f32[SIZE]) tuple(j, y) }
c { s = (s64[], f32[SIZE]) parameter(0) i = s64[] get-tuple-element(s), index=0
  n = s64[] constant(LIMIT) ROOT l = pred[] compare(i, n), direction=LT }"""


def looping(size: str, body: str, limit: int = 10**18) -> Callable[[], Work]:
    before = LOOP.replace("SIZE", size).replace("BODY", body).replace("LIMIT", str(limit))
    return running(
        "z = s64[] constant(0)", "q = f32[] constant(1)", f"v = f32[{size}] broadcast(q), dimensions={{}}",
        f"t = (s64[], f32[{size}]) tuple(z, v)",
        f"w = (s64[], f32[{size}]) while(t), condition=c, body=b",
        f"ROOT r = f32[{size}] get-tuple-element(w), index=1", before=before,
    )  # fmt: skip


INPUTS["while without an end"] = looping("", "sine(x)")
INPUTS["while of small arrays"] = looping("8", "sine(x)")
INPUTS["while of large arrays"] = looping("100000", "tanh(x)")


@given("while, plain")
def _() -> Work:
    import indexing_tools as it

    work = looping("", "sine(x)")()

    def plain() -> object:
        with it.compile_loops(after=float("inf")):
            return work()

    return plain


def square(n: int, kind: str = "f32", name: str = "a") -> str:
    return f"{name} = {kind}[{n},{n}] iota(), iota_dimension=0"


INPUTS["dot f32"] = running(
    square(16000), "ROOT d = f32[16000,16000] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
)
INPUTS["dot f64, batched"] = running(
    "a = f64[2,8000,8000] iota(), iota_dimension=1",
    "ROOT d = f64[2,8000,8000] dot(a, a), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}",
)
INPUTS["dot s64"] = running(
    square(6000, "s64"), "ROOT d = s64[6000,6000] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
)
INPUTS["dot c64, long"] = running(
    "a = c64[4000,20000] iota(), iota_dimension=0", "b = c64[20000,4000] iota(), iota_dimension=1",
    "ROOT d = c64[4000,4000] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
)  # fmt: skip
INPUTS["convolution"] = running(
    "a = f32[1,512,512,256] iota(), iota_dimension=1", "k = f32[31,31,256,256] iota(), iota_dimension=0",
    "ROOT c = f32[1,512,512,256] convolution(a, k), window={size=31x31 pad=15_15x15_15}, dim_labels=b01f_01io->b01f",
)  # fmt: skip
LESS = "l { p = f32[] parameter(0) q = f32[] parameter(1) ROOT c = pred[] compare(p, q), direction=LT }"
HARD = "l { p = f32[] parameter(0) q = f32[] parameter(1) m = f32[] multiply(p, q) s = f32[] sine(m) ROOT c = pred[] compare(s, q), direction=LT }"
WAVES = "i = f32[300000000] iota(), iota_dimension=0", "k = f32[] constant(7919.13)", "kk = f32[300000000] broadcast(k), dimensions={}", "j = f32[300000000] multiply(i, kk)", "o = f32[] constant(1013)", "oo = f32[300000000] broadcast(o), dimensions={}", "w = f32[300000000] remainder(j, oo)"
INPUTS["sort"] = running(
    *WAVES, "ROOT s = f32[300000000] sort(w), dimensions={0}, is_stable=true, to_apply=l", before=LESS
)
INPUTS["sort by a function"] = running(
    *(x.replace("300000000", "3000000") for x in WAVES),
    "ROOT s = f32[3000000] sort(w), dimensions={0}, is_stable=true, to_apply=l", before=HARD,
)  # fmt: skip
INPUTS["reduce-window"] = running(
    square(8000), "z = f32[] constant(0)",
    "ROOT r = f32[8000,8000] reduce-window(a, z), window={size=801x801 pad=400_400x400_400}, to_apply=add", before=ADD,
)  # fmt: skip
INPUTS["reduce-window, odd"] = running(
    square(3000), "z = f32[] constant(0)",
    "ROOT r = f32[3000,3000] reduce-window(a, z), window={size=101x101 pad=50_50x50_50}, to_apply=odd", before=ODD,
)  # fmt: skip
INPUTS["reduce, odd"] = running(
    "a = f32[400000000] iota(), iota_dimension=0", "z = f32[] constant(0)",
    "ROOT r = f32[] reduce(a, z), dimensions={0}, to_apply=odd", before=ODD,
)  # fmt: skip
INPUTS["gather"] = running(
    square(20000), "i = s32[200000,1] iota(), iota_dimension=0",
    "ROOT g = f32[200000,4000] gather(a, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4000}",
)  # fmt: skip
INPUTS["scatter, odd"] = running(
    "a = f32[100000000] iota(), iota_dimension=0", "i = s32[100000000,1] iota(), iota_dimension=0",
    "ROOT g = f32[100000000] scatter(a, i, a), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=odd",
    before=ODD,
)  # fmt: skip
INPUTS["iota, broadcasts, a long chain"] = running(
    square(16000), *(f"x{k} = f32[16000,16000] {op}({'a' if not k else f'x{k - 1}'})" for k, op in enumerate(["sine", "tanh", "exponential", "log"] * 60)),
    "ROOT r = f32[16000,16000] negate(x239)",
)  # fmt: skip
INPUTS["one elementwise step"] = running(
    "a = c128[100000000] iota(), iota_dimension=0", "ROOT r = c128[100000000] tan(a)"
)
INPUTS["power of s8"] = running(
    "a = s8[1000000000] iota(), iota_dimension=0", "ROOT r = s8[1000000000] power(a, a)"
)
INPUTS["conversion to f8"] = running(
    "a = f32[400000000] iota(), iota_dimension=0", "ROOT r = f8e5m2[400000000] convert(a)"
)
INPUTS["fft"] = running(
    "a = c64[200000000] iota(), iota_dimension=0", "b = c64[199999991] slice(a), slice={[0:199999991]}",
    "ROOT r = c64[199999991] fft(b), fft_type=FFT, fft_length={199999991}",
)  # fmt: skip
INPUTS["fft of many rows"] = running(
    "a = c64[40000,4000] iota(), iota_dimension=0", "ROOT r = c64[40000,4000] fft(a), fft_type=FFT, fft_length={4000}"
)
EYE = "i = f32[N,N] iota(), iota_dimension=0", "j = f32[N,N] iota(), iota_dimension=1", "e = pred[N,N] compare(i, j), direction=EQ", "a = f32[N,N] convert(e)"
INPUTS["cholesky"] = running(
    *(x.replace("N", "14000") for x in EYE), "ROOT r = f32[14000,14000] cholesky(a), lower=true"
)
INPUTS["triangular-solve"] = running(
    *(x.replace("N", "12000") for x in EYE),
    "ROOT r = f32[12000,12000] triangular-solve(a, a), left_side=true, lower=true, transpose_a=NO_TRANSPOSE",
)


def factors(name: str, routine: str, results: str, settings: str) -> None:
    "Enter a routine of LAPACK on a matrix of 4,000 rows and columns."
    INPUTS[f"LAPACK: {name}"] = running(
        square(4000), f'ROOT r = ({results}) custom-call(a), custom_call_target="lapack_{routine}_ffi",'
        f" backend_config={{{settings}}}, api_version=API_VERSION_TYPED_FFI",
    )  # fmt: skip


M, V = "f32[4000,4000]", "f32[4000]"
factors("singular values", "sgesdd", f"{M}, {V}, {M}, {M}, s32[]", "mode = 65 : ui8")
factors("singular values, undivided", "sgesvd", f"{M}, {V}, {M}, {M}, s32[]", "mode = 65 : ui8")
factors("symmetric eigenvalues", "ssyevd", f"{M}, {V}, s32[]", "mode = 86 : ui8, uplo = 76 : ui8")
factors("eigenvalues", "sgeev", f"{V}, {V}, {M}, {M}, s32[]", "compute_left = 86 : ui8, compute_right = 86 : ui8")
factors("Schur form", "sgees", f"{M}, {M}, {V}, {V}, s32[], s32[]", "mode = 86 : ui8, sort = 78 : ui8")
factors("Hessenberg form", "sgehrd", f"{M}, f32[3999], s32[]", "low = 1 : i32, high = 4000 : i32")
factors("tridiagonal form", "ssytrd", f"{M}, {V}, f32[3999], f32[3999], s32[]", "uplo = 76 : ui8")
INPUTS["rng-bit-generator"] = running(
    "s = u64[2] constant({1,2})", "ROOT r = (u64[2], u32[900000000]) rng-bit-generator(s), algorithm=rng_three_fry"
)
INPUTS["top-k"] = running(
    *WAVES, "ROOT r = (f32[1000], s32[1000]) topk(w), k=1000, largest=true"
)
INPUTS["transpose"] = running(
    "a = s8[1000,1000,2000] iota(), iota_dimension=0", "ROOT r = s8[2000,1000,1000] transpose(a), dimensions={2,1,0}"
)
INPUTS["select-and-scatter"] = running(
    square(6000), "z = f32[] constant(0)",
    "ROOT r = f32[6000,6000] select-and-scatter(a, a, z), window={size=51x51 pad=25_25x25_25}, select=l, scatter=add",
    before=ADD + "\n" + LESS.replace("LT", "GE"),
)  # fmt: skip


def collective(executor: str) -> Callable[[], Work]:
    def make() -> Work:
        import indexing_tools as it

        text = hlo(
            square(8000), "d = f32[8000,8000] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
            "ROOT r = f32[8000,8000] all-reduce(d), replica_groups={{0,1}}, to_apply=add",
        ).replace("ENTRY", f"{ADD}\nENTRY")  # fmt: skip
        program = it.read_program(text)
        if executor == "threads":
            return lambda: program.run_parallel([[], []])

        def work() -> object:
            with ProcessPoolExecutor(2) as pool:
                return program.run_parallel([[], []], executor=pool)

        return work

    return make


INPUTS["collective, threads"] = collective("threads")
INPUTS["collective, processes"] = collective("processes")


@given("bisect")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(hlo(square(5000), "d = f32[5000,5000] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}", "ROOT e = f32[5000,5000] tanh(d)"))
    return lambda: it.bisect(program, reference="float64")


@given("trace")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    program = it.read_program(nested_calls())
    return lambda: program.trace(np.ones(4, "f4"))


@given("step through nested calls")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    program = it.read_program(nested_calls())
    return lambda: program.step(np.ones(4, "f4")).run_to("r")


# Analyses


@given("report of nested calls")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(nested_calls())
    return lambda: str(it.report(program))


def long_program(count: int, size: str = "64,64") -> str:
    lines = [f"a = f32[{size}] parameter(0)"]
    for k in range(count):
        before = "a" if not k else f"x{k - 1}"
        lines.append(f"x{k} = f32[{size}] {'add' if k % 2 else 'multiply'}({before}, {f'x{k // 2}' if k else 'a'})")
    return hlo(*lines, f"ROOT r = f32[{size}] negate(x{count - 1})")


@given("report of 1,800 instructions, page")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(long_program(1800))
    return lambda: str(program.report().page())


@given("between two values of a long program")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(long_program(1800))
    ops = {op.name: op for op in program.instructions}
    return lambda: program.between(ops["a"], ops["r"])


@given("diff of two long programs")
def _() -> Work:
    import indexing_tools as it

    one, two = it.read_program(long_program(1700)), it.read_program(long_program(1699, "64,65"))
    return lambda: str(it.diff(one, two))


@given("verify maps of a huge program")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(hlo("a = f32[3000,3000] parameter(0)", "b = f32[3000,3000] transpose(a), dimensions={1,0}", "ROOT d = f32[3000,3000] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"))
    return lambda: program.verify_indexing()


def large_dot() -> Any:
    import indexing_tools as it

    program = it.read_program(hlo(
        "a = f32[1048576,983041] parameter(0)", "b = f32[983041,720720] parameter(1)",
        "ROOT d = f32[1048576,720720] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
    ))  # fmt: skip
    return program.entry.root


@given("search for a tiling")
def _() -> Work:
    import indexing_tools as it

    op = large_dot()
    return lambda: op.search(budget_bytes=2**20, device=it.H100)


@given("plan of single elements, Pallas")
def _() -> Work:
    op = large_dot()
    return lambda: str(op.plan((1, 1)).pallas())


@given("plan of single elements, picture")
def _() -> Work:
    op = large_dot()
    return lambda: op.plan((1, 1)).picture().png()


@given("tiles of a huge dot, exploring")
def _() -> Work:
    import indexing_tools as it

    op = large_dot()
    return lambda: it.explore(op)


@given("exploring a map")
def _() -> Work:
    import indexing_tools as it

    m = it.IndexingMap.parse("(d0, d1) -> ((d0 * 7 + d1) mod 100003, d1 floordiv 3), domain: d0 in [0, 10000000], d1 in [0, 10000000]")
    return lambda: it.explore(m)


@given("picture of a map as PNG")
def _() -> Work:
    import indexing_tools as it

    m = it.IndexingMap.parse("(d0, d1) -> ((d0 * 7 + d1) mod 100003, d1 floordiv 3), domain: d0 in [0, 10000000], d1 in [0, 10000000]")
    return lambda: m.picture().png()


@given("traffic and coalescing of a huge transpose")
def _() -> Work:
    import indexing_tools as it

    program = it.read_program(hlo("a = f32[99991,1009,97] parameter(0)", "r = f32[97,1009,99991] transpose(a), dimensions={2,1,0}", "ROOT s = f32[97,1009,99991] reverse(r), dimensions={0,1,2}"))
    op = program.entry.instructions[1]
    return lambda: (op.traffic(), op.coalescing(it.H100))


# Sparse tensors


def wide(count: int, kind: str = "f8") -> Any:
    "A vector of so many ones that takes 8 bytes."
    import numpy as np

    return np.broadcast_to(np.ones(1, kind), count)


def kernel(text: str, *shapes: tuple[int, ...], compile: bool | None = True, **formats: str) -> Callable[[], Work]:
    def make() -> Work:
        import numpy as np

        import indexing_tools as it

        found = it.sparsify(text, compile=compile, **formats)
        arrays = [np.ones(s) for s in shapes]
        return lambda: found(*arrays)

    return make


TRIPLE = "y[] = sin(A[i] * B[j] * C[k])"
INPUTS["sparsify compiled"] = kernel(TRIPLE, (4000,), (4000,), (4000,))
INPUTS["sparsify plain"] = kernel(TRIPLE, (4000,), (4000,), (4000,), compile=False)
INPUTS["sparsify default"] = kernel(TRIPLE, (4000,), (4000,), (4000,), compile=None)
INPUTS["sparsify matrices, compiled"] = kernel("C[i,j] = min(A[i,k], B[k,j])", (3000, 3000), (3000, 3000))


@given("sparsify innermost loop")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    found = it.sparsify("y[] = sin(A[i] * B[j])", compile=True)
    one, many = np.ones(40), wide(400_000_000, "i1")
    return lambda: found(one, many)


@given("sparsify of three sparse operands")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    f = it.sparsify("y[] = sin(A[i,j] * B[k,l] * C[m,n])", A="CSR", B="CSR", C="CSR", compile=True)
    a = it.SparseTensor.from_dense(np.ones((100, 100)), "CSR")
    return lambda: f(a, a, a)


def sparse_vector(count: int) -> Any:
    import numpy as np

    import indexing_tools as it

    at = np.arange(count)[:, None] * 3  # (count, 1)
    return it.SparseTensor.from_coo(at, np.ones(count), (count * 3,), "SparseVector")


@given("products of three sparse vectors")
def _() -> Work:
    import indexing_tools as it

    a = sparse_vector(5000)
    return lambda: it.einsum("i,j,k->ijk", a, a, a)


@given("chain of sparse products")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    rng = np.random.default_rng(0)
    at = np.unique(rng.integers(0, 3000, (6000, 2)), axis=0)
    a = it.SparseTensor.from_coo(at, np.ones(len(at)), (3000, 3000), "CSR")
    text = ",".join(string.ascii_letters[k] + string.ascii_letters[k + 1] for k in range(12))
    return lambda: it.einsum(f"{text}->a{string.ascii_letters[12]}", *[a] * 12)


@given("sparse outer products, summed")
def _() -> Work:
    import indexing_tools as it

    a = sparse_vector(6000)
    return lambda: it.einsum("i,j,k->", a, a, a)


@given("einsum of dense arrays")
def _() -> Work:
    import indexing_tools as it

    a = wide(5000)
    return lambda: it.einsum("i,j,k,l->ijkl", a, a, a, a)


@given("einsum of two dense matrices")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    a = np.broadcast_to(np.ones(1), (14000, 14000))
    return lambda: it.einsum("ij,jk->ik", a, a)


@given("einsum, mixed")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    s = it.SparseTensor.from_dense(np.ones((1000, 1000)), "CSR")
    d = np.ones((1000, 1000))
    return lambda: it.einsum("ij,jk,kl,il->", s, d, s, d * 2.0)


@given("einsum, mixed, compared elementwise")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    s = it.SparseTensor.from_dense(np.ones((300, 300)), "CSR")
    return lambda: it.einsum("ij,kl,mn->ikm", s, np.ones((300, 300)), s)


@given("sparse times dense")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    s = it.SparseTensor.from_dense(np.ones((3000, 3000)), "CSR")
    d = np.broadcast_to(np.ones(1), (3000, 40000))
    return lambda: s @ d


@given("sparse times sparse")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    s = it.SparseTensor.from_dense(np.ones((3000, 3000)), "CSR")
    return lambda: s @ s


@given("from_dense of 1.6e9 ones")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    a = np.broadcast_to(np.ones(1, "i1"), (40000, 40000))
    return lambda: it.SparseTensor.from_dense(a, "CSR")


def scattered(shape: tuple[int, ...], encoding: str = "COO") -> Any:
    import numpy as np

    import indexing_tools as it

    rng = np.random.default_rng(0)
    at = np.stack([rng.integers(0, s, 3000) for s in shape], 1)
    at = np.unique(at, axis=0)
    return it.SparseTensor.from_coo(at, np.ones(len(at), "f4"), shape, encoding)


@given("to_dense of a huge shape")
def _() -> Work:
    a = scattered((1_000_000, 1_000_000))
    return lambda: a.to_dense()


@given("to_dense of 3.6 GiB, converted back")
def _() -> Work:
    import indexing_tools as it

    a = scattered((30_000, 30_000))
    return lambda: it.SparseTensor.from_dense(a.to_dense(), "CSC")


@given("conversion to rows without end")
def _() -> Work:
    a = scattered((4_000_000_000, 10))
    return lambda: a.convert("CSR")


@given("conversion to many rows and back")
def _() -> Work:
    a = scattered((400_000_000, 3))

    def work() -> object:
        found = a
        for _ in range(20):
            found = found.convert("CSR").convert("COO")
        return found

    return work


@given("reductions, sorting, shapes of a huge tensor")
def _() -> Work:
    a = scattered((300_000_000, 10))
    return lambda: (a.sum(1), a.max(1), a.T.convert("CSR").sum(0), a.reshape((10, 300_000_000)), a.flatten(), (a + 1).sum())


@given("elementwise of large sparse matrices")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    s = it.SparseTensor.from_dense(np.ones((5000, 5000), "f4"), "CSR")

    def work() -> object:
        found = s
        for _ in range(100):
            found = np.sin(found * s + found)
        return found

    return work


@given("elementwise, broadcast")
def _() -> Work:
    import numpy as np

    import indexing_tools as it

    a = scattered((100_000, 1))
    b = scattered((1, 100_000))
    return lambda: it.elementwise(np.multiply, a, b)


@given("formats of a huge tensor")
def _() -> Work:
    a = scattered((1_000_000_007, 1_000_000_009))
    return lambda: str(a.formats())


@given("pictures of a huge tensor")
def _() -> Work:
    a = scattered((1_000_000_007, 1_000_000_009))
    return lambda: (a.picture().png(), a.spy())


@given(".mtx of a huge header")
def _() -> Work:
    import indexing_tools as it

    path = Path(tempfile.mkdtemp()) / "a.mtx"
    path.write_text("%%MatrixMarket matrix array real general\n1000000 1000000\n" + "1\n" * 10_000)
    return lambda: it.SparseTensor.read(path, "CSR")


@given(".mtx of many entries")
def _() -> Work:
    import indexing_tools as it

    path = Path(tempfile.mkdtemp()) / "a.mtx"
    path.write_text("%%MatrixMarket matrix coordinate real general\n4000000000 4000000000 1000000000000\n" + "1 1 1\n" * 10_000)
    return lambda: it.SparseTensor.read(path, "CSR")


@given(".npz bomb")
def _() -> Work:
    import zipfile

    import numpy as np

    import indexing_tools as it

    path = Path(tempfile.mkdtemp()) / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file, file.open("data.npy", "w", force_zip64=True) as part:
        np.lib.format.write_array_header_1_0(part, {"descr": "<f8", "fortran_order": False, "shape": (10**7,)})
        for _ in range(80):
            part.write(bytes(10**6))
    return lambda: it.SparseTensor.read(path, "CSR")


@given(".tns of a huge place")
def _() -> Work:
    import indexing_tools as it

    path = Path(tempfile.mkdtemp()) / "a.tns"
    path.write_text("3 1\n4000000000 4000000000 4000000000\n4000000000 4000000000 4000000000 1.0\n")
    return lambda: it.SparseTensor.read(path, "DENSE(3)")


@given("encodings text")
def _() -> Work:
    import indexing_tools as it

    text = "#a = #sparse_tensor.encoding<{ map = (" + ", ".join(f"d{k}" for k in range(4000)) + ") -> (" + ", ".join(f"d{k} : compressed" for k in range(4000)) + ") }>"
    return lambda: it.read_encodings(text)


@given("sparsify a long expression")
def _() -> Work:
    import indexing_tools as it

    terms = " + ".join(f"A{k}[i,j] * B{k}[j,i]" for k in range(40))
    names = {f"{n}{k}": "CSR" for n in "AB" for k in range(40)}
    return lambda: it.sparsify(f"C[i,j] = {terms}", names, compile=False)


@given("expression of many indices")
def _() -> Work:
    import indexing_tools as it

    letters = [f"i{k}" for k in range(60)]
    factors = " * ".join(f"A{k}[{letters[k]},{letters[(k * 7 + 3) % 60]}]" for k in range(60))
    return lambda: it.sparsify(f"y[] = {factors}", {f"A{k}": "CSR" for k in range(60)}, compile=False)


# Commands


def command(*words: str, text: str = "", suffix: str = ".hlo") -> Callable[[], Work]:
    "A command in a process of its own, with the limit that this one has; IN stands for a file of the text."

    def make() -> Work:
        path = Path(tempfile.mkdtemp()) / f"a{suffix}"
        path.write_text(text)
        words_ = [w.replace("IN", str(path)).replace("OUT", str(path.with_suffix(".out"))) for w in words]

        def work() -> object:
            limit = ["--time-limit", os.environ["LIMITS_HELD"]] if "LIMITS_HELD" in os.environ else []
            line = [sys.executable, "-m", "indexing_tools", *words_, *limit]
            process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                _, said = process.communicate()
            except KeyboardInterrupt:
                process.send_signal(signal.SIGINT)
                process.communicate()
                raise
            if "Traceback" in said:
                raise RuntimeError(said[-300:])
            return f"status {process.returncode}: {said.strip()[-60:]}"

        return work

    return make


INPUTS["command: run"] = command("run", "IN", text=hlo(
    square(16000), "ROOT d = f32[16000,16000] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
))  # fmt: skip
INPUTS["command: maps"] = command("maps", "IN", "--simplify", text=long_program(1800))
INPUTS["command: simplify"] = command("simplify", "(d0) -> (" + " + ".join(f"((d0 + {k}) floordiv {k % 97 + 2}) mod {k % 89 + 3}" for k in range(1500)) + "), domain: d0 in [0, 1000000007]")
INPUTS["command: layout"] = command("layout", "f32[100000,100000]{1,0:T(8,128)}", "--png", "OUT.png")
INPUTS["command: report"] = command("report", "IN", "--html", "OUT", text=nested_calls())
INPUTS["command: report, two processes"] = command("report", "IN", "IN", "--jobs", "2", text=long_program(1800))
INPUTS["command: diff"] = command("diff", "IN", "IN", text=long_program(1800))
INPUTS["command: sparse"] = command(
    "sparse", "CSR", "IN", "--formats", suffix=".mtx",
    text="%%MatrixMarket matrix coordinate real general\n400000000 400000000 1000\n" + "".join(f"{k * 7919 + 1} {k * 104729 + 1} 1\n" for k in range(1000)),
)  # fmt: skip
INPUTS["command: sparsify"] = command(
    "sparsify", "y[] = " + " * ".join(f"A{k}[i{k},i{(k * 7 + 3) % 60}]" for k in range(60)), *(w for k in range(60) for w in ("--format", f"A{k}=CSR"))
)
INPUTS["command: check"] = command("check", "IN", suffix=".mlir", text="""func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<12000x12000xf32>
  %1 = stablehlo.dot %0, %0 : (tensor<12000x12000xf32>, tensor<12000x12000xf32>) -> tensor<12000x12000xf32>
  check.expect_eq %1, %0 : tensor<12000x12000xf32>
  func.return
}
""")


# One input, in its own process


OURS = (
    "LimitError TimeLimitError SizeLimitError ParseError ProgramError MemoryLimitError ExactLimitError"
    " ExactTimeLimitError ValueError NotAffineError StuckError WorkerError ExactError"
).split()


def is_ours(kind: str, words: str) -> bool:
    "Is it an answer or an error of the package?"
    return kind in ("answer", *OURS) or (kind == "MemoryError" and "memory_limit" in words)


def child(name: str, how: str, seconds: float) -> None:
    "Prepare, say so, work, and say how it ended."
    import indexing_tools as it

    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    work = INPUTS[name]()
    if how == "limit":
        os.environ["LIMITS_HELD"] = str(seconds)
    print("go", flush=True)
    start = time.monotonic()
    try:
        if how == "limit":
            with it.time_limit(seconds):
                found = work()
        else:
            found = work()
        said = "answer", found if type(found) is str and found.startswith("status") else ""
    except BaseException as error:  # all of it is told
        said = type(error).__name__, f"{error}".replace("\n", " ")[:300]
    spent = time.monotonic() - start
    print(json.dumps([*said, spent]), flush=True)
    os._exit(0)


class Row(NamedTuple):
    "How an input ended."

    name: str
    how: str
    kind: str
    words: str
    seconds: float
    mebibytes: float
    good: bool


def peak_of(pid: int) -> float:
    "The peak of a process's memory in MiB."
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = [line.split()[1] for line in text.splitlines() if line.startswith("VmHWM")]
    return int(found[0]) / 1024 if found else 0


def tried(name: str, how: str, seconds: float) -> Row:
    "One input, in a process."
    line = [sys.executable, __file__, "--child", name, "--how", how, "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, start_new_session=True
    )
    try:
        ready = process.stdout.readline()
        if ready.strip() != "go":
            try:
                words = json.loads(ready)[1]
            except (ValueError, IndexError):
                words = "not prepared"
            return Row(name, how, "not prepared", words, 0, peak_of(process.pid), False)
        return _watched(process, name, how, seconds)
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _watched(process: Any, name: str, how: str, seconds: float) -> Row:
    start, answer, peak, sent = time.monotonic(), [], 0.0, None
    reader = threading.Thread(target=lambda: answer.append(process.stdout.readline()), daemon=True)
    reader.start()
    while not answer:
        peak, spent = max(peak, peak_of(process.pid)), time.monotonic() - start
        if how == "ctrl-c" and sent is None and spent > seconds / 2:
            sent = time.monotonic()
            os.kill(process.pid, signal.SIGINT)
        if spent > 2 * seconds + (how == "ctrl-c"):
            return Row(name, how, "KILLED", "", spent, peak, False)
        reader.join(0.01)
    if not answer[0]:
        return Row(name, how, "DIED", f"status {process.wait()}", time.monotonic() - start, peak, False)
    kind, words, spent = json.loads(answer[0])
    late = 0.0 if sent is None else time.monotonic() - sent
    if how == "ctrl-c":
        good = kind == "KeyboardInterrupt" and late <= 1 or sent is None and is_ours(kind, words)
        return Row(name, how, kind, words, late if sent else spent, peak, good)
    return Row(name, how, kind, words, spent, peak, is_ours(kind, words) and spent <= 2 * seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names; all when none is given")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--how", choices=("limit", "ctrl-c", "both"), default="both")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.child:
        child(a.child, a.how, a.seconds)
    names = [n for n in INPUTS if not a.names or any(part in n for part in a.names)]
    if a.short:
        names = [n for n in names if n in SHORT]
    ways = ("limit", "ctrl-c") if a.how == "both" else (a.how,)
    jobs = [(n, how, 1 if a.short and how == "ctrl-c" else a.seconds) for n in names for how in ways]
    print(f"{'input':44} {'how':7} {'seconds':>7} {'MiB':>6}  ended")
    rows = []
    with ThreadPoolExecutor(a.jobs) as pool:
        for row in pool.map(lambda job: tried(*job), jobs):
            rows.append(row)
            mark = "" if row.good else "!! "
            print(f"{row.name:44} {row.how:7} {row.seconds:7.2f} {row.mebibytes:6.0f}  {mark}{row.kind} {row.words[:90]}", flush=True)
    wrong = sum(not row.good for row in rows)
    print(f"{len(names)} inputs, {len(rows)} runs, {wrong} not ended as they should")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
