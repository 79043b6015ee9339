"""Facts taken from XLA's own tests and from the documents, against this package.

    python benchmarks/conformance.py [SHARED] [--kind KIND] [--all]

SHARED is the folder that holds `conformance/` (default: `$SHARED`, or `shared` beside the checkout);
without it the benchmark is skipped. Prints a table per kind and the failing cases; exit status 1 if one fails.

A check is a function of a case that returns (expected, got), or nothing and raises
`AssertionError` (those of `conformance_indexing.py`). Both are compared as they are, texts
ignoring white space only; an expected `AnyOf` lists the acceptable answers, first XLA's. Where a
case is flagged as XLA's error, `correct` is what counts. `XLA differs` in the table counts the
passing cases in which this package's answer is not XLA's: XLA's is wrong there, or weaker.

The cases of tiles (`conformance_tiles_*.py`) have a table of their own, with one of four verdicts for each: "equal"; "answers"
(XLA refuses; proved by running); "xla wrong" (proved by running); "notation" (equal sets of elements). Anything else has failed.

Translations, because this package's design is not XLA's everywhere:

- XLA's `v0, v1, ...` are dimensions and symbols in one numbering. Here they are `d0, d1, ...`,
  or, where a case gives a number of dimensions n, `v(n + j)` is the symbol `s(j)`.
- XLA's int64 saturates, so INT64_MIN and INT64_MAX stand for infinite ends. Here ends are Python
  ints: the two are read as numbers far beyond int64, and results are cut to int64.
- XLA's `Simplify()` says whether it changed the map. Here the new map is returned: a case that
  expects no change expects an equal map.
- Error texts are this package's own; the position that XLA's message points at is compared.
- An empty domain may be known as such (`KNOWN EMPTY`) where XLA does not see that it is empty.

Short form:
"""

import argparse
import json
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path

from common import ROOT, SHARED, skipped

sys.path[:0] = [str(ROOT / "nbs"), str(ROOT / "benchmarks")]

from support import oracle
from indexing_tools.maps.expr import AffineExpr, constant, dim
from indexing_tools.maps.affine_map import AffineMap
from indexing_tools.maps.indexing_map import IndexingMap, Variable
from indexing_tools.maps.simplify import Interval
from indexing_tools.maps.text import ParseError

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class AnyOf:
    "Acceptable answers; XLA's own is the first."

    answers: tuple

    def __str__(self):
        return " | ".join(map(str, self.answers))


def xla(thing) -> str:
    return thing.to_string("xla")


def acceptable(case: dict) -> AnyOf:
    "The right answer; XLA's and a stronger one where XLA's is right but weak."
    if "correct" in case:
        return AnyOf((case["correct"],))
    stronger = [case["stronger"]] if "stronger" in case else []
    empty = ["KNOWN EMPTY"] if "input" in case and oracle.is_empty(case["input"]) else []
    return AnyOf((case["expected"], *stronger, *empty))


def simplify(case):
    m = IndexingMap.parse(case["input"])
    simplified = m.simplify(keep_points=case.get("point_dims") == "preserve")
    if case["expected_changed"] is False and "stronger" not in case:
        assert simplified == m, f"no change expected: {xla(simplified)}"
    return acceptable(case), xla(simplified)


def simplify_idempotent(case):
    m = IndexingMap.parse(case["input"])
    once = m.simplify()
    assert oracle.difference(case["input"], str(once)) is None
    changed = [xla(once) != squeezed(case["input"]), once.simplify() != once]
    return case["expected_changed_sequence"], changed


def soundness(case):
    return case["correct"], xla(IndexingMap.parse(case["input"]).simplify())


def compose(case):
    m = IndexingMap.parse(case["first"]).compose(IndexingMap.parse(case["second"]))
    count = case.get("expected_num_results", len(m.results))
    return (case["expected"], count), (xla(m), len(m.results))


def compose_simplify(case):
    first, second = IndexingMap.parse(case["first"]), IndexingMap.parse(case["second"])
    return case["expected"], xla(first.compose(second).simplify())


def empty(case):
    m = IndexingMap.parse(case["input"])
    m = m.simplify() if case["simplify"] else m
    return (case["expected"], True), (xla(m), m.is_known_empty)


def parse_print(case):
    undefined = case["input"] == "UNDEFINED"
    return case["expected"], xla(
        IndexingMap.undefined() if undefined else IndexingMap.parse(case["input"])
    )


