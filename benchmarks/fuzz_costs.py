"""What holds of the costs of every program, on all dumps, and operations of random products beside a count by NumPy.

    python benchmarks/fuzz_costs.py [SEED] [--count N] [--programs FOLDER]

Of each kernel: no operations or bytes less than none; no operand of which more bytes are moved than it has, or more
elements than are read; redundant memory traffic is a part of what is moved. Of each program: a peak is what its live
buffers have, no less than the largest, no less than arguments and results together, and no more than a device has
without a word. Of random dots and convolutions with padding, strides, dilations, groups and reversed windows: as many
products as a loop over all positions finds, and as reads that the maps count. Exit status 1 if something does not hold.

Short form: 1 --count 40
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from common import ROOT, SHARED

sys.path.insert(0, str(ROOT))

from indexing_tools.costs.operation_counts import work_of
from indexing_tools.programs.model import Program
from indexing_tools.programs.loaders.read import parse_instruction, read_program


def kernels_wrong(program: Program) -> Iterator[str]:
    "What does not hold of the kernels of a report."
    for k in program.report().kernels:
        if any(count < 0 for count in (k.work or {}).values()) or k.bytes.least < 0:
            yield f"{k.title}: less than no operations or bytes"
        if k.bytes.most is not None and k.bytes.least > k.bytes.most:
            yield f"{k.title}: at least {k.bytes.least}, at most {k.bytes.most} bytes"
        if not 0 <= k.waste_bytes <= k.bytes.limit or k.cache_waste_bytes < 0:
            yield f"{k.title}: {k.waste_bytes} of {k.bytes.limit} bytes are redundant"
        for row in k.operands:
            most, reads = row.bytes.most, row.reads.most
            if most is not None and most > row.buffer_bytes:
                yield f"{k.title}, operand {row.operand}: {most} bytes of {row.buffer_bytes}"
            if reads is not None and row.distinct_elements.least > reads:
                yield f"{k.title}, operand {row.operand}: more elements than are read"


def memory_wrong(program: Program) -> Iterator[str]:
    "What does not hold of the peaks of a program."
    report = program.memory()
    over_time = report.over_time
    for peak in report.peaks:
        sizes = [b.shape.byte_size for b in peak.live]
        scalars = sum(b.shape.byte_size for b in peak.live if not b.shape.dimensions)
        if not sum(sizes) - scalars <= peak.bytes <= sum(sizes) or peak.bytes < max(sizes) - scalars:
            yield f"peak of {peak.memory}: {peak.bytes} bytes, its buffers have {sum(sizes)}"
        if peak.capacity and peak.bytes > peak.capacity and "more than" not in repr(report):
            yield f"peak of {peak.memory}: {peak.bytes} bytes of {peak.capacity}, without a word"
    leaves = lambda shape: [s for _, s in shape.leaves() if s.is_array and s.dimensions and not s.memory_space]
    arguments = sum(s.byte_size for p in program.entry.parameters for s in leaves(p.shape))
    root = program.entry.root
    made = {id(x): x for x in (root.operands if root.opcode == "tuple" else [root])}.values()
    own = [x for x in made if x.opcode not in ("parameter", "constant", "get_tuple_element", "bitcast", "while")]
    least = arguments + sum(s.byte_size for x in own for s in leaves(x.shape)) - over_time.alias_bytes
    if report.peak_bytes < least:
        yield f"peak of {report.peak_bytes} bytes, arguments and results have {least}"


def random_dot(random: Random) -> tuple[str, int]:
    "A dot, and its operations by the sizes of NumPy's einsum."
    m, n, k, b = (random.randint(1, 6) for _ in range(4))
    x, y = np.ones((b, m, k), np.int64), np.ones((b, k, n), np.int64)
    products = int(np.einsum("bmk,bkn->", x, y))
    numbers = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}"
    return f"d = f32[{b},{m},{n}] dot(f32[{b},{m},{k}] x, f32[{b},{k},{n}] y), {numbers}", 2 * products


def random_convolution(random: Random) -> tuple[str, int] | None:
    "A convolution, and its operations by a loop over all positions; None if no window fits."
    rank = random.randint(1, 2)
    draw = lambda low, high: [random.randint(low, high) for _ in range(rank)]
    n, size, stride, low, high = draw(1, 6), draw(1, 4), draw(1, 3), draw(-1, 3), draw(-1, 3)
    base, spread, turned = draw(1, 3), draw(1, 3), draw(0, 1)
    outputs = []
    for i in range(rank):
        room = (n[i] - 1) * base[i] + 1 + low[i] + high[i] - (size[i] - 1) * spread[i] - 1
        if room < 0:
            return None
        outputs.append(room // stride[i] + 1)
    groups, batches = random.choice([(1, 1), (2, 1), (1, 2)])
    features, made, batch = random.randint(1, 3), 2 * random.randint(1, 2), 2
    met = 0
    for o in product(*map(range, outputs)):
        for k in product(*map(range, size)):
            taken = [size[i] - 1 - k[i] if turned[i] else k[i] for i in range(rank)]
            at = [o[i] * stride[i] - low[i] + taken[i] * spread[i] for i in range(rank)]
            met += all(p % base[i] == 0 and 0 <= p // base[i] < n[i] for i, p in enumerate(at))
    by = lambda values: "x".join(map(str, values))
    sizes = lambda *values: ",".join(map(str, values))
    window = (
        f"size={by(size)} stride={by(stride)} pad={by(f'{a}_{b}' for a, b in zip(low, high))} "
        f"lhs_dilate={by(base)} rhs_dilate={by(spread)} rhs_reversal={by(turned)}"
    )
    digits = "01"[:rank]
    text = (
        f"c = f32[{sizes(batch // batches, *outputs, made)}] convolution(f32[{sizes(batch, *n, features * groups)}] x, "
        f"f32[{sizes(*size, features, made)}] k), window={{{window}}}, dim_labels=b{digits}f_{digits}io->b{digits}f, "
        f"feature_group_count={groups}, batch_group_count={batches}"
    )
    return text, 2 * met * features * made * (batch // batches)


def products_wrong(seed: int, count: int) -> Iterator[str]:
    "Random products whose operations are not what a loop counts, or what their maps read."
    random = Random(seed)
    for _ in range(count):
        found = random.choice((random_dot, random_convolution))(random)
        if found is None:
            continue
        text, operations = found
        op = parse_instruction(text)
        own, reads = sum(work_of(op).values()), op.traffic().operands[0].reads
        if own != operations:
            yield f"{own} operations, {operations} are counted: {text}"
        if reads.most is not None and not reads.least <= own // 2 <= reads.most:
            yield f"{own} operations, the maps read {reads}: {text}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("seed", nargs="?", type=int, default=1)
    options.add_argument("--count", type=int, default=400)
    options.add_argument("--programs", type=Path)
    asked = options.parse_args()
    folders = [SHARED / "data" / "hlo", ROOT / "nbs" / "data" / "hlo", *filter(None, [asked.programs])]
    paths = [p for folder in folders for p in sorted(folder.glob("*/*.hlo"))]
    paths += sorted((ROOT / "nbs" / "data" / "memory").glob("*.hlo"))
    wrong = 0
    for path in paths:
        program = read_program(path)
        for told in (*kernels_wrong(program), *memory_wrong(program)):
            print(f"{path.parent.name}/{path.stem}: {told}", flush=True)
            wrong += 1
    for told in products_wrong(asked.seed, asked.count):
        print(told, flush=True)
        wrong += 1
    print(f"{len(paths)} programs, {asked.count} random products: {wrong} things do not hold")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
