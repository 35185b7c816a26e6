"""Boards as JSON: a list of cells, or an object with "regions".

a list of n*n objects ``{"row": 0, "col": 0, "color": "red"}`` in any order, rows and columns
counted from 0, with ``"queen": true`` where one stands; or an object ``{"regions": [...]}`` with n
rows, each a list of integers or strings, or one string such as ``"AABB"``; and perhaps ``"stars"``,
a number from 1 to 16, ``"allow_empty_regions"``, ``"labels"``, an object that renames regions,
``"queens"`` or ``"solutions"``, one placement or several, and ``"eliminated"``, the cells that a
player ruled out; or what a command prints with ``--json``, which has such an object as ``"board"``.

A document may hold several: a list of such objects, or an object with a list ``"boards"``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import isqrt
from typing import Any

from fastqueens.input import error_at, find_path, load_json, plain
from fastqueens.queens.formats.array import describe_cell, grid_from_rows
from fastqueens.queens.grid.grid import MAX_N, Grid, assemble
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, join_short, plural

__all__ = ["boards_of", "grid_at", "grid_from_json"]


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
    boards = boards_of(document)
    if len(boards) > 1:
        message = (
            f"found {len(boards)} boards, expected one; read_boards reads them all, and for "
            "commands boards.json:2 is the second of boards.json"
        )
        raise error_at(find_path(text, boards[1]), message, text, source)
    return grid_at(document, boards[0], text, source)


def boards_of(document: object) -> list[list[str | int]]:
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


def grid_at(document: object, path: list[str | int], text: str, source: str | None) -> Grid:
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
        keys = join_short([repr(key) for key in board]) or "no keys"
        raise fail(f'found an object with {keys}, expected the key "regions"', *inside)

    def fail_inside(message: str, *more: str | int) -> InputError:
        return fail(message, *inside, *more)

    grid = _from_object(board, fail_inside)
    if not inside:
        return grid
    n = len(grid.regions)
    placements = grid.placements or _given(found, n, fail)
    return replace(
        grid, placements=placements, eliminated=grid.eliminated or _crossed(found, n, fail)
    )


def _from_object(board: dict[str, Any], fail: Callable[..., InputError]) -> Grid:
    """Make a grid of an object with "regions"."""
    rows = board["regions"]
    if not isinstance(rows, list):
        raise fail(f'found {describe(rows)} as "regions", expected a list of rows', "regions")
    if not rows:
        raise fail('found an empty list as "regions", expected n rows of n cells', "regions")

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        path = ("regions", row) if column is None else ("regions", row, column)
        return fail(f"{describe_cell(row, column)}: {message}", *path)

    grid = grid_from_rows(rows, fail_cell)
    stars = board.get("stars")
    if "stars" in board and (type(stars) is not int or not 1 <= stars <= MAX_STARS):
        raise fail(f'found {describe(stars)} as "stars", expected 1 to {MAX_STARS}', "stars")
    loose = board.get("allow_empty_regions", False)
    if not isinstance(loose, bool):
        message = f'found {describe(loose)} as "allow_empty_regions", expected true or false'
        raise fail(message, "allow_empty_regions")
    return replace(
        grid,
        rules=Rules(stars or 1, loose),
        labels=_labels(board, grid.labels, fail),
        placements=_given(board, len(grid.regions), fail),
        eliminated=_crossed(board, len(grid.regions), fail),
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


def _crossed(found: dict[str, Any], n: int, fail: Callable[..., InputError]) -> tuple[Cell, ...]:
    """Read the cells of an object that a player has ruled out, "eliminated"."""
    items = found.get("eliminated", [])
    if not isinstance(items, list):
        raise fail(
            f'found {describe(items)} as "eliminated", expected a list of pairs', "eliminated"
        )
    cells: list[Cell] = []
    for k, item in enumerate(items):
        whole = isinstance(item, list) and [type(x) for x in item] == [int, int]
        if not whole or not all(0 <= x < n for x in item) or tuple(item) in cells:
            message = f"found {describe(item)}, expected a [row, column] pair, each once"
            raise fail(f"{message} (counted from 0)", "eliminated", k)
        cells.append((item[0], item[1]))
    return tuple(sorted(cells))


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
            f"{describe_cell(*missing)}: found no object for this cell among {len(cells)}, "
            f"expected {n * n} objects ({why})"
        )
    rows = [[cells[first_at[row, column]][2] for column in range(n)] for row in range(n)]
    grid = assemble(
        rows,
        lambda message, row, column: fail_item(first_at[row, column or 0], message, "color"),
    )
    return replace(grid, placements=(tuple(sorted(queens)),)) if queens else grid


_CELL_KEYS = (
    ("row", int, "an integer"),
    ("col", int, "an integer"),
    ("color", str, "a string"),
)
