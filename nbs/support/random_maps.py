"""Random maps for tests, as text: nested divisions and remainders, min and max, negative
coefficients and bounds, chains of reshapes, thread ids, padding, reversal, constraints.

The grammar asks one question only, `choose(lower, upper)`, so that the same grammar serves a
seeded generator and hypothesis (which then shrinks towards small numbers):

    random_map(random.Random(7).randint)         the text of a map
    maps(), map_pairs()                          hypothesis strategies of texts
    minimal(text, fails)                         a smaller map for which `fails(text)` still holds
"""

import ast
import re
from collections.abc import Callable, Iterator

import numpy as np
from support import oracle

Choose = Callable[[int, int], int]  # an integer from lower to upper, both included

FACTORS = (2, 3, 4, 5, 7, 8, 9, 11, 16, 32, 1, 6, 10, 12, 64, 128, 715)
EXTENTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 50, 64, 100)


def _pick(choose: Choose, options):
    return options[choose(0, len(options) - 1)]


def _rarely(choose: Choose, one_in: int) -> bool:
    return choose(0, one_in - 1) == one_in - 1


def _coefficient(choose):
    value = _pick(choose, FACTORS)
    return -value if _rarely(choose, 4) else value


def _divisor(choose):
    value = _pick(choose, FACTORS)
    return -value if _rarely(choose, 10) else value


def _leaf(choose, names, depth):
    if not names or _rarely(choose, 6):
        return str(choose(-9, 40))
    return _pick(choose, names)


def _sum(choose, names, depth):
    return f"({_expr(choose, names, depth)} {_pick(choose, '+-')} {_expr(choose, names, depth)})"


def _linear(choose, names, depth):
    terms = [f"{name} * {_coefficient(choose)}" for name in names if choose(0, 1)]
    return f"({' + '.join([*terms, str(choose(-20, 20))])})"


def _multiple(choose, names, depth):
    return f"({_expr(choose, names, depth)} * {_coefficient(choose)})"


def _quotient(choose, names, depth):
    return f"({_expr(choose, names, depth)} floordiv {_divisor(choose)})"


def _remainder(choose, names, depth):
    return f"({_expr(choose, names, depth)} mod {_pick(choose, FACTORS)})"


def _ceiling(choose, names, depth):
    return f"({_expr(choose, names, depth)} ceildiv {_divisor(choose)})"


def _choice(choose, names, depth):
    kind = _pick(choose, ("min", "max"))
    return (
        f"{kind}({_expr(choose, names, depth)}, {_expr(choose, names, min(depth, choose(0, 2)))})"
    )


def _clamp(choose, names, depth):
    return f"min(max({_expr(choose, names, depth)}, {choose(-3, 3)}), {choose(3, 40)})"


def _opposite(choose, names, depth):
    return f"(-{_expr(choose, names, depth)})"


def _digit(choose, names, depth):
    "One digit of a number: what a reshape reads."
    a, b = _pick(choose, FACTORS), _pick(choose, FACTORS)
    return f"(({_expr(choose, names, depth)} floordiv {a}) mod {b})"


def _put_together(choose, names, depth):
    "Quotient and remainder of one expression, put together again (perhaps with another stride)."
    x, c, d = _expr(choose, names, depth), _pick(choose, FACTORS), _pick(choose, (1, 1, 2, 3, -1))
    stride = c * d if choose(0, 3) else c * d + 1
    return f"(({x} floordiv {c}) * {stride} + ({x} mod {c}) * {d})"


def _taken_apart(choose, names, depth):
    "x - (x floordiv c) * c is a remainder in disguise."
    x, c, times = _expr(choose, names, depth), _pick(choose, FACTORS), _pick(choose, (1, 2, 3))
    return f"({x} * {_pick(choose, (times, times + 1))} - ({x} floordiv {c}) * {c * times})"


def _nearly_divisible(choose, names, depth):
    "A multiple of the divisor plus a rest that may or may not fit below it."
    c, operator = _pick(choose, FACTORS), _pick(choose, ("floordiv", "mod"))
    multiple = f"{_expr(choose, names, depth)} * {c * _pick(choose, (1, 1, 2, 3))}"
    rest = f"{_leaf(choose, names, 0)} + {choose(-6, 6)}"
    return f"(({multiple} + {rest}) {operator} {c * _pick(choose, (1, 1, 2))})"


