"""Eight threads make the first use of the package together, in a new process each round.

    python benchmarks/first_use.py [ROUNDS]

Half of the rounds use public names and methods only, half import inner modules beside them, each
thread in an order of its own. A round fails if a thread raises or does not end.

Short form: 6
"""
from __future__ import annotations

import subprocess
import sys

PUBLIC = """
    lambda: it.Shape.parse("f32[8,128]{1,0:T(8,128)}").tile_map(),
    lambda: it.Shape.parse("f32[8,128]{1,0:T(8,128)}").byte_size,
    lambda: it.Shape.parse("f32[8,128]").pack,
    lambda: it.IndexingMap.parse("(d0) -> (d0 mod 8), domain: d0 in [0, 15]").count(),
    lambda: it.IndexingMap.parse("(d0) -> (d0 mod 8), domain: d0 in [0, 15]").picture(),
    lambda: it.parse_instruction("e = f32[8] reverse(f32[8] x), dimensions={0}").output_to_input().map(),
    lambda: it.parse_instruction("e = f32[8] exponential(f32[8] x)").thread_indexing,
    lambda: it.read_program("HloModule m\\nENTRY e { ROOT p = f32[8] parameter(0) }").report(),
    lambda: it.SparseTensor.from_scipy,
    lambda: it.CSR._repr_html_(),
    lambda: it.run,
"""
MODULES = """indexing.rules indexing.fusion reports.report indexing.windows indexing.custom_calls
    sparse.convert.conversion sparse.storage.text_files sparse.storage.sparse_tensor pictures.tiles pictures.live.maps pictures.sparse
    interpreter.run maps.sets.exact tiling.relayout""".split()
INNER = "\n".join(f'    lambda: import_module("indexing_tools.{name}"),' for name in MODULES)
PROGRAM = """
import os, sys, threading
from importlib import import_module
import indexing_tools as it

sys.setswitchinterval(1e-5)
together, errors = threading.Barrier(8), []
tasks = [TASKS]

def work(number):
    try:
        together.wait()
        for i in range(len(tasks)):
            tasks[(i * STEP + 3 * number * ORDER) % len(tasks)]()
    except BaseException as error:
        errors.append(f"{type(error).__name__}: {error}")

threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(100)
print(*set(errors), "a thread does not end" if any(t.is_alive() for t in threads) else "", flush=True)
os._exit(bool(errors) or any(t.is_alive() for t in threads))
"""


def failure(number: int) -> str:
    "What went wrong in one round; nothing, if all is well."
    tasks = PUBLIC + INNER if number % 2 else PUBLIC
    order = {"STEP": str((1, 3, 7)[number % 3]), "ORDER": str(number // 2 % 2)}
    program = PROGRAM.replace("TASKS", tasks)
    for name, value in order.items():
        program = program.replace(name, value)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return f"round {number}: {run.stdout.strip()} {run.stderr.strip()}" if run.returncode else ""


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = [told for told in map(failure, range(rounds)) if told]
    print(*found, f"{rounds} rounds of 8 threads, {len(found)} failed", sep="\n")
    sys.exit(bool(found))
