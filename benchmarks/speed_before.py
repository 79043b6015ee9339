"""Sparse products, sums and conversions, and loops of programs: the time here over the time in another checkout.

    python benchmarks/speed_before.py --before PYTHON [--rounds 5] [--rows 200 100000]

`--before` names the Python of an environment in which an older state of the package is installed. Both run in turn, each
time in a new process; a time is the least CPU time of a call. Without `--before` nothing is compared.

Short form: none, it needs another checkout to compare with
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from common import ROOT

import indexing_tools as it

LOOP = """func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %a = stablehlo.multiply %v, %half : tensor<4xf32>
      %b = stablehlo.add %a, %x : tensor<4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}"""
CHAIN = """func.func @main(%x: tensor<SIZExf32>) -> tensor<SIZExf32> {
  %0 = stablehlo.multiply %x, %x : tensor<SIZExf32>
  %1 = stablehlo.add %0, %x : tensor<SIZExf32>
  %2 = stablehlo.maximum %1, %x : tensor<SIZExf32>
  return %2 : tensor<SIZExf32>
}"""


def cases(rows: int) -> dict[str, Callable[[], object]]:
    "What is timed, with matrices of so many rows and ten entries in each."
    g = np.random.default_rng(1)
    count = 10 * rows
    entries = g.random(count), (g.integers(0, rows, count), g.integers(0, rows, count))
    a = it.SparseTensor.from_scipy(sp.coo_array(entries, shape=(rows, rows)).tocsr())
    x, block = g.random(rows), g.random((rows, 8))
    loop, chain = it.read_program(LOOP), it.read_program(CHAIN.replace("SIZE", str(rows)))
    turns, few, many = np.int32(10 * rows), np.ones(4, "f4"), np.ones(rows, "f4")
    return {
        "A @ x": lambda: a @ x,
        "A @ X": lambda: a @ block,
        "A + A": lambda: a + a,
        "A * A": lambda: a * a,
        "A @ A": lambda: a @ a,
        "to CSC": lambda: a.convert("CSC"),
        "to COO": lambda: a.convert("COO"),
        "to dense" if rows < 1000 else "to BSR": (lambda: a.to_dense()) if rows < 1000 else lambda: a.convert("BSR(2, 2)"),
        "while": lambda: loop.run(turns, few),
        "chain": lambda: chain.run(many),
    }


def least(function: Callable[[], object], seconds: float = 0.4) -> float:
    "The least CPU time of a call, in microseconds, when it has been called for a while."
    for _ in range(400):
        start = time.process_time()
        function()
        once = time.process_time() - start
        if once > 0.01 and _ > 3:
            break
    calls = max(1, int(0.01 / max(once, 1e-7)))
    best, end = float("inf"), time.process_time() + seconds
    while time.process_time() < end:
        start = time.process_time()
        for _ in range(calls):
            function()
        best = min(best, (time.process_time() - start) / calls)
    return 1e6 * best


def measured(python: str, rows: int) -> dict[str, float]:
    "The times in a new process."
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"OMP_NUM_THREADS": "1"}
    line = [python, str(Path(__file__).resolve()), "--child", "--rows", str(rows)]
    run = subprocess.run(line, capture_output=True, text=True, env=environment, check=False, cwd=ROOT / "benchmarks")
    if run.returncode:
        raise SystemExit(f"{python}: {run.stderr.strip().splitlines()[-1]}")
    return json.loads(run.stdout.splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, nargs="+", default=[200, 100_000])
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.child:
        print(json.dumps({name: least(function) for name, function in cases(a.rows[0]).items()}))
        return 0
    pythons = [sys.executable, *([a.before] if a.before else [])]
    for rows in a.rows:
        rounds = [[measured(python, rows) for python in pythons] for _ in range(a.rounds)]
        print(f"{rows:,} rows{'now, us':>14}{'before, us' if a.before else '':>14}{'ratio' if a.before else '':>8}")
        for name in rounds[0][0]:
            now, *before = (min(times[n][name] for times in rounds) for n in range(len(pythons)))
            print(f"  {name:10}{now:12.1f}" + "".join(f"{was:14.1f}{now / was:8.3f}" for was in before))
    return 0


if __name__ == "__main__":
    sys.exit(main())
