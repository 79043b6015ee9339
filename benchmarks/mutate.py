"""Damage programs at random and see that reading them ends in a program or in a proper error, in bounded time.

    python benchmarks/mutate.py hlo|stablehlo [FOLDER] [-n 1000] [--first 0] [--seconds 60] [--limit BYTES]

Mutation number k of a file is always the same, so a run can be continued with `--first`. What can be read is
also printed; printed StableHLO is read again and compared.

Short form: hlo -n 5
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from indexing_tools import ParseError, Program, ProgramError, read_program
from indexing_tools.programs.stablehlo_text import TOKEN, read_stablehlo

Mutation = Callable[[bytes, random.Random], bytes]


def flip_bytes(text: bytes, rng: random.Random, letters: bytes) -> bytes:
    "Some bytes replaced, by any byte or by one of `letters`."
    damaged = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        damaged[rng.randrange(len(damaged))] = rng.choice((rng.choice(letters), rng.randrange(256)))
    return bytes(damaged)


def delete_span(text: bytes, rng: random.Random) -> bytes:
    "A part left out."
    start = rng.randrange(len(text))
    return text[:start] + text[start + rng.choice((1, 3, 10, 100, 1000)) :]


def duplicate_lines(text: bytes, rng: random.Random) -> bytes:
    "A line put in again, there or elsewhere."
    lines = text.split(b"\n")
    for _ in range(rng.choice((1, 3))):
        at = rng.randrange(len(lines))
        lines.insert(rng.choice((at, rng.randrange(len(lines)))), lines[at])
    return b"\n".join(lines)


def truncate(text: bytes, rng: random.Random) -> bytes:
    "The end cut off."
    return text[: rng.randrange(len(text))]


def swap_tokens(text: bytes, rng: random.Random) -> bytes:
    "Two tokens of MLIR change places, or one takes the place of another."
    tokens = list(TOKEN.finditer(text.decode("utf-8", "replace")))[:-1]
    a, b = sorted(rng.sample(range(len(tokens)), 2))
    whole, first, second = tokens[0].string, tokens[a], tokens[b]
    put = rng.choice((first[1], second[1], ""))
    parts = (whole[: first.start(1)], second[1], whole[first.end(1) : second.start(1)], put)
    return ("".join(parts) + whole[second.end(1) :]).encode()


def read_hlo(text: str) -> Program:
    "Everything in the text, and printed."
    program = read_program(text + "\n")
    program.check()
    str(program)
    return program


def read_mlir(text: str) -> Program:
    "Everything in the text, printed, and read again: AssertionError if it is another program then."
    program = read_stablehlo(text)
    program.check()
    for op in program.instructions:
        if op.opcode == "constant" and op.shape.size < 2**20:
            _ = op.literal.array
    if not read_stablehlo(str(program)).same_as(program):
        raise AssertionError("printed, it reads as another program")
    return program


class Language(NamedTuple):
    "How programs are spelled."

    suffix: str
    mutations: tuple[Mutation, ...]
    read: Callable[[str], Program]


ANY = (delete_span, duplicate_lines, truncate)
HLO_LETTERS = b'{}[](),=%"/*\\\n :x-0123456789abcROT'
MLIR_LETTERS = b'{}[](),=%"<>@#!^:-/ \n0123456789xabirt'
LANGUAGES = {
    "hlo": Language("hlo", (partial(flip_bytes, letters=HLO_LETTERS), *ANY), read_hlo),
    "stablehlo": Language("mlir", (partial(flip_bytes, letters=MLIR_LETTERS), *ANY, swap_tokens), read_mlir),
}


def mutated(text: bytes, name: str, number: int, mutations: tuple[Mutation, ...]) -> str:
    "Mutation `number` of a file."
    rng = random.Random(zlib.crc32(f"{name} {number}".encode()))
    return mutations[number % len(mutations)](text, rng).decode("utf-8", "replace")


def outcome(text: str, read: Callable[[str], Program], name: str) -> str:
    "What reading ends in; an exception that must not be is told."
    try:
        read(text)
    except (ParseError, ProgramError) as error:
        str(error)
        return type(error).__name__
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        return f"{type(error).__name__}: {error}"[:80]
    return "Program"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("-n", type=int, default=1000, help="mutations of each file")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop when these are over")
    parser.add_argument("--limit", type=int, default=1 << 40, help="leave out files of more bytes")
    args = parser.parse_args()
    language = LANGUAGES[args.language]
    own = Path(__file__).resolve().parent.parent / "nbs" / "data" / args.language
    folder = args.folder or own
    files = [f for f in sorted(folder.rglob(f"*.{language.suffix}")) if f.stat().st_size <= args.limit]
    outcomes: Counter[str] = Counter()
    slowest, begin, done = (0.0, ""), time.perf_counter(), args.first
    for number in range(args.first, args.first + args.n):
        for file in files:
            name = str(file.relative_to(folder))
            text = mutated(file.read_bytes(), name, number, language.mutations)
            start, name = time.process_time(), f"{name} mutation {number}"
            outcomes[outcome(text, language.read, name)] += 1
            slowest = max(slowest, ((time.process_time() - start) / max(len(text), 1000), name))
        done = number + 1
        if time.perf_counter() - begin > args.seconds:
            break
    elapsed = time.perf_counter() - begin
    print(f"{len(files)} files, mutations {args.first} to {done - 1}, {elapsed:.0f} s")
    for name, count in outcomes.most_common():
        print(f"{count:8} {name}")
    print(f"slowest for its size: {slowest[0] * 1e9:.0f} ms a megabyte, {slowest[1]}")
    sys.exit(bool(set(outcomes) - {"Program", "ParseError", "ProgramError"}))


if __name__ == "__main__":
    main()
