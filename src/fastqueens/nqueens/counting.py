"""Counting the solutions of N-Queens: by units on threads, by listing, or by a recurrence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, Protocol, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens._kernels.nqueens.list import List
from fastqueens.checks import check_seconds
from fastqueens.nqueens.methods import check_plain, search_of
from fastqueens.nqueens.options import MethodName, Settings
from fastqueens.nqueens.partition import Unit, machine_of, plan_of, units
from fastqueens.nqueens.problem import (
    MAX_COUNT_N,
    MAX_LIST_N,
    check_size,
    given_columns,
    pawn_kernel,
)
from fastqueens.nqueens.rules import NUMBERS, Symmetry, Variant, check_variant
from fastqueens.parallel.threads import check_threads, run_all
from fastqueens.results import Count, InputError, Stats, stopped
from fastqueens.search import DONE, FOUND, RUNNING, Progress, counted

if TYPE_CHECKING:
    from fastqueens._kernels.nqueens.minus_k import MinusK
    from fastqueens._kernels.nqueens.plus_k import PlusK

__all__ = ["CountProgress", "count"]


@dataclass(slots=True)
class CountProgress:
    """What the progress callback of `count` is given.

    Attributes
    ----------
    fraction : float
        The share of the work done: a guess, from the prefixes that are finished. Prefixes differ,
        so early on it may be off by a factor of two either way.
    seconds : float
        Time so far.
    solutions, nodes : int
        Found and visited so far.
    """

    fraction: float
    seconds: float
    solutions: int
    nodes: int

    @property
    def seconds_left(self) -> float:
        """An estimate of the time left; infinite until something is done."""
        if self.fraction <= 0:
            return float("inf")
        return self.seconds * (1 - self.fraction) / self.fraction


def count(
    n: int,
    *,
    method: MethodName | Literal["auto"] | str = "auto",
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    threads: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[CountProgress], object] | None = None,
    **options: Unpack[Settings],
) -> Count:
    """Count the solutions.

    Parameters
    ----------
    n : int
        Size of the board: 1 to 27 (to 64 with `placed`, to 1000 for ``"hertzsprung"``). From about
        20 on, patience is needed: each step of n multiplies the time by 8 to 10.
    method : str
        ``"auto"``, which is what counts fastest, or one of `METHODS`, which goes through all
        solutions of plain N-Queens, to see its work.
    variant : str
        One of `VARIANTS`; see the module.
    symmetry : {"all", "fundamental"}
        Count all solutions, or one of each class under the 8 symmetries of the board.
    pawns : int
        For ``"plus_k"``: this many pawns, and as many more queens; less than 0: no pawns, and this
        many queens fewer.
    placed : array_like, optional
        Given queens, as for `solutions`; counts what completes them, by listing.
    threads : int, optional
        The processors at hand by default. No counter depends on it.
    seed, **options
        Of a method, as for `solve`.
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Units of a method's work; not for ``"auto"``.
    progress : callable, optional
        Called with a `CountProgress` about ten times a second.

    Returns
    -------
    Count
        An int with ``stats.nodes``. Plain queens are counted by ``method`` ``"cross"``: all ways
        to fill the centre rows and columns, one of each class of mirror images, then the other
        rows. Others are counted by ``"rows"``, one row after the other; semi-queens by
        ``"halves"``, all ways to fill half of the rows, looked up by those of the other half;
        or by ``"list"``, going through them, or ``"recurrence"``.

    Raises
    ------
    SearchStopped
        At the time limit. Its ``partial`` is a `Count` of what was found until then.
    InputError
        For an n or an option that cannot be used.

    Examples
    --------
    >>> int(count(12)), int(count(12, symmetry="fundamental"))
    (14200, 1787)
    >>> int(count(10, variant="superqueens")), int(count(8, variant="plus_k", pawns=1))
    (4, 128)
    >>> int(count(8, variant="plus_k", pawns=-1))  # 7 queens
    3192
    >>> [int(count(n, variant="toroidal_semiqueens")) for n in (5, 7, 8, 9, 11)]  # A006717
    [15, 133, 0, 2025, 37851]
    """
    if not isinstance(method, str) or method != "auto":
        check_plain(method, variant, symmetry, pawns, placed)
        limits = {"time_limit": time_limit, "node_limit": node_limit}
        return _count_by(n, method, options, progress, seed=seed, **limits)
    if options or node_limit is not None:
        raise InputError("node_limit and the options of methods go with a method, not with 'auto'")
    variant = check_variant(variant, symmetry, pawns)
    if variant == "hertzsprung" and symmetry == "all" and placed is None:
        return _count_hertzsprung(check_size(n, 1000, "the recurrence"))
    workers = check_threads(threads)
    check_seconds(time_limit)
    start = perf_counter()
    # Cut in pieces that are small enough for an even end and a smooth progress, and large enough
    # to fill the kernel's lists.
    makers: list[Callable[[], _Part]]
    symmetric: list[_kernels.Symmetric] = []
    if placed is not None or (symmetry == "fundamental" and variant != "queens"):
        way = "list"
        makers = _listing_parts(n, variant, symmetry, pawns, placed)
    else:
        n = check_size(n, MAX_COUNT_N, "counting")
        way = {"queens": "cross", "toroidal_semiqueens": "halves"}.get(variant, "rows")
        # Below 16 the whole count takes milliseconds: cutting it cost more than a thread gained.
        whole = n < (16 if variant == "queens" else 10)
        parts = units(n, variant=variant, pawns=pawns, parts=1 if whole else 16 * workers)
        parts.sort(key=lambda unit: unit.weight, reverse=True)  # the long ones first
        makers = [partial(_UnitPart, unit) for unit in parts]
        if symmetry == "fundamental":
            symmetric = [_kernels.Symmetric(n, turn) for turn in (0, 1)]
            makers[:0] = [partial(_SymmetricPart, machine) for machine in symmetric]

    def report(begun: Sequence[_Part]) -> None:
        if progress is not None:
            done = min(1.0, sum(part.fraction for part in begun))
            seconds = perf_counter() - start
            found = sum(part.solutions for part in begun)
            progress(CountProgress(done, seconds, found, sum(part.spent for part in begun)))

    left = None if time_limit is None else max(0.0, time_limit - (perf_counter() - start))
    begun, complete = run_all(makers, threads=workers, time_limit=left, progress=report)
    total = sum(part.solutions for part in begun)
    stats = Stats({"nodes": sum(part.spent for part in begun)}, perf_counter() - start)
    if symmetric and n > 1:
        # Every class has 8 members, but for those that a half turn (4) or a quarter turn (2)
        # leaves unchanged; no solution of more than one queen is its own mirror image.
        half, quarter = (machine.solutions for machine in symmetric)
        total = (total + half + 2 * quarter) // 8
    number = Count(total, stats=stats, method=way, exact=complete)
    if not complete:
        raise stopped("time", number, number)
    return number


def _count_by(
    n: int,
    method: str,
    options: Mapping[str, object],
    progress: Callable[[CountProgress], object] | None,
    **limits: Any,
) -> Count:
    """Count by going through all solutions; how much of that is done nobody knows."""

    def report(now: Progress) -> None:
        if progress is not None:
            progress(CountProgress(0.0, now.seconds, found, search.kernel.spent))

    search = search_of(n, method, options, every=True, progress=report, **limits)
    found, event = 0, FOUND
    while event == FOUND:
        event = search.run()
        found += event == FOUND
    return counted(search, event, found, method)


def _count_hertzsprung(n: int) -> Count:
    """Count Hertzsprung's problem (A002464) by its recurrence."""
    start = perf_counter()
    values = [1, 1, 0, 0]
    for k in range(4, n + 1):
        a, b, c, d = values[-1], values[-2], values[-3], values[-4]
        values.append((k + 1) * a - (k - 2) * b - (k - 5) * c + (k - 3) * d)
    stats = Stats({}, perf_counter() - start)
    return Count(values[n], stats=stats, method="recurrence")


