"""Random instructions for tests, as text: every operation with random attributes, and fusions made of them.

A recipe asks a `Builder` for operands of the shapes that it needs and writes a line. Operands are new parameters; inside a
fusion they are mostly values that are already there.

    instructions(count, seed)      random instructions, every recipe in turn, one in ten a fusion
    random_instruction(random, recipe=None), random_fusion(random)
    wide_fusion(random)            a fusion of all recipes, each fed by those before it
    RECIPES                        name -> function(builder)
"""

import math
import random as random_module
import re

from indexing_tools.programs.loaders.read import read_program

RECIPES = {}
FUSIBLE = set()


def recipe(fusible=True):
    "Decorator: a function that writes one instruction; is it for fusions, too?"

    def enter(f):
        RECIPES[f.__name__] = f
        if fusible:
            FUSIBLE.add(f.__name__)
        return f

    return enter


ONE = ["add", "add", "add", "keep", "take"]  # functions of two numbers
TWO = ["add2", "later", "cross", "half"]  # functions of two pairs of numbers


def commas(values):
    return ",".join(map(str, values))


REGIONS = {  # name -> text; what reductions and the like apply
    "add": "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n",
    "add2": "add2 {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] parameter(2)\n  d = f32[] parameter(3)\n"
            "  e = f32[] add(a, c)\n  f = f32[] maximum(b, d)\n  ROOT g = (f32[], f32[]) tuple(e, f)\n}\n",
    "later": "later {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] parameter(2)\n  d = f32[] parameter(3)\n"
             "  p = pred[] compare(a, c), direction=LT\n  f = f32[] select(p, b, d)\n  e = f32[] minimum(a, c)\n"
             "  ROOT g = (f32[], f32[]) tuple(e, f)\n}\n",
    "keep": "keep {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] negate(a)\n}\n",
    "take": "take {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] negate(b)\n}\n",
    "cross": "cross {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] parameter(2)\n  d = f32[] parameter(3)\n"
             "  e = f32[] add(b, c)\n  f = f32[] maximum(a, d)\n  ROOT g = (f32[], f32[]) tuple(e, f)\n}\n",
    "half": "half {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] parameter(2)\n  d = f32[] parameter(3)\n"
            "  e = f32[] add(a, c)\n  ROOT g = (f32[], f32[]) tuple(e, b)\n}\n",
    "less": "less {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=LT\n}\n",
    "less2": "less2 {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] parameter(2)\n  d = f32[] parameter(3)\n"
             "  ROOT e = pred[] compare(a, b), direction=LT\n}\n",
}  # fmt: skip


TYPE = re.compile(r"(\w+)\[([\d,]*)\]")


