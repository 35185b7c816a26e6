"""N-Queens placements: found, listed, completed, written down, drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.nqueens.list import List
from fastqueens.checks import check_seed, check_whole
from fastqueens.method import choose
from fastqueens.nqueens.counting import count
from fastqueens.nqueens.methods import METHODS
from fastqueens.nqueens.rules import (
    MAX_LIST_N,
    Symmetry,
    Variant,
    check_size,
    check_variant,
    list_kernel,
    pawn_kernel,
)
from fastqueens.results import InputError, Result, SearchStopped
from fastqueens.search import DONE, FOUND, Progress, Search, Solutions

__all__ = [
    "METHODS",
    "NQueensResult",
    "Placement",
    "complete",
    "construct",
    "first",
    "random",
    "solutions",
    "solutions_array",
    "solve",
]


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
    check_variant(variant, symmetry, pawns)
    limits = {"time_limit": time_limit, "node_limit": node_limit, "progress": progress}
    least = symmetry == "fundamental"
    if variant == "plus_k":
        board = pawn_kernel(n, pawns, placed, least=least)

        def placement() -> Placement:
            cells = np.empty(board.n + pawns, np.int16), np.empty(pawns, np.int16)
            board.peek(*cells)
            pairs = (np.column_stack(np.divmod(part, np.int16(board.n))) for part in cells)
            return Placement(*pairs)

        return Solutions(Search(board, **limits), placement, method="list")  # type: ignore[arg-type]
    kernel = list_kernel(n, variant, placed, least=least)
    return Solutions(
        Search(kernel, **limits),  # type: ignore[arg-type]
        lambda: _columns(kernel, kernel.n).astype(np.int8),
        method="list",
    )


def _columns(kernel: Any, n: int) -> NDArray[np.int16]:
    columns = np.empty(n, np.int16)
    kernel.peek(columns)
    return columns


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
    check_variant(variant, symmetry, 0)
    if variant == "plus_k":
        raise InputError("an array of 'plus_k' is not offered; go through its solutions")
    n = check_size(n, MAX_LIST_N, "listing")
    least = symmetry == "fundamental"
    max_bytes = check_whole(max_bytes, "max_bytes")
    refusal = InputError(
        f"the solutions of n = {n} take more than max_bytes = {max_bytes:,}; "
        f"go through them with solutions()"
    )
    if variant == "queens" and placed is None and n > 14:
        # Counting is quicker than finding out the slow way. From 8 on a row more means more
        # solutions, so 18 rows tell enough of larger boards.

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
    kernel = list_kernel(n, variant, placed, half=half, least=least)
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

    def __init__(self, kernel: List, n: int, room: int) -> None:
        self._kernel = kernel
        self._n = n
        self._room = room
        self._blocks: list[NDArray[np.int8]] = []
        self._used = self._BLOCK  # of the last block
        self.counters = kernel.counters

    @property
    def spent(self) -> int:
        return self._kernel.spent

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
    return _first_of(found)


def _first_of(found: Solutions[Any]) -> NQueensResult:
    answer = next(found, None)
    status: Any = found.status if answer is None else "solved"
    both = answer if isinstance(answer, Placement) else (answer, None)
    return NQueensResult(status, found.method, found.stats, found.reason, *both)


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
    n = check_size(n, MAX_LIST_N, "solving")
    kernel = choose(METHODS, method, options).make(n, check_seed(seed), **options)
    search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return _first_of(Solutions(search, partial(_columns, kernel, n), method=method))


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
    n = check_size(n, 2**31 - 1, "int32 columns")
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
    >>> from fastqueens.nqueens import is_solution
    >>> bool(is_solution(random(1000, seed=1)))
    True
    """
    n = check_size(n, 100_000_000, "a random solution")
    if n in (2, 3):
        raise InputError(f"n is {n}, which has no solution")
    from fastqueens._kernels.nqueens.random import Random

    kernel = Random(n, check_seed(seed))
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
