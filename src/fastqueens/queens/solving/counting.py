"""Counting the solutions of one board."""

from __future__ import annotations

from typing import Any, Literal, Unpack, cast, overload

from numpy.typing import ArrayLike

from fastqueens._kernels.queens import regions as _regions
from fastqueens._kernels.queens import stars as _stars
from fastqueens.method import choose
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.solving.methods import COUNT_METHODS
from fastqueens.queens.solving.options import (
    ConstraintCountOptions,
    ConstraintMethod,
    CountMethod,
    CountOptions,
    MethodName,
)
from fastqueens.queens.solving.solve import search_of
from fastqueens.results import Count, InputError, Stats
from fastqueens.search import (
    DONE,
    STOPPED,
    CancelEvent,
    Clock,
    ProgressLike,
    Search,
    count_solutions,
    counted,
    keep_partial,
)
from fastqueens.validation import check_whole

__all__ = ["count", "is_unique"]

_VISIT_NODES = 1 << 18  # "auto" visits this many nodes before it tries the dynamic program
_VISIT_NODES_STARS = 1 << 16  # the same with several stars, where a node takes ten times as long
_FEW = 1000  # with fewer solutions than this, visiting them is better than a large dynamic program


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
def count(
    board: Board | ArrayLike, *, method: MethodName | CountMethod, **options: Unpack[CountOptions]
) -> Count: ...
def count(
    board: Board | ArrayLike,
    *,
    limit: int | None = None,
    method: MethodName | CountMethod = "auto",
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    seed: int = 0,
    progress: ProgressLike | None = None,
    **options: Any,
) -> Count:
    r"""Count the solutions.

    Parameters
    ----------
    board
        See `solve`.
    limit : int, optional
        Stop at this number of solutions. The attribute ``exact`` of the count is then False.
    method : str
        ``"bitboard"`` visits every solution, as `solutions` does. ``"rows"`` is a dynamic program
        over the rows, which can count more solutions than any search can visit. Its states must fit
        in memory. With several stars the dynamic program goes over the cells of each row; it takes
        up to 32 rows with 3 stars and up to 21 rows with 5 stars. Its counters are ``transitions``
        and ``states`` (the largest number of states after any row). ``"auto"`` first visits
        solutions one by one, and changes to ``"rows"`` if this takes long. The other complete
        methods of `solve` visit every solution.
    time_limit, node_limit : optional
        The limits in seconds and in units of work (nodes or transitions).
    cancel : threading.Event, optional
        If another thread sets this event, the search ends soon, as at a time limit.
    max_bytes : int
        The memory, in bytes, that ``"rows"`` may use for its states.
    seed, progress, **options
        See `solve`.

    Returns
    -------
    Count
        The number of solutions: an int with ``stats``, ``method`` and ``exact``.

    Raises
    ------
    InputError
        If the board, the method or an option is invalid. ``"rows"`` does not support `limit`.
    SearchStopped
        If a limit was reached. Its ``partial`` is a `Count` of the visited solutions.
    Interrupted
        After Ctrl-C: a `KeyboardInterrupt` with the same ``partial``.

    Examples
    --------
    >>> board = Board.from_text("\n".join(["ABCDEF"] * 6))
    >>> int(count(board))  # each column is a region
    90
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    choose(COUNT_METHODS, method, options, all_solutions=True)
    limit = None if limit is None else check_whole(limit, "limit")
    node_limit = None if node_limit is None else check_whole(node_limit, "node_limit")
    max_bytes = min(check_whole(max_bytes, "max_bytes"), 2**63)
    if limit is not None and method == "rows":
        raise InputError("method 'rows' does not support limit: it does not visit the solutions")
    if method == "rows":
        _check_rows(board)
    visiting = "bitboard" if method in ("auto", "rows") else method
    if limit == 0:
        return Count(0, method=visiting, exact=False)

    search, _ = search_of(
        board, method=visiting, seed=seed, time_limit=clock, progress=progress, options=options
    )

    begun = [search]  # then also the search by "rows"

    def so_far() -> Count:
        method = visiting if len(begun) == 1 else "rows"
        return Count(search.found, stats=_sum_of(*begun), method=method, exact=False)

    with keep_partial(so_far):
        return _count(board, begun, method, visiting, limit, node_limit, max_bytes)


def _count(
    board: Board,
    begun: list[Search],
    method: str,
    visiting: str,
    limit: int | None,
    node_limit: int | None,
    max_bytes: int,
) -> Count:
    """Count with the only search of `begun`, with the dynamic program, or with both.

    The search of the dynamic program is added to `begun`.
    """
    search = begun[0]

    def visit(node_limit: int | None) -> int:
        """Continue the search up to a number of nodes, and return its last event."""
        search.node_limit, search.reason = node_limit, None
        return count_solutions(search, None if limit is None else limit - search.found)[1]

    if method != "rows":
        may_use_rows = method == "auto" and limit is None and _rows_fit(board)
        first_nodes = node_limit
        if may_use_rows:
            few_nodes = _VISIT_NODES if board.stars == 1 else _VISIT_NODES_STARS
            first_nodes = few_nodes if node_limit is None else min(few_nodes, node_limit)
        event = visit(first_nodes)
        at_limit = search.reason == "nodes" and first_nodes == node_limit
        if (
            board.stars > 1
            and event == STOPPED
            and not at_limit
            and search.found < _FEW
            and may_use_rows
        ):
            # With so few solutions the search ends sooner than the dynamic program.
            event, at_limit = visit(node_limit), True
        if event != STOPPED or search.reason != "nodes" or at_limit or not may_use_rows:
            return counted(search, event, search.found, visiting)

    max_bytes = max(max_bytes, 4096)
    rows = Search(
        _regions.Count(board.regions, board.rules, max_bytes)
        if board.stars == 1
        else _stars.Count(board.regions, board.rules, max_bytes),
        time_limit=search.clock,
        node_limit=None if node_limit is None else node_limit - search.kernel.spent,
        progress=search.progress,
    )
    begun.append(rows)
    event = rows.run()
    if event == DONE:
        total = cast("_regions.Count | _stars.Count", rows.kernel).total
        return counted(rows, event, total, "rows", stats=_sum_of(search, rows))
    if rows.reason == "memory" and method == "auto" and (search.found < _FEW or board.stars > 1):
        # The states do not fit into memory: continue the search, which needs little memory.
        event = visit(None if node_limit is None else max(0, node_limit - rows.kernel.spent))
        return counted(search, event, search.found, "bitboard", stats=_sum_of(search, rows))
    return counted(rows, event, search.found, "rows", stats=_sum_of(search, rows))


def _rows_fit(board: Board) -> bool:
    """Return whether the dynamic program over the rows takes a board of this size."""
    if board.stars == 1:
        return len(board.labels) <= 64
    return (board.stars <= 3 and board.n <= 32) or (board.stars <= 5 and board.n <= 21)


def _check_rows(board: Board) -> None:
    if _rows_fit(board):
        return
    if board.stars == 1:
        raise InputError(f"method 'rows' supports 64 regions at most, found {len(board.labels)}")
    raise InputError(
        "method 'rows' supports up to 32 rows with up to 3 stars, and up to 21 rows with up to 5 "
        f"stars; found {board.n} rows with {board.stars} stars"
    )


def _sum_of(*searches: Search) -> Stats:
    """Return the work of searches of different kinds together."""
    counters: dict[str, int] = {}
    for search in searches:
        counters |= search.kernel.counters()
    return Stats(counters, sum(search.seconds for search in searches))


def is_unique(
    board: Board | ArrayLike,
    *,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
) -> bool:
    r"""Return whether the board has exactly one solution.

    Parameters
    ----------
    board, time_limit, cancel, node_limit
        See `solve`.

    Returns
    -------
    bool

    Raises
    ------
    InputError
        If the board is invalid.
    SearchStopped
        If a limit was reached.

    Examples
    --------
    >>> is_unique(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"))
    True
    """
    clock = Clock(time_limit, cancel)
    board = playable(board)
    search, _ = search_of(board, time_limit=clock, node_limit=node_limit)
    found, event = count_solutions(search, 2)  # faster than `count`, which makes a `Count`
    if event == STOPPED:
        counted(search, event, found, "bitboard")  # raises `SearchStopped`
    return found == 1
