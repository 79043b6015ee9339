"""Reports of programs of 1k to 100k instructions and of tuples of 100 to 10,000: seconds and peak memory, near linear.

    python benchmarks/report.py [--short] [CASE...]

A line for each size, from the text to the printed report, each in a process of its own: seconds, peak
memory, and both for a thousand instructions (or members). The cases: `layers`, fusions of layers that are equal but for
their numbers; `distinct` and `fusions`, where no two kernels are equal, the latter for a GPU; `plain`, StableHLO that no compiler has seen; `loop`, a while
loop with a long body; `outputs`, `carried`, `called`, `operands`: a fusion, a loop, a call and a root with wide tuples;
`json`, the layers with all maps. Aim: at most 60 s and 1 GB at 50k instructions; exit status 1 if it is missed.

Short form: --short
"""
from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable

from common import ROOT

SECONDS, MEGABYTES, AT = 60, 1000, 50_000


def lines(count: int, text: str) -> str:
    "The text for each number, one a line."
    return "\n".join(text.format(i=i, j=i + 1, n=i % 97 + 3, m=i % 89 + 2, k=i + 1) for i in range(count))


def listed(count: int, text: str) -> str:
    "The text for each number, in a row."
    return ", ".join(text.format(i=i) for i in range(count))


def module(entry: str, functions: str = "") -> str:
    "An HLO module that a compiler has put in order."
    return f"HloModule m, is_scheduled=true\n\n{functions}ENTRY e {{\n{entry}\n}}\n"


LAYER = """f{i} {{
  x = bf16[128,256]{{1,0}} parameter(0)
  w = bf16[256,256]{{1,0}} parameter(1)
  d = bf16[128,256]{{1,0}} dot(x, w), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
  ROOT r = bf16[128,256]{{1,0}} tanh(d)
}}

g{i} {{
  x = bf16[128,256]{{1,0}} parameter(0)
  y = bf16[128,256]{{1,0}} parameter(1)
  ROOT r = bf16[128,256]{{1,0}} add(x, y)
}}

"""
CALLS = """  a{i} = bf16[128,256]{{1,0}} fusion(s{i}, w), kind=kOutput, calls=f{i}, metadata={{source_file="net.py" source_line={j}}}
  b{i} = bf16[128,256]{{0,1}} copy(a{i})
  s{j} = bf16[128,256]{{1,0}} fusion(s{i}, a{i}), kind=kLoop, calls=g{i}"""


def layers(n: int) -> str:
    "Eleven instructions a layer."
    count = n // 11
    first = "  s0 = bf16[128,256]{1,0} parameter(0)\n  w = bf16[256,256]{1,0} parameter(1)\n"
    entry = f"{first}{lines(count, CALLS)}\n  ROOT r = bf16[128,256]{{1,0}} negate(s{count})"
    return module(entry, "".join(LAYER.format(i=i) for i in range(count)))


def distinct(n: int) -> str:
    "Arrays of as many sizes as there are instructions."
    ops = [
        "  p{i} = f32[{n},{k}]{{1,0}} broadcast(z), dimensions={{}}",
        "  p{i} = f32[{k},{n}]{{1,0}} transpose(p{h}), dimensions={{1,0}}",
        "  p{i} = f32[{k},{n}]{{1,0}} exponential(p{h})",
        "  p{i} = f32[{s}]{{0}} reshape(p{h})",
        "  p{i} = f32[{s}]{{0}} reverse(p{h}), dimensions={{0}}",
    ]
    rows = []
    for i in range(n - 2):
        group = i - i % len(ops)
        size = {"n": group % 97 + 3, "k": group + 1}
        rows.append(ops[i % len(ops)].format(i=i, h=i - 1, s=size["n"] * size["k"], **size))
    return module("  z = f32[] parameter(0)\n" + "\n".join(rows) + "\n  ROOT r = f32[] negate(z)")


