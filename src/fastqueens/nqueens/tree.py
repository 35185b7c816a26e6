"""The state-space tree of a search of N-Queens: the queens that it placed and removed."""

from __future__ import annotations

from typing import SupportsIndex

from fastqueens import csp
from fastqueens.cell_names import cell_name
from fastqueens.csp.options import MAX_BYTES, make
from fastqueens.csp.search_tree import SearchTree, record_tree
from fastqueens.nqueens.csp_model import nqueens_model

__all__ = ["search_tree"]


def search_tree(
    n: SupportsIndex,
    method: csp.TreeMethod = "backtracking",
    *,
    order: csp.Order = "static",
    values: csp.Values = "static",
    seed: int = 0,
    max_bytes: int = MAX_BYTES,
    nodes: int = 200,
    limit: int | None = 1,
) -> SearchTree:
    """Search a board of n rows and record every queen that was placed.

    Parameters
    ----------
    n : int
        The number of rows, 1 to 64.
    method : {"backtracking", "backtracking-memo", "forward-checking", "mac"}
        The method; see `fastqueens.csp`.
    order, values, seed, max_bytes
        See `csp.Model.solve`.
    nodes : int
        The search stops at this number of nodes.
    limit : int or None
        The search stops at this number of solutions; None finds all.

    Returns
    -------
    SearchTree
        The tree, which can be printed, drawn and read as data. The ``variable`` of a node is a row,
        its ``value`` is a (row, column) pair. Rows and columns count from 0.

    Raises
    ------
    InputError
        If n or an option is invalid.

    Examples
    --------
    >>> print(search_tree(4))
    solved by backtracking · 9 nodes · 1 solution
    start
    ├─ a1
    │  ├─ c2 x
    │  └─ d2
    │     └─ b3 x
    └─ b1
       └─ d2
          └─ a3
             └─ c4 solution
    """
    model = nqueens_model(n)
    kernel = make(model, method, order, values, False, seed, max_bytes, keep_domains=True)
    return record_tree(
        kernel,
        method,
        lambda row, column: (row, (row, column), cell_name(row, column)),
        nodes=nodes,
        limit=limit,
    )
