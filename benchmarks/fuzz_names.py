"""Expressions and programs with hostile names: the value is NumPy's, or the text is refused with its place.

    python benchmarks/fuzz_names.py [-n 20000] [--seed 0] [--compiled 2000] [--programs 2000]

Names are keywords, builtins, dunder names, words of C, names that generated loops use (those of a first round are read from
their texts), pairs that Python's NFKC makes one, and texts that are no names: with quotes, newlines, brackets, marks. `-n`
expressions run as Python, `--compiled` of them as machine code besides. Prints how many were right, refused with a
`ParseError`, wrong, and raw (any other exception); exit status 1 if one is wrong or raw.

`--programs` programs of StableHLO, of HLO, and sparse kernels of MLIR have such names for values, arguments and functions,
whose symbols stand in quotes where they must, and run as Python and as machine code; fusions become text for Pallas, and a few
of these run where JAX is installed. What is executed must be the same source as that of the program with plain names, in ASCII
identifiers alone; so must the loops in C and MLIR, whose comments C's compiler checks, if there is one, now and then.

Short form: -n 300 --compiled 20 --programs 60
"""
from __future__ import annotations

import argparse
import builtins
import keyword
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import indexing_tools as it

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.hostile_names import HOSTILE, code_of, identifiers  # noqa: E402

from indexing_tools.tiles.pallas.kernel import pallas_source  # noqa: E402
from indexing_tools.loops.jit import compile_loops  # noqa: E402
from indexing_tools.interpreter.compile.functions import compiled  # noqa: E402
from indexing_tools.loops.c_printer import c_text  # noqa: E402
from indexing_tools.loops.mlir_printer import scf_text  # noqa: E402

_FORMATS = ["CSR", "CSC", "COO", "DCSR", None, "BSR(2,2)", "ELL(8)", "DIA"]
_EXPRESSIONS: list[tuple[str, Callable[..., Any]]] = [
    ("{y}[{i}] = {A}[{i},{j}] * {x}[{j}]", lambda A, B, x: A @ x),
    ("{y}[{i},{j}] = {A}[{i},{j}] * {B}[{i},{j}]", lambda A, B, x: A * B),
    ("{y}[{i},{j}] = {A}[{i},{j}] + {B}[{i},{j}]", lambda A, B, x: A + B),
    ("{y}[{i},{k}] = {A}[{i},{j}] * {B}[{k},{j}]", lambda A, B, x: A @ B.T),
    ("{y}[{j},{i}] = {A}[{i},{j}] - {B}[{i},{j}]", lambda A, B, x: (A - B).T),
    ("{y}[{j}] = max({A}[{i},{j}], {B}[{i},{j}]) * {x}[{j}]", lambda A, B, x: (np.maximum(A, B) * x).sum(0)),
    ("{y}[{i}] = {A}[{i},{j}] * {A}[{i},{j}] * {x}[{j}]", lambda A, B, x: (A * A * x).sum(1)),
]
_WORDS = """np U I ml_dtypes numpy self cls pos crd values positions coordinates kernel count_entries lower_bound sort_numbers maximum
minimum quotient rest sign out result row marks counts grown stamp place at main int64_t size_t malloc printf NAN INFINITY M_PI
restrict inline _Bool x² __debug__ __builtins__ __import__ __class__ __name__ _ __ compile order dtype fill sizes threads expression
exact semiring formats y0 j1 jn A_pos A_crd A_values n_i pA cA qA A_2 A_1 s1 q1 c_ p_ i_ t1 i1 v1 yield_ lower_bound_int64""".split()
_PAIRS = [("A", "Ａ"), ("fi", "ﬁ"), ("a", "ª"), ("K", "\u212a"), ("µ", "μ"), ("ab", "ａb"), ("IX", "Ⅸ"), ("é", "e\u0301"), ("s", "ſ")]
_NO_NAMES = ["a'b", 'a"b', "a\nb", "a\rb", "a\x00b", "a;b", "a[b", "a#b", "<A>", "a\u202eb", "1a", "a b", "a\\", "", "𝐀=", "a\u2028b"]


