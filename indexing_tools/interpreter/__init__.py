"""What a tensor program computes: its operations as functions on NumPy arrays.

The kernels stand in tables, and a table is asked when it is whole: see `ground.methods.load`.
"""

CHAPTERS = (
    "checks",
    "chlo",
    "constraints",
    "contractions",
    "control_flow",
    "elementwise",
    "gathering",
    "hlo",
    "lapack",
    "linear_algebra",
    "movement",
    "normalisation",
    "random",
    "reductions",
    "sorting",
)
