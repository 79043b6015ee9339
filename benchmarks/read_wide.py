"""Does reading stay linear where a program is long, wide or deep? Seconds to read and to print, at a size and four times it.

    python benchmarks/read_wide.py [SIZE]          (100,000 if it is left out)

Processor time. A row whose larger text takes more than eleven times as long is called quadratic: exit status 1.

Short form: 4000
"""
from __future__ import annotations

import sys
import time
from collections.abc import Callable

import indexing_tools as it

T, H = "tensor<4xf32>", "f32[4]{0}"


def rows(make: Callable[[int], str], count: int, between: str = "") -> str:
    "A piece of text for each number."
    return between.join(map(make, range(count)))


def hlo(body: str, before: str = "", comment: str = "") -> str:
    "A module; with a comment it is read by the complete grammar."
    return f"HloModule m\n\n{before}{comment}ENTRY e {{\n  p = {H} parameter(0)\n{body}}}\n"


def mlir(body: str, after: str = "") -> str:
    "A function."
    return f"func.func @main(%p: {T}) -> {T} {{\n{body}  return %p : {T}\n}}\n{after}"


ADD = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = f32[] add(a, b)\n}\n\n"
TEXTS: dict[str, Callable[[int], str]] = {
    "hlo instructions": lambda n: hlo(rows(lambda i: f"  v{i} = {H} negate({f'v{i - 1}' if i else 'p'})\n", n)),
    "hlo instructions, by grammar": lambda n: hlo(
        rows(lambda i: f"  v{i} = {H} negate({f'v{i - 1}' if i else 'p'})\n", n), comment="/*x*/ "),
    "hlo operands": lambda n: hlo(f"  ROOT c = f32[{4 * n}]{{0}} concatenate({', '.join(['p'] * n)}), dimensions={{0}}\n"),
    "hlo tuple": lambda n: hlo(f"  ROOT t = ({', '.join([H] * n)}) tuple({', '.join(['p'] * n)})\n"),
    "hlo numbers": lambda n: hlo(f"  ROOT r = {H} all-reduce(p), replica_groups={{{{{rows(str, n, ',')}}}}}, to_apply=add\n", ADD),
    "hlo calls": lambda n: hlo(
        f"  ROOT r = {H} call(p), to_apply=f0\n",
        rows(lambda i: f"f{i} {{\n  q = {H} parameter(0)\n  ROOT r = {H} "
             + ("negate(q)" if i == n - 1 else f"call(q), to_apply=f{i + 1}") + "\n}\n\n", n)),
    "part of a program": lambda n: rows(lambda i: f"v{i} = {H} add(v{i - 1}, q{i})\n", n),
    "mlir operations": lambda n: mlir(rows(lambda i: f"  %v{i} = stablehlo.negate %p : {T}\n", n)),
    "mlir operands": lambda n: mlir(
        f"  %c = stablehlo.concatenate {', '.join(['%p'] * n)}, dim = 0 : ({', '.join([T] * n)}) -> tensor<{4 * n}xf32>\n"),
    "mlir tuple": lambda n: mlir(f"  %t = stablehlo.tuple {', '.join(['%p'] * n)} : tuple<{', '.join([T] * n)}>\n"),
    "mlir numbers": lambda n: mlir(f'  "a.b"() {{a = [{rows(str, n, ", ")}], b = array<i64: {rows(str, n, ", ")}>}} : () -> ()\n'),
    "mlir regions": lambda n: mlir(f'  "a.b"(%p) ({{ stablehlo.return %p : {T} }}) : ({T}) -> ()\n' * n),
    "mlir functions": lambda n: mlir("", rows(lambda i: f"func.func private @f{i}(%p: {T}) -> {T}\n", n)),
    "mlir aliases": lambda n: mlir(
        rows(lambda i: f"  %v{i} = stablehlo.negate %p : {T} loc(#l{i})\n", n), rows(lambda i: f'#l{i} = loc("f":{i + 1}:2)\n', n)),
}  # fmt: skip


def seconds(text: str) -> tuple[float, float]:
    "Processor time to read everything, and to print it."
    start = time.process_time()
    program = it.read_program(text, strict=True)
    middle = time.process_time()
    str(program)
    return middle - start, time.process_time() - middle


def main(size: int = 100_000) -> int:
    "A row for each kind of text; 1 if one of them is quadratic."
    slow = 0
    for name, make in TEXTS.items():
        small, large = seconds(make(size // 4)), seconds(make(size))
        worst = max(b / max(a, 0.02) for a, b in zip(small, large))
        slow += worst > 11
        print(f"{name:30} read {small[0]:6.2f} {large[0]:6.2f} s  print {small[1]:6.2f} {large[1]:6.2f} s"
              + ("  quadratic" if worst > 11 else ""))  # fmt: skip
    return int(slow > 0)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
