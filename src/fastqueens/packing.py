"""Packing puzzles: flat pieces on boards in the plane or in a pyramid of spheres.

All pieces must be used and all cells filled; pieces turn and mirror freely. IQ Puzzler Pro,
Kanoodle and the pentominoes are such puzzles, and there as ready sets. Identical pieces are
interchangeable: each arrangement is found and counted once, whichever of them lies where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fastqueens.packing_count import COUNT_METHODS, count
from fastqueens.packing_puzzle import Cell as Cell  # for get_type_hints, as Place
from fastqueens.packing_puzzle import Packing, PackingWarning, Piece, Puzzle
from fastqueens.packing_puzzle import Place as Place
from fastqueens.packing_puzzle import _puzzle as _puzzle  # a pickle looks for it here
from fastqueens.packing_search import METHODS, Filling
from fastqueens.results import InputError, Result
from fastqueens.search import Progress, Search, Solutions

__all__ = [
    "COUNT_METHODS",
    "METHODS",
    "Filling",
    "Packing",
    "PackingResult",
    "PackingWarning",
    "Piece",
    "Puzzle",
    "count",
    "iq_puzzler_pro",
    "kanoodle",
    "pentominoes",
    "solutions",
    "solve",
]


@dataclass(slots=True, eq=False)
class PackingResult(Result):
    """The answer for one puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    packing : Packing or None
        The solution, if one was found.
    why : str or None
        What makes a search needless: cells that do not add up, or a piece that fits nowhere.
    """

    puzzle: Puzzle = field(kw_only=True)
    packing: Packing | None = field(default=None, kw_only=True)
    why: str | None = field(default=None, kw_only=True)

    @property
    def grid(self) -> NDArray[np.int16] | None:
        """The piece on each cell (see `Packing.grid`), if a solution was found."""
        return None if self.packing is None else self.packing.grid

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece; empty without a solution."""
        return {} if self.packing is None else self.packing.placements

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}: {self.why or self.stats}"
        return head if self.packing is None else f"{head}\n{self.packing}"


