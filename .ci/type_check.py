"""mypy on the package as it is when it runs: with patched methods inside their classes.

    python .ci/type_check.py [MYPY OPTION...]     exit 1 if mypy finds something; options go to mypy

`@patch` gives methods to classes of earlier modules, which no type checker can see. So mypy looks at a copy of the
package in which each class declares what is patched into it; what it says is told of the real files and lines.
"""
from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "indexing_tools"
SAID = re.compile(rf"^(.*?{PACKAGE}/[^:]*\.py):(\d+):")


@dataclass
class Module:
    "A module's source, and what other modules patch into its classes."

    name: str
    path: Path
    lines: list[str]
    tree: ast.Module
    added: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by class
    users: set[str] = field(default_factory=set)  # modules that its declarations name

    @property
    def bound(self) -> dict[str, tuple[str, str]]:
        "Where each name at its top comes from: module and name there."
        found: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                origin = self.absolute(node)
                found |= {a.asname or a.name: (origin, a.name) for a in node.names}
            elif isinstance(node, ast.Import):
                found |= {(a.asname or a.name).split(".")[0]: (self.name, "") for a in node.names}
        for node in self.tree.body:
            targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
            names = [t.id for t in targets if isinstance(t, ast.Name)]
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not patched(node):
                names.append(node.name)
            found |= {name: (self.name, name) for name in names}
        return found

    def absolute(self, node: ast.ImportFrom) -> str:
        "The module that an import names."
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        if self.path.name != "__init__.py":
            package = package[:-1]
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, *filter(None, [node.module])])


def patched(node: ast.stmt) -> ast.expr | None:
    "The decorator `@patch` of a function, if it has one."
    for decorator in getattr(node, "decorator_list", ()):
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(name, ast.Name) and name.id == "patch":
            return decorator
    return None


class Qualified(ast.NodeTransformer):
    "Names of a module as another module may say them."

    def __init__(self, module: Module, bound: dict[str, tuple[str, str]]) -> None:
        self.module, self.names, self.bound = alias(module.name), bound, bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.names:
            return ast.Attribute(ast.Name(self.module), node.id)
        is_builtin = hasattr(builtins, node.id)  # which a method of that name would hide in a class
        return ast.Attribute(ast.Name("_builtins"), node.id) if is_builtin else node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str):
            return node
        return self.visit(ast.parse(node.value, mode="eval").body)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if ast.unparse(node.value).endswith("Literal"):
            return ast.Subscript(self.visit(node.value), node.slice)
        return ast.Subscript(self.visit(node.value), self.visit(node.slice))


def alias(name: str) -> str:
    "How a module is called in declarations."
    return "_" + name.replace(".", "_")


def classes_of(annotation: ast.expr) -> list[str]:
    "The names in `A | B`."
    if isinstance(annotation, ast.Constant):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.BinOp):
        return classes_of(annotation.left) + classes_of(annotation.right)
    return [annotation.id] if isinstance(annotation, ast.Name) else []


def declaration(node: ast.FunctionDef, decorator: ast.expr, qualified: Qualified) -> list[str]:
    "The lines that declare a patched function inside its class."
    options = {k.arg for k in getattr(decorator, "keywords", ())}
    made = ast.parse(ast.unparse(node)).body[0]
    assert isinstance(made, ast.FunctionDef)
    first, *rest = made.args.posonlyargs + made.args.args
    first.annotation = None
    every = [*rest, *made.args.kwonlyargs, *filter(None, [made.args.vararg, made.args.kwarg])]
    for argument in every:
        if argument.annotation is not None:
            argument.annotation = qualified.visit(argument.annotation)
    made.args.defaults = [ast.Constant(...) for _ in made.args.defaults]
    made.args.kw_defaults = [d and ast.Constant(...) for d in made.args.kw_defaults]
    returns = f" -> {ast.unparse(qualified.visit(made.returns))}" if made.returns else ""
    kept = [d for d in node.decorator_list if d is not decorator]
    above = [f"@{ast.unparse(qualified.visit(d))}" for d in kept]
    above += ["@property"] * ("as_prop" in options) + ["@classmethod"] * ("cls_method" in options)
    return [*above, f"def {node.name}({ast.unparse(made.args)}){returns}: ...  # type: ignore[empty-body]"]


