"""Random programs of several devices, and what every element of every device is computed from.

    random_exchange(random)        a call of a computation of a few collectives, and the number of devices
    mistakes(op, count)            what is wrong with its maps, in both directions: text for each

The devices are partitions of one replica. Every element of every operand on every device has a mark, and the collectives are run
on the marks, in plain NumPy and without the indexing rules. Source: XLA operation semantics.
"""

import itertools

import numpy as np

from indexing_tools.indexing.instruction_indexing import UNKNOWN
from indexing_tools.programs.loaders.read import read_program

ROWS, COLUMNS = 4, 2


def braces(groups):
    return "{" + ",".join("{" + ",".join(map(str, g)) + "}" for g in groups) + "}"


class Exchange:
    "A computation in the making: lines of text, and for each value how to compute it."

    def __init__(self, random, count):
        self.random, self.count, self.lines, self.values = random, count, [], {}

    def add(self, text, kind, compute):
        "A line, and its value: `compute(values of all devices) -> value of each device`."
        name = f"v{len(self.lines)}"
        self.lines.append(f"  {name} = {kind} {text}")
        self.values[name] = kind, compute
        return name

    def pick(self, rows=ROWS):
        "A value of `rows` rows."
        fits = [n for n, (kind, _) in self.values.items() if kind == f"f32[{rows},{COLUMNS}]"]
        return self.random.choice(fits[-3:])

    def groups(self):
        "All devices in groups of equal size."
        order = self.random.sample(range(self.count), self.count)
        size = self.random.choice([n for n in (1, 2, 4) if self.count % n == 0 and n <= ROWS])
        return [order[i : i + size] for i in range(0, self.count, size)]

    def channel(self):
        return f"channel_id={len(self.lines) + 1}"


def member(groups):
    "Of every device its group and its place in that."
    return {d: (g, k) for g in groups for k, d in enumerate(g)}


def all_reduce(b):
    x, groups = b.pick(), b.groups()
    text = f"all-reduce({x}), {b.channel()}, replica_groups={braces(groups)}, use_global_device_ids=true, to_apply=sum"
    union = lambda at, d: np.bitwise_or.reduce([at[x][e] for e in member(groups)[d][0]])
    b.add(text, f"f32[{ROWS},{COLUMNS}]", union)


def reduce_and_gather(b):
    x, groups = b.pick(), b.groups()
    n = ROWS // len(groups[0])
    rest = f"{b.channel()}, replica_groups={braces(groups)}, use_global_device_ids=true, dimensions={{0}}"

    def scatter(at, d):
        g, k = member(groups)[d]
        return np.bitwise_or.reduce([at[x][e] for e in g])[k * n : (k + 1) * n]

    y = b.add(f"reduce-scatter({x}), {rest}, to_apply=sum", f"f32[{n},{COLUMNS}]", scatter)
    gather = lambda at, d: np.concatenate([at[y][e] for e in member(groups)[d][0]])
    b.add(f"all-gather({y}), {rest}", f"f32[{ROWS},{COLUMNS}]", gather)


def exchange_blocks(b):
    x, groups = b.pick(), b.groups()

    def blocks(at, d):
        g, k = member(groups)[d]
        return np.concatenate([np.split(at[x][e], len(g))[k] for e in g])

    b.add(
        f"all-to-all({x}), {b.channel()}, replica_groups={braces(groups)}, dimensions={{0}}",
        f"f32[{ROWS},{COLUMNS}]",
        blocks,
    )


def exchange_members(b):
    groups = b.groups()
    sent = [b.pick() for _ in groups[0]]
    kind = f"f32[{ROWS},{COLUMNS}]"

    def tuple_of(at, d):
        g, k = member(groups)[d]
        return tuple(at[sent[k]][e] for e in g)

    text = f"all-to-all({', '.join(sent)}), {b.channel()}, replica_groups={braces(groups)}"
    t = b.add(text, f"({', '.join([kind] * len(sent))})", tuple_of)
    for i in b.random.sample(range(len(sent)), len(sent)):
        b.add(f"get-tuple-element({t}), index={i}", kind, lambda at, d, i=i: at[t][d][i])


def permute(b):
    x, some = (
        b.pick(),
        b.random.sample(range(b.count), b.random.choice([b.count, b.random.randint(1, b.count)])),
    )
    pairs = list(zip(some, b.random.sample(range(b.count), len(some))))
    source = {t: s for s, t in pairs}
    moved = lambda at, d: at[x][source[d]] if d in source else np.zeros((ROWS, COLUMNS), object)
    text = f"collective-permute({x}), {b.channel()}, source_target_pairs={braces(pairs)}"
    b.add(text, f"f32[{ROWS},{COLUMNS}]", moved)


