"""The kernels of MLIR's integration tests as expressions, with operands, formats and what NumPy makes of them.

`CASES` are read by the chapter beside this file, and by whoever wants to try a compiler on them: `compared(case)`.
"""

import itertools
from html import escape
from typing import Callable, NamedTuple

import ml_dtypes
import numpy as np
from IPython.display import HTML
from numpy.lib.stride_tricks import sliding_window_view

import indexing_tools as it
from indexing_tools.sparse.formats.named_formats import coo, csf

REDUCE = (
    "%s = tensor.empty() : tensor<i32> %y = linalg.reduce {{ arith.{} }} "
    "ins(%x : tensor<12xi32, #SparseVector>) outs(%s : tensor<i32>) dimensions = [0]"
)
PADDED = (
    "%zero = arith.constant 0.0 : f64 %p = tensor.pad %x low[1, 1] high[1, 1] {{ ^bb0(%i: index, %j: index): "
    "tensor.yield %zero : f64 }} : tensor<{0}x{1}xf64> to tensor<{2}x{3}xf64> %e = tensor.empty() : tensor<{0}x{1}xf64> "
    "%y = linalg.conv_2d ins(%p, %w : tensor<{2}x{3}xf64>, tensor<3x3xf64>) outs(%e : tensor<{0}x{1}xf64>) -> tensor<{0}x{1}xf64>"
)
KERNELS = {
    "Products": {
        "matvec": "y[i] = A[i,j] * x[j]",
        "vecmat": "y[j] = x[i] * A[i,j]",
        "dot": "s = x[i] * y[i]",
        "spmm": "C[i,j] = A[i,k] * D[k,j]",
        "matmul": "C[i,j] = A[i,k] * B[k,j]",
        "batch matmul": "C[b,i,j] = A[b,i,k] * B[b,k,j]",
        "quantized matmul": "C[i,j] = sum(k, (i32(A[i,k]) - 2) * i32(B[k,j]))",
        "matmul of slices": "C[i,j] = A[2 * i,k] * B[k,j + 2]",
        "sampled matmul": "S[i,j] = M[i,j] * A[i,k] * B[k,j]",
        "sampled matmul, summed": "s = M[i,j] * A[i,k] * B[k,j]",
        "mttkrp": "D[i,j] = T[i,k,l] * B[k,j] * C[l,j]",
        "reshaped dot": "s = A[i,j] * x[8 * i + j]",
    },
    "Elementwise": {
        "scale": "B[i,j] = 2 * A[i,j]",
        "scale in place": "A[i,j] *= 2",
        "vector add": "z[i] = x[i] + y[i]",
        "vector multiply": "z[i] = x[i] * y[i]",
        "matrix add": "C[i,j] = A[i,j] + B[i,j]",
        "matrix subtract": "C[i,j] = A[i,j] - B[i,j]",
        "matrix multiply": "C[i,j] = A[i,j] * B[i,j]",
        "three matrices": "D[i,j] = A[i,j] + B[i,j] * C[i,j]",
        "tensor scale": "S[i,j,k] = 2 * T[i,j,k]",
        "tensor add": "S[i,j,k] = T[i,j,k] + U[i,j,k]",
        "tensor multiply": "S[i,j,k] = T[i,j,k] * U[i,j,k]",
        "square": "B[i,j] = A[i,j] * A[i,j]",
        "abs": "B[i,j] = abs(A[i,j])",
        "sign": "B[i,j] = sign(A[i,j])",
        "tanh": "B[i,j] = tanh(A[i,j])",
        "compare": "C[i,j] = A[i,j] < B[i,j]",
        "real part": "x[i] = real(z[i])",
        "imaginary part": "x[i] = imag(z[i])",
        "complex": "w[i] = z[i] * y[i] + 2j * z[i]",
        "float to integer": "B[i,j] = i32(A[i,j])",
        "integer to float": "B[i,j] = f32(A[i,j]) / 2",
    },
    "Which entries": {
        "unary": "B[i,j] = where(stored(A[i,j]), exp(A[i,j]), 0)",
        "complement": "B[i,j] = where(A[i,j] == 0, 1, 0)",
        "overlap": "C[i,j] = where(stored(A[i,j]) & stored(B[i,j]), max(A[i,j], B[i,j]))",
        "left only": "C[i,j] = where(not stored(B[i,j]), A[i,j])",
        "either": "C[i,j] = where(stored(A[i,j]) ^ stored(B[i,j]), A[i,j] + B[i,j])",
        "select by value": "B[i,j] = where(A[i,j] > 1, A[i,j])",
        "select by place": "B[i,j] = where(j > i, A[i,j])",
        "select within a product": "C[i,j] = where(A[i,j] > 0, A[i,j] * B[i,j])",
        "index on entries": "B[i,j] = A[i,j] * (8 * i + j)",
        "index alone": "B[i,j] = i - j",
        "generate": "B[i,j] = where(i == j, 1.0, 0.0)",
    },
    "Reductions and semirings": {
        "sum": "s = A[i,j]",
        "row sums": "y[i] = A[i,j]",
        "column sums": "y[j] = A[i,j]",
        "sum of a tensor": "C[i,j] = T[i,j,k]",
        "sum of squares": "s = A[i,j] * A[i,j]",
        "row products": "y[i] = A[i,j] * B[i,j]",
        "maximum": "s = max((i, j), A[i,j])",
        "row minimum": "y[i] = min(j, A[i,j])",
        "product": "s = prod(i, x[i])",
        "product of entries": "s = prod(i, where(stored(x[i]), x[i], 1))",
        "any": "y[i] = any(j, A[i,j] != 0)",
        "all": "y[j] = all(i, A[i,j] != 0)",
        "min plus": "C[i,j] = min(k, where(stored(A[i,k]) & stored(B[k,j]), A[i,k] + B[k,j], inf))",
        "max times": "C[i,j] = max(k, A[i,k] * B[k,j])",
        "reachable": "C[i,j] = any(k, stored(A[i,k]) & stored(B[k,j]))",
        "reduce by and": REDUCE.format("andi"),
        "reduce by or": REDUCE.format("ori"),
        "reduce by xor": REDUCE.format("xori"),
        "number of entries": "n = sum((i, j), i64(A[i,j] != 0))",
    },
    "Convolutions": {
        "conv 1d": "y[i] = x[i + k] * w[k]",
        "conv 1d, strided": "y[i] = x[2 * i + k] * w[k]",
        "conv 1d, dilated": "y[i] = x[i + 2 * k] * w[k]",
        "conv 1d nwc": "y[n,i,f] = x[n,i + k,c] * w[k,c,f]",
        "conv 2d": "y[i,j] = x[i + k,j + l] * w[k,l]",
        "conv 2d, strided": "y[i,j] = x[2 * i + k,2 * j + l] * w[k,l]",
        "conv 2d, padded": PADDED.format(8, 9, 10, 11),
        "conv 2d nhwc": "y[n,i,j,f] = x[n,i + k,j + l,c] * w[k,l,c,f]",
        "conv 2d nchw": "y[n,f,i,j] = x[n,c,i + k,j + l] * w[f,c,k,l]",
        "conv 3d": "y[i,j,k] = x[i + l,j + m,k + n] * w[l,m,n]",
        "conv 3d ndhwc": "y[b,i,j,k,f] = x[b,i + l,j + m,k + n,c] * w[l,m,n,c,f]",
        "pooling nhwc, sum": "y[n,i,j,c] = sum((k, l), x[n,2 * i + k,2 * j + l,c])",
        "pooling nhwc, max": "y[n,i,j,c] = max((k, l), x[n,i + k,j + l,c])",
    },
    "Shapes": {
        "transpose": "B[j,i] = A[i,j]",
        "permute": "P[k,i,j] = T[i,j,k]",
        "broadcast": "B[i,j] = x[j]",
        "diagonal": "d[i] = A[i,i]",
        "slice": "B[i,j] = A[i + 1,2 * j]",
        "flatten": "x[i] = A[i // 8,i % 8]",
        "expand": "B[i,j] = x[8 * i + j]",
        "collapse": "B[i,j] = T[i // 4,i % 4,j]",
        "concatenate": "%C = tensor.concat dim(0) %A, %B : (tensor<6x8xf64>, tensor<3x8xf64>) -> tensor<9x8xf64>",
        "insert a slice": "%C = tensor.insert_slice %B into %A[1, 0] [3, 8] [2, 1] : tensor<3x8xf64> into tensor<6x8xf64>",
        "reshape": "B[i,j] = A[(12 * i + j) // 8,(12 * i + j) % 8]",
    },
    "Storage": {
        "conversion": "B[i,j] = A[i,j]",
        "conversion of three dimensions": "S[i,j,k] = T[i,j,k]",
    },
}


