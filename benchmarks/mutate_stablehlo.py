"""Damage StableHLO programs at random and see that reading them ends in a program or in a proper error, in bounded time.

    python benchmarks/mutate_stablehlo.py [FOLDER] [-n 1000] [--first 0] [--seconds 60] [--limit BYTES]

Mutation number k of a file is always the same, so a run can be continued with `--first`. What can be read is
also printed and read again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

from mutate_hlo import delete_span, duplicate_lines, truncate

from indexing_tools.maps.text import ParseError
from indexing_tools.programs.model import ProgramError
from indexing_tools.programs.stablehlo_text import TOKEN, read_stablehlo


def flip_bytes(text: bytes, rng: random.Random) -> bytes:
    "Some bytes replaced, by any byte or by one that means something in MLIR."
    damaged = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        meaningful = rng.choice(b'{}[](),=%"<>@#!^:-/ \n0123456789xabirt')
        damaged[rng.randrange(len(damaged))] = rng.choice((meaningful, rng.randrange(256)))
    return bytes(damaged)


def swap_tokens(text: bytes, rng: random.Random) -> bytes:
    "Two tokens change places, or one takes the place of another."
    tokens = list(TOKEN.finditer(text.decode("utf-8", "replace")))[:-1]
    a, b = sorted(rng.sample(range(len(tokens)), 2))
    whole, first, second = tokens[0].string, tokens[a], tokens[b]
    put = rng.choice((first[1], second[1], ""))
    parts = (whole[: first.start(1)], second[1], whole[first.end(1) : second.start(1)], put)
    return ("".join(parts) + whole[second.end(1) :]).encode()


MUTATIONS = (flip_bytes, delete_span, duplicate_lines, truncate, swap_tokens)


def mutated(text: bytes, name: str, number: int) -> str:
    "Mutation `number` of a file."
    rng = random.Random(zlib.crc32(f"{name} {number}".encode()))
    return MUTATIONS[number % len(MUTATIONS)](text, rng).decode("utf-8", "replace")


def outcome(text: str) -> str:
    "What reading everything in `text` ends in; any other exception passes through."
    try:
        program = read_stablehlo(text)
        program.check()
        for op in program.instructions:
            if op.opcode == "constant" and op.shape.size < 2**20:
                _ = op.literal.array
        printed = str(program)
    except (ParseError, ProgramError) as error:
        str(error)
        return type(error).__name__
    if not read_stablehlo(printed).same_as(program):
        raise AssertionError("printed, it reads as another program")
    return "Program"


def main() -> None:
    here = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    folder = here / "nbs" / "data" / "stablehlo"
    parser.add_argument("folder", nargs="?", type=Path, default=folder)
    parser.add_argument("-n", type=int, default=1000, help="mutations of each file")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop when these are over")
    parser.add_argument("--limit", type=int, default=1 << 40, help="leave out files of more bytes")
    args = parser.parse_args()
    files = [f for f in sorted(args.folder.rglob("*.mlir")) if f.stat().st_size <= args.limit]
    outcomes: Counter[str] = Counter()
    slowest, begin, done = (0.0, ""), time.perf_counter(), 0
    for number in range(args.first, args.first + args.n):
        for file in files:
            name = str(file.relative_to(args.folder))
            text, start = mutated(file.read_bytes(), name, number), time.process_time()
            try:
                outcomes[outcome(text)] += 1
            except Exception as error:  # what must not happen
                outcomes[f"{type(error).__name__}: {error}"[:80]] += 1
                print(f"{name} mutation {number}: {type(error).__name__}: {error}", file=sys.stderr)
            taken = (time.process_time() - start) / max(len(text), 1000)
            slowest = max(slowest, (taken, f"{name} mutation {number}"))
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
