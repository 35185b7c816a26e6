"""N-Queens: n queens on an n x n board, none attacking another, and its variants.

Placements are arrays of columns: entry r is the column of the queen in row r, counted from 0.

Variants
--------
queens
    The classic rule.
toroidal
    Diagonals go on at the other side of the board.
superqueens
    A queen moves as a knight, too.
coloured
    The coloured game without colours: one queen a row and column, none touching another.
plus_k
    n + k queens and k pawns, which block the lines of the queens.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Protocol, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens import methods
from fastqueens._kernels import nqueens as _kernels
from fastqueens.algebra import canonical, is_solution, orbit
from fastqueens.results import Count, InputError, Result, SearchStopped, Stats
from fastqueens.search import (
    DONE,
    FOUND,
    RUNNING,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_whole,
    default_threads,
    run_all,
)

__all__ = [
    "METHODS",
    "VARIANTS",
    "CountProgress",
    "NQueensResult",
    "Placement",
    "Unit",
    "canonical",
    "complete",
    "construct",
    "count",
    "count_unit",
    "first",
    "is_solution",
    "orbit",
    "random",
    "solutions",
    "solutions_array",
    "solve",
    "units",
]

METHODS = methods.NQUEENS

Variant = Literal["queens", "toroidal", "superqueens", "coloured", "plus_k"]
Symmetry = Literal["all", "fundamental"]

VARIANTS: tuple[Variant, ...] = ("queens", "toroidal", "superqueens", "coloured", "plus_k")
_RULES = {name: number for number, name in enumerate(VARIANTS)}  # fq_nqueens_rule
_COUNTED = {"toroidal": 0, "superqueens": 1, "plus_k": 3}  # fq_nqueens_variant

MAX_COUNT_N = 27  # of the counting kernels
MAX_LIST_N = 64  # of the listing kernel
MAX_PAWNS = 32


def _size(n: SupportsIndex, most: int, what: str) -> int:
    try:
        if isinstance(n, bool):
            raise TypeError
        n = operator.index(n)
    except TypeError:
        raise InputError(f"n is {n!r}, expected a whole number") from None
    if not 1 <= n <= most:
        raise InputError(f"n is {n}, expected 1 to {most} for {what}")
    return n


def _check(variant: str, symmetry: str, pawns: int) -> None:
    if variant not in VARIANTS:
        raise InputError(f"unknown variant {variant!r}, expected one of {', '.join(VARIANTS)}")
    if symmetry not in ("all", "fundamental"):
        raise InputError(f"symmetry is {symmetry!r}, expected 'all' or 'fundamental'")
    if variant != "plus_k" and pawns:
        raise InputError("pawns go with the variant 'plus_k'")
    if not 0 <= check_whole(pawns, "pawns") <= MAX_PAWNS:
        raise InputError(f"pawns is {pawns}, expected 0 to {MAX_PAWNS}")


# ------------------------------------------------------------------------------------- counting


class Unit(NamedTuple):
    """An independent part of a count: small, picklable, the same on every machine.

    Attributes
    ----------
    n, variant, pawns
        What is counted.
    first, last : int
        A range of prefixes, placements of the first few queens, by their numbers.
    weight : float
        The share of the whole work that this unit is guessed to be.
    """

    n: int
    variant: str
    pawns: int
    first: int
    last: int
    weight: float


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


@lru_cache(maxsize=4)
def _plan(n: int) -> _kernels.Plan:
    """Make the plan of a count, in a thread of its own so that Ctrl-C need not wait for it."""
    if n <= 18:
        return _kernels.Plan(n)
    from threading import Thread

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


def units(n: int, *, variant: Variant = "queens", pawns: int = 0, parts: int = 64) -> list[Unit]:
    """Cut a count into independent units.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    variant : str
        One of `VARIANTS` but ``"coloured"``, which is not counted by search.
    pawns : int
        For ``"plus_k"``.
    parts : int
        Into how many; fewer come back where there is less to do.

    Returns
    -------
    list of Unit
        The sum of `count_unit` over them, in any order and on any machines, is the count.

    Examples
    --------
    >>> parts = units(10, parts=3)
    >>> sum(count_unit(part)[0] for part in reversed(parts))
    724
    """
    _check(variant, "all", pawns)
    n = _size(n, MAX_COUNT_N, "counting")
    parts = check_whole(parts, "parts", least=1)
    if variant == "queens":
        plan = _plan(n)
        ranges = [plan.unit(i, parts) for i in range(parts)]
        return [
            Unit(n, variant, 0, i, j, plan.share(i, j)) for i, j in dict.fromkeys(ranges) if i < j
        ]
    if variant == "coloured":
        raise InputError("the variant 'coloured' is counted by a recurrence, it has no units")
    size = _kernels.variant_size(n, _COUNTED[variant], pawns)
    cuts = [size * i // parts for i in range(parts + 1)]
    return [Unit(n, variant, pawns, i, j, (j - i) / size) for i, j in pairwise(cuts) if i < j]


def _machine(unit: Unit) -> _kernels.Unit | _kernels.Variant:
    if unit.variant == "queens":
        return _kernels.Unit(_plan(unit.n), unit.first, unit.last)
    return _kernels.Variant(unit.n, _COUNTED[unit.variant], unit.pawns, unit.first, unit.last)


class _Part(Protocol):
    """A machine that does a part of a count."""

    @property
    def solutions(self) -> int: ...
    def step(self, budget: int) -> int: ...
    @property
    def work(self) -> int: ...
    def counters(self) -> dict[str, int]: ...
    @property
    def fraction(self) -> float:
        """The share of the whole count that is done here, a guess."""
        ...


class _Counting:
    """The machine of a unit, which it lets go when it is done: a count may have thousands."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._machine: _kernels.Unit | _kernels.Variant | None = _machine(unit)
        self._sums = 0, 0

    def _now(self) -> tuple[int, int]:
        machine = self._machine
        return self._sums if machine is None else (machine.solutions, machine.work)

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
    def work(self) -> int:
        return self._now()[1]

    def counters(self) -> dict[str, int]:
        return {"nodes": self.work}

    @property
    def fraction(self) -> float:
        machine, unit = self._machine, self._unit
        position = unit.last if machine is None else machine.position
        if unit.variant == "queens":
            plan = _plan(unit.n)
            done = plan.done(unit.first, position)
            if isinstance(machine, _kernels.Unit) and position < unit.last:
                done += machine.inside * plan.done(position, position + 1)
            return done
        return unit.weight * (position - unit.first) / (unit.last - unit.first)


