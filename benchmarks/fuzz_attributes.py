"""Instructions that contradict themselves: does every question about them get an answer, or one of the package's errors?

    python benchmarks/fuzz_attributes.py FOLDER [--count N] [--seed N] [--short]

In a dump of FOLDER (searched with its subfolders) one or two numbers of one instruction, in its shape or its attributes, become
others. Then the instruction, those that read it and those that call its computation are asked for their maps in both directions,
its report, threads, region and picture. Anything but an answer or a `ParseError` is printed; the exit status is 1 if there is one,
or if a question took more than 5 seconds of a processor.

Short form: nbs/data/hlo --count 60
"""

import argparse
import random as random_module
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import indexing_tools as it
from indexing_tools.reports.instruction_reports import instruction_reports

NUMBER = re.compile(r"(?<![\w.%\-])-?\d+(?![\w.\-])")
LARGEST, SECONDS = 150_000, 5


def mutated(line, random):
    "The line of an instruction with one or two other numbers; None if it has no number."
    body, metadata = line.split(", metadata=", 1) if ", metadata=" in line else (line, "")
    start = body.index(" = ")
    for _ in range(random.choice([1, 1, 2])):
        found = list(NUMBER.finditer(body, start))
        if not found:
            return None
        at = random.choice(found)
        new = random.choice([0, 1, 2, 3, -1, 7, 100, int(at[0]) + 1, max(0, int(at[0]) - 1)])
        body = f"{body[: at.start()]}{new}{body[at.end() :]}"
    return body + (f", metadata={metadata}" if metadata else "")


def lines_by_opcode(text):
    "The lines of instructions that have operands, by opcode."
    found = {}
    for op in it.read_program(text).instructions:
        line = re.search(rf"^ *(?:ROOT )?%?{re.escape(op.name)} = .*$", text, re.M)
        if op.operands and line:
            found.setdefault(op.opcode, []).append((op.name, line[0]))
    return found


def callers(op):
    "The instructions that call the computation in which `op` stands."
    return (x for x in op.function.program.instructions if op.function in x.called)


QUESTIONS = {
    "reads": lambda op: [str(op.output_to_input(path)) for path in op.shape.paths],
    "writes": lambda op: [str(op.input_to_output(k)) for k in range(len(op.operands))],
    "simplified": lambda op: op.output_to_input(simplify=True),
    "report": instruction_reports,
    "users": lambda op: [x.output_to_input() for x in op.users],
    "callers": lambda op: [(x.output_to_input(), x.input_to_output()) for x in callers(op)],
    "threads": lambda op: op.opcode == "fusion" and (op.thread_indexing(), op.thread_to_input(0)),
    "physical": lambda op: (op.physical_output_to_input(), op.physical_input_to_output()),
    "region": lambda op: op.region_read(0),
    "picture": lambda op: op.picture(),
    "memory": lambda op: str(op.function.program.memory()),
}


def ask(op, counts):
    "Put every question; what went wrong, as text."
    for name, question in QUESTIONS.items():
        begin = time.process_time()
        try:
            question(op)
            counts["answered"] += 1
        except it.ParseError:
            counts["refused"] += 1
        except Exception:
            counts["raw"] += 1
            yield f"{name}: {op}\n{traceback.format_exc(limit=-4)}"
        if time.process_time() - begin > SECONDS:
            counts["slow"] += 1
            yield f"{name}: {op}\ntook {time.process_time() - begin:.1f} s"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--short", action="store_true", help="300 programs")
    a = parser.parse_args()
    random, counts, found = random_module.Random(a.seed), Counter(), []
    texts = [p.read_text() for p in sorted(a.folder.rglob("*.hlo"))]
    sources = [(t, lines_by_opcode(t)) for t in texts if len(t) < LARGEST]
    begin = time.process_time()
    for _ in range(300 if a.short else a.count):
        text, lines = random.choice(sources)
        name, line = random.choice(lines[random.choice(sorted(lines))])
        new = mutated(line, random)
        try:
            program = it.read_program(text.replace(line, new or line))
            op = next(x for x in program.instructions if x.name == name)
        except (ValueError, StopIteration):
            counts["not read"] += 1
            continue
        found += ask(op, counts)
    print("\n".join(found[:20]))
    print(dict(counts), f"{time.process_time() - begin:.0f} s of one processor")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