FUSION = """f{i} {{
  x = f32[{n},{k},{m}]{{2,1,0}} parameter(0)
  y = f32[{n}]{{0}} parameter(1)
  t = f32[{n},{m},{k}]{{2,1,0}} transpose(x), dimensions={{0,2,1}}
  b = f32[{n},{m},{k}]{{2,1,0}} broadcast(y), dimensions={{0}}
  a = f32[{n},{m},{k}]{{2,1,0}} add(t, b)
  ROOT r = f32[{n},{m},{k}]{{2,1,0}} tanh(a)
}}

"""
KERNEL = """  x{i} = f32[{n},{k},{m}]{{2,1,0}} broadcast(z), dimensions={{}}
  y{i} = f32[{n}]{{0}} broadcast(z), dimensions={{}}
  r{i} = f32[{n},{m},{k}]{{2,1,0}} fusion(x{i}, y{i}), kind=kLoop, calls=f{i}"""


def fusions(n: int) -> str:
    "Fusions for a GPU, of which no two are equal."
    count = n // 9
    sizes = [{"i": i, "n": i % 97 + 3, "m": i % 89 + 2, "k": i + 33} for i in range(count)]
    entry = "\n".join(KERNEL.format(**s) for s in sizes)
    text = module(f"  z = f32[] parameter(0)\n{entry}\n  ROOT r = f32[] negate(z)", "".join(FUSION.format(**s) for s in sizes))
    return text.replace("is_scheduled=true", 'is_scheduled=true, frontend_attributes={fingerprint_before_lhs="1"}', 1)


def plain(n: int) -> str:
    "StableHLO in a chain."
    steps = ("stablehlo.add %{i}, %{i}", "stablehlo.tanh %{i}", "stablehlo.multiply %{i}, %a")
    body = "\n".join(
        f"    %{i + 1} = {steps[i % 3].format(i=i)} : tensor<64x32xf32>" for i in range(n - 1)
    )
    return f"""module @m {{
  func.func public @main(%a: tensor<64x32xf32>) -> tensor<64x32xf32> {{
    %0 = stablehlo.negate %a : tensor<64x32xf32>
{body}
    return %{n - 1} : tensor<64x32xf32>
  }}
}}
"""


def loop(n: int) -> str:
    "A while loop with a long body."
    first = "  p = (s32[], f32[512]) parameter(0)\n  k = s32[] get-tuple-element(p), index=0\n"
    test = "  c = s32[] constant(9)\n  ROOT r = pred[] compare(k, c), direction=LT"
    x = "  x0 = f32[512] get-tuple-element(p), index=1\n"
    work = lines(n - 12, "  x{j} = f32[512] negate(x{i})")
    step = "  one = s32[] constant(1)\n  m = s32[] add(k, one)\n"
    root = f"  ROOT t = (s32[], f32[512]) tuple(m, x{n - 12})"
    functions = f"again {{\n{first}{test}\n}}\n\nbody {{\n{first}{x}{step}{work}\n{root}\n}}\n\n"
    entry = "  q = (s32[], f32[512]) parameter(0)\n  ROOT w = (s32[], f32[512]) while(q), condition=again, body=body"
    return module(entry, functions)


def outputs(n: int) -> str:
    "A fusion of many outputs."
    kind = f"({listed(n, 'f32[64]')})"
    body = f"  x = f32[64] parameter(0)\n{lines(n, '  y{i} = f32[64] negate(x)')}\n  ROOT t = {kind} tuple({listed(n, 'y{i}')})"
    entry = f"  x = f32[64] parameter(0)\n  ROOT r = {kind} fusion(x), kind=kLoop, calls=f"
    return module(entry, f"f {{\n{body}\n}}\n\n")


