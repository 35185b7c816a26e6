"""Searches for the solutions of a packing puzzle: exact cover or brute force, up to symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol

import numpy as np

from fastqueens._kernels.machine import NotCopied
from fastqueens._kernels.packing.brute import BruteForce
from fastqueens.cover.methods import name_of_method
from fastqueens.method import Method, choose
from fastqueens.packing.exact_cover import OUT, Cover, cover_kernel
from fastqueens.packing.orientations import Int, combined_turns
from fastqueens.packing.packing import Packing
from fastqueens.packing.pivot import Pivot, choose_pivot
from fastqueens.packing.placement_tables import HOLE, Kind, Problem, Symmetry
from fastqueens.packing.preplaced import find_infeasibility, make_problem
from fastqueens.packing.puzzle import Puzzle
from fastqueens.results import InputError
from fastqueens.search import DONE, FOUND, RUNNING, SolutionKernel
from fastqueens.validation import check_whole, is_choice, is_flag, quote

__all__ = ["METHODS", "Distinct", "MethodName", "PackingSearch", "check_distinct"]


Distinct = bool | Literal["mirror"]
MethodName = Literal["auto", "bitset", "dlx", "brute-force", "first-cell"]


class _BoardKernel(SolutionKernel, Protocol):
    """A kernel whose current board can be read."""

    def placed(self) -> dict[int, tuple[int, ...]]:
        """Return the cells of each piece on the board, as numbers of cells of the problem."""
        ...

    def hand(self) -> tuple[int | None, int | None]:
        """Return the cell, as a number of the problem, and the piece that are tried now."""
        ...


class _TrivialSearch:
    """A search of a trivial problem, which has one solution or none."""

    def __init__(self, solutions: int, counter: str) -> None:
        self._solutions = solutions
        self._counter = counter
        self.spent = self.found = 0

    def step(self, budget: int) -> int:
        if self.found < self._solutions and budget:
            self.found += 1
            return FOUND
        return DONE

    def counters(self) -> dict[str, int]:
        return {self._counter: 0}

    def placed(self) -> dict[int, tuple[int, ...]]:
        return {}

    def hand(self) -> tuple[int | None, int | None]:
        return None, None


class _BruteForce:
    """Tries all pieces in order on the first empty cell, recursively.

    If `as_report` is true, the turns of a piece are tried as in the listing of the IQ Puzzler
    report: see csrc/packing/packing.h.
    """

    def __init__(self, problem: Problem, *, as_report: bool) -> None:
        self._problem = problem
        self._kernel = BruteForce(
            problem.cell_at,
            problem.place,
            problem.start,
            problem.previous_identical,
            problem.offset,
            problem.planes,
            combined_turns(problem.planes) if as_report else None,
        )
        self.step = self._kernel.step
        self.counters = self._kernel.counters

    @property
    def found(self) -> int:
        return self._kernel.found

    @property
    def spent(self) -> int:
        return self._kernel.spent

    def placed(self) -> dict[int, tuple[int, ...]]:
        grid = np.empty(self._problem.cells, np.int16)
        self._kernel.peek(grid)
        found: dict[int, list[int]] = {}
        for cell, piece in enumerate(grid.tolist()):
            if piece >= 0:
                found.setdefault(self._problem.pieces[piece], []).append(cell)
        return {piece: tuple(cells) for piece, cells in found.items()}

    def hand(self) -> tuple[int | None, int | None]:
        tried = self._kernel.hand()
        return (None, None) if tried is None else (tried[0], self._problem.pieces[tried[1]])


class _ExactCover:
    """Searches the problem as an exact cover."""

    def __init__(self, problem: Problem, kinds: list[tuple[Kind, Int]], method: str) -> None:
        self._kinds = kinds
        self._cover = Cover(problem.required, kinds)
        self._kernel = cover_kernel(self._cover, method, count_only=False)
        self.method = name_of_method(self._kernel)
        self.step = self._kernel.step
        self.counters = self._kernel.counters
        self._options = np.empty(self._kernel.max_chosen, np.int32)

    @property
    def found(self) -> int:
        return self._kernel.found

    @property
    def spent(self) -> int:
        return self._kernel.spent

    def placed(self) -> dict[int, tuple[int, ...]]:
        chosen = self._options[: self._kernel.peek(self._options)]
        by_kind: dict[int, list[int]] = {}
        for kind, placement in zip(
            self._cover.kind[chosen].tolist(), self._cover.placement[chosen].tolist(), strict=True
        ):
            if placement != OUT:
                by_kind.setdefault(kind, []).append(placement)
        found = {}
        for k, placements in by_kind.items():
            kind, tried = self._kinds[k]  # placements are sorted, and so are the copies
            if HOLE in kind.pieces:
                continue
            for piece, p in zip(kind.pieces, sorted(placements), strict=False):
                found[piece] = tuple(tried[p].tolist())
        return found

    def hand(self) -> tuple[int | None, int | None]:
        """Return the last placed piece; there is no current cell, because items may be pieces."""
        chosen = self._options[: self._kernel.peek(self._options)]
        if not len(chosen):
            return None, None
        piece = self._kinds[int(self._cover.kind[chosen[-1]])][0].pieces[0]
        return None, None if piece == HOLE else piece


class _Distinct:
    """A kernel that finds only the least of the symmetric images of each solution.

    With a pivot, only one of the symmetric placements of one piece, or of all pieces over one cell,
    is tried. A solution can then have a second image only by a symmetry that leaves the pivot's
    placement unchanged.
    """

    def __init__(
        self,
        inner: _BoardKernel,
        group: Sequence[Symmetry],
        pivot: Pivot | None,
        kinds: Sequence[Kind],
    ) -> None:
        self._inner = inner
        self._pivot = pivot
        weights = () if pivot is None or pivot.cell is not None else pivot.weights
        # the kind that is the pivot: all its placements have a weight
        self._pivot_kind = next((k for k, x in enumerate(weights) if (x >= 0).any()), None)
        self._group = [(g.cells.tolist(), g.kinds) for g in group[1:]]
        self._kind = {piece: k for k, kind in enumerate(kinds) for piece in kind.pieces}
        self._seen = 0, 0  # solutions of `inner` that were compared, and how many were the least
        self.counters = inner.counters
        self.placed, self.hand = inner.placed, inner.hand

    @property
    def spent(self) -> int:
        return self._inner.spent

    @property
    def found(self) -> int:
        compared, found = self._seen
        if self._inner.found > compared:  # also if an exception ended `step` before the comparison
            self._seen = compared + 1, found + self._is_least(self._inner.placed())
        return self._seen[1]

    def step(self, budget: int) -> int:
        before = self.found
        status = self._inner.step(budget)
        return status if status != FOUND or self.found > before else RUNNING

    def _is_least(self, placed: Mapping[int, tuple[int, ...]]) -> bool:
        """Return whether no symmetric image of a solution is less than the solution."""
        pieces = [(sorted(cells), self._kind[piece]) for piece, cells in placed.items()]
        mine = sorted(pieces)
        kept = None if self._pivot is None else self._pivotal(pieces)
        for g, kinds in self._group:
            if kept is not None and (sorted(g[x] for x in kept[0]), kinds[kept[1]]) != kept:
                continue
            if sorted((sorted([g[cell] for cell in x]), kinds[k]) for x, k in mine) < mine:
                return False
        return True

    def _pivotal(self, pieces: Sequence[tuple[list[int], int]]) -> tuple[list[int], int]:
        """Return the cells and the kind of the placement of the pivot."""
        assert self._pivot is not None
        cell, kind = self._pivot.cell, self._pivot_kind
        return next(x for x in pieces if (x[1] == kind if cell is None else cell in x[0]))


def check_distinct(distinct: Distinct) -> Distinct:
    """Return True, False or "mirror", or raise `InputError`."""
    if is_choice(distinct, ("mirror",)):
        return "mirror"
    if not is_flag(distinct):
        raise InputError(f"distinct is {quote(distinct)}, expected True, False or 'mirror'")
    return bool(distinct)


def _brute_force(problem: Problem, _: Distinct) -> tuple[_BoardKernel, str]:
    _refuse_space(problem, "brute-force")
    return _BruteForce(problem, as_report=True), "brute-force"


def _first_cell(problem: Problem, distinct: Distinct) -> tuple[_BoardKernel, str]:
    _refuse_space(problem, "first-cell")
    inner = _BruteForce(problem, as_report=False)
    if not distinct:
        return inner, "first-cell"
    return _Distinct(inner, problem.group, None, problem.kinds), "first-cell"


def _refuse_space(problem: Problem, method: str) -> None:
    if problem.puzzle.in_space:
        raise InputError(
            f"method {method!r} fills flat boards and pyramids; in space use 'bitset' or 'dlx'"
        )


def _exact_cover(method: str, problem: Problem, distinct: Distinct) -> tuple[_BoardKernel, str]:
    if not distinct:
        inner = _ExactCover(problem, [(x, x.placements) for x in problem.kinds], method)
        return inner, inner.method
    group = problem.distinct_group(mirror=distinct == "mirror")
    pivot = choose_pivot(problem, group, whole=True)
    kinds = [(kind, kind.placements) for kind in problem.kinds]
    if pivot is not None:
        kinds = pivot.placements(problem.kinds)
    inner = _ExactCover(problem, kinds, method)
    return _Distinct(inner, group, pivot, problem.kinds), inner.method


# `make` takes a problem and `distinct`; it returns the kernel and the name of the method used.
METHODS: dict[Any, Method] = {
    "auto": Method(
        "bitsets, or dancing links if bitsets need too much memory", partial(_exact_cover, "auto")
    ),
    "bitset": Method(
        "exact cover with bitsets of compatible options", partial(_exact_cover, "bitset")
    ),
    "dlx": Method("exact cover with Knuth's dancing links", partial(_exact_cover, "dlx")),
    "brute-force": Method(
        "the brute force of the IQ Puzzler report; it counts the same cases as the report",
        _brute_force,
        complete=False,
        unit="case",
    ),
    "first-cell": Method(
        "tries every piece in every orientation on the first empty cell", _first_cell, unit="case"
    ),
}


class PackingSearch(NotCopied):
    r"""The search that `solve` and `solutions` run, for callers that control its steps.

    Parameters
    ----------
    puzzle, method, distinct, placed
        See `solutions`.

    Attributes
    ----------
    method : str
        The method used.
    infeasible : str or None
        A simple reason why there is no solution: the numbers of cells differ, or a piece fits
        nowhere. None if there is no such reason.
    proves : bool
        Whether the end of the search proves that there are no more solutions.

    Raises
    ------
    InputError
        If the method or a placed piece is invalid.

    Examples
    --------
    >>> search = PackingSearch(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB"), method="brute-force")
    >>> search.step(1)  # still running after one case, which fits
    0
    >>> print(search.packing())
    AA.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        method: MethodName = "auto",
        distinct: Distinct = False,
        placed: Mapping[str, Iterable[Sequence[int]]] | None = None,
    ) -> None:
        distinct = check_distinct(distinct)
        chosen = choose(METHODS, method, all_solutions=bool(distinct))
        self._problem = problem = make_problem(puzzle, placed)
        brute = chosen.unit == "case"
        self.method = "bitset" if method == "auto" else method
        self.infeasible = find_infeasibility(problem, brute=brute)
        self._inner: _BoardKernel
        if self.infeasible or not problem.pieces:
            self._inner = _TrivialSearch(0 if self.infeasible else 1, "cases" if brute else "nodes")
        else:
            self._inner, self.method = chosen.make(problem, distinct)
        self.proves = bool(self.infeasible) or chosen.complete

    def step(self, budget: int) -> int:
        """Search for at most `budget` units of work.

        Parameters
        ----------
        budget : int
            The number of nodes or cases.

        Returns
        -------
        int
            One of the status numbers of `fastqueens.search`, such as ``FOUND``.

        Raises
        ------
        InputError
            If the budget is not a whole number.
        """
        return self._inner.step(min(check_whole(budget, "budget"), 2**63))

    @property
    def found(self) -> int:
        """Solutions found so far."""
        return self._inner.found

    @property
    def spent(self) -> int:
        """Units of work done so far: nodes or cases."""
        return self._inner.spent

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
        return self._inner.counters()

    def packing(self) -> Packing:
        """Return the pieces on the board: a solution, if one has just been found."""
        free = self._problem.free.tolist()
        fixed = {i: tuple(cells) for i, cells in self._problem.fixed.items()}
        placed = {i: tuple(free[cell] for cell in x) for i, x in self._inner.placed().items()}
        return Packing(self._problem.puzzle, {**fixed, **placed})

    def hand(self) -> tuple[int | None, int | None]:
        """Return the cell and the piece that are tried now.

        Returns
        -------
        cell : int or None
            For methods that fill cell by cell, the empty cell to fill, as an index into
            ``puzzle.cells``.
        piece : int or None
            The piece that is tried on the cell, or the last placed piece.
        """
        cell, piece = self._inner.hand()
        return None if cell is None else int(self._problem.free[cell]), piece
