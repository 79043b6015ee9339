"Runs functions of MLIR's dialects scf, arith, math, complex and memref, one operation after the other, for tests."

import numpy as np
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

FLOATS = {"f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128}
ORDER = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal}
CMPI = "eq ne slt sle sgt sge ult ule ugt uge".split()
CMPF = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
MATH = {"absf": "absolute", "roundeven": "rint", "powf": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan",
        "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh", "atan2": "arctan2"}  # fmt: skip
ARITH = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide, "remf": np.fmod, "maximumf": np.maximum,
         "minimumf": np.minimum, "maxnumf": np.fmax, "minnumf": np.fmin, "negf": np.negative}  # fmt: skip
COMPLEX = {"add": np.add, "sub": np.subtract, "mul": lambda a, b: a * b, "div": np.divide, "neg": np.negative, "conj": np.conj,
           "re": np.real, "im": np.imag, "abs": np.abs, "eq": np.equal, "neq": np.not_equal, "pow": np.power}  # fmt: skip
WHOLE = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b, "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b, "xori": lambda a, b: a ^ b, "maxsi": max, "minsi": min, "floordivsi": lambda a, b: a // b, "ipowi": lambda a, b: a**b,
    "remsi": lambda a, b: int(np.fmod(a, b)) if b != -1 else 0,
}  # fmt: skip
UNSIGNED = {"maxui": max, "minui": min, "divui": lambda a, b: a // b if b else 0, "remui": lambda a, b: a % b if b else 0}


def bits(kind):
    return 64 if str(kind) == "index" else int(str(kind)[1:])


def signed(value, kind):
    n = bits(kind)
    value = int(value) & (2**n - 1)
    return value - 2**n if value >= 2 ** (n - 1) and n > 1 else value


def unsigned(value, kind):
    return int(value) & (2 ** bits(kind) - 1)


def constant(op):
    kind, value = op.results[0].type, op.attributes["value"]
    if str(kind).startswith("complex"):
        return FLOATS[str(kind)](complex(*(ir.FloatAttr(v).value for v in ir.ArrayAttr(value))))
    if str(kind) in FLOATS:
        return FLOATS[str(kind)](ir.FloatAttr(value).value)
    return bool(ir.BoolAttr(value).value) if str(kind) == "i1" else ir.IntegerAttr(value).value


class Machine:
    def __init__(self, text):
        with jax_mlir.make_ir_context() as self.context:
            self.module = ir.Module.parse(text)
            assert self.module.operation.verify()
            self.functions = {ir.StringAttr(o.attributes["sym_name"]).value: o for o in self.module.body.operations}

    def __call__(self, name, *given):
        with self.context, np.errstate(all="ignore"):
            block = self.functions[name].regions[0].blocks[0]
            found = self.block(block, {}, given)
            return found[0] if found else None

    def block(self, block, env, given=()):
        env = {**env, **dict(zip(block.arguments, given))}
        for op in block.operations:
            name, operands = op.operation.name, [env[o] for o in op.operands]
            if name in ("scf.yield", "func.return"):
                return operands
            if name == "scf.condition":
                return operands
            found = self.run(op.operation, name, operands, env)
            env |= zip(op.results, found)
        return []

    def run(self, op, name, operands, env):
        dialect, short = name.split(".")
        if dialect == "scf":
            return getattr(self, "run_" + short)(op, operands, env)
        if name == "memref.load":
            value = operands[0][tuple(operands[1:])]
            return [value if str(op.results[0].type) in FLOATS else bool(value) if str(op.results[0].type) == "i1" else int(value)]
        if name == "memref.store":
            value, to, *places = operands
            to[tuple(places)] = np.array(value).astype(to.dtype) if to.dtype.kind in "fcb" else np.array(
                unsigned(value, f"i{8 * to.itemsize}"), f"u{to.itemsize}").view(to.dtype)
            return []
        if short == "constant":
            return [constant(op)]
        if name == "func.call":
            return [self(ir.FlatSymbolRefAttr(op.attributes["callee"]).value, *operands)]
        return [self.number(op, dialect, short, operands)]

    def run_for(self, op, operands, env):
        low, high, step, *carried = operands
        for k in range(low, high, step):
            carried = self.block(op.regions[0].blocks[0], env, [k, *carried])
        return carried

    def run_while(self, op, operands, env):
        while True:
            holds, *operands = self.block(op.regions[0].blocks[0], env, operands)
            if not holds:
                return operands
            operands = self.block(op.regions[1].blocks[0], env, operands)

    def run_if(self, op, operands, env):
        region = op.regions[0 if operands[0] else 1]
        return self.block(region.blocks[0], env) if len(region.blocks) else []

    def number(self, op, dialect, short, operands):
        kind, given = str(op.results[0].type), str(op.operands[0].type)
        if short in ("cmpi", "cmpf"):
            how = (CMPI if short == "cmpi" else CMPF)[ir.IntegerAttr(op.attributes["predicate"]).value]
            if short == "cmpi":
                operands = [(unsigned if how[0] == "u" or given == "i1" else signed)(o, given) for o in operands]
            return bool(ORDER[how[-2:]](*operands))
        if short == "select":
            return operands[1] if operands[0] else operands[2]
        if dialect == "complex":
            if short == "create":
                found = np.zeros((), kind == "complex<f32>" and "c8" or "c16")
                found.real, found.imag = operands
                return found[()]
            found = COMPLEX.get(short) or getattr(np, {"angle": "angle"}.get(short, short))
            return found(*operands)
        if short in ARITH:
            return ARITH[short](*operands)
        if kind in FLOATS and dialect == "math":
            return getattr(np, MATH.get(short, short))(*operands)
        if short in ("isnan", "isinf", "isfinite"):
            return bool(getattr(np, short)(*operands))
        return self.whole(short, kind, given, operands)

    def whole(self, short, kind, given, operands):
        if short in WHOLE:
            found = WHOLE[short](*(signed(o, given) for o in operands))
        elif short in UNSIGNED:
            found = UNSIGNED[short](*(unsigned(o, given) for o in operands))
        elif short == "absi":
            found = abs(signed(operands[0], given))
        elif short in ("extsi", "index_cast", "sitofp"):
            found = signed(operands[0], given)
        elif short in ("extui", "index_castui", "uitofp", "trunci"):
            found = unsigned(operands[0], given)
        elif short in ("extf", "truncf"):
            return FLOATS[kind](operands[0])
        elif short in ("fptosi", "fptoui"):
            found = int(operands[0])
        else:
            raise NotImplementedError(short)
        if kind in FLOATS:
            return FLOATS[kind](found)
        return bool(found & 1) if kind == "i1" else signed(found, kind) if kind != "index" else unsigned(found, kind)


def run(text, name, given):
    "The function on these arrays and numbers: what it returns, the arrays changed."
    return Machine(text)(name, *given)