class Builder:
    "A computation in the making."

    def __init__(self, random, size=40):
        self.random, self.size, self.fusing, self.adapting = random, size, False, False
        self.parameters, self.lines, self.regions, self.values = [], [], {}, []

    def sizes(self, low=0, high=4, largest=5):
        "Random dimensions with few elements, rarely one of zero."
        sizes = [self.random.randint(1, largest) for _ in range(self.random.randint(low, high))]
        while math.prod(sizes) > self.size:
            i = max(range(len(sizes)), key=sizes.__getitem__)
            sizes[i] = max(1, sizes[i] // 2)
        return sizes

    def operand(self, sizes=None, kind="f32", low=0, high=4, layout=""):
        "The name and the sizes of an operand, of given sizes or (inside a fusion) one that is there."
        fits = [
            v
            for v in self.values
            if v[2] == kind
            and not layout
            and (v[1] == list(sizes) if sizes is not None else low <= len(v[1]) <= high)
        ]
        if fits and self.random.random() < 0.9:
            return self.random.choice(fits[-3:])[:2]
        sizes = self.sizes(low, high) if sizes is None else list(sizes)
        if self.adapting and not layout and self.random.random() < 0.6:
            if name := self.adapted(sizes, kind):
                return name, sizes
        name = f"p{len(self.parameters)}"
        self.parameters.append(
            f"  {name} = {kind}[{commas(sizes)}]{layout} parameter({len(self.parameters)})"
        )
        return name, sizes

    def adapted(self, sizes, kind):
        "One of the last values, cut off or padded to `sizes`, and converted; None if there is none."
        there = [v for v in self.values[-3:] if 0 not in v[1]]
        if not there or 0 in sizes:
            return None
        name, own, given = self.random.choice(there)
        if not {kind, given} <= {"f32", "s32", "u32", "pred"}:
            return None
        have, want = math.prod(own), math.prod(sizes)
        name = self.write("reshape", [have], [name], kind=given)
        if given != kind:
            name = self.write("convert", [have], [name], kind=kind)
        if want < have:
            first = self.random.randint(0, have - want)
            name = self.write("slice", [want], [name], f"slice={{[{first}:{first + want}]}}", kind)
        elif want > have:
            zero = self.constant(f"{kind}[] constant({'false' if kind == 'pred' else 0})")
            low = self.random.randint(0, want - have)
            pad = f"padding={low}_{want - have - low}"
            name = self.write("pad", [want], [name, zero], pad, kind)
        return self.write("reshape", sizes, [name], kind=kind)

    def members(self):
        "Take the arrays out of the last line's tuple, if it is one."
        shape = re.match(r"  (\w+) = \((.*?)\) ", self.lines[-1]) if self.lines else None
        for k, part in enumerate(TYPE.findall(shape[2]) if shape and "(" not in shape[2] else ()):
            self.write("get-tuple-element", [*map(int, part[1].split(",") if part[1] else ())],
                       [shape[1]], f"index={k}", part[0])

    def region(self, name):
        "A region by name."
        self.regions[name] = REGIONS[name]
        return name

    def constant(self, text):
        "A constant, for regions' initial values and known starts."
        name = f"k{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def write(self, opcode, sizes, operands, attributes="", kind="f32", layout="", shape=None):
        "An instruction line; its result becomes an operand for others."
        name = f"v{len(self.lines)}"
        shape = shape or f"{kind}[{commas(sizes)}]{layout}"
        rest = f", {attributes}" if attributes else ""
        self.lines.append(f"  {name} = {shape} {opcode}({', '.join(operands)}){rest}")
        if not shape.startswith("(") and not layout:
            self.values.append((name, list(sizes), kind))
        return name

    def text(self):
        "The body of a computation whose root is the last line."
        lines = [*self.lines]
        lines[-1] = "  ROOT" + lines[-1][1:]
        return "\n".join([*self.parameters, *lines])


def split(random, n):
    "Some of the numbers below `n`, and the others."
    some = sorted(random.sample(range(n), random.randint(0, n)))
    return some, [i for i in range(n) if i not in some]


# Elementwise and movement -------------------------------------------------------------------------


@recipe()
def elementwise(b):
    opcode = b.random.choice(
        ["add", "multiply", "negate", "tanh", "maximum", "select", "clamp", "compare", "convert"]
    )
    x, sizes = b.operand()
    if opcode in ("negate", "tanh"):
        return b.write(opcode, sizes, [x])
    if opcode == "convert":
        return b.write(opcode, sizes, [x], kind=b.random.choice(["s32", "f32", "bf16"]))
    if opcode == "select":
        chooser, _ = b.operand([] if b.random.random() < 0.3 else sizes, "pred")
        return b.write(opcode, sizes, [chooser, x, b.operand(sizes)[0]])
    if opcode == "clamp":
        bound = [] if b.random.random() < 0.5 else sizes
        return b.write(opcode, sizes, [b.operand(bound)[0], x, b.operand(bound)[0]])
    if opcode == "compare":
        return b.write(opcode, sizes, [x, b.operand(sizes)[0]], "direction=LT", kind="pred")
    return b.write(opcode, sizes, [x, b.operand(sizes)[0]])


@recipe()
def map_(b):
    x, sizes = b.operand()
    return b.write(
        "map",
        sizes,
        [x, b.operand(sizes)[0]],
        f"dimensions={{{commas(range(len(sizes)))}}}, to_apply={b.region(b.random.choice(ONE))}",
    )


@recipe(fusible=False)
def bitcast_convert(b):
    x, sizes = b.operand()
    if b.random.random() < 0.5:
        return b.write("bitcast-convert", [*sizes, 4], [x], kind="u8")
    x, sizes = b.operand([*sizes, 2], "s16")
    return b.write("bitcast-convert", sizes[:-1], [x], kind="s32")


@recipe()
def broadcast(b):
    x, sizes = b.operand(high=3)
    rank = len(sizes) + b.random.randint(0, 2)
    where = b.random.sample(range(rank), len(sizes))
    if b.random.random() < 0.8:
        where.sort()
    out = [b.random.randint(1, 3) for _ in range(rank)]
    for i, k in enumerate(where):
        out[k] = sizes[i]
    return b.write("broadcast", out, [x], f"dimensions={{{commas(where)}}}")


@recipe()
def transpose(b):
    x, sizes = b.operand()
    order = b.random.sample(range(len(sizes)), len(sizes))
    return b.write("transpose", [sizes[i] for i in order], [x], f"dimensions={{{commas(order)}}}")


@recipe()
def reverse(b):
    x, sizes = b.operand()
    return b.write(
        "reverse", sizes, [x], f"dimensions={{{commas(split(b.random, len(sizes))[0])}}}"
    )


@recipe()
def slice_(b):
    x, sizes = b.operand()
    cut = []
    for n in sizes:
        start = b.random.randint(0, max(n - 1, 0))
        cut.append((start, b.random.randint(min(start + 1, n), n), b.random.randint(1, 3)))
    out = [-(-(limit - start) // step) for start, limit, step in cut]
    return b.write(
        "slice", out, [x], "slice={" + ", ".join(f"[{s}:{e}:{k}]" for s, e, k in cut) + "}"
    )


@recipe()
def concatenate(b):
    x, sizes = b.operand(low=1)
    along, names = b.random.randrange(len(sizes)), [x]
    total = sizes[along]
    for _ in range(b.random.randint(0, 3)):
        other = [b.random.randint(0, 4) if i == along else n for i, n in enumerate(sizes)]
        names.append(b.operand(other)[0])
        total += other[along]
    out = [total if i == along else n for i, n in enumerate(sizes)]
    return b.write("concatenate", out, names, f"dimensions={{{along}}}")


@recipe()
def pad(b):
    x, sizes = b.operand(high=3)
    config, out = [], []
    for n in sizes:
        interior = b.random.choice([0, 0, 1, 2])
        wide = n + max(n - 1, 0) * interior
        low, high = b.random.randint(-2, 3), b.random.randint(-2, 3)
        if wide + low + high < 0 or -low > wide or -high > wide:
            low = high = 1
        config.append((low, high, interior))
        out.append(wide + low + high)
    text = "x".join("_".join(map(str, c)) for c in config)
    return b.write("pad", out, [x, b.operand([])[0]], f"padding={text}") if config else transpose(b)


def factored(random, count):
    "Sizes with a product."
    sizes, rest = [], count
    while rest > 1:
        f = random.choice([k for k in range(2, rest + 1) if rest % k == 0])
        sizes.append(f)
        rest //= f
    for _ in range(random.choice([0, 0, 1, 2])):
        sizes.insert(random.randint(0, len(sizes)), 1)
    random.shuffle(sizes)
    return sizes


@recipe()
def reshape(b):
    if b.values and b.random.random() < 0.8:
        x, sizes = b.operand()
    else:
        x, sizes = b.operand(factored(b.random, b.random.choice([1, 6, 12, 24, 30, 36, 48])))
    return b.write(
        "reshape", factored(b.random, math.prod(sizes)) if 0 not in sizes else sizes, [x]
    )


@recipe(fusible=False)
def bitcast(b):
    count = b.random.choice([1, 6, 12, 24, 30, 36, 48])
    before, after = factored(b.random, count), factored(b.random, count)
    layout = lambda sizes: "{" + commas(b.random.sample(range(len(sizes)), len(sizes))) + "}"
    if b.random.random() < 0.3:  # the tiles of a TPU, both sides padded alike
        rows, columns = b.random.choice([1, 2, 3, 5, 8, 9, 16]), b.random.choice([1, 3, 4, 7, 8])
        x, _ = b.operand([rows, columns], layout="{1,0:T(4,8)}")
        sizes, order = b.random.choice(
            [
                ([rows, columns, 1], "{1,0,2"),
                ([1, rows, columns], "{2,1,0"),
                ([columns, rows], "{0,1"),
                ([rows, 1, columns], "{2,0,1"),
            ]
        )
        return b.write("bitcast", sizes, [x], layout=order + ":T(4,8)}")
    x, _ = b.operand(before, layout=layout(before))
    return b.write("bitcast", after, [x], layout=layout(after))


@recipe()
def iota_sum(b):
    x, sizes = b.operand(None, "s32", low=1)
    name = b.constant(
        f"s32[{commas(sizes)}] iota(), iota_dimension={b.random.randrange(len(sizes))}"
    )
    return b.write("add", sizes, [x, name], kind="s32")


# Reductions ---------------------------------------------------------------------------------------


@recipe()
def reduce(b):
    x, sizes = b.operand()
    along, kept = split(b.random, len(sizes))
    if b.random.random() < 0.5:
        b.random.shuffle(along)
    out = [sizes[i] for i in kept]
    if b.random.random() < 0.7:
        return b.write(
            "reduce",
            out,
            [x, b.operand([])[0]],
            f"dimensions={{{commas(along)}}}, to_apply={b.region(b.random.choice(ONE))}",
        )
    y, start, other = b.operand(sizes)[0], b.operand([])[0], b.operand([])[0]
    shape = f"(f32[{commas(out)}], f32[{commas(out)}])"
    name = b.write(
        "reduce",
        out,
        [x, y, start, other],
        f"dimensions={{{commas(along)}}}, to_apply={b.region(b.random.choice(TWO))}",
        shape=shape,
    )
    return after_tuple(b, name, out)


def after_tuple(b, name, sizes):
    "Inside a fusion, an array of the tuple."
    if b.fusing:
        return b.write("get-tuple-element", sizes, [name], f"index={b.random.randint(0, 1)}")
    return name


def random_window(b, sizes, reversal=False, base=True):
    "The text of a window over dimensions of `sizes`, and the sizes of the result."
    rows, out = [], []
    for n in sizes:
        while True:
            size, stride = b.random.randint(1, 3), b.random.randint(1, 3)
            low, high = b.random.choice([0, 0, 1, 2, -1]), b.random.choice([0, 0, 1, 2, -1])
            spread, holes = (
                (b.random.choice([1, 1, 2, 3]) if base else 1),
                b.random.choice([1, 1, 2]),
            )
            wide = (n - 1) * spread + 1 + low + high
            reach = (size - 1) * holes + 1
            if wide >= reach and n + low > 0 and n + high > 0:
                break
        rows.append(
            (
                size,
                stride,
                f"{low}_{high}",
                spread,
                holes,
                int(reversal and b.random.random() < 0.4),
            )
        )
        out.append((wide - reach) // stride + 1)
    if not rows:
        return "", out
    keys = ("size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal")
    parts = [f"{key}={'x'.join(str(r[i]) for r in rows)}" for i, key in enumerate(keys)]
    return "window={" + " ".join(parts[: 6 if reversal else 5]) + "}", out


@recipe()
def reduce_window(b):
    x, sizes = b.operand(low=1, high=3)
    if 0 in sizes:
        return reverse(b)
    window, out = random_window(b, sizes)
    if b.random.random() < 0.8:
        body = b.region(b.random.choice(ONE))
        return b.write(
            "reduce-window", out, [x, b.operand([])[0]], f"{window}, to_apply={body}"
        )
    shape, start = f"(f32[{commas(out)}], f32[{commas(out)}])", b.operand([])[0]
    name = b.write(
        "reduce-window",
        out,
        [x, b.operand(sizes)[0], start, start],
        f"{window}, to_apply={b.region(b.random.choice(TWO))}",
        shape=shape,
    )
    return after_tuple(b, name, out)


@recipe()
def dot(b):
    x, left = b.operand(high=4)
    order = b.random.sample(range(len(left)), len(left))
    nb = b.random.randint(0, min(2, len(order)))
    nc = b.random.randint(0, min(2, len(order) - nb))
    batch, summed = order[:nb], order[nb : nb + nc]
    free = [b.random.randint(1, 3) for _ in range(b.random.randint(0, 2))]
    roles = [
        *(("b", i) for i in range(nb)),
        *(("c", i) for i in range(nc)),
        *(("f", n) for n in free),
    ]
    b.random.shuffle(roles)
    right = [left[batch[i]] if r == "b" else left[summed[i]] if r == "c" else i for r, i in roles]
    at = lambda role, n: [roles.index((role, i)) for i in range(n)]
    out = [left[i] for i in batch] + [
        left[i] for i in range(len(left)) if i not in (*batch, *summed)
    ]
    out += [n for r, n in roles if r == "f"]
    if math.prod(out) > 200:
        return reverse(b)
    text = (
        [f"lhs_batch_dims={{{commas(batch)}}}, rhs_batch_dims={{{commas(at('b', nb))}}}"]
        if nb
        else []
    )
    text += [
        f"lhs_contracting_dims={{{commas(summed)}}}, rhs_contracting_dims={{{commas(at('c', nc))}}}"
    ]
    return b.write("dot", out, [x, b.operand(right)[0]], ", ".join(text))


@recipe(fusible=False)
def scaled_dot(b):
    m, n, k, block = (
        b.random.randint(1, 4),
        b.random.randint(1, 4),
        b.random.choice([2, 4, 6]),
        b.random.choice([1, 2]),
    )
    names = [b.operand(s)[0] for s in ([m, k], [n, k], [m, k // block], [n, k // block])]
    return b.write(
        "scaled-dot", [m, n], names, "lhs_contracting_dims={1}, rhs_contracting_dims={1}"
    )


@recipe()
def convolution(b):
    spatial = [b.random.randint(1, 5) for _ in range(b.random.randint(0, 2))]
    window, out = random_window(b, spatial, reversal=True)
    size = [int(s) for s in window.split("size=")[1].split(" ")[0].split("x")] if window else []
    groups = b.random.choice(["none", "none", "feature", "batch"])
    g, features, outs, batch = (
        b.random.randint(1, 3),
        b.random.randint(1, 2),
        b.random.randint(1, 2),
        b.random.randint(1, 2),
    )
    lhs = {
        "b": batch * (g if groups == "batch" else 1),
        "f": features * (g if groups == "feature" else 1),
    }
    kernel = {"i": features, "o": outs * (g if groups != "none" else 1)}
    result = {"b": batch, "f": kernel["o"]}
    for i, (n, k, o) in enumerate(zip(spatial, size, out)):
        lhs[str(i)], kernel[str(i)], result[str(i)] = n, k, o
    orders = ["".join(b.random.sample(list(d), len(d))) for d in (lhs, kernel, result)]
    sizes = [[d[c] for c in order] for d, order in zip((lhs, kernel, result), orders)]
    count = f", {groups}_group_count={g}" if groups != "none" else ""
    labels = f"dim_labels={orders[0]}_{orders[1]}->{orders[2]}{count}"
    return b.write(
        "convolution",
        sizes[2],
        [b.operand(sizes[0])[0], b.operand(sizes[1])[0]],
        f"{window}, {labels}" if window else labels,
    )


@recipe(fusible=False)
def scan(b):
    x, sizes = b.operand(low=1, high=2)
    along, back = b.random.randrange(len(sizes)), b.random.choice(["", ", is_reverse=true"])
    inner = [n for i, n in enumerate(sizes) if i != along]
    s = f"f32[{commas(inner)}]"
    step = f"step{len(b.lines)}"
    b.regions[step] = (
        f"{step} {{\n  a = {s} parameter(0)\n  c = {s} parameter(1)\n  d = {s} add(a, c)\n"
        f"  ROOT t = ({s}, {s}) tuple({b.random.choice(['d, d', 'd, d', 'a, d', 'd, c', 'c, a'])})\n}}\n"
    )
    return b.write(
        "scan",
        sizes,
        [x, b.operand(inner)[0]],
        f"dimensions={{{along}}}, num_carries=1, to_apply={step}{back}",
        shape=f"(f32[{commas(sizes)}], {s})",
    )


# Places that are computed -------------------------------------------------------------------------


def starts(b, count):
    "Operands of start indices: scalars of any kind of origin."
    made = []
    for _ in range(count):
        how = b.random.random()
        if how < 0.2:
            made.append(b.constant(f"s32[] constant({b.random.randint(-2, 6)})"))
        elif how < 0.3 and b.fusing:
            made.append(
                b.write("add", [], [b.operand([], "s32")[0], b.operand([], "s32")[0]], kind="s32")
            )
        else:
            made.append(b.operand([], b.random.choice(["s32", "s32", "u32"]))[0])
    return made


@recipe()
def dynamic_slice(b):
    x, sizes = b.operand()
    out = [b.random.randint(0 if n == 0 else 1, n) for n in sizes]
    if sizes and b.random.random() < 0.2:  # the old form: one vector holds the start indices
        first = [indices_of(b, [len(sizes)])]
    else:
        first = starts(b, len(sizes))
    return b.write("dynamic-slice", out, [x, *first], f"dynamic_slice_sizes={{{commas(out)}}}")


@recipe()
def dynamic_update_slice(b):
    x, sizes = b.operand()
    part = [b.random.randint(0 if n == 0 else 1, n) for n in sizes]
    return b.write("dynamic-update-slice", sizes, [x, b.operand(part)[0], *starts(b, len(sizes))])


def indices_of(b, sizes):
    "An operand with start indices: a parameter, an iota or a constant."
    how = b.random.random()
    if how < 0.1 and sizes:
        return b.constant(
            f"s32[{commas(sizes)}] iota(), iota_dimension={b.random.randrange(len(sizes))}"
        )
    if how < 0.2 and len(sizes) == 1:
        return b.constant(
            f"s32[{sizes[0]}] constant({{{commas(b.random.randint(-1, 5) for _ in range(sizes[0]))}}})"
        )
    return b.operand(sizes, "s32")[0]


def index_roles(b, rank, sizes, paired):
    "Sizes of indices with an index vector somewhere, batching dims, and which operand dims are indexed."
    free = [i for i in range(rank) if i not in paired]
    indexed = b.random.sample(free, b.random.randint(0, len(free)))
    positions = [("b", i) for i in paired] + [
        ("p", b.random.randint(1, 3)) for _ in range(b.random.randint(0, 2))
    ]
    b.random.shuffle(positions)
    shape = [sizes[i] if r == "b" else i for r, i in positions]
    vector = b.random.randint(0, len(shape))
    if len(indexed) == 1 and b.random.random() < 0.4:
        vector = len(shape)
        whole = list(shape)
        place = lambda k: k
    else:
        whole = [*shape[:vector], len(indexed), *shape[vector:]]
        place = lambda k: k + (k >= vector)
    shared = [place(positions.index(("b", i))) for i in paired]
    return indexed, shape, whole, vector, shared


@recipe()
def gather(b):
    x, sizes = b.operand(low=1, high=3)
    rank = len(sizes)
    paired = sorted(b.random.sample(range(rank), b.random.choice([0, 0, 0, 1, min(2, rank)])))
    indexed, positions, whole, vector, shared = index_roles(b, rank, sizes, paired)
    if 0 in sizes or not indexed and 0 in whole and math.prod(whole) != 0:
        return reverse(b)
    collapsed = sorted(i for i in range(rank) if i not in paired and b.random.random() < 0.4)
    slice_sizes = [
        1 if i in (*collapsed, *paired) else b.random.randint(1, n) for i, n in enumerate(sizes)
    ]
    window = [n for i, n in enumerate(slice_sizes) if i not in (*collapsed, *paired)]
    total = len(positions) + len(window)
    offsets = sorted(b.random.sample(range(total), len(window)))
    left, right = iter(positions), iter(window)
    out = [next(right) if i in offsets else next(left) for i in range(total)]
    if math.prod(out) > 300:
        return reverse(b)
    batching = (
        f"operand_batching_dims={{{commas(paired)}}}, start_indices_batching_dims={{{commas(shared)}}}, "
        if paired
        else ""
    )
    text = (
        f"offset_dims={{{commas(offsets)}}}, collapsed_slice_dims={{{commas(collapsed)}}}, start_index_map={{{commas(indexed)}}}, "
        f"{batching}index_vector_dim={vector}, slice_sizes={{{commas(slice_sizes)}}}"
    )
    return b.write("gather", out, [x, indices_of(b, whole)], text)


@recipe(fusible=False)
def scatter(b):
    x, sizes = b.operand(low=1, high=3)
    rank = len(sizes)
    if 0 in sizes:
        return reverse(b)
    paired = sorted(b.random.sample(range(rank), b.random.choice([0, 0, 0, 1])))
    indexed, positions, whole, vector, shared = index_roles(b, rank, sizes, paired)
    inserted = sorted(i for i in range(rank) if i not in paired and b.random.random() < 0.4)
    window = [b.random.randint(1, n) for i, n in enumerate(sizes) if i not in (*inserted, *paired)]
    total = len(positions) + len(window)
    dims = sorted(b.random.sample(range(total), len(window)))
    left, right = iter(positions), iter(window)
    updates = [next(right) if i in dims else next(left) for i in range(total)]
    batching = (
        f"input_batching_dims={{{commas(paired)}}}, scatter_indices_batching_dims={{{commas(shared)}}}, "
        if paired
        else ""
    )
    text = (
        f"update_window_dims={{{commas(dims)}}}, inserted_window_dims={{{commas(inserted)}}}, "
        f"scatter_dims_to_operand_dims={{{commas(indexed)}}}, {batching}index_vector_dim={vector}"
    )
    i = b.operand(whole, "s32")[0]
    if b.random.random() < 0.8:
        return b.write(
            "scatter", sizes, [x, i, b.operand(updates)[0]], f"{text}, to_apply={b.region('add')}"
        )
    y, u, v = b.operand(sizes)[0], b.operand(updates)[0], b.operand(updates)[0]
    return b.write(
        "scatter",
        sizes,
        [x, y, i, u, v],
        f"{text}, to_apply={b.region(b.random.choice(TWO))}",
        shape=f"(f32[{commas(sizes)}], f32[{commas(sizes)}])",
    )


@recipe(fusible=False)
def select_and_scatter(b):
    x, sizes = b.operand(low=1, high=3)
    window, out = random_window(b, sizes, base=False)
    window = window[: window.index(" lhs_dilate")] + "}"  # XLA allows no dilation here
    size, stride, pads = (
        window.split(f"{key}=")[1].split(" ")[0].rstrip("}").split("x")
        for key in ("size", "stride", "pad")
    )
    out = [
        (n + sum(map(int, p.split("_"))) - int(k)) // int(s) + 1
        for n, p, k, s in zip(sizes, pads, size, stride)
    ]
    return b.write(
        "select-and-scatter",
        sizes,
        [x, b.operand(out)[0], b.operand([])[0]],
        f"{window}, select={b.region('less')}, scatter={b.region('add')}",
    )


# Whole dimensions ---------------------------------------------------------------------------------


@recipe(fusible=False)
def sort(b):
    x, sizes = b.operand(low=1, high=3)
    along = b.random.randrange(len(sizes))
    if b.random.random() < 0.5:
        return b.write("sort", sizes, [x], f"dimensions={{{along}}}, to_apply={b.region('less')}")
    s = f"f32[{commas(sizes)}]"
    return b.write(
        "sort",
        sizes,
        [x, b.operand(sizes)[0]],
        f"dimensions={{{along}}}, to_apply={b.region('less2')}",
        shape=f"({s}, {s})",
    )


@recipe(fusible=False)
def topk(b):
    x, sizes = b.operand(low=1, high=2)
    if not sizes[-1]:
        return reverse(b)
    out = commas([*sizes[:-1], k := b.random.randint(1, sizes[-1])])
    return b.write("topk", sizes, [x], f"k={k}, largest=true", shape=f"(f32[{out}], s32[{out}])")


@recipe(fusible=False)
def fft(b):
    lead, n = (
        b.sizes(0, 2, 3),
        [b.random.choice([1, 2, 4, 6]) for _ in range(b.random.randint(1, 2))],
    )
    kind, half = b.random.choice(["FFT", "IFFT", "RFFT", "IRFFT"]), [*n[:-1], n[-1] // 2 + 1]
    given, out = {"RFFT": (n, half), "IRFFT": (half, n)}.get(kind, (n, n))
    x, _ = b.operand([*lead, *given], "f32" if kind == "RFFT" else "c64")
    return b.write(
        "fft",
        [*lead, *out],
        [x],
        f"fft_type={kind}, fft_length={{{commas(n)}}}",
        kind="f32" if kind == "IRFFT" else "c64",
    )


@recipe(fusible=False)
def cholesky(b):
    lead, n = b.sizes(0, 1, 3), b.random.randint(1, 4)
    x, sizes = b.operand([*lead, n, n])
    return b.write("cholesky", sizes, [x], f"lower={b.random.choice(['true', 'false'])}")


@recipe(fusible=False)
def triangular_solve(b):
    lead, n, m = b.sizes(0, 1, 2), b.random.randint(1, 4), b.random.randint(1, 3)
    truth = lambda: b.random.choice(["true", "false"])
    left, turned = truth(), b.random.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    a, (y, sizes) = (
        b.operand([*lead, n, n])[0],
        b.operand([*lead, n, m] if left == "true" else [*lead, m, n]),
    )
    return b.write(
        "triangular-solve",
        sizes,
        [a, y],
        f"left_side={left}, lower={truth()}, unit_diagonal={truth()}, transpose_a={turned}",
    )


# Tuples and functions -----------------------------------------------------------------------------


@recipe(fusible=False)
def tuple_(b):
    x, sizes = b.operand()
    y, others = b.operand()
    shape = f"(f32[{commas(sizes)}], f32[{commas(others)}])"
    pair = b.write("tuple", sizes, [x, y], shape=shape)
    if b.random.random() < 0.5:
        return b.write("get-tuple-element", others, [pair], "index=1")
    return pair


PARTS = re.compile(r"  (\w+) = (.*?) ([a-z-]+)\((.*?)\)(, .*)?")


@recipe(fusible=False)
def begun(b):
    "An operation in two steps."
    RECIPES[b.random.choice(sorted(FUSIBLE))](b)
    name, shape, opcode, operands, rest = PARTS.fullmatch(b.lines.pop()).groups()
    defined = (PARTS.fullmatch(line).group(1, 2) for line in [*b.parameters, *b.lines])
    shapes = {key: of.split("{")[0] for key, of in defined}
    given = ", ".join(shapes[x] for x in operands.split(", "))
    start = f"  start = (({given}), {shape}, u32[]) {opcode}-start({operands}){rest or ''}"
    b.lines.append(start)
    if b.random.random() < 0.5:
        b.lines.append(f"  {name} = {shape} {opcode}-done(start)")


@recipe(fusible=False)
def conditional(b):
    _, sizes = b.operand()
    s = f"f32[{commas(sizes)}]"
    flip, hold = f"flip{len(b.lines)}", f"hold{len(b.lines)}"
    b.regions[flip] = (
        f"{flip} {{\n  a = {s} parameter(0)\n  ROOT r = {s} reverse(a), dimensions={{{commas(range(len(sizes)))}}}\n}}\n"
    )
    b.regions[hold] = f"{hold} {{\n  a = {s} parameter(0)\n  ROOT r = {s} negate(a)\n}}\n"
    kind = b.random.choice(["pred", "s32"])
    chooser = b.operand([], kind)[0]
    two = (
        f"true_computation={flip}, false_computation={hold}"
        if kind == "pred"
        else f"branch_computations={{{flip}, {hold}}}"
    )
    return b.write("conditional", sizes, [chooser, b.operand(sizes)[0], b.operand(sizes)[0]], two)


@recipe(fusible=False)
def while_(b):
    _, sizes = b.operand(low=1)
    s, t = f"f32[{commas(sizes)}]", f"(s32[], f32[{commas(sizes)}], f32[{commas(sizes)}])"
    again, body = f"again{len(b.lines)}", f"body{len(b.lines)}"
    b.regions[again] = (
        f"{again} {{\n  a = {t} parameter(0)\n  i = s32[] get-tuple-element(a), index=0\n  n = s32[] constant(4)\n"
        f"  ROOT r = pred[] compare(i, n), direction=LT\n}}\n"
    )
    change = b.random.choice(
        [f"reverse(x), dimensions={{{commas(range(len(sizes)))}}}", "negate(x)", "add(x, y)"]
    )
    b.regions[body] = (
        f"{body} {{\n  a = {t} parameter(0)\n  i = s32[] get-tuple-element(a), index=0\n  one = s32[] constant(1)\n"
        f"  x = {s} get-tuple-element(a), index=1\n  y = {s} get-tuple-element(a), index=2\n"
        f"  j = s32[] add(i, one)\n  z = {s} {change}\n  ROOT r = {t} tuple(j, z, y)\n}}\n"
    )
    name = f"p{len(b.parameters)}"
    b.parameters.append(f"  {name} = {t} parameter({len(b.parameters)})")
    return b.write("while", sizes, [name], f"condition={again}, body={body}", shape=t)


def program(b, fused=False):
    "The program of a builder, and in it the instruction."
    regions, body = "".join(b.regions.values()), b.text()
    if not fused:
        return read_program(f"HloModule m\n\n{regions}\nENTRY e {{\n{body}\n}}\n").entry.root
    outer = [line.replace("  p", "  q", 1) for line in b.parameters]
    shape = body.rsplit("ROOT ", 1)[1].split(" = ")[1]
    shape = shape[: shape.index(")") + 1] if shape.startswith("(") else shape.split(" ")[0]
    names = ", ".join(f"q{i}" for i in range(len(outer)))
    call = "\n".join([*outer, f"  ROOT f = {shape} fusion({names}), kind=kLoop, calls=fused"])
    return read_program(
        f"HloModule m\n\n{regions}\nfused {{\n{body}\n}}\n\nENTRY e {{\n{call}\n}}\n"
    ).entry.root


def random_instruction(random, name=None):
    "One instruction of a recipe."
    b = Builder(random)
    RECIPES[name or random.choice(sorted(RECIPES))](b)
    return program(b)


def random_fusion(random):
    "A fusion of two to six instructions, of which each mostly reads one before it."
    b = Builder(random, size=24)
    b.fusing, names = True, sorted(FUSIBLE)
    for _ in range(random.randint(2, 6)):
        RECIPES[random.choice(names)](b)
        if b.values and math.prod(b.values[-1][1]) > 300:
            break
    if random.random() < 0.2:
        last = b.values[-2:]
        shapes = ", ".join(f"{kind}[{commas(sizes)}]" for _, sizes, kind in last)
        b.lines.append(f"  t = ({shapes}) tuple({', '.join(v[0] for v in last)})")
    return program(b, fused=True)


@recipe(fusible=False)
def relaid(b):
    "A copy to another layout, and a bitcast from it."
    x, sizes = b.operand(None if b.values else factored(b.random, 12))
    layout = lambda n: "{" + commas(b.random.sample(range(n), n)) + "}"
    other = layout(len(sizes))
    name = b.write("copy", sizes, [x], layout=other)
    after = factored(b.random, math.prod(sizes)) if 0 not in sizes else sizes
    last = b.write("bitcast", after, [name], layout=layout(len(after)))
    return b.write("copy", after, [last])


ALONE = ("begun", "bitcast", "scaled_dot")  # in steps, of parameters with layouts only
SEVERAL = 0.3  # the share of fusions with several outputs


def wide_fusion(random, most=6, size=16, elements=120):
    "A fusion of two to `most` operations of every recipe, each fed by those before it."
    b = Builder(random, size)
    b.fusing = b.adapting = True
    names = [name for name in sorted(RECIPES) if name not in ALONE]
    for _ in range(random.randint(2, most)):
        RECIPES[random.choice(names)](b)
        b.members()
        if b.values and math.prod(b.values[-1][1]) > elements:
            break
    if random.random() < SEVERAL and len(b.values) > 1:
        last = random.sample(b.values[-4:], min(len(b.values), random.randint(1, 3)))
        shapes = ", ".join(f"{kind}[{commas(sizes)}]" for _, sizes, kind in last)
        b.lines.append(f"  t = ({shapes}) tuple({', '.join(v[0] for v in last)})")
    return program(b, fused=True)


def instructions(count, seed=0):
    "Random instructions: every recipe in turn, one in ten a fusion."
    names = sorted(RECIPES)
    for k in range(count):
        random = random_module.Random(f"{seed}/{k}")
        yield (
            random_fusion(random)
            if k % 10 == 9
            else random_instruction(random, names[k % len(names)])
        )
