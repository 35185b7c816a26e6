"""Each region of a board as a list of its cells: as JSON or in a program, or as lines of numbers.

::

    {"size_of_board": 2, "num_stars_per_region": 1,     2 1
     "region": {"A": [[0, 0], [1, 0]],                  2
                "B": [[0, 1], [1, 1]]}}                 0 0
                                                        1 0
                                                        2
                                                        0 1
                                                        1 1

The lines of numbers begin with the number of rows and the number of stars, which may be missing.
Each region has a line with the number of its cells, and a line with row and column for each cell.
All rows and columns are counted from 0, or all from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from fastqueens.input import Input
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.written_boards import (
    find_written_boards,
    grid_from_cells,
    has_written_boards,
)
from fastqueens.queens.grid.grid import MAX_N, Grid, letters_for
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.validation import plural

__all__ = ["find_cell_lists", "has_cell_lists", "write_cell_lists"]

_LINE = re.compile(r"\d{1,4}(?:[ \t]+\d{1,4})?")
_MOST_LINES = MAX_N**2 + MAX_N**2  # a line for each cell and one for each region


def has_cell_lists(content: Input) -> bool:
    r"""Whether an input has regions as lists of cells.

    Examples
    --------
    >>> has_cell_lists(Input("1 1\n1\n0 0\n")), has_cell_lists(Input("1 1\n1 1\n"))
    (True, False)
    """
    return _has_lines(content) or has_written_boards("celllists", content)


def _has_lines(content: Input) -> bool:
    """Whether an input consists of lines of one and of two numbers, as this format has them."""
    head = content.head[:4]
    if len(head) < 3 or not all(map(_LINE.fullmatch, head)):
        return False
    return [len(line.split()) for line in head][1:3] == [1, 2] and all(
        _LINE.fullmatch(line) for line in content.head[: _MOST_LINES + 2]
    )


def find_cell_lists(content: Input) -> list[FoundBoard]:
    r"""Find boards whose regions are lists of cells.

    Examples
    --------
    >>> [found] = find_cell_lists(Input("2 1\n2\n0 0\n1 0\n2\n0 1\n1 1\n"))
    >>> found.read().rows()
    ['AB', 'AB']
    """
    if not _has_lines(content):
        return find_written_boards("celllists", content)
    return [FoundBoard(1, partial(_read_lines, content), partial(content.error_at, offset=0))]


def _read_lines(content: Input) -> Grid:
    """Read the lines of numbers."""
    lines: list[tuple[int, list[int]]] = []
    offset = 0
    for line in content.text.split("\n"):
        words = line.split()
        if words and not line.lstrip().startswith("#"):
            if len(words) > 2 or not all(word.isdecimal() and len(word) < 5 for word in words):
                raise content.error_at("found other text, expected one or two numbers", offset)
            lines.append((offset, [int(word) for word in words]))
        offset += len(line) + 1
    at, (n, *rest) = lines[0]
    stars = rest[0] if rest else 1
    if not 1 <= n <= MAX_N or not 1 <= stars <= MAX_STARS:
        message = f"found {' '.join(map(str, lines[0][1]))}, expected 1 to {MAX_N} rows and "
        raise content.error_at(f"{message}1 to {MAX_STARS} stars", at)
    groups: list[list[tuple[int, int, int]]] = []
    k = 1
    while k < len(lines):
        place, numbers = lines[k]
        if len(numbers) > 1:
            raise content.error_at(
                "found two numbers, expected one, the number of cells of the next region", place
            )
        group: list[tuple[int, int, int]] = []
        for at, cell in lines[k + 1 : k + 1 + numbers[0]]:
            if len(cell) < 2:
                expected = f"expected {plural(numbers[0], 'cell')} of this region"
                raise content.error_at(f"found one number, {expected}: a row and a column", at)
            group.append((cell[0], cell[1], at))
        if not 0 < len(group) == numbers[0]:
            expected = f"expected {numbers[0]}" if numbers[0] else "expected at least 1"
            raise content.error_at(
                f"found {plural(len(group), 'cell')} of a region, {expected}", place
            )
        groups.append(group)
        k += 1 + len(group)
    names = letters_for(len(groups))
    grid = grid_from_cells(list(zip(names, groups, strict=True)), content.error_at, 0)
    if grid.n != n:
        raise content.error_at(f"found {n} rows, but the regions have {grid.n * grid.n} cells", 0)
    return replace(grid, rules=Rules(stars), format="celllists")


def write_cell_lists(boards: Sequence[Grid]) -> str:
    r"""Write boards as JSON, each region as a list of its cells.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> text = write_cell_lists([Board.from_text("AB\nAB").grid])
    >>> json.loads(text)["region"]
    {'A': [[0, 0], [1, 0]], 'B': [[0, 1], [1, 1]]}
    """
    documents = []
    for board in boards:
        cells: list[list[list[int]]] = [[] for _ in board.labels]
        for row, numbers in enumerate(board.regions.tolist()):
            for column, number in enumerate(numbers):
                cells[number].append([row, column])
        document = {
            "size_of_board": board.n,
            "num_stars_per_region": board.stars,
            "region": dict(zip(board.labels, cells, strict=True)),
        }
        documents.append(json.dumps(document))
    return documents[0] + "\n" if len(boards) == 1 else "[\n" + ",\n".join(documents) + "\n]\n"
