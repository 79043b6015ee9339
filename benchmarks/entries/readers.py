"""Entries of reading programs and of counts: 1.7, 2.6, 2.8 in part, 2.9 and, of 4.7, the counts.

Short form: none, it is a list of entries for `found_entries.py`.
"""
from __future__ import annotations

from collections.abc import Callable

import indexing_tools as it

HLO = """HloModule m
sum {{ a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }}
ENTRY e {{
  x = f32[4,8] parameter(0)
  z = f32[] parameter(1)
  i = s32[4,1] parameter(2)
  ROOT r = {} }}"""
LACKING = (  # each without one attribute that XLA's parser asks for
    "s32[4,8] iota()", "f32[8,4] transpose(x)", "f32[4] reduce(x, z), to_apply=sum", "f32[4] reduce(x, z), dimensions={1}",
    "f32[2,8] slice(x)", "f32[6,8] pad(x, z)", "pred[4,8] compare(x, x)", "f32[4,8] fusion(x), kind=kLoop", "f32[4,8] fusion(x), calls=sum",
    "f32[8,8] concatenate(x, x)", "f32[4,8] custom-call(x)", "f32[2,4,8] broadcast(x)", "f32[4,8] sort(x), dimensions={0}",
    "f32[4,8] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1",
    "f32[4,8] all-reduce(x), replica_groups={}", "f32[4,8] reduce-precision(x), exponent_bits=5", "f32[4,8] reverse(x)",
)  # fmt: skip
MISCOUNTED = ("f32[4,8] add(x)", "f32[4,8] add(x, x, x)", "f32[4,8] negate()", "f32[4] reduce(x, z, z), dimensions={1}, to_apply=sum",
              "f32[4,8] select(x, x)", "f32[2,8] dynamic-slice(x, z), dynamic_slice_sizes={2,8}")  # fmt: skip
MISSPELT = ("pred[4,8] compare(x, x), direction=UP", "f32[4,8] fusion(x), kind=loop, calls=sum", "s32[4,8] iota(), iota_dimension={1}",
            "f32[4,8] reduce-precision(x), exponent_bits=5, mantissa_bits=ten")  # fmt: skip


def _refused(instructions: tuple[str, ...]) -> str:
    "Each is refused by `check`, with its line; its maps are refused so, too, or answered where the fault cannot matter."
    for text in instructions:
        for strict in (True, False):
            try:
                program = it.read_program(HLO.format(text), strict=strict)
                program.entry.root.output_to_input()
            except it.ParseError as error:
                assert error.line == 7, f"{text}: line {error.line}"
            else:
                assert not strict, f"{text} is taken"
    return f"{len(instructions)} refused with their line"


def lacking() -> str:
    "2.6: a missing attribute is an error with a line."
    return _refused(LACKING)


def miscounted() -> str:
    "2.6: so is a wrong number of operands."
    return _refused(MISCOUNTED)


def misspelt() -> str:
    "2.6: and a value that XLA does not know."
    return _refused(MISSPELT)


def open_sizes() -> str:
    "1.7: a dense value needs a tensor of known sizes."
    types = ("tensor<?xi32>", "tensor<2x?xi32>", "tensor<*xi32>", "tensor<?xi32, #stablehlo.bounds<3>>")
    for type_ in types:
        text = f"func.func @f() -> {type_} {{\n  %c = stablehlo.constant dense<1> : {type_}\n  return %c : {type_} }}"
        try:
            it.read_program(text).check()
        except it.ParseError as error:
            assert error.line == 2 and error.column > 1, f"{type_}: {error.line}:{error.column}"
        else:
            raise AssertionError(f"dense<1> : {type_} is a constant")
    return f"{len(types)} refused with line and column"


def misfits() -> str:
    "1.7: and as many numbers as that has elements."
    for value, type_ in (("dense<[1, 2]>", "tensor<3xi32>"), ("dense<>", "tensor<2xi32>"), ("dense<[1, 2]>", "tensor<0xi32>")):
        text = f"func.func @f() -> {type_} {{\n  %c = stablehlo.constant {value} : {type_}\n  return %c : {type_} }}"
        try:
            it.read_program(text).check()
        except it.ParseError as error:
            assert error.line == 2, f"{value} : {type_}: line {error.line}"
        else:
            raise AssertionError(f"{value} : {type_} is taken")
    return "3 refused with their line"


def suggestions() -> str:
    "2.9: a shape may be its text."
    assert it.suggest_layouts("f32[3,5]") == it.suggest_layouts(it.Shape.parse("f32[3,5]"))
    return str(it.suggest_layouts("f32[3,5]")[0].shape)


def names_of_types() -> str:
    "2.9: XLA's two spellings of an element type."
    assert it.Shape.array("F32", (3, 5)) == it.Shape.array("f32", (3, 5)), "another shape"
    return str(it.Shape.array("BF16", (8, 128)))


def bytes_of_tuples() -> str:
    "2.9: those of its arrays (XLA, `ShapeUtil::ByteSizeOfElementsRecursive`)."
    found = it.Shape.parse("(f32[3], (s8[5], token[]))").byte_size
    assert found == 17, f"{found} bytes"
    return f"{found} bytes"


def counts() -> str:
    "4.7: an instruction counts once, whatever its results."
    program = it.read_program("""HloModule m
ENTRY e { p = f32[4] parameter(0)
  s = (f32[4], s32[4]) custom-call(p), custom_call_target="two"
  g = f32[4] get-tuple-element(s), index=0
  ROOT r = f32[4] negate(g) }""")
    report = program.report()
    listed = len(list(program.instructions))
    assert repr(program).endswith(f"{listed} instructions)"), repr(program)
    assert report.instruction_count == listed == 4, f"{report.instruction_count} of {listed}"
    from indexing_tools.pictures.pages.report_model import totals

    page = next(t["value"] for t in totals({"instructions": report.module_json()["instructions"]}, None) if t["name"] == "instructions")
    assert page == listed, f"{page} on the page, {listed} in the program"
    return f"{page} on the page and in the program"


def empty_modules() -> str:
    "2.8: MLIR's modules may be empty."
    program = it.read_program("module @nothing {\n}").check()
    str(program.report()), program._repr_html_()
    try:
        program.run()
    except it.ProgramError as error:
        return f"{program!r}; run: {error.message}"
    raise AssertionError("nothing runs")


def signatures() -> str:
    "2.8: XLA does not compare the parameters of a signature (its test import.hlo)."
    it.read_program("HloModule m\n\ne (operand: f32[2,2], index: s32[2]) -> f32[2,2] {\n  ROOT p = f32[2,2] parameter(0)\n}\n").check()
    return "read"


ENTRIES: dict[str, Callable[[], str]] = {
    "1.7a": open_sizes,
    "1.7b": misfits,
    "2.6a": lacking,
    "2.6b": miscounted,
    "2.6c": misspelt,
    "2.8d": signatures,
    "2.8e": empty_modules,
    "2.9a": suggestions,
    "2.9b": names_of_types,
    "2.9c": bytes_of_tuples,
    "4.7": counts,
}
