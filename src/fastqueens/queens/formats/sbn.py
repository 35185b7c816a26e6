"""Star Battle Notation (SBN): a board and the marks of a player in one word.

::

    AA2W40G9cOAXHE5G9n28GaCZ4v6IsDIg58
    -- - - ------------------------------
    n  k |  borders, six bits a digit, then (flag e) the cells, three a digit
         flag: W for the board alone, e if the player's marks follow

The digits are 0-9 A-Z a-z - _ with the values 0 to 63. The first two digits are equal; their value
is n, 5 to 25. The bits of the borders are the n - 1 borders within each row, row by row, then the
n - 1 borders within each column, column by column; zeros in front fill the first digit. The state
of a cell is 0 if it is empty, 1 if it is crossed out and 2 if it has a star; a digit has the states
of three cells, two bits each. Cells that are missing at the end are empty. Some programs add ``~``
and the moves of the player; these are not read.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fastqueens.cell_names import cell_name
from fastqueens.queens.formats.borders import borders_of, grid_from_borders, pack, unpack
from fastqueens.queens.grid.grid import Fail, Grid
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError

__all__ = ["looks_like_sbn", "read_sbn", "write_sbn"]

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-_"
_LEAST, _MOST = 5, 25  # the smallest and the largest number of rows
_BITS = 6
_CROSS, _STAR = 1, 2
_HEAD = re.compile(r"([5-9A-P])\1[1-9][We]")


def looks_like_sbn(line: str, lines: int) -> bool:
    """Whether a line looks like SBN; the first of several `lines` must also have the right length.

    Examples
    --------
    >>> looks_like_sbn("551Wab", 1), looks_like_sbn("551Wab", 2)
    (True, False)
    """
    if not _HEAD.match(line):
        return False
    n = _DIGITS.index(line[0])
    shortest = 4 + _digits_of_borders(n)
    return lines == 1 or len(line) == shortest or (line[3] == "e" and len(line) > shortest)


def _digits_of_borders(n: int) -> int:
    return -(-2 * n * (n - 1) // _BITS)


def read_sbn(text: str, fail: Fail) -> Grid:
    """Read a word of SBN.

    Examples
    --------
    >>> grid = read_sbn("551e056Ag_Y" + "W00000O00", lambda message, at: InputError(message))
    >>> grid.placements, grid.eliminated
    ((((0, 0), (3, 4)),), ((3, 3),))
    """
    if len(text) < 4:
        raise fail(f"found {len(text)} characters, expected SBN: n twice, stars, W or e, ...", 0)
    n = _DIGITS.find(text[0])
    if text[0] != text[1] or not _LEAST <= n <= _MOST:
        sizes = f"{_DIGITS[_LEAST] * 2} to {_DIGITS[_MOST] * 2}"
        raise fail(
            f"found {text[:2]!r}, expected a digit twice: {sizes} for {_LEAST} to {_MOST}", 0
        )
    if text[2] not in "123456789":
        raise fail(f"found {text[2]!r}, expected the stars of each unit, 1 to 9", 2)
    if text[3] not in "We":
        raise fail(f"found {text[3]!r}, expected W, or e where the player's marks follow", 3)
    body = text[4:].partition("~")[0]
    length, cells = _digits_of_borders(n), -(-n * n // 3)
    most = length + (cells if text[3] == "e" else 0)
    if not length <= len(body) <= most:
        wanted = str(length) if most == length else f"{length} to {most}"
        end = 4 + min(len(body), most)
        raise fail(f"found {len(body)} characters after the flag, expected {wanted}", end)
    for at, sign in enumerate(body, 4):
        if sign not in _DIGITS:
            raise fail(f"found {sign!r}, expected one of 0-9 A-Z a-z - _", at)
    bits = unpack(body[:length], _BITS, _DIGITS)
    size = n * (n - 1)
    spare = len(bits) - 2 * size
    if any(bits[:spare]):
        raise fail(f"found bits that belong to none of the {2 * size} borders, expected zeros", 4)
    right = np.array(bits[spare : spare + size], bool).reshape(n, n - 1)
    down = np.array(bits[spare + size :], bool).reshape(n, n - 1).T
    grid = grid_from_borders(right, down, lambda message: fail(message, 4))
    stars, eliminated = _read_cells(
        body[length:], n, lambda message, k: fail(message, 4 + length + k)
    )
    placements = (stars,) if stars else ()
    rules = Rules(int(text[2]))
    return replace(grid, rules=rules, placements=placements, eliminated=eliminated)


def _read_cells(digits: str, n: int, fail: Fail) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Read the cells with stars and the cells that are crossed out."""
    stars: list[Cell] = []
    eliminated: list[Cell] = []
    for k, sign in enumerate(digits):
        value = _DIGITS.index(sign)
        for i, state in enumerate((value >> 4, value >> 2 & 3, value & 3)):
            cell = divmod(3 * k + i, n)
            if state > _STAR or (state and cell[0] >= n):
                where = cell_name(*cell) if cell[0] < n else "a cell off the board"
                raise fail(
                    f"found {state} for {where}, expected 0, 1 (eliminated) or 2 (a star)", k
                )
            if state:
                (stars if state == _STAR else eliminated).append(cell)
    return tuple(stars), tuple(eliminated)


def write_sbn(board: Grid, queens: Sequence[Cell], eliminated: Sequence[Cell]) -> str:
    """Write a board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("AAAAA BBBBA BBAAA CCDEE CCCEE".replace(" ", chr(10))).grid
    >>> write_sbn(board, [], [(0, 0)])
    '551e056Ag_YG00000000'
    """
    n = board.n
    if not _LEAST <= n <= _MOST:
        raise InputError(f"found a board of {n} rows, expected {_LEAST} to {_MOST} for SBN")
    if board.stars > 9:
        raise InputError(f"found a board of {board.stars} stars, expected 1 to 9 for SBN")
    right, down = borders_of(board, "SBN")
    bits = [*right.ravel().astype(int).tolist(), *down.T.ravel().astype(int).tolist()]
    spare = _digits_of_borders(n) * _BITS - len(bits)
    text = pack([0] * spare + bits, _BITS, _DIGITS)
    head = f"{_DIGITS[n] * 2}{board.stars}"
    if not queens and not eliminated:
        return f"{head}W{text}"
    states = [0] * (-(-n * n // 3) * 3)
    for state, cells in ((_CROSS, eliminated), (_STAR, queens)):
        for row, column in cells:
            states[row * n + column] = state
    triples = zip(states[::3], states[1::3], states[2::3], strict=True)
    return f"{head}e{text}" + "".join(_DIGITS[16 * a + 4 * b + c] for a, b, c in triples)