def _nested_quotient(choose, names, depth):
    a, b = _divisor(choose), _divisor(choose)
    return (
        f"(({_expr(choose, names, depth)} floordiv {a} + {_leaf(choose, names, 0)}) floordiv {b})"
    )


def _product(choose, names, depth):
    return f"({_expr(choose, names, depth)} * {_expr(choose, names, 0)})"


FORMS = (
    _leaf,
    _linear,
    _sum,
    _multiple,
    _quotient,
    _remainder,
    _put_together,
    _digit,
    _nearly_divisible,
    _taken_apart,
    _nested_quotient,
    _opposite,
    _choice,
    _clamp,
    _ceiling,
)


def _expr(choose: Choose, names, depth: int) -> str:
    return (_pick(choose, FORMS) if depth > 0 else _leaf)(choose, names, depth - 1)


def _nested(choose, names, extents):
    return [_expr(choose, names, choose(1, 4)) for _ in range(choose(1, 2))]


def _linearized(names, extents):
    terms, stride = [], 1
    for name, extent in reversed(list(zip(names, extents))):
        terms.append(f"{name} * {stride}")
        stride *= extent
    return "(" + " + ".join(reversed(terms)) + ")" if terms else "0", stride


def _delinearized(choose, value, size):
    sizes = []
    while size > 1 and len(sizes) < 3:
        factor = next(
            (f for f in (_pick(choose, FACTORS), 2, 3, 5, 7) if f > 1 and size % f == 0), size
        )
        sizes.append(factor)
        size //= factor
    sizes.append(size)
    results, stride = [], 1
    for extent in sizes[:-1]:
        results.append(f"({value} floordiv {stride}) mod {extent}")
        stride *= extent
    return [*results, f"{value} floordiv {stride}"][::-1], sizes[::-1]


def _reshapes(choose, names, extents):
    "The index read by one or two reshapes."
    results = list(names)
    for _ in range(choose(1, 2)):
        value, size = _linearized(results, extents)
        results, extents = _delinearized(choose, value, size)
    return [f"({r})" for r in results]


def _threads(choose, names, extents):
    "Thread and block ids to the coordinates of an array, as GPU emitters do."
    size = _pick(choose, (32, 128, 4, 64, 20))
    value = " + ".join(f"{name} * {size**i}" for i, name in enumerate(names[:3])) or "0"
    a, b = _pick(choose, FACTORS), _pick(choose, FACTORS)
    return [
        f"({value}) floordiv {a * b}",
        f"(({value}) floordiv {a}) mod {b}",
        f"({value}) mod {a}",
    ]


def _windows(choose, names, extents):
    "Padding, strides and dilation of a convolution."
    x = " + ".join(f"{name} * {choose(1, 4)}" for name in names[:2]) or "0"
    c = choose(1, 3)
    return [f"({x} - {choose(0, 5)}) floordiv {c}", f"({x} - {choose(0, 5)}) mod {c}"]


def _reversed(choose, names, extents):
    value, size = _linearized(names, extents)
    c = extents[-1] if extents else 1
    mirrored = f"({size - 1} - {value})"
    return [f"{c - 1} - {mirrored} mod {c}", f"-({mirrored} floordiv {c}) + {choose(0, 9)}"]


PATTERNS = (_nested, _nested, _reshapes, _threads, _windows, _reversed)


def _names(choose: Choose) -> tuple[list[str], list[str], list[str]]:
    counts = choose(0, 3), choose(0, 2), int(_rarely(choose, 4))
    return tuple([f"{letter}{i}" for i in range(n)] for letter, n in zip(("d", "s", "rt"), counts))


def _bounds(choose: Choose, count: int, points: int) -> list[tuple[int, int]]:
    "Mostly from 0; at most `points` points in all. One map in 60 has an empty variable."
    bounds = []
    for _ in range(count):
        extent = min(
            _pick(choose, EXTENTS) * (choose(1, 60) if points > 10**6 else 1), max(1, points)
        )
        points //= extent
        lower = choose(-30, 30) if _rarely(choose, 4) else 0
        bounds.append((lower, lower + extent - 1))
    if bounds and _rarely(choose, 60):
        bounds[0] = (0, -1)
    return bounds


def _congruence(choose, names, depth):
    return f"({_pick(choose, names)} mod {_pick(choose, FACTORS[:8])})"


