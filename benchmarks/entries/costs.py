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
SUMS = """HloModule m, is_scheduled=true, frontend_attributes={fingerprint_before_lhs="x"}

plus { x = f32[] parameter(0) y = f32[] parameter(1) ROOT r = f32[] add(x, y) }

sums {
  a = f32[512,64]{1,0} parameter(0)
  zero = f32[] constant(0)
  m = f32[512]{0} reduce(a, zero), dimensions={1}, to_apply=plus
  ROOT w = f32[512,64]{1,0} broadcast(m), dimensions={0}
}

ENTRY e {
  p = f32[512,64]{1,0} parameter(0)
  q = f32[512,64]{1,0} tanh(p)
  f = f32[512,64]{1,0} fusion(q), kind=kLoop, calls=sums
  ROOT g = f32[512,64]{1,0} tanh(f)
}
"""
LARGE = """HloModule large, is_scheduled=true

ENTRY e {
  x = f32[65536,65536]{1,0:T(8,128)} parameter(0)
  ROOT y = f32[65536,65536]{1,0:T(8,128)} negate(x)
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


def _peak() -> str:
    "A fusion that sums rows and puts the sums into every element cannot write over what it sums."
    (peak,) = it.read_program(SUMS).memory().peaks
    assert peak.bytes == 3 * 512 * 64 * 4, f"{peak.bytes:,} bytes, not {3 * 512 * 64 * 4:,}"
    return f"{peak.bytes:,} bytes"


def _words() -> str:
    "A peak that is a lower bound, and one that is larger than the memory."
    text = repr(it.read_program(LARGE).memory())
    assert "at least" in text, f"a TPU's peak without 'at least': {text}"
    assert "more than its 17,179,869,184 bytes" in text, f"larger than the memory, no word: {text}"
    return text


def _two_figures() -> str:
    "What is redundant in memory traffic is a part of it; what is in caches has another name."
    (kernel,) = it.read_program(SUMS).report(device="h100", instruction="f").kernels
    assert kernel.waste_bytes <= kernel.bytes.limit
    assert "cache_waste_bytes" in kernel.to_json(), "one figure for memory and for caches"
    return f"{kernel.waste_bytes:,} of {kernel.bytes.limit:,} bytes; {kernel.cache_waste_bytes:,} in caches"


CALLS = """HloModule m, is_scheduled=true

less { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = pred[] compare(a, b), direction=LT }
plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }

ENTRY e {
  x = f32[16,1000]{1,0} parameter(0)
  m = f32[64,64]{1,0} parameter(1)
  i = s32[5,1]{1,0} parameter(2)
  u = f32[5,1,1000]{2,1,0} parameter(3)
  dy = f32[4,8,8,32]{3,2,1,0} parameter(4)
  k = f32[32,3,3,16]{3,2,1,0} parameter(5)
  sorted = f32[16,1000]{1,0} sort(x), dimensions={1}, to_apply=less
  root = (f32[64,64]{0,1}, s32[]) custom-call(m), custom_call_target="lapack_spotrf_ffi"
  added = f32[16,1000]{1,0} scatter(x, i, u), update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=plus
  dx = (f32[4,17,17,16]{3,2,1,0}, u8[0]{0}) custom-call(dy, k), window={size=3x3 stride=2x2}, dim_labels=b01f_o01i->b01f, custom_call_target="__cudnn$convBackwardInput"
  ROOT t = (f32[16,1000]{1,0}, f32[16,1000]{1,0}) tuple(sorted, added)
}
"""
MEMBER = """HloModule m, is_scheduled=true, frontend_attributes={fingerprint_before_lhs="x"}

one { a = f32[1000000]{0} parameter(0) ROOT n = f32[1000000]{0} negate(a) }

ENTRY e {
  x = f32[4]{0} parameter(0)
  both = (f32[1000000]{0}, u8[0]{0}) custom-call(x), custom_call_target="__cudnn$convForward"
  y = f32[1000000]{0} get-tuple-element(both), index=0
  f = f32[1000000]{0} fusion(y), kind=kLoop, calls=one
  ROOT r = f32[4]{0} custom-call(f), custom_call_target="g"
}
"""
MOVED = """HloModule m, is_scheduled=true, frontend_attributes={fingerprint_before_lhs="x"}

plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }

ENTRY e {
  x = f32[1024,512]{1,0} parameter(0)
  i = s32[8,1]{1,0} parameter(1)
  u = f32[8,1,512]{2,1,0} parameter(2)
  zero = f32[] constant(0)
  copied = f32[1024,512]{1,0} copy(x)
  turned = f32[512,1024]{1,0} transpose(x), dimensions={1,0}
  zeros = f32[1024,512]{1,0} broadcast(zero), dimensions={}
  table = f32[1024,512]{1,0} scatter(zeros, i, u), update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=plus
  ROOT t = (f32[1024,512]{1,0}, f32[512,1024]{1,0}, f32[1024,512]{1,0}) tuple(copied, turned, table)
}
"""


def _moved() -> str:
    "Copies, transposes, fills and updates of a table have their bytes, and are ranked by them."
    kernels = it.read_program(MOVED).report(device="h100").kernels
    found = {k.instruction: k.bytes.limit for k in kernels}
    whole = 1024 * 512 * 4
    expected = {"copied": 2 * whole, "turned": 2 * whole, "zeros": whole + 4, "table": 3 * 8 * 512 * 4 + 32}
    assert found == expected, f"{found}, not {expected}"
    assert [*found.values()] == sorted(found.values(), reverse=True), "not ranked by bytes"
    return ", ".join(f"{name} {n:,} bytes" for name, n in found.items())


def _calls() -> str:
    "Operations of a sort, a factorisation, a scatter, and a convolution of cuDNN."
    found = {k.instruction: sum((k.work or {}).values()) for k in it.read_program(CALLS).report().kernels}
    count = {name: found.get(name, 0) for name in ("sorted", "root", "added", "dx")}
    expected = {"sorted": 160_000, "root": 64 * 65 * 129 // 6, "added": 5000, "dx": 2 * 4 * 8 * 8 * 32 * 16 * 9}
    assert count == expected, f"{count}, not {expected}"
    return ", ".join(f"{name} {n:,}" for name, n in count.items())


def _member() -> str:
    "XLA's heap does not write a fusion over a member of a tuple that it reads: memory for both."
    peak = it.read_program(MEMBER).memory().peak_bytes
    assert peak >= 8_000_000, f"{peak:,} bytes, less than the two buffers that XLA allocates"
    return f"{peak:,} bytes"


ENTRIES: dict[str, Callable[[], str]] = {"7.1": _convolution, "7.2": _moves_nothing, "7.3": _peak, "7.3b": _words, "7.3c": _member, "7.4": _moved, "7.5": _two_figures, "8.flops": _calls}
