"""Entries of reports, tiles, kernels and comparisons: 1.8, 1.9, 2.1, 2.2, 2.7, 2.8.

Short form: none, it is a list of entries for `found_entries.py`.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

import indexing_tools as it

WIRED = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {{
  %a = stablehlo.exponential %x : tensor<4xf32>
  %0 = stablehlo.subtract {} : tensor<4xf32>
  return %0 : tensor<4xf32> }}"""
SCALARS = """HloModule m, is_scheduled=true
f { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
ENTRY e { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT x = f32[] fusion(a, b), kind=kCustom, calls=f, backend_config={"fusion_backend_config":{"kind":"__triton","block_level_fusion_config":{"num_warps":"1","output_tiles":[{"sizes":[]}],"num_ctas":1,"num_stages":1}}} }"""
SORTING = """HloModule sorting
less { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = pred[] compare(a, b), direction=LT }
f { x = f32[20,100] parameter(0)
  s = f32[20,100] sort(x), dimensions={1}, to_apply=less
  ROOT y = f32[20,100] negate(s) }
ENTRY e { x = f32[20,100] parameter(0)  ROOT y = f32[20,100] fusion(x), kind=kLoop, calls=f }"""


def wiring() -> str:
    "1.8: a swapped or wrong operand is seen."
    good = it.read_program(WIRED.format("%a, %y"))
    x, y = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    for operands in ("%y, %a", "%x, %y"):
        told = it.bisect(it.read_program(WIRED.format(operands)), x, y, reference=good)
        assert told.first is not None and told.first.name == "0", f"subtract {operands}: {told!r}"
    return "swapped and wrong operands are seen"


def unwritten() -> str:
    "1.9: an error at the call that names the operation."
    try:
        it.read_program(SORTING).entry.root.plan((8, 100)).pallas()
    except it.ProgramError as error:
        assert "sort" in error.message, error.message
        return error.message
    raise AssertionError("a kernel that raises NotImplementedError")


def scalars() -> str:
    "2.1: one lane at one address."
    program = it.read_program(SCALARS)
    program.entry.root.coalescing()
    return str(program.report()).splitlines()[0]


def tiles() -> str:
    "2.2: XLA's figures (layout_util_test.cc)."
    for text, at, wanted in (("f32[3]{0:T(8,128)}", (2,), 2), ("f32[8]{0:T(2,2)}", (5,), 9)):
        found = it.Shape.parse(text).linear_index(at)
        assert found == wanted, f"{text}: {found}, not {wanted}"
    return "XLA's offsets"


def named_device() -> str:
    "2.7: names of devices."
    root = it.read_program(SCALARS).entry.root
    assert root.coalescing(device="h100").device is it.H100
    return "an H100 by its name"


def mlir() -> str:
    "2.8: tf32, and windows with `pad = []`."
    it.read_program("func.func @f() attributes {stablehlo.attr = tf32} { return }").check()
    it.read_program(
        "func.func @f(%x: tensor<1x8x8x2xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32> {\n"
        "%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f] x [0, 1, i, o] -> [b, 0, 1, f], "
        "window = {stride = [], pad = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
        " : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>\n"
        "return %0 : tensor<1x6x6x4xf32> }"
    ).check()
    return "read"


ENTRIES: dict[str, Callable[[], str]] = {
    "1.8": wiring, "1.9": unwritten, "2.1": scalars, "2.2": tiles, "2.7": named_device, "2.8": mlir,
}
