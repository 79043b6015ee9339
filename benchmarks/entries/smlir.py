"""Faults of MLIR kernels and of NumPy's doors to sparse tensors, each as a check that stands alone."""

import os
import tempfile

import numpy as np

import indexing_tools as it

A = np.array([[1.0, 0, 2], [0, 3, 0]])


def _refused(call, *kinds):
    "The first line of an error of these kinds."
    try:
        found = call()
    except kinds as error:
        return f"{type(error).__name__}: {error}".split("\n")[0][:90]
    except Exception as error:
        raise AssertionError(f"raw {type(error).__name__}: {error}"[:160]) from None
    raise AssertionError(f"accepted: {found!r:.80}")


def _tried(call):
    "What the call returns; a raised error is a fault."
    try:
        return call()
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}".split("\n")[0][:160]) from None


def positional_operands():
    "Operands of MLIR text come in the order of the function's arguments."
    text = """func.func @f(%args: tensor<8x8xf64, #DCSR>, %arga: tensor<8x8xf64>, %argb: tensor<8x8xf64>) -> tensor<8x8xf64> {
      %1 = arith.constant dense<0.0> : tensor<8x8xf64>
      %2 = linalg.matmul ins(%arga, %argb : tensor<8x8xf64>, tensor<8x8xf64>) outs(%1 : tensor<8x8xf64>) -> tensor<8x8xf64>
      %3 = linalg.mul ins(%2, %args : tensor<8x8xf64>, tensor<8x8xf64, #DCSR>) outs(%1 : tensor<8x8xf64>) -> tensor<8x8xf64>
      return %3 : tensor<8x8xf64> }"""
    rng = np.random.default_rng(0)
    s, a, b = np.where(rng.random((8, 8)) < 0.3, rng.random((8, 8)), 0), rng.random((8, 8)), rng.random((8, 8))
    found = _tried(lambda: it.sparsify(text)(it.SparseTensor.from_dense(s, "DCSR"), a, b))
    assert np.allclose(found, s * (a @ b)), "wrong values"
    return "s, a, b by position: S * (A @ B)"


def quantized_matmul():
    "As upstream's sparse_quantized_matmul: two inputs, then the result."
    text = """func.func @f(%x: tensor<5x3xi8>, %y: tensor<3x6xi8, #DCSR>, %out: tensor<5x6xi32>) -> tensor<5x6xi32> {
      %c0 = arith.constant 0 : i32 %c2 = arith.constant 2 : i32
      %0 = linalg.quantized_matmul ins(%x, %y, %c2, %c0 : tensor<5x3xi8>, tensor<3x6xi8, #DCSR>, i32, i32)
           outs(%out : tensor<5x6xi32>) -> tensor<5x6xi32> return %0 : tensor<5x6xi32> }"""
    x, y = np.arange(15, dtype="i1").reshape(5, 3), np.eye(3, 6, dtype="i1")
    found = _tried(lambda: it.sparsify(text)(x, y, np.zeros((5, 6), "i4")))
    assert np.array_equal(found, (x.astype("i4") - 2) @ y), "wrong values"
    return "x, y, out by position: right"


def _vectors():
    a, b = np.array([0, 2.0, 0, 3, 0, 4, 0, 5]), np.array([0, 0, 1.0, 6, 0, 0, 7, 8])
    return it.SparseTensor.from_dense(a, "SparseVector"), it.SparseTensor.from_dense(b, "SparseVector")


def set_difference():
    "`overlap={}` stores nothing where both are stored."
    kind = "tensor<8xf64, #SparseVector>"
    maps = ", ".join(["affine_map<(i) -> (i)>"] * 3)
    text = f"""func.func @f(%a: {kind}, %b: {kind}) -> {kind} {{ %e = tensor.empty() : {kind}
      %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins(%a, %b : {kind}, {kind}) outs(%e : {kind}) {{
      ^bb0(%x: f64, %y: f64, %z: f64): %s = sparse_tensor.binary %x, %y : f64, f64 to f64 overlap={{}} left=identity right={{}}
        linalg.yield %s : f64 }} -> {kind} return %r : {kind} }}"""
    found = _tried(lambda: it.sparsify(text)(*_vectors()))
    assert found.stored == 2, f"{found.stored} entries, MLIR stores 2"
    return f"entries {found.coordinates[0].tolist()}"


def set_difference_notation():
    "The same in index notation."
    formats = dict.fromkeys("abc", "SparseVector")
    found = it.sparsify("c[i] = where(stored(a[i]) & ~stored(b[i]), a[i], 0)", **formats)(*_vectors())
    assert found.stored == 2, f"{found.stored} entries, not 2"
    return f"entries {found.coordinates[0].tolist()}"


