"""Slow, simple reference for constraint searches: the methods as in the textbooks."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

__all__ = ["equal_pairs", "fixpoint", "in_matchings", "of_board", "solutions"]


Conflict = tuple[int, int, int, int]
# An all-different constraint: for each variable, the keys of its values, which must differ.
AllDifferent = dict[int, Sequence[Hashable]]


def of_board(
    regions: Sequence[Sequence[object]], variables: str = "regions"
) -> tuple[list[int], set[Conflict], list[list[tuple[int, int]]]]:
    """Return the domain sizes, the conflicts and the cell of each value of a coloured Queens board.

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


def in_matchings(domains: Sequence[Collection[Hashable]]) -> list[set[Hashable]]:
    """Return the values of each domain that occur in some assignment of different values.

    Examples
    --------
    >>> in_matchings(["ab", "ab", "abc"]) == [{"a", "b"}, {"a", "b"}, {"c"}]
    True
    >>> in_matchings(["a", "a"])
    [set(), set()]
    """
    kept: list[set[Hashable]] = [set() for _ in domains]
    for choice in product(*domains):
        if len(set(choice)) == len(choice):
            for values, value in zip(kept, choice, strict=True):
                values.add(value)
    return kept


def equal_pairs(sets: Collection[AllDifferent]) -> set[Conflict]:
    """Return the conflicts of all-different constraints, in both directions.

    Examples
    --------
    >>> sorted(equal_pairs([{0: "ab", 1: "bc"}]))
    [(0, 1, 1, 0), (1, 0, 0, 1)]
    """
    return _both_ways(
        {
            (x, a, y, b)
            for different in sets
            for x, y in combinations(different, 2)
            for a, value in enumerate(different[x])
            for b, other in enumerate(different[y])
            if value == other
        }
    )


def _regin_filter(
    different: AllDifferent, domains: Sequence[Collection[int]]
) -> dict[int, list[int]]:
    """Return the values that Regin's filter keeps in the domains of a constraint."""
    matched = in_matchings([{different[x][a] for a in domains[x]} for x in different])
    return {
        x: [a for a in sorted(domains[x]) if different[x][a] in values]
        for x, values in zip(different, matched, strict=True)
    }


def fixpoint(
    sizes: Sequence[int],
    conflicts: Collection[Conflict],
    all_different: Sequence[AllDifferent] = (),
) -> list[list[int]]:
    """Return the arc consistent domains: prune values without support until nothing changes.

    Examples
    --------
    >>> fixpoint([2, 1], {(0, 0, 1, 0)})
    [[1], [0]]
    >>> fixpoint([2, 2, 3], (), [{0: "ab", 1: "ab", 2: "abc"}])
    [[0, 1], [0, 1], [2]]
    """
    equal = equal_pairs(all_different)
    both = _both_ways(conflicts) | equal
    domains = [set(range(size)) for size in sizes]
    neighbours = {(x, y) for x, _, y, _ in both - equal}
    changed = True
    while changed:
        changed = False
        for different in all_different:
            for x, kept in _regin_filter(different, domains).items():
                changed |= len(kept) < len(domains[x])
                domains[x] = set(kept)
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
    all_different: Sequence[AllDifferent] = (),
    trace: list[tuple[int, int, int]] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Iterate over the solutions of a constraint problem, in the order of the compiled search.

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
        Counts steps, backtracks, revisions, filters and prunes, as in `fastqueens.csp`.
    all_different : sequence of dict
        Constraints: for each variable, the keys of its values, which must differ.
    trace : list, optional
        A list to which every choice is appended: its depth, its variable and its value.

    Yields
    ------
    tuple of int
        The value of each variable.

    Examples
    --------
    >>> list(solutions([2, 2], {(0, 0, 1, 0), (0, 1, 1, 1)}))
    [(0, 1), (1, 0)]
    """
    equal = equal_pairs(all_different)
    both = _both_ways(conflicts) | equal
    count = counters if counters is not None else {}
    for name in ("steps", "backtracks", "revisions", "filters", "prunes"):
        count.setdefault(name, 0)
    variables = range(len(sizes))
    degree = [len({y for first, _, y, _ in both if first == x}) for x in variables]
    linked = both - equal if method == "mac" else both
    neighbours = [sorted({y for first, _, y, _ in linked if first == x}) for x in variables]
    chosen: dict[int, int] = {}

    def clash(x: int, a: int, y: int, b: int) -> bool:
        return (x, a, y, b) in both

    def next_variable(domains: list[list[int]]) -> int:
        unassigned = [x for x in variables if x not in chosen]
        if order == "static":
            return unassigned[0]
        if order == "mrv":
            return min(unassigned, key=lambda x: len(domains[x]))
        tied = [x for x in unassigned if degree[x]]
        if not tied:
            return unassigned[0]
        return min(tied, key=lambda x: Fraction(len(domains[x]), degree[x]))

    def taken(x: int, a: int, domains: list[list[int]]) -> int:
        return sum(
            clash(x, a, y, b) for y in variables if y != x and y not in chosen for b in domains[y]
        )

    def arc_consistent(
        domains: list[list[int]], arcs: list[tuple[int, int]], sets: list[AllDifferent]
    ) -> bool:
        queue, waiting_sets = deque(arcs), deque(sets)

        def changed(x: int, without: tuple[int | None, AllDifferent | None]) -> None:
            for z in neighbours[x]:
                if z != without[0] and z not in chosen and (z, x) not in queue:
                    queue.append((z, x))
            for other in all_different:
                is_new = all(other is not one for one in (without[1], *waiting_sets))
                if x in other and is_new:
                    waiting_sets.append(other)

        while queue or waiting_sets:
            if not queue:
                different = waiting_sets.popleft()
                count["filters"] += 1
                left = _regin_filter(different, domains)
                if not all(left.values()):
                    return False
                for x, values_kept in left.items():
                    lost = len(domains[x]) - len(values_kept)
                    domains[x] = values_kept
                    count["prunes"] += lost
                    if lost:
                        changed(x, (None, different))
                continue
            x, y = queue.popleft()
            count["revisions"] += 1
            kept = [a for a in domains[x] if not all(clash(x, a, y, b) for b in domains[y])]
            lost = len(domains[x]) - len(kept)
            domains[x] = kept
            count["prunes"] += lost
            if not kept:
                return False
            if lost:
                changed(x, (y, None))
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
            if trace is not None:
                trace.append((len(chosen), x, a))
            chosen[x] = a
            below = [list(domain) for domain in domains]
            below[x] = [a]
            if method == "mac":
                arcs = [(y, x) for y in neighbours[x] if y not in chosen]
                sets = [one for one in all_different if x in one and len(domains[x]) > 1]
                fine = arc_consistent(below, arcs, sets)
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
        arcs = [(x, y) for x in variables for y in neighbours[x]]
        if not arc_consistent(domains, arcs, list(all_different)):
            return
    yield from call(domains)


def _both_ways(conflicts: Collection[Conflict]) -> set[Conflict]:
    return {*conflicts, *((y, b, x, a) for x, a, y, b in conflicts)}
