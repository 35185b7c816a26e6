"""Reading coloured boards from text, JSON, arrays and files, with the place of every error.

What is read is a `Grid`: a square of region numbers with the labels they had, perhaps the number of
stars, and the placements that came with it. The formats:

text
    n lines of n visible characters, each character a region. Spaces and tabs between them and
    blank lines around the board do not matter; ``#`` is a character like any other, unless a line
    ``queens:`` below says otherwise. See `fastqueens.queens.texts`.
JSON
    a list of n*n objects ``{"row": 0, "col": 0, "color": "red"}`` in any order, rows and columns
    counted from 0, with ``"queen": true`` where one stands; or an object ``{"regions": [...]}``
    with n rows, each a list of integers or strings, or one string such as ``"AABB"``; and perhaps
    ``"stars"``, a number from 1 to 16, ``"at_most_one"``, ``"labels"``, an object that renames
    regions, and ``"queens"`` or ``"solutions"``, one placement or several; or what a command
    prints with ``--json``, which has such an object as ``"board"``.

A file may hold several boards: drawings with blank lines between them, JSON objects a line, or an
object with a list ``"boards"``.

Whatever is wrong with the input raises `fastqueens.InputError`, and nothing else does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import describe, listed, plural
from fastqueens.queens.grid import MAX_N, MOST_STARS, CellError, Grid, assemble
from fastqueens.queens.placements import Cell
from fastqueens.queens.texts import drawings, grid_from_text, is_complete, read_drawing, split_row
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
    "grids_from_bytes",
]


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
    boards = _boards_of(document)
    if len(boards) > 1:
        message = (
            f"found {len(boards)} boards, expected one; read_boards reads them all, and for "
            "commands boards.json:2 is the second of boards.json"
        )
        raise error_at(find_path(text, boards[1]), message, text, source)
    return _grid_at(document, boards[0], text, source)


def _boards_of(document: object) -> list[list[str | int]]:
    """Return where in a document its boards are; where one is expected, if there is none."""
    if isinstance(document, dict) and isinstance(document.get("boards"), list):
        items: list[Any] = document["boards"]
        return [["boards", k] for k, item in enumerate(items) if _is_board(item)] or [[]]
    if isinstance(document, list) and document and all(map(_is_board, document)):
        return [[k] for k in range(len(document))]
    return [[]]


def _is_board(item: object) -> bool:
    """Whether an item of a list is a board, and no cell of one."""
    return isinstance(item, dict) and not {"regions", "board"}.isdisjoint(item)


def _grid_at(document: object, path: list[str | int], text: str, source: str | None) -> Grid:
    """Read the board that is at a path of a document."""

    def fail(message: str, *more: str | int) -> InputError:
        return error_at(find_path(text, [*path, *more]), message, text, source)

    found: Any = document
    for key in path:
        found = found[key]
    if isinstance(found, list):
        return _from_objects(found, fail)
    if not isinstance(found, dict):
        raise fail(
            f"found {describe(found)}, expected a list of {{row, col, color}} objects "
            'or {"regions": [...]}'
        )
    inside: tuple[str, ...] = ()
    board = found
    if isinstance(found.get("board"), dict):
        board, inside = found["board"], ("board",)
    if "regions" not in board:
        error = board.get("error")
        if isinstance(error, dict) and "schema" in board:
            raise fail(f"found an error of another command, {describe(error.get('message'))}")
        keys = listed([repr(key) for key in board]) or "no keys"
        raise fail(f'found an object with {keys}, expected the key "regions"', *inside)

    def fail_inside(message: str, *more: str | int) -> InputError:
        return fail(message, *inside, *more)

    grid = _from_object(board, fail_inside)
    if grid.given or not inside:
        return grid
    return replace(grid, given=_given(found, len(grid.regions), fail))


def _from_object(board: dict[str, Any], fail: Callable[..., InputError]) -> Grid:
    """Make a grid of an object with "regions"."""
    rows = board["regions"]
    if not isinstance(rows, list):
        raise fail(f'found {describe(rows)} as "regions", expected a list of rows', "regions")
    if not rows:
        raise fail('found an empty list as "regions", expected n rows of n cells', "regions")

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        path = ("regions", row) if column is None else ("regions", row, column)
        return fail(f"{_cell_name(row, column)}: {message}", *path)

    grid = _from_nested(rows, fail_cell)
    stars = board.get("stars")
    if "stars" in board and (type(stars) is not int or not 1 <= stars <= MOST_STARS):
        raise fail(f'found {describe(stars)} as "stars", expected 1 to {MOST_STARS}', "stars")
    loose = board.get("at_most_one", False)
    if not isinstance(loose, bool):
        message = f'found {describe(loose)} as "at_most_one", expected true or false'
        raise fail(message, "at_most_one")
    return replace(
        grid,
        stars=stars,
        at_most_one=loose,
        labels=_labels(board, grid.labels, fail),
        given=_given(board, len(grid.regions), fail),
    )


def _labels(
    board: dict[str, Any], labels: tuple[str, ...], fail: Callable[..., InputError]
) -> tuple[str, ...]:
    """Return the labels of the regions, as "labels" renames them."""
    names = board.get("labels", {})
    if not isinstance(names, dict):
        raise fail(f'found {describe(names)} as "labels", expected an object', "labels")
    for letter, name in names.items():
        if letter not in labels:
            raise fail(f"found no region {describe(letter)} on the board to label", "labels")
        if not isinstance(name, str):
            message = f"found {describe(name)} as a label, expected a string"
            raise fail(message, "labels", letter)
    renamed = tuple(names.get(label, label) for label in labels)
    if len(set(renamed)) < len(renamed):
        raise fail("found two regions of one label, expected one each", "labels")
    return renamed


def _given(
    found: dict[str, Any], n: int, fail: Callable[..., InputError]
) -> tuple[tuple[Cell, ...], ...]:
    """Read the placements of an object: "queens", or several as "solutions"."""
    queens, several = found.get("queens"), found.get("solutions")
    if several is not None and not isinstance(several, list):
        raise fail(f'found {describe(several)} as "solutions", expected a list', "solutions")
    given = [_placement(x, n, partial(fail), "solutions", k) for k, x in enumerate(several or [])]
    if queens is not None:
        given.insert(0, _placement(queens, n, fail, "queens"))
    return tuple(x for x in given if x)


def _placement(
    queens: object, n: int, fail: Callable[..., InputError], *path: str | int
) -> tuple[Cell, ...]:
    """Read a placement: columns by row, -1 for none, or [row, column] pairs."""
    if not isinstance(queens, list):
        message = f"found {describe(queens)} as queens, expected {n} columns or pairs"
        raise fail(message, *path)
    cells: list[Cell] = []
    by_row = all(type(x) is int for x in queens)
    if by_row and queens and len(queens) != n:
        raise fail(f"found {plural(len(queens), 'column')}, expected {n}, one a row", *path)
    for k, queen in enumerate(queens):
        pair = [k, queen] if by_row else queen
        if by_row and queen == -1:
            continue
        whole = isinstance(pair, list) and [type(x) for x in pair] == [int, int]
        if not whole or not all(0 <= x < n for x in pair):
            expected = f"a column from 0 to {n - 1}" if by_row else "a [row, column] pair"
            raise fail(f"found {describe(queen)}, expected {expected} (counted from 0)", *path, k)
        if (cell := (pair[0], pair[1])) in cells:
            raise fail("found a second queen in this cell, expected one", *path, k)
        cells.append(cell)
    return tuple(sorted(cells))


def grid_from_bytes(data: bytes, *, source: str | None = None) -> Grid:
    r"""Read a board from UTF-8 bytes, in the format that their content shows.

    What begins with ``[`` or ``{`` is read as JSON and, if that fails, as text, since both are
    visible characters too. Where it could be meant as either, the error tells both.

    Parameters
    ----------
    data : bytes
        The content of a file.
    source : str, optional
        The name that errors give to the input. What is named ``.json`` is read as JSON only.

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
    if isinstance(source, str) and source.lower().endswith(".json"):
        return grid_from_json(text, source=source)
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


def grids_from_bytes(
    data: bytes, *, source: str | None = None, by_line: bool = False
) -> list[tuple[int, Callable[[], Grid]]]:
    r"""Find the boards in the content of a file; each is read when its function is called.

    Parameters
    ----------
    data : bytes
        Drawings with blank lines between them, JSON objects a line, an object with ``"boards"``,
        or one board of any format.
    source : str, optional
        The name that errors give to the input.
    by_line : bool
        Whether there is a JSON object a line, even if the lines do not look so.

    Returns
    -------
    list of (number, function)
        Of JSON objects a line the number of the line, of others the number of the board, from 1.
        A function returns a `Grid`, or raises `InputError`.

    Raises
    ------
    InputError
        If `data` is no text.

    Examples
    --------
    >>> [(k, read().labels) for k, read in grids_from_bytes(b"AB\nAB\n\nC\n")]
    [(1, ('A', 'B')), (2, ('C',))]
    """
    lines = [(k, line.strip()) for k, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    objects = all(line.startswith(b'{"') and line.endswith(b"}") for _, line in lines)
    if len(lines) > 1 and (by_line or objects):
        return [(k, partial(_grid_from_line, line, k, source)) for k, line in lines]
    whole: list[tuple[int, Callable[[], Grid]]]
    whole = [(1, partial(grid_from_bytes, data, source=source))]
    text = plain(decode(data, source))
    if text.lstrip(" \t\n").startswith(("[", "{")):
        try:
            document = load_json(text, source)
        except InputError:
            document = None
        boards = _boards_of(document)
        if len(boards) > 1:
            return [
                (k, partial(_grid_at, document, path, text, source))
                for k, path in enumerate(boards, 1)
            ]
        if document is not None:
            return whole
    found = drawings(text)
    if len(found) > 1 and is_complete(found[0]):
        return [(k, partial(read_drawing, x, source=source)) for k, x in enumerate(found, 1)]
    return whole


def _grid_from_line(line: bytes, number: int, source: str | None) -> Grid:
    """Read a board from a line of a file."""
    try:
        return grid_from_bytes(line, source=source)
    except InputError as error:
        raise InputError(error.message, source=source, line=number, column=error.column) from None


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


def _from_nested(rows: Sequence[object], fail: CellError) -> Grid:
    """Make a grid of rows (at least one) that are sequences of integers or strings, or strings."""
    labelled: list[list[str]] = []

    def fail_at(row: int, message: str, at: int) -> InputError:
        return fail(f"character {at} (counted from 0): {message}", row, None)

    for at, row in enumerate(rows[: MAX_N + 1]):
        if hasattr(row, "__array__"):
            row = np.asarray(row).tolist()
        if isinstance(row, str):
            labels, _ = split_row(row, partial(fail_at, at))
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
    queens: list[Cell] = []
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
        if item.get("queen") is True:
            queens.append((item["row"], item["col"]))

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
    grid = assemble(
        rows,
        lambda message, row, column: fail_item(first_at[row, column or 0], message, "color"),
    )
    return replace(grid, given=(tuple(sorted(queens)),)) if queens else grid


_CELL_KEYS = (
    ("row", int, "an integer"),
    ("col", int, "an integer"),
    ("color", str, "a string"),
)


def _cell_name(row: int, column: int | None) -> str:
    return f"row {row}{'' if column is None else f', column {column}'} (counted from 0)"
