"""An independent judge of indexing maps, for tests only (nothing here is exported in the package).

It shares no code with `indexing_tools`: the text of a map is read with Python's own parser,
evaluated over NumPy grids, and large affine domains are handed to isl. So a mistake in the
package's parser, printer, evaluation or simplifier cannot hide in its test.

    brute_force("(d0) -> (d0 mod 2), domain: d0 in [0, 2]")    {(0,): (0,), (1,): (1,), (2,): (0,)}
    difference(a, b)            None, or the first point at which two maps are not the same function
    difference_of_composition(first, second, composed)
"""

import ast
import itertools
import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

GRID_LIMIT = 300_000  # points that are enumerated; a larger domain is sampled and given to isl
SAMPLES = 20_000
ISL_OPERATIONS = 3_000_000


@dataclass(frozen=True)
class PlainMap:
    "A map as its text says it: names, Python syntax trees, bounds; nothing is simplified."

    dims: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    rts: tuple[str, ...] = ()
    results: tuple[ast.expr, ...] = ()
    bounds: tuple[tuple[int, int], ...] = ()  # of dims, ranges and rts, in this order
    constraints: tuple[tuple[ast.expr, int, int], ...] = ()
    known_empty: bool = False

    @property
    def variables(self) -> tuple[str, ...]:
        "Their names: dims, ranges, rts."
        return self.dims + self.ranges + self.rts

    @property
    def kinds(self) -> tuple[int, int, int]:
        "How many dims, ranges, rts."
        return len(self.dims), len(self.ranges), len(self.rts)

    def at(self, points: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        "Points (one array per variable) -> (inside the domain, every value defined, values)."
        names, shape = (
            dict(zip(self.variables, points)),
            np.broadcast_shapes(*map(np.shape, points)),
        )
        zero_divisors: list[np.ndarray] = []
        inside = np.full(shape, not self.known_empty)
        for value, (lower, upper) in zip(points, self.bounds):
            inside = inside & np.asarray((lower <= value) & (value <= upper), bool)
        for tree, lower, upper in self.constraints:
            value = _evaluate(tree, names, zero_divisors)
            inside = inside & np.asarray((lower <= value) & (value <= upper), bool)
        values = [
            np.broadcast_to(_evaluate(tree, names, zero_divisors), shape) for tree in self.results
        ]
        defined = np.full(shape, True)
        for mask in zero_divisors:
            defined = defined & ~mask
        return inside, defined, values


_HEAD = re.compile(r"\s*\(([^()]*)\)\s*(?:\[([^\]]*)\])?\s*(?:\{([^}]*)\})?\s*->\s*")
_BOUND = re.compile(r"\s*(.+?)\s+in\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]\s*(?:,|$)")
_WORDS = ((r"\bfloordiv\b|\bfloorDiv\b|/", "//"), (r"\bmod\b", "%"), (r"\bceildiv\b", "@"))


@lru_cache(maxsize=4096)
def read(text: str) -> PlainMap:
    "Both dialects. `*`, `/`, `mod`, `ceildiv` bind alike and to the left, as Python's `* // % @`."
    if text.strip() == "KNOWN EMPTY":
        return PlainMap(known_empty=True)
    head = _HEAD.match(text)
    if head is None:
        raise ValueError(f"not a map: {text}")
    groups = [
        tuple(n.strip() for n in group.split(",")) if group else () for group in head.groups()
    ]
    end = _closing(text, head.end())
    results = tuple(_tree(part) for part in _split(text[head.end() + 1 : end]))
    domain = re.sub(r"^\s*,?\s*domain\s*:", "", text[end + 1 :]).strip()
    bounds, constraints = _domain(domain, [name for group in groups for name in group])
    return PlainMap(*groups, results, bounds, constraints)


def _domain(text: str, names: list[str]):
    "A variable's first interval is its bounds, everything after is a constraint."
    found, constraints, position = {}, [], 0
    while position < len(text):
        match = _BOUND.match(text, position)
        if match is None:
            raise ValueError(f"not a domain: {text[position:]}")
        expr, lower, upper = match[1], int(match[2]), int(match[3])
        if expr in names and expr not in found:
            found[expr] = lower, upper
        else:
            constraints.append((_tree(expr), lower, upper))
        position = match.end()
    return tuple(found[name] for name in names), tuple(constraints)


def _closing(text: str, start: int) -> int:
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError(f"unbalanced parentheses: {text}")


def _split(text: str) -> list[str]:
    "At the commas outside of parentheses."
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]] if text.strip() else []


