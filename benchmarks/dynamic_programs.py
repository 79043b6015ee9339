"""Programs of open sizes, run at one size, and compared with what XLA computes at that size.

    python benchmarks/dynamic_programs.py FOLDER [--only NAME] [--size N] [--no-xla]

FOLDER holds `.mlir` files whose first arguments are the values of size variables, as the public
repository openxla/stablehlo has 388 in `stablehlo/testdata/dynamic`. Every open size, and every
such variable, is N (default 3); integers among the other arguments are from 0 to 3, or 0 where a
program asks for a slice that is not there. jaxlib refines the shapes for the size and compiles.
Exits with 1 if a program does not run, or its results differ.

Short form: none, without FOLDER nothing is run
"""
from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from common import skipped
from interpreter_programs import error, is_exact, outputs_of

import indexing_tools as it

Arrays = list[np.ndarray]


def size_variables(program: it.Program) -> int:
    "How many of the first arguments are the values of size variables."
    parameters = program.entry.parameters
    if not any(any(p.shape.dynamic) for p in parameters):
        return 0
    scalars = (p.shape.rank == 0 and p.shape.element_type.name in ("s32", "s64") for p in parameters)
    return next((i for i, scalar in enumerate(scalars) if not scalar), 0)


def arguments(program: it.Program, size: int, largest: int) -> Arrays:
    "The variables, and random arrays of that size."
    random, count, found = np.random.default_rng(0), size_variables(program), []
    for number, parameter in enumerate(program.entry.parameters):
        shape, kind = parameter.shape, parameter.shape.element_type
        sizes = [size if open_ else n for n, open_ in zip(shape.dimensions, shape.dynamic)]
        if number < count:
            found.append(np.asarray(size, kind.dtype))
        elif kind.kind in ("signed", "unsigned", "pred"):
            found.append(random.integers(0, 2 if kind.kind == "pred" else largest + 1, sizes).astype(kind.dtype))
        else:
            found.append(random.normal(size=sizes).astype(np.float32).astype(kind.dtype))
    return found


def by_xla(text: str, inputs: Arrays, count: int) -> Arrays:
    "What XLA's CPU compiler makes of the program, its shapes refined for these inputs."
    import jax
    from jax._src.interpreters.mlir import refine_polymorphic_shapes
    from jax._src.lib import _jax, xla_client
    from jaxlib.mlir import ir

    from indexing_tools.programs.loaders.binaries import mlir_context

    with mlir_context():
        module = ir.Module.parse(text)
        (main,) = [f for f in module.body if str(f.attributes["sym_name"]) == '"main"']
        result = ", ".join(map(str, ir.FunctionType(main.type).results))
        taken = [str(t) for t in ir.FunctionType(main.type).inputs]
        main.attributes["sym_name"] = ir.StringAttr.get("inner")
        main.attributes["sym_visibility"] = ir.StringAttr.get("private")
        parts, names = [], []
        types = [static(t, x) for t, x in zip(taken, inputs)]
        for i, (t, x) in enumerate(zip(types, inputs)):
            names.append(f"%b{i}")
            if i < count:
                parts.append(f"%a{i} = stablehlo.constant dense<{int(x)}> : {t}")
            parts.append(f"%b{i} = stablehlo.convert %a{i} : ({t}) -> {taken[i]}")
        given = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types) if i >= count)
        results = len(ir.FunctionType(main.type).results)
        left, out = (f"%r:{results}", [f"%r#{i}" for i in range(results)]) if results > 1 else ("%r", ["%r"])
        parts.append(f"{left} = func.call @inner({', '.join(names)}) : ({', '.join(taken)}) -> ({result})")
        wrapper = f"func.func public @main({given}) -> ({result}) {{ {' '.join(p + chr(10) for p in parts)} return {', '.join(out)} : {result} }}"
        whole = ir.Module.parse(str(module).rstrip().removesuffix("}") + wrapper + "}")
        refined = refine_polymorphic_shapes(whole)
        options = xla_client.CompileOptions()
        options.executable_build_options.num_partitions = options.executable_build_options.num_replicas = 1
        devices = _jax.DeviceList(tuple(jax.devices("cpu")[:1]))
        client = jax.devices("cpu")[0].client
        made = client.compile_and_load(str(refined), devices, options)
    buffers = [jax.device_put(x, jax.devices("cpu")[0]) for x in inputs[count:]]
    return [np.asarray(x) for x in made.execute(buffers)]


def static(type_text: str, x: np.ndarray) -> str:
    "The type with the sizes of an array."
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + re.sub(r"^tensor<((\d+|\?)x)*", "", type_text)


def row_of(path: Path, size: int, compute: Callable[..., Arrays] | None) -> tuple[str, bool]:
    "What a program gives, in words, and whether it is right."
    text = path.read_text()
    program, told = it.read_program(text), None
    for largest in (3, 0):
        inputs = arguments(program, size, largest)
        try:
            outputs = outputs_of(program, inputs)
            break
        except it.ProgramError as wrong:
            told = wrong
    else:
        return f"does not run: {str(told)[:300]}", False
    if compute is None:
        return "runs", True
    try:
        expected = compute(text, inputs, size_variables(program))
    except Exception as wrong:  # what XLA does not compile
        return f"runs; XLA: {str(wrong).splitlines()[0][:100]}", True
    errors = [error(np.asarray(a), b) for a, b in zip(outputs, expected, strict=True)]
    limits = [0 if is_exact(b.dtype) else 2e-2 if b.dtype.itemsize < 4 else 1e-4 for b in expected]
    right = all(e <= limit for e, limit in zip(errors, limits))
    return ("equal" if right else f"differs by {max(errors):.1e}"), right


def main() -> int:
    "Print what is wrong, and how many programs are not; 1 if one is."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="", help="programs with this in their name")
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--no-xla", action="store_true", help="only run them")
    options = parser.parse_args()
    if options.folder is None or not options.folder.is_dir():
        return skipped("a folder of programs of open sizes")
    if not options.no_xla:
        import jax

        jax.config.update("jax_enable_x64", True)
    counts: dict[str, int] = {}
    failed = 0
    for path in sorted(options.folder.glob("*.mlir")):
        if options.only not in path.stem:
            continue
        try:
            row, ok = row_of(path, options.size, None if options.no_xla else by_xla)
        except Exception as wrong:
            row, ok = f"{type(wrong).__name__}: {str(wrong)[:300]}", False
        failed += not ok
        kind = row.partition(":")[0].partition(" by")[0]
        counts[kind] = counts.get(kind, 0) + 1
        if row not in ("equal", "runs"):
            print(f"{path.stem:<60} {row}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
