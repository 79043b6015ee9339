"""Every elementwise function of every float and complex type, held against mpmath: units in the last place (ULP).

    python benchmarks/mpmath_functions.py [--values 20000] [--function NAME,...] [--type f64,c128,...] [--way kernel,chain,loop,sparse,"sparse code"]
                                          [--seed 0] [--others]

A row of the table is a function of a type, computed on one path: by the interpreter's NumPy kernel, by a chain of elementwise operations in machine
code, by a `while` loop in machine code, or by a kernel of the sparsifier, plain or in machine code (names with `np.` are functions that only the
sparsifier has). It gives the largest error in ULP, how many parts are above the bound, and the operands there. An ULP is that of the type at the
exact value: never less than the smallest subnormal number; an infinity counts as the first number that the type no longer has. Each part of a complex
result counts on its own. Where a relative change of the operands by one part in 2**53 changes a part by more than 2 such parts, the function is ill conditioned there,
and the part is left out; the column `any` has the error with those parts. Random operands are uniform in their bits, uniform in magnitude, and near
points where digits are lost; a function of one operand of at most 16 bits gets all its operands. Operands that are infinite or NaN are compared
with C's `cmath` or `math`, where those define a value. `--others` asks XLA (jax on the CPU) and StableHLO's `eval_module` for the same operands; XLA
sets subnormal numbers to zero, and its error with those is in parentheses. gmpy2, if it is there, makes mpmath three times as fast.

Reference values are kept in the system's folder for temporary files. Exit status 1 if a result is off by more than 1 ULP (real) or 4 (complex),
and `EXCEPTIONS` does not name it.

Short form: --values 100 --way kernel --type f64,c128,f16
"""
from __future__ import annotations

import argparse
import cmath
import hashlib
import math
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import ml_dtypes
import mpmath
import numpy as np
from mpmath import mp
from scipy.special import digamma, polygamma

import indexing_tools as it
from indexing_tools.loops.jit import compile_loops
from indexing_tools.interpreter.jit import elementwise_fusion as machine_chains
from indexing_tools.interpreter.jit.elementwise_fusion import Chain, chains_of
from indexing_tools.layouts.shape import ELEMENT_TYPES

Array = np.ndarray
BOUND = {"float": 1.0, "complex": 4.0}
CONDITION = 2.0  # more than this many times the operands' relative change: ill conditioned

# (function, type): the ULP that are accepted, and why, with the others' errors on 4,000 values beside (XLA sets subnormal numbers to zero; where it
# has "zero" below, its error outside of them is not the largest; the reference refuses CHLO's functions)
_STEPS = "three rounded steps, as the specification defines it; the reference: the same"
EXCEPTIONS: dict[tuple[str, str], tuple[float, str]] = {
    **{("logistic", t): (math.inf, _STEPS) for t in ("f64", "f32", "f16", "bf16", "f8e5m2", "f8e4m3", "f8e4m3fn", "f8e4m3b11fnuz", "f8e3m4", "f8e5m2fnuz",
                                                     "f8e4m3fnuz", "f8e8m0fnu", "f6e3m2fn", "f6e2m3fn", "f4e2m1fn")},
    ("rsqrt", "f64"): (1.6, "1 / sqrt(x), two roundings"),
    ("tanh", "f64"): (2, "NumPy's and, in a loop, the C library's"),
    **{(f, "f32"): (25, "CHLO's three steps, which upstream's tests demand within 3 ULP") for f in ("chlo.cosh", "chlo.sinh")},
    ("chlo.atanh", "c128"): (4.1, "NumPy's"),
    ("chlo.erf", "f64"): (2, "a series in f64"),
    ("chlo.erfc", "f64"): (3, "a series in f64"),
    ("chlo.erf_inv", "f64"): (2.5, "Halley's step in f64"),
    ("chlo.lgamma", "f64"): (14, "cancels near its zeros below 0"),
    ("chlo.digamma", "f64"): (4, "recurrence in f64"),
    ("chlo.bessel_i1e", "f64"): (5, "Chebyshev series in f64"),
    ("chlo.polygamma", "f64"): (7, "factorial times zeta in f64"),
    ("chlo.zeta", "f64"): (5, "Euler and Maclaurin in f64"),
}  # fmt: skip
# the sparsifier's functions are NumPy's, or of C's library where Numba calls it: errors of those
_NUMPYS = {
    "f32": "exponential 2, log 2, sine 1.3, cosine 1.3, tan 1.2, tanh 2, atan2 1.4, chlo.acosh 1.2, chlo.asinh 1.5, chlo.atanh 1.3, chlo.cosh 1.8, "
           "chlo.sinh 1.9, np.log10 1.7, np.floor_divide 2",
    "f64": "tanh 2, cbrt 2.9, chlo.acosh 1.7, chlo.asinh 1.6, chlo.atanh 1.4, chlo.cosh 1.9, chlo.sinh 1.9, np.log10 1.5",
    "c64": "tanh 4.2, chlo.atan 4.2", "c128": "tan 4.3, tanh 4.2, chlo.atanh 4.1",
}  # fmt: skip
_NUMPYS_STEPS = "NumPy's steps: they overflow, or lose digits, near the largest and smallest numbers"
SPARSE_EXCEPTIONS: dict[tuple[str, str], tuple[float, str]] = {
    **{(name, kind): (float(bound), "NumPy's own, or the C library's") for kind, text in _NUMPYS.items() for name, bound in map(str.split, text.split(", "))},
    **{(name, kind): (math.inf, _NUMPYS_STEPS) for name in ("sign", "divide", "chlo.square", "np.reciprocal") for kind in ("c64", "c128")},
}


# ------------------------------------------------------------------------------------- mathematics
def exact(a: object, b: object) -> object:
    "a + b without rounding."
    return mp.fadd(a, b, exact=True)


def square_sum(x: object, y: object) -> object:
    return exact(mp.fmul(x, x, exact=True), mp.fmul(y, y, exact=True))


