"""See what a tensor program does to memory: which elements every element reads, and where they lie.

`read_program` gives a `Program`; `program.entry["fusion.3"].output_to_input()` its indexing maps.
"""

# ruff: noqa: F401
__version__ = "0.1.0"

TYPE_CHECKING = False  # `typing` takes longer to load than this module
if TYPE_CHECKING:  # what `NAMES` says, for those who read it without running it
    from .analyses.chosen_tilings import ChosenTiling
    from .analyses.diff import Change, Diff, diff, diff_stages
    from .analyses.files import Reports, report
    from .analyses.pallas import PallasSource
    from .analyses.plans import Plan
    from .analyses.profile import Profile, profile
    from .analyses.report import Report
    from .analyses.side_by_side import SideBySide, side_by_side
    from .analyses.symbolic_tiles import DimTile, SymbolicTile, Tiles, TilingDimension, TilingSpace
    from .analyses.tile_constraints import TileConstraints
    from .analyses.tiled_computations import TiledComputation
    from .analyses.tiling_search import TilingSearch
    from .analyses.tiling_spaces import tiling_space
    from .analyses.verified import VerifiedIndexing
    from .gpu.coalescing import Coalescing
    from .gpu.devices import A100, MI300X, RTX_A6000, TPU_V5E
    from .gpu.grid import Device, H100, LaunchDimensions
    from .ground.limits import LimitError, SizeLimitError, TimeLimitError, memory_limit, time_limit
    from .ground.machine_code import compile_loops
    from .indexing.answers import (
        InstructionIndexing, OperandIndexing, OutputIndexing, RuntimeVariable, UNKNOWN,
    )
    from .indexing.custom_calls import custom_call
    from .indexing.functions import BackwardSlice, FunctionIndexing
    from .indexing.regions import region_rule
    from .interpreter.bisect import Bisection, bisect
    from .interpreter.comparison import Comparison, compare
    from .interpreter.kernels import custom_call_kernel
    from .interpreter.executors import WorkerError
    from .interpreter.nonfinite import NonFinite, NonFiniteError
    from .interpreter.parallel import run_parallel
    from .interpreter.probes import probing
    from .interpreter.probes_in_files import read_probes
    from .interpreter.processes import StuckError
    from .interpreter.quantized import dequantize, quantize
    from .interpreter.rounding import Rounding
    from .interpreter.run import run
    from .interpreter.stepping import Step, Why, step
    from .interpreter.trace import Trace, trace
    from .layouts.shape import ElementType, Layout, Shape, Tile
    from .maps.affine_map import AffineMap
    from .maps.exact import ExactError, IndexingRegion, operation_limit
    from .maps.expr import AffineExpr
    from .maps.indexing_map import IndexingMap, Variable
    from .maps.isl import ExactLimitError, NotAffineError
    from .maps.simplify import Interval
    from .maps.text import ParseError
    from .pictures.explore import explore
    from .pictures.svg import Picture
    from .programs.ahead_of_time import CompilerError, Target
    from .programs.dumps import Dump, DumpedModule, read_dump
    from .programs.from_jax import from_jax
    from .programs.model import Function, Instruction, Program, ProgramError
    from .programs.read import parse_instruction, read_program
    from .programs.stablehlo_modules import split_modules
    from .sparse.arithmetic import elementwise
    from .sparse.blocked import RowBlocks
    from .sparse.encoding import SparseEncoding, SparseTensorType
    from .sparse.encoding_text import read_encodings
    from .sparse.formats import (
        BATCHED_CSR, BCOO, BSC, BSR, COO, COO_SOA, CSC, CSR, DCSC, DCSR, DIA, ELL, LINE,
        LOOSE_CSR, MORTON, NM, NV_24, TWO_LEVEL, coo, csf, dense, sparse_vector,
    )
    from .sparse.products import einsum, tensordot
    from .sparse.sparse_kernels import Kernel, sparsify
    from .sparse.storage import SparseTensor
    from .sparse.ways import explain
    from .tiling.relayout import relayout
    from .tiling.suggestions import suggest_layouts

