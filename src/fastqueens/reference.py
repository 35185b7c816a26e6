"""Slow, obvious versions of every rule: what the tests compare the fast functions with.

Nothing here is imported by the rest of the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

__all__ = [
    "QueensSwarm",
    "nqueens_pawn_solutions",
    "nqueens_solutions",
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
    "splitmix64",
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


def _attacks(regions: Sequence[Sequence[int]], a: Cell, b: Cell) -> bool:
    same = a[0] == b[0] or a[1] == b[1] or regions[a[0]][a[1]] == regions[b[0]][b[1]]
    return a != b and (same or max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1)


def queens_says(
    regions: Sequence[Sequence[int]], open_cells: set[Cell], queens: set[Cell], rule: str
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

    Returns
    -------
    placed, eliminated : sets of (row, column)
        The queens that the rule finds and the cells that it crosses out.

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
    left = {
        unit: cells & open_cells for unit, cells in _units(regions).items() if not cells & queens
    }
    needy = {unit: cells for unit, cells in left.items() if exact or unit[0] != "region"}

    def claim(kinds: tuple[tuple[str, str], ...], sizes: Sequence[int]) -> None:
        # k units whose cells lie in k units of another kind: what else lies there goes
        for kind, other in kinds:
            for size in sizes:
                for mine in combinations([u for u in needy if u[0] == kind], size):
                    own = set().union(*(needy[u] for u in mine))
                    theirs = [u for u in left if u[0] == other and left[u] & own]
                    if len(theirs) == size:
                        gone.update(set().union(*(left[u] for u in theirs)) - own)

    lines = tuple(
        pair for line in ("row", "column") for pair in (("region", line), (line, "region"))
    )
    if rule == "queen":
        gone = {c for c in open_cells if any(_attacks(regions, q, c) for q in queens)}
    elif rule == "single":
        placed = set().union(*(cells for cells in needy.values() if len(cells) == 1))
    elif rule == "confined":
        claim(lines, [1])
    elif rule == "attacked":
        for cells in needy.values():
            if cells:
                gone |= {
                    c for c in open_cells - cells if all(_attacks(regions, c, x) for x in cells)
                }
    elif rule == "pair":
        claim(lines, [2])
    elif rule == "set":
        claim(lines, range(2, len(regions)))
    elif rule == "fish":
        claim((("row", "column"), ("column", "row")), range(2, len(regions)))
    else:
        for cell in open_cells:
            after = queens_logic(regions, "attacked", open_cells - {cell}, queens | {cell})
            if after is None:
                gone.add(cell)
    return placed, gone


def queens_logic(
    regions: Sequence[Sequence[int]],
    last_rule: str,
    open_cells: set[Cell] | None = None,
    queens: set[Cell] | None = None,
) -> tuple[set[Cell], set[Cell]] | None:
    """Apply the rules of the logic engine up to `last_rule` until they say nothing more.

    Parameters
    ----------
    regions, open_cells, queens
        As for `queens_says`; by default all cells are open.
    last_rule : str
        A name of a rule.

    Returns
    -------
    open_cells, queens : sets of (row, column), or None
        What is left open, and the queens. None where a unit is left without a cell.

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
        for rule in rules:
            placed, gone = queens_says(regions, left, stand, rule)
            if placed or gone:
                break
        else:
            return left, stand
        for cell in placed:
            if any(_attacks(regions, cell, q) for q in stand):
                return None  # a unit's last cell is attacked
            stand.add(cell)
        left -= gone | placed
        left -= queens_says(regions, left, stand, "queen")[1]
        if any(not cells & (left | stand) for cells in units):
            return None