def mean_dtype():
    "dtype= of reductions, as NumPy answers."
    a = np.array([[1, 0, 0, 2], [3, 0, 1, 0], [0, 2, 0, 8]])
    tensor, checked = it.SparseTensor.from_dense(a, "CSR"), 0
    for name in ("sum", "prod", "mean", "var"):
        for kind in ("u2", "i8", "f4", "c8", "?"):
            for axis in (None, 0):
                if name == "var" and kind == "?":
                    continue
                want = np.asarray(getattr(np, name)(a, axis=axis, dtype=np.dtype(kind)))
                have = np.asarray(getattr(np, name)(tensor, axis=axis, dtype=np.dtype(kind)))
                said = f"{name}(axis={axis}, dtype={kind}): {have} of {have.dtype}, NumPy {want} of {want.dtype}"
                assert have.dtype == want.dtype and np.allclose(have, want, rtol=1e-5), said
                checked += 1
    return f"{checked} answers equal NumPy's"


def raw_errors():
    "A lambda, lists of numbers, compile()."
    tensor, x = it.SparseTensor.from_dense(A, "CSR"), np.arange(3.0)
    found = _tried(lambda: it.elementwise(lambda v: 2 * v, tensor))
    assert np.array_equal(found.to_dense(), 2 * A), "wrong values"
    assert np.array_equal(_tried(lambda: it.einsum(tensor, [0, 1], x, [1])), A @ x), "wrong values"
    k = it.sparsify("y[i] = A[i,j] * x[j]", A="CSR")
    assert np.array_equal(_tried(lambda: k.compile()(tensor, x)), A @ x), "wrong values"
    return "lambda, lists of numbers and compile() work"


def masked():
    "Masked arrays stay out of buffers."
    tensor = it.SparseTensor.from_dense(A, "CSR")
    whole = (tensor * np.ma.masked_array(np.full((2, 3), 2.0))).values
    assert type(whole) is np.ndarray, f"values are a {type(whole).__name__}"
    return _refused(lambda: tensor * np.ma.masked_array(A, A > 1), ValueError, TypeError)


def npz():
    "An .npz that SciPy reads."
    import scipy.sparse

    tensor = it.SparseTensor.from_dense(A, "CSR")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.npz")
        _tried(lambda: tensor.write(path))
        found = scipy.sparse.load_npz(path)
        assert np.array_equal(found.toarray(), A) and it.SparseTensor.read(path).identical(tensor), "another matrix"
    return f"SciPy reads a {found.format} of {found.nnz} entries"


def astype_and_ell():
    "Types as NumPy names them, ELL without slices."
    tensor = it.SparseTensor.from_dense(A, "CSR")
    for kind in ("i8", "i4", ">f8", int, np.int32, "f4"):
        found = _tried(lambda kind=kind: tensor.astype(kind))
        assert found.dtype == np.dtype(kind).newbyteorder("="), f"{kind}: {found.dtype}"
    found = _tried(lambda: tensor.convert("ELL"))
    assert np.array_equal(found.to_dense(), A), "another matrix"
    return "6 types, ELL with 2 slices"


def convert_and_foreach():
    "`sparse_tensor.convert` alone, and a loop over entries."
    text = "%0 = sparse_tensor.convert %A : tensor<2x3xf64, #CSR> to tensor<2x3xf64, #CSC>"
    found = _tried(lambda: it.sparsify(text)(A))
    assert found.stored == 3 and np.array_equal(found.to_dense(), A), "another matrix"
    loop = """func.func @f(%A: tensor<2x3xf64, #CSC>, %s: f64) -> f64 {
      %0 = sparse_tensor.foreach in %A init(%s) : tensor<2x3xf64, #CSC>, f64 -> f64 do {
      ^bb0(%i: index, %j: index, %v: f64, %t: f64): %r = arith.mulf %t, %v : f64 sparse_tensor.yield %r : f64 }
      return %0 : f64 }"""
    product = _tried(lambda: float(it.sparsify(loop)(A, 0.5)))
    assert product == 3, f"{product}, not 3"
    return "converted to CSC; product of entries 3"


ENTRIES = {
    "2.10": convert_and_foreach, "6.2": positional_operands, "6.2b": quantized_matmul, "6.3": set_difference,
    "6.3b": set_difference_notation, "6.5": mean_dtype, "6.9": raw_errors, "6.9b": masked, "6.9c": npz,
    "6.9d": astype_and_ell,
}
