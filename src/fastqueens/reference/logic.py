"""A slow and simple implementation of the rules of deduction for coloured Queens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from fastqueens.reference.queens import Cell, Rules, stars_solutions, touch

__all__ = ["apply_rule", "explain"]


_RULES = (
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
_CHAIN_RULES = (
    "queen",
    "single",
    "line-pair",
    "bounds",
)  # rules inside a chain, with several stars


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


def apply_rule(
    regions: Sequence[Sequence[int]],
    open_cells: set[Cell],
    queens: set[Cell],
    rule: str,
    stars: int = 1,
) -> tuple[set[Cell], set[Cell]]:
    """Return every deduction of one rule in a position.

    Parameters
    ----------
    regions : n sequences of n labels
        The board.
    open_cells : set of (row, column)
        The candidates: cells without a queen that are not eliminated.
    queens : set of (row, column)
        The queens on the board.
    rule : str
        ``"queen"``, ``"single"``, ``"confined"``, ``"attacked"``, ``"pair"`` (two units confined to
        two units), ``"set"`` (any number of units), ``"fish"`` or ``"forcing-chain"``. With several
        stars also ``"line-pair"`` (two neighbouring lines), ``"bounds"`` (stars of regions in
        lines), ``"long-chain"`` and ``"forcing-net"`` (here the same as ``"forcing-chain"``, with
        chains of any length), and ``"cases-256"``, ``"cases-4096"`` and ``"cases-all"`` (every
        cell that is in no solution).
    stars : int
        The number of queens in each row, column and region.

    Returns
    -------
    placed, eliminated : sets of (row, column)
        The queens that the rule places and the cells that it eliminates. If the rule finds that
        there is no solution, it eliminates all candidates.

    Examples
    --------
    >>> board = ["RBBB", "RRBY", "GYYY", "GGGY"]
    >>> every = {(r, c) for r in range(4) for c in range(4)}
    >>> sorted(apply_rule(board, every, set(), "attacked")[1])
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

    def eliminated_by(more: set[Cell]) -> set[Cell]:
        # The candidates that these additional queens eliminate.
        stand = queens | more
        full = [cells for cells in units.values() if len(cells & stand) >= stars]
        near = {cell for cell in open_cells if any(touch(cell, queen) for queen in stand)}
        return (near | (set().union(*full) & open_cells)) - more

    def placements_of(unit: tuple[str, int]) -> Iterator[set[Cell]]:
        # All placements of the missing queens of a unit.
        for some in combinations(sorted(left[unit]), missing[unit]):
            apart = not any(touch(a, b) for a, b in combinations(some, 2))
            if apart and all(len(units[u] & {*some}) <= missing[u] for u in units):
                yield set(some)

    def choose_apart(cells: set[Cell], number: int) -> list[tuple[Cell, ...]]:
        # All sets of `number` cells of which no two touch.
        return [
            some
            for some in combinations(sorted(cells), number)
            if not any(touch(a, b) for a, b in combinations(some, 2))
        ]

    def hall_sets(kinds: tuple[tuple[str, str], ...], sizes: Sequence[int], all_seen: bool) -> None:
        # A Hall set: all candidates of some units lie in units of another kind, and both groups
        # miss the same number of queens. All other candidates of the second group are eliminated.
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

    def keep_common(placements: list[set[Cell]], cells: set[Cell]) -> None:
        # Place queens on the cells that are in all placements; eliminate the cells that are in
        # none.
        placed.update(cells.intersection(*placements) if placements else set())
        gone.update(cells - set().union(*placements) if placements else open_cells)

    def apply_line_pairs() -> None:
        for kind in ("row", "column"):
            for i in range(len(regions) - 1):
                first, second = (kind, i), (kind, i + 1)
                pairs = [
                    {*above, *below}
                    for above in choose_apart(left[first], missing[first])
                    for below in choose_apart(left[second], missing[second])
                    if not any(touch(a, b) for a in above for b in below)
                ]
                keep_common(pairs, left[first] | left[second])

    def apply_bounds() -> None:
        # The stars of all regions in some lines must add up to the stars that the lines hold.
        n = len(regions)
        labels = sorted({label for row in regions for label in row})
        placements = {label: list(placements_of(("region", label))) for label in labels}
        if not all(placements.values()):
            gone.update(open_cells)
            return
        keep = {label: list(placements[label]) for label in labels}
        for axis in (0, 1):
            spans = [range(i + 1) for i in range(n)] + [range(i, i + 1) for i in range(n)]
            for span in spans:
                numbers = {
                    label: [
                        sum(cell[axis] in span for cell in placement)
                        for placement in placements[label]
                    ]
                    for label in labels
                }
                standing = sum(queen[axis] in span for queen in queens)
                room = stars * len(span) - standing
                least = {label: min(numbers[label]) for label in labels}
                most = {label: max(numbers[label]) for label in labels}
                above_least = room - sum(least.values())
                below_most = sum(most.values()) - room
                for label in labels:
                    fits = [
                        placement
                        for placement, number in zip(placements[label], numbers[label], strict=True)
                        if number - least[label] <= above_least
                        and most[label] - number <= below_most
                    ]
                    keep[label] = [placement for placement in keep[label] if placement in fits]
        for label in labels:
            keep_common(keep[label], left["region", label])

    lines = tuple(
        pair for line in ("row", "column") for pair in (("region", line), (line, "region"))
    )
    if rule == "queen":
        gone = eliminated_by(set()) if queens else set()
    elif rule == "single":
        placed = set().union(
            *(cells for unit, cells in needy.items() if len(cells) == missing[unit])
        )
    elif rule == "confined":
        hall_sets(lines, [1], False)
    elif rule == "attacked":
        for unit, cells in needy.items():
            if cells:
                placements = list(placements_of(unit))
                gone |= open_cells.intersection(*map(eliminated_by, placements))
                placed |= open_cells.intersection(*placements) if placements else set()
        if stars == 1:
            placed = set()
    elif rule == "pair":
        hall_sets(lines, [2], False)
    elif rule == "set":
        hall_sets(lines, range(2, len(regions)), True)
    elif rule == "fish":
        hall_sets((("row", "column"), ("column", "row")), range(2, len(regions)), True)
    elif rule == "line-pair" and stars > 1:
        apply_line_pairs()
    elif rule == "bounds" and stars > 1:
        apply_bounds()
    elif rule == "forcing-chain" or (rule in ("long-chain", "forcing-net") and stars > 1):
        chain = _RULES[: _RULES.index("forcing-chain")] if stars == 1 else _CHAIN_RULES
        for cell in open_cells:
            if _apply_rules(regions, chain, open_cells - {cell}, queens | {cell}, stars) is None:
                gone.add(cell)
    elif rule in ("cases-256", "cases-4096", "cases-all") and stars > 1:
        agreeing = [
            set(cells)
            for cells in stars_solutions(regions, Rules(stars))
            if queens <= set(cells) <= queens | open_cells
        ]
        keep_common(agreeing, open_cells)
    return placed, gone


