"""A packing puzzle: a board and the pieces that must fill it."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens import input_limits as limits
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.input import (
    begins_like_json,
    check_size,
    decode_utf8,
    load_json,
    normalise_text,
    read_file,
)
from fastqueens.output import Written
from fastqueens.packing.burrtools import list_problems, looks_like_burrtools
from fastqueens.packing.formats import (
    EXPECTED,
    MAX_BYTES,
    MAX_CELLS,
    MAX_SPACE_CELLS,
    ParsedPuzzle,
    parse,
    parse_bytes,
    read_document,
    write,
)
from fastqueens.packing.layout import Layout, Place
from fastqueens.packing.orientations import normalise
from fastqueens.packing.piece_sets import named_pieces
from fastqueens.packing.pieces import Piece, default_name, read_piece, read_solid
from fastqueens.packing.rules import Rules, sign_optional
from fastqueens.packing.rules_input import (
    cell_indices,
    multiply,
    read_rules,
    rules_as_dict,
)
from fastqueens.results import InputError
from fastqueens.validation import (
    array_of,
    check_flag,
    check_items,
    check_whole,
    is_choice,
    plural,
    quote,
)

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["PackingWarning", "Place", "Puzzle", "unchecked_puzzle"]


MAX_PIECES = limits.PIECES
# Characters for pieces whose names have several characters.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class PackingWarning(UserWarning):
    """A warning that a puzzle may contain a mistake."""


class Puzzle(Drawn, Written):
    """A flat board, a pyramid or a container in space, and the pieces that must fill it.

    Make a puzzle from arrays, or with `box`, `from_text`, `from_file` or `from_bytes`. Puzzles are
    immutable and can be compared, hashed and pickled.

    Parameters
    ----------
    board : array_like of bool, or ("pyramid", layers)
        True for each cell of the board. A flat board has 1 to 256 cells, a container 1 to 1,024.
        The shape is (rows, columns), or (layers, rows, columns) for a container in space. A pyramid
        of n layers has n x n spheres at the bottom, and the spheres of each layer lie in the
        hollows of the layer below.
    pieces : sequence, or mapping from names
        Each piece is a list of (row, column) pairs or a boolean array. In space it may also be a
        list of (layer, row, column) triples. The default names are A, B, ... A piece that is not
        connected is accepted with a `PackingWarning`.
    reflect : bool
        In space, whether pieces may be replaced by their mirror images. (Flat pieces on flat boards
        may always be turned over.)
    copies : mapping from names to int or (int, int), optional
        How many copies of a piece there are. The copies of Y are named Y1, Y2, ... In space, a pair
        (least, most) means that a solution uses a number of copies between these bounds.
    optional_pieces : iterable of str
        In space, the names of pieces that a solution need not use.
    optional_cells : array_like of bool, or sequence of (layer, row, column)
        In space, the cells that may stay empty.
    max_empty : int, optional
        In space, the largest number of optional cells that may stay empty in one solution.
    colours : mapping, optional
        In space, colours restrict where pieces may lie. The mapping has three keys. ``"cells"`` has
        the colour of each cell of the container in reading order. ``"pieces"`` maps the name of a
        piece to the colours of its cells in reading order. ``"pairs"`` lists the pairs (colour of a
        piece's cell, colour of a container's cell) that may meet. Colour 0 may meet every colour.
        Two rotations of a piece that cover the same cells are one placement, even if their colours
        differ.

    Attributes
    ----------
    layers : int or None
        The number of layers of a pyramid; None for other boards.
    board : ndarray of bool or None
        The flat board, or the container in space; None for a pyramid. Read-only.
    cells : tuple of (layer, row, column)
        The cells in reading order, from the bottom layer up.
    pieces : tuple of Piece
        The pieces in the order of the argument.
    rules : Rules
        The rules of a puzzle in space.

    Examples
    --------
    >>> Puzzle(np.ones((2, 3), bool), {"I": [(0, 0), (0, 1)], "J": [[True, False], [True, True]]})
    Puzzle(2x3, 2 pieces: I2 J3)
    """

    __slots__ = ("board", "cells", "layers", "pieces", "rules")

    layers: int | None
    board: NDArray[np.bool_] | None
    cells: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    rules: Rules

    def __init__(
        self,
        board: ArrayLike | tuple[Literal["pyramid"], int],
        pieces: Mapping[str, ArrayLike] | Sequence[ArrayLike],
        *,
        reflect: bool = False,
        copies: Mapping[str, int | tuple[int, int]] | None = None,
        optional_pieces: Iterable[str] = (),
        optional_cells: ArrayLike | Sequence[Sequence[int]] = (),
        max_empty: int | None = None,
        colours: Mapping[str, Any] | None = None,
    ) -> None:
        if isinstance(board, tuple) and len(board) == 2 and is_choice(board[0], ("pyramid",)):
            layers = check_whole(board[1], "the number of layers", least=1)
            if layers * (layers + 1) * (2 * layers + 1) > 6 * MAX_CELLS:
                raise InputError(f"found a pyramid of {layers} layers, expected at most 8")
            self._set_board(layers, None)
        else:
            self._set_board(None, _read_board(board))
        if isinstance(pieces, Mapping):
            items = list(pieces.items())
        else:
            listed = check_items(pieces, "pieces", "pieces")
            items = [(default_name(i), cells) for i, cells in enumerate(listed)]
        items, optional = multiply(items, copies)
        optional += check_items(optional_pieces, "optional_pieces", "names of pieces")
        if not 1 <= len(items) <= MAX_PIECES:
            raise InputError(f"found {len(items)} pieces, expected 1 to {MAX_PIECES}")
        read = read_solid if self.in_space else read_piece
        self.pieces = tuple(Piece(str(name), read(str(name), cells)) for name, cells in items)
        self.rules = read_rules(
            self.board if self.in_space else None,
            self.cells,
            self.pieces,
            check_flag(reflect, "reflect"),
            optional,
            optional_cells,
            colours,
            max_empty,
        )
        self._warn()

    @classmethod
    def box(
        cls,
        layers: int,
        rows: int,
        columns: int,
        *,
        pieces: str | Mapping[str, ArrayLike] | Sequence[ArrayLike],
        holes: ArrayLike | Sequence[Sequence[int]] = (),
        reflect: bool = False,
        copies: Mapping[str, int | tuple[int, int]] | None = None,
        optional_pieces: Iterable[str] = (),
        optional_cells: ArrayLike | Sequence[Sequence[int]] = (),
        max_empty: int | None = None,
        colours: Mapping[str, Any] | None = None,
    ) -> Puzzle:
        """Make a puzzle in a box of cubes.

        Parameters
        ----------
        layers, rows, columns : int
            The size of the box.
        pieces : str, sequence, or mapping from names
            ``"pentominoes"``, ``"soma"`` or ``"bedlam"`` for a well-known set of pieces, or the
            pieces in a form that `Puzzle` accepts.
        holes : sequence of (layer, row, column)
            The cells of the box that no piece may cover.
        reflect, copies, optional_pieces, optional_cells, max_empty, colours
            See `Puzzle`.

        Raises
        ------
        InputError
            If an argument is invalid.

        Examples
        --------
        >>> from fastqueens.packing import count
        >>> soma = Puzzle.box(3, 3, 3, pieces="soma")
        >>> soma
        Puzzle(3x3x3, 7 pieces: V3 L4 T4 Z4 A4 B4 P4)
        >>> int(count(soma, distinct=True)), int(count(soma, distinct="mirror"))
        (480, 240)
        """
        size = [
            check_whole(number, f"the number of {name}", least=1)
            for number, name in ((layers, "layers"), (rows, "rows"), (columns, "columns"))
        ]
        if max(size) > MAX_CELLS or size[0] * size[1] * size[2] > 16 * MAX_SPACE_CELLS:
            shown = " x ".join(map(quote, size))
            raise InputError(f"found a box of {shown}, expected at most {MAX_SPACE_CELLS:,} cells")
        board = np.ones(size, bool)
        for cell in cell_indices(holes, "holes", np.ones(size, bool)):
            board[cell] = False
        return cls(
            board,
            named_pieces(pieces) if isinstance(pieces, str) else pieces,
            reflect=reflect,
            copies=copies,
            optional_pieces=optional_pieces,
            optional_cells=optional_cells,
            max_empty=max_empty,
            colours=colours,
        )

    @property
    def in_space(self) -> bool:
        """Whether the board is a container of cubes in space."""
        return self.board is not None and self.board.ndim == 3

    def _scene(self, cell: int, look: Look) -> Scene:
        """Draw the empty board."""
        from fastqueens.packing.drawing import scene

        return scene(self.layout({}), cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        """Draw the empty board and the pieces, of the same size, to cut them out."""
        from fastqueens.packing.drawing import entry

        return entry(self.layout({}), [piece.cells for piece in self.pieces], look=look)

    def layout(self, numbers: Mapping[int, tuple[int, ...]]) -> Layout:
        """Return placed pieces as plain data for drawing.

        Parameters
        ----------
        numbers : mapping from int to tuple of int
            The cells of each piece on the board, as indices into `cells`.

        Returns
        -------
        Layout

        Examples
        --------
        >>> Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]}).layout({0: (0, 1)}).rows()
        ['II']
        """
        names = tuple(piece.name for piece in self.pieces)
        return Layout(self.layers, self.board, self.cells, names, self.letters, self.size, numbers)

    def _set_board(self, layers: int | None, board: NDArray[np.bool_] | None) -> None:
        self.layers, self.board = layers, board
        if board is not None:
            board.flags.writeable = False
            solid = board if board.ndim == 3 else board[None]
            self.cells = tuple((z, r, c) for z, r, c in np.argwhere(solid).tolist())
        else:
            sides = range(layers or 0, 0, -1)
            self.cells = tuple(
                (layer, r, c)
                for layer, side in enumerate(sides)
                for r in range(side)
                for c in range(side)
            )

    def _warn(self, found: Iterable[str] = ()) -> None:
        """Warn of what was found in the file, and of pieces that are not connected.

        The warnings name the line of the caller outside this package.
        """
        frame, level = sys._getframe(1), 2
        while frame.f_back and frame.f_globals.get("__name__", "").startswith("fastqueens."):
            frame, level = frame.f_back, level + 1
        parts = (
            f"piece {piece.name} is in several parts; the parts move together"
            for piece in self.pieces
            if not piece.connected
        )
        for message in (*found, *parts):
            warnings.warn(message, PackingWarning, stacklevel=level)

    @classmethod
    def _from_raw(cls, raw: ParsedPuzzle, *, warn: bool = True) -> Puzzle:
        self = cls.__new__(cls)
        board = None
        if raw.solid:
            board = np.array([[[sign == "X" for sign in line] for line in x] for x in raw.solid])
        elif raw.layers is None:
            board = np.array([[sign == "X" for sign in line] for line in raw.board])
        self._set_board(raw.layers, board)
        self.rules = raw.rules
        self.pieces = tuple(
            Piece(name, normalise(cells), 0 if raw.solid else min(cell[1] for cell in cells))
            for name, cells in raw.pieces
        )
        if warn:
            self._warn(raw.warnings)
        return self

    @classmethod
    def from_text(cls, text: str, *, source: str | None = None) -> Puzzle:
        r"""Read the text format of packing puzzles; see `fastqueens.packing.formats`.

        Parameters
        ----------
        text : str
            The first line is ``N M P``: the numbers of rows, columns and pieces. The second line is
            ``DEFAULT``, ``PYRAMID`` or ``CUSTOM``; after ``CUSTOM`` the board follows. Then the
            pieces follow. In space, the first line is ``L N M P``, where L is the number of layers,
            and a blank line separates two layers. If the number of pieces is not P, the text is
            accepted with a `PackingWarning`.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            If the input is invalid; the message names the line, the column and the expected input.

        Examples
        --------
        >>> Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
        Puzzle(2x3, 2 pieces: A2 B4)
        """
        return cls._from_raw(parse(text, source=source))

    @classmethod
    def from_bytes(
        cls, data: bytes, *, source: str | None = None, problem: int | None = None
    ) -> Puzzle:
        r"""Read the content of a file in the format of `from_text`, in JSON, or of BurrTools.

        Parameters
        ----------
        data : bytes
            The puzzle as UTF-8, or an ``.xmpuzzle`` file, which needs defusedxml.
        source : str, optional
            A name for error messages.
        problem : int, optional
            The number of the problem in an ``.xmpuzzle`` file with several problems, counted from
            1.

        Raises
        ------
        InputError
            If the input is invalid; the message names the line, the column and the expected input.

        Examples
        --------
        >>> Puzzle.from_bytes(b"1 3 2\r\nDEFAULT\r\nAA\r\nB\r\n")
        Puzzle(1x3, 2 pieces: A2 B1)
        """
        if isinstance(data, bytes) and looks_like_burrtools(data):
            return cls._from_raw(_choose_problem(data, source, problem))
        if problem is not None:
            raise InputError(
                f"found one puzzle, expected several, to choose number {quote(problem)}"
            )
        if isinstance(data, bytes) and begins_like_json(data.decode(errors="replace")):
            return cls.from_json(decode_utf8(data, source), source=source)
        return cls._from_raw(parse_bytes(data, source=source))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], *, problem: int | None = None) -> Puzzle:
        """Read a file in the format of `from_text`, in JSON, or of BurrTools.

        Parameters
        ----------
        path : str or path-like
            The file.
        problem : int, optional
            See `from_bytes`.

        Raises
        ------
        InputError
            If the file cannot be read or is not a puzzle; the message names the file.
        """
        data = read_file(path, EXPECTED, MAX_BYTES)
        return cls.from_bytes(data, source=os.fsdecode(path), problem=problem)

    def _raw(self) -> ParsedPuzzle:
        solid: tuple[tuple[str, ...], ...] = ()
        board: tuple[str, ...] = ()
        if self.board is not None and self.in_space:
            solid = tuple(map(_board_rows, self.board))
        elif self.board is not None:
            board = _board_rows(self.board)
        pieces = tuple((p.name, p.cells_as_read) for p in self.pieces)
        return ParsedPuzzle(self.layers, board, pieces, solid=solid, rules=self.rules)

    def to_text(self) -> str:
        r"""Write the puzzle in the format that `from_text` reads.

        Raises
        ------
        InputError
            If the format cannot represent a piece, for example a piece whose name is longer than a
            letter.

        Examples
        --------
        >>> Puzzle(("pyramid", 1), [[(0, 0)]]).to_text()
        '1 1 1\nPYRAMID\nA\n'
        """
        return write(self._raw())

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data, ready for JSON; `from_json` can read it.

        Returns
        -------
        dict
            ``size`` is a description. ``layers`` is the number of layers of a pyramid; for another
            puzzle ``board`` has the rows, with X for a cell. ``pieces`` has the cells of each piece
            under its name, as (row, column) pairs from 0. ``indents`` is present if a piece has an
            indent: see `Piece`. In space, ``board`` has a list of rows for each layer, with + for a
            cell that may stay empty, and cells are (layer, row, column). ``reflect``,
            ``max_empty``, ``optional_pieces`` and ``colours`` are present if the puzzle uses them.

        Examples
        --------
        >>> Puzzle([[True, True]], {"I": [(0, 0), (0, 1)]}).as_dict()
        {'size': '1x2', 'board': ['XX'], 'pieces': {'I': [[0, 0], [0, 1]]}}
        """
        raw = self._raw()
        found: dict[str, Any] = {"size": self.size}
        if raw.solid:
            found["board"] = [list(layer) for layer in sign_optional(raw.solid, self.rules)]
            found["pieces"] = {x.name: [list(cell) for cell in x.cells] for x in self.pieces}
            return found | rules_as_dict(self.rules, [x.name for x in self.pieces])
        found |= {"board": list(raw.board)} if raw.layers is None else {"layers": raw.layers}
        found["pieces"] = {x.name: [list(cell) for cell in x.cells] for x in self.pieces}
        indents = {x.name: x.indent for x in self.pieces if x.indent}
        return found | ({"indents": indents} if indents else {})

    @classmethod
    def from_dict(cls, document: object) -> Puzzle:
        """Make a puzzle from plain data: the output of `as_dict`.

        Parameters
        ----------
        document : dict
            See `from_json`.

        Raises
        ------
        InputError
            If the document is invalid.

        Examples
        --------
        >>> Puzzle.from_dict({"layers": 1, "pieces": {"A": [[0, 0]]}})
        Puzzle(pyramid of 1 layer, 1 piece: A1)
        """
        board, pieces, indents, rules = read_document(document)
        self = cls(board, pieces, **rules)
        self.pieces = tuple(replace(x, indent=indents.get(x.name, 0)) for x in self.pieces)
        return self

    @classmethod
    def from_json(cls, text: str, *, source: str | None = None) -> Puzzle:
        """Read a puzzle from JSON: the output of `to_json` or of a command.

        Parameters
        ----------
        text : str
            An object with ``pieces`` and with a ``board`` or ``layers``, or an object whose key
            ``puzzle`` holds such an object.
        source : str, optional
            A name for error messages.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If the document is invalid.

        Examples
        --------
        >>> Puzzle.from_json('{"layers": 1, "pieces": {"A": [[0, 0]]}}')
        Puzzle(pyramid of 1 layer, 1 piece: A1)
        """
        try:
            return cls.from_dict(load_json(normalise_text(text), source))
        except InputError as error:
            if error.source is not None or source is None:
                raise
            raise InputError(error.message, source=source, line=error.line) from None

    @property
    def sums(self) -> tuple[int, int]:
        """Two numbers: the cells of all pieces together, and the cells of the board."""
        return sum(len(piece.cells) for piece in self.pieces), len(self.cells)

    @property
    def letters(self) -> tuple[str, ...]:
        """One character for each piece: its name, if all names are single characters."""
        names = tuple(piece.name for piece in self.pieces)
        if all(len(x) == 1 and x.isprintable() and not x.isspace() for x in names):
            return names
        return tuple(
            _LETTERS[k] if k < len(_LETTERS) else chr(0x4E00 + k) for k in range(len(names))
        )

    @property
    def size(self) -> str:
        """A short description of the board.

        Examples
        --------
        >>> from fastqueens.packing import kanoodle
        >>> kanoodle("pyramid").size
        'pyramid of 5 layers'
        """
        if self.board is None:
            return f"pyramid of {plural(self.layers or 0, 'layer')}"
        holes = "" if self.board.all() else f", {len(self.cells)} cells"
        return "x".join(map(str, self.board.shape)) + holes

    def __repr__(self) -> str:
        words = [f"{piece.name}{len(piece.cells)}" for piece in self.pieces]
        if len(words) > 14:
            words = [*words[:12], "...", words[-1]]
        return f"Puzzle({self.size}, {plural(len(self.pieces), 'piece')}: {' '.join(words)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        raw = self._raw()
        return self.layers, raw.board, raw.solid, self.rules, self.pieces

    def __reduce__(self) -> tuple[Any, ...]:
        return unchecked_puzzle, (self._raw(),)


