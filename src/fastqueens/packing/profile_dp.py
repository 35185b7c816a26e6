"""Makes the tables of a packing problem for profile dynamic programming."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from fastqueens.packing.placement_tables import Problem

__all__ = ["profile_tables"]


Tables = tuple[int, NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]


def profile_tables(problem: Problem) -> Tables | None:
    """Return the tables for profile dynamic programming, or None if the board is too wide.

    A state consists of one bit for each cell that a piece may cover after the first empty cell,
    and of the pieces used; it must fit in 64 bits. The best of several cell orders is used.
    """
    if not problem.is_plain:
        return None
    copies = np.array([kind.copies for kind in problem.kinds], np.uint32)
    bits = sum((kind.copies - 1).bit_length() + 1 for kind in problem.kinds)
    best = None
    coordinates = np.array(problem.puzzle.cells)[problem.free].T
    layer, row, column = coordinates
    orders = [(column, row), (row, column), (row, row + column), (row, row - column)]
    if problem.puzzle.in_space:
        orders = list(permutations((layer, row, column)))
    for keys in orders:  # rows, columns, and both diagonals (for slanted boards)
        rank = np.empty(problem.cells, np.int32)
        rank[np.lexsort(keys)] = np.arange(problem.cells)
        cells = [np.sort(rank[kind.placements], axis=1) for kind in problem.kinds]
        spans = np.concatenate([x[:, -1] - x[:, 0] for x in cells])
        if spans.max() + 1 + bits <= 64 and (best is None or spans.mean() < best[0]):
            best = spans.mean(), cells
    if best is None:
        return None
    sizes = [np.full(len(x), x.shape[1]) for x in best[1]]
    kind = np.repeat(np.arange(len(copies)), [len(x) for x in best[1]])
    return (
        problem.cells,
        copies,
        np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.uint32),
        np.concatenate([x.ravel() for x in best[1]]).astype(np.uint16),
        kind.astype(np.uint16),
    )
