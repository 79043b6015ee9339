"""Figures of the house: how large its rooms are, what they know of each other, and where an operation is named.

    python .ci/house.py            exit 1 where a rule of the house is broken
    python .ci/house.py abs pad    also: where these operations are named

The rules: imports run upward in `SECTIONS` and never in a circle; notebooks of a folder have numbers of their own, in
the order of their imports, and are at most 15; a module has one subject, so at most 950 lines; modules
are loaded by their names in one place only; nobody touches what a program keeps for itself; at most three of mypy's codes
are off; NumPy is imported at the top; source that the package writes is executed in the modules of `EXECUTES` alone.
"""
from __future__ import annotations

import ast
import configparser
import re
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "indexing_tools"
SECTIONS = """
    ground maps layouts tiling programs loops indexing gpu interpreter sparse costs tiles debug reports pictures cli
""".split()
DOWNWARD = {("tiles.plans.search", "reports.files")}  # its bar of progress: to be split off
STRANGERS = [{"indexing", "interpreter"}, {"gpu", "interpreter"}]  # neither knows the other
OPERATIONS = ("abs", "reverse", "pad", "dynamic_update_slice")
LOADERS = ("ground/patching.py",)  # loads what it is told
EXECUTES = {  # what is executed: its names are its writer's own, which the named notebook tests with hostile ones
    "ground/patching.py": "annotations of the package",
    "interpreter/compile/source.py": "implementation/09_interpreter/04_compile/02_functions",
    "interpreter/jit/elementwise_fusion.py": "implementation/09_interpreter/04_compile/02_functions",
    "interpreter/jit/while_loops.py": "implementation/09_interpreter/04_compile/02_functions",
    "loops/ir.py": "implementation/06_loops/05_identifiers",
}
PRIVATE = re.compile(r"(?<!self)\.(_reader|_place|_named|_state|__dict__)\b")
MOST_LINES, MOST_CODES, MOST_NOTEBOOKS = 950, 3, 15
LARGE = {"implementation/07_indexing": 25, "implementation/09_interpreter/05_kernels": 25, "implementation/15_pictures": 17}
LATER = {  # what imports a later notebook or folder of its folder, until it is split
    ("interpreter.distributed.parallel", "interpreter.run"),
    ("interpreter.kernels.tuples", "interpreter.distributed.channels"),
    ("interpreter.probes", "interpreter.distributed.processes"),
}