SAME_PLACE = "affine_map<(i, j) -> (i, j)>"
CSR_TYPE = "tensor<6x8xf64, #CSR>"


def region(operation, operands="%x, %y"):
    "A region of sparse_tensor's operations: one operation on its operands."
    listed = ", ".join(f"{name}: f64" for name in operands.split(", "))
    return f"{{ ^bb0({listed}): %z = {operation} {operands} : f64 sparse_tensor.yield %z : f64 }}"


def elementwise(operation, names="a"):
    "A kernel in MLIR text that does an operation of sparse_tensor at every place."
    maps = ", ".join([SAME_PLACE] * (len(names) + 1))
    block = ", ".join(f"%{name}: f64" for name in names)
    operands = ", ".join(f"%{name.upper()}" for name in names)
    return (
        f"%e = tensor.empty() : {CSR_TYPE} %r = linalg.generic {{indexing_maps = [{maps}], "
        f'iterator_types = ["parallel", "parallel"]}} ins({operands} : {", ".join([CSR_TYPE] * len(names))}) '
        f"outs(%e : {CSR_TYPE}) {{ ^bb0({block}, %o: f64): {operation} linalg.yield %q : f64 }} -> {CSR_TYPE}"
    )


def unary(present, absent):
    "What is made of an entry, and of what is none."
    return elementwise(f"%q = sparse_tensor.unary %a : f64 to f64 present={present} absent={absent}")


