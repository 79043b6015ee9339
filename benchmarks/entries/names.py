"Names of texts in generated source, and what machine code writes."
from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

import indexing_tools as it


def _apart(compile: bool | None, n: int = 7) -> None:
    "The product whose two indices have one normal form."
    q, x = np.arange(2.0 * n).reshape(2, n), np.arange(float(n))
    for a, b in (("µ", "μ"), ("a", "ª"), ("K", "\u212a"), ("fi", "ﬁ")):
        found = it.sparsify(f"y[{a}] = Q[{a},{b}] * P[{b}]", Q="CSR", compile=compile)(it.SparseTensor.from_dense(q, it.CSR), x)
        assert np.array_equal(found, q @ x), f"{found} for {q @ x}"


def by_default() -> str:
    "Machine code is made when it pays; two million columns are enough."
    n = 2_000_000
    k = it.sparsify("y[µ] = Q[µ,μ] * P[μ]", Q="CSR")
    found = k(it.SparseTensor.from_dense(np.ones((2, n)), it.CSR), np.ones(n))
    assert found.tolist() == [n, n], str(found)
    return f"{found}"


def compiled() -> str:
    "As machine code, among many columns."
    _apart(True)
    _apart(True, 200_000)
    return "four pairs told apart"


def odd_names() -> str:
    "Names that mean something, or are no identifiers, as tensor, index and result."
    a, x = np.arange(35.0).reshape(5, 7), np.arange(7.0)
    for name in "x² __debug__ range int maximum lower_bound_int64 kernel np U print ﬁ __import__ len type".split():
        for text in ("y[i] = {}[i,j] * x[j]", "{}[i] = A[i,j] * x[j]", "y[{0}] = A[{0},j] * x[j]", "y[i] = A[i,{0}] * x[{0}]"):
            found = it.sparsify(text.format(name), compile=False)(a, x)
            assert np.array_equal(found, a @ x), f"{text.format(name)}: {found}"
    return "right in four roles"


def options() -> str:
    "Tensors that are called like options."
    a, x = np.arange(35.0).reshape(5, 7), np.arange(7.0)
    make: Any = it.sparsify
    for name in ("compile", "order", "expression", "sizes"):
        found = make(f"y[i] = {name}[i,j] * x[j]", {name: "CSR"})(a, x)
        assert np.array_equal(found, a @ x), name
    return "formats by a dictionary"