def words_of(kernel: it.Kernel) -> set[str]:
    "The identifiers that its loops use."
    return set(re.findall(r"[A-Za-z_]\w*", kernel.source)) - set(keyword.kwlist)


def refused(name: str) -> bool:
    "May the notation refuse a text with this name? It must not refuse a name."
    return not re.fullmatch(r"[^\W\d]\w*", name) or keyword.iskeyword(name)


class Fuzzer:
    "Expressions by chance."

    def __init__(self, seed: int) -> None:
        self.chance, self.rng = random.Random(seed), np.random.default_rng(seed)
        self.names = sorted({*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *_WORDS, *(n for p in _PAIRS for n in p)})
        self.counts: Counter[str] = Counter()
        self.told: list[str] = []

    def drawn(self) -> dict[str, str]:
        "Names for the letters of an expression; some keep theirs."
        names = dict(zip("yABxijk", "yABxijk"))
        letters = self.chance.sample("yABxijk", self.chance.choice((1, 2, 4, 7)))
        for letter in letters:
            names[letter] = self.chance.choice(_NO_NAMES if self.chance.random() < 0.02 else self.names)
        if self.chance.random() < 0.3:
            one, other = self.chance.sample("ABxijk", 2)
            names[one], names[other] = self.chance.choice(_PAIRS)
        return names

    def matrices(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        shape = self.chance.choice((4, 6)), self.chance.choice((4, 8))
        a, b = ((self.rng.random(shape) < 0.4) * self.rng.integers(1, 9, shape) * 1.0 for _ in "AB")
        return a, b, self.rng.integers(1, 9, shape[1]) * 1.0

    def one(self, compiled: bool) -> str:
        "What became of an expression: right, refused, wrong or raw."
        names, (text, answer) = self.drawn(), self.chance.choice(_EXPRESSIONS)
        used = [letter for letter in "yABxijk" if f"{{{letter}}}" in text]
        if len({names[letter] for letter in used}) < len(used):
            return ""
        written, (a, b, x) = text.format(**names), self.matrices()
        formats = {names[n]: self.chance.choice(_FORMATS) for n in "AB" if n in used}
        if text.startswith("{y}[{i},{j}]"):
            formats[names["y"]] = self.chance.choice(_FORMATS)
        given = {names[n]: value for n, value in zip("ABx", (a, b, x)) if n in used}
        try:
            kernel = it.sparsify(written, formats, compile=compiled, guarded=len(written) % 8 == 0)
            found = kernel(*(given[n] for n in kernel.operands))
        except it.ParseError as error:
            if error.position is not None and any(refused(names[letter]) for letter in used):
                return "refused"
            return self.note("raw", written, error)
        except Exception as error:
            return self.note("raw", written, error)
        dense = found.to_dense() if isinstance(found, it.SparseTensor) else np.asarray(found)
        right = np.array_equal(dense, answer(a, b, x))
        return "right" if right else self.note("wrong", written, dense.ravel()[:4])

    def note(self, what: str, text: str, found: object) -> str:
        self.told.append(f"{what}: {text!r}: {type(found).__name__} {str(found)[:200]!r}")
        return what


STABLEHLO = """
func.func public @{F}(%{x}: tensor<6xf64>, %{n}: tensor<i64>) -> tensor<6xf64> {{
  %{z} = stablehlo.constant dense<0> : tensor<i64>
  %{o} = stablehlo.constant dense<1> : tensor<i64>
  %{w} = stablehlo.constant dense<0.0> : tensor<f64>
  %{r}:2 = stablehlo.while(%{i} = %{z}, %{y} = %{x}) : tensor<i64>, tensor<6xf64>
  cond {{
    %{c} = stablehlo.compare LT, %{i}, %{n} : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %{c} : tensor<i1>
  }} do {{
    %{j} = stablehlo.add %{i}, %{o} : tensor<i64>
    %{d} = func.call @{G}(%{y}) : (tensor<6xf64>) -> tensor<6xf64>
    %{e} = stablehlo.dynamic_slice %{d}, %{i}, sizes = [1] : (tensor<6xf64>, tensor<i64>) -> tensor<1xf64>
    %{f} = stablehlo.dynamic_update_slice %{d}, %{e}, %{o} : (tensor<6xf64>, tensor<1xf64>, tensor<i64>) -> tensor<6xf64>
    stablehlo.return %{j}, %{f} : tensor<i64>, tensor<6xf64>
  }}
  %{s} = stablehlo.reduce(%{r}#1 init: %{w}) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
  %{t} = stablehlo.broadcast_in_dim %{s}, dims = [] : (tensor<f64>) -> tensor<6xf64>
  %{u} = stablehlo.subtract %{r}#1, %{t} : tensor<6xf64>
  %{p} = stablehlo.compare GT, %{s}, %{w} : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %{q} = "stablehlo.if"(%{p}) ({{
    %{a} = stablehlo.negate %{u} : tensor<6xf64>
    stablehlo.return %{a} : tensor<6xf64>
  }}, {{
    stablehlo.return %{u} : tensor<6xf64>
  }}) : (tensor<i1>) -> tensor<6xf64>
  return %{q} : tensor<6xf64>
}}
func.func private @{G}(%{a}: tensor<6xf64>) -> tensor<6xf64> {{
  %{b} = stablehlo.add %{a}, %{a} : tensor<6xf64>
  return %{b} : tensor<6xf64>
}}"""
HLO = """HloModule {M}
%{G} {{ %{a} = f32[] parameter(0)
  %{b} = f32[] parameter(1)
  ROOT %{c} = f32[] add(%{a}, %{b}) }}
%{H} {{ %{s} = (s32[], f32[20000]) parameter(0)
  %{i} = s32[] get-tuple-element(%{s}), index=0
  %{n} = s32[] constant(3)
  ROOT %{c} = pred[] compare(%{i}, %{n}), direction=LT }}
%{K} {{ %{s} = (s32[], f32[20000]) parameter(0)
  %{i} = s32[] get-tuple-element(%{s}), index=0
  %{y} = f32[20000] get-tuple-element(%{s}), index=1
  %{o} = s32[] constant(1)
  %{j} = s32[] add(%{i}, %{o})
  %{a} = f32[20000] multiply(%{y}, %{y})
  %{b} = f32[20000] subtract(%{a}, %{y})
  %{c} = f32[20000] maximum(%{b}, %{y})
  %{d} = f32[20000] add(%{c}, %{b})
  %{e} = f32[20000] minimum(%{d}, %{y})
  ROOT %{r} = (s32[], f32[20000]) tuple(%{j}, %{e}) }}
ENTRY %{F} {{ %{x} = f32[20000] parameter(0)
  %{z} = s32[] constant(0)
  %{t} = (s32[], f32[20000]) tuple(%{z}, %{x})
  %{w} = (s32[], f32[20000]) while(%{t}), condition=%{H}, body=%{K}
  %{u} = f32[20000] get-tuple-element(%{w}), index=1
  %{o} = f32[] constant(0)
  %{p} = f32[] reduce(%{u}, %{o}), dimensions={{0}}, to_apply=%{G}
  %{q} = f32[20000] broadcast(%{p}), dimensions={{}}
  ROOT %{v} = f32[20000] subtract(%{u}, %{q}) }}"""
FUSION = """HloModule {M}
%{G} {{ %{x} = f32[20,30] parameter(0)
  %{w} = f32[30,10] parameter(1)
  %{b} = f32[10] parameter(2)
  %{d} = f32[20,10] dot(%{x}, %{w}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
  %{r} = f32[20,10] broadcast(%{b}), dimensions={{1}}
  %{s} = f32[20,10] add(%{d}, %{r})
  ROOT %{t} = f32[20,10] maximum(%{s}, %{r}) }}
ENTRY %{F} {{ %{x} = f32[20,30] parameter(0)
  %{w} = f32[30,10] parameter(1)
  %{b} = f32[10] parameter(2)
  ROOT %{t} = f32[20,10] fusion(%{x}, %{w}, %{b}), kind=kLoop, calls=%{G} }}"""
SPARSE = """
#T = #sparse_tensor.encoding<{{ map = (d0, d1) -> ({0}) }}>
func.func @{F}(%{a}: tensor<5x7xf64, #T>, %{x}: tensor<7xf64>, %{z}: tensor<7xf64>, %{y}: tensor<5xf64>) -> tensor<5xf64> {{
  %{s} = linalg.add ins(%{x}, %{z} : tensor<7xf64>, tensor<7xf64>) outs(%{x} : tensor<7xf64>) -> tensor<7xf64>
  %{r} = linalg.generic {{indexing_maps = [affine_map<({i}, {j}) -> ({i}, {j})>, affine_map<({i}, {j}) -> ({j})>,
      affine_map<({i}, {j}) -> ({i})>], iterator_types = ["parallel", "reduction"]}}
    ins(%{a}, %{s} : tensor<5x7xf64, #T>, tensor<7xf64>) outs(%{y} : tensor<5xf64>) {{
  ^bb0(%{b}: f64, %{c}: f64, %{d}: f64):
    %{e} = arith.mulf %{b}, %{c} : f64
    %{f} = arith.addf %{d}, %{e} : f64
    linalg.yield %{f} : f64
  }} -> tensor<5xf64>
  return %{r} : tensor<5xf64>
}} {1}"""
_LEVELS = ["d0 : dense, d1 : compressed", "d0 : compressed, d1 : compressed", "d1 : dense, d0 : compressed", "d0 : dense, d1 : dense"]
_LETTERS = "abcdefijnopqrstuvwxyzFGHKM"


def after_loop(x: np.ndarray, n: int) -> np.ndarray:
    "What `STABLEHLO` computes."
    y = x.copy()
    for i in range(n):
        y = y + y
        y[1] = y[min(i, 5)]
    found = y - y.sum()
    return -found if y.sum() > 0 else found


def after_chain(x: np.ndarray) -> np.ndarray:
    "What `HLO` computes, of small integers."
    for _ in range(3):
        b = x * x - x
        x = np.minimum(np.maximum(b, x) + b, x)
    return x - x.sum()


class Programs:
    "Programs by chance."

    def __init__(self, fuzzer: Fuzzer) -> None:
        self.fuzzer, self.chance, self.rng = fuzzer, fuzzer.chance, fuzzer.rng
        words = {w for w in (*HOSTILE, *fuzzer.names) if re.fullmatch(r"[A-Za-z_]\w*", w, re.ASCII)} - {"main"}  # the entry
        self.words, self.known = sorted(words), dict[str, Any]()
        self.kinds = [self.stablehlo, self.hlo, self.sparse, self.pallas]

    def names(self, marks: str, quoted: str = "") -> dict[str, str]:
        "A name for each letter, none twice; symbols of `quoted` may be any text in quotes."
        chosen = self.chance.sample(self.words, len(_LETTERS))
        found = {a: w + self.chance.choice(["", "", "", *(f"{m}{self.chance.choice('0x')}" for m in marks)]) for a, w in zip(_LETTERS, chosen)}
        for letter in quoted:
            if self.chance.random() < 0.5:
                text = self.chance.choice([*_NO_NAMES, *(n for p in _PAIRS for n in p)]) + letter
                found[letter] = '"' + "".join(c if c.isprintable() and c not in '\\"' else "".join(f"\\{b:02X}" for b in c.encode()) for c in text) + '"'
        return found

    def same_source(self, kind: str, source: str, kept: Any = None) -> None:
        "The source is that of the first program of its kind, of ASCII names."
        assert code_of(source) == self.known.setdefault(kind, code_of(source)), f"other source: {source}"
        assert all(name.isascii() for name in identifiers(source)), source

    def run(self, kind: str, text: str, *given: Any) -> list[np.ndarray]:
        "The results as Python and as machine code, which are the same with a trace."
        program = it.read_program(text)
        self.same_source(kind, compiled(program.entry).source)
        with compile_loops(after=np.inf):
            plain = program.run(*given)
        with compile_loops():
            return [plain, program.run(*given), program.trace(*given).result]

    def stablehlo(self) -> tuple[str, list, np.ndarray]:
        text = STABLEHLO.format(**self.names("$.-", "FG"))
        x, n = self.rng.integers(-3, 4, 6) * 1.0, int(self.rng.integers(0, 5))
        return text, self.run("stablehlo", text, x, np.int64(n)), after_loop(x, n)

    def hlo(self) -> tuple[str, list, np.ndarray]:
        text = HLO.format(**self.names(".-"))
        x = self.rng.integers(-2, 3, 20_000).astype(np.float32)
        return text, self.run("hlo", text, x), after_chain(x)

    def sparse(self) -> tuple[str, list, np.ndarray]:
        names = self.names("$.-", "F")
        letters = dict(zip("ij", self.chance.sample([w for w in self.words if not w.startswith("_") and w not in ("floordiv", "ceildiv", "mod", "symbol")], 2)))
        level = self.chance.randrange(len(_LEVELS))
        text = SPARSE.format(_LEVELS[level], self.chance.choice(["", "// \\", "// ??/", "// */ \u202e"]), **{**names, **letters})
        a, x, z, y = (self.rng.integers(-3, 4, n) * 1.0 for n in ((5, 7), 7, 7, 5))
        kernels = [it.sparsify(text, compile=c) for c in (False, True)]
        loops = kernels[0].plan.loops.function
        for language in (c_text, scf_text):
            lines = [line for line in language(loops).splitlines() if not line.lstrip().startswith("//")]
            assert all(map(str.isascii, lines)), lines
            assert len(lines) == len(self.known.setdefault((language, level), lines)), (lines, self.known[language, level])
        if self.chance.random() < 0.02 and (cc := shutil.which("gcc") or shutil.which("cc")):
            command = [cc, "-std=c99", "-fsyntax-only", "-xc", "-"]
            done = subprocess.run(command, input=c_text(loops), capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
        return text, [k(a, x, z, y.copy()) for k in kernels], a @ (x + z) + y

    def pallas(self) -> tuple[str, list, np.ndarray]:
        text = FUSION.format(**self.names(".-"))
        program = it.read_program(text)
        source = pallas_source(program.entry.root.tile((8, 10, 8)))
        self.same_source("pallas", source)
        given = [self.rng.integers(-3, 4, n).astype(np.float32) for n in ((20, 30), (30, 10), 10)]
        due, found = np.maximum(given[0] @ given[1] + given[2], given[2]), [program.run(*given)]
        if self.chance.random() < 0.02 and find_spec("jax"):
            scope: dict[str, Any] = {}
            exec(source, scope)
            found.append(np.asarray(scope[source.name](*given, interpret=True)))
        return text, found, due

    def one(self) -> str:
        "What became of a program."
        try:
            text, found, due = self.chance.choice(self.kinds)()
        except Exception as error:
            return self.fuzzer.note("raw", "a program", error)
        right = all(np.array_equal(np.asarray(x), due) for x in found)
        return "right" if right else self.fuzzer.note("wrong", text, found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20_000, help="expressions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiled", type=int, default=2000, help="of them as machine code besides")
    parser.add_argument("--programs", type=int, default=2000)
    a = parser.parse_args()
    fuzzer = Fuzzer(a.seed)
    for _ in range(50):  # what loops are called by themselves
        text, _answer = fuzzer.chance.choice(_EXPRESSIONS)
        plain = text.format(**dict(zip("yABxijk", "yABxijk")))
        fuzzer.names += words_of(it.sparsify(plain, A=fuzzer.chance.choice(_FORMATS)))
    fuzzer.names = sorted(set(fuzzer.names))
    for as_code, count in ((False, a.n), (True, a.compiled)):
        done = 0
        while done < count:
            if what := fuzzer.one(as_code):
                fuzzer.counts[what] += 1
                done += 1
    programs = Programs(fuzzer)
    for _ in range(a.programs):
        fuzzer.counts[programs.one()] += 1
    print(*fuzzer.told[:20], sep="\n", end="\n" if fuzzer.told else "")
    print(f"{len(fuzzer.names)} names, {a.n} expressions, {a.compiled} as machine code, {a.programs} programs: "
          + ", ".join(f"{fuzzer.counts[w]} {w}" for w in ("right", "refused", "wrong", "raw")))  # fmt: skip
    return int(bool(fuzzer.counts["wrong"] or fuzzer.counts["raw"]))


if __name__ == "__main__":
    sys.exit(main())
