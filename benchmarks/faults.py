"""Faults of the machine: each ends in an error of ours or the right answer, nothing lost, nothing left behind.

Workers killed before, during and between runs (pools, and Dask where it is installed), a child out of memory, SIGTERM
in the middle of each command that writes, a full disk, a read-only home, two writers of one output, corrupted caches,
eight threads in a new process. Behind each case it looks for processes, temporary files and shared memory that stayed.

    python benchmarks/faults.py [CASE...] [--short]

Short form: --short
"""
from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from common import ROOT

import indexing_tools as it
from indexing_tools.ground.worker_process import Children, Ended
from indexing_tools.interpreter.distributed.executors import WorkerError, run_on
from indexing_tools.interpreter.distributed.processes import Request, this_process
from indexing_tools.programs.device_groups import Grid

DUMP = str(ROOT / "nbs" / "data" / "hlo" / "cpu" / "x_plus_xt.hlo")
MARK = f"FAULTS_{os.getpid()}"
PROGRAM = "from indexing_tools.cli.main import main; main()"
IN_THE_MIDDLE = """
import os, signal
def late(real):
    def call(*given, **named):
        os.kill(os.getpid(), signal.SIGTERM)
        return real(*given, **named)
    return call
os.replace, os.rename = late(os.replace), late(os.rename)
"""
SQUARE = """func.func @main(%x: tensor<100000xf64>) -> tensor<100000xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<100000xf64>
  return %0 : tensor<100000xf64>
}
"""
PROBED = """func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<100000xf64>
  %1 = interpreter.probe %0, probe_id = "p" : tensor<100000xf64>
  return
}
"""
CASES: dict[str, Callable[[Path, bool], str]] = {}


def case(function: Callable[[Path, bool], str]) -> Callable[[Path, bool], str]:
    "Enter a case."
    CASES[function.__name__] = function
    return function


# what stays behind


def processes() -> set[int]:
    "Processes that this one began, or that those began; not Python's tracker, which ends with this one."
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_ours = MARK.encode() in (folder / "environ").read_bytes() and int(folder.name) != os.getpid()
            if is_ours and b"resource_tracker" not in (folder / "cmdline").read_bytes():
                found.add(int(folder.name))
    return found


def shared_memory() -> set[str]:
    "Names of shared memory and semaphores."
    return (set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()) - _in_use()


def _in_use() -> set[str]:
    "Names of shared memory that running processes use, which are not left behind."
    found: set[str] = set()
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):
            lines = maps.read_text().splitlines()
            found |= {line.rpartition("/dev/shm/")[2].split()[0] for line in lines if "/dev/shm/" in line}
    return found


def files_in(folder: Path) -> dict[str, bytes]:
    "Every file under a folder."
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@contextmanager
def nothing_left(folder: Path) -> Iterator[None]:
    "A block behind which no process, temporary file or shared memory is more than before."
    temporary, before, there = folder / "tmp", shared_memory(), processes()
    temporary.mkdir()
    yield
    latest = time.monotonic() + 5
    while (left := processes() - there) and time.monotonic() < latest:
        time.sleep(0.1)
    assert not left, f"processes stay: {[Path(f'/proc/{n}/cmdline').read_bytes() for n in left]}"
    assert not [*temporary.rglob("*")], f"files stay: {[*temporary.rglob('*')]}"
    assert shared_memory() <= before, f"shared memory stays: {shared_memory() - before}"


def command(folder: Path, *words: str, before: str = "", **options) -> subprocess.CompletedProcess:
    "The command in a process of its own; `before`: Python that runs first."
    environment = os.environ | {"TMPDIR": str(folder / "tmp")} | options.pop("env", {})
    line = [sys.executable, "-c", f"{before}\n{PROGRAM}", *words]
    return subprocess.run(line, capture_output=True, text=True, env=environment, timeout=60, **options)


def script(folder: Path, text: str, **environment: str) -> str:
    "What a new Python prints."
    every = os.environ | {"TMPDIR": str(folder / "tmp")} | environment
    line = [sys.executable, "-c", textwrap.dedent(text)]
    run = subprocess.run(line, capture_output=True, text=True, env=every, timeout=100, cwd=ROOT)
    assert run.returncode == 0, run.stderr[-600:]
    return run.stdout


# workers


