"""What kernels import, imported once: the modules of the package, and those that it loads when it needs them.

They are set aside, so that a notebook has those only that it imports, and forgets them as it forgets others.
"""
from __future__ import annotations

import builtins
import gc
import importlib
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

PACKAGE = "indexing_tools"
GROUPS = {"scipy": ("scipy",), "numba": ("numba", "llvmlite"), "sympy": ("sympy", "mpmath"), "resvg_py": ("resvg_py",)}


class Kept:
    "A finder of modules that were imported before; it gives each once, and with it what it imports."

    def __init__(self, modules: dict[str, ModuleType], imports: dict[str, set[str]]) -> None:
        self.modules, self.imports, self.asked = modules, imports, 0

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        self.asked += name == PACKAGE
        if self.asked > 2:  # the extension was loaded, which forgets all; the notebook imported; and all was forgotten again
            self.modules = {n: m for n, m in self.modules.items() if n.partition(".")[0] != PACKAGE}
        return ModuleSpec(name, self) if name in self.modules else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = self.modules.pop(spec.name)
        self.spec = module.__spec__  # importlib puts its own there
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec
        if group := GROUPS.get(module.__name__):  # others' modules look in sys.modules for their own
            self.give([n for n in self.modules if n.partition(".")[0] in group])
        else:
            self.give(self.imports.get(module.__name__, ()))

    def give(self, names: Iterable[str]) -> None:
        left = list(names)
        while left:
            name = left.pop()
            if module := self.modules.pop(name, None):
                sys.modules[name] = module
                package, _, own = name.rpartition(".")
                if package.partition(".")[0] == PACKAGE:  # others' packages have theirs, or a function of that name
                    setattr(importlib.import_module(package), own, module)
                left += self.imports.get(name, ())


def import_all() -> dict[str, set[str]]:
    "Import every module of the package, and the packages of `GROUPS` that are installed; what each of ours imports."
    imports, ordinary = defaultdict[str, set[str]](set), builtins.__import__

    def noted(name: str, of: Mapping | None = None, locals: object = None, names: object = (), level: int = 0) -> Any:
        module = ordinary(name, of, locals, names, level)
        if names and of and str(of.get("__name__")).startswith(f"{PACKAGE}."):
            imports[of["__name__"]] |= {module.__name__, *(f"{module.__name__}.{n}" for n in names)}
        return module

    builtins.__import__ = noted
    try:
        import_modules()
    finally:
        builtins.__import__ = ordinary
    return imports


def import_modules() -> None:
    package = importlib.import_module(PACKAGE)
    for found in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    for name in (*GROUPS, "scipy.sparse", "scipy.linalg"):
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def keep() -> None:
    "Import all, and set it aside."
    imports = import_all()
    names = {PACKAGE, *(n for group in GROUPS.values() for n in group)}
    modules = {n: sys.modules.pop(n) for n in list(sys.modules) if n.partition(".")[0] in names}
    sys.meta_path.insert(0, Kept(modules, imports))
    gc.freeze()  # pages of what is kept are not copied when a process collects its garbage


keep()
