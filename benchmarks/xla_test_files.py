"""XLA's own test files: is each module read, reported and mapped, and never with a raw error or without an end?

    python benchmarks/xla_test_files.py FOLDER [PATTERN...] [-j 2] [--timeout 300] [--every N] [--offset K]

FOLDER holds a copy of openxla/xla, or of its files `**/*.hlo` alone; a pattern chooses among their paths. Each file runs in
a process of its own with a limit of time. Lines `// -----` part a file into modules, as they do for XLA's `hlo-opt
--split-input-file`; a part without any text besides comments is left out. Of each module three stages are tried: `read` is
`read_program(text).check()`, `report` its report as text and JSON, and `maps` the maps of every instruction, forward.

    ok        the stage ended
    refused   an error of this package's own, with its place
    raw       any other error
    over time the process was ended; the stage is the one it was in

`XLA` tells whether jaxlib's parser takes the module, in a process that may crash; without jaxlib it is unknown. Everything
that is not `ok` is listed, and below the table the files that took longest. The exit status is 1 if there is a raw error, a
stage over time, or a module that XLA takes and that is not read or not reported. A refusal of maps alone is listed as
`misfit`: XLA's parser, unlike its verifier, takes instructions whose shapes do not fit, and such have no maps.

Short form: none, it needs a copy of openxla/xla
"""
from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from time import perf_counter

from common import skipped

import indexing_tools as it
from indexing_tools.reports.instruction_reports import instruction_reports

STAGES = ("read", "report", "maps")
RESULTS = ("ok", "refused", "raw", "over time")
BYTES = 8 * 2**30  # of memory for one file
NOTHING = re.compile(r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*\Z", re.S)
XLA = """
import sys
from indexing_tools import split_modules
from jaxlib import _hlo
for number, text in enumerate(split_modules(open(sys.argv[1], encoding="utf-8", errors="replace").read())):
    try:
        _hlo.hlo_module_from_text(text)
        print(number, "yes", flush=True)
    except Exception:
        print(number, "no", flush=True)
"""


def modules(path: Path) -> list[tuple[int, str]]:
    "The parts of a file that hold more than comments, with their numbers."
    parts = it.split_modules(path.read_text(encoding="utf-8", errors="replace"))
    return [(number, text) for number, text in enumerate(parts) if not NOTHING.match(text)]


def stages(text: str, path: Path) -> dict[str, Callable[[], object]]:
    "What is done with a module, in order."
    made: list[it.Program] = []

    def report() -> None:
        found = made[0].report()
        str(found), found.to_json()

    return {
        "read": lambda: made.append(it.read_program(text, source=path.name).check()),
        "report": report,
        "maps": lambda: [instruction_reports(op) for op in made[0].instructions],
    }


def tried(work: Callable[[], object]) -> tuple[str, str]:
    "How a stage ended, and its words."
    try:
        work()
    except (it.ParseError, it.LimitError) as error:
        return "refused", str(error)
    except Exception as error:
        return "raw", f"{type(error).__name__}: {error}"
    return "ok", ""


def one(path: Path) -> None:
    "Run the stages of every module of a file; a line of JSON before and after each."
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    for number, text in modules(path):
        for stage, work in stages(text, path).items():
            print(json.dumps([number, stage]), flush=True)
            start = perf_counter()
            result, words = tried(work)
            print(json.dumps([number, stage, result, words, perf_counter() - start]), flush=True)
            if stage == "read" and result != "ok":
                break


def lines_of(command: list[str], timeout: float) -> tuple[list[str], bool]:
    "What a process printed, and whether it had to be ended."
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            return process.communicate(timeout=timeout)[0].splitlines(), False
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0].splitlines(), True


def results(path: Path, timeout: float) -> list[tuple[int, str, str, str, float]]:
    "Number, stage, result, words and seconds of everything that was tried of a file."
    lines, late = lines_of([sys.executable, __file__, "--one", str(path)], timeout)
    rows = [json.loads(line) for line in lines]
    found = [tuple(row) for row in rows if len(row) == 5]
    if rows and len(rows[-1]) == 2:  # begun and not ended
        found.append((*rows[-1], *(("over time", "", timeout) if late else ("raw", "the process died", 0.0))))
    return found


def taken(path: Path, timeout: float) -> dict[int, str]:
    "Which modules XLA's parser takes."
    lines, _ = lines_of([sys.executable, "-c", XLA, str(path)], timeout)
    return {int(line.split()[0]): line.split()[1] for line in lines}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", metavar="FOLDER")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one file")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of all files every N-th")
    parser.add_argument("--offset", type=int, default=0, metavar="K", help="beginning with this one")
    parser.add_argument("--one", metavar="FILE", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.one:
        one(Path(a.one))
        return 0
    folder = Path(a.folder or "")
    files = [p for p in sorted(folder.rglob("*.hlo")) if not a.patterns or any(fnmatch(str(p), f"*{w}*") for w in a.patterns)]
    if not a.folder or not files:
        return skipped("a copy of openxla/xla, its *.hlo files at least")
    files = files[a.offset :: a.every]
    counts: Counter[tuple[str, str]] = Counter()
    xla: Counter[str] = Counter()
    slow: list[tuple[float, str]] = []
    wrong = 0
    with ThreadPoolExecutor(a.jobs) as pool:
        work = pool.map(lambda path: (path, results(path, a.timeout), taken(path, a.timeout)), files)
        for path, rows, valid in work:
            name = path.relative_to(folder).as_posix()
            slow.append((sum(row[4] for row in rows), name))
            for number, stage, result, words, _ in rows:
                known = valid.get(number, "unknown")
                counts[stage, result] += 1
                xla[known] += stage == "read"
                if result == "ok":
                    continue
                bad = result in ("raw", "over time") or result == "refused" and known != "no" and stage != "maps"
                wrong += bad
                first = words.strip().splitlines()[0] if words else ""
                kind = "BAD" if bad else "misfit" if stage == "maps" else "as XLA"
                print(f"{kind} {name} module {number}, {stage}: {result}: {first[:200]}", flush=True)
    print(f"\n{len(files)} files, {sum(xla.values())} modules; XLA takes {xla['yes']}, refuses {xla['no']}, unknown {xla['unknown']}\n")
    print(f"{'':8}" + "".join(f"{result:>11}" for result in RESULTS))
    for stage in STAGES:
        print(f"{stage:8}" + "".join(f"{counts[stage, result]:11}" for result in RESULTS))
    print("\nlongest:", *(f"  {seconds:6.1f} s  {name}" for seconds, name in sorted(slow, reverse=True)[:8]), sep="\n")
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