def _scaled_and_rest(choose, names, depth):
    "A multiple and a smaller rest: where a constraint may or may not be split."
    c = _pick(choose, FACTORS[:8])
    large = f"{_pick(choose, names)} * {c * choose(1, 3)}"
    return f"({large} + {_pick(choose, names)} * {_pick(choose, (1, 1, -1, c))})"


CONDITIONS = (
    _linear,
    _congruence,
    _scaled_and_rest,
    _remainder,
    _quotient,
    _multiple,
    _sum,
    _digit,
    _choice,
)


def _constraint(choose: Choose, names, bounds, results) -> str:
    "An expression (perhaps one of the results) in an interval that cuts the values it really has."
    shared = results and _rarely(choose, 4)
    text = (
        _pick(choose, results) if shared else _pick(choose, CONDITIONS)(choose, names, choose(0, 1))
    )
    tree = oracle._tree(text)
    if any(lower > upper for lower, upper in bounds):
        return f"{text} in [0, {choose(0, 9)}]"
    values = np.asarray(
        oracle._evaluate(tree, dict(zip(names, oracle.sample(bounds, count=64))), [])
    )
    least, most = int(values.min()), int(values.max())
    if _rarely(choose, 3) or " mod " in text and choose(0, 1):  # one value only
        value = choose(least, most)
        return f"{text} in [{value}, {value}]"
    lower = choose(least - 2, most)
    return f"{text} in [{lower}, {choose(lower, max(lower, most + 2))}]"


def random_map(
    choose: Choose, points: int = 3000, nonlinear: bool = False, num_dims: int | None = None
) -> str:
    "The text of a map of at most about `points` points; `num_dims` fixes its dimensions."
    dims, ranges, rts = _names(choose)
    if num_dims is not None:
        dims = [f"d{i}" for i in range(num_dims)]
    names = dims + ranges + rts
    bounds = _bounds(choose, len(names), points)
    extents = [max(1, upper - lower + 1) for lower, upper in bounds]
    results = _pick(choose, PATTERNS)(choose, names, extents)
    shared = list(results)
    if nonlinear and names and _rarely(choose, 20):
        results.append(_product(choose, names, 1))
    constraints = (
        [_constraint(choose, names, bounds, shared) for _ in range(max(0, choose(-2, 3)))]
        if names
        else []
    )
    return _text(dims, ranges, rts, results, bounds, constraints)


def _text(dims, ranges, rts, results, bounds, constraints) -> str:
    names = dims + ranges + rts
    head = f"({', '.join(dims)})" + (f"[{', '.join(ranges)}]" if ranges else "")
    head += f"{{{', '.join(rts)}}}" if rts else ""
    domain = [f"{name} in [{lower}, {upper}]" for name, (lower, upper) in zip(names, bounds)]
    domain = ", domain: " + ", ".join([*domain, *constraints]) if domain else ""
    return f"{head} -> ({', '.join(results)})" + domain


def varied(choose: Choose, text: str) -> str:
    "`text` with some of its numbers changed a little; none becomes 0, so no divisor does."

    def number(match):
        value = int(match[0])
        return str(max(1, value + choose(-3, 3))) if value and _rarely(choose, 3) else match[0]

    return re.sub(r"(?<![\w])\d+", number, text)


def random_pair(choose: Choose, points: int = 400, nonlinear: bool = False) -> tuple[str, str]:
    "(first, second) such that the second can be composed after the first."
    first = random_map(choose, points, nonlinear)
    return first, random_map(choose, points, nonlinear, num_dims=len(oracle.read(first).results))


def maps(points: int = 3000, nonlinear: bool = False):
    "A hypothesis strategy of map texts."
    from hypothesis import strategies as st

    @st.composite
    def texts(draw):
        return random_map(lambda lower, upper: draw(st.integers(lower, upper)), points, nonlinear)

    return texts()


def map_pairs(points: int = 400, nonlinear: bool = False):
    "A hypothesis strategy of pairs (first, second) that compose."
    from hypothesis import strategies as st

    @st.composite
    def pairs(draw):
        return random_pair(lambda lower, upper: draw(st.integers(lower, upper)), points, nonlinear)

    return pairs()


_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.MatMult: "ceildiv",
}


