"""Slow, simple reference for N-Queens: every variant by its definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

__all__ = ["fewer_solutions", "pawn_solutions", "solutions"]


def solutions(n: int, variant: str = "queens") -> Iterator[tuple[int, ...]]:
    """Iterate over the placements of n queens in lexicographic order.

    Parameters
    ----------
    n : int
        Size of the board.
    variant : {"queens", "toroidal", "toroidal_semiqueens", "superqueens", "hertzsprung"}
        The rule; see `fastqueens.nqueens`.

    Yields
    ------
    tuple of int
        The column of the queen in each row.

    Examples
    --------
    >>> list(solutions(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    for columns in permutations(range(n)):
        pairs = [(j - i, abs(columns[j] - columns[i])) for i in range(n) for j in range(i + 1, n)]
        if variant == "hertzsprung":
            bad = any((down, across) == (1, 1) for down, across in pairs)
        elif variant == "toroidal_semiqueens":
            bad = len({(row + column) % n for row, column in enumerate(columns)}) < n
        elif variant == "toroidal":
            bad = any(
                (down - across) % n == 0 or (down + across) % n == 0 for down, across in pairs
            )
        else:
            bad = any(down == across for down, across in pairs)
        if variant == "superqueens":
            bad = bad or any({down, across} == {1, 2} for down, across in pairs)
        if not bad:
            yield columns


def pawn_solutions(
    n: int, pawns: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]:
    """Iterate over the placements of n + k queens and k pawns, which block the lines of queens.

    Tries all placements of the pawns; for each, all placements of the queens one by one.

    Examples
    --------
    >>> sum(1 for _ in pawn_solutions(4, 0))
    2
    """
    cells = [(r, c) for r in range(n) for c in range(n)]

    def attacks(a: tuple[int, int], b: tuple[int, int], walls: set[tuple[int, int]]) -> bool:
        down, across = b[0] - a[0], b[1] - a[1]
        if down and across and abs(down) != abs(across):
            return False
        steps = max(abs(down), abs(across))
        between = {(a[0] + down * k // steps, a[1] + across * k // steps) for k in range(1, steps)}
        return not between & walls

    def place(
        chosen: tuple[tuple[int, int], ...], start: int, walls: set[tuple[int, int]]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(chosen) == n + pawns:
            yield chosen
            return
        for i in range(start, len(cells)):
            if cells[i] not in walls and not any(attacks(cells[i], q, walls) for q in chosen):
                yield from place((*chosen, cells[i]), i + 1, walls)

    for blocks in combinations(cells, pawns):
        for queens in place((), 0, set(blocks)):
            yield queens, blocks


def fewer_solutions(n: int, queens: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Iterate over the placements of fewer than n queens, none attacking another.

    Tries every choice of cells.

    Examples
    --------
    >>> sum(1 for _ in fewer_solutions(4, 3))
    24
    """
    cells = [(r, c) for r in range(n) for c in range(n)]
    for chosen in combinations(cells, queens):
        rows, columns, falling, rising = zip(
            *((r, c, r - c, r + c) for r, c in chosen), strict=True
        )
        if all(len(set(lines)) == queens for lines in (rows, columns, falling, rising)):
            yield chosen
