"""How long does traffic take: of every kernel of a model, of wide fusions, of arrays of 10^12 elements?

    python benchmarks/traffic.py [FILE...]

Of each dump (by default the training steps of GPT for an H100 in `$SHARED`): kernels that run, different ones, rows, how many of
them are exact, seconds of the processor; the aim is 5 seconds for one. Then fusions of 100 to 10,000 operands and outputs, whose
time should grow as their width, and instructions on small and on huge arrays, whose time should be the same.

Short form:
"""

import sys
import time
from pathlib import Path

from common import SHARED

import indexing_tools.costs.traffic  # noqa: F401
from indexing_tools.costs.executions import executions
from indexing_tools.ground.patching import load
from indexing_tools.programs.loaders.read import parse_instruction, read_program

AIM = 5.0  # seconds, for all kernels of a dump
ADD = "add {{\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b)\n}}\n"
SIZED = {  # instructions on arrays of n x n elements
    "transpose": "t = f32[{n},{n}] transpose(f32[{n},{n}] p), dimensions={{1,0}}",
    "reshape": "t = f32[{m},{l}] reshape(f32[{n},{n}] p)",
    "slice": "t = f32[{h},{n}] slice(f32[{n},{n}] p), slice={{[0:{n}:2],[0:{n}]}}",
    "dynamic-slice": "t = f32[{h},{h}] dynamic-slice(f32[{n},{n}] p, s32[] a, s32[] b), dynamic_slice_sizes={{{h},{h}}}",
    "dynamic-update-slice": "t = f32[{n},{n}] dynamic-update-slice(f32[{n},{n}] p, f32[{h},{h}] q, s32[] a, s32[] b)",
    "pad": "t = f32[{n},{n}] pad(f32[{h},{n}] p, f32[] v), padding=0_1_1x0_0",
    "dot": "t = f32[{n},{n}] dot(f32[{n},{n}] p, f32[{n},{n}] q), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}",
    "convolution": "t = f32[1,{n},{n},8] convolution(f32[1,{n},{n},8] p, f32[3,3,8,8] k), window={{size=3x3 pad=1_1x1_1}}, "
    "dim_labels=b01f_01io->b01f",
    "reduce-window": ADD + "t = f32[{n},{h}] reduce-window(f32[{n},{n}] p, f32[] v), "
    "window={{size=1x3 stride=1x2 pad=0_0x1_0}}, to_apply=add",
    "gather": "t = f32[{n},64] gather(f32[{n},64] p, s32[{n},1] i), offset_dims={{1}}, collapsed_slice_dims={{0}}, "
    "start_index_map={{0}}, index_vector_dim=1, slice_sizes={{1,64}}",
}


def of_dump(path):
    "Rows, exact rows and seconds for all kernels of a dump."
    program = read_program(path)
    start = time.process_time()
    found = executions(program)
    rows = [row for e in found for row in e.instruction.traffic()]
    seconds = time.process_time() - start
    count = sum(e.count for e in found)
    exact = sum(row.exact for row in rows)
    print(f"{path.stem:24}{count:8}{len(found):8}{len(rows):8}{exact:8}{seconds:8.2f} s")
    return seconds


def wide(n):
    "A fusion of `n` operands and outputs."
    kind, listed = f"({', '.join(['f32[8]'] * n)})", lambda name: ", ".join(f"{name}{i}" for i in range(n))
    given = lambda name: "\n".join(f"  {name}{i} = f32[8] parameter({i})" for i in range(n))
    body = "\n".join(f"  n{i} = f32[8] negate(p{i})" for i in range(n))
    fused = f"f {{\n{given('p')}\n{body}\n  ROOT t = {kind} tuple({listed('n')})\n}}\n"
    call = f"  ROOT r = {kind} fusion({listed('q')}), kind=kLoop, calls=f"
    return f"HloModule m\n\n{fused}\nENTRY e {{\n{given('q')}\n{call}\n}}\n"


def seconds_of(op):
    op.operands, op.attributes  # noqa: B018 - read for the time that reading takes
    start = time.process_time()
    op.traffic()
    return time.process_time() - start


def main():
    load("indexing_tools.indexing")
    seconds_of(parse_instruction("t = f32[5] negate(f32[5] p)"))
    files = [Path(f) for f in sys.argv[1:]] or sorted(SHARED.glob("data/hlo/gpu_h100/gpt_train_step*"))
    print(f"{'dump':24}{'kernels':>8}{'unequal':>8}{'rows':>8}{'exact':>8}")
    slow = sum([of_dump(f) > AIM for f in files])
    print("\nwidth   seconds  of a member")
    for n in (100, 1000, 10_000):
        took = seconds_of(read_program(wide(n)).entry.root)
        print(f"{n:6}{took:9.2f}{took / n * 1e3:10.2f} ms")
    print(f"\n{'n x n':24}{'n = 100':>12}{'n = 10^6':>12}")
    for name, text in SIZED.items():
        took = [seconds_of(parse_instruction(text.format(n=n, h=n // 2, m=n // 4, l=4 * n))) for n in (100, 10**6)]
        print(f"{name:24}" + "".join(f"{t * 1e3:9.1f} ms" for t in took))
    print(f"{slow} of {len(files)} dumps over {AIM:g} s")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
