"""The five documents: their titles, links and sections, and the chapter in which each section stands.

    python .ci/documents.py write    put the table into nbs/index.ipynb and CONTRIBUTING.md
    python .ci/documents.py check    exit 1 if a table is old, a chapter is missing, or a notebook names a document otherwise

A chapter is named by its path in nbs/ without `.ipynb`, and a section in it by `#` and its heading.
"""
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
from notebooks import ROOT, as_text, notebooks, short

SOURCES = {  # title: link, what it is about, sections
    "Indexing analysis": ("https://openxla.org/xla/indexing", "XLA", {
        "Example": "guide/01_maps_tour",
        "Motivation": "guide/01_maps_tour",
        "Coalescing": "implementation/08_gpu/14_coalescing",
        "Operand utilization": "implementation/11_costs/02_traffic",
        "Tiling": "implementation/12_tiles/08_propagation",
        "Function and domain": "implementation/02_maps/08_indexing_map#Function and domain",
        "Indexing maps for unfused ops": "guide/04_indexing_tour",
        "Elementwise": "implementation/07_indexing/03_elementwise#Elementwise",
        "Broadcast": "implementation/07_indexing/03_elementwise#Broadcast",
        "Constant and iota": "implementation/07_indexing/03_elementwise#Constant and Iota",
        "DynamicSlice": "implementation/07_indexing/04_dynamic#DynamicSlice",
        "DynamicUpdateSlice": "implementation/07_indexing/04_dynamic#DynamicUpdateSlice",
        "Gather": "implementation/07_indexing/04_dynamic#Gather",
        "Transpose": "implementation/07_indexing/05_movement#Transpose",
        "Reverse": "implementation/07_indexing/05_movement#Reverse",
        "(Variadic) reduce": "implementation/07_indexing/06_reductions#(Variadic) Reduce",
        "Slice": "implementation/07_indexing/07_slices#Slice",
        "Reshape: collapse shape": "implementation/07_indexing/08_reshapes#Reshape: collapse",
        "Reshape: expand shape": "implementation/07_indexing/08_reshapes#Reshape: expand",
        "Reshape: generic reshape": "implementation/07_indexing/08_reshapes#Reshape: generic",
        "Bitcast": "implementation/07_indexing/08_reshapes#Bitcast",
        "Concatenate": "implementation/07_indexing/09_concatenation#Concatenate",
        "Dot": "implementation/07_indexing/10_contractions#Dot",
        "Pad": "implementation/07_indexing/11_windows#Pad",
        "ReduceWindow": "implementation/07_indexing/11_windows#Reduce window",
        "Indexing maps for fusion": "implementation/07_indexing/14_fusion#Fusion",
        "One input, several indexing maps": "implementation/07_indexing/14_fusion#One input, several indexing maps",
        "One input, deduplicated indexing maps": "implementation/07_indexing/14_fusion#One input, deduplicated indexing maps",
        "Softmax": "implementation/07_indexing/14_fusion#Softmax",
        "Indexing map simplifier": "implementation/02_maps/07_simplify implementation/02_maps/11_simplify_map",
    }),
    "Shapes and layout": ("https://openxla.org/xla/shapes", "XLA", {
        "Structure of an XLA op": "implementation/03_layouts/01_shape#The structure of an op",
        "Shapes": "implementation/03_layouts/01_shape#Shapes",
        "Terminology, notation, and conventions": "implementation/03_layouts/02_layout#Speaking of dimensions",
        "Layout": "implementation/03_layouts/01_shape#Layouts",
        "Minor-to-major dimension ordering": "implementation/03_layouts/02_layout#Minor to major",
        "Default minor-to-major ordering": "implementation/03_layouts/02_layout#Row-major, column-major, monotonic",
        "Padding": "implementation/03_layouts/02_layout#Padding and bytes",
        "Indexing into arrays": "implementation/03_layouts/02_layout#Linear and multidimensional indices",
        "Memory space identifiers": "implementation/03_layouts/02_layout#Memory spaces",
    }),
    "Tiled layout": ("https://openxla.org/xla/tiled_layout", "XLA", {
        "Figure 1": "implementation/04_tiling/01_tiles#Tiles",
        "Linear index formulas for tiling": "implementation/04_tiling/01_tiles#The linear index",
        "Tiling as pad-reshape-transpose": "implementation/04_tiling/01_tiles#Pad, reshape, transpose",
        "Repeated tiling": "implementation/04_tiling/01_tiles#Repeated tiling",
        "Combining dimensions using tiles": "implementation/04_tiling/01_tiles#Combining dimensions",
    }),
    "Interpreter design": ("https://openxla.org/stablehlo/reference", "StableHLO", {
        "Data model": "implementation/09_interpreter/01_tensor#Data model",
        "How the interpreter works": "implementation/09_interpreter/01_tensor implementation/09_interpreter/13_run",
        "Using the interpreter for constant folding": "implementation/09_interpreter/14_folding",
        "Testing the StableHLO interpreter": "implementation/09_interpreter/15_checks#Testing the StableHLO interpreter",
        "Testing guidelines": "implementation/09_interpreter/15_checks#Testing guidelines implementation/09_interpreter/16_test_files",
    }),
    "Sparse tensor types": ("https://mlir.llvm.org/docs/Dialects/SparseTensorOps/", "MLIR", {
        "Dimensions and levels": "guide/08_sparse_tour implementation/10_sparse/01_formats/01_levels",
        "The map: level expressions": "implementation/10_sparse/01_formats/01_levels#Level expressions",
        "Level formats and properties": "implementation/10_sparse/01_formats/01_levels#Level formats",
        "Slices of dimensions": "implementation/10_sparse/01_formats/04_encoding",
        "Positions, coordinates, values": "implementation/10_sparse/02_storage/01_level_functions implementation/10_sparse/02_storage/02_sparse_tensor",
        "Widths of positions and coordinates": "implementation/10_sparse/02_storage/01_level_functions#Widths",
        "Examples": "guide/08_sparse_tour implementation/10_sparse/01_formats/06_encoding_text#The examples of a document",
    }),
}  # fmt: skip
BEGIN, END = "<!-- documents -->", "<!-- end of documents -->"
NUMBERED = re.compile(r"\bdocuments? [1-5]\b", re.I)
LINK = re.compile(r"https://(?:openxla\.org/xla/(?:indexing|shapes|tiled_layout)|openxla\.org/stablehlo/(?:reference|interpreter)\b)[^\s)\"'>]*")