def operands(n: int) -> str:
    "A fusion of many operands, and a root of many members."
    given, kind = lines(n, "  x{i} = f32[8] parameter({i})"), f"({listed(n, 'f32[8]')})"
    sums = "\n".join(f"  s{i + 1} = f32[8] add({'x0' if i == 0 else f's{i}'}, x{i})" for i in range(n - 1))
    body = f"{given}\n{sums}\n  ROOT r = f32[8] negate(s{n - 1})"
    entry = f"{given}\n  a = f32[8] fusion({listed(n, 'x{i}')}), kind=kLoop, calls=f\n{lines(n, '  y{i} = f32[8] negate(x{i})')}"
    return module(f"{entry}\n  ROOT t = {kind} tuple({listed(n, 'y{i}')})", f"f {{\n{body}\n}}\n\n")


def called(n: int) -> str:
    "A call that is given many arrays and gives as many."
    given, kind = lines(n, "  x{i} = f32[8] parameter({i})"), f"({listed(n, 'f32[8]')})"
    root = f"  ROOT t = {kind} tuple({listed(n, 'n{i}')})"
    body = f"f {{\n{given}\n{lines(n, '  n{i} = f32[8] negate(x{i})')}\n{root}\n}}\n\n"
    return module(f"{given}\n  ROOT r = {kind} call({listed(n, 'x{i}')}), to_apply=f", body)


def carried(n: int) -> str:
    "A loop that carries many arrays."
    kind = f"(s32[], {listed(n, 'f32[8]')})"
    first = f"  p = {kind} parameter(0)\n  k = s32[] get-tuple-element(p), index=0\n"
    test = "  c = s32[] constant(9)\n  ROOT r = pred[] compare(k, c), direction=LT"
    work = lines(n, "  x{i} = f32[8] get-tuple-element(p), index={j}\n  y{i} = f32[8] negate(x{i})")
    root = f"  ROOT t = {kind} tuple(m, {listed(n, 'y{i}')})"
    step = "  one = s32[] constant(1)\n  m = s32[] add(k, one)"
    functions = f"again {{\n{first}{test}\n}}\n\nbody {{\n{first}{step}\n{work}\n{root}\n}}\n\n"
    entry = f"  q = {kind} parameter(0)\n  ROOT w = {kind} while(q), condition=again, body=body"
    return module(entry, functions)


MANY, WIDE = (1000, 10_000, 50_000, 100_000), (100, 1000, 10_000)
CASES: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "layers": (layers, MANY),
    "distinct": (distinct, MANY),
    "fusions": (fusions, MANY),
    "plain": (plain, MANY),
    "loop": (loop, MANY),
    "json": (layers, MANY[:3]),
    "outputs": (outputs, WIDE),
    "operands": (operands, WIDE),
    "called": (called, WIDE),
    "carried": (carried, WIDE),
}


def measure(case: str, size: int) -> int:
    "Seconds and peak memory of one case, in this process; 1 if the aim is missed."
    import json
    import resource

    import indexing_tools as it

    text = CASES[case][0](size)
    begin = time.perf_counter()
    report = it.read_program(text, strict=True, source=case).report(device="h100")
    if case == "json":
        json.dumps(report.to_json())
    else:
        report.to_string(10)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    each = f"{seconds / size * 1e6:7.1f} ms and {peak / size * 1e3:6.2f} MB for a thousand"
    missed = size <= AT and (seconds > SECONDS or peak > MEGABYTES)
    print(f"{case:9} {size:7} {seconds:8.2f} s {peak:7.0f} MB {each}{'  MISSED' * missed}", flush=True)
    return int(missed)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", metavar="CASE", help="all when none is named")
    parser.add_argument("--short", action="store_true", help="the smallest of each")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.one:
        return measure(a.one[0], int(a.one[1]))
    missed = 0
    for case in a.cases or CASES:
        for size in CASES[case][1][: 1 if a.short else None]:
            own = [sys.executable, __file__, "--one", case, str(size)]
            missed += subprocess.run(own, check=False, cwd=ROOT).returncode != 0
    print("every aim met" if not missed else f"{missed} missed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
