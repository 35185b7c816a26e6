"""Makes puzzles from a seed: uniformly random puzzles, and random walks from the goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from fastqueens.sliding.formats import LARGEST, SMALLEST
from fastqueens.sliding.parity import kurang
from fastqueens.sliding.puzzle import Puzzle, standard_goal, unchecked_puzzle
from fastqueens.validation import check_seed, check_whole

__all__ = ["random", "scramble"]

_MAX_MOVES = 1_000_000


def _random_numbers(seed: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64, the generator of the kernels (``csrc/common/rng.h``)."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def random(
    n: SupportsIndex = 4,
    *,
    seed: int = 0,
    columns: SupportsIndex | None = None,
    goal: Puzzle | ArrayLike | None = None,
) -> Puzzle:
    """Return a random puzzle; all solvable puzzles are equally likely.

    Parameters
    ----------
    n : int
        Rows, 2 to 5.
    seed : int
        0 to 2**64 - 1. The same seed gives the same puzzle on every machine.
    columns : int, optional
        The number of columns; by default the number of rows.
    goal : Puzzle or array_like, optional
        The arrangement to reach; see `Puzzle.from_array`.

    Returns
    -------
    Puzzle
        A solvable puzzle.

    Raises
    ------
    InputError
        If a size or the seed is out of range, or the goal does not have the size of the puzzle.

    See Also
    --------
    scramble : makes puzzles near the goal.

    Examples
    --------
    >>> print(random(4, seed=7))
    14 12  0  4
    10 15  9  2
    11  5  3  6
     8 13  1  7
    """
    start = _goal_puzzle(n, columns, goal)
    numbers = _random_numbers(check_seed(seed))
    order = start.goal.ravel().tolist()
    for i in range(len(order) - 1, 0, -1):  # Fisher-Yates shuffle
        j = next(numbers) * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    puzzle = unchecked_puzzle(np.array(order, np.uint8).reshape(start.tiles.shape), start.goal)
    # Exchanging the first two tiles maps the unsolvable puzzles one-to-one to the solvable ones.
    if not kurang(puzzle).solvable:
        i, j = [i for i, tile in enumerate(order) if tile][:2]
        order[i], order[j] = order[j], order[i]
        puzzle = unchecked_puzzle(np.array(order, np.uint8).reshape(start.tiles.shape), start.goal)
    return puzzle


def scramble(
    depth: SupportsIndex,
    *,
    seed: int = 0,
    n: SupportsIndex = 4,
    columns: SupportsIndex | None = None,
    goal: Puzzle | ArrayLike | None = None,
) -> Puzzle:
    """Return the puzzle after random moves from the goal; no move undoes the previous move.

    Parameters
    ----------
    depth : int
        The number of moves, up to 1,000,000. The shortest solution may have fewer moves: `depth`
        minus an even number.
    seed, columns, goal
        See `random`.
    n : int
        Rows, 2 to 5.

    Returns
    -------
    Puzzle
        The same arguments give the same puzzle on every machine.

    Raises
    ------
    InputError
        If a number is out of range, or the goal does not have the size of the puzzle.

    Examples
    --------
    >>> print(scramble(10, seed=1, n=3))
    2 6 0
    1 3 5
    4 7 8
    """
    puzzle = _goal_puzzle(n, columns, goal)
    depth = check_whole(depth, "depth", most=_MAX_MOVES)
    numbers = _random_numbers(check_seed(seed))
    tiles = puzzle.goal.ravel().tolist()
    rows, width = puzzle.tiles.shape
    blank, before = tiles.index(0), -1
    near = [
        [
            y * width + x
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= y < rows and 0 <= x < width
        ]
        for r in range(rows)
        for c in range(width)
    ]
    for _ in range(depth):
        choices = [cell for cell in near[blank] if cell != before]
        cell = choices[next(numbers) * len(choices) >> 64]
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank, before = cell, blank
    return unchecked_puzzle(np.array(tiles, np.uint8).reshape(rows, width), puzzle.goal)


def _goal_puzzle(
    n: SupportsIndex, columns: SupportsIndex | None, goal: Puzzle | ArrayLike | None
) -> Puzzle:
    """Return a solved puzzle of the given size."""
    rows = width = check_whole(n, "n", least=SMALLEST, most=LARGEST)
    if columns is not None:
        width = check_whole(columns, "columns", least=SMALLEST, most=LARGEST)
    standard = standard_goal(rows, width)
    return Puzzle(standard, standard if goal is None else goal)
