"""Star Battle: coloured Queens with more than one star a unit.

An n x n board is cut into n regions; each row, column and region takes the same number of stars
(2 on most published boards of 10 x 10), and no two stars touch, not even diagonally. With one star
it is coloured Queens, for which `fastqueens.queens` has more methods.

The puzzle is Hans Eendebak's, from the World Puzzle Championship of 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import stars as _stars
from fastqueens.queens import Board, as_board
from fastqueens.results import Count, InputError, Result, SearchStopped, Stats
from fastqueens.search import (
    DONE,
    FOUND,
    STOPPED,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_whole,
    run_all,
)

__all__ = [
    "MOST_STARS",
    "StarsBatch",
    "StarsResult",
    "count",
    "is_unique",
    "solutions",
    "solve",
    "solve_many",
]

MOST_STARS = 3  # in a row, column or region
_METHOD = "bitboard"


@dataclass(slots=True, eq=False)
class StarsResult(Result):
    """The answer for one board.

    Attributes
    ----------
    board : Board
        The board.
    each : int
        Stars in each row, column and region.
    stars : ndarray of int16, shape (n * each, 2), or None
        The (row, column) pairs of the stars, row by row, if a solution was found.
    """

    board: Board = field(kw_only=True)
    each: int = field(kw_only=True)
    stars: NDArray[np.int16] | None = field(default=None, kw_only=True)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The stars as (row, column) pairs; empty without a solution."""
        return [] if self.stars is None else [(r, c) for r, c in self.stars.tolist()]

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.stats}"
        if self.stars is None:
            return head
        rows = [list(row) for row in str(self.board).split("\n")]
        for row, column in self.cells:
            rows[row][column] = "#"
        return "\n".join([head, *("".join(row) for row in rows)])


def _each(stars: int) -> int:
    each = check_whole(stars, "stars", least=1)
    if each > MOST_STARS:
        raise InputError(f"stars is {each}, expected 1 to {MOST_STARS}")
    return each


def _board(board: Board | ArrayLike) -> Board:
    made = as_board(board, False)
    if made.at_most_one:
        raise InputError(
            f"found {len(made.labels)} regions on {made.n} rows, expected as many regions as rows"
        )
    return made


def _search(
    board: Board,
    each: int,
    time_limit: float | None,
    node_limit: int | None,
    progress: Callable[[Progress], object] | None,
) -> tuple[Search, Callable[[], NDArray[np.int16]]]:
    kernel = _stars.Search(board.regions, each)

    def read() -> NDArray[np.int16]:
        stars = np.empty((board.n * each, 2), np.int16)
        kernel.peek(stars)
        return stars

    search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return search, read


