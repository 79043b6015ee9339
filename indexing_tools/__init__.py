"""See what a tensor program does to memory: which elements every element reads, and where they lie.

`read_program` gives a `Program`; `program.entry["fusion.3"].output_to_input()` its indexing maps.
"""

# ruff: noqa: F401
__version__ = "0.1.0"

TYPE_CHECKING = False  # `typing` takes longer to load than this module
if TYPE_CHECKING:  # what `NAMES` says, for those who read it without running it
    from .debug.bisect import Bisection, bisect
    from .debug.compare import Comparison, compare
    from .debug.probe_files import read_probes
    from .debug.profile import Profile, profile
    from .debug.rounding import Rounding
    from .debug.step import Step, Why, step
    from .debug.trace import Trace, trace
    from .debug.verified_indexing import VerifiedIndexing
    from .gpu.coalescing import Coalescing
    from .gpu.devices import A100, MI300X, RTX_A6000, TPU_V5E
    from .gpu.grid import Device, H100, LaunchDimensions
    from .ground.limits import LimitError, SizeLimitError, TimeLimitError, memory_limit, time_limit
    from .indexing.custom_calls import custom_call
    from .indexing.functions import BackwardSlice, FunctionIndexing
    from .indexing.instruction_indexing import (
        InstructionIndexing, OperandIndexing, OutputIndexing, RuntimeVariable, UNKNOWN,
    )
    from .indexing.regions import region_rule
    from .interpreter.distributed.executors import WorkerError
    from .interpreter.distributed.parallel import run_parallel
    from .interpreter.distributed.processes import StuckError
    from .interpreter.kernel_registry import custom_call_kernel
    from .interpreter.kernels.quantized import dequantize, quantize
    from .interpreter.nonfinite import NonFinite, NonFiniteError
    from .interpreter.probes import probing
    from .interpreter.run import run
    from .layouts.shape import ElementType, Layout, Shape, Tile
    from .loops.jit import compile_loops
    from .maps.affine_map import AffineMap
    from .maps.expr import AffineExpr
    from .maps.indexing_map import IndexingMap, Variable
    from .maps.sets.exact import ExactError, IndexingRegion, operation_limit
    from .maps.sets.isl import ExactLimitError, NotAffineError
    from .maps.simplify import Interval
    from .maps.text import ParseError
    from .pictures.drawing.svg import Picture
    from .pictures.explore import explore
    from .programs.loaders.ahead_of_time import CompilerError, Target
    from .programs.loaders.dumps import Dump, DumpedModule, read_dump
    from .programs.loaders.from_jax import from_jax
    from .programs.loaders.read import parse_instruction, read_program
    from .programs.model import Function, Instruction, Program, ProgramError
    from .programs.stablehlo.modules import split_modules
    from .reports.diff import Change, Diff, diff, diff_stages
    from .reports.files import Reports, report
    from .reports.report import Report
    from .reports.side_by_side import SideBySide, side_by_side
    from .sparse.array.arithmetic import elementwise
    from .sparse.array.products import einsum, tensordot
    from .sparse.array.row_blocks import RowBlocks
    from .sparse.formats.encoding import SparseEncoding, SparseTensorType
    from .sparse.formats.encoding_text import read_encodings
    from .sparse.formats.named_formats import (
        BATCHED_CSR, BCOO, BSC, BSR, COO, COO_SOA, CSC, CSR, DCSC, DCSR, DIA, ELL, LINE,
        LOOSE_CSR, MORTON, NM, NV_24, TWO_LEVEL, coo, csf, dense, sparse_vector,
    )
    from .sparse.kernels.routines import explain
    from .sparse.kernels.sparsify import Kernel, sparsify
    from .sparse.storage.sparse_tensor import SparseTensor
    from .tiles.constraints import TileConstraints
    from .tiles.pallas.kernel import PallasSource
    from .tiles.plans.plan import Plan
    from .tiles.plans.search import TilingSearch
    from .tiles.plans.xla_choices import ChosenTiling
    from .tiles.symbolic_tiles import DimTile, SymbolicTile, Tiles, TilingDimension, TilingSpace
    from .tiles.tiled_computations import TiledComputation
    from .tiles.tiling_spaces import tiling_space
    from .tiling.relayout import relayout
    from .tiling.suggestions import suggest_layouts

