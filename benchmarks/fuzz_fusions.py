"""Do the maps of fusions hold, in both directions? Random fusions of all families against marks.

    python benchmarks/fuzz_fusions.py [--count N] [--seed N] [--short] [--show N]

Every fusion has two to six operations of any family, small, each fed by those before it, and one output or several. Every element
of every input gets a mark, and `nbs/support/reference.py`, which does not know the maps, says which marks arrive in every
element of every output. Unsound is a map that leaves out an element that arrives; falsely exact is an exact map that reads, or
writes, one that does not; unknown maps are counted. A table, and what is wrong; the exit status is 1 if anything is. One in fifty
is run by the interpreter, too, with one input element changed after the other: what changes must be in the maps.

Short form: --count 100
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from support.random_ops import wide_fusion
from support.reference import NoReference, evaluate
from verify_dumps import described

from indexing_tools.debug.verify import (
    all_indices,
    input_values,
    inputs_of,
    nested_arrays,
    of_input,
    table_read,
    verify,
)
from indexing_tools.ground.patching import load
from indexing_tools.indexing.control_flow import any_value

RUN_EVERY = 50
UNSOUND, FALSELY_EXACT = ("missing",), ("spurious", "outside")


def checked(op, seed, counts):
    "What is wrong with the maps of a fusion, entered into `counts`."
    try:
        found = verify(op, evaluate, seed)
    except NoReference:
        counts["no reference"] += 1
        return None
    for kind in ("exact", "superset", "unknown"):
        counts[kind] += getattr(found, kind)
    kinds = {m.kind for m in found.mismatches}
    counts["unsound"] += bool(kinds & set(UNSOUND))
    counts["falsely exact"] += bool(kinds & set(FALSELY_EXACT))
    counts.update(f"with {x.opcode}" for x in op.called[0] if x.opcode != "parameter")
    return None if found.ok else found


def shifted(array, place, random):
    "A copy of `array` with another value at one linear index."
    other = array.copy()
    old = other.flat[place]
    other.flat[place] = (not old) if array.dtype == bool else old + random.choice([1, 3])
    return other


def differs(a, b):
    "Where two arrays differ. What is no number is left out: a factorization that fails fills all."
    return ((a != b) & (a == a) & (b == b)).ravel()


def may_read(op, output, x):
    "A row for each element of an output: which elements of an input its maps may read, at most."
    reads = of_input(op.output_to_input(output).inputs[x.operand], x.path)
    sizes = op.shape.at(output).dimensions
    if reads is None:
        return np.ones((int(np.prod(sizes)), x.shape.size), bool)
    index, free = all_indices(sizes), [any_value(r) for r in reads]
    return table_read([replace(r, exact=False) for r in free], index, x.shape.dimensions, {})[0][
        :, :-1
    ]


def ran_otherwise(op, seed):
    "What the interpreter computes from an element that the maps leave out: (input, element)."
    random, program, inputs = random_module.Random(seed), op.function.program, inputs_of(op)
    values = [v.astype(x.shape.element_type.dtype) for v, x in zip(input_values(op, seed), inputs)]

    def run(flat):
        flat = iter(flat)
        result = program.run(*(nested_arrays(x.shape, flat) for x in op.inputs))
        return [np.asarray(r) for r in (result if op.shape.is_tuple else [result])]

    with np.errstate(all="ignore"):
        before = run(values)
        for k, x in enumerate(inputs):
            tables = [may_read(op, path, x) for path in op.shape.paths]
            for place in range(x.shape.size):
                given = [*values[:k], shifted(values[k], place, random), *values[k + 1 :]]
                for table, a, b in zip(tables, before, run(given)):
                    if (differs(a, b) & ~table[:, place]).any():
                        yield x, place


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--short", action="store_true", help="1000 fusions")
    parser.add_argument("--show", type=int, default=3, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, failures, begin = Counter(), [], time.process_time()
    count = 1000 if a.short else a.count
    for k in range(count):
        op = wide_fusion(random_module.Random(f"{a.seed}/{k}"))
        if (found := checked(op, k, counts)) is not None:
            failures.append((k, described(found)))
        if k % RUN_EVERY == 0:
            counts["run"] += 1
            for x, place in ran_otherwise(op, k):
                counts["unsound when run"] += 1
                failures.append((k, f"{op.function.program}\n{x} element {place} changes more"))
    seconds = time.process_time() - begin
    for k, found in failures[: a.show]:
        print(f"-- {a.seed}/{k}", found, sep="\n")
    print(f"{count} fusions, {seconds:.0f} s of one processor, {count / seconds:.0f} a second")
    families = [f"{name[5:]} {n}" for name, n in counts.most_common() if name.startswith("with ")]
    print("operations:", ", ".join(families))
    asked = (
        "exact",
        "superset",
        "unknown",
        "no reference",
        "unsound",
        "falsely exact",
        "run",
        "unsound when run",
    )
    print(", ".join(f"{counts[name]} {name}" for name in asked))
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
