"The same program in another text: random names, and functions and instructions in a random order."
import random
import re
from collections import defaultdict

import indexing_tools as it

_NAME = re.compile(r"%([\w.\-]+)")


def _blocks(text: str) -> tuple[str, list[list[str]]]:
    "What is before the first function, and the lines of each."
    head, found, inside = [], [], False
    for line in text.splitlines():
        if not inside and line.endswith("{") and not line.startswith((" ", "HloModule")):
            found.append([])
            inside = True
        if inside:
            found[-1].append(line)
            inside = line != "}"
        else:
            head.append(line)
    return "\n".join(head), found


def _shuffled(function: it.Function, rng: random.Random) -> list[str]:
    "The names of its instructions in a random order, each behind what it reads and waits for."
    waits = {op.name: {x.name for x in op.operands} for op in function}
    for op in function:
        waits[op.name] |= {x if isinstance(x, str) else x.name for x in op.attributes.get("control_predecessors", ())}
    readers = defaultdict(list)
    for name, before in waits.items():
        for x in before:
            readers[x].append(name)
    ready, order = [name for name, before in waits.items() if not before], []
    while ready:
        order.append(ready.pop(rng.randrange(len(ready))))
        for name in readers[order[-1]]:
            waits[name].discard(order[-1])
            if not waits[name]:
                ready.append(name)
    return order


def _reordered(program: it.Program, block: list[str], rng: random.Random) -> str:
    "The text of a function, its instructions in another order."
    entry, name = re.match(r"(ENTRY )?%?([\w.\-]+)", block[0]).groups()
    function, lines, current = program[name], {}, ""
    for line in block[1:-1]:
        begins = re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = ", line)
        if begins and begins[1] in function:
            current = begins[1]
            lines[current] = line
        else:
            lines[current] += "\n" + line
    return "\n".join([f"{entry or ''}%{name} {{", *(lines[n] for n in _shuffled(function, rng)), "}"])


def renamed(text: str, seed: int = 0) -> str:
    "A dump whose names begin with %, with other names and in another order."
    rng, program = random.Random(seed), it.read_program(text)
    names = [*(op.name for op in program.instructions), *program.functions]
    numbers = rng.sample(range(len(names)), len(names))
    new = {name: f"n{number}" for name, number in zip(names, numbers)}
    head, blocks = _blocks(text)
    bodies = [_reordered(program, block, rng) for block in blocks]
    rng.shuffle(bodies)
    return _NAME.sub(lambda m: "%" + new.get(m[1], m[1]), "\n\n".join([head, *bodies]) + "\n")
