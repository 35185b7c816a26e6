"""One board: a solution, all solutions, and how many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, Unpack, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.canvas.drawable import Drawn, Kind
from fastqueens.canvas.style import Look, LookOptions
from fastqueens.method import choose
from fastqueens.output import describe_result, dumps
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.drawing import draw
from fastqueens.queens.formats.json import describe_board, describe_queens
from fastqueens.queens.formats.text import Style
from fastqueens.queens.grid.placements import cells_of, solution_of, standing
from fastqueens.queens.solving.methods import COUNT_METHODS, METHODS
from fastqueens.queens.solving.options import (
    ConstraintCountOptions,
    ConstraintMethod,
    ConstraintOptions,
    CountMethod,
    CountOptions,
    MemoOptions,
    PlainMethod,
    SearchOptions,
    SwarmSettings,
)
from fastqueens.results import Count, InputError, Result, SolvedResult, Stats, UnsolvedResult
from fastqueens.search import DONE, STOPPED, Progress, Search, Solutions, count_solutions, counted
from fastqueens.validation import check_seed, check_whole

__all__ = ["QueensResult", "Solved", "Unsolved", "count", "is_unique", "solutions", "solve"]


@dataclass(slots=True, eq=False)
class QueensResult(Drawn, Result):
    """The answer for one board: `Solved` or `Unsolved`.

    Attributes
    ----------
    board : Board
        The board.
    queens : ndarray of int16, or None
        If a solution was found: the column of the queen in each row, shape (n,); with several
        stars a unit their (row, column) pairs, row by row, shape (n * stars, 2).
    fitness : float or None
        Of the local searches: the fitness of the best placement seen, 0 for a solution.
    best : ndarray of int16, shape (k, 2), or None
        That placement as (row, column) pairs.
    history : ndarray of float64 or None
        Of ``"pso"``: the best fitness after each iteration, for a plot.
    """

    board: Board = field(kw_only=True)
    queens: NDArray[np.int16] | None = field(default=None, kw_only=True)
    fitness: float | None = field(default=None, kw_only=True)
    best: NDArray[np.int16] | None = field(default=None, kw_only=True)
    history: NDArray[np.float64] | None = field(default=None, kw_only=True)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The queens as (row, column) pairs; empty without a solution."""
        return [] if self.queens is None else cells_of(self.queens)

    def _drawn(self, kind: Kind, cell: int, look: Look) -> str | bytes:
        return draw(kind, self.board.grid, self.queens, cell=cell, look=look)

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.stats}"
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
            As for `Board.to_text`.

        Returns
        -------
        str
            The bare board where there is no solution.

        Raises
        ------
        InputError
            For another style.

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
        """Return the answer as plain data, ready for JSON.

        Returns
        -------
        dict
            Keys as ``fastqueens solve --json`` has them; rows and columns count from 0.

        Examples
        --------
        >>> answer = solve(["RBBB", "RRBY", "GYYY", "GGGY"]).as_dict()
        >>> answer["status"], answer["queens"]
        ('solved', [2, 0, 3, 1])
        """
        found: dict[str, Any] = {}
        if self.queens is not None:
            found["queens"] = describe_queens(self.board.grid, self.queens)
        elif self.best is not None:
            found |= {"fitness": self.fitness, "best": self.best.tolist()}
        return describe_result(self, {"board": describe_board(self.board.grid)}, found)

    def to_json(self) -> str:
        """Write the answer as JSON, which `Board.from_json` reads too.

        Returns
        -------
        str
            On one line.

        Examples
        --------
        >>> answer = solve(["RBBB", "RRBY", "GYYY", "GGGY"])
        >>> Board.from_json(answer.to_json()).placements
        (array([2, 0, 3, 1], dtype=int16),)
        """
        return dumps(self.as_dict())

    def _writers(self, look: LookOptions) -> dict[str, Callable[[], str | bytes]]:
        def sbn() -> str | bytes:
            queens: ArrayLike = [] if self.queens is None else self.queens
            return self.board.with_position(queens).to_format("sbn")

        return {
            ".txt": lambda: self.to_text() + "\n",
            ".json": lambda: self.to_json() + "\n",
            ".sbn": sbn,
            **Drawn._writers(self, look),  # super() knows the class before it had slots
        }


class Solved(SolvedResult, QueensResult):
    """The answer for a board that has a solution: `queens` is there."""

    __slots__ = ()

    queens: NDArray[np.int16]


class Unsolved(UnsolvedResult, QueensResult):
    """The answer where none was found: `queens` is None."""

    __slots__ = ()

    queens: None


_PATIENCE = 1 << 18  # nodes that `count` searches before it turns to the dynamic program
_STARS_PATIENCE = 1 << 16  # the same, where a node takes ten times as long
_MANY = 1000  # solutions beyond which the search alone is given up when that does not fit


