"""A board and its mirror images: the one that stands for all."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.queens import generate as _generate
from fastqueens.queens.board.board import Board, as_board, board_of
from fastqueens.queens.grid.rules import ANY_REGIONS

__all__ = ["canonical", "canonical_hash"]


def canonical(board: Board | ArrayLike) -> Board:
    r"""Return the one board that stands for all that are the same puzzle.

    Boards are the same puzzle if one becomes the other by turning, mirroring and renaming the
    regions. Of these the first in lexicographic order is chosen, with regions named in order of
    first appearance.

    Parameters
    ----------
    board : Board or array of labels
        The board; any number of regions will do.

    Returns
    -------
    Board
        Its labels are letters, and it has the stars of the one given.

    Raises
    ------
    InputError
        For an array that is no board.

    Examples
    --------
    >>> print(canonical(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")))
    AAAB
    ABBB
    CCDB
    CDDD
    """
    board = as_board(board, ANY_REGIONS)
    form = np.empty((1, board.n, board.n), np.uint8)
    _generate.canonical(board.regions[None], form)
    return board_of(form[0], board.rules)


def canonical_hash(board: Board | ArrayLike) -> str:
    r"""Return 32 hexadecimal digits that are the same for boards that are the same puzzle.

    They are the BLAKE2b digest (16 bytes) of n and the region numbers of the `canonical` board, and
    the number of stars if that is not 1, one byte each; so they are the same in every process and
    every version of the package.

    Parameters
    ----------
    board : Board or array of labels
        The board; any number of regions will do.

    Returns
    -------
    str

    Raises
    ------
    InputError
        For an array that is no board.

    Examples
    --------
    >>> canonical_hash(["RBBB", "RRBY", "GYYY", "GGGY"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    >>> canonical_hash(["1222", "1124", "3444", "3334"])
    'a35cb7663d2ca395fc5b1233b0019c9d'
    """
    from hashlib import blake2b

    form = canonical(board)
    stars = bytes([form.stars] if form.stars > 1 else [])
    text = bytes([form.n]) + form.regions.tobytes() + stars
    return blake2b(text, digest_size=16).hexdigest()
