"""Records a packing search frame by frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import METHODS, Distinct, MethodName, PackingSearch
from fastqueens.search import CancelEvent, Clock, Search
from fastqueens.search_frames import Frame, Frames

__all__ = ["Pieces", "frames"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces on a board while a search runs.

    Attributes
    ----------
    packing : Packing
        The pieces on the board.
    hand : int or None
        The cell to fill, as an index into ``puzzle.cells``.
    piece : int or None
        The piece that is tried on the cell, or the last placed piece.
    """

    packing: Packing
    hand: int | None = None
    piece: int | None = None


def frames(
    puzzle: Puzzle,
    *,
    method: MethodName = "auto",
    distinct: Distinct = False,
    placed: Mapping[str, Iterable[Sequence[int]]] | None = None,
    every: int = 1,
    start: int = 0,
    limit: int | None = 1,
    keep: bool = True,
    time_limit: float | None = None,
    cancel: CancelEvent | None = None,
    node_limit: int | None = None,
) -> Frames[Pieces]:
    r"""Watch a search: yield the pieces on the board after every `every` units of work.

    The same puzzle, method and options give the same frames on every machine.

    Parameters
    ----------
    puzzle, method, distinct, placed, time_limit, cancel, node_limit
        See `solutions`.
    every : int
        Units of the method's work between two frames, 1 or more.
    start : int
        The units of work before the first frame.
    limit : int or None
        Stop after this many solutions; None means all. ``"brute-force"`` stops after one.
    keep : bool
        Whether to store the solutions in the attribute ``solutions`` of the result.

    Returns
    -------
    Frames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, a `Pieces`.

    Raises
    ------
    InputError
        As for `solutions`, or if a number is out of range.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> for frame in frames(puzzle, method="brute-force", every=12):
    ...     print(frame.work, frame.status, frame.view.packing.rows(), frame.view.hand)
    0 running ['...', '...'] 0
    12 running ['AA.', '...'] 2
    24 running ['AA.', '...'] 2
    32 solved ['AAB', 'BBB'] None
    """
    clock = Clock(time_limit, cancel)
    kernel = PackingSearch(puzzle, method=method, distinct=distinct, placed=placed)

    def read_pieces() -> Pieces:
        hand, piece = kernel.hand()
        return Pieces(kernel.packing(), hand, piece)

    return Frames(
        Search(kernel, time_limit=clock, node_limit=node_limit),
        read_pieces,
        kernel.packing,
        Pieces,
        method=kernel.method,
        unit=METHODS[kernel.method].unit,
        every=every,
        start=start,
        limit=limit if METHODS[kernel.method].complete else 1,
        keep=keep,
        draw=_draw,
    )


def _draw(frame: Frame[Pieces], cell: int, look: Look) -> Scene:
    return frame.view.packing._scene(cell, look)