def _search(
    board: Board,
    *,
    method: str = "bitboard",
    seed: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[Search, Any]:
    options = options or {}
    found = choose(METHODS, method, options)
    if board.stars > 1 and not found.stars:
        raise InputError(
            f"method {method!r} takes one queen a unit, found a board of {board.stars} stars"
        )
    kernel = found.make(board, check_seed(seed), **options)
    return (
        Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress),
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
    board: Board | ArrayLike, *, method: str, **options: Unpack[SearchOptions]
) -> Solved | Unsolved: ...
def solve(
    board: Board | ArrayLike,
    *,
    method: str = "bitboard",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Solved | Unsolved:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array has one star and as many regions as rows; for other rules make a
        `Board`.
    method : str
        How: one of `METHODS`, a table of names with what each does and accepts.

        ``"bitboard"`` is the fast one: unit propagation over regions (beyond 12 rows over rows
        and columns too), then a branch on the smallest; on large boards it begins anew with
        random choices when a run grows long. Counters: ``nodes`` (branches, and the root),
        ``backtracks`` (dead ends), ``restarts``.

        ``"permutation"`` and ``"permutation-skip"`` review the permutations of the columns in
        lexicographic order, the second without generating what begins as a failed one. Counter:
        ``permutations``, the same for both.

        ``"backtracking"``, ``"backtracking-memo"``, ``"forward-checking"`` and ``"mac"`` are
        constraint searches (see `csp`), with one variable a region or a row. Counters: ``steps``
        (calls for the next variable), ``backtracks``, and for ``"mac"`` ``revisions`` of arcs and
        ``prunes`` of cells.

        ``"min-conflicts"`` and ``"pso"`` (see `swarm`) are local searches: they may find a
        solution and cannot prove that there is none.

        With more than one star it is ``"bitboard"`` only.
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Units of the method's work: nodes, permutations, steps, revisions or evaluations.
    seed : int
        Of the random choices, 0 to 2**64 - 1. The same seed finds the same solution with the
        same counters, on every machine.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    **options
        Of the method; see `csp_model.board_kernel` and `swarm.SwarmOptions`.

    Returns
    -------
    QueensResult
        `Solved`, or `Unsolved` with ``status`` ``"unsolvable"`` or ``"stopped"``. It is true if
        there is a solution: ``if result: print(result.queens)``.

    Raises
    ------
    InputError
        For a board, method or ``FASTQUEENS_ISA`` that cannot be used.

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
    board = playable(board)
    search, kernel = _search(
        board,
        method=method,
        seed=seed,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
        options=options,
    )
    status = search.solve()
    result: Solved | Unsolved
    if status == "solved":
        found = solution_of(kernel, board.n, board.stars)
        result = Solved(status, method, search.stats(), board=board, queens=found)
    else:
        result = Unsolved(status, method, search.stats(), search.reason, board=board)
    if not METHODS[method].complete and hasattr(kernel, "fitness"):
        result.fitness = kernel.fitness
        result.best = standing(kernel, board.n, best=True)
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
    board: Board | ArrayLike, *, method: str, **options: Unpack[SearchOptions]
) -> Solutions[NDArray[np.int16]]: ...
def solutions(
    board: Board | ArrayLike,
    *,
    method: str = "bitboard",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Solutions[NDArray[np.int16]]:
    """Go through all solutions, each once.

    Parameters
    ----------
    board, method, time_limit, node_limit, seed, progress, **options
        As for `solve`. The local searches give one solution at most, and are ``"stopped"`` then.

    Returns
    -------
    Solutions
        An iterator over arrays like `QueensResult.queens`. Its ``status`` says afterwards
        whether it was exhausted (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Raises
    ------
    InputError
        As for `solve`, before the first solution is asked for.

    Examples
    --------
    >>> found = solutions([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]])
    >>> [queens.tolist() for queens in found], found.status
    ([[2, 0, 3, 1]], 'solved')
    """
    board = playable(board)
    search, kernel = _search(
        board,
        method=method,
        seed=seed,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
        options=options,
    )
    read = partial(solution_of, kernel, board.n, board.stars)
    return Solutions(search, read, method=method, complete=choose(METHODS, method).complete)


@overload
def count(
    board: Board | ArrayLike, *, method: CountMethod = "auto", **options: Unpack[CountOptions]
) -> Count: ...
@overload
def count(
    board: Board | ArrayLike,
    *,
    method: ConstraintMethod | Literal["backtracking-memo"],
    **options: Unpack[ConstraintCountOptions],
) -> Count: ...
@overload
def count(board: Board | ArrayLike, *, method: str, **options: Unpack[CountOptions]) -> Count: ...
def count(
    board: Board | ArrayLike,
    *,
    limit: int | None = None,
    method: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    board
        As for `solve`.
    limit : int, optional
        Stop at this many; the count then has ``exact`` False.
    method : str
        ``"bitboard"`` visits every solution, as `solutions` does. ``"rows"`` is a dynamic
        program over the rows (with several stars over the cells of each, for up to 32 rows and
        3 stars or 21 and 5), which counts what cannot be visited, as long as its states fit
        in memory; its counters are ``transitions`` and ``states`` (the most after any row).
        ``"auto"`` visits first, and turns to the rows if that is not soon done. The other methods
        of `solve` visit every solution too, where they are complete.
    time_limit, node_limit : optional
        Seconds; nodes and transitions.
    max_bytes : int
        Memory that ``"rows"`` may use for its states.
    seed, progress, **options
        As for `solve`.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    InputError
        For a board, method or option that cannot be used; `limit` does not go with ``"rows"``.
    SearchStopped
        Where a limit came first. Its ``partial`` is a `Count` of the solutions visited.

    Examples
    --------
    >>> board = Board.from_text("\n".join(["ABCDEF"] * 6))
    >>> int(count(board))  # no colours to speak of: permutations with no neighbours together
    90
    """
    board = playable(board)
    choose(COUNT_METHODS, method, options, every=True)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    if limit is not None and method == "rows":
        raise InputError("method 'rows' takes no limit: it does not visit the solutions")
    if method == "rows":
        _check_rows(board)
    visiting = "bitboard" if method in ("auto", "rows") else method
    if limit == 0:
        return Count(0, method=visiting, exact=False)

    search, _ = _search(
        board, method=visiting, seed=seed, time_limit=time_limit, progress=progress, options=options
    )
    found = 0

    def visit(node_limit: int | None) -> int:
        nonlocal found
        search.node_limit, search.reason = node_limit, None
        more, event = count_solutions(search, None if limit is None else limit - found)
        found += more
        return event

    if method != "rows":
        fits = method == "auto" and limit is None and _rows_fit(board)
        patience = node_limit
        if fits:
            soon = _PATIENCE if board.stars == 1 else _STARS_PATIENCE
            patience = soon if node_limit is None else min(soon, node_limit)
        event = visit(patience)
        spent = search.reason == "nodes" and patience == node_limit
        if board.stars > 1 and event == STOPPED and not spent and found < _MANY and fits:
            # So few that the search will be done sooner than all the states are gone through.
            event, spent = visit(node_limit), True
        if event != STOPPED or search.reason != "nodes" or spent or not fits:
            return counted(search, event, found, visiting)

    most = max(max_bytes, 4096)
    rows = Search(
        _regions.Count(board.regions, board.rules, most)
        if board.stars == 1
        else _stars.Count(board.regions, board.rules, most),
        time_limit=None if time_limit is None else max(0.0, time_limit - search.seconds),
        node_limit=None if node_limit is None else node_limit - search.kernel.spent,
        progress=progress,
    )
    event = rows.run()
    if event == DONE:
        total = cast("_regions.Count | _stars.Count", rows.kernel).total
        return counted(rows, event, total, "rows", stats=_both(search, rows))
    if rows.reason == "memory" and method == "auto" and (found < _MANY or board.stars > 1):
        # Few solutions and many states: the search is the better tool, however long it takes.
        if time_limit is not None:
            search.time_limit = max(0.0, time_limit - rows.seconds)
        event = visit(None if node_limit is None else max(0, node_limit - rows.kernel.spent))
        return counted(search, event, found, "bitboard", stats=_both(search, rows))
    return counted(rows, event, found, "rows", stats=_both(search, rows))


def _rows_fit(board: Board) -> bool:
    """Tell whether the dynamic program over the rows can be asked: states are a few words."""
    if board.stars == 1:
        return len(board.labels) <= 64
    return (board.stars <= 3 and board.n <= 32) or (board.stars <= 5 and board.n <= 21)


def _check_rows(board: Board) -> None:
    if _rows_fit(board):
        return
    if board.stars == 1:
        raise InputError(f"method 'rows' takes 64 regions at most, found {len(board.labels)}")
    raise InputError(
        "method 'rows' takes 32 rows of up to 3 stars, and 21 of up to 5, found "
        f"{board.n} of {board.stars}"
    )


def _both(first: Search, second: Search) -> Stats:
    counters = {**first.kernel.counters(), **second.kernel.counters()}
    return Stats(counters, first.seconds + second.seconds)


def is_unique(
    board: Board | ArrayLike,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> bool:
    r"""Tell whether the board has exactly one solution.

    Parameters
    ----------
    board, time_limit, node_limit
        As for `solve`.

    Returns
    -------
    bool

    Raises
    ------
    InputError
        For a board that cannot be used.
    SearchStopped
        Where a limit came first.

    Examples
    --------
    >>> is_unique(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    True
    """
    board = playable(board)
    search, _ = _search(board, time_limit=time_limit, node_limit=node_limit)
    found, event = count_solutions(search, 2)  # as `count` does, without making a `Count`
    if event == STOPPED:
        counted(search, event, found, "bitboard")  # raises
    return found == 1
