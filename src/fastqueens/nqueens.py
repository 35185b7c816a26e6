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
from typing import Any, Literal, NamedTuple, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import nqueens as _kernels
from fastqueens.results import Count, InputError, Result, SearchStopped, Stats
from fastqueens.search import (
    DONE,
    FOUND,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_whole,
    default_threads,
    run_all,
)

__all__ = [
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
    "units",
]

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
        The share of the work done, a guess from the prefixes that are finished.
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
        """An estimate of the time left; infinite until 1/500 of the work is done.

        Before that the fraction says little: above n = 22 it is made of prefixes that turned out
        to be empty, while one real prefix takes longer than all of them.
        """
        if self.fraction < 0.002:
            return float("inf")
        return self.seconds * (1 - self.fraction) / self.fraction


@lru_cache(maxsize=4)
def _plan(n: int) -> _kernels.Plan:
    """Make the plan of a count, in a thread of its own so that Ctrl-C need not wait for it."""
    if n <= 18:
        return _kernels.Plan(n)
    from threading import Thread

    made: list[_kernels.Plan] = []
    thread = Thread(target=lambda: made.append(_kernels.Plan(n)), daemon=True)
    thread.start()
    thread.join()
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
        """The share of the whole count that is done here, a guess."""
        machine, unit = self._machine, self._unit
        if machine is None:
            return unit.weight
        # The machine may be running in another thread: its position is read as it happens to be.
        position = min(max(machine.position, unit.first), unit.last)
        if isinstance(machine, _kernels.Unit):
            return _plan(unit.n).share(unit.first, position)
        return unit.weight * (position - unit.first) / (unit.last - unit.first)


def count_unit(unit: Unit) -> tuple[int, int]:
    """Count one unit.

    Returns
    -------
    solutions, nodes : int
        Solutions in this unit, mirror images included, and the work it took.
    """
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
    by_formula = symmetry == "all" or variant == "queens"
    if placed is not None or not by_formula:
        return _count_listed(n, variant, symmetry, pawns, placed, time_limit)

    n = _size(n, MAX_COUNT_N, "counting")
    workers = default_threads() if threads is None else check_whole(threads, "threads", least=1)
    if time_limit is not None and not time_limit >= 0:
        raise InputError(f"time_limit is {time_limit}, expected 0 or more seconds")
    from time import perf_counter

    start = perf_counter()
    # Small enough for an even end and a smooth progress, large enough to fill the kernel's lists;
    # below 16 the whole count takes milliseconds, and cutting it cost more than a thread gained.
    whole = variant == "queens" and n < 16
    parts = units(n, variant=variant, pawns=pawns, parts=1 if whole else 16 * workers)
    parts.sort(key=lambda unit: unit.weight, reverse=True)  # the long ones first
    symmetric = [_kernels.Symmetric(n, turn) for turn in (0, 1)] if symmetry != "all" else []

    def report(begun: Sequence[_Counting]) -> None:
        if progress is not None:
            done = sum(machine.fraction for machine in begun)
            seconds = perf_counter() - start
            found = sum(machine.solutions for machine in begun)
            progress(CountProgress(done, seconds, found, sum(m.work for m in begun)))

    turned, complete = run_all(
        [partial(_same, machine) for machine in symmetric], threads=workers, time_limit=time_limit
    )
    machines: list[_Counting] = []
    if complete:
        left = None if time_limit is None else max(0.0, time_limit - (perf_counter() - start))
        machines, complete = run_all(
            [partial(_Counting, unit) for unit in parts],
            threads=workers,
            time_limit=left,
            progress=report,
        )
    total = sum(machine.solutions for machine in machines)
    nodes = sum(machine.work for machine in machines) + sum(machine.work for machine in turned)
    stats = Stats({"nodes": nodes}, perf_counter() - start)
    method = "cross" if variant == "queens" else "rows"
    if symmetry == "fundamental" and n > 1:
        # Every class has 8 members, but for those that a half turn (4) or a quarter turn (2)
        # leaves unchanged; no solution of more than one queen is its own mirror image.
        half, quarter = (machine.solutions for machine in symmetric)
        total = (total + half + 2 * quarter) // 8
    number = Count(total, stats=stats, method=method, exact=complete)
    return _whole(number)


def _whole(number: Count) -> Count:
    """Return a count that is complete, or raise it as what the time limit left."""
    if not number.exact:
        raise SearchStopped(
            f"the count was stopped by the time limit after {number:,} solutions were found",
            partial=number,
            reason="time",
        )
    return number


