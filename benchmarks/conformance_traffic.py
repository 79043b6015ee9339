"""Checks of traffic against the cases of XLA's own cost analysis for GPUs: kinds operand_bytes, common_elementwise_utilization.

`KINDS` maps a kind to its check, a function of one case (a dictionary as in the case file) that returns (expected, got).
XLA's bytes are an estimate, and count an element as often as it is read; a case says beside them which distinct elements are
read, and how many reads there are. Those are expected here, and XLA's bytes of the output, which it knows. Where a case says
neither, XLA's bytes are. Otherwise answered on purpose (`AnyOf` names that answer behind the case's own):

- FractionalUseRoundingUp: it depends on a runtime value whether the scalar is read at all: 0 or 1 elements.

    python benchmarks/conformance_traffic.py          XLA's estimate beside our figures, a line for each operand

Short form:
"""

import json
import sys

from common import SHARED, skipped

import indexing_tools.costs.traffic  # noqa: F401
from indexing_tools.costs.traffic import common_elementwise_utilization
from indexing_tools.programs.loaders.read import read_program

RUNTIME = {"gpu_hlo_cost_analysis_test/FractionalUseRoundingUp": "distinct 0..1 1; output 2 bytes"}


def operand_bytes(case):
    "The distinct elements of every operand, the reads where the case has them, the bytes of the output."
    from conformance import AnyOf

    traffic = read_program(case["hlo"]).entry.root.traffic()
    output = f"output {traffic.bytes_written} bytes"
    expected_output = f"output {case['expected_output_bytes']} bytes"
    listed = lambda amounts: " ".join(map(str, amounts))
    if "exact_distinct_elements" not in case:
        found = f"bytes {listed(row.bytes for row in traffic.operands)}; {output}"
        return f"bytes {listed(case['expected_operand_bytes'])}; {expected_output}", found
    expected = [f"distinct {listed(case['exact_distinct_elements'])}"]
    found = [f"distinct {listed(row.distinct_elements for row in traffic.operands)}"]
    if "exact_element_reads" in case:
        expected.append(f"reads {listed(case['exact_element_reads'])}")
        found.append(f"reads {listed(row.reads for row in traffic.operands)}")
    right, got = "; ".join([*expected, expected_output]), "; ".join([*found, output]).replace(",", "")
    return AnyOf((right, *([RUNTIME[case["id"]]] if case["id"] in RUNTIME else []))), got


def utilization(case):
    "XLA's common elementwise utilization of pairs of instructions of a fusion, `root` being its root."
    body = read_program(case["hlo"]).entry.root.called[0]
    named = lambda name: body.root if name == "root" else body[name]
    found = [common_elementwise_utilization(*map(named, pair)) for pair in case["pairs"]]
    return case["expected"], [float(x) for x in found]


KINDS = {"operand_bytes": operand_bytes, "common_elementwise_utilization": utilization}


def main() -> int:
    cases = SHARED / "conformance" / "xla_cases.json"
    if not cases.exists():
        return skipped(cases)
    print(f"{'case':40}{'operand':>8}{'XLA, bytes':>12}{'bytes':>12}{'distinct':>12}{'reads':>12}")
    wrong = 0
    for case in json.loads(cases.read_text()):
        if case["kind"] == "operand_bytes":
            for row, xla in zip(read_program(case["hlo"]).entry.root.traffic().operands, case["expected_operand_bytes"]):
                figures = "".join(f"{x!s:>12}" for x in (row.bytes, row.distinct_elements, row.reads))
                print(f"{case['id'].split('/')[1]:40}{row.operand:8}{xla:12,}{figures}")
        if case["kind"] in KINDS:
            expected, got = KINDS[case["kind"]](case)
            wrong += got not in getattr(expected, "answers", (expected,))
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
