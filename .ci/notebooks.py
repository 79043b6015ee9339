"""Notebooks as files: clean, check and run.

    python .ci/notebooks.py clean   [NB...]    drop what differs from run to run
    python .ci/notebooks.py check   [NB...]    exit 1 if `clean` would change one, or if it is ill-formed
    python .ci/notebooks.py run     [NB...]    execute in place, each in a kernel of its own, store clean outputs
    python .ci/notebooks.py current [NB...]    execute, and exit 1 if a stored output is not what comes out
    python .ci/notebooks.py test    [NB...]    the same of the cells as they are: their modules are exported first

Without NB: every notebook under nbs/. Clean is what `nbdev_clean` leaves, which nbdev's hooks run when JupyterLab
saves; `run` drops the live views of widgets as well, so that their stills are what is stored.
"""
from __future__ import annotations

import ast
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from functools import partial
from pathlib import Path

import nbformat
from kernels import use_forks
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
LINE = "%load_ext indexing_tools.ground.autoreload"  # what notebooks begin with
LIVE = "application/vnd.jupyter.widget-view+json"
WIDTH = 100  # columns of an exported cell
SKIPPED = {"eval: false", "notest", "slow"}  # directives of cells that do not run in a test
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
DURATION = re.compile(r"\d+(\.\d+)?(e[-+]\d+)?\s?(ns|[uµμ]s|ms|s|seconds|[kMG]B/s|it/s)\b")
TRACEBACK = re.compile(r"^.*Traceback \(most recent call last\):$", re.M)
MACHINE_PATH = re.compile(r"/(home|root|Users)/\w|/site-packages/|/bin/python|/tmp/\w")
ENVIRONMENT = {
    "IN_TEST": "1",  # nbdev_export in a notebook does nothing
    "PYTHONHASHSEED": "0",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "JUPYTER_PREFER_ENV_PATH": "1",  # this environment's kernel, not the user's
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}


def notebooks(names: Iterable[str] = ()) -> list[Path]:
    "The notebooks of that name, or all of the project, in reading order."
    found = [Path(n).resolve() for n in names] or sorted((ROOT / "nbs").rglob("*.ipynb"))
    return [p for p in found if ".ipynb_checkpoints" not in p.parts]


def by_length(names: Iterable[str] = ()) -> list[Path]:
    "The same, the long ones first, which keeps all processes busy to the end."
    return sorted(notebooks(names), key=lambda p: -p.stat().st_size)


def short(path: Path) -> str:
    "The path as one would type it."
    return os.path.relpath(path, ROOT)


def directives(source: str) -> set[str]:
    "What stands behind `#|` in a cell: `export`, `hide`, `eval: false`, ..."
    return {line[2:].strip() for line in source.splitlines() if line.startswith("#|")}


def code_cells(nb: NotebookNode) -> list[tuple[int, NotebookNode]]:
    "The code cells that run in a test, each with its position in the notebook."
    return [
        (i, c)
        for i, c in enumerate(nb.cells)
        if c.cell_type == "code" and c.source.strip() and not SKIPPED & directives(c.source)
    ]


# Clean --------------------------------------------------------------------------------------------


def cleaned(nb: NotebookNode) -> NotebookNode:
    "`nb` as `nbdev_clean` would leave it (changed in place)."
    from nbdev.clean import clean_nb
    from nbdev.config import get_config

    allowed = get_config(path=ROOT).get("allowed_cell_metadata_keys").split()
    clean_nb(nb, allowed_cell_metadata_keys=allowed)
    nb.metadata = nbformat.from_dict(nb.metadata)
    return nb


def without_live_views(nb: NotebookNode) -> NotebookNode:
    "`nb` with the stills of widgets only: nothing that needs a kernel to be seen (changed in place)."
    nb.metadata.pop("widgets", None)
    for cell in nb.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(LIVE, None)
        if "outputs" in cell:  # a live view of its own leaves nothing
            cell.outputs = [o for o in cell.outputs if o.get("data", True)]
    return nb


def as_text(nb: NotebookNode) -> str:
    "The file that holds `nb`."
    return nbformat.writes(nb, 4).rstrip("\n") + "\n"


def clean(path: Path) -> bool:
    "Clean the file; True if that changed it."
    text = cleaned_text(path)
    changed = text != path.read_text(encoding="utf-8")
    if changed:
        path.write_text(text, encoding="utf-8")
    return changed


