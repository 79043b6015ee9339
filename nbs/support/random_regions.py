"""Random regions of `sparse_tensor.binary`, `unary` and `select`, with the entries that they store.

The oracle follows the descriptions in MLIR's SparseTensorOps.td: an empty region stores nothing, any other
stores what it yields, zeros included.
"""

import random

import numpy as np

FORMATS = ("CSR", "CSC", "DCSR", "DCSC", "COO")
_YIELD = "sparse_tensor.yield %z : f64"
OF_ONE = {
    "{}": ("", None),
    "identity": ("", lambda x: x),
    "negated": ("%z = arith.negf %x : f64", lambda x: -x),
    "more": ("%u = arith.constant 1.0 : f64 %z = arith.addf %x, %u : f64", lambda x: x + 1),
    "three": ("%z = arith.constant 3.0 : f64", lambda x: np.full_like(x, 3)),
    "zero": ("%z = arith.constant 0.0 : f64", np.zeros_like),
}
OF_TWO = {
    "{}": ("", None),
    **{
        name: (f"%z = arith.{name} %x, %y : f64", function)
        for name, function in {
            "addf": np.add, "subf": np.subtract, "mulf": np.multiply, "minimumf": np.minimum,
        }.items()
    },
    "first": ("%n = arith.negf %x : f64 %z = arith.negf %n : f64", lambda x, y: x),
    "zero": ("%z = arith.constant 0.0 : f64", lambda x, y: np.zeros_like(x)),
}


def _region(body, names):
    arguments = ", ".join(f"%{n}: f64" for n in names)
    return f"{{ ^bb0({arguments}): {body} {_YIELD} }}" if names else f"{{ {body} {_YIELD} }}"


def _of_one(kind):
    return kind if kind in ("{}", "identity") else _region(OF_ONE[kind][0], "x")


def binary(d):
    "A binary operation of %a and %b, and its oracle: values and where they are stored."
    both, left, right = d.choice([*OF_TWO]), d.choice([*OF_ONE]), d.choice([*OF_ONE])
    overlap = both if both == "{}" else _region(OF_TWO[both][0], "xy")
    text = f"sparse_tensor.binary %a, %b : f64, f64 to f64 overlap={overlap} left={_of_one(left)} right={_of_one(right)}"

    def oracle(a, b, in_a, in_b):
        value, stored = np.zeros(a.shape), np.zeros(a.shape, bool)
        rows = (in_a & in_b, OF_TWO[both][1], (a, b)), (in_a & ~in_b, OF_ONE[left][1], (a,)), (in_b & ~in_a, OF_ONE[right][1], (b,))
        for at, function, operands in rows:
            if function is not None:
                value[at], stored = function(*(x[at] for x in operands)), stored | at
        return value, stored

    return text, oracle


def unary(d):
    "A unary operation of %a, and its oracle."
    present, absent = d.choice([k for k in OF_ONE if k != "identity"]), d.choice(["{}", "three", "zero"])
    other = absent if absent == "{}" else _region(OF_ONE[absent][0], "")
    text = f"sparse_tensor.unary %a : f64 to f64 present={_of_one(present)} absent={other}"

    def oracle(a, b, in_a, in_b):
        value, stored = np.zeros(a.shape), np.zeros(a.shape, bool)
        for at, function in ((in_a, OF_ONE[present][1]), (~in_a, OF_ONE[absent][1])):
            if function is not None:
                value[at], stored = function(a[at]), stored | at
        return value, stored

    return text, oracle


def selected(d):
    "A selection from a binary operation, by value, by place or both."
    inner, of = binary(d)
    by_value = d.random() < 0.5
    test = "%k = arith.cmpf ogt, %x, %u : f64" if by_value else "%k = arith.cmpi ugt, %j, %i : index"
    text = f"{inner} %u = arith.constant 2.0 : f64 %i = linalg.index 0 : index %j = linalg.index 1 : index "
    text += f"%w = sparse_tensor.select %v : f64 {{ ^bb0(%x: f64): {test} sparse_tensor.yield %k : i1 }}"

    def oracle(a, *others):
        value, stored = of(a, *others)
        rows, columns = np.indices(a.shape)
        stored = stored & (value > 2 if by_value else columns > rows)
        return np.where(stored, value, 0), stored

    return text, oracle


def product(d):
    "A unary operation of a product, sum or difference, stored where MLIR's lattice has it."
    function, present = d.choice(["mulf", "addf", "subf"]), d.choice([k for k in OF_ONE if k != "identity"])
    text = f"arith.{function} %a, %b : f64 %w = sparse_tensor.unary %v : f64 to f64 present={_of_one(present)} absent={{}}"

    def oracle(a, b, in_a, in_b):
        stored = in_a & in_b if function == "mulf" else in_a | in_b
        whole, rule, value = OF_TWO[function][1](a, b), OF_ONE[present][1], np.zeros(a.shape)
        if rule is None:
            return value, stored & False
        value[stored] = rule(whole[stored])
        return value, stored

    return text, oracle


def kernel_text(body, shape, formats, result):
    "A `linalg.generic` with the body; a result without a format begins as zeros."
    def tensor(f):
        return f"tensor<{shape[0]}x{shape[1]}xf64{f', #{f}' if f else ''}>"

    last = "%w" if "%w =" in body else "%v"
    one, other = map(tensor, formats)
    start = "tensor.empty()" if result else "arith.constant dense<0.0>"
    same = ", ".join(["affine_map<(i, j) -> (i, j)>"] * 3)
    return f"""func.func @f(%A: {one}, %B: {other}) -> {tensor(result)} {{
  %e = {start} : {tensor(result)}
  %r = linalg.generic {{indexing_maps = [{same}], iterator_types = ["parallel", "parallel"]}}
      ins(%A, %B : {one}, {other}) outs(%e : {tensor(result)}) {{
  ^bb0(%a: f64, %b: f64, %c: f64): %v = {body} linalg.yield {last} : f64 }} -> {tensor(result)}
  return %r : {tensor(result)} }}"""


def entries(d, g, shape):
    "Which elements are stored, and their values, zeros among them."
    stored = g.random(shape) < d.choice([0, 0.3, 0.6, 1])
    return np.where(stored, g.integers(0, 6, shape), 0).astype(float), stored


def cases(seed, count):
    "Texts, operands as (values, stored), formats, the result's format, and what is expected."
    d, g = random.Random(seed), np.random.default_rng(seed)
    for _ in range(count):
        shape = d.randint(1, 5), d.randint(1, 6)
        formats, result = d.choices(FORMATS, k=2), d.choice([*FORMATS, ""])
        body, oracle = d.choice([binary, binary, unary, selected, product])(d)
        (a, in_a), (b, in_b) = entries(d, g, shape), entries(d, g, shape)
        yield kernel_text(body, shape, formats, result), ((a, in_a), (b, in_b)), formats, result, oracle(a, b, in_a, in_b)
