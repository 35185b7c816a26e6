"""Slow, obvious rules of deduction for coloured Queens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from fastqueens.reference.queens import Cell, touch

__all__ = ["explain", "says"]


_LOGIC = ("queen", "single", "confined", "attacked", "pair", "set", "fish", "suppose")


def _units(regions: Sequence[Sequence[int]]) -> dict[tuple[str, int], set[Cell]]:
    n = len(regions)
    cells = [(r, c) for r in range(n) for c in range(n)]
    units: dict[tuple[str, int], set[Cell]] = {}
    for i in range(n):
        units["row", i] = {cell for cell in cells if cell[0] == i}
        units["column", i] = {cell for cell in cells if cell[1] == i}
    for label in {label for row in regions for label in row}:
        units["region", label] = {(r, c) for r, c in cells if regions[r][c] == label}
    return units


def says(
    regions: Sequence[Sequence[int]],
    open_cells: set[Cell],
    queens: set[Cell],
    rule: str,
    stars: int = 1,
) -> tuple[set[Cell], set[Cell]]:
    """Return all that one rule of the logic engine says about a position.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    open_cells : set of (row, column)
        The cells not crossed out and without a queen.
    queens : set of (row, column)
        The queens placed.
    rule : str
        ``"queen"``, ``"single"``, ``"confined"``, ``"attacked"``, ``"pair"`` (two units against
        two), ``"set"`` (any number), ``"fish"`` or ``"suppose"`` (the
        forcing chain).
    stars : int
        Queens in each row, column and region.

    Returns
    -------
    placed, eliminated : sets of (row, column)
        The queens that the rule finds and the cells that it crosses out: all of them, where it
        sees that there is no solution.

    Examples
    --------
    >>> board = ["RBBB", "RRBY", "GYYY", "GGGY"]
    >>> every = {(r, c) for r in range(4) for c in range(4)}
    >>> sorted(says(board, every, set(), "attacked")[1])
    [(0, 1), (2, 0), (2, 1), (3, 2)]
    """
    placed: set[Cell] = set()
    gone: set[Cell] = set()
    exact = len({label for row in regions for label in row}) == len(regions)
    units = _units(regions)
    missing = {unit: stars - len(cells & queens) for unit, cells in units.items()}
    left = {unit: cells & open_cells for unit, cells in units.items() if missing[unit]}
    needy = {unit: cells for unit, cells in left.items() if exact or unit[0] != "region"}

    def pruned(more: set[Cell]) -> set[Cell]:
        # the open cells that more queens prune
        stand = queens | more
        full = [cells for cells in units.values() if len(cells & stand) >= stars]
        near = {cell for cell in open_cells if any(touch(cell, queen) for queen in stand)}
        return (near | (set().union(*full) & open_cells)) - more

    def ways(unit: tuple[str, int]) -> Iterator[set[Cell]]:
        # every way to put the queens that a unit misses
        for some in combinations(sorted(left[unit]), missing[unit]):
            apart = not any(touch(a, b) for a, b in combinations(some, 2))
            if apart and all(len(units[u] & {*some}) <= missing[u] for u in units):
                yield set(some)

    def hall_sets(kinds: tuple[tuple[str, str], ...], sizes: Sequence[int], all_seen: bool) -> None:
        # Hall sets: the cells of some units lie in units of another kind that miss as many queens,
        # so all other cells of those are pruned
        for kind, other in kinds:
            for size in range(1, max(sizes) + 1):
                for mine in combinations([u for u in needy if u[0] == kind], size):
                    own = set().union(*(needy[u] for u in mine))
                    theirs = [u for u in left if u[0] == other and left[u] & own]
                    need, room = (sum(missing[u] for u in some) for some in (mine, theirs))
                    if need == room and max(size, len(theirs)) in sizes:
                        gone.update(set().union(*(left[u] for u in theirs)) - own)
                    if need > room and all_seen:
                        gone.update(open_cells)

    lines = tuple(
        pair for line in ("row", "column") for pair in (("region", line), (line, "region"))
    )
    if rule == "queen":
        gone = pruned(set()) if queens else set()
    elif rule == "single":
        placed = set().union(
            *(cells for unit, cells in needy.items() if len(cells) == missing[unit])
        )
    elif rule == "confined":
        hall_sets(lines, [1], False)
    elif rule == "attacked":
        for unit, cells in needy.items():
            if cells:
                every = list(ways(unit))
                gone |= open_cells.intersection(*map(pruned, every))
                placed |= open_cells.intersection(*every) if every else set()
        if stars == 1:
            placed = set()
    elif rule == "pair":
        hall_sets(lines, [2], False)
    elif rule == "set":
        hall_sets(lines, range(2, len(regions)), True)
    elif rule == "fish":
        hall_sets((("row", "column"), ("column", "row")), range(2, len(regions)), True)
    else:
        for cell in open_cells:
            after = explain(regions, "fish", open_cells - {cell}, queens | {cell}, stars)
            if after is None:
                gone.add(cell)
    return placed, gone


def explain(
    regions: Sequence[Sequence[int]],
    last_rule: str,
    open_cells: set[Cell] | None = None,
    queens: set[Cell] | None = None,
    stars: int = 1,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply the rules of the logic engine up to `last_rule` until they say nothing more.

    Parameters
    ----------
    regions, open_cells, queens, stars
        As for `says`; by default all cells are open.
    last_rule : str
        A name of a rule.

    Returns
    -------
    open_cells, queens : sets of (row, column), or None
        What is left open, and the queens. None where a unit is left with too few cells.

    Examples
    --------
    >>> explain(["RBBB", "RRBY", "GYYY", "GGGY"], "confined")[1]
    set()
    >>> sorted(explain(["RBBB", "RRBY", "GYYY", "GGGY"], "attacked")[1])
    [(0, 2), (1, 0), (2, 3), (3, 1)]
    """
    n = len(regions)
    every = {(r, c) for r in range(n) for c in range(n)}
    left = every if open_cells is None else set(open_cells)
    stand = set(queens or ())
    exact = len({label for row in regions for label in row}) == n
    units = [cells for unit, cells in _units(regions).items() if exact or unit[0] != "region"]
    rules = _LOGIC[: _LOGIC.index(last_rule) + 1]
    while True:
        if any(len(cells & stand) + len(cells & left) < stars for cells in units):
            return None
        for rule in rules:
            placed, gone = says(regions, left, stand, rule, stars)
            if placed or gone:
                break
        else:
            return left, stand
        for cell in placed:
            if cell not in left:
                return None  # a queen placed with it attacks it
            left.remove(cell)
            stand.add(cell)
            left -= says(regions, left, stand, "queen", stars)[1]
        left -= gone
