"""A count cut into independent tasks, which any thread, process or machine can do."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from threading import Thread
from typing import NamedTuple

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens.nqueens.problem import MAX_COUNT_N, check_pawns, check_size
from fastqueens.nqueens.rules import NUMBERS, Variant, check_variant
from fastqueens.results import InputError
from fastqueens.search import Search
from fastqueens.validation import check_whole

__all__ = ["Task", "count_task", "machine_of", "partition", "plan_of"]


class Task(NamedTuple):
    """An independent part of a count: small, picklable, the same on every machine.

    Attributes
    ----------
    n, variant, pawns
        What is counted.
    first, last : int
        A range of prefixes, placements of the first few queens, by their numbers.
    weight : float
        The share of the whole work that this task is guessed to be.
    """

    n: int
    variant: str
    pawns: int
    first: int
    last: int
    weight: float


@lru_cache(maxsize=4)
def plan_of(n: int) -> _kernels.Plan:
    """Make the plan of a count, in a thread of its own so that Ctrl-C need not wait for it."""
    if n <= 18:
        return _kernels.Plan(n)
    made: list[_kernels.Plan | BaseException] = []

    def make() -> None:
        try:
            made.append(_kernels.Plan(n))
        except BaseException as error:
            made.append(error)

    thread = Thread(target=make, daemon=True)
    thread.start()
    thread.join()
    if isinstance(made[0], BaseException):
        raise made[0]
    return made[0]


def _counted(variant: str, pawns: int) -> Variant:
    """Return a variant that is counted by search, or raise `InputError`."""
    found = check_variant(variant, "all", pawns)
    if found == "hertzsprung":
        raise InputError(f"the variant {variant!r} is counted by a recurrence, it has no tasks")
    return found


def partition(
    n: int, *, variant: Variant = "queens", pawns: int = 0, tasks: int = 64
) -> list[Task]:
    """Cut a count into independent tasks.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    variant : str
        One of `VARIANTS` but ``"hertzsprung"``, which is not counted by search.
    pawns : int
        For ``"plus_k"``.
    tasks : int
        Into how many; fewer come back where there is less to do.

    Returns
    -------
    list of Task
        The sum of `count_task` over them, in any order and on any machines, is the count.

    Raises
    ------
    InputError
        For a size, variant or number of tasks that cannot be used.

    Examples
    --------
    >>> cut = partition(10, tasks=3)
    >>> sum(count_task(task)[0] for task in reversed(cut))
    724
    """
    variant = _counted(variant, pawns)
    n = check_size(n, MAX_COUNT_N, "counting")
    tasks = check_whole(tasks, "tasks", least=1)
    if variant == "queens":
        plan = plan_of(n)
        ranges = [plan.task(i, tasks) for i in range(tasks)]
        return [
            Task(n, variant, 0, i, j, plan.share(i, j)) for i, j in dict.fromkeys(ranges) if i < j
        ]
    size = _kernels.variant_size(n, NUMBERS[variant], check_pawns(n, pawns))
    cuts = [size * i // tasks for i in range(tasks + 1)]
    return [Task(n, variant, pawns, i, j, (j - i) / size) for i, j in pairwise(cuts) if i < j]


def machine_of(task: Task) -> _kernels.Task | _kernels.Variant:
    """Make the machine that counts a task."""
    if task.variant == "queens":
        return _kernels.Task(plan_of(task.n), task.first, task.last)
    return _kernels.Variant(task.n, NUMBERS[task.variant], task.pawns, task.first, task.last)


def count_task(task: Task) -> tuple[int, int]:
    """Count one task.

    Parameters
    ----------
    task : Task
        From `partition`; a plain tuple or list of its six entries does as well.

    Returns
    -------
    solutions, nodes : int
        Solutions in this task, mirror images included, and the work it took.

    Raises
    ------
    InputError
        For what is no task.

    Examples
    --------
    >>> count_task(("queens", 8))
    Traceback (most recent call last):
        ...
    fastqueens.results.InputError: found ('queens', 8), expected a task of 6 entries
    """
    try:
        task = Task(*task)
    except TypeError:
        raise InputError(f"found {task!r}, expected a task of 6 entries") from None
    n = check_size(task.n, MAX_COUNT_N, "counting")
    check_pawns(n, task.pawns if _counted(task.variant, task.pawns) == "plus_k" else 0)
    first, last = check_whole(task.first, "first"), check_whole(task.last, "last")
    size = (
        len(plan_of(n))
        if task.variant == "queens"
        else _kernels.variant_size(n, NUMBERS[task.variant], task.pawns)
    )
    if not first <= last <= size:
        raise InputError(
            f"found a task from {first} to {last}, expected a range within 0 to {size}"
        )
    machine = machine_of(task)
    Search(machine).run()
    return machine.solutions, machine.spent
