"""Checks of threads, epilogues and affine maps against XLA's own test cases.

`KINDS` maps a kind to its check, a function of one case (a dictionary as in the case file) that
returns (expected, got), compared as texts, white space aside. `expected` is always what the case
says. Where this package answers otherwise on purpose, `AnyOf` names that answer behind it, and the
table counts the case under "XLA differs", not as an exact match:

- concatenate, operands shorter than the largest: XLA gives them the map of the largest (with a
  TODO in `ConcatenateFusion::ComputeThreadIdToInputIndexing`), past their end. Here a thread
  reads only what is there.
- `launch_bound` of scatter: the case is from October 2024. XLA's scatter of August 2026 launches
  whole warps (`ScatterWithDistributedUpdates`), which is what `launch_dimensions` says.
- OneGroup: the case of October 2024 says two groups; XLA's test of August 2026
  (`reduction_base_test.cc`) says one, for the same program.

Fusions of slices have no emitter any more; the one of 2024 is asked for by name.

Short form: none, conformance.py runs it
"""

import re
from dataclasses import dataclass

from indexing_tools.gpu.emitters import epilogue_map, fusion_kernel
from indexing_tools.gpu.grid import Device, VariableKind, row_major
from indexing_tools.gpu.reduction_kernels import reduction_groups
from indexing_tools.gpu.threads import launch_dimensions
from indexing_tools.maps.apply import AppliedMap
from indexing_tools.layouts.layout import physical_sizes
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.expr import AffineExpr, dims, symbols
from indexing_tools.maps.affine_map import AffineMap
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.programs.loaders.read import read_program


@dataclass(frozen=True)
class AnyOf:
    "What the case says, then other right answers."

    answers: tuple

    def __str__(self):
        return " | ".join(map(str, self.answers))


RTX_A6000 = Device("RTX A6000", core_count=84, threads_per_core_limit=1536)


def fusion_of(case):
    text = case["hlo"]
    return read_program(text if "HloModule" in text else "HloModule m\n" + text).entry


def the_fusion(case):
    return next(op for op in fusion_of(case) if op.opcode == "fusion")


def options(case):
    slices = case["id"].startswith("input_slices_test")
    return {"device": RTX_A6000, "emitter": "input_slices" if slices else None}


def shown(ways):
    "The one map of a set, or nothing."
    return None if not ways else " | ".join(way.map.to_string("xla") for way in ways)


def thread_map(case, direction):
    "The map that words like `thread_to_input root 0 hero operand 1` mean."
    kind, root = re.match(r"(thread_to_\w+) root (\d+)", direction).groups()
    fusion = the_fusion(case)
    if kind == "thread_to_output":
        return shown(fusion.thread_indexing(int(root), **options(case)).writes)
    operand = int(re.search(r"operand (\d+)", direction)[1])
    kernel = fusion_kernel(fusion, RTX_A6000)
    hero = kernel.roots[min(int(root), len(kernel.roots) - 1)].hero
    parameter = hero.operands[operand].parameter_number
    return shown(fusion.thread_to_input(parameter, **options(case)))


def thread_indexing(case):
    got, expected = thread_map(case, case["direction"]), case["expected"]
    if not case["id"].startswith("concatenate_test"):
        return expected, got
    size = the_fusion(case).operands[int(case["id"][-1])].shape.size
    within = expected.replace("in [0, 399]", f"in [0, {size - 1}]")
    return AnyOf((expected, within)), got


def thread_indexing_none(case):
    return case["expected"], thread_map(case, case["direction"])


def thread_indexing_same(case):
    return case["expected"], all(
        thread_map(case, a) == thread_map(case, b) for a, b in case["pairs"]
    )


