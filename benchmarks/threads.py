"""Many threads run one program for the first time at once, and see what a single thread sees.

    python benchmarks/threads.py [-n 200] [--threads 8] [--short]

Every program is read afresh, all threads wait at a barrier, and each begins with one of the first
uses: run, trace, folding, where the values of every instruction come from, the report. What a
use gives in each thread is compared with what it gives in a single thread. Exits with 1 if an
answer differs or a use fails.

Short form: --short
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import numpy as np

import indexing_tools as it
from indexing_tools.programs.model import Program

DATA = Path(__file__).parent.parent / "nbs" / "data"
LOOP = """
func.func @main(%x: tensor<4x8xf32>, %n: tensor<i32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4x8xf32>
    cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %row = func.call @row(%s, %i) : (tensor<4x8xf32>, tensor<i32>) -> tensor<1x8xf32>
      %t = stablehlo.dynamic_update_slice %s, %row, %i, %zero
        : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<4x8xf32>
    }
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = "stablehlo.reduce"(%0#1, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.multiply %a, %b : tensor<f32>
    %q = stablehlo.maximum %p, %init : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = "stablehlo.sort"(%1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>) -> tensor<8xf32>
  return %0#1, %2 : tensor<4x8xf32>, tensor<8xf32>
}
func.func private @row(%s: tensor<4x8xf32>, %i: tensor<i32>) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.dynamic_slice %s, %i, %zero, sizes = [1, 8]
    : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %e = func.call @twice(%r) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %e : tensor<1x8xf32>
}
func.func private @twice(%r: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %e = stablehlo.add %r, %r : tensor<1x8xf32>
  return %e : tensor<1x8xf32>
}
"""
CHAIN = "\n".join(
    f"func.func {'public @main' if i == 0 else f'private @f{i}'}(%x: tensor<3xf32>)"
    f" -> tensor<3xf32> {{\n  %y = stablehlo.cosine %x : tensor<3xf32>\n"
    f"  %z = func.call @f{i + 1}(%y) : (tensor<3xf32>) -> tensor<3xf32>\n"
    "  return %z : tensor<3xf32>\n}"
    for i in range(40)
) + "\nfunc.func private @f40(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }"
FUSED = """HloModule m
half { x = f32[] parameter(0)
  c = f32[] constant(0.5)
  ROOT y = f32[] multiply(x, c) }
sum { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
inner { p = f32[16,8] parameter(0)
  m = f32[16,8] map(p), dimensions={0,1}, to_apply=half
  zero = f32[] constant(0)
  r = f32[16] reduce(m, zero), dimensions={1}, to_apply=sum
  b = f32[16,8] broadcast(r), dimensions={0}
  ROOT d = f32[16,8] subtract(p, b) }
yes { t = f32[16,8] parameter(0)
  ROOT e = f32[16,8] exponential(t) }
no { t = f32[16,8] parameter(0)
  ROOT e = f32[16,8] negate(t) }
ENTRY e { x = f32[16,8] parameter(0)
  k = s32[] parameter(1)
  f = f32[16,8] fusion(x), kind=kLoop, calls=inner
  c = f32[16,8] conditional(k, f, f), branch_computations={yes, no}
  ROOT t = (f32[16,8], f32[16,8]) tuple(c, f) }
"""


def texts() -> dict[str, str]:
    "Programs by name: small ones of here, and those of the notebooks."
    own = {"loop": LOOP, "chain": CHAIN, "fused": FUSED}
    files = [*DATA.glob("stablehlo/*.mlir"), *DATA.glob("hlo/*/softmax3d*.hlo")]
    return own | {str(f.relative_to(DATA)): f.read_text() for f in sorted(files)}


def arguments(program: Program) -> list[Any]:
    "Numbers for the parameters of the entry."
    rng = np.random.default_rng(0)
    shapes = [p.shape for p in program.entry.parameters]
    return [rng.integers(0, 4, s.dimensions).astype(s.element_type.dtype) for s in shapes]


def outcome(use: Callable[[Program], Any], program: Program) -> Any:
    "What a use gives, in a form to compare; an error as its words."
    try:
        return plain(use(program))
    except it.ProgramError as error:
        return f"ProgramError: {error}"
    except Exception as error:
        return f"FAILED {type(error).__name__}: {error}"


def plain(value: Any) -> Any:
    "Bytes of arrays, text of everything else."
    if isinstance(value, (tuple, list)):
        return [plain(x) for x in value]
    array = getattr(value, "dtype", None) is not None
    return (str(value.dtype), np.asarray(value).tobytes()) if array else str(value)


def reads(program: Program) -> list[str]:
    "Where the values of every instruction come from; what has no rule, as its error."
    found = []
    for op in program.instructions:
        try:
            found.append(str(op.output_to_input()))
        except it.ProgramError as error:
            found.append(str(error))
    return found


USES: dict[str, Callable[[Program], Any]] = {
    "run": lambda p: p.run(*arguments(p)),
    "run in time": lambda p: p.run(*arguments(p), timeout=60),
    "trace": lambda p: [entry.value for entry in p.trace(*arguments(p))],
    "fold": lambda p: p.fold_constants(),
    "reads": reads,
    "report": lambda p: p.report(),
}


def at_once(text: str, uses: list[str]) -> list[Any]:
    "What every use gives on one program that is read afresh, each in a thread of its own."
    program, barrier = it.read_program(text), Barrier(len(uses))
    found: list[Any] = [None] * len(uses)

    def begin(number: int) -> None:
        barrier.wait()
        found[number] = outcome(USES[uses[number]], program)

    threads = [Thread(target=begin, args=(number,)) for number in range(len(uses))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def faults(text: str, uses: list[str], expected: dict[str, Any]) -> list[str]:
    "What differs from a single thread's answers."
    found = zip(uses, at_once(text, uses))
    return [f"{use}: {str(x)[:200]}" for use, x in found if x != expected[use]]


def main() -> int:
    "The table; 1 if something differs."
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-n", type=int, default=200, help="programs in all")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--short", action="store_true", help="a tenth of them")
    options = parser.parse_args()
    known = texts()
    count = max(2, options.n // (10 if options.short else 1) // len(known))
    sys.setswitchinterval(1e-5)
    wrong = 0
    for name, text in known.items():
        expected = {u: outcome(use, it.read_program(text)) for u, use in USES.items()}
        mixed = [[*USES][i % len(USES)] for i in range(options.threads)]
        turns = ["run"] * options.threads, mixed
        found = [f for i in range(count) for f in faults(text, turns[i % 2], expected)]
        single = [f"{u}: {x[:200]}" for u, x in expected.items() if str(x).startswith("FAILED")]
        print(f"{name:40} {count} programs, {len(found) + len(single)} faults")
        print(*dict.fromkeys(found + single), sep="\n", end="\n" * bool(found + single))
        wrong += len(found) + len(single)
    print(f"{count * len(known)} programs in {options.threads} threads: {wrong} faults")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
