"""The interpreter behind the protocol of a StableHLO conformance suite: run, parse, compile.

Short form: none, a conformance suite calls it
"""

from pathlib import Path
from typing import Any

import numpy as np

from indexing_tools.interpreter.probes import probing
from indexing_tools.interpreter.run import program_of
from indexing_tools.programs.loaders.read import read_program
from indexing_tools.programs.model import Program


def parse(mlir_text: str) -> Program:
    "Read everything of the text."
    return read_program(mlir_text).check()


# Functions that programs call back, which their texts do not hold, by the file's name.
CALLBACKS = {"pure_callback.mlir": [np.sin]}


def run(
    mlir_text: str,
    entry_name: str,
    args: list,
    meta: dict | None = None,
    probe_dir: str | None = None,
) -> list:
    "The results of the entry function; a failed check raises."
    program = read_program(mlir_text)
    if not entry_name:
        return []
    callbacks = CALLBACKS.get(Path((meta or {}).get("file", "")).name, "error")
    with probing(probe_dir):
        result = program.run(*args, function=entry_name, callbacks=callbacks)
    return list(result) if isinstance(result, tuple) else [result]


def compile(mlir_text: str, entry_name: str) -> Any:
    "A function of arrays, read and compiled once."
    program = program_of(mlir_text)
    return lambda *args: program.run(*args, function=entry_name)
