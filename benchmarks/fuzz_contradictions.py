"""HLO programs whose numbers were changed: sizes that lie, slices beyond an array. Machine code must answer as Python does.

    python benchmarks/fuzz_contradictions.py [--count 3000] [--first 0] [--batch 150]

A seed takes a program with loops or a chain of elementwise operations, and changes one to three numbers in its shapes and
attributes. What is still read runs as Python and, with loops compiled at once, as machine code: the same results, or an error of
ours from both, and no crash. Batches run in processes of their own. Prints a line for what differs, then the counts; exit
status 1 if anything differs or a process dies.

Short form: --count 150
"""
from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
from collections import Counter

import numpy as np

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops

STEPS = [
    "b = f32[4] reverse(a), dimensions={0}",
    "m = f32[2,2] reshape(a)\n n = f32[2,2] transpose(m), dimensions={1,0}\n d = f32[2,2] dot(m, n), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n b = f32[4] reshape(d)",
    "u = f32[2] slice(a), slice={[1:4:2]}\n b = f32[4] concatenate(u, u), dimensions={0}",
    "u = f32[2] dynamic-slice(a, i), dynamic_slice_sizes={2}\n b = f32[4] dynamic-update-slice(a, u, one)",
    "u = f32[7] pad(a, c), padding=1_2\n b = f32[4] slice(u), slice={[2:6]}",
    "g = f32[3,4] broadcast(a), dimensions={1}\n b = f32[4] reduce(g, c), dimensions={0}, to_apply=sum",
    "p = pred[] compare(i, one), direction=EQ\n b = f32[4] conditional(p, a, a), true_computation=same, false_computation=twice",
    "k = s32[4] iota(), iota_dimension=0\n h = f32[4] convert(k)\n t = (f32[4], f32[4]) tuple(a, h)\n u = f32[4] get-tuple-element(t), index=1\n"
    " b = f32[4] add(u, a)",
    "u = f32[4] call(a), to_apply=twice\n b = f32[4] fusion(u), kind=kLoop, calls=same",
]
LOOP = """HloModule m
sum {{ x = f32[] parameter(0)
 y = f32[] parameter(1)
 ROOT r = f32[] add(x, y) }}
same {{ x = f32[4] parameter(0)
 ROOT r = f32[4] copy(x) }}
twice {{ x = f32[4] parameter(0)
 ROOT r = f32[4] add(x, x) }}
test {{ s = (s32[], f32[4]) parameter(0)
 i = s32[] get-tuple-element(s), index=0
 n = s32[] constant(3)
 ROOT p = pred[] compare(i, n), direction=LT }}
step {{ s = (s32[], f32[4]) parameter(0)
 i = s32[] get-tuple-element(s), index=0
 a = f32[4] get-tuple-element(s), index=1
 one = s32[] constant(1)
 c = f32[] constant(2)
 {}
 j = s32[] add(i, one)
 ROOT r = (s32[], f32[4]) tuple(j, b) }}
ENTRY e {{ a = f32[4] parameter(0)
 i = s32[] constant(0)
 s = (s32[], f32[4]) tuple(i, a)
 ROOT w = (s32[], f32[4]) while(s), condition=test, body=step }}"""
CHAIN = """HloModule m
ENTRY e { x = f32[200,100] parameter(0)
 r = f32[100] slice(v), slice={[3:103]}
 v = f32[120] iota(), iota_dimension=0
 y = f32[200,100] broadcast(r), dimensions={1}
 z = f32[200,100] multiply(y, x)
 w = f32[200,100] slice(z), slice={[0:200], [0:100]}
 u = f32[200,100] subtract(w, x)
 t = f32[200,100] maximum(u, y)
 ROOT s = f32[200,100] add(t, w) }"""
_LINES = CHAIN.splitlines()
CHAIN = "\n".join([*_LINES[:2], _LINES[3], _LINES[2], *_LINES[4:]])  # what is read stands first
_NUMBER = re.compile(r"(?<=[\[,{:=_])\d+(?=[\],}:_\n])")


def changed(text: str, rng: random.Random) -> str:
    "The text with one to three other numbers."
    for _ in range(rng.choice((1, 1, 2, 3))):
        m = rng.choice([*_NUMBER.finditer(text)])
        text = text[: m.start()] + str(rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 12, 30, 100, 400, 20_000))) + text[m.end() :]
    return text


def leaves(value: object) -> list[np.ndarray]:
    "The arrays of a value, those of tuples within tuples, too."
    return [x for part in value for x in leaves(part)] if isinstance(value, tuple) else [np.asarray(value)]


def outcome(text: str, given: np.ndarray, **how: float) -> list[np.ndarray] | str:
    "The results, or the kind of the error."
    with compile_loops(**how), it.time_limit(10), it.memory_limit(2**29):
        try:
            found = it.read_program(text).run(given)
        except (it.ProgramError, it.LimitError, ValueError) as error:
            return type(error).__name__
    return leaves(found)


def batch(seeds: range) -> int:
    "Programs of these seeds, and whether one differs."
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        is_chain = rng.random() < 0.2
        text = changed(CHAIN if is_chain else LOOP.format(rng.choice(STEPS)), rng)
        try:
            it.read_program(text)
        except (it.ParseError, it.ProgramError):
            counts["not read"] += 1
            continue
        given = np.ones((200, 100), np.float32) if is_chain else np.float32([1, 2, 3, 4])
        plain, machine = outcome(text, given, after=np.inf), outcome(text, given)
        if isinstance(plain, str) or isinstance(machine, str):
            same = isinstance(plain, str) and plain == machine
        else:
            same = len(plain) == len(machine) and all(map(np.array_equal, plain, machine))
        counts["an error of both" if same and isinstance(plain, str) else "the same" if same else "DIFFERENT"] += 1
        if not same:
            print("DIFFERENT", seed, str(plain)[:90], str(machine)[:90])
    print(*(f"{n} {what}" for what, n in counts.items()), sep=", ")
    return int(bool(counts["DIFFERENT"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=150)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.inside:
        return batch(range(a.first, a.first + a.count))
    failed = 0
    for first in range(a.first, a.first + a.count, a.batch):
        many = min(a.batch, a.first + a.count - first)
        command = [sys.executable, __file__, "--inside", "--first", str(first), "--count", str(many)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        failed += done.returncode != 0
        print(f"{first}: {done.stdout.strip()}" + (f" exit status {done.returncode} {done.stderr[-200:]}" if done.returncode else ""), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
