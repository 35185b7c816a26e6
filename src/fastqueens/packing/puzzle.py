"""The puzzle: pieces, a board for them, and pieces that lie on it.

`fastqueens.packing` has the public names.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.checks import check_whole
from fastqueens.packing.formats import (
    EXPECTED,
    MAX_BYTES,
    MAX_CELLS,
    Raw,
    parse,
    parse_bytes,
    write,
)
from fastqueens.packing.shapes import shape_of
from fastqueens.reading import read_file
from fastqueens.results import InputError

__all__ = ["Cell", "Packing", "PackingWarning", "Piece", "Place", "Puzzle", "restore"]


MAX_PIECES = 256
Cell = tuple[int, int]
Place = tuple[int, int, int]
# Letters for pieces whose names are no single characters.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class PackingWarning(UserWarning):
    """A puzzle that is perhaps not meant as it is."""


@dataclass(frozen=True)
class Piece:
    """A flat piece.

    Attributes
    ----------
    name : str
        Its letter, or any other name.
    cells : tuple of (row, column)
        In reading order, the least row and column being 0.

    Examples
    --------
    >>> print(Piece("T", ((0, 0), (0, 1), (0, 2), (1, 1))))
    TTT
     T
    """

    name: str
    cells: tuple[Cell, ...]

    @cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return max(r for r, _ in self.cells) + 1, max(c for _, c in self.cells) + 1

    @cached_property
    def shape(self) -> tuple[Cell, ...]:
        """What identical pieces have in common."""
        return shape_of(self.cells)

    @property
    def connected(self) -> bool:
        """Whether every cell can be reached from every other, edge by edge."""
        left = set(self.cells)
        todo = [left.pop()]
        while todo:
            r, c = todo.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        return not left

    def __str__(self) -> str:
        rows, columns = self.size
        letter = self.name if len(self.name) == 1 else "X"
        return "\n".join(
            "".join(letter if (r, c) in self.cells else " " for c in range(columns)).rstrip()
            for r in range(rows)
        )


class Puzzle:
    """A board and the pieces that must fill it.

    Make one from arrays, or with `from_text`, `from_file` or `from_bytes`. Puzzles do not change
    and can be compared, hashed and pickled.

    Parameters
    ----------
    board : array_like of bool, shape (rows, columns), or ("pyramid", layers)
        True where there is a cell, 1 to 256 of them. In a pyramid of n layers, n x n spheres lie
        at the bottom and each layer rests in the hollows of the one below.
    pieces : sequence, or mapping from names
        Each piece is a list of (row, column) pairs, or a boolean array. Names are A, B, ... if
        none are given. A piece in several parts is accepted, with a `PackingWarning`.

    Attributes
    ----------
    layers : int or None
        Of a pyramid; None for a board in the plane.
    board : ndarray of bool or None
        The board in the plane. Read-only.
    cells : tuple of (layer, row, column)
        In reading order, from the bottom layer up.
    pieces : tuple of Piece
        In the order given.

    Examples
    --------
    >>> Puzzle(np.ones((2, 3), bool), {"I": [(0, 0), (0, 1)], "J": [[True, False], [True, True]]})
    Puzzle(2x3, 2 pieces: I2 J3)
    """

    __slots__ = ("board", "cells", "layers", "pieces")

    layers: int | None
    board: NDArray[np.bool_] | None
    cells: tuple[Place, ...]
    pieces: tuple[Piece, ...]

    def __init__(
        self,
        board: ArrayLike | tuple[Literal["pyramid"], int],
        pieces: Mapping[str, ArrayLike] | Sequence[ArrayLike],
    ) -> None:
        if isinstance(board, tuple) and len(board) == 2 and board[0] == "pyramid":
            layers = check_whole(board[1], "the number of layers", least=1)
            if layers * (layers + 1) * (2 * layers + 1) > 6 * MAX_CELLS:
                raise InputError(f"found a pyramid of {layers} layers, expected at most 8")
            self._settle(layers, None)
        else:
            self._settle(None, _read_board(board))
        if isinstance(pieces, Mapping):
            given = list(pieces.items())
        else:
            given = [(_letter(i), cells) for i, cells in enumerate(pieces)]
        if not 1 <= len(given) <= MAX_PIECES:
            raise InputError(f"found {len(given)} pieces, expected 1 to {MAX_PIECES}")
        self.pieces = tuple(
            Piece(str(name), _read_piece(str(name), cells)) for name, cells in given
        )
        self._warn(3)

    def _settle(self, layers: int | None, board: NDArray[np.bool_] | None) -> None:
        self.layers, self.board = layers, board
        if board is not None:
            board.flags.writeable = False
            self.cells = tuple((0, int(r), int(c)) for r, c in np.argwhere(board))
        else:
            sides = range(layers or 0, 0, -1)
            self.cells = tuple(
                (layer, r, c)
                for layer, side in enumerate(sides)
                for r in range(side)
                for c in range(side)
            )

    def _warn(self, level: int) -> None:
        for piece in self.pieces:
            if not piece.connected:
                warnings.warn(
                    f"piece {piece.name} is in several parts; they stay as they lie to each other",
                    PackingWarning,
                    stacklevel=level,
                )

    @classmethod
    def _from_raw(cls, raw: Raw, level: int | None = 4) -> Puzzle:
        self = cls.__new__(cls)
        board = None
        if raw.layers is None:
            board = np.array([[sign == "X" for sign in line] for line in raw.board])
        self._settle(raw.layers, board)
        self.pieces = tuple(Piece(name, _settled(cells)) for name, cells in raw.pieces)
        if level is not None:
            self._warn(level)
        return self

    @classmethod
    def from_text(cls, text: str, *, source: str | None = None) -> Puzzle:
        r"""Read the text format of `fastqueens.packing_format`.

        Parameters
        ----------
        text : str
            ``N M P``, then ``DEFAULT``, ``CUSTOM`` and a board or ``PYRAMID``, then the pieces.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> Puzzle.from_text("2 3 2\nDEFAULT\nAA\nBBB\nB\n")
        Puzzle(2x3, 2 pieces: A2 B4)
        """
        return cls._from_raw(parse(text, source=source))

    @classmethod
    def from_bytes(cls, data: bytes, *, source: str | None = None) -> Puzzle:
        """Read a file's content; see `from_text`."""
        return cls._from_raw(parse_bytes(data, source=source))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Puzzle:
        """Read a file; see `from_text`. Errors name it."""
        return cls.from_bytes(read_file(path, EXPECTED, MAX_BYTES), source=os.fsdecode(path))

    def _raw(self) -> Raw:
        rows = [] if self.board is None else self.board.tolist()
        board = tuple("".join(".X"[cell] for cell in row) for row in rows)
        return Raw(self.layers, board, tuple((p.name, p.cells) for p in self.pieces))

    def to_text(self) -> str:
        r"""Write the puzzle in the format that `from_text` reads.

        Raises
        ------
        InputError
            For pieces that the format cannot hold, such as those with longer names.

        Examples
        --------
        >>> Puzzle(("pyramid", 1), [[(0, 0)]]).to_text()
        '1 1 1\nPYRAMID\nA\n'
        """
        return write(self._raw())

    @property
    def sums(self) -> tuple[int, int]:
        """Cells of all pieces together, and cells of the board."""
        return sum(len(piece.cells) for piece in self.pieces), len(self.cells)

    @property
    def letters(self) -> tuple[str, ...]:
        """One character a piece: the names, where all are such."""
        names = tuple(piece.name for piece in self.pieces)
        if all(len(x) == 1 and x.isprintable() and not x.isspace() for x in names):
            return names
        return tuple(
            _LETTERS[k] if k < len(_LETTERS) else chr(0x4E00 + k) for k in range(len(names))
        )

    @property
    def size(self) -> str:
        """The board in a word or two.

        Examples
        --------
        >>> from fastqueens.packing import kanoodle
        >>> kanoodle("pyramid").size
        'pyramid of 5 layers'
        """
        if self.board is None:
            return f"pyramid of {self.layers} layer{'s' * (self.layers != 1)}"
        rows, columns = self.board.shape
        holes = "" if self.board.all() else f", {len(self.cells)} cells"
        return f"{rows}x{columns}{holes}"

    def __repr__(self) -> str:
        told = [f"{piece.name}{len(piece.cells)}" for piece in self.pieces]
        if len(told) > 14:
            told = [*told[:12], "...", told[-1]]
        many = f"{len(self.pieces)} piece{'s' * (len(self.pieces) != 1)}"
        return f"Puzzle({self.size}, {many}: {' '.join(told)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._raw() == other._raw()

    def __hash__(self) -> int:
        return hash(self._raw())

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self._raw(),)


