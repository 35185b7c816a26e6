"""Boards and positions as short texts for addresses; ``board/codec.js`` reads and writes the same.

The codec exists twice, because the page writes the address after every move without the server,
and the server gets boards as codes and sends levels, new boards and frames as codes.

A board is ``9x1.AABBB...``: rows, stars, and the region of each cell, row by row, numbered in order
of first appearance, as a character of base64url. From 17 rows on, the cells are shorter deflated:
``z`` and the deflated characters in base64url. The first cell of a board is always ``A``, so that
``z`` in its place means deflated cells. A position may follow after ``~``, three cells per
character.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fastqueens.queens.grid.grid import MAX_N, Grid, assemble, letters_for
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["ALPHABET", "decode", "decode_state", "encode", "encode_state", "find"]

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CODE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})\.([A-Za-z0-9_-]*)")
_LINK = re.compile(
    r"(?:\S*[#/])?([0-9]{1,3}x[0-9]{1,3}\.[A-Za-z0-9_-]*)(?:~([A-Za-z0-9_-]*))?(?:[?&]\S*)?"
)
_EMPTY, _MARK, _QUEEN = range(3)
_NUMBER = {letter: number for number, letter in enumerate(ALPHABET)}


def encode(regions: NDArray[np.uint8], stars: int = 1, *, packed: bool = False) -> str | None:
    r"""Write a board as a code, without its labels.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> encode(board.regions)
    '4x1.ABBBAABCDCCCDDDC'
    >>> decode(encode(board.regions, packed=True)) == decode(encode(board.regions))
    True
    """
    if regions.max() >= len(ALPHABET):
        return None
    cells = "".join(ALPHABET[region] for region in regions.ravel().tolist())
    return f"{len(regions)}x{stars}.{_deflate(cells) if packed else cells}"


def _deflate(text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode()) + deflate.flush()
    return "z" + urlsafe_b64encode(data).decode().rstrip("=")


def decode(code: str) -> Grid:
    """Read a code, plain or deflated.

    Examples
    --------
    >>> decode("2x1.ABAB").regions.tolist()
    [[0, 1], [0, 1]]
    >>> decode("2x1.ABA")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 3 cells in the code of a board of 2 rows, expected 4
    """
    found = _CODE.fullmatch(code)
    if not found:
        raise InputError(f"found {describe(code)}, expected the code of a board as in 2x1.ABAB")
    n, stars, cells = int(found[1]), int(found[2]), found[3]
    if not 1 <= n <= MAX_N:
        raise InputError(f"found {plural(n, 'row')} in the code of a board, expected 1 to {MAX_N}")
    cells = _inflate(cells, n * n)
    if len(cells) != n * n:
        raise InputError(
            f"found {plural(len(cells), 'cell')} in the code of a board of {plural(n, 'row')}, "
            f"expected {n * n}"
        )
    rows = [cells[at : at + n] for at in range(0, n * n, n)]
    grid = assemble(rows, lambda message, row, column: InputError(message))
    return replace(grid, labels=letters_for(len(grid.labels)), rules=Rules(stars))


def _inflate(text: str, size: int) -> str:
    """Inflate a text that begins with ``z`` to `size` characters, or one more if it has more."""
    if not text.startswith("z"):
        return text
    try:
        data = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        found = zlib.decompressobj(-15).decompress(data, size + 1).decode("ascii")
    except (Base64Error, zlib.error, ValueError):
        found = ""
    if not found or not set(found) <= _NUMBER.keys():
        raise InputError("the link is damaged: copy the whole link again")
    return found


def encode_state(
    n: int, queens: Iterable[Cell], marks: Iterable[Cell], *, packed: bool = False
) -> str:
    """Write the position of a player on a board of n rows.

    Examples
    --------
    >>> encode_state(2, [(0, 1)], [(0, 0)])
    'YA'
    """
    cells = [_EMPTY] * (n * n + -n * n % 3)
    for value, where in ((_MARK, marks), (_QUEEN, queens)):
        for row, column in where:
            cells[row * n + column] = value
    threes = zip(cells[::3], cells[1::3], cells[2::3], strict=True)
    text = "".join(ALPHABET[16 * a + 4 * b + c] for a, b, c in threes)
    return _deflate(text) if packed else text


def decode_state(n: int, text: str) -> tuple[list[Cell], list[Cell]]:
    """Read the position of a player on a board of n rows.

    Examples
    --------
    >>> decode_state(2, "YA")
    ([(0, 1)], [(0, 0)])
    """
    found: dict[int, list[Cell]] = {_MARK: [], _QUEEN: []}
    length = -(-n * n // 3)
    text = _inflate(text, length)
    damaged = "the position in the link is damaged: copy the whole link again"
    if len(text) != length:
        raise InputError(damaged)
    for at, letter in enumerate(text):
        value = _NUMBER.get(letter, 3)
        for cell, content in enumerate((value >> 4, value >> 2 & 3, value & 3), 3 * at):
            if content and (content > _QUEEN or cell >= n * n):
                raise InputError(damaged)
            if content:
                found[content].append(divmod(cell, n))
    return found[_QUEEN], found[_MARK]


def find(text: str) -> tuple[str, str | None] | None:
    """Find the code and the position in a link to a board; the text may also be just a code.

    Examples
    --------
    >>> find("http://localhost/#/play/2x1.ABAB~YA"), find("AB")
    (('2x1.ABAB', 'YA'), None)
    """
    found = _LINK.fullmatch(text.strip())
    return (found[1], found[2]) if found else None
