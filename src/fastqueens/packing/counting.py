"""How the solutions of packing puzzles are counted: by a memo or by visits, with symmetry.

`fastqueens.packing` has the public names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb, factorial, lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.packing import count as _kernels
from fastqueens.checks import check_whole
from fastqueens.packing.model import Cover, Problem
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import (
    METHODS,
    Filling,
    check_method,
    cover_kernel,
    method_of,
    problem_of,
    why_not,
)
from fastqueens.results import Count, InputError, Reason, Stats, stopped
from fastqueens.search import STOPPED, Kernel, Progress, Search, count_solutions

__all__ = ["COUNT_METHODS", "count"]


COUNT_METHODS = (*METHODS, "memo")


class _Meter:
    """Runs kernels one after the other under common limits, and adds up their work."""

    def __init__(
        self,
        time_limit: float | None,
        node_limit: int | None,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.progress = progress
        self.counters: dict[str, int] = {}
        self.seconds = 0.0
        self.spent = 0
        self.reason: Reason | None = None

    def run(self, kernel: Kernel, limit: int | None = None) -> int:
        """Run to the end or to `limit` solutions; return how many the loop met."""
        search = Search(
            kernel,
            time_limit=None
            if self.time_limit is None
            else max(0.0, self.time_limit - self.seconds),
            node_limit=None if self.node_limit is None else max(0, self.node_limit - self.spent),
            progress=self.progress,
        )
        try:
            found, event = count_solutions(search, limit)
        finally:
            for name, value in kernel.counters().items():
                self.counters[name] = self.counters.get(name, 0) + value
            self.seconds += search.seconds
            self.spent += kernel.spent
        self.reason = search.reason if event == STOPPED else None
        return found

    def stats(self) -> Stats:
        return Stats(self.counters, self.seconds)


def count(
    puzzle: Puzzle,
    *,
    distinct: bool = False,
    limit: int | None = None,
    method: str = "auto",
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    progress: Callable[[Progress], object] | None = None,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    distinct : bool
        Count solutions that the board's rotations and reflections turn into each other once (see
        `solutions`). By Burnside's lemma: the average, over the symmetries, of the number of
        solutions that each leaves as they are.
    limit : int, optional
        Stop at this many; the count then has ``exact`` False.
    method : {"auto", "memo", "bitset", "dlx", "brute-force"}
        ``"memo"`` fills the first empty cell, and counts partial boards that agree on the cells
        filled and the pieces used once; it is for boards in the plane and counts what cannot be
        visited. Its counters are ``states`` and ``placements``. The others visit the solutions;
        ``"bitset"`` and ``"dlx"`` try one of the images of one piece's placements only, and
        multiply. ``"auto"`` chooses.
    place : mapping from names to cells, optional
        Pieces that are placed already, as for `solve`.
    time_limit, node_limit : optional
        Seconds; nodes, cases or states.
    max_bytes : int
        Memory that ``"memo"`` may use.
    progress : callable, optional
        As for `solve`.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    SearchStopped
        Where a limit came first. Its ``partial`` is a `Count` of the solutions met.

    Examples
    --------
    >>> dominoes = Puzzle(np.ones((4, 4), bool), [[(0, 0), (0, 1)]] * 8)
    >>> int(count(dominoes)), int(count(dominoes, distinct=True))
    (36, 9)
    """
    check_method(method, COUNT_METHODS)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    problem = problem_of(puzzle, place)
    meter = _Meter(time_limit, node_limit, progress)

    if limit is not None or method == "brute-force" or why_not(problem, brute=False) \
            or not problem.pieces:  # fmt: skip
        if method == "memo" and limit is not None:
            raise InputError("method 'memo' takes no limit: it does not visit the solutions")
        if limit == 0:
            return Count(0, method=method, exact=False)
        wanted = "auto" if method == "memo" else method
        filling = Filling(puzzle, method=wanted, distinct=distinct, place=place)
        found = meter.run(filling, limit)
        _check_stop(meter, found, filling.method)
        return Count(found, stats=meter.stats(), method=filling.method, exact=found != limit)

    return _Counting(problem, meter, max_bytes).count(method, distinct)