def log1p(s: object) -> object:
    "log(1 + s) of a real number."
    return mp.log1p(s) if abs(s) < 0.5 else mp.log(exact(1, s))


def complex_log(z: object) -> object:
    s = square_sum(z.real, z.imag)
    return mp.mpc((log1p(exact(s, -1)) if 0.5 < s < 2 else mp.log(s)) / 2, mp.atan2(z.imag, z.real))


def complex_log1p(z: object) -> object:
    s = exact(mp.ldexp(z.real, 1), square_sum(z.real, z.imag))
    return mp.mpc(log1p(s) / 2, mp.atan2(z.imag, exact(1, z.real)))


def complex_expm1(z: object) -> object:
    half = mp.sin(z.imag / 2)
    return mp.mpc(mp.expm1(z.real) * mp.cos(z.imag) - 2 * half * half, mp.exp(z.real) * mp.sin(z.imag))


def real_log(x: object) -> object:
    if x <= 0:
        raise ValueError
    return mp.log(x)


def real_cbrt(x: object) -> object:
    return mp.sign(x) * mp.cbrt(abs(x))


def real_power(x: object, y: object) -> object:
    if x == 0 or (x < 0 and y != int(y)):
        raise ValueError
    return mp.power(abs(x), y) * (-1 if x < 0 and int(y) % 2 else 1)


def complex_power(x: object, y: object) -> object:
    return mp.exp(mp.fmul(y, complex_log(x), prec=4 * mp.prec))


def complex_acosh(z: object) -> object:
    a = mp.acos(z)  # mpmath's acosh takes the wrong side of its cut near the real axis
    return mp.mpc(abs(a.imag), abs(a.real) if z.imag > 0 else -abs(a.real))


def fmod(x: object, y: object) -> object:
    if y == 0:
        raise ValueError
    scale = -min(x.man_exp[1], y.man_exp[1])
    a, b = (int(mp.ldexp(abs(v), scale)) for v in (x, y))
    return mp.ldexp(mp.mpf(a % b), -scale) * (-1 if x < 0 else 1)


def complex_atan2(y: object, x: object) -> object:
    "-i log((x + iy) / sqrt(x**2 + y**2)), of exact sums of products; none on the root's cut."
    a, b, c, d = y.real, y.imag, x.real, x.imag
    times = lambda *pairs: mp.fsum(mp.fmul(v, w, exact=True) for v, w in pairs)
    with mp.workprec(20000):
        along, across, size = times((a, c), (b, d)), times((b, c), (-a, d)), times((c, c), (d, d), (-a, -a), (-b, -b)) - 2 * times((a, a), (b, b))
        square = mp.mpc(times((c, c), (-d, d), (a, a), (-b, b)), 2 * times((c, d), (a, b)))
        shorter = square_sum(exact(c, -b), exact(d, a)) if across > 0 else square_sum(exact(c, b), exact(d, -a))
    if not shorter or (square.real < 0 and abs(square.imag) < mp.ldexp(1, -2500)):
        raise ValueError
    real, imaginary = mp.atan2(2 * along, size) / 2, log1p(4 * abs(across) / shorter) / 4
    w = mp.mpc(exact(c, -b), exact(d, a)) / mp.sqrt(square)
    real = real if abs(mp.arg(w) - real) < 2 else real - mp.pi if along > 0 else real + mp.pi
    return mp.mpc(real, imaginary if across > 0 else -imaginary)


def zeta(x: object, q: object) -> object:
    if x <= 1 or (q <= 0 and (q == int(q) or x != int(x))):
        raise ValueError
    shift = max(0, -int(mp.floor(q)))  # mpmath is wrong for q far below 0
    return mp.zeta(x, exact(q, shift)) + mp.fsum(mp.power(abs(exact(q, n)), -x) * (-1 if exact(q, n) < 0 and int(x) % 2 else 1) for n in range(shift))


def polygamma_of(n: object, x: object) -> object:
    if x <= 0 and x == int(x):
        raise ValueError
    return mp.polygamma(int(n), x)


def floor_rest(x: object, y: object) -> object:
    found = fmod(x, y)
    return exact(found, y) if found and (found < 0) != (y < 0) else found


def floor_quotient(x: object, y: object) -> object:
    if y == 0:
        raise ValueError
    return mp.floor(x / y) if abs(x) < abs(y) * mp.ldexp(1, 100) else exact(x, -floor_rest(x, y)) / y


def trigamma(x: Array) -> Array:
    below = np.where(x < 0.5, x, 0.25)
    return np.where(x < 0.5, (np.pi / np.sin(np.pi * (below - np.rint(below)))) ** 2 - polygamma(1, 1 - below), polygamma(1, np.maximum(x, 0.5)))


def logistic(x: object) -> object:
    return 1 / (1 + mp.exp(-x))


def lgamma(x: object) -> object:
    if x <= 0 and x == int(x):
        raise ValueError
    return mp.loggamma(x).real


def i1e(x: object) -> object:
    return mp.besseli(1, x) * mp.exp(-abs(x))


def erf_inv(x: object) -> object:
    if abs(x) >= 1:
        raise ValueError
    return mp.erfinv(x)


def sign(x: object) -> object:
    return x / abs(x) if x else x


def next_after(kind: Kind) -> Callable:
    "The next number of a type towards another."
    least = mp.ldexp(1, kind.least - kind.digits + 1)

    def call(x: object, y: object) -> object:
        if x == y or x == 0:
            return y if x == y else least if y > 0 else -least
        fraction, exponent = mp.frexp(x)
        towards_zero = (y < x) == (x > 0)
        shorter = towards_zero and abs(fraction) == 0.5  # the numbers below a power of two are nearer
        step = max(mp.ldexp(1, exponent - kind.digits - shorter), least)
        return exact(x, step if y > x else -step)

    return call


