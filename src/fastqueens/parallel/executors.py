"""Executors that do tasks: threads, processes, or a cluster that is already running."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fastqueens.extras import extra
from fastqueens.parallel.tasks import set_stop_flag
from fastqueens.parallel.thread_pool import thread_pool
from fastqueens.parallel.threads import default_threads
from fastqueens.results import InputError
from fastqueens.validation import check_whole, did_you_mean, quote

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event as ProcessEvent

__all__ = ["EXECUTORS", "ExecutorLike", "Pool", "check_executor"]

ExecutorLike: TypeAlias = Executor | Callable[[], Executor] | str

# The names of executors, each with its description.
EXECUTORS = {
    "threads": "threads of this process, threads:8 for eight of them",
    "processes": "processes of this machine, processes:8 for eight of them",
    "loky": "processes of loky, which survives the death of a process, loky:8",
    "dask": "the workers of a scheduler of dask.distributed, dask://host:8786",
    "mpi": "the processes of mpi4py.futures, mpi:8 to start eight of them",
}
Kind = Literal["threads", "processes", "loky", "dask", "mpi", "given", "made"]


def check_executor(executor: object) -> tuple[Kind, Any]:
    """Return the kind of an executor and its argument, or raise `InputError`.

    Examples
    --------
    >>> check_executor("processes:8"), check_executor("dask://localhost:8786")
    (('processes', 8), ('dask', 'localhost:8786'))
    >>> check_executor("proceses:8")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: executor is 'proceses:8', expected an executor of \
concurrent.futures, a function that makes one, or threads, processes, loky, dask, mpi; \
did you mean 'processes'?
    """
    if isinstance(executor, str):
        name, _, rest = executor.partition(":")
        if name == "dask" and rest.startswith("//") and len(rest) > 2:
            return "dask", rest[2:]
        if name in EXECUTORS and name != "dask":
            if name == executor:
                return name, None  # type: ignore[return-value]
            if rest.isdecimal() and len(rest) < 8:
                return name, check_whole(int(rest), f"{name}: the number of workers", least=1)  # type: ignore[return-value]
            raise InputError(f"executor is {quote(executor)}, expected a number, as in {name}:8")
        if name == "dask":
            raise InputError(
                f"executor is {quote(executor)}, expected the address of a scheduler, as in "
                "dask://localhost:8786"
            )
        near = did_you_mean(name, EXECUTORS)
    else:
        if isinstance(executor, Executor) or callable(getattr(executor, "submit", None)):
            # The executor of a dask Client returns futures of the standard library.
            get_executor = getattr(executor, "get_executor", None)
            return "given", executor if get_executor is None else get_executor()
        if callable(executor):
            return "made", executor
        near = ""
    raise InputError(
        f"executor is {quote(executor)}, expected an executor of concurrent.futures, a function "
        f"that makes one, or {', '.join(EXECUTORS)}{near}"
    )


class Pool:
    """A running executor. It is created from its name, and restarted if it breaks.

    Parameters
    ----------
    executor : Executor, callable or str
        See `check_executor`.

    Raises
    ------
    InputError
        If the argument is not an executor, its package is not installed, or no scheduler answers.
    """

    def __init__(self, executor: ExecutorLike) -> None:
        self._kind, self._which = check_executor(executor)
        self._client: Any = None
        self._flag: threading.Event | ProcessEvent | None = None
        self._executor = self._make()

    def _make(self) -> Executor:
        kind, which = self._kind, self._which
        if kind == "given":
            executor: Executor = which
        elif kind == "made":
            try:
                executor = which()
            except TypeError as error:
                raise InputError(
                    f"executor is {quote(which)}, expected a function that makes an executor "
                    f"({error})"
                ) from None
            if not callable(getattr(executor, "submit", None)):
                raise InputError(f"executor made {quote(executor)}, expected an executor")
        elif kind == "threads":
            self._flag = threading.Event()
            executor = thread_pool(
                which or default_threads(),
                "task",
                initializer=set_stop_flag,
                initargs=(self._flag,),
            )
        elif kind == "processes":
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # A fork would also copy the locks that other threads hold at that moment.
            context = get_context("spawn")
            self._flag = context.Event()
            executor = ProcessPoolExecutor(
                which or default_threads(), context, _begin_process, (self._flag,)
            )
        elif kind == "loky":
            loky = _import("loky")
            executor = loky.ProcessPoolExecutor(
                which or default_threads(), initializer=_begin_process, initargs=(None,)
            )
        elif kind == "dask":
            distributed = _import("distributed")
            try:
                self._client = distributed.Client(which, timeout=10, set_as_default=False)
            except (OSError, TimeoutError, ValueError) as error:
                raise InputError(
                    f"dask://{which}: found no scheduler ({str(error).splitlines()[0]})"
                ) from None
            executor = self._client.get_executor(pure=False)
        else:
            executor = _import("mpi4py.futures").MPIPoolExecutor(which)
        return executor

    @property
    def renewable(self) -> bool:
        """Whether the executor can be restarted."""
        return self._kind != "given"

    @property
    def workers(self) -> int:
        """The number of tasks that run at the same time, if the executor shows it."""
        executor = self._executor
        client = getattr(executor, "_client", None)
        if client is not None and hasattr(
            client, "nthreads"
        ):  # the number of workers of dask changes
            return sum(client.nthreads().values())
        for name in ("num_workers", "_max_workers"):  # there is no public attribute for the number
            found = getattr(executor, name, None)
            if isinstance(found, int) and found > 0:
                return found
        return default_threads()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a call."""
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Restart the executor after it broke."""
        self._executor.shutdown(wait=False)
        self._executor = self._make()

    def close(self) -> None:
        """Stop the workers that this object started; an executor of the caller keeps running."""
        if self._kind == "given":
            return
        if self._flag is not None:
            self._flag.set()
        if self._kind == "loky":
            self._executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]
        elif self._kind == "dask":  # shutdown() of dask has no argument cancel_futures
            self._executor.shutdown(wait=False)
        else:
            self._executor.shutdown(wait=True, cancel_futures=True)
        if self._client is not None:
            self._client.close()


def _import(module: str) -> Any:
    from importlib import import_module

    package = module.partition(".")[0]
    try:
        with extra("mpi" if package == "mpi4py" else "cluster", f"this executor needs {package}"):
            return import_module(module)
    except RuntimeError as error:  # mpi4py is installed, but the MPI library is not
        raise InputError(f"this executor needs MPI: {error}") from None


def _begin_process(flag: ProcessEvent | None) -> None:
    """Prepare a worker process: it ignores Ctrl-C and ends when its parent is gone."""
    import signal
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_stop_flag(flag)
    parent = parent_process()
    sentinel = None if parent is None else getattr(parent, "sentinel", None)  # loky has no sentinel
    threading.Thread(
        target=_end_with_parent, args=(flag, sentinel, os.getppid()), daemon=True
    ).start()


def _end_with_parent(flag: ProcessEvent | None, sentinel: int | None, parent: int) -> None:
    """End this process after its parent has ended; a pool does not notice that by itself.

    Also end this process if the stop flag is set and a task still runs a second later.
    """
    from multiprocessing.connection import wait
    from time import sleep

    while True:
        if sentinel is None:
            sleep(0.2)
            gone = os.getppid() != parent
        else:
            gone = bool(wait([sentinel], 0.2))
        if gone:
            break
        if flag is not None and flag.is_set():
            sleep(1)
            break
    os._exit(1)
