"""Instructions of thousands of operands and members: seconds and memory should grow as the width does.

    python benchmarks/wide.py [--short]

Reports of a root tuple of many members, of tuples inside tuples, of a call and of a loop that carry many arrays; the maps of a
concatenation of many operands and of a fusion that is one long chain; the memory over time of a loop with many arrays that many
instructions read. A line for each width: seconds of the processor and peak
memory, each in a process of its own.

Short form: --short
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def lines(count, text):
    return "\n".join(text.format(i=i) for i in range(count))


def listed(count, text):
    return ", ".join(text.format(i=i) for i in range(count))


def module(entry, functions=""):
    return f"HloModule m\n\n{functions}ENTRY e {{\n{entry}\n}}\n"


def root_tuple(n):
    body = lines(n, "  a{i} = f32[4] negate(x)")
    root = f"  ROOT t = ({listed(n, 'f32[4]')}) tuple({listed(n, 'a{i}')})"
    return module(f"  x = f32[4] parameter(0)\n{body}\n{root}")


def nested_tuples(n):
    body, kind, last = ["  x = f32[4] parameter(0)"], "f32[4]", "x"
    for i in range(n):
        kind = f"({kind}, f32[4])"
        body.append(f"  t{i} = {kind} tuple({last}, x)")
        last = f"t{i}"
    return module("\n".join([*body[:-1], "  ROOT" + body[-1][1:]]))


def call(n):
    given, kind = lines(n, "  x{i} = f32[2] parameter({i})"), f"({listed(n, 'f32[2]')})"
    root = f"  ROOT t = {kind} tuple({listed(n, 'n{i}')})"
    body = f"f {{\n{given}\n{lines(n, '  n{i} = f32[2] negate(x{i})')}\n{root}\n}}\n\n"
    return module(f"{given}\n  ROOT r = {kind} call({listed(n, 'x{i}')}), to_apply=f", body)


def loop(n):
    kind = f"(s32[], {listed(n, 'f32[2]')})"
    first = f"  p = {kind} parameter(0)\n  k = s32[] get-tuple-element(p), index=0\n"
    test = "  c = s32[] constant(9)\n  ROOT r = pred[] compare(k, c), direction=LT"
    member = "  x{i} = f32[2] get-tuple-element(p), index={j}\n  y{i} = f32[2] negate(x{i})"
    work = "\n".join(member.format(i=i, j=i + 1) for i in range(n))
    root = f"  ROOT t = {kind} tuple(m, {listed(n, 'y{i}')})"
    step = "  one = s32[] constant(1)\n  m = s32[] add(k, one)"
    functions = f"again {{\n{first}{test}\n}}\n\nbody {{\n{first}{step}\n{work}\n{root}\n}}\n\n"
    entry = f"  q = {kind} parameter(0)\n  ROOT w = {kind} while(q), condition=again, body=body"
    return module(entry, functions)


def concatenation(n):
    root = f"  ROOT c = f32[{2 * n}] concatenate({listed(n, 'x{i}')}), dimensions={{0}}"
    return module(f"{lines(n, '  x{i} = f32[2] parameter({i})')}\n{root}")


def chain(n):
    ops = ("negate(a{})", "reverse(a{}), dimensions={{0}}", "add(a{}, a0)")
    body = [f"  a{i} = f32[8] {ops[i % 3].format(i - 1)}" for i in range(1, n)]
    text = "\n".join(["  a0 = f32[8] parameter(0)", *body[:-1], "  ROOT" + body[-1][1:]])
    entry = "  x = f32[8] parameter(0)\n  ROOT r = f32[8] fusion(x), kind=kLoop, calls=f"
    return module(entry, f"f {{\n{text}\n}}\n\n")


def readers(n):
    used = lines(n, '  u{i} = f32[2] custom-call(w), custom_call_target="f"')
    return loop(n).replace("  ROOT w =", "  w =").rstrip("}\n") + f"\n{used}\n  ROOT t = (f32[2]) tuple(u0)\n}}\n"


CASES = {
    root_tuple: (500, 1000, 2000, 4000, 8000),
    nested_tuples: (10, 25, 50, 100),  # the readers allow a hundred, whose text is quadratic
    call: (500, 1000, 2000, 4000),
    loop: (500, 1000, 2000, 4000),
    concatenation: (1000, 10_000, 100_000),
    chain: (1000, 3000, 10_000),
    readers: (1000, 3000, 10_000),
}


def measure(name, width):
    "Seconds and peak memory of one case, in this process."
    import resource

    import indexing_tools as it

    program = it.read_program({f.__name__: f for f in CASES}[name](width))
    begin = time.process_time()
    if name in ("concatenation", "chain"):
        program.entry.root.output_to_input()
    elif name == "readers":
        program.memory()
    else:
        program.report()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name:14} {width:8} {time.process_time() - begin:8.2f} s {peak:6} MB")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="the smallest of each")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.one:
        return measure(a.one[0], int(a.one[1]))
    for make, widths in CASES.items():
        for width in widths[: 1 if a.short else None]:
            own = [sys.executable, __file__, "--one", make.__name__, str(width)]
            subprocess.run(own, check=True, cwd=ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
