"""Pictures that chapters on loops draw for themselves: trees, texts side by side, tables, lattices."""

import re
from dataclasses import fields, is_dataclass
from textwrap import wrap

import numpy as np

from indexing_tools.pictures.drawing.svg import (
    FRAME, INK, LINE, MUTED, Picture, card, label, text_width,
)
from indexing_tools.loops import ir as loop_ir
from indexing_tools.loops.ir import bodies_of, python_text
from indexing_tools.sparse.lower.index_notation import expr_text
from indexing_tools.sparse.storage.sparse_tensor import SparseTensor

TINTS = "#cfe3f7", "#fbd9b5", "#d3efd2", "#ead7f3", "#fff3c4", "#f7d4da", "#d8f1ef"
KINDS = {
    "For": TINTS[0], "While": TINTS[0], "If": TINTS[3], "Assign": TINTS[2], "Store": TINTS[1],
    "Return": TINTS[5], "Note": "#f3f4f6", "Function": "#ffffff",
    "Access": TINTS[0], "Call": TINTS[1], "Cast": TINTS[3], "Literal": TINTS[4], "Fill": TINTS[4],
    "IndexValue": TINTS[2], "Reduce": TINTS[5], "Load": TINTS[0], "Apply": TINTS[1], "Convert": TINTS[3], "Var": TINTS[2], "Const": TINTS[4],
    "Buffer": "#f3f4f6",
}  # fmt: skip


def _rect(x, y, wide, high, fill, line=LINE):
    box = f"<rect x='{x:g}' y='{y:g}' width='{wide:g}' height='{high:g}' rx='4'"
    return f"{box} fill='{fill}' stroke='{line}'/>"


def _ours(node):
    "The same tree of the package's classes: a chapter that defines them has its own."
    if isinstance(node, tuple):
        return tuple(map(_ours, node))
    made = getattr(loop_ir, type(node).__name__, None)
    if made is None or not is_dataclass(node):
        return node
    return made(*(_ours(getattr(node, f.name)) for f in fields(node)))


def statements_picture(function):
    "Statements, a function's or one, as boxes within boxes: the kind of each, and its line."
    function = _ours(function)
    if not isinstance(function, loop_ir.Function):
        function = loop_ir.Function("loops", (), (function,))
    lines = iter(python_text(function).splitlines()[1 + bool(function.note) :])
    body, y = [], 14.0

    def draw(statement, x):
        nonlocal y
        kind, text, at = type(statement).__name__, next(lines).strip(), len(body)
        top, y = y, y + 24
        wide = text_width(text, 12) + 92
        for inner in [s for b in bodies_of(statement) for s in b]:
            wide = max(wide, 20 + draw(inner, x + 14))
        y += 4
        box = _rect(x, top, wide, y - top - 2, KINDS[kind])
        words = label(x + 8, top + 16, kind, colour=MUTED)
        body.insert(at, box + words + label(x + 66, top + 16, text, size=12, colour=INK))
        y += 2
        return wide

    wide = max(draw(s, 14) for s in function.body)
    return card(wide + 28, y + 10, "".join(body), f"the statements of {function.name} as boxes")


def _node(e, names=()):
    "What stands in a node, and its operands: of loops, or of index notation."
    kind = type(e).__name__
    if names and kind in ("Access", "IndexValue"):
        return expr_text(e, names), ()
    if names and kind == "Reduce":
        return f"{e.function} over {', '.join(names[n] for n in e.indices)}", (e.operand,)
    if kind in ("Var", "Buffer"):
        return e.name, ()
    if kind in ("Const", "Literal", "Fill"):
        return str(e.value), ()
    if kind == "Load":
        return f"{e.buffer.name}[ ]", e.indices
    if kind in ("Convert", "Cast"):
        return f"to {e.dtype}", (e.operand,)
    if kind == "Access":
        return e.tensor, ()
    if kind == "IndexValue":
        return str(e.index), ()
    return e.function, e.operands if hasattr(e, "operands") else (e.operand,)


