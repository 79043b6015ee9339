"""Damage HLO dumps at random and see that reading them ends in a program or in a proper error, in bounded time.

    python benchmarks/mutate_hlo.py [FOLDER] [-n 1000] [--first 0] [--seconds 60] [--limit BYTES]

Mutation number k of a file is always the same, so a run can be continued with `--first`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

from indexing_tools.maps.text import ParseError
from indexing_tools.programs.hlo_text import read_program
from indexing_tools.programs.model import ProgramError


def flip_bytes(text: bytes, rng: random.Random) -> bytes:
    "Some bytes replaced, by any byte or by one that means something in HLO."
    damaged = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        meaningful = rng.choice(b'{}[](),=%"/*\\\n :x-0123456789abcROT')
        damaged[rng.randrange(len(damaged))] = rng.choice((meaningful, rng.randrange(256)))
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


MUTATIONS = (flip_bytes, delete_span, duplicate_lines, truncate)


def mutated(text: bytes, name: str, number: int) -> str:
    "Mutation `number` of a file."
    rng = random.Random(zlib.crc32(f"{name} {number}".encode()))
    return MUTATIONS[number % len(MUTATIONS)](text, rng).decode("utf-8", "replace")


def outcome(text: str) -> str:
    "What reading everything in `text` ends in; any other exception passes through."
    try:
        program = read_program(text + "\n")
        program.check()
        str(program)
    except (ParseError, ProgramError) as error:
        str(error)
        return type(error).__name__
    return "Program"


def main() -> None:
    here = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=here / "nbs" / "data" / "hlo")
    parser.add_argument("-n", type=int, default=1000, help="mutations of each file")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop when these are over")
    parser.add_argument("--limit", type=int, default=1 << 40, help="leave out files of more bytes")
    args = parser.parse_args()
    files = [f for f in sorted(args.folder.rglob("*.hlo")) if f.stat().st_size <= args.limit]
    outcomes, slowest, begin, done = Counter(), (0.0, ""), time.perf_counter(), 0
    for number in range(args.first, args.first + args.n):
        for file in files:
            name = str(file.relative_to(args.folder))
            text, start = mutated(file.read_bytes(), name, number), time.process_time()
            try:
                outcomes[outcome(text)] += 1
            except Exception as error:  # what must not happen
                outcomes[f"{type(error).__name__}: {error}"[:80]] += 1
                print(f"{name} mutation {number}: {type(error).__name__}: {error}", file=sys.stderr)
            slowest = max(
                slowest,
                ((time.process_time() - start) / max(len(text), 1000), f"{name} mutation {number}"),
            )
        done = number + 1
        if time.perf_counter() - begin > args.seconds:
            break
    print(
        f"{len(files)} files, mutations {args.first} to {done - 1}, {time.perf_counter() - begin:.0f} s"
    )
    for name, count in outcomes.most_common():
        print(f"{count:8} {name}")
    print(f"slowest for its size: {slowest[0] * 1e9:.0f} ms a megabyte, {slowest[1]}")
    sys.exit(bool(set(outcomes) - {"Program", "ParseError", "ProgramError"}))


if __name__ == "__main__":
    main()
