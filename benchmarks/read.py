"""Time reading programs, beside the readers of XLA and MLIR in C++, in one run.

    python benchmarks/read.py [hlo|stablehlo [FOLDER]] [--rounds 7]

Every round times, one after the other, on the text of all programs in memory (the folder `testdata` of the
public repository openxla/stablehlo has 2325 of them, 22 MB):

    jaxlib       jaxlib's reader, which builds XLA's modules, or MLIR's in one context
    list         `read_program`, then name, opcode, shape and operands of every instruction
    everything   the same, then all attributes, parameter numbers and constants' values that are not elided

Times are the processor's, so that other work on the machine counts little; all run in one thread. Garbage of
the round before is collected first, and nothing is remembered between rounds but a few layouts. Best and median
of the rounds are printed, and their ratios to jaxlib's. Without jaxlib its row is
left out, and the table says so. Without arguments both languages are read, from nbs/data.

Short form: --rounds 2
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from common import ROOT

from indexing_tools import Instruction, read_program
from indexing_tools.programs.loaders.binaries import mlir_context

Task = Callable[[list[str]], int]


def xla_reader() -> Task:
    "Read by XLA: ImportError without jaxlib."
    from jaxlib import _hlo

    return lambda texts: len([_hlo.hlo_module_from_text(text) for text in texts])


def mlir_reader() -> Task:
    "Read by MLIR: ImportError without jaxlib."
    context = mlir_context()
    from jaxlib.mlir import ir

    def read(texts: list[str]) -> int:
        with context:
            return len([ir.Module.parse(text) for text in texts])

    return read


READERS = {"hlo": ("**/*.hlo", xla_reader), "stablehlo": ("*.mlir", mlir_reader)}


def head(op: Instruction) -> None:
    "Look at what an instruction is."
    _ = op.name, op.opcode, op.shape, op.operands


def everything(op: Instruction) -> None:
    "Look at all that stands in it."
    _ = op.name, op.opcode, op.shape, op.operands, op.attributes, op.argument
    if op.opcode == "constant" and not op.literal.is_elided:
        _ = op.literal.array


def looking(at: Callable[[Instruction], None]) -> Task:
    "Read, and look `at` every instruction; how many there are."

    def task(texts: list[str]) -> int:
        count = 0
        for text in texts:
            for op in read_program(text).instructions:
                at(op)
                count += 1
        return count

    return task


def seconds(task: Task, texts: list[str]) -> float:
    "Processor time that `task` takes."
    gc.collect()
    start = time.process_time()
    task(texts)
    return time.process_time() - start


def tasks_for(reader: Callable[[], Task]) -> dict[str, Task]:
    "What is timed."
    own = {"list": looking(head), "everything": looking(everything)}
    try:
        return {"jaxlib": reader(), **own}
    except ImportError:
        return own


def compare(language: str, folder: Path, rounds: int) -> None:
    "Print the times of one language's readers."
    pattern, reader = READERS[language]
    texts = [file.read_text() for file in sorted(folder.glob(pattern))]
    size, tasks = sum(map(len, texts)) / 1e6, tasks_for(reader)
    print(f"{language}: {len(texts)} programs, {size:.2f} MB, {tasks['list'](texts)} instructions")
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            times[name].append(seconds(task, texts))
    first = next(iter(times.values()))
    for name, taken in times.items():
        best, middle = min(taken), statistics.median(taken)
        ratios = f"{best / min(first):.2f} {middle / statistics.median(first):.2f}"
        print(f"{name:12} best {best * 1e3:6.1f} ms  median {middle * 1e3:6.1f} ms  "
              f"{size / best:5.1f} MB/s  to {next(iter(times))} {ratios}")  # fmt: skip
    if "jaxlib" not in times:
        print("jaxlib       skipped: needs jaxlib")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", nargs="?", choices=READERS)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    a = parser.parse_args()
    for language in [a.language] if a.language else READERS:
        compare(language, a.folder or ROOT / "nbs" / "data" / language, a.rounds)


if __name__ == "__main__":
    main()