def expression_picture(e, names=()):
    "An expression as a tree: the kind of each node, and below it the operands. `names`: of indices."
    body, deepest = [], 0

    def own_width(e):
        return max(text_width(_node(e, names)[0], 12), text_width(type(e).__name__, 9)) + 16

    def width(e):
        return max(own_width(e), sum(width(o) + 12 for o in _node(e, names)[1]) - 12)

    def drawn(e, left, depth):
        nonlocal deepest
        deepest, (text, operands), wide = max(deepest, depth), _node(e, names), own_width(e)
        middle, top, edges, centred = left + width(e) / 2, 14 + 58 * depth, "", " text-anchor='middle'"
        x = middle - (sum(width(o) + 12 for o in operands) - 12) / 2
        for o in operands:
            edges += f"M{middle:g} {top + 36}L{x + width(o) / 2:g} {top + 58}"
            drawn(o, x, depth + 1)
            x += width(o) + 12
        body.append(f"<path d='{edges}' stroke='{LINE}' fill='none'/>" if edges else "")
        body.append(_rect(middle - wide / 2, top, wide, 36, KINDS[type(e).__name__]))
        body.append(label(middle, top + 13, type(e).__name__, centred, size=9))
        body.append(label(middle, top + 28, text, centred, size=12, colour=INK))

    e = _ours(e)
    drawn(e, 14, 0)
    return card(width(e) + 28, 58 * deepest + 64, "".join(body), "an expression as a tree")


def _folded(line, most=92):
    "A long line in several, the later ones further in."
    indent = " " * (len(line) - len(line.lstrip()) + 8)
    return wrap(line, most, subsequent_indent=indent, break_long_words=False) or [""]


def texts_picture(texts, marks=(), size=11):
    """Texts side by side, each below its title. `marks` are patterns: the lines that match the
    first have the first colour, in all texts, and so on."""
    body, x, high = [], 16.0, 0
    for title, text in texts.items():
        lines = [part for line in text.rstrip().splitlines() for part in _folded(line)]
        wide = max(text_width(line, size) for line in [*lines, title]) + 10
        body.append(label(x + 4, 24, title))
        for k, line in enumerate(lines):
            top = 34 + 16 * k
            tint = next((t for m, t in zip(marks, TINTS) if re.search(m, line)), None)
            if tint:
                body.append(f"<rect x='{x:g}' y='{top}' width='{wide:g}' height='16' fill='{tint}'/>")
            indent = len(line) - len(line.lstrip())
            at = x + 4 + text_width(" " * indent, size)
            body.append(label(at, top + 12, line.lstrip(), size=size, colour=INK))
        high, x = max(high, 34 + 16 * len(lines)), x + wide + 18
    return card(x - 2, high + 14, "".join(body), ", ".join(texts) + " side by side")


def beside(pictures):
    "Pictures side by side, each below its title."
    body, x, high = [], 12.0, 0.0
    for title, picture in pictures.items():
        wide, tall = (float(n) for n in re.search(r"width='(\d+)' height='(\d+)'", picture.svg).groups())
        placed = picture.svg.replace("<svg ", f"<svg x='{x:g}' y='30' ", 1)
        body += [label(x + 2, 21, title, size=12, colour=INK), placed]
        high, x = max(high, tall), x + max(wide, text_width(title, 12) + 4) + 14
    return card(x, high + 42, "".join(body), ", ".join(f"{t}: {p.alt}" for t, p in pictures.items()))


def arrays_picture(arrays):
    "Vectors and matrices side by side, dense or sparse; cells with an entry are coloured."
    body, x, high = [], 16.0, 0.0
    for title, a in arrays.items():
        dense = np.atleast_2d(a.to_dense() if isinstance(a, SparseTensor) else a)
        there = dense != 0
        if isinstance(a, SparseTensor):
            there = np.zeros(dense.shape, bool)
            there[tuple(np.atleast_2d(np.array(a.to_coo()[0]))) if a.ndim > 1 else (0, *a.to_coo()[0])] = True
        texts = [[f"{v:g}" for v in row] for row in dense]
        cell = max(24.0, *(text_width(t, 11) + 8 for row in texts for t in row))
        body.append(label(x, 22, title, size=12, colour=INK))
        for r, row in enumerate(texts):
            for c, text in enumerate(row):
                at, y, shown = x + c * cell, 30 + 22 * r, bool(there[r, c])
                body.append(f"<rect x='{at:g}' y='{y}' width='{cell:g}' height='22' "
                            f"fill='{TINTS[0] if shown else '#ffffff'}' stroke='{FRAME}'/>")  # fmt: skip
                if shown or text != "0":
                    body.append(label(at + cell / 2, y + 15, text, " text-anchor='middle'",
                                      colour=INK if shown else MUTED))  # fmt: skip
        high = max(high, 30 + 22 * len(texts))
        x += max(cell * len(texts[0]), text_width(title, 12)) + 22
    return card(x - 6, high + 14, "".join(body), ", ".join(arrays) + " side by side")


