"""What a tensor program computes: its operations as functions on NumPy arrays.

The kernels stand in tables, and a table is asked when it is whole: see `ground.methods.load`.
"""

ON_DEMAND = True  # a table loads the chapters that say something about the name it is asked for
CHAPTERS = (
    "attention_calls",
    "bodies",
    "broadcasts",
    "callbacks",
    "channels",
    "checks",
    "collectives",
    "concatenation",
    "constraints",
    "contractions",
    "conversions",
    "control_flow",
    "convolutions",
    "custom_calls",
    "decompositions",
    "device_libraries",
    "dynamic",
    "elementwise",
    "library_calls",
    "linear_algebra",
    "movement",
    "normalisation",
    "parallel",
    "probes",
    "quantized",
    "random",
    "reductions",
    "reshapes",
    "scatter",
    "shapes",
    "shardings",
    "slices",
    "sorting",
    "transcendental",
    "tuples",
    "windows",
)