def places(chapters: str) -> list[tuple[str, str]]:
    "The chapters that a cell of the table names, each with the heading of a section, or none."
    return [(path, heading) for path, _, heading in (c.partition("#") for c in re.split(r" (?=(?:guide|implementation)/)", chapters))]


def table(folder: str) -> str:
    "The documents, and where their sections stand, in Markdown; `folder` leads to nbs/."
    lines = []
    for title, (link, whose, sections) in SOURCES.items():
        lines += [f'<details><summary><a href="{link}">{title}</a> ({whose})</summary>', "", "| section | chapter |", "|---|---|"]
        for section, chapters in sections.items():
            told = (f"[{path}]({folder}{path}.ipynb)" + (f', "{heading}"' if heading and heading != section else "")
                    for path, heading in places(chapters))
            lines.append(f"| {section} | {'; '.join(told)} |")
        lines += ["", "</details>", ""]
    return "\n".join(lines).rstrip()


def replaced(text: str, folder: str) -> str:
    "`text` with the table between its marks."
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return f"{text[:begin]}\n{table(folder)}\n{text[end:]}"


def faults() -> Iterator[str]:
    "Chapters and sections that are not there, and documents that are named otherwise than in the list."
    for title, (_, _, sections) in SOURCES.items():
        for section, chapters in sections.items():
            for path, heading in places(chapters):
                file = ROOT / "nbs" / f"{path}.ipynb"
                if not file.exists():
                    yield f"{title}, {section}: there is no chapter {path}"
                elif heading and heading not in headings(file):
                    yield f"{title}, {section}: {path} has no section {heading!r}"
    links = {link for link, _, _ in SOURCES.values()}
    for path in notebooks():
        for cell in nbformat.read(path, 4).cells:
            if found := NUMBERED.search(cell.source):
                yield f"{short(path)} ({cell.id}): {found[0]!r} instead of its title"
            if wrong := [x for x in LINK.findall(cell.source) if x.rstrip(".,").partition("#")[0] not in links]:
                yield f"{short(path)} ({cell.id}): {wrong[0]} is not the document's link"


def headings(path: Path) -> set[str]:
    "The headings of a notebook."
    cells = (c.source for c in nbformat.read(path, 4).cells if c.cell_type == "markdown")
    return {line.lstrip("#").strip() for source in cells for line in source.splitlines() if line.startswith("#")}


def main(command: str) -> int:
    index, page = ROOT / "nbs" / "index.ipynb", ROOT / "CONTRIBUTING.md"
    nb = nbformat.read(index, 4)
    cell = next(c for c in nb.cells if BEGIN in c.source)
    cell.source = replaced(cell.source, "")
    told = replaced(page.read_text(encoding="utf-8"), "nbs/")
    if command == "write":
        index.write_text(as_text(nb), encoding="utf-8")
        page.write_text(told, encoding="utf-8")
        return 0
    found = [*faults()]
    if as_text(nb) != index.read_text(encoding="utf-8") or told != page.read_text(encoding="utf-8"):
        found.append("a table is old (python .ci/documents.py write)")
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
