"""The entries of maps and analyses: each is looked at through the public face, and raises AssertionError where it is wrong."""
from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import indexing_tools as it

SCATTER = """HloModule m
plus { x = f32[] parameter(0) y = f32[] parameter(1) ROOT r = f32[] add(x, y) }
ENTRY e {
  o = f32[13] parameter(0)
  i = s32[4,1] parameter(1)
  u = f32[4] parameter(2)
  ROOT s = f32[13] scatter(o, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=plus
}
"""
CHAIN = ("(d0, d1) -> (((d0 * 8 + d1 + ((d0 * 8 + d1) mod 3) * 24) floordiv 9) mod 2, "
         "((d0 * 8 + d1) floordiv 3 + ((d0 * 8 + d1) mod 3) * 8) mod 3, "
         "(d0 * 8 + d1 + ((d0 * 8 + d1) mod 3) * 24) floordiv 18), domain: d0 in [0, 2], d1 in [0, 7]")  # fmt: skip
CHAIN_PROGRAM = """HloModule m
f {
  x = f32[2,3,4] parameter(0)
  a = f32[4,2,3] transpose(x), dimensions={2,0,1}
  b = f32[3,8] reshape(a)
  c = f32[8,3] transpose(b), dimensions={1,0}
  ROOT d = f32[3,8] reshape(c)
}
ENTRY e {
  x = f32[2,3,4] parameter(0)
  ROOT g = f32[3,8] fusion(x), kind=kLoop, calls=f
}
"""


def _command(*arguments: str) -> subprocess.CompletedProcess:
    "The command, in this environment."
    return subprocess.run([sys.executable, "-m", "indexing_tools", *arguments], text=True, check=False, timeout=100,
                          capture_output=True, stdin=subprocess.DEVNULL)  # fmt: skip


def _scatter() -> str:
    "The operand of a scatter, by `maps` and by `report`."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scatter.hlo"
        path.write_text(SCATTER)
        maps = _command("maps", str(path)).stdout
        listed = json.loads(_command("maps", str(path), "--json").stdout)
        report = _command("report", str(path), "--maps").stdout
        data = json.loads(_command("report", str(path), "--json").stdout)["modules"][0]
    operand = next(x for x in listed if x["instruction"] == "s")["operands"][0]
    assert not operand["exact"], "maps says that all of the operand is read, for sure"
    row = data["kernels"][0]["traffic"][0]
    words = "updated in place, read where updates land"
    assert row["in_place"] and words in maps and words in report, "maps and report use different words"
    return f"both: {words}; {row['bytes']} of {row['buffer_bytes']} bytes"


def _inverses() -> str:
    "The inverse of a chain of reshapes and transposes, and its inverse."
    m = it.IndexingMap.parse(CHAIN)
    first = m.inverse()
    told = it.read_program(CHAIN_PROGRAM).entry.root.input_to_output().map()
    assert len(str(first)) <= len(str(told)), f"the inverse takes {len(str(first))} characters, the program's own {len(str(told))}"
    again = first.inverse()
    assert isinstance(again, it.IndexingMap) and again.equivalent(m), "the inverse of the inverse is another map"
    return f"{len(str(first))} characters, the program's own {len(str(told))}; twice: the map again"


SOFTMAX = """HloModule m
h {
  x = f32[256,512] parameter(0)
  ROOT t = f32[512,256] transpose(x), dimensions={1,0}
}
ENTRY e {
  x = f32[256,512] parameter(0)
  ROOT f = f32[512,256] fusion(x), kind=kInput, calls=h
}
"""


def _takers() -> dict[str, Callable]:
    "Every public function or method with a parameter that takes a `Device`, by module and name."
    found: dict[str, Callable] = {}
    for _, name, _ in pkgutil.walk_packages(it.__path__, "indexing_tools."):
        if name.endswith(("_modidx", "__main__")):
            continue
        module = importlib.import_module(name)
        for thing in vars(module).values():
            classes = inspect.isclass(thing) and thing.__module__ == name
            for part in ([thing] if not classes else list(vars(thing).values())):
                if not inspect.isfunction(part) or not part.__module__.startswith("indexing_tools."):
                    continue
                given = inspect.signature(part).parameters.get("device")
                own = part.__name__ == "__init__" or not part.__name__.startswith("_")
                if given is not None and "Device" in str(given.annotation) and own:
                    found[f"{part.__module__.removeprefix('indexing_tools.')}.{part.__qualname__}"] = part
    return found


