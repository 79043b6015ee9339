"""Entries of the delivery of outputs, commands and workers: 2.5, 3.3, 3.4, 3.6, 3.7, 7.7.

Short form: none, it is a list of entries for `found_entries.py`.
"""
from __future__ import annotations

import lzma
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

TEXT = """HloModule m

ENTRY e {
  p = f32[8,4] parameter(0)
  ROOT t = f32[4,8] transpose(p), dimensions={1,0}, metadata={source_file="SOURCE" source_line=7}
}
"""
LONG = "/".join(["a_folder_of_a_name_that_is_long"] * 8) + "/net.py"


def _command(*words: str, **options) -> subprocess.CompletedProcess:
    "The command in a process of its own."
    line = [sys.executable, "-c", "from indexing_tools.cli.main import main; main()", *words]
    return subprocess.run(line, capture_output=True, text=True, timeout=60, **options)


def packed() -> str:
    "2.5: the command reads what Python reads."
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.hlo").write_text(TEXT)
        Path(folder, "m.hlo.xz").write_bytes(lzma.compress(TEXT.encode()))
        for name in ("maps", "report"):
            plain, found = (_command(name, f"{folder}/m.hlo{end}") for end in ("", ".xz"))
            assert found.returncode == 0, found.stderr
            assert found.stdout.replace("m.hlo.xz", "m.hlo") == plain.stdout
    return "maps and report read .hlo.xz as .hlo"


def nothing_readable() -> str:
    "2.5: no page of 0 modules."
    with tempfile.TemporaryDirectory() as folder:
        run = _command("report", f"{folder}/nowhere", "--html", f"{folder}/page.html")
        assert run.returncode == 2 and not os.listdir(folder), (run.returncode, os.listdir(folder))
    return "status 2, no page"


def time_limits() -> str:
    "3.3: every command has `--time-limit`."
    names = "maps simplify layout run check sparse sparsify report diff lab".split()
    without = [name for name in names if "--time-limit" not in _command(name, "--help").stdout]
    assert not without, f"without: {', '.join(without)}"
    begun = time.monotonic()
    line = [sys.executable, "-c", "from indexing_tools.cli.main import main; main()", "simplify", "--time-limit", "1"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as waiting:
        said = waiting.stderr.read().decode()
        assert waiting.wait(20) == 2 and "time_limit" in said, said
    return f"{len(names)} commands; a wait for input of --time-limit 1 ended after {time.monotonic() - begun:.1f} s"


def whole_outputs() -> str:
    "3.4: a disk that is full leaves the good file."
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.hlo").write_text(TEXT)
        for option in ("--html", "--json"):
            out = Path(folder, "out")
            out.write_text('{"good": 1}')
            run = _command("report", f"{folder}/m.hlo", option, str(out), preexec_fn=limit)
            assert run.returncode == 2 and "file too large" in run.stderr, run.stderr
            assert out.read_text() == '{"good": 1}', f"{option}: the good file is lost"
            assert sorted(os.listdir(folder)) == ["m.hlo", "out"], os.listdir(folder)
    return "--html, --json: status 2, the good file is there"


def whole_traces() -> str:
    "3.4: half a trace is none."
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    text = "ENTRY e {\n  i = f32[10000] iota(), iota_dimension=0\n  ROOT s = f32[10000] sine(i)\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.hlo").write_text(text)
        run = _command("run", f"{folder}/m.hlo", "--trace", f"{folder}/values", preexec_fn=limit)
        assert run.returncode == 2, run.stderr
        assert os.listdir(folder) == ["m.hlo"], [*Path(folder).rglob("*")]
    return "no folder"


def _pool_task() -> int:
    return os.getpid()


def _meet() -> int:
    from indexing_tools.interpreter.distributed.processes import Request, this_process

    process = this_process()
    if process.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return process.meet(Request("all_reduce", "%x", (0, 1, 2, 3)), 1).made_once(sum)


