"""Slow, obvious versions of every rule: what the tests compare the fast functions with.

Nothing here is imported by the rest of the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

__all__ = [
    "nqueens_pawn_solutions",
    "nqueens_solutions",
    "permutation_nodes",
    "permutation_reviews",
    "placement_reviews",
    "queens_broken",
    "queens_solutions",
]


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


def nqueens_solutions(n: int, variant: str = "queens") -> Iterator[tuple[int, ...]]:
    """Go through the placements of n queens in lexicographic order.

    Parameters
    ----------
    n : int
        Size of the board.
    variant : {"queens", "toroidal", "superqueens", "coloured"}
        The rule; see `fastqueens.nqueens`.

    Yields
    ------
    tuple of int
        The column of the queen in each row.

    Examples
    --------
    >>> list(nqueens_solutions(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    for columns in permutations(range(n)):
        pairs = [(j - i, abs(columns[j] - columns[i])) for i in range(n) for j in range(i + 1, n)]
        if variant == "coloured":
            bad = any((down, across) == (1, 1) for down, across in pairs)
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


def nqueens_pawn_solutions(
    n: int, pawns: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]:
    """Go through the placements of n + k queens and k pawns that block their lines.

    Tries all placements of the pawns, and then all of the queens one by one.

    Examples
    --------
    >>> sum(1 for _ in nqueens_pawn_solutions(4, 0))
    2
    """
    cells = [(r, c) for r in range(n) for c in range(n)]

    def sees(a: tuple[int, int], b: tuple[int, int], walls: set[tuple[int, int]]) -> bool:
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
            if cells[i] not in walls and not any(sees(cells[i], q, walls) for q in chosen):
                yield from place((*chosen, cells[i]), i + 1, walls)

    for blocks in combinations(cells, pawns):
        for queens in place((), 0, set(blocks)):
            yield queens, blocks


def permutation_reviews(
    regions: Sequence[Sequence[int]] | None, n: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Go through the permutations in order: the solutions, and how many were reviewed by then.

    Without regions the rule is that of N-Queens. Regions may be of any number, each with at most
    one queen.

    Examples
    --------
    >>> list(permutation_reviews(["RBBB", "RRBY", "GYYY", "GGGY"], 4))
    [(14, (2, 0, 3, 1))]
    >>> list(permutation_reviews(None, 4))
    [(11, (1, 3, 0, 2)), (14, (2, 0, 3, 1))]
    """
    for number, columns in enumerate(permutations(range(n)), 1):
        if _beginning_holds(regions, columns):
            yield number, columns


def permutation_nodes(regions: Sequence[Sequence[int]] | None, n: int) -> int:
    """Count the beginnings tested when those that fail are not gone on with.

    Examples
    --------
    >>> permutation_nodes(None, 4)
    32
    """
    return sum(
        _beginning_holds(regions, beginning[:-1])
        for length in range(1, n + 1)
        for beginning in permutations(range(n), length)
    )


def _beginning_holds(regions: Sequence[Sequence[int]] | None, columns: Sequence[int]) -> bool:
    """Whether queens in the first rows break no rule."""
    for (r, c), (y, x) in combinations(enumerate(columns), 2):
        if regions is None:
            if abs(r - y) == abs(c - x):
                return False
        elif regions[r][c] == regions[y][x] or max(abs(r - y), abs(c - x)) == 1:
            return False
    return True


def placement_reviews(n: int, kind: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Go through all placements of n queens: the solutions' columns, and how many were reviewed.

    Parameters
    ----------
    n : int
        Rows.
    kind : {"tuples", "combinations"}
        One queen a row, in any column; or any n cells.

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
