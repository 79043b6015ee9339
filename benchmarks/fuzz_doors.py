"""Hand damaged things in at every door, and see that all end in a result or in an error of the package.

    python benchmarks/fuzz_doors.py [-n 1000] [--first 0] [--door maps,hlo] [--jobs 2] [--seconds S] [--short]
    python benchmarks/fuzz_doors.py --show K

A *door* is a reader with what a user does next (print, maps, report, run), a command, or a reader of array files.
Its seeds are the data beside the notebooks, small texts below and random programs of one operation; a mutant is a
seed damaged by one to three mutations, some of which take a piece or a word from a seed of another door, so that
grammars mix. Mutant number
K is always the same. What counts as a fault: an exception that is not the package's (a class of its own, or a
`ValueError`, `TypeError`, `MemoryError` that one of its lines raises), a command's traceback, more than 5 s, more
than 1 GiB on top of what the process began with, an abort, for at most 100 kB of input.

Mutants run in worker processes, which an abort, a hang or a lack of memory ends and which are started again.
The table counts outcomes by door; faults are printed with their number. Exit status 1 if there are any.

Short form: --short
"""
from __future__ import annotations

import argparse
import bz2
import contextlib
import gzip
import io
import linecache
import os
import random
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "nbs" / "data"
sys.path.append(str(ROOT / "nbs"))  # random_ops
LARGEST, SECONDS, MEMORY = 100_000, 5.0, 1 << 30
PATIENCE = 20.0  # seconds without a word after which a worker hangs
SHORT = 400  # mutants of the short form

MAPS = (
    "(d0, d1)[s0] -> ((d0 * 8 + d1) floordiv 8, (d1 + s0 * 8) mod 8), domain: d0 in [0, 9], d1 in [0, 7], s0 in [0, 3]",
    "(d0, d1) -> (d0 floordiv 2, d1 + (d0 mod 2) * 6), domain: d0 in [0, 3], d1 in [0, 5]",
    "(d0)[s0]{rt0} -> (d0 + s0 * 2 + rt0), domain: d0 in [0, 9], s0 in [0, 2], rt0 in [0, 7], d0 mod 2 in [0, 0]",
    "(d0, d1) -> (d1, d0)", "KNOWN EMPTY", "UNDEFINED", "()[s0] -> (), domain: s0 in [0, 4]",
    "(d0){rt0} -> (d0 * 2 - rt0 ceildiv 3), domain: d0 in [0, 8], rt0 in [-3, 3]",
)
SHAPES = (
    "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", "f32[3,5]{1,0:T(2,2)}", "(f32[2]{0}, token[], s4[9]{0:T(8)E(4)})",
    "pred[<=4,3]{0,1:T(*,2)S(1)}", "f32[]", "c64[2,3,4]{0,1,2}", "f8e4m3fn[64,128]{1,0:T(8,128)(4,1)L(1024)}",
)
ENCODINGS = (
    "#sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>", "CSR", "BSR(2, 3)", "csf(3)",
    "#sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense,"
    " j mod 3 : dense), posWidth = 32, crdWidth = 8 }>",
    "#sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 floordiv s0 : dense,"
    " d1 : structured[2, 4]) }>",
    "#sparse_tensor.encoding<{ map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : compressed(nonunique),"
    " l1 = d1 : singleton(soa)), explicitVal = 1.0 : f32 }>",
    "#sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(0, 4, 2)>, d1) -> (d0 : dense, d1 : compressed) }>",
)
MATRICES = {
    "general.mtx": "%%MatrixMarket matrix coordinate real general\n% c\n3 4 4\n1 1 1.5\n2 3 -2e3\n3 1 0.1\n3 4 7\n",
    "symmetric.mtx": "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 1\n2 1 5\n3 3 -9\n",
    "pattern.mtx": "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n",
    "complex.mtx": "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 2 -1\n",
    "array.mtx": "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
    "small.tns": "# t\n1 1 2 1.0\n2 3 1 -4\n4 1 1 2.5\n",
    "extended.tns": "# extended FROSTT format\n3 3\n4 3 2\n1 1 2 1.0\n2 3 1 -4\n4 1 1 2.5\n",
}
SMALL_HLO = """HloModule small
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
body { p = (s32[], f32[4]) parameter(0)  i = s32[] get-tuple-element(p), index=0  x = f32[4] get-tuple-element(p), index=1
  one = s32[] constant(1)  j = s32[] add(i, one)  y = f32[4] add(x, x)  ROOT t = (s32[], f32[4]) tuple(j, y) }
cond { p = (s32[], f32[4]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] constant(3)
  ROOT less = pred[] compare(i, n), direction=LT }
ENTRY main {
  x = f32[4,6] parameter(0)  i = s32[] parameter(1)  z = f32[] constant(0)
  r = f32[2,12] reshape(x)  t = f32[12,2] transpose(r), dimensions={1,0}
  d = f32[3,2] dynamic-slice(t, i, i), dynamic_slice_sizes={3,2}
  s = f32[2] reduce(d, z), dimensions={0}, to_apply=add
  p = f32[4] pad(s, z), padding=1_1
  w = (s32[], f32[4]) tuple(i, p)  l = (s32[], f32[4]) while(w), condition=cond, body=body
  ROOT o = f32[4] get-tuple-element(l), index=1
}
"""
SMALL_MLIR = """module @small {
  func.func public @main(%x: tensor<4x6xf32> {jax.arg_info = "x"}, %i: tensor<i32>) -> tensor<2x6xf32> {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %d = stablehlo.dynamic_slice %x, %i, %z, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
    %c = stablehlo.constant dense<[[1.0, -0.0], [0x7F800000, 2.5e-3]]> : tensor<2x2xf32>
    %m = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x2xf32>, tensor<2x6xf32>) -> tensor<2x6xf32>
    %r:2 = stablehlo.while(%a = %z, %b = %m) : tensor<i32>, tensor<2x6xf32> cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %l = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
    } do {
      %n = stablehlo.constant dense<1> : tensor<i32>
      %p = stablehlo.add %a, %n : tensor<i32>
      %q = "stablehlo.negate"(%b) : (tensor<2x6xf32>) -> tensor<2x6xf32>
      stablehlo.return %p, %q : tensor<i32>, tensor<2x6xf32>
    }
    return %r#1 : tensor<2x6xf32>
  }
}
"""