def broadcast(b):
    x, groups = b.pick(), b.groups()
    groups = groups[: b.random.randint(1, len(groups))]
    first = lambda at, d: (
        at[x][member(groups)[d][0][0]] if d in member(groups) else np.zeros((ROWS, COLUMNS), object)
    )
    text = f"collective-broadcast({x}), {b.channel()}, replica_groups={braces(groups)}"
    b.add(text, f"f32[{ROWS},{COLUMNS}]", first)


def here(b):
    x, y, kind = b.pick(), b.pick(), f"f32[{ROWS},{COLUMNS}]"
    if b.random.random() < 0.5:
        b.add(f"reverse({x}), dimensions={{0}}", kind, lambda at, d: at[x][d][::-1])
    else:
        b.add(f"add({x}, {y})", kind, lambda at, d: at[x][d] | at[y][d])


KINDS = (all_reduce, reduce_and_gather, exchange_blocks, exchange_members, permute, broadcast, here)
SUM = "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n"


def marks(count, number):
    "A mark of its own for every element of operand `number` on every device."
    size = ROWS * COLUMNS
    cell = lambda d, i: 1 << ((d * 2 + number) * size + i)
    return [
        np.array([cell(d, i) for i in range(size)], object).reshape(ROWS, COLUMNS)
        for d in range(count)
    ]


def random_exchange(random, most=4):
    "A call of a random computation, the number of devices, and the root's marks on each of them."
    b = Exchange(random, random.choice([2, 4]))
    for k in range(2):
        b.add(f"parameter({k})", f"f32[{ROWS},{COLUMNS}]", None)
    for _ in range(random.randint(1, most)):
        random.choice(KINDS)(b)
    body = "\n".join([*b.lines[:-1], "  ROOT" + b.lines[-1][1:]])
    kind = list(b.values.values())[-1][0]
    text = (
        f"HloModule m, num_partitions={b.count}\n\n{SUM}\nf {{\n{body}\n}}\n\nENTRY e {{\n"
        f"  x = f32[{ROWS},{COLUMNS}] parameter(0)\n  y = f32[{ROWS},{COLUMNS}] parameter(1)\n"
        f"  ROOT r = {kind} call(x, y), to_apply=f\n}}\n"
    )
    at = {f"v{k}": marks(b.count, k) for k in range(2)}
    for name, (_, compute) in list(b.values.items())[2:]:
        at[name] = [compute(at, d) for d in range(b.count)]
    return read_program(text).entry.root, b.count, at[name]


def pairs(way, device):
    "Every (index, device, index) that a map says for one reading device."
    m = way.map
    if m.is_known_empty:
        return
    axes = [range(v.bounds.lower, v.bounds.upper + 1) for v in (*m.dim_variables, *m.range_variables)]
    k = len(m.dim_variables)
    for point in itertools.product(*axes):
        if m.contains(point[:k], point[k:], ()):
            found = tuple(map(int, m(point[:k], point[k:], ())))
            for other in way.devices(point[:k], device, point[k:]):
                yield point[:k], other, found


def mistakes(op, count, truth):
    "What the maps of a call say wrongly of any device, in both directions."
    size = ROWS * COLUMNS
    place = lambda d, k, at: (d * 2 + k) * size + at[0] * COLUMNS + at[1]
    for n, (path, device) in enumerate(itertools.product(op.shape.paths, range(count))):
        value = truth[device][path[0]] if path else truth[device]
        rows, columns = op.shape.at(path).dimensions
        expected = {(i, j): {p for p in range(2 * size * count) if int(value[i, j]) >> p & 1}
                    for i in range(rows) for j in range(columns)}  # fmt: skip
        for inverse in (False, True):
            read, claimed = {i: set() for i in expected}, {i: set() for i in expected}
            for k in range(2):
                at = op.shape.paths.index(path)
                ways = op.input_to_output(k)[at] if inverse else op.output_to_input(path)[k]
                if ways is UNKNOWN:
                    for some in read.values():
                        some |= {p for p in range(2 * size * count) if p // size % 2 == k}
                    continue
                for way in ways:
                    for a, other, b in pairs(way, device):
                        out, inside = (b, a) if inverse else (a, b)
                        p = place(other, k, inside)
                        read[out].add(p)
                        if way.exact:
                            claimed[out].add(p)
            for i, parts in expected.items():
                if missing := parts - read[i]:
                    yield f"missing: {inverse=} {path} {i} on {device}: {missing}"
                if spurious := claimed[i] - parts:
                    yield f"falsely exact: {inverse=} {path} {i} on {device}: {spurious}"
