"""Coloured ("LinkedIn") Queens, and Star Battle.

An n x n board is cut into regions; one queen goes in each row, column and region, and no two
queens touch, not even diagonally. Regions may be in several pieces. In Star Battle (Hans
Eendebak, World Puzzle Championship 2003) it is two or three queens a unit, called stars: say so
with ``stars=2``, or with a `Board` that has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens import methods
from fastqueens._kernels import regions as _regions
from fastqueens._kernels import stars as _stars
from fastqueens.board import (
    MOST_STARS,
    Board,
    as_board,
    check_stars,
    explain_bad,
    read_cells,
    stacks,
)
from fastqueens.generate import Level, canonical, canonical_hash, generate, levels
from fastqueens.hints import Hint, hint
from fastqueens.logic import Rating, explain, rate, rate_many
from fastqueens.results import Count, InputError, Result, Stats
from fastqueens.search import (
    DONE,
    STOPPED,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_threads,
    check_whole,
    count_solutions,
    counted,
    run_batches,
)
from fastqueens.steps import Step

__all__ = [
    "METHODS",
    "MOST_STARS",
    "BatchResult",
    "Board",
    "Hint",
    "Level",
    "QueensResult",
    "Rating",
    "Step",
    "Violations",
    "canonical",
    "canonical_hash",
    "count",
    "explain",
    "generate",
    "hint",
    "is_unique",
    "levels",
    "rate",
    "rate_many",
    "solutions",
    "solve",
    "solve_many",
    "violations",
]

# -------------------------------------------------------------------------------------- solving


@dataclass(slots=True, eq=False)
class QueensResult(Result):
    """The answer for one board.

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

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.stats}"
        if self.queens is None:
            return head
        rows = [list(row) for row in str(self.board).split("\n")]
        for row, column in self.cells:
            rows[row][column] = "#"
        return "\n".join([head, *("".join(row) for row in rows)])


def cells_of(queens: NDArray[np.int16]) -> list[tuple[int, int]]:
    """Return the (row, column) pairs of a solution in either of its forms."""
    found = queens.tolist()
    return [(r, c) for r, c in found] if queens.ndim == 2 else list(enumerate(found))


METHODS = methods.QUEENS
_PATIENCE = 1 << 18  # nodes that `count` searches before it turns to the dynamic program
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
    found = methods.find(METHODS, method, options)
    if board.stars > 1 and not found.stars:
        raise InputError(
            f"method {method!r} takes one queen a unit, found a board of {board.stars} stars"
        )
    kernel = found.make(board, check_seed(seed), **options)
    return (
        Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress),
        kernel,
    )


def _shape(n: int, stars: int) -> tuple[int, ...]:
    """Return that of a solution: columns by row, or pairs."""
    return (n,) if stars == 1 else (n * stars, 2)


def _read(kernel: Any, board: Board) -> NDArray[np.int16]:
    queens = np.empty(_shape(board.n, board.stars), np.int16)
    kernel.peek(queens)
    return queens


