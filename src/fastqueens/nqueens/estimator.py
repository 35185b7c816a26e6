"""Estimates a count from a sample of its tasks: the solutions, the nodes and the time."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from fastqueens._kernels.nqueens.join import JoinTask
from fastqueens.nqueens.distributed_count import guess_seconds
from fastqueens.nqueens.join_count import (
    COUNTING_METHODS,
    DEFAULT_BYTES,
    choose_counting,
    guess_join_seconds,
    join_plan,
)
from fastqueens.nqueens.options import CountMethodName
from fastqueens.nqueens.problem import MAX_COUNT_N, check_size
from fastqueens.nqueens.work_partition import Task, make_task_kernel, plan_work
from fastqueens.parallel.threads import default_threads
from fastqueens.results import SearchStopped, describe_stop
from fastqueens.search import DONE, CancelEvent, Clock, OutOfTime, Search
from fastqueens.thread_support import thread_time
from fastqueens.validation import (
    ItemsProgress,
    check_choice,
    check_progress,
    check_seed,
    check_whole,
)

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.count import Plan, Range
    from fastqueens._kernels.nqueens.join import JoinPlan

__all__ = ["Estimate", "estimate"]

_MAX_TASKS = 10**6
_MIN_STRATUM = 8  # the fewest tasks in a stratum, if there are enough prefixes
_LARGEST_KEPT = 21  # joining up to this n keeps its lists of quarter boards between tasks
_TASK_SECONDS = 0.02  # the intended duration of a task; a task has at least one prefix


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a count, from a sample of its tasks.

    Attributes
    ----------
    n, tasks : int
        The rows of the board, and the number of tasks in the sample.
    mean, error : float
        The estimated number of solutions, and its standard error. With a probability of two thirds,
        the true number differs from the mean by at most one error; with a probability of 95 %, by
        at most two errors.
    nodes : float
        The estimated number of nodes of the whole count.
    seconds : float
        The estimated time of the whole count on one core of this machine.
    took : float
        The seconds that the sample took.
    """

    n: int
    tasks: int
    mean: float
    error: float
    nodes: float
    seconds: float
    took: float

    def time(self, machines: int = 1) -> float:
        """Estimate the seconds of the whole count on all cores of several machines like this one.

        Parameters
        ----------
        machines : int
            The number of machines.

        Returns
        -------
        float

        Raises
        ------
        InputError
            If the number is less than 1.

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
    method: CountMethodName | Literal["auto"] = "auto",
    tasks: int = 200,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    progress: ItemsProgress | None = None,
) -> Estimate:
    """Estimate the number of placements of n queens, and the time that counting them takes.

    The count is cut into many small tasks of about equal work (stratified sampling): the tasks are
    divided into `tasks` strata, and one task of each stratum is counted and weighted by its share
    of the work.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    method : {"auto", "bitboard", "join"}
        The method whose time is estimated. ``"auto"`` means the method that `count` chooses.
    tasks : int
        The number of tasks to count. Four times as many tasks halve the error. On boards of more
        than 22 rows, some tasks take seconds or longer.
    seed : int
        The seed of the sample.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    progress : callable or "bar", optional
        Called with two numbers: the number of tasks counted so far, and the number of all tasks of
        the sample.

    Returns
    -------
    Estimate

    Raises
    ------
    SearchStopped
        If the time limit was reached. Its ``partial`` is the number of tasks counted.
    InputError
        If an argument is invalid.

    Examples
    --------
    >>> guess = estimate(14, tasks=100)
    >>> abs(guess.mean - 365596) < 3 * guess.error, guess.error < 0.1 * guess.mean
    (True, True)
    """
    clock = Clock(time_limit, cancel)
    n = check_size(n, MAX_COUNT_N, "counting")
    tasks = check_whole(tasks, "tasks", least=2, most=_MAX_TASKS)
    progress = check_progress(progress)
    check_choice(method, "method", ("auto", *COUNTING_METHODS))
    used = choose_counting(n, method, None)
    dice = random.Random(check_seed(seed))
    start = perf_counter()
    try:
        plan: Plan | JoinPlan = join_plan(n) if used == "join" else plan_work(n, clock)
    except OutOfTime:
        raise _stopped(0, tasks, clock) from None
    whole_seconds = guess_join_seconds(n) if used == "join" else guess_seconds(n)
    wanted = max(_MIN_STRATUM * tasks, int(whole_seconds / _TASK_SECONDS))
    cut = max(tasks, min(len(plan), wanted))
    joining = JoinTask(join_plan(n), 0, 0, DEFAULT_BYTES) if used == "join" else None
    samples: list[tuple[float, float]] = []  # (solutions, share of the work) / probability
    nodes = seconds = 0.0
    for i in range(tasks):
        first, last = cut * i // tasks, cut * (i + 1) // tasks
        span, chance = _task_of_stratum(plan, first + int(dice.random() * (last - first)), cut)
        kernel: JoinTask | Range
        if joining is None:
            kernel = make_task_kernel(Task(n, "queens", 0, *span, chance))
        else:
            if n <= _LARGEST_KEPT:
                # Count once without the clock: a whole count makes the lists once for many tasks.
                joining.restart(*span)
                _run(joining, clock, i, tasks)
            joining.restart(*span)
            kernel = joining
        before = thread_time()
        _run(kernel, clock, i, tasks)
        samples.append((kernel.solutions / chance, plan.share(*span) / chance))
        nodes += kernel.spent / chance
        seconds += (thread_time() - before) / chance
        if progress is not None:
            progress(i + 1, tasks)
    # A ratio estimator: the ratio of solutions to estimated work varies less than the number of
    # solutions. Because of the strata, the true error is about 3 times smaller than the result of
    # this formula.
    whole = sum(share for _, share in samples) or 1.0
    mean = sum(x for x, _ in samples) / whole
    squares = sum((x - mean * share) ** 2 for x, share in samples)
    left_out = 1 - tasks / cut  # 0 if all tasks are counted
    error = sqrt(squares * left_out * tasks / (tasks - 1)) / whole
    took = perf_counter() - start
    return Estimate(n, tasks, mean, error, nodes / whole, seconds / whole, took)


def _run(kernel: JoinTask | Range, clock: Clock, done: int, tasks: int) -> None:
    search = Search(kernel, time_limit=clock)
    if search.run() == DONE:
        return
    if search.reason == "memory":
        raise SearchStopped(
            f"a task needs more than {DEFAULT_BYTES >> 20} MiB", reason="memory", partial=done
        )
    raise _stopped(done, tasks, clock)


def _stopped(done: int, tasks: int, clock: Clock) -> SearchStopped:
    return SearchStopped(
        f"the estimate was {describe_stop(clock.reason)} after {done} of {tasks} tasks",
        partial=done,
        reason=clock.reason,
    )


def _task_of_stratum(plan: Plan | JoinPlan, i: int, cut: int) -> tuple[tuple[int, int], float]:
    """Return the range of prefixes of task i of `cut`, and the probability that it is chosen.

    A large prefix may cover several tasks; all of these tasks except the first are then empty.
    """

    def begin(task: int) -> int:
        return len(plan) if task == cut else plan.task(task, cut)[0]

    def first_from(prefix: int) -> int:
        """Return the first task that begins at or after a prefix."""
        low, high = 0, cut
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if begin(middle) < prefix else (low, middle)
        return low

    stop = begin(i) if begin(i) == begin(i + 1) else begin(i + 1)
    first = max(0, first_from(stop) - 1)
    last = min(cut, first_from(stop + 1))
    return (begin(first), stop), max(1, last - 1 - first) / cut