def real_only(function: Callable) -> Callable:
    "A function whose results that are no real numbers are not held against anything."

    def call(*xs: object) -> object:
        found = function(*xs)
        if isinstance(found, mp.mpc):
            raise ValueError
        return found

    return call


def angle_derivative(y: Array, x: Array) -> tuple[Array, Array]:
    "By y and by x, of complex numbers."
    square = x * x + y * y
    return x / square, -y / square


class Row(NamedTuple):
    "A function: as real numbers have it, as complex numbers have it, the derivative, in C."

    real: Callable | None
    complex: Callable | None = None
    derivative: Callable | None = None  # of complex numbers, by NumPy; a tuple of several operands
    arity: int = 1
    near: tuple[float, ...] = ()  # points near which digits are lost
    c: str = ""  # its name in `math` and `cmath`


FUNCTIONS = {
    "exponential": Row(mp.exp, mp.exp, np.exp, near=(88.7, 709.78, -103.9, -745.1, 11.09, -17.3), c="exp"),
    "exponential_minus_one": Row(mp.expm1, complex_expm1, np.exp, near=(0, 88.7, 709.78, 0.7)),
    "log": Row(real_log, complex_log, lambda z: 1 / z, near=(1, 0), c="log"),
    "log_plus_one": Row(real_only(mp.log1p), complex_log1p, lambda z: 1 / (1 + z), near=(0, -1, 1e8, 1e4, -2)),
    "logistic": Row(logistic, logistic, lambda z: 1 / (np.exp(z / 2) + np.exp(-z / 2)) ** 2, near=(0, -88.7, -709.8, -87.3, -708.4, -103, -745)),
    "sine": Row(mp.sin, mp.sin, np.cos, near=(math.pi, 2 * math.pi, 0, 355), c="sin"),
    "cosine": Row(mp.cos, mp.cos, np.sin, near=(math.pi / 2, 1.5 * math.pi, 0), c="cos"),
    "tan": Row(mp.tan, mp.tan, lambda z: 1 / np.cos(z) ** 2, near=(math.pi, math.pi / 2, 0), c="tan"),
    "tanh": Row(mp.tanh, mp.tanh, lambda z: 1 / np.cosh(z) ** 2, near=(0, 9, 19, 0.55), c="tanh"),
    "sqrt": Row(real_only(mp.sqrt), mp.sqrt, lambda z: 0.5 / np.sqrt(z), near=(0, 1), c="sqrt"),
    "rsqrt": Row(real_only(lambda x: 1 / mp.sqrt(x)), lambda z: 1 / mp.sqrt(z), lambda z: 0.5 / np.sqrt(z) / z, near=(0, 1)),
    "cbrt": Row(real_cbrt, mp.cbrt, lambda z: np.exp(-2 / 3 * np.log(z)) / 3, near=(0, 1)),
    "abs": Row(abs, lambda z: mp.sqrt(square_sum(z.real, z.imag)), None),
    "sign": Row(sign, lambda z: z / mp.sqrt(square_sum(z.real, z.imag)), lambda z: 1 / z),
    "negate": Row(lambda x: -x, lambda z: -z, np.ones_like),
    "floor": Row(mp.floor), "ceil": Row(mp.ceil), "round_nearest_even": Row(lambda x: mp.nint(x)),
    "round_nearest_afz": Row(lambda x: mp.sign(x) * mp.floor(exact(abs(x), 0.5))),
    "add": Row(exact, exact, np.ones_like, 2), "subtract": Row(lambda x, y: exact(x, -y), lambda x, y: exact(x, -y), np.ones_like, 2),
    "multiply": Row(lambda x, y: mp.fmul(x, y, exact=True), lambda x, y: mp.fmul(x, y, exact=True), None, 2),
    "divide": Row(lambda x, y: x / y, lambda x, y: x / y, None, 2),
    "remainder": Row(fmod, arity=2), "power": Row(real_power, complex_power, None, 2, near=(1, 0)), "atan2": Row(mp.atan2, complex_atan2, angle_derivative, 2),
    "maximum": Row(max, arity=2), "minimum": Row(min, arity=2),
    "chlo.acos": Row(real_only(mp.acos), mp.acos, lambda z: 1 / np.sqrt((1 - z) * (1 + z)), near=(1, -1, 0), c="acos"),
    "chlo.acosh": Row(real_only(mp.acosh), complex_acosh, lambda z: 1 / np.sqrt((z - 1) * (1 + z)), near=(1, -1, 0), c="acosh"),
    "chlo.asin": Row(real_only(mp.asin), mp.asin, lambda z: 1 / np.sqrt((1 - z) * (1 + z)), near=(1, -1, 0), c="asin"),
    "chlo.asinh": Row(mp.asinh, mp.asinh, lambda z: 1 / np.sqrt(z * z + 1), near=(1, -1, 0), c="asinh"),
    "chlo.atan": Row(mp.atan, mp.atan, lambda z: 1 / (1 + z * z), near=(1, -1, 0), c="atan"),
    "chlo.atanh": Row(real_only(mp.atanh), mp.atanh, lambda z: 1 / ((1 - z) * (1 + z)), near=(1, -1, 0), c="atanh"),
    "chlo.cosh": Row(mp.cosh, mp.cosh, np.sinh, near=(0, 89.4, 710.47, 1), c="cosh"),
    "chlo.sinh": Row(mp.sinh, mp.sinh, np.cosh, near=(0, 89.4, 710.47, 1), c="sinh"),
    "chlo.square": Row(lambda x: mp.fmul(x, x, exact=True), lambda z: mp.fmul(z, z, exact=True), lambda z: 2 * z, near=(1,)),
    "chlo.erf": Row(mp.erf, near=(0, 0.5, 4), c="erf"), "chlo.erfc": Row(mp.erfc, near=(0, 0.5, 1, 10, 26.5, 27.2), c="erfc"),
    "chlo.erf_inv": Row(erf_inv, near=(0, 1, -1)), "chlo.lgamma": Row(lgamma, near=(1, 2, 0, -1, -2, -2.4570247, -2.7476827, -5, 3, 10), c="lgamma"),
    "chlo.digamma": Row(lambda x: mp.digamma(x), near=(1.4616321, 0, 1, -0.504083, -1.5734985, -2.6107209, -1, 10)), "chlo.bessel_i1e": Row(i1e, near=(0, 8)),
    "chlo.polygamma": Row(polygamma_of, arity=2), "chlo.zeta": Row(zeta, arity=2), "chlo.next_after": Row(lambda x, y: x, arity=2),
    "np.exp2": Row(lambda x: mp.power(2, x), lambda z: mp.power(2, z), lambda z: np.exp(z * np.log(np.longdouble(2))), near=(0, 128, 1024, -149, -1074)),
    "np.log2": Row(lambda x: real_log(x) / mp.log(2), near=(1, 0)), "np.log10": Row(lambda x: real_log(x) / mp.log(10), lambda z: complex_log(z) / mp.log(10),
        lambda z: 1 / z, near=(1, 0)),
    "np.reciprocal": Row(lambda x: 1 / x, lambda z: 1 / z, lambda z: 1 / z / z),
    "np.hypot": Row(lambda x, y: mp.sqrt(square_sum(x, y)), arity=2), "np.trunc": Row(lambda x: mp.sign(x) * mp.floor(abs(x))),
    "np.remainder": Row(lambda x, y: floor_rest(x, y), arity=2), "np.floor_divide": Row(lambda x, y: floor_quotient(x, y), arity=2),
    "np.angle": Row(None, lambda z: mp.atan2(z.imag, z.real)),
}  # fmt: skip
SPARSE = {  # the sparsifier's names, which are NumPy's
    "exponential": "exp", "exponential_minus_one": "expm1", "log": "log", "log_plus_one": "log1p", "sine": "sin", "cosine": "cos", "tan": "tan",
    "tanh": "tanh", "sqrt": "sqrt", "cbrt": "cbrt", "abs": "absolute", "sign": "sign", "negate": "negative", "floor": "floor", "ceil": "ceil",
    "round_nearest_even": "rint", "add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "remainder": "fmod",
    "power": "power", "atan2": "arctan2", "maximum": "maximum", "minimum": "minimum", "chlo.square": "square",
    **{f"chlo.{a}": b for a, b in zip("acos acosh asin asinh atan atanh cosh sinh".split(), "arccos arccosh arcsin arcsinh arctan arctanh cosh sinh".split())},
}  # fmt: skip
ONE_PART = {"abs", "np.angle"}  # whose result is real
CUT = {"np.angle", "np.log10", "atan2", "log", "log_plus_one", "sqrt", "rsqrt", "cbrt", "power",
       *(f"chlo.a{f}" for f in ("cos", "cosh", "sin", "sinh", "tan", "tanh"))}  # fmt: skip