def cleaned_text(path: Path) -> str:
    "What the file would hold if it were clean."
    return as_text(cleaned(nbformat.read(path, 4)))


# Check --------------------------------------------------------------------------------------------


def faults(path: Path) -> Iterator[str]:
    "What keeps a notebook from being committed."
    if cleaned_text(path) != path.read_text(encoding="utf-8"):
        yield "not clean (python .ci/notebooks.py clean)"
    nb = nbformat.read(path, 4)
    ids = [c.get("id") for c in nb.cells]
    if len(set(ids)) != len(ids):
        yield "two cells have the same id"
    if not nb.cells or not re.match(r"# \S.*\n\s*\n?> \S", nb.cells[0].source):
        yield "the first cell is not a title with a `> subtitle`"
    if LINE not in next((c.source for c in nb.cells if c.cell_type == "code"), "").splitlines():
        yield f"the first code cell has no line `{LINE}`"
    for i, cell in enumerate(nb.cells):
        exported = cell.cell_type == "code" and "export" in directives(cell.source)
        if exported and (wide := sum(len(line) > WIDTH for line in cell.source.splitlines())):
            yield f"cell {i} ({cell.id}) exports {wide} lines of more than {WIDTH} columns"
        if not exported and cell.cell_type == "code" and mixes_imports(cell.source):
            yield f"cell {i} ({cell.id}) imports and does something else: nbdev's documentation runs it alone"
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                yield f"cell {i} stores an error: {output.ename}"
            if output.get("name") == "stderr" and TRACEBACK.search(output.text):
                yield f"cell {i} stores an error: a traceback"
            if found := MACHINE_PATH.search(str(output)):
                yield f"cell {i} stores a machine's path: {found[0]}..."


def mixes_imports(source: str) -> bool:
    "Whether a cell has an import, wherever in it, and other statements; nbdev looks at no cell that begins with magic."
    if source.lstrip().startswith(("%", "!")) or "nbdev_export()" in source or SKIPPED & directives(source):
        return False
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return False
    imports = [isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree)]
    return any(imports) and not all(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)


# Run ----------------------------------------------------------------------------------------------


