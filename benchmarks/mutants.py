"""Do notebooks notice faults? One operator of an exported cell is changed at a time, and its notebook must notice.

    python benchmarks/mutants.py [NB...] [-n 200] [--seed 0] [-j 2] [--planted | --again FILE]

Works on copies of the project. A fault is one changed operator: a comparison, an arithmetic or bit operator, `and` against
`or`, a `not` left out, a constant that is one larger, a condition negated, `min` against `max`. Notebooks are drawn without
replacement while there are some, then a fault in each. A fault is noticed if `.ci/notebooks.py test NB`, the daily command,
fails: a cell raises, an assertion fails, or a stored output is not what comes out. `--planted` plants the six faults that
went unnoticed in the third round of use instead. Survivors are listed; those of `EQUIVALENT` change nothing that anybody can
see, each with its reason, and do not count. Exit status 1 if fewer than 85 % of the others are noticed.

Short form: nbs/implementation/02_maps/02_expr.ipynb nbs/implementation/01_ground/04_table.ipynb -n 2 --seed 1
"""
from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import nbformat
from common import ROOT

ENOUGH = 0.85  # of the faults that are not equivalent
LONGEST = 120  # seconds; a fault that makes a loop endless is noticed
_SWAPPED: dict[type, tuple[str, str]] = {  # the operator's text, and another
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"), ast.Pow: ("**", "*"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
}  # fmt: skip
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Fault:
    "A part of an exported cell, and what replaces it."

    path: Path  # of the notebook, from the project's root
    cell: str  # its id
    start: int  # in the cell's source, in characters
    end: int
    old: str
    new: str
    line: str  # in which it is, after the change

    def __str__(self) -> str:
        return f"{self.path} {self.cell} {self.start}: {self.old!r} -> {self.new!r} in `{self.line}`"

    def of(self, source: str) -> str:
        "The source with the fault."
        return source[: self.start] + self.new + source[self.end :]


# Seeded faults ------------------------------------------------------------------------------------


class Sites(ast.NodeVisitor):
    "The places of a cell where a fault can be planted: start, end and the new text."

    def __init__(self, source: str) -> None:
        self.source, self.found = source, list[tuple[int, int, str]]()
        lines = source.splitlines(keepends=True)
        self.lines, self.starts = lines, [sum(map(len, lines[:k])) for k in range(len(lines) + 1)]

    def at(self, line: int, column: int) -> int:
        "The position in characters of what ast gives in lines and bytes."
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno or 0, node.end_col_offset or 0)

    def swap(self, left: ast.expr, operator: ast.AST, right: ast.expr) -> None:
        "The operator between two operands."
        if type(operator) not in _SWAPPED:
            return
        old, new = _SWAPPED[type(operator)]
        start, end = self.span(left)[1], self.span(right)[0]
        between = self.source[start:end]
        pattern = rf"\b{old.replace(' ', r' +')}\b" if old[0].isalpha() else re.escape(old)
        if found := [*re.finditer(pattern, re.sub(r"#.*", lambda m: " " * len(m[0]), between))]:
            self.found.append((start + found[0].start(), start + found[0].end(), new))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        words = any(isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str)
                    for side in (node.left, node.right))  # fmt: skip
        if not words:
            self.swap(node.left, node.op, node.right)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            self.swap(left, operator, right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:]):
            self.swap(left, node.op, right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, _ = self.span(node)
            self.found.append((start, start + len("not"), ""))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int and re.fullmatch(r"\d+", self.source[slice(*self.span(node))]):
            self.found.append((*self.span(node), str(node.value + 1)))

    def visit_IfExp(self, node: ast.IfExp) -> None:
        start, end = self.span(node.test)
        self.found.append((start, end, f"(not ({self.source[start:end]}))"))
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        start, end = self.span(node.test)
        self.found.append((start, end, f"not ({self.source[start:end]})"))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            self.found.append((*self.span(node.func), _CALLS[node.func.id]))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:  # an annotation is not run
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        "Its annotation is not run."

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.decorator_list, node.args, *node.body):  # without `returns`
            self.visit(part)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        "Positions in an f-string are not those of the source before Python 3.12."


def sites(source: str) -> list[tuple[int, int, str]]:
    "Where a fault can be planted in the source of a cell, and with which text."
    try:
        tree = ast.parse(source)
    except SyntaxError:  # magic
        return []
    found = Sites(source)
    for node in tree.body:
        if not _is_typing_only(node):
            found.visit(node)
    return sorted(set(found.found))


