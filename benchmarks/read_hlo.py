"""Time reading HLO dumps, beside XLA's own reader in C++, in one run.

    python benchmarks/read_hlo.py [FOLDER] [--rounds 7]

Every round times, one after the other, on the text of all dumps in memory:

    jaxlib       jaxlib's `hlo_module_from_text`, which builds XLA's modules
    list         `read_program`, then name, opcode, shape and operands of every instruction
    attributes   the same, and all attributes, parameter numbers and constants' values

Times are the processor's, so that other work on the machine counts little; all three run in one
thread. Garbage of the round before is collected first, and nothing is remembered between rounds but
a few layouts. Best and median of the rounds are printed, and their ratios to jaxlib's.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from jaxlib import _hlo

from indexing_tools.programs.hlo_text import read_program


def by_jaxlib(texts: list[str]) -> int:
    "Read by XLA; the number of modules."
    return len([_hlo.hlo_module_from_text(text) for text in texts])


def listed(texts: list[str]) -> int:
    "Look at every instruction; how many there are."
    count = 0
    for text in texts:
        for op in read_program(text).instructions:
            _ = op.name, op.opcode, op.shape, op.operands
            count += 1
    return count


def with_attributes(texts: list[str]) -> int:
    "Look at every instruction and all that stands in it; how many there are."
    count = 0
    for text in texts:
        for op in read_program(text).instructions:
            _ = op.name, op.opcode, op.shape, op.operands, op.attributes, op.argument
            count += 1
    return count


def seconds(task: Callable[[list[str]], int], texts: list[str]) -> float:
    "Processor time that `task` takes."
    gc.collect()
    start = time.process_time()
    task(texts)
    return time.process_time() - start


def main() -> None:
    here = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=here / "nbs" / "data" / "hlo")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    texts = [file.read_text() for file in sorted(args.folder.rglob("*.hlo"))]
    size = sum(map(len, texts)) / 1e6
    print(f"{len(texts)} dumps, {size:.2f} MB, {listed(texts)} instructions, {args.rounds} rounds")
    tasks = {"jaxlib": by_jaxlib, "list": listed, "attributes": with_attributes}
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(args.rounds):
        for name, task in tasks.items():
            times[name].append(seconds(task, texts))
    for name, taken in times.items():
        best, middle = min(taken), statistics.median(taken)
        ratios = (
            f"{best / min(times['jaxlib']):.2f} {middle / statistics.median(times['jaxlib']):.2f}"
        )
        print(
            f"{name:12} best {best * 1e3:6.1f} ms  median {middle * 1e3:6.1f} ms  {size / best:5.1f} MB/s  to jaxlib {ratios}"
        )


if __name__ == "__main__":
    main()
