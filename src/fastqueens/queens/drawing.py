"""How a board of coloured Queens, or Star Battle, is drawn."""

from __future__ import annotations

from fastqueens.canvas.boards import Squares
from fastqueens.canvas.pieces import QUEEN, STAR
from fastqueens.queens.board import Board

__all__ = ["squares"]


def squares(board: Board) -> Squares:
    """Return a board as the canvas draws it."""
    several = board.stars > 1
    return Squares(
        board.n,
        board.regions,
        board.letters,
        board.labels,
        STAR if several else QUEEN,
        "Star Battle board" if several else "Queens board",
    )
