"""What is alive when, by running a program in every way that it can run: an oracle for `costs.liveness`.

A program is run on names instead of arrays: every branch of a choice, and 0 to `TURNS` turns of a loop. Whatever may
still be read on some way from here is alive here. Nothing of `costs.values` is used.
"""
from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from indexing_tools.programs.model import Function, Instruction, Program

TURNS = 2
PASSING = ("tuple", "get-tuple-element", "bitcast", "parameter", "constant")


class Event(NamedTuple):
    "Something happens: what is made and read, and which pairs (read, made) may lie in one place."

    op: Instruction | None
    makes: tuple = ()
    reads: tuple = ()
    pairs: tuple = ()
    over_results: tuple = ()  # pairs, if what is made is a result of the program
    choice: object = None  # what was decided, where a decision is taken


Way = tuple[list[Event], object]  # what happened, and the result


def flat(value: object) -> Iterator:
    "The names in a tuple."
    if isinstance(value, list):
        for member in value:
            yield from flat(member)
    elif value is not None:
        yield value


def named(op: Instruction, prefix: int) -> object:
    "New names, made at a place of a way."
    def of(shape: object, path: tuple) -> object:
        if shape.is_tuple:
            return [of(s, (*path, i)) for i, s in enumerate(shape.elements)]
        return (prefix, op, path, shape.byte_size)

    return of(op.shape, ())


def pairs_of(op: Instruction, operands: list, result: object, start: int) -> tuple[tuple, tuple]:
    """What may lie in one place: for the operations that the random programs have.

    Apart: where the operand only passes on what another instruction of the function made, as XLA's heap sees it.
    """
    if op.opcode == "dynamic_update_slice":
        return ((operands[0], result),), ()
    if op.opcode not in ("add", "negate"):
        return (), ()
    made_here = [isinstance(x, tuple) and x[0] >= start and x[1].function is op.function for x in operands]
    passed = [here and x[1] not in op.operands for here, x in zip(made_here, operands)]
    pairs = [(x, result) for x in operands]
    return tuple(p for p, s in zip(pairs, passed) if not s), tuple(p for p, s in zip(pairs, passed) if s)


def ways(function: Function, arguments: list, before: int) -> Iterator[Way]:
    "All ways to run a function; `before`: so much has happened already."
    partial: list[tuple[list[Event], dict]] = [([], dict(zip(function.parameters, arguments)))]
    for op in function:
        if op.opcode != "parameter":
            partial = [(e + more, {**env, op: value}) for e, env in partial for more, value in run(op, env, before + len(e), before)]
    for events, env in partial:
        yield events, env[function.root]


def run(op: Instruction, env: dict, before: int, start: int) -> Iterator[Way]:
    "All ways to run an instruction of a function that began at `start`."
    operands = [env[x] for x in op.operands]
    if op.opcode == "tuple":
        yield [], operands
    elif op.opcode == "get_tuple_element":
        yield [], operands[0][op.attributes["index"]]
    elif op.opcode == "bitcast":
        yield [], operands[0]
    elif op.opcode == "constant":
        yield [], None
    elif op.opcode == "call":
        yield from ways(op.called[0], operands, before)
    elif op.opcode == "conditional":
        yield from chosen(op, operands, before)
    elif op.opcode == "while":
        yield from turned(op, operands[0], before)
    else:
        result = named(op, before)
        makes, reads = tuple(flat(result)), tuple(flat(operands))
        yield [Event(op, makes, reads, *pairs_of(op, operands, result, start))], result


def chosen(op: Instruction, operands: list, before: int) -> Iterator[Way]:
    "A decision, a branch, and the result: what all branches hand on as it was, else a place of its own."
    found: list[Way] = []
    for i, branch in enumerate(op.attributes["branch_computations"]):
        first = Event(None, (), tuple(flat(operands[0])), choice=i)
        found += [([first, *e], result) for e, result in ways(branch, [operands[1 + i]], before + 1)]
    own = [i for i, ends in enumerate(zip(*(r for _, r in found))) if len({*ends}) > 1]
    for events, ends in found:
        names = named(op, before + len(events))
        result = [names[i] if i in own else x for i, x in enumerate(ends)]
        pairs = tuple((ends[i], names[i]) for i in own)
        yield [*events, Event(None, tuple(names[i] for i in own), tuple(flat(ends)), pairs)], result


