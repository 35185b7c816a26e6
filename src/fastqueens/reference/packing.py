"""Slow, simple reference for packing: brute force, placements, solutions."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["brute_force", "first_cell", "placements", "solutions"]


Cell = tuple[int, int]


def _oriented(x: int, y: int) -> list[Cell]:
    """Return a point (x to the right, y down) in the 8 orientations, in the report's order."""
    return [(x, y), (-x, y), (x, -y), (y, -x), (y, x), (-y, -x), (-x, -y), (-y, x)]


def brute_force(
    board: Sequence[Cell], pieces: Sequence[Sequence[Cell]]
) -> tuple[dict[Cell, int] | None, int]:
    """Fill a board of (row, column) cells by the brute force of the IQ Puzzler report.

    For the first empty cell, each unused piece is tried with each of its cells as the reference, in
    8 orientations. The first orientation takes the cells of the piece as they are, the others
    measure them from the reference. When an orientation fits, it replaces the cells of the piece
    until the loop over its references ends.

    Parameters
    ----------
    board : sequence of (row, column)
        The cells to fill.
    pieces : sequence of pieces
        The (row, column) cells of each piece, in the order in which they are read and with the
        columns of the file.

    Returns
    -------
    solution : dict or None
        The piece on each cell of the first solution.
    cases : int
        The number of combinations of piece, reference and orientation tried.

    Examples
    --------
    >>> brute_force([(0, 0), (0, 1)], [[(0, 0)], [(0, 0)]])
    ({(0, 0): 0, (0, 1): 1}, 2)
    >>> brute_force([(0, 0)], [[(0, 1)]])  # the first orientation does not fit, the second does
    ({(0, 0): 0}, 2)
    """
    grid: dict[Cell, int] = {}
    cases = 0

    def fill(unused: list[int]) -> bool:
        nonlocal cases
        empty = [cell for cell in sorted(board) if cell not in grid]
        if not empty or not unused:
            return not empty and not unused
        row, column = empty[0]
        for p in unused:
            position = [(x, y) for y, x in pieces[p]]
            for reference in range(len(position)):
                for orientation in range(8):
                    cases += 1
                    turned = position
                    if orientation > 0:
                        x0, y0 = position[reference]
                        turned = [_oriented(x - x0, y - y0)[orientation] for x, y in position]
                    cells = [(row + y, column + x) for x, y in turned]
                    if not all(cell in empty for cell in cells):
                        continue
                    position = turned
                    grid.update(dict.fromkeys(cells, p))
                    if fill([other for other in unused if other != p]):
                        return True
                    for cell in cells:
                        del grid[cell]
        return False

    return (grid if fill(list(range(len(pieces)))) else None), cases


def first_cell(
    board: Sequence[Cell], pieces: Sequence[Sequence[Cell]]
) -> tuple[dict[Cell, int] | None, int]:
    """Fill a board of (row, column) cells; every placed piece covers the first empty cell.

    Returns
    -------
    solution : dict or None
        The piece on each cell of the first solution.
    cases : int
        The number of combinations of piece, reference cell and orientation tried.

    Examples
    --------
    >>> first_cell([(0, 0), (0, 1)], [[(0, 0)], [(0, 0)]])
    ({(0, 0): 0, (0, 1): 1}, 2)
    """
    grid: dict[Cell, int] = {}
    cases = 0

    def fill() -> bool:
        nonlocal cases
        empty = [cell for cell in sorted(board) if cell not in grid]
        unused = [p for p in range(len(pieces)) if p not in grid.values()]
        if not empty or not unused:
            return not empty and not unused
        row, column = empty[0]
        for p in unused:
            for r0, c0 in pieces[p]:
                for turn in range(8):
                    cases += 1
                    steps = [_oriented(c - c0, r - r0)[turn] for r, c in pieces[p]]
                    cells = [(row + y, column + x) for x, y in steps]
                    if all(cell in empty for cell in cells):
                        grid.update(dict.fromkeys(cells, p))
                        if fill():
                            return True
                        for cell in cells:
                            del grid[cell]
        return False

    return (grid if fill() else None), cases


def placements(
    board: Sequence[tuple[float, float, float]], piece: Sequence[tuple[int, int]]
) -> set[frozenset[int]]:
    """Return the sets of points of a board on which a flat, connected piece can lie.

    A set of points is a placement if its distances are those of the cells of the piece.
    Neighbouring points have distance 1.

    Examples
    --------
    >>> sorted(map(sorted, placements([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 0), (0, 1)])))
    [[0, 1], [1, 2]]
    """

    def distance2(a: Sequence[float], b: Sequence[float]) -> float:
        return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))

    found = set()

    def place(points: list[int]) -> None:
        k = len(points)
        if k == len(piece):
            found.add(frozenset(points))
            return
        for i in range(len(board)):
            if all(
                abs(distance2(board[i], board[points[j]]) - distance2(piece[k], piece[j])) < 1e-6
                for j in range(k)
            ):
                place([*points, i])

    place([])
    return found


def solutions(
    cells: int, pieces: Sequence[tuple[object, set[frozenset[int]]]]
) -> set[frozenset[tuple[object, frozenset[int]]]]:
    """Return all ways to cover the cells, each as a set of (kind of a piece, its cells) pairs.

    Parameters
    ----------
    cells : int
        The number of cells.
    pieces : sequence of (kind, placements)
        Pieces of the same kind are interchangeable.

    Examples
    --------
    >>> len(solutions(2, [("A", {frozenset({0}), frozenset({1})})] * 2))
    1
    """
    found = set()

    def fill(
        empty: frozenset[int], left: list[int], placed: list[tuple[object, frozenset[int]]]
    ) -> None:
        if not empty:
            if not left:
                found.add(frozenset(placed))
            return
        kinds = set()
        for p in left:
            kind, placements = pieces[p]
            if kind in kinds:
                continue
            kinds.add(kind)
            for placement in placements:
                if min(empty) in placement and placement <= empty:
                    others = [q for q in left if q != p]
                    fill(empty - placement, others, [*placed, (kind, placement)])

    fill(frozenset(range(cells)), list(range(len(pieces))), [])
    return found
