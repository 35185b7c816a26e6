"""Addresses of Star Battle boards in penpa-edit, the editor of puzzles.

``https://swaroopg92.github.io/penpa-edit/#m=edit&p=TEXT``: base64 of a deflated text of several
lines. The text has, counted from 0:

0. the kind of the grid, its columns and rows, and the title
2. the state of the editor
3. the problem, an object in JSON whose keys are shortened: ``zE`` are lines along the edges of
   cells, ``zS`` colours of cells, ``zN`` numbers, ``zY`` symbols
4. the same for the marks of the player
5. the cells of the board: the first one, and the distance of each cell to the one before
14. the exact colours of cells
17. the kinds of puzzles, such as ``["starbattle"]``

Points are numbers: a grid of c columns is surrounded by two more cells on each side, so that the
cell in row i and column j has the number ``(i + 2) * (c + 4) + j + 2``. The lower right corners of
the cells follow in the same order. The number of stars stands beside the board or in the title.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, TypeAlias
from urllib.parse import unquote

import numpy as np

from fastqueens import input_limits as limits
from fastqueens.input import load_json
from fastqueens.queens.formats.borders import borders_of, grid_from_borders
from fastqueens.queens.grid.grid import MAX_N, Fail, Grid, assemble
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = ["looks_like_penpa", "read_penpa", "write_penpa"]

_ADDRESS = re.compile(r"(?:https?://[^\s?#]*[?#]|[?#]?)m=(?:edit|solve)&p=")
_SHORTENED = re.compile(r'"(?:[^"\\]|\\.)*+"|\bz[0-9A-Z_](?!\w)', re.DOTALL)
_BORDER = 2  # cells around the grid, on each side
_KINDS = ("square", "sudoku", "kakuro")  # the grids of squares
_KEYS = {"lines": ("zE", "lineE"), "colours": ("zS", "surface"), "texts": ("zN", "number"),
         "symbols": ("zY", "symbol")}  # fmt: skip
_COUNT = re.compile(r"(\d{1,2})\s*(?:[★☆*]|stars?)?", re.IGNORECASE)
_TITLE_COUNT = re.compile(r"(\d{1,2})\s*-?\s*(?:[★☆]|stars?\b)", re.IGNORECASE)
_CROSS, _STAR = 0, 2  # the styles of the symbol "star": a cross, and a star

_Object: TypeAlias = dict[str, Any]


def looks_like_penpa(line: str, lines: int) -> bool:
    """Whether a line is an address of penpa-edit.

    Examples
    --------
    >>> looks_like_penpa("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZ", 1)
    True
    >>> looks_like_penpa("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk", 1)
    False
    """
    return _ADDRESS.match(line) is not None


# ---- Reading -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Square:
    """The square of cells of a board within the numbers of points."""

    n: int
    first: int  # the number of the upper left cell
    columns: int  # the number of points in a row of points
    cells: int  # the number of cells, with those around the grid

    def cell(self, point: int) -> Cell | None:
        """Return the row and the column of a cell; None for a point elsewhere."""
        row, column = divmod(point, self.columns)
        first_row, first_column = divmod(self.first, self.columns)
        cell = row - first_row, column - first_column
        return cell if min(cell) >= 0 and max(cell) < self.n and point < self.cells else None


def read_penpa(text: str, fail: Fail) -> Grid:
    r"""Read an address.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> grid = Board.from_text("AB\nAB", stars=2).grid
    >>> again = read_penpa(write_penpa(grid, [(0, 1)], []), lambda message, at: InputError(message))
    >>> again.rows(), again.stars, again.placements
    (['AB', 'AB'], 2, (((0, 1),),))
    """
    head = _ADDRESS.match(text)
    if not head:
        raise fail(f"found {describe(text[:40])}, expected an address of penpa-edit", 0)
    at = head.end()

    def refuse(message: str) -> InputError:
        return fail(message, at)

    lines = _unpack(text[at:], refuse)
    header = lines[0].split(",")
    if header[0] not in _KINDS:
        raise refuse(f"found a grid of the kind {describe(header[0])}, expected squares")
    _check_puzzle(lines, refuse)
    square = _read_square(header, lines, refuse)
    problem, marks = (_object(lines, k, refuse) for k in (3, 4))
    exact = _object(lines, 14, refuse)
    grid = _read_regions(square, problem, exact, refuse)
    stars = _read_star_count(square, header, problem, refuse)
    placed, eliminated = _read_marks(square, (problem, marks))
    return replace(
        grid, rules=Rules(stars), placements=(placed,) if placed else (), eliminated=eliminated
    )


def _unpack(code: str, refuse: Any) -> list[str]:
    """Return the lines of the text that an address holds."""
    code = unquote(code.partition("&")[0]).replace(" ", "+").replace("-", "+").replace("_", "/")
    try:
        data = b64decode(code + "=" * (-len(code) % 4), validate=True)
        text = zlib.decompressobj(-15).decompress(data, limits.ADDRESS + 1)
        if len(text) > limits.ADDRESS:
            raise refuse(f"found more than {limits.ADDRESS:,} bytes in the address, too many")
        lines = text.decode().split("\n")
    except (Base64Error, zlib.error, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise refuse("the address is damaged: copy the whole address again") from None
    if len(lines) < 6:
        found = plural(len(lines), "line")
        raise refuse(f"found {found} in the address, expected 6 or more: it is cut off")
    return lines


def _object(lines: list[str], k: int, refuse: Any) -> _Object:
    """Return an object of the text; an empty one if there is none."""
    if k >= len(lines) or not lines[k].startswith("{"):
        return {}

    def lengthen(found: re.Match[str]) -> str:
        token = found[0]
        return token if token[0] == '"' else "null" if token == "zO" else f'"{token}"'

    try:
        found = load_json(_SHORTENED.sub(lengthen, lines[k]), None)
    except InputError as error:
        raise refuse(f"line {k} of the text in the address: {error.message}") from None
    return found if isinstance(found, dict) else {}


def _part(document: _Object, name: str) -> _Object:
    """Return a part of a problem, by either of its names."""
    found: object = next((document[key] for key in _KEYS[name] if key in document), {})
    return found if isinstance(found, dict) else {}


def _check_puzzle(lines: list[str], refuse: Any) -> None:
    """Refuse an address that names other puzzles."""
    names = re.findall(r'"([^"]*)"', lines[17]) if len(lines) > 17 else []
    if names and "starbattle" not in (re.sub(r"[^a-z]", "", name.lower()) for name in names):
        raise refuse(f"found a puzzle of the kind {describe(names[0])}, expected Star Battle")


def _read_square(header: list[str], lines: list[str], refuse: Any) -> _Square:
    """Read the cells of the board, which are a square."""
    sizes = [int(x) if x.isdecimal() and len(x) < 4 else 0 for x in header[1:3]]
    if len(sizes) < 2 or not all(1 <= x <= 4 * MAX_N for x in sizes):
        found = " x ".join(header[1:3])
        raise refuse(f"found a grid of {describe(found)}, expected columns and rows")
    columns, rows = (x + 2 * _BORDER for x in sizes)
    words = lines[5].strip().strip("[]").split(",")
    if not all(re.fullmatch(r"\s*-?\d{1,6}\s*", word) for word in words):
        raise refuse("found no list of cells in the address: it is damaged")
    cells = list(accumulate(map(int, words)))
    n = next((n for n in range(1, MAX_N + 1) if n * n == len(cells)), 0)
    expected = [cells[0] + r * columns + c for r in range(n) for c in range(n)]
    row, column = divmod(cells[0], columns)
    inside = _BORDER <= row <= rows - _BORDER - n and _BORDER <= column <= columns - _BORDER - n
    if not n or sorted(cells) != expected or not inside:
        raise refuse(f"found {plural(len(cells), 'cell')} that are no square, expected n * n cells")
    return _Square(n, cells[0], columns, columns * rows)


def _read_regions(square: _Square, problem: _Object, exact: _Object, refuse: Any) -> Grid:
    """Read the regions from the lines along edges or, if there are none, from the colours."""
    n = square.n
    right, down = np.zeros((n, n - 1), bool), np.zeros((n - 1, n), bool)
    lines = [key for key in _part(problem, "lines") if "," in key]
    for key in lines:
        ends = [int(x) - square.cells for x in key.split(",") if re.fullmatch(r"\d{1,6}", x)]
        if len(ends) != 2 or min(ends) < 0 or max(ends) >= square.cells:
            continue  # a line that does not join two corners
        start, length = min(ends), abs(ends[1] - ends[0])
        row, column = divmod(start, square.columns)
        first_row, first_column = divmod(square.first, square.columns)
        r, c = row - first_row, column - first_column  # the cell whose lower right corner it is
        if length == 1 and 0 <= r < n - 1 and 0 <= c + 1 < n:
            down[r, c + 1] = True
        elif length == square.columns and 0 <= r + 1 < n and 0 <= c < n - 1:
            right[r + 1, c] = True
        elif length not in (1, square.columns):
            raise refuse("found a line across cells, expected lines along the edges of cells")
    if right.any() or down.any() or n == 1:
        return grid_from_borders(right, down, refuse)
    colours = _part(problem, "colours") | _part(exact, "colours")
    painted = {cell: str(colours[key]) for key in colours if key.isdecimal() and len(key) < 7
               and (cell := square.cell(int(key))) is not None}  # fmt: skip
    if not painted and not lines:
        raise refuse("found neither borders nor colours, expected the regions of the board")
    rows = [[painted.get((r, c), "0") for c in range(n)] for r in range(n)]
    return assemble(rows, lambda message, row, column: refuse(message))


def _read_star_count(square: _Square, header: list[str], problem: _Object, refuse: Any) -> int:
    """Return the number of stars, which stands beside the board or in the title; 1 without it."""
    found = set()
    for key, value in _part(problem, "texts").items():
        text = str(value[0]).strip() if isinstance(value, list) and value else ""
        count = _COUNT.fullmatch(text)
        inside = not key.isdecimal() or len(key) > 6 or square.cell(int(key)) is not None
        if inside and text and not (count and count[1] != text):
            raise refuse(f"found {describe(text)} in a cell, which Star Battle does not have")
        if count:
            found.add(int(count[1]))
    if not found:
        found = {int(x) for x in _TITLE_COUNT.findall(",".join(header[11:]))}
        found |= {len(x) for x in re.findall("★{2,}", ",".join(header[11:]))}
    if len(found) > 1:
        numbers = " and ".join(map(str, sorted(found)[:2]))
        raise refuse(f"found {numbers} as the number of stars, expected one number")
    stars = found.pop() if found else 1
    if not 1 <= stars <= MAX_STARS:
        raise refuse(f"found {stars} as the number of stars, expected 1 to {MAX_STARS}")
    return stars


def _read_marks(
    square: _Square, documents: Sequence[_Object]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells with stars and the cells that are crossed out, each sorted."""
    stars: set[Cell] = set()
    crosses: set[Cell] = set()
    for document in documents:
        for key, value in _part(document, "symbols").items():
            cell = square.cell(int(key)) if key.isdecimal() and len(key) < 7 else None
            if cell is None or not isinstance(value, list) or value[1:2] != ["star"]:
                continue
            (crosses if value[0] == _CROSS else stars).add(cell)
    return tuple(sorted(stars)), tuple(sorted(crosses - stars))


