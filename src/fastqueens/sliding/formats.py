"""Reads and checks the tiles of a puzzle: lines of numbers, a game id, or an array.

A game id of Fifteen, in Simon Tatham's collection of puzzles, is a puzzle in one line: the numbers
of columns and rows, then the tiles row by row, 0 for the blank, as in ``3x2:1,2,3,4,0,5``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens import input_limits as limits
from fastqueens.input import normalise_text
from fastqueens.results import InputError
from fastqueens.validation import array_of, describe, plural

__all__ = [
    "EXPECTED",
    "LARGEST",
    "MAX_BYTES",
    "SMALLEST",
    "SOLUTION",
    "parse",
    "read_array",
]


SMALLEST, LARGEST = 2, 5  # limits of rows and columns
MAX_BYTES = limits.TILES
EXPECTED = "a sliding puzzle"  # the name of the input in error messages
SOLUTION = "SOLUTION :"  # the line before the moves in a solution file
_SOLUTION = re.compile(r"\s*SOLUTION\s*:", re.IGNORECASE)
_GAME_ID = re.compile(r"[ \t]*([0-9]{1,3})x([0-9]{1,3}):(.*)", re.DOTALL)
_TOKEN = re.compile(r"[^\s,]+|,")


def parse(text: str, source: str | None) -> NDArray[np.uint8]:
    """Read rows of numbers; see `sliding.Puzzle.from_text`."""

    def fail(message: str, line: int, column: int | None = None) -> InputError:
        return InputError(message, source=source, line=line, column=column)

    lines = _puzzle_lines(normalise_text(text).split("\n"))
    filled = [number for number, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        found = "only blanks" if text else "nothing"
        raise fail(f"found {found}, expected a line of numbers for each row", 1)
    first, last = filled[0], filled[-1]
    if last - first + 1 != len(filled):
        blank = next(line for line, number in enumerate(filled, first) if line != number)
        raise fail(f"found a blank line, expected row {blank - first + 1}", blank)
    if game := _GAME_ID.fullmatch(lines[first - 1]) if len(filled) == 1 else None:
        return _check_tiles(_read_game(game, first, fail), [first] * LARGEST, fail)
    rows: list[list[tuple[int, int]]] = []  # pairs (number, its column in the text)
    for number in filled[: LARGEST + 1]:
        row = _parse_row(lines[number - 1], number, fail)
        if rows and len(row) != len(rows[0]):
            at = row[len(rows[0])][1] if len(row) > len(rows[0]) else len(lines[number - 1]) + 1
            raise fail(
                f"found a row of {plural(len(row), 'number')}, expected {len(rows[0])}", number, at
            )
        rows.append(row)
    if not SMALLEST <= len(filled) <= LARGEST:
        extra = filled[LARGEST] if len(filled) > LARGEST else last
        raise fail(f"found {plural(len(filled), 'row')}, expected {SMALLEST} to {LARGEST}", extra)
    return _check_tiles(rows, filled, fail)


def _read_game(
    game: re.Match[str], number: int, fail: Callable[[str, int, int], InputError]
) -> list[list[tuple[int, int]]]:
    """Read a game id: the size as columns x rows, then all tiles, separated by commas."""
    columns, count = int(game[1]), int(game[2])
    for side, at in ((columns, game.start(1)), (count, game.start(2))):
        if not SMALLEST <= side <= LARGEST:
            message = f"found a side of {side}, expected {SMALLEST} to {LARGEST}"
            raise fail(message, number, at + 1)
    tiles: list[tuple[int, int]] = []
    at = game.start(3) + 1
    for word in game[3].split(","):
        if not re.fullmatch("[0-9]{1,9}", word.strip(" \t")):
            found = describe(word.strip()) if word.strip() else "nothing"
            raise fail(f"found {found}, expected a number, 0 for the blank", number, at)
        tiles.append((int(word), at))
        at += len(word) + 1
    if len(tiles) != columns * count:
        message = f"found {plural(len(tiles), 'number')}, expected {columns * count}"
        raise fail(message, number, game.start(3) + 1)
    return [tiles[k : k + columns] for k in range(0, len(tiles), columns)]


def _check_tiles(
    rows: list[list[tuple[int, int]]],
    lines: list[int],
    fail: Callable[[str, int, int], InputError],
) -> NDArray[np.uint8]:
    """Check that each number occurs once; error messages use `lines` and the columns in `rows`."""
    cells = len(rows) * len(rows[0])
    seen: set[int] = set()
    for number, row in zip(lines, rows, strict=False):
        for value, column in row:
            if value >= cells:
                raise fail(_out_of_range_message(value, cells), number, column)
            if value in seen:
                present = {value for row in rows for value, _ in row}
                raise fail(_duplicate_message(value, present, cells), number, column)
            seen.add(value)
    return np.array([[value for value, _ in row] for row in rows], np.uint8)


def _puzzle_lines(lines: list[str]) -> list[str]:
    """Return the lines of the puzzle; in a solution file they are the first lines."""
    if not any(_SOLUTION.match(line) for line in lines):
        return lines
    first = next((k for k, line in enumerate(lines) if line.strip()), 0)
    end = next((k for k in range(first, len(lines)) if not lines[k].strip()), len(lines))
    return lines[:end]


def _parse_row(
    line: str, number: int, fail: Callable[[str, int, int], InputError]
) -> list[tuple[int, int]]:
    row: list[tuple[int, int]] = []
    wanted = True  # a number is expected, not a comma
    for match in _TOKEN.finditer(line):
        token, column = match[0], match.start() + 1
        if token == ",":
            if wanted:
                raise fail("found a comma, expected a number before it", number, column)
            wanted = True
            continue
        if not re.fullmatch("[0-9]{1,9}", token):
            shown = token if len(token) <= 20 else token[:20] + "..."
            raise fail(f"found {shown!r}, expected a number, 0 for the blank", number, column)
        row.append((int(token), column))
        wanted = False
    if not SMALLEST <= len(row) <= LARGEST:
        at = row[LARGEST][1] if len(row) > LARGEST else len(line) + 1
        raise fail(
            f"found a row of {plural(len(row), 'number')}, expected {SMALLEST} to {LARGEST}",
            number,
            at,
        )
    return row


def read_array(array: ArrayLike) -> NDArray[np.uint8]:
    """Return a checked, read-only array of tiles; see `sliding.Puzzle.from_array`."""
    cells = array_of(array)
    if cells.ndim != 2 or not all(SMALLEST <= side <= LARGEST for side in cells.shape):
        raise InputError(
            f"found an array of shape {cells.shape}, "
            f"expected {SMALLEST} to {LARGEST} rows and columns"
        )
    if cells.dtype.kind not in "iu":
        raise InputError(f"found an array of {cells.dtype}, expected whole numbers")
    values = cells.ravel().tolist()
    seen: set[int] = set()
    for i, value in enumerate(values):
        row, column = divmod(i, cells.shape[1])
        where = f"row {row}, column {column} (counted from 0): "
        if not 0 <= value < cells.size:
            raise InputError(where + _out_of_range_message(value, cells.size))
        if value in seen:
            raise InputError(where + _duplicate_message(value, set(values), cells.size))
        seen.add(value)
    tiles = np.array(cells, np.uint8, order="C")
    tiles.flags.writeable = False
    return tiles


def _out_of_range_message(value: int, cells: int) -> str:
    return f"found {value}, expected a number from 0 (the blank) to {cells - 1}"


def _duplicate_message(value: int, present: set[int], cells: int) -> str:
    missing = [str(number) for number in range(cells) if number not in present]
    listed = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
    return f"found {value} again, and {listed} {'is' if len(missing) == 1 else 'are'} missing"
