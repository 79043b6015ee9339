"""The JAX programs of model_programs.py, compiled for a CPU, a TPU v5e and an H100, with XLA's own figures beside.

    python benchmarks/cost_programs.py FOLDER [NAME...] [--targets cpu,tpu_v5e,h100] [--small]

Writes FOLDER/TARGET/NAME.hlo, the optimized text, and NAME.json: `cost` of `Compiled.cost_analysis()` (flops,
transcendentals, bytes accessed) and `memory` of `Compiled.memory_analysis()` (bytes). A file that exists is not made
again. Neither device is needed: `tpu_v5e` needs the package libtpu, `h100` needs jax[cuda12]; what is not installed is
skipped. `--small` makes those of memory_programs.py instead. `costs_against_xla.py --programs FOLDER` compares. Needs
jax 0.10.

Short form: none, compiling takes minutes
"""
from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from common import ROOT, skipped

TARGETS = {"cpu": "jax", "tpu_v5e": "libtpu", "h100": "jax_cuda12_plugin"}  # and what each needs
os.environ.update(
    JAX_PLATFORMS="cpu", TPU_SKIP_MDS_QUERY="1", TPU_ACCELERATOR_TYPE="v5litepod-4",
    TPU_WORKER_HOSTNAMES="localhost", JAX_SKIP_CUDA_CONSTRAINTS_CHECK="1",
)  # fmt: skip


def found_programs(small: bool) -> dict[str, tuple[Callable, tuple, tuple[int, ...]]]:
    "Name -> a function, the shapes of its arguments, the arguments that it gives away."
    return import_module("memory_programs" if small else "model_programs").PROGRAMS


@cache
def device(target: str) -> Any:
    "One device of a target, to compile for only."
    import jax

    if target == "cpu":
        return jax.devices("cpu")[0]
    from jax._src import xla_bridge
    from jax.experimental import topologies

    with suppress(Exception):  # a plugin complains that there is no driver
        xla_bridge.discover_pjrt_plugins()
    if target == "tpu_v5e":
        found = topologies.get_topology_desc("v5e:2x2x1", "tpu", chips_per_host_bounds=(2, 2, 1))
        return found.devices[0]
    told = (ROOT / "indexing_tools" / "programs" / "targets" / "h100.txtpb").read_text()
    return topologies.get_topology_desc("h100", "cuda", target_config=told, topology="1x1x1").devices[0]


def compiled(program: tuple[Callable, tuple, tuple[int, ...]], target: str) -> Any:
    "A program for a target, as JAX's `Compiled`."
    import jax

    function, shapes, given = program
    place = jax.sharding.SingleDeviceSharding(device(target))
    lowered = jax.jit(function, in_shardings=place, out_shardings=place, donate_argnums=given).lower(*shapes)
    return lowered.compile({"xla_gpu_autotune_level": 0} if target == "h100" else None)


def figures(made: Any) -> dict[str, dict[str, float]]:
    "What XLA tells of a compiled program."
    cost, memory = made.cost_analysis() or {}, made.memory_analysis()
    names = {name: f"{name}_size_in_bytes" for name in ("argument", "output", "alias", "temp")}
    told = {name: getattr(memory, attribute) for name, attribute in names.items()}
    told["peak"] = getattr(memory, "peak_memory_in_bytes", 0)
    kept = ("flops", "transcendentals", "bytes accessed")
    return {"cost": {key: cost.get(key, 0.0) for key in kept}, "memory": told}


def make(folder: Path, name: str, program: tuple[Callable, tuple, tuple[int, ...]], target: str) -> None:
    "Write the text and the figures of a program."
    place = folder / target
    if (place / f"{name}.json").exists():
        return
    place.mkdir(parents=True, exist_ok=True)
    made = compiled(program, target)
    (place / f"{name}.hlo").write_text(made.as_text())
    (place / f"{name}.json").write_text(json.dumps(figures(made), indent=1))
    print(f"{target}/{name}", flush=True)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("names", nargs="*")
    options.add_argument("--targets", default=",".join(TARGETS))
    options.add_argument("--small", action="store_true")
    asked = options.parse_args()
    if find_spec("jax") is None:
        return skipped("jax")
    for target in asked.targets.split(","):
        if find_spec(TARGETS[target]) is None:
            skipped(f"{TARGETS[target]} for {target}")
            continue
        found = found_programs(asked.small)
        for name in asked.names or found:
            make(asked.folder, name, found[name], target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
