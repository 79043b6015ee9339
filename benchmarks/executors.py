"""Programs of several devices on the workers of executors: the same results and reports as on threads.

Pools of threads and of processes (forked and spawned), and a cluster of dask's with two processes:
sums, permutations, feeds; a group that waits for one that returned, or never ends; a worker that
dies; too few workers.

    python benchmarks/executors.py [threads fork spawn dask]

Short form: threads fork
"""

import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from multiprocessing import get_context

import numpy as np

import indexing_tools as it
from indexing_tools.interpreter.distributed.executors import WorkerError, run_on
from indexing_tools.interpreter.distributed.processes import Request, this_process
from indexing_tools.programs.device_groups import Grid

ADD = """add { a = bf16[] parameter(0)
  b = bf16[] parameter(1)
  ROOT c = bf16[] add(a, b) }"""
SUMS = f"""HloModule sums, replica_count=2, num_partitions=2
{ADD}
ENTRY e {{ x = bf16[2] parameter(0)
  t = bf16[2] all-reduce(x), replica_groups={{{{0,1}}}}, to_apply=add
  ROOT r = bf16[2] collective-permute(t), channel_id=3, source_target_pairs={{{{0,1}},{{1,0}}}} }}"""
UNEQUAL = f"""HloModule unequal, replica_count=4
{ADD}
yes {{ x = bf16[] parameter(0)
  ROOT t = bf16[] all-reduce(x), replica_groups={{{{0,1,2,3}}}}, to_apply=add }}
no {{ ROOT x = bf16[] parameter(0) }}
ENTRY e {{ x = bf16[] parameter(0)
  i = u32[] replica-id()
  two = u32[] constant(2)
  p = pred[] compare(i, two), direction=EQ
  ROOT t = bf16[] conditional(p, x, x), true_computation=no, false_computation=yes }}"""
ENDLESS = f"""HloModule endless, replica_count=4
cond {{ x = bf16[] parameter(0)
  i = u32[] replica-id()
  two = u32[] constant(2)
  ROOT p = pred[] compare(i, two), direction=EQ }}
body {{ ROOT x = bf16[] parameter(0) }}
{ADD}
ENTRY e {{ x = bf16[] parameter(0)
  w = bf16[] while(x), condition=cond, body=body
  ROOT t = bf16[] all-reduce(w), replica_groups={{{{0,1,2,3}}}}, to_apply=add }}"""
FED = """HloModule fed, replica_count=4
ENTRY e { t = token[] after-all()
  i = (f32[2], token[]) infeed(t)
  v = f32[2] get-tuple-element(i), index=0
  u = token[] get-tuple-element(i), index=1
  o = token[] outfeed(v, u), outfeed_shape=f32[2]
  ROOT r = f32[2] add(v,v) }"""
PROBED = """func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = interpreter.probe %x, probe_id = "given" : tensor<2xbf16>
  %1 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
  %2 = interpreter.probe %1, probe_id = "sum" : tensor<2xbf16>
  check.expect_serialized_eq %2, probe_id = "sum" : tensor<2xbf16>
  return %2 : tensor<2xbf16>
}"""
WAITS = "waits for (2, 0), which"


def same_results(executor):
    "Sums and permutations."
    program, given = it.read_program(SUMS), [[1, 1], [20, 20], [300, 300], [4000, 4000]]
    found, wanted = program.run_parallel(given, executor=executor), program.run_parallel(given)
    assert all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(found, wanted))


def one_returned(executor):
    "Three wait for one that does not come."
    try:
        it.read_program(UNEQUAL).run_parallel([1, 2, 3, 4], executor=executor)
        raise AssertionError("it ended")
    except it.StuckError as error:
        assert str(error).count(f"{WAITS} has returned") == 3, error


def one_never_ends(executor):
    "Three wait for one that loops."
    began = time.monotonic()
    try:
        it.read_program(ENDLESS).run_parallel([1, 2, 3, 4], executor=executor, timeout=3)
        raise AssertionError("it ended")
    except it.TimeLimitError as error:
        assert str(error).count(f"{WAITS} is still running") == 3, error
        assert time.monotonic() < began + 10


def feeds(executor):
    "Everybody draws from one infeed, and adds to one outfeed."
    outfeed, given = [], [[i, i] for i in range(5)]
    options = {"infeed": given, "outfeed": outfeed, "executor": executor}
    found = it.read_program(FED).run_parallel([()] * 4, **options)
    assert sorted(x[0] for x in found) == [0, 2, 4, 6] and len(outfeed) == 4
    try:
        it.read_program(FED).run_parallel([()] * 4, infeed=given[:3], executor=executor)
        raise AssertionError("it ended")
    except it.ProgramError as error:
        assert "infeed" in str(error)


def probes(executor):
    "What every process sees is kept here, in memory and in files."
    program, given = it.read_program(PROBED), [[1, i] for i in range(4)]
    with it.probing() as seen:
        program.run_parallel(given, grid=(4, 1), executor=executor)
    assert sorted(record.array.tolist() for record in seen.all("given")) == given
    assert len(seen) == 8 and seen["sum"].tolist() == [4, 6] and seen["sum"].dtype.name == "bfloat16"
    with tempfile.TemporaryDirectory() as folder:
        with it.probing(folder):
            program.run_parallel(given, grid=(4, 1), executor=executor)
        found = it.read_probes(folder)
    assert sorted(x.tolist() for x in found["given"]) == given
    assert [x.tolist() for x in found["sum"]] == [[4, 6]] * 4


def too_few(executor):
    "More processes than workers."
    try:
        it.read_program(SUMS).run_parallel([[1, 1]] * 6, grid=(2, 3), executor=executor)
        raise AssertionError("it began")
    except ValueError as error:
        assert "6 processes" in str(error) and "it has 4" in str(error), error


def two_of_them():
    "One of two dies while the other waits."
    process = this_process()
    if process.number == 1:
        time.sleep(0.2)
        os._exit(3)
    return process.meet(Request("all_reduce", "%x, line 3", (0, 1)), 1).made_once(sum)


def one_dies(executor):
    "A worker that dies is told of, and who waited for it."
    try:
        run_on(executor, Grid(2), [two_of_them] * 2)
        raise AssertionError("it ended")
    except WorkerError as error:
        assert "the process was (1, 0)" in str(error) and "(0, 0) is at %x" in str(error), error


@contextmanager
def cluster():
    "A cluster of two processes with two threads each."
    from distributed import Client, LocalCluster

    options = {"processes": True, "dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=2, threads_per_worker=2, **options) as made, Client(made) as client:
        client.wait_for_workers(2)
        yield client


EXECUTORS = {
    "threads": lambda: ThreadPoolExecutor(4),
    "fork": lambda: ProcessPoolExecutor(4, get_context("fork")),
    "spawn": lambda: ProcessPoolExecutor(4, get_context("spawn")),
    "dask": cluster,
}
CHECKS = (same_results, one_returned, one_never_ends, feeds, probes, too_few)


def main(names=None):
    "Run the checks on the executors that are named, or on all."
    for name in names or EXECUTORS:
        if name == "dask" and not find_spec("distributed"):
            print("dask: skipped, needs the extra `cluster`")
            continue
        began = time.perf_counter()
        with ExitStack() as around:
            executor = around.enter_context(EXECUTORS[name]())
            for check in CHECKS:
                check(executor)
            if name == "dask":
                same_results(executor.get_executor())
            if name != "threads":
                one_dies(executor)
        print(f"{name}: as on threads ({time.perf_counter() - began:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