def print_from_parts(case):
    kinds = [
        tuple(Variable(Interval(lower, upper), name) for lower, upper, name in case[key])
        for key in ("dims", "ranges", "rts")
    ]
    return case["expected"], xla(IndexingMap(AffineMap.parse(case["map"]), *kinds))


def add_constraint(case):
    m = IndexingMap.parse(case["input"])
    for text, lower, upper in case["add_constraints"]:
        m = m.with_constraint(AffineExpr.parse(text), Interval(lower, upper))
    return case["expected"], xla(m)


def remove_unused_symbols(case):
    return case["expected"], xla(IndexingMap.parse(case["input"]).without_unused_symbols())


def remove_unused_vars(case):
    m, removed = IndexingMap.parse(case["input"]).without_unused_variables()
    return (case["expected"], case.get("expected_removed", list(removed))), (xla(m), list(removed))


def rescale_symbols(case):
    m = IndexingMap.parse(case["input"]).rescale_symbols()
    m = m.simplify() if case["then_simplify"] else m
    if "expected" in case:
        return case["expected"], xla(m)
    if "expected_any_of" not in case:  # every constraint can still be looked up
        return True, all(
            m.constraints[expr] is interval for expr, interval in m.constraints.items()
        )
    # XLA takes one of two modulo constraints that it cannot merge; together they are s0 * 42 + 33.
    got = xla(m.results[case["expected_result_index"]])
    return AnyOf((*(choice["result"] for choice in case["expected_any_of"]), "s0 * 42 + 33")), got


def convert_symbols_to_dims(case):
    return case["expected"], xla(IndexingMap.parse(case["input"]).with_symbols_as_dims())


def convert_range_vars_to_dims(case):
    return case["expected"], xla(
        IndexingMap.parse(case["input"]).with_range_variables_as_dims(case["range_ids"])
    )


def map_eq(case):
    maps, classes = [IndexingMap.parse(text) for text in case["values"]], case["expected_classes"]
    return same_exactly_within(classes, maps)


def range_eval(case):
    return case["expected"], list(range_of(case))


def range_nonneg(case):
    lower, _ = range_of(case)
    return case["expected"], lower >= 0


def range_of(case) -> Interval:
    m = IndexingMap.parse(case["map"])
    affine = AffineMap(len(m.dim_variables), m.affine_map.num_symbols, (AffineExpr.parse(case["expr"]),))
    (interval,) = IndexingMap(
        affine, m.dim_variables, m.range_variables, m.runtime_variables, m.constraints
    ).result_ranges()
    return interval


def same_exactly_within(classes, values):
    "Values of one class are equal and hash alike, values of different classes differ."
    pairs = list(combinations(range(len(values)), 2))
    assert all(hash(values[i]) == hash(values[j]) for i, j in pairs if classes[i] == classes[j])
    return [classes[i] == classes[j] for i, j in pairs], [values[i] == values[j] for i, j in pairs]


def interval_eq(case):
    values = [tuple(v) for v in case["values"]]
    return same_exactly_within(values, [Interval(*v) for v in values])


def variable_eq(case):
    "Names do not count."
    values = [tuple(v) for v in case["values"]]
    return same_exactly_within(
        values, [Variable(Interval(*v), f"name{i}") for i, v in enumerate(values)]
    )


def interval_cmp(case):
    return case["expected"], getattr(Interval(*case["a"]), case["op"].lower())(Interval(*case["b"]))


def interval_arith(case):
    beyond = {INT64_MIN: -(2**200), INT64_MAX: 2**200}
    a, b = (Interval(*(beyond.get(end, end) for end in case[key])) for key in "ab")
    result = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "min": lambda: a.min(b),
        "max": lambda: a.max(b),
    }[case["op"]]()
    return case["expected"], [
        min(max(end, INT64_MIN), INT64_MAX) for end in (result.lower, result.upper)
    ]


def expr(text: str, num_dims: int | None = None) -> AffineExpr:
    "`v3` is `d3`, or `s(3 - num_dims)` where there are fewer dimensions."

    def translated(match):
        number = int(match[1])
        return f"d{number}" if num_dims is None or number < num_dims else f"s{number - num_dims}"

    return AffineExpr.parse(re.sub(r"\bv(\d+)\b", translated, text))


