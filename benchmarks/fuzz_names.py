"""Expressions whose tensors and indices have hostile names: the value is NumPy's, or the text is refused with its place.

    python benchmarks/fuzz_names.py [-n 20000] [--seed 0] [--compiled 2000]

Names are keywords, builtins, dunder names, words of C, names that generated loops use (those of a first round are read from
their texts), pairs that Python's NFKC makes one, and texts that are no names: with quotes, newlines, brackets, marks. `-n`
expressions run as Python, `--compiled` of them as machine code besides. Prints how many were right, refused with a
`ParseError`, wrong, and raw (any other exception); exit status 1 if one is wrong or raw.

Short form: -n 300 --compiled 20
"""
from __future__ import annotations

import argparse
import builtins
import keyword
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

import indexing_tools as it

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
            kernel = it.sparsify(written, formats, compile=compiled)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20_000, help="expressions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiled", type=int, default=2000, help="of them as machine code besides")
    a = parser.parse_args()
    fuzzer = Fuzzer(a.seed)
    for _ in range(50):  # what loops are called by themselves
        text, _answer = fuzzer.chance.choice(_EXPRESSIONS)
        plain = text.format(**dict(zip("yABxijk", "yABxijk")))
        fuzzer.names += words_of(it.sparsify(plain, A=fuzzer.chance.choice(_FORMATS)))
    fuzzer.names = sorted(set(fuzzer.names))
    for compiled, count in ((False, a.n), (True, a.compiled)):
        done = 0
        while done < count:
            if what := fuzzer.one(compiled):
                fuzzer.counts[what] += 1
                done += 1
    print(*fuzzer.told[:20], sep="\n", end="\n" if fuzzer.told else "")
    print(f"{len(fuzzer.names)} names, {a.n} expressions, {a.compiled} as machine code: "
          + ", ".join(f"{fuzzer.counts[w]} {w}" for w in ("right", "refused", "wrong", "raw")))  # fmt: skip
    return int(bool(fuzzer.counts["wrong"] or fuzzer.counts["raw"]))


if __name__ == "__main__":
    sys.exit(main())
