"""What a tensor program computes: its operations as functions on NumPy arrays.

The kernels stand in tables, and a table is asked when it is whole: see `ground.methods.load`.
"""

CHAPTERS = (
    "bodies",
    "broadcasts",
    "checks",
    "collectives",
    "concatenation",
    "constraints",
    "contractions",
    "control_flow",
    "convolutions",
    "custom_calls",
    "decompositions",
    "dynamic",
    "elementwise",
    "linear_algebra",
    "movement",
    "normalisation",
    "random",
    "reductions",
    "reshapes",
    "scatter",
    "slices",
    "sorting",
    "transcendental",
    "tuples",
    "windows",
)
