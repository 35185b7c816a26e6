"""Slow, obvious versions of every rule: what the tests compare the fast functions with.

Nothing here is imported by the rest of the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

__all__ = ["queens_broken", "queens_solutions"]


def queens_solutions(
    regions: Sequence[Sequence[int]], *, at_most_one: bool = False
) -> Iterator[tuple[int, ...]]:
    """Go through the solutions of a coloured Queens board, in lexicographic order.

    Tries every permutation of the columns, so n = 8 is about as far as it goes.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    at_most_one : bool
        Whether the number of regions may differ from n.

    Yields
    ------
    tuple of int
        The column of the queen in each row.

    Examples
    --------
    >>> list(queens_solutions(["RBBB", "RRBY", "GYYY", "GGGY"]))
    [(2, 0, 3, 1)]
    """
    n = len(regions)
    labels = {label for row in regions for label in row}
    if len(labels) != n and not at_most_one:
        raise ValueError(f"{len(labels)} regions on {n} rows")
    for columns in permutations(range(n)):
        apart = all(abs(columns[i] - columns[i + 1]) > 1 for i in range(n - 1))
        taken = {regions[row][columns[row]] for row in range(n)}
        if apart and len(taken) == n:
            yield columns


def queens_broken(
    regions: Sequence[Sequence[int]], cells: Sequence[tuple[int, int]]
) -> tuple[set[int], set[int], set[int], set[frozenset[tuple[int, int]]]]:
    """Return the rows, columns and regions with two queens, and the pairs that touch.

    Examples
    --------
    >>> queens_broken([[0, 1], [0, 1]], [(0, 0), (0, 1)])
    ({0}, set(), set(), {frozenset({(0, 1), (0, 0)})})
    """
    rows, columns, shared, touching = set(), set(), set(), set()
    for (r, c), (y, x) in combinations(cells, 2):
        if r == y:
            rows.add(r)
        if c == x:
            columns.add(c)
        if regions[r][c] == regions[y][x]:
            shared.add(regions[r][c])
        if max(abs(r - y), abs(c - x)) <= 1:
            touching.add(frozenset({(r, c), (y, x)}))
    return rows, columns, shared, touching