def as_variables(e: AffineExpr, num_dims: int | None = None) -> str:
    "XLA's text with `v` numbers."

    def translated(match):
        return f"v{int(match[2]) + (num_dims or 0) * (match[1] == 's')}"

    return re.sub(r"\b([ds])(\d+)\b", translated, xla(e))


def expr_print(case):
    e = expr(case["input"], case["num_dims"])
    return case["expected"], as_variables(e) if case["num_dims"] is None else xla(e)


def expr_print_names(case):
    names = case.get("names") or case["dim_names"]
    e = expr(case["input"], len(names))
    return case["expected"], e.to_string(
        "xla", dim_names=names, symbol_names=case.get("symbol_names")
    )


def expr_parse_names(case):
    names = {name: dim(int(variable[1:])) for name, variable in case["names"].items()}
    return case["expected"], as_variables(AffineExpr.parse(case["input"], names=names))


def expr_parse_dims_symbols(case):
    return case["expected"], as_variables(AffineExpr.parse(case["input"]), case["num_dims"])


def parse_error(case):
    "Symbols have their own numbering here, so one can be read without a number of dimensions."
    if case["expected_error"].startswith("Symbol cannot be parsed because number of dimensions"):
        return "s0", xla(AffineExpr.parse(case["input"]))
    names = {name: dim(int(variable[1:])) for name, variable in case.get("names", {}).items()}
    try:
        if case["what"] == "map":
            IndexingMap.parse(case["input"])
        elif names:
            AffineExpr.parse(case["input"], names=names)
        else:
            expr(case["input"])
    except ParseError as error:
        rest = re.search(r'at: "(.+)"$', case["expected_error"])
        position = len(case["input"]) - len(rest[1]) if rest else error.position
        at_end = case["expected_error"].endswith('at: ""')
        assert not at_end or error.position >= len(case["input"].rstrip()), error
        assert 0 <= error.position <= len(case["input"]) and error.message, error
        assert (error.line, error.column) == (1, error.position + 1) and "^" in str(error), error
        return position, error.position
    return "ParseError", "no error"


def expr_create(case):
    return case["expected"], as_variables(expr(case["input"]))


def expr_canon(case):
    return case["expected"], as_variables(expr(case["input"]).canonicalize())


def expr_eval(case):
    """Division by zero and a missing value raise; nothing overflows, so where XLA gives nothing for
    an overflow the exact number is right."""
    e, values = expr(case["input"]), case["values"]
    if case.get("note", "").startswith("int64 overflow"):
        return 2 * values[0], e.evaluate(values)
    if case.get("expected") is None:
        try:
            return "an error", e.evaluate(values)
        except (ZeroDivisionError, IndexError, ValueError, KeyError):
            return "an error", "an error"
    return case["expected"], e.evaluate(values)


def expr_divmod(case):
    n, d = case["n"], case["d"]
    keys = ("expected_floordiv", "expected_ceildiv", "expected_mod")
    folded = [constant(n).floordiv(d), constant(n).ceildiv(d), constant(n).mod(d)]
    evaluated = [getattr(dim(0), name)(d).evaluate((n,)) for name in ("floordiv", "ceildiv", "mod")]
    return [case[key] for key in keys] * 2, [e.value for e in folded] + [int(v) for v in evaluated]


def expr_replace_vars(case):
    dims = [None if text is None else expr(text) for text in case["replacements"]]
    return case["expected"], as_variables(expr(case["input"]).replace(dims=dims))


def expr_replace_positions(case):
    "Symbols are not renumbered when the number of dimensions changes: they have their own numbers."
    replaced = {
        kind: [AffineExpr.parse(text) for text in case[kind]]
        for kind in ("dims", "symbols")
        if kind in case
    }
    return xla(AffineExpr.parse(case["expected"])), xla(
        AffineExpr.parse(case["input"]).replace(**replaced)
    )


def expr_replace(case):
    table = {expr(old): expr(new) for old, new in case["replacements"]}
    return case["expected"], as_variables(expr(case["input"]).substitute(table))


def expr_unique(case):
    return [case["expected"] == "equal"] * len(case["pairs"]), [
        expr(a) is expr(b) for a, b in case["pairs"]
    ]


def expr_walk(case):
    return case["expected"], [as_variables(e) for e in expr(case["input"]).walk()]


