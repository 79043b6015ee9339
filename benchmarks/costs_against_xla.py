"""Operations and peaks beside XLA's own figures, for the dumps in `$SHARED` and in nbs/data.

    python benchmarks/costs_against_xla.py [NAME...]

Operations: XLA's cost analysis, which counts the body of a loop once, reads the same text; ours are those of one pass,
too. XLA counts what it takes as transcendental (exp, tanh, sine) under another name: it is added to its flops here, one
for each. Peaks: where nbs/data/memory has XLA's `memory_analysis()` of the same text (arguments + results - aliases +
temporaries); none may be more than that. Needs jaxlib.

Short form: softmax3d mlp_train_step
"""
from __future__ import annotations

import json
import sys
from importlib.util import find_spec

from common import ROOT, SHARED, skipped

sys.path.insert(0, str(ROOT))

from indexing_tools.analyses.executions import executions
from indexing_tools.analyses.kernels import kernel_report
from indexing_tools.programs.model import Program
from indexing_tools.programs.read import read_program

NEAR = 0.1  # of XLA's operations


def our_operations(program: Program) -> int:
    "Of all kernels, each as often as it is in the text."
    rows = (kernel_report(e) for e in executions(program))
    return sum(sum((k.work or {}).values()) * k.count for k in rows)


def xla_operations(text: str) -> float:
    "Flops and transcendentals of XLA's cost analysis of a text; names of jaxlib 0.10."
    import jax
    from jaxlib import _hlo, _jax

    client = jax.local_devices(backend="cpu")[0].client
    found = _jax.hlo_module_cost_analysis(client, _hlo.hlo_module_from_text(text))
    return found.get("flops", 0.0) + found.get("transcendentals", 0.0)


def marks(text: str) -> str:
    "What a text has that is often counted in another way."
    named = {"custom-call": "library calls", " while(": "loops", " sort(": "sort", " fft(": "FFT"}
    return ", ".join(name for mark, name in named.items() if mark in text)


def operations(names: list[str]) -> int:
    "Print the operations of each dump; how many are near XLA's."
    folders = (SHARED / "data" / "hlo", ROOT / "nbs" / "data" / "hlo")
    paths = [p for folder in folders for p in sorted(folder.glob("*/*.hlo"))]
    near = total = 0
    print(f"{'dump':36} {'ours':>15} {'XLA':>15} ratio, and what the text has that may be counted otherwise")
    for path in paths:
        if names and path.stem not in names:
            continue
        text = path.read_text()
        try:
            theirs = xla_operations(text)
        except Exception as error:  # a text that this XLA does not read
            print(f"{path.parent.name}/{path.stem}: XLA does not read it: {str(error)[:60]}")
            continue
        ours, total = our_operations(read_program(text)), total + 1
        ratio = ours / theirs if theirs else float(ours == 0)
        near += abs(ratio - 1) <= NEAR
        has = marks(text) if abs(ratio - 1) > NEAR else ""
        print(f"{path.parent.name + '/' + path.stem:36} {ours:15,} {theirs:15,.0f} {ratio:5.2f} {has}", flush=True)
    print(f"{total} dumps: {near} within {NEAR:.0%} of XLA's operations")
    return total - near


def peaks() -> int:
    "Print the peaks of the stored programs; how many are more than XLA allocates."
    folder, high = ROOT / "nbs" / "data" / "memory", 0
    for name, told in json.loads((folder / "xla.json").read_text()).items():
        allocated = told["argument"] + told["output"] - told["alias"] + told["temp"]
        program = read_program((folder / f"{name}.hlo").read_text())
        (peak,) = (p.bytes for p in program.memory().peaks if p.memory_space == 0)
        high += peak > allocated
        print(f"{name:36} {peak:15,} {allocated:15,} {peak / allocated:5.2f}")
    print(f"{high} peaks above XLA's bytes")
    return high


def main() -> int:
    if find_spec("jaxlib") is None:
        return skipped("jaxlib")
    operations(sys.argv[1:])
    return int(peaks() > 0)


if __name__ == "__main__":
    sys.exit(main())
