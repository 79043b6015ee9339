"""Which elements of its operands an instruction reads: the rules of all operations.

The rules stand in tables, and a table is asked when it is whole: see `ground.patching.load`.
"""

ON_DEMAND = True  # a table loads the chapters that say something about the name it is asked for
CHAPTERS = (
    "collectives",
    "concatenation",
    "contractions",
    "control_flow",
    "custom_calls",
    "dynamic",
    "elementwise",
    "fusion",
    "linear_algebra",
    "movement",
    "normalisation",
    "random",
    "reductions",
    "regions",
    "reshapes",
    "scatter",
    "shardings",
    "slices",
    "sorting",
    "tuples",
    "windows",
)
