"""Reading coloured boards from text, JSON, arrays and files, with the place of every error.

What is read is a `Grid`: a square of region numbers with the labels they had, and perhaps the
number of stars. Two formats are read:

text
    n lines of n visible characters, each character a region. Spaces and tabs between them and
    blank lines around the board do not matter; ``#`` is a character like any other.
JSON
    a list of n*n objects ``{"row": 0, "col": 0, "color": "red"}`` in any order, rows and columns
    counted from 0, or an object ``{"regions": [...]}`` with n rows, each a list of integers or
    strings, or one string such as ``"AABB"``; and perhaps ``"stars"``, a number from 1 to 3.

Whatever is wrong with the input raises `fastqueens.InputError`, and nothing else does.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import isqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import describe, joined, listed, plural
from fastqueens.queens.grid import MAX_N, MOST_STARS, CellError, Grid, assemble
from fastqueens.reading import (
    JSON_OBJECT,
    JSON_START,
    MAX_BYTES,
    decode,
    error_at,
    find_path,
    load_json,
    plain,
    read_file,
)
from fastqueens.results import InputError

__all__ = [
    "grid_from_array",
    "grid_from_bytes",
    "grid_from_file",
    "grid_from_json",
    "grid_from_text",
]


def grid_from_text(text: str, *, source: str | None = None) -> Grid:
    r"""Read a board drawn as n lines of n characters.

    Parameters
    ----------
    text : str
        The board. Any visible character is a region.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `text` is no such board. Lines and columns are those of `text`, counted from 1.

    Examples
    --------
    >>> grid = grid_from_text("R B B\nR R B\nY Y Y\n")
    >>> grid.labels
    ('R', 'B', 'Y')
    >>> grid.regions.tolist()
    [[0, 1, 1], [0, 0, 1], [2, 2, 2]]
    >>> grid_from_text("RBB\nRB\nYYY", source="board.txt")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: board.txt:2:3: found a row of 2 cells, expected 3
    """
    lines = plain(text).split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip(" \t")]
    if not filled:
        raise InputError(
            f"found {'only blanks' if text else 'nothing'}, expected n lines of n characters",
            source=source,
            line=1,
            column=1,
        )
    first = filled[0]
    rows: list[list[str]] = []
    starts: list[list[int]] = []

    def fail_at(row: int, message: str, at: int) -> InputError:
        return InputError(message, source=source, line=first + row + 1, column=at + 1)

    def fail(message: str, row: int, column: int | None) -> InputError:
        return fail_at(row, message, starts[row][column or 0])

    # One row more than allowed is enough to see that there are too many.
    for row, line in enumerate(lines[first : filled[-1] + 1][: MAX_N + 1]):
        cells, columns = _split_row(line, partial(fail_at, row))
        if not cells:
            raise fail_at(row, f"found a blank line, expected row {row + 1} of the board", 0)
        rows.append(cells)
        starts.append([*columns, len(line.rstrip(" \t"))])
    return assemble(rows, fail)


def grid_from_json(text: str, *, source: str | None = None) -> Grid:
    """Read a board from JSON: a list of cells, or an object with ``"regions"``.

    Parameters
    ----------
    text : str
        The JSON document. Keys other than those named are ignored.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    Grid
        Regions with the same label are one region, so ``1`` and ``"1"`` are too.

    Raises
    ------
    InputError
        If `text` is no JSON or no board. Lines and columns are those of `text`, counted from 1;
        the message counts objects, rows and columns from 0, as the format does, and says so.

    Examples
    --------
    >>> grid_from_json('{"regions": ["AB", "AB"]}').regions.tolist()
    [[0, 1], [0, 1]]
    >>> grid_from_json('[{"row": 0, "col": 0, "color": "red"}]').labels
    ('red',)
    >>> grid_from_json('[{"row": 0, "col": 1, "color": "red"}]')
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: line 1, column 20: object 0 (counted from 0): found "col" 1, \
expected 0 (1 object makes a board of 1 x 1)
    """
    text = plain(text)
    document = load_json(text, source)

    def fail(message: str, *path: str | int) -> InputError:
        return error_at(find_path(text, list(path)), message, text, source)

    if isinstance(document, list):
        return _from_objects(document, fail)
    if not isinstance(document, dict):
        raise fail(
            f"found {describe(document)}, expected a list of {{row, col, color}} objects "
            'or {"regions": [...]}'
        )
    if "regions" not in document:
        keys = listed([repr(key) for key in document]) or "no keys"
        raise fail(f'found an object with {keys}, expected the key "regions"')
    rows = document["regions"]
    if not isinstance(rows, list):
        raise fail(f'found {describe(rows)} as "regions", expected a list of rows', "regions")
    if not rows:
        raise fail('found an empty list as "regions", expected n rows of n cells', "regions")

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        path = ("regions", row) if column is None else ("regions", row, column)
        return fail(f"{_cell_name(row, column)}: {message}", *path)

    grid = _from_nested(rows, fail_cell)
    if "stars" not in document:
        return grid
    stars = document["stars"]
    if type(stars) is not int or not 1 <= stars <= MOST_STARS:
        known = joined([str(k) for k in range(1, MOST_STARS + 1)], "or")
        raise fail(f'found {describe(stars)} as "stars", expected {known}', "stars")
    return replace(grid, stars=stars)


def grid_from_bytes(data: bytes, *, source: str | None = None) -> Grid:
    r"""Read a board from UTF-8 bytes, in the format that their content shows.

    What begins with ``[`` or ``{`` is read as JSON and, if that fails, as text, since both are
    visible characters too. Where it could be meant as either, the error tells both.

    Parameters
    ----------
    data : bytes
        The content of a file.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `data` is no text, or no board in either format.

    Examples
    --------
    >>> grid_from_bytes(b"AB\r\nBB\r\n").labels
    ('A', 'B')
    >>> grid_from_bytes(b'{"regions": [[7]]}').labels
    ('7',)
    >>> grid_from_bytes(b"[A\n[[\n").labels
    ('[', 'A')
    """
    text = decode(data, source)
    visible = plain(text).lstrip(" \t\n")
    if not visible.startswith(("[", "{")):
        return grid_from_text(text, source=source)
    try:
        return grid_from_json(text, source=source)
    except InputError as error:
        as_json = error
    try:
        return grid_from_text(text, source=source)
    except InputError as error:
        as_text = error
    if JSON_OBJECT.match(visible):
        raise as_json
    if JSON_START.match(visible):
        likely, other, tried = as_json, as_text, "text"
    else:
        likely, other, tried = as_text, as_json, "JSON"
    also = InputError(other.message, line=other.line, column=other.column)
    raise InputError(
        f"{likely.message} (it begins with {visible[0]!r}, so it was also read as {tried}: {also})",
        source=source,
        line=likely.line,
        column=likely.column,
    )


def grid_from_file(path: str | os.PathLike[str]) -> Grid:
    """Read a board from a file, in the format that its content shows.

    Parameters
    ----------
    path : str or path-like
        The file, of at most 16 MiB.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If the file cannot be read or holds no board. It names the file.

    Examples
    --------
    >>> grid_from_file("no/such/board.txt")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: no/such/board.txt: cannot read the file: \
No such file or directory
    """
    return grid_from_bytes(read_file(path, "a board", MAX_BYTES), source=os.fsdecode(path))


def grid_from_array(array: ArrayLike) -> Grid:
    """Take a board from a square array of integers or strings.

    Parameters
    ----------
    array : array_like, shape (n, n)
        The region of each cell: any integers of 64 bits or any strings. A row of a list may also
        be one string such as ``"AABB"``.

    Returns
    -------
    Grid
        The label of a region is ``str(value)``.

    Raises
    ------
    InputError
        If `array` is no such board. Rows and columns are counted from 0.

    Examples
    --------
    >>> import numpy as np
    >>> grid = grid_from_array(np.array([[5, 5], [5, 9]]))
    >>> grid.labels, grid.regions.tolist()
    (('5', '9'), [[0, 0], [0, 1]])
    >>> grid_from_array([[0, 1], [0.5, 1]])
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: row 1, column 0 (counted from 0): found 0.5, \
expected an integer or a string
    """
    rows: Sequence[object]
    if isinstance(array, list | tuple):
        rows = array
    else:
        try:
            cells = np.asarray(array)
        except (TypeError, ValueError) as error:
            raise InputError(f"found no array ({error}), expected one of shape (n, n)") from error
        if cells.ndim != 2:
            found = f"an array of shape {cells.shape}" if cells.ndim else describe(array)
            raise InputError(f"found {found}, expected an array of shape (n, n)")
        if cells.dtype == np.uint8 and 0 < len(cells) == cells.shape[1] <= MAX_N:
            return _from_bytes_array(cells)
        rows = cells[: MAX_N + 1, : MAX_N + 1].tolist()
    if not rows:
        raise InputError("found an array without rows, expected one of shape (n, n)")
    return _from_nested(
        rows, lambda message, row, column: InputError(f"{_cell_name(row, column)}: {message}")
    )


def _from_bytes_array(cells: NDArray[np.uint8]) -> Grid:
    """Take bytes, which can hold nothing wrong, without looking at each cell in Python."""
    data = cells.tobytes()
    labels = dict.fromkeys(data)  # in order of first appearance
    table = bytes.maketrans(bytes(labels), bytes(range(len(labels))))
    regions = np.frombuffer(data.translate(table), np.uint8).reshape(cells.shape)
    return Grid(regions, tuple(map(str, labels)))


def _split_row(line: str, fail: Callable[[str, int], InputError]) -> tuple[list[str], list[int]]:
    """Split a line into its visible characters and their indices; stop soon after MAX_N."""
    cells: list[str] = []
    starts: list[int] = []
    for at, character in enumerate(line):
        if character in " \t":
            continue
        selector = character in "\ufe0e\ufe0f"
        if selector and starts and starts[-1] == at - 1:
            continue  # says how the character before is drawn: phones put it after emoji squares
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


def _from_nested(rows: Sequence[object], fail: CellError) -> Grid:
    """Make a grid of rows (at least one) that are sequences of integers or strings, or strings."""
    labelled: list[list[str]] = []

    def fail_at(row: int, message: str, at: int) -> InputError:
        return fail(f"character {at} (counted from 0): {message}", row, None)

    for at, row in enumerate(rows[: MAX_N + 1]):
        if hasattr(row, "__array__"):
            row = np.asarray(row).tolist()
        if isinstance(row, str):
            labels, _ = _split_row(row, partial(fail_at, at))
        elif isinstance(row, Sequence) and not isinstance(row, bytes | bytearray | memoryview):
            labels = []
            for column, value in enumerate(islice(row, MAX_N + 1)):
                if not _is_label(value):
                    message = f"found {describe(value)}, expected an integer or a string"
                    raise fail(message, at, column)
                labels.append(str(value))
        else:
            raise fail(f"found {describe(row)}, expected a row: a list or a string", at, None)
        labelled.append(labels)
    return assemble(labelled, fail)


def _is_label(value: object) -> bool:
    if isinstance(value, str):
        return True
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return -(2**63) <= int(value) < 2**64
    return False


def _from_objects(items: Sequence[object], fail: Callable[..., InputError]) -> Grid:
    """Make a grid of the scraper's list of {row, col, color}."""

    def fail_item(at: int, message: str, *path: str) -> InputError:
        return fail(f"object {at} (counted from 0): {message}", at, *path)

    if not items:
        raise fail("found an empty list, expected n*n objects {row, col, color}")
    if len(items) > MAX_N**2:
        raise fail(
            f"found {len(items):,} objects, expected at most {MAX_N**2:,} ({MAX_N} x {MAX_N})",
            MAX_N**2,
        )
    cells: list[tuple[int, int, str]] = []
    for at, item in enumerate(items):
        if not isinstance(item, dict):
            raise fail_item(at, f"found {describe(item)}, expected an object {{row, col, color}}")
        for key, kind, expected in _CELL_KEYS:
            if key not in item:
                raise fail_item(at, f'found no "{key}", expected an object {{row, col, color}}')
            # An exact type, because bool is a kind of int.
            if type(item[key]) is not kind:
                found = f'found {describe(item[key])} as "{key}", expected {expected}'
                raise fail_item(at, found, key)
        cells.append((item["row"], item["col"], item["color"]))

    # The number of objects says how large the board is or, where it cannot be right, they do.
    n, objects = isqrt(len(cells)), plural(len(cells), "object")
    if n * n == len(cells):
        why = f"{objects} {'make' if n > 1 else 'makes'} a board of {n} x {n}"
    else:
        n = max(1, min(MAX_N, 1 + max(max(row, column) for row, column, _ in cells)))
        why = f"the largest row or column makes a board of {n} x {n}"
    first_at: dict[tuple[int, int], int] = {}
    for at, (row, column, _) in enumerate(cells):
        for key, value in (("row", row), ("col", column)):
            if not 0 <= value < n:
                expected = f"0 to {n - 1}" if n > 1 else "0"
                raise fail_item(at, f'found "{key}" {value}, expected {expected} ({why})', key)
        before = first_at.setdefault((row, column), at)
        if before != at:
            raise fail_item(
                at,
                f"found row {row}, column {column} again after object {before}, "
                "expected each cell once",
            )
    missing = next((divmod(k, n) for k in range(n * n) if divmod(k, n) not in first_at), None)
    if missing:
        raise fail(
            f"{_cell_name(*missing)}: found no object for this cell among {len(cells)}, "
            f"expected {n * n} objects ({why})"
        )
    rows = [[cells[first_at[row, column]][2] for column in range(n)] for row in range(n)]
    return assemble(
        rows,
        lambda message, row, column: fail_item(first_at[row, column or 0], message, "color"),
    )


_CELL_KEYS = (
    ("row", int, "an integer"),
    ("col", int, "an integer"),
    ("color", str, "a string"),
)


def _cell_name(row: int, column: int | None) -> str:
    return f"row {row}{'' if column is None else f', column {column}'} (counted from 0)"