def expr_multiple_of(case):
    return case["expected"], expr(case["input"]).is_multiple_of(case["factor"])


def expr_hash(case):
    values = [expr(text) for text in case["values"]]
    return [case["expected_distinct"]] * 2, [len(set(values)), len({hash(v) for v in values})]


def used_parameters(case):
    exprs = [AffineExpr.parse(text) for text in case["exprs"]]
    dims, symbols = (
        sorted(frozenset().union(*sets))
        for sets in zip(*((e.used_dims, e.used_symbols) for e in exprs))
    )
    return (case["expected_dims"], case["expected_symbols"]), (dims, symbols)


def evaluate(case):
    m = IndexingMap.parse(case["input"])
    return case["expected"], list(m(d=case["dims"], s=case["symbols"], check=False))


def constraints_satisfied(case):
    "Constraints only, without the bounds of the variables."
    m = IndexingMap.parse(case["input"])
    for text, lower, upper in case.get("add_constraints", []):
        m = m.with_constraint(AffineExpr.parse(text), (lower, upper))
    values = [
        (e.evaluate(case["dims"], case["symbols"]), within) for e, within in m.constraints.items()
    ]
    return case["expected"], all(within.contains(value) for value, within in values)


def verify_error(case):
    affine, sizes = AffineMap.parse(case["map"]), (case["dim_sizes"], case["symbol_sizes"])
    try:
        IndexingMap(affine, *(map(Variable.of_size, kind) for kind in sizes))
    except ValueError:
        return case["expected_ok"], False
    return case["expected_ok"], True


def is_undefined(case):
    undefined = case.get("input") == "UNDEFINED"
    m = (
        IndexingMap.undefined()
        if undefined
        else IndexingMap.from_sizes([dim(0)], case["dim_sizes"])
    )
    return case["expected"], m.is_undefined


def num_results(case):
    return case["expected"], IndexingMap.parse(case["input"]).num_results


def symbolic_map_print(case):
    "Names belong to an indexing map's variables here, which therefore have bounds, too."
    affine = AffineMap.parse(case["map"])
    if "dim_names" not in case:
        return case["expected"], xla(affine)
    kinds = [
        [Variable.of_size(2, name) for name in case[f"{kind}_names"]]
        for kind in ("dim", "range", "rt")
    ]
    return case["expected"], xla(IndexingMap(affine, *kinds)).partition(", domain: ")[0]


def symbolic_map_parse(case):
    m = AffineMap.parse(case["input"])
    expected = [case[f"expected_{key}"] for key in ("num_dims", "num_symbols", "results")]
    return expected, [m.num_dims, m.num_symbols, [as_variables(e, m.num_dims) for e in m.results]]


def symbolic_map_is_identity(case):
    "A variable that the map does not have cannot be written here."
    try:
        return case["expected"], AffineMap.parse(case["map"]).is_identity
    except ParseError:
        return case["expected"], False


def symbolic_map_identity(case):
    return case["expected"], xla(AffineMap.identity(case["rank"]))


def symbolic_map_eval(case):
    return case["expected"], list(
        AffineMap.parse(case["map"]).evaluate(case["dims"], case["symbols"])
    )


def symbolic_map_compose(case):
    "XLA's `outer.Compose(inner)` is `inner.compose(outer)`; symbols are outer's, then inner's."
    inner, outer = AffineMap.parse(case["inner"]), AffineMap.parse(case["outer"])
    return case["expected"], xla(inner.compose(outer))


def symbolic_map_replace_expr(case):
    m, table = AffineMap.parse(case["map"]), {expr(a): expr(b) for a, b in case["replacements"]}
    results = tuple(e.substitute(table) for e in m.results)
    return case["expected"], xla(AffineMap(m.num_dims, m.num_symbols, results))


def symbolic_map_hash(case):
    values = [AffineMap.parse(text) for text in case["values"]]
    return [case["expected_distinct"]] * 2, [len(set(values)), len({hash(v) for v in values})]


def document_op(case):
    from indexing_tools.programs.loaders.read import read_program

    root = read_program(case["hlo"]).entry.root
    operands = root.output_to_input()
    got = {str(i): sorted(str(entry.map) for entry in operands[i]) for i in range(len(operands))}
    return {i: sorted(maps) for i, maps in case["output_to_input"].items()}, got


