"""Fifty faults, planted one at a time: is the instruction found that has it, by which look at the run, and after how many?

    python benchmarks/planted_faults.py [--only WORD] [--verbose] [--no-jax]

A fault is a change of a program's text (a wrong axis, a lost epsilon, a cast left out, an operation in a fusion), or a kernel
of one's own that stands in for an instruction; or numbers that a sound program cannot bear (a mask that hides all, an
overflow in float16). The first 24 are those of `nbs/implementation/13_debug/14_planted_faults.ipynb`. What somebody has who looks for it: the
program as it was before (`before`), the instruction for which the kernel stands in (`kernel`), or nothing but the program
and a result that is off (`alone`).

A look is one question whose answer names an instruction. They are asked in this order, until the instruction is found:
if the result is not finite, `first_nonfinite`; then, with a program to compare with, `compare` of both runs (not of a
kernel) and `bisect` with that program; without one, `float64`: `bisect(reference="float64")`, and of its report the first
value above what is tolerated, where most error is made, and where errors grow most. More than three looks are too many.

The second table asks every question about every fault: how often each of them names the instruction by itself.
`stop` is `run(stop="nonfinite")`; `XLA` is `bisect(reference="jax")` of those with a kernel, left out without JAX. Faults in
programs of the shared folder are left out where that is not there. Exits with 1 if more than two of fifty are not found.

Short form: --no-jax
"""
from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

import ml_dtypes
import numpy as np
from common import ROOT, SHARED

sys.path.insert(0, str(ROOT))
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import indexing_tools as it  # noqa: E402

AT_MOST = 3  # looks
RNG = np.random.default_rng(17)


@dataclass
class Fault:
    "A program, what is wrong in it, and which instructions may be named."

    kind: str
    before: str  # the text
    old: str  # what is replaced; empty: nothing
    new: str
    arguments: tuple
    wanted: set[str]
    has: str = "before"  # or "alone", "kernel"
    kernels: Mapping[str, Callable] = field(default_factory=dict)
    rtol: float = 1e-5

    def programs(self) -> tuple[it.Program, it.Program]:
        "Before and after."
        assert not self.old or self.before.count(self.old) == 1, (self.kind, self.before.count(self.old))
        after = self.before.replace(self.old, self.new) if self.old else self.before
        return it.read_program(self.before), it.read_program(after)


# programs and arguments

def normal(*sizes: int, scale: float = 1.0, mean: float = 0.0, dtype: object = np.float32) -> np.ndarray:
    "Random numbers."
    return (mean + scale * RNG.normal(size=sizes)).astype(dtype)


def notebook() -> dict:
    "What the notebook of the stories has: its programs and faults."
    cells = json.loads((ROOT / "nbs/implementation/13_debug/14_planted_faults.ipynb").read_text(encoding="utf-8"))["cells"]
    found: dict = {"np": np, "it": it, "ml_dtypes": ml_dtypes}
    for cell in cells:
        source = "".join(cell["source"])
        if source.startswith(("ATTENTION =", "DEVIATION =", "LAYER =", "plain =")):
            source = source.partition("\n\n\ndef look")[0].partition("\nattention.run")[0].partition("\nlost =")[0]
            exec(source, found)
    return found


