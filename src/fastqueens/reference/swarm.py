"""The discrete particle swarm of the coloured Queens thesis, written like its formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from fastqueens.reference.queens import touch

__all__ = ["Swarm", "fitness", "splitmix64"]


def splitmix64(state: int) -> Iterator[int]:
    """Yield the random numbers of the kernels (``csrc/common/rng.h``).

    Parameters
    ----------
    state : int
        The seed, 0 to 2**64 - 1.

    Yields
    ------
    int
        Random numbers of 64 bits.

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


def fitness(cells: Sequence[tuple[int, int]], w1: float = 2, w2: float = 1) -> float:
    """Return the weighted number of ordered pairs that touch or share a row or a column.

    Parameters
    ----------
    cells : sequence of (row, column)
        A placement. No two queens are in one cell.
    w1, w2 : float
        The weights of a pair that touches, and of a pair that shares a row or a column.

    Returns
    -------
    float
        0 for a solution with one queen in each region.

    Examples
    --------
    >>> fitness([(1, 0), (0, 1), (3, 1), (2, 3)])
    6
    """
    touching = attacking = 0
    for (r, c), (y, x) in permutations(cells, 2):
        touching += touch((r, c), (y, x))
        attacking += r == y or c == x
    return w1 * touching + w2 * attacking


class Swarm:
    """The particle swarm of ``csrc/queens/swarm.h``, one particle at a time, with naive fitness.

    The parameters are those of `SwarmOptions`, and the initial `positions`, `velocities` and
    `bests` of the particles, each with one list of numbers for each particle.

    Attributes
    ----------
    x, pbest, nbest : list of lists
        The cells of each particle, region by region: its position, its best position so far and
        the best position of its neighbourhood.
    v : list of lists
        The velocities.
    found : bool
        Whether the last evaluated particle is a solution.
    history : list
        The best fitness of any particle so far, after each iteration.

    Examples
    --------
    >>> swarm = Swarm([[0]], seed=1, swarm_size=1)
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
        # The particles start at the given positions, or in the first cells of the regions until
        # they are drawn.
        zeros = [[0] * n] * swarm_size
        self.x = [self._cells(place) for place in (zeros if positions is None else positions)]
        self.pbest = [self._cells(place) for place in (zeros if bests is None else bests)]
        self.nbest = [list(self.pbest[0]) for _ in range(swarm_size)]
        self.v = [[float(v) for v in row] for row in (velocities or zeros)]
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
        return fitness(cells, self.w1, self.w2)

    def step(self) -> bool:
        """Evaluate one particle. Return False after the last iteration."""
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
            self._move(p)
        self.scores[p] = self._fitness(self.x[p])
        self.evaluations += 1
        self.turn += 1
        self.found = fitness(self.x[p], 1, 1) == 0
        if self.found or self.scores[p] < self.best_score:
            self.best, self.best_score = list(self.x[p]), self.scores[p]
        if self.found:
            self.history.append(self.scores[p])
        elif self.turn == self.size:
            self._end_iteration()
        return True

    def _draw(self, p: int) -> None:
        """Draw a particle at random."""
        positions, velocities, bests = self.given
        if not positions:
            self.x[p] = [cells[self._below(len(cells))] for cells in self.lists]
        if not velocities:
            self.v[p] = [self._uniform() for _ in self.lists]
        self.pbest_scores[p] = self._fitness(self.pbest[p]) if bests else float("inf")

    def _move(self, p: int) -> None:
        """Move a particle by its velocities."""
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
        """Move a queen with the most conflicts to a cell with the fewest conflicts."""
        if fitness(x, 1, 1) == 0:
            return

        def conflicts(cell: tuple[int, int], k: int) -> float:
            touching = attacking = 0
            for j in range(len(x)):
                if j != k:
                    touching += fitness([cell, x[j]], 1, 0) > 0
                    attacking += fitness([cell, x[j]], 0, 1) > 0
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

    def _end_iteration(self) -> None:
        """Update the best placements after an iteration."""
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