def document_use(case):
    "Each output alike, where there are several."
    from indexing_tools.programs.loaders.read import read_program

    root, got = read_program(case["hlo"]).entry.root, {}
    for i in case["input_to_output"]:
        (got[i],) = {tuple(sorted(str(w.map) for w in ways)) for ways in root.input_to_output(int(i))}
    return {i: sorted(maps) for i, maps in case["input_to_output"].items()}, got


def document_chain(case):
    from indexing_tools.programs.loaders.read import read_program

    second = read_program(case["hlo"]).entry.root
    (first,) = second.operands
    maps = [op.output_to_input()[0][0].map for op in (second, first)]
    return case["composed"], str(maps[0].compose(maps[1]).simplify())


def document_simplify(case):
    return case["expected"], str(IndexingMap.parse(case["input"]).simplify())


KINDS: dict[str, Callable] = {
    check.__name__: check
    for check in (
        simplify,
        simplify_idempotent,
        compose,
        compose_simplify,
        empty,
        parse_print,
        print_from_parts,
        parse_error,
        expr_print,
        expr_print_names,
        expr_parse_names,
        expr_parse_dims_symbols,
        expr_create,
        expr_canon,
        expr_eval,
        expr_divmod,
        expr_replace_vars,
        expr_replace,
        expr_unique,
        expr_walk,
        expr_multiple_of,
        expr_hash,
        interval_cmp,
        interval_arith,
        interval_eq,
        variable_eq,
        map_eq,
        range_eval,
        range_nonneg,
        remove_unused_symbols,
        remove_unused_vars,
        rescale_symbols,
        convert_symbols_to_dims,
        convert_range_vars_to_dims,
        add_constraint,
        soundness,
        used_parameters,
        evaluate,
        constraints_satisfied,
        verify_error,
        is_undefined,
        num_results,
        symbolic_map_print,
        symbolic_map_parse,
        symbolic_map_is_identity,
        symbolic_map_identity,
        symbolic_map_eval,
        symbolic_map_compose,
        symbolic_map_replace_expr,
        symbolic_map_hash,
    )
}
KINDS |= dict.fromkeys(
    ("expr_replace_dims", "expr_replace_symbols", "expr_replace_dims_symbols"),
    expr_replace_positions,
)
KINDS |= {
    "documents: ops": document_op,
    "documents: input to output": document_use,
    "documents: chain": document_chain,
    "documents: simplify": document_simplify,
}

try:
    from conformance_indexing import KINDS as INDEXING_KINDS
except ModuleNotFoundError:
    INDEXING_KINDS = {}
KINDS |= INDEXING_KINDS
try:
    from conformance_threads import KINDS as THREAD_KINDS
except ModuleNotFoundError:
    THREAD_KINDS = {}
KINDS |= THREAD_KINDS
try:
    from conformance_traffic import KINDS as TRAFFIC_KINDS
except ModuleNotFoundError:
    TRAFFIC_KINDS = {}
KINDS |= TRAFFIC_KINDS
try:
    from conformance_coalescing import KINDS as COALESCING_KINDS
except ImportError:
    COALESCING_KINDS = {}
KINDS |= COALESCING_KINDS

TILES: dict[str, Callable] = {}  # kind -> function of a case that gives a verdict and its reason
for room in ("spaces", "propagation", "reshapes", "computations"):
    try:
        found = import_module(f"conformance_tiles_{room}").KINDS
    except ModuleNotFoundError:
        continue
    TILES |= {kind: judge for kind, judge in found.items() if kind not in KINDS}
VERDICTS = ("equal", "answers", "xla wrong", "notation", "failed")


def cases_in(shared: Path) -> list[dict]:
    cases = json.loads((shared / "conformance" / "xla_cases.json").read_text())
    document = json.loads((shared / "conformance" / "documents.json").read_text())
    cases += [{"id": op["section"], "kind": "documents: ops", **op} for op in document["ops"]]
    cases += [
        {"id": f"{op['section']}, operand {i}", "kind": "documents: input to output", **op, "input_to_output": {i: maps}}
        for op in document["ops"]
        for i, maps in op.get("input_to_output", {}).items()
    ]
    cases += [
        {"id": "chained reshapes", "kind": "documents: chain", **document["chained_reshapes"]}
    ]
    return cases + [
        {"id": f"simplify {i}", "kind": "documents: simplify", **case}
        for i, case in enumerate(document["simplify"], 1)
    ]