def meet() -> int:
    "Everybody waits for everybody."
    process = this_process()
    everyone = process.meet(Request("all_reduce", "%x, line 3", (0, 1)), 10**process.number)
    return everyone.made_once(sum)


def killed() -> int:
    "Process 1 is killed; 0 waits for it."
    if this_process().number == 1:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    return meet()


def refused(executor, task: Callable[[], int]) -> str:
    "The text of the WorkerError."
    try:
        run_on(executor, Grid(2), [task] * 2)
    except WorkerError as error:
        return str(error)
    raise AssertionError("a WorkerError was expected")


def kill_one(pool: ProcessPoolExecutor) -> int:
    "Kill a worker that waits; its process id."
    number = next(iter(pool._processes))
    os.kill(number, signal.SIGKILL)
    return number


def pools(short: bool) -> list[str]:
    "Ways in which pools begin their workers."
    return ["fork"] if short else ["fork", "spawn", "forkserver"]


@case
def worker_killed_during_a_run(folder: Path, short: bool) -> str:
    "Only the killed one is named, with its process and how it ended."
    for kind in pools(short):
        with ProcessPoolExecutor(2, get_context(kind)) as pool:
            said = refused(pool, killed)
        assert "the process was (1, 0)" in said and "killed by SIGKILL" in said, said
        assert "(0, 0) is at %x" in said and said.count("process ") <= 4, said
    return said.partition("\n")[0]


@case
def worker_killed_before_a_run(folder: Path, short: bool) -> str:
    "A pool that has run other things, one of whose workers is killed at the very moment."
    for kind in pools(short):
        with ProcessPoolExecutor(2, get_context(kind)) as pool:
            list(pool.map(time.sleep, [0.1] * 2))
            number = kill_one(pool)
            said = refused(pool, meet)
        assert f"process {number}" in said, said
    return said


@case
def worker_killed_between_runs(folder: Path, short: bool) -> str:
    "The first run is right; the second names who died, and what to do."
    for kind in pools(short):
        with ProcessPoolExecutor(2, get_context(kind)) as pool:
            assert run_on(pool, Grid(2), [meet] * 2) == [11, 11]
            number = kill_one(pool)
            time.sleep(0.3)
            said = refused(pool, meet)
        assert f"process {number}, killed by SIGKILL" in said and "make a new one" in said, said
    return said


