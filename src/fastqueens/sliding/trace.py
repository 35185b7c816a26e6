"""Records a search of sliding tiles frame by frame."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.equality import EqualByValue
from fastqueens.results import Stats
from fastqueens.search import CancelEvent, Clock, Search
from fastqueens.search_frames import Frame, Frames
from fastqueens.sliding.methods import Heuristic, MethodName, Visited
from fastqueens.sliding.puzzle import Puzzle, replay
from fastqueens.sliding.solving import Solved, SolveTask, Unsolved

__all__ = ["SlidingFrames", "Tiles", "frames"]


@dataclass(frozen=True, slots=True, eq=False)
class Tiles(EqualByValue):
    """The current board of a search.

    Attributes
    ----------
    tiles : ndarray of uint8, shape (rows, columns)
        The board.
    moves : tuple of str
        The moves from the puzzle to the board.
    hand : int
        The tile that moved last; 0 if no tile has moved.
    bound : int or None
        For ``"ida"`` and ``"anytime"``, a lower bound: no solution has fewer moves.
    length : int or None
        For ``"anytime"``, the number of moves of the shortest solution so far.
    """

    tiles: NDArray[np.uint8]
    moves: tuple[str, ...]
    hand: int
    bound: int | None
    length: int | None = None


class SlidingFrames(Frames[Tiles]):
    """The frames of a search, and its result."""

    def __init__(self, task: SolveTask, search: Search, **options: Any) -> None:
        self._task = task
        super().__init__(
            search,
            lambda: _tiles(task, task.moves()),
            task.solution,
            partial(_tiles, task),
            method=task.method,
            unit=task.unit,
            limit=None if task.method == "anytime" else 1,
            draw=partial(_draw, task.puzzle.goal),
            **options,
        )

    @property
    def stats(self) -> Stats:
        """The work done so far."""
        return self._task.stats(self.search)

    def result(self) -> Solved | Unsolved:
        """Return the result of `solve` for the search so far."""
        answer = self._task.result(self.search, self.status)
        if isinstance(answer, Unsolved):
            answer.reason = self.reason
        return answer


def frames(
    puzzle: Puzzle | ArrayLike,
    *,
    method: MethodName | None = None,
    heuristic: Heuristic | None = None,
    visited: Visited = "expanded-again",
    max_bytes: int = 1 << 30,
    cache_dir: str | os.PathLike[str] | None = None,
    every: int = 1,
    start: int = 0,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
) -> SlidingFrames:
    r"""Watch a search: yield its current board after every `every` nodes.

    The same puzzle, method and options give the same frames on every machine.

    Parameters
    ----------
    puzzle, method, heuristic, visited, max_bytes, cache_dir, time_limit, cancel, node_limit
        See `solve`.
    every : int
        Nodes between two frames, 1 or more.
    start : int
        The nodes before the first frame.

    Returns
    -------
    SlidingFrames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, the board with the moves that lead to it. ``solutions`` has the list of the moves
        of the solution; for ``"anytime"`` it has such a list for each shorter solution found.
        ``result()`` returns the result that `solve` returns.

    Raises
    ------
    InputError
        As for `solve`, or if a number is out of range.

    Examples
    --------
    >>> for frame in frames([[1, 2, 3], [4, 0, 6], [7, 5, 8]], method="a-star", every=3):
    ...     print(frame.work, frame.status, frame.view.tiles.tolist(), frame.view.moves)
    0 running [[1, 2, 3], [4, 0, 6], [7, 5, 8]] ()
    3 running [[1, 2, 3], [4, 0, 6], [7, 5, 8]] ()
    6 running [[1, 2, 3], [4, 5, 6], [7, 0, 8]] ('DOWN',)
    7 solved [[1, 2, 3], [4, 5, 6], [7, 8, 0]] ('DOWN', 'RIGHT')
    """
    clock = Clock(time_limit, cancel)
    task = SolveTask(puzzle, method, heuristic, visited, max_bytes, cache_dir)
    if task.kurang.solvable:
        search = task.search(time_limit=clock, node_limit=node_limit)
    else:
        search = Search(task.kernel)
    return SlidingFrames(task, search, every=every, start=start)


def _draw(goal: NDArray[np.uint8], frame: Frame[Tiles], cell: int, look: Look) -> Scene:
    from fastqueens.sliding.drawing import scene

    return scene(frame.view.tiles, goal, cell=cell, look=look)


def _tiles(task: SolveTask, moves: list[str]) -> Tiles:
    boards = replay(task.puzzle, moves)
    hand = int(boards[-1][boards[-2] == 0][0]) if moves else 0
    bound, best = (getattr(task.kernel, name, None) for name in ("bound", "best"))
    return Tiles(boards[-1], tuple(moves), hand, bound, None if best is None else len(best))