def _devices_by_name() -> str:
    "Each public function that takes a device: its name does, and an unknown name is answered by the list."
    from indexing_tools.costs.executions import executions
    from indexing_tools.tiles.plans.resident_tiles import padded_bytes
    from indexing_tools.costs.kernels import is_judged, kernel_report
    from indexing_tools.tiles.plans.cost_model import plan_costs
    from indexing_tools.tiles.plans.plan import fast_memory
    from indexing_tools.costs.roofline import device_for, roofline
    from indexing_tools.gpu.emitters import fusion_kernel
    from indexing_tools.gpu.grid import launch_for, split_blocks
    from indexing_tools.gpu.register_tiles import tile_rows
    from indexing_tools.gpu.xla_coalescing import xla_verdict

    program = it.read_program(SOFTMAX)
    op = program.entry.root
    run = next(iter(executions(program)))
    calls: dict[str, Callable[[object], object]] = {
        "coalescing": lambda d: str(op.coalescing(d)),
        "thread_indexing": lambda d: str(op.thread_indexing(device=d)),
        "thread_to_input": lambda d: op.thread_to_input(0, d),
        "thread_to_inputs": lambda d: op.thread_to_inputs(d),
        "thread_to_outputs": lambda d: op.thread_to_outputs(d),
        "shared_memory": lambda d: op.shared_memory(d),
        "fusion_kernel": lambda d: fusion_kernel(op, d).kind,
        "xla_verdict": lambda d: xla_verdict(op, 0, d),
        "launch_for": lambda d: launch_for(10**6, d),
        "split_blocks": lambda d: split_blocks(10**6, d),
        "tile_rows": lambda d: tile_rows(op, d),
        "padded_bytes": lambda d: padded_bytes(op.shape, (8, 8), d),
        "fast_memory": lambda d: fast_memory(d),
        "plan_costs": lambda d: plan_costs(op, d).device,
        "plan": lambda d: op.plan((32, 32), device=d).device,
        "is_judged": lambda d: is_judged(op, d),
        "kernel_report": lambda d: kernel_report(run, d).seconds,
        "judged": lambda d: str(kernel_report(run, d).judged(op, d)),
        "roofline": lambda d: roofline(10**6, {}, d),
        "device_for": lambda d: device_for(program, d),
        "report": lambda d: str(program.report(device=d)),
        "reports": lambda d: str(it.report(program, device=d)),
        "memory": lambda d: str(program.memory(device=d)),
        "warp_picture": lambda d: op.warp_picture(0, device=d).svg,
    }
    for name, call in calls.items():
        assert call("h100") == call(it.H100), f"{name}: another answer for the name of a device"
        try:
            call("h9000")
        except ValueError as error:
            assert "h100" in str(error) and "v5e" in str(error), f"{name}: an unknown device is answered by {error}"
        else:
            raise AssertionError(f"{name}: an unknown device is no error")
    takers = _takers()
    left = [name for name, f in takers.items() if "str" not in str(inspect.signature(f).parameters["device"].annotation)]
    left = [name for name in left if name.rpartition(".")[2] != "__init__" or name.split(".")[-2] not in _ROWS]
    assert not left, f"without names: {', '.join(left)}"
    done = _command("report", "-", "--device", "h9000")
    assert done.returncode == 2 and "h100" in done.stderr, done.stderr
    return f"{len(takers)} functions take names, {len(calls)} tried; an unknown one is answered by the list"


_ROWS = ("OperandCoalescing", "Coalescing", "Kernel", "OperandTiles", "WarpAccess", "Accesses", "Plan", "Job", "_Judged")  # of answers


def _lone_instructions() -> str:
    "The kernels that XLA would write for instructions that no fusion holds; verdicts of its coalescing_analysis_test.cc."
    verdicts = {
        "t = f32[32,100,64] transpose(f32[100,64,32] p), dimensions={2,0,1}": [True],
        "t = f32[32,100,64] transpose(f32[100,32,64] p), dimensions={1,0,2}": [True],
        "a = f32[100,200]{1,0} add(f32[100,200]{1,0} p, f32[100,200]{0,1} q)": [True, False],
        "a = f32[100,200]{0,1} add(f32[100,200]{1,0} p, f32[100,200]{1,0} q)": [False, False],
    }
    for text, verdict in verdicts.items():
        op = it.parse_instruction(text)
        found = [row.xla_coalesced for row in op.coalescing("a6000").operands]
        assert found == verdict, f"{text}: {found}, XLA's own {verdict}"
        assert op.thread_indexing().launch is not None, text
    op = it.parse_instruction("t = f32[48,2048] transpose(f32[2048,48] p0), dimensions={1,0}")
    return str(op.coalescing()).splitlines()[0]