def _same(machine: _kernels.Symmetric) -> _kernels.Symmetric:
    return machine


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


def _count_listed(
    n: int,
    variant: Variant,
    symmetry: Symmetry,
    pawns: int,
    placed: ArrayLike | None,
    time_limit: float | None,
) -> Count:
    found = solutions(
        n, variant=variant, symmetry=symmetry, pawns=pawns, placed=placed, time_limit=time_limit
    )
    number = 0
    for _ in found:
        number += 1
    return _whole(Count(number, stats=found.stats, method="list", exact=found.status != "stopped"))


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


def _list_kernel(
    n: int, variant: Variant, placed: ArrayLike | None, *, half: bool = False
) -> _kernels.List:
    n = _size(n, MAX_LIST_N, "listing")
    return _kernels.List(n, _RULES[variant], _given(n, placed), half)


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
    if variant == "plus_k":
        n = _size(n, MAX_COUNT_N, "listing queens with pawns")
        given = [row * n + column for row, column in _given_cells(n, placed)]
        board = _kernels.PlusK(n, pawns, np.array(given, np.int16))

        def placement() -> Placement:
            cells = np.empty(n + pawns, np.int16), np.empty(pawns, np.int16)
            board.peek(*cells)
            return Placement(*(np.column_stack(np.divmod(part, np.int16(n))) for part in cells))

        least = partial(_least_placement, n) if symmetry == "fundamental" else None
        return Solutions(Search(board, **limits), placement, method="list", keep=least)  # type: ignore[arg-type]
    kernel = _list_kernel(n, variant, placed)

    def read() -> NDArray[np.int8]:
        columns = np.empty(n, np.int16)
        kernel.peek(columns)
        return columns.astype(np.int8)

    keep = _is_canonical if symmetry == "fundamental" else None
    return Solutions(Search(kernel, **limits), read, method="list", keep=keep)  # type: ignore[arg-type]