class _Turned:
    """The solutions that a turn of the board leaves unchanged: little work beside all of them."""

    fraction = 0.0

    def __init__(self, machine: _kernels.Symmetric) -> None:
        self._machine = machine
        self.step = machine.step
        self.counters = machine.counters

    solutions = 0

    @property
    def work(self) -> int:
        return self._machine.work


def count_unit(unit: Unit) -> tuple[int, int]:
    """Count one unit.

    Parameters
    ----------
    unit : Unit
        From `units`; a plain tuple or list of its six entries does as well.

    Returns
    -------
    solutions, nodes : int
        Solutions in this unit, mirror images included, and the work it took.

    Raises
    ------
    InputError
        For what is no unit.

    Examples
    --------
    >>> count_unit(("queens", 8))
    Traceback (most recent call last):
        ...
    fastqueens.results.InputError: found ('queens', 8), expected a unit of 6 entries
    """
    try:
        unit = Unit(*unit)
    except TypeError:
        raise InputError(f"found {unit!r}, expected a unit of 6 entries") from None
    n = _size(unit.n, MAX_COUNT_N, "counting")
    _check(unit.variant, "all", unit.pawns)
    if unit.variant == "coloured":
        raise InputError("the variant 'coloured' is counted by a recurrence, it has no units")
    first, last = check_whole(unit.first, "first"), check_whole(unit.last, "last")
    size = (
        len(_plan(n))
        if unit.variant == "queens"
        else _kernels.variant_size(n, _COUNTED[unit.variant], unit.pawns)
    )
    if not first <= last <= size:
        raise InputError(
            f"found a unit from {first} to {last}, expected a range within 0 to {size}"
        )
    machine = _machine(unit)
    Search(machine).run()
    return machine.solutions, machine.work


