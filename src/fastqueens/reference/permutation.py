"""Slow, simple generate-and-test of permutations and placements; counts the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from fastqueens.reference.queens import touch

__all__ = ["nodes", "placement_reviews", "reviews"]


def reviews(
    regions: Sequence[Sequence[int]] | None, n: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Test all permutations in order; yield each solution with the number of tests so far.

    Parameters
    ----------
    regions : n sequences of n labels, or None
        A board of any number of regions, each with at most one queen; None for N-Queens.
    n : int
        The number of rows.

    Yields
    ------
    reviewed : int
        The number of permutations tested so far, including this solution.
    columns : tuple of int
        A solution.

    Examples
    --------
    >>> list(reviews(["RBBB", "RRBY", "GYYY", "GGGY"], 4))
    [(14, (2, 0, 3, 1))]
    >>> list(reviews(None, 4))
    [(11, (1, 3, 0, 2)), (14, (2, 0, 3, 1))]
    """
    for number, columns in enumerate(permutations(range(n)), 1):
        if _beginning_holds(regions, columns):
            yield number, columns


def nodes(regions: Sequence[Sequence[int]] | None, n: int) -> int:
    """Count the prefixes of permutations tested by a search that extends no failed prefix.

    Parameters
    ----------
    regions, n
        See `reviews`.

    Returns
    -------
    int

    Examples
    --------
    >>> nodes(None, 4)
    32
    """
    return sum(
        _beginning_holds(regions, beginning[:-1])
        for length in range(1, n + 1)
        for beginning in permutations(range(n), length)
    )


def _beginning_holds(regions: Sequence[Sequence[int]] | None, columns: Sequence[int]) -> bool:
    """Return whether the queens in the first rows obey the rules."""
    for (r, c), (y, x) in combinations(enumerate(columns), 2):
        if regions is None:
            if abs(r - y) == abs(c - x):
                return False
        elif regions[r][c] == regions[y][x] or touch((r, c), (y, x)):
            return False
    return True


def placement_reviews(n: int, kind: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Test all placements of n queens; yield each solution with the number of tests so far.

    Parameters
    ----------
    n : int
        The number of rows.
    kind : {"tuples", "combinations"}
        ``"tuples"``: one queen in each row, in any column. ``"combinations"``: any n cells.

    Yields
    ------
    reviewed, columns
        See `reviews`.

    Examples
    --------
    >>> list(placement_reviews(4, "tuples"))
    [(115, (1, 3, 0, 2)), (142, (2, 0, 3, 1))]
    """
    cells = [(r, c) for r in range(n) for c in range(n)]
    placements: Iterator[tuple[tuple[int, int], ...]] = (
        product(*(cells[r * n : r * n + n] for r in range(n)))
        if kind == "tuples"
        else combinations(cells, n)
    )
    for number, chosen in enumerate(placements, 1):
        if not any(
            r == y or c == x or abs(r - y) == abs(c - x)
            for (r, c), (y, x) in combinations(chosen, 2)
        ):
            yield number, tuple(c for _, c in chosen)
