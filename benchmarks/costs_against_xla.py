"""Operations and peaks beside XLA's own figures, for the dumps in `$SHARED` and in nbs/data, and for new programs.

    python benchmarks/costs_against_xla.py [NAME...] [--programs FOLDER]

Operations: XLA's cost analysis reads the same text; it counts the body of a loop once and of a choice the branch that
does most, as is done here. What it takes as transcendental (exp, tanh, sine) it counts under another name: it is added
to its flops. A ratio beyond 5 % is explained by opcode: `xla_count` counts as `HloCostAnalysis` does (its sum is held to
XLA's), and the opcodes of which ours differs are printed, with a reason in `REASONS`. What differs without one is a
failure. Peaks: where there is XLA's `memory_analysis()` of the same text, arguments + results - aliases + temporaries,
in nbs/data/memory and in FOLDER, which `cost_programs.py` makes; none may be more than 1.05 of that, and one that is
less than 0.9 of it is printed as "at least", or XLA has the rest set aside for results. Needs jaxlib.

Short form: softmax3d mlp_train_step
"""
from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from importlib.util import find_spec
from math import prod
from pathlib import Path

from common import ROOT, SHARED, skipped

sys.path.insert(0, str(ROOT))

from indexing_tools.costs.operation_counts import work_of
from indexing_tools.programs.model import Function, Instruction, Program
from indexing_tools.programs.ops import OPS
from indexing_tools.programs.loaders.read import read_program

NEAR = 0.05  # of XLA's operations
PEAKS = (0.9, 1.05)  # of XLA's bytes
REASONS = {  # opcodes that XLA counts in another way, and why ours is the right one or the finer one
    "sort": "XLA takes the logarithm of all elements, not of the row that is sorted",
    "fft": "XLA multiplies the logarithms of the transformed dimensions; here 5 n log2 n",
    "triangular_solve": "XLA counts the whole matrix, not its triangle",
    "cholesky": "XLA counts n^3 / 3, here are the lower terms, too",
    "custom_call": "XLA counts no library call on this client (it adds -1 for each)",
    "reduce_window": "XLA counts what lies in padding; of a window over everything it adds sizes for their product",
    "select_and_scatter": "XLA counts windows' positions in padding, too",
    "topk": "XLA counts nothing; here a comparison for each element",
    "bitcast_convert": "XLA counts one for each element; no operation is done",
    "rng_bit_generator": "XLA counts the elements of the state, too",
    "rng_get_and_update_state": "XLA counts nothing",
    "reduce_scatter": "XLA counts nothing",
    "ragged_dot": "XLA takes the sizes of a tuple of groups off the result",
}


def walked(function: Function, count) -> Counter[str]:
    "The operations of what runs in a function by opcode: a loop once, of a choice the largest branch."
    found: Counter[str] = Counter()
    for op in function:
        if op.opcode in ("conditional", "case", "if"):
            found += max((walked(f, count) for f in op.called), key=Counter.total, default=Counter())
        elif op.opcode in ("fusion", "call", "while", "async_start"):
            for inner in op.called:
                found += walked(inner, count)
        else:
            found[op.opcode] += count(op)
    return found


def our_count(op: Instruction) -> int:
    "Of one instruction."
    return sum(work_of(op).values())


def xla_operations(text: str) -> float:
    "Flops and transcendentals of XLA's cost analysis of a text; names of jaxlib 0.10."
    import jax
    from jaxlib import _hlo, _jax

    client = jax.local_devices(backend="cpu")[0].client
    found = _jax.hlo_module_cost_analysis(client, _hlo.hlo_module_from_text(text))
    return found.get("flops", 0.0) + found.get("transcendentals", 0.0)


def arrays(op: Instruction) -> list:
    "The shapes of the arrays in a result."
    return [s for _, s in op.shape.leaves() if s.is_array]


def windowed(op: Instruction) -> int:
    "XLA, `HandleReduceWindow`."
    window, made = op.attributes["window"], arrays(op)[0]
    reducing = [i for i, n in enumerate(window.size) if n != 1]
    padded = [i for i, p in enumerate(zip(window.padding_low, window.padding_high)) if any(p)]
    if len(reducing) == len(padded) == 1 and not op.shape.is_tuple:
        (i,) = reducing
        low, high, n = window.padding_low[i], window.padding_high[i], made.dimensions[i]
        if low == high != 0 and window.size[i] == 2 * low + 1 and low == n - 1:
            return made.size // n + n - 1
    return (prod(window.size) - 1) * made.size


def xla_count(op: Instruction) -> float:
    "As `HloCostAnalysis` counts, with what it takes as transcendental."
    body = sum(walked(f, xla_count).total() for f in op.called)
    read = op.operands[0].shape if op.operands else op.shape
    size = arrays(op)[0].size if arrays(op) else 0
    if op.opcode in ("dot", "convolution", "all_reduce", "all_reduce_start"):
        return our_count(op)  # the same rules
    if op.opcode == "select_and_scatter":
        source = op.operands[1].shape.size
        select, scatter = (walked(f, xla_count).total() for f in op.called)
        return select * source * (prod(op.attributes["window"].size) - 1) + scatter * source
    rules = {
        "reduce": lambda: body * (arrays(op.operands[0])[0].size - size),
        "reduce_window": lambda: body * windowed(op),
        "scatter": lambda: body * op.operands[-1].shape.size,
        "map": lambda: body * size,
        "sort": lambda: arrays(op.operands[0])[0].size * max(arrays(op.operands[0])[0].size - 1, 0).bit_length(),
        "fft": lambda: 8 * read.size * prod(n.bit_length() - 1 for n in op.attributes["fft_length"]),
        "triangular_solve": lambda: 2 * read.dimensions[-1] * op.operands[1].shape.size,
        "cholesky": lambda: read.dimensions[-1] * read.size // 3,
        "custom_call": lambda: -1,
        "rng": lambda: size,
        "rng_bit_generator": lambda: sum(s.size for s in arrays(op)),
    }
    if op.opcode in rules:
        return rules[op.opcode]()
    return size if op.opcode in OPS.having("elementwise") or op.opcode == "bitcast_convert" else 0


