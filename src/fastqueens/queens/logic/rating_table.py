"""Ratings of many boards as a table, for pandas and polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.grid.rules import Rules, check_rules
from fastqueens.queens.logic.engine import rate_many
from fastqueens.results import SearchStopped, describe_stop
from fastqueens.search import CancelEvent, Clock
from fastqueens.validation import check_items, plural

if TYPE_CHECKING:
    from fastqueens.parallel.executors import ExecutorLike

__all__ = ["rate_table"]


def rate_table(
    boards: NDArray[np.uint8] | Sequence[Board | ArrayLike],
    *,
    rules: Rules | None = None,
    max_rule: str | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
) -> dict[str, NDArray[Any]]:
    r"""Rate many boards, and return columns for ``pandas.DataFrame`` or ``polars.DataFrame``.

    Parameters
    ----------
    boards, rules, max_rule, threads, executor, time_limit, cancel
        See `rate_many`.

    Returns
    -------
    dict of str to ndarray
        The columns, with one entry for each board: ``n``, ``stars``, ``tier`` (the name of the
        tier), ``score``, and ``smallest`` and ``largest``, the numbers of cells of the smallest and
        of the largest region.

    Raises
    ------
    InputError
        If a board cannot be used. The message names the index of the first such board.
    SearchStopped
        See `rate_many`. The ``partial`` is a `BatchRating`.
    Interrupted
        See `rate_many`.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> {name: column.tolist() for name, column in rate_table([board]).items()}
    {'n': [4], 'stars': [1], 'tier': ['medium'], 'score': [26], 'smallest': [3], 'largest': [5]}
    """
    clock = Clock(time_limit, cancel)
    if not isinstance(boards, np.ndarray | Board):
        boards = check_items(boards, "boards", "boards")
    rated = rate_many(
        boards, rules=rules, max_rule=max_rule, threads=threads, executor=executor,
        time_limit=clock.left(), cancel=clock.cancel,
    )  # fmt: skip
    default = check_rules(rules)
    facts: list[tuple[int, int, int, int]] = []
    for board in boards:
        if clock.expired:
            raise SearchStopped(
                f"{describe_stop(clock.reason)}: all {plural(len(rated), 'board')} were rated, but "
                "not all regions were measured",
                partial=rated,
                reason=clock.reason,
            )
        own = board.rules if isinstance(board, Board) else default
        facts.append((*_sizes(board, rules), own.stars))
    n, smallest, largest, stars = np.array(facts, np.int64).reshape(-1, 4).T
    return {
        "n": n,
        "stars": stars,
        "tier": rated.names,
        "score": rated.scores,
        "smallest": smallest,
        "largest": largest,
    }


def _sizes(board: Board | ArrayLike, rules: Rules | None) -> tuple[int, int, int]:
    """Return the numbers of rows, and of cells of the smallest and the largest region."""
    labels = board if isinstance(board, np.ndarray) else as_board(board, rules).regions
    cells = np.unique(labels, return_counts=True)[1]
    return len(labels), int(cells.min()), int(cells.max())