ROOTS = {  # their derivatives: roots below 0 that no type has, conditions as of complex numbers
    "chlo.lgamma": lambda x: digamma(x), "chlo.digamma": lambda x: trigamma(x),
    "chlo.polygamma": lambda n, x: ours("chlo.polygamma", kind_of("f64"), "kernel", [n + 1, x]),
    "chlo.zeta": lambda x, q: x * ours("chlo.zeta", kind_of("f64"), "kernel", [x + 1, q]),
}  # fmt: skip
RANGED = {"chlo.zeta", "chlo.polygamma"}  # mpmath takes too long on most operands


# --------------------------------------------------------------------------------------- operands
class Kind(NamedTuple):
    "A type: how NumPy and MLIR name it, and the numbers it has."

    name: str
    dtype: np.dtype
    mlir: str
    part: np.dtype
    digits: int
    least: int  # exponent of the smallest normal number
    most: int  # exponent of the largest number

    @property
    def complex(self) -> bool:
        return self.dtype.kind == "c"


def kind_of(name: str) -> Kind:
    found = ELEMENT_TYPES[name]
    part = found.part.dtype if found.kind == "complex" else found.dtype
    info = ml_dtypes.finfo(part)
    mlir = f"complex<{found.part}>" if found.kind == "complex" else re_cased(name)
    return Kind(name, found.dtype, mlir, part, info.nmant + 1, info.minexp, int(math.frexp(float(info.max))[1]) - 1)


def re_cased(name: str) -> str:
    "MLIR's name: f8E4M3FN."
    return name if name in ("f16", "f32", "f64", "bf16") else name[:2] + name[2:].upper()


TYPES = [t.name for t in ELEMENT_TYPES.values() if t.kind in ("float", "complex")]


def every(kind: Kind) -> Array:
    "All numbers of a narrow type."
    if kind.dtype.itemsize == 1:
        count = 2 ** ELEMENT_TYPES[kind.name].bits
        return np.arange(count, dtype=np.uint8).view(kind.dtype)
    return np.arange(65536, dtype=np.uint16).view(kind.dtype)


def parts(kind: Kind, near: tuple[float, ...], n: int, rng: np.random.Generator) -> Array:
    "Random real numbers of a type."
    dtype = kind.part
    bits = rng.integers(0, 256, (n, dtype.itemsize), np.uint8).view(dtype).reshape(n)
    signs = rng.choice([-1.0, 1.0], n)
    wide = signs * np.exp2(rng.uniform(kind.least - kind.digits, kind.most + 1, n))
    usual = signs * np.exp2(rng.uniform(-12, 12, n))
    huge = signs * np.exp2(rng.uniform(-4, min(120, kind.most), n))
    points = rng.choice(np.array([*near, 0.5, 1, 2]), n) * rng.choice([1.0, 1, 1, -1], n)
    close = points + rng.choice([-1, 1], n) * np.exp2(rng.uniform(-kind.digits - 4, 1, n))
    info = ml_dtypes.finfo(dtype)
    corners = np.array([0.0, -0.0, float(info.max), -float(info.max), float(info.smallest_subnormal), float(info.tiny), -float(info.tiny), 1, -1, 2, -2, *near,
                        float(info.eps), 1 + float(info.eps), 1 - float(info.eps) / 2, math.pi, math.sqrt(0.5), 1e4, 1e8, np.inf, -np.inf, np.nan])
    which = rng.choice(6, n, p=[0.15, 0.15, 0.3, 0.1, 0.25, 0.05])
    with np.errstate(all="ignore"):
        mixed = np.select([which == k for k in range(1, 6)], [wide, usual, huge, close, rng.choice(corners, n)])
        return np.where(which == 0, bits, mixed.astype(dtype))


