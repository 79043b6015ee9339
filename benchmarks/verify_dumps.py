"""Are the maps right? Every instruction of dumps, and random ones, against what their values depend on.

    python benchmarks/verify_dumps.py [FILE...] [--random N] [--seed N] [--only OPCODE] [--failures OUT]

A table per opcode: cases, how many pairs of an output and an operand have exact maps, supersets or none, how many cases were
sampled at full size, how many have no reference, and mismatches; then the total time. Each FILE's instructions with the same
opcode, attributes, shapes and called functions are one case. Then come N random instructions (default 5000), of which one in
ten is a fusion. Mismatches are printed and, with --failures, written to a file; the exit status is 1 if there is one.

Short form: --random 100
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from indexing_tools.debug.verify import verify
from indexing_tools.ground.patching import load
from indexing_tools.programs.model import Function, Instruction
from indexing_tools.programs.loaders.read import read_program

WITHOUT_OPERANDS = ("parameter", "constant", "iota")
KNOWING = (
    "gather",
    "dynamic_slice",
    "dynamic_update_slice",
    "scatter",
)  # their maps hold the values of constants
LABELS = ("metadata", "backend_config", "frontend_attributes", "sharding", "origin", "statistics")
COLUMNS = (
    "cases",
    "exact",
    "superset",
    "unknown",
    "sampled",
    "no reference",
    "mismatches",
    "seconds",
)


def signature(thing):
    "What two instructions (functions, attribute values) have in common if their maps must be equal."
    if isinstance(thing, Function):
        number = {op: i for i, op in enumerate(thing.instructions)}
        return tuple(
            (signature(op), tuple(number[x] for x in op.operands)) for op in thing.instructions
        )
    if isinstance(thing, Instruction):
        named = [(k, signature(v)) for k, v in thing.attributes.items() if k not in LABELS]
        reader = thing.opcode in KNOWING
        known = tuple(
            str(x) if reader and x.opcode in ("constant", "iota") else str(x.shape)
            for x in thing.operands
        )
        own = str(thing.argument) if thing.opcode in ("constant", "parameter") else ""
        return thing.opcode, own, str(thing.shape), known, tuple(named)
    return tuple(map(signature, thing)) if isinstance(thing, tuple) else str(thing)


def dumped(paths):
    "The different instructions of the dumps that have operands."
    seen = set()
    for path in paths:
        for op in read_program(path).instructions:
            if (
                op.operands
                and op.opcode not in WITHOUT_OPERANDS
                and (key := hash(signature(op))) not in seen
            ):
                seen.add(key)
                yield op


class Table:
    "Counts per opcode."

    def __init__(self):
        self.rows, self.failures, self.reasons = defaultdict(Counter), [], Counter()

    def enter(self, op, seed):
        "Verify one instruction and count it."
        from support.reference import NoReference, evaluate

        row, begin = self.rows[op.opcode], time.perf_counter()
        row["cases"] += 1
        try:
            found = verify(op, evaluate, seed)
        except NoReference as e:
            row["no reference"] += 1
            self.reasons[f"{op.opcode}: {e}"] += 1
        else:
            for kind in ("exact", "superset", "unknown", "sampled"):
                row[kind] += getattr(found, kind)
            row["mismatches"] += not found.ok
            if not found.ok:
                self.failures.append(found)
        row["seconds"] += time.perf_counter() - begin

    def show(self, title):
        "The table as text."
        lines = [f"{title}", f"{'opcode':26}" + "".join(f"{c:>13}" for c in COLUMNS)]
        total = Counter()
        for opcode, row in sorted(self.rows.items()):
            total.update(row)
            lines.append(self.line(opcode, row))
        lines.append(self.line("total", total))
        lines += [f"no reference: {reason} ({n})" for reason, n in sorted(self.reasons.items())]
        return "\n".join(lines)

    @staticmethod
    def line(name, row):
        return f"{name:26}" + "".join(
            f"{row[c]:13.1f}" if c == "seconds" else f"{row[c]:13}" for c in COLUMNS
        )


def described(found):
    "A mismatch with the program that shows it."
    op = found.instruction
    called = (
        "\n".join(str(f) for f in op.called)
        if op.opcode in ("fusion", "call", "while", "conditional")
        else ""
    )
    operands = "\n".join(f"  operand {x.name}: {x.shape}" for x in op.operands)
    return "\n".join(
        filter(
            None,
            [
                f"== {op.opcode}: {str(op)[:600]}",
                operands,
                called[:4000],
                str(found),
                "maps:",
                str(op.output_to_input(found.mismatches[0].output))[:2000],
                "",
            ],
        )
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--random", type=int, default=5000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="OPCODE")
    parser.add_argument("--failures", metavar="OUT")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    begin, failures = time.perf_counter(), []
    for title, cases in (("dumps", dumped(a.files)), ("random", randomly(a.random, a.seed))):
        table = Table()
        for op in cases:
            if a.only in (None, op.opcode):
                table.enter(op, a.seed)
        if table.rows:
            print(table.show(title), end="\n\n")
        failures += table.failures
    text = "\n".join(map(described, failures))
    print(text + f"{len(failures)} mismatches, {time.perf_counter() - begin:.1f} s")
    if a.failures:
        Path(a.failures).write_text(text)
    return int(bool(failures))


def randomly(count, seed):
    "Random instructions, the same for the same seed."
    from support import random_ops

    return random_ops.instructions(count, seed)


if __name__ == "__main__":
    sys.exit(main())
