"""Tasks of work: independent pieces of a large count or batch, small enough to lose.

A *task* is a number, and the arguments of a function of some module: both are pickled, so it can be
done by a thread, another process or another machine. A *plan* says what the tasks of a problem are
without making them all: a task is made when it is sent. Cut the same problem again with the same
plan, and task 17 is the same task.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from fastqueens.results import InputError, Reason
from fastqueens.search import DONE, Kernel, Progress, Search

__all__ = [
    "Done",
    "Left",
    "Plan",
    "TaskProgress",
    "Until",
    "Work",
    "check_alone",
    "check_no_limits",
    "flag_here",
    "obey",
    "run_machine",
    "run_task",
    "run_tasks",
    "until",
    "worker_here",
]

_SORTED = 1 << 20  # tasks; more are sent as they come, which needs no memory


class Work(Protocol):
    """A function of some module, which does a task."""

    def __call__(self, *job: Any) -> tuple[Any, dict[str, int]]:
        """Return the result and the work it took, by name."""
        ...


@dataclass(frozen=True, slots=True)
class Done:
    """What came back of a task.

    Attributes
    ----------
    number : int
        Which one.
    result : object
        What was found in it.
    work : dict
        The deterministic counters.
    seconds : float
        How long it took where it was done.
    worker : str
        Who did it: machine and process.
    """

    number: int
    result: Any
    work: dict[str, int]
    seconds: float
    worker: str


@dataclass(frozen=True, slots=True)
class Until:
    """A deadline that is sent along with a task.

    A task waits where it was sent to, so the seconds that were left when it was sent are too many
    by then. On the machine that sent it the clock tells how many are left.

    Attributes
    ----------
    seconds : float
        What was left when it was sent.
    end : float
        The deadline, by `perf_counter` of the machine that sent it.
    machine : str
        Which one that was.
    """

    seconds: float
    end: float
    machine: str

    def left(self) -> float:
        """Return the seconds that are left here and now."""
        if self.machine != _machine():
            return self.seconds
        return min(self.seconds, max(0.0, self.end - perf_counter()))


@dataclass(frozen=True, slots=True)
class Plan:
    """A problem, cut.

    Attributes
    ----------
    about : dict
        What is counted and how it is cut, as plain data: two plans of equal `about` have the same
        tasks.
    size : int
        How many tasks.
    work : Work
        Does a task.
    job : callable
        Makes the arguments of `work` for a task, given its number.
    weight : callable, optional
        Guesses how large a task is: the largest are sent first. By default all are equal.
    whole : float
        The weight of all tasks; by default 1 for each.
    divisor : int
        What the sum of all results is divided by.

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

    def order(self) -> Iterator[int]:
        """Go through the numbers of all tasks, those of the largest first."""
        if self.weight is None or self.size > _SORTED:
            yield from range(self.size)
            return
        weights = np.fromiter(map(self.weight, range(self.size)), np.float64, self.size)
        yield from map(int, np.argsort(-weights, kind="stable"))

    def share(self, number: int) -> float:
        """Guess the share of the whole work that a task is."""
        whole = self.size if self.whole is None else self.whole
        return (1.0 if self.weight is None else self.weight(number)) / whole


@dataclass(slots=True)
class TaskProgress(Progress):
    """What the progress callback of a count by tasks is given: a `Progress`, and more.

    Attributes
    ----------
    done, tasks : int
        Tasks that came back, and all of them.
    workers : int
        How many are done at a time.
    fraction : float
        The share of the work that is done, a guess.
    began : float
        The share that a ledger held at the beginning.
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
        """An estimate of the time left; infinite until something is done."""
        if self.fraction <= self.began:
            return float("inf")
        return self.seconds * (1 - self.fraction) / (self.fraction - self.began)


class Left(Exception):
    """A task was left where it was, as nobody waits for it any more."""


class Flag(Protocol):
    """What tells a worker to leave: an event of threads or of processes."""

    def is_set(self) -> bool:
        """Whether it is time."""
        ...


_here = threading.local()  # of each worker: the flag it obeys, if it was given one


def obey(flag: Flag | None) -> None:
    """Let the tasks that this thread does from now on end when a flag is set."""
    _here.flag = flag


def flag_here() -> Flag | None:
    """Return the flag that this thread obeys, if it was given one."""
    return getattr(_here, "flag", None)


def _look(_: Progress) -> None:
    flag = flag_here()
    if flag is not None and flag.is_set():
        raise Left


def run_machine(
    machine: Kernel, *, may_give_up: bool = False, time_limit: float | None = None
) -> Reason | None:
    """Run the machine of a task to its end, or to where it gives up, if that is an answer.

    Returns
    -------
    str or None
        What stopped it before its end.

    Raises
    ------
    Left
        Where the worker was told to leave.
    MemoryError
        Where the machine cannot go on.
    """
    search = Search(machine, progress=_look, interval=0.05, time_limit=time_limit)
    if search.run() == DONE:
        return None
    if search.reason == "time" or (may_give_up and search.reason == "iterations"):
        return search.reason
    raise MemoryError("not enough memory for a task")


def run_task(work: Work, number: int, job: tuple[Any, ...]) -> Done:
    """Do a task, where it was sent to."""
    start = perf_counter()
    result, counters = work(*job)
    return Done(number, result, counters, perf_counter() - start, worker_here())


def run_tasks(
    work: Work, jobs: list[tuple[int, tuple[Any, ...]]]
) -> tuple[list[Done], tuple[int, Exception] | None]:
    """Do some tasks one after the other, where they were sent to, up to one that raises."""
    done: list[Done] = []
    for number, job in jobs:
        try:
            done.append(run_task(work, number, job))
        except Exception as error:  # whatever it is, the driver tells it
            return done, (number, error)
    return done, None


def worker_here() -> str:
    """Return what `Done` calls this process."""
    return f"{_machine()}:{os.getpid()}"


def until(deadline: float | None) -> Until | None:
    """Return what to send along with a task for a deadline by `perf_counter` here, if any."""
    if deadline is None:
        return None
    return Until(max(0.0, deadline - perf_counter()), deadline, _machine())


def _machine() -> str:
    import platform

    return platform.node()


def check_alone(executor: object, threads: object) -> None:
    """Refuse threads beside an executor."""
    if executor is not None and threads is not None:
        raise InputError("threads and executor exclude each other: give executor='threads:4'")


def check_no_limits(executor: object, ledger: object, tasks: object, **limits: object) -> bool:
    """Return whether a count is to be done by tasks; refuse what does not go with that."""
    if executor is None and ledger is None:
        if tasks is not None:
            raise InputError("tasks goes with an executor or a ledger")
        return False
    for name, value in limits.items():
        if value is not None:
            raise InputError(f"{name} does not go with an executor or a ledger")
    return True