def _tree(text: str) -> ast.expr:
    for pattern, python in _WORDS:
        text = re.sub(pattern, python, text)
    return ast.parse(text.strip(), mode="eval").body


def _nonzero(divisor, zero_divisors):
    zero = np.asarray(divisor == 0, bool)
    if zero.any():
        zero_divisors.append(zero)
    return np.where(zero, 1, divisor)


_PLAIN = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply}
_DIVIDING = {  # floor division; the remainder of a division by d lies in [0, |d|)
    ast.FloorDiv: np.floor_divide,
    ast.Mod: lambda a, b: np.mod(a, np.abs(b)),
    ast.MatMult: lambda a, b: -np.floor_divide(-a, b),  # ceildiv
}
_CHOOSING = {"min": np.minimum, "max": np.maximum}


def _evaluate(tree: ast.expr, names: dict, zero_divisors: list):
    def value(node):
        return _evaluate(node, names, zero_divisors)

    match tree:
        case ast.Constant():
            return np.asarray(tree.value, object if abs(tree.value) >> 40 else np.int64)
        case ast.Name():
            return names[tree.id]
        case ast.UnaryOp(op=ast.USub()):
            return -value(tree.operand)
        case ast.BinOp() if type(tree.op) in _PLAIN:
            return _PLAIN[type(tree.op)](value(tree.left), value(tree.right))
        case ast.BinOp():
            return _DIVIDING[type(tree.op)](
                value(tree.left), _nonzero(value(tree.right), zero_divisors)
            )
        case ast.Call():
            return _CHOOSING[tree.func.id](*map(value, tree.args))
    raise ValueError(f"not part of a map: {ast.dump(tree)}")


def grid(bounds) -> list[np.ndarray]:
    "All points of a box: one array per variable, open (they broadcast against each other)."
    kind = object if any(abs(end) >> 40 for pair in bounds for end in pair) else np.int64
    axes = [np.arange(lower, upper + 1).astype(kind) for lower, upper in bounds]
    return list(np.ix_(*axes)) if axes else []