class _Part(Protocol):
    """A machine that does a part of a count."""

    @property
    def solutions(self) -> int: ...
    def step(self, budget: int) -> int: ...
    @property
    def spent(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    @property
    def fraction(self) -> float:
        """The share of the whole count that is done here, a guess."""
        ...


class _UnitPart:
    """The machine of a unit, which it lets go when it is done: a count may have thousands."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._machine: _kernels.Unit | _kernels.Variant | None = machine_of(unit)
        self._sums = 0, 0

    def _now(self) -> tuple[int, int]:
        machine = self._machine
        return self._sums if machine is None else (machine.solutions, machine.spent)

    def step(self, budget: int) -> int:
        assert self._machine is not None
        status = self._machine.step(budget)
        if status == DONE:
            self._sums = self._now()
            self._machine = None
        return status

    @property
    def solutions(self) -> int:
        return self._now()[0]

    @property
    def spent(self) -> int:
        return self._now()[1]

    def counters(self) -> dict[str, int]:
        return {"nodes": self.spent}

    @property
    def fraction(self) -> float:
        machine, unit = self._machine, self._unit
        position = unit.last if machine is None else machine.position
        if unit.variant == "queens":
            plan = plan_of(unit.n)
            done = plan.done(unit.first, position)
            if isinstance(machine, _kernels.Unit) and position < unit.last:
                done += machine.inside * plan.done(position, position + 1)
            return done
        return unit.weight * (position - unit.first) / (unit.last - unit.first)


class _SymmetricPart:
    """The solutions that a turn of the board leaves unchanged: little work beside all of them."""

    fraction = 0.0

    def __init__(self, machine: _kernels.Symmetric) -> None:
        self._machine = machine
        self.step = machine.step
        self.counters = machine.counters

    solutions = 0

    @property
    def spent(self) -> int:
        return self._machine.spent


class _ListingPart:
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
        return self._kernel.spent

    def step(self, budget: int) -> int:
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


def _listing_parts(
    n: int, variant: Variant, symmetry: Symmetry, pawns: int, placed: ArrayLike | None
) -> list[Callable[[], _Part]]:
    """Cut a count by listing: one part for each column of the first queen."""
    least = symmetry == "fundamental"
    if variant == "plus_k":
        return [lambda: _ListingPart(pawn_kernel(n, pawns, placed, least=least), 1.0)]
    n = check_size(n, MAX_LIST_N, "listing")
    given = given_columns(n, placed)
    if given is None:
        given = np.full(n, -1, np.int16)
    columns = range(n) if given[0] < 0 else [int(given[0])]
    parts: list[Callable[[], _Part]] = []
    for column in columns:
        here = given.copy()
        here[0] = column
        parts.append(partial(_listing_part, n, variant, here, least, 1 / len(columns)))
    return parts


def _listing_part(
    n: int, variant: Variant, given: NDArray[np.int16], least: bool, weight: float
) -> _ListingPart:
    return _ListingPart(List(n, NUMBERS[variant], given, False, least), weight)
