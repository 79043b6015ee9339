"""Entries 3.1 and 3.2: limits that reach kernels, chains and unpacking."""

import bz2
import os
import signal
import string
import threading
import time
from collections.abc import Callable

import numpy as np

import indexing_tools as it


def _chain(count: int) -> str:
    letters = string.ascii_letters
    return ",".join(letters[i] + letters[i + 1] for i in range(count)) + "->a"


def _ended(work: Callable[[], object]) -> str:
    "How long the work takes under time_limit(3)."
    start = time.monotonic()
    try:
        with it.time_limit(3):
            work()
        raise AssertionError("not ended by its limit")
    except it.LimitError as error:
        spent = time.monotonic() - start
        assert spent < 6, f"{spent:.1f} s"
        return f"{type(error).__name__} after {spent:.1f} s"


def compiled_kernel() -> str:
    ones = np.ones(3000)
    kernel = it.sparsify("y[] = sin(A[i] * B[j] * C[k])", compile=True)
    return _ended(lambda: kernel(ones, ones, ones))


def default_kernel() -> str:
    ones = np.ones(3000)
    kernel = it.sparsify("y[] = sin(A[i] * B[j] * C[k])")
    return _ended(lambda: kernel(ones, ones, ones))


def plain_kernel() -> str:
    ones = np.ones((2000, 2000))
    kernel = it.sparsify("C[i,j] = min(A[i,k], B[k,j])", compile=False)
    return _ended(lambda: kernel(ones, ones))


def interrupt() -> str:
    ones, sent = np.ones(3000), []
    kernel = it.sparsify("y[] = sin(A[i] * B[j] * C[k])", compile=True)
    kernel(ones[:2], ones[:2], ones[:2])

    def send() -> None:
        time.sleep(0.5)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send).start()
    try:
        kernel(ones, ones, ones)
    except KeyboardInterrupt:
        spent = time.monotonic() - sent[0]
        assert spent < 1, f"Ctrl-C after {spent:.1f} s"
        return f"KeyboardInterrupt after {spent:.2f} s"
    raise AssertionError("Ctrl-C is ignored")


def bomb() -> str:
    packed = bz2.compress(b"HloModule m\n" + b" " * (100 * 2**20)) * 30
    return _ended(lambda: it.read_program(packed))


def chain_of_12() -> str:
    given = list(np.random.default_rng(0).random((12, 6, 6)))
    it.einsum("a->a", np.ones(2))
    start = time.monotonic()
    with it.time_limit(3):
        found = it.einsum(_chain(12), *given)
    spent = time.monotonic() - start
    want = np.linalg.multi_dot(given).sum(1)
    assert np.allclose(found, want), "wrong"
    return f"right after {spent * 1e3:.1f} ms"


def chain_of_8() -> str:
    given = [np.ones((6, 6))] * 8

    def least(work: Callable[[], object]) -> float:
        times = []
        for _ in range(20):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return min(times)

    mine = least(lambda: it.einsum(_chain(8), *given))
    theirs = least(lambda: np.einsum(_chain(8), *given, optimize=True))
    text = f"{mine * 1e3:.2f} ms, NumPy {theirs * 1e3:.2f} ms"
    assert mine < 3 * theirs + 5e-4, text
    return text


SINGULAR = """HloModule m
ENTRY e {
  a = f32[4000,4000] iota(), iota_dimension=0
  ROOT r = (f32[4000,4000], f32[4000], f32[4000,4000], f32[4000,4000], s32[]) custom-call(a),
    custom_call_target="lapack_sgesdd_ffi", backend_config={mode = 65 : ui8},
    api_version=API_VERSION_TYPED_FFI
}"""


def singular_values() -> str:
    return _ended(it.read_program(SINGULAR).run)


def long_range() -> str:
    "Does the loop that is left come to its end, too?"
    kernel = it.sparsify("y[] = sin(A[i] * B[j])", compile=True)
    kernel(np.ones(2), np.ones(2, "i1"))
    said = _ended(lambda: kernel(np.ones(40), np.broadcast_to(np.ones(1, "i1"), 4 * 10**8)))
    end = time.monotonic() + 1
    while (left := [t for t in threading.enumerate() if t.name == "run_apart"]) and time.monotonic() < end:
        time.sleep(0.01)
    assert not left, "the loop runs on"
    return said


def estimated_steps() -> str:
    a = it.SparseTensor.from_dense(np.ones((100, 100)), "CSR")
    kernel = it.sparsify("y[] = sin(A[i,j] * B[k,l] * C[m,n])", A="CSR", B="CSR", C="CSR")
    return _ended(lambda: kernel(a, a, a))


ENTRIES: dict[str, Callable[[], str]] = {
    "3.1a": compiled_kernel,
    "3.1b": default_kernel,
    "3.1c": plain_kernel,
    "3.1d": interrupt,
    "3.1e": bomb,
    "3.1f": chain_of_12,
    "3.1g": singular_values,
    "3.1h": long_range,
    "3.1i": estimated_steps,
    "3.2": chain_of_8,
}