def operands(name: str, kind: Kind, n: int, seed: int) -> list[Array]:
    "Arrays of operands of a function."
    row, rng = FUNCTIONS[name], np.random.default_rng([seed, *name.encode(), *kind.name.encode()])
    if name in RANGED:
        whole, sizes = rng.integers(0, 21, n).astype(float), np.exp2(rng.uniform(-8, 7, n))
        real = np.where(rng.random(n) < 0.3, whole, 1 + np.exp2(rng.uniform(-20, 5, n)))
        with np.errstate(all="ignore"):
            return [(whole if name.endswith("gamma") else real).astype(kind.dtype), (sizes * rng.choice([1, 1, 1, -1], n)).astype(kind.dtype)]
    if row.arity == 1 and kind.dtype.itemsize <= 2 and (kind.dtype.itemsize == 1 or n >= 20000):
        return [every(kind)]
    found = []
    for _ in range(row.arity):
        x = parts(kind, row.near, n, rng)
        if kind.complex:
            y = parts(kind, row.near, n, rng)
            turn = rng.random(n)
            angle = rng.uniform(0, 2 * np.pi, n)
            with np.errstate(all="ignore"):
                round_ = (1 + rng.choice([-1, 1], n) * np.exp2(rng.uniform(-kind.digits, 0, n))) * (turn < 0.1)
                x = np.where(turn < 0.1, round_ * np.cos(angle), x).astype(kind.part)
                y = np.where(turn < 0.1, round_ * np.sin(angle), y).astype(kind.part)
                near = np.nan_to_num(np.abs(x.astype(float)), posinf=1, neginf=1) * np.exp2(rng.uniform(-3, 3, n))
                y = np.where((turn > 0.1) & (turn < 0.35), near * rng.choice([-1, 1], n), y).astype(kind.part)
            z = np.empty(n, kind.dtype)
            z.real, z.imag = x, y
            x = z
        found.append(x)
    if row.arity == 2 and not kind.complex:  # exponents for which the power is there; angles that are near
        close = rng.random(n) < 0.4
        with np.errstate(all="ignore"):
            found[1] = np.where(close, rng.uniform(-20, 20, n).astype(kind.dtype), found[1])
    return found


# ------------------------------------------------------------------------------------ exact values
def near_cut(x: complex | float) -> object:
    "The number, its zeros a very little away from zero: on a branch cut the sign of a zero says which side is meant."
    parts = [v if v else mp.ldexp(math.copysign(1, v), -3000) for v in ((x.real, x.imag) if isinstance(x, complex) else (x,))]
    return mp.mpc(*parts) if len(parts) == 2 else mp.mpf(parts[0])


class Exact(NamedTuple):
    "Real numbers: (high + low) * 2**exponent, |high| in [1/2, 1); NaN where none is known."

    high: Array
    low: Array
    exponent: Array


def split(x: object) -> tuple[float, float, int]:
    if x == 0:
        return 0.0, 0.0, 0
    fraction, exponent = mp.frexp(x)
    high = float(fraction)
    return high, float(fraction - high), max(-10**6, min(int(exponent), 10**6))


def agree(a: object, b: object) -> bool:
    "Are the parts of two values the same up to 70 digits?"
    pairs = ((a.real, b.real), (a.imag, b.imag)) if isinstance(a, mp.mpc) or isinstance(b, mp.mpc) else ((a, b),)
    return all(mp.mpf(p) == q or abs(p - q) <= mp.ldexp(abs(q), -75) for p, q in pairs)


def value(function: Callable, xs: list[object], precise: int) -> object | None:
    "The value, so precise that twice the digits change nothing."
    last = None
    while precise <= 40000:
        with mp.workprec(precise):
            try:
                found = function(*xs)
            except (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence, TypeError):
                return None
            if last is not None and agree(last, found):
                return found
        last, precise = found, 2 * precise
    return None


def exact_values(name: str, kind: Kind, xs: list[Array]) -> list[Exact]:
    "The exact parts of the results, from the folder of temporary files if they are there."
    row = FUNCTIONS[name]
    function = row.complex if kind.complex else row.real if name != "chlo.next_after" else next_after(kind)
    with np.errstate(all="ignore"):
        wide = [x.astype(np.complex128 if kind.complex else np.float64) for x in xs]
    finite = np.logical_and.reduce([np.isfinite(x) for x in wide])
    if name == "chlo.polygamma":
        finite &= wide[0] == np.rint(wide[0])
    if name == "divide":
        finite &= wide[1] != 0
    if name == "power" and not kind.complex:
        finite &= (wide[0] < 0) | (wide[0] > 0) if not kind.complex else wide[0] != 0
    if name == "rsqrt" or (name == "log" and not kind.complex):
        finite &= (wide[0] < 0) | (wide[0] > 0) if not kind.complex else wide[0] != 0
    if (name == "atan2" and not kind.complex) or (kind.complex and name in ("log", "rsqrt", "power", "sign", "np.angle")):
        finite &= np.logical_or.reduce([x != 0 for x in wide[:1] if name != "atan2"] or [x != 0 for x in wide])  # neither is defined by mathematics
    key = hashlib.sha256(b"".join([name.encode(), kind.name.encode(), b"7", *(x.tobytes() for x in xs)])).hexdigest()[:24]
    path = Path(tempfile.gettempdir()) / "indexing_tools_mpmath" / key
    if path.is_file():
        return [part._replace(high=np.where(finite, part.high, np.nan)) for part in pickle.loads(path.read_bytes())]
    count = 2 if kind.complex and name not in ONE_PART else 1
    table = np.full((count, 3, len(finite)), np.nan)
    of = mp.mpc if kind.complex else mp.mpf
    given = near_cut if (kind.complex and name in CUT) or name == "atan2" else of
    for n in np.flatnonzero(finite):
        found = value(function, [given(x[n].item()) for x in wide], 120)
        if found is not None and mp.isfinite(found):
            for part, v in enumerate((found.real, found.imag)[:count]):
                table[part, :, n] = split(v)
    result = [Exact(*part) for part in table]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(pickle.dumps(result))
    return result