def explained(program: Program, theirs: float) -> tuple[bool, str]:
    "Is the difference explained by opcodes that have a reason? The opcodes, and by how much they differ."
    ours, xla = walked(program.entry, our_count), walked(program.entry, xla_count)
    differing = {name: ours[name] - xla[name] for name in {*ours, *xla} if ours[name] != xla[name]}
    told = ", ".join(f"{name} {n:+,.0f}" for name, n in sorted(differing.items(), key=lambda x: -abs(x[1])))
    unread = abs(xla.total() - theirs) > 1e-4 * max(theirs, 1)
    left = sum(n for name, n in differing.items() if name not in REASONS)
    told += f" (XLA's rules here give {xla.total():,.0f})" if unread else ""
    return not unread and abs(left) <= NEAR * max(theirs, 1), told


def row(name: str, program: Program, theirs: float) -> bool:
    "Print the operations of a program; are they near XLA's, or explained?"
    ours = walked(program.entry, our_count).total()
    ratio = ours / theirs if theirs else float(ours == 0)
    near, good, told = abs(ratio - 1) <= NEAR, True, ""
    if not near:
        good, told = explained(program, theirs)
    print(f"{name:36} {ours:15,} {theirs:15,.0f} {ratio:6.2f} {told}{'' if good else '  NOT EXPLAINED'}", flush=True)
    return good


def operations(names: list[str]) -> int:
    "Print the operations of each dump; how many are neither near XLA's nor explained."
    folders = (SHARED / "data" / "hlo", ROOT / "nbs" / "data" / "hlo")
    paths = [p for folder in folders for p in sorted(folder.glob("*/*.hlo"))]
    bad = 0
    print(f"{'dump':36} {'ours':>15} {'XLA':>15}  ratio, and the opcodes that differ")
    for path in paths:
        if names and path.stem not in names:
            continue
        text = path.read_text()
        try:
            theirs = xla_operations(text)
        except Exception as error:  # a text that this XLA does not read
            print(f"{path.parent.name}/{path.stem}: XLA does not read it: {str(error)[:60]}")
            continue
        bad += not row(f"{path.parent.name}/{path.stem}", read_program(text), theirs)
    return bad


def peak_row(name: str, program: Program, told: dict[str, int]) -> bool:
    "Print the peak of the main memory beside XLA's; is it within bounds, or said to be a bound?"
    allocated = told["argument"] + told["output"] - told["alias"] + told["temp"]
    memory = program.memory()
    peak, aside, (least, most) = memory.peak_bytes, memory.peak.set_aside, PEAKS
    lower = memory.over_time is not None and memory.over_time.is_lower_bound
    ratio, notes = peak / allocated, []
    if lower:
        notes.append("at least")
    elif ratio < least:
        notes.append(f"{(peak + aside) / allocated:.3f} with results that are not written yet")
    good = ratio <= most and (lower or peak + aside >= least * allocated)
    print(f"{name:36} {peak:15,} {allocated:15,} {ratio:6.3f} {', '.join(notes)}{'' if good else '  OUTSIDE'}")
    for other in memory.over_time.peaks if memory.over_time else ():
        if other.capacity and other.bytes > other.capacity:
            print(f"{name}: {other.bytes:,} bytes in {other.memory}, which has {other.capacity:,}")
            good = False
    return good


def peaks(folder: Path | None) -> int:
    "Print the peaks of the stored programs, and of those in a folder; how many are outside."
    stored, bad = ROOT / "nbs" / "data" / "memory", 0
    for name, told in json.loads((stored / "xla.json").read_text()).items():
        bad += not peak_row(name, read_program((stored / f"{name}.hlo").read_text()), told)
    for path in sorted(folder.glob("*/*.json")) if folder else ():
        told = json.loads(path.read_text())["memory"]
        program = read_program(path.with_suffix(".hlo"))
        bad += not peak_row(f"{path.parent.name}/{path.stem}", program, told)
    return bad


def made_programs(folder: Path) -> int:
    "Operations of the programs in a folder, by XLA's reading of their text."
    bad = 0
    for path in sorted(folder.glob("*/*.hlo")):
        text = path.read_text()
        bad += not row(f"{path.parent.name}/{path.stem}", read_program(text), xla_operations(text))
    return bad


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*")
    options.add_argument("--programs", type=Path)
    asked = options.parse_args()
    if find_spec("jaxlib") is None:
        return skipped("jaxlib")
    bad = operations(asked.names) + (made_programs(asked.programs) if asked.programs else 0)
    print(f"{bad} neither within {NEAR:.0%} of XLA's operations nor explained")
    outside = peaks(asked.programs)
    print(f"{outside} peaks outside of {PEAKS[0]} to {PEAKS[1]} of XLA's bytes and neither said to be at least nor explained")
    return int(bad + outside > 0)


if __name__ == "__main__":
    sys.exit(main())