def binary(overlap, left, right):
    "What is made of two entries, of one on the left alone, and of one on the right alone."
    three = f"overlap={overlap} left={left} right={right}"
    return elementwise(f"%q = sparse_tensor.binary %a, %b : f64, f64 to f64 {three}", "ab")


def select(condition):
    "The entries of which a condition is true."
    return elementwise(
        f"%one = arith.constant 1.0 : f64 %i = linalg.index 0 : index %j = linalg.index 1 : index "
        f"%q = sparse_tensor.select %a : f64 {{ ^bb0(%x: f64): {condition} sparse_tensor.yield %k : i1 }}"
    )


def reduce(operation, identity):
    "All entries of a row by one function, without the zeros."
    return (
        f"%e = tensor.empty() : tensor<6xf64> %r = linalg.generic {{indexing_maps = [{SAME_PLACE}, "
        f'affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}} ins(%A : {CSR_TYPE}) '
        f"outs(%e : tensor<6xf64>) {{ ^bb0(%a: f64, %o: f64): %c = arith.constant {identity} : f64 "
        f"%q = sparse_tensor.reduce %o, %a, %c : f64 {region(operation)} linalg.yield %q : f64 }} -> tensor<6xf64>"
    )


SEVEN = "{ %seven = arith.constant 7.0 : f64 sparse_tensor.yield %seven : f64 }"
KERNELS["MLIR's semirings"] = {
    "unary, zero kept": unary(region("math.absf", "%x"), "{}"),
    "unary, entries only": unary(region("math.exp", "%x"), "{}"),
    "unary, absent only": unary("{}", SEVEN),
    "unary, both": unary(region("arith.negf", "%x"), SEVEN),
    "binary, union": binary(region("arith.addf"), "identity", "identity"),
    "binary, intersection": binary(region("arith.mulf"), "{}", "{}"),
    "binary, least of both": binary(region("arith.minimumf"), "{}", "{}"),
    "binary, left alone": binary("{}", "identity", "{}"),
    "binary, one alone": binary("{}", "identity", "identity"),
    "binary, difference": binary(region("arith.subf"), "identity", region("arith.negf", "%x")),
    "binary, three ways": binary(region("arith.mulf"), region("arith.negf", "%x"), "identity"),
    "select, by value": select("%k = arith.cmpf ogt, %x, %one : f64"),
    "select, by place": select("%k = arith.cmpi ugt, %j, %i : index"),
    "reduce, sum": reduce("arith.addf", "0.0"),
    "reduce, least entry": reduce("arith.minimumf", "0x7FF0000000000000"),
    "reduce, product of entries": reduce("arith.mulf", "1.0"),
}


class Case(NamedTuple):
    "A kernel with operands, the formats to try, and what NumPy makes of dense copies."

    group: str
    name: str
    text: str
    formats: list
    operands: dict
    reference: Callable
    sizes: dict | None = None
    close: float = 0.0

    def kernel(self, chosen):
        "The kernel with one choice of formats."
        return it.sparsify(self.text, sizes=self.sizes, **chosen)

    def given(self, chosen):
        "The operands in these formats."
        return {
            n: it.SparseTensor.from_dense(a, chosen[n]) if chosen.get(n) is not None else a.copy()
            for n, a in self.operands.items()
        }


def compared(case, chosen):
    "The kernel in these formats, after it gave what NumPy gives."
    expected = np.asarray(case.reference(**{n: a.copy() for n, a in case.operands.items()}))
    kernel = case.kernel(chosen)
    found = kernel(**case.given(chosen))
    found = np.asarray(found.to_dense() if isinstance(found, it.SparseTensor) else found)
    assert found.shape == expected.shape, (case.name, chosen, found.shape, expected.shape)
    assert found.dtype == expected.dtype, (case.name, chosen, found.dtype, expected.dtype)
    np.testing.assert_allclose(found, expected, rtol=case.close, err_msg=f"{case.name} {chosen}")
    return kernel


rng = np.random.default_rng(16)
CASES: list[Case] = []


def case(name, reference, formats, sizes=None, close=0.0, **operands):
    "One more case."
    ((group, text),) = [(g, of[name]) for g, of in KERNELS.items() if name in of]
    CASES.append(Case(group, name, text, formats, operands, reference, sizes, close))


