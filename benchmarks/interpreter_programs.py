"""Whole StableHLO programs on recorded inputs, compared with recorded outputs.

    python benchmarks/interpreter_programs.py [PROGRAMS] [--recorded FOLDER] [--rounds 3] [--only NAME]

PROGRAMS is a folder of .mlir files (default: `data/stablehlo` in `$SHARED`, or in `shared` beside the checkout). FOLDER (PROGRAMS with `_io` at its end, if it is left out)
holds for each an .npz with arrays arg0, arg1, ... and out0, out1, ...; types that NumPy has not
are recorded as unsigned integers of the same width.

Integers and truth values must be equal. A float may differ by a fraction of the greatest finite
number of its array: 1e-6 for f32 and c64, 1e-14 for f64 and c128, two units in the last place (at
the greatest number) for what is narrower. Infinities must be equal, and NaN stand where NaN stands.
Some programs magnify rounding: where an output differs by more, the program runs three times more
with every float of its inputs moved to a neighbour, up or down at random, and the root mean square
of the differences may be twice what this changes: hundreds of roundings on the way do no less.

The table has, for each program: milliseconds to read it, to run it first (with compiling) and to
run it again, the greatest fraction and in which output, how many elements are equal bit for bit,
and, where the inputs were moved, the root mean square of the differences and what is allowed.
Exits with 1 if a program fails or an output differs by more.

Short form: --rounds 1 --only control
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import ml_dtypes
import numpy as np
from common import SHARED, skipped

from indexing_tools.programs.loaders.read import read_program
from indexing_tools.programs.model import Program
import indexing_tools.interpreter.run  # noqa: F401 - gives programs `run`

TOLERANCE = {"float32": 1e-6, "complex64": 1e-6, "float64": 1e-14, "complex128": 1e-14}
NOISE = 2  # times the change by the last place of the inputs


def tolerance(dtype: np.dtype) -> float:
    "The fraction of the greatest number by which numbers of a type may differ."
    if is_exact(dtype):
        return 0.0
    if dtype.name in TOLERANCE:
        return TOLERANCE[dtype.name]
    return 2 * float(ml_dtypes.finfo(dtype).eps)


def is_exact(dtype: np.dtype) -> bool:
    "Are numbers of this type equal or wrong?"
    return dtype.kind in "iub" or dtype.name in ("int2", "int4", "uint2", "uint4")


def error(actual: np.ndarray, expected: np.ndarray) -> float:
    "The greatest difference, as a fraction of the greatest number; inf if it is no number."
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return np.inf
    if is_exact(actual.dtype):
        return 0.0 if (actual == expected).all() else np.inf
    wide = np.complex128 if actual.dtype.kind == "c" else np.float64
    a, b = actual.astype(wide), expected.astype(wide)
    if not ((np.isnan(a) == np.isnan(b)) & (np.isfinite(a) == np.isfinite(b))).all():
        return np.inf
    finite = np.isfinite(b)
    if not (np.isnan(b) | finite | (a == b)).all():
        return np.inf
    return float(np.abs(a[finite] - b[finite]).max(initial=0) / (np.abs(b[finite]).max(initial=0) or 1))


def same_bits(actual: np.ndarray, expected: np.ndarray) -> int:
    "How many elements are equal bit for bit."
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return 0
    rows = [np.ascontiguousarray(x).reshape(-1, 1).view(np.uint8) for x in (actual, expected)]
    return int((rows[0] == rows[1]).all(1).sum())


def recorded(path: Path, program: Program) -> tuple[list[np.ndarray], list[np.ndarray]]:
    "Inputs and outputs, in the types of the program."
    root = program.entry.root.shape
    shapes = {"arg": [p.shape for p in program.entry.parameters],
              "out": list(root.elements) if root.is_tuple else [root]}
    with np.load(path) as file:
        return tuple(  # type: ignore[return-value]
            [typed(file[f"{kind}{i}"], shape.element_type.dtype) for i, shape in enumerate(shapes[kind])]
            for kind in ("arg", "out")
        )


def typed(array: np.ndarray, dtype: Any) -> np.ndarray:
    "The array, or its bits as numbers of a type that files do not know."
    return array if array.dtype == dtype else array.view(dtype)


def neighbours(array: np.ndarray, random: np.random.Generator) -> np.ndarray:
    "Floats moved by one unit in the last place, up or down; other numbers as they are."
    if is_exact(array.dtype):
        return array
    part = {8: np.float32, 16: np.float64}.get(array.dtype.itemsize) if array.dtype.kind == "c" else None
    moved = np.array(array, order="C")
    bits = np.atleast_1d(moved if part is None else moved.view(part))
    bits = bits.view(f"i{bits.dtype.itemsize}")
    bits += random.choice(np.array([-1, 1], bits.dtype), bits.shape)
    return np.where(np.isfinite(moved) & np.isfinite(array) & (array != 0), moved, array)


def mean_error(actual: np.ndarray, expected: np.ndarray) -> float:
    "The root mean square of the differences, as a fraction of that of the numbers."
    if not np.isfinite(error(actual, expected)):
        return np.inf
    wide = np.complex128 if actual.dtype.kind == "c" else np.float64
    finite = np.isfinite(expected.astype(wide))
    a, b = actual.astype(wide)[finite], expected.astype(wide)[finite]
    return float(np.sqrt((np.abs(a - b) ** 2).sum() / ((np.abs(b) ** 2).sum() or 1)))


def noise(program: Program, arguments: list, number: int, rounds: int = 3) -> float:
    "How much an output changes when the inputs move to their neighbours; the mean error."
    random, value = np.random.default_rng(0), outputs_of(program, arguments)[number]
    moved = [[neighbours(x, random) for x in arguments] for _ in range(rounds)]
    return max(mean_error(outputs_of(program, inputs)[number], value) for inputs in moved)


def outputs_of(program: Program, arguments: list) -> tuple:
    "The results, of one or several."
    result = program.run(*arguments)
    return result if isinstance(result, tuple) else (result,)


def measure(path: Path, values: Path, rounds: int) -> tuple[str, bool]:
    "A row of the table, and whether all outputs are right."
    start = perf_counter()
    program = read_program(path)
    reading = perf_counter() - start
    arguments, expected = recorded(values, program)
    times: list[float] = []
    for _ in range(rounds + 1):
        start = perf_counter()
        outputs = outputs_of(program, arguments)
        times.append(perf_counter() - start)
    errors = [error(a, b) for a, b in zip(outputs, expected, strict=True)]
    equal = sum(map(same_bits, outputs, expected)) / max(sum(b.size for b in expected), 1)
    worst = int(np.argmax(errors))
    where = f"out{worst} {expected[worst].dtype}" if errors[worst] else ""
    shown = "".join(f"{1e3 * t:>9.1f}" for t in (reading, times[0], min(times[1:])))
    far = [i for i, e in enumerate(errors) if e > tolerance(expected[i].dtype)]
    means = [mean_error(outputs[i], expected[i]) for i in far]
    limits = [0.0 if is_exact(expected[i].dtype) else NOISE * noise(program, arguments, i) for i in far]
    moved = max(((e, n) for e, n in zip(means, limits) if n), default=None)
    note = "  {:.1e} of {:.1e}".format(*moved) if moved else ""
    row = f"{shown}  {errors[worst]:>8.1e} {where:<16}{equal:>8.2%}{note}"
    return row, all(e <= limit for e, limit in zip(means, limits))


def main() -> int:
    "Print the table; 1 if something is wrong."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="?", type=Path, default=SHARED / "data" / "stablehlo")
    parser.add_argument("--recorded", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="programs with this in their name")
    options = parser.parse_args()
    if not options.programs.is_dir():
        return skipped(options.programs)
    folder = options.recorded or options.programs.with_name(options.programs.name + "_io")
    times = f"{'read ms':>9}{'first':>9}{'again':>9}"
    print(f"{'program':<26}{times}  {'error':>8} {'at':<16}{'equal':>8}  mean error")
    failed = without = count = 0
    for path in sorted(options.programs.glob("*.mlir")):
        values = folder / f"{path.stem}.npz"
        if options.only not in path.stem:
            continue
        if not values.exists():
            print(f"{path.stem:<26}  nothing is recorded")
            without += 1
            continue
        count += 1
        try:
            row, ok = measure(path, values, options.rounds)
        except Exception as wrong:  # a program that fails is a row like others
            row, ok = f"  {type(wrong).__name__}: {str(wrong).splitlines()[0]}", False
        failed += not ok
        print(f"{path.stem:<26}{row}{'' if ok else '  FAIL'}", flush=True)
    print(f"{count - failed} of {count} programs give what is recorded; {without} without a record")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