def solve(
    board: Board | ArrayLike,
    stars: int = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
) -> StarsResult:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    board : Board or array of labels
        The board, with as many regions as rows.
    stars : int
        Stars in each row, column and region, 1 to 3.
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Branches, and the root.
    seed : int
        Accepted as elsewhere, and without effect: the search makes no random choices.
    progress : callable, optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    StarsResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``. Counters: ``nodes``
        (branches, and the root) and ``backtracks`` (dead ends).

    Raises
    ------
    InputError
        For a board, a number of stars or a ``FASTQUEENS_ISA`` that cannot be used.

    Examples
    --------
    >>> board = Board.from_text('''
    ... AAAABBBB
    ... AAAABBBB
    ... CCCCDDDD
    ... CCCCDDDD
    ... EEEEFFFF
    ... EEEEFFFF
    ... GGGGHHHH
    ... GGGGHHHH''')
    >>> result = solve(board)
    >>> result.status, result.cells[:4]
    ('solved', [(0, 1), (0, 3), (1, 5), (1, 7)])
    """
    each = _each(stars)
    check_seed(seed)
    board = _board(board)
    search, read = _search(board, each, time_limit, node_limit, progress)
    event = search.run()
    result = StarsResult("stopped", _METHOD, search.stats(), search.reason, board=board, each=each)
    if event == FOUND:
        result.status, result.stars = "solved", read()
    elif event == DONE:
        result.status = "unsolvable"
    return result


def solutions(
    board: Board | ArrayLike,
    stars: int = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[NDArray[np.int16]]:
    """Go through all solutions, each once.

    Parameters are those of `solve`.

    Returns
    -------
    Solutions
        An iterator over arrays like `StarsResult.stars`. Its ``status`` says afterwards whether
        it was exhausted (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> found = solutions([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]], 1)
    >>> [stars[:, 1].tolist() for stars in found], found.status
    ([[2, 0, 3, 1]], 'solved')
    """
    each = _each(stars)
    check_seed(seed)
    search, read = _search(_board(board), each, time_limit, node_limit, progress)
    return Solutions(search, read, method=_METHOD)


def count(
    board: Board | ArrayLike,
    stars: int = 2,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
) -> Count:
    r"""Count the solutions by visiting each.

    Parameters
    ----------
    board, stars, time_limit, node_limit, seed, progress
        As for `solve`.
    limit : int, optional
        Stop at this many; the count then has ``exact`` False.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    SearchStopped
        Where a limit of time or nodes came first. Its ``partial`` is a `Count` of the solutions
        visited.

    Examples
    --------
    >>> int(count([[row] * 8 for row in range(8)], 2))  # no regions to speak of
    2
    """
    each = _each(stars)
    check_seed(seed)
    limit = None if limit is None else check_whole(limit, "limit")
    search, _ = _search(_board(board), each, time_limit, node_limit, progress)
    found, event = 0, FOUND
    while event == FOUND and found != limit:
        event = search.run()
        found += event == FOUND
    result = Count(found, stats=search.stats(), method=_METHOD, exact=event == DONE)
    if event == STOPPED:
        reason = search.reason or "nodes"
        raise SearchStopped(
            f"the count was stopped by the {'time' if reason == 'time' else 'node'} limit after "
            f"{found:,} solutions were found; there may be many more",
            partial=result,
            reason=reason,
        )
    return result


def is_unique(
    board: Board | ArrayLike,
    stars: int = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> bool:
    """Tell whether the board has exactly one solution.

    Raises
    ------
    SearchStopped
        Where a limit came first.

    Examples
    --------
    >>> is_unique([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]], 1)
    True
    """
    return count(board, stars, limit=2, time_limit=time_limit, node_limit=node_limit) == 1


# --------------------------------------------------------------------------------------- batches


@dataclass(slots=True, eq=False)
class StarsBatch:
    """The answers for many boards; unpacks as ``counts, first``.

    Attributes
    ----------
    counts : ndarray of int64, shape (B,)
        The number of solutions of each board, up to the limit.
    first : ndarray of int16, shape (B, n * stars, 2)
        The first solution of each board as (row, column) pairs, -1 where there is none.
    stats : Stats
        The work over all boards; ``seconds`` is wall-clock time.
    """

    counts: NDArray[np.int64]
    first: NDArray[np.int16]
    stats: Stats

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter((self.counts, self.first))

    def __len__(self) -> int:
        return len(self.counts)


_CHUNK = 2048  # boards a machine takes: large enough to hide its set-up


def solve_many(
    boards: NDArray[Any] | Sequence[Board | ArrayLike],
    stars: int = 2,
    limit: int | None = 2,
    threads: int | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> StarsBatch:
    """Solve many boards of one size at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        The boards, all of one size. In an array each value is a region's label, any values.
    stars : int
        Stars in each row, column and region, 1 to 3.
    limit : int or None
        Count up to this many solutions of each board (2 tells unique from ambiguous); None
        counts all.
    threads : int, optional
        The processors at hand by default. The answers do not depend on it.
    progress : callable, optional
        Called with the numbers of boards done and to do, about ten times a second.

    Returns
    -------
    StarsBatch
        ``counts`` and ``first``, and the work in ``stats``.

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.repeat(np.arange(8, dtype=np.uint8), 8).reshape(1, 8, 8)
    >>> counts, first = solve_many(rows, limit=None)
    >>> counts.tolist(), first.shape
    ([2], (1, 16, 2))
    """
    each = _each(stars)
    limit = 2**64 - 1 if limit is None else min(check_whole(limit, "limit"), 2**64 - 1)
    threads = None if threads is None else check_whole(threads, "threads", least=1)
    stack = _stack(boards)
    total, n = stack.shape[:2]
    counts = np.zeros(total, np.int64)
    first = np.full((total, n * each, 2), -1, np.int16)
    makers = [
        partial(
            _stars.Batch,
            stack[i : i + _CHUNK],
            counts[i : i + _CHUNK],
            first[i : i + _CHUNK],
            limit,
            each,
        )
        for i in range(0, total, _CHUNK)
    ]

    def report(begun: Sequence[_stars.Batch]) -> None:
        if progress is not None:
            progress(sum(batch.done for batch in begun), total)

    start = perf_counter()
    kernels, _ = run_all(makers, threads=threads, progress=report)
    seconds = perf_counter() - start
    bad = np.flatnonzero(counts < 0)
    if bad.size:
        found = len(np.unique(stack[bad[0]]))
        raise InputError(f"board {bad[0]}: found {found} regions, expected {n}, one for each row")
    work: dict[str, int] = {}
    for kernel in kernels:
        for name, value in kernel.counters().items():
            work[name] = work.get(name, 0) + value
    return StarsBatch(counts, first, Stats(work, seconds))


def _stack(boards: NDArray[Any] | Sequence[Board | ArrayLike]) -> NDArray[np.uint8]:
    if isinstance(boards, (Board, str)):
        raise InputError("expected a (B, n, n) array or a sequence of boards; for one use solve")
    if not isinstance(boards, np.ndarray):
        made = []
        for i, item in enumerate(boards):
            try:
                made.append(_board(item).regions)
            except InputError as error:
                raise InputError(f"board {i}: {error.message}") from None
            if len(made[i]) != len(made[0]):
                raise InputError(
                    f"board {i}: found {len(made[i])} rows, expected {len(made[0])} as in board 0"
                )
        boards = np.stack(made) if made else np.empty((0, 1, 1), np.uint8)
    if boards.ndim != 3 or boards.shape[1] != boards.shape[2] or not 1 <= boards.shape[1] <= 64:
        raise InputError(
            f"found an array of shape {boards.shape}, expected (B, n, n) with n from 1 to 64"
        )
    if boards.dtype != np.uint8:
        small = boards.astype(np.uint8)
        if not np.array_equal(small, boards):
            raise InputError(f"found {boards.dtype} labels, expected numbers from 0 to 255")
        boards = small
    return np.ascontiguousarray(boards)
