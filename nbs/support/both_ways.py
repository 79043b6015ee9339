"""The pairs of output and input index that an instruction's maps say, in both directions.

    assert_both_ways(op, rng)     input_to_output is output_to_input read the other way

Runtime variables take random values: every instruction that holds one gets a random array.
"""

import numpy as np

from indexing_tools.indexing.instruction_indexing import UNKNOWN


class Held(dict):
    "A random array for each instruction that holds runtime values."

    def __init__(self, rng, low=-2, high=9):
        super().__init__()
        self.rng, self.low, self.high = rng, low, high

    def __missing__(self, op):
        if op.opcode == "constant":
            self[op] = np.asarray(op.literal.array)
        elif op.opcode == "iota":
            sizes, along = op.shape.dimensions, op.attributes["iota_dimension"]
            self[op] = np.broadcast_to(np.indices(sizes)[along], sizes)
        else:
            self[op] = self.rng.integers(self.low, self.high, op.shape.dimensions)
        return self[op]


def _value(label, d, s, held):
    "The clamped values of a runtime variable at the points (d, s)."
    inner = [_value(v, d, s, held) for v in label.runtime_variables]
    array = held[label.instruction]
    index = label.map(d, s[: len(label.map.range_variables)], inner, check=False)
    index = tuple(np.clip(i, 0, n - 1) for i, n in zip(index, array.shape))
    return np.clip(array[index], *(label.clamp or (None, None)))


def pairs(reads, held):
    "Every (index, replica or (), index that the map finds) of an `OperandIndexing`."
    m = reads.map
    if m.is_known_empty:
        return set()
    variables = (*m.dim_variables, *m.range_variables)
    axes = [np.arange(v.bounds.lower, v.bounds.upper + 1) for v in variables]
    points = [a.ravel() for a in np.meshgrid(*axes, indexing="ij")] if axes else []
    count, n = points[0].size if points else 1, len(m.dim_variables)
    d, s = points[:n], points[n:]
    rt = [_value(v, d, s, held) for v in reads.runtime_variables]
    inside = np.broadcast_to(m.contains(d, s, rt), count)
    replica = reads.replica_map
    where = replica(d, s[: len(replica.range_variables)], rt[: len(replica.runtime_variables)]) if replica else ()
    rows = [np.broadcast_to(x, count)[inside] for x in (*d, *where, *m(d, s, rt, check=False))]
    k = n + len(where)
    points = np.array(rows).reshape(len(rows), -1).T.tolist() if rows else [()] * int(inside.sum())
    return {(tuple(p[:n]), tuple(p[n:k]), tuple(p[k:])) for p in points}


def assert_both_ways(op, rng=None, held=None):
    "Compare the directions for every input, member and output; returns how many were known."
    held = Held(rng or np.random.default_rng(0)) if held is None else held
    known = 0
    for k, operand in enumerate(op.inputs):
        there = op.input_to_output(k)
        paths = op.shape.paths
        assert there.paths == paths and len(there) == len(paths)
        for path, writes in zip(paths, there):
            reads = op.output_to_input(path).inputs[k]
            if reads is UNKNOWN or writes is UNKNOWN:
                assert reads is writes, f"{op}: one direction is unknown\n{there}"
                continue
            for member in operand.shape.paths:
                known += _compare(op, k, path, member, reads, writes, held)
    return known


def _compare(op, k, path, member, reads, writes, held):
    reads, writes = ([r for r in rs if r.element == member] for rs in (reads, writes))
    turned = lambda some: {(o, r, i) for i, r, o in some}
    union = lambda sets: set().union(*sets)
    back, forth = [pairs(r, held) for r in reads], [turned(pairs(w, held)) for w in writes]
    sure_back = union(p for p, r in zip(back, reads) if r.exact)
    sure_forth = union(p for p, w in zip(forth, writes) if w.exact)
    sizes = op.inputs[k].shape.at(member).dimensions
    inside = {p for p in union(back) if all(0 <= x < n for x, n in zip(p[2], sizes))}
    body = op.called[0] if op.called else ""
    text = f"{op}\n{body}\noperand {k}{member}, output {path}\nreads {reads}\nwrites {writes}\n"
    if all(r.exact for r in (*reads, *writes)):
        wrong = inside ^ union(forth)
    else:
        wrong = (sure_back - union(forth)) | (sure_forth - union(back))
    assert not wrong, text + str(sorted(wrong)[:5])
    assert all(0 <= x < n for o, _, _ in union(forth)
               for x, n in zip(o, op.shape.at(path).dimensions)), text + "outside"
    return len(reads) > 0
