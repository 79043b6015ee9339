"""Time reading StableHLO text, beside MLIR's own parser in C++, in one run.

    python benchmarks/read_stablehlo.py [FOLDER] [--rounds 5]

Every round times, one after the other, on the text of all `.mlir` files in memory (the folder `testdata` of
the public repository openxla/stablehlo has 2325 of them, 22 MB):

    jaxlib       `ir.Module.parse`, which builds MLIR's modules, all in one context
    list         `read_stablehlo`: name, opcode, shape and operands of every instruction
    everything   the same, then all attributes, and all constants as arrays

Times are the processor's; all run in one thread. Without jaxlib its row is left out.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from indexing_tools.programs.stablehlo_text import mlir_context, read_stablehlo


def by_jaxlib() -> Callable[[list[str]], int] | None:
    "A function that reads by MLIR's parser; None without jaxlib."
    try:
        context = mlir_context()
    except ImportError:
        return None
    from jaxlib.mlir import ir

    def read(texts: list[str]) -> int:
        with context:
            return len([ir.Module.parse(text) for text in texts])

    return read


def listed(texts: list[str]) -> int:
    "Look at every instruction; how many there are."
    count = 0
    for text in texts:
        for op in read_stablehlo(text).instructions:
            _ = op.name, op.opcode, op.shape, op.operands
            count += 1
    return count


def with_everything(texts: list[str]) -> int:
    "Look at every instruction and all that stands in it; how many there are."
    count = 0
    for text in texts:
        for op in read_stablehlo(text).instructions:
            _ = op.name, op.opcode, op.shape, op.operands, op.attributes
            if op.opcode == "constant":
                _ = op.literal.array
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
    folder = here / "nbs" / "data" / "stablehlo"
    parser.add_argument("folder", nargs="?", type=Path, default=folder)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    texts = [file.read_text() for file in sorted(args.folder.glob("*.mlir"))]
    size = sum(map(len, texts)) / 1e6
    print(f"{len(texts)} files, {size:.2f} MB, {with_everything(texts)} instructions")
    tasks = {"jaxlib": by_jaxlib(), "list": listed, "everything": with_everything}
    times: dict[str, list[float]] = {name: [] for name, task in tasks.items() if task}
    for _ in range(args.rounds):
        for name, taken in times.items():
            taken.append(seconds(tasks[name], texts))  # type: ignore[arg-type]
    for name, taken in times.items():
        best, middle = min(taken), statistics.median(taken)
        each = best / len(texts) * 1e3
        print(f"{name:12} best {best:6.3f} s  median {middle:6.3f} s  {each:6.3f} ms a file")


if __name__ == "__main__":
    main()
