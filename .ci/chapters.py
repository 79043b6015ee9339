"""The form of chapters, counted: what CONTRIBUTING.md ("The form of a chapter") asks of a notebook.

    python .ci/chapters.py [NB...]      what is outside of the form, and a line of figures; exit 1 if anything is
    python .ci/chapters.py table [NB]   the figures of every notebook

Without NB: every notebook under nbs/.
"""
from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from notebooks import LINE, directives, notebooks, short

FIRST_CELLS, FIRST_LINES, ROW_CELLS, ROW_LINES, ASSERTIONS = 4, 30, 4, 80, 3
PICTURE = re.compile(r"<svg|<img")
TOUR_IMPORTS = {"indexing_tools", "numpy", "matplotlib", "IPython", *sys.stdlib_module_names}
HELPERS = "indexing_tools.ground.autoreload"  # `fails`, which shows a refusal
EXCEPTIONS = {  # notebook: kind of fault: why it may be so
    "nbs/index.ipynb": {"demonstration": "the README's commands run in a shell"},
}


@dataclass
class Chapter:
    "What is counted in a notebook."

    path: Path
    cells: int = 0  # code cells up to the first that shows something
    lines: int = 0  # exported lines before it
    shows: bool = False
    row: tuple[int, int] = (0, 0)  # the longest row of exported cells: cells, lines
    pictures: int = 0
    exports: bool = False
    faults: list[tuple[str, str]] = field(default_factory=list)  # kind, words


def lines_of(source: str) -> list[str]:
    "The lines of a cell that are code."
    return [line for line in source.splitlines() if line.strip() and not line.startswith(("#|", "%", "!"))]


def tree_of(source: str) -> ast.Module | None:
    "The syntax of a cell, or None where it is not plain Python."
    try:
        return ast.parse("\n".join(lines_of(source)))
    except SyntaxError:
        return None


def imports_only(tree: ast.Module | None) -> bool:
    "Whether a cell does nothing but import."
    return tree is not None and all(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)


def has_picture(cell: NotebookNode) -> bool:
    "Whether a drawing or a plot is stored below a cell."
    views = [output.get("data", {}) for output in cell.get("outputs", [])]
    return any("image/png" in v or "image/svg+xml" in v or PICTURE.search(str(v.get("text/html", ""))) for v in views)


def cell_faults(cell: NotebookNode, tree: ast.Module | None) -> Iterator[tuple[str, str]]:
    "What a visible cell does that only a hidden one may."
    nodes = list(ast.walk(tree)) if tree is not None else []
    if (count := sum(isinstance(node, ast.Assert) for node in nodes)) > ASSERTIONS:
        yield "assertions", f"cell {cell.id} asserts {count} things"
    if any(isinstance(node, ast.Try) for node in nodes):
        yield "refusal", f"cell {cell.id} shows a refusal by try: fails(...) says it in a line"


def tour_faults(chapter: Chapter, nb: NotebookNode) -> Iterator[tuple[str, str]]:
    "What a tour may not do."
    if chapter.exports:
        yield "tour", "a tour exports nothing"
    for cell in nb.cells:
        tree = tree_of(cell.source) if cell.cell_type == "code" else None
        for node in ast.walk(tree) if tree is not None else ():
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [])  # fmt: skip
            for name in names:
                if name.partition(".")[0] not in TOUR_IMPORTS or name.startswith("indexing_tools.") and name != HELPERS:
                    yield "tour", f"cell {cell.id} imports {name}"


class Sections:
    "The `##` of a notebook: whether each opens with a sentence and shows something."

    def __init__(self) -> None:
        self.title, self.shown, self.faults = "", True, list[tuple[str, str]]()

    def read(self, source: str) -> None:
        "A cell of words."
        for k, line in enumerate(lines := source.splitlines()):
            if line.startswith("## "):
                self.close()
                self.title, self.shown = line[3:], False
                if not any(x.strip() and not x.startswith("#") for x in lines[k + 1 :]):
                    self.faults.append(("opening", f"'## {self.title}' opens with no sentence"))

    def close(self) -> None:
        "The section ends."
        if not self.shown:
            self.faults.append(("demonstration", f"'## {self.title}' shows nothing"))


def chapter_of(path: Path) -> Chapter:
    "The figures of a notebook, and what is outside of the form."
    nb, found, sections = nbformat.read(path, 4), Chapter(path), Sections()
    row = (0, 0)
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            sections.read(cell.source)
            continue
        marks, tree = directives(cell.source), tree_of(cell.source)
        found.pictures += has_picture(cell)
        if "hide" in marks or LINE in cell.source.splitlines() or not cell.source.strip():
            continue
        exported = "export" in marks
        found.exports |= exported
        if not found.shows:
            found.cells += 1
            found.lines += len(lines_of(cell.source)) if exported else 0
        if exported and not imports_only(tree):
            row = row[0] + 1, row[1] + len(lines_of(cell.source))
            found.row = max(found.row[0], row[0]), max(found.row[1], row[1])
        elif not exported:
            row = row if imports_only(tree) else (0, 0)
            found.shows |= bool(cell.get("outputs"))
            sections.shown |= bool(cell.get("outputs")) or "assert " in cell.source
            found.faults += cell_faults(cell, tree)
    if path.parent.name != "guide":  # whose last section leads on
        sections.close()
    found.faults += sections.faults
    if found.exports and (not found.shows or found.cells > FIRST_CELLS or found.lines > FIRST_LINES):
        found.faults.append(("first", f"the first thing to see is code cell {found.cells}, after {found.lines} exported lines"))
    if found.row[0] > ROW_CELLS or found.row[1] > ROW_LINES:
        found.faults.append(("row", f"{found.row[0]} exported cells, {found.row[1]} lines, with nothing to see between"))
    if not found.pictures:
        found.faults.append(("picture", "has no picture"))
    if path.parent.name == "guide":
        found.faults += tour_faults(found, nb)
    return found


def main(names: list[str]) -> int:
    wants_table = names[:1] == ["table"]
    chapters = [chapter_of(path) for path in notebooks(names[wants_table:])]
    kinds: Counter[str] = Counter()
    outside = 0
    for c in chapters:
        allowed = EXCEPTIONS.get(short(c.path), {})
        faults = [(kind, words) for kind, words in c.faults if kind not in allowed]
        kinds.update(kind for kind, _ in faults)
        outside += bool(faults)
        if wants_table:
            print(f"{short(c.path):58} first {c.cells}/{c.lines} row {c.row[0]}/{c.row[1]} pictures {c.pictures} {len(faults) or ''}")
        else:
            print(*[f"{short(c.path)}: {words}" for _, words in faults], sep="\n", end="\n" if faults else "")
    print(f"{outside} of {len(chapters)} notebooks outside of chapter form", *[f"{k} {n}" for k, n in kinds.most_common()], sep=", ")
    return int(bool(outside))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
