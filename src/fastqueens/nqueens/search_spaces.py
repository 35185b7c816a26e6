"""Compares the growth of the search spaces of N-Queens with the nodes of backtracking."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from fastqueens.nqueens.growth_table import GrowthTable, Quantity, check_sizes
from fastqueens.nqueens.methods import make_search
from fastqueens.search import DONE, CancelEvent, Clock, ProgressLike, count_solutions

__all__ = ["Growth", "Growths", "growth"]


@dataclass(frozen=True, slots=True)
class Growth:
    """The search spaces of one board size.

    Attributes
    ----------
    n : int
        The number of rows.
    combinations, tuples, permutations : int
        The number of ways to choose n cells, C(n^2, n); to place one queen in each row, n^n; and to
        place one queen in each row and column, n!. The method of `solve` with the same name tests
        all these placements.
    nodes, solutions : int or None
        The number of queens that backtracking places until it has found all solutions, and the
        number of solutions; None if the time limit was reached first.
    """

    n: int
    combinations: int
    tuples: int
    permutations: int
    nodes: int | None
    solutions: int | None


class Growths(GrowthTable[Growth]):
    """The result of `growth`: a tuple with one `Growth` for each board size.

    A notebook displays it as a chart.
    """

    __slots__ = ()

    _title = "N-Queens: search spaces and backtracking"
    _across = "rows of the board"
    _quantities = (
        Quantity("combinations", "C(n^2, n)", 16, "C", "C(n^2, n): any n cells"),
        Quantity("tuples", "n^n", 16, "T", "n^n: a queen a row"),
        Quantity("permutations", "n!", 16, "P", "n!: a queen a row and column"),
        Quantity("nodes", "nodes", 12, "b", "nodes of backtracking"),
        Quantity("solutions", "solutions", 10, "s", "solutions"),
    )


def growth(
    sizes: Iterable[SupportsIndex] = range(1, 13),
    *,
    time_limit: float | None = 10.0,
    cancel: CancelEvent | None = None,
    progress: ProgressLike | None = None,
) -> Growths:
    """Compare the search spaces of several sizes with the nodes of backtracking.

    Parameters
    ----------
    sizes : iterable of int
        The numbers of rows, 1 to 64.
    time_limit : float, optional
        The time limit in seconds for backtracking, for all sizes together. n = 13 takes a second,
        and each further row multiplies the time by five.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    progress : callable or "bar", optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    Growths
        A tuple of `Growth`, in the order of the sizes, with ``to_text``, ``to_chart``, ``to_svg``
        and ``to_png``.

    Raises
    ------
    InputError
        If a size or the time limit is invalid, or if `sizes` is empty.

    Examples
    --------
    >>> for row in growth([4, 8]):
    ...     print(row.n, row.combinations, row.tuples, row.permutations, row.nodes, row.solutions)
    4 1820 256 24 16 2
    8 4426165368 16777216 40320 2056 92
    """
    wanted = check_sizes(sizes, "the growth of the search spaces")
    clock = Clock(time_limit, cancel)
    return Growths(_measure(n, clock, progress) for n in wanted)


def _measure(n: int, clock: Clock, progress: ProgressLike | None) -> Growth:
    search = make_search(n, "backtracking", all_solutions=True, time_limit=clock, progress=progress)
    found, event = count_solutions(search)
    complete = event == DONE
    # Every queen placed is removed again, so backtracks and nodes are the same number.
    nodes = search.kernel.counters()["backtracks"]
    return Growth(
        n,
        math.comb(n * n, n),
        n**n,
        math.factorial(n),
        nodes if complete else None,
        found if complete else None,
    )