# Seeds --------------------------------------------------------------------------------------------


def of_arrays(save: Callable[[io.BytesIO], object]) -> bytes:
    "What `save` writes."
    file = io.BytesIO()
    save(file)
    return file.getvalue()


def archives() -> dict[str, bytes]:
    "Arguments of the small programs and matrices as NumPy's and SciPy's files."
    x, i = np.arange(24, dtype=np.float32).reshape(4, 6), np.int32(1)
    matrix = np.array([[0, 1.5], [2, 0]])
    coo = {"row": np.array([0, 1]), "col": np.array([1, 0]), "format": np.array(b"coo")}
    parts = {"indices": np.array([1, 0]), "indptr": np.array([0, 1, 2]), "format": np.array(b"csr")}
    parts |= {"shape": np.array([2, 2]), "data": np.array([1.5, 2.0])}
    coo |= {"shape": np.array([2, 2]), "data": np.array([1.5, 2.0])}
    bsr = parts | {"format": np.array(b"bsr"), "shape": np.array([4, 4]), "data": np.ones((2, 2, 2))}
    return {
        "coo.npz": of_arrays(lambda f: np.savez(f, **coo)),
        "bsr.npz": of_arrays(lambda f: np.savez_compressed(f, **bsr)),
        "args.npz": of_arrays(lambda f: np.savez(f, arg0=x, arg1=i)),
        "packed.npz": of_arrays(lambda f: np.savez_compressed(f, arg0=x, arg1=i)),
        "matrix.npy": of_arrays(lambda f: np.save(f, matrix)),
        "csr.npz": of_arrays(lambda f: np.savez(f, **parts)),
        "objects.npy": of_arrays(lambda f: np.save(f, np.array([{}, []], dtype=object), allow_pickle=True)),
    }


@cache
def seeds() -> dict[str, list[tuple[str, bytes]]]:
    "For each kind of thing its seeds, with names."
    def texts(entries: tuple[str, ...]) -> list[tuple[str, bytes]]:
        return [(str(k), text.encode()) for k, text in enumerate(entries)]

    def files(folder: Path, suffix: str) -> list[tuple[str, bytes]]:
        found = sorted(folder.rglob(f"*.{suffix}"))
        return [(f.stem, f.read_bytes()) for f in found if f.stat().st_size <= 60_000]

    return {
        "map": texts(MAPS), "shape": texts(SHAPES), "encoding": texts(ENCODINGS),
        "hlo": [("small", SMALL_HLO.encode())] * 4 + files(DATA / "hlo", "hlo"),
        "mlir": [("small", SMALL_MLIR.encode())] * 4 + files(DATA / "stablehlo", "mlir"),
        "matrix": [(name, text.encode()) for name, text in MATRICES.items()],
        "archive": list(archives().items()),
    }  # fmt: skip


