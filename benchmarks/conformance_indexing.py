"""Checks of the indexing maps against XLA's own test cases: kinds op_o2i, op_i2o, fusion, grouped, bitcasts.

`KINDS` maps a kind to its check, a function of one case (a dictionary as in the case file) that returns nothing or
raises `AssertionError`. Maps are compared in the XLA dialect, white space aside; the maps of an operand are a set.
Where a case is marked as XLA's error, the right value is expected instead.

Short form: none, conformance.py runs it
"""

import re

from indexing_tools.indexing.instruction_indexing import UNKNOWN, distinct, origin
from indexing_tools.indexing.fusion import grouped_by_producer, grouped_output_to_input
from indexing_tools.layouts.layout import (
    bitcast_decomposition,
    bitcast_transpose,
    reordered,
    reshape_is_bitcast,
)
from indexing_tools.layouts.shape import Shape
from indexing_tools.programs.loaders.read import read_program

# What is right where XLA is wrong and the case file does not say it as maps: operand -> maps.
RIGHT_MAPS = {
    "indexing_analysis_test/ScanOp/o2i0": {
        0: ["(d0)[s0] -> (s0), domain: d0 in [0, 9], s0 in [0, 9], d0 - s0 in [0, 9]"]},
    "indexing_analysis_test/ScanOp/o2i1": {0: ["()[s0] -> (s0), domain: s0 in [0, 9]"]},
}
# The labels of the runtime variables of a slice of a slice, in the order of the map's variables.
RIGHT_LABELS = {
    "indexing_analysis_test/FusionOpWithDynSliceOfDynSlice/o2i0": [
        ("rt0", "parameter(1)", "(d0, d1) -> (), domain: d0 in [0, 24], d1 in [0, 15]"),
        ("rt1", "parameter(2)", "(d0, d1) -> (), domain: d0 in [0, 24], d1 in [0, 15]"),
        ("rt2", "parameter(3)", "(d0, d1) -> (), domain: d0 in [0, 24], d1 in [0, 15]"),
        ("rt3", "parameter(4)", "(d0, d1) -> (), domain: d0 in [0, 24], d1 in [0, 15]")],
}


def squeezed(text):
    "`text` without white space."
    return "".join(text.split())


UNKNOWN_MAPS = {("unknownindexing", (), None)}


def agree(found, expected):
    "The same maps; where XLA knows none, a map is right, too: verify_dumps.py proves those by running."
    return found == expected or expected == UNKNOWN_MAPS


def found_maps(reads, labels=True):
    "The set of what an operand's maps print: (map, labels, replica map)."
    if reads is UNKNOWN:
        return {("unknownindexing", (), None)}
    return {
        (squeezed(r.map.to_string("xla")),
         tuple((v.name, origin(v.instruction), squeezed(v.map.to_string("xla"))) for v in r.runtime_variables) if labels else (),
         r.replica_map and squeezed(r.replica_map.to_string("xla")))
        for r in reads
    }


def expected_maps(maps, labels=None):
    "The same set from a case."
    names = lambda m: labels or [(v["var"], v["instruction"], v["map"]) for v in m.get("rt_vars", ())]
    return {
        (squeezed(m["map"]).replace("UNDEFINED", "unknownindexing"),
         tuple((name, op, squeezed(text)) for name, op, text in names(m)),
         squeezed(m["replica_id"]) if "replica_id" in m else None)
        for m in maps
    }


def check_output_to_input(case):
    "Kinds op_o2i and fusion: the maps of the root of the program."
    root = read_program(case["hlo"]).entry.root
    if case.get("physical_layout"):
        indexing = root.physical_output_to_input(case["output_id"])
    else:
        indexing = root.output_to_input(case["output_id"], simplify=case.get("simplify", False))
    partial = case.get("partial", False)
    assert partial or len(indexing) == len(case["expected"]), f"{len(indexing)} operands instead of {len(case['expected'])}"
    right = {**RIGHT_MAPS.get(case["id"], {}), **{int(k): v for k, v in case.get("correct_maps", {}).items()}}
    for entry in case["expected"]:
        operand = entry["operand"]
        maps = [{"map": m} for m in right[operand]] if operand in right else entry["maps"]
        labels = RIGHT_LABELS.get(case["id"]) if operand == 0 else None
        expected = expected_maps(maps, labels)
        found = found_maps(indexing[operand], labels=not partial or any("rt_vars" in m for m in maps))
        assert agree(found, expected), f"operand {operand}:\n  found    {sorted(map(str, found))}\n  expected {sorted(map(str, expected))}"


def related_by(indexing, entries):
    "Is every map of `indexing`, where XLA's is unknown, the other direction read backwards?"
    root = indexing.instruction
    for output, path in enumerate(indexing.paths):
        if any(m["map"].startswith("unknown") for e in entries if e["output"] == output for m in e["maps"]):
            reads = root.output_to_input(path)[indexing.operand]
            shapes = [root.operands[indexing.operand].shape.at(r.element) for r in reads]
            backwards = distinct(r.transposed(shape) for r, shape in zip(reads, shapes))
            assert indexing[output] == backwards, f"{indexing[output]} instead of {backwards}"