def numbers(*shape, density=0.4, dtype=float):
    "Small whole numbers, most of them zero: their sums are exact in every order."
    some = rng.integers(-4, 5, shape)
    if np.dtype(dtype).kind == "c":
        some = some + 1j * rng.integers(-4, 5, shape)
    return np.where(rng.random(shape) < density, some, 0).astype(dtype)


def in_formats(**formats):
    "Every operand's first format, every operand's second, ..."
    return [dict(zip(formats, row)) for row in zip(*formats.values(), strict=True)]


def read(levels):
    "The encoding with this map."
    return it.SparseEncoding.parse(f"#sparse_tensor.encoding<{{ map = {levels} }}>")


V = "SparseVector"
T1, T2, T3 = csf(3), coo(3), read("(i, j, k) -> (k : dense, i : compressed, j : compressed)")
T4 = csf(4)
LOOSE = read("(i) -> (i : loose_compressed)")
BATCHED = read("(n, h, w, c) -> (n : dense, h : dense, w : compressed, c : dense)")

A, B, D = numbers(6, 8), numbers(8, 5), numbers(8, 5, density=1)
x, y = numbers(8, density=1), numbers(6, density=1)
MATRIX = ["CSR", "DCSC", "COO", "BSR(2,2)", "ELL(8)", "DIA", "BSR(4,3)", "LOOSE_CSR", "COO_SOA"]
case("matvec", lambda A, x: A @ x, in_formats(A=MATRIX), A=A, x=x)
case("matvec", lambda A, x: A @ x, in_formats(A=["CSR", "DCSR", "COO"], x=[V, V, V]), A=A, x=numbers(8))
case("matvec", lambda A, x: A @ x, in_formats(A=["NV_24"] * 3), A=A * np.tile([1, 0, 0, 1], 2), x=x)
case("vecmat", lambda x, A: x @ A, in_formats(A=["CSR", "CSC", "COO"]), x=y, A=A)
case("vecmat", lambda x, A: x @ A, in_formats(x=[V] * 3, A=["CSR", "CSC", "DCSR"], y=[V] * 3), x=numbers(6), A=A)
case("dot", lambda x, y: x @ y, [{"x": V}, {"y": V}, {"x": V, "y": V}], x=numbers(9), y=numbers(9))
case("spmm", lambda A, D: A @ D, in_formats(A=["CSR", "DCSC", "BSR(2,4)", "COO"]), A=A, D=D)
case(
    "matmul",
    lambda A, B: A @ B,
    in_formats(
        A=["CSR", "DCSR", "CSC", "CSR", "COO"],
        B=["CSR", "DCSR", "CSC", "CSC", "COO"],
        C=["CSR", "DCSR", "CSC", "CSR", "COO"],
    ),
    A=A,
    B=B,
)
case(
    "matmul",
    lambda A, B: A @ B,
    in_formats(A=["BSR(2,2)", "CSR", "BSR(3,2)"], B=["BSR(2,5)", "BSR(2,5)", "DCSR"], C=["BSR(2,5)", "DCSC", "COO"]),
    A=A,
    B=B,
)
case("matmul", lambda A, B: A @ B, in_formats(A=["CSR", "CSR", "CSC"], B=["CSR", "CSC", "CSR"]), A=A, B=B)
case(
    "batch matmul",
    lambda A, B: A @ B,
    in_formats(A=[T1, T2, T3], B=[T1, T3, T2]),
    A=numbers(3, 4, 5),
    B=numbers(3, 5, 2),
)
case(
    "quantized matmul",
    lambda A, B: (A.astype("i4") - 2) @ B.astype("i4"),
    in_formats(B=["CSR", "DCSC", "COO"]),
    A=numbers(6, 8, density=1, dtype="i1"),
    B=numbers(8, 5, dtype="i1"),
)
case(
    "matmul of slices",
    lambda A, B: A[::2] @ B[:, 2:],
    in_formats(A=["CSR", "DCSR", "CSC"], B=["CSR", "CSC", "DCSR"]),
    sizes=dict(i=3, j=3),
    A=A,
    B=B,
)
case(
    "sampled matmul",
    lambda M, A, B: M * (A @ B),
    in_formats(M=["CSR", "DCSR", "COO", "BSR(2,5)"], S=["CSR", "DCSR", "COO", "BSR(2,5)"]),
    M=numbers(6, 5),
    A=numbers(6, 7, density=1),
    B=numbers(7, 5, density=1),
)
case(
    "sampled matmul, summed",
    lambda M, A, B: (M * (A @ B)).sum(),
    in_formats(M=["CSR", "CSC", "COO"]),
    M=numbers(6, 5),
    A=numbers(6, 7, density=1),
    B=numbers(7, 5, density=1),
)
case(
    "mttkrp",
    lambda T, B, C: np.einsum("ikl,kj,lj->ij", T, B, C),
    in_formats(T=[T1, T2, T3]),
    T=numbers(4, 5, 6),
    B=numbers(5, 3, density=1),
    C=numbers(6, 3, density=1),
)
case("reshaped dot", lambda A, x: A.ravel() @ x, in_formats(A=["CSR", "COO", "CSC"]), A=A, x=numbers(48))