def read_modules(package: Path) -> dict[str, Module]:
    "The modules of the package by name."
    found = {}
    for path in sorted(package.rglob("*.py")):
        if path.name != "_modidx.py":
            name = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
            source = path.read_text(encoding="utf-8")
            found[name] = Module(name, path, source.split("\n"), ast.parse(source))
    return found


def origin(modules: dict[str, Module], module: Module, name: str) -> tuple[str, str]:
    "Where the class that `module` calls `name` is defined."
    place = module.bound.get(name, (module.name, name))
    while place[0] in modules and place[0] != module.name:
        module, name = modules[place[0]], place[1]
        place = module.bound.get(name, (module.name, name))
    return place


def move_patches(modules: dict[str, Module]) -> None:
    "Declare patched functions in their classes, and give them names of their own where they stand."
    for module in modules.values():
        bound, count = module.bound, 0
        for node in module.tree.body:
            decorator = patched(node)
            if decorator is None:
                continue
            assert isinstance(node, ast.FunctionDef)
            annotation = (node.args.posonlyargs + node.args.args)[0].annotation
            for cls in classes_of(annotation):  # type: ignore[arg-type]
                home, name = origin(modules, module, cls)
                if home in modules:
                    elsewhere = module.name != home
                    names = Qualified(module, bound if elsewhere else {})
                    modules[home].added[name] += declaration(node, decorator, names)
                    modules[home].users |= {module.name} if elsewhere else set()
            count += 1
            module.lines[decorator.lineno - 1] = ""
            for i in range(decorator.lineno - 1, decorator.end_lineno or 0):
                module.lines[i] = ""
            line = module.lines[node.lineno - 1]
            module.lines[node.lineno - 1] = line.replace(f"def {node.name}(", f"def _patched_{count}_{node.name}(", 1)


def written(module: Module) -> tuple[str, list[int]]:
    "The module with its declarations, and the line of the real module for each of its lines."
    after: dict[int, list[str]] = defaultdict(list)
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef) and node.name in module.added:
            after[node.end_lineno or 0] += [f"    {line}" for line in module.added[node.name]]
    future = next((n.end_lineno for n in module.tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"), 0)
    if module.added:
        guarded = [f"    import {name} as {alias(name)}" for name in sorted(module.users)]
        after[future or 1] = [
            "import builtins as _builtins", "from typing import TYPE_CHECKING as _CHECKING",
            "if _CHECKING:", "    pass", *guarded, *after[future or 1],
        ]  # fmt: skip
    lines: list[str] = []
    real: list[int] = []
    for number, line in enumerate(module.lines, 1):
        for text in (line, *after[number]):
            lines.append(text)
            real.append(number)
    return "\n".join(lines), real


def main(options: list[str]) -> int:
    "Write the copy, run mypy on it, and tell its findings of the real files."
    modules = read_modules(ROOT / PACKAGE)
    move_patches(modules)
    with TemporaryDirectory() as folder:
        lines = {}
        for module in modules.values():
            path = Path(folder, module.path.relative_to(ROOT))
            path.parent.mkdir(parents=True, exist_ok=True)
            text, lines[str(module.path.relative_to(ROOT))] = written(module)
            path.write_text(text, encoding="utf-8")
        Path(folder, PACKAGE, "_modidx.py").write_text("d: dict = {}\n")
        command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "mypy.ini"), *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        found = SAID.match(line)
        if found and found[1] in lines:
            number = lines[found[1]][int(found[2]) - 1]
            line = f"{found[1]}:{number}:{line[found.end():]}"
        print(line)
    print(done.stderr, end="", file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
