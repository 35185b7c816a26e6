"""The frames of a search of coloured Queens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.queens.board.board import Board, playable
from fastqueens.queens.board.broken_rules import attacked, touching
from fastqueens.queens.board.drawing import scene
from fastqueens.queens.grid.placements import cells_of
from fastqueens.queens.solving.methods import METHODS
from fastqueens.queens.solving.narration import Narrator
from fastqueens.queens.solving.options import MethodName, Settings
from fastqueens.queens.solving.solve import solutions
from fastqueens.search import CancelEvent
from fastqueens.search_frames import (
    Frame,
    Frames,
    Position,
    complete_position,
    domain_position,
    marks_of,
    partial_position,
)
from fastqueens.validation import check_flag

__all__ = ["frames"]


def frames(
    board: Board | ArrayLike,
    *,
    method: MethodName = "bitboard",
    seed: int = 0,
    every: int = 1,
    start: int = 0,
    limit: int | None = 1,
    keep: bool = True,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
    lesson: bool = False,
    **options: Unpack[Settings],
) -> Frames[Position]:
    r"""Watch a search: return the board after regular amounts of work.

    The same board, method, options and seed give the same frames on every machine.

    Parameters
    ----------
    board, method, seed, time_limit, cancel, node_limit, **options
        See `solve`.
    every : int
        Units of the method's work between two frames, 1 or more.
    start : int
        The amount of work before the first frame.
    limit : int or None
        The search stops at this number of solutions; None finds all.
    keep : bool
        Whether the result keeps all solutions in its ``solutions``.
    lesson : bool
        Whether each frame has an ``event``. An event is a sentence about the last unit of work, and
        the numbers of the lines of pseudocode that describe this unit. The pseudocode is in
        ``narrator.pseudocode`` of the result.

    Returns
    -------
    Frames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, a `Position`: its ``queens`` as (row, column) pairs, and ``marks``.

    Raises
    ------
    InputError
        As for `solve`, and if a number is out of range.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> for frame in frames(board, method="backtracking", every=2):
    ...     print(frame.work, frame.status, frame.view.queens, frame.view.marks.hand)
    0 running () None
    2 running ((0, 0), (1, 2)) (1, 2)
    4 running ((1, 0),) (1, 0)
    6 running ((1, 0), (0, 2), (2, 3)) (2, 3)
    7 solved ((0, 2), (1, 0), (2, 3), (3, 1)) None
    >>> next(frames(board, method="permutation", start=3)).view.marks.wrong
    ((1, 2), (2, 1), (3, 3))
    >>> lesson = frames(board, method="mac", start=4, lesson=True)
    >>> next(lesson).event.sentence
    'AC-3 removes b1 from region B: it attacks every cell of region R.'
    """
    board = playable(board)
    how: Any = {"method": method, "seed": seed, **options}
    found = solutions(board, time_limit=time_limit, cancel=cancel, node_limit=node_limit, **how)
    kernel: Any = found.search.kernel
    return Frames(
        found.search,
        partial(_position_of, board, kernel),
        found.read,
        lambda solution: Position(tuple(cells_of(solution))),
        method=method,
        unit=METHODS[method].unit,
        every=every,
        start=start,
        limit=limit if METHODS[method].complete else 1,
        keep=keep,
        narrator=Narrator(board, method, kernel) if check_flag(lesson, "lesson") else None,
        draw=partial(_draw, board),
    )


def _draw(board: Board, frame: Frame[Position], cell: int, look: Look) -> Scene:
    if frame.event is not None:  # the sentences of a lesson name regions by their letters
        look = replace(look, letters=True)
    marks = marks_of(frame, board.n)
    return scene(board.grid, frame.view.queens, marks, cell=cell, look=look, title=frame.sentence)


def _position_of(board: Board, kernel: Any) -> Position:
    n = board.n
    if hasattr(kernel, "peek_left"):
        return domain_position(kernel, n)
    if getattr(kernel, "skip", False):
        return _prefix_position(board, kernel)
    queens, hand, fitness = kernel.cells(), -1, None
    if hasattr(kernel, "particle") and not kernel.gave_up:
        queens = kernel.particle()
    elif hasattr(kernel, "hand"):
        hand = kernel.hand()
    if hasattr(kernel, "fitness"):
        fitness = kernel.fitness
    return complete_position(
        n, queens, partial(_attack_each_other, board), hand=hand, fitness=fitness
    )


def _prefix_position(board: Board, kernel: Any) -> Position:
    """Return the placed queens of a search that skips the permutations of a failed prefix."""
    queens = kernel.cells()
    eliminated = attacked(board, [divmod(cell, board.n) for cell in queens])
    return partial_position(board.n, queens, (~eliminated).astype(np.uint8), kernel.hand())


def _attack_each_other(board: Board, a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return whether queens on the cells a and b attack each other."""
    (row, column), (other_row, other_column) = (divmod(cell, board.n) for cell in (a, b))
    regions = board.regions.ravel()
    found: NDArray[np.bool_] = (
        (row == other_row)
        | (column == other_column)
        | (regions[a] == regions[b])
        | touching(row, column, other_row, other_column)
    )
    return found
