"""The layouts of boards as text: rows of characters, axes, numbered grids and lists of queens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from fastqueens.cell_names import column_name
from fastqueens.queens.grid.grid import MAX_N
from fastqueens.queens.grid.placements import Cell
from fastqueens.results import InputError

__all__ = ["Line", "is_square", "numbered_lines", "read_queens_only", "split_row", "strip_axes"]

Line = tuple[int, str]  # a line of a text with its number, counted from 0
_SELECTORS = "\ufe0e\ufe0f"  # invisible characters that choose how the emoji before them is drawn
_WITHOUT_SELECTORS = dict.fromkeys(map(ord, _SELECTORS))
_LISTED = re.compile(
    r"[ \t]*colou?r\b(.*)\bat[ \t]*\[[ \t]*(\d{1,5})[ \t]*,[ \t]*(\d{1,5})[ \t]*\]\s*"
)


def split_row(line: str, fail: Callable[[str, int], InputError]) -> tuple[list[str], list[int]]:
    """Split a line into its visible characters and their indices; stops after `MAX_N` + 1 cells."""
    cells: list[str] = []
    starts: list[int] = []
    for at, character in enumerate(line):
        if character in " \t":
            continue
        selector = character in _SELECTORS
        if selector and starts and starts[-1] == at - 1:
            continue
        if selector or not character.isprintable():
            name = unicodedata.name(character, "")
            code = f"U+{ord(character):04X}{' ' if name else ''}{name}"
            raise fail(
                f"found the invisible character {code}, "
                "expected visible characters, spaces and tabs",
                at,
            )
        cells.append(character)
        starts.append(at)
        if len(cells) > MAX_N:
            break
    return cells, starts


def is_square(rows: Sequence[Line]) -> bool:
    """Whether a drawing has as many rows as each row has cells."""
    return len(rows) <= MAX_N and all(_count_cells(line) == len(rows) for _, line in rows)


def _count_cells(line: str) -> int:
    """Count the cells of a line; the count stops early because a long line cannot be a row."""
    return len("".join(line[: 4 * MAX_N].translate(_WITHOUT_SELECTORS).split()))


def read_queens_only(rows: Sequence[Line]) -> list[Cell] | None:
    """Read a numbered grid or a list of queens, which have no regions; None for other text."""
    if not rows or len(rows) > 4 * MAX_N:
        return [] if not rows else None
    listed = [_LISTED.fullmatch(line) for _, line in rows]
    if all(listed):
        return [(int(found[2]), int(found[3])) for found in listed if found]
    words = [line.split() for _, line in rows]
    n = len(words) - 1
    if n < 1 or words[0] != [str(column) for column in range(n)]:
        return None
    for row, line in enumerate(words[1:]):
        if line[:1] != [str(row)] or len(line) != n + 1 or not set(line[1:]) <= {"0", "1"}:
            return None
    return [(r, c) for r, line in enumerate(words[1:]) for c, x in enumerate(line[1:]) if x == "1"]


def numbered_lines(n: int, cells: Sequence[Cell]) -> list[str]:
    """Write a grid of 0 and 1 with numbered rows and columns; 1 is a queen."""
    width = len(str(n - 1))
    rows = [[int((r, c) in cells) for c in range(n)] for r in range(n)]
    heading = " " * width + "".join(f" {c:>{width}}" for c in range(n))
    return [
        heading,
        *(f"{r:>{width}}" + "".join(f" {x:>{width}}" for x in row) for r, row in enumerate(rows)),
    ]


def strip_axes(rows: Sequence[Line]) -> list[tuple[int, int, str]] | None:
    """Remove the names of columns and rows from a drawing; None if it has no names.

    Returns the number, the start and the cells of each row. Cells stand below the names of their
    columns; all other characters are marks and are ignored.
    """
    heads = next((k for k, (_, line) in enumerate(rows[:4]) if line.split()[:1] == ["1"]), 0)
    n = len(rows) - heads
    if not heads or not 1 <= n <= MAX_N:
        return None
    above = [line for _, line in rows[:heads]]  # the letters of a name stand one below the other
    places = [found.start() for found in re.finditer(r"\S", above[-1])]
    names = ["".join(line[place : place + 1] for line in above).strip() for place in places]
    if names != [column_name(column) for column in range(n)]:
        return None
    found = []
    for row, (number, line) in enumerate(rows[heads:], 1):
        if line[: places[0]].strip() != str(row):
            return None
        cells = "".join(line[place : place + 1] for place in places)
        found.append((number, places[0], cells))
    return found
