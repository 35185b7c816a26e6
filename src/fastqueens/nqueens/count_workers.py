"""Workers that each count a part of the solutions, run side by side and report their progress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.problem import MAX_LIST_N, check_placed_columns, check_size, pawn_kernel
from fastqueens.nqueens.rules import NUMBERS, Symmetry, Variant
from fastqueens.nqueens.work_partition import Task, make_task_kernel, plan_work
from fastqueens.search import DONE, FOUND, RUNNING

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.minus_k import MinusK
    from fastqueens._kernels.nqueens.plus_k import PlusK

__all__ = ["CountWorker", "ListingWorker", "SymmetricWorker", "TaskWorker", "listing_workers"]


class CountWorker(Protocol):
    """Counts a part of the solutions, step by step."""

    @property
    def solutions(self) -> int:
        """The solutions found so far."""
        ...

    def step(self, budget: int) -> int:
        """Search about `budget` nodes more."""
        ...

    @property
    def spent(self) -> int:
        """The nodes searched so far."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the work counters."""
        ...

    @property
    def fraction(self) -> float:
        """An estimate of the share of the whole count that this worker has done."""
        ...


class TaskWorker:
    """Counts one task. Frees the kernel when the task is done: a count may have thousands."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._kernel: _kernels.Task | _kernels.Variant | None = make_task_kernel(task)
        self._sums = 0, 0

    def _get_sums(self) -> tuple[int, int]:
        kernel = self._kernel
        return self._sums if kernel is None else (kernel.solutions, kernel.spent)

    def step(self, budget: int) -> int:
        """Search about `budget` nodes more."""
        assert self._kernel is not None
        status = self._kernel.step(budget)
        if status == DONE:
            self._sums = self._get_sums()
            self._kernel = None
        return status

    @property
    def solutions(self) -> int:
        """The solutions found so far."""
        return self._get_sums()[0]

    @property
    def spent(self) -> int:
        """The nodes searched so far."""
        return self._get_sums()[1]

    def counters(self) -> dict[str, int]:
        """Return the work counters."""
        return {"nodes": self.spent}

    @property
    def fraction(self) -> float:
        """An estimate of the share of the whole count that this worker has done."""
        kernel, task = self._kernel, self._task
        position = task.last if kernel is None else kernel.position
        if task.variant == "queens":
            plan = plan_work(task.n)
            done = plan.done(task.first, position)
            if isinstance(kernel, _kernels.Task) and position < task.last:
                done += kernel.inside * plan.done(position, position + 1)
            return done
        return task.weight * (position - task.first) / (task.last - task.first)


class SymmetricWorker:
    """Counts the solutions that a turn of the board leaves unchanged; this takes little time."""

    fraction = 0.0

    def __init__(self, kernel: _kernels.Symmetric) -> None:
        self._kernel = kernel
        self.step = kernel.step
        self.counters = kernel.counters

    solutions = 0

    @property
    def spent(self) -> int:
        """The nodes searched so far."""
        return self._kernel.spent


class ListingWorker:
    """Counts solutions by listing them."""

    _BLOCK = 4096  # solutions fetched at a time

    def __init__(self, kernel: List | PlusK | MinusK, weight: float) -> None:
        self._kernel = kernel
        self._weight = weight
        self._done = False
        self._block = np.empty((self._BLOCK, kernel.n), np.int8)
        self.solutions = 0
        self.counters = kernel.counters

    @property
    def spent(self) -> int:
        """The nodes searched so far."""
        return self._kernel.spent

    def step(self, budget: int) -> int:
        """Search about `budget` nodes more."""
        if isinstance(self._kernel, List):
            status, found = self._kernel.fill(self._block, budget)
        else:
            status = self._kernel.step(budget)
            found = int(status == FOUND)
        self.solutions += found
        self._done = status == DONE
        return RUNNING if status == FOUND else status

    @property
    def fraction(self) -> float:
        """An estimate of the share done, from the columns of the first queens."""
        kernel = self._kernel
        if self._done or not isinstance(kernel, List):
            return self._weight * self._done
        columns = np.empty(kernel.n, np.int16)
        kernel.peek(columns)
        share, width = 0.0, 1.0
        for column in columns[1:5].tolist():  # the column of the first queen is fixed
            width /= kernel.n
            share += max(column, 0) * width
        return self._weight * share


def listing_workers(
    n: int, variant: Variant, symmetry: Symmetry, pawns: int, placed: ArrayLike | None
) -> list[Callable[[], CountWorker]]:
    """Make the workers of a count by listing: one for each column of the first queen."""
    fundamental = symmetry == "fundamental"
    if variant == "plus_k":
        return [lambda: ListingWorker(pawn_kernel(n, pawns, placed, fundamental=fundamental), 1.0)]
    n = check_size(n, MAX_LIST_N, "listing")
    start = check_placed_columns(n, placed)
    if start is None:
        start = np.full(n, -1, np.int16)
    columns = range(n) if start[0] < 0 else [int(start[0])]
    workers: list[Callable[[], CountWorker]] = []
    for column in columns:
        fixed = start.copy()
        fixed[0] = column
        workers.append(partial(_listing_worker, n, variant, fixed, fundamental, 1 / len(columns)))
    return workers


def _listing_worker(
    n: int, variant: Variant, start: NDArray[np.int16], fundamental: bool, weight: float
) -> ListingWorker:
    return ListingWorker(List(n, NUMBERS[variant], start, False, fundamental), weight)
