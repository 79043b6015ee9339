"Random loops over random buffers, for the tests of what prints and runs them."

from indexing_tools.loops.ir import (
    Apply, Assign, Buffer, Const, Convert, For, Function, If, Load, Note, Return, Store, Var, While,
    type_of,
)
import numpy as np

VALUES = "float64 float32 int64 int32 int8 uint8 uint64 bool complex128 complex64".split()
ORDER = "less less_equal greater greater_equal equal not_equal".split()
FLOATS = "add subtract multiply divide maximum minimum remainder floor_divide".split()
INTS = "add subtract multiply maximum minimum floor_divide remainder bitwise_and bitwise_or bitwise_xor".split()
BINARY = {"f": FLOATS, "i": INTS, "u": INTS, "c": "add subtract multiply".split(),
          "b": "logical_and logical_or logical_xor maximum minimum add multiply".split()}  # fmt: skip
UNARY = {"f": "negative absolute sqrt floor ceil trunc square sign".split(),
         "i": "negative absolute invert square sign".split(), "u": "negative invert square sign".split(),
         "c": "negative conjugate".split(), "b": ["logical_not"]}  # fmt: skip
SPECIAL = {"f": [0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, -2.5, 0.1], "c": [0j, 1 - 2j, -0.5j, 2 + 1j],
           "b": [True, False], "u": [0, 1, 2, 3, 100, 255], "i": [0, 1, -1, 2, -3, 100, -128, 127]}  # fmt: skip


