"""Solves a packing puzzle, and lists its solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.json_record import JsonRecord, read_result
from fastqueens.output import Written, describe_result
from fastqueens.packing.formats import PUZZLE
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import METHODS, Distinct, MethodName, PackingSearch
from fastqueens.results import (
    InputError,
    Result,
    SolvedResult,
    UnsolvedResult,
    describe_outcome,
    describe_status,
)
from fastqueens.search import CancelEvent, Clock, ProgressLike, Search, Solutions, keep_partial

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["PackingResult", "Solved", "Unsolved", "solutions", "solve"]


@dataclass(slots=True, eq=False)
class PackingResult(JsonRecord, Drawn, Written, Result):
    """The result for one puzzle: `Solved` or `Unsolved`.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    packing : Packing or None
        The solution, if one was found.
    infeasible : str or None
        A simple reason why there is no solution: the numbers of cells differ, or a piece fits
        nowhere. None if there is no such reason.
    """

    puzzle: Puzzle = field(kw_only=True)
    packing: Packing | None = field(default=None, kw_only=True)
    infeasible: str | None = field(default=None, kw_only=True)

    def _scene(self, cell: int, look: Look) -> Scene:
        """Draw the solution, or the empty board."""
        from fastqueens.packing.drawing import scene

        return scene((self.packing or Packing(self.puzzle, {})).layout, cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        """Draw the empty board with the pieces, and the solution."""
        from fastqueens.packing.drawing import entry

        cells = [piece.cells for piece in self.puzzle.pieces]
        solution = None if self.packing is None else self.packing.layout
        return entry(self.puzzle.layout({}), cells, look=look, solution=solution)

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        shown = self.packing or Packing(self.puzzle, {})
        return {**Drawn._writers(self, look), ".gif": lambda: shown.to_gif(**look)}

    def to_text(self) -> str:
        """Write the board as letters, ``.`` for an empty cell, and the puzzle below.

        Returns
        -------
        str
            The text; `Puzzle.from_text` can read it if the text format can represent the puzzle.

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
        with suppress(InputError):  # the text format supports only single letters as names
            shown += f"\n\n{PUZZLE}\n{self.puzzle.to_text()}".rstrip("\n")
        return shown

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            The keys are those of ``fastqueens pack --json``.

        Examples
        --------
        >>> from fastqueens import packing
        >>> puzzle = packing.Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]})
        >>> packing.solve(puzzle).as_dict()["grid"]
        ['II']
        """
        found = {} if self.packing is None else self.packing.placements_as_dict()
        if self.infeasible:
            found["infeasible"] = self.infeasible
        return describe_result(self, {"puzzle": self.puzzle.as_dict()}, found)

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Any:
        shared = read_result(document)
        puzzle = Puzzle.from_dict(document["puzzle"])
        if shared["status"] == "solved":
            return Solved(**shared, puzzle=puzzle, packing=Packing.from_dict(document))
        return Unsolved(**shared, puzzle=puzzle, infeasible=document.get("infeasible"))

    @property
    def grid(self) -> NDArray[np.int16] | None:
        """The piece on each cell (see `Packing.grid`), or None without a solution."""
        return None if self.packing is None else self.packing.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """The cells of each piece by its name; empty without a solution."""
        return {} if self.packing is None else self.packing.placements

    def _display_note(self) -> str:
        return self.infeasible or describe_outcome(self)

    def __str__(self) -> str:
        head = f"{describe_status(self.status, self.method)}: {self.infeasible or self.stats}"
        return head if self.packing is None else f"{head}\n{self.packing}"


class Solved(SolvedResult, PackingResult):
    """The puzzle was solved: `packing` is a solution."""

    __slots__ = ()

    packing: Packing

    @property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell (see `Packing.grid`)."""
        return self.packing.grid


class Unsolved(UnsolvedResult, PackingResult):
    """No solution was found: `packing` is None."""

    __slots__ = ()

    packing: None


def solve(
    puzzle: Puzzle,
    *,
    method: MethodName = "auto",
    placed: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solved | Unsolved:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    method : {"auto", "bitset", "dlx", "brute-force", "first-cell"}
        ``"bitset"`` and ``"dlx"`` search an exact cover and branch on the cell or piece with the
        fewest choices; their counters are ``nodes`` and, with ``"dlx"``, ``updates``. ``"auto"``
        uses ``"bitset"``, or ``"dlx"`` if bitsets need too much memory.

        ``"first-cell"`` takes the first empty cell in reading order. It tries to cover this cell
        with each cell of each unused piece, in each of the 8 orientations (in a pyramid, in each of
        the 3 planes). Its counter is ``cases``, the number of these combinations.

        ``"brute-force"`` tries the same combinations as the program in the IQ Puzzler report, and
        counts the same ``cases``. It differs from ``"first-cell"`` in two points. In the first
        orientation, the upper left corner of the piece's drawing lies on the empty cell, instead of
        the chosen cell of the piece. If an orientation fits, the later orientations are turned from
        this position, not from the piece as given. So ``"brute-force"`` may miss a solution. If it
        finds no solution, the status is ``"stopped"``.
    placed : mapping from names to cells, optional
        Pieces that are already placed: (row, column) pairs, or (layer, row, column) in a pyramid.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    node_limit : int, optional
        The search stops after this many nodes or cases.
    progress : callable or "bar", optional
        Called with a `Progress` about ten times a second; ``progress.kernel.packing()`` returns
        the pieces on the board.

    Returns
    -------
    PackingResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
        true if there is a solution.

    Raises
    ------
    InputError
        If the method or a placed piece is invalid.

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
    clock = Clock(time_limit, cancel)
    kernel = PackingSearch(puzzle, method=method, placed=placed)
    search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
    with keep_partial(
        lambda: Unsolved("stopped", kernel.method, search.stats(), puzzle=puzzle, infeasible=None)
    ):
        status = search.solve()
    stats = search.stats()
    if status == "solved":
        return Solved(status, kernel.method, stats, puzzle=puzzle, packing=kernel.packing())
    infeasible = kernel.infeasible if status == "unsolvable" else None
    return Unsolved(
        status, kernel.method, stats, search.reason, puzzle=puzzle, infeasible=infeasible
    )


def solutions(
    puzzle: Puzzle,
    *,
    method: MethodName = "auto",
    distinct: Distinct = False,
    placed: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
) -> Solutions[Packing]:
    r"""Iterate over all solutions, each once.

    Parameters
    ----------
    distinct : bool or "mirror"
        Yield only one of several solutions that are rotations or reflections of each other. In
        space, True means rotations only, and ``"mirror"`` means rotations and reflections. Only the
        symmetries that leave the pieces of `placed` unchanged are used.
    puzzle, method, placed, time_limit, cancel, node_limit, progress
        See `solve`.

    Returns
    -------
    Solutions
        An iterator over `Packing`. Afterwards its ``status`` is ``"solved"`` or ``"unsolvable"``
        if all solutions were visited, or ``"stopped"`` at a limit. ``"brute-force"`` yields at
        most one solution.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAAA\nBBB")
    >>> for packing in solutions(puzzle):
    ...     print(packing)
    AAA
    BBB
    """
    clock = Clock(time_limit, cancel)
    kernel = PackingSearch(puzzle, method=method, distinct=distinct, placed=placed)
    search = Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress)
    return Solutions(
        search,
        kernel.packing,
        method=kernel.method,
        complete=METHODS[kernel.method].complete,
    )