def _is_typing_only(node: ast.stmt) -> bool:
    "Is it `if TYPE_CHECKING:`?"
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def faults(path: Path) -> list[Fault]:
    "All faults that can be planted in a notebook."
    found = []
    for cell in nbformat.read(ROOT / path, 4).cells:
        if cell.cell_type != "code" or not re.match(r"(#\|.*\n)*#\| *export", cell.source):
            continue
        for start, end, new in sites(cell.source):
            changed = cell.source[:start] + new + cell.source[end:]
            line = changed[changed.rfind("\n", 0, start) + 1 :].partition("\n")[0].strip()
            found.append(Fault(path, cell.id, start, end, cell.source[start:end], new, line))
    return found


def chosen(paths: list[Path], count: int, seed: int) -> list[Fault]:
    "So many faults, as evenly over the notebooks as can be."
    chance, found = random.Random(seed), list[Fault]()
    possible = {path: some for path in paths if (some := faults(path))}
    while len(found) < count and possible:
        for path in chance.sample([*possible], min(len(possible), count - len(found))):
            found.append(possible[path].pop(chance.randrange(len(possible[path]))))
            if not possible[path]:
                del possible[path]
    return found


# Run ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Copy:
    "A copy of the project, in which notebooks are changed and run."

    root: Path

    def run(self, path: Path) -> str:
        "Empty if the daily command passes; else the first line of what it found."
        command = [sys.executable, ".ci/notebooks.py", "test", str(path)]
        environment = {"PYTHONPATH": str(self.root), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(self.root)}
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(command, cwd=self.root, env=environment, stdout=said, stderr=said,
                                       stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
            try:
                status = process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                return f"it takes more than {LONGEST} s"
            finally:  # with the kernels, which may run in circles
                end_all(self.root)
                process.wait()
            said.seek(0)
            lines = [x.strip() for x in said if x.strip()] or ["nothing said"]
        return "" if status == 0 else next((x for x in lines if x.startswith("cell")), lines[-1])

    def noticed(self, fault: Fault) -> str:
        "What the notebook says of the fault; empty if it passes."
        file = self.root / fault.path
        before = file.read_text(encoding="utf-8")
        nb = nbformat.reads(before, 4)
        (cell,) = (c for c in nb.cells if c.id == fault.cell)
        cell.source = fault.of(cell.source)
        modules = {p: p.read_bytes() for p in (self.root / "indexing_tools").rglob("*.py")}
        file.write_text(nbformat.writes(nb, 4), encoding="utf-8")
        try:
            return self.run(fault.path)
        finally:
            file.write_text(before, encoding="utf-8")
            for p, code in modules.items():
                if p.read_bytes() != code:
                    p.write_bytes(code)


def end_all(root: Path) -> None:
    "End every process that runs in a copy or below; kernels have sessions of their own."
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (entry / "cwd").resolve().is_relative_to(root):
                os.kill(int(entry.name), signal.SIGKILL)


def project_files() -> list[str]:
    "The files that git knows; in a folder without git all but environments and caches."
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode == 0 and done.stdout:
        return [name for name in done.stdout.split("\0") if name]
    found = (p.relative_to(ROOT) for p in ROOT.rglob("*") if p.is_file())
    return [str(p) for p in found if not any(x.startswith(".venv") or x == "__pycache__" for x in p.parts)]


def copies(folder: Path, count: int) -> Iterator[Copy]:
    "Copies of the files that git knows."
    for k in range(count):
        for name in project_files():
            if (ROOT / name).is_file():
                target = folder / str(k) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
        yield Copy(folder / str(k))


# Known faults -------------------------------------------------------------------------------------

PLANTED: list[tuple[str, str, str]] = [  # notebook, text of an exported cell, the text with a fault
    ("nbs/implementation/09_interpreter/07_jit/05_while_loops.ipynb",
     "parts[number + 1 : number + 2]", "parts[number : number + 1]"),
    ("nbs/implementation/15_pictures/20_live/04_loops.ipynb",
     "number_within(value, 0, len(self.trace) - 1, name)", "number_within(value, 0, len(self.trace), name)"),
    ("nbs/implementation/15_pictures/20_live/04_loops.ipynb",
     "range(len(trace))[step or 0]", "(step or 0)"),
    ("nbs/implementation/05_programs/10_loaders/02_inputs.ipynb",
     "len(modules) != 1", "len(modules) > 1"),
    ("nbs/implementation/10_sparse/05_linalg/01_regions.ipynb",
     "complex(*parts)", "complex(*parts[::-1])"),
    ("nbs/implementation/16_cli/01_common.ipynb",
     "error.strerror or str(error)", "str(error)"),
    ("nbs/implementation/05_programs/06_stablehlo/04_names.ipynb",
     "values or thing.opcode in", "values and thing.opcode in"),
]  # fmt: skip
EQUIVALENT: dict[str, str] = {  # a fault as it is printed: why nobody can see it
    'nbs/implementation/05_programs/10_loaders/04_ahead_of_time.ipynb ae63b585 741: \'2000\' -> \'2001\' in `return (fatal or lines or ["it said nothing"])[-1][:2001]`':
        "a longer line of a process's last words is still cut",
    "nbs/implementation/02_maps/06_sympy_expr.ipynb 7b5c37ba 663: '>' -> '>=' in `factor = base if exponent >= 0 else _Fraction(base.denominator, base.numerator)`":
        "the exponent is never 0",
    "nbs/implementation/02_maps/07_simplify.ipynb 9154be65 901: '0' -> '1' in `return a[0] // b[1], a[1] // b[0]`":
        "both bounds of the divisor are equal there",
    "nbs/implementation/08_gpu/08_address_states.ipynb ae0b8b8f 774: '>' -> '>=' in `if prod(sizes.values()) >= MOST_IN_TILE:`":
        "a limit of effort; a tile of exactly so many elements is refused, too",
    "nbs/implementation/10_sparse/07_array/07_assignment.ipynb 2fdc45b9 345: '2' -> '3' in `check_memory(8 * (dimensions + 3) * prod(shape))`":
        "an estimate of memory before it is taken",
    "nbs/implementation/10_sparse/01_formats/05_named_formats.ipynb 5a159993 622: '1' -> '2' in `shift = wide.bit_length() - 1 if wide & (wide - 1) == 0 else -2`":
        "any negative number means that the length is no power of two",
    "nbs/implementation/01_ground/01_limits.ipynb e24734df 316: '<' -> '<=' in `if DEADLINE.get() <= monotonic():`":
        "a clock that shows exactly the deadline",
    "nbs/implementation/16_cli/06_sparsify.ipynb d76cbac4 384: '0' -> '1' in `ends = [(0, n - 1) if k in e.used_dims else (1,) for k, n in enumerate(sizes)]`":
        "an index that is not used may have any value",
    'nbs/implementation/09_interpreter/05_kernels/08_reductions.ipynb 98c6f066 956: \'3\' -> \'4\' in `values = [0, 1, 2, 4] + ([np.nan] if kinds[0] == "float" else [])`':
        "another value of a sample that distinguishes orders",
    "nbs/implementation/10_sparse/07_array/10_reductions.ipynb e9769c57 448: 'and' -> 'or' in `if tensor.stored < _MANY or is_plain_rows(tensor.encoding):`":
        "chooses between two ways to the same sums by speed",
    'nbs/implementation/01_ground/07_worker_process.ipynb 46a2ca3c 739: \'0\' -> \'1\' in `timed_out = status == -getattr(signal, "SIGALRM", 1) or clock and not clock.is_alive()`':
        "a default for systems without SIGALRM, on which no process ends by signal 1",
    "nbs/implementation/12_tiles/13_plans/05_search.ipynb 0395b977 1222: '0' -> '1' in `weight = lambda i: sum(r.least[1] for r in self.rows if i in r.dimensions)`":
        "the order in which dimensions are tried decides only how soon the search ends",
    "nbs/implementation/15_pictures/18_plots/03_sparse.ipynb 77344b75 849: 'size < 10_000' -> '(not (size < 10_000))' in `axis.set_major_locator(MaxNLocator(6 if (not (size < 10_000)) else 4, integer=True))`":
        "how many ticks an axis has",
    "nbs/implementation/09_interpreter/05_kernels/17_scatter.ipynb 51e1e20c 320: '1' -> '2' in `kept, batch = slices.kept, vectors.ndim - 2`":
        "broadcasting adds a leading dimension of size 1",
    "nbs/implementation/10_sparse/07_array/09_arithmetic.ipynb 90944c6b 791: '+' -> '-' in `found = by_kernel(text, formats, same, 1e-4 - 2e-7 * count)`":
        "an estimate of time that decides only when machine code is made",
    'nbs/implementation/10_sparse/01_formats/03_element_types.ipynb 6a46b2e2 786: \'1\' -> \'2\' in `if wanted.isbuiltin != 2 or not np.can_cast(array.dtype, wanted, "safe"):`':
        "what fits safely is then checked, too, and passes",
    'nbs/implementation/10_sparse/01_formats/07_fill.ipynb 6ba5358e 118: \'values.dtype.name in ("float32", "float64", "complex64", "complex128")\' -> \'not (values.dtype.name in ("float32", "float64", "complex64", "complex128"))\' in `if not (values.dtype.name in ("float32", "float64", "complex64", "complex128")):`':
        "two ways to the same numbers, one of which is faster for these types",
    "nbs/implementation/16_cli/06_sparsify.ipynb d76cbac4 165: '2' -> '3' in `return max(3, min(64, int(_STEPS ** (1 / max(1, len(kernel.statement.index_names))))))`":
        "a size that is chosen freely, and at least 3 anyway for up to ten indices",
    "nbs/implementation/10_sparse/07_array/07_assignment.ipynb 9a2c1da7 310: '+' -> '-' in `check_memory((16 * len(mine) - 2 * own.itemsize) * (len(own) + len(values)))`":
        "an estimate of memory before it is taken",
    "nbs/implementation/14_reports/04_files.ipynb d5fe6699 28: '64' -> '65' in `_WINDOW, _TRIES = 65, 3  # jobs on their way; how often one is sent`":
        "how many jobs are on their way at a time; answers come in order",
    "nbs/implementation/09_interpreter/05_kernels/14_convolutions.ipynb 7195a0bc 479: 'min' -> 'max' in `together = lhs.strides[-1] == lhs.itemsize and max(lhs.strides) > 0`":
        "chooses between two ways to the same sums by speed",
    "nbs/implementation/10_sparse/02_storage/03_iteration.ipynb bdae82df 875: '6' -> '7' in `check_memory(8 * (int(count.sum()) + len(count)) * (held + 7))`":
        "an estimate of memory before it is taken",
    "nbs/implementation/02_maps/15_sets/04_exact.ipynb 3401d793 777: '<' -> '<=' in `if not any(i <= len(solved.range_variables) for i in positions):`":
        "asks isl, which gives the same set, where a faster way would do",
    "nbs/implementation/09_interpreter/05_kernels/08_reductions.ipynb 7146eaa0 368: '2' -> '3' in `narrow = is_float(dtype) and dtype.itemsize <= 3`":
        "no type has 3 bytes",
    "nbs/implementation/10_sparse/01_formats/02_level_inverse.ipynb d0b8908d 565: '0' -> '1' in `blocked = [dim(b.quotient) * b.size + dim(b.remainder or 1) for _, b in sorted(blocks.items())]`":
        "a remainder stands behind its quotient, so that its level is never 0",
}  # fmt: skip


def planted() -> Iterator[Fault]:
    "The faults that went unnoticed in use."
    for name, old, new in PLANTED:
        path = Path(name)
        for cell in nbformat.read(ROOT / path, 4).cells:
            if cell.cell_type == "code" and old in cell.source and "#| export" in cell.source:
                start = cell.source.index(old)
                yield Fault(path, cell.id, start, start + len(old), old, new, new)
                break
        else:
            raise LookupError(f"{name}: no exported cell has {old!r}")


def survived(file: Path) -> Iterator[Fault]:
    "The faults that survived in an earlier output."
    names = [line.removeprefix("SURVIVED").strip() for line in file.read_text().splitlines() if line.startswith("SURVIVED")]
    for name in names:
        yield from (fault for fault in faults(Path(name.partition(" ")[0])) if str(fault) == name)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NB", help="all of nbs/ when none is named")
    parser.add_argument("-n", type=int, default=200, help="faults")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--again", type=Path, metavar="FILE", help="an earlier output")
    a = parser.parse_args(arguments)
    paths = [p.resolve().relative_to(ROOT) for p in a.notebooks] or sorted(
        p.relative_to(ROOT) for p in (ROOT / "nbs").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)  # fmt: skip
    these = [*planted()] if a.planted else [*survived(a.again)] if a.again else chosen(paths, a.n, a.seed)
    free: SimpleQueue[Copy] = SimpleQueue()

    def ask(fault: Fault) -> str:
        copy = free.get()
        try:
            return copy.noticed(fault)
        finally:
            free.put(copy)

    survivors, equivalent = list[Fault](), 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(a.jobs) as pool:
        for copy in copies(Path(folder), a.jobs):
            free.put(copy)
        for fault, found in zip(these, pool.map(ask, these)):
            same = not found and EQUIVALENT.get(str(fault))
            print(f"{'noticed   ' if found else 'equivalent' if same else 'SURVIVED  '} {fault}", f"    {found or same or ''}", sep="\n", flush=True)
            equivalent += bool(same)
            survivors += [] if found or same else [fault]
    count = len(these) - equivalent
    print(f"{len(these)} faults, {equivalent} equivalent, {count - len(survivors)} of {count} noticed"
          f" ({(count - len(survivors)) / max(count, 1):.1%})")  # fmt: skip
    return int(count - len(survivors) < ENOUGH * count)


if __name__ == "__main__":
    sys.exit(main())
