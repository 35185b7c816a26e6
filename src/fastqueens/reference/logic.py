"""Slow, obvious rules of deduction for coloured Queens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from fastqueens.reference.queens import Cell, Rules, stars_solutions, touch

__all__ = ["explain", "says"]


_LOGIC = (
    "queen",
    "single",
    "confined",
    "attacked",
    "pair",
    "line-pair",
    "set",
    "fish",
    "bounds",
    "forcing-chain",
    "long-chain",
    "forcing-net",
    "cases-256",
    "cases-4096",
    "cases-all",
)
_CHAIN = ("queen", "single", "line-pair", "bounds")  # with several stars


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
        two), ``"set"`` (any number), ``"fish"`` or ``"forcing-chain"``. With several stars also
        ``"line-pair"`` (two neighbouring lines), ``"bounds"`` (regions over lines),
        ``"long-chain"`` and ``"forcing-net"`` (as ``"forcing-chain"``: chains of any length, of
        which the engine sees the short ones first) and ``"cases-256"``, ``"cases-4096"`` and
        ``"cases-all"`` (all that is in no solution).
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
    left = {unit: cells & open_cells if missing[unit] else set() for unit, cells in units.items()}
    needy = {
        unit: cells
        for unit, cells in left.items()
        if missing[unit] and (exact or unit[0] != "region")
    }

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

    def apart(cells: set[Cell], number: int) -> list[tuple[Cell, ...]]:
        # the ways to put so many queens that do not touch
        return [
            some
            for some in combinations(sorted(cells), number)
            if not any(touch(a, b) for a, b in combinations(some, 2))
        ]

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

    def in_common(every: list[set[Cell]], cells: set[Cell]) -> None:
        # of all ways to put stars on cells: those that all take, and those that none does
        placed.update(cells.intersection(*every) if every else set())
        gone.update(cells - set().union(*every) if every else open_cells)

    def look_at_bands() -> None:
        for kind in ("row", "column"):
            for i in range(len(regions) - 1):
                first, second = (kind, i), (kind, i + 1)
                pairs = [
                    {*above, *below}
                    for above in apart(left[first], missing[first])
                    for below in apart(left[second], missing[second])
                    if not any(touch(a, b) for a in above for b in below)
                ]
                in_common(pairs, left[first] | left[second])

    def count_regions() -> None:
        # the stars of each region on some lines, at least and at most, must come to what they take
        n = len(regions)
        labels = sorted({label for row in regions for label in row})
        every = {label: list(ways(("region", label))) for label in labels}
        if not all(every.values()):
            gone.update(open_cells)
            return
        keep = {label: list(every[label]) for label in labels}
        for axis in (0, 1):
            spans = [range(i + 1) for i in range(n)] + [range(i, i + 1) for i in range(n)]
            for span in spans:
                numbers = {
                    label: [sum(cell[axis] in span for cell in way) for way in every[label]]
                    for label in labels
                }
                standing = sum(queen[axis] in span for queen in queens)
                room = stars * len(span) - standing
                least = {label: min(numbers[label]) for label in labels}
                most = {label: max(numbers[label]) for label in labels}
                up = room - sum(least.values())
                down = sum(most.values()) - room
                for label in labels:
                    fits = [
                        way
                        for way, number in zip(every[label], numbers[label], strict=True)
                        if number - least[label] <= up and most[label] - number <= down
                    ]
                    keep[label] = [way for way in keep[label] if way in fits]
        for label in labels:
            in_common(keep[label], left["region", label])

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
    elif rule == "line-pair" and stars > 1:
        look_at_bands()
    elif rule == "bounds" and stars > 1:
        count_regions()
    elif rule == "forcing-chain" or (rule in ("long-chain", "forcing-net") and stars > 1):
        chain = _LOGIC[: _LOGIC.index("forcing-chain")] if stars == 1 else _CHAIN
        for cell in open_cells:
            if _settle(regions, chain, open_cells - {cell}, queens | {cell}, stars) is None:
                gone.add(cell)
    elif rule in ("cases-256", "cases-4096", "cases-all") and stars > 1:
        agreeing = [
            set(cells)
            for cells in stars_solutions(regions, Rules(stars))
            if queens <= set(cells) <= queens | open_cells
        ]
        in_common(agreeing, open_cells)
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
    every = {(r, c) for r in range(len(regions)) for c in range(len(regions))}
    rules = _LOGIC[: _LOGIC.index(last_rule) + 1]
    return _settle(regions, rules, every if open_cells is None else open_cells, queens, stars)


def _settle(
    regions: Sequence[Sequence[int]],
    rules: Sequence[str],
    open_cells: set[Cell],
    queens: set[Cell] | None,
    stars: int,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply rules until they say nothing more."""
    n = len(regions)
    left, stand = set(open_cells), set(queens or ())
    exact = len({label for row in regions for label in row}) == n
    units = [cells for unit, cells in _units(regions).items() if exact or unit[0] != "region"]
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