def errors(kind: Kind, found: Array, truth: Exact) -> Array:
    "The error of each result, in ULP; NaN where no exact value is known."
    known = np.isfinite(truth.high)
    with np.errstate(all="ignore"):
        r = found.astype(np.float64)
    info = ml_dtypes.finfo(kind.part)
    beyond = np.isinf(r)
    has_infinity = bool(np.isinf(np.array(np.inf).astype(kind.part)).item())
    m, e = np.frexp(np.where(beyond | np.isnan(r), 1.0, r))
    m, e = np.where(beyond, np.copysign(0.5, r), m), np.where(beyond, kind.most + 2, e)
    scale = np.maximum(np.nan_to_num(truth.exponent), kind.least + 1)  # of the ULP, times 2**digits
    shift = np.clip(np.nan_to_num(truth.exponent) - scale, -1200, 1200).astype(int)
    with np.errstate(all="ignore"):
        mine = np.ldexp(m, np.clip(e - scale, -1200, 1000).astype(int))
        off = np.abs((mine - np.ldexp(truth.high, shift)) - np.ldexp(truth.low, shift)) * 2.0 ** kind.digits
    over = truth.exponent > kind.most + 1  # more than the type has: an infinity is right
    off = np.where(over & beyond & (np.sign(r) == np.sign(truth.high)), 0.0, off)
    if not has_infinity:  # a type without: NaN, or its largest number
        limit = math.frexp(float(info.max))
        large = (truth.exponent > limit[1]) | ((truth.exponent == limit[1]) & (np.abs(truth.high) > limit[0]))
        off = np.where(large & (np.isnan(r) | (np.abs(r) == float(info.max))), 0.0, np.where(np.isnan(r), np.inf, off))
    if kind.name == "f8e8m0fnu":  # powers of two only: a zero, a sign and what is below the least have no number
        known &= (truth.high > 0) & (truth.exponent > -126)
    return np.where(known, np.where(np.isnan(r) & has_infinity, np.inf, off), np.nan)


def conditions(name: str, kind: Kind, xs: list[Array], truth: list[Exact]) -> list[Array]:
    "For each part: by how much more it changes, relatively, than the operands."
    row, ones = FUNCTIONS[name], np.ones(len(xs[0]))
    if name in ROOTS:
        wide = [x.astype(np.float64) for x in xs]
        with np.errstate(all="ignore"):
            size = np.abs(np.ldexp(truth[0].high, np.nan_to_num(np.clip(truth[0].exponent, -1100, 1100)).astype(int)))
            return [np.where(wide[-1] < 0, np.abs(wide[-1] * ROOTS[name](*wide)) / size, 1)]
    if not kind.complex or name in ONE_PART:
        return [ones]
    with np.errstate(all="ignore"):
        t = [np.ldexp(v.high.astype(np.longdouble), np.nan_to_num(np.clip(v.exponent, -16000, 16000)).astype(int)) for v in truth]
        if row.derivative is None:  # of two operands: by the terms, or the exponent
            a, b = (x.astype(np.clongdouble) for x in xs)
            if name == "power":
                log = np.log(a)
                size = np.abs(b) * np.maximum(1, np.abs(log))
                return [size * np.hypot(t[0], t[1]) / np.abs(v) for v in t]
            t = [np.where(np.isfinite((np.abs(a) * np.abs(b)).astype(kind.part)), v, 0) for v in t] if name == "multiply" else t  # no product overflows
            size = np.abs(a) * np.abs(b) if name == "multiply" else np.abs(a) / np.abs(b)
            return [size / np.abs(v) for v in t]
        if name == "atan2":
            sizes = [np.zeros(len(xs[0])), np.zeros(len(xs[0]))]
            for x, d in zip(xs, row.derivative(*(x.astype(np.clongdouble) for x in xs))):
                a, b, u, v = np.abs(x.real), np.abs(x.imag), np.abs(d.real), np.abs(d.imag)
                sizes = [sizes[0] + a * u + b * v, sizes[1] + a * v + b * u]
            return [size / np.abs(part) for size, part in zip(sizes, t)]
        if row.arity == 2:
            return [np.maximum(np.abs(p(xs[0])), np.abs(p(xs[1]))) / np.abs(v) for p, v in zip((np.real, np.imag), t)]
        z = xs[0].astype(np.clongdouble)
        d = row.derivative(z)
        x, y, u, v = np.abs(z.real), np.abs(z.imag), np.abs(d.real), np.abs(d.imag)
        return [(x * u + y * v) / np.abs(t[0]), (x * v + y * u) / np.abs(t[1])]


# ------------------------------------------------------------------------------------------- ours
def operation(name: str, kind: Kind, shape: str) -> str:
    "The text of an operation on %x (and %w)."
    given, result = f"tensor<{shape}{kind.mlir}>", f"tensor<{shape}{kind.mlir}>"
    if name == "abs" and kind.complex:
        result = f"tensor<{shape}{kind.mlir[8:-1]}>"
    arity = FUNCTIONS[name].arity
    names = "%x" if arity == 1 else "%x, %w"
    full = name if "." in name else f"stablehlo.{name}"
    types = given if result == given and not name.startswith("chlo.") else f"{given} -> {result}" if "chlo" in name and arity == 1 else f"({given}) -> {result}"
    if name.startswith("chlo.") and arity == 2:
        types = f"{given}, {given} -> {result}"
    return f"%r = {full} {names} : {types}", result


