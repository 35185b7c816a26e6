"""Slow, obvious versions of every rule: what the tests compare the fast functions with.

Nothing here is imported by the rest of the package.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, permutations, product
from typing import Any

__all__ = [
    "QueensSwarm",
    "cover_search",
    "csp_fixpoint",
    "csp_of_board",
    "csp_solutions",
    "nqueens_pawn_solutions",
    "nqueens_solutions",
    "packing_brute_force",
    "packing_placements",
    "packing_solutions",
    "permutation_nodes",
    "permutation_reviews",
    "placement_reviews",
    "queens_broken",
    "queens_canonical",
    "queens_fitness",
    "queens_logic",
    "queens_pieces",
    "queens_says",
    "queens_solutions",
    "sliding_best_first",
    "sliding_distances",
    "sliding_estimate",
    "sliding_neighbours",
    "sliding_path_counts",
    "sliding_pattern_distance",
    "splitmix64",
    "stars_placements",
    "stars_solutions",
]


Cell = tuple[int, int]


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


def splitmix64(state: int) -> Iterator[int]:
    """Go through the numbers of the kernels' generator (``csrc/rng.h``).

    Examples
    --------
    >>> next(splitmix64(0)) == 0xE220A8397B1DCDAF
    True
    """
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def queens_fitness(cells: Sequence[tuple[int, int]], w1: float = 2, w2: float = 1) -> float:
    """Weigh the ordered pairs that touch, and those that share a row or a column.

    Examples
    --------
    >>> queens_fitness([(1, 0), (0, 1), (3, 1), (2, 3)])
    6
    """
    touching = attacking = 0
    for (r, c), (y, x) in permutations(cells, 2):
        touching += max(abs(r - y), abs(c - x)) == 1
        attacking += r == y or c == x
    return w1 * touching + w2 * attacking


class QueensSwarm:
    """The particle swarm of ``csrc/swarm.h``, one particle at a time, with naive fitness.

    Parameters are those of `fastqueens.swarm.SwarmOptions`, and where the particles begin:
    `positions`, `velocities` and `bests`, a list of numbers a particle.

    Attributes
    ----------
    x, pbest, nbest : list of lists
        Cells of each particle, region by region.
    v : list of lists
        Velocities.
    found : bool
        Whether the particle just evaluated is a solution.
    history : list
        Best fitness of the particles' bests after each iteration.

    Examples
    --------
    >>> swarm = QueensSwarm([[0]], seed=1, swarm_size=1)
    >>> swarm.step()
    True
    """

    def __init__(
        self,
        regions: Sequence[Sequence[int]],
        *,
        seed: int,
        swarm_size: int = 50,
        iterations: int = 1000,
        w: float = 0.7,
        c1: float = 2.0,
        c2: float = 2.0,
        r1: float | None = None,
        r2: float | None = None,
        w1: float = 2.0,
        w2: float = 1.0,
        topology: str = "ring",
        vmax: float | None = None,
        stagnation: int | None = None,
        mutation: float = 0.0,
        repair: str = "none",
        positions: Sequence[Sequence[int]] | None = None,
        velocities: Sequence[Sequence[float]] | None = None,
        bests: Sequence[Sequence[int]] | None = None,
    ) -> None:
        n = len(regions)
        self.lists = [
            [(r, c) for r in range(n) for c in range(n) if regions[r][c] == label]
            for label in sorted({label for row in regions for label in row})
        ]
        self.size, self.iterations = swarm_size, iterations
        self.w, self.c1, self.c2, self.r1, self.r2 = w, c1, c2, r1, r2
        self.w1, self.w2, self.topology = w1, w2, topology
        self.vmax, self.stagnation, self.mutation, self.repair = vmax, stagnation, mutation, repair
        self.numbers = splitmix64(seed)
        # Where the particles begin: as given, or in the first cells until they have been drawn.
        zeros = [[0] * n] * swarm_size
        self.x = [self._cells(place) for place in (zeros if positions is None else positions)]
        self.pbest = [self._cells(place) for place in (zeros if bests is None else bests)]
        self.nbest = [list(self.pbest[0]) for _ in range(swarm_size)]
        self.v = [[float(v) for v in some] for some in (velocities or zeros)]
        self.given = [positions is not None, velocities is not None, bests is not None]
        self.scores = [0.0] * swarm_size
        self.pbest_scores = [float("inf")] * swarm_size
        self.turn = self.done = self.evaluations = self.restarts = 0
        self.mutations = self.repairs = self.leader = self.idle = 0
        self.drawing, self.found, self.gave_up = True, False, False
        self.lowest = self.best_score = float("inf")
        self.best: list[tuple[int, int]] = []
        self.history: list[float] = []

    def _cells(self, place: Sequence[int]) -> list[tuple[int, int]]:
        return [cells[i] for cells, i in zip(self.lists, place, strict=True)]

    def _uniform(self) -> float:
        return (next(self.numbers) >> 11) / 2**53

    def _below(self, bound: int) -> int:
        return (next(self.numbers) >> 32) * bound >> 32

    def _fitness(self, cells: Sequence[tuple[int, int]]) -> float:
        return queens_fitness(cells, self.w1, self.w2)

    def step(self) -> bool:
        """Evaluate one particle; false once the iterations are used up."""
        if self.gave_up:
            return False
        if self.found:
            self.found = False
            if self.done == self.iterations:
                self.gave_up = True
                return False
            self.turn, self.drawing, self.best_score = 0, True, float("inf")
        p = self.turn
        if p == 0 and self.evaluations:
            self.done += 1
        if self.drawing:
            self._draw(p)
        else:
            self._fly(p)
        self.scores[p] = self._fitness(self.x[p])
        self.evaluations += 1
        self.turn += 1
        self.found = queens_fitness(self.x[p], 1, 1) == 0
        if self.found or self.scores[p] < self.best_score:
            self.best, self.best_score = list(self.x[p]), self.scores[p]
        if self.found:
            self.history.append(self.scores[p])
        elif self.turn == self.size:
            self._end()
        return True

    def _draw(self, p: int) -> None:
        positions, velocities, bests = self.given
        if not positions:
            self.x[p] = [cells[self._below(len(cells))] for cells in self.lists]
        if not velocities:
            self.v[p] = [self._uniform() for _ in self.lists]
        self.pbest_scores[p] = self._fitness(self.pbest[p]) if bests else float("inf")

    def _fly(self, p: int) -> None:
        x, v, pbest, nbest = self.x[p], self.v[p], self.pbest[p], self.nbest[p]
        r1 = self._uniform() if self.r1 is None else self.r1
        r2 = self._uniform() if self.r2 is None else self.r2
        for k in range(len(x)):
            v[k] = (
                self.w * v[k]
                + self.c1 * r1 * (x[k] != pbest[k])
                + self.c2 * r2 * (x[k] != nbest[k])
            )
            if v[k] < 2.0**-200:
                v[k] = 0.0
            if self.vmax is not None:
                v[k] = min(v[k], self.vmax)
        for k in range(len(x)):
            if self._uniform() < v[k]:
                x[k] = nbest[k]
        if self.mutation:
            for k in range(len(x)):
                if self._uniform() < self.mutation:
                    x[k] = self.lists[k][self._below(len(self.lists[k]))]
                    self.mutations += 1
        if self.repair == "each" or (self.repair == "best" and p == self.leader):
            self._repair(x)

    def _repair(self, x: list[tuple[int, int]]) -> None:
        if queens_fitness(x, 1, 1) == 0:
            return

        def conflicts(cell: tuple[int, int], k: int) -> float:
            touching = attacking = 0
            for j in range(len(x)):
                if j != k:
                    touching += queens_fitness([cell, x[j]], 1, 0) > 0
                    attacking += queens_fitness([cell, x[j]], 0, 1) > 0
            return self.w1 * touching + self.w2 * attacking

        queens = [conflicts(cell, k) for k, cell in enumerate(x)]
        worst = [k for k in range(len(x)) if queens[k] == max(queens)]
        k = worst[self._below(len(worst))]
        costs = [conflicts(cell, k) for cell in self.lists[k]]
        least = [
            cell for cell, cost in zip(self.lists[k], costs, strict=True) if cost == min(costs)
        ]
        if len(least) > 1:
            least = [cell for cell in least if cell != x[k]]
        x[k] = least[self._below(len(least))]
        self.repairs += 1

    def _end(self) -> None:
        for p in range(self.size):
            if self.scores[p] < self.pbest_scores[p]:
                self.pbest[p], self.pbest_scores[p] = list(self.x[p]), self.scores[p]
        scores = self.pbest_scores
        self.leader = scores.index(min(scores))
        for p in range(self.size):
            if self.topology == "ring":
                near = [p, (p - 1) % self.size, (p + 1) % self.size]
            else:
                near = [p, *range(self.size)]
            self.nbest[p] = list(self.pbest[min(near, key=scores.__getitem__)])
        lowest = min(scores)
        self.idle = 0 if self.drawing or lowest < self.lowest else self.idle + 1
        self.lowest = lowest
        self.history.append(lowest)
        self.turn, self.drawing, self.given = 0, False, [False] * 3
        if self.done == self.iterations:
            self.gave_up = True
        elif self.stagnation is not None and self.idle >= self.stagnation:
            self.drawing = True
            self.restarts += 1


Conflict = tuple[int, int, int, int]


def csp_of_board(
    regions: Sequence[Sequence[object]], variables: str = "regions"
) -> tuple[list[int], set[Conflict], list[list[tuple[int, int]]]]:
    """Return the domain sizes, conflicts and cells by value of a coloured Queens board.

    Examples
    --------
    >>> sizes, conflicts, cells = csp_of_board(["AB", "AB"])
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


