"""Boards as JSON: a list of cells, or an object with "regions".

A list of cells has n*n objects ``{"row": 0, "col": 0, "color": "red"}`` in any order, with rows and
columns from 0; a cell with a queen also has ``"queen": true``. An object ``{"regions": [...]}`` has
n rows, each a list of integers or strings, or one string such as ``"AABB"``. It may also have
``"stars"``, a number from 1 to 16, ``"allow_empty_regions"``, ``"labels"``, an object that renames
regions, ``"queens"``, a placement, ``"solutions"``, several placements, and ``"eliminated"``, the
cells that a player ruled out. The output of a command with ``--json`` has this object as
``"board"``.

A document may hold several boards: a list of objects, or an object with a list ``"boards"`` or, as
``compare`` writes it, ``"problems"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastqueens._kernels.queens import json_lines
from fastqueens.input import Input
from fastqueens.queens.formats.array import describe_cell, grid_from_rows
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.grid.grid import MAX_N, Grid, assemble, grid_of_bytes
from fastqueens.queens.grid.placements import Cell, read_placement, solution_form
from fastqueens.queens.grid.rules import DEFAULT_RULES, MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, join_short, plural

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "LISTS_OF_BOARDS",
    "describe_board",
    "describe_cells",
    "describe_grid",
    "describe_queens",
    "find_json_boards",
    "grid_from_object",
    "read_plain_json",
    "region_sizes",
]

LISTS_OF_BOARDS = ("boards", "problems")  # keys of a document of several boards
_FROM_A = tuple(chr((ord("A") + k) % 256) for k in range(256))  # the label of each byte
_Path: TypeAlias = list[str | int]
_Fail: TypeAlias = Callable[..., InputError]  # makes an error for a message and a path in the board


def grid_from_object(document: object) -> Grid:
    """Read a board from a decoded JSON document.

    Examples
    --------
    >>> grid_from_object({"regions": ["AB", "AB"]}).regions.tolist()
    [[0, 1], [0, 1]]
    """
    found, *others = find_json_boards(Input(document))
    if others:
        raise InputError(f"found {1 + len(others)} boards, expected one")
    return found.read()


def read_plain_json(text: str | bytes, *, format: str = "json") -> Grid | None:
    """Read an object on one line as `to_json` writes it; return None for any other text.

    The kernel reads such an object completely. All other text is left to `find_json_boards`, which
    explains what is wrong with it.

    Examples
    --------
    >>> read_plain_json('{"regions": ["AB", "AB"]}').labels
    ('A', 'B')
    >>> read_plain_json('{"regions": [["A", "B"], ["A", "B"]]}')
    """
    data = text
    if isinstance(data, str):
        if not data.isascii():
            return None
        data = data.encode()
    found = json_lines.read_object(data)
    if found is None:
        return None
    cells, n, stars = found
    rules = DEFAULT_RULES if stars == 1 else Rules(stars)
    return grid_of_bytes(cells, n, _FROM_A, rules=rules, format=format)


def find_json_boards(content: Input) -> list[FoundBoard]:
    """Find the boards of a JSON document.

    Keys of objects that the module's docstring does not name are ignored. Regions with the same
    label are one region, and ``1`` and ``"1"`` are the same label.

    Examples
    --------
    >>> [found.read().labels for found in find_json_boards(Input('{"regions": [["red"]]}'))]
    [('red',)]
    """
    paths = _board_paths(content.document) if content.is_json else [[]]
    return [
        FoundBoard(k, partial(_read_board, content, path), partial(_fail, content, path))
        for k, path in enumerate(paths, 1)
    ]


def _board_paths(document: object) -> list[_Path]:
    """Return the paths of the boards in a document; if there are none, the document's own path."""
    if isinstance(document, dict):
        for key in LISTS_OF_BOARDS:
            items = document.get(key)
            if isinstance(items, list):
                return [[key, k] for k, item in enumerate(items) if _is_board(item)] or [[]]
    if isinstance(document, list) and document and all(map(_is_board, document)):
        return [[k] for k in range(len(document))]
    return [[]]


def _is_board(item: object) -> bool:
    """Whether an item of a list is a board; the items may be cells instead."""
    return isinstance(item, dict) and not {"regions", "board"}.isdisjoint(item)


def _fail(content: Input, path: _Path, message: str, *more: str | int) -> InputError:
    return content.error_in_document(message, [*path, *more])


def _read_board(content: Input, path: _Path) -> Grid:
    """Read the board at a path of a document."""
    fail = partial(_fail, content, path)
    found: Any = content.document
    for key in path:
        found = found[key]
    if isinstance(found, list):
        return replace(_read_cells(found, fail), format="json")
    if not isinstance(found, dict):
        raise fail(
            f"found {describe(found)}, expected a list of {{row, col, color}} objects "
            'or {"regions": [...]}'
        )
    if not isinstance(found.get("board"), dict):
        return replace(_read_object(found, fail), format="json")
    # In the output of a command, the keys for queens and eliminated cells may stand outside the
    # object of the board.
    grid = _read_object(found["board"], lambda message, *more: fail(message, "board", *more))
    n = len(grid.regions)
    return replace(
        grid,
        placements=grid.placements or _read_placements(found, n, fail),
        eliminated=grid.eliminated or _read_eliminated(found, n, fail),
        format="json",
    )


