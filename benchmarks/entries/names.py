"Names of texts in generated loops."
from __future__ import annotations

import subprocess
import sys
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


ENTRIES: dict[str, Callable[[], str]] = {
    "1.1a": by_default, "1.1b": compiled, "1.2a": odd_names, "1.2b": options, "1.2c": commands,
}  # fmt: skip