def count(
    n: int,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[CountProgress], object] | None = None,
) -> Count:
    """Count the solutions.

    Parameters
    ----------
    n : int
        Size of the board: 1 to 27 (to 64 with `placed`, to 1000 for ``"coloured"``). From about
        20 on, patience is needed: each step of n multiplies the time by 8 to 10.
    variant : str
        One of `VARIANTS`; see the module.
    symmetry : {"all", "fundamental"}
        Count all solutions, or one of each class under the 8 symmetries of the board.
    pawns : int
        For ``"plus_k"``: this many pawns, and as many more queens.
    placed : array_like, optional
        Given queens, as for `solutions`; counts what completes them, by listing.
    threads : int, optional
        The processors at hand by default. No counter depends on it.
    time_limit : float, optional
        Seconds.
    progress : callable, optional
        Called with a `CountProgress` about ten times a second.

    Returns
    -------
    Count
        An int with ``stats.nodes``. Plain queens are counted by ``method`` ``"cross"``: all ways
        to fill the centre rows and columns, one of each class of mirror images, then the other
        rows.

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
    """
    _check(variant, symmetry, pawns)
    if variant == "coloured" and symmetry == "all" and placed is None:
        return _count_coloured(_size(n, 1000, "the recurrence"))
    workers = default_threads() if threads is None else check_whole(threads, "threads", least=1)
    if time_limit is not None and not time_limit >= 0:
        raise InputError(f"time_limit is {time_limit}, expected 0 or more seconds")
    from time import perf_counter

    start = perf_counter()
    # Cut in pieces that are small enough for an even end and a smooth progress, and large enough
    # to fill the kernel's lists.
    makers: list[Callable[[], _Part]]
    symmetric: list[_kernels.Symmetric] = []
    if placed is not None or (symmetry == "fundamental" and variant != "queens"):
        method = "list"
        makers = _listing_parts(n, variant, symmetry, pawns, placed)
    else:
        n = _size(n, MAX_COUNT_N, "counting")
        method = "cross" if variant == "queens" else "rows"
        # Below 16 the whole count takes milliseconds: cutting it cost more than a thread gained.
        whole = variant == "queens" and n < 16
        parts = units(n, variant=variant, pawns=pawns, parts=1 if whole else 16 * workers)
        parts.sort(key=lambda unit: unit.weight, reverse=True)  # the long ones first
        makers = [partial(_Counting, unit) for unit in parts]
        if symmetry == "fundamental":
            symmetric = [_kernels.Symmetric(n, turn) for turn in (0, 1)]
            makers[:0] = [partial(_Turned, machine) for machine in symmetric]

    def report(begun: Sequence[_Part]) -> None:
        if progress is not None:
            done = min(1.0, sum(part.fraction for part in begun))
            seconds = perf_counter() - start
            found = sum(part.solutions for part in begun)
            progress(CountProgress(done, seconds, found, sum(part.work for part in begun)))

    left = None if time_limit is None else max(0.0, time_limit - (perf_counter() - start))
    begun, complete = run_all(makers, threads=workers, time_limit=left, progress=report)
    total = sum(part.solutions for part in begun)
    stats = Stats({"nodes": sum(part.work for part in begun)}, perf_counter() - start)
    if symmetric and n > 1:
        # Every class has 8 members, but for those that a half turn (4) or a quarter turn (2)
        # leaves unchanged; no solution of more than one queen is its own mirror image.
        half, quarter = (machine.solutions for machine in symmetric)
        total = (total + half + 2 * quarter) // 8
    number = Count(total, stats=stats, method=method, exact=complete)
    if not complete:
        raise SearchStopped(
            f"the count was stopped by the time limit after {number:,} solutions were found",
            partial=number,
            reason="time",
        )
    return number


def _count_coloured(n: int) -> Count:
    """A002464, by its recurrence: the search would be factorial, this is n additions."""
    from time import perf_counter

    start = perf_counter()
    values = [1, 1, 0, 0]
    for k in range(4, n + 1):
        a, b, c, d = values[-1], values[-2], values[-3], values[-4]
        values.append((k + 1) * a - (k - 2) * b - (k - 5) * c + (k - 3) * d)
    stats = Stats({}, perf_counter() - start)
    return Count(values[n], stats=stats, method="recurrence")


