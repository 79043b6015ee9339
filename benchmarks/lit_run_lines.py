"""Tests of StableHLO run as lit runs them, with `indexing-tools check` in place of `stablehlo-translate`.

    python benchmarks/lit_run_lines.py ROOT [PATTERN...] [--every N] [-j 2]

ROOT is the folder `stablehlo` of a copy of openxla/stablehlo; a pattern names files in it, by default those of
`tests/interpret`; of all files every N-th is taken. A file passes if each RUN line does. `not` and a small `FileCheck`
stand in a folder of their own, and a `stablehlo-opt` that hands on what it is given: the passes of these lines are not
needed, because the interpreter runs calls, composites and CHLO as they are. Lines that interpret nothing are left out.

Short form: none, it needs a copy of openxla/stablehlo
"""
from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATTERNS = ["tests/interpret/*.mlir", "tests/interpret/chlo/*.mlir"]
RUN = re.compile(r"^// RUN:(.*)$", re.M)
TOOLS = {
    "stablehlo-translate": "exec {python} -c 'from indexing_tools.cli.main import main; main()' check \"$@\"",
    "FileCheck": 'exec {python} {here} --file-check "$@"',
    "not": 'if "$@"; then exit 1; else test $? -lt 126; fi',
    "stablehlo-opt": 'for word; do case $word in -*) ;; *) exec cat "$word";; esac; done; exec cat',
}


def make_tools(folder: Path) -> None:
    "Write the scripts that RUN lines call."
    for name, line in TOOLS.items():
        text = line.format(python=shlex.quote(sys.executable), here=shlex.quote(__file__))
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def run_file(file: Path, tools: Path) -> tuple[Path, int, str]:
    "How many RUN lines were run, and what the first that failed said."
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        path = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        for line in RUN.findall(file.read_text()):
            if "--interpret" not in line and "%t.mlir" not in line:
                continue
            count += "--interpret" in line
            line = line.replace("%s", shlex.quote(str(file))).replace("%t", f"{folder}/t")
            command = ["bash", "-o", "pipefail", "-c", line]
            done = subprocess.run(command, capture_output=True, text=True, env=os.environ | path)
            if done.returncode or "Traceback" in done.stderr:
                return file, count, f"{line.strip()}\n{done.stdout[-600:]}{done.stderr[-600:]}"
    return file, count, ""


def directives(text: str, prefixes: Sequence[str]) -> Iterator[tuple[str, str]]:
    "Kind and pattern of each line that checks, as a regular expression."
    head = f"(?:{'|'.join(map(re.escape, prefixes))})"
    for found in re.finditer(rf"\b{head}(|-NEXT|-LABEL)(\{{LITERAL\}})?:[ \t]*(.*?)[ \t]*$", text, re.M):
        kind, literal, pattern = found.groups()
        parts = [pattern] if literal else re.split(r"\{\{(.*?)\}\}", pattern)
        yield kind, "".join(p if i % 2 else re.escape(squeezed(p)) for i, p in enumerate(parts))


def squeezed(text: str) -> str:
    "With one blank for several."
    return re.sub(r"[ \t]+", " ", text)


def file_check(words: Sequence[str]) -> int:
    "LLVM's FileCheck, as far as these tests need it: 0 if standard input is as the file says."
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--check-prefix", "--check-prefixes", default="CHECK")
    asked = parser.parse_args(words)
    given = squeezed(sys.stdin.read())
    at, count = 0, 0
    for kind, pattern in directives(asked.file.read_text(), asked.check_prefix.split(",")):
        found, count = re.search(pattern, given[at:], re.M), count + 1
        if found is None or kind == "-NEXT" and given[at : at + found.start()].count("\n") != 1:
            print(f"{asked.file}: CHECK{kind} {pattern} not in:\n{given[at : at + 200]}", file=sys.stderr)
            return 1
        at += found.end()
    return 0 if count else 2


def main() -> int:
    "Run the files and tell what failed."
    if "--file-check" in sys.argv[1:2]:
        return file_check(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("patterns", nargs="*", default=PATTERNS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("-j", type=int, default=2)
    asked = parser.parse_args()
    files = [f for p in asked.patterns for f in sorted(asked.root.glob(p))][:: asked.every]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.j) as pool:
        make_tools(Path(folder))
        results = list(pool.map(lambda f: run_file(f, Path(folder)), files))
    for file, _, fault in results:
        if fault:
            print(f"FAIL {file.relative_to(asked.root)}: {fault}")
    failed, lines = sum(bool(fault) for *_, fault in results), sum(count for _, count, _ in results)
    print(f"{len(results) - failed} of {len(results)} files pass, {lines} RUN lines")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
