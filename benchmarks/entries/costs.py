"""The entries of costs: each is looked at through the public face, and raises AssertionError where it is wrong."""
from __future__ import annotations

from collections.abc import Callable

import indexing_tools as it

PAIRS = """HloModule m, is_scheduled=true

ENTRY e {
  x = bf16[64,128,64]{2,1,0} parameter(0)
  w = bf16[64,64,256]{2,1,0} parameter(1)
  ROOT c = bf16[64,128,256]{2,1,0} convolution(x, w), window={size=64 stride=63 lhs_dilate=64}, dim_labels=0bf_0io->0bf
}
"""
PIECES = """HloModule m, is_scheduled=true

ENTRY e {
  a = f32[8,128]{1,0} parameter(0)
  b = f32[8,128]{1,0} parameter(1)
  free = f32[1024,1024]{1,0} custom-call(), custom_call_target="AllocateBuffer"
  x = f32[8,128]{1,0:S(1)} copy(a)
  y = f32[8,128]{1,0:S(1)} copy(b)
  whole = f32[16,128]{1,0:S(1)} custom-call(x, y), custom_call_target="ConcatBitcast"
  c = f32[16,128]{1,0} copy(whole)
  ROOT t = (f32[1024,1024]{1,0}, f32[16,128]{1,0}) tuple(free, c)
}
"""


def _convolution() -> str:
    "Products of a convolution whose window lies mostly in holes."
    work = dict(it.read_program(PAIRS).report().kernels[0].work)
    count = sum(work.values())
    assert count == 268_435_456, f"{count:,} operations, not 268,435,456"
    return f"{count:,} operations"


def _moves_nothing() -> str:
    "Custom calls that only name memory: neither ranked nor counted, and not twice in VMEM."
    program = it.read_program(PIECES)
    ranked = [k.instruction for k in program.report().kernels]
    assert not {"free", "whole"} & set(ranked), f"ranked: {ranked}"
    (vmem,) = (p.bytes for p in program.memory().peaks if p.memory_space == 1)
    assert vmem == 16 * 128 * 4, f"{vmem:,} bytes of VMEM, not {16 * 128 * 4:,}"
    return f"ranked: {ranked}; {vmem:,} bytes of VMEM"


ENTRIES: dict[str, Callable[[], str]] = {"7.1": _convolution, "7.2": _moves_nothing}
