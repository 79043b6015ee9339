"""Jupyter kernels that are forked from one process which has imported what kernels import.

IPython, NumPy, Numba, SymPy and the package take four seconds to import, and a notebook needs a good part of them; of
all notebooks that is a third of the time. Processes come from `multiprocessing`'s fork server, so they share nothing
else.
"""
from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

IMPORTED = ["ipykernel.kernelapp", "ipykernel.ipkernel", "numpy", "matplotlib.figure", "kept"]


def kernel(arguments: list[str], folder: str, environment: Mapping[str, str]) -> None:
    "What the process does: be a kernel until it is shut down."
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()  # what an interrupt of the kernel's group is for
    os.chdir(folder)
    os.environ.clear()
    os.environ.update({**environment, "JPY_PARENT_PID": str(os.getppid())})  # it ends with the server
    multiprocessing.set_start_method(None, force=True)  # processes of a notebook start as anywhere
    IPKernelApp.launch_instance(argv=[*arguments, "--quiet"])


class Forked:
    "A process as `subprocess.Popen` would show it."

    stdin = stdout = stderr = None

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        self.process, self.pid = process, process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self) -> int | None:
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.process.terminate()

    def kill(self) -> None:
        self.process.kill()


class ForkedProvisioner(LocalProvisioner):
    "Starts kernels by forking."

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        "`cmd` is `python -m ipykernel_launcher ...`: only what comes after that matters."
        context = multiprocessing.get_context("forkserver")
        given = (cmd[cmd.index("ipykernel_launcher") + 1 :], str(kwargs["cwd"]), kwargs["env"])
        process = context.Process(target=kernel, args=given, daemon=False)
        process.start()
        self.process = Forked(process)
        self.pid = self.pgid = process.pid
        return self.connection_info


class ForkedFactory(KernelProvisionerFactory):
    "All kernels of this process are forked."

    def create_provisioner_instance(self, kernel_id: str, kernel_spec: Any, parent: Any) -> ForkedProvisioner:
        return ForkedProvisioner(kernel_id=kernel_id, kernel_spec=kernel_spec, parent=parent)


def use_forks(environment: Mapping[str, str]) -> None:
    "From now on. `environment`: what the kernels have besides, also when the shared modules are imported."
    path = os.environ.get("PYTHONPATH")
    here = str(Path(__file__).parent)
    os.environ.update(environment, PYTHONPATH=os.pathsep.join(filter(None, (here, path))))  # for `kept`
    multiprocessing.get_context("forkserver").set_forkserver_preload(IMPORTED)
    forkserver.ensure_running()
    os.environ.pop("PYTHONPATH") if path is None else os.environ.update(PYTHONPATH=path)
    ForkedFactory.instance()
