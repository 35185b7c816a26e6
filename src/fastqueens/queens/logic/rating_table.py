"""Ratings of many boards as a table, for pandas and polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.grid.rules import Rules, check_rules
from fastqueens.queens.logic.engine import rate_many
from fastqueens.validation import check_items

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
) -> dict[str, NDArray[Any]]:
    r"""Rate many boards, and return columns for ``pandas.DataFrame`` or ``polars.DataFrame``.

    Parameters
    ----------
    boards, rules, max_rule, threads, executor, time_limit
        As for `rate_many`.

    Returns
    -------
    dict of str to ndarray
        One row per board: ``n`` and ``stars``; ``tier`` (its name) and ``score``; ``smallest`` and
        ``largest``, the numbers of cells of the smallest and the largest region.

    Raises
    ------
    InputError
        If a board cannot be used. The message names the index of the first such board.
    SearchStopped
        As `rate_many` does; its ``partial`` is a `BatchRating`.
    Interrupted
        As `rate_many` does.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> {name: column.tolist() for name, column in rate_table([board]).items()}
    {'n': [4], 'stars': [1], 'tier': ['medium'], 'score': [26], 'smallest': [3], 'largest': [5]}
    """
    if not isinstance(boards, np.ndarray | Board):
        boards = check_items(boards, "boards", "boards")
    rated = rate_many(
        boards, rules=rules, max_rule=max_rule, threads=threads, executor=executor,
        time_limit=time_limit,
    )  # fmt: skip
    regions: list[NDArray[Any]] = (
        list(boards)
        if isinstance(boards, np.ndarray)
        else [as_board(x, rules).regions for x in boards]
    )
    sizes = [np.unique(labels, return_counts=True)[1] for labels in regions]
    default = check_rules(rules).stars
    stars = [board.stars if isinstance(board, Board) else default for board in boards]
    return {
        "n": np.array([len(labels) for labels in regions], np.int64),
        "stars": np.array(stars, np.int64),
        "tier": rated.names,
        "score": rated.scores,
        "smallest": np.array([cells.min() for cells in sizes], np.int64),
        "largest": np.array([cells.max() for cells in sizes], np.int64),
    }
