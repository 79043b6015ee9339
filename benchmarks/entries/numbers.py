"""Entries of the list of faults that belong to the functions' values: each returns what was seen, or raises AssertionError.

Short form: none, the runner of the entries imports it
"""
from __future__ import annotations

from collections.abc import Callable

import mpmath
import numpy as np

import indexing_tools as it

TEXT = """func.func @main(%x: tensor<{n}x{t}>) -> tensor<{n}x{t}> {{
  %r = {op} %x : {types}
  return %r : tensor<{n}x{t}>
}}"""


def _run(op: str, t: str, x: np.ndarray) -> np.ndarray:
    given = f"tensor<{len(x)}x{t}>"
    types = f"{given} -> {given}" if op.startswith("chlo") else given
    with np.errstate(all="ignore"):
        return np.asarray(it.read_program(TEXT.format(n=len(x), t=t, op=op, types=types)).run(x))


def _worst(found: np.ndarray, x: np.ndarray, function: Callable) -> float:
    "The largest error of f64 or c128 parts, in units in the last place."
    with mpmath.workprec(2000):
        exact = [function(mpmath.mpmathify(v)) for v in x.tolist()]
        parts = [(f.real, e.real) for f, e in zip(found, exact)] + [(f.imag, e.imag) for f, e in zip(found, exact) if e.imag]
        return max(float(abs(mpmath.mpf(float(f)) - e) / np.spacing(abs(float(e)))) for f, e in parts)


def log_plus_one() -> str:
    "log(1 + z) of complex<f64>: 843 of 4,000 values were off by more than 4 ULP, the worst by 2.3 million."
    rng, n = np.random.default_rng(0), 1000
    z = 10.0 ** rng.uniform(-12, 14, n) * rng.choice([-1, 1], n) + 1j * 10.0 ** rng.uniform(-12, 14, n)
    off = _worst(_run("stablehlo.log_plus_one", "complex<f64>", z), z, lambda v: mpmath.log(1 + v))
    assert off <= 4, f"off by {off:.3g} ULP"
    return f"{n} values, at most {off:.2f} ULP off"


def complex_twins() -> str:
    "Other complex functions that lost digits or overflowed."
    seen = []
    for op, function, z in [
        ("stablehlo.logistic", lambda v: 1 / (1 + mpmath.exp(-v)), [180713.79j, 800 + 1j, -800 + 1j, -700.5 + 3j]),
        ("stablehlo.tanh", mpmath.tanh, [7.797675897988502 - 1.330595397843972e-105j, 3.14 + 0.4j]),
        ("stablehlo.cbrt", mpmath.cbrt, [1e234 + 1j, 1e-300 + 1e-310j]),
        ("stablehlo.sign", lambda v: v / abs(v), [-1.075e-320 - 1.79e-321j]),
        ("stablehlo.rsqrt", lambda v: 1 / mpmath.sqrt(v), [-0.008642899843285822 + 5e-324j]),
    ]:
        x = np.array(z)
        off = _worst(_run(op, "complex<f64>", x), x, function)
        assert off <= 4, f"{op} off by {off:.3g} ULP"
        seen.append(f"{op.removeprefix('stablehlo.')} {off:.2f}")
    return f"ULP: {', '.join(seen)}"


def hyperbolic() -> str:
    "cosh and sinh of f32 near the end of the range (24 ULP), cbrt, sinh and asinh of f64 (2.4, 1.3 and 1.2 ULP)."
    x = np.float32([89.39952, 89.4])
    for op, function in (("chlo.cosh", np.cosh), ("chlo.sinh", np.sinh)):
        assert (_run(op, "f32", x) == function(x.astype(np.float64)).astype(np.float32)).all(), f"{op} of f32"
    seen = []
    for op, function, v in [
        ("stablehlo.cbrt", lambda v: mpmath.sign(v) * mpmath.cbrt(abs(v)), -7.743589369626981e183),
        ("chlo.sinh", mpmath.sinh, 0.826505921929542), ("chlo.asinh", mpmath.asinh, 0.5152848187068649),
    ]:
        off = _worst(_run(op, "f64", np.float64([v])), np.float64([v]), function)
        assert off <= 1, f"{op} off by {off:.3g} ULP"
        seen.append(f"{op.rpartition('.')[2]} {off:.2f}")
    return f"f32 as mathematics; f64 ULP: {', '.join(seen)}"


ENTRIES: dict[str, Callable[[], str]] = {"1.3": log_plus_one, "1.3b": complex_twins, "1.3c": hyperbolic}