def sample(bounds, seed: int = 0, count: int = SAMPLES) -> list[np.ndarray]:
    "Corners of the box, points near its faces, and random points: one flat array per variable."
    rng = np.random.default_rng(seed)
    corners = list(itertools.islice(itertools.product(*bounds), 4096))
    columns = []
    for axis, (lower, upper) in enumerate(bounds):
        near = [lower + rng.integers(0, 3, count // 4), upper - rng.integers(0, 3, count // 4)]
        spread = rng.integers(lower, upper, count, endpoint=True)
        rng.shuffle(mixed := np.concatenate([*near, spread]))
        columns.append(np.concatenate([[c[axis] for c in corners], np.clip(mixed, lower, upper)]))
    kind = object if any(abs(end) >> 40 for pair in bounds for end in pair) else np.int64
    return [column.astype(kind) for column in columns]


def box_size(bounds) -> int:
    "How many points a box has."
    size = 1
    for lower, upper in bounds:
        size *= max(0, upper - lower + 1)
    return size


def brute_force(text: str, limit: int = GRID_LIMIT) -> dict[tuple[int, ...], tuple]:
    "The points of the domain with their values (None where a divisor is 0); no others."
    m = read(text)
    if box_size(m.bounds) > limit:
        raise ValueError(f"{box_size(m.bounds)} points")
    if m.known_empty:
        return {}
    points = grid(m.bounds)
    inside, defined, values = m.at(points)
    full = [np.broadcast_to(p, inside.shape) for p in points]
    return (
        {
            tuple(int(p[i]) for p in full): tuple(int(v[i]) for v in values) if defined[i] else None
            for i in zip(*np.nonzero(inside))
        }
        if points
        else {(): tuple(int(v) for v in values)}
    )


@dataclass(frozen=True)
class Difference:
    "A point at which two maps disagree; a side is None where the point is outside its domain."

    point: tuple[int, ...]
    left: tuple | None
    right: tuple | None

    def __str__(self):
        return f"at {self.point}: {self.left} against {self.right}"


@dataclass(frozen=True)
class Mismatch:
    "Two maps that differ already in their signature."

    left: tuple
    right: tuple


def _first_difference(points, left, right):
    "`left` and `right` are results of `PlainMap.at`; points where the left has no value are free."
    (inside, defined, values), (inside_too, defined_too, values_too) = left, right
    wrong = inside != inside_too
    both = inside & inside_too & defined
    wrong = wrong & defined | both & ~defined_too
    for a, b in zip(values, values_too):
        wrong = wrong | both & np.asarray(a != b, bool)
    if not wrong.any():
        return None
    i = tuple(axis[0] for axis in np.nonzero(wrong))
    at = tuple(int(np.broadcast_to(p, wrong.shape)[i]) for p in points)
    sides = [
        tuple(int(np.asarray(v)[i]) for v in vs) if ins[i] else None
        for ins, vs in ((inside, values), (inside_too, values_too))
    ]
    return Difference(at, *sides)


def _hull(a, b):
    "The smallest box around two boxes, an empty one counting nothing."
    if any(lower > upper for lower, upper in a):
        return b
    if any(lower > upper for lower, upper in b):
        return a
    return tuple((min(p[0], q[0]), max(p[1], q[1])) for p, q in zip(a, b))


def _empty_like(m: PlainMap, other: PlainMap) -> PlainMap:
    "`KNOWN EMPTY` has no signature of its own: give it the other map's."
    return (
        PlainMap(other.dims, other.ranges, other.rts, other.results, other.bounds, (), True)
        if m.known_empty
        else m
    )


def difference(
    left: str, right: str, limit: int = GRID_LIMIT, isl: bool = True
) -> Difference | Mismatch | None:
    """None if both texts are the same function: the same points satisfy bounds and constraints, and
    have the same values there. Small domains are enumerated, large ones sampled and decided by isl
    where they are affine."""
    a, b = read(left), read(right)
    a, b = _empty_like(a, b), _empty_like(b, a)
    if a.kinds != b.kinds or len(a.results) != len(b.results):
        return Mismatch((a.kinds, len(a.results)), (b.kinds, len(b.results)))
    box = _hull(a.bounds, b.bounds)
    size = box_size(box)
    if size == 0:
        return None
    points = grid(box) if size <= limit else sample(box)
    found = _first_difference(points, a.at(points), b.at(points))
    if found or size <= limit or not isl:
        return found
    return isl_difference(a, b)


def difference_of_composition(first: str, second: str, composed: str, limit: int = GRID_LIMIT):
    "None if `composed` is second after first, point by point; second's symbols stand first."
    one, two, both = read(first), read(second), read(composed)
    expected = (len(one.dims), len(two.ranges) + len(one.ranges), len(two.rts) + len(one.rts))
    if both.known_empty:
        names = tuple(f"x{i}" for i in range(sum(expected)))
        n, k = expected[0], expected[0] + expected[1]
        zeros = (ast.Constant(0),) * len(two.results)
        both = PlainMap(names[:n], names[n:k], names[k:], zeros, (), (), True)
    if both.kinds != expected or len(both.results) != len(two.results):
        return Mismatch((expected, len(two.results)), (both.kinds, len(both.results)))
    if one.known_empty or two.known_empty:
        return None if both.known_empty else Mismatch((first, second), (composed,))

    d1, r1, r2, t2 = len(one.dims), len(one.ranges), len(two.ranges), len(two.rts)
    b1, b2 = one.bounds, two.bounds[len(two.dims) :]
    box = b1[:d1] + b2[:r2] + b1[d1 : d1 + r1] + b2[r2:] + b1[d1 + r1 :]
    box = _hull(box, both.bounds) if both.bounds else box
    if box_size(box) == 0:
        return None
    points = grid(box) if box_size(box) <= limit else sample(box)
    own = points[:d1] + points[d1 + r2 : d1 + r2 + r1] + points[d1 + r2 + r1 + t2 :]
    seconds = points[d1 : d1 + r2] + points[d1 + r2 + r1 : d1 + r2 + r1 + t2]
    inside, defined, values = one.at(own)
    inside_too, defined_too, results = two.at(list(values) + seconds)
    shape = np.broadcast_shapes(*map(np.shape, points))
    left = (
        np.broadcast_to(inside & inside_too, shape),
        np.broadcast_to(defined & defined_too, shape),
        [np.broadcast_to(v, shape) for v in results],
    )
    return _first_difference(points, left, both.at(points))


class NotAffine(ValueError):
    "isl has no products or quotients of variables."


class Undecided(RuntimeError):
    "isl needed more than ISL_OPERATIONS steps."


def isl_text(m: PlainMap) -> str:
    "The map in isl's syntax; isl divides by positive numbers only, so x / -c is (-x) / c."
    names = {name: f"x{i}" for i, name in enumerate(m.variables)}
    ins, outs = ", ".join(names.values()), ", ".join(_isl(tree, names) for tree in m.results)
    domain = [
        f"{lower} <= {name} <= {upper}" for name, (lower, upper) in zip(names.values(), m.bounds)
    ]
    domain += [f"{lower} <= {_isl(tree, names)} <= {upper}" for tree, lower, upper in m.constraints]
    domain += ["1 = 0"] * m.known_empty
    return f"{{ [{ins}] -> [{outs}]" + (f" : {' and '.join(domain)}" if domain else "") + " }"


def _constant(tree: ast.expr) -> int:
    try:
        return int(_evaluate(tree, {}, []))
    except KeyError:
        raise NotAffine(ast.unparse(tree)) from None


def _isl_product(tree, names):
    for number, factor in ((tree.right, tree.left), (tree.left, tree.right)):
        try:
            return f"{_constant(number)} * {_isl_operand(factor, names)}"
        except NotAffine:
            pass
    raise NotAffine(ast.unparse(tree))


def _divisor(tree) -> int:
    divisor = _constant(tree.right)
    if divisor == 0:
        raise NotAffine("division by 0")
    return divisor


def _isl_quotient(tree, names):
    divisor, dividend = _divisor(tree), _isl_operand(tree.left, names)
    return f"{dividend} // {divisor}" if divisor > 0 else f"(-{dividend}) // {-divisor}"


def _isl_ceiling(tree, names):
    divisor, dividend = _divisor(tree), _isl_operand(tree.left, names)
    return f"-((-{dividend}) // {divisor})" if divisor > 0 else f"-({dividend} // {-divisor})"


_ISL = {
    ast.Add: lambda t, n: f"{_isl(t.left, n)} + {_isl_operand(t.right, n)}",
    ast.Sub: lambda t, n: f"{_isl(t.left, n)} - {_isl_operand(t.right, n)}",
    ast.Mult: _isl_product,
    ast.FloorDiv: _isl_quotient,
    ast.MatMult: _isl_ceiling,
    ast.Mod: lambda t, n: f"{_isl_operand(t.left, n)} mod {abs(_divisor(t))}",
}


def _isl(tree: ast.expr, names: dict[str, str]) -> str:
    match tree:
        case ast.Constant():
            return str(tree.value)
        case ast.Name():
            return names[tree.id]
        case ast.UnaryOp():
            return f"-{_isl_operand(tree.operand, names)}"
        case ast.Call():
            return f"{tree.func.id}({', '.join(_isl(arg, names) for arg in tree.args)})"
        case _:
            return _ISL[type(tree.op)](tree, names)


def _isl_operand(tree: ast.expr, names: dict[str, str]) -> str:
    text = _isl(tree, names)
    return text if isinstance(tree, (ast.Constant, ast.Name, ast.Call)) else f"({text})"


def isl_difference(left: PlainMap, right: PlainMap) -> Difference | None:
    "Decided by isl; None, too, where a map is not affine or isl takes too long (see `isl_same`)."
    try:
        return isl_same(left, right)
    except (NotAffine, Undecided):
        return None


def isl_same(left: PlainMap, right: PlainMap) -> Difference | None:
    "None if isl proves both equal, else a point. Raises `NotAffine` and `Undecided`."
    import islpy

    context = islpy.Context()
    context.set_max_operations(ISL_OPERATIONS)
    try:
        a, b = (islpy.Map.read_from_str(context, isl_text(m)) for m in (left, right))
        if a.is_equal(b):
            return None
        for one, other in ((a, b), (b, a)):
            witness = one.subtract(other)
            if not witness.is_empty():
                point = witness.domain().sample_point()
                n = len(left.variables)
                at = tuple(
                    point.get_coordinate_val(islpy.dim_type.set, i).to_python() for i in range(n)
                )
                arrays = [np.asarray(v, object) for v in at]
                return _first_difference(arrays, left.at(arrays), right.at(arrays))
    except islpy.Error as error:
        raise Undecided(str(error)) from error
    return None


def is_empty(text: str) -> bool:
    "Whether no point satisfies the bounds and constraints (isl where the box is large)."
    m = read(text)
    if m.known_empty or box_size(m.bounds) == 0:
        return True
    if box_size(m.bounds) <= GRID_LIMIT:
        return not m.at(grid(m.bounds))[0].any()
    import islpy

    return islpy.Map(isl_text(m)).is_empty()
