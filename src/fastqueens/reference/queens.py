"""Coloured Queens and Star Battle in slow and obvious code: the reference of the tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

__all__ = [
    "Cell",
    "Rules",
    "broken",
    "candidates",
    "canonical",
    "pieces",
    "solutions",
    "stars_placements",
    "stars_solutions",
    "touch",
]


Cell = tuple[int, int]


class Rules(NamedTuple):
    """The rules of a board; `fastqueens.queens.Rules` has the same attributes."""

    stars: int = 1
    allow_empty_regions: bool = False


_RULES = Rules()


def touch(a: Cell, b: Cell) -> bool:
    """Return whether two cells are neighbours, also diagonally, or the same cell.

    Examples
    --------
    >>> touch((0, 0), (1, 1)), touch((0, 0), (0, 2))
    (True, False)
    """
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def solutions(regions: Sequence[Sequence[int]], rules: Rules = _RULES) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a coloured Queens board in lexicographic order.

    This function tries every permutation of the columns, so it is slow beyond n = 8.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    rules : Rules, optional
        The rules; they must have one star in each row, column and region.

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
    if len(labels) != n and not rules.allow_empty_regions:
        raise ValueError(f"{len(labels)} regions on {n} rows")
    for columns in permutations(range(n)):
        apart = not any(touch(a, b) for a, b in pairwise(enumerate(columns)))
        taken = {regions[row][columns[row]] for row in range(n)}
        if apart and len(taken) == n:
            yield columns


def broken(
    regions: Sequence[Sequence[int]], cells: Sequence[Cell]
) -> tuple[set[int], set[int], set[int], set[frozenset[Cell]]]:
    """Return the rows, columns and regions with several queens, and the pairs that touch.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    cells : sequence of (row, column)
        The queens.

    Returns
    -------
    rows, columns, regions, touching : sets
        A touching pair is a frozenset of its two cells.

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
        if touch((r, c), (y, x)):
            touching.add(frozenset({(r, c), (y, x)}))
    return rows, columns, shared, touching


def canonical(regions: Sequence[Sequence[object]]) -> list[list[int]]:
    """Return the canonical board: the first of the eight images in lexicographic order.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.

    Returns
    -------
    list of list of int
        Regions numbered from 0 in order of first appearance.

    Examples
    --------
    >>> canonical(["AB", "BB"])
    [[0, 0], [0, 1]]
    """
    forms = []
    board = [list(row) for row in regions]
    for _ in range(4):
        board = [list(row) for row in zip(*reversed(board), strict=True)]  # rotate by 90 degrees
        for view in (board, [row[::-1] for row in board]):
            numbers: dict[object, int] = {}
            forms.append([[numbers.setdefault(x, len(numbers)) for x in row] for row in view])
    return min(forms)


def pieces(regions: Sequence[Sequence[object]]) -> int:
    """Return the number of pieces: sets of cells of one region that are connected by sides.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.

    Returns
    -------
    int

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


def stars_placements(n: int, stars: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the placements of `stars` stars in every row and column, without touching stars.

    This function goes row by row, so it is slow beyond two stars on 10 x 10 cells.

    Parameters
    ----------
    n : int
        Rows and columns.
    stars : int
        The number of stars in each row and column.

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
        for row in combinations(range(n), stars)
        if not any(touch((0, a), (0, b)) for a, b in combinations(row, 2))
    ]

    def extend(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(rows) == n:
            yield rows
            return
        for row in shapes:
            full = any(sum(c in above for above in rows) == stars for c in row)
            touching = rows and any(touch((0, a), (1, c)) for a in rows[-1] for c in row)
            if not full and not touching:
                yield from extend((*rows, row))

    yield from extend(())


def stars_solutions(regions: Sequence[Sequence[int]], rules: Rules) -> Iterator[tuple[Cell, ...]]:
    """Yield the solutions of a Star Battle board.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    rules : Rules
        The rules, with the stars in each row, column and region.

    Yields
    ------
    tuple of (row, column)
        The stars, row by row.

    Examples
    --------
    >>> list(stars_solutions(["RBBB", "RRBY", "GYYY", "GGGY"], Rules()))
    [((0, 2), (1, 0), (2, 3), (3, 1))]
    """
    for rows in stars_placements(len(regions), rules.stars):
        cells = [(r, c) for r, row in enumerate(rows) for c in row]
        taken = [regions[r][c] for r, c in cells]
        if all(taken.count(g) == rules.stars for row in regions for g in row):
            yield tuple(cells)


def candidates(
    regions: Sequence[Sequence[object]], placed: Sequence[Cell], rules: Rules = _RULES
) -> set[Cell] | None:
    """Return the cells where a queen leaves enough cells for the other queens of every unit.

    The result includes the cells of the placed queens. A unit is a row, a column or a region. The
    result is None if a unit has too few cells.

    Examples
    --------
    >>> candidates(["AAB", "ABB", "CCC"], []) is None
    True
    """
    n, stars = len(regions), rules.stars
    everywhere = [(r, c) for r in range(n) for c in range(n)]
    labels = {label for row in regions for label in row}
    units = [[(r, c) for c in range(n)] for r in range(n)]
    units += [[(r, c) for r in range(n)] for c in range(n)]
    units += [[(r, c) for r, c in everywhere if regions[r][c] == label] for label in labels]

    def enough(standing: Sequence[Cell], free: Collection[Cell]) -> bool:
        """Return whether each unit can get its queens, given placed queens and free cells."""
        if any(touch(a, b) for a, b in combinations(standing, 2)):
            return False
        full = [unit for unit in units if sum(cell in unit for cell in standing) == stars]
        usable = [
            cell
            for cell in free
            if cell not in standing
            and not any(touch(cell, other) for other in standing)
            and not any(cell in unit for unit in full)
        ]
        return all(
            sum(cell in unit for cell in standing) <= stars
            and sum(cell in unit for cell in [*standing, *usable]) >= stars
            for unit in units
        )

    def is_free(cell: Cell) -> bool:
        near = any(touch(cell, other) for other in placed)
        full = any(
            cell in unit and sum(other in unit for other in placed) >= stars for unit in units
        )
        return not near and not full

    left = {cell for cell in everywhere if cell not in placed and is_free(cell)}
    if not enough(placed, left):
        return None
    while True:
        kept = {cell for cell in left if enough([*placed, cell], left)}
        if kept == left:
            return left | set(placed)
        left = kept
        if not enough(placed, left):
            return None
