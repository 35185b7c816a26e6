"""How large a count is, by a sample of its tasks: the number, the work, the time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from fastqueens.nqueens.distributed_count import seconds_of
from fastqueens.nqueens.problem import MAX_COUNT_N, check_size
from fastqueens.nqueens.work_partition import Task as Part
from fastqueens.nqueens.work_partition import machine_of, plan_of
from fastqueens.parallel.threads import default_threads
from fastqueens.results import InputError, SearchStopped
from fastqueens.search import DONE, Search
from fastqueens.validation import check_callable, check_seed, check_whole, deadline_of, quote

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.count import Plan

__all__ = ["Estimate", "estimate"]

_MOST = 10**6
_SPARSE = 8  # the sample is an eighth of the tasks at most, where there are so many prefixes
_SECONDS = 0.02  # that a task of the sample should take, where prefixes are that small


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a sample says of a count.

    Attributes
    ----------
    n, tasks : int
        Rows, and tasks counted for the sample.
    mean, error : float
        The number of solutions, and its standard error: two times out of three the true number is
        no further off than that, nineteen times out of twenty no further than twice that.
    nodes : float
        The nodes of the whole count.
    seconds : float
        What the whole would take one core like this one.
    took : float
        What the sample took.
    """

    n: int
    tasks: int
    mean: float
    error: float
    nodes: float
    seconds: float
    took: float

    def time(self, machines: int = 1) -> float:
        """Return the seconds that so many machines like this one, with all their cores, would take.

        Parameters
        ----------
        machines : int
            How many.

        Returns
        -------
        float

        Raises
        ------
        InputError
            For a number less than 1.

        Examples
        --------
        >>> guess = Estimate(20, 200, 3.9e10, 1e9, 3e11, 7200.0, 4.0)
        >>> guess.time(2) == guess.time() / 2
        True
        """
        machines = check_whole(machines, "machines", least=1)
        return self.seconds / default_threads() / machines

    def __str__(self) -> str:
        return (
            f"{self.mean:.4g} solutions ± {self.error:.2g}, {self.seconds / 3600:.3g} core-hours, "
            f"by {self.tasks} tasks in {self.took:.1f} s"
        )


def estimate(
    n: int,
    *,
    tasks: int = 200,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Estimate:
    """Guess how many ways there are to place n queens, and how long counting them would take.

    The count is cut into many small tasks of about equal work; one out of each of `tasks` strata
    is counted, and weighed by its share of the work.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    tasks : int
        How many are counted: four times as many halve the error. Beyond 22 rows some tasks take
        seconds and more.
    seed : int
        Of the choice.
    time_limit : float, optional
        Seconds.
    progress : callable, optional
        Called with the numbers of tasks counted and to count.

    Returns
    -------
    Estimate

    Raises
    ------
    SearchStopped
        Where the time is over. Its ``partial`` is the number of tasks counted.
    InputError
        For an argument that cannot be used.

    Examples
    --------
    >>> guess = estimate(14, tasks=100)
    >>> abs(guess.mean - 365596) < 3 * guess.error, guess.error < 0.1 * guess.mean
    (True, True)
    """
    n = check_size(n, MAX_COUNT_N, "counting")
    tasks = check_whole(tasks, "tasks", least=2)
    if tasks > _MOST:
        raise InputError(f"tasks is {quote(tasks)}, expected {_MOST:,} or less")
    check_callable(progress, "progress")
    deadline = deadline_of(time_limit)
    dice = random.Random(check_seed(seed))
    start = perf_counter()
    plan = plan_of(n)
    cut = max(tasks, min(len(plan), max(_SPARSE * tasks, int(seconds_of(n) / _SECONDS))))
    found: list[tuple[float, float]] = []  # solutions and share of each task, by its probability
    nodes = seconds = 0.0
    for i in range(tasks):
        first, last = cut * i // tasks, cut * (i + 1) // tasks
        span, chance = _task_at(plan, first + int(dice.random() * (last - first)), cut)
        machine = machine_of(Part(n, "queens", 0, *span, chance))
        left = None if deadline is None else max(0.0, deadline - perf_counter())
        before = thread_time()
        if Search(machine, time_limit=left).run() != DONE:
            raise SearchStopped(
                f"the estimate was stopped by the time limit after {i} of {tasks} tasks",
                partial=i,
                reason="time",
            )
        found.append((machine.solutions / chance, plan.share(*span) / chance))
        nodes += machine.spent / chance
        seconds += (thread_time() - before) / chance
        if progress is not None:
            progress(i + 1, tasks)
    # By the ratio of solutions to guessed work, which varies less than the solutions. The strata
    # make the error smaller than what is told, by a factor of 3 or so.
    whole = sum(share for _, share in found) or 1.0
    mean = sum(x for x, _ in found) / whole
    squares = sum((x - mean * share) ** 2 for x, share in found)
    left_out = 1 - tasks / cut  # none: the sample is the whole
    error = sqrt(squares * left_out * tasks / (tasks - 1)) / whole
    took = perf_counter() - start
    return Estimate(n, tasks, mean, error, nodes / whole, seconds / whole, took)


def _task_at(plan: Plan, i: int, cut: int) -> tuple[tuple[int, int], float]:
    """Return the task that has part i of the work, and the chance that a part falls to it.

    A prefix may be the work of several parts: all but the first of them are empty.
    """

    def begin(part: int) -> int:
        return len(plan) if part == cut else plan.task(part, cut)[0]

    def first_from(prefix: int) -> int:
        """Return the first part that begins at a prefix or after it."""
        low, high = 0, cut
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if begin(middle) < prefix else (low, middle)
        return low

    stop = begin(i) if begin(i) == begin(i + 1) else begin(i + 1)
    first = max(0, first_from(stop) - 1)
    last = min(cut, first_from(stop + 1))
    return (begin(first), stop), max(1, last - 1 - first) / cut
