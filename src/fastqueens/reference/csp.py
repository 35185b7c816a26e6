"""Slow, obvious constraint searches: the methods as the textbooks state them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

__all__ = ["fixpoint", "of_board", "solutions"]


Conflict = tuple[int, int, int, int]


def of_board(
    regions: Sequence[Sequence[object]], variables: str = "regions"
) -> tuple[list[int], set[Conflict], list[list[tuple[int, int]]]]:
    """Return the domain sizes, conflicts and cells by value of a coloured Queens board.

    Examples
    --------
    >>> sizes, conflicts, cells = of_board(["AB", "AB"])
    >>> sizes, len(conflicts), cells
    ([2, 2], 8, [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    """
    n = len(regions)
    cells: dict[object, list[tuple[int, int]]] = {}
    for r in range(n):
        for c in range(n):
            key = regions[r][c] if variables == "regions" else r
            cells.setdefault(key, []).append((r, c))
    domains = list(cells.values())
    values = [(x, a) for x, domain in enumerate(domains) for a in range(len(domain))]
    conflicts = set()
    for x, a in values:
        for y, b in values:
            (r, c), (p, q) = domains[x][a], domains[y][b]
            near = max(abs(r - p), abs(c - q)) <= 1
            if x != y and (r == p or c == q or near or regions[r][c] == regions[p][q]):
                conflicts.add((x, a, y, b))
    return [len(domain) for domain in domains], conflicts, domains


def fixpoint(sizes: Sequence[int], conflicts: Collection[Conflict]) -> list[list[int]]:
    """Prune values without support until there are none: the arc consistent domains.

    Examples
    --------
    >>> fixpoint([2, 1], {(0, 0, 1, 0)})
    [[1], [0]]
    """
    both = _both_ways(conflicts)
    domains = [set(range(size)) for size in sizes]
    neighbours = {(x, y) for x, _, y, _ in both}
    changed = True
    while changed:
        changed = False
        for x, y in neighbours:
            for a in sorted(domains[x]):
                if all((x, a, y, b) in both for b in domains[y]):
                    domains[x].remove(a)
                    changed = True
    return [sorted(domain) for domain in domains]


def solutions(
    sizes: Sequence[int],
    conflicts: Collection[Conflict],
    method: str = "backtracking",
    order: str = "static",
    values: str = "static",
    counters: dict[str, int] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Go through the solutions of a constraint problem, in the order of the compiled search.

    Parameters
    ----------
    sizes : sequence of int
        The number of values of each variable.
    conflicts : collection of (x, a, y, b)
        Value a of variable x and value b of variable y exclude each other.
    method : {"backtracking", "forward-checking", "mac"}
    order : {"static", "mrv", "dom/deg"}
    values : {"static", "lcv"}
        As in `fastqueens.csp`.
    counters : dict, optional
        Counts steps, backtracks, revisions and prunes, as `fastqueens.csp` has them.

    Yields
    ------
    tuple of int
        The value of each variable.

    Examples
    --------
    >>> list(solutions([2, 2], {(0, 0, 1, 0), (0, 1, 1, 1)}))
    [(0, 1), (1, 0)]
    """
    both = _both_ways(conflicts)
    count = counters if counters is not None else {}
    for name in ("steps", "backtracks", "revisions", "prunes"):
        count.setdefault(name, 0)
    variables = range(len(sizes))
    neighbours = [sorted({y for first, _, y, _ in both if first == x}) for x in variables]
    chosen: dict[int, int] = {}

    def clash(x: int, a: int, y: int, b: int) -> bool:
        return (x, a, y, b) in both

    def next_variable(domains: list[list[int]]) -> int:
        open_ones = [x for x in variables if x not in chosen]
        if order == "static":
            return open_ones[0]
        if order == "mrv":
            return min(open_ones, key=lambda x: len(domains[x]))
        linked = [x for x in open_ones if neighbours[x]]
        if not linked:
            return open_ones[0]
        return min(linked, key=lambda x: Fraction(len(domains[x]), len(neighbours[x])))

    def taken(x: int, a: int, domains: list[list[int]]) -> int:
        return sum(
            clash(x, a, y, b) for y in variables if y != x and y not in chosen for b in domains[y]
        )

    def arc_consistent(domains: list[list[int]], arcs: list[tuple[int, int]]) -> bool:
        queue = deque(arcs)
        while queue:
            x, y = queue.popleft()
            count["revisions"] += 1
            kept = [a for a in domains[x] if not all(clash(x, a, y, b) for b in domains[y])]
            lost = len(domains[x]) - len(kept)
            domains[x] = kept
            count["prunes"] += lost
            if not kept:
                return False
            if lost:
                for z in neighbours[x]:
                    if z != y and z not in chosen and (z, x) not in queue:
                        queue.append((z, x))
        return True

    def forward(x: int, a: int, domains: list[list[int]]) -> bool:
        for y in neighbours[x]:
            if y in chosen:
                continue
            kept = [b for b in domains[y] if not clash(x, a, y, b)]
            count["prunes"] += len(domains[y]) - len(kept)
            domains[y] = kept
            if not kept and method == "forward-checking":
                return False
        return True

    def call(domains: list[list[int]]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(sizes):
            yield tuple(chosen[x] for x in variables)
            return
        count["steps"] += 1
        x = next_variable(domains)
        tries = domains[x]
        if values == "lcv":
            tries = sorted(tries, key=lambda a: taken(x, a, domains))
        for a in tries:
            chosen[x] = a
            below = [list(domain) for domain in domains]
            below[x] = [a]
            if method == "mac":
                fine = arc_consistent(below, [(y, x) for y in neighbours[x] if y not in chosen])
            else:
                fine = forward(x, a, below)
            if fine:
                yield from call(below)
            del chosen[x]
            count["backtracks"] += 1

    domains = [list(range(size)) for size in sizes]
    if method == "mac":
        if not all(sizes):
            return
        if not arc_consistent(domains, [(x, y) for x in variables for y in neighbours[x]]):
            return
    yield from call(domains)


def _both_ways(conflicts: Collection[Conflict]) -> set[Conflict]:
    return {*conflicts, *((y, b, x, a) for x, a, y, b in conflicts)}
