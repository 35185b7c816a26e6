"""What a puzzle in space allows beyond filling every cell with every piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["NO_RULES", "Rules", "sign_optional"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a puzzle in space.

    Attributes
    ----------
    reflect : bool
        Whether pieces may be replaced by their mirror images.
    optional_cells : tuple of int
        The cells that may stay empty, as ascending indices into ``puzzle.cells``.
    max_empty : int or None
        The largest number of these cells that may stay empty in one solution; None for any number.
    optional_pieces : tuple of int
        The pieces that a solution need not use, as ascending indices into ``puzzle.pieces``.
    cell_colours : tuple of int
        The colour of each cell of the container; empty if nothing is coloured. A piece's cell of
        colour 0 may lie on any cell of the container, and any piece's cell may lie on a container's
        cell of colour 0.
    piece_colours : tuple of tuple of int
        For each piece, the colour of each of its cells; empty if nothing is coloured.
    colour_pairs : tuple of (int, int)
        The pairs (colour of a piece's cell, colour of a container's cell) that may meet.

    Examples
    --------
    >>> Rules(colour_pairs=((1, 2),)).may_meet(1, 2), Rules().may_meet(1, 2)
    (True, False)
    """

    reflect: bool = False
    optional_cells: tuple[int, ...] = ()
    optional_pieces: tuple[int, ...] = ()
    cell_colours: tuple[int, ...] = ()
    piece_colours: tuple[tuple[int, ...], ...] = ()
    colour_pairs: tuple[tuple[int, int], ...] = ()
    max_empty: int | None = None

    def may_meet(self, piece: int, cell: int) -> bool:
        """Return whether a cell of a piece may lie on a cell of the container.

        Parameters
        ----------
        piece, cell : int
            The colours of the two cells.

        Returns
        -------
        bool

        Examples
        --------
        >>> Rules().may_meet(1, 2), Rules().may_meet(0, 2)
        (False, True)
        """
        return not piece or not cell or (piece, cell) in self.colour_pairs


NO_RULES = Rules()  # every piece is used, every cell is covered


def sign_optional(solid: Sequence[Sequence[str]], rules: Rules) -> list[list[str]]:
    """Return the layers of a container with + for the cells that may stay empty.

    Examples
    --------
    >>> sign_optional([["XX"], ["X."]], Rules(optional_cells=(2,)))
    [['XX'], ['+.']]
    """
    empty, number = set(rules.optional_cells), -1
    layers = []
    for layer in solid:
        rows = []
        for row in layer:
            signs = ""
            for sign in row:
                number += sign == "X"
                signs += "+" if sign == "X" and number in empty else sign
            rows.append(signs)
        layers.append(rows)
    return layers