def random_hlo(rng: random.Random) -> bytes:
    "A program of one random operation, or a fusion of some."
    from support import random_ops

    op = random_ops.random_fusion(rng) if rng.random() < 0.1 else random_ops.random_instruction(rng)
    return str(op.function.program).encode()


def random_mlir(rng: random.Random) -> bytes:
    "A StableHLO program of one random operation."
    import fuzz_stablehlo

    return fuzz_stablehlo.program(rng.randrange(1 << 30))[1].text().encode()


RANDOM = {"hlo": random_hlo, "mlir": random_mlir}  # kind -> what makes a seed, for every other mutant


@cache
def words() -> list[bytes]:
    "Words of all grammars, and numbers that are hard to bear."
    import re

    text = b" ".join(content for kind in ("map", "shape", "encoding", "hlo", "mlir", "matrix")
                     for _, content in seeds()[kind])
    found = set(re.findall(rb"[A-Za-z_][\w.-]*|[#%@!][\w.]+|->|<=|[^\w\s]", text))
    return sorted(found)


NUMBERS = (b"0", b"-1", b"01", b"1", b"7", b"2147483648", b"-9223372036854775809", b"18446744073709551616", b"1e400",
           b"nan", b"inf", b"0x", b"1_000", b"9" * 40, b"9" * 5000, b"4611686018427387904", b"1000000", b"?", b"*", b"")


# Mutations ----------------------------------------------------------------------------------------


def flip_bytes(text: bytes, rng: random.Random) -> bytes:
    "Some bytes replaced."
    damaged = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        damaged[rng.randrange(len(damaged))] = rng.choice((rng.choice(b'{}[](),=%"<>@#!^:-/*\\ \n0123xR'), rng.randrange(256)))
    return bytes(damaged)


def delete_span(text: bytes, rng: random.Random) -> bytes:
    "A part left out."
    start = rng.randrange(len(text))
    return text[:start] + text[start + rng.choice((1, 3, 10, 100, 1000)) :]


def truncate(text: bytes, rng: random.Random) -> bytes:
    "The end cut off."
    return text[: rng.randrange(len(text))]


def duplicate_lines(text: bytes, rng: random.Random) -> bytes:
    "Lines put in again, there or elsewhere, now and then many times."
    lines = text.split(b"\n")
    for _ in range(rng.choice((1, 3))):
        at = rng.randrange(len(lines))
        where = rng.choice((at, rng.randrange(len(lines))))
        lines[where:where] = [lines[at]] * rng.choice((1, 1, 1, 2, 300))
    return b"\n".join(lines)


def change_number(text: bytes, rng: random.Random) -> bytes:
    "A number replaced by another one."
    import re

    spans = [m.span() for m in re.finditer(rb"-?\d+", text)]
    if not spans:
        return text + rng.choice(NUMBERS)
    for start, end in sorted(rng.sample(spans, min(len(spans), rng.choice((1, 1, 2, 4)))), reverse=True):
        text = text[:start] + rng.choice(NUMBERS) + text[end:]
    return text


def renumber(text: bytes, rng: random.Random) -> bytes:
    "A number replaced wherever it stands: sizes stay consistent more often."
    import re

    found = re.findall(rb"(?<![\w.])\d+(?![\w.])", text)
    if not found:
        return text
    new = rng.choice((b"0", b"1", b"2", b"3", b"5", b"17", b"64", rng.choice(found), rng.choice(NUMBERS)))
    return re.sub(rb"(?<![\w.])" + rng.choice(found) + rb"(?![\w.])", new, text)


def move_number(text: bytes, rng: random.Random) -> bytes:
    "A number replaced by another one of the text, or by one nearby."
    import re

    spans = [m.span() for m in re.finditer(rb"(?<![\w.])-?\d{1,9}(?![\w.])", text)]
    if not spans:
        return text
    (start, end), (a, b) = rng.choice(spans), rng.choice(spans)
    near = str(int(text[start:end]) + rng.choice((-2, -1, 1, 2, 7))).encode()
    return text[:start] + rng.choice((text[a:b], near)) + text[end:]


