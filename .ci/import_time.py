"""`import indexing_tools` and the command, in new processes, against `import numpy` in the same minute.

    python .ci/import_time.py [ROUNDS]

Each is the best of 15 runs in turn with the others, less an empty program's. The import may take
as long as NumPy's, `simplify` three times as long. Exit status 1 if one takes more in three tries:
the best of 15 still varies by a tenth on a busy machine, and a program that is too slow fails thrice.
"""
import os
import subprocess
import sys
import time

MAP = "(d0) -> (d0 mod 8), domain: d0 in [0, 7]"
PROGRAM = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }"
PROGRAMS = {
    "nothing": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "import indexing_tools": ["-c", "import indexing_tools"],
    "its first map": ["-c", f"import indexing_tools as it; it.IndexingMap.parse({MAP!r}).simplify()"],
    "its first program": ["-c", f"import indexing_tools as it; it.read_program({PROGRAM!r}).entry.root"],
    "command simplify": ["-m", "indexing_tools", "simplify", MAP],
}
MOST = {"import indexing_tools": 1, "command simplify": 3}  # times NumPy's


def best_times(rounds: int) -> dict[str, float]:
    "The least wall time of each program, in turn, in seconds; compiled modules are kept."
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    best = dict.fromkeys(PROGRAMS, float("inf"))
    for number in range(rounds + 1):
        for name, arguments in PROGRAMS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
            if number:  # the first round compiles the modules
                best[name] = min(best[name], time.perf_counter() - start)
    return best


def is_quick(rounds: int) -> bool:
    "Measure, print, and compare with what is allowed."
    best = best_times(rounds)
    empty = best.pop("nothing")
    peer = best["import numpy"] - empty
    for name, seconds in best.items():
        print(f"{name:24} {seconds - empty:6.3f} s  {(seconds - empty) / peer:5.2f} of NumPy's", flush=True)
    return all(best[name] - empty <= most * peer for name, most in MOST.items())


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    sys.exit(not any(is_quick(rounds) for _ in range(3)))
