"""Solving a packing puzzle, and listing its solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look
from fastqueens.output import Written, describe_result
from fastqueens.packing.formats import PUZZLE
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import MethodName, PackingSearch
from fastqueens.results import InputError, Result, SolvedResult, UnsolvedResult
from fastqueens.search import Progress, Search, Solutions

__all__ = ["PackingResult", "Solved", "Unsolved", "solutions", "solve"]


@dataclass(slots=True, eq=False)
class PackingResult(Drawn, Written, Result):
    """The answer for one puzzle: `Solved` or `Unsolved`.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    packing : Packing or None
        The solution, if one was found.
    infeasible : str or None
        What makes a search needless: cells that do not add up, or a piece that fits nowhere.
    """

    puzzle: Puzzle = field(kw_only=True)
    packing: Packing | None = field(default=None, kw_only=True)
    infeasible: str | None = field(default=None, kw_only=True)

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        """Draw the solution, or the empty board."""
        from fastqueens.packing.drawing import draw

        return draw(kind, (self.packing or Packing(self.puzzle, {})).layout, cell=cell, look=look)

    def to_text(self) -> str:
        """Write the board as letters, ``.`` where no piece lies, and the puzzle below.

        Returns
        -------
        str
            `Puzzle.from_text` reads the puzzle in it, which is left out where no text can hold it.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> print(packing.solve(puzzle).to_text())
        II
        <BLANKLINE>
        Puzzle:
        1 2 1
        DEFAULT
        II
        """
        shown = str(self.packing or Packing(self.puzzle, {}))
        with suppress(InputError):  # a text cannot hold pieces with other names than letters
            shown += f"\n\n{PUZZLE}\n{self.puzzle.to_text()}".rstrip("\n")
        return shown

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON.

        Returns
        -------
        dict
            Keys as ``fastqueens pack --json`` has them.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).as_dict()["grid"]
        ['II']
        """
        found = {} if self.packing is None else self.packing.described()
        if self.infeasible:
            found["infeasible"] = self.infeasible
        return describe_result(self, {"puzzle": self.puzzle.as_dict()}, found)

    @property
    def grid(self) -> NDArray[np.int16] | None:
        """The piece on each cell (see `Packing.grid`), if a solution was found."""
        return None if self.packing is None else self.packing.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece; empty without a solution."""
        return {} if self.packing is None else self.packing.placements

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.infeasible or self.stats}"
        return head if self.packing is None else f"{head}\n{self.packing}"


class Solved(SolvedResult, PackingResult):
    """The answer for a puzzle that has a solution: `packing` is there."""

    __slots__ = ()

    packing: Packing

    @property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell (see `Packing.grid`)."""
        return self.packing.grid


class Unsolved(UnsolvedResult, PackingResult):
    """The answer where none was found: `packing` is None."""

    __slots__ = ()

    packing: None


def solve(
    puzzle: Puzzle,
    *,
    method: MethodName | str = "auto",
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solved | Unsolved:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    method : {"auto", "bitset", "dlx", "brute-force"}
        ``"bitset"`` and ``"dlx"`` search an exact cover, cell or piece with the fewest choices
        first; their counters are ``nodes`` and ``updates``. ``"auto"`` is the first, or the
        second where that would need too much memory.

        ``"brute-force"`` is the plain procedure: the first empty cell in reading order; each
        unused piece in order; each of its cells, in order, put there; each of the 8 ways to turn
        and mirror it (in a pyramid, in each of the 3 planes). Its counter is ``cases``, the
        combinations reviewed.
    place : mapping from names to cells, optional
        Pieces that are placed already: (row, column) pairs, of a pyramid (layer, row, column).
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Nodes or cases.
    progress : callable, optional
        Called with a `Progress` about ten times a second; ``progress.kernel.packing()`` is what
        stands on the board.

    Returns
    -------
    PackingResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. It is true if
        there is a solution.

    Raises
    ------
    InputError
        For a method or placed pieces that cannot be used.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> result = solve(puzzle, method="brute-force")
    >>> print(result.packing)
    AAB
    BBB
    >>> result.stats.cases
    32
    >>> result.placements["A"]
    [(0, 0), (0, 1)]
    >>> solve(Puzzle.from_text("1 3 1\nDEFAULT\nAA")).infeasible
    'the pieces have 2 cells, the board has 3'
    """
    filling = PackingSearch(puzzle, method=method, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    status = search.solve()
    stats = search.stats()
    if status == "solved":
        return Solved(status, filling.method, stats, puzzle=puzzle, packing=filling.packing())
    why = filling.infeasible if status == "unsolvable" else None
    return Unsolved(status, filling.method, stats, search.reason, puzzle=puzzle, infeasible=why)


def solutions(
    puzzle: Puzzle,
    *,
    method: MethodName | str = "auto",
    distinct: bool = False,
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[Packing]:
    r"""Go through all solutions, each once.

    Parameters
    ----------
    distinct : bool
        Give one of the solutions that the board's rotations and reflections turn into each other:
        those that keep the pieces of `place` where they are, if there are any.
    puzzle, method, place, time_limit, node_limit, progress
        As for `solve`.

    Returns
    -------
    Solutions
        An iterator over `Packing`. Its ``status`` says afterwards whether it was exhausted
        (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAAA\nBBB")
    >>> for packing in solutions(puzzle):
    ...     print(packing)
    AAA
    BBB
    """
    filling = PackingSearch(puzzle, method=method, distinct=distinct, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return Solutions(search, filling.packing, method=filling.method)
