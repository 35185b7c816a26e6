"""The regions of a board as numbers with commas between them, as in the source of puzzle pages.

``1,1,2,2,...`` are the region numbers of the cells, row by row. The list may extend over several
lines, such as one line for each row. It does not contain the number of stars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import isqrt

from fastqueens.input import Input, error_at
from fastqueens.queens.formats.found_board import FoundBoard, content_lines, find_board_lines
from fastqueens.queens.grid.grid import MAX_N, Fail, Grid, assemble
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["find_region_lists", "looks_like_task", "read_task", "write_task"]

_LIST = re.compile(r"[0-9]++(?:[ \t]*+,[ \t]*+[0-9]++)++[ \t]*+,?")
_DIGITS = 9  # the most digits of a number
# The fewest numbers in a line that looks like a whole board, if the input has several lines.
# Boards of 2 or 3 rows have no solution.
_LEAST = 16


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def looks_like_task(line: str, lines: int) -> bool:
    """Whether a line is a list for a whole board, or for one row of a board with `lines` rows.

    Examples
    --------
    >>> looks_like_task("1,1,2,2", 1), looks_like_task("1,1,2,2", 4), looks_like_task("1,1,2,2", 9)
    (True, True, False)
    """
    if not _LIST.fullmatch(line):
        return False
    count = line.rstrip(",").count(",") + 1
    return lines in (1, count) or (count >= _LEAST and _is_square(count))


def find_region_lists(content: Input) -> list[FoundBoard]:
    r"""Find lists of regions: one list on each line, or one list that extends over all lines.

    Examples
    --------
    >>> [found.read().labels for found in find_region_lists(Input("7,3\n7,3"))]
    [('7', '3')]
    """
    lines = content_lines(content)
    texts = [line.decode(errors="replace").strip() for _, line in lines[: MAX_N + 1]]
    if len(lines) > MAX_N or not _is_one_list(texts):
        return find_board_lines(read_task, "webtask", content)
    whole = "\n".join(texts)

    def fail(message: str, at: int) -> InputError:
        place = error_at(at, message, whole, content.source)
        number = lines[(place.line or 1) - 1][0]
        return InputError(message, source=content.source, line=number, column=place.column)

    def read() -> Grid:
        return replace(read_task(whole, fail), format="webtask")

    return [FoundBoard(1, read, partial(fail, at=0))]


def _is_one_list(lines: list[str]) -> bool:
    """Whether all lines of a file together are one board; if not, each line is a board."""
    if len(lines) < 2 or not all(map(_LIST.fullmatch, lines)):
        return False
    counts = [line.rstrip(" \t,").count(",") + 1 for line in lines]
    n = len(lines)
    if any(count != n for count in counts):
        return not all(map(_is_square, counts))
    # The lines are the n rows of a board, or n boards of n cells: the number of regions decides.
    numbers = {x.lstrip("0") for line in lines for x in re.findall("[0-9]+", line)}
    return not _is_square(n) or len(numbers) == n


def read_task(text: str, fail: Fail) -> Grid:
    """Read a list.

    Examples
    --------
    >>> read_task("7,7,7,3", lambda message, at: InputError(message)).labels
    ('7', '3')
    """
    # A line may end with or without a comma.
    text = re.sub(r",?[ \t]*\n", lambda end: ",".ljust(len(end[0])), text)
    text = text.rstrip(" \t").removesuffix(",")
    labels: list[str] = []
    places: list[int] = []
    for at, part in _parts(text):
        word = part.strip(" \t")
        if not re.fullmatch("[0-9]+", word, re.ASCII) or len(word) > _DIGITS:
            found = describe(word) if word else "nothing"
            raise fail(f"found {found}, expected a number of at most {_DIGITS} digits", at)
        labels.append(str(int(word)))
        places.append(at)
        if len(labels) > MAX_N**2:
            raise fail(f"found more than {MAX_N**2:,} numbers, expected at most {MAX_N**2:,}", at)
    n = isqrt(len(labels))
    if n * n != len(labels):
        found = plural(len(labels), "number")
        raise fail(f"found {found}, expected a square number of numbers, n for each of n rows", 0)
    rows = [labels[k : k + n] for k in range(0, n * n, n)]
    return assemble(
        rows, lambda message, row, column: fail(message, places[row * n + (column or 0)])
    )


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between commas, each with the index of its first character."""
    at = 0
    while at <= len(text):
        end = text.find(",", at)
        part = text[at : end if end >= 0 else len(text)]
        yield at + len(part) - len(part.lstrip(" \t")), part
        at += len(part) + 1


def write_task(board: Grid) -> str:
    r"""Write the regions of a board: their labels if all labels are numbers, else numbers from 1.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> write_task(Board.from_text("AB\nAB").grid), write_task(Board.from_text("73\n73").grid)
    ('1,2,1,2', '7,3,7,3')
    """
    numbered = all(re.fullmatch("0|[1-9][0-9]{0,8}", x, re.ASCII) for x in board.labels)
    names = board.labels if numbered else [str(k + 1) for k in range(len(board.labels))]
    return ",".join(names[k] for k in board.regions.ravel().tolist())
