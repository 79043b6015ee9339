"""Dumps with one change made by chance, and all names and the order drawn anew: `diff` must find the change, and nothing else.

    python benchmarks/fuzz_diff.py [ROUNDS] [--seed N]

An operation becomes another, a copy is put before a fusion, a fusion is taken apart. A line for each kind of change: how often it
was made, how often it alone was told, of the right kernel. What a fusion copies inside becomes a copy when it is taken apart,
and lies otherwise before: that is told, too, and counts as right. Exit status 1 if something else was told, or nothing.

Short form: 60
"""
from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from common import ROOT, SHARED

sys.path[:0] = [str(ROOT), str(ROOT / "nbs")]

from support.renamed_dumps import renamed

from indexing_tools.reports.diff import diff
from indexing_tools.costs.executions import is_kernel
from indexing_tools.programs.model import Instruction, Program
from indexing_tools.programs.loaders.read import read_program

OTHER = {
    "add": "multiply", "multiply": "subtract", "subtract": "add", "exponential": "tanh", "tanh": "exponential",
    "maximum": "minimum", "negate": "exponential", "divide": "add",
}
COMPUTES_NOTHING = frozenset("parameter constant bitcast broadcast convert copy iota reshape transpose".split())


class Made(NamedTuple):
    "A text with one change: which kind must be told, and of which kernel."

    text: str
    kind: str
    kernel: str


def line_of(text: str, op: Instruction) -> re.Match[str]:
    "Where the instruction stands."
    found = re.search(rf"(?m)^\s+(?:ROOT )?%{re.escape(op.name)} = .*$", text)
    assert found is not None
    return found


def put(text: str, place: re.Match[str], line: str) -> str:
    return text[: place.start()] + line + text[place.end() :]


def other_operation(text: str, program: Program, rng: random.Random) -> Made | None:
    "An operation of a kernel becomes another."
    fusions = [op for op in program.entry if op.opcode == "fusion"]
    inside = [(x, op) for op in fusions for x in op.called[0]]
    wanted = lambda x: x.opcode in OTHER and x.shape.is_array and x.shape.element_type.kind == "float"
    chosen = [(x, k) for x, k in (*inside, *((x, x) for x in program.entry)) if wanted(x)]
    if not chosen:
        return None
    op, kernel = rng.choice(chosen)
    place = line_of(text, op)
    line = place[0].replace(f" {op.opcode}(", f" {OTHER[op.opcode]}(", 1)
    return Made(put(text, place, line), "operations", kernel.name)


def new_copy(text: str, program: Program, rng: random.Random) -> Made | None:
    "An operand of a fusion is copied first."
    fusions = [op for op in program.entry if op.opcode == "fusion" and is_kernel(op)]
    chosen = [(op, x) for op in fusions for x in op.operands if x.shape.is_array and op.operands.count(x) == 1]
    if not chosen:
        return None
    op, x = rng.choice(chosen)
    place = line_of(text, op)
    head, rest = place[0].split(" fusion(", 1)
    operands, rest = rest.split(")", 1)
    operands = re.sub(rf"%{re.escape(x.name)}(?![\w.\-])", "%made.here", operands)
    line = f"  %made.here = {x.shape} copy(%{x.name})\n{head} fusion({operands}){rest}"
    return Made(put(text, place, line), "new_copy", "")


def is_alone(program: Program, op: Instruction) -> bool:
    "Is it a fusion of several operations into one array, whose function nothing else calls?"
    if op.opcode != "fusion" or not op.shape.is_array or op.shape != op.called[0].root.shape:
        return False
    body = op.called[0]
    plain = all(x.shape.is_array and x.opcode != "fusion" for x in body)
    several = sum(x.opcode not in COMPUTES_NOTHING for x in body) > 1
    return plain and several and sum(f is body for x in program.instructions for f in x.called) == 1


def taken_apart(text: str, program: Program, rng: random.Random) -> Made | None:
    "A fusion becomes the instructions inside it."
    chosen = [op for op in program.entry if is_alone(program, op)]
    if not chosen:
        return None
    op = rng.choice(chosen)
    body = op.called[0]
    names = {x.name: f"inside.{x.name}" for x in body} | {body.root.name: op.name}
    names |= {x.name: op.operands[x.parameter_number].name for x in body.parameters}
    inner = [line_of(text, x)[0].replace("ROOT ", "") for x in body if x.opcode != "parameter"]
    lines = [re.sub(r"%([\w.\-]+)", lambda m: "%" + names.get(m[1], m[1]), line) for line in inner]
    if op.is_root:
        lines = [line.replace(f"%{op.name} =", f"ROOT %{op.name} =") for line in lines]
    return Made(put(text, line_of(text, op), "\n".join(lines)), "split", op.name)


CHANGES: tuple[Callable[[str, Program, random.Random], Made | None], ...] = (other_operation, new_copy, taken_apart)


def is_right(made: Made, text: str, seed: int) -> bool:
    "Is the change told, and nothing else?"
    found = [c for c in diff(text, renamed(made.text, seed)) if c.kind != "peak"]
    if made.kind == "split":
        found = [c for c in found if c.kind not in ("new_copy", "layout", "memory_space")]
    told = [(c.kind, c.before[0].name if c.before else "") for c in found]
    if told != [(made.kind, made.kernel)]:
        print(f"seed {seed}: {made.kind} of {made.kernel or 'an operand'}; told: {told[:4]}")
    return told == [(made.kind, made.kernel)]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    folder = next(f for f in (SHARED / "data/hlo", ROOT / "nbs/data/hlo") if f.is_dir())
    texts = [f.read_text() for f in sorted(folder.glob("*/*.hlo")) if f.stat().st_size < 200_000]
    texts = [t for t in texts if "%" in t]
    made, right = Counter[str](), Counter[str]()
    for seed in range(asked.seed, asked.seed + asked.rounds):
        rng = random.Random(seed)
        text, change = rng.choice(texts), rng.choice(CHANGES)
        one = change(text, read_program(text), rng)
        if one is not None:
            made[change.__name__] += 1
            right[change.__name__] += is_right(one, text, seed)
    for name in made:
        print(f"{name:16} {made[name]:5} made, {right[name]:5} told alone")
    print(f"{made.total() - right.total()} of {made.total()} wrong")
    return int(made != right)


if __name__ == "__main__":
    sys.exit(main())