def plain_text(name: str, kind: Kind, n: int) -> str:
    line, result = operation(name, kind, f"{n}x")
    given = ", ".join(f"%{v}: tensor<{n}x{kind.mlir}>" for v in "xw"[: FUNCTIONS[name].arity])
    return f"func.func @main({given}) -> {result} {{\n  {line}\n  return %r : {result}\n}}\n"


def loop_text(name: str, kind: Kind, n: int) -> str:
    "One element after the other, in a loop."
    line, result = operation(name, kind, "1x")
    arity, whole, one = FUNCTIONS[name].arity, f"tensor<{n}x{kind.mlir}>", f"tensor<1x{kind.mlir}>"
    given = ", ".join(f"%{v}s: {whole}" for v in "xw"[:arity])
    cuts = "\n".join(f"    %{v} = stablehlo.dynamic_slice %{v}s, %i, sizes = [1] : ({whole}, tensor<i32>) -> {one}" for v in "xw"[:arity])
    return f"""func.func @main({given}) -> {whole} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<{n}> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : {whole}
  %last:2 = stablehlo.while(%i = %zero, %all = %empty) : tensor<i32>, {whole}
  cond {{
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
{cuts}
    {line}
    %next = stablehlo.dynamic_update_slice %all, %r, %i : ({whole}, {one}, tensor<i32>) -> {whole}
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, {whole}
  }}
  return %last#1 : {whole}
}}
"""


def sparsified(name: str, kind: Kind, way: str, xs: list[Array]) -> Array | None:
    "What a kernel of the sparsifier gives; None: it has not the function, or not of this type."
    called = SPARSE.get(name) or name.removeprefix("np.")
    operands = [f"{v}[i]" for v in "xw"[: len(xs)]]
    if kind.name not in ("f64", "f32", "f16", "bf16", "c64", "c128") or called not in (*SPARSE.values(), name[3:]):
        return None
    try:
        kernel = it.sparsify(f"y[i] = {called}({', '.join(operands)})", compile=way == "sparse code")
        with np.errstate(all="ignore"):
            return np.asarray(kernel(**dict(zip("xw", xs))))
    except it.ParseError:
        return None


def ours(name: str, kind: Kind, way: str, xs: list[Array]) -> Array | None:
    "Our results; None: this way has no machine code for the function."
    if way.startswith("sparse"):
        return sparsified(name, kind, way, xs)
    if name.startswith("np."):
        return None
    if way != "kernel" and kind.name not in ("f64", "f32", "f16", "bf16"):
        return None
    program = it.read_program((loop_text if way == "loop" else plain_text)(name, kind, len(xs[0])))
    if way == "chain":
        chains = [s for s in chains_of(program.entry) if isinstance(s, Chain) and s.text() is not None]
        if not chains:
            return None
    with np.errstate(all="ignore"), compile_loops(np.inf if way == "kernel" else 0):
        return np.asarray(program.run(*xs))


def others(name: str, kind: Kind, xs: list[Array], which: str) -> Array | None:
    "What XLA or the reference in C++ gives; None: it refuses, dies or is not there."
    try:
        from fuzz_stablehlo import Oracle
    except ImportError:
        return None
    if (which, kind.name) in _REFUSED or (which == "reference" and name.startswith("chlo.")):
        return None  # another start of the process takes seconds
    oracle = _ORACLES.setdefault(which, Oracle(which))
    n, lines = len(xs[0]), []
    for v, x in zip("xw", xs):
        raw = np.ascontiguousarray(x).tobytes().hex().upper()
        lines.append(f'  %{v} = stablehlo.constant dense<"0x{raw}"> : tensor<{n}x{kind.mlir}>')
    line, result = operation(name, kind, f"{n}x")
    text = f"func.func @main() -> {result} {{\n" + "\n".join(lines) + f"\n  {line}\n  return %r : {result}\n}}\n"
    found = oracle.ask(text, 60)
    if isinstance(found, str) or found is None:
        _REFUSED.update([(which, kind.name)] if kind.dtype.itemsize == 1 and found == "aborted" else [])
        return None
    part = kind.part if name in ONE_PART else kind.dtype
    x = np.asarray(found[0])
    return x.view(part) if x.dtype != part and x.dtype.itemsize == part.itemsize else x.astype(part)


_ORACLES: dict = {}
_REFUSED: set[tuple[str, str]] = set()  # types that another refuses


# ------------------------------------------------------------------------------------ special values
def unbounded(name: str, kind: Kind, xs: list[Array], found: Array) -> list[str]:
    "Results at infinite and NaN operands, and at poles, that are not C's."
    row = FUNCTIONS[name]
    if not row.c or row.arity > 1:
        return []
    c, wrong = getattr(cmath if kind.complex else math, row.c), {}
    with np.errstate(all="ignore"):
        x = xs[0].astype(np.complex128 if kind.complex else np.float64)
    for n in np.flatnonzero(~np.isfinite(x)):
        try:
            expected = c(x[n].item())
        except (ValueError, OverflowError):
            continue  # an exception says nothing of the value
        r = found[n].astype(x.dtype).item()
        pairs = ((r.real, expected.real), (r.imag, expected.imag)) if kind.complex else ((r, expected),)
        if name == "exponential" and (x[n].real in (math.inf, -math.inf)) and not math.isfinite(x[n].imag):
            continue  # NaN, as StableHLO's own tests and XLA have it
        if name == "chlo.acosh" and kind.complex and math.isnan(x[n].imag) and x[n].real == 0:
            continue  # C23 has the angle pi / 2
        if name in ("tan", "tanh") and math.isnan(r.real) != math.isnan(r.imag):
            continue  # C's corrected table (DR 471): a part that is zero stays zero
        if not all(a == b or (a != a and b != b) or (abs(a) == abs(b) and kind.complex) or close(a, b, float(ml_dtypes.finfo(kind.part).eps)) for a, b in pairs):
            wrong[str(x[n])] = f"{name} {kind.name} at {x[n]}: {r}, in C {expected}"
    return list(wrong.values())