SAME = [{"A": f, "B": f} for f in ("CSR", "DCSC", "COO", "BSR(2,2)")]
TWO = in_formats(
    A=["CSR", "DCSR", "COO", "CSC", "BSR(2,2)", "CSR"],
    B=["CSR", "DCSR", "COO", "CSR", "BSR(2,2)", "COO"],
    C=["CSR", "DCSR", "COO", "CSR", "BSR(2,2)", "CSC"],
)
MIX = in_formats(A=["CSR", "DCSC", "COO"])
A, B, C = numbers(6, 8), numbers(6, 8), numbers(6, 8)
T, U = numbers(3, 4, 5), numbers(3, 4, 5)
case("scale", lambda A: 2 * A, SAME + MIX, A=A)
case("scale in place", lambda A: 2 * A, MIX, A=A)
case(
    "vector add",
    lambda x, y: x + y,
    [{"x": V, "y": V, "z": V}, {"x": V}, {"x": V, "y": V}],
    x=numbers(12),
    y=numbers(12),
)
case(
    "vector multiply",
    lambda x, y: x * y,
    [{"x": V, "y": V, "z": V}, {"x": V, "z": V}, {"x": V, "y": V}],
    x=numbers(12),
    y=numbers(12),
)
case("matrix add", lambda A, B: A + B, TWO, A=A, B=B)
case("matrix subtract", lambda A, B: A - B, TWO, A=A, B=B)
case("matrix multiply", lambda A, B: A * B, TWO, A=A, B=B)
case("matrix multiply", lambda A, B: A * B, MIX, A=A, B=B)
case(
    "three matrices",
    lambda A, B, C: A + B * C,
    in_formats(A=["CSR", "COO", "DCSR"], B=["CSR", "CSR", "DCSR"], C=["CSR", "COO", "DCSC"], D=["CSR", "CSR", "DCSR"]),
    A=A,
    B=B,
    C=C,
)
for _name, _f in {"tensor add": np.add, "tensor multiply": np.multiply}.items():
    case(_name, lambda T, U, f=_f: f(T, U), in_formats(T=[T1, T2, T3], U=[T1, T2, T3], S=[T1, T2, T3]), T=T, U=U)
case("tensor scale", lambda T: 2 * T, in_formats(T=[T1, T2, T3], S=[T1, T2, T3]), T=T)
for _name, _f, _close in (("square", np.square, 0), ("abs", abs, 0), ("sign", np.sign, 0), ("tanh", np.tanh, 1e-15)):
    case(_name, lambda A, f=_f: f(A), SAME, close=_close, A=A)
case("compare", lambda A, B: A < B, TWO, A=A, B=B)
case("real part", lambda z: z.real, [{"z": V, "x": V}, {"z": V}, {"x": V}], z=numbers(9, dtype="c8"))
case("imaginary part", lambda z: z.imag, [{"z": V, "x": V}, {"z": V}, {"x": V}], z=numbers(9, dtype="c16"))
case(
    "complex",
    lambda z, y: z * y + 2j * z,
    [{"z": V, "y": V, "w": V}, {"z": V}, {"z": V, "w": V}],
    z=numbers(9, dtype="c8"),
    y=numbers(9, dtype="c8"),
)
case("float to integer", lambda A: A.astype("i4"), SAME, A=A * 1.25)
case("integer to float", lambda A: A.astype("f4") / 2, SAME, A=A.astype("i8"))

EXACT = [f for f in TWO if "BSR(2,2)" not in f.values()]


def where(condition, yes, no=0.0):
    return np.where(condition, yes, no)


case("unary", lambda A: where(A != 0, np.exp(A)), SAME[:3], close=1e-15, A=A)
case("complement", lambda A: np.where(A == 0, 1, 0), SAME[:3], A=A)
case("overlap", lambda A, B: where((A != 0) & (B != 0), np.maximum(A, B)), EXACT, A=A, B=B)
case("left only", lambda A, B: where(B == 0, A), EXACT, A=A, B=B)
case("either", lambda A, B: where((A != 0) ^ (B != 0), A + B), EXACT, A=A, B=B)
case("select by value", lambda A: where(A > 1, A), SAME, A=A)
case("select by place", lambda A: np.triu(A, 1), SAME, A=A)
case("select within a product", lambda A, B: where(A > 0, A * B), TWO, A=A, B=B)
case("index on entries", lambda A: A * np.arange(48).reshape(6, 8), SAME, A=A)
case(
    "index alone",
    lambda: np.subtract.outer(np.arange(4), np.arange(5)),
    [{}, {"B": "CSR"}, {"B": "DCSC"}],
    sizes=dict(i=4, j=5),
)
case("generate", lambda: np.eye(4, 5), [{}, {"B": "CSR"}, {"B": "COO"}], sizes=dict(i=4, j=5))

