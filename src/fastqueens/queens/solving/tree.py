"""The tree of a search of coloured Queens: the queens that it placed and removed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal

from numpy.typing import ArrayLike

from fastqueens import csp
from fastqueens.cell_names import cell_name
from fastqueens.csp.options import MAX_BYTES, make
from fastqueens.csp.search_tree import SearchTree, TreeGrowth, record_growth
from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.solving.csp_model import queens_model
from fastqueens.results import InputError

__all__ = ["search_tree", "tree_growth"]


def search_tree(
    board: Board | ArrayLike,
    method: csp.TreeMethod = "backtracking",
    *,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    order: csp.Order = "static",
    values: csp.Values = "static",
    seed: int = 0,
    max_bytes: int = MAX_BYTES,
    nodes: int = 200,
    limit: int | None = 1,
) -> SearchTree:
    r"""Search a board and record every queen that was placed.

    Parameters
    ----------
    board : Board or array of labels
        The board, with one star.
    method : {"backtracking", "backtracking-memo", "forward-checking", "mac"}
        The method; see `fastqueens.csp`.
    variables : {"regions", "rows"}, optional
        The variables of the search, each of which takes one queen. By default regions, or rows if
        there are more regions than rows.
    region_order : {"first-seen", "label"} or sequence of labels
        The order of the regions.
    order, values, seed, max_bytes
        See `csp.Model.solve`.
    nodes : int
        The search stops at this number of nodes.
    limit : int or None
        The search stops at this number of solutions; None finds all.

    Returns
    -------
    SearchTree
        The tree, which can be printed, drawn and read as data. The ``variable`` of a node is the
        label of a region or the number of a row, its ``value`` is a (row, column) pair. Rows and
        columns count from 0.

    Raises
    ------
    InputError
        If the board or an option is invalid, or if the board has several stars.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> tree = search_tree(board, "forward-checking")
    >>> print(tree)
    solved by forward-checking · 8 nodes · 1 solution
    start
    ├─ a1
    │  └─ c2
    │     └─ d4 x
    └─ a2
       └─ c1
          └─ d3
             └─ b4 solution
    >>> tree.nodes[1].variable, tree.nodes[1].value, tree.nodes[1].state
    ('R', (0, 0), 'failed')
    """
    return tree_growth(
        board, method, variables=variables, region_order=region_order, order=order,
        values=values, seed=seed, max_bytes=max_bytes, nodes=nodes, limit=limit,
    ).tree  # fmt: skip


def tree_growth(
    board: Board | ArrayLike,
    method: csp.TreeMethod = "backtracking",
    *,
    variables: Literal["regions", "rows"] | None = None,
    region_order: Literal["first-seen", "label"] | Sequence[Hashable] = "first-seen",
    order: csp.Order = "static",
    values: csp.Values = "static",
    seed: int = 0,
    max_bytes: int = MAX_BYTES,
    nodes: int = 200,
    limit: int | None = 1,
) -> TreeGrowth:
    r"""Return the tree of `search_tree`, with the work at which each node changed.

    Examples
    --------
    >>> growth = tree_growth(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"), "forward-checking")
    >>> growth.born, growth.left
    ([0, 1, 2, 3, 3, 4, 5, 6], [-1, 3, 3, 3, -1, -1, -1, -1])
    """
    board = as_board(board)
    if board.stars > 1:
        raise InputError(
            f"a tree supports one queen in each unit, found a board of {board.stars} stars"
        )
    model = queens_model(
        board.regions, variables=variables, region_order=region_order, labels=board.labels
    )
    kernel = make(model, method, order, values, False, seed, max_bytes, keep_domains=True)
    of_rows = variables == "rows" or len(board.labels) > board.n

    def describe(x: int, a: int) -> tuple[Hashable, Hashable, str]:
        cell = divmod(model.cell(x, a), board.n)
        return cell[0] if of_rows else board.labels[board.regions[cell]], cell, cell_name(*cell)

    return record_growth(kernel, method, describe, nodes=nodes, limit=limit)