def explain(
    regions: Sequence[Sequence[int]],
    last_rule: str,
    open_cells: set[Cell] | None = None,
    queens: set[Cell] | None = None,
    stars: int = 1,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply the rules up to `last_rule` until no rule applies.

    Parameters
    ----------
    regions, open_cells, queens, stars
        As for `apply_rule`. By default all cells are candidates.
    last_rule : str
        The hardest rule to apply.

    Returns
    -------
    open_cells, queens : sets of (row, column), or None
        The remaining candidates, and the queens. None if a unit has too few candidates.

    Examples
    --------
    >>> explain(["RBBB", "RRBY", "GYYY", "GGGY"], "confined")[1]
    set()
    >>> sorted(explain(["RBBB", "RRBY", "GYYY", "GGGY"], "attacked")[1])
    [(0, 2), (1, 0), (2, 3), (3, 1)]
    """
    every = {(r, c) for r in range(len(regions)) for c in range(len(regions))}
    rules = _RULES[: _RULES.index(last_rule) + 1]
    return _apply_rules(regions, rules, every if open_cells is None else open_cells, queens, stars)


def _apply_rules(
    regions: Sequence[Sequence[int]],
    rules: Sequence[str],
    open_cells: set[Cell],
    queens: set[Cell] | None,
    stars: int,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply rules until no rule applies."""
    n = len(regions)
    left, stand = set(open_cells), set(queens or ())
    exact = len({label for row in regions for label in row}) == n
    units = [cells for unit, cells in _units(regions).items() if exact or unit[0] != "region"]
    while True:
        if any(len(cells & stand) + len(cells & left) < stars for cells in units):
            return None
        for rule in rules:
            placed, gone = apply_rule(regions, left, stand, rule, stars)
            if placed or gone:
                break
        else:
            return left, stand
        for cell in placed:
            if cell not in left:
                return None  # a queen of the same step attacks this cell
            left.remove(cell)
            stand.add(cell)
            left -= apply_rule(regions, left, stand, "queen", stars)[1]
        left -= gone
