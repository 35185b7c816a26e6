"""The addresses of Star Battle boards on puzz.link and on pages that show its puzzles.

``https://puzz.link/p?starbattle/COLUMNS/ROWS/STARS/BORDERS``: the borders are digits of base 32,
``0`` to ``v``, five bits each. The first part has the borders between neighbours in each row, row
by row; the second part has the borders between each row and the next. Both parts end with zeros
that fill the last digit.
"""

from __future__ import annotations

import re
import string
from dataclasses import replace

import numpy as np

from fastqueens.queens.formats.borders import borders_of, grid_from_borders, pack, unpack
from fastqueens.queens.grid.grid import MAX_N, Fail, Grid
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.validation import describe

__all__ = ["looks_like_address", "read_address", "write_address"]

_DIGITS = string.digits + string.ascii_lowercase[:22]
_BITS = 5
_HEAD = re.compile(r"(?:https?://)?(?:[^\s?]*\?)?(?:starbattle)(?:_edit)?/(?:v:/)?")
_LIKE = re.compile(r"https?://\S|(?:[^\s?]*\?)?starbattle(?:_edit)?/")


def looks_like_address(line: str, lines: int) -> bool:
    """Whether a line is an address.

    Examples
    --------
    >>> looks_like_address("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk", 1)
    True
    """
    return _LIKE.match(line) is not None


def _digits_of(borders: int) -> int:
    return -(-borders // _BITS)


def read_address(text: str, fail: Fail) -> Grid:
    """Read an address.

    Examples
    --------
    >>> from fastqueens.results import InputError
    >>> grid = read_address("starbattle/2/2/1/o0", lambda message, at: InputError(message))
    >>> grid.regions.tolist(), grid.stars
    ([[0, 1], [0, 1]], 1)
    """
    head = _HEAD.match(text)
    if head is None:
        raise fail(f"found {describe(text)}, expected ...?starbattle/COLUMNS/ROWS/STARS/BORDERS", 0)
    parts: list[tuple[str, int]] = []
    at = head.end()
    for part in text[at:].split("/", 4):
        parts.append((part, at))
        at += len(part) + 1
    if len(parts) < 4 or (len(parts) == 5 and parts[4][0]):
        found = f"found {len(parts)} parts after starbattle"
        raise fail(f"{found}, expected COLUMNS/ROWS/STARS/BORDERS", head.end())
    numbers = []
    for (part, at), most in zip(parts, (MAX_N, MAX_N, MAX_STARS), strict=False):
        if not re.fullmatch("[0-9]{1,9}", part) or not 1 <= int(part) <= most:
            raise fail(f"found {describe(part)}, expected a number from 1 to {most}", at)
        numbers.append(int(part))
    columns, n, stars = numbers
    if columns != n:
        message = f"found {columns} columns and {n} rows, expected equal numbers"
        raise fail(message, parts[0][1])
    digits, at = parts[3]
    size = n * (n - 1)
    length = _digits_of(size)
    if len(digits) != 2 * length:
        end = at + min(len(digits), 2 * length)
        raise fail(f"found {len(digits)} digits of borders, expected {2 * length}", end)
    digits = digits.lower()
    for k, sign in enumerate(digits):
        if sign not in _DIGITS:
            raise fail(f"found {sign!r}, expected one of 0-9 and a-v", at + k)
    borders = []
    for begin in (0, length):
        bits = unpack(digits[begin : begin + length], _BITS, _DIGITS)
        if any(bits[size:]):
            raise fail(
                f"found bits that belong to none of the {size} borders, expected zeros",
                at + begin + length - 1,
            )
        borders.append(np.array(bits[:size], bool))
    grid = grid_from_borders(
        borders[0].reshape(n, n - 1),
        borders[1].reshape(n - 1, n),
        lambda message: fail(message, at),
    )
    return replace(grid, rules=Rules(stars))


def write_address(board: Grid) -> str:
    r"""Write the address of a board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_address(Board.from_text("AB\nAB").grid)
    'https://puzz.link/p?starbattle/2/2/1/o0'
    """
    n = board.n
    text = ""
    for walls in borders_of(board, "puzz.link"):
        bits = walls.ravel().astype(int).tolist()
        text += pack(bits + [0] * (-len(bits) % _BITS), _BITS, _DIGITS)
    return f"https://puzz.link/p?starbattle/{n}/{n}/{board.stars}/{text}"
