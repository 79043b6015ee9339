"""Does the package work beside the versions of its requirements that are installed here?

    python .ci/smoke.py [TEST...] [--without NAME...]

A short pass over everything that leans on a requirement: maps, the interpreter, sparse tensors, pictures, explorers,
plots, reports, every command. No other file of the project is needed than `nbs/data`. `--without` blocks packages, in
the commands too: what needs one must name it and `pip install`, and all the rest must work.
The last line is `N passed, N failed`.
"""
from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import indexing_tools as it
import numpy as np

BLOCKED = "INDEXING_TOOLS_BLOCKED"  # set in a process that already runs without some packages
DATA = Path(__file__).resolve().parent.parent / "nbs" / "data"
SOFTMAX = DATA / "hlo" / "gpu_h100" / "softmax3d.hlo"
STABLEHLO = DATA / "stablehlo" / "softmax3d.mlir"
MAP = "(d0, d1) -> (d0 * 16 + d1 floordiv 16, d1 mod 16), domain: d0 in [0, 6], d1 in [0, 14]"
SPMV = "y[i] = A[i,j] * x[j]"
DOT = "c = f32[20,30] dot(f32[20,24] a, f32[24,30] b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
OPTIONAL = {"numba": ["numba", "llvmlite"], "scipy": ["scipy"], "resvg_py": ["resvg_py"], "matplotlib": ["matplotlib"]}
BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}} (blocked)", name=name)
sys.meta_path.insert(0, Blocked())
"""  # as `sitecustomize.py` it blocks packages in every process

TESTS: dict[str, tuple[Callable[[], object], Sequence[str]]] = {}


def test(*needs: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    "Enter a test, by its name; `needs` are the optional packages without which it must refuse."

    def enter(function: Callable[[], object]) -> Callable[[], object]:
        TESTS[function.__name__] = function, needs
        return function

    return enter


@test()
def modules() -> None:
    for module in pkgutil.walk_packages(it.__path__, "indexing_tools."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


@test()
def maps() -> None:
    m = it.IndexingMap.parse(MAP)
    assert str(m.simplify()) == "(d0, d1) -> (d0 * 16, d1), domain: d0 in [0, 6], d1 in [0, 14]"
    assert m(d=(3, 5)) == (48, 5)
    assert str(it.IndexingMap.parse(m.to_string("xla"))) == str(m)
    assert m.equivalent(m.simplify()) and m.image().count() == 7 * 15
    assert m.inverse().count() == 7 * 15


@test()
def fusion_maps() -> None:
    fusion = it.read_program(SOFTMAX).entry["triton_softmax.2"]
    assert "s0 in [0, 124]" in str(fusion.output_to_input())
    assert "(d0, d1, d2)" in str(fusion.input_to_output(0))
    assert fusion.traffic()


@test()
def latex() -> None:
    m = it.IndexingMap.parse(MAP)
    assert str(it.IndexingMap.from_sympy(m.to_sympy())) == str(m)


@test()
def layouts() -> None:
    s = it.Shape.parse("f32[3,5]{1,0:T(2,2)}")
    a = np.arange(15, dtype=np.float32).reshape(3, 5)
    assert s.linear_index((2, 3)) == 17 and (s.unpack(s.pack(a)) == a).all()


@test()
def interpreter() -> None:
    program = it.read_program(STABLEHLO)
    x = np.random.default_rng(0).normal(size=(2, 65, 125)).astype(np.float32)
    e = np.exp(x - x.max(-1, keepdims=True))
    for run in range(3):  # loops become machine code when that pays
        np.testing.assert_allclose(program.run(x), e / e.sum(-1, keepdims=True), rtol=2e-6, err_msg=f"run {run}")
    assert program.trace(x)


@test()
def number_types() -> None:
    text = "HloModule m\nENTRY e {{ p = {0}[3] parameter(0) ROOT a = {0}[3] add(p, p) }}"
    for name in "bf16 f8e4m3fn f8e5m2 f8e4m3 f8e3m4 f8e8m0fnu f4e2m1fn f16 s4 u2 s8".split():
        program = it.read_program(text.format(name))
        x = np.ones(3).astype(program.entry.parameters[0].shape.element_type.dtype)
        assert (np.asarray(program.run(x)).astype(float) == 2).all(), name


@test("scipy")
def fourier() -> None:
    x = np.arange(8, dtype=np.float32)
    text = "HloModule m\nENTRY e { p = f32[8] parameter(0) ROOT f = c64[5] fft(p), fft_type=RFFT, fft_length={8} }"
    np.testing.assert_allclose(it.read_program(text).run(x), np.fft.rfft(x), rtol=1e-5, atol=1e-5)


def some_matrix() -> np.ndarray:
    rng = np.random.default_rng(1)
    return (rng.random((30, 20)) * (rng.random((30, 20)) < 0.2)).astype(np.float32)


@test()
def sparse_tensors() -> None:
    a = some_matrix()
    for encoding in [it.CSR, it.COO, it.DCSR, it.BSR(2, 2), it.DIA, it.ELL(8)]:
        A = it.SparseTensor.from_dense(a, encoding)
        assert (A.to_dense() == a).all(), encoding
        assert (A.convert(it.CSC).to_dense() == a).all(), encoding
    A = it.SparseTensor.from_dense(a, "CSR")
    np.testing.assert_allclose(np.asarray((A + A).to_dense()), a + a)
    np.testing.assert_allclose(A.sum(0).to_dense() if hasattr(A.sum(0), "to_dense") else A.sum(0), a.sum(0), rtol=1e-5)


@test()
def kernels() -> None:
    a, x = some_matrix(), np.arange(20, dtype=np.float32)
    A = it.SparseTensor.from_dense(a, "CSR")
    kernel = it.sparsify(SPMV, A="CSR")
    np.testing.assert_allclose(kernel(A, x), a @ x, rtol=1e-5)
    np.testing.assert_allclose(A @ x, a @ x, rtol=1e-5)
    product = it.sparsify("C[i,j] = A[i,k] * B[k,j]", A="CSR", B="CSC", C="CSR")
    B = it.SparseTensor.from_dense(a.T.copy(), "CSC")
    np.testing.assert_allclose(product(A, B).to_dense(), a @ a.T, rtol=1e-5)


@test()
def compiled_kernels() -> None:
    rng = np.random.default_rng(2)
    a = rng.random((3000, 2000)) * (rng.random((3000, 2000)) < 0.01)
    x = rng.random(2000)
    A = it.SparseTensor.from_dense(a, "CSR")
    kernel = it.sparsify(SPMV, A="CSR")
    with it.compile_loops():
        np.testing.assert_allclose(kernel(A, x), a @ x)
        assert (A.convert("CSC").to_dense() == a).all()


@test("scipy")
def scipy_matrices() -> None:
    a = some_matrix()
    A = it.SparseTensor.from_dense(a, "CSR")
    assert (A.to_scipy().toarray() == a).all()
    assert (it.SparseTensor.from_scipy(A.to_scipy()).to_dense() == a).all()


@test("resvg_py", "matplotlib")
def png() -> None:
    assert it.Shape.parse("f32[3,5]{1,0}").picture().png().startswith(b"\x89PNG")


@test()
def pictures() -> None:
    for shown in [it.Shape.parse("f32[3,5]{1,0:T(2,2)}"), it.IndexingMap.parse(MAP), it.read_program(SOFTMAX)]:
        assert shown.picture().svg.startswith("<svg")


@test()
def explorers() -> None:
    plan = it.parse_instruction(DOT).plan((8, 8, 8))
    for shown in [it.IndexingMap.parse(MAP), it.Shape.parse("f32[3,5]{1,0:T(2,2)}"), plan]:
        view = it.explore(shown)
        state = view.get_state()
        assert state["_esm"] and state["_model_module"] == "anywidget", type(view)
        assert view._repr_mimebundle_()


@test("matplotlib")
def plots() -> None:
    axes = it.Shape.parse("f32[3,5]{1,0:T(2,2)}").plot()
    axes.figure.savefig(os.devnull, format="svg")
    it.SparseTensor.from_dense(some_matrix(), "CSR").plot()


@test("matplotlib")
def in_ipython() -> None:
    cell = "import indexing_tools as it; s = it.Shape.parse('f32[3,5]{1,0}'); it.explore(s); print(type(s.plot()))"
    done = subprocess.run([sys.executable, "-m", "IPython", "-c", cell], capture_output=True, text=True, check=False)
    assert "Axes" in done.stdout, done.stdout.strip().splitlines()[-1:]


@test()
def reports() -> None:
    report = it.read_program(SOFTMAX).report()
    assert "softmax" in str(report) and report._repr_html_()


def command(*arguments: object, status: int = 0) -> str:
    "What the command prints: CommandFailed with its errors if it ends otherwise."
    done = subprocess.run([sys.executable, "-m", "indexing_tools", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"status {done.returncode}: {done.stderr.strip()[-600:]}")
    return done.stdout


@test()
def command_maps() -> None:
    assert "->" in command("maps", SOFTMAX)
    assert json.loads(command("maps", SOFTMAX, "--json"))


@test()
def command_simplify() -> None:
    assert command("simplify", "(d0) -> (d0 mod 8), domain: d0 in [0, 7]").strip() == "(d0) -> (d0), domain: d0 in [0, 7]"


@test()
def command_layout() -> None:
    assert "17" in command("layout", "f32[3,5]{1,0:T(2,2)}", "--index", "2,3")


@test("resvg_py", "matplotlib")
def command_layout_png() -> None:
    command("layout", "f32[3,5]{1,0:T(2,2)}", "--png", "tiles.png")
    assert Path("tiles.png").read_bytes().startswith(b"\x89PNG")


@test()
def command_run() -> None:
    np.save("x.npy", np.zeros((2, 65, 125), np.float32))
    command("run", STABLEHLO, "--args", "x.npy", "--out", "y.npy")
    np.testing.assert_allclose(np.load("y.npy"), 1 / 125, rtol=1e-6)


@test()
def command_check() -> None:
    assert "8 passed, 0 failed" in command("check", DATA / "tests" / "abs.mlir")


@test()
def command_sparse() -> None:
    np.save("a.npy", some_matrix())
    assert json.loads(command("sparse", "CSR", "a.npy", "--json"))["values"]


@test()
def command_sparsify() -> None:
    assert "for " in command("sparsify", SPMV, "--format", "A=CSR")


@test()
def command_report() -> None:
    command("report", SOFTMAX, "--html", "report.html", "--json", "report.json")
    assert "<html" in Path("report.html").read_text(encoding="utf-8")
    assert json.loads(Path("report.json").read_text(encoding="utf-8"))["modules"]


@test()
def command_diff() -> None:
    old, new = DATA / "diff" / "layer_cpu.hlo", DATA / "diff" / "layer_without_fusion_cpu.hlo"
    assert command("diff", old, new, status=1)


@test()
def command_help() -> None:
    assert "sparsify" in command("--help")
    assert "--language" in command("sparsify", "--help") and "Examples" in command("report", "--help")


@test()
def command_lab() -> None:
    done = subprocess.run([sys.executable, "-m", "indexing_tools", "lab", ".", "--dry-run"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or "jupyterlab" in done.stderr and "Traceback" not in done.stderr, done.stderr


def said(test: Callable[[], object]) -> str:
    "What a test raises, in a line; empty if it passes."
    try:
        test()
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())}"
    return ""


def verdict(name: str, without: Sequence[str]) -> str:
    "What is wrong with a test; empty if it passes, or refuses as it should."
    function, needs = TESTS[name]
    told = said(function)
    absent = [n for n in needs if n in without]
    if absent and not told:
        return f"passed without {absent}: is it blocked?"
    if any(f"pip install {n}" in told for n in absent) and "Traceback" not in told:
        return ""
    return told


def blocked(without: Sequence[str], folder: str) -> dict[str, str]:
    "An environment in which no process finds these packages."
    names = {module for name in without for module in OPTIONAL.get(name, [name])}
    Path(folder, "sitecustomize.py").write_text(BLOCK.format(names=names), encoding="utf-8")
    above = os.environ.get("PYTHONPATH")
    return {**os.environ, BLOCKED: "1", "PYTHONPATH": os.pathsep.join(filter(None, [folder, above]))}


def run(tests: Sequence[str], without: Sequence[str]) -> int:
    "Run the tests, print what came of each, and count."
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(XDG_CACHE_HOME=folder, MPLBACKEND="svg")  # nothing compiled before helps
        for name in tests:
            told = verdict(name, without)
            failed += bool(told)
            print(f"FAIL {name}: {told[:800]}" if told else f"ok   {name}", flush=True)
        os.chdir("/")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return int(failed > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", metavar="TEST", help="all when none is named")
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME", help="block these packages")
    a = parser.parse_args()
    if not a.without or BLOCKED in os.environ:
        return run(a.tests or list(TESTS), a.without)
    with tempfile.TemporaryDirectory() as folder:
        again = [sys.executable, __file__, *sys.argv[1:]]
        return subprocess.run(again, env=blocked(a.without, folder), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
