"""Tasks: independent pieces of a large count or batch, small enough to repeat after a failure.

A *task* is a number and the arguments of a module-level function. Both can be pickled, so a thread,
another process or another machine can do the task. A *plan* describes all tasks of a problem, but
makes each task only when it is sent. The same problem, cut in the same way, always gives the same
tasks.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from fastqueens.results import InputError, Reason, round_count
from fastqueens.search import DONE, Clock, Kernel, Progress, Search
from fastqueens.validation import plural

__all__ = [
    "Plan",
    "SentDeadline",
    "TaskCancelled",
    "TaskProgress",
    "TaskResult",
    "Work",
    "check_no_limits",
    "check_threads_alone",
    "current_stop_flag",
    "run_machine",
    "run_task",
    "run_tasks",
    "send_deadline",
    "set_stop_flag",
    "worker_name",
]

_CHECK = 1 << 10  # tasks between two checks of the clock
_SORTED = 1 << 20  # plans with more tasks than this are not sorted, which saves the memory


class Work(Protocol):
    """A module-level function that does one task."""

    def __call__(self, *job: Any) -> tuple[Any, dict[str, int]]:
        """Return the result and the counters of the work."""
        ...


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a task.

    Attributes
    ----------
    number : int
        The number of the task.
    result : object
        The value that the task computed.
    work : dict
        The deterministic counters.
    seconds : float
        The time of the task on its worker.
    worker : str
        The machine and process of the worker.
    """

    number: int
    result: Any
    work: dict[str, int]
    seconds: float
    worker: str


@dataclass(frozen=True, slots=True)
class SentDeadline:
    """A deadline that is sent with a task.

    A task may wait at its worker before it starts, so less time is left than when it was sent. A
    worker on the machine of the sender compares `end` with its clock. The clocks of other machines
    differ, so their workers use `seconds`.

    Attributes
    ----------
    seconds : float
        The seconds left when the task was sent.
    end : float
        The deadline, in the time of `perf_counter` on the machine that sent the task.
    machine : str
        The name of the machine that sent the task.
    """

    seconds: float
    end: float
    machine: str

    def clock(self) -> Clock:
        """Return a clock for the seconds left now."""
        clock = Clock(self.seconds)
        if self.machine == _machine():
            clock.deadline = min(clock.deadline, self.end)
        return clock


@dataclass(frozen=True, slots=True)
class Plan:
    """A problem cut into tasks.

    Attributes
    ----------
    about : dict
        The problem and how it is cut into tasks, as plain data. Plans with equal `about` have the
        same tasks.
    size : int
        The number of tasks.
    work : Work
        The function that does a task.
    job : callable
        Returns the arguments of `work` for a task, given its number.
    weight : callable, optional
        Estimates the size of a task, given its number; the largest tasks are sent first. By default
        all tasks are equal.
    whole : float
        The sum of all weights; by default the number of tasks.
    divisor : int
        The sum of all results is divided by this number.

    Examples
    --------
    >>> plan = Plan({}, 3, pow, lambda i: (2, i), weight=lambda i: 1 + i % 2, whole=4)
    >>> list(plan.order()), [pow(*plan.job(i)) for i in plan.order()]
    ([1, 0, 2], [2, 1, 4])
    """

    about: dict[str, Any]
    size: int
    work: Callable[..., Any]
    job: Callable[[int], tuple[Any, ...]]
    weight: Callable[[int], float] | None = None
    whole: float | None = None
    divisor: int = 1

    def order(self, clock: Clock | None = None) -> Iterator[int]:
        """Yield the numbers of all tasks, the largest tasks first."""
        if self.weight is None or self.size > _SORTED:
            yield from range(self.size)
            return
        weight, clock, weights = self.weight, Clock.of(clock), np.empty(self.size)
        for i in range(self.size):
            if i % _CHECK == 0:
                clock.check()
            weights[i] = weight(i)
        yield from map(int, np.argsort(-weights, kind="stable"))

    def share(self, number: int) -> float:
        """Estimate the share of a task in the whole work."""
        whole = self.size if self.whole is None else self.whole
        return (1.0 if self.weight is None else self.weight(number)) / whole


