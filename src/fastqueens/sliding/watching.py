"""Sliding tiles while they are searched, frame by frame."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import check_whole
from fastqueens.frames import Frames
from fastqueens.method import choose
from fastqueens.results import InputError, Stats
from fastqueens.search import DONE, Search
from fastqueens.sliding.methods import (
    METHOD_HEURISTICS,
    METHODS,
    Heuristic,
    MethodName,
    Visited,
    check_heuristic,
    default_heuristic,
    heuristic_value,
)
from fastqueens.sliding.parity import kurang
from fastqueens.sliding.puzzle import MOVES, Puzzle, as_puzzle, replay
from fastqueens.sliding.solving import Solved, Unsolved, work_of

__all__ = ["SlidingFrames", "Tiles", "frames"]


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The board that a search looks at.

    Attributes
    ----------
    tiles : ndarray of uint8, shape (rows, columns)
        The board.
    moves : tuple of str
        The moves that lead to it from the puzzle.
    hand : int
        The tile that was moved last, 0 for none.
    bound : int or None
        Of ``"ida"``: the length of the searches now. No solution has fewer moves.
    """

    tiles: NDArray[np.uint8]
    moves: tuple[str, ...]
    hand: int
    bound: int | None


class SlidingFrames(Frames[Tiles]):
    """The frames of a search, and what it comes to."""

    def __init__(
        self, search: Search, puzzle: Puzzle, heuristic: Heuristic, *, proven: bool, **options: Any
    ) -> None:
        kernel: Any = search.kernel
        super().__init__(
            search,
            partial(_look, puzzle, kernel),
            lambda: [MOVES[move] for move in kernel.peek_moves()],
            partial(_tiles, puzzle),
            limit=1,
            **options,
        )
        self._puzzle, self._heuristic, self._proven = puzzle, heuristic, proven

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return work_of(self.search)

    def result(self) -> Solved | Unsolved:
        """Return the answer that `solve` would give, as far as the search has come."""
        kernel: Any = self.search.kernel
        facts: dict[str, Any] = {
            "puzzle": self._puzzle,
            "kurang": kurang(self._puzzle),
            "heuristic": self._heuristic,
        }
        if self.status == "unsolvable":
            return Unsolved("unsolvable", self.method, self.stats, **facts)
        least = heuristic_value(self._puzzle)
        if self.status == "solved":
            moves = self.solutions[0]
            least = len(moves) if self._proven else least
            return Solved("solved", self.method, self.stats, moves=moves, bound=least, **facts)
        if self.method != "branch-and-bound":
            least = max(least, getattr(kernel, "bound", 0), getattr(kernel, "cost", 0))
        return Unsolved("stopped", self.method, self.stats, self.reason, bound=least, **facts)


class _Unsolvable:
    """A search with nothing to search."""

    spent = 0

    def step(self, budget: int) -> int:
        return DONE

    def counters(self) -> dict[str, int]:
        return {"nodes": 0}

    def peek_moves(self) -> bytes:
        return b""


def frames(
    puzzle: Puzzle | ArrayLike,
    *,
    method: MethodName = "ida",
    heuristic: Heuristic | None = None,
    visited: Visited = "generated",
    max_bytes: int = 1 << 30,
    cache_dir: str | os.PathLike[str] | None = None,
    every: int = 1,
    start: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> SlidingFrames:
    r"""Watch a search: the board it looks at after each so many nodes.

    The same puzzle, method and options give the same frame at the same work, on every machine.

    Parameters
    ----------
    puzzle, method, heuristic, visited, max_bytes, cache_dir, time_limit, node_limit
        As for `solve`.
    every : int
        Nodes from one frame to the next, 1 or more.
    start : int
        The work of the first frame.

    Returns
    -------
    SlidingFrames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, the board with the moves that lead to it. ``solutions`` has the list of moves,
        and ``result()`` is what `solve` would return.

    Raises
    ------
    InputError
        As for `solve`, and for numbers that are out of range.

    Examples
    --------
    >>> for frame in frames([[1, 2, 3], [4, 0, 6], [7, 5, 8]], method="a-star", every=3):
    ...     print(frame.work, frame.status, frame.view.tiles.tolist(), frame.view.moves)
    0 running [[1, 2, 3], [4, 0, 6], [7, 5, 8]] ()
    3 running [[1, 2, 3], [4, 0, 6], [7, 5, 8]] ()
    6 running [[1, 2, 3], [4, 5, 6], [7, 0, 8]] ('DOWN',)
    7 solved [[1, 2, 3], [4, 5, 6], [7, 8, 0]] ('DOWN', 'RIGHT')
    """
    puzzle = as_puzzle(puzzle)
    chosen = choose(METHODS, method, {})
    if heuristic is None:
        heuristic = default_heuristic(puzzle, method)
    check_heuristic(puzzle, heuristic, METHOD_HEURISTICS[method])
    if visited not in ("generated", "expanded"):
        raise InputError(f"visited is {visited!r}, expected 'generated' or 'expanded'")
    options: dict[str, Any] = {
        "heuristic": heuristic,
        "visited": visited,
        "max_bytes": check_whole(max_bytes, "max_bytes"),
        "cache_dir": cache_dir,
    }
    kernel: Any = _Unsolvable()
    if kurang(puzzle).solvable:
        kernel = chosen.make(puzzle, **{name: options[name] for name in chosen.options})
    return SlidingFrames(
        Search(kernel, time_limit=time_limit, node_limit=node_limit),
        puzzle,
        heuristic,
        proven=method != "branch-and-bound" or visited == "expanded",
        method=method,
        unit=chosen.unit,
        every=every,
        start=start,
    )


def _look(puzzle: Puzzle, kernel: Any) -> Tiles:
    moves = [MOVES[move] for move in kernel.peek_moves()]
    return _tiles(puzzle, moves, getattr(kernel, "bound", None))


def _tiles(puzzle: Puzzle, moves: list[str], bound: int | None = None) -> Tiles:
    boards = replay(puzzle, moves)
    hand = int(boards[-1][boards[-2] == 0][0]) if moves else 0
    return Tiles(boards[-1], tuple(moves), hand, bound)