def killed_between() -> str:
    "3.6: a worker killed between two runs."
    from indexing_tools.interpreter.distributed.executors import WorkerError, run_on
    from indexing_tools.programs.device_groups import Grid

    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        run_on(pool, Grid(2), [_pool_task] * 2)
        number = next(iter(pool._processes))
        os.kill(number, signal.SIGKILL)
        time.sleep(0.3)
        try:
            run_on(pool, Grid(2), [_pool_task] * 2)
        except WorkerError as error:
            assert f"process {number}" in str(error), error
            return str(error)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}") from None
    raise AssertionError("no error")


def killed_during() -> str:
    "3.6: only the killed one is named."
    from indexing_tools.interpreter.distributed.executors import WorkerError, run_on
    from indexing_tools.programs.device_groups import Grid

    with ProcessPoolExecutor(4, get_context("fork")) as pool:
        try:
            run_on(pool, Grid(4), [_meet] * 4)
        except WorkerError as error:
            first = str(error).partition("\n")[0]
            assert "(1, 0)" in first and not any(f"({n}, 0)" in first for n in (0, 2, 3)), first
            return first
    raise AssertionError("no error")


def whole_sentences() -> str:
    "3.6: no empty list behind `time is up:`."
    import indexing_tools as it
    from indexing_tools.interpreter.distributed.executors import run_on
    from indexing_tools.programs.device_groups import Grid

    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        try:
            with it.time_limit(0.5):
                run_on(pool, Grid(2), [_sleep] * 2)
        except it.TimeLimitError as error:
            assert not str(error).rstrip().endswith(":"), repr(str(error))
            return str(error).replace("\n", "|")
    raise AssertionError("no error")


def _sleep() -> None:
    time.sleep(5)


class _Elsewhere(Executor):
    "An executor of who knows what, which keeps what it is handed."

    _max_workers = 2

    def __init__(self) -> None:
        self.given: list[object] = []

    def submit(self, function: Callable, /, *given: object, **named: object) -> Future:
        future: Future = Future()
        self.given += given
        future.set_result(-1)  # a process id of elsewhere
        return future


def key_stays() -> str:
    "3.7: no key for an executor that may be anywhere."
    from multiprocessing import current_process

    from indexing_tools.interpreter.distributed.executors import run_on
    from indexing_tools.programs.device_groups import Grid

    executor = _Elsewhere()
    try:
        run_on(executor, Grid(2), [_pool_task] * 2)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    key = bytes(current_process().authkey)
    assert not any(x == key for x in executor.given), "the key of this process was handed out"
    assert not executor.given, "something was handed out"
    return said


def short_source() -> str:
    "7.7: the source column is shortened from the left."
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.hlo").write_text(TEXT.replace("SOURCE", LONG))
        text = _command("report", f"{folder}/m.hlo").stdout
        whole = _command("report", f"{folder}/m.hlo", "--json").stdout
    row = next(line for line in text.splitlines() if "net.py:7" in line)
    assert len(row) < 160 and "..." in row, f"a row of {len(row)} characters"
    assert f"{LONG}:7" in whole
    return f"a row of {len(row)} characters; JSON has the whole path"


def binary() -> str:
    "7.7: the command reads an HloProto."
    from importlib.util import find_spec

    if not find_spec("jaxlib"):
        return "skipped: needs jaxlib"
    make = "import jax, sys; c = jax.jit(lambda x: x + x.T).lower(jax.numpy.ones((4, 4))).compile(); " \
        "open(sys.argv[1], 'wb').write(c.runtime_executable().hlo_modules()[0].as_serialized_hlo_module_proto())"
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.pb"
        subprocess.run([sys.executable, "-c", make, path], check=True, capture_output=True, timeout=60)
        run = _command("report", path)
    assert run.returncode == 0 and "kernels" in run.stdout, run.stderr[-300:]
    return run.stdout.splitlines()[0].rpartition("/")[2]


ENTRIES: dict[str, Callable[[], str]] = {
    "2.5": packed,
    "2.5b": nothing_readable,
    "3.3": time_limits,
    "3.4": whole_outputs,
    "3.4b": whole_traces,
    "3.6": killed_between,
    "3.6b": killed_during,
    "3.6c": whole_sentences,
    "3.7": key_stays,
    "7.7": binary,
    "7.7b": short_source,
}
