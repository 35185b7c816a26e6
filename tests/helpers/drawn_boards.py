"""Random boards for property tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from fastqueens.queens.board.board import Board
from fastqueens.queens.grid.grid import LETTERS

# The numbers of rows that a format can hold, for a format with limits.
ROWS_OF_FORMAT = {"sbn": (5, 25), "matrix": (3, 64)}


def cut(n: int, regions: int, seed: int) -> list[list[int]]:
    """Divide a board of n rows into this number of connected regions."""
    rng = random.Random(seed)
    cells = [divmod(k, n) for k in range(n * n)]
    number = {cell: k for k, cell in enumerate(rng.sample(cells, regions))}
    edge = list(number)
    while edge:
        row, column = edge[at := rng.randrange(len(edge))]
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        free = [x for x in near if x not in number and min(x) >= 0 and max(x) < n]
        if not free:
            edge[at] = edge[-1]
            edge.pop()
            continue
        number[new := rng.choice(free)] = number[row, column]
        edge.append(new)
    return [[number[r, c] for c in range(n)] for r in range(n)]


@st.composite
def connected_boards(draw, least=1, most=10, most_stars=9, labels=None):
    """Draw a board of connected regions and a position on it; `labels` are the letters used."""
    n = draw(st.integers(least, most))
    rows = cut(n, n, draw(st.integers(0, 2**32)))
    order = list(dict.fromkeys(k for row in rows for k in row))
    names = LETTERS
    if labels is not None:
        names = draw(st.lists(labels, min_size=n, max_size=n, unique=True))
    named = [[names[order.index(k)] for k in row] for row in rows]
    board = Board.from_array(named, stars=draw(st.integers(1, most_stars)))
    cells = st.tuples(*[st.integers(0, n - 1)] * 2)
    queens = draw(st.lists(cells, unique=True, max_size=n))
    eliminated = set(draw(st.lists(cells, max_size=n))) - set(queens)
    return board.with_position(queens, sorted(eliminated))
