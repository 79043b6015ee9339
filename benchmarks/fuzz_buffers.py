"""Damaged buffers and files through every way to make a sparse tensor: an error in words, or the right tensor.

    python benchmarks/fuzz_buffers.py [--examples 20000] [--first SEED] [--only DOOR] [--batch 500] [--plain]

A seed takes a small random tensor in some format, damages one of its buffers (an index out of range or negative, two
exchanged, one cut, one too long, another type, rank or order, `None`) or some bytes of its file, and sends it through
a door: the constructor, `dataclasses.replace`, pickle, `from_buffers`, SciPy, PyTorch (where it is installed), binsparse,
coordinates, `.mtx`, `.tns`, `.npz`, `.npy`, and `write`, where a buffer is written to after it was checked. What comes
out is compared, densely, with a walk in plain Python through the very buffers, then converted, sliced and written,
with loops compiled however small it is. Batches run in processes of their own, so that a crash is seen and counted.
Exits with 1 if a seed fails.

Short form: --examples 200
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from time import perf_counter


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=20000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--only")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.inside:
        from sparse_doors import run

        return run(range(a.first, a.first + a.examples), a.only, a.plain)
    failed, start = 0, perf_counter()
    counts: dict[str, int] = {}
    for first in range(a.first, a.first + a.examples, a.batch):
        many = min(a.batch, a.first + a.examples - first)
        more = ["--only", a.only] if a.only else []
        more += ["--plain"] * a.plain
        command = [sys.executable, "-W", "ignore", __file__, "--inside", "--first", str(first), "--examples", str(many), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            name, _, number = line.rpartition(" ")
            counts[name] = counts.get(name, 0) + int(number)
        if done.returncode:
            failed += 1
            said = done.stderr.strip().splitlines()[-8:]
            print(f"seeds {first} to {first + many - 1}: status {done.returncode}", *said, sep="\n  ", file=sys.stderr)
    for name, number in sorted(counts.items()):
        print(f"{name}: {number}")
    print(f"{a.examples} seeds, {failed} batches with failures, {perf_counter() - start:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
