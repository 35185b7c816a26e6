"""Slow, obvious coloured Queens and Star Battle: solutions, broken rules, symmetry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

__all__ = ["broken", "canonical", "pieces", "solutions", "stars_placements", "stars_solutions"]


Cell = tuple[int, int]


def solutions(
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
    >>> list(solutions(["RBBB", "RRBY", "GYYY", "GGGY"]))
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


def broken(
    regions: Sequence[Sequence[int]], cells: Sequence[tuple[int, int]]
) -> tuple[set[int], set[int], set[int], set[frozenset[tuple[int, int]]]]:
    """Return the rows, columns and regions with two queens, and the pairs that touch.

    Examples
    --------
    >>> broken([[0, 1], [0, 1]], [(0, 0), (0, 1)])
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


def canonical(regions: Sequence[Sequence[object]]) -> list[list[int]]:
    """Return the canonical board: of all eight, renumbered, the first in lexicographic order.

    Examples
    --------
    >>> canonical(["AB", "BB"])
    [[0, 0], [0, 1]]
    """
    forms = []
    board = [list(row) for row in regions]
    for _ in range(4):
        board = [list(row) for row in zip(*reversed(board), strict=True)]  # a quarter turn
        for view in (board, [row[::-1] for row in board]):
            numbers: dict[object, int] = {}
            forms.append([[numbers.setdefault(x, len(numbers)) for x in row] for row in view])
    return min(forms)


def pieces(regions: Sequence[Sequence[object]]) -> int:
    """Return the number of pieces: maximal sets of cells of a region that hang together by sides.

    Examples
    --------
    >>> pieces(["AB", "BA"]), pieces(["AB", "AA"])
    (4, 2)
    """
    left = {(r, c) for r, row in enumerate(regions) for c in range(len(row))}
    pieces = 0
    while left:
        pieces += 1
        waiting = [left.pop()]
        while waiting:
            r, c = waiting.pop()
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if (y, x) in left and regions[y][x] == regions[r][c]:
                    left.remove((y, x))
                    waiting.append((y, x))
    return pieces


def stars_placements(n: int, each: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Go through the ways to put `each` stars in every row and column, no two touching.

    Row by row, so two stars on 10 x 10 are about as far as it goes.

    Yields
    ------
    tuple of tuple of int
        The columns of the stars, row by row, in lexicographic order.

    Examples
    --------
    >>> list(stars_placements(4, 1))
    [((1,), (3,), (0,), (2,)), ((2,), (0,), (3,), (1,))]
    >>> sum(1 for _ in stars_placements(7, 2)), sum(1 for _ in stars_placements(8, 2))
    (0, 2)
    """
    shapes = [
        row
        for row in combinations(range(n), each)
        if all(abs(a - b) > 1 for a, b in combinations(row, 2))
    ]

    def extend(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(rows) == n:
            yield rows
            return
        for row in shapes:
            full = any(sum(c in above for above in rows) == each for c in row)
            touching = rows and any(abs(a - c) <= 1 for a in rows[-1] for c in row)
            if not full and not touching:
                yield from extend((*rows, row))

    yield from extend(())


def stars_solutions(
    regions: Sequence[Sequence[int]], each: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Go through the solutions of a Star Battle board, as (row, column) pairs.

    Examples
    --------
    >>> list(stars_solutions(["RBBB", "RRBY", "GYYY", "GGGY"], 1))
    [((0, 2), (1, 0), (2, 3), (3, 1))]
    """
    for rows in stars_placements(len(regions), each):
        cells = [(r, c) for r, row in enumerate(rows) for c in row]
        taken = [regions[r][c] for r, c in cells]
        if all(taken.count(g) == each for row in regions for g in row):
            yield tuple(cells)
