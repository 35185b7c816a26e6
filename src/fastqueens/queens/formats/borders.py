"""Boards as borders between their cells, for the formats `sbn` and `puzzlink`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fastqueens.cell_names import cell_name
from fastqueens.connected_pieces import connect_cells, count_pieces_of_regions
from fastqueens.queens.grid.grid import MAX_REGIONS, Grid, letters_for
from fastqueens.results import InputError

__all__ = ["Flags", "borders_of", "grid_from_borders", "pack", "unpack"]

Flags = NDArray[np.bool_]


def grid_from_borders(right: Flags, down: Flags, fail: Callable[[str], InputError]) -> Grid:
    """Return the grid whose regions the given borders separate.

    An item of `right` is true if the cell has a border to its right neighbour; an item of `down`
    is true if the cell has a border to the cell below.

    Examples
    --------
    >>> wall = np.array([[True], [True]])
    >>> grid_from_borders(wall, np.array([[False, False]]), InputError).regions.tolist()
    [[0, 1], [0, 1]]
    """
    numbers = connect_cells(right, down)
    if int(numbers.max()) >= MAX_REGIONS:
        raise fail(f"found more than {MAX_REGIONS} regions, expected at most {MAX_REGIONS}")
    regions = numbers.astype(np.uint8)
    for walls, same, (dr, dc) in (
        (right, regions[:, :-1] == regions[:, 1:], (0, 1)),
        (down, regions[:-1] == regions[1:], (1, 0)),
    ):
        if (loose := np.argwhere(walls & same)).size:
            row, column = loose[0].tolist()
            names = f"{cell_name(row, column)} and {cell_name(row + dr, column + dc)}"
            raise fail(
                f"found a border between {names} that does not close, "
                "expected borders around regions only"
            )
    regions.flags.writeable = False
    return Grid(regions, letters_for(int(regions.max()) + 1))


def borders_of(board: Grid, what: str) -> tuple[Flags, Flags]:
    r"""Return the borders of a board, in the form that `grid_from_borders` takes.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> right, down = borders_of(Board.from_text("AB\nAB").grid, "SBN")
    >>> right.tolist(), down.tolist()
    ([[True], [True]], [[False, False]])
    >>> borders_of(Board.from_text("AB\nBA").grid, "SBN")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found a region in several pieces, which SBN cannot hold
    """
    regions = board.regions
    right, down = regions[:, :-1] != regions[:, 1:], regions[:-1] != regions[1:]
    if count_pieces_of_regions(regions).max() > 1:
        raise InputError(f"found a region in several pieces, which {what} cannot hold")
    return right, down


def pack(bits: list[int], width: int, digits: str) -> str:
    """Write bits as digits of `width` bits, highest bit first; `width` must divide their number.

    Examples
    --------
    >>> pack([0, 0, 1, 1, 1, 1], 3, "01234567")
    '17'
    """
    parts = (bits[k : k + width] for k in range(0, len(bits), width))
    return "".join(digits[int("".join(map(str, part)), 2)] for part in parts)


def unpack(text: str, width: int, digits: str) -> list[int]:
    """Read the bits that `pack` wrote.

    Examples
    --------
    >>> unpack("17", 3, "01234567")
    [0, 0, 1, 1, 1, 1]
    """
    return [int(bit) for sign in text for bit in f"{digits.index(sign):0{width}b}"]
