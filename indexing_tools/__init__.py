"""See what a tensor program does to memory: which elements every element reads, and where they lie.

`read_program` gives a `Program`; `program.entry["fusion.3"].output_to_input()` its indexing maps.
"""

__version__ = "0.1.0"

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .explore import maps as _explorers  # noqa: F401 - makes `explore` callable
from .explore.pictures import Picture  # draws maps and instructions in a notebook
from .explore.tiles import tile_picture  # draws shapes
from .ground.limits import LimitError, SizeLimitError, TimeLimitError, memory_limit, time_limit
from .indexing.custom_calls import custom_call
from .indexing.regions import region_rule  # adds what single maps cannot say
from .indexing.report import Report  # enters the rules of all operations
from .indexing.rules import (
    UNKNOWN,
    InstructionIndexing,
    OperandIndexing,
    OutputIndexing,
    RuntimeVariable,
)
from .indexing.threads import LaunchDimensions  # adds what the threads of a kernel do
from .interpreter.run import run  # lets programs run
from .interpreter.trace import Trace, compare  # keeps the values on the way
from .layouts.shape import ElementType, Layout, Shape, Tile
from .maps.exact import ExactLimitError, IndexingRegion, NotAffineError  # adds exact answers
from .maps.expr import AffineExpr, AffineMap
from .maps.indexing_map import IndexingMap, Variable
from .maps.simplify import Interval
from .maps.text import ParseError
from .programs.hlo_text import parse_instruction, read_program
from .programs.model import Function, Instruction, Program, ProgramError
from .tiling.relayout import relayout  # adds packing and unpacking of arrays
from .tiling.tiles import suggest_layouts

if TYPE_CHECKING:
    from .explore.maps import explore

SPARSE = {  # name -> module: what belongs to sparse tensors is loaded with the first of its names
    "SparseTensor": "sparse.storage",
    "sparse_picture": "explore.sparse",
    **dict.fromkeys(
        ("BATCHED_CSR", "BCOO", "BSC", "BSR", "COO", "COO_SOA", "CSC", "CSR", "DCSC", "DCSR", "DIA",
         "ELL", "LINE", "LOOSE_CSR", "MORTON", "NM", "NV_24", "SparseEncoding", "SparseTensorType",
         "TWO_LEVEL", "coo", "csf", "dense", "sparse_vector"), "sparse.encoding"),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in SPARSE:
        raise AttributeError(f"module 'indexing_tools' has no attribute '{name}'")
    for module in ("sparse.files", "sparse.convert", "explore.sparse"):  # they add to tensors
        import_module(f".{module}", __name__)
    value = getattr(import_module(f".{SPARSE[name]}", __name__), name)
    globals()[name] = value
    return value


def _fold_constants(self: Program, limit: int = 65_536) -> Program:
    "The program with what is constant computed; `limit`: the most elements of a new constant."
    from .interpreter import folding  # takes the place of this function, and NumPy with it

    return folding.Program.fold_constants(self, limit)


Program.fold_constants = _fold_constants

__all__ = [
    "UNKNOWN",
    "AffineExpr",
    "AffineMap",
    "ElementType",
    "ExactLimitError",
    "Function",
    "IndexingMap",
    "IndexingRegion",
    "Instruction",
    "InstructionIndexing",
    "Interval",
    "LaunchDimensions",
    "Layout",
    "LimitError",
    "NotAffineError",
    "OperandIndexing",
    "OutputIndexing",
    "ParseError",
    "Picture",
    "Program",
    "ProgramError",
    "Report",
    "RuntimeVariable",
    "Shape",
    "SizeLimitError",
    "Tile",
    "TimeLimitError",
    "Trace",
    "Variable",
    "compare",
    "custom_call",
    "explore",
    "memory_limit",
    "parse_instruction",
    "read_program",
    "region_rule",
    "relayout",
    "run",
    "suggest_layouts",
    "tile_picture",
    "time_limit",
]