class Room:
    "A module and what its source says."

    def __init__(self, path: Path) -> None:
        self.path = path.relative_to(ROOT / PACKAGE).as_posix()
        self.name = self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.section = self.path.partition("/")[0].removesuffix(".py")
        self.source = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.source)
        self.lines = self.source.count("\n")

    def imports(self) -> Iterator[str]:
        "The modules of the package that it imports, `maps.text`."
        package = self.name.split(".") if self.path.endswith("__init__.py") else self.name.split(".")[:-1]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                if node.level:
                    above = package[: len(package) - node.level + 1]
                    yield ".".join([*above, *filter(None, [node.module])])
                elif (node.module or "").startswith(f"{PACKAGE}."):
                    yield (node.module or "").partition(".")[2]

    def defined(self) -> Iterator[str]:
        "Names of the functions and classes at its top."
        kinds = ast.FunctionDef, ast.ClassDef
        patched = {"patch"}
        for node in self.tree.body:
            if isinstance(node, kinds):
                calls = (d.func if isinstance(d, ast.Call) else d for d in node.decorator_list)
                if patched.isdisjoint(getattr(d, "id", "") for d in calls):
                    yield node.name

    def local_numpy(self) -> int:
        "How often a function imports NumPy."
        functions = (n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef))
        found = {n.lineno for f in functions for n in ast.walk(f) if isinstance(n, ast.Import) and n.names[0].name == "numpy"}
        return len(found)

    def executes(self) -> bool:
        "Does it execute source?"
        calls = (n.func for n in ast.walk(self.tree) if isinstance(n, ast.Call))
        return any(isinstance(f, ast.Name) and f.id in ("exec", "eval", "compile") for f in calls)

    def names_operation(self, opcode: str) -> int:
        "In how many strings it names an operation."
        words = (n.value.split() for n in ast.walk(self.tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
        return sum(opcode in w for w in words)


def rooms() -> list[Room]:
    "The modules that have a notebook, and those that packages are."
    return [Room(p) for p in sorted((ROOT / PACKAGE).rglob("*.py")) if p.name != "_modidx.py"]


def codes_off() -> int:
    "How many of mypy's codes are off for the whole package."
    config = configparser.ConfigParser()
    config.read(ROOT / "mypy.ini")
    return max(len(re.findall(r"[\w-]+", config[s].get("disable_error_code", ""))) for s in config.sections())


def chapter_places() -> dict[str, list[str]]:
    "For every module the path of its notebook in nbs/, part by part."
    found = {}
    for path in sorted((ROOT / "nbs").rglob("*.ipynb")):
        if module := re.search(r'"#\| default_exp ([\w.]+)', path.read_text(encoding="utf-8")):
            found[module[1]] = [*path.relative_to(ROOT / "nbs").parts]
    return found


def unordered(house: list[Room]) -> Iterator[str]:
    "Folders of notebooks that are too large, share a number, or are not in the order of imports."
    for folder in sorted({p.parent for p in (ROOT / "nbs").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts}):
        name = folder.relative_to(ROOT / "nbs").as_posix()
        numbers = [p.name[:2] for p in folder.iterdir() if re.match(r"\d\d_", p.name)]
        yield from (f"nbs/{name}: {n} is the number of several" for n, times in Counter(numbers).items() if times > 1)
        if (count := len([*folder.glob("*.ipynb")])) > LARGE.get(name, MOST_NOTEBOOKS):
            yield f"nbs/{name} holds {count} notebooks"
    places = chapter_places()
    for room in house:
        for other in {*room.imports()} & places.keys():
            mine, its = places.get(room.name, []), places[other]
            at = next((i for i, (a, b) in enumerate(zip(mine, its)) if a != b), 0)
            if at > 1 and its[at] > mine[at] and (room.name, other) not in LATER:
                yield f"{room.path} imports {other}, whose notebook comes later"


def broken(house: list[Room]) -> Iterator[str]:
    "What does not keep to the rules."
    for room in house:
        if room.lines > MOST_LINES:
            yield f"{room.path} has {room.lines} lines"
        for other in room.imports():
            mine, its = room.section, other.partition(".")[0]
            down = mine in SECTIONS and its in SECTIONS[SECTIONS.index(mine) + 1 :] and (room.name, other) not in DOWNWARD
            if {mine, its} in STRANGERS or down:
                yield f"{room.path} imports {other}, which stands above it"
        if room.path not in LOADERS and re.search(r"\bimport_module\(", room.source):
            yield f"{room.path} loads a module by a string"
        if room.section != "programs" and (found := PRIVATE.search(room.source)):
            yield f"{room.path} touches {found[0]}"
        if room.executes() and room.path not in EXECUTES:
            yield f"{room.path} executes source: test it with hostile names, and enter it in EXECUTES"
        if count := room.local_numpy():
            yield f"{room.path} imports NumPy inside functions, {count} times"
    try:
        TopologicalSorter({r.name: {*r.imports()} - {r.name} for r in house}).prepare()
    except CycleError as error:
        yield f"imports in a circle: {' -> '.join(error.args[1])}"
    yield from unordered(house)
    if codes_off() > MOST_CODES:
        yield f"{codes_off()} codes of mypy are off"


def main(operations: list[str]) -> int:
    "Print the figures, and what is broken."
    house = rooms()
    public = Counter(r.section for r in house for name in r.defined() if not name.startswith("_"))
    longest = sorted(house, key=lambda r: -r.lines)[:5]
    print("longest modules:", ", ".join(f"{r.path} {r.lines}" for r in longest))
    print("public functions and classes:", ", ".join(f"{s} {public[s]}" for s in SECTIONS))
    print("Any:", sum(len(re.findall(r"\bAny\b", r.source)) for r in house))
    for opcode in operations or OPERATIONS:
        named = {r.path: n for r in house if (n := r.names_operation(opcode))}
        print(f"{opcode}: {sum(named.values())} places in {len(named)} modules", *named)
    faults = [*broken(house)]
    print(*faults, f"{len(faults)} rules broken" if faults else "the rules hold", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