class Loops:
    "Random loops: `choose` is NumPy's generator, `dtypes` the types of values that they compute with."

    def __init__(self, choose, dtypes=None, exact=False):
        self.r, self.exact = choose, exact  # exact: no floor division of floats
        self.dtypes = dtypes or [str(d) for d in choose.choice(VALUES, 2, replace=False)]
        self.rows, self.columns = int(choose.integers(1, 5)), int(choose.integers(1, 6))
        self.buffers, self.arrays, self.names = {}, {}, {}
        for t in "AB":
            self._matrix(t)
        self.floats = [n for n in FLOATS if not (exact and n == "floor_divide")]
        for dtype in self.dtypes:
            self._buffer(f"x_{dtype}", self._numbers(dtype, self.columns))
            self._buffer(f"y_{dtype}", self._numbers(dtype, self.rows))
            self._buffer(f"z_{dtype}", self._numbers(dtype, (self.rows, self.columns)))
        self._buffer("count", np.zeros(self.rows, self.r.choice(["uint32", "int64"])))

    def _buffer(self, name, array):
        self.buffers[name], self.arrays[name] = Buffer(name, array.dtype.name, array.ndim), array

    def _numbers(self, dtype, shape):
        kind = np.dtype(dtype).kind
        found = np.empty(shape, dtype)
        for place in np.ndindex(found.shape):
            found[place] = SPECIAL[kind][self.r.integers(len(SPECIAL[kind]))]
        return found

    def _matrix(self, t):
        kept = self.r.random((self.rows, self.columns)) < 0.5
        widths = self.r.choice(["uint8", "uint32", "int64", "uint64"], 2)
        self._buffer(f"{t}_pos", np.concatenate([[0], np.cumsum(kept.sum(1))]).astype(widths[0]))
        self._buffer(f"{t}_crd", np.nonzero(kept)[1].astype(widths[1]))
        for dtype in self.dtypes:
            self._buffer(f"{t}_{dtype}", self._numbers(dtype, int(kept.sum())))

    def pick(self, some):
        return some[self.r.integers(len(some))]

    def at(self, name, *places):
        return Load(self.buffers[name], places)

    def index(self, name, *places):
        return Convert("index", self.at(name, *places))

    def const(self, dtype):
        return Const(np.dtype(dtype).type(self._numbers(dtype, 1)[0]).item(), dtype)

    def binary(self, dtype):
        kind = np.dtype(dtype).kind
        return self.pick(self.floats if kind == "f" else BINARY[kind])

    # what can be computed where `places` says which names stand for what: rows, columns, entries
    def leaf(self, dtype, places):
        some = [self.const(dtype), self.const(dtype)]
        some += [Var(n, dtype) for n, d in self.names.items() if d == dtype] * 2
        if dtype in self.dtypes:
            some += [self.at(f"x_{dtype}", places["j"])] * 3 if "j" in places else []
            some += [self.at(f"z_{dtype}", places["i"], places["j"])] * 2 if "j" in places else []
            some += [self.at(f"{t}_{dtype}", places[t]) for t in "AB" if t in places] * 4
        if dtype in ("int64", "float64", "int8") and "j" in places:
            some.append(Convert(dtype, places["j"]))
        return self.pick(some)

    def value(self, dtype, places, depth):
        kind, roll = np.dtype(dtype).kind, self.r.random()
        if depth == 0 or roll < 0.15:
            return self.leaf(dtype, places)
        if roll < 0.3:
            return Apply(self.pick(UNARY[kind]), (self.value(dtype, places, depth - 1),), dtype)
        if roll < 0.38:
            arms = [self.value(dtype, places, depth - 1) for _ in range(2)]
            return Apply("where", (self.truth(places, depth - 1), *arms), dtype)
        if roll < 0.46 and kind in "fiu":
            other = self.pick([d for d in VALUES if np.can_cast(d, dtype) and d[0] != "c"])
            return Convert(dtype, self.value(other, places, depth - 1))
        if dtype == "bool":
            return self.truth(places, depth)
        operands = [self.value(dtype, places, depth - 1) for _ in range(2)]
        return Apply(self.binary(dtype), tuple(operands), dtype)

    def truth(self, places, depth):
        if depth == 0 or self.r.random() < 0.2:
            return self.leaf("bool", places)
        if self.r.random() < 0.3:
            return Apply(self.pick(BINARY["b"]), (self.truth(places, depth - 1), self.truth(places, depth - 1)), "bool")
        if self.r.random() < 0.2 and "j" in places:
            operands = self.place(places, depth), self.place(places, depth)
            return Apply(self.pick(ORDER), operands, "bool")
        dtype = self.pick(self.dtypes)
        names = ORDER[-2:] if dtype[0] == "c" else ORDER
        return Apply(self.pick(names), (self.value(dtype, places, depth - 1), self.value(dtype, places, depth - 1)), "bool")

    def place(self, places, depth):
        "Any index expression."
        if depth == 0 or self.r.random() < 0.3:
            return self.pick([*places.values(), Const(int(self.r.integers(9)))])
        name = self.pick("add multiply minimum maximum floor_divide remainder".split())
        left, right = self.place(places, depth - 1), self.place(places, depth - 1)
        if name in ("floor_divide", "remainder"):
            right = Const(int(self.r.integers(1, 5)))
        return Apply(name, (left, right), "index")

    # statements
    def change(self, places):
        "Something is computed and kept."
        dtype = self.pick(self.dtypes)
        value = self.value(dtype, places, 3)
        mine = [n for n, d in self.names.items() if d == dtype]
        roll = self.r.random()
        if roll < 0.4 and mine:
            name = self.pick(mine)
            if self.r.random() < 0.7:
                value = Apply(self.binary(dtype), (Var(name, dtype), value), dtype)
            return Assign(name, value)
        if roll < 0.7 and "j" in places:
            where, name = (places["i"], places["j"]), f"z_{dtype}"
        else:
            where, name = (places["i"],), f"y_{dtype}"
        if self.r.random() < 0.6:
            value = Apply(self.binary(dtype), (self.at(name, *where), value), dtype)
        return Store(self.buffers[name], where, value)

    def body(self, places, depth=2):
        found = [self.change(places) for _ in range(self.r.integers(1, 3))]
        if depth and self.r.random() < 0.5:
            cases = [(self.truth(places, 2), self.body(places, depth - 1)) for _ in range(self.r.integers(1, 3))]
            found.append(If(tuple(cases), self.body(places, depth - 1) if self.r.random() < 0.5 else ()))
        if self.r.random() < 0.3:
            where = (places["i"],)
            grown = Apply("add", (self.index("count", *where), self.place(places, 1)), "index")
            found.insert(0, Store(self.buffers["count"], where, grown))
        if self.r.random() < 0.1:
            found.insert(0, Note("a note"))
        return tuple(found)

    def ends(self, t):
        i = Var("i")
        return self.index(f"{t}_pos", i), self.index(f"{t}_pos", Apply("add", (i, Const(1)), "index"))

    def over_entries(self):
        start, stop = self.ends("A")
        places = {"i": Var("i"), "A": Var("p"), "j": self.pick([Var("j"), self.index("A_crd", Var("p"))])}
        return For("p", start, stop, (Assign("j", self.index("A_crd", Var("p"))), *self.body(places)))

    def over_columns(self):
        return For("j", Const(0), Const(self.columns), self.body({"i": Var("i"), "j": Var("j")}))

    def merged(self):
        "Two rows side by side."
        names = {"A": "p", "B": "q"}
        (a, a_end), (b, b_end) = self.ends("A"), self.ends("B")
        less = lambda v, w: Apply("less", (v, w), "bool")
        p, q, k, m = Var("p"), Var("q"), Var("k"), Var("m")
        both = {"i": Var("i"), "j": Var("j"), "A": p, "B": q}
        at = lambda v: Apply("equal", (v, Var("j")), "bool")
        cases = (
            (Apply("logical_and", (at(k), at(m)), "bool"), self.body(both, 1)),
            (at(k), self.body({x: both[x] for x in "ijA"}, 1)),
        )
        other = self.body({x: both[x] for x in "ijB"}, 1)
        grows = lambda v, w: If(((at(w), (Assign(v.name, Apply("add", (v, Const(1)), "index")),)),))
        ends = Apply("logical_and", (less(p, Var("p_end")), less(q, Var("q_end"))), "bool")
        body = (
            Assign("k", self.index("A_crd", p)), Assign("m", self.index("B_crd", q)),
            Assign("j", Apply("minimum", (k, m), "index")), If(cases, other), grows(p, k), grows(q, m),
        )  # fmt: skip
        start = Assign("p", a), Assign("p_end", a_end), Assign("q", b), Assign("q_end", b_end)
        return *start, While(ends, body)

    def function(self):
        rows = []
        for _ in range(self.r.integers(1, 4)):
            dtype = self.pick(self.dtypes)
            name = f"s{len(self.names)}"
            rows.append(Assign(name, self.const(dtype)))
            self.names[name] = dtype
        for _ in range(self.r.integers(1, 4)):
            rows += self.pick([lambda: [self.over_entries()], lambda: [self.over_columns()], self.merged])()
        for name, dtype in self.names.items():
            rows.append(Store(self.buffers[f"y_{dtype}"], (Var("i"),), Var(name, dtype)))
        total = Assign("n", Const(0)), For("i", Const(0), Var("rows"), (*rows, Assign("n", Apply("add", (Var("n"), Var("i")), "index"))))
        note = self.pick(["", "Random loops."])
        return Function("loops", (*self.buffers.values(), Var("rows")), (*total, Return(Var("n"))), (), note)

    def given(self):
        return *(a.copy() for a in self.arrays.values()), self.rows


