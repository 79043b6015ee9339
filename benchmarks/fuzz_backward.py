"""Do `why`, `between` and `reads_of` hold? Random fusions, run again with one input element changed after the other.

    python benchmarks/fuzz_backward.py [--count N] [--seed N] [--short] [--show N]

Every fusion has two to six operations of any family (`nbs/support/random_ops.py`). One element of an output is asked about: an
input element that changes it when the interpreter runs the fusion again must be in `why` and in `between`. And what `reads_of` says
of a random part of the output must be, element for element, what the maps of all its elements read together, or less: then what is
left out must not change the part.

Short form: --count 40
"""

import argparse
import random as random_module
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "nbs"))

from fuzz_fusions import differs, may_read, shifted
from support.random_ops import wide_fusion

from indexing_tools.debug.verify import all_indices, input_values, inputs_of, nested_arrays
from indexing_tools.ground.patching import load
from indexing_tools.indexing.instruction_indexing import UNKNOWN, OperandIndexing
from indexing_tools.indexing.control_flow import any_value
from indexing_tools.indexing.functions import RegionRead
from indexing_tools.maps.expr import dims


def held(read, shape):
    "For each element of an array: may it be in a region, whatever the runtime values are?"
    if read is None:
        return np.zeros(shape.size, bool)
    if read.region is UNKNOWN:
        return np.ones(shape.size, bool)
    index = all_indices(shape.dimensions)
    found = np.zeros(shape.size, bool)
    for m in read.region.maps:
        free = any_value(OperandIndexing(m.with_(dims(len(m.dim_variables))))).map
        for part in free.image().maps:
            found |= part.contains(index) if len(index) else True
    return found


def part_of(shape, random):
    "Random slices of an array, none of them empty."
    cut = lambda n: sorted(random.sample(range(n + 1), 2)) if n else (0, 0)
    return tuple(slice(*cut(n), random.randint(1, 2)) for n in shape.dimensions)


def wrong(op, random, counts):
    "What does not hold for a fusion, in words."
    body, inputs = op.called[0], inputs_of(op)
    path = random.choice(op.shape.paths)
    shape = op.shape.at(path)
    if not shape.is_array or not shape.size:
        return
    index = tuple(random.randrange(n) for n in shape.dimensions)
    at = int(np.ravel_multi_index(index, shape.dimensions)) if index else 0
    why = {(r.instruction, r.path): r for r in body.why(index, path)}
    part = part_of(shape, random)
    reads = {(r.instruction, r.path): r for r in op.reads_of(part, path)}
    chosen = np.arange(shape.size).reshape(shape.dimensions)[part].ravel()
    allowed = []
    for x in inputs:
        parameter, whole = body.parameters[x.operand], may_read(op, path, x)
        allowed.append(held(why.get((parameter, x.path)), x.shape))
        ways = op.function.program.between(body.root, parameter, path, x.path)
        may = held(RegionRead(parameter, x.path, ways), x.shape) if ways else np.zeros(x.shape.size, bool)
        if (whole[at] & ~may).any() or (allowed[-1] & ~may).any():
            yield f"between leaves out what element {index} of {path} reads of {x}"
        if (whole[at] & ~allowed[-1]).any():
            yield f"why leaves out what element {index} of {path} reads of {x}"
        read = reads.get((op.operands[x.operand], x.path))
        if op.operands.count(op.operands[x.operand]) == 1:
            counts["parts"] += 1
            less = whole[chosen].any(0) & ~held(read, x.shape)
            more = held(read, x.shape) & ~whole[chosen].any(0)
            counts["sharper"] += bool(less.any())  # a part may show that something is never read
            if less.any():
                without = [~less if y is x else np.ones(y.shape.size, bool) for y in inputs]
                for i in chosen:
                    yield from ran_otherwise(op, path, i, inputs, without, random, counts)
            if more.any() and read.exact:
                yield f"reads_of {part} of {path}: {more.sum()} more of {x}"
    yield from ran_otherwise(op, path, at, inputs, allowed, random, counts)


def ran_otherwise(op, path, at, inputs, allowed, random, counts):
    "What changes element `at` when it is run again, and is not allowed to."
    program = op.function.program
    values = [v.astype(x.shape.element_type.dtype) for v, x in zip(input_values(op, at), inputs)]
    number = op.shape.paths.index(path)

    def run(given):
        flat = iter(given)
        result = program.run(*(nested_arrays(x.shape, flat) for x in op.inputs))
        return np.asarray(list(result)[number] if op.shape.is_tuple else result).ravel()[at : at + 1]

    with np.errstate(all="ignore"):
        before = run(values)
        for k, x in enumerate(inputs):
            for place in np.flatnonzero(~allowed[k]):
                counts["changed"] += 1
                given = [*values[:k], shifted(values[k], place, random), *values[k + 1 :]]
                if differs(before, run(given)).any():
                    yield f"element {at} of {path} changes with element {place} of {x}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--short", action="store_true", help="40 fusions")
    parser.add_argument("--show", type=int, default=3, help="print so many that are wrong")
    a = parser.parse_args()
    load("indexing_tools.indexing")
    counts, failures, begin = Counter(), [], time.process_time()
    count = 40 if a.short else a.count
    for k in range(count):
        random = random_module.Random(f"{a.seed}/{k}")
        op = wide_fusion(random)
        failures += [(k, op, words) for words in wrong(op, random, counts)]
    for k, op, words in failures[: a.show]:
        print(f"-- {a.seed}/{k}", op.function.program, words, sep="\n")
    seconds = time.process_time() - begin
    print(f"{count} fusions, {seconds:.0f} s of one processor: {counts['parts']} parts, {counts['sharper']} sharper,")
    print(f"{counts['changed']} elements changed that nothing depends on, {len(failures)} wrong")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