def squeezed(value):
    "Without the freedom that texts have: white space."
    if isinstance(value, str):
        return re.sub(r"\s+", " ", value).strip()
    if isinstance(value, (list, tuple)):
        return [squeezed(v) for v in value]
    if isinstance(value, dict):
        return {key: squeezed(v) for key, v in value.items()}
    return value


FLAGS = (
    "xla_bug",
    "xla_unsound",
    "xla_unsound_as_element_dependence",
    "xla_overapproximates",
    "xla_by_reading",
)


def judged(case: dict) -> tuple[str, str]:
    "The verdict of a case of tiles, and why."
    try:
        verdict, reason = TILES[case["kind"]](case)
    except Exception as error:  # a check must not stop the others
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"({Path(where.filename).name}:{where.lineno})"
        return "failed", f"{type(error).__name__}: {error} {place}"
    return (verdict, reason) if verdict in VERDICTS else ("failed", f"no verdict: {verdict}")


def outcome(case: dict) -> tuple[str, object, object]:
    "(passed | differs | failed, expected, got)"
    if case["kind"] in TILES:
        verdict, reason = judged(case)
        named = {"equal": "passed", "failed": "failed"}
        return named.get(verdict, "differs"), verdict, reason
    try:
        expected, got = KINDS[case["kind"]](case) or (case["expected"], case["expected"])
    except Exception as error:  # a check must not stop the others
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"({Path(where.filename).name}:{where.lineno})"
        return "failed", case.get("expected"), f"{type(error).__name__}: {error} {place}"
    answers = getattr(expected, "answers", (expected,))  # of an AnyOf
    if squeezed(got) not in [squeezed(answer) for answer in answers]:
        return "failed", expected, got
    flagged = any(case.get(flag) for flag in FLAGS) or squeezed(got) != squeezed(answers[0])
    return "differs" if flagged else "passed", expected, got


def print_verdicts(verdicts: dict[str, Counter]) -> None:
    "How the cases of tiles compare with XLA, per kind."
    print(f"\n{'tiles':32}" + "".join(f"{v:>11}" for v in VERDICTS))
    for kind, counts in sorted(verdicts.items()):
        print(f"{kind:32}" + "".join(f"{counts[v]:11}" for v in VERDICTS))
    print(f"{'all':32}" + "".join(f"{sum(c[v] for c in verdicts.values()):11}" for v in VERDICTS))


def main() -> int:
    parser = argparse.ArgumentParser(
        description="XLA's and the documents' cases against this package"
    )
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--kind", help="only this kind")
    parser.add_argument(
        "--all", action="store_true", help="name the passing cases that differ from XLA, too"
    )
    arguments = parser.parse_args()
    if not (arguments.shared / "conformance" / "xla_cases.json").exists():
        return skipped(arguments.shared / "conformance")

    table, verdicts, shown = {}, {}, []
    for case in cases_in(arguments.shared):
        if case["kind"] not in KINDS | TILES or arguments.kind not in (None, case["kind"]):
            continue
        result, expected, got = outcome(case)
        table.setdefault(case["kind"], {"passed": 0, "differs": 0, "failed": 0})[result] += 1
        if case["kind"] in TILES:
            verdicts.setdefault(case["kind"], Counter())[str(expected)] += 1
        if result == "failed" or arguments.all and result == "differs":
            shown.append((result, case, expected, got))

    print(f"{'kind':32}{'passed':>8}{'failed':>8}{'XLA differs':>13}")
    for kind, row in table.items():
        print(f"{kind:32}{row['passed'] + row['differs']:8}{row['failed']:8}{row['differs']:13}")
    total = {
        key: sum(row[key] for row in table.values()) for key in ("passed", "differs", "failed")
    }
    print(
        f"{'all':32}{total['passed'] + total['differs']:8}{total['failed']:8}{total['differs']:13}"
    )
    print_verdicts(verdicts)
    for result, case, expected, got in shown:
        print(f"\n{result}: {case['id']} ({case['kind']})")
        if "input" in case:
            print(f"  input     {case['input']}")
        print(f"  expected  {expected}\n  got       {got}")
    print(f"\n{total['passed'] + total['differs']} cases pass, {total['failed']} fail")
    return int(total["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
