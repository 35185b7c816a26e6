"""Boards given by the borders between their cells, as in `sbn` and `puzzlink`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastqueens.notation import cell_name
from fastqueens.queens.grid import MAX_REGIONS, Grid, letters_for
from fastqueens.results import InputError

if TYPE_CHECKING:
    from fastqueens.queens.board import Board

__all__ = ["Flags", "borders_of", "grid_from_borders", "pack", "unpack"]

Flags = NDArray[np.bool_]


def grid_from_borders(right: Flags, down: Flags, fail: Callable[[str], InputError]) -> Grid:
    """Find the regions that borders cut out of a board.

    Parameters
    ----------
    right : ndarray of bool, shape (n, n - 1)
        Whether there is a border to the right of a cell.
    down : ndarray of bool, shape (n - 1, n)
        Whether there is a border below a cell.
    fail : callable
        Makes the error for a message.

    Returns
    -------
    Grid
        The labels are letters.

    Raises
    ------
    InputError
        As `fail` makes it: for more than 256 regions, and for a border with the same region on
        both sides, which does not close.

    Examples
    --------
    >>> wall = np.array([[True], [True]])
    >>> grid_from_borders(wall, np.array([[False, False]]), InputError).regions.tolist()
    [[0, 1], [0, 1]]
    """
    n = len(right)
    joined = (~right).tolist(), (~down).tolist()
    numbers = [[-1] * n for _ in range(n)]
    found = 0
    for start in range(n * n):
        row, column = divmod(start, n)
        if numbers[row][column] >= 0:
            continue
        if found == MAX_REGIONS:
            raise fail(f"found more than {MAX_REGIONS} regions, expected at most {MAX_REGIONS}")
        numbers[row][column] = found
        todo = [(row, column)]
        while todo:
            for r, c in _neighbours(*todo.pop(), *joined):
                if numbers[r][c] < 0:
                    numbers[r][c] = found
                    todo.append((r, c))
        found += 1
    regions = np.array(numbers, np.uint8)
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
    return Grid(regions, letters_for(found))


def _neighbours(
    row: int, column: int, right: list[list[bool]], down: list[list[bool]]
) -> Iterator[tuple[int, int]]:
    """Yield the cells that no border parts from this one."""
    last = len(right) - 1
    if column < last and right[row][column]:
        yield row, column + 1
    if column and right[row][column - 1]:
        yield row, column - 1
    if row < last and down[row][column]:
        yield row + 1, column
    if row and down[row - 1][column]:
        yield row - 1, column


def borders_of(board: Board, what: str) -> tuple[Flags, Flags]:
    r"""Return the borders of a board, as `grid_from_borders` takes them.

    Parameters
    ----------
    board : Board
        The board.
    what : str
        The format that needs them, for the error.

    Returns
    -------
    (right, down)

    Raises
    ------
    InputError
        For a region in several pieces, which borders would make regions of their own.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> right, down = borders_of(Board.from_text("AB\nAB"), "SBN")
    >>> right.tolist(), down.tolist()
    ([[True], [True]], [[False, False]])
    >>> borders_of(Board.from_text("AB\nBA"), "SBN")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found a region in several pieces, which SBN cannot hold
    """
    regions = board.regions
    right, down = regions[:, :-1] != regions[:, 1:], regions[:-1] != regions[1:]
    if not np.array_equal(grid_from_borders(right, down, InputError).regions, regions):
        raise InputError(f"found a region in several pieces, which {what} cannot hold")
    return right, down


def pack(bits: list[int], width: int, digits: str) -> str:
    """Write bits as digits of `width` each, the first bit highest; their number must divide.

    Examples
    --------
    >>> pack([0, 0, 1, 1, 1, 1], 3, "01234567")
    '17'
    """
    parts = (bits[k : k + width] for k in range(0, len(bits), width))
    return "".join(digits[int("".join(map(str, part)), 2)] for part in parts)


def unpack(text: str, width: int, digits: str) -> list[int]:
    """Read bits again that `pack` wrote.

    Examples
    --------
    >>> unpack("17", 3, "01234567")
    [0, 0, 1, 1, 1, 1]
    """
    return [int(bit) for sign in text for bit in f"{digits.index(sign):0{width}b}"]
