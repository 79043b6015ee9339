"""The tilings that XLA chose in the recorded dumps: are they valid, and how far are they from the fewest bytes?

    python benchmarks/chosen_tilings.py [NAME...] [--count N] [--seconds N] [--show N]

All kernels of the dumps for H100 and TPU v5e that say a tiling (`Program.chosen_tilings`): how many, how many of which the tile is
known, how many have problems. Of each kind of kernel one (at most `--count` of a dump; 0: all) is compared with the best that the
search finds in the device's fast memory, in at most `--seconds` each: how many are as good, and the bytes of all beside those of the
best, with the time that took. NAME: dumps to read, part of the file's name. The exit status is 1 if a tiling has problems.

Short form: x_plus_xt softmax3d mlp_train --count 3
"""

import argparse
import sys
import time

from common import SHARED, skipped

from indexing_tools.costs.executions import kernel_key
from indexing_tools.ground.limits import TimeLimitError, time_limit
from indexing_tools.programs.model import ProgramError
from indexing_tools.programs.loaders.read import read_program


def compared(tilings, count, seconds):
    "The comparisons of one kernel of each kind, and why others have none."
    found, kinds, missing = [], set(), []
    for t in tilings:
        kind = (kernel_key(t.instruction), t.tile_sizes)
        if t.tile_sizes is None or kind in kinds or (count and len(kinds) >= count):
            continue
        kinds.add(kind)
        try:
            with time_limit(seconds):
                found.append(t.compare())
        except TimeLimitError:
            missing.append(f"{t.instruction.name}: took longer than {seconds} s")
        except (ProgramError, ValueError) as error:
            missing.append(f"{t.instruction.name}: {str(error).splitlines()[0]}")
    return found, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--show", type=int, default=3, help="print so many of the largest differences")
    a = parser.parse_args()
    files = sorted(f for kind in ("gpu_h100", "tpu_v5e") for f in (SHARED / "data/hlo" / kind).glob("*.hlo"))
    files = [f for f in files if not a.names or any(name in f.name for name in a.names)]
    if not files:
        return skipped(SHARED / "data/hlo")
    heads = ("dump", "kernels", "known", "problems", "compared", "as good", "moved", "best", "s each", "s")
    print(*(f"{h:>{24 if k == 0 else 10}}" for k, h in enumerate(heads)))
    wrong, every, left = 0, [], []
    for file in files:
        tilings = read_program(file).chosen_tilings()
        if not tilings:
            continue
        problems = [p for t in tilings for p in t.problems()]
        known = sum(t.tile_sizes is not None for t in tilings)
        begin = time.perf_counter()
        found, missing = compared(tilings, a.count, a.seconds)
        seconds = time.perf_counter() - begin
        own = sum(c.own.most_bytes for c in found)
        best = sum(min(c.own.most_bytes, c.search.best.most_bytes) if c.search else c.own.most_bytes for c in found)
        row = [f"{file.parent.name}/{file.stem}"[-24:], len(tilings), known, len(problems), len(found)]
        row += [sum(c.times == 1 for c in found), own, best, f"{seconds / max(1, len(found)):.2f}", f"{seconds:.1f}"]
        print(*(f"{cell:>{24 if k == 0 else 10}}" for k, cell in enumerate(row)), flush=True)
        wrong, every, left = wrong + len(problems), every + found, left + [f"{file.stem}: {m}" for m in missing]
    for c in sorted(every, key=lambda c: -c.times)[: a.show]:
        print(f"\n{c.times:.3g} times: {c}")
    print(*left, sep="\n")
    good = sum(c.times == 1 for c in every)
    print(f"{wrong} problems; {good} of {len(every)} kinds of kernels move no more than the best; {len(left)} not compared")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