def csp_fixpoint(sizes: Sequence[int], conflicts: Collection[Conflict]) -> list[list[int]]:
    """Strike values without support until there are none: the arc consistent domains.

    Examples
    --------
    >>> csp_fixpoint([2, 1], {(0, 0, 1, 0)})
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


def csp_solutions(
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
    >>> list(csp_solutions([2, 2], {(0, 0, 1, 0), (0, 1, 1, 1)}))
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


# --------------------------------------------------------------------------------------- packing


def packing_brute_force(
    board: Sequence[tuple[int, int]], pieces: Sequence[Sequence[tuple[int, int]]]
) -> tuple[dict[tuple[int, int], int] | None, int]:
    """Fill a board of (row, column) cells by the plain procedure.

    Returns
    -------
    solution : dict or None
        The piece on each cell of the first solution.
    cases : int
        Combinations of piece, reference cell and turn reviewed until then.

    Examples
    --------
    >>> packing_brute_force([(0, 0), (0, 1)], [[(0, 0)], [(0, 0)]])
    ({(0, 0): 0, (0, 1): 1}, 2)
    """

    def turned(x: int, y: int) -> list[tuple[int, int]]:
        return [(x, y), (-x, y), (x, -y), (y, -x), (y, x), (-y, -x), (-x, -y), (-y, x)]

    grid: dict[tuple[int, int], int] = {}
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
                    steps = [turned(c - c0, r - r0)[turn] for r, c in pieces[p]]
                    cells = [(row + y, column + x) for x, y in steps]
                    if all(cell in empty for cell in cells):
                        grid.update(dict.fromkeys(cells, p))
                        if fill():
                            return True
                        for cell in cells:
                            del grid[cell]
        return False

    return (grid if fill() else None), cases


def packing_placements(
    board: Sequence[tuple[float, float, float]], piece: Sequence[tuple[int, int]]
) -> set[frozenset[int]]:
    """Return the sets of points of a board on which a flat, connected piece can lie.

    Any points with the distances of the piece's cells, whichever way it must be turned; the
    points next to each other are 1 apart.

    Examples
    --------
    >>> sorted(map(sorted, packing_placements([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 0), (0, 1)])))
    [[0, 1], [1, 2]]
    """

    def apart(a: Sequence[float], b: Sequence[float]) -> float:
        return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))

    found = set()

    def lay(points: list[int]) -> None:
        k = len(points)
        if k == len(piece):
            found.add(frozenset(points))
            return
        for i in range(len(board)):
            if all(
                abs(apart(board[i], board[points[j]]) - apart(piece[k], piece[j])) < 1e-6
                for j in range(k)
            ):
                lay([*points, i])

    lay([])
    return found


def packing_solutions(
    cells: int, pieces: Sequence[tuple[object, set[frozenset[int]]]]
) -> set[frozenset[tuple[object, frozenset[int]]]]:
    """Return all ways to cover the cells, each as pairs of a piece's kind and its cells.

    Parameters
    ----------
    cells : int
        Number of cells.
    pieces : sequence of (kind, placements)
        Pieces of the same kind are the same to look at.

    Examples
    --------
    >>> len(packing_solutions(2, [("A", {frozenset({0}), frozenset({1})})] * 2))
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