NAMES = {  # module -> the names that it gives to the package, all loaded with their first use
    "debug.bisect": "Bisection bisect",
    "debug.compare": "Comparison compare",
    "debug.probe_files": "read_probes",
    "debug.profile": "Profile profile",
    "debug.rounding": "Rounding",
    "debug.step": "Step Why step",
    "debug.trace": "Trace trace",
    "debug.verified_indexing": "VerifiedIndexing",
    "gpu.coalescing": "Coalescing",
    "gpu.devices": "A100 MI300X RTX_A6000 TPU_V5E",
    "gpu.grid": "Device H100 LaunchDimensions",
    "ground.limits": "LimitError SizeLimitError TimeLimitError memory_limit time_limit",
    "indexing.custom_calls": "custom_call",
    "indexing.functions": "BackwardSlice FunctionIndexing",
    "indexing.instruction_indexing": """InstructionIndexing OperandIndexing OutputIndexing RuntimeVariable UNKNOWN""",
    "indexing.regions": "region_rule",
    "interpreter.distributed.executors": "WorkerError",
    "interpreter.distributed.parallel": "run_parallel",
    "interpreter.distributed.processes": "StuckError",
    "interpreter.kernel_registry": "custom_call_kernel",
    "interpreter.kernels.quantized": "dequantize quantize",
    "interpreter.nonfinite": "NonFinite NonFiniteError",
    "interpreter.probes": "probing",
    "interpreter.run": "run",
    "layouts.shape": "ElementType Layout Shape Tile",
    "loops.jit": "compile_loops",
    "maps.affine_map": "AffineMap",
    "maps.expr": "AffineExpr",
    "maps.indexing_map": "IndexingMap Variable",
    "maps.sets.exact": "ExactError IndexingRegion operation_limit",
    "maps.sets.isl": "ExactLimitError NotAffineError",
    "maps.simplify": "Interval",
    "maps.text": "ParseError",
    "pictures.drawing.svg": "Picture",
    "pictures.explore": "explore",
    "programs.loaders.ahead_of_time": "CompilerError Target",
    "programs.loaders.dumps": "Dump DumpedModule read_dump",
    "programs.loaders.from_jax": "from_jax",
    "programs.loaders.read": "parse_instruction read_program",
    "programs.model": "Function Instruction Program ProgramError",
    "programs.stablehlo.modules": "split_modules",
    "reports.diff": "Change Diff diff diff_stages",
    "reports.files": "Reports report",
    "reports.report": "Report",
    "reports.side_by_side": "SideBySide side_by_side",
    "sparse.array.arithmetic": "elementwise",
    "sparse.array.products": "einsum tensordot",
    "sparse.array.row_blocks": "RowBlocks",
    "sparse.formats.encoding": "SparseEncoding SparseTensorType",
    "sparse.formats.encoding_text": "read_encodings",
    "sparse.formats.named_formats": """BATCHED_CSR BCOO BSC BSR COO COO_SOA CSC CSR DCSC DCSR DIA ELL LINE LOOSE_CSR MORTON
        NM NV_24 TWO_LEVEL coo csf dense sparse_vector""",
    "sparse.kernels.routines": "explain",
    "sparse.kernels.sparsify": "Kernel sparsify",
    "sparse.storage.sparse_tensor": "SparseTensor",
    "tiles.constraints": "TileConstraints",
    "tiles.pallas.kernel": "PallasSource",
    "tiles.plans.plan": "Plan",
    "tiles.plans.search": "TilingSearch",
    "tiles.plans.xla_choices": "ChosenTiling",
    "tiles.symbolic_tiles": "DimTile SymbolicTile Tiles TilingDimension TilingSpace",
    "tiles.tiled_computations": "TiledComputation",
    "tiles.tiling_spaces": "tiling_space",
    "tiling.relayout": "relayout",
    "tiling.suggestions": "suggest_layouts",
}
HOME = {name: module for module, names in NAMES.items() for name in names.split()}
ROOMS = {module.partition(".")[0] for module in NAMES}

__all__ = sorted(HOME)


def __getattr__(name: str) -> object:
    from .ground.patching import load

    if name in ROOMS:
        return load(f"{__name__}.{name}")
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(load(f"{__name__}.{HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *ROOMS, *(name for name in globals() if name.startswith("__"))})
