"""Packings while they are searched, frame by frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import Puzzle
from fastqueens.packing.search import METHODS, PackingSearch
from fastqueens.search import Search
from fastqueens.search_frames import Frames

__all__ = ["Pieces", "frames"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces on a board while a search runs.

    Attributes
    ----------
    packing : Packing
        The pieces that stand.
    hand : int or None
        The cell that is being filled, as an index into ``puzzle.cells``.
    piece : int or None
        The piece that is being tried on it, or that was placed last.
    """

    packing: Packing
    hand: int | None = None
    piece: int | None = None


def frames(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    distinct: bool = False,
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    every: int = 1,
    start: int = 0,
    limit: int | None = 1,
    keep: bool = True,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Frames[Pieces]:
    r"""Watch a search: what stands on the board after each so many units of work.

    The same puzzle, method and options give the same frame at the same work, on every machine.

    Parameters
    ----------
    puzzle, method, distinct, place, time_limit, node_limit
        As for `solutions`.
    every : int
        Units of the method's work from one frame to the next, 1 or more.
    start : int
        The work of the first frame.
    limit : int or None
        The number of solutions to stop at; None for all.
    keep : bool
        Whether the solutions are kept in ``solutions`` of what is returned.

    Returns
    -------
    Frames
        An iterator over `Frame`, each with ``work``, ``status``, ``found``, ``counters`` and, as
        ``view``, the `Packing` that stands and what is being tried.

    Raises
    ------
    InputError
        As for `solutions`, and for numbers that are out of range.

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
    filling = PackingSearch(puzzle, method=method, distinct=distinct, place=place)

    def look() -> Pieces:
        hand, piece = filling.hand()
        return Pieces(filling.packing(), hand, piece)

    return Frames(
        Search(filling, time_limit=time_limit, node_limit=node_limit),
        look,
        filling.packing,
        Pieces,
        method=filling.method,
        unit=METHODS[filling.method].unit,
        every=every,
        start=start,
        limit=limit,
        keep=keep,
    )
