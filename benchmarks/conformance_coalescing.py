"""Checks of XLA's verdict on reads against XLA's own test cases.

`KINDS` maps a kind to its check, a function of one case (a dictionary as in the case file) that
returns (expected, got).

Short form: none, conformance.py runs it
"""

from conformance_threads import RTX_A6000, the_fusion

from indexing_tools.gpu.emitters import fusion_kernel
from indexing_tools.gpu.xla_coalescing import bandwidth_utilization, xla_heuristic, xla_verdict
from indexing_tools.programs.loaders.read import read_program


def coalescing(case):
    fusion = the_fusion(case)
    return case["expected"], [xla_verdict(fusion, i, RTX_A6000) for i in range(len(fusion.operands))]


def coalescing_heuristic(case):
    fusion = the_fusion(case)
    producer = fusion.operands[case["operand"]]
    return case["expected"], xla_heuristic(fusion_kernel(fusion, RTX_A6000), producer, fusion)


def rates(case):
    shapes = [x.shape for x in read_program(case["hlo"]).entry.root.operands]
    options = {"transaction_bytes": case["transaction_bytes"]}
    return case["expected"], [
        bandwidth_utilization(s, case["tile_sizes"], **options) for s in shapes
    ]


KINDS = {
    "coalescing": coalescing,
    "coalescing_heuristic": coalescing_heuristic,
    "bandwidth_utilization": rates,
}