for _t in ("f8", "f4", "f2", "c8", "i4", "i1", ml_dtypes.bfloat16):
    _a = numbers(6, 8, dtype=_t)
    case(
        "sum",
        lambda A: np.einsum("ij->", A) if A.dtype.kind != "V" else A.astype("f4").sum().astype(A.dtype),
        MIX,
        A=_a,
    )
case("row sums", lambda A: A.sum(1), [*MIX, {"A": "CSR", "y": V}], A=A)
case("column sums", lambda A: A.sum(0), [*MIX, {"A": "CSR", "y": V}], A=A)
case("sum of a tensor", lambda T: T.sum(2), in_formats(T=[T1, T2, T3], C=["CSR", "COO", "DCSC"]), T=T)
case("sum of squares", lambda A: (A * A).sum(), MIX, A=A)
case(
    "row products",
    lambda A, B: (A * B).sum(1),
    [{"A": "CSR", "B": "CSR", "y": V}, {"A": "CSC", "B": "CSR"}, {"A": "COO", "B": "COO", "y": V}],
    A=A,
    B=B,
)
for _t in ("f8", "i4"):
    case("maximum", lambda A: A.max(), MIX, A=numbers(6, 8, dtype=_t))
    case("row minimum", lambda A: A.min(1), MIX, A=numbers(6, 8, dtype=_t))
    case(
        "product",
        lambda x: x.prod(dtype=x.dtype),
        [{"x": V}, {}, {"x": "SparseVector"}],
        x=np.array([1, 2, 3, -1, 2], _t),
    )
case("product", lambda x: x.prod(), [{"x": V}] * 3, x=numbers(9))
case("product of entries", lambda x: np.where(x != 0, x, 1).prod(), [{"x": V}] * 3, x=numbers(9))
case("any", lambda A: (A != 0).any(1), [*MIX, {"A": "CSR", "y": V}], A=numbers(6, 8, density=0.1))
case("all", lambda A: (A != 0).all(0), MIX, A=where(numbers(6, 8, density=0.9) == 0, np.eye(6, 8)[::-1], 3))
PRODUCT = in_formats(A=["CSR", "DCSR", "COO"], B=["CSR", "CSC", "COO"])
B5 = numbers(8, 5)


def semiring(plus, times, absent):
    "The product of two matrices with other operations, entry by entry."

    def product(A, B):
        out = np.full((len(A), B.shape[1]), absent)
        for i, k, j in itertools.product(range(len(A)), range(len(B)), range(B.shape[1])):
            if A[i, k] and B[k, j]:
                out[i, j] = plus(out[i, j], times(A[i, k], B[k, j]))
        return out

    return product


case("min plus", semiring(min, lambda a, b: a + b, np.inf), PRODUCT, A=A, B=B5)
case("max times", lambda A, B: (A[:, :, None] * B).max(1), PRODUCT, A=A, B=B5)
case("reachable", semiring(lambda a, b: a | b, lambda a, b: True, False), PRODUCT, A=A, B=B5)
for _name, _f in {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}.items():
    case(
        f"reduce by {_name}",
        lambda x, f=_f: f.reduce(x),
        [{"x": V}, {"x": None}, {"x": LOOSE}],
        x=numbers(12, density=0.9, dtype="i4"),
    )
case("number of entries", lambda A: np.int64(np.count_nonzero(A)), MIX, A=A)


def windows(x, w, *axes):
    return sliding_window_view(x, w, axes)


