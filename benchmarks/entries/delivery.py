"""Entries 3.5 and 3.8, and point 3 of the issue: versions, absent packages, commands that can be repeated.

Short form: none, `benchmarks/found_entries.py` runs it.
"""
from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}} (blocked)", name=name)
sys.meta_path.insert(0, Blocked())
"""
WORKS = """
import numpy as np
import indexing_tools as it
m = it.IndexingMap.parse("(d0) -> (d0 mod 8), domain: d0 in [0, 7]")
assert str(m.simplify()) == "(d0) -> (d0), domain: d0 in [0, 7]"
it.explore(m)._repr_mimebundle_()
p = it.read_program("HloModule m\\nENTRY e { p = f32[2,3] parameter(0) ROOT n = f32[2,3] negate(p) }")
assert (p.run(np.ones((2, 3), np.float32)) == -1).all() and str(p.report())
a = np.eye(4, dtype=np.float32)
A = it.SparseTensor.from_dense(a, it.CSR)
assert (A.convert(it.BSR(2, 2)).to_dense() == a).all()
assert (it.sparsify("y[i] = A[i,j] * x[j]", A="CSR")(A, np.ones(4, np.float32)) == 1).all()
"""
PNG = "import indexing_tools as it; it.Shape.parse('f32[3,5]{1,0}').picture().png()"
SCIPY = "import indexing_tools as it; import numpy as np; it.SparseTensor.from_dense(np.eye(3), it.CSR).to_scipy()"


def without(packages: set[str], *command: str) -> subprocess.CompletedProcess[str]:
    "What Python does with these arguments where the packages are absent."
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sitecustomize.py").write_text(BLOCK.format(names=packages), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(ROOT)]), "XDG_CACHE_HOME": folder}
        return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, cwd=folder, env=environment)


def floors() -> str:
    "Every requirement and extra of the package's users has a lowest version."
    parser = configparser.ConfigParser(delimiters=["="])
    parser.read(ROOT / "settings.ini", encoding="utf-8")
    settings = parser["DEFAULT"]
    names = [k for k in settings if k.endswith("requirements") and k not in ("dev_requirements", "browser_requirements")]
    found = [r for k in names for r in settings[k].split() if r != "libtpu"]
    bare = [r for r in found if not re.search(r"[<>=]", r)]
    assert not bare, f"no lowest version: {' '.join(bare)}"
    return f"{len(found)} requirements with a lowest version"


def works_without() -> str:
    "Maps, the interpreter, reports, explorers and sparse tensors need none of them."
    done = without({"numba", "llvmlite", "scipy", "resvg_py", "matplotlib"}, "-c", WORKS)
    assert done.returncode == 0, done.stderr.strip().splitlines()[-1]
    return "works without numba, scipy, resvg_py, matplotlib"


def says_what_to_install() -> str:
    "The error names the package and what to type."
    for package, code in (("resvg_py", PNG), ("scipy", SCIPY)):
        told = without({package}, "-c", code).stderr.strip().splitlines()[-1]
        assert f"pip install {package}" in told, told
    return told


def command_says_what_to_install() -> str:
    "The command ends with status 2 and a line."
    done = without({"resvg_py"}, "-m", "indexing_tools", "layout", "f32[3,5]{1,0}", "--png", "tiles.png")
    assert done.returncode == 2 and "Traceback" not in done.stderr, f"status {done.returncode}, a traceback"
    return done.stderr.strip()


def editable_without_develop() -> str:
    "pip of any age takes the build backend, never `setup.py develop`, which is what cannot be repeated."
    path = ROOT / "pyproject.toml"
    assert path.is_file(), "no pyproject.toml: pip 23.2 runs `setup.py develop` once setuptools is there"
    text = path.read_text(encoding="utf-8")
    assert "[build-system]" in text and "[project]" not in text and "[tool" not in text, text
    return "pyproject.toml has [build-system] alone"


def second_command_twice() -> str:
    "Install twice with this Python's pip, setuptools in the environment: seconds to a minute, needs an index."
    base = str(Path(sys.base_prefix, "bin", "python3"))  # an environment may have no pip
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".venv*", ".git", "nbs", "__pycache__", "*.egg-info"))
        install = [base, "-m", "pip", "--python", ".venv", "install", "-q", "--no-deps"]
        subprocess.run([base, "-m", "venv", "--without-pip", ".venv"], cwd=clone, check=True)
        for what in (["setuptools"], ["-e", "."], ["-e", "."]):
            done = subprocess.run([*install, *what], cwd=clone, check=False, capture_output=True, text=True)
            assert done.returncode == 0, f"pip install {what[-1]} fails: {done.stderr.strip()[-200:]}"
    return "installed twice beside setuptools"


ENTRIES: dict[str, Callable[[], str]] = {
    "3.5": floors,
    "3.8": editable_without_develop,
    "3.8b": second_command_twice,
    "point 3, absent packages": works_without,
    "point 3, errors": says_what_to_install,
    "point 3, command": command_says_what_to_install,
}