def cover_search(
    options: Sequence[Mapping[str, str | None]], primary: Sequence[str]
) -> tuple[list[list[int]], int, int]:
    """Find all exact covers by Algorithm X on dictionaries of sets, copied instead of undone.

    Parameters
    ----------
    options : sequence of mappings
        The items of each option with their colours, None where an item has none.
    primary : sequence of str
        The items to be covered exactly once. All others are secondary.

    Returns
    -------
    solutions : list of lists of int
        Options in the order of choice.
    nodes : int
        States visited, the root and the solutions included.
    updates : int
        Items taken away and options taken out of an item's set, as Knuth counts them.

    Examples
    --------
    >>> cover_search([{"a": None, "x": "1"}, {"b": None, "x": "1"}, {"b": None, "x": "2"}], "ab")
    ([[0, 1]], 3, 4)
    """
    items = [*primary, *sorted({i for option in options for i in option if i not in primary})]
    choosable = [k for k, option in enumerate(options) if any(i in option for i in primary)]
    solutions: list[list[int]] = []
    nodes = updates = 0

    def hide(state: dict[str, set[int]], settled: set[str], option: int) -> None:
        nonlocal updates
        for item in options[option]:
            if item in state and item not in settled and option in state[item]:
                state[item].remove(option)
                updates += 1

    def cover(state: dict[str, set[int]], settled: set[str], item: str) -> None:
        nonlocal updates
        updates += 1
        for option in state.pop(item):
            hide(state, settled, option)

    def visit(state: dict[str, set[int]], settled: set[str], chosen: list[int]) -> None:
        nonlocal nodes, updates
        nodes += 1
        left = [item for item in primary if item in state]
        if not left:
            solutions.append(chosen)
            return
        best = min(left, key=lambda item: len(state[item]))
        tries = sorted(state[best])
        # Taking the item away is done once, and what each of its options does is done on a copy.
        state = {item: set(members) for item, members in state.items()}
        cover(state, settled, best)
        for option in tries:
            below = {item: set(members) for item, members in state.items()}
            done = set(settled)
            names = list(options[option])
            turn = names.index(best)
            for item in names[turn + 1 :] + names[:turn]:  # round the option, as links go
                if item in done:
                    continue
                colour = options[option][item]
                if colour is None:
                    cover(below, done, item)
                    continue
                done.add(item)
                for other in [k for k in below[item] if options[k][item] != colour]:
                    hide(below, done, other)
            visit(below, done, [*chosen, option])

    visit({item: {k for k in choosable if item in options[k]} for item in items}, set(), [])
    return solutions, nodes, updates