def commands() -> str:
    "The command, with names that are no identifiers of Python."
    for name in ("x²", "__debug__", "range"):
        command = [sys.executable, "-c", "from indexing_tools.__main__ import main; main()", "sparsify", f"y[i] = A[i,j] * {name}[j]"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        assert "Traceback" not in done.stderr, done.stderr.splitlines()[-1]
        assert done.returncode == 0, done.stderr
    return "loops are printed"


def written_meanwhile() -> str:
    "Threads that write coordinates, a caller's and the tensor's own, while a kernel reads them."
    n = 300_000
    pos, crd = np.arange(n + 1), np.zeros(n, np.int64)
    a = it.SparseTensor.from_buffers(it.CSR, (n, 1), {1: pos}, {1: crd}, np.ones(n))
    k, x, end = it.sparsify("y[i] = A[i,j] * x[j]", A="CSR", compile=True), np.ones(1), threading.Event()
    k(a, x)

    def write(given: np.ndarray) -> None:
        while not end.is_set() and given.flags.writeable:
            given[:] = 2**40
            given[:] = 0

    threads = [threading.Thread(target=write, args=(c,)) for c in (crd, a.coordinates[1])]
    for t in threads:
        t.start()
    try:
        for _ in range(300):
            assert np.array_equal(k(a, x), np.ones(n)), "another result"
    finally:
        end.set()
        for t in threads:
            t.join()
    for given in (*a.positions, *a.coordinates, a.values):
        assert given is None or not given.flags.writeable, "a buffer can be written to"
    return "300 right products"


def programs() -> str:
    "Names of a program in the interpreter's functions: builtins, keywords, words of the generator."
    text = """HloModule m
ENTRY e { A = f32[6] parameter(0)
  B = f32[6] parameter(1)
  C = f32[6] add(A, B)
  D = f32[6] multiply(C, A)
  ROOT E = f32[6] subtract(D, B) }"""
    x, y, sources = np.arange(6, dtype=np.float32), np.ones(6, np.float32), set()
    from indexing_tools.interpreter.compile.functions import compiled

    for words in ("A B C D E", "lambda None print del self", "_c0 _refs _k1 _place _copy", "run x add x_2 add_2", "x.1 x-1 x_1 x.2 x-2"):
        odd = text
        for old, new in zip("ABCDE", words.split()):
            odd = odd.replace(f" {old} ", f" {new}@ ").replace(f"({old},", f"({new}@,").replace(f" {old})", f" {new}@)")
        program = it.read_program(odd.replace("@", ""))
        found = program.run(x, y)
        assert np.array_equal(found, (x + y) * x - y), f"{words}: {found}"
        code = compiled(program.entry).source
        sources.add("\n".join(line.partition("  #")[0] for line in code.splitlines()))
    assert len(sources) == 1, f"{len(sources)} sources of one program"
    return "one source for five programs"


def pallas() -> str:
    "Names of a program in a kernel for Pallas."
    from indexing_tools.tiles.pallas.kernel import pallas_source

    text = """HloModule m
f { A = f32[8] parameter(0)
  ROOT B = f32[8] tanh(A) }
ENTRY e { A = f32[8] parameter(0)
  ROOT C = f32[8] fusion(A), kind=kLoop, calls=f }"""
    found = {str(pallas_source(it.read_program(text.replace("A", a).replace("B", b)).entry.root.tile((4,)))) for a, b in (("x", "y"), ("lambda", "weights"))}
    code = {"\n".join(line.partition("  #")[0] for line in source.splitlines()) for source in found}
    assert len(code) == 1, "names of the text are identifiers"
    return "only comments differ"


def sizes_that_lie() -> str:
    "Loops of HLO whose instructions have other sizes than their types say: no store beside an array."
    from fuzz_contradictions import LOOP

    from indexing_tools.loops.jit import compile_loops

    bodies = (
        "b = f32[1000] broadcast(c), dimensions={}", "b = f32[4] pad(a, c), padding=50_50",
        "p = pred[] constant(true)\n b = f32[400] conditional(p, a, a), true_computation=same, false_computation=same",
        "z = s32[] constant(1)\n u = f32[100] broadcast(c), dimensions={}\n d = f32[1000] dynamic-update-slice(a, u, z)\n b = f32[4] slice(d), slice={[0:4]}",
        "d = f32[2] concatenate(a, a), dimensions={0}\n b = f32[4] concatenate(d, d), dimensions={0}",
        "b = f32[4] slice(a), slice={[100:104]}",
    )  # fmt: skip
    for body in bodies:
        seen = []
        for how in ({"after": float("inf")}, {}):
            with compile_loops(**how):
                try:
                    seen.append(str(it.read_program(LOOP.format(body)).run(np.float32([1, 2, 3, 4]))))
                except it.ProgramError as error:
                    seen.append(str(error))
        assert seen[0] == seen[1], f"{body}: {seen[1][:80]}, in Python {seen[0][:80]}"
    return f"{len(bodies)} programs: as in Python"


def names_of_mlir() -> str:
    "Sparse kernels of MLIR: a quoted symbol, values that differ in a mark, a text that ends in a backslash."
    from indexing_tools.loops.c_printer import c_text

    text = """
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @"print(1)"(%range: tensor<5x7xf64, #CSR>, %a.b: tensor<7xf64>, %a_b: tensor<5xf64>) -> tensor<5xf64> {
  %r = linalg.matvec ins(%range, %a.b : tensor<5x7xf64, #CSR>, tensor<7xf64>) outs(%a_b : tensor<5xf64>) -> tensor<5xf64>
  return %r : tensor<5xf64>
} // complex \\"""
    a, x = np.arange(35.0).reshape(5, 7), np.arange(7.0)
    k = it.sparsify(text)
    assert np.array_equal(k(a, x, np.zeros(5)), a @ x), "another product"
    code = c_text(it.sparsify("y[i] = complex[i,j] * x[j]", complex="CSR").plan.loops.function)
    assert "complex.h" not in code, "a name brings a header of C"
    return "right; C's headers follow the code"


ENTRIES: dict[str, Callable[[], str]] = {
    "1.1a": by_default, "1.1b": compiled, "1.2a": odd_names, "1.2b": options, "1.2c": commands, "1.4": written_meanwhile,
    "1.1c": programs, "1.1d": pallas, "1.1e": sizes_that_lie, "1.1f": names_of_mlir,
}  # fmt: skip