def change_word(text: bytes, rng: random.Random) -> bytes:
    "A word replaced by a word of any grammar, or by another one of the same text."
    import re

    spans = [m.span() for m in re.finditer(rb"[A-Za-z_][\w.-]*|[^\w\s]", text)]
    if len(spans) < 2:
        return text + rng.choice(words())
    for start, end in sorted(rng.sample(spans, min(len(spans), rng.choice((1, 1, 2)))), reverse=True):
        a, b = rng.choice(spans)
        text = text[:start] + rng.choice((text[a:b], rng.choice(words()))) + text[end:]
    return text


def swap_names(text: bytes, rng: random.Random) -> bytes:
    "A name replaced by another one of the text: operands, operations, types change places."
    import re

    spans = [m.span() for m in re.finditer(rb"[%@#]?[A-Za-z_][\w.-]*", text)]
    if len(spans) < 2:
        return text
    (start, end), (a, b) = rng.choice(spans), rng.choice(spans)
    same = [x for x in spans if text[x[0]] == text[start]]
    a, b = rng.choice((rng.choice(same), (a, b)))
    return text[:start] + text[a:b] + text[end:]


def insert_span(text: bytes, rng: random.Random) -> bytes:
    "A piece of a seed of any kind put in."
    _, other = rng.choice(seeds()[rng.choice(sorted(seeds()))])
    a = rng.randrange(len(other))
    piece, at = other[a : a + rng.choice((3, 20, 100, 1000))], rng.randrange(len(text) + 1)
    return text[:at] + piece + text[at:]


def nest(text: bytes, rng: random.Random) -> bytes:
    "A short piece many times over, so that brackets nest or lists grow long."
    a = rng.randrange(len(text))
    piece, times = text[a : a + rng.choice((1, 1, 2, 5, 12))], rng.choice((50, 1000, 8000))
    return text[:a] + piece * times + text[a:]