def sliding_neighbours(tiles: Sequence[int], columns: int) -> dict[str, tuple[int, ...]]:
    """Return the boards one move away, by the move of the blank.

    Examples
    --------
    >>> sliding_neighbours((1, 2, 0, 3), 2)
    {'UP': (0, 2, 1, 3), 'RIGHT': (1, 2, 3, 0)}
    """
    blank = tiles.index(0)
    row, column = divmod(blank, columns)
    found = {}
    for move, (y, x) in {
        "UP": (row - 1, column),
        "DOWN": (row + 1, column),
        "LEFT": (row, column - 1),
        "RIGHT": (row, column + 1),
    }.items():
        if 0 <= y < len(tiles) // columns and 0 <= x < columns:
            board = list(tiles)
            board[blank], board[y * columns + x] = board[y * columns + x], 0
            found[move] = tuple(board)
    return found


def sliding_distances(
    goal: Sequence[int], columns: int, depth: int | None = None
) -> dict[tuple[int, ...], int]:
    """Return the boards that can reach the goal, in `depth` moves at most, with their distances.

    Examples
    --------
    >>> distances = sliding_distances((1, 2, 3, 0), 2)
    >>> len(distances), max(distances.values())
    (12, 6)
    """
    distances = {tuple(goal): 0}
    boards = [tuple(goal)]
    while boards and (depth is None or distances[boards[0]] < depth):
        further = []
        for board in boards:
            for after in sliding_neighbours(board, columns).values():
                if after not in distances:
                    distances[after] = distances[board] + 1
                    further.append(after)
        boards = further
    return distances