def vectors_picture(vectors):
    "Sparse vectors, one below the other: equal places stand below each other."
    count, left = max(len(v.to_dense()) for v in vectors.values()), 24 + max(text_width(t, 12) for t in vectors)
    body = [label(left + 32 * c + 16, 22, str(c), " text-anchor='middle'") for c in range(count)]
    for k, (title, vector) in enumerate(vectors.items()):
        there, y = set(vector.to_coo()[0][0].tolist()), 30 + 28 * k
        body.append(label(12, y + 15, title, size=12, colour=INK))
        for c, value in enumerate(vector.to_dense()):
            body.append(_rect(left + 32 * c, y, 32, 22, TINTS[0] if c in there else "#ffffff", FRAME))
            text = f"{value:g}" if c in there else ""
            body.append(label(left + 32 * c + 16, y + 15, text, " text-anchor='middle'", colour=INK))
    return card(left + 32 * count + 14, 30 + 28 * len(vectors) + 8, "".join(body), ", ".join(vectors) + ", place by place")


def table_picture(head, rows, tints=None):
    "A table of texts; `tints` gives the colour of a text."
    columns = list(zip(head, *rows))
    wides = [max(text_width(str(t), 12) for t in c) + 20 for c in columns]
    body, y = [], 12
    for k, row in enumerate([head, *rows]):
        x = 14.0
        for text, wide in zip(row, wides):
            fill = (tints or {}).get(text, "#ffffff") if k else "#ffffff"
            body.append(_rect(x, y, wide, 22, fill, FRAME) if k else "")
            body.append(label(x + 10, y + 15, str(text), size=12, colour=INK if k else MUTED))
            x += wide
        y += 22
    return card(sum(wides) + 28, y + 12, "".join(body), f"a table of {', '.join(map(str, head))}")


def bars_picture(numbers, unit=""):
    "A bar for each number, by name; the least is marked."
    left = 24 + max(text_width(name, 12) for name in numbers)
    most, body = max(numbers.values()), []
    for k, (name, number) in enumerate(numbers.items()):
        top, wide = 14 + 24 * k, max(2.0, 320 * number / most)
        fill = TINTS[2] if number == min(numbers.values()) else TINTS[0]
        body.append(label(14, top + 14, name, size=12, colour=INK))
        body.append(_rect(left, top, wide, 18, fill))
        body.append(label(left + wide + 8, top + 14, f"{number:,} {unit}".rstrip(), size=12, colour=INK))
    said = ", ".join(f"{name}: {number:,}" for name, number in numbers.items())
    wide = left + 340 + text_width(f"{most:,} {unit}", 12)
    return card(wide, 24 * len(numbers) + 24, "".join(body), said)


def cases_picture(cases):
    """Cases of a merge, from all operands to none: `cases` gives for each set of names of operands
    that are there what is computed. A line goes to the case that is left when one operand ends."""
    most = max(map(len, cases))
    rows = [[c for c in cases if len(c) == n] for n in range(most, -1, -1)]
    rows = [row for row in rows if row]
    names = {c: f"{', '.join(sorted(c)) or 'none'} there" if c else "none there" for c in cases}
    wides = {c: max(text_width(names[c], 11), text_width(cases[c], 12)) + 20 for c in cases}
    width = max(sum(wides[c] + 24 for c in row) for row in rows) + 10
    middles, body = {}, []
    for k, row in enumerate(rows):
        x = (width - sum(wides[c] + 24 for c in row)) / 2 + 12
        for c in row:
            middles[c] = x + wides[c] / 2, 14 + 72 * k
            x += wides[c] + 24
    for c, (x, y) in middles.items():
        for d, (u, v) in middles.items():
            if c < d and not any(c < e < d for e in cases):
                body.append(f"<path d='M{u:g} {v + 42}L{x:g} {y}' stroke='{LINE}'/>")
    for c, (x, y) in middles.items():
        fill = TINTS[2] if cases[c] not in ("", "nothing") else "#f3f4f6"
        body.append(_rect(x - wides[c] / 2, y, wides[c], 42, fill))
        body.append(label(x, y + 16, names[c], " text-anchor='middle'"))
        body.append(label(x, y + 33, cases[c], " text-anchor='middle'", size=12, colour=INK))
    said = "; ".join(f"{names[c]}: {cases[c]}" for c in cases)
    return card(width, 72 * len(rows) - 4, "".join(body), said)


__all__ = [
    "Picture",
    "arrays_picture",
    "bars_picture",
    "beside",
    "cases_picture",
    "expression_picture",
    "statements_picture",
    "table_picture",
    "texts_picture",
    "vectors_picture",
]