def restore(raw: Raw) -> Puzzle:
    """Make a puzzle from what its pickle keeps."""
    return Puzzle._from_raw(raw, None)


def _letter(index: int) -> str:
    """Return A to Z, then AA, AB, ..."""
    letters = ""
    index += 1
    while index:
        index, last = divmod(index - 1, 26)
        letters = chr(65 + last) + letters
    return letters


def _settled(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = sorted(cells)
    row, column = cells[0][0], min(c for _, c in cells)
    return tuple((r - row, c - column) for r, c in cells)


def _read_board(board: Any) -> NDArray[np.bool_]:
    try:
        array = np.asarray(board)
    except ValueError:
        array = np.empty(0)
    if array.ndim != 2 or array.dtype != bool:
        raise InputError(
            f"found a board of type {array.dtype} and shape {array.shape}, expected "
            'bool and (rows, columns), or ("pyramid", layers)'
        )
    cells = int(array.sum())
    if not 1 <= cells <= MAX_CELLS or max(array.shape) > MAX_CELLS:
        raise InputError(
            f"found a board of {array.shape[0]} x {array.shape[1]} with {cells} cells, "
            f"expected 1 to {MAX_CELLS} of each"
        )
    return array.copy()


def _read_piece(name: str, cells: Any) -> tuple[Cell, ...]:
    try:
        array = np.asarray(cells)
    except ValueError:
        array = np.empty(0)
    if array.ndim == 2 and array.dtype == bool:
        array = np.argwhere(array)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu" or not len(array):
        raise InputError(
            f"piece {name}: found {array.dtype} of shape {array.shape}, expected "
            "(row, column) pairs, or a boolean array with a cell or more"
        )
    if len(array) > MAX_CELLS or int(np.abs(array).max()) >= 1 << 30:
        raise InputError(
            f"piece {name}: found {len(array)} cells, expected at most {MAX_CELLS}, near each other"
        )
    pairs = [(int(r), int(c)) for r, c in array]
    if len(set(pairs)) != len(pairs):
        twice = next(pair for i, pair in enumerate(pairs) if pair in pairs[:i])
        raise InputError(f"piece {name}: found the cell {twice} twice")
    return _settled(pairs)


@dataclass(frozen=True)
class Packing:
    """Pieces on a board: a solution, or what stands there while a search runs.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    numbers : mapping from int
        The cells of each piece that has been placed, as indices into ``puzzle.cells``.
    """

    puzzle: Puzzle
    numbers: Mapping[int, tuple[int, ...]]

    @cached_property
    def grid(self) -> NDArray[np.int16]:
        """The piece on each cell, -1 for none; of a pyramid, layer by layer from the bottom."""
        layers, board = self.puzzle.layers, self.puzzle.board
        shape = (layers, layers, layers) if layers else (1, *cast(Any, board).shape)
        grid = np.full(shape, -1, np.int16)
        for piece, cells in self.numbers.items():
            for cell in cells:
                grid[self.puzzle.cells[cell]] = piece
        return grid if layers else grid[0]

    @property
    def placements(self) -> dict[str, list[tuple[int, ...]]]:
        """By name, the cells of each piece: (row, column), or (layer, row, column)."""
        first = 0 if self.puzzle.layers else 1
        return {
            self.puzzle.pieces[i].name: [self.puzzle.cells[cell][first:] for cell in cells]
            for i, cells in sorted(self.numbers.items())
        }

    def rows(self) -> list[str]:
        """Lines of letters: a blank where there is no cell, ``.`` where no piece stands."""
        letters = self.puzzle.letters
        grid = self.grid if self.puzzle.layers else self.grid[None]
        lines = [[" "] * grid.shape[2] for _ in range(grid.shape[0] * grid.shape[1])]
        for layer, row, column in self.puzzle.cells:
            piece = grid[layer, row, column]
            lines[layer * grid.shape[1] + row][column] = letters[piece] if piece >= 0 else "."
        if not self.puzzle.layers:
            return ["".join(line) for line in lines]
        side = self.puzzle.layers  # layers side by side, each as wide as it is
        return [
            "  ".join("".join(lines[layer * side + row][: side - layer]) for layer in range(side))
            for row in range(side)
        ]

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows())
