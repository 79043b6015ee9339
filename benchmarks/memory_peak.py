"""The peak by liveness beside what XLA allocates: real programs, compiled for the CPU.

    python benchmarks/memory_peak.py [NAME...] [--shared] [--write FOLDER]

For each program XLA's `memory_analysis()` tells the bytes of arguments, results, aliases and temporaries. What it
allocates is arguments + results - aliases + temporaries; no peak may be more than that, and 4 of 5 must be at least 0.8
of it. What XLA has beyond the peak is told apart, as far as it can be: buffers of results that are not written yet at the
peak, arguments that are given away and idle there, and the rest (alignment to 64 bytes, the tables of tuples, gaps
between buffers). `--shared` compiles the StableHLO programs in `$SHARED/data/stablehlo`, too, a training step of a GPT
among them; `--write` keeps the texts and the figures, for the notebook. Needs jax.

Short form:
"""
from __future__ import annotations

import argparse
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from common import ROOT, SHARED, skipped

sys.path.insert(0, str(ROOT))

from indexing_tools.costs.values import Dataflow, leaves
from indexing_tools.programs.model import Program
from indexing_tools.programs.loaders.read import read_program

LEAST_SHARE, ENOUGH = 0.8, 0.8  # of XLA's bytes; of the programs


class Figures(NamedTuple):
    "Bytes, as XLA's `CompiledMemoryStats` tells them."

    argument: int
    output: int
    alias: int
    temp: int

    @property
    def allocated(self) -> int:
        "All that a run allocates, its arguments included."
        return self.argument + self.output - self.alias + self.temp


class Found(NamedTuple):
    "A peak, and what is idle there."

    peak: int
    at: str
    unwritten: int  # results
    given_away: int  # arguments


def found(program: Program) -> Found:
    "The peak of the main memory, and what XLA allocates but is not alive there."
    report = program.memory()
    (peak,) = (p for p in report.peaks if p.memory_space == 0)
    flow = Dataflow(program)
    alive = {(b.instruction, b.path) for b in peak.live}
    bytes_of = lambda v: flow.values[v].bytes
    is_alive = lambda v: flow.values[v][:2] in alive
    results = dict.fromkeys(map(flow.the_same, leaves(flow.entry.result)))
    arguments = [v for tree in flow.arguments for v in leaves(tree)]
    idle = sum(bytes_of(v) for v in arguments if not is_alive(v))
    written = sum(bytes_of(v) for v in results if is_alive(v))
    over_time = report.over_time
    unwritten = over_time.output_bytes - over_time.alias_bytes - written
    return Found(peak.bytes, peak.instruction.name, max(unwritten, 0), idle)


def figures_of_file(path: Path) -> tuple[Figures, str]:
    "XLA's figures and its text of a StableHLO program; all names are of jaxlib 0.10."
    from jax.extend.backend import get_backend
    from jaxlib import xla_client

    client = get_backend("cpu")
    devices = xla_client.DeviceList(tuple(client.devices()[:1]))
    compiled = client.compile_and_load(path.read_text(), devices, xla_client.CompileOptions())
    told = compiled.get_compiled_memory_stats()
    figures = Figures(*(getattr(told, f"{part}_size_in_bytes") for part in Figures._fields))
    return figures, compiled.hlo_modules()[0].to_string()


def figures_of(name: str) -> tuple[Figures, str]:
    "XLA's figures and its text of a program, or of a file."
    if name.endswith(".mlir"):
        return figures_of_file(Path(name))
    import memory_programs

    function, shapes, donate = memory_programs.PROGRAMS[name]
    compiled = memory_programs.jax.jit(function, donate_argnums=donate).lower(*shapes).compile()
    told = compiled.memory_analysis()
    figures = Figures(*(getattr(told, f"{part}_size_in_bytes") for part in Figures._fields))
    return figures, compiled.as_text()


def write(folder: Path, name: str, figures: Figures, text: str) -> None:
    "Keep a text, without the paths of this machine, and its figures."
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.hlo").write_text(re.sub(r'"/[^"]*/([^"/]+)"', r'"\1"', text))
    listed = folder / "xla.json"
    known = json.loads(listed.read_text()) if listed.exists() else {}
    known[name] = figures._asdict()
    listed.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--shared", action="store_true", help="the StableHLO programs of $SHARED as well")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    a = parser.parse_args()
    if find_spec("jax") is None:
        return skipped("jax")
    from memory_programs import PROGRAMS

    print(f"{'program':22} {'XLA':>10} {'peak':>10} share  {'beyond':>8}: unwritten      idle     rest  at")
    shares = []
    files = map(str, sorted((SHARED / "data" / "stablehlo").glob("*.mlir"))) if a.shared else ()
    for name in [*(a.names or PROGRAMS), *files]:
        figures, text = figures_of(name)
        here = found(read_program(text))
        shares.append(here.peak / figures.allocated)
        beyond = figures.allocated - here.peak
        unwritten = min(beyond, here.unwritten)
        idle = min(beyond - unwritten, here.given_away)
        parts = f"{beyond:8,}  {unwritten:9,} {idle:9,} {beyond - unwritten - idle:8,}"
        print(f"{Path(name).stem:22} {figures.allocated:10,} {here.peak:10,} {shares[-1]:.3f}  {parts}  {here.at}")
        if a.write:
            write(a.write, Path(name).stem, figures, text)
    high, near = sum(s > 1 for s in shares), sum(s >= LEAST_SHARE for s in shares)
    print(f"{len(shares)} programs: {high} peaks above XLA's bytes, {near} at least {LEAST_SHARE} of them")
    return int(high > 0 or near < ENOUGH * len(shares))


if __name__ == "__main__":
    sys.exit(main())