def _choose_problem(data: bytes, source: str | None, problem: int | None) -> ParsedPuzzle:
    """Return the problem with the given number from a BurrTools file, or its only problem."""
    check_size(data, EXPECTED, MAX_BYTES, source=source)
    found = list_problems(data, source)
    if problem is None and len(found) > 1:
        raise InputError(
            f"found {len(found)} problems, expected one; for commands, p.xmpuzzle:2 is the second",
            source=source,
        )
    number = 1 if problem is None else check_whole(problem, "problem", least=1)
    if number > len(found):
        raise InputError(
            f"found {plural(len(found), 'problem')}, expected {number} or more", source=source
        )
    return found[number - 1]()


def _board_rows(board: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple("".join(".X"[cell] for cell in row) for row in board.tolist())


def unchecked_puzzle(raw: ParsedPuzzle) -> Puzzle:
    """Make a puzzle from the result of a parser, without checks and warnings."""
    return Puzzle._from_raw(raw, warn=False)


def _read_board(board: Any) -> NDArray[np.bool_]:
    array = array_of(board)
    if array.ndim not in (2, 3) or array.dtype != bool:
        raise InputError(
            f"found a board of type {array.dtype} and shape {array.shape}, expected "
            'bool and (rows, columns) or (layers, rows, columns), or ("pyramid", layers)'
        )
    cells = int(array.sum())
    most = MAX_SPACE_CELLS if array.ndim == 3 else MAX_CELLS
    if not 1 <= cells <= most or max(array.shape) > MAX_CELLS:
        sides = f"{MAX_CELLS} layers, rows and columns and {most:,} cells"
        raise InputError(
            f"found a board of {' x '.join(map(str, array.shape))} with {cells} cells, expected "
            f"1 to {sides if array.ndim == 3 else f'{MAX_CELLS} rows, columns and cells'}"
        )
    return array.copy()