x, w = numbers(16), numbers(3, density=0.8)
ONE = [{"x": V}, {"w": V}, {"x": V, "w": V}]
case("conv 1d", lambda x, w: windows(x, 3, 0) @ w, ONE + [{"x": V, "w": V, "y": V}], x=x, w=w)
case("conv 1d, strided", lambda x, w: windows(x, 3, 0)[::2] @ w, ONE, x=x, w=w)
case("conv 1d, dilated", lambda x, w: windows(x, 5, 0)[:, ::2] @ w, ONE, x=x, w=w)
case(
    "conv 1d nwc",
    lambda x, w: np.einsum("nick,kcf->nif", windows(x, 3, 1), w),
    [{"x": T1}, {"w": T1}, {"x": T1, "w": T1}, {"x": T2}],
    x=numbers(2, 9, 3),
    w=numbers(3, 3, 4),
)
x, w = numbers(8, 9), numbers(3, 3, density=0.7)
TWO_D = [{"x": "CSR"}, {"w": "CSR"}, {"x": "DCSR", "w": "DCSR"}, {"x": "CSR", "w": "CSR", "y": "CSR"}, {"x": "CSC"}]
case("conv 2d", lambda x, w: np.einsum("ijkl,kl->ij", windows(x, (3, 3), 0, 1), w), TWO_D, x=x, w=w)
case("conv 2d", lambda x, w: np.einsum("ijkl,kl->ij", windows(x, (5, 5), 0, 1), w), TWO_D, x=x, w=numbers(5, 5))
case("conv 2d, strided", lambda x, w: np.einsum("ijkl,kl->ij", windows(x, (3, 3), 0, 1)[::2, ::2], w), TWO_D, x=x, w=w)
case("conv 2d, padded", lambda x, w: np.einsum("ijkl,kl->ij", windows(np.pad(x, 1), (3, 3), 0, 1), w), TWO_D, x=x, w=w)
FOUR = [{"x": T4}, {"w": T4}, {"x": T4, "w": T4}]
case(
    "conv 2d nhwc",
    lambda x, w: np.einsum("nijckl,klcf->nijf", windows(x, (3, 2), 1, 2), w),
    FOUR,
    x=numbers(2, 5, 5, 2),
    w=numbers(3, 2, 2, 3),
)
case(
    "conv 2d nchw",
    lambda x, w: np.einsum("ncijkl,fckl->nfij", windows(x, (3, 2), 2, 3), w),
    FOUR,
    x=numbers(2, 2, 5, 5),
    w=numbers(3, 2, 3, 2),
)
case(
    "conv 3d",
    lambda x, w: np.einsum("ijklmn,lmn->ijk", windows(x, (2, 2, 3), 0, 1, 2), w),
    [{"x": T1}, {"w": T1}, {"x": T1, "w": T1}],
    x=numbers(4, 4, 5),
    w=numbers(2, 2, 3),
)
NHWC = [{"x": T4}, {"x": coo(4)}, {"x": BATCHED}]
case(
    "pooling nhwc, sum",
    lambda x: windows(x, (2, 2), 1, 2)[:, ::2, ::2].sum((-1, -2)),
    NHWC,
    sizes=dict(k=2, l=2),
    x=numbers(2, 6, 6, 2),
)
case(
    "pooling nhwc, max",
    lambda x: windows(x, (3, 3), 1, 2).max((-1, -2)),
    NHWC,
    sizes=dict(k=3, l=3),
    x=numbers(2, 5, 5, 2),
)
case(
    "conv 3d ndhwc",
    lambda x, w: np.einsum("bijkclmn,lmncf->bijkf", windows(x, (2, 2, 2), 1, 2, 3), w),
    [{"x": csf(5)}, {"w": csf(5)}, {"x": csf(5), "w": csf(5)}],
    x=numbers(1, 3, 4, 3, 2),
    w=numbers(2, 2, 2, 2, 2),
)

T = numbers(3, 4, 5)
case("transpose", lambda A: A.T, in_formats(A=["CSR", "COO", "DCSC", "BSR(2,2)"], B=["CSR", "COO", "DCSR", "CSC"]), A=A)
case("permute", lambda T: T.transpose(2, 0, 1), in_formats(T=[T1, T2, T3], P=[T1, T1, T2]), T=T)
case(
    "broadcast",
    lambda x: np.tile(x, (4, 1)),
    [{"x": V, "B": "CSR"}, {"x": V}, {"B": "CSC"}],
    sizes=dict(i=4, j=7),
    x=numbers(7),
)
case("diagonal", lambda A: A.diagonal().copy(), in_formats(A=["CSR", "CSC", "COO", "DIA"]), A=numbers(7, 7))
case(
    "slice",
    lambda A: A[1:, ::2],
    in_formats(A=["CSR", "DCSC", "COO"], B=["CSR", "CSR", "CSR"]),
    sizes=dict(i=5, j=4),
    A=A,
)
case("flatten", lambda A: A.ravel(), [{"A": "CSR"}, {"A": "CSR", "x": V}, {"A": "COO", "x": V}], sizes=dict(i=48), A=A)
case(
    "expand",
    lambda x: x.reshape(6, 8),
    [{"x": V}, {"x": V, "B": "CSR"}, {"x": V, "B": "COO"}],
    sizes=dict(i=6, j=8),
    x=numbers(48),
)
case(
    "collapse",
    lambda T: T.reshape(12, 5),
    [{"T": T1}, {"T": T1, "B": "CSR"}, {"T": T2, "B": "DCSR"}],
    sizes=dict(i=12, j=5),
    T=T,
)
case(
    "concatenate",
    lambda A, B: np.concatenate([A, B]),
    in_formats(A=["CSR", "CSC", "DCSR"], B=["CSR", "COO", "DCSR"], C=["CSR", "CSC", "COO"]),
    A=numbers(6, 8),
    B=numbers(3, 8),
)
case(
    "insert a slice",
    lambda A, B: np.where((np.arange(6) % 2 == 1)[:, None], np.repeat(B, 2, 0), A),
    in_formats(A=["CSR", "CSC", "DCSR"], B=["CSR", "COO", "DCSR"], C=["CSR", "CSC", "COO"]),
    A=numbers(6, 8),
    B=numbers(3, 8),
)
case(
    "reshape",
    lambda A: A.reshape(4, 12),
    [{"A": "CSR"}, {"A": "CSR", "B": "CSR"}, {"A": "COO", "B": "COO"}],
    sizes=dict(i=4, j=12),
    A=A,
)

