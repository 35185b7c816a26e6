"""Boards that are written as lists: in JSON, or in the source of a program, which is not run.

Three formats share the reader, because a file of any of them may be JSON, Python or JavaScript:

- ``colorgrid``: an object with the rows under the key ``colorGrid``, as other programs store
  levels, or with an object ``{"colors": [...]}`` for each row, as the game's own answer has them;
- ``celllists``: each region as a list of its cells, ``{"A": [[0, 0], [0, 1]], ...}``;
- ``matrix``: rows without such a key, ``board = [[0, 0, 1], ...]``.

Keys are compared without letter case, ``_`` and ``-``. A number of rows and a number of stars are
read if they stand beside the rows. The solution of a level is not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isqrt
from typing import TypeAlias
from weakref import WeakKeyDictionary

from fastqueens import input_limits as limits
from fastqueens.input import JSON_OBJECT, Input, begins_like_json, check_size
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.json import LISTS_OF_BOARDS
from fastqueens.queens.formats.literals import (
    Collection,
    Literal,
    Scalar,
    find_literals,
    name_before,
)
from fastqueens.queens.grid.grid import MAX_N, Fail, Grid, assemble, letters_for
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["find_written_boards", "has_written_boards", "write_colorgrid", "write_matrix"]

_Path: TypeAlias = tuple[str, ...]  # the keys above a list; "*" for an item of a list
# Every collection with an item, or with a comment before the item, matches.
_QUICK = re.compile(rb"[\[({]\s*+[\[({\"'0-9A-Za-z/#-]")
_COLOR_GRID = {"colorgrid", "colourgrid"}
_REGIONS = re.compile(r"colou?r|region|area|zone|cage|grid|board|map|level|puzzle|matrix|layout")
_SPLIT = re.compile(r"colou?r|region|area|zone|cage")  # names of a division of the square
_ANSWERS = re.compile(r"solution|answer|queens|placement|marks|state|result|expected")
_SIZES = {"gridsize", "boardsize", "sizeofboard", "casenumber", "size", "n"}
_STARS = {"stars", "numstars", "starcount", "starsperregion", "numstarsperregion", "starsperrow"}
_ROW_KEYS, _COLUMN_KEYS = ("row", "r", "y"), ("col", "column", "c", "x")
_PAIR = re.compile(r"\s*\(?(\d{1,4})\s*[,:;_ -]\s*(\d{1,4})\)?\s*")  # a cell as a string
_NO_LABEL = {"null", "undefined", "None", "true", "false", "True", "False", "NaN"}
_LEAST = 4  # rows of the smallest square that is a board without a telling name


@dataclass(slots=True)
class _Written:
    """A list that may be a board."""

    kind: str
    path: _Path
    at: int
    rows: list[list[Scalar]]
    groups: list[tuple[str, list[tuple[int, int, int]]]]  # for each region: row, column, offset
    parent: Collection | None
    whole: bool  # whether the list fits its format

    @property
    def key(self) -> str:
        return _last_key(self.path)


def _plain(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).lower()


# ---- Finding -----------------------------------------------------------------------------------


# The three formats look at the same input, which is examined once.
_FOUND: WeakKeyDictionary[Input, list[_Written]] = WeakKeyDictionary()
_OWN: WeakKeyDictionary[Input, bool] = WeakKeyDictionary()


def has_written_boards(kind: str, content: Input) -> bool:
    """Whether an input has a board that is written as lists in one of the three formats.

    Examples
    --------
    >>> has_written_boards("matrix", Input("board = [[0, 1], [0, 1]]"))
    True
    >>> has_written_boards("matrix", Input('{"colorGrid": [[0, 1], [0, 1]]}'))
    False
    """
    if not 0 < len(content.data) <= limits.LEVELS or _QUICK.search(content.data) is None:
        return False
    if content not in _OWN:
        _OWN[content] = _is_own_json(content)
    if _OWN[content]:
        return False
    try:
        return any(found.kind == kind for found in _find(content))
    except InputError:  # the content is not text
        return False


def find_written_boards(kind: str, content: Input) -> list[FoundBoard]:
    """Find the boards of one of the three formats.

    Examples
    --------
    >>> text = '{"gridSize": 2, "colorGrid": [{"colors": [7, 5]}, {"colors": [7, 5]}]}'
    >>> [found.read().labels for found in find_written_boards("colorgrid", Input(text))]
    [('7', '5')]
    """
    check_size(content.data, "boards", limits.LEVELS, source=content.source)
    found = [x for x in _find(content) if x.kind == kind]
    if not found:
        raise content.error_at(f"found no board, expected {_EXPECTED[kind]}", 0)
    return [
        FoundBoard(k, partial(_read, x, content.error_at), partial(content.error_at, offset=x.at))
        for k, x in enumerate(found, 1)
    ]


_EXPECTED = {
    "colorgrid": 'an object with the key "colorGrid" and n rows of n regions',
    "celllists": "the regions as lists of [row, column] pairs that cover a square",
    "matrix": "n lists of n regions, as in [[0, 1], [0, 1]]",
}


def _is_own_json(content: Input) -> bool:
    """Whether the content has one of the forms that the format ``json`` describes.

    A document that is not valid JSON counts if it has the key of that format, because the error of
    that format then says what is wrong.
    """
    if not begins_like_json(content.text, "[{"):
        return False
    if not content.is_json:
        return '"regions"' in content.text and JSON_OBJECT.match(content.text) is not None
    return _is_own_document(content.document)


def _is_own_document(document: object) -> bool:
    if isinstance(document, list):
        return bool(document) and all(
            isinstance(x, dict) and ("row" in x or _is_own_document(x)) for x in document
        )
    if not isinstance(document, dict):
        return False
    if isinstance(document.get("board"), dict):
        return True
    if any(isinstance(document.get(key), list) for key in LISTS_OF_BOARDS):
        return True
    rows = document.get("regions")
    return isinstance(rows, list) and not any(
        isinstance(x, dict) or (isinstance(x, list) and any(isinstance(y, list) for y in x))
        for x in rows
    )


def _find(content: Input) -> list[_Written]:
    """Return the boards of a text, without the lists that only belong to a board."""
    if content in _FOUND:
        return _FOUND[content]
    text = content.text
    found: list[_Written] = []
    literals = list(find_literals(text))
    for literal in literals:
        alone = content.is_json or (len(literals) == 1 and _is_alone(literal, text))
        if all(isinstance(x, Scalar) and x.kind != "string" for x in literal.items):
            continue
        name = name_before(text, literal.at)
        found += _walk(literal, (name,) if name else (), None, alone)
    found += _loose_rows(literals, text)
    if any(x.whole for x in found):
        found = [x for x in found if x.whole]
    _FOUND[content] = _drop_other_lists(found)
    return _FOUND[content]


def _loose_rows(literals: Sequence[Collection], text: str) -> Iterator[_Written]:
    """Yield the boards whose rows follow each other without brackets around them."""
    run: list[list[Scalar]] = []
    end = 0
    for literal in (*literals, Collection(len(text), len(text), [])):
        row = [x for x in literal.items if isinstance(x, Scalar)]
        follows = run and not text[end : literal.at].replace(",", "").strip()
        if not (follows and len(row) == len(literal.items) == len(run[0])):
            if len(run) == len(run[0] if run else "-") >= _LEAST:
                yield _Written("matrix", (), run[0][0].at, run, [], None, True)
            run = []
        run = [*run, row] if len(row) == len(literal.items) > 0 and not literal.keys else []
        run = run[-MAX_N - 1 :]
        end = literal.end


def _is_alone(literal: Collection, text: str) -> bool:
    return not (text[: literal.at] + text[literal.end :]).strip()


def _walk(
    literal: Literal, path: _Path, parent: Collection | None, alone: bool
) -> Iterator[_Written]:
    """Yield the lists of a literal that may be boards."""
    if isinstance(literal, Scalar):
        return
    key = _last_key(path)
    named = _REGIONS.search(key) is not None
    groups = _cell_lists(literal)
    whole = groups is not None and _covers_square([x for _, cells in groups for x in cells])
    if groups is not None and whole:
        yield _Written("celllists", path, literal.at, [], groups, parent, whole)
        return
    grid = key in _COLOR_GRID
    rows = None if literal.keys else _rows(literal, grid)
    if rows is not None:
        whole = all(len(row) == len(rows) for row in rows)
        telling = grid or ((named or alone) and (whole or len(rows) > 1))
        if telling or (whole and len(rows) >= _LEAST):
            kind = "colorgrid" if grid else "matrix"
            yield _Written(kind, path, literal.at, rows, [], parent, whole)
            return
    inner = [
        found
        for k, item in enumerate(literal.items)
        for found in _walk(
            item,
            (*path, literal.keys[k] if literal.keys else "*"),
            literal if literal.keys else parent,
            False,
        )
    ]
    if groups is not None and named and not inner:
        yield _Written("celllists", path, literal.at, [], groups, parent, whole)
    yield from inner


def _last_key(path: _Path) -> str:
    return next((_plain(key) for key in reversed(path) if key != "*"), "")


def _rows(literal: Collection, grid: bool) -> list[list[Scalar]] | None:
    """Return the rows of a board; None if the literal is no list of rows."""
    rows: list[list[Scalar]] = []
    if grid and len(literal.items) >= _LEAST**2:  # all cells in one list
        cells = [x for x in literal.items if isinstance(x, Scalar)]
        n = isqrt(len(cells))
        if n * n == len(cells) == len(literal.items):
            return [cells[at : at + n] for at in range(0, n * n, n)]
    for item in literal.items:
        row = item
        if isinstance(row, Collection) and row.keys:  # an object such as {"colors": [...]}
            lists = [x for x in row.items if isinstance(x, Collection)]
            row = lists[0] if len(lists) == 1 else row
        if isinstance(row, Scalar):
            if row.kind != "string" or len(str(row.value)) != len(literal.items):
                return None
            rows.append([Scalar(row.at, sign, "string") for sign in str(row.value)])
        elif row.keys:
            return None
        else:
            cells = [x for x in map(_region_of_cell, row.items) if x is not None]
            if len(cells) < len(row.items) or not cells:
                return None
            rows.append(cells)
    return rows or None


def _region_of_cell(literal: Literal) -> Scalar | None:
    """Return the region of a cell: the cell itself, or a value of an object such as its colour."""
    if isinstance(literal, Scalar):
        return literal
    if literal.keys is None:
        return None
    pairs = zip(literal.keys, literal.items, strict=True)
    named = [x for key, x in pairs if _SPLIT.search(_plain(key)) and isinstance(x, Scalar)]
    return named[0] if len(named) == 1 else None


def _cell_lists(literal: Collection) -> list[tuple[str, list[tuple[int, int, int]]]] | None:
    """Return the cells of each region; None if the literal is no list of lists of cells."""
    groups = []
    names = literal.keys or letters_for(len(literal.items))
    for name, item in zip(names, literal.items, strict=True):
        if not isinstance(item, Collection):
            return None
        cells = item
        if item.keys:
            lists = [x for x in item.items if isinstance(x, Collection)]
            if len(lists) != 1:
                return None
            words = {_plain(k): x for k, x in zip(item.keys, item.items, strict=True)}
            label = next((words[k] for k in ("name", "id", "label", "color") if k in words), None)
            name = str(label.value) if isinstance(label, Scalar) else name
            cells = lists[0]
        pairs = [_pair(x) for x in cells.items]
        whole = [x for x in pairs if x is not None]
        if not pairs or len(whole) < len(pairs):
            return None
        groups.append((name, whole))
    return groups or None


def _pair(literal: Literal) -> tuple[int, int, int] | None:
    """Return a cell: its row, its column and its offset in the text."""
    if isinstance(literal, Scalar):
        found = _PAIR.fullmatch(str(literal.value)) if literal.kind == "string" else None
        return (int(found[1]), int(found[2]), literal.at) if found else None
    values: Sequence[Literal | None] = literal.items
    if literal.keys:
        words = {_plain(k): x for k, x in zip(literal.keys, literal.items, strict=True)}
        values = [next((words[k] for k in keys if k in words), None)
                  for keys in (_ROW_KEYS, _COLUMN_KEYS)]  # fmt: skip
    if len(values) != 2:
        return None
    row, column = (x.value if isinstance(x, Scalar) else None for x in values)
    if not isinstance(row, int) or not isinstance(column, int):
        return None
    return row, column, literal.at


def _covers_square(cells: Sequence[tuple[int, int, int]]) -> bool:
    """Whether cells, counted from 0 or from 1, are each cell of a square once."""
    n = isqrt(len(cells))
    least = min(min(row, column) for row, column, _ in cells)
    places = {(row - least, column - least) for row, column, _ in cells}
    return (
        n * n == len(cells) == len(places)
        and least in (0, 1)
        and max(max(place) for place in places) < n
    )


def _drop_other_lists(found: list[_Written]) -> list[_Written]:
    """Drop lists that belong to a board, such as its solution, and boards that are repeated."""
    if len(found) < 2:
        return found
    families: dict[_Path, list[_Written]] = {}
    for x in found:
        families.setdefault(tuple(re.sub(r"\d+", "", key) for key in x.path), []).append(x)
    boards = {
        path
        for path, xs in families.items()
        if any(map(_has_n_regions, xs)) and _ANSWERS.search(xs[0].key) is None
    }
    named = {path for path in boards if _REGIONS.search(families[path][0].key)}
    boards = named or boards
    kept: list[_Written] = []
    seen: dict[tuple[int, ...], _Path] = {}
    for path, xs in families.items():
        for x in xs:
            if boards and path not in boards:
                continue
            form = _form(x)
            if seen.setdefault(form, path) == path:
                kept.append(x)
    return sorted(kept, key=lambda x: x.at)


def _has_n_regions(x: _Written) -> bool:
    if x.kind == "celllists":
        return len(x.groups) ** 2 == sum(len(cells) for _, cells in x.groups)
    return len({str(cell.value) for row in x.rows for cell in row}) == len(x.rows)


def _form(x: _Written) -> tuple[int, ...]:
    """Return the regions of a list, numbered in order of their first appearance."""
    if x.kind == "celllists":
        cells = {(r, c): k for k, (_, group) in enumerate(x.groups) for r, c, _ in group}
        flat = [str(cells[cell]) for cell in sorted(cells)]
    else:
        flat = [str(cell.value) for row in x.rows for cell in row]
    numbers: dict[str, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in flat)


# ---- Reading -----------------------------------------------------------------------------------


def _read(written: _Written, fail: Fail) -> Grid:
    """Read a board."""
    _refuse_rivals(written, fail)
    grid = _read_groups(written, fail) if written.groups else _read_rows(written, fail)
    rules = Rules(_read_facts(written, grid.n, fail))
    return replace(grid, rules=rules, format=written.kind)


def _refuse_rivals(written: _Written, fail: Fail) -> None:
    """Refuse a board if another list of the same object may be the board as well."""
    if written.kind != "matrix" or written.parent is None or "*" in written.path[-1:]:
        return
    keys = written.parent.keys or []
    if _SPLIT.search(written.key) is None:
        return
    for key, item in zip(keys, written.parent.items, strict=True):
        if not isinstance(item, Collection) or item.at == written.at:
            continue
        other = next(_walk(item, (key,), written.parent, False), None)
        if (
            other is not None
            and other.kind == "matrix"
            and _SPLIT.search(other.key) is not None
            and other.whole
            and re.sub(r"\d+", "", key) != re.sub(r"\d+", "", written.path[-1])
            and _has_n_regions(other) == _has_n_regions(written)
            and _form(other) != _form(written)
            and len(other.rows) == len(written.rows)
        ):
            raise fail(
                f"found two squares of {plural(len(other.rows), 'row')} in one object, "
                f"{describe(written.path[-1])} and {describe(key)}, expected one board",
                written.at,
            )


def _read_rows(written: _Written, fail: Fail) -> Grid:
    rows = written.rows

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        cells = rows[min(row, len(rows) - 1)]
        return fail(message, cells[min(column or 0, len(cells) - 1)].at)

    for row in rows[:MAX_N]:
        for cell in row[:MAX_N]:
            if cell.kind == "name" and cell.value in _NO_LABEL:
                message = f"found {cell.value}, expected the region of a cell"
                raise fail(f"{message}: a whole number or a string", cell.at)
    return assemble([[str(cell.value) for cell in row] for row in rows], fail_cell)


def _read_groups(written: _Written, fail: Fail) -> Grid:
    """Read the regions from lists of their cells."""
    return grid_from_cells(written.groups, fail, written.at)


def grid_from_cells(
    groups: Sequence[tuple[str, Sequence[tuple[int, int, int]]]], fail: Fail, at: int
) -> Grid:
    """Make a grid from the label and the cells of each region: row, column and offset.

    Examples
    --------
    >>> groups = [("A", [(0, 0, 1), (1, 0, 2)]), ("B", [(0, 1, 3), (1, 1, 4)])]
    >>> grid_from_cells(groups, lambda message, at: InputError(message), 0).rows()
    ['AB', 'AB']
    """
    cells = [cell for _, group in groups for cell in group]
    total = len(cells)
    if total > MAX_N**2:
        raise fail(f"found {total:,} cells, expected at most {MAX_N**2:,}", cells[MAX_N**2][2])
    n = isqrt(total)
    if n * n < total or not total:
        raise fail(f"found {plural(total, 'cell')}, expected n * n cells of a square", at)
    first = 0 if any(0 in cell[:2] for cell in cells) else 1
    labels: dict[tuple[int, int], str] = {}
    for label, group in groups:
        for row, column, place in group:
            if not (first <= row < first + n and first <= column < first + n):
                expected = f"rows and columns from {first} to {first + n - 1}"
                raise fail(f"found the cell [{row}, {column}], expected {expected}", place)
            if (row - first, column - first) in labels:
                raise fail(f"found the cell [{row}, {column}] again, expected it once", place)
            labels[row - first, column - first] = label
    if len({label for label, _ in groups}) < len(groups):
        raise fail("found two regions with the same label, expected different labels", at)
    rows = [[labels[r, c] for c in range(n)] for r in range(n)]
    return assemble(rows, lambda message, row, column: fail(message, at))


def _read_facts(written: _Written, n: int, fail: Fail) -> int:
    """Check the number of rows beside a board, and return the number of stars."""
    stars = 1
    parent = written.parent
    for key, item in zip(parent.keys or (), parent.items, strict=True) if parent else ():
        if not isinstance(item, Scalar) or not isinstance(item.value, int):
            continue
        if _plain(key) in _SIZES and item.value != n and item.value <= MAX_N:
            message = f"found {describe(item.value)} as {describe(key)}"
            raise fail(f"{message}, expected {n}, the number of rows", item.at)
        if _plain(key) in _STARS:
            if not 1 <= item.value <= MAX_STARS:
                message = f"found {describe(item.value)} as {describe(key)}"
                raise fail(f"{message}, expected 1 to {MAX_STARS}", item.at)
            stars = item.value
    return stars


# ---- Writing -----------------------------------------------------------------------------------


def _labelled_rows(board: Grid) -> list[list[str | int]]:
    """Return the labels of the cells; labels that are whole numbers become numbers."""
    numbers: Callable[[str], bool] = re.compile(r"0|-?[1-9]\d{0,17}", re.ASCII).fullmatch  # type: ignore[assignment]
    plain = all(numbers(label) for label in board.labels)
    labels: list[str | int] = [int(x) if plain else x for x in board.labels]
    return [[labels[k] for k in row] for row in board.regions.tolist()]


def write_colorgrid(boards: Sequence[Grid]) -> str:
    r"""Write boards as objects with the key ``colorGrid``.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> print(write_colorgrid([Board.from_text("12\n12").grid]), end="")
    {"gridSize": 2, "colorGrid": [[1, 2], [1, 2]]}
    """
    documents = []
    for board in boards:
        document: dict[str, object] = {"gridSize": board.n}
        if board.stars > 1:
            document["stars"] = board.stars
        documents.append(json.dumps(document | {"colorGrid": _labelled_rows(board)}))
    if len(documents) == 1:
        return documents[0] + "\n"
    return "[\n" + ",\n".join(documents) + "\n]\n"


def write_matrix(boards: Sequence[Grid]) -> str:
    r"""Write boards as lists in the source of a Python program.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> print(write_matrix([Board.from_text("12\n12").grid]), end="")
    board = [
        [1, 2],
        [1, 2],
    ]
    """
    texts = []
    for board in boards:
        rows = "".join(f"    {json.dumps(row)},\n" for row in _labelled_rows(board))
        texts.append(f"[\n{rows}]")
    if len(texts) == 1:
        return f"board = {texts[0]}\n"
    return "boards = [\n" + ",\n".join(texts) + ",\n]\n"
