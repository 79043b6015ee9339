"""Do the kernels that are written for plans compute what the programs do? Random fusions in random tiles.

    python benchmarks/fuzz_pallas.py [--count N] [--seed N] [--short] [--show N] [--wide]

Every fusion has one to six operations that have a line in the table of bodies, of small arrays, and is cut into tiles of random
sizes, the sums into random chunks. The text that `pallas_source` writes is executed, the kernel run by Pallas' interpret mode,
and compared with the interpreter's answer; NaN, which Pallas puts where a block hangs over, comes through where a mask is missing.
A table: equal, refused (and why: counts), wrong; what is wrong, with its text. Exit status 1 if anything is. `--wide` takes
the fusions of `nbs/support/random_ops.py`, of all families, of which most are refused in part.

Short form: --short
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from common import skipped

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from indexing_tools.tiles.pallas.kernel import pallas_source
from indexing_tools.tiles.tiled_computations import tiled_computation
from indexing_tools.programs.loaders.read import read_program

REGIONS = "".join(
    f"{op}_{kind} {{\n  a = {kind}[] parameter(0)\n  b = {kind}[] parameter(1)\n  ROOT c = {kind}[] {op}(a, b)\n}}\n"
    for op in ("add", "maximum", "minimum") for kind in ("f32", "bf16", "s32")
)
STARTS = {"add": "0", "maximum": "-inf", "minimum": "inf"}
commas = lambda values: ",".join(map(str, values))
braced = lambda values: "{" + commas(values) + "}"


class Fusion:
    "A fusion in the making: values are (name, kind, sizes)."

    def __init__(self, random):
        self.random, self.parameters, self.lines, self.values = random, [], [], []

    def sizes(self, low=1, high=3):
        return [self.random.choice([1, 2, 3, 4, 5, 6, 8, 9, 12]) for _ in range(self.random.randint(low, high))]

    def parameter(self, kind, sizes):
        value = (f"p{len(self.parameters)}", kind, list(sizes))
        self.parameters.append(value)
        self.values.append(value)
        return value

    def value(self, kind=None, sizes=None, low=0):
        "A value that is there, or a new parameter."
        fits = [v for v in self.values if (kind is None or v[1] == kind) and len(v[2]) >= low]
        fits = [v for v in fits if sizes is None or v[2] == list(sizes)]
        if fits and (self.random.random() < 0.8 or len(self.parameters) > 3):
            return self.random.choice(fits[-4:])
        kind = kind or self.random.choice(["f32", "f32", "f32", "s32", "bf16"])
        return self.parameter(kind, self.sizes(max(low, 1)) if sizes is None else sizes)

    def write(self, opcode, kind, sizes, operands, attributes=""):
        name = f"v{len(self.lines)}"
        rest = f", {attributes}" if attributes else ""
        names = ", ".join(v[0] for v in operands)
        self.lines.append(f"  {name} = {kind}[{commas(sizes)}] {opcode}({names}){rest}")
        self.values.append((name, kind, list(sizes)))
        return self.values[-1]

    def constant(self, kind, text, sizes=()):
        name = f"v{len(self.lines)}"
        self.lines.append(f"  {name} = {kind}[{commas(sizes)}] constant({text})")
        return (name, kind, list(sizes))

    def text(self):
        made = [v for v in self.values if v not in self.parameters]
        roots = [made[-1]] if self.random.random() < 0.7 else [made[-1], self.random.choice(made)]
        shapes = [f"{kind}[{commas(sizes)}]" for _, kind, sizes in roots]
        shape = f"({', '.join(shapes)})" if len(roots) > 1 else shapes[0]
        if len(roots) > 1:
            self.lines.append(f"  t = {shape} tuple({', '.join(v[0] for v in roots)})")
        self.lines[-1] = "  ROOT " + self.lines[-1].strip()
        given = "".join(f"  {n} = {k}[{commas(s)}] parameter({i})\n" for i, (n, k, s) in enumerate(self.parameters))
        names = ", ".join(n for n, *_ in self.parameters)
        body = "\n".join(self.lines)
        call = f"  ROOT r = {shape} fusion({names}), kind=kLoop, calls=f\n"
        return f"HloModule m\n{REGIONS}f {{\n{given}{body}\n}}\nENTRY e {{\n{given}{call}}}\n"


def unary(f):
    x = f.value()
    floats = ["negate", "abs", "tanh", "floor", "cosine", "sign", "logistic", "copy", "ceil"]
    f.write(f.random.choice(floats if x[1] != "s32" else ["negate", "abs", "sign", "not", "copy"]), x[1], x[2], [x])


def binary(f):
    x = f.value()
    y = f.value(x[1], x[2])
    names = ["add", "subtract", "multiply", "maximum", "minimum"]
    f.write(f.random.choice(names if x[1] != "s32" else [*names, "divide", "remainder", "and", "xor", "shift-left"]), x[1], x[2], [x, y])


def choice(f):
    x = f.value()
    y = f.value(x[1], x[2])
    less = f.write("compare", "pred", x[2], [x, y], f"direction={f.random.choice(['LT', 'GE', 'EQ', 'NE'])}")
    f.values.pop()
    f.write("select", x[1], x[2], [less, y, x])


def clamped(f):
    x = f.value()
    f.write("clamp", x[1], x[2], [f.constant(x[1], "-1"), x, f.constant(x[1], "1")])


def converted(f):
    x = f.value()
    other = f.random.choice([k for k in ("f32", "bf16", "s32") if k != x[1]])
    f.write("convert", other, x[2], [x])


def broadcast(f):
    x = f.value()
    sizes = f.sizes(max(1, len(x[2])), 4)
    while len(sizes) > len(x[2]) + 2 or np.prod(sizes) > 3000:
        sizes.pop()
    kept = sorted(f.random.sample(range(len(sizes)), len(x[2])))
    for i, n in zip(kept, x[2]):
        sizes[i] = n
    f.write("broadcast", x[1], sizes, [x], f"dimensions={braced(kept)}")


def transpose(f):
    x = f.value(low=2)
    order = f.random.sample(range(len(x[2])), len(x[2]))
    f.write("transpose", x[1], [x[2][i] for i in order], [x], f"dimensions={braced(order)}")


def reshape(f):
    x = f.value(low=1)
    sizes = list(x[2])
    for _ in range(2):
        if len(sizes) > 1 and f.random.random() < 0.6:
            i = f.random.randrange(len(sizes) - 1)
            sizes[i : i + 2] = [sizes[i] * sizes[i + 1]]
        else:
            i = f.random.randrange(len(sizes))
            by = f.random.choice([k for k in range(1, sizes[i] + 1) if sizes[i] % k == 0])
            sizes[i : i + 1] = [by, sizes[i] // by]
    f.write("reshape", x[1], sizes, [x])


def sliced(f):
    x = f.value(low=1)
    parts, sizes = [], []
    for n in x[2]:
        a = f.random.randrange(n)
        b, step = f.random.randint(a + 1, n), f.random.choice([1, 1, 2, 3])
        parts.append(f"[{a}:{b}:{step}]")
        sizes.append(-(-(b - a) // step))
    f.write("slice", x[1], sizes, [x], f"slice={braced(parts)}")


def reverse(f):
    x = f.value(low=1)
    f.write("reverse", x[1], x[2], [x], f"dimensions={braced(f.random.sample(range(len(x[2])), f.random.randint(1, len(x[2]))))}")


def pad(f):
    x = f.value(low=1)
    low_high = [(f.random.randint(-min(1, n - 1), 3), f.random.randint(0, 3)) for n in x[2]]
    sizes = [n + a + b for n, (a, b) in zip(x[2], low_high)]
    f.write("pad", x[1], sizes, [x, f.constant(x[1], "3")], "padding=" + "x".join(f"{a}_{b}" for a, b in low_high))


def concatenate(f):
    x = f.value(low=1)
    i = f.random.randrange(len(x[2]))
    others = [f.value(x[1], [*x[2][:i], f.random.choice([1, 2, 5]), *x[2][i + 1 :]]) for _ in range(f.random.randint(1, 2))]
    sizes = [*x[2][:i], x[2][i] + sum(o[2][i] for o in others), *x[2][i + 1 :]]
    f.write("concatenate", x[1], sizes, [x, *others], f"dimensions={{{i}}}")


def iota(f):
    sizes = f.value(low=1)[2]
    x = f.write("iota", "s32", sizes, [], f"iota_dimension={f.random.randrange(len(sizes))}")
    y = f.value("s32", sizes)
    f.write("add", "s32", sizes, [x, y])


def listed(f):
    n = f.random.randint(2, 6)
    x = f.constant("f32", braced(f.random.randint(-5, 5) for _ in range(n)), [n])
    y = f.value("f32", [n])
    f.write("multiply", "f32", [n], [x, y])


def reduce(f):
    x = f.value(low=1)
    dims = sorted(f.random.sample(range(len(x[2])), f.random.randint(1, min(2, len(x[2])))))
    op = f.random.choice(["add", "maximum", "minimum"])
    start = f.random.choice([STARTS[op], "2"]) if x[1] != "s32" else "1"
    sizes = [n for i, n in enumerate(x[2]) if i not in dims]
    f.write("reduce", x[1], sizes, [x, f.constant(x[1], start)], f"dimensions={braced(dims)}, to_apply={op}_{x[1]}")


def dot(f):
    x = f.value(low=2)
    free = f.sizes(1, 1)
    order = f.random.random() < 0.5
    y = f.value(x[1], [x[2][-1], *free] if order else [*free, x[2][-1]])
    last, other = len(x[2]) - 1, 0 if order else 1
    f.write("dot", x[1], [*x[2][:-1], *free], [x, y], f"lhs_contracting_dims={{{last}}}, rhs_contracting_dims={{{other}}}")


def batched_dot(f):
    b, m, k, n = (f.random.choice([1, 2, 3, 5]) for _ in range(4))
    x, y = f.value("f32", [b, m, k]), f.value("f32", [n, b, k])
    f.write("dot", "f32", [b, m, n], [x, y], "lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_contracting_dims={2}, rhs_contracting_dims={2}")


def windowed(f, x, rank):
    "A window over dimensions of these sizes: its text, and the sizes of what comes out."
    parts = {"size": [], "stride": [], "pad": [], "rhs_dilate": []}
    out = []
    for n in x:
        dilation = f.random.choice([1, 1, 2])
        size = f.random.randint(1, 3)
        low, high, stride = f.random.randint(0, 1), f.random.randint(0, 1), f.random.choice([1, 1, 2, 3])
        while n + low + high < (size - 1) * dilation + 1:
            size -= 1
        for key, value in zip(parts, (size, stride, f"{low}_{high}", dilation)):
            parts[key].append(str(value))
        out.append((n + low + high - (size - 1) * dilation - 1) // stride + 1)
    return "window={" + " ".join(f"{k}={'x'.join(v)}" for k, v in parts.items()) + "}", out, [int(s) for s in parts["size"]]


def reduce_window(f):
    x = f.value(low=1)
    text, sizes, _ = windowed(f, x[2], len(x[2]))
    op = f.random.choice(["add", "maximum"])
    start = STARTS[op] if x[1] != "s32" else "0"
    f.write("reduce-window", x[1], sizes, [x, f.constant(x[1], start)], f"{text}, to_apply={op}_{x[1]}")


def convolution(f):
    spatial = [f.random.randint(3, 9) for _ in range(f.random.randint(1, 2))]
    batch, features, out = f.random.choice([1, 2]), f.random.choice([1, 2, 5]), f.random.choice([1, 3])
    text, sizes, size = windowed(f, spatial, len(spatial))
    digits = "01"[: len(spatial)]
    if f.random.random() < 0.5:
        x, w = f.value("f32", [batch, *spatial, features]), f.value("f32", [*size, features, out])
        f.write("convolution", "f32", [batch, *sizes, out], [x, w], f"{text}, dim_labels=b{digits}f_{digits}io->b{digits}f")
    else:
        x, w = f.value("f32", [batch, features, *spatial]), f.value("f32", [out, features, *size])
        f.write("convolution", "f32", [batch, out, *sizes], [x, w], f"{text}, dim_labels=bf{digits}_oi{digits}->bf{digits}")


def dynamic_slice(f):
    x = f.value(low=1)
    sizes = [f.random.randint(1, n) for n in x[2]]
    starts = [f.parameter("s32", []) for _ in sizes]
    f.write("dynamic-slice", x[1], sizes, [x, *starts], f"dynamic_slice_sizes={braced(sizes)}")


def dynamic_update_slice(f):
    x = f.value(low=1)
    update = f.value(x[1], [f.random.randint(1, n) for n in x[2]])
    f.write("dynamic-update-slice", x[1], x[2], [x, update, *(f.parameter("s32", []) for _ in x[2])])


def gather(f):
    x, count = f.value(low=1), f.random.randint(1, 5)
    rank = len(x[2])
    index = f.parameter("s32", [count, rank])
    gone = sorted(f.random.sample(range(rank), f.random.randint(0, rank - 1)))
    sizes = [1 if i in gone else f.random.randint(1, n) for i, n in enumerate(x[2])]
    kept = [n for i, n in enumerate(sizes) if i not in gone]
    first = f.random.random() < 0.5
    out, offset = ([count, *kept], range(1, len(kept) + 1)) if first else ([*kept, count], range(len(kept)))
    order = f.random.sample(range(rank), rank)
    f.write("gather", x[1], out, [x, index], f"offset_dims={braced(offset)}, collapsed_slice_dims={braced(gone)}, "
            f"start_index_map={braced(order)}, index_vector_dim=1, slice_sizes={braced(sizes)}")  # fmt: skip


RECIPES = [
    unary, binary, choice, clamped, converted, broadcast, transpose, reshape, sliced, reverse, pad, concatenate, iota, listed, reduce,
    reduce, dot, batched_dot, reduce_window, convolution, dynamic_slice, dynamic_update_slice, gather,
]  # fmt: skip


def fusion(random):
    "The text of a program with a random fusion."
    f = Fusion(random)
    for _ in range(random.randint(1, 6)):
        random.choice(RECIPES)(f)
    return f.text()


def random_sizes(tiled, random):
    "Sizes of tiles for all dimensions of a space, not too many tiles."
    sizes = [random.choice([d.size, random.randint(1, d.size + 1)]) for d in tiled.space.dimensions]
    while np.prod([-(-d.size // n) for d, n in zip(tiled.space.dimensions, sizes)], dtype=float) > 400:
        i = random.randrange(len(sizes))
        sizes[i] = tiled.space.dimensions[i].size
    return [max(1, n) for n in sizes]


def arrays_of(program, random):
    "Arguments: small whole numbers, and fractions of them."
    rng = np.random.default_rng(random.randrange(10**6))
    made = []
    for op in program.entry.parameters:
        kind, sizes = op.shape.element_type, op.shape.dimensions
        wide = rng.integers(-8, 9, size=sizes)
        made.append((wide / 4 if kind.kind == "float" else wide).astype(kind.dtype))
    return made


def agrees(found, due):
    "Are two arrays equal, up to rounding?"
    found, due = np.asarray(found), np.asarray(due)
    if found.shape != due.shape or found.dtype != due.dtype:
        return False
    rough = 0.06 if found.dtype.itemsize == 2 else 1e-4
    wide = lambda x: x.astype(np.float64)
    with np.errstate(all="ignore"):
        size = max(1.0, float(np.abs(wide(due)[np.isfinite(wide(due))]).max(initial=0)))
        return np.allclose(wide(found), wide(due), rough, rough * size, equal_nan=True)


def outcome(program, sizes, arguments):
    "What the kernel makes of it: `equal`, `wrong`, or why it is refused; and the text."
    source = pallas_source(tiled_computation(program.entry.root, sizes))
    if source.refusals:
        return f"refused: {source.refusals[0].split(': ', 1)[1]}", source
    scope = {}
    exec(source, scope)
    with np.errstate(all="ignore"):
        due = program.run(*arguments)
    found = scope[source.name](*arguments, interpret=True)
    pairs = zip(found, due) if isinstance(due, tuple) else [(found, due)]
    return "equal" if all(agrees(a, b) for a, b in pairs) else "wrong", source


def wide_cases(random):
    "A fusion of any family as a program: its text."
    from support.random_ops import random_fusion

    return str(random_fusion(random).function.program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--short", action="store_true", help="30 fusions")
    parser.add_argument("--show", type=int, default=3, help="print so many that are wrong")
    parser.add_argument("--wide", action="store_true", help="fusions of all operations")
    a = parser.parse_args()
    if find_spec("jax") is None:
        return skipped("jax")
    counts, failures, begin = Counter(), [], time.time()
    for k in range(30 if a.short else a.count):
        random = random_module.Random(a.seed * 1_000_003 + k)
        text = wide_cases(random) if a.wide else fusion(random)
        program = read_program(text)
        sizes = None
        try:
            sizes = random_sizes(tiled_computation(program.entry.root), random)
            found, source = outcome(program, sizes, arrays_of(program, random))
        except Exception as error:  # a fault of ours, whatever it is
            found, source = f"wrong: {type(error).__name__}", f"{type(error).__name__}: {error}"
        counts[found] += 1
        if found.startswith("wrong"):
            failures.append((k, text, sizes, source))
    for what, n in counts.most_common():
        print(f"{n:6}  {what}")
    for k, text, sizes, source in failures[: a.show]:
        print(f"\nwrong: --seed {a.seed}, number {k}, tiles of {sizes}\n{text}\n{source}")
    print(f"{sum(counts.values())} fusions, {len(failures)} wrong, {time.time() - begin:.0f} s")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