def solve(
    board: Board | ArrayLike,
    *,
    stars: int | None = None,
    method: str = "bitboard",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    at_most_one: bool = False,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> QueensResult:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    stars : int, optional
        Queens in each row, column and region, 1 to 3; by default those of the board, which are 1
        for arrays.
    method : str
        How: one of `METHODS`, a table of names with what each does and accepts.

        ``"bitboard"`` is the fast one: unit propagation over rows, columns and regions, then a
        branch on the smallest; on large boards it begins anew with random choices when a run
        grows long. Counters: ``nodes`` (branches, and the root), ``backtracks`` (dead ends),
        ``restarts``.

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
    at_most_one : bool
        For arrays: accept any number of regions (see `Board.from_text`).
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    **options
        Of the method; see `csp.board_kernel` and `swarm.SwarmOptions`.

    Returns
    -------
    QueensResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

    Raises
    ------
    InputError
        For a board, method or ``FASTQUEENS_ISA`` that cannot be used.

    Examples
    --------
    >>> result = solve(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    >>> result.status, result.queens.tolist(), result.stats.nodes
    ('solved', [2, 0, 3, 1], 3)
    >>> solve(result.board, method="mac", order="mrv").stats.steps
    4
    >>> pairs = ["AAAABBBB"] * 2 + ["CCCCDDDD"] * 2 + ["EEEEFFFF"] * 2 + ["GGGGHHHH"] * 2
    >>> solve(pairs, stars=2).cells[:4]
    [(0, 1), (0, 3), (1, 5), (1, 7)]
    """
    board = as_board(board, at_most_one, stars)
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
    result = QueensResult(status, method, search.stats(), search.reason, board=board)
    if status == "solved":
        result.queens = _read(kernel, board)
    if hasattr(kernel, "fitness"):
        result.fitness = kernel.fitness
        result.best = standing(kernel, board, best=True)
        if hasattr(kernel, "history"):
            result.history = kernel.history()
    return result


def standing(kernel: Any, board: Board, *, best: bool = False) -> NDArray[np.int16]:
    """Return the queens on the board of a kernel between two steps, as (row, column) pairs.

    With `best`, those of the best placement of a local search, where that is another one.
    """
    cells = kernel.best_cells() if best and hasattr(kernel, "best_cells") else kernel.cells()
    return np.column_stack(np.divmod(np.array(cells, np.int16), np.int16(board.n)))


def solutions(
    board: Board | ArrayLike,
    *,
    stars: int | None = None,
    method: str = "bitboard",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
    at_most_one: bool = False,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Solutions[NDArray[np.int16]]:
    """Go through all solutions, each once.

    Parameters are those of `solve`. The local searches give one solution at most, and are
    ``"stopped"`` then.

    Returns
    -------
    Solutions
        An iterator over arrays like `QueensResult.queens`. Its ``status`` says afterwards
        whether it was exhausted (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> found = solutions([[1, 2, 2, 2], [1, 1, 2, 3], [4, 3, 3, 3], [4, 4, 4, 3]])
    >>> [queens.tolist() for queens in found], found.status
    ([[2, 0, 3, 1]], 'solved')
    """
    board = as_board(board, at_most_one, stars)
    search, kernel = _search(
        board,
        method=method,
        seed=seed,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
        options=options,
    )
    read = partial(_read, kernel, board)
    return Solutions(search, read, method=method, complete=METHODS[method].complete)


def count(
    board: Board | ArrayLike,
    *,
    stars: int | None = None,
    limit: int | None = None,
    method: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    seed: int = 0,
    at_most_one: bool = False,
    progress: Callable[[Progress], object] | None = None,
    **options: Any,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    board, stars
        As for `solve`.
    limit : int, optional
        Stop at this many; the count then has ``exact`` False.
    method : str
        ``"bitboard"`` visits every solution, as `solutions` does. ``"rows"`` is a dynamic
        program over the rows, which counts what cannot be visited, as long as its states fit
        in memory; its counters are ``transitions`` and ``states`` (the most after any row).
        ``"auto"`` visits first, and turns to the rows if that is not soon done. The other methods
        of `solve` visit every solution too, where they are complete.
    time_limit, node_limit : optional
        Seconds; nodes and transitions.
    max_bytes : int
        Memory that ``"rows"`` may use for its states.
    seed, at_most_one, progress, **options
        As for `solve`.

    Returns
    -------
    Count
        An int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    SearchStopped
        Where a limit came first. Its ``partial`` is a `Count` of the solutions visited.

    Examples
    --------
    >>> board = Board.from_text("\n".join(["ABCDEF"] * 6))
    >>> int(count(board))  # no colours to speak of: permutations with no neighbours together
    90
    """
    board = as_board(board, at_most_one, stars)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    if limit is not None and method == "rows":
        raise InputError("method 'rows' takes no limit: it does not visit the solutions")
    if board.stars > 1 and method == "rows":
        raise InputError(
            f"method 'rows' takes one queen a unit, found a board of {board.stars} stars"
        )
    visiting = "bitboard" if method in ("auto", "rows") else method
    methods.find(
        {**METHODS, "auto": METHODS["bitboard"], "rows": METHODS["bitboard"]},
        method,
        options,
        every=True,
    )
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
        fits = method == "auto" and limit is None and board.stars == 1 and len(board.labels) <= 64
        patience = node_limit
        if fits:
            patience = _PATIENCE if node_limit is None else min(_PATIENCE, node_limit)
        event = visit(patience)
        spent = search.reason == "nodes" and patience == node_limit
        if event != STOPPED or search.reason != "nodes" or spent or not fits:
            return counted(search, event, found, visiting)

    if len(board.labels) > 64:
        raise InputError(f"method 'rows' takes 64 regions at most, found {len(board.labels)}")
    rows = Search(
        _regions.Count(board.regions, board.at_most_one, max(max_bytes, 4096)),
        time_limit=None if time_limit is None else max(0.0, time_limit - search.seconds),
        node_limit=None if node_limit is None else node_limit - search.kernel.work,
        progress=progress,
    )
    event = rows.run()
    if event == DONE:
        total = cast(_regions.Count, rows.kernel).total
        return counted(rows, event, total, "rows", stats=_both(search, rows))
    if rows.reason == "memory" and method == "auto" and found < _MANY:
        # Few solutions and many states: the search is the better tool, however long it takes.
        if time_limit is not None:
            search.time_limit = max(0.0, time_limit - rows.seconds)
        event = visit(None if node_limit is None else max(0, node_limit - rows.kernel.work))
        return counted(search, event, found, "bitboard", stats=_both(search, rows))
    return counted(rows, event, found, "rows", stats=_both(search, rows))


def _both(first: Search, second: Search) -> Stats:
    counters = {**first.kernel.counters(), **second.kernel.counters()}
    return Stats(counters, first.seconds + second.seconds)


def is_unique(
    board: Board | ArrayLike,
    *,
    stars: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    at_most_one: bool = False,
) -> bool:
    r"""Tell whether the board has exactly one solution.

    Raises
    ------
    SearchStopped
        Where a limit came first.

    Examples
    --------
    >>> is_unique(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    True
    """
    number = count(
        board,
        stars=stars,
        limit=2,
        time_limit=time_limit,
        node_limit=node_limit,
        at_most_one=at_most_one,
    )
    return number == 1


# --------------------------------------------------------------------------------------- batches


@dataclass(slots=True, eq=False)
class BatchResult:
    """The answers for many boards; unpacks as ``counts, first``.

    Attributes
    ----------
    counts : ndarray of int64, shape (B,)
        The number of solutions of each board, up to the limit.
    first : ndarray of int16, shape (B, n)
        The first solution of each board as columns by row, -1 where there is none. Where the
        sizes are mixed, n is the largest, and shorter solutions end in -1. With several stars a
        unit they are (row, column) pairs, shape (B, n * stars, 2).
    stats : Stats
        The work over all boards; ``seconds`` is wall-clock time.
    """

    counts: NDArray[np.int64]
    first: NDArray[np.int16]
    stats: Stats

    def __iter__(self) -> Any:
        return iter((self.counts, self.first))

    def __len__(self) -> int:
        return len(self.counts)


_CHUNK = 2048  # boards a machine takes: large enough to hide its set-up


def solve_many(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    stars: int | None = None,
    limit: int | None = 2,
    threads: int | None = None,
    at_most_one: bool = False,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> BatchResult:
    """Solve many boards at once.

    Parameters
    ----------
    boards : ndarray of uint8, shape (B, n, n), or a sequence of boards
        The boards. In an array each value is a region's label, any values; a sequence may mix
        sizes, and may hold arrays.
    stars : int, optional
        As for `solve`; the same for all boards.
    limit : int or None
        Count up to this many solutions of each board (2 tells unique from ambiguous); None
        counts all.
    threads : int, optional
        The processors at hand by default. The answers do not depend on it.
    at_most_one, seed
        As for `solve`.
    progress : callable, optional
        Called with the numbers of boards done and to do, about ten times a second.

    Returns
    -------
    BatchResult
        ``counts`` and ``first``, and the work in ``stats``.

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.repeat(np.arange(6, dtype=np.uint8), 6).reshape(1, 6, 6)
    >>> counts, first = solve_many(rows, limit=None)
    >>> counts.tolist(), first.tolist()
    ([90], [[0, 2, 4, 1, 3, 5]])
    """
    limit = 2**64 - 1 if limit is None else min(check_whole(limit, "limit"), 2**64 - 1)
    threads = check_threads(threads)
    check_seed(seed)
    if not isinstance(boards, (np.ndarray, Board, str)):
        boards = list(boards)
    groups, total, stars = stacks(boards, at_most_one, stars)
    largest = max((stack.shape[1] for _, stack in groups), default=0)
    counts = np.zeros(total, np.int64)
    first = np.full((total, *_shape(largest, stars)), -1, np.int16)

    def batch(labels: Any, counts: Any, first: Any) -> _regions.Batch | _stars.Batch:
        if stars > 1:
            return _stars.Batch(labels, counts, first, limit, stars, seed)
        return _regions.Batch(labels, counts, first, limit, at_most_one, seed)

    makers: list[Callable[[], _regions.Batch | _stars.Batch]] = []
    parts: list[tuple[NDArray[np.intp] | slice, NDArray[np.int64], NDArray[np.int16]]] = []
    for where, stack in groups:
        size, n = stack.shape[:2]
        if len(groups) == 1:  # in place
            own_counts, own_first = counts, first
        else:
            own_counts, own_first = (
                np.zeros(size, np.int64),
                np.empty((size, *_shape(n, stars)), np.int16),
            )
        parts.append((where, own_counts, own_first))
        for i in range(0, size, _CHUNK):
            j = i + _CHUNK
            makers.append(partial(batch, stack[i:j], own_counts[i:j], own_first[i:j]))
    stats = run_batches(makers, total, threads=threads, progress=progress)
    for where, own_counts, own_first in parts:
        if own_counts is not counts:
            counts[where] = own_counts
            first[where, : own_first.shape[1]] = own_first
    bad = np.flatnonzero(counts < 0)
    if bad.size:
        explain_bad(boards, int(bad[0]), stars)
    return BatchResult(counts, first, stats)


# ----------------------------------------------------------------------------------- violations


@dataclass(slots=True)
class Violations:
    """What is wrong with a placement; false if nothing is.

    Attributes
    ----------
    rows, columns, regions : list of int
        Those with more queens than they take.
    touching : list of pairs of (row, column)
        Pairs of queens in neighbouring cells, the one further up (or left) first.
    complete : bool
        Whether nothing is wrong and all queens are there: a solution.
    """

    rows: list[int]
    columns: list[int]
    regions: list[int]
    touching: list[tuple[tuple[int, int], tuple[int, int]]]
    complete: bool

    def __bool__(self) -> bool:
        return bool(self.rows or self.columns or self.regions or self.touching)


def violations(
    board: Board | ArrayLike, queens: ArrayLike, *, stars: int | None = None
) -> Violations:
    r"""Tell which rules a placement breaks. It may be partial, or have too many queens.

    Parameters
    ----------
    board : Board or array of labels
        The board; its number of regions does not matter here.
    queens : array_like
        The column of the queen in each row, shape (n,), -1 for none; or (row, column) pairs,
        shape (k, 2); or a boolean array of shape (n, n).
    stars : int, optional
        As for `solve`.

    Returns
    -------
    Violations
        Which rows, columns, regions and touching pairs are broken.

    Raises
    ------
    InputError
        For queens in none of these forms, off the board, or twice in one cell.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> broken = violations(board, [0, 1, -1, -1])
    >>> bool(broken), broken.regions, broken.touching
    (True, [0], [((0, 0), (1, 1))])
    >>> violations(board, [2, 0, 3, 1]).complete
    True
    """
    board = as_board(board, True)
    most = board.stars if stars is None else check_stars(stars)
    cells = read_cells(board.n, queens)
    rows, columns = cells[:, 0], cells[:, 1]
    regions = board.regions[rows, columns]

    def crowded(values: NDArray[Any], size: int) -> list[int]:
        return np.flatnonzero(np.bincount(values, minlength=size) > most).tolist()

    near = (abs(rows[:, None] - rows) <= 1) & (abs(columns[:, None] - columns) <= 1)
    pairs = [(cells[i].tolist(), cells[j].tolist()) for i, j in np.argwhere(np.triu(near, 1))]
    found = Violations(
        rows=crowded(rows, board.n),
        columns=crowded(columns, board.n),
        regions=crowded(regions, len(board.labels)),
        touching=[((a[0], a[1]), (b[0], b[1])) for a, b in pairs],
        complete=False,
    )
    found.complete = not found and len(cells) == board.n * most
    return found