@case
def dask_worker_killed(folder: Path, short: bool) -> str:
    "During a run and between two: a WorkerError, a ValueError for too few workers, or the right answer."
    if not find_spec("distributed"):
        return "skipped: needs the extra `cluster`"
    from distributed import Client, LocalCluster

    options = {"processes": True, "dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=2, threads_per_worker=1, **options) as made, Client(made) as client:
        client.wait_for_workers(2)
        said = refused(client, killed)
        assert "(1, 0)" in said, said
        client.wait_for_workers(2)
        latest = time.monotonic() + 20
        while time.monotonic() < latest:
            with suppress(ValueError, WorkerError):
                assert run_on(client, Grid(2), [meet] * 2) == [11, 11]
                return said.partition("\n")[0]
            time.sleep(0.2)
    raise AssertionError("no run succeeds after a worker was killed")


@case
def report_worker_killed(folder: Path, short: bool) -> str:
    "A process of `report --jobs` is killed: its file is read again, no answer is lost."
    before = f"""
import os, signal
import indexing_tools.reports.files as files
real = files.Processes.pool
def pool(self):
    made = real(self)
    if not os.path.exists({str(folder / 'once')!r}):
        open({str(folder / 'once')!r}, "w").close()
        made.submit(int).result()
        os.kill(next(iter(made._processes)), signal.SIGKILL)
    return made
files.Processes.pool = pool
"""
    run = command(folder, "report", DUMP, DUMP, DUMP, "--jobs", "2", "--json", "-", before=before)
    assert run.returncode == 0 and (folder / "once").exists(), run.stderr[-500:]
    assert len(json.loads(run.stdout)["modules"]) == 3
    return "3 of 3 reports"


def hungry(count: int) -> int:
    "Takes so many bytes."
    return len(bytearray(count))


@case
def child_out_of_memory(folder: Path, short: bool) -> str:
    "A child that asks for too much ends, and the next question is answered."
    children = Children("faults", "hungry")
    try:
        children.ask(2**31, 20, 2**26)
        raise AssertionError("2 GiB of 64 MiB")
    except Ended as error:
        said = str(error)
    assert children.ask(1000, 20, 2**26) == 1000
    children.end()
    (folder / "big.mlir").write_text(SQUARE.replace("100000", "400000000"))
    np.save(folder / "x.npy", np.ones(3))
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
    run = command(folder, "run", str(folder / "big.mlir"), "--args", str(folder / "x.npy"), preexec_fn=limit)
    assert run.returncode == 2 and "Traceback" not in run.stderr, run.stderr[-500:]
    return said


# commands that write


def inputs(folder: Path) -> None:
    "Files that the commands read."
    (folder / "square.mlir").write_text(SQUARE)
    (folder / "probed.mlir").write_text(PROBED)
    np.save(folder / "x.npy", np.linspace(0, 1, 100000))
    (folder / "m.mtx").write_text("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 1\n3 2 5\n")


def writers(folder: Path, out: Path) -> dict[str, list[str]]:
    "Each command that writes, into the folder `out`."
    run = ["run", f"{folder}/square.mlir", "--args", f"{folder}/x.npy"]
    return {
        "report --html": ["report", DUMP, "--html", f"{out}/out"],
        "report --json": ["report", DUMP, "--json", f"{out}/out"],
        "report --jobs --json": ["report", DUMP, DUMP, "--jobs", "2", "--json", f"{out}/out"],
        "run --out npz": [*run, "--out", f"{out}/out.npz"],
        "run --out npy": [*run, "--out", f"{out}/out.npy"],
        "run --trace": [*run, "--trace", f"{out}/trace"],
        "layout --png": ["layout", "f32[3,5]{1,0:T(2,2)}", "--png", f"{out}/out.png"],
        "layout --png svg": ["layout", "f32[3,5]{1,0:T(2,2)}", "--png", f"{out}/out.svg"],
        "sparse --png": ["sparse", "CSR", f"{folder}/m.mtx", "--png", f"{out}/out.png"],
        "check --probe-output-dir": ["check", f"{folder}/probed.mlir", "--probe-output-dir", f"{out}/probes"],
        "lab --tours": ["lab", "--tours", f"{out}/tours", "--dry-run"],
    }


def good_files(out: Path) -> dict[str, bytes]:
    "Files of yesterday, where the commands write."
    for name in ("out", "out.npz", "out.npy", "out.png", "out.svg", "trace/index.csv", "trace/0_x.npy"):
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(f'{{"good": "{name}"}}')
    return files_in(out)


def chosen_writers(folder: Path, out: Path, short: bool) -> dict[str, list[str]]:
    "All of them, or one of each kind."
    every = writers(folder, out)
    kept = ("report --html", "run --out npz", "run --trace", "layout --png")
    return {name: line for name, line in every.items() if not short or name in kept}


@case
def sigterm_while_writing(folder: Path, short: bool) -> str:
    "Status 143, no traceback, the old files as they were, no others."
    inputs(folder)
    out = folder / "out"
    out.mkdir()
    good, lines = good_files(out), chosen_writers(folder, out, short)
    for name, line in lines.items():
        run = command(folder, *line, before=IN_THE_MIDDLE)
        assert run.returncode == 143 and "Traceback" not in run.stderr, (name, run.returncode, run.stderr[-500:])
        assert files_in(out) == good, (name, sorted(files_in(out)))
    return f"{len(lines)} commands: status 143, old files whole"


@case
def interrupt_and_sigterm_while_waiting(folder: Path, short: bool) -> str:
    "Ctrl-C gives 130, SIGTERM 143, a time limit 2."
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (0, 2)):
        line = ["maps", "-"] if number else ["maps", "-", "--time-limit", "0.3"]
        begun = [sys.executable, "-c", PROGRAM, *line]
        run = subprocess.Popen(begun, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
        if number:
            run.stdin.write(" " * 2**17)  # more than a pipe holds: when this is done it is reading
            run.stdin.flush()
            time.sleep(0.3)
            run.send_signal(number)
        said = run.stderr.read()
        run.stdin = run.stdin if number else run.stdin.close()
        assert run.wait(20) == status and "Traceback" not in said, (number, run.returncode, said)
    return "130, 143, 2"


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    "A disk of 256 kB; None where none can be mounted."
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if os.getuid() or subprocess.run(mount, capture_output=True).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> Path:
    "Fill a disk."
    filler = disk / "filler"
    with open(filler, "wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


@case
def full_disk(folder: Path, short: bool) -> str:
    "Status 2, one line that says so, the old files as they were, no others."
    inputs(folder)
    with small_disk(folder) as disk:
        out, limited = disk or folder / "disk", {}
        lines = chosen_writers(folder, out, short)
        good_files(out)
        if disk is None:  # as root may not mount: files of at most 1 kB
            limited["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        else:
            fill(disk)
        good = files_in(out)
        for name, line in lines.items():
            run = command(folder, *line, **limited)
            assert run.returncode == 2 and run.stderr.count("\n") == 1, (name, run.returncode, run.stderr[-500:])
            assert "no space left" in run.stderr or "file too large" in run.stderr, (name, run.stderr)
            assert files_in(out) == good, (name, sorted(files_in(out)))
        if disk is None:
            return f"{len(lines)} commands under RLIMIT_FSIZE: status 2, old files whole"
        for name, write in library_writers(out).items():
            try:
                write()
                raise AssertionError(f"{name}: an OSError was expected")
            except OSError:
                assert files_in(out) == good, (name, sorted(files_in(out)))
    return f"{len(lines)} commands, {len(library_writers(out))} functions: old files whole"


def library_writers(out: Path) -> dict[str, Callable[[], object]]:
    "What writes files from Python."
    tensor = it.SparseTensor.from_dense(np.eye(300), "CSR")
    report = it.read_program(DUMP).report()
    picture = it.Shape.parse("f32[3,5]{1,0:T(2,2)}").picture()
    return {
        "SparseTensor.write": lambda: tensor.write(out / "out.mtx"),
        "SparseTensor.write packed": lambda: tensor.write(out / "out.mtx.gz"),
        "Picture.save": lambda: picture.save(out / "out.svg"),
        "Page.save": lambda: report.page().save(out / "out"),
        "Report.to_html": lambda: report.to_html(out / "out"),
        "trace": lambda: it.read_program(SQUARE).trace(np.ones(100000), directory=out / "trace"),
    }


@case
def read_only_home(folder: Path, short: bool) -> str:
    "Nothing can be kept: the right answer nevertheless."
    home = folder / "home"
    home.mkdir()
    mounted = not os.getuid() and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", str(home)], capture_output=True).returncode  # fmt: skip
    if not mounted:
        home.chmod(0o555)
    names = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "INDEXING_TOOLS_CACHE": str(home / "cache")}
    try:
        assert script(folder, COMPILED, **names) == EXPECTED
        run = command(folder, "layout", "f32[3,5]{1,0:T(2,2)}", "--png", str(folder / "p.png"), env=names)
        assert run.returncode == 0, run.stderr[-500:]
    finally:
        if mounted:
            subprocess.run(["umount", str(home)], check=True)
    return "right answers"


COMPILED = """
import numpy as np, indexing_tools as it
A = it.SparseTensor.from_dense(np.arange(20.).reshape(4, 5) % 3, "CSR")
k = it.sparsify("y[i] = A[i,j] * x[j]", A="CSR", compile=True)
print(np.asarray(k(A, np.arange(5.))).tolist())
"""
EXPECTED = f"{((np.arange(20.0).reshape(4, 5) % 3) @ np.arange(5.0)).tolist()}\n"


@case
def two_writers(folder: Path, short: bool) -> str:
    "One output, written by several processes at once: it is whole, of one of them."
    inputs(folder)
    out = folder / "out"
    out.mkdir()
    np.save(folder / "y.npy", np.linspace(5, 6, 100000))
    names, targets = ("x", "y") * (1 if short else 3), (("--out", f"{out}/out.npy"), ("--trace", f"{out}/trace"))
    start = ["run", f"{folder}/square.mlir", "--args"]
    lines = [[*start, f"{folder}/{name}.npy", *target] for name in names for target in targets]
    begun = [subprocess.Popen([sys.executable, "-c", PROGRAM, *line], stdout=subprocess.DEVNULL) for line in lines]
    assert [p.wait(60) for p in begun] == [0] * len(lines)
    either = [np.load(folder / f"{n}.npy") for n in "xy"]
    found = np.load(out / "out.npy")
    assert any(np.array_equal(found, x * x) for x in either)
    given, result = (np.load(p) for p in sorted((out / "trace").glob("*.npy")))
    assert any(np.array_equal(given, x) for x in either) and np.array_equal(result, given * given)
    assert len(files_in(out)) == 4, sorted(files_in(out))
    return f"{len(lines)} processes, 2 outputs whole"


@case
def corrupted_caches(folder: Path, short: bool) -> str:
    "Machine code that is cut, garbage, of others, or no file at all is made again."
    cache = folder / "cache"
    names = {"INDEXING_TOOLS_CACHE": str(cache)}
    assert script(folder, COMPILED, **names) == EXPECTED
    kept = sorted(cache.rglob("*.code"))
    assert kept, "nothing was kept"
    good = {p: p.read_bytes() for p in kept}
    damages = DAMAGES[:2] if short else DAMAGES
    for damage in damages:
        for path in good:
            if path.is_dir():
                path.rmdir()
            path.unlink(missing_ok=True)
            path.write_bytes(good[path])
            path.chmod(0o600)
            damage(path)
        assert script(folder, COMPILED, **names) == EXPECTED
    assert not [*cache.rglob("*.part")]
    return f"{len(kept)} files, {len(damages)} damages: right answers"


def _garbage(path: Path) -> None:
    path.write_bytes(np.random.default_rng(0).bytes(path.stat().st_size))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-len(content) // 3] ^= 0xFF
    path.write_bytes(content)


def _of_others(path: Path) -> None:
    _flipped(path)
    path.chmod(0o666)
    if os.getuid() == 0:
        os.chown(path, 12345, 12345)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES = (_garbage, _cut, _flipped, _of_others, _folder)


@case
def eight_threads(folder: Path, short: bool) -> str:
    "Everything that is made at its first use, asked for by eight threads of a new process at once."
    text = f"""
    import threading, sys
    barrier, found = threading.Barrier(8), {{}}
    def work(n):
        barrier.wait()
        import numpy as np
        import indexing_tools as it
        p = it.read_program({DUMP!r})
        maps = [str(r) for op in p.instructions if op.operands for r in op.output_to_input()]
        simple = it.IndexingMap.parse("(d0) -> (d0 mod 8), domain: d0 in [0, 7]").simplify().to_string()
        report = p.report().to_json()
        A = it.SparseTensor.from_dense(np.arange(20.).reshape(4, 5) % 3, "CSR")
        k = it.sparsify("y[i] = A[i,j] * x[j]", A="CSR", compile=True)
        y = np.asarray(k(A, np.arange(5.))).tolist()
        x = np.arange(6.).reshape(2, 3)
        z = it.read_program("func.func @main(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {{\\n %0 = stablehlo.sine %x : tensor<2x3xf64>\\n return %0 : tensor<2x3xf64>\\n}}").run(x).tolist()
        svg = it.Shape.parse("f32[3,5]{{1,0:T(2,2)}}").picture().svg
        found[n] = repr((maps, simple, report, y, z, svg))
    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    [t.start() for t in threads]; [t.join() for t in threads]
    assert len(found) == 8, found.keys()
    first = dict(found); work2 = threading.Barrier(1); barrier = work2
    found.clear(); work(0)
    assert set(first.values()) == {{found[0]}}, "threads differ from one thread"
    print("same")
    """
    for _ in range(1 if short else 5):
        assert script(folder, text) == "same\n"
    return "eight times the right answer"


def main() -> int:
    "The table."
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="*", choices=[*CASES, []])
    parser.add_argument("--short", action="store_true")
    given = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "benchmarks")])
    failed, began = 0, time.monotonic()
    os.environ[MARK] = "1"
    for name in given.cases or CASES:
        start, folder = time.monotonic(), Path(tempfile.mkdtemp(prefix="faults-"))
        try:
            with nothing_left(folder):
                said = CASES[name](folder, given.short)
            state = "ok"
        except Exception as error:
            state, said, failed = "FAIL", f"{type(error).__name__}: {error}", failed + 1
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        print(f"{state:4}  {name:36} {time.monotonic() - start:5.1f} s  {said}", flush=True)
    print(f"{len(given.cases or CASES) - failed} of {len(given.cases or CASES)} faults: an error of ours or the right "
          f"answer, nothing left behind ({time.monotonic() - began:.0f} s)")  # fmt: skip
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
