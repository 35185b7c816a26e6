"""Cuts a count into independent tasks, which can run in any thread, process or machine."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from threading import Thread
from typing import NamedTuple

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens.nqueens.problem import MAX_COUNT_N, check_pawns, check_size
from fastqueens.nqueens.rules import NUMBERS, Variant, check_variant
from fastqueens.results import InputError
from fastqueens.search import Clock, Search
from fastqueens.thread_support import run_thread
from fastqueens.validation import check_whole, quote

__all__ = ["Task", "count_task", "forget_plans", "make_task_kernel", "partition", "plan_work"]

_MAX_TASKS = 1 << 20  # `partition` returns a list of them


class Task(NamedTuple):
    """An independent part of a count: small, picklable, the same on every machine.

    Attributes
    ----------
    n, variant, pawns
        The problem.
    first, last : int
        A range of numbered prefixes; a prefix is a placement of the first few queens.
    weight : float
        An estimate of the share of this task in the whole work.
    """

    n: int
    variant: str
    pawns: int
    first: int
    last: int
    weight: float


class _Planning(Thread):
    """Makes a work plan."""

    def __init__(self, n: int) -> None:
        super().__init__(daemon=True)
        self.n = n
        self.made: _kernels.Plan | BaseException | None = None

    def run(self) -> None:
        try:
            self.made = _kernels.Plan(self.n)
        except BaseException as error:
            self.made = error


@lru_cache(maxsize=4)
def _start_planning(n: int) -> _Planning:
    planning = _Planning(n)
    run_thread(planning)
    return planning


def plan_work(n: int, clock: Clock | None = None) -> _kernels.Plan:
    """Make the work plan of a count, in a thread, so that Ctrl-C and time limits work.

    Raises `OutOfTime` when the clock expires. The thread continues, for a later call.
    """
    planning, clock = _start_planning(n), Clock.of(clock)
    while planning.made is None:
        clock.check()
        planning.join(clock.wait_at_most(None))
    if isinstance(planning.made, BaseException):
        forget_plans()
        raise planning.made
    return planning.made


def forget_plans() -> None:
    """Forget all work plans: the next count makes its own, as the first one of a process does."""
    _start_planning.cache_clear()


def _check_counted_by_search(variant: str, pawns: int) -> Variant:
    """Return a variant if it is counted by search, or raise `InputError`."""
    checked = check_variant(variant, "all", pawns)
    if checked == "hertzsprung":
        raise InputError("the variant 'hertzsprung' is counted by a recurrence and has no tasks")
    return checked


def partition(
    n: int, *, variant: Variant = "queens", pawns: int = 0, tasks: int = 64
) -> list[Task]:
    """Cut a count into independent tasks.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    variant : str
        One of `VARIANTS` except ``"hertzsprung"``, which is counted by a recurrence.
    pawns : int
        The number k of pawns, for ``"plus_k"``.
    tasks : int
        The largest number of tasks, 1 to 1,048,576; a small count is cut into fewer tasks.

    Returns
    -------
    list of Task
        The sum of `count_task` over all tasks, in any order and on any machine, is the count.

    Raises
    ------
    InputError
        If the size, the variant or the number of tasks is invalid.

    Examples
    --------
    >>> cut = partition(10, tasks=3)
    >>> sum(count_task(task)[0] for task in reversed(cut))
    724
    """
    variant = _check_counted_by_search(variant, pawns)
    n = check_size(n, MAX_COUNT_N, "counting")
    tasks = check_whole(tasks, "tasks", least=1, most=_MAX_TASKS)
    if variant == "queens":
        plan = plan_work(n)
        ranges = [plan.task(i, tasks) for i in range(tasks)]
        return [
            Task(n, variant, 0, i, j, plan.share(i, j)) for i, j in dict.fromkeys(ranges) if i < j
        ]
    size = _kernels.variant_size(n, NUMBERS[variant], check_pawns(n, pawns))
    cuts = [size * i // tasks for i in range(tasks + 1)]
    return [Task(n, variant, pawns, i, j, (j - i) / size) for i, j in pairwise(cuts) if i < j]


def make_task_kernel(task: Task) -> _kernels.Task | _kernels.Variant:
    """Make the kernel that counts a task."""
    if task.variant == "queens":
        return _kernels.Task(plan_work(task.n), task.first, task.last)
    return _kernels.Variant(task.n, NUMBERS[task.variant], task.pawns, task.first, task.last)


def count_task(task: Task) -> tuple[int, int]:
    """Count one task.

    Parameters
    ----------
    task : Task
        A task from `partition`, or a tuple or list of its six entries.

    Returns
    -------
    solutions, nodes : int
        The solutions in this task, mirror images included, and the nodes searched.

    Raises
    ------
    InputError
        If the argument is not a task.

    Examples
    --------
    >>> count_task(("queens", 8))
    Traceback (most recent call last):
        ...
    fastqueens.results.InputError: found ('queens', 8), expected a task of 6 entries
    """
    try:
        task = Task(*task)
    except (TypeError, NotImplementedError):
        raise InputError(f"found {quote(task)}, expected a task of 6 entries") from None
    n = check_size(task.n, MAX_COUNT_N, "counting")
    check_pawns(
        n, task.pawns if _check_counted_by_search(task.variant, task.pawns) == "plus_k" else 0
    )
    first, last = check_whole(task.first, "first"), check_whole(task.last, "last")
    size = (
        len(plan_work(n))
        if task.variant == "queens"
        else _kernels.variant_size(n, NUMBERS[task.variant], task.pawns)
    )
    if not first <= last <= size:
        raise InputError(
            f"found a task from {first} to {last}, expected a range within 0 to {size}"
        )
    kernel = make_task_kernel(task)
    Search(kernel).run()
    return kernel.solutions, kernel.spent
