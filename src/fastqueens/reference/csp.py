"""Slow, simple reference for constraint searches: the methods as in the textbooks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product

from fastqueens.reference.swarm import splitmix64

__all__ = ["equal_pairs", "fixpoint", "in_matchings", "min_conflicts", "of_board", "solutions"]


Conflict = tuple[int, int, int, int]
# An all-different constraint: for each variable, the keys of its values, which must differ.
AllDifferent = dict[int, Sequence[Hashable]]
# A table constraint: its variables, and the rows of values that they may have.
Table = tuple[Sequence[int], Collection[tuple[int, ...]]]
# A count constraint: its variables, the counted value of each (None: the variable does not have
# it), and the least and the most variables that take it.
CountConstraint = tuple[Sequence[int], Sequence[int | None], int, int]


@dataclass(frozen=True)
class _Wide:
    """A constraint of several variables: it allows the tuples of values for which `holds`."""

    variables: Sequence[int]
    violation: Callable[[tuple[int, ...]], int]

    def __contains__(self, x: int) -> bool:
        return x in self.variables

    def holds(self, values: tuple[int, ...]) -> bool:
        return self.violation(values) == 0


def _wide(tables: Collection[Table], counts: Collection[CountConstraint]) -> list[_Wide]:
    """Return table and count constraints with the size of their violation."""

    def nearest(rows: Collection[tuple[int, ...]], values: tuple[int, ...]) -> int:
        agreements = [sum(map(int.__eq__, row, values)) for row in rows]
        return len(values) - max(agreements, default=0)

    def distance(
        counted: Sequence[int | None], least: int, most: int, values: tuple[int, ...]
    ) -> int:
        number = sum(value == one for value, one in zip(values, counted, strict=True))
        return max(least - number, number - most, 0)

    return [
        *(_Wide(variables, partial(nearest, rows)) for variables, rows in tables),
        *(
            _Wide(variables, partial(distance, counted, least, most))
            for variables, counted, least, most in counts
        ),
    ]


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


def _filter(one: AllDifferent | _Wide, domains: Sequence[Collection[int]]) -> dict[int, list[int]]:
    """Return the values of each variable that are in a solution of one constraint."""
    if not isinstance(one, _Wide):
        return _regin_filter(one, domains)
    allowed = [row for row in product(*(domains[x] for x in one.variables)) if one.holds(row)]
    return {x: sorted({row[i] for row in allowed}) for i, x in enumerate(one.variables)}


def fixpoint(
    sizes: Sequence[int],
    conflicts: Collection[Conflict],
    all_different: Sequence[AllDifferent] = (),
    tables: Sequence[Table] = (),
    counts: Sequence[CountConstraint] = (),
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
    whole: list[AllDifferent | _Wide] = [*all_different, *_wide(tables, counts)]
    domains = [set(range(size)) for size in sizes]
    neighbours = {(x, y) for x, _, y, _ in both - equal}
    changed = True
    while changed:
        changed = False
        for one in whole:
            for x, kept in _filter(one, domains).items():
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
    tables: Sequence[Table] = (),
    counts: Sequence[CountConstraint] = (),
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
    tables : sequence of (variables, rows)
        The values of the variables must form one of the rows.
    counts : sequence of (variables, values, least, most)
        From `least` to `most` of the variables have their value in `values` (None: never).

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
    wide = _wide(tables, counts)
    whole: list[AllDifferent | _Wide] = [*all_different, *wide]
    degree = [
        len({y for first, _, y, _ in both if first == x})
        + sum(len(one.variables) - 1 for one in wide if x in one)
        for x in variables
    ]
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
        domains: list[list[int]], arcs: list[tuple[int, int]], sets: list[AllDifferent | _Wide]
    ) -> bool:
        queue, waiting_sets = deque(arcs), deque(sets)

        def changed(x: int, without: tuple[int | None, AllDifferent | _Wide | None]) -> None:
            for z in neighbours[x]:
                if z != without[0] and z not in chosen and (z, x) not in queue:
                    queue.append((z, x))
            for other in whole:
                is_new = all(other is not one for one in (without[1], *waiting_sets))
                if x in other and is_new:
                    waiting_sets.append(other)

        while queue or waiting_sets:
            if not queue:
                different = waiting_sets.popleft()
                count["filters"] += 1
                left = _filter(different, domains)
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
        for one in wide:
            if x in one and not check_last(one, domains) and method == "forward-checking":
                return False
        return True

    def check_last(one: _Wide, domains: list[list[int]]) -> bool:
        """Prune the last variable of a constraint without a value; return whether it has values."""
        unassigned = [y for y in one.variables if y not in chosen]
        if len(unassigned) != 1:
            return True
        (last,) = unassigned
        fixed = [[chosen[y]] if y in chosen else domains[y] for y in one.variables]
        allowed = [row for row in product(*fixed) if one.holds(row)]
        place = list(one.variables).index(last)
        kept = [b for b in domains[last] if any(row[place] == b for row in allowed)]
        count["prunes"] += len(domains[last]) - len(kept)
        domains[last] = kept
        return bool(kept)

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
                sets = [one for one in whole if x in one and len(domains[x]) > 1]
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
        if not arc_consistent(domains, arcs, list(whole)):
            return
    else:
        before = count["prunes"]
        for one in wide:
            if len(one.variables) == 1:
                check_last(one, domains)
        count["prunes"] = before
    yield from call(domains)


def min_conflicts(
    sizes: Sequence[int],
    conflicts: Collection[Conflict],
    tables: Sequence[Table] = (),
    counts: Sequence[CountConstraint] = (),
    seed: int = 0,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Iterate over the values of all variables after each step of min-conflicts, with their cost.

    The first item is the random start. The rules and the random numbers are those of
    csrc/csp/model_min_conflicts.h. The iteration ends with a cost of 0.

    Examples
    --------
    >>> [cost for _, cost in min_conflicts([2, 2], {(0, 0, 1, 0), (0, 1, 1, 1)}, seed=1)][-1]
    0
    """
    both = _both_ways(conflicts)
    wide = _wide(tables, counts)
    variables = range(len(sizes))
    numbers = splitmix64(seed)

    def below(bound: int) -> int:
        return (next(numbers) >> 32) * bound >> 32

    def violations(values: list[int]) -> list[int]:
        return [one.violation(tuple(values[x] for x in one.variables)) for one in wide]

    def clashes(values: list[int], x: int) -> int:
        return sum((x, values[x], y, values[y]) in both for y in variables if y != x)

    def cost_of(values: list[int]) -> int:
        return sum(clashes(values, x) for x in variables) // 2 + sum(violations(values))

    def is_in_conflict(values: list[int], x: int) -> bool:
        broken = zip(wide, violations(values), strict=True)
        return clashes(values, x) > 0 or any(size and x in one for one, size in broken)

    values = [below(size) for size in sizes]
    cost = best = cost_of(values)
    idle = 0
    yield tuple(values), cost
    while cost:
        if idle >= 40 * len(sizes):
            values = [below(size) for size in sizes]
            cost = best = cost_of(values)
            idle = 0
            yield tuple(values), cost
            continue
        idle += 1
        picked, seen = None, 0
        for x in variables:
            if sizes[x] > 1 and is_in_conflict(values, x):
                seen += 1
                if below(seen) == 0:
                    picked = x
        if picked is not None:
            others = [a for a in range(sizes[picked]) if a != values[picked]]
            if below(20) == 0:
                values[picked] = others[below(len(others))]
            else:
                least, ties, chosen = None, 0, others[0]
                for a in others:
                    price = cost_of([*values[:picked], a, *values[picked + 1 :]])
                    if least is None or price < least:
                        least, ties = price, 0
                    if price == least:
                        ties += 1
                        if below(ties) == 0:
                            chosen = a
                values[picked] = chosen
            cost = cost_of(values)
            if cost < best:
                best, idle = cost, 0
        yield tuple(values), cost


def _both_ways(conflicts: Collection[Conflict]) -> set[Conflict]:
    return {*conflicts, *((y, b, x, a) for x, a, y, b in conflicts)}