def complete(
    n: int, placed: ArrayLike, *, variant: Variant = "queens", pawns: int = 0
) -> Solutions[Any]:
    """Go through the solutions that contain given queens.

    Parameters are those of `solutions`.

    Examples
    --------
    >>> [queens.tolist() for queens in complete(6, [(0, 2)])]
    [[2, 5, 1, 4, 0, 3]]
    """
    return solutions(n, variant=variant, pawns=pawns, placed=placed)


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
    # The second half of the solutions is the first one mirrored, in reverse order.
    half = placed is None and n > 1
    kernel = _list_kernel(n, variant, placed, half=half)
    room = max_bytes // n // (2 if half else 1)
    fill = _Fill(kernel, n, room)
    search = Search(fill, time_limit=time_limit)
    event = search.run()
    rows = fill.rows()
    if event == FOUND:
        raise InputError(
            f"the solutions of n = {n} take more than max_bytes = {max_bytes:,}; "
            f"go through them with solutions()"
        )
    if event != DONE:
        raise SearchStopped(
            f"stopped by the time limit after {len(rows):,} solutions", partial=rows, reason="time"
        )
    if half:
        rows = np.concatenate([rows, (n - 1 - rows)[::-1]])
    if symmetry == "fundamental":
        keep = [_is_canonical(part) for part in np.array_split(rows, len(rows) // 65536 + 1)]
        rows = rows[np.concatenate(keep)]
    return rows


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
        The column of the queen in each row.
    """

    queens: NDArray[Any] | None = None


def first(
    n: int,
    *,
    variant: Variant = "queens",
    placed: ArrayLike | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
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
    if variant == "plus_k":
        raise InputError("first takes no 'plus_k'; take the first of solutions()")
    found = solutions(
        n, variant=variant, placed=placed, time_limit=time_limit, node_limit=node_limit
    )
    queens = next(found, None)
    status = found.status if queens is None else "solved"
    return NQueensResult(cast(Any, status), "list", found.stats, found.reason, queens)


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


# --------------------------------------------------------------------------------------- algebra


def _columns(queens: ArrayLike) -> NDArray[Any]:
    array = np.asarray(queens)
    if array.ndim not in (1, 2) or array.dtype.kind not in "iu" or not array.shape[-1]:
        raise InputError(
            f"found queens of shape {array.shape} and type {array.dtype}, expected columns of "
            f"shape (n,) or (S, n)"
        )
    return array


def is_solution(queens: ArrayLike, *, variant: Variant = "queens") -> Any:
    """Tell whether placements are solutions.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Columns by row.
    variant : str
        One of `VARIANTS` but ``"plus_k"``.

    Returns
    -------
    bool or ndarray of bool, shape (S,)

    Examples
    --------
    >>> is_solution([[1, 3, 0, 2], [0, 1, 2, 3]]).tolist()
    [True, False]
    """
    _check(variant, "all", 0)
    if variant == "plus_k":
        raise InputError("is_solution takes no 'plus_k': columns do not tell the pawns")
    array = _columns(queens)
    stack = np.atleast_2d(array).astype(np.int64)
    n = stack.shape[1]
    rows = np.arange(n)
    inside = ((stack >= 0) & (stack < n)).all(axis=1)
    good = inside & _distinct(stack)
    if variant == "coloured":
        good &= (abs(np.diff(stack, axis=1)) > 1).all(axis=1)
    elif variant == "toroidal":
        good &= _distinct((stack + rows) % n) & _distinct((stack - rows) % n)
    else:
        good &= _distinct(stack + rows) & _distinct(stack - rows)
    if variant == "superqueens":
        for step, jump in ((1, 2), (2, 1)):
            if n > step:
                good &= (abs(stack[:, step:] - stack[:, :-step]) != jump).all(axis=1)
    return good if array.ndim == 2 else bool(good[0])


def _distinct(stack: NDArray[np.int64]) -> NDArray[np.bool_]:
    ordered = np.sort(stack, axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(axis=1))


def orbit(queens: ArrayLike) -> NDArray[Any]:
    """Return the 8 images of placements under the symmetries of the board.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Permutations: one queen in each row and column.

    Returns
    -------
    ndarray, shape (8, n) or (S, 8, n)
        The four turns, then the four turns of the mirror image; a symmetric placement comes more
        than once.

    Examples
    --------
    >>> np.unique(orbit([1, 3, 0, 2]), axis=0).tolist()
    [[1, 3, 0, 2], [2, 0, 3, 1]]
    """
    array = _columns(queens)
    stack = np.atleast_2d(array)
    n = stack.shape[1]
    if not (np.sort(stack, axis=1) == np.arange(n)).all():
        raise InputError("expected one queen in each row and column")
    images = []
    for image in (stack, n - 1 - stack):
        for _ in range(4):
            images.append(image)
            # a quarter turn takes the queen at (r, c) to (c, n - 1 - r)
            image = (n - 1 - np.argsort(image, axis=1)).astype(stack.dtype)
    result = np.stack(images, axis=1)
    return cast("NDArray[Any]", result if array.ndim == 2 else result[0])


def canonical(queens: ArrayLike) -> NDArray[Any]:
    """Return the lexicographically least image of placements.

    Parameters
    ----------
    queens : array_like of int, shape (n,) or (S, n)
        Permutations.

    Returns
    -------
    ndarray, shape (n,) or (S, n)
        The same for all placements of a class.

    Examples
    --------
    >>> canonical([2, 0, 3, 1]).tolist()
    [1, 3, 0, 2]
    """
    array = _columns(queens)
    images = orbit(np.atleast_2d(array))
    best = images[:, 0]
    for k in range(1, 8):
        best = np.where(_less(images[:, k], best)[:, None], images[:, k], best)
    return best if array.ndim == 2 else cast("NDArray[Any]", best[0])


def _less(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """Compare row by row, lexicographically."""
    differ = a != b
    where = differ.argmax(axis=1)[:, None]
    less = np.take_along_axis(a, where, 1) < np.take_along_axis(b, where, 1)
    return np.asarray(less[:, 0])


def _is_canonical(queens: NDArray[Any]) -> Any:
    """Whether placements are the least of their class."""
    return (canonical(queens) == queens).all(axis=-1)


def _least_placement(n: int, placement: Placement) -> bool:
    """Whether a placement with pawns is the least of its 8 images."""
    own = _key(placement.queens, placement.pawns)
    queens, pawns = placement
    for _ in range(2):
        for _ in range(4):
            # a quarter turn
            queens = np.column_stack([queens[:, 1], n - 1 - queens[:, 0]])
            pawns = np.column_stack([pawns[:, 1], n - 1 - pawns[:, 0]])
            if _key(queens, pawns) < own:
                return False
        queens = np.column_stack([queens[:, 0], n - 1 - queens[:, 1]])
        pawns = np.column_stack([pawns[:, 0], n - 1 - pawns[:, 1]])
    return True


def _key(queens: NDArray[Any], pawns: NDArray[Any]) -> tuple[list[list[int]], list[list[int]]]:
    return sorted(queens.tolist()), sorted(pawns.tolist())
