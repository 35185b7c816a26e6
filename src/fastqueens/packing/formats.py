"""Reads and writes the text format of packing puzzles; errors name the line and column.

::

    5 11 12          rows, columns, number of pieces
    DEFAULT          or CUSTOM: N lines of M characters follow, X for a cell and . for none;
    AAA              or PYRAMID: N layers of spheres, N x N at the bottom (then M = N)
    A
    BB               the pieces: consecutive lines of one letter; leading blanks are significant

A blank line ends a piece. A container in space has four numbers in its first line, and a blank line
between its layers; the layers of a piece have a blank line between them, too::

    2 2 3 3          layers, rows, columns, number of pieces
    CUSTOM           or DEFAULT: a whole box
    XXX
    XX.

    XX+              + for a cell that may stay empty
    XX.
    AA
    A

    A.               the second layer of A
    BBB
    CC

In a piece in space, a point is a blank that is visible; a row without a cell is a row of points. If
the number of pieces in the first line is wrong, the puzzle has the pieces that follow, with a
`PackingWarning`. A solution file has its puzzle at the end, after a line
``Puzzle:``; the lines before it are ignored. Invalid input raises `fastqueens.InputError`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fastqueens import input_limits as limits
from fastqueens.input import check_size, decode_utf8, normalise_text
from fastqueens.packing.rules import NO_RULES, Rules, sign_optional
from fastqueens.results import InputError
from fastqueens.validation import check_whole, describe, join_and, plural

__all__ = [
    "EXPECTED",
    "MAX_BYTES",
    "MAX_CELLS",
    "MAX_SPACE_CELLS",
    "PUZZLE",
    "Cells",
    "ParsedPuzzle",
    "parse",
    "parse_bytes",
    "read_document",
    "write",
]


MAX_CELLS = limits.PACKING_CELLS
MAX_SPACE_CELLS = limits.SPACE_CELLS
MAX_BYTES = limits.PACKING
EXPECTED = "a packing puzzle"  # the name of the input in error messages
PUZZLE = "Puzzle:"  # the line before the puzzle in a solution file
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Cells = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ParsedPuzzle:
    """The content of a file: the board and the pieces.

    Attributes
    ----------
    layers : int or None
        The layers of a pyramid; None for a flat board.
    board : tuple of str
        The rows of a flat board, ``X`` for a cell and ``.`` for no cell.
    pieces : tuple of (letter, cells)
        Cells are (row, column) pairs, or (layer, row, column) triples in space, in reading order.
    warnings : tuple of str
        What may be a mistake in the file, in words.
    solid : tuple of tuple of str
        For a container in space, the rows of each layer, ``X`` for a cell and ``.`` for no cell.
    rules : Rules
        The rules of a puzzle in space.
    """

    layers: int | None
    board: tuple[str, ...]
    pieces: tuple[tuple[str, Cells], ...]
    warnings: tuple[str, ...] = ()
    solid: tuple[tuple[str, ...], ...] = ()
    rules: Rules = NO_RULES


def parse_bytes(data: bytes, *, source: str | None = None) -> ParsedPuzzle:
    r"""Read the content of a file.

    Examples
    --------
    >>> parse_bytes(b"1 2 1\r\nDEFAULT\r\nAA\r\n").pieces
    (('A', ((0, 0), (0, 1))),)
    """
    text = decode_utf8(data, source)
    check_size(data, EXPECTED, MAX_BYTES, source=source)
    return parse(text, source=source)


def parse(text: str, *, source: str | None = None) -> ParsedPuzzle:
    r"""Read a packing puzzle.

    Examples
    --------
    >>> parse("2 2 2\nCUSTOM\nX.\nXX\nA\nBB\n").board
    ('X.', 'XX')
    >>> parse("2 2 2\nDEFAULT\nAA\nBC\n", source="p.txt")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: p.txt:4:2: found 'C' in a line of piece B, expected B or a blank
    """
    lines = [line.rstrip(" \t") for line in normalise_text(text).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    above = lines.index(PUZZLE) + 1 if PUZZLE in lines else 0
    return _Reader(lines[above:], source, above).read()


class _Reader:
    """Reads the lines of a puzzle."""

    def __init__(self, lines: list[str], source: str | None, above: int = 0) -> None:
        self.lines = lines
        self.source = source
        self.above = above  # lines of the file before the puzzle
        self.at = 0  # index of the next line

    def fail(self, message: str, line: int, column: int | None = 0) -> InputError:
        """Make an error; line and column are counted from 0."""
        place = None if column is None else column + 1
        line += self.above + 1
        return InputError(message, source=self.source, line=line, column=place)

    def line(self, expected: str) -> str:
        if self.at >= len(self.lines):
            raise self.fail(f"found the end of the input, expected {expected}", self.at, None)
        self.at += 1
        return self.lines[self.at - 1]

    def read(self) -> ParsedPuzzle:
        deep, rows, columns, count = self.header()
        if deep:
            return self.read_solid(deep, rows, columns, count)
        kind = self.line("DEFAULT, CUSTOM or PYRAMID").strip(" ")
        layers, board = None, ("X" * columns,) * rows
        if kind == "PYRAMID":
            layers, board = self.pyramid(rows, columns), ()
        elif kind == "CUSTOM":
            board = self.custom(rows, columns)
        elif kind == "DEFAULT":
            self.check_size(rows * columns, f"a board of {rows} x {columns}")
        else:
            raise self.fail(f"found {_quote(kind)}, expected DEFAULT, CUSTOM or PYRAMID", 1)
        pieces = self.pieces()
        return ParsedPuzzle(layers, board, pieces, self.check_pieces(pieces, count, "third"))

    def read_solid(self, layers: int, rows: int, columns: int, count: int) -> ParsedPuzzle:
        kind = self.line("DEFAULT or CUSTOM").strip(" ")
        if kind == "DEFAULT":
            what = f"a box of {layers} x {rows} x {columns}"
            self.check_size(layers * rows * columns, what, MAX_SPACE_CELLS)
            solid = [("X" * columns,) * rows] * layers
        elif kind == "CUSTOM":
            solid = self.custom_layers(layers, rows, columns)
        else:
            raise self.fail(f"found {_quote(kind)}, expected DEFAULT or CUSTOM", 1)
        pieces = self.solid_pieces()
        warnings = self.check_pieces(pieces, count, "fourth")
        signs = "".join("".join(row) for layer in solid for row in layer).replace(".", "")
        rules = Rules(optional_cells=tuple(k for k, sign in enumerate(signs) if sign == "+"))
        whole = tuple(tuple(row.replace("+", "X") for row in layer) for layer in solid)
        return ParsedPuzzle(None, (), pieces, warnings, solid=whole, rules=rules)

    def check_pieces(self, pieces: Sequence[object], count: int, place: str) -> tuple[str, ...]:
        """Return a warning if the first line has another number of pieces."""
        if not pieces:
            raise self.fail(
                f"found no piece, expected {count} (the {place} number of line {self.above + 1})",
                len(self.lines),
                None,
            )
        if len(pieces) == count:
            return ()
        says = f"line {self.above + 1} says {plural(count, 'piece')}"
        return (f"{says}, but the puzzle has {len(pieces)}; these are used",)

    def header(self) -> tuple[int, int, int, int]:
        """Return the layers of a container in space or 0, then rows, columns and pieces."""
        wanted = "three numbers: rows, columns and pieces; or four, with the layers first"
        line = self.line(wanted)
        found = list(re.finditer(r"[^ \t]+", line))
        for word in found:
            if not re.fullmatch("[0-9]+", word[0]):
                raise self.fail(f"found {_quote(word[0])}, expected {wanted}", 0, word.start())
        if len(found) not in (3, 4):
            column = found[4].start() if len(found) > 4 else len(line)
            many = plural(len(found), "number") if found else "a blank line"
            raise self.fail(f"found {many}, expected {wanted}", 0, column)
        numbers = []
        names = ("layers", "rows", "columns", "pieces")[4 - len(found) :]
        for word, name in zip(found, names, strict=True):
            most = len(_LETTERS) if name == "pieces" else MAX_CELLS
            value = int(word[0][-9:]) if not word[0][:-9].strip("0") else most + 1
            if not 1 <= value <= most:
                raise self.fail(
                    f"found {_quote(word[0], quotes='')} {name}, expected 1 to {most}",
                    0,
                    word.start(),
                )
            numbers.append(value)
        rows, columns, pieces = numbers[-3:]
        return numbers[0] if len(numbers) == 4 else 0, rows, columns, pieces

    def check_size(self, cells: int, what: str, most: int = MAX_CELLS) -> None:
        if cells > most:
            raise self.fail(f"found {what}, {cells:,} cells, expected at most {most:,}", 0)

    def pyramid(self, rows: int, columns: int) -> int:
        if rows != columns:
            raise self.fail(
                f"found a pyramid on {rows} x {columns} spheres, expected a square base", 0
            )
        self.check_size(rows * (rows + 1) * (2 * rows + 1) // 6, f"a pyramid of {rows} layers")
        return rows

    def custom(self, rows: int, columns: int) -> tuple[str, ...]:
        board = self.board_rows(rows, columns, "the board", "X.", "X or .")
        self.check_board(board)
        return board

    def custom_layers(self, layers: int, rows: int, columns: int) -> list[tuple[str, ...]]:
        board = []
        for layer in range(layers):
            if layer:
                line = self.line(f"a blank line before layer {layer + 1}")
                if line:
                    raise self.fail(
                        f"found {_quote(line)}, expected a blank line before layer {layer + 1}",
                        self.at - 1,
                    )
            name = f"layer {layer + 1}"
            board.append(self.board_rows(rows, columns, name, "X.+", "X, . or +"))
        joined = [row.replace("+", "X") for rows in board for row in rows]
        self.check_board(joined, MAX_SPACE_CELLS)
        return board

    def check_board(self, board: Sequence[str], most: int = MAX_CELLS) -> None:
        cells = sum(line.count("X") for line in board)
        self.check_size(cells, "a board", most)
        if not cells:
            raise self.fail("found a board without a cell, expected at least one X", 2)

    def board_rows(
        self, rows: int, columns: int, name: str, signs: str, expected: str
    ) -> tuple[str, ...]:
        board = []
        for row in range(rows):
            line = self.line(f"row {row + 1} of {name}'s {rows}")
            for column, sign in enumerate(line[: columns + 1]):
                if column < columns and sign not in signs:
                    raise self.fail(
                        f"found {_quote(sign)} in row {row + 1} of {name}, expected {expected}",
                        self.at - 1,
                        column,
                    )
            if len(line) != columns:
                raise self.fail(
                    f"found a row of {len(line)} cells, expected {columns}",
                    self.at - 1,
                    min(len(line), columns),
                )
            board.append(line)
        return tuple(board)

    def pieces(self) -> tuple[tuple[str, Cells], ...]:
        found: dict[str, list[tuple[int, int]]] = {}
        first: dict[str, int] = {}  # the first line of each piece
        last, row = "", 0
        for number in range(self.at, len(self.lines)):
            line = self.lines[number]
            letter = line.lstrip(" ")[:1]
            if not letter:
                last = ""
                continue
            column = len(line) - len(line.lstrip(" "))
            if letter not in _LETTERS:
                raise self.fail(
                    f"found {_quote(letter)}, expected a capital letter", number, column
                )
            if letter != last:
                if letter in found:
                    raise self.fail(
                        f"found piece {letter} again, expected another letter: "
                        f"{letter} is the piece on line {first[letter] + 1}",
                        number,
                        column,
                    )
                found[letter], first[letter] = [], number
                last, row = letter, 0
            for column, sign in enumerate(line):
                if sign not in (" ", letter):
                    raise self.fail(
                        f"found {_quote(sign)} in a line of piece {letter}, "
                        f"expected {letter} or a blank",
                        number,
                        column,
                    )
            if len(line) > MAX_CELLS or row >= MAX_CELLS:
                raise self.fail(
                    f"found a piece of more than {MAX_CELLS} rows or columns, "
                    "expected a piece that fits on a board",
                    number,
                )
            found[letter] += [(row, x) for x, sign in enumerate(line) if sign == letter]
            row += 1
        return tuple((letter, tuple(cells)) for letter, cells in found.items())

    def solid_pieces(self) -> tuple[tuple[str, Cells], ...]:
        """Read pieces in space, whose layers have blank lines between them."""
        found: dict[str, list[tuple[int, int, int]]] = {}
        first: dict[str, int] = {}  # the first line of each piece
        last, layer, row = "", 0, 0
        lettered = False  # whether a letter stands above, since the last blank line
        for number in range(self.at, len(self.lines)):
            line = self.lines[number]
            if not line:
                layer += row > 0 and not lettered  # a layer without a cell
                row, lettered = 0, False
                continue
            letter = line.lstrip(" .")[:1]
            column = len(line) - len(line.lstrip(" ."))
            if letter and letter not in _LETTERS:
                raise self.fail(
                    f"found {_quote(letter)}, expected a capital letter", number, column
                )
            if letter and letter != last:
                if letter in found:
                    raise self.fail(
                        f"found piece {letter} again, expected another letter: "
                        f"{letter} is the piece on line {first[letter] + 1}",
                        number,
                        column,
                    )
                found[letter], first[letter] = [], number
                last, layer, row = letter, 0, 0 if lettered else row
            elif letter and not lettered:
                layer += 1
            lettered = lettered or bool(letter)
            for column, sign in enumerate(line):
                if sign not in (" ", ".", letter):
                    raise self.fail(
                        f"found {_quote(sign)} in a line of piece {letter}, "
                        f"expected {letter}, a point or a blank",
                        number,
                        column,
                    )
            if max(len(line), row + 1, layer + 1) > MAX_CELLS:
                raise self.fail(
                    f"found a piece of more than {MAX_CELLS} layers, rows or columns, "
                    "expected a piece that fits on a board",
                    number,
                )
            found.get(letter, []).extend((layer, row, x) for x, y in enumerate(line) if y == letter)
            row += 1
        return tuple((letter, tuple(cells)) for letter, cells in found.items())


def write(raw: ParsedPuzzle) -> str:
    r"""Write a puzzle in the format that `parse` reads.

    Examples
    --------
    >>> write(parse("1 3 2\nDEFAULT\nA\nBB"))
    '1 3 2\nDEFAULT\nA\nBB\n'
    """
    if raw.solid:
        return _write_solid(raw)
    side = raw.layers
    rows, columns = (side, side) if side else (len(raw.board), len(raw.board[0]))
    whole = side is None and all(line == "X" * columns for line in raw.board)
    lines = [f"{rows} {columns} {len(raw.pieces)}"]
    lines.append("PYRAMID" if side else "DEFAULT" if whole else "CUSTOM")
    if not whole:
        lines += raw.board
    for name, cells in raw.pieces:
        _check_letter(name)
        taken = set(cells)
        for row in range(max(r for r, _ in cells) + 1):
            width = max((c for r, c in cells if r == row), default=-1) + 1
            if not width:
                raise InputError(f"piece {name}: the text format does not support empty rows")
            lines.append("".join(name if (row, c) in taken else " " for c in range(width)))
    return "\n".join(lines) + "\n"


def _check_letter(name: str) -> None:
    if name not in _LETTERS or len(name) != 1:
        raise InputError(f"piece {name!r}: the text format supports only the letters A to Z")


def _write_solid(raw: ParsedPuzzle) -> str:
    """Write a puzzle in space; a blank line separates layers and pieces."""
    rules = replace(raw.rules, optional_cells=())
    if rules != NO_RULES:
        found = {
            "mirror images": rules.reflect,
            "pieces that may stay out": rules.optional_pieces,
            "colours": rules.cell_colours,
            "max_empty": rules.max_empty is not None,
        }
        words = join_and([word for word, used in found.items() if used])
        raise InputError(f"the text format does not support {words}; write JSON instead")
    size = len(raw.solid), len(raw.solid[0]), len(raw.solid[0][0])
    board = sign_optional(raw.solid, raw.rules)
    whole = all(row == "X" * size[2] for layer in board for row in layer)
    head = f"{' '.join(map(str, size))} {len(raw.pieces)}\n{'DEFAULT' if whole else 'CUSTOM'}"
    blocks = [] if whole else ["\n".join(layer) for layer in board]
    for name, cells in raw.pieces:
        _check_letter(name)
        corner = np.max(cells, axis=0) + 1
        grid = np.full(corner, ".")
        grid[tuple(np.transpose(cells))] = name
        blocks += ["\n".join("".join(row) for row in layer) for layer in grid]
    return f"{head}\n" + "\n\n".join(blocks) + "\n"


def read_document(
    document: object,
) -> tuple[Any, dict[str, Any], dict[str, int], dict[str, Any]]:
    """Return the board, the pieces, the indents of pieces, and the rules of a JSON document."""
    if isinstance(document, dict) and isinstance(document.get("puzzle"), dict):
        document = document["puzzle"]
    if not isinstance(document, dict) or not isinstance(document.get("pieces"), dict):
        raise InputError(f'found {describe(document)}, expected an object with "pieces"')
    pieces, indents = document["pieces"], _read_indents(document.get("indents", {}))
    rules = {
        key: document[key]
        for key in (
            "reflect",
            "copies",
            "optional_pieces",
            "optional_cells",
            "max_empty",
            "colours",
        )
        if document.get(key) is not None
    }
    if "layers" in document:
        return ("pyramid", document["layers"]), pieces, indents, rules
    rows = document.get("board")
    if isinstance(rows, list) and rows and isinstance(rows[0], list):
        signs = [_read_rows(layer, "X.+") for layer in rows]
        if len({(len(layer), len(layer[0])) for layer in signs}) != 1:
            raise InputError('found layers of different sizes as "board", expected equal sizes')
        board = np.array(signs)
        listed = document.get("optional_cells") or []
        if not isinstance(listed, list):
            raise InputError(f'found {describe(listed)} as "optional_cells", expected a list')
        rules["optional_cells"] = [*np.argwhere(board == "+").tolist(), *listed]
        if indents:
            raise InputError('found "indents" with a board in space, expected none')
        return board != ".", pieces, {}, rules
    return np.array(_read_rows(rows, "X.")) == "X", pieces, indents, rules


def _read_rows(rows: object, signs: str) -> list[list[str]]:
    """Return the signs of the rows of a board, or of a layer of it."""
    if not isinstance(rows, list) or not rows or not all(
        isinstance(row, str) and row and set(row) <= {*signs} for row in rows
    ):  # fmt: skip
        listed = ", ".join(signs[:-1])
        raise InputError(
            f'found {describe(rows)} as "board", expected rows of {listed} and {signs[-1]}'
        )
    if len({len(row) for row in rows}) != 1:
        raise InputError('found rows of different lengths as "board", expected equal lengths')
    return [list(row) for row in rows]


def _read_indents(found: object) -> dict[str, int]:
    if not isinstance(found, dict):
        raise InputError(f'found {describe(found)} as "indents", expected an object')
    for name, indent in found.items():
        if check_whole(indent, f"the indent of piece {name}") >= MAX_CELLS:
            raise InputError(
                f"found an indent of {indent:,} for piece {name}, expected less than {MAX_CELLS}"
            )
    return found


def _quote(text: str, *, quotes: str = "'") -> str:
    text = text if len(text) <= 20 else text[:17] + "..."
    return repr(text) if quotes else text
