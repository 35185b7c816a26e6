"""The canonical form of a board under rotation, reflection and renaming of regions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from fastqueens._kernels.queens import generate as _generate
from fastqueens.queens.board.board import Board, as_board, board_of
from fastqueens.queens.grid.rules import ANY_REGIONS

__all__ = ["canonical", "canonical_hash"]


def canonical(board: Board | ArrayLike) -> Board:
    r"""Return the canonical board of a puzzle.

    Two boards are the same puzzle if rotation, reflection and renaming of the regions turn one
    into the other. The canonical board is the first of them in lexicographic order, with regions
    named in order of first appearance.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.

    Returns
    -------
    Board
        Its labels are letters, and it has the rules of `board`.

    Raises
    ------
    InputError
        If an array is not a board.

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
    r"""Return 32 hexadecimal digits that are equal for boards that are the same puzzle.

    The digits are a BLAKE2b digest of 16 bytes. The data of the digest are n, the region numbers
    of the `canonical` board and, if it is not 1, the number of stars, one byte each. The digits
    are the same in every process and in every version of the package.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.

    Returns
    -------
    str

    Raises
    ------
    InputError
        If an array is not a board.

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