def turned(op: Instruction, initial: list, before: int) -> Iterator[Way]:
    "What is carried and changes gets a place at the beginning; then turn after turn."
    body, condition = op.attributes["body"], op.attributes["condition"]
    ((_, after),) = [w for w in ways(body, [list(range(len(initial)))], 0)][:1]
    changes = [i for i, x in enumerate(after) if x != i]
    carried = [named(op, before)[i] if i in changes else x for i, x in enumerate(initial)]
    pairs = tuple((initial[i], carried[i]) for i in changes)
    entered = Event(None, tuple(carried[i] for i in changes), tuple(flat([initial[i] for i in changes])), pairs)
    states: list[Way] = [([entered], carried)]
    for turn in range(TURNS + 1):
        tested = [(e + more, v, p) for e, v in states for more, p in ways(condition, [v], before + len(e))]
        for events, value, told in tested:
            yield [*events, Event(None, (), tuple(flat([told, value])), choice="end")], value
        if turn == TURNS:
            return
        decided = [([*e, Event(None, (), tuple(flat(p)), choice="turn")], v) for e, v, p in tested]
        states = [(e + more, w) for e, v in decided for more, w in ways(body, [v], before + len(e))]


def most_shared(event: Event, pairs: tuple, ending: set, size: dict) -> int:
    "The most bytes that may be saved: some of what is made lies where something ends."
    best = 0
    sources = [x for x in ending if any(a == x for a, _ in pairs)]
    for order in permutations(sources, min(len(sources), 4)):
        free, saved = list(event.makes), 0
        for x in order:
            spot = next((y for y in free if (x, y) in pairs and size[x] == size[y]), None)
            if spot is not None:
                free.remove(spot)
                saved += size[spot]
        best = max(best, saved)
    return best


def alive(program: Program, given: frozenset[int] = frozenset()) -> dict[str, int]:
    "For every instruction that makes something, the most bytes that are alive while it runs."
    entry = program.entry
    arguments = [named(p, -1 - i) for i, p in enumerate(entry.parameters)]
    always = {x for i, tree in enumerate(arguments) if i not in given for x in flat(tree)}
    needed: dict[tuple, set] = defaultdict(set)  # what happened so far -> what may be read after it
    all_ways = [(tuple(events), result) for events, result in ways(entry, arguments, 0)]
    ends: dict[tuple, set] = defaultdict(set)  # and what are results then
    for events, result in all_ways:
        later = {*flat(result)}
        for i in range(len(events), 0, -1):
            ends[events[:i]] |= {*flat(result)}
        for i in range(len(events), 0, -1):
            needed[events[:i]] |= later
            later = (later - {*events[i - 1].makes}) | {*events[i - 1].reads}
    found: dict[str, int] = defaultdict(int)
    for past in needed:
        event, after = past[-1], needed[past] | always
        if event.op is not None:
            here = after | {*event.makes} | {*event.reads}
            size = {x: x[3] for x in here}
            over = tuple((x, y) for x, y in event.over_results if y in ends[past])
            saved = most_shared(event, event.pairs + over, {*event.reads} - after, size)
            name = f"{event.op.function.name}/{event.op.name}"
            found[name] = max(found[name], sum(size.values()) - saved)
    return found