def _read_object(board: dict[str, Any], fail: _Fail) -> Grid:
    """Read an object with "regions"."""
    if "regions" not in board:
        error = board.get("error")
        if isinstance(error, dict) and "schema" in board:
            message = describe(error.get("message"))
            raise fail(f"found the error message of another command, {message}")
        keys = join_short([repr(key) for key in board]) or "no keys"
        raise fail(f'found an object with {keys}, expected the key "regions"')
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
        labels=_read_labels(board, grid.labels, fail),
        placements=_read_placements(board, len(grid.regions), fail),
        eliminated=_read_eliminated(board, len(grid.regions), fail),
    )


def _read_labels(board: dict[str, Any], labels: tuple[str, ...], fail: _Fail) -> tuple[str, ...]:
    """Return the labels of the regions; the key "labels" may rename them."""
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
        raise fail("found two regions with the same label, expected different labels", "labels")
    return renamed


def _read_placements(found: dict[str, Any], n: int, fail: _Fail) -> tuple[tuple[Cell, ...], ...]:
    """Read the placements of an object, from "queens" and "solutions"."""
    queens, several = found.get("queens"), found.get("solutions")
    if several is not None and not isinstance(several, list):
        raise fail(f'found {describe(several)} as "solutions", expected a list', "solutions")
    given = [_read_placement(x, n, fail, "solutions", k) for k, x in enumerate(several or [])]
    if queens is not None:
        given.insert(0, _read_placement(queens, n, fail, "queens"))
    return tuple(x for x in given if x)


def _read_eliminated(found: dict[str, Any], n: int, fail: _Fail) -> tuple[Cell, ...]:
    """Read the cells that a player has ruled out, from "eliminated"."""
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


def _read_placement(queens: object, n: int, fail: _Fail, *path: str | int) -> tuple[Cell, ...]:
    """Read a placement: the column of each row, -1 for none, or [row, column] pairs."""
    if not isinstance(queens, list):
        message = f"found {describe(queens)} as queens, expected {n} columns or pairs"
        raise fail(message, *path)
    cells: list[Cell] = []
    by_row = all(type(x) is int for x in queens)
    if by_row and queens and len(queens) != n:
        raise fail(f"found {plural(len(queens), 'column')}, expected {n}, one for each row", *path)
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


def _read_cells(items: Sequence[object], fail: _Fail) -> Grid:
    """Read a list of {row, col, color} objects, as scrapers write it."""

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
            # This compares the exact types, because bool is a subclass of int.
            if type(item[key]) is not kind:
                found = f'found {describe(item[key])} as "{key}", expected {expected}'
                raise fail_item(at, found, key)
        cells.append((item["row"], item["col"], item["color"]))
        if item.get("queen") is True:
            queens.append((item["row"], item["col"]))

    # The size of the board follows from the number of objects or, if this number is not a square,
    # from the largest index.
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


# ---- Writing -----------------------------------------------------------------------------------


def describe_board(
    board: Grid,
    placed: ArrayLike | None = None,
    *,
    solutions: Iterable[ArrayLike] | None = None,
    eliminated: Sequence[Cell] = (),
) -> dict[str, Any]:
    r"""Return a board as plain data, ready for JSON.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_board(Board.from_text("AB\nAB").grid)
    {'n': 2, 'stars': 1, 'regions': ['AB', 'AB'], 'sizes': [2, 2]}
    """
    letters, labels = board.letters, board.labels
    document: dict[str, Any] = {"n": board.n, "stars": board.stars}
    if board.rules.allow_empty_regions:
        document["allow_empty_regions"] = True
    document["regions"] = board.rows()
    named = {a: b for a, b in zip(letters, labels, strict=True) if a != b}
    if named:
        document["labels"] = named
    document["sizes"] = region_sizes(board)
    if placed is not None:
        document["queens"] = describe_queens(board, placed)
    if solutions is not None:
        document["solutions"] = [describe_queens(board, x) for x in solutions]
    if eliminated:
        document["eliminated"] = [list(cell) for cell in eliminated]
    return document


def describe_grid(board: Grid) -> dict[str, Any]:
    """Return a board as plain data, with its placements and its eliminated cells."""
    several = len(board.placements) > 1
    return describe_board(
        board,
        board.placements[0] if board.placements and not several else None,
        solutions=board.placements if several else None,
        eliminated=board.eliminated,
    )


def region_sizes(board: Grid) -> list[int]:
    r"""Return the numbers of cells of the regions, in ascending order.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> region_sizes(Board.from_text("AB\nBB").grid)
    [1, 3]
    """
    sizes: list[int] = np.sort(np.bincount(board.regions.ravel())).tolist()
    return sizes


def describe_queens(board: Grid, placed: ArrayLike) -> list[Any]:
    r"""Return a placement as plain data.

    With one star the data are the column of the queen in each row, -1 for a row without a queen.
    With several stars they are [row, column] pairs.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_queens(Board.from_text("AB\nAB").grid, [(1, 0)])
    [-1, 0]
    """
    cells: list[Any] = solution_form(read_placement(board.n, placed), board.n, board.stars).tolist()
    return cells


def describe_cells(board: Grid, placed: ArrayLike | None = None) -> list[dict[str, Any]]:
    r"""Return a board as a list of cells, as scrapers of the puzzle's page write it.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_cells(Board.from_text("A").grid, [0])
    [{'row': 0, 'col': 0, 'color': 'A', 'queen': True}]
    """
    if board.stars > 1 or board.rules.allow_empty_regions:
        what = f"{board.stars} stars" if board.stars > 1 else "at most one queen in each region"
        raise InputError(f"found a board of {what}, which a list of cells cannot hold")
    queens = set(read_placement(board.n, placed))
    return [
        {"row": r, "col": c, "color": board.labels[k]}
        | ({"queen": True} if (r, c) in queens else {})
        for r, row in enumerate(board.regions.tolist())
        for c, k in enumerate(row)
    ]