OPEN = """func.func @main(%x: tensor<?x4xf32>, %y: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %y : tensor<2x4xf32>
  %1 = stablehlo.add %x, %x : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
"""


def _open_sizes() -> str:
    "A program with a `?` size: the known rows stay, the others say why, and `traffic` names the line."
    program = it.read_program(OPEN)
    report = program.report()
    text, page = str(report), report.to_html()
    assert "not measured" in text and "f32[?,4]" in text and "f32[?,4]" in page, text
    known = [k for k in report.kernels if k.traffic]
    assert len(report.kernels) == 2 and len(known) == 1 and known[0].total_bytes == 64, report.kernels
    try:
        program.entry["1"].traffic()
    except it.ProgramError as error:
        assert error.line == 3, error
    else:
        raise AssertionError("traffic of an array of unknown size")
    assert "no bound" in str(program.entry["1"].output_to_input().reason(0))
    return text.splitlines()[0]


THREE = """HloModule m, is_scheduled=true, frontend_attributes={fingerprint_before_lhs="x"}
ta { a = f32[256,512] parameter(0)  ROOT t = f32[512,256] transpose(a), dimensions={1,0} }
tb { a = f32[512,256] parameter(0)  ROOT t = f32[512,256] tanh(a) }
ENTRY e {
  x = f32[256,512] parameter(0)
  first = f32[512,256] fusion(x), kind=kInput, calls=ta
  second = f32[512,256] fusion(first), kind=kLoop, calls=tb
  ROOT third = f32[512,256]{0,1} copy(second)
}
"""


def _is_second(*given: object) -> bool:
    "Is a call about the second kernel?"
    names = [(getattr(x, "name", ""), getattr(x, "instruction", "")) for x in given]
    names += [(getattr(getattr(x, "instruction", None), "name", ""), "") for x in given]
    return any("second" in pair for pair in names)


def _survives() -> str:
    "A fault in each analysis that a report calls: text, JSON and page say so, and nothing else is lost."
    method = "indexing_tools.programs.model.Instruction."
    report = "indexing_tools.reports.report."
    one = [method + n for n in "traffic coalescing output_to_input thread_to_inputs thread_to_outputs".split()]
    one += [report + n for n in "kernel_report kernel_findings instruction_reports waste_of".split()]
    one += [f"indexing_tools.costs.kernels.{n}" for n in ("work_of", "source_of")]
    every = [report + n for n in ("memory_findings", "cache_waste_of")]
    every += ["indexing_tools.programs.model.Program.memory", "indexing_tools.costs.kernels.roofline"]
    bad = []
    for name in (*one, *every):
        old = pkgutil.resolve_name(name)

        def planted(*given: object, old: Callable = old, anywhere: bool = name in every, **options: object) -> object:
            if anywhere or _is_second(*given):
                raise RuntimeError("planted")
            return old(*given, **options)

        with mock.patch(name, planted):
            try:
                found = it.read_program(THREE).report(device="h100")
                texts = found.to_string(maps=True), json.dumps(found.to_json()), found.to_html()
            except RuntimeError:
                bad.append(f"{name}: the whole report")
                continue
        bad += [f"{name}: not in {kind}" for kind, text in zip(("text", "JSON", "page"), texts) if "planted" not in text]
        kernels = {k.instruction for k in found.kernels}
        bad += [f"{name}: {kernels}"] * (kernels != {"first", "second", "third"})
    assert not bad, f"{len(bad)} lost: {'; '.join(bad)}"
    return f"{len(one) + len(every)} planted faults, each said in text, JSON and page; no row lost"


ENTRIES: dict[str, Callable[[], str]] = {
    "1.5": _inverses,
    "1.6": _scatter,
    "2.3": _open_sizes,
    "2.4": _lone_instructions,
    "2.7a": _devices_by_name,
    "p6": _survives,
}
