"""Solving one board: the first solution, or all solutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.equality import ReadOnlyArrays
from fastqueens.json_record import JsonRecord, read_result
from fastqueens.method import choose
from fastqueens.output import describe_result, dumps
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.drawing import entry, scene
from fastqueens.queens.formats.json import describe_board, describe_queens
from fastqueens.queens.formats.text import Style
from fastqueens.queens.grid.placements import (
    cells_of,
    kernel_cells,
    kernel_solution,
    solution_shape,
)
from fastqueens.queens.solving.methods import METHODS
from fastqueens.queens.solving.options import (
    ConstraintMethod,
    ConstraintOptions,
    MemoOptions,
    MethodName,
    PlainMethod,
    SearchOptions,
    Settings,
    SwarmSettings,
)
from fastqueens.results import (
    InputError,
    Result,
    SolvedResult,
    UnsolvedResult,
    describe_outcome,
    describe_status,
)
from fastqueens.search import CancelEvent, Clock, ProgressLike, Search, Solutions, keep_partial
from fastqueens.validation import check_seed

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["QueensResult", "Solved", "Unsolved", "search_of", "solutions", "solve"]


@dataclass(slots=True, eq=False)
class QueensResult(JsonRecord, Drawn, ReadOnlyArrays, Result):
    """The result for one board: `Solved` or `Unsolved`.

    Attributes
    ----------
    board : Board
        The board.
    queens : ndarray of int16, or None
        The solution, read-only: the column of the queen in each row, shape (n,). With several
        stars, (row, column) pairs row by row, shape (n * stars, 2). None if no solution was found.
    fitness : float or None
        For local searches: the fitness of the best placement, 0 for a solution.
    best : ndarray of int16, shape (k, 2), or None
        For local searches: the best placement as (row, column) pairs.
    history : ndarray of float64 or None
        For ``"pso"``: the best fitness after each iteration, for a plot.
    """

    board: Board = field(kw_only=True)
    queens: NDArray[np.int16] | None = field(default=None, kw_only=True)
    fitness: float | None = field(default=None, kw_only=True)
    best: NDArray[np.int16] | None = field(default=None, kw_only=True)
    history: NDArray[np.float64] | None = field(default=None, kw_only=True)
    _arrays = ("queens", "best", "history")

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The queens as (row, column) pairs; empty without a solution."""
        return [] if self.queens is None else cells_of(self.queens)

    def _scene(self, cell: int, look: Look) -> Scene:
        return scene(self.board.grid, self.queens, cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        return entry(self.board.grid, look=look, solution=self.queens)

    def _display_note(self) -> str:
        return describe_outcome(self)

    def __str__(self) -> str:
        head = f"{describe_status(self.status, self.method)}: {self.stats}"
        if self.queens is None:
            return head
        rows = [list(row) for row in self.board.grid.rows()]
        for row, column in self.cells:
            rows[row][column] = "#"
        return "\n".join([head, *("".join(row) for row in rows)])

    def to_text(self, *, style: Style = "letters") -> str:
        r"""Write the board with its queens as text that `Board.from_text` reads.

        Parameters
        ----------
        style : {"letters", "numbers", "list"}
            See `Board.to_text`.

        Returns
        -------
        str
            The text. If there is no solution, it shows the board without queens.

        Raises
        ------
        InputError
            If there is no such style.

        Examples
        --------
        >>> print(solve(["RBBB", "RRBY", "GYYY", "GGGY"]).to_text())
        RB#B
        #RBY
        GYY#
        G#GY
        <BLANKLINE>
        queens: c1=B a2=R d3=Y b4=G
        """
        return self.board.to_text([] if self.queens is None else self.queens, style=style)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON.

        Returns
        -------
        dict
            The keys of ``fastqueens solve --json``. Rows and columns count from 0.

        Examples
        --------
        >>> answer = solve(["RBBB", "RRBY", "GYYY", "GGGY"]).as_dict()
        >>> answer["status"], answer["queens"]
        ('solved', [2, 0, 3, 1])
        """
        found: dict[str, Any] = {}
        if self.queens is not None:
            found["queens"] = describe_queens(self.board.grid, self.queens)
        if self.best is not None:
            found |= {"fitness": self.fitness, "best": self.best.tolist()}
        return describe_result(self, {"board": describe_board(self.board.grid)}, found)

    def to_json(self) -> str:
        """Write the result as JSON, which `Board.from_json` can read.

        Returns
        -------
        str
            The JSON text, on one line.

        Examples
        --------
        >>> answer = solve(["RBBB", "RRBY", "GYYY", "GGGY"])
        >>> Board.from_json(answer.to_json()).placements
        (array([2, 0, 3, 1], dtype=int16),)
        """
        return dumps(self.as_dict())

    @classmethod
    def _from_dict(cls, document: Mapping[str, Any]) -> Any:
        board, shared = Board.from_dict(document["board"]), read_result(document)
        if shared["status"] == "solved":
            queens = np.array(document["queens"], np.int16)
            if queens.shape != solution_shape(board.n, board.stars):
                raise ValueError(f"queens of shape {queens.shape}")
            shared["queens"] = queens
        if "best" in document:
            shared["best"] = np.array(document["best"], np.int16).reshape(-1, 2)
            shared["fitness"] = document["fitness"]
        kind = Solved if shared["status"] == "solved" else Unsolved
        return kind(**shared, board=board)

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        def sbn() -> str | bytes:
            queens: ArrayLike = [] if self.queens is None else self.queens
            return self.board.with_position(queens).to_format("sbn")

        return {
            ".txt": lambda: self.to_text() + "\n",
            ".json": lambda: self.to_json() + "\n",
            ".sbn": sbn,
            **Drawn._writers(self, look),  # because super() fails in a dataclass with slots
        }


class Solved(SolvedResult, QueensResult):
    """The result for a board with a solution: `queens` is not None."""

    __slots__ = ()

    queens: NDArray[np.int16]


class Unsolved(UnsolvedResult, QueensResult):
    """The result for a board without a found solution: `queens` is None."""

    __slots__ = ()

    queens: None


def search_of(
    board: Board,
    *,
    method: str = "bitboard",
    seed: int = 0,
    time_limit: float | Clock | None = None,
    node_limit: int | None = None,
    progress: ProgressLike | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[Search, Any]:
    """Return the search of a board by a method, and the kernel that the search runs."""
    clock, options = Clock.of(time_limit), options or {}
    found = choose(METHODS, method, options)
    if board.stars > 1 and not found.stars:
        raise InputError(
            f"method {method!r} supports one queen in each unit, found a board of {board.stars} "
            "stars"
        )
    kernel = found.make(board, check_seed(seed), **options)
    return (
        Search(kernel, time_limit=clock, node_limit=node_limit, progress=progress),
        kernel,
    )


@overload
def solve(
    board: Board | ArrayLike,
    *,
    method: PlainMethod = "bitboard",
    **options: Unpack[SearchOptions],
) -> Solved | Unsolved: ...
@overload
def solve(
    board: Board | ArrayLike, *, method: ConstraintMethod, **options: Unpack[ConstraintOptions]
) -> Solved | Unsolved: ...
@overload
def solve(
    board: Board | ArrayLike,
    *,
    method: Literal["backtracking-memo"],
    **options: Unpack[MemoOptions],
) -> Solved | Unsolved: ...
@overload
def solve(
    board: Board | ArrayLike, *, method: Literal["pso"], **options: Unpack[SwarmSettings]
) -> Solved | Unsolved: ...
@overload
def solve(
    board: Board | ArrayLike, *, method: MethodName, **options: Unpack[SearchOptions]
) -> Solved | Unsolved: ...
def solve(
    board: Board | ArrayLike,
    *,
    method: MethodName = "bitboard",
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: ProgressLike | None = None,
    **options: Unpack[Settings],
) -> Solved | Unsolved:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array has one star and as many regions as rows; for other rules make a
        `Board`.
    method : {"bitboard", "permutation", "backtracking", "forward-checking", "mac", "pso", ...}
        The method; `METHODS` describes all methods and their options.

        ``"bitboard"`` is the fastest method: unit propagation over regions (beyond 12 rows also
        over rows and columns), then a branch on the smallest unit. On large boards it restarts with
        random choices if a run becomes long. Counters: ``nodes`` (the root and all branches),
        ``backtracks`` (dead ends), ``restarts``.

        ``"permutation"`` and ``"permutation-skip"`` test the permutations of the columns in
        lexicographic order. The second method skips all permutations whose first entries already
        break a rule. Counter: ``permutations``, the same for both.

        ``"backtracking"``, ``"backtracking-memo"``, ``"forward-checking"`` and ``"mac"`` are
        constraint searches (see `csp`), with a variable for each region or row. Counters:
        ``steps`` (choices of the next variable), ``backtracks``, and other counters that
        `csp` describes, such as ``prunes`` for ``"forward-checking"`` and ``"mac"``.

        ``"min-conflicts"`` and ``"pso"`` (particle swarm) are local searches: they may find a
        solution, but cannot prove that there is none.

        With more than one star only ``"bitboard"`` can be used.
    time_limit : float, optional
        The time limit in seconds.
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    node_limit : int, optional
        The search stops after this many units of work: nodes, permutations, steps, revisions or
        evaluations, depending on the method.
    seed : int
        The seed of the random choices, 0 to 2**64 - 1. The same seed finds the same solution with
        the same counters on every machine.
    progress : callable or "bar", optional
        Called with a `Progress` about ten times a second.
    **options
        The options of the method: ``METHODS[method].settings`` lists them.

    Returns
    -------
    QueensResult
        `Solved`, or `Unsolved` with the ``status`` ``"unsolvable"`` or ``"stopped"``. The result is
        true if there is a solution: ``if result: print(result.queens)``.

    Raises
    ------
    InputError
        If the board, the method, an option or ``FASTQUEENS_ISA`` is invalid.

    Examples
    --------
    >>> result = solve(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> result.status, result.queens.tolist(), result.stats.nodes
    ('solved', [2, 0, 3, 1], 4)
    >>> solve(result.board, method="mac", order="mrv").stats.steps
    4
    >>> pairs = ["AAAABBBB"] * 2 + ["CCCCDDDD"] * 2 + ["EEEEFFFF"] * 2 + ["GGGGHHHH"] * 2
    >>> solve(Board.from_array(pairs, stars=2)).cells[:4]
    [(0, 4), (0, 6), (1, 0), (1, 2)]
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    search, kernel = search_of(
        board,
        method=method,
        seed=seed,
        time_limit=clock,
        node_limit=node_limit,
        progress=progress,
        options=options,
    )
    with keep_partial(lambda: Unsolved("stopped", method, search.stats(), board=board)):
        status = search.solve()
    result: Solved | Unsolved
    if status == "solved":
        found = kernel_solution(kernel, board.n, board.stars)
        result = Solved(status, method, search.stats(), board=board, queens=found)
    else:
        result = Unsolved(status, method, search.stats(), search.reason, board=board)
    if not METHODS[method].complete and hasattr(kernel, "fitness"):
        result.fitness = kernel.fitness
        result.best = kernel_cells(kernel, board.n, best=True)
        if hasattr(kernel, "history"):
            result.history = kernel.history()
    return result


@overload
def solutions(
    board: Board | ArrayLike,
    *,
    method: PlainMethod = "bitboard",
    **options: Unpack[SearchOptions],
) -> Solutions[NDArray[np.int16]]: ...
@overload
def solutions(
    board: Board | ArrayLike, *, method: ConstraintMethod, **options: Unpack[ConstraintOptions]
) -> Solutions[NDArray[np.int16]]: ...
@overload
def solutions(
    board: Board | ArrayLike,
    *,
    method: Literal["backtracking-memo"],
    **options: Unpack[MemoOptions],
) -> Solutions[NDArray[np.int16]]: ...
@overload
def solutions(
    board: Board | ArrayLike, *, method: Literal["pso"], **options: Unpack[SwarmSettings]
) -> Solutions[NDArray[np.int16]]: ...
@overload
def solutions(
    board: Board | ArrayLike, *, method: MethodName, **options: Unpack[SearchOptions]
) -> Solutions[NDArray[np.int16]]: ...
def solutions(
    board: Board | ArrayLike,
    *,
    method: MethodName = "bitboard",
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: ProgressLike | None = None,
    **options: Unpack[Settings],
) -> Solutions[NDArray[np.int16]]:
    """Iterate over all solutions, each once.

    Parameters
    ----------
    board, method, time_limit, cancel, node_limit, seed, progress, **options
        See `solve`. Local searches return one solution at most, with the status ``"stopped"``.

    Returns
    -------
    Solutions
        An iterator over arrays like `QueensResult.queens`. At the end its ``status`` is
        ``"solved"`` or ``"unsolvable"`` if all solutions were found, and ``"stopped"`` if a limit
        was reached.

    Raises
    ------
    InputError
        See `solve`. The error is raised here, before the first solution is requested.

    Examples
    --------
    >>> found = solutions([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]])
    >>> [queens.tolist() for queens in found], found.status
    ([[2, 0, 3, 1]], 'solved')
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    search, kernel = search_of(
        board,
        method=method,
        seed=seed,
        time_limit=clock,
        node_limit=node_limit,
        progress=progress,
        options=options,
    )
    read = partial(kernel_solution, kernel, board.n, board.stars)
    return Solutions(search, read, method=method, complete=choose(METHODS, method).complete)
