"""One solution of N-Queens on a board of any size: by a formula, or a random one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.nqueens.local_search import LocalSearch
from fastqueens.nqueens.problem import check_size
from fastqueens.nqueens.solving import NQueensResult
from fastqueens.results import InputError, SearchStopped, describe_stop
from fastqueens.search import FOUND, CancelEvent, Clock, Search
from fastqueens.validation import check_seed

__all__ = ["construct", "random"]


def construct(n: int) -> NDArray[np.int32]:
    """Construct a solution in O(n) time, without search.

    The columns are the even numbers followed by the odd numbers. For some values of n mod 6, a few
    columns are exchanged. This is the construction of Pauls (1874) in the form of Hoffman, Loessi
    and Moore, Mathematics Magazine 42 (1969) 66-72.

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
        If n is 2 or 3, because these boards have no solution.

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
    if n % 6 == 2:  # the order of the odd numbers becomes 3 1 7 9 ... 5
        odds = np.concatenate([odds[[1, 0]], odds[3:], odds[[2]]])
    elif n % 6 == 3:  # the order becomes 4 6 ... 2, 5 7 ... 1 3
        evens = np.roll(evens, -1)
        odds = np.roll(odds, -2)
    return np.concatenate([evens, odds]) - np.int32(1)


def random(
    n: int,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
) -> NDArray[np.int32]:
    """Find a random solution of a large board, by local search.

    Queens are first placed at random on cells that are not attacked. The remaining queens are
    placed by exchanging columns. One bit for each diagonal shows whether the diagonal is free. The
    method follows Sosic and Gu, "Efficient local search with conflict minimization", IEEE TKDE 6
    (1994) 661-668. Not every solution is equally likely.

    Parameters
    ----------
    n : int
        1, or 4 to 100,000,000.
    seed : int
        0 to 2**64 - 1. The same seed gives the same solution on every machine.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    node_limit : int, optional
        The search stops when the numbers of columns shuffled, columns tried and exchanges tried
        have this sum.

    Returns
    -------
    ndarray of int32, shape (n,)
        The column of the queen in each row.

    Raises
    ------
    InputError
        If n is 2 or 3, because these boards have no solution, or if an argument is out of range.
    SearchStopped
        If a limit was reached. Its ``partial`` is an `NQueensResult` without queens.

    Examples
    --------
    >>> from fastqueens.nqueens import is_solution
    >>> bool(is_solution(random(1000, seed=1)))
    True
    """
    clock = Clock(time_limit, cancel)
    n = check_size(n, 100_000_000, "a random solution")
    if n in (2, 3):
        raise InputError(f"n is {n}, which has no solution")
    kernel = LocalSearch(n, check_seed(seed))
    search = Search(kernel, time_limit=clock, node_limit=node_limit)
    if search.run() != FOUND:
        raise SearchStopped(
            f"no solution was found: the search was {describe_stop(search.reason)}",
            partial=NQueensResult("stopped", "random", search.stats(), search.reason),
            reason=search.reason or "time",
        )
    queens = np.empty(n, np.int32)
    kernel.peek(queens)
    return queens