def differences(one, other, zeros=False):
    "Where two lists of arrays differ: in type or value, NaN being NaN; `zeros`: also the sign of zeros."
    found = []
    for k, (a, b) in enumerate(zip(one, other)):
        if not isinstance(a, np.ndarray):
            found += [k] * (a != b)
            continue
        same = (a == b) | ((a != a) & (b != b))
        if zeros and a.dtype.kind == "f":
            same &= (np.signbit(a) == np.signbit(b)) | (a != 0)
        found += [k] * (a.dtype != b.dtype or not same.all())
    return found


NOT_OF_C = set("maximum minimum fmax fmin less less_equal greater greater_equal exp2 expm1 log2 log10 log1p rint isnan isinf isfinite power".split())


def every_function(dtype):
    "Loops that apply every function of the table that a type has, and their arguments; of complex numbers those of C."
    from indexing_tools.loops.scalars import FUNCTIONS

    operands, outs, body, k = [Buffer(name, dtype) for name in "ab"], [], [], Var("k")
    for name, row in FUNCTIONS.items():
        if name == "where" or not hasattr(np, name) or (dtype[0] == "c" and name in NOT_OF_C) or (name == "reciprocal" and dtype[0] not in "fc"):
            continue
        if name in ("real", "imag", "angle"):
            result = {"complex128": "float64", "complex64": "float32"}.get(dtype)
        else:
            try:
                kinds = row.ufunc.resolve_dtypes((*[np.dtype(dtype)] * row.arity, None))
            except TypeError:
                continue
            result = kinds[-1].name if kinds[0] == np.dtype(dtype) else None
        if result:
            outs.append(Buffer(f"out_{name}", result))
            given = tuple(Load(b, (k,)) for b in operands[: row.arity])
            body.append(Store(outs[-1], (k,), Apply(name, given, result)))
    f = Function("every", (*operands, *outs, Var("n")), (For("k", Const(0), Var("n"), tuple(body)),))
    some = [0, 1, 2, 3, 7, 100] if np.dtype(dtype).kind in "iu" else SPECIAL[np.dtype(dtype).kind]
    a, b = (m.ravel().astype(dtype) for m in np.meshgrid(some, some))
    return f, lambda: (a.copy(), b.copy(), *(np.zeros(len(a), o.dtype) for o in outs), len(a))


def far(one, other, ulps=4):
    "Which arrays differ by more than so many roundings; NaN is NaN."
    found = []
    for k, (a, b) in enumerate(zip(one[:-1], other[:-1])):
        same = (a == b) | ((a != a) & (b != b))
        if a.dtype.kind in "fc":
            with np.errstate(all="ignore"):
                same |= np.abs(a - b) <= ulps * np.finfo(a.dtype).eps * np.abs(a)
        found += [k] * (not same.all())
    return found
