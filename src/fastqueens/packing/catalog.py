"""Well-known puzzles: sets of pieces with their boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastqueens.packing.piece_sets import IQ_PUZZLER_PRO, KANOODLE, PENTOMINOES, draw_pieces
from fastqueens.packing.puzzle import Puzzle
from fastqueens.results import InputError
from fastqueens.validation import is_choice, quote

__all__ = ["iq_puzzler_pro", "kanoodle", "pentominoes"]


_DIAGONAL = (
    ".XXXX.... XXXXX.... XXXXXXX.. XXXXXXX.. XXXXXXXXX ..XXXXXXX ..XXXXXXX ....XXXXX ....XXXX."
)
_HOLE = "XXXXXXXX XXXXXXXX XXXXXXXX XXX..XXX XXX..XXX XXXXXXXX XXXXXXXX XXXXXXXX"


def pentominoes(board: str = "6x10") -> Puzzle:
    """Return the twelve pentominoes on a board of 60 cells.

    Parameters
    ----------
    board : {"6x10", "5x12", "4x15", "3x20", "8x8"}
        ``"8x8"`` lacks the four cells in the middle.

    Returns
    -------
    Puzzle

    Raises
    ------
    InputError
        If the board is unknown.

    Examples
    --------
    >>> from fastqueens.packing import count
    >>> int(count(pentominoes("3x20"), distinct=True))
    2
    """
    return _make_puzzle(PENTOMINOES, board, ("6x10", "5x12", "4x15", "3x20", "8x8"))


def iq_puzzler_pro(board: str = "5x11") -> Puzzle:
    """Return IQ Puzzler Pro, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "diagonal", "pyramid"}
        The rectangle, the slanted board of 9 x 9 or the pyramid of 5 layers.

    Returns
    -------
    Puzzle

    Raises
    ------
    InputError
        If the board is unknown.

    Examples
    --------
    >>> iq_puzzler_pro("diagonal")
    Puzzle(9x9, 55 cells, 12 pieces: A5 B5 C5 D4 E5 F5 G5 H5 I5 J4 K4 L3)
    """
    return _make_puzzle(IQ_PUZZLER_PRO, board, ("5x11", "diagonal", "pyramid"))


def kanoodle(board: str = "5x11") -> Puzzle:
    """Return Kanoodle, on one of its boards.

    Parameters
    ----------
    board : {"5x11", "pyramid"}
        The rectangle or the pyramid of 5 layers.

    Returns
    -------
    Puzzle

    Raises
    ------
    InputError
        If the board is unknown.

    Examples
    --------
    >>> from fastqueens.packing import solve
    >>> solve(kanoodle("pyramid")).status
    'solved'
    """
    return _make_puzzle(KANOODLE, board, ("5x11", "pyramid"))


def _make_puzzle(pieces: str, board: str, boards: Sequence[str]) -> Puzzle:
    if not is_choice(board, boards):
        raise InputError(f"unknown board {quote(board)}, expected one of {', '.join(boards)}")
    shapes = draw_pieces(pieces)
    if board == "pyramid":
        return Puzzle(("pyramid", 5), shapes)
    if "x" in board and board != "8x8":
        return Puzzle(np.ones(tuple(map(int, board.split("x"))), bool), shapes)
    lines = (_HOLE if board == "8x8" else _DIAGONAL).split()
    return Puzzle(np.array([[x == "X" for x in line] for line in lines]), shapes)