EVERY = ["CSR", "CSC", "DCSR", "DCSC", "COO", "COO_SOA", "LOOSE_CSR", "BSR(2,2)", "BSR(4,3)", "DIA", "ELL(8)"]
case("conversion", lambda A: A, [{"A": a, "B": b} for a in EVERY for b in EVERY], A=A)
case("conversion of three dimensions", lambda T: T, [{"T": a, "S": b} for a in (T1, T2, T3) for b in (T1, T2, T3)], T=T)


A, B = numbers(6, 8), numbers(6, 8)
ENTRIES = [{"A": f, "r": f} for f in ("CSR", "DCSC", "COO")] + [{"A": "CSR", "r": None}]
PAIRS = [{"A": f, "B": f, "r": f} for f in ("CSR", "DCSC", "COO")] + [{"A": "CSR", "B": "DCSC", "r": "CSR"}]
ROWS = [{"A": f} for f in ("CSR", "DCSC", "COO")]
for _name, _of in {
    "unary, zero kept": abs,
    "unary, entries only": lambda A: np.where(A != 0, np.exp(A), 0),
    "unary, absent only": lambda A: np.where(A == 0, 7.0, 0),
    "unary, both": lambda A: np.where(A != 0, -A, 7),
    "select, by value": lambda A: np.where(A > 1, A, 0),
    "select, by place": lambda A: np.triu(A, 1),
}.items():
    case(_name, lambda A, f=_of: f(A), ENTRIES, close=1e-15, A=A)
for _name, _of in {
    "binary, union": np.add,
    "binary, intersection": np.multiply,
    "binary, least of both": lambda A, B: np.where((A != 0) & (B != 0), np.minimum(A, B), 0),
    "binary, left alone": lambda A, B: np.where(B == 0, A, 0),
    "binary, one alone": lambda A, B: np.where((A != 0) ^ (B != 0), A + B, 0),
    "binary, difference": np.subtract,
    "binary, three ways": lambda A, B: np.where((A != 0) & (B != 0), A * B, B - A),
}.items():
    case(_name, lambda A, B, f=_of: f(A, B), PAIRS, A=A, B=B)
for _name, _of in {
    "reduce, sum": lambda A: A.sum(1),
    "reduce, least entry": lambda A: np.where(A != 0, A, np.inf).min(1),
    "reduce, product of entries": lambda A: np.where(A != 0, A, 1).prod(1),
}.items():
    case(_name, _of, ROWS, A=A)


WAITING: set = set()


def formats_text(chosen):
    "The formats in a few words."
    words = {n: f if isinstance(f, str) else " ".join(t.format for t in f.level_types) for n, f in chosen.items() if f}
    return ", ".join(f"{n}: {word}" for n, word in words.items())


def is_waiting(case, chosen):
    "Is this something that the compiler cannot do yet?"
    return (case.name, formats_text(chosen)) in WAITING


def lines_of(kernel):
    "The loops without the helpers that they call."
    source = kernel.source
    return source[source.rindex("def ") :].splitlines()


def headers(kernel, most=4):
    "The first lines that begin a loop."
    found = [line[4:] for line in lines_of(kernel) if line.lstrip().startswith(("for ", "while "))]
    return "\n".join(found[:most] + ["..."] * (len(found) > most))


def table():
    "Name, expression, formats and first loops of every kernel."
    cell = "<td style='text-align:left; vertical-align:top'>"
    text = []
    for group, kernels in KERNELS.items():
        text.append(f"<tr><th colspan=3 style='text-align:left'>{group}</th></tr>")
        for name in kernels:
            case, chosen = next(
                ((c, f) for c in CASES for f in c.formats if c.name == name and not is_waiting(c, f)), (None, None)
            )
            if case is None:
                continue
            kernel = compared(case, chosen)
            text.append(
                f"<tr>{cell}{name}</td>{cell}<code>{escape(kernel.expression)}</code><br>"
                f"<small>{escape(formats_text(chosen))}</small></td>"
                f"{cell}<pre style='margin:0'>{escape(headers(kernel))}</pre></td></tr>"
            )
    return HTML(f"<table>{''.join(text)}</table>")


def loops(name, at=0):
    "Print the loops of a kernel, in its formats number `at`."
    case = next(c for c in CASES if c.name == name)
    kernel = compared(case, case.formats[at])
    print(f"# {formats_text(case.formats[at])}")
    print("\n".join(lines_of(kernel)))


def check(group):
    "Every kernel of the group, in every combination of formats, against NumPy."
    for case in CASES:
        for chosen in case.formats if case.group == group else ():
            if not is_waiting(case, chosen):
                compared(case, chosen)
