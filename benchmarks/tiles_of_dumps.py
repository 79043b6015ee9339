"""Can all fusions of real programs be tiled? Every fusion of the dumps, with symbolic sizes and with chosen ones.

    python benchmarks/tiles_of_dumps.py [FILE...] [--short] [--show N] [--run SECONDS]

Every fusion that a program runs (those inside of others are walked through) is cut into tiles of sizes left open, and of 128 along
the last dimension, 8 along the one before and 1 along others. A table per file: fusions, tiled, refused, tiles, inputs of which all
that is read is one tile, a union, a superset, and seconds; then why fusions were refused, with counts. The exit status is 1 if a
fusion raises something else than a refusal, or `gpt_train_step` takes 10 seconds or more. With --run every different fusion of at
most three million elements is computed in about four tiles, from its tiles alone and nonsense elsewhere, and compared with the
same kernels on one tile: the elements must be equal.

Short form: --short
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import numpy as np
from common import SHARED, skipped

from indexing_tools.tiles import tiled_execution as tile_by_tile  # noqa: F401
from indexing_tools.ground.patching import load
from indexing_tools.programs.model import ProgramError
from indexing_tools.programs.loaders.read import read_program

COLUMNS = ("fusions", "tiled", "refused", "tiles", "one tile", "union", "superset", "unknown")


def fusions_of(program):
    "The fusions that are not inside of others."
    inner = {f for op in program.instructions if op.opcode == "fusion" for f in op.called}
    return [op for f in program if f not in inner for op in f.instructions if op.opcode == "fusion"]


def usual_sizes(space):
    "128 along the last parallel dimension, 8 along the one before, 1 along others; sums 64 at a time."
    own = [*space.parallel]
    chosen = dict.fromkeys(space.sequential, 64) | dict.fromkeys(own, 1) | dict(zip(own[::-1], (128, 8)))
    return [min(chosen[i], max(n, 1)) for i, n in enumerate(space.sizes)]


def counted(tiled, counts, reasons):
    "Enter a tiling of a fusion."
    counts["refused" if tiled.refusals else "tiled"] += 1
    counts["tiles"] += len(tiled.instructions)
    for op, reason in tiled.refusals:
        reasons[f"{op.opcode}: {reason.split(': ')[-1]}"] += 1
    for tiles in tiled.inputs.values():
        known = "one tile" if len(tiles) < 2 else "union"
        counts["unknown" if tiles.reason else known if tiles.exact else "superset"] += 1


def halves(space):
    "The last two parallel dimensions and all sums in halves, the others whole."
    cut = {*space.parallel[-2:], *space.sequential}
    return [max(1, -(-n // 2) if i in cut else n) for i, n in enumerate(space.sizes)]


def random_value(shape, random):
    "A random value of a shape."
    if shape.is_tuple:
        return tuple(random_value(e, random) for e in shape.elements)
    kind, sizes = shape.element_type, shape.dimensions
    values = random.normal(size=sizes) if kind.kind in ("float", "complex") else random.integers(0, 2, sizes)
    return values.astype(kind.dtype)


def flat(value):
    "The arrays of a nested value."
    return [x for v in value for x in flat(v)] if isinstance(value, tuple) else [np.asarray(value)]


def run_in_tiles(op):
    "Do the tiles of a fusion make what one tile makes? `refused`, `equal` or `different`."
    space, random = op.tile().space, np.random.default_rng(0)
    tiled, whole = op.tile(halves(space)), op.tile([max(n, 1) for n in space.sizes])
    if tiled.refusals or whole.refusals:
        return "refused"
    arrays = [random_value(x.shape, random) for x in op.called[0].parameters]
    pairs = zip(flat(tiled.run(*arrays, poison=1)), flat(whole.run(*arrays)))
    same = lambda a, b: a.tobytes() == b.tobytes() or np.allclose(a.astype(complex), b.astype(complex), rtol=1e-2, atol=1e-3, equal_nan=True)
    return "equal" if all(same(a, b) for a, b in pairs) else "different"


def run_all(files, seconds):
    "Run the different fusions of all files, as long as there is time."
    counts, seen, end = Counter(), set(), time.monotonic() + seconds
    for path in files:
        for op in fusions_of(read_program(path)):
            body = op.called[0]
            kind = str([(x.opcode, str(x.shape)) for x in body])
            if kind in seen or time.monotonic() > end:
                continue
            seen.add(kind)
            if sum(leaf.size for x in body for _, leaf in x.shape.leaves()) > 3_000_000:
                counts["large"] += 1
                continue
            with np.errstate(all="ignore"):
                found = run_in_tiles(op)
            counts[found] += 1
            if found == "different":
                print(f"different: {path.parent.name}/{path.stem}: {op.name}")
    print("computed in tiles:", ", ".join(f"{k} {n}" for k, n in counts.items()))
    return counts["different"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--short", action="store_true", help="the 15 smallest files")
    parser.add_argument("--show", type=int, default=5, help="name so many fusions for every reason")
    parser.add_argument("--run", type=float, default=0, help="compute fusions for so many seconds")
    a = parser.parse_args()
    files = a.files or sorted((SHARED / "data" / "hlo").rglob("*.hlo"), key=lambda p: p.stat().st_size)
    if not files:
        return skipped(SHARED / "data" / "hlo")
    load("indexing_tools.indexing")
    total, reasons, named, raised, slow = Counter(), Counter(), {}, [], []
    print(f"{'file':44}{'':10}" + "".join(f"{c:>9}" for c in COLUMNS) + f"{'seconds':>9}")
    for path in files[:15] if a.short else files:
        fusions, name = fusions_of(read_program(path)), f"{path.parent.name}/{path.stem}"
        for choose in (None, usual_sizes):
            counts, begin = Counter(fusions=len(fusions)), time.perf_counter()
            for op in fusions:
                try:
                    space = op.tile().space if choose else None
                    tiled = op.tile(choose(space)) if choose else op.tile()
                    counted(tiled, counts, reasons)
                    for where, reason in tiled.refusals:
                        named.setdefault(f"{where.opcode}: {reason.split(': ')[-1]}", []).append(f"{name}: {op.name}: {where.name}")
                except ProgramError as error:
                    counts["refused"] += 1
                    reasons[f"raised: {str(error).splitlines()[0]}"] += 1
                except Exception as error:
                    place = traceback.extract_tb(error.__traceback__)[-1]
                    raised.append(f"{name}: {op.name}: {type(error).__name__}: {error} ({place.name}:{place.lineno})")
            seconds = time.perf_counter() - begin
            if "gpt_train_step" in path.stem and seconds >= 10:
                slow.append(name)
            how = "chosen" if choose else "open"
            print(f"{name:44}{how:10}" + "".join(f"{counts[c]:9}" for c in COLUMNS) + f"{seconds:9.2f}", flush=True)
            total.update(counts)
            total["milliseconds"] += int(seconds * 1000)
    print(f"{'all':54}" + "".join(f"{total[c]:9}" for c in COLUMNS) + f"{total['milliseconds'] / 1000:9.2f}")
    for reason, n in reasons.most_common():
        print(f"{n:6} {reason}")
        for where in list(dict.fromkeys(named.get(reason, [])))[: a.show]:
            print(f"         {where}")
    for words in raised[:20]:
        print(words)
    print(f"{len(raised)} raised; too slow: {', '.join(slow) or 'none'}")
    different = run_all(files[:15] if a.short else files, a.run) if a.run else 0
    return int(bool(raised or slow or different))


if __name__ == "__main__":
    sys.exit(main())