class _Listing:
    """Counts what a listing kernel finds."""

    _BLOCK = 4096  # solutions

    def __init__(self, kernel: _kernels.List | _kernels.PlusK, weight: float) -> None:
        self._kernel = kernel
        self._weight = weight
        self._done = False
        self._block = np.empty((self._BLOCK, kernel.n), np.int8)
        self.solutions = 0
        self.counters = kernel.counters

    @property
    def work(self) -> int:
        return self._kernel.work

    def step(self, budget: int) -> int:
        if isinstance(self._kernel, _kernels.List):
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
        if self._done or isinstance(kernel, _kernels.PlusK):
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
        return [lambda: _Listing(_pawn_kernel(n, pawns, placed, least=least), 1.0)]
    n = _size(n, MAX_LIST_N, "listing")
    given = _given(n, placed)
    if given is None:
        given = np.full(n, -1, np.int16)
    columns = range(n) if given[0] < 0 else [int(given[0])]
    parts: list[Callable[[], _Part]] = []
    for column in columns:
        here = given.copy()
        here[0] = column
        parts.append(partial(_listing, n, variant, here, least, 1 / len(columns)))
    return parts


def _listing(
    n: int, variant: Variant, given: NDArray[np.int16], least: bool, weight: float
) -> _Listing:
    return _Listing(_kernels.List(n, _RULES[variant], given, False, least), weight)


# ------------------------------------------------------------------------------------ solutions


class Placement(NamedTuple):
    """A solution of ``"plus_k"``: sorted (row, column) pairs.

    Attributes
    ----------
    queens : ndarray of int16, shape (n + k, 2)
        The queens.
    pawns : ndarray of int16, shape (k, 2)
        The pawns.
    """

    queens: NDArray[np.int16]
    pawns: NDArray[np.int16]


def _given_cells(n: int, placed: ArrayLike | None) -> list[tuple[int, int]]:
    """Given queens as (row, column) pairs."""
    if placed is None:
        return []
    try:
        given = np.asarray(placed)
    except ValueError:
        given = np.asarray(None)
    if given.size == 0 and given.ndim in (1, 2):
        return []
    if given.dtype.kind in "iu" and given.ndim == 2 and given.shape[1] == 2:
        cells = [(row, column) for row, column in given.tolist()]
    elif given.dtype.kind in "iu" and given.shape == (n,):
        cells = [(row, column) for row, column in enumerate(given.tolist()) if column != -1]
    else:
        raise InputError(
            f"found placed of shape {given.shape} and type {given.dtype}, expected {n} columns "
            f"with -1 for none, or (row, column) pairs"
        )
    for row, column in cells:
        if not (0 <= row < n and 0 <= column < n):
            raise InputError(f"found a queen at row {row}, column {column}, off the board")
    return cells


def _given(n: int, placed: ArrayLike | None) -> NDArray[np.int16] | None:
    """Given queens as a column a row, -1 where there is none."""
    if placed is None:
        return None
    columns = np.full(n, -1, np.int16)
    for row, column in _given_cells(n, placed):
        if columns[row] not in (-1, column):
            raise InputError(f"found two queens in row {row}")
        columns[row] = column
    return columns


_HALF_N = 20  # of n to which half of the solutions can be listed by itself


def _list_kernel(
    n: int, variant: Variant, placed: ArrayLike | None, *, half: bool = False, least: bool = False
) -> _kernels.List:
    n = _size(n, MAX_LIST_N, "listing")
    half = half or (least and placed is None and n <= _HALF_N)  # where the least ones are
    return _kernels.List(n, _RULES[variant], _given(n, placed), half, least)


def _pawn_kernel(
    n: int, pawns: int, placed: ArrayLike | None, *, least: bool = False
) -> _kernels.PlusK:
    n = _size(n, MAX_COUNT_N, "listing queens with pawns")
    given = [row * n + column for row, column in _given_cells(n, placed)]
    return _kernels.PlusK(n, pawns, np.array(given, np.int16), least)