def execute(path: Path, timeout: float = 300) -> tuple[NotebookNode, str]:
    """The notebook with the outputs of a run in its own folder, and what broke the whole run, or "".

    A cell that fails holds an `error` output; the cells after it run all the same.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    nb = nbformat.read(path, 4)
    live = nbformat.from_dict({**nb, "cells": [c for _, c in code_cells(nb)]})
    client = NotebookClient(
        live,
        timeout=timeout,
        kernel_name="python3",
        allow_errors=True,
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--log-level=40"],
        on_cell_error=note_error,
        resources={"metadata": {"path": str(path.parent)}},
    )
    broken = ""
    try:
        client.execute(env={**os.environ, **ENVIRONMENT})
    except CellTimeoutError:
        broken = f"a cell ran for more than {timeout:g} s"
    except (DeadKernelError, RuntimeError) as error:
        broken = f"the kernel died: {error}"
    done = {c.id: c for c in live.cells}
    nb.cells = [done.get(c.id, c) for c in nb.cells]
    return nb, broken


def note_error(cell: NotebookNode, cell_index: int, execute_reply: dict) -> None:
    """Give a cell that failed an `error` output if the kernel sent none.

    IPython prints an exception that is, or comes of, an ExceptionGroup (Hypothesis with several
    bugs) to stderr, and only its reply says that the cell failed.
    """
    if any(o.output_type == "error" for o in cell.outputs):
        return
    reply = execute_reply["content"]  # its traceback may be an earlier cell's
    said = "".join(o.text for o in cell.outputs if o.get("name") == "stderr")
    cell.outputs.append(
        nbformat.v4.new_output(
            "error",
            ename=reply.get("ename", "Error"),
            evalue=reply.get("evalue", ""),
            traceback=said.splitlines(),
        )
    )


def failures(nb: NotebookNode) -> dict[int, str]:
    "The cells that failed, each with its exception."
    errors = [(i, o) for i, c in code_cells(nb) for o in c.outputs if o.output_type == "error"]
    return {i: f"{o.ename}: {o.evalue}".strip() for i, o in errors}


def section(nb: NotebookNode, at: int) -> str:
    "The nearest heading above a cell."
    titles = (c.source for c in reversed(nb.cells[:at]) if c.cell_type == "markdown")
    return next((t.splitlines()[0].lstrip("# ") for t in titles if t.startswith("#")), "")


def report(nb: NotebookNode, verbose: bool = False) -> Iterator[str]:
    "A line per failed cell, the end of the traceback of the first (the others are mostly consequences) or of all."
    failed = failures(nb)
    for cell, message in failed.items():
        yield f"  cell {cell} ({section(nb, cell)}): {message.splitlines()[0][:300]}"
        if verbose or cell == min(failed):
            lines = [line for o in nb.cells[cell].outputs for line in o.get("traceback", [])]
            plain = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(lines)).splitlines()
            yield from ("    " + line[:200] for line in plain[-30:])


def asserts(source: str) -> bool:
    "Whether a cell tests something: an `assert`, a property (`@given`), or a `test_...` call."
    plain = "\n".join(line for line in source.splitlines() if not line.lstrip().startswith(("%", "!")))
    try:
        nodes = list(ast.walk(ast.parse(plain)))
    except SyntaxError:
        return "assert " in source
    names = [getattr(n.func, "id", getattr(n.func, "attr", "")) for n in nodes if isinstance(n, ast.Call)]
    return any(isinstance(n, ast.Assert) for n in nodes) or any(
        name == "given" or name.startswith("test_") for name in names
    )


# Compare ------------------------------------------------------------------------------------------


def shown(cell: NotebookNode) -> str:
    "What a reader sees below a cell, without what no two runs share (times, addresses, PNG bytes)."
    text = ""
    for output in cell.get("outputs", []):
        if output.output_type == "stream":  # one print may come in several pieces
            text += output.text
        for kind, value in sorted(output.get("data", {}).items()):
            if kind.startswith("text") or kind == "image/svg+xml":
                text += f"\n[{kind}]\n{value}\n"
            elif kind != LIVE:
                text += f"\n[{kind}]\n"
    return DURATION.sub("<time>", ADDRESS.sub("", text)).strip()


def stale(path: Path, new: NotebookNode) -> Iterator[str]:
    "The cells of `path` whose stored output is not that of `new`, with the difference."
    old = nbformat.read(path, 4)
    for i, cell in code_cells(new):
        was, now = shown(old.cells[i]), shown(cell)
        if was != now:
            lines = unified_diff(was.splitlines(), now.splitlines(), "stored", "run", n=0, lineterm="")
            difference = "\n".join("    " + line[:160] for line in list(lines)[2:12])
            yield f"  cell {i} ({section(new, i)}, {cell.id}): the stored output is old\n{difference}"


# Commands -----------------------------------------------------------------------------------------


def run(path: Path, store: bool) -> str:
    "Execute, and store or compare the outputs; a report if a cell failed or its output was old, else nothing."
    start = time.time()
    nb, broken = execute(path)
    found = list(report(nb)) or ([] if store or broken else list(stale(path, nb)))
    good = not broken and not found
    if good and store:
        path.write_text(as_text(without_live_views(cleaned(nb))), encoding="utf-8")
    head = f"{'ok' if good else 'FAIL':4} {time.time() - start:5.1f} s {short(path)} {broken}"
    told = "\n".join([head, *found])
    print(told, flush=True)
    return "" if good else told


def export(paths: Iterable[Path]) -> None:
    "Write the modules of notebooks, so that what other modules call is what the notebooks hold."
    from nbdev.export import nb_export

    for path in paths:
        nb_export(path, lib_path=ROOT / "indexing_tools")


def main(arguments: list[str]) -> int:
    command, *names = arguments or ["help"]
    if command == "clean":
        print(*[short(p) for p in notebooks(names) if clean(p)], sep="\n", end="")
        return 0
    if command == "check":
        found = [f"{short(p)}: {fault}" for p in notebooks(names) for fault in faults(p)]
    elif command in ("run", "current", "test"):
        if command == "test":
            export(notebooks(names))
        if sys.platform == "linux":  # elsewhere a process that was forked may not call the system's libraries
            use_forks(ENVIRONMENT)
        with ThreadPoolExecutor(2) as pool:
            found = [told for told in pool.map(partial(run, store=command == "run"), by_length(names)) if told]
    else:
        print(__doc__)
        return 2
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
