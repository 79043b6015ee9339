"""Random programs of several processes against a simulation in plain NumPy, process by process.

    python benchmarks/fuzz_collectives.py [-n 2000] [--first SEED] [--dialect stablehlo|hlo] [--show SEED] [--maps]

A seed draws a grid of replicas and partitions (1 to 8 processes), a few arrays for each, and a row of operations: every
collective of StableHLO and HLO over groups by all four strategies, listed, ragged, as an iota or along axes of a mesh,
with several operands, wider types of the sum, bodies that do not commute, static and dynamic roots, permutes into which
nobody sends, transfers between devices, numbers of processes; some in a loop, in a branch that only some processes
take, in a function that is called, in two halves. Each is written as text and as loops over processes with the
formulas of the specification, which share nothing with the package. All processes' results are compared bit for bit.

With `--maps` a seed is a single collective, and the indexing maps are what is tried: each element of each process is
changed, one at a time, and all processes run. What changes must be read by the maps, in both directions and with the
devices that they name; where they say exact, nothing else may be. Exits with 1 if a seed fails.

Short form: -n 60
"""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import product
from random import Random
from time import perf_counter

import numpy as np
from ml_dtypes import bfloat16

GRIDS = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (3, 2), (2, 3), (4, 2), (2, 4), (8, 1), (1, 8), (5, 1), (1, 6)]
NAMES = {"i8": np.int8, "i32": np.int32, "ui16": np.uint16, "i64": np.int64, "i1": np.bool_, "f32": np.float32, "bf16": bfloat16}
HLO_NAMES = {"i8": "s8", "i32": "s32", "ui16": "u16", "i64": "s64", "i1": "pred", "f32": "f32", "bf16": "bf16"}
WIDER = {"i8": "i32", "i32": "i64", "bf16": "f32"}
LARGEST = 600  # elements

# what a body does with two numbers: its operations, and the same in NumPy. All are associative; the last two do not commute
BODIES = {
    "add": (["r = add a b"], lambda a, b: a + b),
    "max": (["r = maximum a b"], np.maximum),
    "min": (["r = minimum b a"], np.minimum),
    "both": (["p = multiply a b", "s = add a b", "r = add s p"], lambda a, b: a + b + a * b),
    "first": (["r = minimum a a"], lambda a, b: a),
    "second": (["r = maximum b b"], lambda a, b: b),
}  # fmt: skip
LOGICAL = {"or": (["r = or a b"], np.logical_or), "xor": (["r = xor a b"], np.logical_xor), "and": (["r = and b a"], np.logical_and)}


def kind_text(sizes, kind):
    return f"tensor<{''.join(f'{n}x' for n in sizes)}{kind}>"


def hlo_text(sizes, kind):
    return f"{HLO_NAMES[kind]}[{','.join(map(str, sizes))}]"


# ---- who works with whom: the specification's four strategies, as loops over processes


