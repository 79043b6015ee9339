"""Entries of the list of faults that belong to the functions' values: each returns what was seen, or raises AssertionError.

Short form: none, the runner of the entries imports it
"""
from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
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
    "cbrt, sinh and asinh of f64 were off by 2.4, 1.3 and 1.2 ULP."
    seen = []
    for op, function, v in [
        ("stablehlo.cbrt", lambda v: mpmath.sign(v) * mpmath.cbrt(abs(v)), -7.743589369626981e183),
        ("chlo.sinh", mpmath.sinh, 0.826505921929542), ("chlo.asinh", mpmath.asinh, 0.5152848187068649),
    ]:
        off = _worst(_run(op, "f64", np.float64([v])), np.float64([v]), function)
        assert off <= 1, f"{op} off by {off:.3g} ULP"
        seen.append(f"{op.rpartition('.')[2]} {off:.2f}")
    return f"ULP: {', '.join(seen)}"


def angle() -> str:
    "atan2 of complex numbers was up to 60 ULP off, and NaN where a square overflows."
    y = np.array([1e-20 + 1e-20j, 3e200, 2 + 1j, -5e-324 + 2e-323j, 1e160j])
    x = np.array([1 + 2j, 4e200j, -1.5 + 0.25j, 0.43 + 0.9j, 2 - 3j])
    text = """func.func @main(%y: tensor<5xcomplex<f64>>, %x: tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>> {
  %r = stablehlo.atan2 %y, %x : tensor<5xcomplex<f64>>
  return %r : tensor<5xcomplex<f64>>
}"""
    with np.errstate(all="ignore"):
        found = np.asarray(it.read_program(text).run(y, x))
    with mpmath.workprec(4000):
        i, worst = mpmath.mpc(0, 1), 0.0
        for a, v, w in zip(found, y.tolist(), x.tolist()):
            v, w = mpmath.mpc(v), mpmath.mpc(w)
            exact = -i * mpmath.log((w + i * v) / mpmath.sqrt(w * w + v * v))
            for p, q in (a.real, exact.real), (a.imag, exact.imag):
                assert np.isfinite(p), f"{v} over {w} gives {a}"
                worst = max(worst, float(abs(mpmath.mpf(float(p)) - q) / np.spacing(max(abs(float(q)), 1e-300))))
    assert worst <= 4, f"off by {worst:.3g} ULP"
    return f"{len(y)} values, at most {worst:.2f} ULP off"


def sparse_machine_code() -> str:
    "In machine code, which large kernels become, Numba's functions of complex numbers lost all digits or gave NaN."
    seen = []
    for name, function, z in [
        ("tanh", mpmath.tanh, 400 + 1j), ("expm1", mpmath.expm1, 1e-20 + 1e-21j), ("log1p", lambda v: mpmath.log(1 + v), 1e-20 + 1e-21j),
        ("sqrt", mpmath.sqrt, 1.7e308 + 2j), ("log", mpmath.log, 5e-324 + 5e-324j),
        ("arccosh", lambda v: mpmath.mpc(abs(mpmath.acos(v).imag), mpmath.acos(v).real), -0.005 + 1e-30j),
    ]:
        x = np.array([z] * 3)
        with np.errstate(all="ignore"):
            found = np.asarray(it.sparsify(f"y[i] = {name}(x[i])", compile=True)(x=x))
        assert np.isfinite(found).all(), f"{name} of {z} gives {found[0]}"
        off = _worst(found, x, function)
        assert off <= 4, f"{name} off by {off:.3g} ULP"
        seen.append(f"{name} {off:.2f}")
    return f"ULP: {', '.join(seen)}"


def special() -> str:
    "erf_inv, polygamma and bessel_i1e of f64 were off by 11.6, 67 and 9.7 ULP."
    text = """func.func @main(%n: tensor<1xf64>, %x: tensor<1xf64>) -> tensor<1xf64> {
  %r = chlo.polygamma %n, %x : tensor<1xf64>, tensor<1xf64> -> tensor<1xf64>
  return %r : tensor<1xf64>
}"""
    x = np.float64([5.060030574139811])
    with mpmath.workprec(200):
        off = {
            "erf_inv": _worst(_run("chlo.erf_inv", "f64", np.float64([1 - 2**-53])), np.float64([1 - 2**-53]), mpmath.erfinv),
            "bessel_i1e": _worst(_run("chlo.bessel_i1e", "f64", np.float64([7.999999981419096])), np.float64([7.999999981419096]),
                                 lambda v: mpmath.besseli(1, v) * mpmath.exp(-v)),
            "polygamma": _worst(np.asarray(it.read_program(text).run(np.float64([20]), x)), x, lambda v: mpmath.polygamma(20, v)),
        }
    for name, bound in {"erf_inv": 2.5, "bessel_i1e": 5, "polygamma": 7}.items():
        assert off[name] <= bound, f"{name} off by {off[name]:.3g} ULP"
    return f"ULP: {', '.join(f'{name} {v:.2f}' for name, v in off.items())}"


def next_after() -> str:
    "The next number after one of a narrow type: half of those of f4 and f6 were wrong, and fnuz types gave NaN."
    seen = []
    for name, t, x, towards, right in [
        ("float4_e2m1fn", "f4E2M1FN", -4, 4, -3), ("float6_e2m3fn", "f6E2M3FN", 2, -2, 1.875), ("float8_e4m3fnuz", "f8E4M3FNUZ", -0.0009765625, 5, 0),
    ]:
        dtype = getattr(ml_dtypes, name)
        text = f"""func.func @main(%x: tensor<{t}>, %y: tensor<{t}>) -> tensor<{t}> {{
  %r = chlo.next_after %x, %y : tensor<{t}>, tensor<{t}> -> tensor<{t}>
  return %r : tensor<{t}>
}}"""
        found = float(it.read_program(text).run(np.array(x, dtype), np.array(towards, dtype)))
        assert found == right, f"{t}: {found} follows {x} towards {towards}"
        seen.append(f"{t} {found:g}")
    return ", ".join(seen)


ENTRIES: dict[str, Callable[[], str]] = {
    "1.3": log_plus_one, "1.3b": complex_twins, "1.3c": hyperbolic, "1.3d": angle, "1.3e": sparse_machine_code, "1.3f": special, "1.3g": next_after,
}  # fmt: skip