@dataclass(slots=True)
class TaskProgress(Progress):
    """The argument of the progress callback of a count by tasks.

    Attributes
    ----------
    done, tasks : int
        The number of finished tasks, and of all tasks.
    workers : int
        The number of tasks done at the same time.
    fraction : float
        The estimated share of the work that is done.
    began : float
        The share of the work that the ledger already held at the start.
    found : int
        Solutions so far.
    """

    done: int = 0
    tasks: int = 0
    workers: int = 0
    fraction: float = 0.0
    began: float = 0.0
    found: int = 0

    @property
    def seconds_left(self) -> float:
        """The estimated time left; infinite until the first task is finished."""
        if self.fraction <= self.began:
            return float("inf")
        return self.seconds * (1 - self.fraction) / (self.fraction - self.began)

    def __str__(self) -> str:
        found = round_count(self.found, "solutions")
        tasks = f"{self.done:,} of {plural(self.tasks, 'task')}"
        return f"{self.fraction:.0%} done, {tasks}, {found}, {self.seconds:.1f} s"


class TaskCancelled(Exception):
    """A task was cancelled because its caller has stopped waiting."""


class StopFlag(Protocol):
    """An event of threads or of processes that tells workers to stop."""

    def is_set(self) -> bool:
        """Whether workers must stop."""
        ...


_thread = threading.local()  # the stop flag of each worker thread


def set_stop_flag(flag: StopFlag | None) -> None:
    """Set the stop flag that the later tasks of this thread check."""
    _thread.flag = flag


def current_stop_flag() -> StopFlag | None:
    """Return the stop flag of this thread, or None."""
    return getattr(_thread, "flag", None)


def _check_flag(_: Progress | None = None) -> None:
    flag = current_stop_flag()
    if flag is not None and flag.is_set():
        raise TaskCancelled


def run_machine(
    machine: Kernel, *, may_give_up: bool = False, clock: Clock | None = None
) -> Reason | None:
    """Run the kernel of a task to its end.

    With `may_give_up`, a local search that gives up is no error.
    """
    search = Search(machine, progress=_check_flag, interval=0.01, time_limit=clock)
    if search.run() == DONE:
        return None
    if search.reason == "time" or (may_give_up and search.reason == "iterations"):
        return search.reason
    raise MemoryError("not enough memory for a task")


def run_task(work: Work, number: int, job: tuple[Any, ...]) -> TaskResult:
    """Do one task; called on the worker."""
    start = perf_counter()
    result, counters = work(*job)
    return TaskResult(number, result, counters, perf_counter() - start, worker_name())


def run_tasks(
    work: Work, jobs: list[tuple[int, tuple[Any, ...]]]
) -> tuple[list[TaskResult], tuple[int, Exception] | None]:
    """Do tasks one after the other until one raises; called on the worker."""
    done: list[TaskResult] = []
    for number, job in jobs:
        try:
            _check_flag()  # a short task does not check the flag
            done.append(run_task(work, number, job))
        except Exception as error:  # the scheduler reports it
            return done, (number, error)
    return done, None


def worker_name() -> str:
    """Return the name of this machine and process."""
    return f"{_machine()}:{os.getpid()}"


def send_deadline(clock: Clock) -> SentDeadline | None:
    """Return the deadline of a clock, to be sent with a task; None without a limit."""
    left = clock.left()
    return None if left is None else SentDeadline(left, clock.deadline, _machine())


def _machine() -> str:
    import platform

    return platform.node()


def check_threads_alone(executor: object, threads: object) -> None:
    """Raise `InputError` if both threads and an executor are given."""
    if executor is not None and threads is not None:
        raise InputError("threads and executor cannot be used together; use executor='threads:4'")


def check_no_limits(executor: object, ledger: object, tasks: object, **limits: object) -> bool:
    """Return whether tasks do the count; raise `InputError` for limits that tasks cannot obey."""
    if executor is None and ledger is None:
        if tasks is not None:
            raise InputError("tasks needs an executor or a ledger")
        return False
    for name, value in limits.items():
        if value is not None:
            raise InputError(f"{name} cannot be used with an executor or a ledger")
    return True