def solve(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> PackingResult:
    r"""Find one solution, or prove that there is none.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    method : {"auto", "bitset", "dlx", "brute-force"}
        ``"bitset"`` and ``"dlx"`` search an exact cover, cell or piece with the fewest choices
        first; their counters are ``nodes`` and ``updates``. ``"auto"`` is the first, or the
        second where that would need too much memory.

        ``"brute-force"`` is the plain procedure: the first empty cell in reading order; each
        unused piece in order; each of its cells, in order, put there; each of the 8 ways to turn
        and mirror it (in a pyramid, in each of the 3 planes). Its counter is ``cases``, the
        combinations reviewed.
    place : mapping from names to cells, optional
        Pieces that are placed already: (row, column) pairs, of a pyramid (layer, row, column).
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Nodes or cases.
    progress : callable, optional
        Called with a `Progress` about ten times a second; ``progress.kernel.packing()`` is what
        stands on the board.

    Returns
    -------
    PackingResult
        With ``status`` ``"solved"``, ``"unsolvable"`` or ``"stopped"``.

    Raises
    ------
    InputError
        For a method or placed pieces that cannot be used.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
    >>> result = solve(puzzle, method="brute-force")
    >>> print(result.packing)
    AAB
    BBB
    >>> result.stats.cases
    32
    >>> result.placements["A"]
    [(0, 0), (0, 1)]
    >>> solve(Puzzle.from_text("1 3 1\nDEFAULT\nAA")).why
    'the pieces have 2 cells, the board has 3'
    """
    filling = Filling(puzzle, method=method, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    status = search.solve()
    result = PackingResult(status, filling.method, search.stats(), search.reason, puzzle=puzzle)
    if status == "solved":
        result.packing = filling.packing()
    elif status == "unsolvable":
        result.why = filling.why
    return result


def solutions(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    distinct: bool = False,
    place: Mapping[str, Iterable[Sequence[int]]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[Packing]:
    r"""Go through all solutions, each once.

    Parameters
    ----------
    distinct : bool
        Give one of the solutions that the board's rotations and reflections turn into each other:
        those that keep the pieces of `place` where they are, if there are any.
    puzzle, method, place, time_limit, node_limit, progress
        As for `solve`.

    Returns
    -------
    Solutions
        An iterator over `Packing`. Its ``status`` says afterwards whether it was exhausted
        (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("2 3 2\nDEFAULT\nAAA\nBBB")
    >>> for packing in solutions(puzzle):
    ...     print(packing)
    AAA
    BBB
    """
    filling = Filling(puzzle, method=method, distinct=distinct, place=place)
    search = Search(filling, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return Solutions(search, filling.packing, method=filling.method)


# ----------------------------------------------------------------------------------- ready sets

# One word a piece, rows separated by "/", "." for a blank.
_PENTOMINOES = (
    ".FF/FF/.F IIIII L/LLLL NN/.NNN PP/PPP TTT/.T/.T U.U/UUU V/V/VVV W/WW/.WW .X/XXX/.X .Y/YYYY "
    "ZZ/.Z/.ZZ"
)
_IQ_PUZZLER_PRO = (
    "AAA/A/A BB/B/B/B .CC/CC/.C D/DD/D E/EE/.EE FF/F/FF GGGG/.G HH/.HHH II/II/I J/JJ/.J KK/K/K LL/L"
)
_KANOODLE = (
    "AA/.AAA BBB/..B/..B CCCC DD/.D/DD E/EEE .F/.F/.F/FF GGGG/..G .H/HHH/.H II/.II/..I JJ/JJJ K/KK "
    "LL/LL"
)
_DIAGONAL = (
    ".XXXX.... XXXXX.... XXXXXXX.. XXXXXXX.. XXXXXXXXX ..XXXXXXX ..XXXXXXX ....XXXXX ....XXXX."
)
_HOLE = "XXXXXXXX XXXXXXXX XXXXXXXX XXX..XXX XXX..XXX XXXXXXXX XXXXXXXX XXXXXXXX"


def pentominoes(board: str = "6x10") -> Puzzle:
    """Return the twelve pentominoes on one of their boards.

    Parameters
    ----------
    board : {"6x10", "5x12", "4x15", "3x20", "8x8"}
        The last one without the four cells in its middle.

    Examples
    --------
    >>> int(count(pentominoes("3x20"), distinct=True))
    2
    """
    return _ready(_PENTOMINOES, board, ("6x10", "5x12", "4x15", "3x20", "8x8"))


def iq_puzzler_pro(board: str = "5x11") -> Puzzle:
    """Return IQ Puzzler Pro, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "diagonal", "pyramid"}
        The rectangle, the slanted board of 9 x 9 or the pyramid of 5 layers.

    Examples
    --------
    >>> iq_puzzler_pro("diagonal")
    Puzzle(9x9, 55 cells, 12 pieces: A5 B5 C5 D4 E5 F5 G5 H5 I5 J4 K4 L3)
    """
    return _ready(_IQ_PUZZLER_PRO, board, ("5x11", "diagonal", "pyramid"))


def kanoodle(board: str = "5x11") -> Puzzle:
    """Return Kanoodle, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "pyramid"}
        The rectangle or the pyramid of 5 layers.

    Examples
    --------
    >>> solve(kanoodle("pyramid")).status
    'solved'
    """
    return _ready(_KANOODLE, board, ("5x11", "pyramid"))


def _ready(pieces: str, board: str, boards: Sequence[str]) -> Puzzle:
    if board not in boards:
        raise InputError(f"unknown board {board!r}, expected one of {', '.join(boards)}")
    shapes = {}
    for word in pieces.split():
        rows = word.split("/")
        letter = word.replace(".", "")[0]
        shapes[letter] = [
            (r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == letter
        ]
    if board == "pyramid":
        return Puzzle(("pyramid", 5), shapes)
    if "x" in board and board != "8x8":
        return Puzzle(np.ones(tuple(map(int, board.split("x"))), bool), shapes)
    lines = (_HOLE if board == "8x8" else _DIAGONAL).split()
    return Puzzle(np.array([[x == "X" for x in line] for line in lines]), shapes)
