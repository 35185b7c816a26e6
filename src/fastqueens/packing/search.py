"""How packing puzzles are searched: what the caller has placed, the methods, symmetry.

`fastqueens.packing` has the public names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover import search as _cover
from fastqueens._kernels.packing.brute import BruteForce
from fastqueens.packing.model import Cover, Kind, Problem
from fastqueens.packing.puzzle import Packing, Place, Puzzle
from fastqueens.results import InputError
from fastqueens.search import DONE, FOUND, RUNNING, Kernel

__all__ = [
    "METHODS",
    "Filling",
    "check_method",
    "cover_kernel",
    "method_of",
    "problem_of",
    "why_not",
]


METHODS = ("auto", "bitset", "dlx", "brute-force")


def check_method(method: str, known: Sequence[str]) -> None:
    """Raise `InputError` for an unknown method."""
    if method not in known:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(known)}")


def problem_of(puzzle: Puzzle, place: Mapping[str, Iterable[Sequence[int]]] | None) -> Problem:
    """Take the pieces that the caller has placed off the puzzle."""
    fixed: dict[int, tuple[int, ...]] = {}
    names = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    numbers = {cell: i for i, cell in enumerate(puzzle.cells)}
    width = 3 if puzzle.layers else 2
    owner: dict[int, str] = {}
    for name, cells in (place or {}).items():
        if name not in names:
            raise InputError(f"place: found the piece {name!r}, expected one of {', '.join(names)}")
        found = []
        for cell in cells:
            try:
                at = tuple(int(x) for x in cell)
            except (TypeError, ValueError):
                at = ()
            number = (
                numbers.get(cast(Place, (0,) * (3 - width) + at), -1) if len(at) == width else -1
            )
            if number < 0:
                form = "(layer, row, column)" if width == 3 else "(row, column)"
                raise InputError(f"place {name}: found {cell!r}, expected a cell as {form}")
            if number in owner:
                raise InputError(f"place {name}: the cell {at} is taken by {owner[number]}")
            owner[number] = name
            found.append(number)
        fixed[names[name]] = tuple(sorted(found))
    for piece, taken in fixed.items():
        kind = Problem(puzzle, {i: () for i in range(len(puzzle.pieces)) if i != piece}).kinds[0]
        if taken not in set(map(tuple, kind.placements.tolist())):
            raise InputError(
                f"place {puzzle.pieces[piece].name}: these {len(taken)} cells are no way to put it"
            )
    return Problem(puzzle, fixed)


def why_not(problem: Problem, *, brute: bool) -> str | None:
    """Say why there is nothing to search, if so."""
    pieces, cells = problem.puzzle.sums
    if pieces != cells:
        return f"the pieces have {pieces} cells, the board has {cells}"
    for piece in problem.pieces:
        if problem.too_large(piece):
            return f"piece {problem.puzzle.pieces[piece].name} is longer than the board"
    if not brute:
        for kind in problem.kinds:
            if not len(kind.placements):
                return f"piece {problem.puzzle.pieces[kind.pieces[0]].name} fits nowhere"
    return None


class _Kernel(Kernel, Protocol):
    """A kernel that fills a board."""

    def placed(self) -> dict[int, tuple[int, ...]]:
        """Return the cells (of the problem) of each piece that stands now."""
        ...


class _Answered:
    """A search with nothing to search: one solution or none."""

    def __init__(self, solutions: int, counter: str) -> None:
        self._left = solutions
        self._counter = counter
        self.spent = 0

    def step(self, budget: int) -> int:
        if self._left and budget:
            self._left -= 1
            return FOUND
        return DONE

    def counters(self) -> dict[str, int]:
        return {self._counter: 0}

    def placed(self) -> dict[int, tuple[int, ...]]:
        return {}


class _Brute:
    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._kernel = BruteForce(
            problem.cell_at, problem.place, problem.start, problem.twins, problem.offset
        )
        self.step = self._kernel.step
        self.counters = self._kernel.counters

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


_BITSET_BYTES = 1 << 28  # beyond, "auto" takes dancing links


def cover_kernel(cover: Cover, method: str, *, count_only: bool) -> _cover.Cover:
    """Make the search of an exact cover."""
    kinds = {"bitset": _cover.BITSET, "dlx": _cover.DLX}
    if method not in kinds:
        need = _cover.memory(
            _cover.BITSET, len(cover.kind), cover.total, cover.primary, len(cover.items)
        )
        method = "bitset" if need <= _BITSET_BYTES else "dlx"
    return _cover.Cover(
        cover.start, cover.items, None, cover.primary, cover.total, kinds[method],
        count_only=count_only, max_bytes=1 << 34,
    )  # fmt: skip


def method_of(kernel: _cover.Cover) -> str:
    """Return the method that a search of an exact cover uses."""
    return "bitset" if kernel.method == _cover.BITSET else "dlx"


class _Covering:
    def __init__(self, problem: Problem, kinds: list[Kind], method: str) -> None:
        self._kinds = kinds
        self._cover = Cover(problem.cells, [(kind, kind.placements) for kind in kinds])
        self._kernel = cover_kernel(self._cover, method, count_only=False)
        self.method = method_of(self._kernel)
        self.step = self._kernel.step
        self.counters = self._kernel.counters
        self._options = np.empty(self._kernel.most, np.int32)

    @property
    def spent(self) -> int:
        return self._kernel.spent

    def placed(self) -> dict[int, tuple[int, ...]]:
        chosen = self._options[: self._kernel.peek(self._options)]
        by_kind: dict[int, list[int]] = {}
        for kind, placement in zip(
            self._cover.kind[chosen].tolist(), self._cover.placement[chosen].tolist(), strict=True
        ):
            by_kind.setdefault(kind, []).append(placement)
        found = {}
        for k, placements in by_kind.items():
            kind = self._kinds[k]  # its placements ascend: so do the copies
            for piece, p in zip(kind.pieces, sorted(placements), strict=False):
                found[piece] = tuple(kind.placements[p].tolist())
        return found


class _Distinct:
    """Lets one of the images of every solution pass.

    Where only one of the images of a piece's placements is tried, some symmetries may still leave
    that placement as it is, and those alone make images that are met twice.
    """

    def __init__(
        self, inner: _Kernel, group: Sequence[NDArray[np.int32]], pivot: int | None
    ) -> None:
        self._inner = inner
        self._pivot = pivot
        self._group = [g.tolist() for g in group[1:]]
        self.counters = inner.counters
        self.placed = inner.placed

    @property
    def spent(self) -> int:
        return self._inner.spent

    def step(self, budget: int) -> int:
        status = self._inner.step(budget)
        if status == FOUND:
            placed = self._inner.placed()
            mine = sorted(sorted(cells) for cells in placed.values())
            kept = None if self._pivot is None else sorted(placed[self._pivot])
            for g in self._group:
                if kept is not None and sorted(g[cell] for cell in kept) != kept:
                    continue
                if sorted(sorted([g[cell] for cell in cells]) for cells in mine) < mine:
                    return RUNNING
        return status


class Filling:
    r"""A search that fills a board: what `solve` and `solutions` run, for callers who step it.

    Parameters are those of `solutions`.

    Attributes
    ----------
    method : str
        The method in use.
    why : str or None
        What makes a search needless, if anything does.

    Examples
    --------
    >>> filling = Filling(Puzzle.from_text("1 3 2\nDEFAULT\nAA\nB"), method="brute-force")
    >>> filling.step(1)  # still running: one case, which fits
    0
    >>> print(filling.packing())
    AA.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        method: str = "auto",
        distinct: bool = False,
        place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    ) -> None:
        check_method(method, METHODS)
        self._problem = problem = problem_of(puzzle, place)
        brute = method == "brute-force"
        self.method = "bitset" if method == "auto" else method
        self.why = why_not(problem, brute=brute)
        self._inner: _Kernel
        if self.why or not problem.pieces:
            self._inner = _Answered(0 if self.why else 1, "cases" if brute else "nodes")
            return
        pivot = None
        if brute:
            self._inner = _Brute(problem)
        else:
            kinds = list(problem.kinds)
            k = problem.pivot() if distinct else None
            if k is not None:
                whole = kinds[k]
                kinds[k] = Kind(whole.pieces, whole.placements[problem.orbits(whole)[0]])
                pivot = whole.pieces[0]
            self._inner = covering = _Covering(problem, kinds, method)
            self.method = covering.method
        if distinct:
            self._inner = _Distinct(self._inner, problem.group, pivot)

    def step(self, budget: int) -> int:
        """Do at most `budget` units of work; return an ``fq_status``."""
        return self._inner.step(budget)

    @property
    def spent(self) -> int:
        """Units of work done so far: nodes or cases."""
        return self._inner.spent

    def counters(self) -> dict[str, int]:
        """Return the deterministic counters, by name."""
        return self._inner.counters()

    def packing(self) -> Packing:
        """Return what stands on the board: a solution, if one has just been found."""
        free = self._problem.free.tolist()
        fixed = {i: tuple(cells) for i, cells in self._problem.fixed.items()}
        placed = {i: tuple(free[cell] for cell in x) for i, x in self._inner.placed().items()}
        return Packing(self._problem.puzzle, {**fixed, **placed})