def unparse(tree: ast.expr) -> str:
    "An expression of `oracle.read` as text, with all its parentheses."
    match tree:
        case ast.BinOp():
            return f"({unparse(tree.left)} {_OPERATORS[type(tree.op)]} {unparse(tree.right)})"
        case ast.UnaryOp():
            return f"(-{unparse(tree.operand)})"
        case ast.Call():
            return f"{tree.func.id}({', '.join(map(unparse, tree.args))})"
    return ast.unparse(tree)


def _smaller_numbers(value: int) -> list[int]:
    options = (
        [0, 1, 2, value // 2, value - 1]
        if value > 0
        else [0, -1, -value, -(-value // 2), value + 1]
    )
    return [v for v in dict.fromkeys(options) if (abs(v), v < 0) < (abs(value), value < 0)]


def _smaller(tree: ast.expr) -> Iterator[ast.expr]:
    "Every expression that is one step simpler: a child instead of a node, a smaller number."
    match tree:
        case ast.Constant():
            yield from map(ast.Constant, _smaller_numbers(tree.value))
        case ast.Name():
            yield ast.Constant(0)
        case ast.UnaryOp():
            yield tree.operand
            yield from (ast.UnaryOp(tree.op, t) for t in _smaller(tree.operand))
        case ast.BinOp():
            yield from (tree.left, tree.right)
            yield from (ast.BinOp(t, tree.op, tree.right) for t in _smaller(tree.left))
            yield from (
                ast.BinOp(tree.left, tree.op, t)
                for t in _smaller(tree.right)
                if not (
                    type(tree.op) in oracle._DIVIDING
                    and isinstance(t, ast.Constant)
                    and t.value == 0
                )
            )
        case ast.Call():
            yield from tree.args
            for i, argument in enumerate(tree.args):
                for t in _smaller(argument):
                    yield ast.Call(tree.func, [*tree.args[:i], t, *tree.args[i + 1 :]], [])


def _simpler_maps(m: oracle.PlainMap, keep_results: bool) -> Iterator[str]:
    results = [unparse(t) for t in m.results]
    constraints = [(unparse(t), lower, upper) for t, lower, upper in m.constraints]

    def text(results=results, bounds=m.bounds, constraints=constraints, drop=None):
        kinds = [[n for n in names if n != drop] for names in (m.dims, m.ranges, m.rts)]
        bounds = [pair for name, pair in zip(m.variables, bounds) if name != drop]
        return _text(
            *kinds,
            results,
            bounds,
            [f"{t} in [{lower}, {upper}]" for t, lower, upper in constraints],
        )

    def replaced(items, i, *item):
        return [*items[:i], *item, *items[i + 1 :]]

    if not keep_results:
        yield from (text(replaced(results, i)) for i in range(len(results)))
    yield from (text(constraints=replaced(constraints, i)) for i in range(len(constraints)))
    used = {
        n.id
        for t in [*m.results, *(c[0] for c in m.constraints)]
        for n in ast.walk(t)
        if isinstance(n, ast.Name)
    }
    yield from (
        text(drop=name)
        for name in m.variables
        if name not in used and not (keep_results and name in m.dims)
    )
    for i, tree in enumerate(m.results):
        yield from (text(replaced(results, i, unparse(t))) for t in _smaller(tree))
    for i, (tree, lower, upper) in enumerate(m.constraints):
        yield from (
            text(constraints=replaced(constraints, i, (unparse(t), lower, upper)))
            for t in _smaller(tree)
        )
        ends = [(v, upper) for v in _smaller_numbers(lower)] + [
            (lower, v) for v in _smaller_numbers(upper)
        ]
        yield from (
            text(constraints=replaced(constraints, i, (constraints[i][0], *pair)))
            for pair in ends
            if pair[0] <= pair[1]
        )
    for i, (lower, upper) in enumerate(m.bounds):
        ends = [(lower, v) for v in _smaller_numbers(upper)] + [
            (v, upper) for v in _smaller_numbers(lower)
        ]
        yield from (text(bounds=replaced(m.bounds, i, pair)) for pair in ends if pair[0] <= pair[1])


def minimal(
    text: str, fails: Callable[[str], bool], keep_results: bool = False, tries: int = 5000
) -> str:
    "Takes the first simpler map that still fails, again and again."
    while tries > 0:
        for simpler in _simpler_maps(oracle.read(text), keep_results):
            tries -= 1
            if tries < 0 or (simpler != text and fails(simpler)):
                break
        else:
            return text
        text = simpler if tries >= 0 else text
    return text