def launch_bound(case):
    got, expected = launch_dimensions(the_fusion(case), RTX_A6000).num_threads, case["expected"]
    if not case["id"].startswith("scatter_test"):
        return expected, got
    return AnyOf((expected, -(-expected // 32) * 32)), got


def groups(case):
    found = reduction_groups(fusion_kernel(the_fusion(case), RTX_A6000))
    if isinstance(case["expected"], list):
        return case["expected"], [list(group) for group in found]
    return AnyOf((case["expected"], 1)), len(found)


def epilogue(case):
    body = fusion_of(case).program.functions[case["computation"]]
    return case["expected"], epilogue_map(body[case["start"]], body[case["root"]]).to_string("xla")


def variable_kind(case):
    constants = {"kDefault": VariableKind.DEFAULT} | {
        "k" + kind.name.title().replace("_", ""): kind for kind in VariableKind
    }
    kinds = {name: constants[kind] for name, kind in case["names"].items()}
    assert VariableKind.of("anything") is VariableKind.DEFAULT
    assert all(kind.value == (name if name != "default" else "") for name, kind in kinds.items())
    return list(kinds.values()), [VariableKind.of(name) for name in kinds]


def value(text):
    "The number that `3`, `c3` or a name means."
    number = re.fullmatch(r"c?(\d+)", text)
    return int(number[1]) if number else text


def apply_indexing_canonicalize(case):
    "Every map of a chain is applied to values, some of them results of earlier ones: `$0`."
    chain = []
    for link in case["chain"]:
        applied = AppliedMap(IndexingMap.parse(link["map"]), tuple(map(value, link["operands"])))
        for i in reversed(range(len(applied.operands))):
            if str(applied.operands[i]).startswith("$"):
                applied = applied.after(i, chain[int(applied.operands[i][1:])])
        chain.append(applied)
    found = chain[-1].canonicalize()
    operands = case.get("expected_operands", list(found.operands))
    return (case["expected"], operands), (found.map.to_string("xla"), list(found.operands))


def symbolic_map_replace(case):
    m = AffineMap.parse(case["map"])
    parts = {
        kind: [AffineExpr.parse(text) for text in case[kind]]
        for kind in ("dims", "symbols")
        if case[kind] is not None
    }
    results = tuple(e.replace(**parts) for e in m.results)
    found = AffineMap(case["num_result_dims"], case["num_result_symbols"], results)
    return case["expected"], found.to_string("xla")


def symbolic_map_unused(case):
    m = AffineMap.parse(case["map"])
    used_dims = frozenset().union(*(e.used_dims for e in m.results))
    used_symbols = frozenset().union(*(e.used_symbols for e in m.results))
    found = (
        [i not in used_dims for i in range(m.num_dims)],
        [i not in used_symbols for i in range(m.num_symbols)],
    )
    return (case["expected_unused_dims"], case["expected_unused_symbols"]), found


def symbolic_map_vars(case):
    m = AffineMap.parse(case["map"])
    found = [list(map(str, dims(m.num_dims))), list(map(str, symbols(m.num_symbols)))]
    return [case["expected_dims"], case["expected_symbols"]], found


def symbolic_map_is_empty(case):
    return case["expected"], not AffineMap.parse(case["map"]).results


def symbolic_map_constants(case):
    values = [
        e.value if e.kind == "constant" else None for e in AffineMap.parse(case["map"]).results
    ]
    known = None not in values
    return (case["expected_is_constant"], case["expected"]), (known, values if known else None)


def some_results(case, numbers):
    "An indexing map over the case's affine map, with only some results."
    m = AffineMap.parse(case["map"])
    sizes = [2] * m.num_dims, [2] * m.num_symbols
    return IndexingMap.from_sizes(m.results, *sizes).with_results_at(numbers)


def or_error(case, change):
    "What `change` prints, or that it refuses."
    try:
        got = change(AffineMap.parse(case["map"])).to_string("xla")
    except ValueError:
        got = "an error"
    return case.get("expected", "an error"), got


def symbolic_map_compress(case):
    ids = [[i for i, gone in enumerate(case.get(key, ())) if gone] for key in ("remove_dims", "remove_symbols")]
    return or_error(case, lambda m: m.compress(*ids))


def symbolic_map_set_num_dims(case):
    return or_error(case, lambda m: m.with_num_dims(case["num_dims"]))


def symbolic_map_parse_advance(case):
    m, rest = AffineMap.parse_prefix(case["input"])
    return (case["expected"], case["rest"]), (m.to_string("xla"), rest)


def symbolic_map_slice(case):
    numbers = range(case["offset"], case["offset"] + case["length"])
    if "expected_error" in case:
        try:
            some_results(case, numbers)
        except IndexError:
            return "an error", "an error"
        return "an error", "no error"
    return case["expected"], [e.to_string("xla") for e in some_results(case, numbers).results]


def symbolic_map_submap(case):
    return case["expected"], some_results(case, case["results"]).affine_map.to_string("xla")


def physical_shape(case):
    sizes, order = (",".join(map(str, case["input"][key])) for key in ("dims", "minor_to_major"))
    shape = Shape.parse(f"f32[{sizes}]{{{order}}}")
    found = row_major(shape, physical_sizes(shape))
    parts = {"dims": list(found.dimensions), "minor_to_major": list(found.minor_to_major)}
    return case["expected"], parts


def o2i_rescaled(case):
    m = fusion_of(case).root.output_to_input().map(case["operand"])
    return case["expected"], m.rescale_symbols().simplify().to_string("xla")


KINDS = {
    "physical_shape": physical_shape,
    "o2i_rescaled": o2i_rescaled,
    "apply_indexing_canonicalize": apply_indexing_canonicalize,
    "symbolic_map_replace": symbolic_map_replace,
    "symbolic_map_unused": symbolic_map_unused,
    "symbolic_map_vars": symbolic_map_vars,
    "symbolic_map_is_empty": symbolic_map_is_empty,
    "symbolic_map_constants": symbolic_map_constants,
    "symbolic_map_compress": symbolic_map_compress,
    "symbolic_map_set_num_dims": symbolic_map_set_num_dims,
    "symbolic_map_parse_advance": symbolic_map_parse_advance,
    "symbolic_map_slice": symbolic_map_slice,
    "symbolic_map_submap": symbolic_map_submap,
    "thread_indexing": thread_indexing,
    "thread_indexing_none": thread_indexing_none,
    "thread_indexing_same": thread_indexing_same,
    "launch_bound": launch_bound,
    "reduction_groups": groups,
    "epilogue": epilogue,
    "variable_kind": variable_kind,
}