def process_groups(mode, groups, replicas, partitions, hlo):
    "Groups of (replica, partition)."
    if mode == "cross_replica":
        return [[(r, p) for r in group] for group in groups for p in range(partitions)]
    if mode == "cross_partition":
        return [[(r, p) for p in group] for group in groups for r in range(replicas)]
    if mode == "flattened_ids":
        return [[(n // partitions, n % partitions) for n in group] for group in groups]
    if hlo:  # replica by replica
        return [[(r, p) for r in group for p in range(partitions)] for group in groups]
    return [[(r, p) for p in range(partitions) for r in group] for group in groups]


def group_and_place(groups, process):
    for group in groups:
        for place, member in enumerate(group):
            if member == process:
                return group, place
    return None, None


# ---- a program in the making


class Maker:
    "Lines of text in one dialect, and for each value its sizes, its type and the array of every process."

    def __init__(self, seed, dialect):
        self.random = Random(f"collectives {seed} {dialect}")
        self.hlo = dialect == "hlo"
        self.replicas, self.partitions = self.random.choice(GRIDS)
        self.all = [(r, p) for r in range(self.replicas) for p in range(self.partitions)]
        self.lines, self.functions, self.values, self.known = [], [], [], {}
        self.used, self.channel = Counter(), 0
        self.aliases = {}  # of StableHLO's values that have another name: what the text calls them
        data = np.random.default_rng(seed)
        for k in range(self.random.randint(1, 3)):
            kind = self.random.choice([*NAMES])
            sizes = tuple(self.random.choice([1, 2, 3, 4, 6, 8]) for _ in range(self.random.randint(1, 3)))
            name = f"x{k}"
            self.values.append(name)
            self.known[name] = sizes, kind, {at: numbers(data, sizes, kind) for at in self.all}
        self.parameters = [*self.values]

    def type_of(self, name):
        return self.text(*self.known[name][:2])

    def text(self, sizes, kind):
        return (hlo_text if self.hlo else kind_text)(sizes, kind)

    def fresh(self, sizes, kind, arrays):
        name = f"v{len(self.known)}"
        self.known[name] = tuple(sizes), kind, arrays
        self.values.append(name)
        return name

    def pick(self, test=lambda sizes, kind: True):
        fits = [v for v in self.values if test(*self.known[v][:2])]
        return self.random.choice(fits[-4:]) if fits else None

    def arrays(self, name):
        return self.known[name][2]

    def __repr__(self):
        return self.program()

    # -- groups

    def numbered(self, mode):
        "How many numbers there are."
        return {"cross_replica": self.replicas, "cross_partition": self.partitions, "flattened_ids": len(self.all)}.get(mode, self.replicas)

    def some_groups(self, mode, equal, size=None, covering=True):
        "Random groups of numbers; of equal size if they must be."
        count = self.numbered(mode)
        order = self.random.sample(range(count), count)
        if equal or size:
            size = size or self.random.choice([n for n in range(1, count + 1) if count % n == 0])
            groups = [order[i : i + size] for i in range(0, count - size + 1, size)]
        else:
            cuts = sorted(self.random.sample(range(1, count), self.random.randint(0, min(2, count - 1))))
            groups = [order[i:j] for i, j in zip([0, *cuts], [*cuts, count])]
        if not covering and len(groups) > 1 and self.random.random() < 0.5:
            groups = groups[1:]
        return groups

    def groups_text(self, groups, mode):
        "The attribute, in one of the forms in which such groups can be written."
        count, size = self.numbered(mode), len(groups[0])
        regular = sorted(n for g in groups for n in g) == list(range(count)) and all(len(g) == size for g in groups)
        stride = groups[0][1] - groups[0][0] if size > 1 else 1
        rows = regular and groups == np.arange(count).reshape(-1, size).tolist()
        columns = regular and groups == np.arange(count).reshape(size, -1).T.tolist() and stride > 0
        style = self.random.random()
        if self.hlo:
            if rows and style < 0.4:
                return f"[{count // size},{size}]<=[{count}]"
            if columns and style < 0.4:
                return f"[{count // size},{size}]<=[{size},{count // size}]T(1,0)"
            return "{" + ",".join("{" + ",".join(map(str, g)) + "}" for g in groups) + "}"
        if regular and (rows or columns) and style < 0.3:
            other = count // size
            axes = (("a", other), ("b", size)) if rows else (("b", size), ("a", other))
            mesh = ", ".join(f'#stablehlo.mesh_axis<name = "{n}", size = {m}>' for n, m in axes)
            return f'#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [{mesh}]>, axes = [#stablehlo.axis_ref<name = "b">]>'
        widest = max(map(len, groups))
        padded = [[*g, *[-1] * (widest - len(g))] for g in groups]
        return f"dense<{padded}> : tensor<{len(groups)}x{widest}xi64>"

    def mode_text(self, mode, over_both):
        "The channel, and the use of global ids."
        if mode == "cross_replica":
            return ""
        self.channel += 1
        if self.hlo:
            text = f", channel_id={self.channel}"
            return text + (", use_global_device_ids=true" if mode == "flattened_ids" else "")
        text = f", channel_handle = #stablehlo.channel_handle<handle = {self.channel}, type = 1>"
        return text + (", use_global_device_ids" if mode == "flattened_ids" else "")

    def mode(self, over_both):
        return self.random.choice(
            ["cross_replica", "cross_replica_and_partition", "flattened_ids"] if over_both else ["cross_replica", "cross_partition"]
        )

    def processes(self, mode, groups):
        return process_groups(mode, groups, self.replicas, self.partitions, self.hlo)

    # -- lines

    def add(self, opcode, operands, results, said, region=None):
        "A line of an operation; `results`: (sizes, kind, arrays) of each."
        names = [self.fresh(*r) for r in results]
        self.used[opcode] += 1
        if self.hlo:
            body = f", to_apply={self.body_of(*region)}" if region else ""
            kinds = [self.type_of(n) for n in names]
            several = len(names) > 1 or opcode == "tuple all-to-all"
            word = opcode.replace("tuple ", "").replace("_", "-")
            head = names[0] if not several else f"t{names[0]}"
            shape = kinds[0] if not several else f"({', '.join(kinds)})"
            self.lines.append(f"{head} = {shape} {word}({', '.join(operands)}){said}{body}")
            if several:
                self.lines += [f"{n} = {k} get-tuple-element({head}), index={i}" for i, (n, k) in enumerate(zip(names, kinds))]
            return names
        body = f" ({{\n{self.region_of(*region)}\n}})" if region else ""
        head = f"%{names[0]}" if len(names) == 1 else f"%t{names[0]}:{len(names)}"
        types = ", ".join(self.type_of(x) for x in operands)
        out = ", ".join(self.type_of(n) for n in names)
        arguments = ", ".join(self.use(x) for x in operands)
        self.lines.append(f'{head} = "stablehlo.{opcode}"({arguments}) <{{{said.removeprefix(", ")}}}>{body} : ({types}) -> ({out})')
        if len(names) > 1:
            self.aliases |= {n: f"%t{names[0]}#{i}" for i, n in enumerate(names)}
        return names

    def use(self, name):
        return name if self.hlo else self.aliases.get(name, f"%{name}")

    def region_of(self, body, kind):
        lines = [f"^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):"]
        for step in (BODIES | LOGICAL)[body][0]:
            name, _, opcode, one, two = step.split()
            lines.append(f"  %{name} = stablehlo.{opcode} %{one}, %{two} : tensor<{kind}>")
        return "\n".join([*lines, f"  stablehlo.return %r : tensor<{kind}>"])

    def body_of(self, body, kind):
        name, t = f"f_{body}_{kind}", HLO_NAMES[kind]
        lines = [f"{name} {{", f"  a = {t}[] parameter(0)", f"  b = {t}[] parameter(1)"]
        for step in (BODIES | LOGICAL)[body][0]:
            out, _, opcode, one, two = step.split()
            lines.append(f"  {'ROOT ' * (out == 'r')}{out} = {t}[] {opcode}({one}, {two})")
        text = "\n".join([*lines, "}"])
        if text not in self.functions:
            self.functions.append(text)
        return name

    def body_for(self, kind):
        return self.random.choice([*(LOGICAL if kind == "i1" else BODIES)])

    def program(self):
        results = self.results()
        types = [self.type_of(v) for v in results]
        if self.hlo:
            head = f"HloModule m, replica_count={self.replicas}, num_partitions={self.partitions}"
            inputs = [f"{v} = {self.type_of(v)} parameter({k})" for k, v in enumerate(self.parameters)]
            root = f"ROOT result = ({', '.join(types)}) tuple({', '.join(results)})"
            body = "\n".join(f"  {line}" for line in [*inputs, *self.lines, root])
            return "\n\n".join([head, *self.functions, f"ENTRY e {{\n{body}\n}}"]) + "\n"
        inputs = ", ".join(f"%{v}: {self.type_of(v)}" for v in self.parameters)
        root = f"return {', '.join(map(self.use, results))} : {', '.join(types)}"
        body = "\n".join(f"  {line}" for line in [*self.lines, root])
        sizes = f"mhlo.num_replicas = {self.replicas} : i32, mhlo.num_partitions = {self.partitions} : i32"
        main = f"func.func @main({inputs}) -> ({', '.join(types)}) {{\n{body}\n}}"
        return f"module @m attributes {{{sizes}}} {{\n" + "\n".join([main, *self.functions]) + "\n}\n"

    def results(self):
        own = [v for v in self.values if v not in self.parameters]
        return own[-6:] or self.values


def numbers(data, sizes, kind):
    "Small numbers, so that sums of many are exact."
    if kind == "i1":
        return data.integers(0, 2, sizes).astype(np.bool_)
    low, high = (0, 3) if kind == "ui16" else (-2, 3)
    return data.integers(low, high, sizes).astype(NAMES[kind])


# ---- the operations: text, and loops over processes


def combined(arrays, body, kind):
    "The arrays of a group's members combined in order, in the type of the body."
    function = (BODIES | LOGICAL)[body][1]
    total = arrays[0].astype(NAMES[kind])
    for x in arrays[1:]:
        total = np.asarray(function(total, x.astype(NAMES[kind]))).astype(NAMES[kind])
    return total


def inner_kind(m, kind):
    return WIDER[kind] if kind in WIDER and not m.hlo and m.random.random() < 0.3 else kind


def all_reduce(m):
    x = m.pick()
    same = [v for v in m.values if m.known[v][1] == m.known[x][1]]
    operands = [x, *m.random.sample(same, m.random.randint(0, min(2, len(same))))]
    kind, mode = m.known[x][1], m.mode(True)
    groups, inner, body = m.some_groups(mode, equal=False), inner_kind(m, kind), m.body_for(kind)
    of_process = m.processes(mode, groups)
    results = []
    for v in operands:
        made = {}
        for at in m.all:
            group, _ = group_and_place(of_process, at)
            made[at] = combined([m.arrays(v)[other] for other in group], body, inner)
        results.append((m.known[v][0], inner, made))
    m.add("all_reduce", operands, results, said_groups(m, groups, mode), (body, inner))


def said_groups(m, groups, mode, name="replica_groups"):
    equals = "=" if m.hlo else " = "
    return f", {name}{equals}{m.groups_text(groups, mode)}{m.mode_text(mode, True)}"


def all_gather(m):
    x = m.pick(lambda s, k: len(s) > 0)
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    mode, along = m.mode(True), m.random.randrange(len(sizes))
    groups = m.some_groups(mode, equal=True)
    of_process = m.processes(mode, groups)
    count = len(of_process[0])
    if np.prod(sizes) * count > LARGEST:
        return
    made = {}
    for at in m.all:
        group, _ = group_and_place(of_process, at)
        made[at] = np.concatenate([arrays[other] for other in group], along)
    out = [n * count if d == along else n for d, n in enumerate(sizes)]
    name = f", dimensions={{{along}}}" if m.hlo else f", all_gather_dim = {along} : i64"
    said = said_groups(m, groups, mode) + name
    if m.hlo and m.random.random() < 0.3:
        in_two_halves(m, "all-gather", x, (out, kind, made), said)
        return
    m.add("all_gather", [x], [(out, kind, made)], said)


def in_two_halves(m, opcode, x, result, said):
    "HLO's `-start` and `-done`."
    sizes, kind, made = result
    name = m.fresh(sizes, kind, made)
    m.used[f"{opcode}-start"] += 1
    pair = f"({m.type_of(x)}, {m.type_of(name)}"
    pair += ", u32[], u32[])" if opcode == "collective-permute" else ")"
    if opcode == "all-to-all":
        pair = f"(({m.type_of(x)}), {m.type_of(name)})"
    m.lines.append(f"s{name} = {pair} {opcode}-start({x}){said}")
    m.lines.append(f"{name} = {m.type_of(name)} {opcode}-done(s{name})")


def reduce_scatter(m):
    mode = m.mode(True)
    groups = m.some_groups(mode, equal=True)
    of_process = m.processes(mode, groups)
    count = len(of_process[0])
    x = m.pick(lambda s, k: any(n % count == 0 for n in s))
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    along = m.random.choice([d for d, n in enumerate(sizes) if n % count == 0])
    inner, body, size = inner_kind(m, kind), m.body_for(kind), sizes[along] // count
    made = {}
    for at in m.all:
        group, place = group_and_place(of_process, at)
        whole = combined([arrays[other] for other in group], body, inner)
        made[at] = np.take(whole, range(place * size, (place + 1) * size), along)
    out = [size if d == along else n for d, n in enumerate(sizes)]
    name = f", dimensions={{{along}}}" if m.hlo else f", scatter_dimension = {along} : i64"
    m.add("reduce_scatter", [x], [(out, inner, made)], said_groups(m, groups, mode) + name, (body, inner))


def all_to_all(m):
    mode = m.mode(False)
    groups = m.some_groups(mode, equal=True)
    of_process = m.processes(mode, groups)
    count = len(groups[0])
    if m.hlo and m.random.random() < 0.4:
        all_to_all_of_tuples(m, mode, groups, of_process)
        return
    x = m.pick(lambda s, k: any(n % count == 0 for n in s))
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    cut = m.random.choice([d for d, n in enumerate(sizes) if n % count == 0])
    joined = cut if m.hlo else m.random.randrange(len(sizes))
    size = sizes[cut] // count
    made = {}
    for at in m.all:
        group, place = group_and_place(of_process, at)
        parts = [np.take(arrays[other], range(place * size, (place + 1) * size), cut) for other in group]
        made[at] = np.concatenate(parts, joined)
    out = next(iter(made.values())).shape
    if m.hlo:
        said = said_groups(m, groups, mode) + f", dimensions={{{cut}}}"
        if m.random.random() < 0.2:
            in_two_halves(m, "all-to-all", x, (out, kind, made), said)
            return
        m.add("all_to_all", [x], [(out, kind, made)], said)
        return
    said = f", split_dimension = {cut} : i64, concat_dimension = {joined} : i64, split_count = {count} : i64"
    m.add("all_to_all", [x], [(out, kind, made)], said_groups(m, groups, mode) + said)


def all_to_all_of_tuples(m, mode, groups, of_process):
    x = m.pick()
    same = [v for v in m.values if m.known[v][:2] == m.known[x][:2]]
    operands = [m.random.choice(same) for _ in groups[0]]
    results = []
    for k in range(len(groups[0])):
        made = {}
        for at in m.all:
            group, place = group_and_place(of_process, at)
            made[at] = m.arrays(operands[place])[group[k]]
        results.append((*m.known[x][:2], made))
    m.add("tuple all-to-all", operands, results, said_groups(m, groups, mode))


def collective_permute(m):
    x, mode = m.pick(), m.mode(False)
    sizes, kind, arrays = m.known[x]
    count = m.numbered(mode)
    n = m.random.randint(1, count)
    pairs = list(zip(m.random.sample(range(count), n), m.random.sample(range(count), n)))
    of_process = m.processes(mode, pairs)
    made = {at: np.zeros(sizes, NAMES[kind]) for at in m.all}
    for source, target in of_process:
        made[target] = arrays[source]
    if m.hlo:
        said = ", source_target_pairs={" + ",".join(f"{{{s},{t}}}" for s, t in pairs) + "}" + m.mode_text(mode, False)
        if m.random.random() < 0.3:
            in_two_halves(m, "collective-permute", x, (sizes, kind, made), said)
            return
    else:
        said = f", source_target_pairs = dense<{[list(p) for p in pairs]}> : tensor<{n}x2xi64>{m.mode_text(mode, False)}"
    m.add("collective_permute", [x], [(sizes, kind, made)], said)


def collective_broadcast(m):
    mode = m.mode(False)
    groups = m.some_groups(mode, equal=m.random.random() < 0.5, covering=False)
    of_process = m.processes(mode, groups)
    dynamic = not m.hlo and m.random.random() < 0.5
    operands = [m.pick() for _ in range(m.random.randint(1, 2) if not m.hlo else 1)]
    roots = [m.random.randrange(min(map(len, groups))) if dynamic else 0 for _ in operands]
    results = []
    for v, root in zip(operands, roots):
        sizes, kind, arrays = m.known[v]
        made = {}
        for at in m.all:
            group, _ = group_and_place(of_process, at)
            made[at] = arrays[group[root]] if group else np.zeros(sizes, NAMES[kind])
        results.append((sizes, kind, made))
    said = said_groups(m, groups, mode)
    if dynamic:
        operands, said = [*operands, constant(m, np.int32(roots), "i32")], said + ", has_dynamic_root"
    m.add("collective_broadcast", operands, results, said)


def collective_reduce(m):
    if m.hlo:
        return
    x, mode = m.pick(), m.mode(False)
    sizes, kind, arrays = m.known[x]
    groups = m.some_groups(mode, equal=m.random.random() < 0.5, covering=False)
    of_process, dynamic = m.processes(mode, groups), m.random.random() < 0.5
    root, body = m.random.randrange(min(map(len, groups))) if dynamic else 0, m.body_for(kind)
    made = {}
    for at in m.all:
        group, place = group_and_place(of_process, at)
        mine = group is not None and place == root
        made[at] = combined([arrays[other] for other in group], body, kind) if mine else np.zeros(sizes, NAMES[kind])
    operands, said = [x], said_groups(m, groups, mode)
    if dynamic:
        operands, said = [x, constant(m, np.int32([root]), "i32")], said + ", has_dynamic_root"
    m.add("collective_reduce", operands, [(sizes, kind, made)], said, (body, kind))


def constant(m, array, kind):
    "A constant, the same everywhere."
    name = m.fresh(array.shape, kind, dict.fromkeys(m.all, array))
    if m.hlo:
        m.lines.append(f"{name} = {m.type_of(name)} constant({{{', '.join(map(str, array.tolist()))}}})")
    else:
        m.lines.append(f"%{name} = stablehlo.constant dense<{array.tolist()}> : {m.type_of(name)}")
    return name


def numbered_by_process(m):
    "An integer array plus the number of the replica or of the partition."
    x = m.pick(lambda s, k: k == "i32")
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    which = m.random.randrange(2)
    made = {at: arrays[at] + np.int32(at[which]) for at in m.all}
    word = ("replica_id", "partition_id")[which]
    n, name = len(m.known), m.fresh(sizes, kind, made)
    m.used[word] += 1
    t = m.type_of(name)
    if m.hlo:
        m.lines += [f"n{n} = u32[] {word.replace('_', '-')}()", f"i{n} = s32[] convert(n{n})",
                    f"b{n} = {t} broadcast(i{n}), dimensions={{}}", f"{name} = {t} add({x}, b{n})"]  # fmt: skip
    else:
        m.lines += [
            f"%n{n} = stablehlo.{word} : tensor<ui32>",
            f"%i{n} = stablehlo.convert %n{n} : (tensor<ui32>) -> tensor<i32>",
            f"%b{n} = stablehlo.broadcast_in_dim %i{n}, dims = [] : (tensor<i32>) -> {t}",
            f"%{name} = stablehlo.add {m.use(x)}, %b{n} : {t}",
        ]


def transfer(m):
    "A send and a receive between devices: partitions, for they name a channel."
    x, mode = m.pick(), "cross_partition"
    sizes, kind, arrays = m.known[x]
    n = m.random.randint(1, m.partitions)
    pairs = list(zip(m.random.sample(range(m.partitions), n), m.random.sample(range(m.partitions), n)))
    made = {at: np.zeros(sizes, NAMES[kind]) for at in m.all}
    for source, target in m.processes(mode, pairs):
        made[target] = arrays[source]
    m.channel += 1
    k, name = len(m.known), m.fresh(sizes, kind, made)
    m.used["send, recv"] += 1
    t = m.type_of(name)
    if m.hlo:
        pairs = "{" + ",".join(f"{{{s},{t}}}" for s, t in pairs) + "}"
        said = f"channel_id={m.channel}, frontend_attributes={{_xla_send_recv_source_target_pairs={pairs}}}"
        m.lines += [
            f"k{k} = token[] after-all()", f"r{k} = ({t}, u32[], token[]) recv(k{k}), {said}",
            f"s{k} = ({t}, u32[], token[]) send({x}, k{k}), {said}",
            f"d{k} = ({t}, token[]) recv-done(r{k}), channel_id={m.channel}",
            f"e{k} = token[] send-done(s{k}), channel_id={m.channel}",
            f"{name} = {t} get-tuple-element(d{k}), index=0",
        ]  # fmt: skip
        return
    said = f"""channel_handle = #stablehlo.channel_handle<handle = {m.channel}, type = 1>, is_host_transfer = false,
      source_target_pairs = dense<{[list(p) for p in pairs]}> : tensor<{n}x2xi64>"""
    token = "!stablehlo.token"
    m.lines += [
        f"%k{k} = stablehlo.create_token : {token}",
        f'%s{k} = "stablehlo.send"({m.use(x)}, %k{k}) <{{{said}}}> : ({t}, {token}) -> {token}',
        f'%d{k}:2 = "stablehlo.recv"(%s{k}) <{{{said}}}> : ({token}) -> ({t}, {token})',
    ]
    m.aliases |= {name: f"%d{k}#0"}


def ragged(m):
    "Rows for each member of a group, as many as random numbers say."
    mode = m.mode(False) if m.hlo else m.random.choice(["cross_replica", "cross_partition"])
    groups = m.some_groups(mode, equal=True)
    of_process, count = m.processes(mode, groups), len(groups[0])
    x = m.pick(lambda s, k: len(s) > 0)
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    rows, room = sizes[0], m.random.randint(1, 8)
    sent = {}  # of a process: for each member where rows begin, how many they are, where they go
    for group in of_process:
        taken = [0] * count
        for at in group:
            begins, numbers_, targets = [], [], []
            for j in range(count):
                size = m.random.randint(0, min(2, rows, room - taken[j]))
                begins.append(m.random.randint(0, rows - size))
                numbers_.append(size)
                targets.append(taken[j])
                taken[j] += size
            sent[at] = begins, numbers_, targets
    made = {}
    for at in m.all:
        group, place = group_and_place(of_process, at)
        out = np.ones((room, *sizes[1:]), NAMES[kind])
        for other in group:
            begins, numbers_, targets = sent[other]
            for i in range(numbers_[place]):
                out[targets[place] + i] = arrays[other][begins[place] + i]
        made[at] = out
    columns = [by_process(m, {at: np.int32(sent[at][k]) for at in m.all}) for k in range(3)]
    received = {at: np.int32([sent[o][1][group_and_place(of_process, at)[1]] for o in group_and_place(of_process, at)[0]]) for at in m.all}
    columns.append(by_process(m, received))
    base = by_process(m, {at: np.ones((room, *sizes[1:]), NAMES[kind]) for at in m.all}, kind)
    operands = [x, base, *columns]
    m.used["ragged_all_to_all"] += 1
    name = m.fresh((room, *sizes[1:]), kind, made)
    if m.hlo:
        said = said_groups(m, groups, mode)
        m.lines.append(f"{name} = {m.type_of(name)} ragged-all-to-all({', '.join(operands)}){said}")
        return
    m.channel += 1
    more = f", channel_id = {m.channel} : i64" if mode == "cross_partition" else ""
    config = f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{count}xi64>{more}"
    types = ", ".join(m.type_of(v) for v in operands)
    m.lines.append(
        f"%{name} = stablehlo.custom_call @ragged_all_to_all({', '.join(map(m.use, operands))}) "
        f"{{api_version = 4 : i32, backend_config = {{{config}}}}} : ({types}) -> {m.type_of(name)}"
    )


def by_process(m, arrays, kind="i32"):
    "A parameter of its own."
    name = f"y{len(m.known)}"
    m.known[name] = next(iter(arrays.values())).shape, kind, arrays
    m.parameters.append(name)
    return name


def local(m):
    "Something between collectives, in place if it may."
    x = m.pick(lambda s, k: k != "i1" and len(s) > 0)
    if x is None:
        return
    sizes, kind, arrays = m.known[x]
    n = len(m.known)
    made = {}
    for at in m.all:
        y = (arrays[at] + arrays[at]).astype(NAMES[kind])
        y[(0,) * len(sizes)] = 1
        made[at] = y
    name = m.fresh(sizes, kind, made)
    t, one, corner = m.type_of(name), m.text((1,) * len(sizes), kind), m.text((), "i32")
    if m.hlo:
        value = "{" * len(sizes) + "1" + "}" * len(sizes)
        m.lines += [f"z{n} = s32[] constant(0)", f"o{n} = {one} constant({value})", f"a{n} = {t} add({x}, {x})",
                    f"{name} = {t} dynamic-update-slice(a{n}, o{n}, {', '.join([f'z{n}'] * len(sizes))})"]  # fmt: skip
        return
    number = "1.0" if kind in ("f32", "bf16") else "1"
    m.lines += [
        f"%z{n} = stablehlo.constant dense<0> : {corner}",
        f"%o{n} = stablehlo.constant dense<{number}> : {one}",
        f"%a{n} = stablehlo.add {m.use(x)}, {m.use(x)} : {t}",
        f"%{name} = stablehlo.dynamic_update_slice %a{n}, %o{n}, {', '.join([f'%z{n}'] * len(sizes))} : ({t}, {one}, {', '.join([corner] * len(sizes))}) -> {t}",
    ]


# ---- collectives inside of something


def nested(m):
    "A few operations in a function that is called, in a loop of two rounds, or in a branch by replica or partition."
    if m.hlo:
        called_in_hlo(m)
        return
    how = m.random.choice(["call", "while", "if"])
    outer_lines, outer_values = m.lines, m.values
    x = m.pick()
    sizes, kind, arrays = m.known[x]
    k = len(m.known)
    inner = f"c{k}"
    if how == "while":
        looped(m, x, k)
        return
    m.lines, m.values = [], [inner]
    m.known[inner] = sizes, kind, arrays
    if how == "if":
        branched(m, x, inner, k, outer_lines, outer_values)
        return
    before = len(m.parameters)
    aliases, m.aliases = m.aliases, {}
    for _ in range(m.random.randint(1, 2)):
        m.random.choice([f for f in STEPS if f not in (ragged, nested)])(m)
    result, lines = m.values[-1], m.lines
    text = m.use(result)
    rs, rk, ra = m.known[result]
    m.lines, m.values, m.aliases = outer_lines, outer_values, aliases
    assert len(m.parameters) == before
    t, r = m.type_of(inner), m.text(rs, rk)
    body = "\n".join(f"    {line}" for line in [*lines, f"return {text} : {r}"])
    m.functions.append(f"  func.func private @f{k}(%{inner}: {t}) -> {r} {{\n{body}\n  }}")
    name = m.fresh(rs, rk, ra)
    m.used["call"] += 1
    m.lines.append(f"%{name} = func.call @f{k}({m.use(x)}) : ({t}) -> {r}")


def called_in_hlo(m):
    "A computation that is called."
    outer_lines, outer_values, x, k = m.lines, m.values, m.pick(), len(m.known)
    inner = f"c{k}"
    m.known[inner] = m.known[x]
    m.lines, m.values = [], [inner]
    for _ in range(m.random.randint(1, 2)):
        m.random.choice([f for f in STEPS if f not in (ragged, nested)])(m)
    result, lines = m.values[-1], m.lines
    rs, rk, ra = m.known[result]
    m.lines, m.values = outer_lines, outer_values
    t, r = m.type_of(inner), m.text(rs, rk)
    body = "\n".join(f"  {line}" for line in [f"{inner} = {t} parameter(0)", *lines, f"ROOT q = {r} copy({result})"])
    m.functions.append(f"g{k} {{\n{body}\n}}")
    name = m.fresh(rs, rk, ra)
    m.used["call"] += 1
    m.lines.append(f"{name} = {r} call({x}), to_apply=g{k}")


def looped(m, x, k):
    "Two rounds of a permute and a sum over a group, in a loop: state of its own in every process."
    sizes, kind, arrays = m.known[x]
    rounds, mode = m.random.randint(0, 3), m.mode(False)
    count = m.numbered(mode)
    order = m.random.sample(range(count), count)
    pairs = [(order[i], order[(i + 1) % count]) for i in range(count)]
    state = dict(arrays)
    for _ in range(rounds):
        moved = {}
        for source, target in m.processes(mode, pairs):
            moved[target] = state[source]
        state = {at: logical_or_add(moved[at], arrays[at], kind) for at in m.all}
    m.used["while"] += 1
    name = m.fresh(sizes, kind, state)
    t, opcode = m.type_of(name), "xor" if kind == "i1" else "add"
    i = "tensor<i32>"
    m.lines += [
        f"%i{k} = stablehlo.constant dense<0> : {i}",
        f"%w{k}:2 = stablehlo.while(%j{k} = %i{k}, %s{k} = {m.use(x)}) : {i}, {t}",
        "  cond {", f"    %n{k} = stablehlo.constant dense<{rounds}> : {i}",
        f"    %l{k} = stablehlo.compare LT, %j{k}, %n{k} : ({i}, {i}) -> tensor<i1>",
        f"    stablehlo.return %l{k} : tensor<i1>", "  } do {",
        f"    %o{k} = stablehlo.constant dense<1> : {i}", f"    %m{k} = stablehlo.add %j{k}, %o{k} : {i}",
        f'    %p{k} = "stablehlo.collective_permute"(%s{k}) <{{source_target_pairs = dense<{[list(p) for p in pairs]}> : tensor<{count}x2xi64>{m.mode_text(mode, False)}}}> : ({t}) -> {t}',
        f"    %q{k} = stablehlo.{opcode} %p{k}, {m.use(x)} : {t}",
        f"    stablehlo.return %m{k}, %q{k} : {i}, {t}", "  }",
    ]  # fmt: skip
    m.aliases |= {name: f"%w{k}#1"}


def logical_or_add(a, b, kind):
    return np.logical_xor(a, b) if kind == "i1" else (a + b).astype(NAMES[kind])


def branched(m, x, inner, k, outer_lines, outer_values):
    "A sum in a branch that only some replicas, or partitions, take: groups along the other axis are complete there."
    m.lines, m.values = outer_lines, outer_values
    del m.known[inner]
    sizes, kind, arrays = m.known[x]
    which = m.random.randrange(2)
    mode = ("cross_partition", "cross_replica")[which]  # groups have one replica, or one partition
    groups = m.some_groups(mode, equal=True)
    of_process = m.processes(mode, groups)
    limit, made = m.random.randint(0, 2), {}
    for at in m.all:
        group, place = group_and_place(of_process, at)
        made[at] = arrays[group[0]] if at[which] < limit else arrays[at]
    m.used["if"] += 1
    name = m.fresh(sizes, kind, made)
    t, word = m.type_of(name), ("replica_id", "partition_id")[which]
    m.lines += [
        f"%n{k} = stablehlo.{word} : tensor<ui32>", f"%l{k} = stablehlo.constant dense<{limit}> : tensor<ui32>",
        f"%p{k} = stablehlo.compare LT, %n{k}, %l{k} : (tensor<ui32>, tensor<ui32>) -> tensor<i1>",
        f'%{name} = "stablehlo.if"(%p{k}) ({{',
        f'  %a{k} = "stablehlo.collective_broadcast"({m.use(x)}) <{{{said_groups(m, groups, mode).removeprefix(", ")}}}> : ({t}) -> {t}',
        f"  stablehlo.return %a{k} : {t}", "}, {", f"  stablehlo.return {m.use(x)} : {t}", f"}}) : (tensor<i1>) -> {t}",
    ]  # fmt: skip


STEPS = [
    all_reduce, all_reduce, all_gather, all_gather, reduce_scatter, reduce_scatter, all_to_all, all_to_all,
    collective_permute, collective_permute, collective_broadcast, collective_reduce, numbered_by_process,
    transfer, ragged, local, local, nested,
]  # fmt: skip


def made(seed, dialect):
    "A random program."
    m = Maker(seed, dialect)
    for _ in range(m.random.randint(1, 5)):
        m.random.choice(STEPS)(m)
    return m


def fault(m):
    "What is wrong with the results; empty if nothing is."
    from indexing_tools.programs.loaders.read import read_program

    program = read_program(m.program())
    inputs = [tuple(m.arrays(v)[at] for v in m.parameters) for at in m.all]
    kept = [tuple(x.copy() for x in own) for own in inputs]
    found = program.run_parallel(inputs, grid=(m.replicas, m.partitions), timeout=30)
    for at, own, before in zip(m.all, inputs, kept):
        if any(x.tobytes() != y.tobytes() for x, y in zip(own, before)):
            return f"an argument of process {at} was written"
    names = m.results()
    for at, values in zip(m.all, found):
        values = values if isinstance(values, (tuple, list)) else (values,)
        for name, value in zip(names, values, strict=True):
            wanted = m.arrays(name)[at]
            value = np.asarray(value)
            if (value.dtype, value.shape) != (wanted.dtype, wanted.shape) or value.tobytes() != wanted.tobytes():
                return f"{name} of process {at}: {value.tolist()} for {wanted.tolist()}"
    return ""


# ---- maps against runs

MAPPED = [all_reduce, all_gather, reduce_scatter, all_to_all, collective_permute, collective_broadcast, collective_reduce]


def one_collective(seed, dialect):
    "A program of one collective on one array, whose sums tell of every element; None: too large, or none."
    m = Maker(seed, dialect)
    m.values, m.parameters = m.values[:1], m.parameters[:1]
    if np.prod(m.known["x0"][0]) * len(m.all) > 72:
        return None
    m.body_for = lambda kind: "xor" if kind == "i1" else "add"
    m.random.choice(MAPPED)(m)
    return m if m.used else None


def changed_by(m, program):
    "For each process, result and index what has changed it: processes and indices."
    sizes, kind, arrays = m.known["x0"]
    base = [arrays[at] for at in m.all]

    def run(inputs):
        found = program.run_parallel([(x,) for x in inputs], grid=(m.replicas, m.partitions))
        return [r if isinstance(r, (tuple, list)) else (r,) for r in found]

    first, truth = run(base), {}
    for d in range(len(m.all)):
        for i in np.ndindex(*sizes):
            y = base[d].copy()
            y[i] = ~y[i] if kind == "i1" else y[i] + np.ones((), y.dtype)
            found = run([y if e == d else x for e, x in enumerate(base)])
            for e, (old, new) in enumerate(zip(first, found)):
                for name, a, b in zip(m.results(), old, new):
                    for o in zip(*np.nonzero(np.asarray(a) != np.asarray(b))):
                        truth.setdefault((e, name, tuple(map(int, o))), set()).add((d, i))
    return truth


def said_by(way, device):
    "Every index, device and index that a map says for a device that reads."
    m = way.map
    if m.is_known_empty:
        return
    axes = [range(v.bounds.lower, v.bounds.upper + 1) for v in (*m.dim_variables, *m.range_variables)]
    k = len(m.dim_variables)
    for point in product(*axes):
        if m.contains(point[:k], point[k:], ()):
            found = tuple(map(int, m(point[:k], point[k:], ())))
            for other in way.devices(point[:k], device, point[k:]):
                yield point[:k], other, found


def reads_of(op, path, inverse, device):
    "What the maps of an output say that a device reads, by index, and what they say exactly. Nothing known: LookupError."
    from indexing_tools.indexing.instruction_indexing import UNKNOWN

    read, claimed = {}, {}
    for j, x in enumerate(op.operands):
        if x.opcode == "constant":
            continue
        ways = op.input_to_output(j)[op.shape.paths.index(path)] if inverse else op.output_to_input(path)[j]
        if ways is UNKNOWN:
            raise LookupError(f"nothing is known of {op.opcode}")
        for way in ways:
            for a, other, b in said_by(way, device):
                out, inside = (b, a) if inverse else (a, b)
                read.setdefault(out, set()).add((other, inside))
                if way.exact:
                    claimed.setdefault(out, set()).add((other, inside))
    return read, claimed


def map_fault(m):
    "What is wrong with the maps of a single collective; empty if nothing is."
    from indexing_tools.programs.loaders.read import read_program

    program = read_program(m.program())
    skipped = ("parameter", "constant", "tuple", "get_tuple_element")
    op = next(x for x in program.entry.instructions if x.opcode not in skipped)
    truth = changed_by(m, program)
    own = [n for n in m.values if n != "x0" and f"%{n} = stablehlo.constant" not in m.program()]
    shown = [(k, name) for k, name in enumerate(own) if name in m.results()]
    for (k, name), inverse, e in product(shown, (False, True), range(len(m.all))):
        path = (1,) if op.opcode.endswith("_start") else (k,) if op.shape.is_tuple else ()
        read, claimed = reads_of(op, path, inverse, e)
        for o in np.ndindex(*op.shape.at(path).dimensions):
            wanted = truth.get((e, name, o), set())
            if missing := wanted - read.get(o, set()):
                return f"{inverse=} {name} {o} on {e}: {missing} is not read"
            if more := claimed.get(o, set()) - wanted:
                return f"{inverse=} {name} {o} on {e}: {more} is read, exactly"
    return ""


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--dialect", choices=["stablehlo", "hlo"])
    parser.add_argument("--show", type=int)
    parser.add_argument("--maps", action="store_true")
    a = parser.parse_args(arguments)
    if a.show is not None:
        print(made(a.show, a.dialect or "stablehlo").program())
        return 0
    tried, failed, used, start = 0, 0, Counter(), perf_counter()
    for seed in range(a.first, a.first + a.n):
        dialect = a.dialect or ("hlo" if seed % 3 == 2 else "stablehlo")
        m = one_collective(seed, dialect) if a.maps else made(seed, dialect)
        if m is None:
            continue
        tried += 1
        used += m.used
        try:
            wrong = map_fault(m) if a.maps else fault(m)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            failed += 1
            print(f"seed {seed} ({dialect}, {m.replicas} x {m.partitions}): {wrong}", file=sys.stderr)
    print(", ".join(f"{name} {count}" for name, count in sorted(used.items())))
    print(f"{tried} programs, {failed} wrong, {perf_counter() - start:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