class Writer:
    "Writes a random program as HLO text: arrays of three sizes, tuples, loops, choices, calls, updates in place."

    def __init__(self, seed: int) -> None:
        self.random, self.functions, self.count = random.Random(seed), [], 0

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def body(self, name: str, sizes: list[int], results: list[int], depth: int, entry: bool = False) -> str:
        "A function of a tuple (the entry: of arrays) of these sizes, with such results."
        pick, lines = self.random, []
        shape = "(" + ", ".join(f"f32[{n}]" for n in sizes) + ")"
        if entry:
            known = [(self.name("p"), n) for n in sizes]
            lines += [f"{x} = f32[{n}] parameter({i})" for i, (x, n) in enumerate(known)]
        else:
            whole = self.name("s")
            lines.append(f"{whole} = {shape} parameter(0)")
            known = [(self.name("g"), n) for n in sizes]
            lines += [f"{x} = f32[{n}] get-tuple-element({whole}), index={i}" for i, (x, n) in enumerate(known)]
        for _ in range(pick.randint(2, 6)):
            self.instruction(lines, known, depth)
        last = []
        for i, n in enumerate(results):
            x = self.name("r")
            same = [y for y, m in known if m == n]
            kept = [y for y, m in known[i : i + 1] if m == n and y.startswith("g")]
            if kept and pick.random() < 0.3:
                last.append(kept[0])
                continue
            source = pick.choice(same) if same else pick.choice(known)[0]
            how = f"negate({source})" if same and pick.random() < 0.5 else f'custom-call({source}), custom_call_target="f"'
            lines.append(f"{x} = f32[{n}] {how}")
            last.append(x)
        out = "(" + ", ".join(f"f32[{n}]" for n in results) + ")"
        lines.append(f"ROOT {self.name('t')} = {out} tuple({', '.join(last)})")
        text = "\n".join(f"  {line}" for line in lines)
        self.functions.append(f"{'ENTRY ' if entry else ''}{name} {{\n{text}\n}}")
        return name

    def inner(self, depth: int) -> int:
        "Seldom are there calls in loops and choices: the ways multiply."
        return depth - 1 if self.random.random() < 0.1 else 0

    def condition(self, sizes: list[int]) -> str:
        name, pick = self.name("condition"), self.random
        shape = "(" + ", ".join(f"f32[{n}]" for n in sizes) + ")"
        k = pick.randrange(len(sizes))
        s, g, c = self.name("s"), self.name("g"), self.name("c")
        self.functions.append(
            f"{name} {{\n  {s} = {shape} parameter(0)\n  {g} = f32[{sizes[k]}] get-tuple-element({s}), index={k}\n"
            f'  ROOT {c} = pred[] custom-call({g}), custom_call_target="less"\n}}'
        )
        return name

    def instruction(self, lines: list[str], known: list[tuple[str, int]], depth: int) -> None:
        "One more, or the few that a call needs."
        pick, x = self.random, self.name("x")
        a, n = pick.choice(known)
        alike = [y for y, m in known if m == n]
        kind = pick.choice("negate add update other bitcast loop choice call".split() if depth else "negate add update other bitcast".split())
        if kind in ("loop", "choice", "call"):
            members = [pick.choice(known) for _ in range(pick.randint(1, 3))]
            sizes = [m for _, m in members]
            shape = "(" + ", ".join(f"f32[{m}]" for m in sizes) + ")"
            t, r = self.name("t"), self.name("w")
            lines.append(f"{t} = {shape} tuple({', '.join(y for y, _ in members)})")
            if kind == "loop":
                f = self.body(self.name("body"), sizes, sizes, self.inner(depth))
                lines.append(f"{r} = {shape} while({t}), condition={self.condition(sizes)}, body={f}")
            elif kind == "choice":
                fs = [self.body(self.name("branch"), sizes, sizes, self.inner(depth)) for _ in range(2)]
                i = self.name("i")
                lines.append(f'{i} = s32[] custom-call({a}), custom_call_target="which"')
                lines.append(f"{r} = {shape} conditional({i}, {t}, {t}), branch_computations={{{', '.join(fs)}}}")
            else:
                f = self.body(self.name("function"), sizes, sizes, depth - 1)
                lines.append(f"{r} = {shape} call({t}), to_apply={f}")
            for k, m in enumerate(sizes):
                y = self.name("e")
                lines.append(f"{y} = f32[{m}] get-tuple-element({r}), index={k}")
                known.append((y, m))
            return
        if kind == "update":
            i = self.name("i")
            lines.append(f'{i} = s32[] custom-call({a}), custom_call_target="which"')
            small = next((y for y, m in known if m <= n), a)
            size = dict(known)[small]
            u = small if size <= n else a
            lines.append(f"{x} = f32[{n}] dynamic-update-slice({a}, {u}, {i})")
        elif kind == "other":
            n = pick.choice((8, 16, 64))
            lines.append(f'{x} = f32[{n}] custom-call({a}, {pick.choice(known)[0]}), custom_call_target="f"')
        elif kind == "bitcast":
            lines.append(f"{x} = f32[{n}] bitcast({a})")
        else:
            lines.append(f"{x} = f32[{n}] {kind}({a}{', ' + pick.choice(alike) if kind == 'add' else ''})")
        known.append((x, n))

    def program(self) -> tuple[str, frozenset[int]]:
        "The text, and which arguments are given away."
        pick = self.random
        sizes = [pick.choice((8, 16, 64)) for _ in range(pick.randint(1, 3))]
        results = [pick.choice((8, 16, 64)) for _ in range(pick.randint(1, 3))]
        self.body("main", sizes, results, 2, entry=True)
        given = {k: i for i, n in enumerate(results) for k, m in enumerate(sizes) if m == n and pick.random() < 0.3}
        alias = ", ".join(f"{{{i}}}: ({k}, {{}}, may-alias)" for k, i in {i: k for k, i in given.items()}.items() for k, i in [(i, k)])
        head = f"HloModule random, is_scheduled=true, input_output_alias={{ {alias} }}\n" if alias else "HloModule random, is_scheduled=true\n"
        told = frozenset({i: k for k, i in given.items()}.values())
        return head + "\n".join(self.functions), told
