"""Are the sums of coalescing right? Random fusions against a count of every single access.

    python benchmarks/fuzz_coalescing.py [--count N] [--seed N] [--short]

Half of the fusions are of `nbs/support/random_ops.py`, half are larger ones of a few operations in random layouts and types, so
that kernels of several blocks, transposes and reductions are among them. The oracle visits every thread, loop and value: it finds the
vector loops by comparing neighbours, puts every byte into its access, sector and line, and counts. Of values that the program
computes all are tried if they are one for the kernel and few; else some for each lane at random, which must lie within the bounds.
Exit status 1 if anything differs.

Short form: --count 60
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import wide_fusion

import indexing_tools as it
from indexing_tools.gpu.emitters import fusion_kernel
from indexing_tools.gpu.grid import LaunchDimensions
from indexing_tools.ground.patching import load

MOST_POINTS, MOST_VALUES = 2_000_000, 40
TYPES = {"f32": 32, "bf16": 16, "s8": 8, "s4": 4, "f64": 64, "c128": 128, "pred": 8}


def layout(random, sizes):
    "A random order of dimensions; by rows in some fusions, so that transposes have kernels of their own."
    order = list(range(len(sizes)))
    if not getattr(random, "by_rows", False) and random.random() < 0.5:
        random.shuffle(order)
    else:
        order.reverse()
    return f"{{{','.join(map(str, order))}}}"


def array(random, kind, sizes):
    "The text of a shape in a random layout."
    bits = ":E(4)" if kind == "s4" else ""
    order = layout(random, sizes)
    return f"{kind}[{','.join(map(str, sizes))}]{order[:-1]}{bits}}}"


def larger_fusion(random):
    "A fusion of one to three operations over some thousand elements."
    kind = random.choice([*TYPES, "f32", "f32", "bf16"])
    rank = random.choice([1, 2, 2, 3])
    sizes = [random.choice([1, 2, 3, 4, 8, 16, 31, 32, 33, 48, 64, 70, 100, 128]) for _ in range(rank)]
    while prod(sizes) > 12000:
        sizes[random.randrange(rank)] = random.choice([1, 2, 4, 8])
    arrays, lines = [], []
    random.by_rows = random.random() < 0.4
    steps = [*STEPS]
    if random.by_rows:
        sizes = [random.choice([17, 32, 40, 64, 96, 100]) for _ in range(random.choice([2, 2, 3]))]
        sizes[0] = min(sizes[0], 30000 // prod(sizes[1:]))
        steps = ["transpose", "transpose", "reduce", "reduce", "add"]

    def operand(some, kind=kind):
        arrays.append(array(random, kind, some))
        lines.append(f"  p{len(arrays) - 1} = {arrays[-1]} parameter({len(arrays) - 1})")
        return f"p{len(arrays) - 1}"

    value = operand(sizes)
    for i in range(random.choice([1, 1, 2, 3])):
        step = random.choice(steps)
        value, sizes = STEPS[step](random, kind, value, sizes, operand, lines, f"v{i}")
        if prod(sizes) > 30000 or (kind in ("pred", "s4") and step == "add"):
            break
    lines[-1] = lines[-1].replace("  ", "  ROOT ", 1)
    name, _, text = lines[-1].strip().removeprefix("ROOT ").partition(" = ")
    if name.startswith("p"):
        lines[-1] = lines[-1].replace("ROOT ", "")
        shape = text.split(" parameter")[0]
        lines.append(f"  ROOT r = {shape} copy({name})")
        text = f"{shape} "
    out = text.split(" ")[0]
    inner = "\n".join(lines)
    given = "\n".join(f"  q{i} = {a} parameter({i})" for i, a in enumerate(arrays))
    names = ", ".join(f"q{i}" for i in range(len(arrays)))
    adder = f"add {{\n  a = {kind}[] parameter(0)\n  b = {kind}[] parameter(1)\n  ROOT c = {kind}[] {'or' if kind == 'pred' else 'add'}(a, b)\n}}\n"
    more = tiled(random, sizes) if sizes and random.random() < 0.2 else ""
    program = f"HloModule m\n{adder}body {{\n{inner}\n}}\nENTRY e {{\n{given}\n  ROOT f = {out} fusion({names}), kind=kLoop, calls=body{more}\n}}"
    return it.read_program(program).entry.root


def tiled(random, sizes):
    "A backend_config by which the fusion is one of Triton, with a random tile."
    tile = ",".join(f'"{min(random.choice([1, 2, 4, 8, 16, 32]), 2 * n)}"' for n in sizes)
    level = f'"block_level_fusion_config":{{"num_warps":"2","output_tiles":[{{"sizes":[{tile}]}}]}}'
    return f', backend_config={{"fusion_backend_config":{{"kind":"__triton",{level}}}}}'


def reverse(random, kind, value, sizes, operand, lines, name):
    dims = sorted(random.sample(range(len(sizes)), random.randint(1, len(sizes)))) if sizes else []
    lines.append(f"  {name} = {array(random, kind, sizes)} reverse({value}), dimensions={{{','.join(map(str, dims))}}}")
    return name, sizes


def transpose(random, kind, value, sizes, operand, lines, name):
    order = random.sample(range(len(sizes)), len(sizes))
    sizes = [sizes[i] for i in order]
    plain = random.random() < 0.5
    shape = f"{kind}[{','.join(map(str, sizes))}]" if plain and kind != "s4" else array(random, kind, sizes)
    lines.append(f"  {name} = {shape} transpose({value}), dimensions={{{','.join(map(str, order))}}}")
    return name, sizes


def slice_(random, kind, value, sizes, operand, lines, name):
    parts, new = [], []
    for n in sizes:
        start, step = random.randrange(max(1, n // 2)), random.choice([1, 1, 2, 3])
        stop = random.randint(start + 1, n)
        parts.append(f"[{start}:{stop}:{step}]")
        new.append(-(-(stop - start) // step))
    lines.append(f"  {name} = {array(random, kind, new)} slice({value}), slice={{{', '.join(parts)}}}")
    return name, new


def pad(random, kind, value, sizes, operand, lines, name):
    parts, new = [], []
    for n in sizes:
        low, high, inner = random.choice([0, 0, 1, 5]), random.choice([0, 2, 7]), random.choice([0, 0, 1])
        parts.append(f"{low}_{high}_{inner}")
        new.append(low + high + n + max(0, n - 1) * inner)
    zero = operand([])
    lines.append(f"  {name} = {array(random, kind, new)} pad({value}, {zero}), padding={'x'.join(parts)}")
    return name, new


def broadcast(random, kind, value, sizes, operand, lines, name):
    at = random.randint(0, len(sizes))
    new = [*sizes[:at], random.choice([2, 5, 32]), *sizes[at:]]
    kept = [i for i in range(len(new)) if i != at]
    lines.append(f"  {name} = {array(random, kind, new)} broadcast({value}), dimensions={{{','.join(map(str, kept))}}}")
    return name, new


def reduce(random, kind, value, sizes, operand, lines, name):
    if not sizes or kind == "s4":
        return reverse(random, kind, value, sizes, operand, lines, name)
    dims = sorted(random.sample(range(len(sizes)), random.randint(1, len(sizes))))
    new = [n for i, n in enumerate(sizes) if i not in dims]
    zero = operand([])
    lines.append(f"  {name} = {array(random, kind, new)} reduce({value}, {zero}), dimensions={{{','.join(map(str, dims))}}}, to_apply=add")
    return name, new


def add(random, kind, value, sizes, operand, lines, name):
    other = operand(sizes)
    op = {"pred": "and", "s4": "and"}.get(kind, "add")
    lines.append(f"  {name} = {array(random, kind, sizes)} {op}({value}, {other})")
    return name, sizes


def dynamic(random, kind, value, sizes, operand, lines, name):
    if not sizes:
        return add(random, kind, value, sizes, operand, lines, name)
    new = [n if i else random.randint(1, n) for i, n in enumerate(sizes)]
    starts = [operand([], "s32") for _ in sizes]
    lines.append(f"  {name} = {array(random, kind, new)} dynamic-slice({value}, {', '.join(starts)}), dynamic_slice_sizes={{{','.join(map(str, new))}}}")
    return name, new


STEPS = {
    "reverse": reverse, "transpose": transpose, "slice": slice_, "pad": pad, "broadcast": broadcast,
    "reduce": reduce, "add": add, "dynamic": dynamic,
}  # fmt: skip


class Points:
    "All points of a map's variables, flat, and where they lead."

    def __init__(self, m, shape, launch, warp, runtime):
        self.m, self.shape = m, shape
        variables = (*m.dim_variables, *m.range_variables)
        axes = [np.arange(v.bounds.lower, v.bounds.upper + 1) for v in variables]
        self.values = [g.ravel() for g in np.meshgrid(*axes, indexing="ij")]
        self.dims, self.loops = self.values[:6], self.values[6:]
        self.runtime = runtime
        self.active = np.broadcast_to(m.contains(self.dims, self.loops, runtime), self.values[0].shape)
        x, y, _ = launch.threads
        number = self.dims[0] + x * (self.dims[1] + y * self.dims[2])
        self.warp = number // warp

    def offsets(self, loops):
        index = self.m(self.dims, loops, self.runtime, check=False)
        inside = self.m.contains(self.dims, loops, self.runtime)
        for v, i in zip(self.m.range_variables, loops):
            inside = inside & (i <= v.bounds.upper)
        index = [np.broadcast_to(np.where(inside, i, 0), self.values[0].shape) for i in index]
        found = self.shape.linear_index(index) if index else 0
        return np.broadcast_to(found, self.values[0].shape), np.broadcast_to(inside, self.values[0].shape)


def vector_loop(m, shape, launch, warp, runtimes):
    "The innermost loop whose next step is the next element, wherever both are read."
    for i in reversed(range(len(m.range_variables))):
        if m.range_variables[i].bounds.lower == m.range_variables[i].bounds.upper:
            continue
        good = some = False
        for runtime in runtimes:
            points = Points(m, shape, launch, warp, runtime)
            here, inside = points.offsets(points.loops)
            further = [v + (j == i) for j, v in enumerate(points.loops)]
            there, also = points.offsets(further)
            both = inside & also
            good = not (both & (there - here != 1)).any()
            some |= bool(both.any())
            if not good:
                break
        if good and some:
            return i
    return None


def counted(m, shape, launch, device, runtime, vector, by_block):
    "Accesses, requested bytes, sectors, lines, and the set of all sectors."
    points = Points(m, shape, launch, device.threads_per_warp, runtime)
    offsets, inside = points.offsets(points.loops)
    bits = shape.element_bits
    loops = list(points.loops)
    step = np.zeros_like(offsets)
    if vector is not None:
        k = max(1, 128 // bits)
        step, loops[vector] = loops[vector] % k, loops[vector] // k
    key = np.zeros_like(offsets)
    for column in points.dims[3:] if by_block else (*points.dims[3:], points.warp, *loops):
        key = key * (int(column.max()) - int(column.min()) + 1) + (column - column.min())
    key, offsets, step = key[inside], offsets[inside], step[inside]
    first = offsets * bits // 8
    last = (offsets * bits + bits - 1) // 8
    size = int(last.max(initial=0)) + 1
    touched = np.concatenate([np.stack([key, np.minimum(first + i, last)]) for i in range(max(1, bits // 8))], axis=1)
    units = [np.unique(touched[0] * size + touched[1] // unit).size for unit in (1, device.sector_bytes, device.line_bytes)]
    sectors = set((touched[1] // device.sector_bytes).tolist())
    return [np.unique(key).size, *units], sectors


def one_value(label):
    return not any(e.used_variables for e in label.map.results) and all(map(one_value, label.runtime_variables))


def expected(ways, shape, launch, device, random, by_block):
    "The bounds that the sums must have or, if not exact, some sums that must be within them."
    choices, sectors, exact = [], [], True
    for way in ways:
        m, rts = way.map, way.map.runtime_variables
        if m.is_known_empty:
            continue
        spans = [range(v.bounds.lower, v.bounds.upper + 1) for v in rts]
        values = list(product(*spans)) if prod(map(len, spans)) <= MOST_VALUES else [tuple(random.choice(s) for s in spans) for _ in range(MOST_VALUES)]
        exact &= way.exact and prod(map(len, spans)) <= MOST_VALUES and all(map(one_value, way.runtime_variables))
        vector = None if by_block else vector_loop(m, shape, launch, device.threads_per_warp, values)
        if not all(map(one_value, way.runtime_variables)):
            values = [*values[:4], *(of_lanes(way, random) for _ in range(4))]
        some = [counted(m, shape, launch, device, value, vector, by_block) for value in values]
        choices.append([c for c, _ in some])
        sectors.append([s for _, s in some])
    low = [sum(min(c[i] for c in choice) for choice in choices) for i in range(4)]
    high = [sum(max(c[i] for c in choice) for choice in choices) for i in range(4)]
    every = set().union(*(s for part in sectors for s in part)) if sectors else set()
    return low, high, every, exact


def of_lanes(way, random):
    "Values for every point: random ones, but the same where the labels lead to the same element."
    m, found = way.map, []
    points = Points(m, None, LaunchDimensions(), 1, [v.bounds.lower for v in m.runtime_variables])
    chosen = np.random.default_rng(random.randrange(2**32))
    for v, label in zip(m.runtime_variables, way.runtime_variables):
        inner = [w.bounds.lower for w in label.map.runtime_variables]
        at = label.map(points.dims, points.loops, inner, check=False)
        at = np.stack([np.broadcast_to(i, points.values[0].shape) for i in (*at, 0 * points.values[0])])
        _, number = np.unique(at, axis=1, return_inverse=True)
        some = chosen.integers(v.bounds.lower, v.bounds.upper + 1, number.max() + 1)
        found.append(some[number.ravel()])
    return found


def _within_footprint(row, sectors):
    "Is what some values touch together not less than the least?"
    least = row.footprint if isinstance(row.footprint, int) else row.footprint[0]
    return least <= len(sectors)


def differences(op, device, random, counts):
    "What is wrong with a fusion's rows."
    found = op.coalescing(device)
    counts[found.kind] += 1
    for row in found:
        if row.within is None:
            counts[f"not known: {row.reason[:40]}"] += 1
            continue
        block = "triton_block" if found.kind == "triton" else None
        ways = (
            op.thread_indexing(row.output, device, block).writes
            if row.is_write
            else op.thread_to_input(row.operand, device, block)
        )
        ways = ways if row.is_write else [w for w in ways if w.element == row.element]
        if sum(prod(v.bounds.upper - v.bounds.lower + 1 for v in (*w.map.dim_variables, *w.map.range_variables)) for w in ways if not w.map.is_known_empty) > MOST_POINTS:
            counts["too large"] += 1
            continue
        low, high, sectors, exact = expected(ways, row.shape, found.launch, device, random, block is not None)
        least, most = ([*c][:4] for c in row.within)
        decided = any(w.map.runtime_variables and not w.map.is_known_empty for w in ways)
        counts["bounds" if least != most else "exact"] += 1
        if exact and (least, most) != (low, high):
            yield f"{row.operand} {row.output}: {least}, {most} instead of {low}, {high}"
        elif not exact and (any(a > b for a, b in zip(least, low) if any(w.exact for w in ways)) | any(a < b for a, b in zip(most, high))):
            yield f"{row.operand} {row.output}: {low}, {high} is not within {least}, {most}"
        if decided and not _within_footprint(row, sectors):
            yield f"{row.operand} {row.output}: footprint {row.footprint} of at most {len(sectors)}"
        if not decided and exact and row.footprint != len(sectors):
            yield f"{row.operand} {row.output}: footprint {row.footprint} instead of {len(sectors)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--short", action="store_true", help="60 fusions")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, wrong, begin = Counter(), 0, time.process_time()
    count = 60 if a.short else a.count
    for k in range(count):
        random = random_module.Random(f"{a.seed}/{k}")
        op = larger_fusion(random) if k % 2 else wide_fusion(random, 6, 24, 600)
        device = random.choice([it.H100, it.H100, it.A100, it.MI300X])
        try:
            fusion_kernel(op, device)
            for text in differences(op, device, random, counts):
                wrong += 1
                print(f"-- {a.seed}/{k} {device.name}", text, op.function.program, sep="\n")
        except it.ProgramError as error:
            counts[f"refused: {str(error).partition(': f: ')[2].splitlines()[0]}"] += 1
        except Exception as error:
            wrong += 1
            print(f"-- {a.seed}/{k} {type(error).__name__}: {error}", op.function.program, sep="\n")
        if wrong > 5:
            break
    seconds = time.process_time() - begin
    print(f"{count} fusions, {seconds:.0f} s of one processor:", ", ".join(f"{n} {name}" for name, n in counts.most_common()))
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