def odd_characters(text: bytes, rng: random.Random) -> bytes:
    "A character that texts should not hold."
    at = rng.randrange(len(text) + 1)
    odd = (b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", b"\x1b[31m", "\u2028\u0660".encode(), b"\t" * 99, b"'''", b"{{}}%s")
    return text[:at] + rng.choice(odd) + text[at:]


def repack(text: bytes, rng: random.Random) -> bytes:
    "An archive whose members are damaged before they are packed again; others are damaged like one, or compressed."
    if not text.startswith(b"PK"):
        return rng.choice((*MEMBER_MUTATIONS, lambda x, _: rng.choice((gzip.compress, bz2.compress))(x)))(text, rng)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(text)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if rng.random() < 0.3:
                content = rng.choice(MEMBER_MUTATIONS)(content, rng)
            new.writestr(name if rng.random() < 0.9 else rng.choice(("../" + name, "x.npy")), content)
    return file.getvalue()


TEXT_MUTATIONS = (flip_bytes, delete_span, truncate, duplicate_lines, change_number, change_word, insert_span, nest,
                  odd_characters, *[renumber, move_number, swap_names] * 4)
MEMBER_MUTATIONS = (flip_bytes, truncate, change_number, move_number, change_word)
BYTE_MUTATIONS = (flip_bytes, flip_bytes, change_number, delete_span, truncate, insert_span, *[repack] * 5)


def damaged(content: bytes, binary: bool, rng: random.Random) -> bytes:
    "The content after one to three mutations, at most `LARGEST` bytes."
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        mutate = rng.choice(BYTE_MUTATIONS if binary else TEXT_MUTATIONS)
        with contextlib.suppress(zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError):
            content = mutate(content or b" ", rng)[:LARGEST]
    return content


# Doors --------------------------------------------------------------------------------------------

Door = Callable[[bytes, random.Random], object]
DOORS: dict[str, tuple[str, Door]] = {}  # name -> the kind of its seeds, what is done


def door(kind: str) -> Callable[[Door], Door]:
    "Enter a door whose seeds are of a kind."
    def enter(function: Door) -> Door:
        DOORS[function.__name__] = (kind, function)
        return function

    return enter


def as_text(content: bytes) -> str:
    "The text that a user would have."
    return content.decode("utf-8", "replace")


@contextlib.contextmanager
def as_file(content: bytes, name: str) -> Iterator[str]:
    "The path of a file with that content."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield str(path)


@door("map")
def maps(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    m = it.IndexingMap.parse(as_text(content))
    asked = rng.randrange(6)
    if asked == 0:
        return str(m.simplify()), m.to_string("xla"), repr(m)
    if asked == 1:
        return m.explain(), hash(m), it.IndexingMap.parse(str(m)) == m
    if asked == 2:
        return m._repr_html_()
    if asked == 3:
        return m.compose(m) if m.num_results == len(m.dim_variables) else m.result_ranges()
    with it.time_limit(2):
        return m.image().count() if asked == 4 else (m.is_injective(), m.inverse())


@door("shape")
def shapes(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    s = it.Shape.parse(as_text(content))
    asked = rng.randrange(4)
    if asked == 0:
        return str(s), repr(s), s.byte_size
    if asked == 1:
        return s._repr_html_()
    if asked == 2:
        return str(s.map()), s.padding
    return s.linear_index((0,) * s.rank) if s.is_array else str(s)


@door("encoding")
def encodings(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    text = as_text(content)
    if rng.random() < 0.2:
        return str(it.SparseTensorType.parse(f"tensor<4x6xf32, {text}>"))
    encoding = it.SparseEncoding.parse(text)
    if rng.random() < 0.5:
        return str(encoding), encoding._repr_html_()
    with it.memory_limit(1 << 26):
        return it.SparseTensor.from_dense(np.eye(4, 6), encoding).to_dense()


def zeros(program: object) -> list:
    "An argument for each parameter of the entry."
    return [np.zeros([max(n, 0) for n in p.shape.dimensions], p.shape.element_type.dtype)
            for p in program.entry.parameters]


def use(program: object, rng: random.Random) -> object:
    "What a user does with a program that could be read."
    import indexing_tools as it

    asked = rng.randrange(5)
    with it.time_limit(2), it.memory_limit(1 << 28):
        if asked == 0:
            return program.check(), str(program), repr(program)
        if asked == 1:
            return [str(op.output_to_input()) for op in list(program.entry.instructions)[:40]]
        if asked == 2:
            return [str(op.input_to_output(0)) for op in list(program.entry.instructions)[:40] if op.operands]
        if asked == 3:
            ops = list(program.entry.instructions)
            return rng.choice(ops)._repr_html_() if hasattr(ops[0], "_repr_html_") else rng.choice(ops).picture()
        sizes = [p.shape.size for p in program.entry.parameters if p.shape.is_array]
        if len(sizes) == len(program.entry.parameters) and sum(sizes) < 1 << 20:
            return program.run(*zeros(program))
        return program.report()


@door("hlo")
def hlo(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    return use(it.read_program(as_text(content) + "\n"), rng)


@door("mlir")
def stablehlo(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    program = it.read_program(as_text(content) + "\n")
    if rng.random() < 0.3:
        again = it.read_program(str(program) + "\n")
        if not again.same_as(program):
            raise AssertionError("printed, it reads as another program")
    return use(program, rng)


@door("matrix")
def matrices(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    suffix = rng.choice((".mtx", ".mtx", ".tns", ".mtx.gz", ".MTX"))
    with as_file(content, "m" + suffix) as path, it.memory_limit(1 << 26):
        tensor = it.SparseTensor.read(path, rng.choice(("CSR", "CSC", "COO", "BSR(2,2)", "DCSR")))
        return str(tensor), tensor.convert("CSC").to_dense()


@door("archive")
def arrays(content: bytes, rng: random.Random) -> object:
    import indexing_tools as it

    own, other = ("a.npz", "a.npy") if content.startswith(b"PK") else ("a.npy", "a.npz")
    with as_file(content, rng.choice((own, own, own, other))) as path, it.memory_limit(1 << 26):
        tensor = it.SparseTensor.read(path, rng.choice(("CSR", "COO")))
        return str(tensor), tensor.to_dense()


COMMANDS = {  # kind of the damaged file -> commands; FILE is that file
    "map": (["simplify", "TEXT"], ["simplify"]),
    "shape": (["layout", "TEXT"], ["layout", "TEXT", "--json"], ["layout", "TEXT", "--index", "0,0"]),
    "hlo": (["maps", "FILE.hlo"], ["maps", "FILE.hlo", "--json"], ["report", "FILE.hlo"], ["run", "FILE.hlo"]),
    "mlir": (["maps", "FILE.mlir"], ["check", "FILE.mlir"], ["run", "FILE.mlir"], ["report", "FILE.mlir", "--json"]),
    "matrix": (["sparse", "CSR", "FILE.mtx"], ["sparse", "COO", "FILE.tns", "--json"]),
    "archive": (["run", "GOOD.hlo", "--args", "FILE.npz"], ["sparse", "CSR", "FILE.npy", "--json"],
                ["sparse", "CSR", "FILE.npz"]),
    "encoding": (["sparse", "TEXT", "GOOD.mtx"],),
}  # fmt: skip


def command(content: bytes, rng: random.Random, kind: str) -> object:
    "A command on the damaged thing, in this process: its status is 0, 1 or 2, and no traceback is printed."
    from indexing_tools.cli import main as cli

    chosen = rng.choice(COMMANDS[kind])
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        (base / "GOOD.hlo").write_text(SMALL_HLO)
        (base / "GOOD.mtx").write_text(MATRICES["general.mtx"])
        arguments = []
        for word in chosen:
            if word == "TEXT":
                arguments.append(as_text(content).replace("\0", ""))
            elif "." in word:
                if word.startswith("FILE"):
                    (base / word).write_bytes(content)
                arguments.append(str(base / word))
            else:
                arguments.append(word)
        stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(content), "utf-8", "replace")
        status, said = 0, ""
        with open(base / "out", "w+") as out, open(base / "err", "w+") as err:
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                    cli.main(arguments)
            except SystemExit as end:
                status = end.code or 0
            finally:
                sys.stdin = stdin
            err.seek(0)
            said = err.read()
    if status not in (0, 1, 2) or "Traceback" in said or (status == 2 and not said.strip()):
        raise AssertionError(f"{chosen}: status {status}: {said[-300:]}")
    if status:
        raise SystemExit(status)
    return status


for _kind in COMMANDS:
    DOORS[f"command_{_kind}"] = (_kind, lambda content, rng, kind=_kind: command(content, rng, kind))


# One mutant ---------------------------------------------------------------------------------------


def mutant(number: int, doors: list[str]) -> tuple[str, bytes, random.Random]:
    "Door, content and the random numbers of what is asked, of mutant `number`."
    rng = random.Random(number)
    name = doors[number % len(doors)]
    kind = DOORS[name][0]
    if kind in RANDOM and rng.random() < 0.5:
        content = RANDOM[kind](rng)
    else:
        _, content = rng.choice(seeds()[kind])
    return name, damaged(content, kind == "archive", rng), rng


class TooSlow(BaseException):
    "More than `SECONDS` of this process's time."


def is_ours(error: BaseException) -> bool:
    "Is it an error of the package, or one that a line of it raises in its own words?"
    if type(error).__module__.startswith("indexing_tools"):
        return True
    if not isinstance(error, (ValueError, TypeError, MemoryError, KeyError, NotImplementedError)):
        return False
    last = traceback.extract_tb(error.__traceback__)[-1]
    own = f"{os.sep}indexing_tools{os.sep}" in last.filename
    before = [linecache.getline(last.filename, last.lineno - k).strip() for k in range(6)]
    return own and any(line.startswith("raise ") for line in before) and bool(str(error))


def outcome(number: int, doors: list[str]) -> tuple[str, str]:
    "How mutant `number` ends: a word, and what is wrong if that is a fault."
    name, content, rng = mutant(number, doors)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        DOORS[name][1](content, rng)
        return f"{name}: result", ""
    except SystemExit as end:
        return f"{name}: status {end.code}", ""
    except TooSlow:
        return f"{name}: FAULT", f"takes more than {SECONDS:g} s\n{traceback.format_exc(limit=-4)}"
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is counted
        if is_ours(error):
            str(error)
            return f"{name}: error", ""
        return f"{name}: FAULT", traceback.format_exc(limit=-5)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


# Workers ------------------------------------------------------------------------------------------


def be_slow(*_: object) -> None:
    raise TooSlow


def work(first: int, end: int, step: int, doors: list[str]) -> None:
    "Run mutants and tell of each: `start N`, then `end N OUTCOME` and the fault."
    import indexing_tools as it

    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, be_slow)
    say, sys.stdout = sys.stdout, io.StringIO()
    it.read_program(SMALL_HLO).run(np.zeros((4, 6), np.float32), np.int32(0))
    it.SparseTensor.from_dense(np.eye(3), it.CSR)
    it.IndexingMap.parse(MAPS[1]).inverse()
    used = next(int(line.split()[1]) << 10 for line in Path("/proc/self/status").read_text().splitlines()
                if line.startswith("VmData"))
    resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY, used + MEMORY))
    for number in range(first, end, step):
        print("start", number, file=say, flush=True)
        word, fault = outcome(number, doors)
        print("end", number, repr((word, fault)), file=say, flush=True)


class Worker:
    "A process that runs every `step`-th mutant, started again behind one that ended it."

    def __init__(self, first: int, end: int, step: int, doors: list[str]) -> None:
        self.next, self.end, self.step, self.doors = first, end, step, doors
        self.start()

    def start(self) -> None:
        "A new process for what is left."
        arguments = [str(self.next), str(self.end), str(self.step), ",".join(self.doors)]
        self.process = subprocess.Popen([sys.executable, __file__, "--work", *arguments], stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        self.heard = time.monotonic()

    def take(self, line: str) -> tuple[int, str, str] | None:
        "The outcome in a line; None for a start."
        self.heard = time.monotonic()
        word, number, *rest = line.rstrip("\n").split(" ", 2)
        self.next = int(number) + (self.step if word == "end" else 0)
        return (int(number), *eval(rest[0])) if word == "end" else None  # noqa: S307 - our own repr

    def ended(self, why: str) -> tuple[int, str, str]:
        "The outcome of the mutant that ended the process, and a new process for the rest."
        self.process.kill()
        self.process.wait()
        number, self.next = self.next, self.next + self.step
        name = self.doors[number % len(self.doors)]
        if self.next < self.end:
            self.start()
        return number, f"{name}: FAULT", why


def outcomes(workers: list[Worker], until: float) -> Iterator[tuple[int, str, str]]:
    "The outcomes of all mutants, as they come."
    selector = selectors.DefaultSelector()
    for worker in workers:
        selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
    while selector.get_map() and time.monotonic() < until:
        for key, _ in selector.select(timeout=1):
            worker = key.data
            line = worker.process.stdout.readline()
            if line and (found := worker.take(line)):
                yield found
            if line:
                continue
            selector.unregister(key.fileobj)
            if worker.next < worker.end:
                yield worker.ended(f"ended its process, status {worker.process.wait()}")
                if worker.next < worker.end:
                    selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        for key in list(selector.get_map().values()):
            worker = key.data
            if time.monotonic() - worker.heard > PATIENCE:
                selector.unregister(key.fileobj)
                yield worker.ended(f"hangs for more than {PATIENCE:g} s")
                if worker.next < worker.end:
                    selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
    for worker in workers:
        worker.process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=1000, help="mutants")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--door", default=",".join(DOORS), help="names of doors")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop when these are over")
    parser.add_argument("--short", action="store_true", help=f"{SHORT} mutants")
    parser.add_argument("--show", type=int, metavar="K", help="print mutant K and how it ends")
    parser.add_argument("--work", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work:
        first, end, step = map(int, args.work[:3])
        work(first, end, step, args.work[3].split(","))
        return 0
    doors = args.door.split(",")
    if args.show is not None:
        signal.signal(signal.SIGPROF, be_slow)
        name, content, _ = mutant(args.show, doors)
        sys.stdout.buffer.write(content + b"\n")
        sys.stdout.flush()
        print(name, *outcome(args.show, doors), sep="\n")
        return 0
    start, end = time.monotonic(), args.first + (SHORT if args.short else args.n)
    jobs = min(args.jobs, end - args.first)
    workers = [Worker(args.first + k, end, jobs, doors) for k in range(jobs)]
    counts: Counter[str] = Counter()
    for number, word, fault in outcomes(workers, start + args.seconds):
        counts[word] += 1
        if fault:
            print(f"mutant {number}, {word}\n{fault}", flush=True)
    for word, count in sorted(counts.items()):
        print(f"{count:8} {word}")
    faults = sum(count for word, count in counts.items() if "FAULT" in word)
    print(f"{counts.total()} mutants from {args.first}, {faults} faults, {time.monotonic() - start:.0f} s")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
