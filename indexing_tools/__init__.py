"See what a tensor program does to memory: which elements every element reads, and where they lie."

__version__ = "0.1.0"


def __getattr__(name):  # interim, while modules are being written
    if name.startswith("__") or name in ("maps", "layouts", "programs", "indexing", "explore", "cli"):
        raise AttributeError(name)
    from .maps.expr import AffineExpr, AffineMap
    from .maps.indexing_map import IndexingMap, Variable
    from .maps.simplify import Interval
    from .maps.text import ParseError
    from .layouts.shape import ElementType, Layout, Shape
    from .programs.hlo_text import parse_instruction, read_program
    from .programs.model import Function, Instruction, Program, ProgramError
    from .indexing import collectives, dynamic, elementwise, fusion, movement, reductions, reshapes, rules, tuples
    from importlib.util import find_spec
    if find_spec("indexing_tools.explore.pictures"):
        from .explore import pictures
    if find_spec("indexing_tools.indexing.report"):
        from .indexing import report
    try: return locals()[name]
    except KeyError: raise AttributeError(name) from None