def sliding_path_counts(
    goal: Sequence[int], columns: int, depth: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return distances as `sliding_distances`, each with the number of shortest solutions.

    Examples
    --------
    >>> sliding_path_counts((1, 2, 3, 0), 2, 6)[(0, 3, 2, 1)]
    (6, 2)
    """
    distances = sliding_distances(goal, columns, depth)
    counts = {tuple(goal): 1}
    for board, distance in distances.items():  # nearest first
        if distance:
            near = sliding_neighbours(board, columns).values()
            counts[board] = sum(counts[b] for b in near if distances.get(b) == distance - 1)
    return {board: (distances[board], counts[board]) for board in distances}


def sliding_pattern_distance(
    tiles: Sequence[int], goal: Sequence[int], columns: int, pattern: Sequence[int]
) -> int:
    """Return the fewest moves of the pattern's tiles that bring them home; others move freely.

    Goes from the board through where these tiles are and where the blank is, by numbers of moves.

    Examples
    --------
    >>> sliding_pattern_distance((3, 1, 2, 0), (1, 2, 3, 0), 2, (1, 2))
    3
    """
    home = tuple(t if t in pattern else -1 if t else 0 for t in goal)
    places = {cell for cell, t in enumerate(home) if t > 0}
    start = tuple(t if t in pattern else -1 if t else 0 for t in tiles)
    distance, boards, done = 0, [start], {start}
    while True:
        further = []
        for board in boards:  # grows
            if all(board[cell] == home[cell] for cell in places):
                return distance
            blank = board.index(0)
            for after in sliding_neighbours(board, columns).values():
                if after not in done:
                    if after[blank] > 0:
                        further.append(after)
                    else:
                        done.add(after)
                        boards.append(after)
        boards = [board for board in dict.fromkeys(further) if board not in done]
        done.update(boards)
        distance += 1


def sliding_estimate(
    tiles: Sequence[int], goal: Sequence[int], columns: int, heuristic: str
) -> int:
    """Return a lower bound on the moves from `tiles` to `goal`.

    Examples
    --------
    >>> sliding_estimate((2, 1, 3, 0), (1, 2, 3, 0), 2, "linear-conflict")
    4
    """
    if heuristic == "misplaced":
        return sum(a != b for a, b in zip(tiles, goal, strict=True) if a)
    at = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}
    places = [(divmod(cell, columns), at[tile]) for cell, tile in enumerate(tiles) if tile]
    if heuristic == "walking-distance":
        return sum(
            _walking_distances(
                tuple(sorted(at[tile][axis] for tile in goal if tile)), at[0][axis], columns
            )[
                (
                    divmod(tiles.index(0), columns)[axis],
                    tuple(
                        tuple(sorted(b[axis] for a, b in places if a[axis] == line))
                        for line in range(columns)
                    ),
                )
            ]
            for axis in (0, 1)
        )
    total = sum(abs(r - y) + abs(c - x) for (r, c), (y, x) in places)
    if heuristic == "linear-conflict":
        for axis in (0, 1):
            for line in range(max(len(tiles) // columns, columns)):
                stay = [
                    (a[1 - axis], b[1 - axis])
                    for a, b in places
                    if a[axis] == line and b[axis] == line
                ]
                most = max(
                    size
                    for size in range(len(stay) + 1)
                    for kept in combinations(stay, size)
                    if all((p < r) == (q < s) for (p, q), (r, s) in combinations(kept, 2))
                )
                total += 2 * (len(stay) - most)
    return total


@cache
def _walking_distances(
    tiles: tuple[int, ...], blank: int, size: int
) -> dict[tuple[int, tuple[tuple[int, ...], ...]], int]:
    """Go through the puzzle of rows: by the blank's row and the goal rows of each row's tiles."""
    start = (blank, tuple(tuple(t for t in tiles if t == row) for row in range(size)))
    distances = {start: 0}
    states = [start]
    for state in states:
        row, rows = state
        for near in (row - 1, row + 1):
            if not 0 <= near < size:
                continue
            for tile in set(rows[near]):
                after = list(rows)
                rest = list(rows[near])
                rest.remove(tile)
                after[near] = tuple(rest)
                after[row] = tuple(sorted((*rows[row], tile)))
                new = (near, tuple(after))
                if new not in distances:
                    distances[new] = distances[state] + 1
                    states.append(new)
    return distances


def sliding_best_first(
    tiles: Sequence[int],
    goal: Sequence[int],
    columns: int,
    method: str = "branch-and-bound",
    *,
    heuristic: str | Callable[[tuple[int, ...]], int] = "misplaced",
    visited: str = "generated",
) -> tuple[tuple[str, ...] | None, int, int]:
    """Search as ``csrc/sliding_queue.h`` says; return the path, boards generated and expanded.

    Examples
    --------
    >>> sliding_best_first((1, 2, 0, 3), (1, 2, 3, 0), 2)
    (('RIGHT',), 3, 1)
    """
    tiles, goal = tuple(tiles), tuple(goal)
    serial = expanded = 0
    seen: set[tuple[int, ...]] = set()
    best = {tiles: 0}
    queue: list[tuple[Any, ...]] = []

    def put(board: tuple[int, ...], path: tuple[str, ...]) -> None:
        nonlocal serial
        serial += 1
        if method == "a-star":
            if isinstance(heuristic, str):
                cost = len(path) + sliding_estimate(board, goal, columns, heuristic)
            else:
                cost = len(path) + heuristic(board)
            best[board] = len(path)
            heappush(queue, (cost, -len(path), -serial, board, path))
        else:
            cost = len(path) + sum(a != b for a, b in zip(board, goal, strict=True))
            if visited == "generated":
                seen.add(board)
            order = tuple(tile or len(goal) for tile in board)
            heappush(queue, (cost, len(path), order, path, board))

    put(tiles, ())
    while queue:
        entry = heappop(queue)
        board, path = (entry[3], entry[4]) if method == "a-star" else (entry[4], entry[3])
        if method == "a-star" and best[board] < len(path):
            continue
        if method != "a-star" and visited == "expanded":
            if board in seen:
                continue
            seen.add(board)
        if board == goal:
            return path, serial, expanded
        expanded += 1
        for move, after in sliding_neighbours(board, columns).items():
            if method == "a-star":
                fresh = len(path) + 1 < best.get(after, len(path) + 2)
            else:
                fresh = after not in seen
            if fresh:
                put(after, (*path, move))
    return None, serial, expanded


def queens_canonical(regions: Sequence[Sequence[object]]) -> list[list[int]]:
    """Return the canonical board: of all eight, renumbered, the first in lexicographic order.

    Examples
    --------
    >>> queens_canonical(["AB", "BB"])
    [[0, 0], [0, 1]]
    """
    forms = []
    board = [list(row) for row in regions]
    for _ in range(4):
        board = [list(row) for row in zip(*reversed(board), strict=True)]  # a quarter turn
        for view in (board, [row[::-1] for row in board]):
            numbers: dict[object, int] = {}
            forms.append([[numbers.setdefault(x, len(numbers)) for x in row] for row in view])
    return min(forms)


def queens_pieces(regions: Sequence[Sequence[object]]) -> int:
    """Return the number of pieces: maximal sets of cells of a region that hang together by sides.

    Examples
    --------
    >>> queens_pieces(["AB", "BA"]), queens_pieces(["AB", "AA"])
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


def queens_says(
    regions: Sequence[Sequence[int]],
    open_cells: set[Cell],
    queens: set[Cell],
    rule: str,
    each: int = 1,
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
        two), ``"set"`` (any number), ``"fish"`` or ``"suppose"``.
    each : int
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
    >>> sorted(queens_says(board, every, set(), "attacked")[1])
    [(0, 1), (2, 0), (2, 1), (3, 2)]
    """
    placed: set[Cell] = set()
    gone: set[Cell] = set()
    exact = len({label for row in regions for label in row}) == len(regions)
    units = _units(regions)
    missing = {unit: each - len(cells & queens) for unit, cells in units.items()}
    left = {unit: cells & open_cells for unit, cells in units.items() if missing[unit]}
    needy = {unit: cells for unit, cells in left.items() if exact or unit[0] != "region"}

    def struck(more: set[Cell]) -> set[Cell]:
        # what more queens leave no room for
        stand = queens | more
        full = [cells for cells in units.values() if len(cells & stand) >= each]
        near = {
            (r, c) for r, c in open_cells if any(max(abs(r - y), abs(c - x)) <= 1 for y, x in stand)
        }
        return (near | (set().union(*full) & open_cells)) - more

    def ways(unit: tuple[str, int]) -> Iterator[set[Cell]]:
        # to put the queens that a unit misses
        for some in combinations(sorted(left[unit]), missing[unit]):
            apart = all(max(abs(a - y), abs(b - x)) > 1 for (a, b), (y, x) in combinations(some, 2))
            if apart and all(len(units[u] & {*some}) <= missing[u] for u in units):
                yield set(some)

    def claim(kinds: tuple[tuple[str, str], ...], sizes: Sequence[int], all_seen: bool) -> None:
        # units whose cells lie in units of another kind that miss as much: what else lies there
        # goes
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
        gone = struck(set()) if queens else set()
    elif rule == "single":
        placed = set().union(
            *(cells for unit, cells in needy.items() if len(cells) == missing[unit])
        )
    elif rule == "confined":
        claim(lines, [1], False)
    elif rule == "attacked":
        for unit, cells in needy.items():
            if cells:
                told = [(way, struck(way)) for way in ways(unit)]
                gone |= open_cells.intersection(*(out for _, out in told))
                placed |= open_cells.intersection(*(way for way, _ in told)) if told else set()
        if each == 1:
            placed = set()
    elif rule == "pair":
        claim(lines, [2], False)
    elif rule == "set":
        claim(lines, range(2, len(regions)), True)
    elif rule == "fish":
        claim((("row", "column"), ("column", "row")), range(2, len(regions)), True)
    else:
        for cell in open_cells:
            after = queens_logic(regions, "attacked", open_cells - {cell}, queens | {cell}, each)
            if after is None:
                gone.add(cell)
    return placed, gone


def queens_logic(
    regions: Sequence[Sequence[int]],
    last_rule: str,
    open_cells: set[Cell] | None = None,
    queens: set[Cell] | None = None,
    each: int = 1,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply the rules of the logic engine up to `last_rule` until they say nothing more.

    Parameters
    ----------
    regions, open_cells, queens, each
        As for `queens_says`; by default all cells are open.
    last_rule : str
        A name of a rule.

    Returns
    -------
    open_cells, queens : sets of (row, column), or None
        What is left open, and the queens. None where a unit is left with too few cells.

    Examples
    --------
    >>> queens_logic(["RBBB", "RRBY", "GYYY", "GGGY"], "confined")[1]
    set()
    >>> sorted(queens_logic(["RBBB", "RRBY", "GYYY", "GGGY"], "attacked")[1])
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
        if any(len(cells & stand) + len(cells & left) < each for cells in units):
            return None
        for rule in rules:
            placed, gone = queens_says(regions, left, stand, rule, each)
            if placed or gone:
                break
        else:
            return left, stand
        for cell in placed:
            if cell not in left:
                return None  # a queen placed with it attacks it
            left.remove(cell)
            stand.add(cell)
            left -= queens_says(regions, left, stand, "queen", each)[1]
        left -= gone


def stars_placements(n: int, each: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Go through the ways to put `each` stars in every row and column, no two touching.

    Row by row, so two stars on 10 x 10 are about as far as it goes.

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
        for row in combinations(range(n), each)
        if all(abs(a - b) > 1 for a, b in combinations(row, 2))
    ]

    def extend(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(rows) == n:
            yield rows
            return
        for row in shapes:
            full = any(sum(c in above for above in rows) == each for c in row)
            touching = rows and any(abs(a - c) <= 1 for a in rows[-1] for c in row)
            if not full and not touching:
                yield from extend((*rows, row))

    yield from extend(())


def stars_solutions(
    regions: Sequence[Sequence[int]], each: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Go through the solutions of a Star Battle board, as (row, column) pairs.

    Examples
    --------
    >>> list(stars_solutions(["RBBB", "RRBY", "GYYY", "GGGY"], 1))
    [((0, 2), (1, 0), (2, 3), (3, 1))]
    """
    for rows in stars_placements(len(regions), each):
        cells = [(r, c) for r, row in enumerate(rows) for c in row]
        taken = [regions[r][c] for r, c in cells]
        if all(taken.count(g) == each for row in regions for g in row):
            yield tuple(cells)
