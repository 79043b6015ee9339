"""Every dump of XLA's, run on recorded inputs: it gives what the program gave before it was compiled.

    python benchmarks/run_dumps.py [FOLDER] [--only NAME] [--constants FILE.npz]

FOLDER holds a folder for each target (default: `data/hlo` in `$SHARED`), the programs' inputs and
outputs in `stablehlo_io` beside it, the programs in `stablehlo`, which run on random inputs where
nothing is recorded. Integers and truth values must be equal. A float may differ by a fraction of
the greatest number of its array, by the narrowest type that the dump computes with (`ROUNDING`).
Some programs magnify rounding: then the root mean square of the differences may be twice what it
changes to move every float of the inputs by a unit in the last place of that type, at random
(where that changes more than half of the value, the output tells nothing and may be any number). A
dump that left constants out names them, and runs with those of `--constants`, or, without the file,
with zeros: its outputs are not compared then.

Exits with 1 if a program does not run, or gives something else.

Short form: --only zoo
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

import ml_dtypes
import numpy as np
from common import SHARED, skipped
from interpreter_programs import error, is_exact, mean_error, outputs_of, recorded

import indexing_tools as it
from indexing_tools.interpreter.kernel_registry import _left_out as left_out

ROUNDING = {"f32": 2e-5, "bf16": 3e-2}  # as a fraction of the greatest number
UNITS = {"f32": 2.0**-23, "bf16": 2.0**-7}  # in the last place
ROUNDS = 3


def narrowest(program: it.Program) -> str:
    "The narrower of the types of which a product or a result is."
    kinds = {s.element_type.name for op in program.instructions for s in (op.shape, *op.shape.elements) if s.is_array}
    return "bf16" if "bf16" in kinds else "f32"


def moved(array: np.ndarray, unit: float, random: np.random.Generator) -> np.ndarray:
    "Floats moved up or down by a unit in the last place, of their own type or a narrower one."
    if is_exact(array.dtype):
        return array
    unit = max(unit, float(ml_dtypes.finfo(array.real.dtype).eps))
    return (array * (1 + random.choice([-unit, unit], array.shape))).astype(array.dtype)


def noise(program: it.Program, inputs: list, number: int, unit: float) -> float:
    "How much an output changes when the inputs are moved; the mean error."
    random, value = np.random.default_rng(0), outputs_of(program, inputs)[number]
    others = [[moved(x, unit, random) for x in inputs] for _ in range(ROUNDS)]
    return max(mean_error(outputs_of(program, other)[number], value) for other in others)


def expectation(name: str, values: Path, program: it.Program) -> tuple[list, list]:
    "Inputs and outputs: recorded, or random ones and what the program gave before it was compiled."
    if (values / f"{name}.npz").exists():
        return recorded(values / f"{name}.npz", program)
    random = np.random.default_rng(0)
    shapes = [p.shape for p in program.entry.parameters]
    inputs = [random.normal(size=s.dimensions).astype(s.element_type.dtype) for s in shapes]
    return inputs, list(outputs_of(it.read_program(values.with_name("stablehlo") / f"{name}.mlir"), inputs))


def row_of(path: Path, values: Path, constants: Path | None) -> tuple[str, bool]:
    "What a dump gives, in words, and whether it is right."
    program = it.read_program(path)
    inputs, expected = expectation(path.stem, values, program)
    missing, note = left_out(program), ""
    given: dict[str, object] = {}
    if missing:
        found = dict(np.load(constants)) if constants else {}
        given = {n: found.get(n, np.zeros(op.shape.dimensions, op.shape.element_type.dtype)) for n, op in missing.items()}
        note = f"  without {', '.join(missing)}"
        try:
            program.run(*inputs)
            return "  ran without its constants", False
        except it.ProgramError as wrong:
            if not all(name in str(wrong) for name in missing):
                return f"  an error that does not name them: {wrong}", False
    start = perf_counter()
    result = program.run(*inputs, constants=given)
    seconds = perf_counter() - start
    outputs = result if isinstance(result, tuple) else (result,)
    if missing and not constants:
        return f"{seconds:>8.2f}  not compared{note}", True
    errors = [error(np.asarray(a), np.asarray(b)) for a, b in zip(outputs, expected, strict=True)]
    kind = narrowest(program)
    limit = ROUNDING[kind]
    far = [i for i, e in enumerate(errors) if e > (0 if is_exact(expected[i].dtype) else limit)]
    means = {i: mean_error(np.asarray(outputs[i]), expected[i]) for i in far}
    limits = {i: 0.0 if is_exact(expected[i].dtype) else 2 * noise(program, inputs, i, UNITS[kind]) for i in far}
    wrong = [i for i in far if not (means[i] <= limits[i] or limits[i] >= 1)]
    shown = ", ".join(f"out{i} {expected[i].dtype} {means[i]:.1e} of {limits[i]:.1e}" for i in (wrong or far)[:2])
    shown = f"  mean error {shown}" if shown else ""
    return f"{seconds:>8.2f}  {max(errors, default=0.0):.1e} of {limit:.0e}{shown}{note}", not wrong


def main() -> int:
    "Print a row for each dump; 1 if one is wrong."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED / "data" / "hlo")
    parser.add_argument("--only", default="", help="dumps with this in their path")
    parser.add_argument("--constants", type=Path, help="an .npz of what dumps left out")
    options = parser.parse_args()
    if not options.folder.is_dir():
        return skipped(options.folder)
    values = options.folder.with_name("stablehlo_io")
    failed = count = 0
    print(f"{'dump':<40}{'seconds':>8}  greatest difference")
    for path in sorted(options.folder.glob("*/*.hlo")):
        name = f"{path.parent.name}/{path.stem}"
        if options.only not in name:
            continue
        count += 1
        try:
            row, ok = row_of(path, values, options.constants)
        except Exception as wrong:  # a dump that fails is a row like others
            row, ok = f"  {type(wrong).__name__}: {str(wrong).splitlines()[0][:200]}", False
        failed += not ok
        print(f"{name:<40}{row}{'' if ok else '  FAIL'}", flush=True)
    print(f"{count - failed} of {count} dumps")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
