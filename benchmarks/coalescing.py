"""How long does coalescing take: of every kernel of a model, of wide fusions, of arrays of 10^12 elements?

    python benchmarks/coalescing.py [FILE...]

Of each dump (by default the training steps of GPT for an H100 in `$SHARED`, else those of `nbs/data`): fusions, rows, rows that are one number, rows that are
not known, seconds of the processor; the aim is 5 seconds for one. Then fusions of 100 to 1000 operands and outputs, whose time
should grow as their width, and fusions over small and over huge arrays, some of them in odd sizes.

Short form:
"""

import sys
import time
from pathlib import Path

from common import ROOT, SHARED

import indexing_tools as it
from indexing_tools.ground.patching import load

AIM = 5.0  # seconds, for all kernels of a dump
ADD = "add {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b)\n}\n"
SIZED = {  # parameters, and the root of a fusion over arrays of n x n elements
    "by rows": ("f32[{n},{n}]", "f32[{n},{n}] exponential(p0)"),
    "by columns": ("f32[{n},{n}]{{0,1}}", "f32[{n},{n}] exponential(p0)"),
    "transpose": ("f32[{n},{n}]", "f32[{n},{n}] transpose(p0), dimensions={{1,0}}"),
    "slice": ("f32[{n},{n}]", "f32[{h},{k}] slice(p0), slice={{[0:{n}:2], [1:{n}]}}"),
    "pad": ("f32[{n},{n}] f32[]", "f32[{m},{m}] pad(p0, p1), padding=1_2x2_1"),
    "reduce rows": ("f32[{n},9999] f32[]", "f32[{n}] reduce(p0, p1), dimensions={{1}}, to_apply=add"),
    "reduce columns": ("f32[4001,{n}] f32[]", "f32[{n}] reduce(p0, p1), dimensions={{0}}, to_apply=add"),
    "dynamic-slice": (
        "f32[{n},{n}] s32[] s32[]",
        "f32[{h},{h}] dynamic-slice(p0, p1, p2), dynamic_slice_sizes={{{h},{h}}}",
    ),
    "gather": (
        "f32[50257,300] s32[{n},1]",
        "f32[{n},300] gather(p0, p1), offset_dims={{1}}, collapsed_slice_dims={{0}}, start_index_map={{0}}, "
        "index_vector_dim=1, slice_sizes={{1,300}}",
    ),
    "dot": (
        "f32[{n},4096] f32[4096,{n}]",
        "f32[{n},{n}] dot(p0, p1), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}",
    ),
}


def fusion(parameters, root):
    "A fusion of one operation."
    given = "\n".join(f"  p{i} = {s} parameter({i})" for i, s in enumerate(parameters))
    names = ", ".join(f"p{i}" for i in range(len(parameters)))
    shape = root.partition(" ")[0]
    body = f"body {{\n{given}\n  ROOT r = {root}\n}}\n"
    entry = f"ENTRY e {{\n{given}\n  ROOT f = {shape} fusion({names}), kind=kLoop, calls=body\n}}\n"
    return it.read_program(f"HloModule m\n{ADD}{body}{entry}").entry.root


def of_dump(path):
    "Seconds for all kernels of a dump."
    program = it.read_program(path)
    start = time.process_time()
    found = [
        op.coalescing()
        for function in list(program.functions.values())
        for op in function.instructions
        if op.opcode == "fusion"
    ]
    seconds = time.process_time() - start
    rows = [row for kernel in found for row in kernel]
    exact = sum(isinstance(row.sectors, int) for row in rows)
    unknown = sum(row.within is None for row in rows)
    print(f"{path.stem:24}{len(found):8}{len(rows):8}{exact:8}{unknown:8}{seconds:8.2f} s")
    return seconds


def wide(n):
    "A fusion of `n` operands and outputs."
    members = [f"  n{i} = f32[4096] negate(p{i})" for i in range(n)]
    kind = f"({', '.join(['f32[4096]'] * n)})"
    given = "\n".join(f"  p{i} = f32[4096] parameter({i})" for i in range(n))
    listed = lambda name: ", ".join(f"{name}{i}" for i in range(n))
    body = "\n".join(members) + f"\n  ROOT t = {kind} tuple({listed('n')})"
    entry = f"  ROOT f = {kind} fusion({listed('p')}), kind=kLoop, calls=body"
    text = f"HloModule m\nbody {{\n{given}\n{body}\n}}\nENTRY e {{\n{given}\n{entry}\n}}\n"
    return it.read_program(text).entry.root


def seconds_of(op):
    start = time.process_time()
    op.coalescing()
    return time.process_time() - start


def main():
    load("indexing_tools.indexing")
    seconds_of(fusion(["f32[5]"], "f32[5] negate(p0)"))
    kept = sorted((ROOT / "nbs" / "data" / "hlo" / "gpu_h100").glob("*.hlo"))
    training = sorted(SHARED.glob("data/hlo/gpu_h100/gpt_train_step*"))
    files = [Path(f) for f in sys.argv[1:]] or training or kept
    print(f"{'dump':24}{'fusions':>8}{'rows':>8}{'exact':>8}{'unknown':>8}")
    slow = sum([of_dump(f) > AIM for f in files])
    print("\nwidth   seconds  of a member")
    for n in (100, 300, 1000):
        took = seconds_of(wide(n))
        print(f"{n:6}{took:9.2f}{took / n * 1e3:10.2f} ms")
    sizes = (100, 10**6, 99_991)
    print(f"\n{'n x n':24}" + "".join(f"{f'n = {n:,}':>15}" for n in sizes))
    for name, (parameters, root) in SIZED.items():
        took = []
        for n in sizes:
            numbers = {"n": n, "h": -(-n // 2), "k": n - 1, "m": n + 3}
            took.append(seconds_of(fusion([p.format(**numbers) for p in parameters.split()], root.format(**numbers))))
        print(f"{name:24}" + "".join(f"{t * 1e3:12.1f} ms" for t in took))
    print(f"{slow} of {len(files)} dumps over {AIM:g} s")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