# ---- Writing -----------------------------------------------------------------------------------

_SIZE = 38  # pixels of a cell
_NO_MARKS = '"zR":{"z_":[]},"zU":{"z_":[]},"z8":{"z_":[]}'
_REST = '"z1":{},"zF":{},"z2":{},"zT":[],"z3":[],"zD":[],"z0":[],"z5":[],"zL":{}'
_END = '"zW":{},"zC":{},"z4":{},"z6":[],"z7":[]'
_TOOLS = (
    '"zS":["",1],"zL":["1",2],"zE":["1",2],"zW":["",2],"zC":["1",10],"zN":["1",1],"zY":["star",1],'
    '"zP":["zT",""],"zB":["",""],"move":["1",""],"combi":["star",""],"sudoku":["1",1]'
)
_STATE = (
    f'{{"z9":"zA","zG":["1","2","1"],"zQ":{{"zM":"zE",{_TOOLS}}},"zA":{{"zM":"combi",{_TOOLS}}}}}'
)


def write_penpa(board: Grid, queens: Sequence[Cell], eliminated: Sequence[Cell]) -> str:
    r"""Write a board as an address; the stars and crosses are the marks of the player.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> address = write_penpa(Board.from_text("AB\nAB").grid, [], [])
    >>> address[:50]
    'https://swaroopg92.github.io/penpa-edit/#m=edit&p='
    """
    n = board.n
    right, down = borders_of(board, "penpa-edit")
    size = n + 2  # one more cell on each side has room for the number of stars
    columns = size + 2 * _BORDER
    first = (_BORDER + 1) * (columns + 1)
    walls = np.ones((2, n + 1, n + 1), bool)  # below cells and to their right, with the frame
    walls[0, 1:n, 1:] = down
    walls[1, 1:, 1:n] = right
    corner = columns * columns + first - columns - 1  # the upper left corner of the board
    lines = {}
    for r in range(n + 1):
        for c in range(n + 1):
            point = corner + r * columns + c
            if c < n and walls[0, r, c + 1]:
                lines[f"{point},{point + 1}"] = 2
            if r < n and walls[1, r + 1, c]:
                lines[f"{point},{point + columns}"] = 2
    cell = {(r, c): first + r * columns + c for r in range(n) for c in range(n)}
    marks = {str(cell[x]): [_CROSS, "star", 1] for x in eliminated}
    marks |= {str(cell[x]): [_STAR, "star", 1] for x in queens}
    number = {str(first - columns + n - 1): [str(board.stars), 1, "1"]}
    middle = (columns - 1) // 2
    centre = middle * (columns + 1) + (columns * columns if size % 2 == 0 else 0)
    pixels = (size + 1) * _SIZE
    header = f"square,{size},{size},{_SIZE},0,1,1,{pixels},{pixels},{centre},{centre}"
    gaps = [first, *(1 if k % n else columns - n + 1 for k in range(1, n * n))]
    nothing = _document({}, {}, {})
    text = [
        f"{header},0,0,0,0,Title: ,Author: ,,,OFF,false", "[1,1,1,1]", _STATE,
        _document(lines, number, {}), _document({}, {}, marks), _dump(gaps),
        "[]", "{}", '"x"', '"x"', "[3,1,4]", _STATE, '"x"', "0",
        nothing, nothing, "{}", '["starbattle"]', "",
    ]  # fmt: skip
    short = re.sub(r'"(z[0-9A-Z_])"', r"\1", "\n".join(text))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(short.encode()) + deflate.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(data).decode()}"


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _document(lines: _Object, numbers: _Object, symbols: _Object) -> str:
    """Return a problem, or the marks of a player, as JSON."""
    parts = f'"zS":{{}},"zN":{_dump(numbers)},"zY":{_dump(symbols)},"zE":{_dump(lines)}'
    return f"{{{_NO_MARKS},{parts},{_REST},{_END}}}"