def close(a: float, b: float, epsilon: float) -> bool:
    return math.isfinite(a) and math.isfinite(b) and abs(a - b) <= epsilon * abs(b)


# ------------------------------------------------------------------------------------------ table
class Worst(NamedTuple):
    "The largest error where it is well conditioned, where that is, how many are above the bound, and the largest error anywhere."

    error: float
    everywhere: float
    where: str
    above: int


def worst(name: str, kind: Kind, xs: list[Array], found: Array, truth: list[Exact], condition: list[Array], normal: bool = False) -> Worst:
    "The largest error of the parts; `normal`: leave out subnormal operands and results, which XLA sets to zero."
    of = kind._replace(dtype=kind.part)
    all_parts = [found.real, found.imag] if found.dtype.kind == "c" else [found]
    best, most, place, above = -1.0, 0.0, "", 0
    bound, tiny = BOUND["complex" if kind.complex else "float"], float(ml_dtypes.finfo(kind.part).tiny)
    with np.errstate(all="ignore"):
        given = [np.abs(v.astype(np.float64)) for x in xs for v in ((x.real, x.imag) if kind.complex else (x,))]
    usual = np.logical_and.reduce([(v == 0) | (v >= tiny) for v in given])
    for label, part, t, c in zip(("re", "im"), all_parts, truth, condition):
        off = errors(of, part, t)
        off = np.where(usual & (t.exponent > kind.least + 1), off, np.nan) if normal else off
        most = max(most, float(np.nanmax(off, initial=0)))
        well = np.where((c <= CONDITION) & ~np.isnan(off), off, -1)
        above += int((well > bound).sum())
        n = int(well.argmax())
        if well[n] > best:
            best, shown = float(well[n]), ", ".join(str(x[n]) for x in xs)
            place = f"{label + ' ' if len(all_parts) > 1 else ''}{shown} gives {part[n]}"
    return Worst(best, most, place, above)


def others_errors(name: str, kind: Kind, xs: list[Array], truth: list[Exact], condition: list[Array]) -> list[str]:
    "The largest errors of XLA, subnormal numbers left out and put in, and of the reference."
    if name.startswith("np."):
        return ["", ""]
    shown = []
    for which in ("xla", "reference"):
        found = others(name, kind, xs, which)
        if found is None:
            shown.append("none")
            continue
        usual, all_ = (worst(name, kind, xs, found, truth, condition, normal).error for normal in (which == "xla", False))
        shown.append(f"{max(usual, 0):.3g}" + (f" ({all_:.2g})" if all_ > max(usual, 1) else ""))
    return shown


def accepted_error(name: str, kind: str, way: str, bound: float) -> tuple[float, str]:
    "The ULP that are accepted, and why: NumPy's own are the sparsifier's, whose functions are NumPy's."
    table = SPARSE_EXCEPTIONS if way.startswith("sparse") else EXCEPTIONS
    return table.get((name, kind), (bound, ""))


def applies(name: str, kind: Kind) -> bool:
    row = FUNCTIONS[name]
    return (row.complex if kind.complex else row.real) is not None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=20000)
    parser.add_argument("--function", default=",".join(FUNCTIONS))
    parser.add_argument("--type", default=",".join(TYPES))
    parser.add_argument("--way", default="kernel,chain,loop,sparse,sparse code")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--others", action="store_true", help="XLA's and the reference's errors beside")
    a = parser.parse_args()
    machine_chains._CALL, machine_chains._LEAST, machine_chains._TABLE = -1.0, 1, 1 << 30
    Chain.is_worth_it = property(lambda self: True)
    bad, rows = [], 0
    print(f"{'function':24} {'type':14} {'path':11} {'ULP':>9} {'above':>6} {'any':>9} {'XLA':>16} {'C++':>9}  where")
    for name in a.function.split(","):
        name = next(n for n in (name, f"chlo.{name}", f"np.{name}") if n in FUNCTIONS)
        for kind in map(kind_of, a.type.split(",")):
            if not applies(name, kind):
                continue
            xs = operands(name, kind, a.values, a.seed)
            truth = exact_values(name, kind, xs)
            condition = conditions(name, kind, xs, truth)
            beside = others_errors(name, kind, xs, truth, condition) if a.others else ["", ""]
            for way in a.way.split(","):
                try:
                    found = ours(name, kind, way, xs)
                except Exception as error:
                    print(f"{name:24} {kind.name:14} {way:11} {type(error).__name__}: {str(error)[:150]}", flush=True)
                    bad.append(f"{name} {kind.name} {way}")
                    continue
                if found is None:
                    continue
                rows += 1
                w = worst(name, kind, xs, found, truth, condition)
                bound = BOUND["complex" if kind.complex else "float"]
                accepted, why = accepted_error(name, kind.name, way, bound)
                strange = unbounded(name, kind, xs, found) if not way.startswith("sparse") else []
                over = w.error > max(bound, accepted) or bool(strange)
                mark = " <<<" if over else f" ({why})" if w.error > bound else ""
                columns = f"{w.error:9.3g} {w.above:6} {w.everywhere:9.3g} {beside[0]:>16} {beside[1]:>9}"
                print(f"{name:24} {kind.name:14} {way:11} {columns}  {w.where}{mark}", flush=True)
                for line in strange[:4]:
                    print(f"    {line}")
                if over:
                    bad.append(f"{name} {kind.name} {way}")
    print(f"{rows} rows, {len(bad)} beyond the bound" + (f": {', '.join(bad)}" if bad else ""))
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
