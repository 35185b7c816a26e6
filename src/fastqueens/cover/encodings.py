"""Classic problems as exact covers: Langford pairs and Sudoku."""

from __future__ import annotations

from functools import lru_cache
from typing import SupportsIndex

from numpy.typing import ArrayLike

from fastqueens.cover.problem import ExactCover, MethodName
from fastqueens.cover.sudoku_grid import Sudoku
from fastqueens.results import Count
from fastqueens.search import CancelEvent
from fastqueens.validation import check_whole

__all__ = ["count_sudoku", "is_unique_sudoku", "langford", "sudoku"]


_MAX_N = 1000  # making the n**2 options takes seconds


def langford(n: int) -> ExactCover:
    """Make Langford's problem: place each number k from 1 to n twice, with k places in between.

    Every solution is found twice, the second time reversed. An option is a placement of one pair.
    Options are sorted by the number, then by the place.

    Parameters
    ----------
    n : int
        2 to 1,000. There are solutions if n or n + 1 is divisible by 4.

    Returns
    -------
    ExactCover

    Raises
    ------
    InputError
        If n is out of range.

    Examples
    --------
    >>> cover = langford(3)
    >>> cover.option(0)
    ('1', 's1', 's3')
    >>> for solution in cover.solutions():
    ...     print(*[" ".join(option) for option in cover.selected(solution)], sep=", ")
    1 s2 s4, 2 s3 s6, 3 s1 s5
    1 s3 s5, 2 s1 s4, 3 s2 s6
    """
    n = _check_size(n, 2)
    options = [
        (str(k), f"s{i}", f"s{i + k + 1}") for k in range(1, n + 1) for i in range(1, 2 * n - k)
    ]
    names = [str(k) for k in range(1, n + 1)] + [f"s{i}" for i in range(1, 2 * n + 1)]
    return ExactCover(options, primary=names)


def _check_size(n: SupportsIndex, least: int) -> int:
    return check_whole(n, "n", least=least, most=_MAX_N)


@lru_cache(maxsize=1)
def _empty_sudoku() -> ExactCover:
    """Make the cover of an empty grid; option 81 * row + 9 * column + digit - 1 is a digit."""
    return ExactCover(
        [
            (f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}")
            for r in range(9)
            for c in range(9)
            for d in range(9)
        ]
    )


def sudoku(clues: str | ArrayLike, *, method: MethodName = "auto") -> str | None:
    """Solve a sudoku.

    Parameters
    ----------
    clues : str or array_like of int, shape (9, 9)
        The 81 cells, in a form that `Sudoku` accepts: digits, with ``0`` or ``.`` for an empty
        cell.
    method : {"auto", "dlx", "bitset"}
        See `ExactCover.solve`.

    Returns
    -------
    str or None
        The first solution found: 81 digits, row by row. None if there is no solution.
        `Sudoku` draws it as a grid.

    Raises
    ------
    InputError
        If the input does not have 81 valid cells; the message names the line and column.

    Examples
    --------
    >>> clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solved = sudoku(clues)
    >>> solved[:27]
    '534678912672195348198342567'
    >>> print(Sudoku(solved).to_grid())
    5 3 4 | 6 7 8 | 9 1 2
    6 7 2 | 1 9 5 | 3 4 8
    1 9 8 | 3 4 2 | 5 6 7
    ------+-------+------
    8 5 9 | 7 6 1 | 4 2 3
    4 2 6 | 8 5 3 | 7 9 1
    7 1 3 | 9 2 4 | 8 5 6
    ------+-------+------
    9 6 1 | 5 3 7 | 2 8 4
    2 8 7 | 4 1 9 | 6 3 5
    3 4 5 | 2 8 6 | 1 7 9
    """
    options = _empty_sudoku().solve(method=method, required=_clue_options(clues)).options
    if options is None:
        return None
    return "".join(str(option % 9 + 1) for option in options)


def count_sudoku(
    clues: str | ArrayLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
) -> Count:
    """Count the solutions of a sudoku.

    Parameters
    ----------
    clues : str or array_like of int, shape (9, 9)
        See `sudoku`. If there are few clues, set a `limit`, because there may be too many solutions
        to count.
    limit, time_limit, cancel, node_limit
        See `ExactCover.count`.

    Returns
    -------
    Count

    Raises
    ------
    InputError
        See `sudoku`.
    SearchStopped
        See `ExactCover.count`.
    Interrupted
        See `ExactCover.count`.

    Examples
    --------
    >>> clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> int(count_sudoku(clues)), int(count_sudoku(clues.replace("7", "."), limit=1000))
    (1, 6)
    """
    return _empty_sudoku().count(
        required=_clue_options(clues), limit=limit, time_limit=time_limit, cancel=cancel,
        node_limit=node_limit,
    )  # fmt: skip


def is_unique_sudoku(clues: str | ArrayLike) -> bool:
    """Whether a sudoku has exactly one solution.

    Parameters
    ----------
    clues : str or array_like of int, shape (9, 9)
        See `sudoku`.

    Returns
    -------
    bool

    Raises
    ------
    InputError
        See `sudoku`.

    Examples
    --------
    >>> is_unique_sudoku("." * 81), is_unique_sudoku("11" + "." * 79)
    (False, False)
    """
    return count_sudoku(clues, limit=2) == 1


def _clue_options(clues: str | ArrayLike) -> list[int]:
    """Return the options that the clues stand for."""
    return [
        9 * cell + int(character) - 1
        for cell, character in enumerate(Sudoku(clues))
        if character != "."
    ]