class _Counting:
    """All solutions of a problem, counted."""

    def __init__(self, problem: Problem, meter: _Meter, max_bytes: int) -> None:
        self.problem = problem
        self.meter = meter
        self.max_bytes = max_bytes

    def count(self, method: str, distinct: bool) -> Count:
        used, total = self.total(method)
        if distinct:
            group = self.problem.group
            cover_method = "auto" if used == "memo" else used
            for symmetry in group[1:]:
                kept = self.problem.fixed_by(symmetry)
                if kept is not None:
                    total += self.covers(kept, cover_method, total, used)
            total, rest = divmod(total, len(group))
            assert not rest
        return Count(total, stats=self.meter.stats(), method=used)

    def total(self, method: str) -> tuple[str, int]:
        """Count the solutions without regard to symmetry."""
        if method == "memo" or (method == "auto" and self.many()):
            tables = self.tables()
            if tables is None and method == "memo":
                raise InputError(
                    "method 'memo' takes boards on which 64 bits hold the cells that a piece "
                    "spans and the pieces used; this one needs more"
                )
            if tables is not None:
                kernel = _kernels.Count(*tables, self.max_bytes)
                self.meter.run(kernel)
                if self.meter.reason != "memory" or method == "memo":
                    _check_stop(self.meter, 0, "memo")
                    return "memo", kernel.total
        problem = self.problem
        pivot = problem.pivot()
        if pivot is None:
            cover = Cover(problem.cells, [(kind, kind.placements) for kind in problem.kinds])
            return self.run(cover, method, 1, 0)
        chosen, sizes = problem.orbits(problem.kinds[pivot])
        total, used = 0, method
        for size in np.unique(sizes).tolist():
            kinds = []
            for k, kind in enumerate(problem.kinds):
                kinds.append(
                    (
                        kind,
                        kind.placements[chosen[sizes == size]] if k == pivot else kind.placements,
                    )
                )
            used, found = self.run(Cover(problem.cells, kinds), method, size, total)
            total += found
        return used, total

    def run(self, cover: Cover, method: str, weight: int, before: int) -> tuple[str, int]:
        kernel = cover_kernel(cover, method, count_only=True)
        used = method_of(kernel)
        self.meter.run(kernel)
        _check_stop(self.meter, before + weight * kernel.solutions, used)
        return used, weight * kernel.solutions

    def covers(self, kept: Any, method: str, before: int, used: str) -> int:
        """Count the arrangements that a symmetry keeps."""
        kernel = cover_kernel(Cover(self.problem.cells, kept), method, count_only=True)
        self.meter.run(kernel)
        _check_stop(self.meter, before, used)
        return kernel.solutions

    def many(self) -> bool:
        """Guess whether there are too many solutions to visit, on a board in the plane.

        The estimate takes the cells of a placement as independent of each other. On rectangles
        with known counts it is low by a factor of 30 to 200, so this means some 10**5 solutions.
        """
        if self.problem.puzzle.layers:
            return False
        cells = self.problem.cells
        estimate = lgamma(cells + 1)
        for kind in self.problem.kinds:
            size = kind.placements.shape[1]
            chance = len(kind.placements) / comb(cells, size) / factorial(size)
            estimate += kind.copies * log(chance) - lgamma(kind.copies + 1)
        return estimate > log(1000)

    def tables(self) -> _Tables | None:
        """Return the problem for the memo, in the better order of cells; None if too wide."""
        problem = self.problem
        copies = np.array([kind.copies for kind in problem.kinds], np.uint32)
        bits = sum((kind.copies - 1).bit_length() + 1 for kind in problem.kinds)
        best = None
        coordinates = np.array(problem.puzzle.cells)[problem.free].T
        _, row, column = coordinates
        orders = [(column, row), (row, column), (row, row + column), (row, row - column)]
        for keys in orders:  # by rows, by columns, and by both diagonals, for slanted boards
            rank = np.empty(problem.cells, np.int32)
            rank[np.lexsort(keys)] = np.arange(problem.cells)
            cells = [np.sort(rank[kind.placements], axis=1) for kind in problem.kinds]
            spans = np.concatenate([x[:, -1] - x[:, 0] for x in cells])
            if spans.max() + 1 + bits <= 64 and (best is None or spans.mean() < best[0]):
                best = spans.mean(), cells
        if best is None:
            return None
        sizes = [np.full(len(x), x.shape[1]) for x in best[1]]
        kind = np.repeat(np.arange(len(copies)), [len(x) for x in best[1]])
        return (
            problem.cells,
            copies,
            np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.uint32),
            np.concatenate([x.ravel() for x in best[1]]).astype(np.uint16),
            kind.astype(np.uint16),
        )


_Tables = tuple[int, NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]


def _check_stop(meter: _Meter, found: int, method: str) -> None:
    if meter.reason is not None:
        partial = Count(found, stats=meter.stats(), method=method, exact=False)
        raise stopped(meter.reason, found, partial)
