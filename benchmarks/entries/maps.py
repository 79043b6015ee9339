"""The entries of maps and analyses: each is looked at through the public face, and raises AssertionError where it is wrong."""
from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

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


ENTRIES: dict[str, Callable[[], str]] = {
    "1.5": _inverses,
    "1.6": _scatter,
}