def data(name: str) -> str:
    "A program of the notebooks' data, or of the shared folder; empty where that is not there."
    for folder in (ROOT / "nbs/data", SHARED / "data"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    return ""


def adding(kind: str, step: str) -> str:
    "A running sum in a type."
    return f"""
func.func @main(%n: tensor<i32>, %x: tensor<{kind}>) -> tensor<{kind}> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<{kind}>
  %all:2 = stablehlo.while(%i = %zero, %s = %none) : tensor<i32>, tensor<{kind}>
    cond {{
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.{step} %s, %x : tensor<{kind}>
      stablehlo.return %j, %sum : tensor<i32>, tensor<{kind}>
    }}
  return %all#1 : tensor<{kind}>
}}"""


TWO_MEANS = """
func.func @main(%x: tensor<256xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %share = stablehlo.constant dense<0.00390625> : tensor<f32>
  %total = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.multiply %total, %share : tensor<f32>
  %squares = stablehlo.multiply %x, %x : tensor<256xf32>
  %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %second = stablehlo.multiply %sum, %share : tensor<f32>
  %square = stablehlo.multiply %mean, %mean : tensor<f32>
  %variance = stablehlo.subtract %second, %square : tensor<f32>
  %deviation = stablehlo.sqrt %variance : tensor<f32>
  return %deviation : tensor<f32>
}"""
SMALL = """
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<64xf32>
  %power = stablehlo.exponential %x : tensor<64xf32>
  %less = stablehlo.subtract %power, %one : tensor<64xf32>
  %y = stablehlo.divide %less, %x : tensor<64xf32>
  return %y : tensor<64xf32>
}"""


def of_notebook() -> Iterator[Fault]:
    "Those of the stories: with masks that hide, wrong axes, wrong constants and operands."
    found = notebook()
    for text, old, new, arrays, name in found["FAULTS"]:
        kind = "numbers" if not old else "dimensions" if "dim" in old else "constant" if "dense" in old else "operation"
        old, new = both_ends(text, old, new) if old else ("", "")
        yield Fault(f"{kind} of {name}", text, old, new, arrays, {name}, rtol=1e-6)
    deviation, x = found["DEVIATION"], found["x"]
    narrow = deviation.replace("xf32", "xbf16").replace("<f32", "<bf16")
    yield Fault("cast lost", narrow, "", "", (x,), {"centred"}, "alone")
    heads, attention, layer = found["heads"], found["ATTENTION"], found["LAYER"]
    half = layer.replace("xf32", "xf16").replace("<f32", "<f16")
    yield Fault("overflow in f16", half, "", "", (normal(4, 4, scale=600, dtype=np.float16), normal(4, dtype=np.float16)), {"squares"}, "alone")
    brain = layer.replace("xf32", "xbf16").replace("<f32", "<bf16")
    large = normal(4, 4, scale=3e19, dtype=ml_dtypes.bfloat16)
    yield Fault("overflow in bf16", brain, "", "", (large, normal(4, dtype=ml_dtypes.bfloat16)), {"squares"}, "alone")
    yield Fault("kernel: exp by a power", attention, "", "", heads, {"powers"}, "kernel", {"powers": lambda x: (1 + x / 16) ** 16})
    unmasked = {"scores": lambda allowed, scaled, lows: scaled}
    yield Fault("kernel: mask forgotten", attention, "", "", heads, {"scores"}, "kernel", unmasked)


def both_ends(text: str, old: str, new: str) -> tuple[str, str]:
    "The whole text, if what is replaced stands in it more than once."
    return (old, new) if text.count(old) == 1 else (text, text.replace(old, new))


def of_numbers() -> Iterator[Fault]:
    "What rounds badly, with nothing to compare with."
    yield Fault("sum in f16", adding("f16", "add"), "", "", (3000, 0.3), {"main.all.body/sum"}, "alone")
    yield Fault("variance by two means", TWO_MEANS, "", "", (normal(256, mean=1000),), {"variance"}, "alone")
    yield Fault("exp less one", SMALL, "", "", (normal(64, scale=1e-5),), {"less"}, "alone")


def of_softmax() -> Iterator[Fault]:
    "Softmax, as StableHLO and fused."
    text, x = data("stablehlo/softmax3d.mlir"), normal(2, 65, 125)
    yield Fault("largest not subtracted", text, "exponential %5", "exponential %arg0", (x * 100,), {"6"})
    yield Fault("sum begins at 1", text, "%cst_1 = stablehlo.constant dense<0.000000e+00>", "%cst_1 = stablehlo.constant dense<1.000000e+00>", (x,), {"cst_1"})
    text = data("hlo/cpu/softmax3d.hlo")
    fused = "subtract(%param_0.1, %sub.0)"
    yield Fault("operation in a fusion", text, fused, fused.replace("subtract", "add"), (x,), {"fused_computation.1/sub.1", "ynn_fusion.1"})
    yield Fault("kernel: fusion unnormalised", text, "", "", (x,), {"ynn_fusion.1"}, "kernel", {"ynn_fusion.1": lambda x: np.exp(x - 1)})
    yield Fault("kernel: fusion with a narrow sum", text, "", "", (x,), {"ynn_fusion"}, "kernel", {"ynn_fusion": narrow_sum})


def narrow_sum(x: np.ndarray) -> np.ndarray:
    "The sum along the last dimension, added up in bfloat16."
    total = np.zeros(x.shape[:-1], ml_dtypes.bfloat16)
    for i in range(x.shape[-1]):
        total = total + x[..., i].astype(total.dtype)
    return total.astype(x.dtype)


def of_slices() -> Iterator[Fault]:
    "Indices, slices, padding."
    text = data("stablehlo/slicing_zoo.mlir")
    a = (normal(37, 53), np.int32([4, -5, 12, 30, -2]), normal(5, 53))
    rows: list[tuple[str, str, str, str]] = [
        ("slice off by one", "slice %arg0 [5:30:3, 0:53]", "slice %arg0 [6:31:3, 0:53]", "0"),
        ("reversed along the wrong axis", "reverse %0, dims = [1]", "reverse %0, dims = [0]", "1"),
        ("comparison turned", "compare LT, %7, %c_1", "compare GT, %7, %c_1", "11"),
        ("index wraps one early", "%c_2 = stablehlo.constant dense<53>", "%c_2 = stablehlo.constant dense<52>", "c_2"),
        ("padding swapped", "low = [1, 4], high = [4, 8]", "low = [4, 8], high = [1, 4]", "_pad/1"),
        ("scatter replaces", "%49 = stablehlo.add %arg3, %arg4", "%49 = stablehlo.maximum %arg3, %arg4", "34"),
    ]
    for kind, old, new, name in rows:
        yield Fault(kind, text, old, new, a, {name})


def of_loops() -> Iterator[Fault]:
    "A recurrent network, if its text is there."
    if text := data("stablehlo/rnn_scan.mlir"):
        a = (normal(16, 32, 64), normal(64, 64, scale=0.1), normal(64, 64, scale=0.1))
        first = "%cst = stablehlo.constant dense<0.000000e+00>"
        yield Fault("loop state not initialised", text, first, first.replace("0.000000e+00", "0x7FC00000"), a, {"cst"})
        weights = "%arg2, %arg1, contracting_dims = [1] x [0]"
        yield Fault("weights transposed", text, weights, weights.replace("x [0]", "x [1]"), a, {"closed_call/1"})
        yield Fault("one round too few", text, "dense<16>", "dense<15>", a, {"main.2.condition/c_6"})


def of_models() -> Iterator[Fault]:
    "Larger programs of the shared folder."
    if text := data("stablehlo/mlp_train_step.mlir"):
        a = (normal(64, 784), normal(784, 256, scale=0.03), normal(256), normal(256, 10, scale=0.06), normal(10), RNG.integers(0, 10, 64).astype(np.int32))
        yield Fault("operands of a division swapped", text, "%18 = stablehlo.divide %17, %cst_3", "%18 = stablehlo.divide %cst_3, %17", a, {"18"})
    if text := data("stablehlo/transformer_block_bf16.mlir"):
        half = lambda *n, scale=1.0: normal(*n, scale=scale, dtype=ml_dtypes.bfloat16)
        a = (half(2, 128, 256), half(256, 768, scale=0.06), half(256, 256, scale=0.06), half(256), half(256), half(256, 1024, scale=0.06), half(1024, 256, scale=0.03))
        yield Fault("scores scaled by the square", text, "%cst_4 = stablehlo.constant dense<8.000000e+00>", "%cst_4 = stablehlo.constant dense<6.400000e+01>", a, {"cst_4"})
        yield Fault("mask of the past turned", text, "compare GE, %2, %3", "compare LE, %2, %3", a, {"tril/4"})
        flat = a[0].copy()
        flat[0, 5] = 2
        little = "%cst_3 = stablehlo.constant dense<1.001360e-05>"
        yield Fault("epsilon lost", text, little, little.replace("1.001360e-05", "0.0"), (flat, *a[1:]), {"19"})


# looks

def named(found: object) -> str | None:
    "The name of the instruction that was found; with its function, if that is not the entry."
    op = getattr(found, "instruction", None)
    return op and (op.name if op.function.is_entry else f"{op.function.name}/{op.name}")


def first_nonfinite(fault: Fault) -> str | None:
    "The first instruction that makes a NaN or an infinity."
    found = fault.programs()[1].trace(*fault.arguments, overrides=fault.kernels or None).first_nonfinite()
    return named(found)


def stop(fault: Fault) -> str | None:
    "Where a run that is to stop there does."
    try:
        fault.programs()[1].run(*fault.arguments, overrides=fault.kernels or None, stop="nonfinite")
    except it.NonFiniteError as error:
        return named(error.nonfinite)
    return None


def compare(fault: Fault) -> str | None:
    "The first value that differs in two runs."
    before, after = fault.programs()
    found = it.compare(*(p.trace(*fault.arguments) for p in (before, after)), rtol=fault.rtol).first
    return named(found and found.a)


def bisect(fault: Fault) -> str | None:
    "The first instruction that differs on its own operands; in a fusion, the first there."
    before, after = fault.programs()
    found = it.bisect(after, *fault.arguments, reference=before, overrides=fault.kernels or None, rounds=2).first
    return named(found)


def xla(fault: Fault) -> str | None:
    "The first that differs from XLA."
    found = it.bisect(fault.programs()[1], *fault.arguments, overrides=fault.kernels or None).first
    return named(found)


def float64(which: str) -> Callable[[Fault], str | None]:
    "What the report beside float64 names as `first`, `worst` or `grown`."
    def look(fault: Fault) -> str | None:
        report = it.bisect(fault.programs()[1], *fault.arguments, reference="float64", overrides=fault.kernels or None, rounds=None)
        found = getattr(report, which)
        return named(found)

    return look


LOOKS = {
    "first_nonfinite": first_nonfinite, "stop": stop, "compare": compare, "bisect": bisect, "XLA": xla,
    "float64: first": float64("first"), "float64: made": float64("worst"), "float64: grown": float64("grown"),
}


def is_finite(value: object) -> bool:
    "Is a result finite?"
    arrays = value if isinstance(value, tuple) else (value,)
    return all(np.isfinite(np.asarray(x).astype(np.float64)).all() for x in arrays)


def plan(fault: Fault) -> list[str]:
    "The looks, in the order in which somebody would take them."
    result = fault.programs()[1].run(*fault.arguments, overrides=fault.kernels or None)
    looks = [] if is_finite(result) else ["first_nonfinite"]
    more = {
        "before": ["compare", "bisect"],
        "kernel": ["bisect"],
        "alone": ["float64: first", "float64: made", "float64: grown"],
    }
    return looks + more[fault.has]


def applies(name: str, fault: Fault, jax: bool) -> bool:
    "Can the question be asked about the fault?"
    return {"compare": fault.has == "before", "bisect": fault.has != "alone", "XLA": jax and fault.has == "kernel"}.get(name, True)


def faults() -> list[Fault]:
    "All of them."
    return [*of_notebook(), *of_numbers(), *of_softmax(), *of_slices(), *of_loops(), *of_models()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="faults whose description has this word")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--no-jax", action="store_true")
    a = parser.parse_args()
    jax = find_spec("jax") is not None and not a.no_jax
    chosen = [fault for fault in faults() if a.only in fault.kind]
    by, looks, missed = Counter(), Counter(), []
    names: dict[str, list[int]] = {name: [0, 0] for name in LOOKS}
    for number, fault in enumerate(chosen, 1):
        answers = [(name, LOOKS[name](fault)) for name in plan(fault)]
        taken = next((k for k, (_, found) in enumerate(answers, 1) if found in fault.wanted), None)
        if taken is None or taken > AT_MOST:
            missed.append((fault.kind, answers))
        else:
            by[answers[taken - 1][0]] += 1
            looks[taken] += 1
        how = f"{answers[taken - 1][0]}, {taken} look{'s' * (taken > 1)}" if taken else f"NOT FOUND: {answers}"
        print(f"{number:3} {fault.kind:38} {'|'.join(sorted(fault.wanted)):26} {how}", flush=True)
        for name in LOOKS:
            if applies(name, fault, jax):
                known = dict(answers)
                found = known[name] if name in known else LOOKS[name](fault)
                names[name][0] += found in fault.wanted
                names[name][1] += 1
                if a.verbose:
                    print(f"      {name:18} {found}")
    print(f"\n{len(chosen) - len(missed)} of {len(chosen)} found;", ", ".join(f"{n} after {k} look{'s' * (k > 1)}" for k, n in sorted(looks.items())))
    print(f"{'asked by itself':18} {'names it':>9} {'of':>4}   {'found in order':>14}")
    for name, (right, asked) in names.items():
        print(f"{name:18} {right:9} {asked:4}   {by[name]:14}")
    if not jax:
        print("XLA was not asked: there is no JAX, or --no-jax")
    if not data("stablehlo/rnn_scan.mlir"):
        print(f"left out: faults in programs of {SHARED}/data")
    return int(len(missed) * 50 > 2 * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
