"""The parts of a count: machines that run side by side, and say how far they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens._kernels.nqueens.list import List
from fastqueens.nqueens.problem import MAX_LIST_N, check_size, given_columns, pawn_kernel
from fastqueens.nqueens.rules import NUMBERS, Symmetry, Variant
from fastqueens.nqueens.work_partition import Task, machine_of, plan_of
from fastqueens.search import DONE, FOUND, RUNNING

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.minus_k import MinusK
    from fastqueens._kernels.nqueens.plus_k import PlusK

__all__ = ["ListingPart", "Part", "SymmetricPart", "TaskPart", "listing_parts"]


class Part(Protocol):
    """A machine that does a part of a count."""

    @property
    def solutions(self) -> int:
        """Solutions so far."""
        ...

    def step(self, budget: int) -> int:
        """Do about `budget` nodes."""
        ...

    @property
    def spent(self) -> int:
        """Nodes so far."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the counters."""
        ...

    @property
    def fraction(self) -> float:
        """The share of the whole count that is done here, a guess."""
        ...


class TaskPart:
    """The machine of a task, which it lets go when it is done: a count may have thousands."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._machine: _kernels.Task | _kernels.Variant | None = machine_of(task)
        self._sums = 0, 0

    def _now(self) -> tuple[int, int]:
        machine = self._machine
        return self._sums if machine is None else (machine.solutions, machine.spent)

    def step(self, budget: int) -> int:
        """Do about `budget` nodes."""
        assert self._machine is not None
        status = self._machine.step(budget)
        if status == DONE:
            self._sums = self._now()
            self._machine = None
        return status

    @property
    def solutions(self) -> int:
        """Solutions so far."""
        return self._now()[0]

    @property
    def spent(self) -> int:
        """Nodes so far."""
        return self._now()[1]

    def counters(self) -> dict[str, int]:
        """Return the counters."""
        return {"nodes": self.spent}

    @property
    def fraction(self) -> float:
        """The share of the whole count that is done here, a guess."""
        machine, task = self._machine, self._task
        position = task.last if machine is None else machine.position
        if task.variant == "queens":
            plan = plan_of(task.n)
            done = plan.done(task.first, position)
            if isinstance(machine, _kernels.Task) and position < task.last:
                done += machine.inside * plan.done(position, position + 1)
            return done
        return task.weight * (position - task.first) / (task.last - task.first)


class SymmetricPart:
    """The solutions that a turn of the board leaves unchanged: little work beside all of them."""

    fraction = 0.0

    def __init__(self, machine: _kernels.Symmetric) -> None:
        self._machine = machine
        self.step = machine.step
        self.counters = machine.counters

    solutions = 0

    @property
    def spent(self) -> int:
        """Nodes so far."""
        return self._machine.spent


class ListingPart:
    """Counts what a listing kernel finds."""

    _BLOCK = 4096  # solutions

    def __init__(self, kernel: List | PlusK | MinusK, weight: float) -> None:
        self._kernel = kernel
        self._weight = weight
        self._done = False
        self._block = np.empty((self._BLOCK, kernel.n), np.int8)
        self.solutions = 0
        self.counters = kernel.counters

    @property
    def spent(self) -> int:
        """Nodes so far."""
        return self._kernel.spent

    def step(self, budget: int) -> int:
        """Do about `budget` nodes."""
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
        """What the first queens have swept of their rows."""
        kernel = self._kernel
        if self._done or not isinstance(kernel, List):
            return self._weight * self._done
        columns = np.empty(kernel.n, np.int16)
        kernel.peek(columns)
        share, width = 0.0, 1.0
        for column in columns[1:5].tolist():  # the first one is given
            width /= kernel.n
            share += max(column, 0) * width
        return self._weight * share


def listing_parts(
    n: int, variant: Variant, symmetry: Symmetry, pawns: int, placed: ArrayLike | None
) -> list[Callable[[], Part]]:
    """Cut a count by listing: one part for each column of the first queen."""
    least = symmetry == "fundamental"
    if variant == "plus_k":
        return [lambda: ListingPart(pawn_kernel(n, pawns, placed, least=least), 1.0)]
    n = check_size(n, MAX_LIST_N, "listing")
    given = given_columns(n, placed)
    if given is None:
        given = np.full(n, -1, np.int16)
    columns = range(n) if given[0] < 0 else [int(given[0])]
    parts: list[Callable[[], Part]] = []
    for column in columns:
        here = given.copy()
        here[0] = column
        parts.append(partial(listing_part, n, variant, here, least, 1 / len(columns)))
    return parts


def listing_part(
    n: int, variant: Variant, given: NDArray[np.int16], least: bool, weight: float
) -> ListingPart:
    return ListingPart(List(n, NUMBERS[variant], given, False, least), weight)