def solutions(
    n: int,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[Any]:
    """Go through all solutions in lexicographic order of their columns.

    With pawns the order is that of the cells, row by row: where two placements first differ, a
    queen comes before a pawn, and a pawn before an empty cell.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64 (27 for ``"plus_k"``).
    variant : str
        One of `VARIANTS`; see the module.
    symmetry : {"all", "fundamental"}
        All, or of each class under the 8 symmetries the lexicographically least.
    pawns : int
        For ``"plus_k"``.
    placed : array_like, optional
        Given queens: n columns with -1 for none, or (row, column) pairs.
    time_limit, node_limit : optional
        Seconds of searching; queens put down.
    progress : callable, optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    Solutions
        An iterator over int8 arrays of n columns, or over `Placement` for ``"plus_k"``; its
        ``status`` says how it ended.

    Examples
    --------
    >>> [queens.tolist() for queens in solutions(6)]
    [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
    >>> [queens.tolist() for queens in solutions(6, symmetry="fundamental")]
    [[1, 3, 5, 0, 2, 4]]
    """
    _check(variant, symmetry, pawns)
    limits = {"time_limit": time_limit, "node_limit": node_limit, "progress": progress}
    least = symmetry == "fundamental"
    if variant == "plus_k":
        board = _pawn_kernel(n, pawns, placed, least=least)

        def placement() -> Placement:
            cells = np.empty(board.n + pawns, np.int16), np.empty(pawns, np.int16)
            board.peek(*cells)
            pairs = (np.column_stack(np.divmod(part, np.int16(board.n))) for part in cells)
            return Placement(*pairs)

        return Solutions(Search(board, **limits), placement, method="list")  # type: ignore[arg-type]
    kernel = _list_kernel(n, variant, placed, least=least)

    def read() -> NDArray[np.int8]:
        columns = np.empty(kernel.n, np.int16)
        kernel.peek(columns)
        return columns.astype(np.int8)

    return Solutions(Search(kernel, **limits), read, method="list")  # type: ignore[arg-type]


def complete(
    n: int,
    placed: ArrayLike,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    pawns: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[Any]:
    """Go through the solutions that contain given queens.

    Parameters are those of `solutions`.

    Examples
    --------
    >>> [queens.tolist() for queens in complete(6, [(0, 2)])]
    [[2, 5, 1, 4, 0, 3]]
    """
    return solutions(
        n,
        variant=variant,
        symmetry=symmetry,
        pawns=pawns,
        placed=placed,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
    )


def solutions_array(
    n: int,
    *,
    variant: Variant = "queens",
    symmetry: Symmetry = "all",
    placed: ArrayLike | None = None,
    max_bytes: int = 1 << 30,
    time_limit: float | None = None,
) -> NDArray[np.int8]:
    """Return all solutions at once.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64.
    variant, symmetry, placed
        As for `solutions`; not ``"plus_k"``.
    max_bytes : int
        The largest array to make.
    time_limit : float, optional
        Seconds.

    Returns
    -------
    ndarray of int8, shape (S, n)
        In lexicographic order.

    Raises
    ------
    InputError
        Where the solutions do not fit in `max_bytes`.
    SearchStopped
        At the time limit; its ``partial`` is the array so far.

    Examples
    --------
    >>> solutions_array(8).shape
    (92, 8)
    """
    _check(variant, symmetry, 0)
    if variant == "plus_k":
        raise InputError("an array of 'plus_k' is not offered; go through its solutions")
    n = _size(n, MAX_LIST_N, "listing")
    least = symmetry == "fundamental"
    max_bytes = check_whole(max_bytes, "max_bytes")
    refusal = InputError(
        f"the solutions of n = {n} take more than max_bytes = {max_bytes:,}; "
        f"go through them with solutions()"
    )
    if variant == "queens" and placed is None and n > 14:
        # Counting is quicker than finding out the slow way. From 8 on a row more means more
        # solutions, so 18 rows tell enough of larger boards.
        from time import perf_counter

        start = perf_counter()
        try:
            number = count(min(n, 18), symmetry=symmetry, time_limit=time_limit)
        except SearchStopped as stop:
            raise _array_stopped(np.empty((0, n), np.int8)) from stop
        if number * n > max_bytes:
            raise refusal
        if time_limit is not None:
            time_limit = max(0.0, time_limit - (perf_counter() - start))
    # The second half of the solutions is the first one mirrored, in reverse order.
    half = placed is None and n > 1 and not least
    kernel = _list_kernel(n, variant, placed, half=half, least=least)
    fill = _Fill(kernel, n, max_bytes // n // (2 if half else 1))
    event = Search(fill, time_limit=time_limit).run()
    rows = fill.rows()
    if event == FOUND:
        raise refusal
    if event != DONE:
        raise _array_stopped(rows)
    return np.concatenate([rows, (n - 1 - rows)[::-1]]) if half else rows


def _array_stopped(rows: NDArray[np.int8]) -> SearchStopped:
    return SearchStopped(
        f"stopped by the time limit after {len(rows):,} solutions", partial=rows, reason="time"
    )


class _Fill:
    """A listing kernel that puts its solutions into blocks of memory: a machine for `Search`."""

    _BLOCK = 1 << 16  # solutions

    def __init__(self, kernel: _kernels.List, n: int, room: int) -> None:
        self._kernel = kernel
        self._n = n
        self._room = room
        self._blocks: list[NDArray[np.int8]] = []
        self._used = self._BLOCK  # of the last block
        self.counters = kernel.counters

    @property
    def work(self) -> int:
        return self._kernel.work

    def step(self, budget: int) -> int:
        """Fill on; FOUND means that there is one solution more than room."""
        if self._used == self._BLOCK:
            self._blocks.append(np.empty((self._BLOCK, self._n), np.int8))
            self._used = 0
        status, written = self._kernel.fill(self._blocks[-1][self._used :], budget)
        self._used += written
        if len(self._blocks) * self._BLOCK - self._BLOCK + self._used > self._room:
            return FOUND
        return 0 if status == FOUND else status

    def rows(self) -> NDArray[np.int8]:
        blocks = [*self._blocks[:-1], *(block[: self._used] for block in self._blocks[-1:])]
        return np.concatenate(blocks) if blocks else np.empty((0, self._n), np.int8)


@dataclass(slots=True, eq=False)
class NQueensResult(Result):
    """One placement, or why there is none.

    Attributes
    ----------
    queens : ndarray, shape (n,), or None
        The column of the queen in each row; for ``"plus_k"`` (row, column) pairs, shape (n + k, 2).
    pawns : ndarray, shape (k, 2), or None
        For ``"plus_k"``.
    """

    queens: NDArray[Any] | None = None
    pawns: NDArray[Any] | None = None


def first(
    n: int,
    *,
    variant: Variant = "queens",
    pawns: int = 0,
    placed: ArrayLike | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> NQueensResult:
    """Find the lexicographically first solution, by search.

    Instant up to about n = 33; between 34 and 39 it takes seconds to minutes (36 is a hard one),
    and from 40 on nobody should wait without a limit. Ctrl-C works. For any solution of a large
    board, see `construct` and `random`.

    Parameters are those of `solutions`.

    Returns
    -------
    NQueensResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

    Examples
    --------
    >>> (first(8).queens + 1).tolist()  # A141843
    [1, 5, 8, 6, 3, 7, 2, 4]
    """
    found = solutions(
        n,
        variant=variant,
        pawns=pawns,
        placed=placed,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
    )
    answer = next(found, None)
    status = cast(Any, found.status if answer is None else "solved")
    both = answer if isinstance(answer, Placement) else (answer, None)
    return NQueensResult(status, "list", found.stats, found.reason, *both)


def solve(
    n: int,
    *,
    method: str = "list",
    seed: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> NQueensResult:
    """Find one solution by a method of choice, to compare them.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 64; the methods that generate and test have their own, lower limits.
    method : str
        One of `METHODS`, a table of names with what each does and accepts. ``"tuples"`` and
        ``"combinations"`` count the ``placements`` they generate; for the others see
        `queens.solve`.
    seed : int
        Of the random choices of ``"min-conflicts"`` and of restarts.
    time_limit, node_limit, progress
        As for `solutions`.
    **options
        Of the method; see `csp.nqueens_kernel`.

    Returns
    -------
    NQueensResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

    Raises
    ------
    InputError
        For a size, method or option that cannot be used.

    Examples
    --------
    >>> for method in ("combinations", "tuples", "permutation", "permutation-skip"):
    ...     result = solve(6, method=method)
    ...     print(result.queens.tolist(), result.stats)  # doctest: +ELLIPSIS
    [1, 3, 5, 0, 2, 4] 533,331 placements, ...
    [1, 3, 5, 0, 2, 4] 12,761 placements, ...
    [1, 3, 5, 0, 2, 4] 187 permutations, ...
    [1, 3, 5, 0, 2, 4] 187 permutations, ...
    """
    n = _size(n, MAX_LIST_N, "solving")
    found = methods.find(METHODS, method, options)
    kernel = found.make(n, check_seed(seed), **options)
    search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
    event = search.run()
    status: Any = {FOUND: "solved", DONE: "unsolvable"}.get(event, "stopped")
    result = NQueensResult(status, method, search.stats(), search.reason)
    if event == FOUND:
        result.queens = np.empty(n, np.int16)
        kernel.peek(result.queens)
    return result


def construct(n: int) -> NDArray[np.int32]:
    """Write down a solution in O(n) time.

    Even numbers first, then odd ones, with a few exchanged according to n mod 6: Pauls (1874), in
    the form of Hoffman, Loessi and Moore, Mathematics Magazine 42 (1969) 66-72.

    Parameters
    ----------
    n : int
        1, or 4 and above.

    Returns
    -------
    ndarray of int32, shape (n,)
        The column of the queen in each row.

    Raises
    ------
    InputError
        For n = 2 and 3, which have no solution.

    Examples
    --------
    >>> construct(8).tolist()
    [1, 3, 5, 7, 2, 0, 6, 4]
    """
    n = _size(n, 2**31 - 1, "int32 columns")
    if n in (2, 3):
        raise InputError(f"n is {n}, which has no solution")
    evens = np.arange(2, n + 1, 2, dtype=np.int32)
    odds = np.arange(1, n + 1, 2, dtype=np.int32)
    if n % 6 == 2:  # 3 1 7 9 ... 5
        odds = np.concatenate([odds[[1, 0]], odds[3:], odds[[2]]])
    elif n % 6 == 3:  # 4 6 ... 2, 5 7 ... 1 3
        evens = np.roll(evens, -1)
        odds = np.roll(odds, -2)
    return np.concatenate([evens, odds]) - np.int32(1)


def random(
    n: int, *, seed: int = 0, time_limit: float | None = None, node_limit: int | None = None
) -> NDArray[np.int32]:
    """Find a random solution of a large board, by local search.

    Queens are placed at random where nothing attacks them, then those left over are brought in by
    exchanges, with a bit for each diagonal to tell in O(1) whether it is free: after Sosic and Gu,
    "Efficient local search with conflict minimization", IEEE TKDE 6 (1994) 661-668. Not every
    solution is equally likely.

    Parameters
    ----------
    n : int
        1, or 4 to 100,000,000.
    seed : int
        0 to 2**64 - 1. The same seed gives the same solution on every machine.
    time_limit, node_limit : optional
        Seconds; tries.

    Returns
    -------
    ndarray of int32, shape (n,)
        The column of the queen in each row.

    Raises
    ------
    InputError
        For n = 2 and 3, which have no solution.
    SearchStopped
        At a limit.

    Examples
    --------
    >>> bool(is_solution(random(1000, seed=1)))
    True
    """
    n = _size(n, 100_000_000, "a random solution")
    if n in (2, 3):
        raise InputError(f"n is {n}, which has no solution")
    kernel = _kernels.Random(n, check_seed(seed))
    search = Search(kernel, time_limit=time_limit, node_limit=node_limit)
    if search.run() != FOUND:
        raise SearchStopped(
            f"no solution within the {search.reason} limit",
            partial=NQueensResult("stopped", "random", search.stats(), search.reason),
            reason=search.reason or "time",
        )
    queens = np.empty(n, np.int32)
    kernel.peek(queens)
    return queens