def check_input_to_output(case):
    "Kind op_i2o: where an operand of the root goes. A map where XLA has none is checked against the other direction."
    root, operand = read_program(case["hlo"]).entry.root, case["input_id"]
    if case.get("physical_layout"):
        indexing = root.physical_input_to_output(operand)
    else:
        indexing = root.input_to_output(operand, simplify=case.get("simplify", False))
    assert case.get("partial") or len(indexing) == len(case["expected"]), f"{len(indexing)} outputs"
    related_by(indexing, case["expected"])
    for entry in case["expected"]:
        found, expected = found_maps(indexing[entry["output"]]), expected_maps(entry["maps"])
        unknown = {text for text, *_ in expected} == {"unknownindexing"}
        assert unknown or found == expected, f"output {entry['output']}: {sorted(map(str, found))}"
        ranks = {w.map.num_results for w in indexing[entry["output"]] or ()}
        assert ranks <= {case.get("expected_num_results", *ranks)}, f"{ranks} results"


def check_print_indexing(case):
    "Kind print_indexing: the lines of XLA's tool, in this order, for the root of the program."
    root, lines = read_program(case["hlo"]).entry.root, []
    for output, path in enumerate(root.shape.paths):
        for operand, reads in enumerate(root.output_to_input(path)):
            lines += [f"Output {output} operand {operand}:"] if reads != () else []
            lines += [r.to_string("xla") for r in reads or ()]
    rest = iter(map(squeezed, lines))
    missing = [line for line in case["expected_lines"] if squeezed(line) not in rest]
    assert not missing, f"{missing} not in {lines}"
    return True, True


def instruction_at(program, text):
    "The instruction that a case describes: `operand(0) of root (a remark)`, `p1`, `fused root`, `all-gather`."
    plain = re.sub(r"\s*\([a-z][^()]*(\([^()]*\))?[^()]*\)$", "", text.removeprefix("the ").strip())
    if found := re.match(r"operand\((\d+)\)(?: of (.*))?", plain):
        return instruction_at(program, found[2] or "root").operands[int(found[1])]
    if plain == "root":
        return program.entry.root
    fused = program.entry.root.called[0] if program.entry.root.opcode == "fusion" else program.entry
    if plain == "fused root":
        return fused.root
    if found := re.match(r"parameter (\d+)", plain):
        return fused.parameters[int(found[1])]
    opcode = plain.replace("-", "_")
    return next(op for op in (*program.entry, *fused) if op.name == plain or op.opcode == opcode or
                (plain == "bcast" and op.opcode == "broadcast"))


def check_grouped(case):
    "Kind grouped: the maps of every instruction that a walk reaches."
    program = read_program(case["hlo"])
    if "call" in case:
        groups = grouped_by_producer(program.entry.root.output_to_input())
    else:
        kind, names = re.match(r"(\w+)\((.*)\)$", case["adaptor"]).groups()
        inside = [instruction_at(program, name.removesuffix(" fusion")) for name in re.split(r",\s*", names)]
        if len(inside) == 1 and inside[0].opcode == "fusion":
            inside = inside[0].called[0].instructions
        groups = grouped_output_to_input(instruction_at(program, case["start"]), inside)
    for name, maps in case["expected"].items():
        found, expected = found_maps(groups[instruction_at(program, name)]), expected_maps(maps)
        assert agree(found, expected), f"{name}:\n  found    {sorted(map(str, found))}\n  expected {sorted(map(str, expected))}"


def shape_of(case):
    "A shape from its description in a case."
    numbers = lambda key: ",".join(str(n) for n in case[key])
    return Shape.parse(f"{case.get('type', 'f32')}[{numbers('dims')}]{{{numbers('minor_to_major')}}}")


def check_bitcast_decomposition(case):
    "Kind bitcast_decomposition: which steps a bitcast is made of."
    found, expected = bitcast_decomposition(shape_of(case["input"]), shape_of(case["output"])), case["expected"]
    if expected is None or found is None:
        assert found is expected, f"{found} instead of {expected}"
        return
    steps = {"reshape": {"kind": "reshape"}, "transpose": {"kind": "transpose", "dims": list(found.transpose1)}}
    row_major = lambda sizes: {"dims": list(sizes), "minor_to_major": list(reversed(range(len(sizes))))}
    before, after = found.between
    steps["transpose-reshape-transpose"] = {
        "kind": found.kind, "transpose1_dims": list(found.transpose1), "transpose1_shape": row_major(before),
        "reshape_shape": row_major(after), "transpose2_dims": list(found.transpose2)}
    assert steps[found.kind] == expected, f"{steps[found.kind]} instead of {expected}"


def check_reshape_is_bitcast(case):
    "Kind reshape_is_bitcast: does a reshape leave memory as it is?"
    assert reshape_is_bitcast(shape_of(case["input"]), shape_of(case["output"])) == case["expected"]


def check_transpose_bitcast(case):
    "Kind deduce_transpose_bitcast: which transpose a bitcast is."
    found = bitcast_transpose(shape_of(case["input"]), shape_of(case["output"]))
    assert (None if found is None else list(found)) == case["expected"], f"{found} instead of {case['expected']}"


def check_reordered(case):
    "Kind reorder_logical_dims: renamed dimensions in the same memory."
    found = str(reordered(shape_of(case["input"]), case["permutation"]))
    assert found == case["expected"], f"{found} instead of {case['expected']}"


KINDS = {
    "op_o2i": check_output_to_input,
    "op_i2o": check_input_to_output,
    "print_indexing": check_print_indexing,
    "reorder_logical_dims": check_reordered,
    "fusion": check_output_to_input,
    "grouped": check_grouped,
    "bitcast_decomposition": check_bitcast_decomposition,
    "reshape_is_bitcast": check_reshape_is_bitcast,
    "deduce_transpose_bitcast": check_transpose_bitcast,
}