NAMES = {  # module -> the names that it gives to the package, all loaded with their first use
    "analyses.chosen_tilings": "ChosenTiling",
    "analyses.diff": "Change Diff diff diff_stages",
    "analyses.files": "Reports report",
    "analyses.pallas": "PallasSource",
    "analyses.plans": "Plan",
    "analyses.profile": "Profile profile",
    "analyses.report": "Report",
    "analyses.side_by_side": "SideBySide side_by_side",
    "analyses.symbolic_tiles": "DimTile SymbolicTile Tiles TilingDimension TilingSpace",
    "analyses.tile_constraints": "TileConstraints",
    "analyses.tiled_computations": "TiledComputation",
    "analyses.tiling_search": "TilingSearch",
    "analyses.tiling_spaces": "tiling_space",
    "analyses.verified": "VerifiedIndexing",
    "gpu.coalescing": "Coalescing",
    "gpu.devices": "A100 MI300X RTX_A6000 TPU_V5E",
    "gpu.grid": "Device H100 LaunchDimensions",
    "ground.limits": "LimitError SizeLimitError TimeLimitError memory_limit time_limit",
    "ground.machine_code": "compile_loops",
    "indexing.answers": """InstructionIndexing OperandIndexing OutputIndexing RuntimeVariable UNKNOWN""",
    "indexing.custom_calls": "custom_call",
    "indexing.functions": "BackwardSlice FunctionIndexing",
    "indexing.regions": "region_rule",
    "interpreter.bisect": "Bisection bisect",
    "interpreter.comparison": "Comparison compare",
    "interpreter.kernels": "custom_call_kernel",
    "interpreter.executors": "WorkerError",
    "interpreter.nonfinite": "NonFinite NonFiniteError",
    "interpreter.parallel": "run_parallel",
    "interpreter.probes": "probing",
    "interpreter.probes_in_files": "read_probes",
    "interpreter.processes": "StuckError",
    "interpreter.quantized": "dequantize quantize",
    "interpreter.rounding": "Rounding",
    "interpreter.run": "run",
    "interpreter.stepping": "Step Why step",
    "interpreter.trace": "Trace trace",
    "layouts.shape": "ElementType Layout Shape Tile",
    "maps.affine_map": "AffineMap",
    "maps.exact": "ExactError IndexingRegion operation_limit",
    "maps.expr": "AffineExpr",
    "maps.indexing_map": "IndexingMap Variable",
    "maps.isl": "ExactLimitError NotAffineError",
    "maps.simplify": "Interval",
    "maps.text": "ParseError",
    "pictures.explore": "explore",
    "pictures.svg": "Picture",
    "programs.ahead_of_time": "CompilerError Target",
    "programs.dumps": "Dump DumpedModule read_dump",
    "programs.from_jax": "from_jax",
    "programs.model": "Function Instruction Program ProgramError",
    "programs.read": "parse_instruction read_program",
    "programs.stablehlo_modules": "split_modules",
    "sparse.arithmetic": "elementwise",
    "sparse.blocked": "RowBlocks",
    "sparse.encoding": "SparseEncoding SparseTensorType",
    "sparse.encoding_text": "read_encodings",
    "sparse.formats": """BATCHED_CSR BCOO BSC BSR COO COO_SOA CSC CSR DCSC DCSR DIA ELL LINE LOOSE_CSR MORTON
        NM NV_24 TWO_LEVEL coo csf dense sparse_vector""",
    "sparse.products": "einsum tensordot",
    "sparse.sparse_kernels": "Kernel sparsify",
    "sparse.storage": "SparseTensor",
    "sparse.ways": "explain",
    "tiling.relayout": "relayout",
    "tiling.suggestions": "suggest_layouts",
}
HOME = {name: module for module, names in NAMES.items() for name in names.split()}
ROOMS = {module.partition(".")[0] for module in NAMES}

__all__ = sorted(HOME)


def __getattr__(name: str) -> object:
    from .ground.methods import load

    if name in ROOMS:
        return load(f"{__name__}.{name}")
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(load(f"{__name__}.{HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *ROOMS, *(name for name in globals() if name.startswith("__"))})
