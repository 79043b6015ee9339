"""Two programs of up to 50,000 instructions each are compared: renamed and reordered, and with a change in every twentieth layer.

    python benchmarks/diff.py [INSTRUCTIONS...]

The programs are layers of fusions, products and copies; and a loop that carries as many arrays as a tenth of the instructions.
A line for each size: seconds of the processor, peak memory, changes found. The time should grow as the programs do, and
50,000 instructions beside 50,000 take at most 30 seconds.

Short form: 1000 4000
"""
from __future__ import annotations

import random
import resource
import subprocess
import sys
import time

from common import ROOT, verdict

sys.path.insert(0, str(ROOT))

SIZES, AT_MOST = (1000, 5000, 20000, 50000), 30.0
LAYER = 16  # instructions


def layer(k: int, changed: bool) -> tuple[str, str]:
    "A fused function, and what a layer runs, by the names of layers."
    layout, inner = ("{0,1}", "cosine") if changed else ("{1,0}", "exponential")
    body = f"""fused.{k} {{
  a.{k} = f32[64,64]{{1,0}} parameter(0)
  b.{k} = f32[64,64]{{1,0}} parameter(1)
  s.{k} = f32[64,64]{{1,0}} add(a.{k}, b.{k}), metadata={{op_name="jit(f)/add"}}
  e.{k} = f32[64,64]{{1,0}} {inner}(s.{k}), metadata={{op_name="jit(f)/{inner}"}}
  ROOT m.{k} = f32[64,64]{{1,0}} multiply(e.{k}, a.{k}), metadata={{op_name="jit(f)/mul"}}
}}
"""
    run = f"""  w.{k} = f32[64,64]{{1,0}} parameter({k + 1}), metadata={{op_name="w[{k}]"}}
  t.{k} = f32[64,64]{{0,1}} copy(w.{k})
  u.{k} = f32[64,64]{{1,0}} fusion(h.{k}, w.{k}), kind=kLoop, calls=fused.{k}
  d.{k} = f32[64,64]{layout} dot(u.{k}, t.{k}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
  c.{k} = f32[64,64]{{1,0}} copy(d.{k})
  n.{k} = f32[64,64]{{1,0}} negate(c.{k})
  r.{k} = f32[64,64]{{1,0}} reverse(n.{k}), dimensions={{0}}
  g.{k} = f32[64,64]{{1,0}} tanh(r.{k})
  q.{k} = f32[64,64]{{1,0}} multiply(g.{k}, h.{k})
  p.{k} = f32[64,64]{{1,0}} subtract(q.{k}, w.{k})
  h.{k + 1} = f32[64,64]{{1,0}} add(p.{k}, u.{k})
"""
    return body, run


def loop(n: int) -> tuple[str, str, str]:
    "A loop that carries n arrays: its functions, the instructions around it, its result's shape."
    kind = "(s32[], " + ", ".join(["f32[2]"] * n) + ")"
    first = f"  v = {kind} parameter(0)\n  i = s32[] get-tuple-element(v), index=0\n"
    work = "\n".join(f"  x{k} = f32[2] get-tuple-element(v), index={k + 1}\n  y{k} = f32[2] negate(x{k})" for k in range(n))
    made = ", ".join(f"y{k}" for k in range(n))
    functions = f"""test {{
{first}  nine = s32[] constant(9)
  ROOT less = pred[] compare(i, nine), direction=LT
}}
turn {{
{first}  one = s32[] constant(1)
  next = s32[] add(i, one)
{work}
  ROOT o = {kind} tuple(next, {made})
}}
"""
    begin = "  zero = s32[] constant(0)\n  z = f32[2] constant({1, 2})\n"
    around = f"{begin}  init = {kind} tuple(zero, {', '.join(['z'] * n)})\n  l = {kind} while(init), condition=test, body=turn\n"
    return functions, around, kind


def program(instructions: int, changed: int = 0) -> str:
    "A program of about so many instructions; every so many layers one has changed."
    layers, carried = instructions * 7 // 10 // LAYER, instructions // 10
    bodies, runs = zip(*(layer(k, bool(changed) and k % changed == changed - 1) for k in range(layers)))
    functions, around, kind = loop(carried)
    root = f"  ROOT out = (f32[64,64]{{1,0}}, {kind}) tuple(h.{layers}, l)"
    first = '  h.0 = f32[64,64]{1,0} parameter(0), metadata={op_name="x"}\n'
    return f"HloModule m\n\n{functions}{''.join(bodies)}ENTRY e {{\n{first}{''.join(runs)}{around}{root}\n}}\n"


def renamed(text: str, seed: int = 1) -> str:
    "The same with its layers' names drawn anew, and its functions in another order."
    import re

    names: dict[str, str] = {}
    rng = random.Random(seed)
    word = lambda m: names.setdefault(m[0], f"n{len(names)}_{rng.randrange(1000)}")
    text = re.sub(r"(?<![\w\"])(?:fused|[abesmwtudcnrgqph])\.\d+", word, text)
    head, *functions = re.split(r"\n(?=(?:[\w.]+|ENTRY e) \{\n)", text)
    rng.shuffle(functions)
    return "\n".join([head, *functions])


def measure(instructions: int) -> None:
    "Compare both pairs, in this process."
    from indexing_tools.reports.diff import diff
    from indexing_tools.programs.loaders.read import read_program

    text = program(instructions)
    count = sum(map(len, read_program(text).functions.values()))
    start = time.process_time()
    same = diff(text, renamed(text))
    first = time.process_time()
    other = diff(text, renamed(program(instructions, 20)))
    second = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{count:7,} {first - start:8.2f} s {len(same):6} {second - first:8.2f} s {len(other):6} {peak:6} MB", flush=True)
    if same:
        print(same)
        sys.exit(1)
    sys.exit(10 if max(first - start, second - first) > AT_MOST else 0)


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
    sizes = [*map(int, sys.argv[1:])] or SIZES
    print("  instr.    renamed changes  changed  changes   peak")
    status = [subprocess.run([sys.executable, __file__, "--one", str(n)]).returncode for n in sizes]
    if any(s not in (0, 10) for s in status):
        return 1
    return verdict(status.count(10), 3 if max(sizes) >= SIZES[-1] else 1)


if __name__ == "__main__":
    sys.exit(main())
