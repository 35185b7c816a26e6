"""A puzzle: an arrangement of tiles with its goal, and the boards after moves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels.sliding.pdb import DIRECTIONS
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.input import (
    begins_like_json,
    check_size,
    decode_utf8,
    is_npy,
    load_json,
    normalise_text,
    read_file,
    read_npy,
)
from fastqueens.output import Written
from fastqueens.results import InputError
from fastqueens.sliding.formats import EXPECTED, MAX_BYTES, parse, read_array
from fastqueens.validation import check_choice, check_items, describe, plural, quote

if TYPE_CHECKING:
    from fastqueens.canvas.book import Entry

__all__ = ["MOVES", "Puzzle", "as_puzzle", "replay", "standard_goal", "unchecked_puzzle"]


MOVES = tuple(DIRECTIONS)  # the index of a move is its number in the kernels
_STEPS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}


class Puzzle(Drawn, Written):
    r"""An arrangement of tiles, and the goal arrangement.

    Make a puzzle with `from_text`, `from_array` or `from_file`. Puzzles are immutable and can be
    compared, hashed and pickled.

    Attributes
    ----------
    tiles : ndarray of uint8, shape (rows, columns)
        The number in each cell, 0 for the blank. Read-only.
    goal : ndarray of uint8, shape (rows, columns)
        The arrangement to reach. Read-only.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("1 2 3\n4 0 6\n7 5 8")
    >>> puzzle
    Puzzle(3x3: 1 2 3/4 0 6/7 5 8)
    >>> print(puzzle.after(["DOWN", "RIGHT"]))
    1 2 3
    4 5 6
    7 8 0
    """

    __slots__ = ("goal", "tiles")

    tiles: NDArray[np.uint8]
    goal: NDArray[np.uint8]

    def __init__(self, tiles: ArrayLike, goal: Puzzle | ArrayLike | None = None) -> None:
        self.tiles = read_array(tiles)
        shape = self.tiles.shape
        if goal is None:
            self.goal = standard_goal(*shape)
        else:
            self.goal = goal.tiles if isinstance(goal, Puzzle) else read_array(goal)
            if self.goal.shape != shape:
                rows, columns = self.goal.shape
                raise InputError(
                    f"found a goal of {rows}x{columns}, expected {shape[0]}x{shape[1]}"
                )

    def _scene(self, cell: int, look: Look) -> Scene:
        from fastqueens.sliding.drawing import scene

        return scene(self.tiles, self.goal, cell=cell, look=look)

    def _entry(self, look: Look) -> Entry:
        from fastqueens.sliding.drawing import entry

        return entry(self.tiles, self.goal, look=look)

    @classmethod
    def from_array(cls, array: ArrayLike, *, goal: Puzzle | ArrayLike | None = None) -> Puzzle:
        """Make a puzzle from an array of numbers, 0 for the blank.

        Parameters
        ----------
        array : array_like of int, shape (rows, columns)
            The arrangement, with 2 to 5 rows and columns. The numbers are 0, 1, 2, ..., each once.
        goal : Puzzle or array_like, optional
            The arrangement to reach; if it is a `Puzzle`, its `tiles` are used. By default the
            numbers in order from 1, then the blank.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If the array or the goal is invalid.

        Examples
        --------
        >>> Puzzle.from_array([[3, 1], [2, 0]], goal=[[0, 1], [2, 3]])
        Puzzle(2x2: 3 1/2 0, goal 0 1/2 3)
        """
        return cls(array, goal)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        goal: Puzzle | ArrayLike | None = None,
        source: str | None = None,
    ) -> Puzzle:
        r"""Read one line of numbers for each row, separated by blanks or commas; or read a game id.

        Parameters
        ----------
        text : str
            The arrangement, 0 for the blank. Blank lines before and after it are ignored. A game
            id is the text that `to_game_id` writes, used by Fifteen in Simon Tatham's collection.
        goal : Puzzle or array_like, optional
            See `from_array`.
        source : str, optional
            A name for error messages.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If the input is invalid; the message names the line, the column and the expected input.

        Examples
        --------
        >>> Puzzle.from_text("1,2,3\n4,5,0")
        Puzzle(2x3: 1 2 3/4 5 0)
        >>> Puzzle.from_text("3x2:1,2,3,4,5,0")
        Puzzle(2x3: 1 2 3/4 5 0)
        >>> Puzzle.from_text("1 2\n1 0")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: line 2, column 1: found 1 again, and 3 is missing
        """
        return cls(parse(text, source), goal)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        goal: Puzzle | ArrayLike | None = None,
        source: str | None = None,
    ) -> Puzzle:
        r"""Read the content of a file in the format of `from_text`, in JSON, or of NumPy.

        Parameters
        ----------
        data : bytes
            Text in UTF-8, with or without byte order mark; JSON; or a ``.npy`` file.
        goal : Puzzle or array_like, optional
            See `from_array`.
        source : str, optional
            A name for error messages.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            As for `from_text`, or if the data is not valid UTF-8.

        Examples
        --------
        >>> Puzzle.from_bytes(b"1 2\n3 0")
        Puzzle(2x2: 1 2/3 0)
        """
        if isinstance(data, bytes) and is_npy(data):
            try:
                return cls.from_array(read_npy(data, source), goal=goal)
            except InputError as error:
                raise InputError(error.message, source=source) from None
        text = decode_utf8(data, source)
        check_size(data, EXPECTED, MAX_BYTES, source=source)
        if begins_like_json(text):
            return cls.from_json(text, goal=goal, source=source)
        return cls.from_text(text, goal=goal, source=source)

    @classmethod
    def from_json(
        cls, text: str, *, goal: Puzzle | ArrayLike | None = None, source: str | None = None
    ) -> Puzzle:
        """Read a puzzle from JSON: the output of `to_json` or of a command.

        Parameters
        ----------
        text : str
            A JSON object with ``tiles``, a list of rows of numbers, and optionally ``goal``.
        goal : Puzzle or array_like, optional
            See `from_array`. By default it is the goal in the document.
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
        >>> Puzzle.from_json('{"tiles": [[1, 2], [0, 3]]}')
        Puzzle(2x2: 1 2/0 3)
        """
        return cls.from_dict(load_json(normalise_text(text), source), goal=goal, source=source)

    @classmethod
    def from_dict(
        cls,
        document: object,
        *,
        goal: Puzzle | ArrayLike | None = None,
        source: str | None = None,
    ) -> Puzzle:
        """Make a puzzle from plain data: the output of `as_dict`.

        Parameters
        ----------
        document : dict
            The data of a JSON document that `from_json` accepts.
        goal, source
            See `from_json`.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If the document is invalid.

        Examples
        --------
        >>> Puzzle.from_dict({"tiles": [[1, 2], [0, 3]]})
        Puzzle(2x2: 1 2/0 3)
        """
        if not isinstance(document, dict) or not isinstance(document.get("tiles"), list):
            message = f'found {describe(document)}, expected an object with "tiles"'
            raise InputError(message, source=source)
        try:
            return cls(document["tiles"], document.get("goal") if goal is None else goal)
        except InputError as error:
            raise InputError(error.message, source=source) from None

    def to_text(self) -> str:
        r"""Write the tiles in the format of `from_text`, without the goal.

        Returns
        -------
        str

        Examples
        --------
        >>> Puzzle.from_array([[1, 2], [0, 3]]).to_text()
        '1 2\n0 3'
        """
        return str(self)

    def to_game_id(self) -> str:
        r"""Write the game id for the game Fifteen in Simon Tatham's collection of puzzles.

        Returns
        -------
        str
            Columns, rows and tiles in one line, without the goal.

        Examples
        --------
        >>> Puzzle.from_text("1 2 3\n4 0 5").to_game_id()
        '3x2:1,2,3,4,0,5'
        """
        rows, columns = self.tiles.shape
        return f"{columns}x{rows}:" + ",".join(map(str, self.tiles.ravel().tolist()))

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data, ready for JSON.

        Returns
        -------
        dict
            ``tiles`` and ``goal``, rows of numbers.

        Examples
        --------
        >>> Puzzle.from_array([[1, 2], [0, 3]]).as_dict()
        {'tiles': [[1, 2], [0, 3]], 'goal': [[1, 2], [3, 0]]}
        """
        return {"tiles": self.tiles.tolist(), "goal": self.goal.tolist()}

    @classmethod
    def from_file(
        cls, path: str | os.PathLike[str], *, goal: Puzzle | ArrayLike | None = None
    ) -> Puzzle:
        """Read a file; the formats are those of `from_bytes`.

        Parameters
        ----------
        path : str or path-like
            The file.
        goal : Puzzle or array_like, optional
            See `from_array`.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            As for `from_bytes`, or if the file cannot be read; the message names the file.

        Examples
        --------
        >>> Puzzle.from_file("no.txt")
        Traceback (most recent call last):
        ...
        fastqueens.results.InputError: no.txt: cannot read the file: No such file or directory
        """
        data = read_file(path, EXPECTED, MAX_BYTES)
        return cls.from_bytes(data, goal=goal, source=os.fsdecode(path))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.tiles)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.tiles[0])

    @property
    def blank(self) -> tuple[int, int]:
        """The row and column of the blank, counted from 0."""
        return divmod(int(np.flatnonzero(self.tiles.ravel() == 0)[0]), self.columns)

    @property
    def moves(self) -> list[str]:
        """The possible moves of the blank."""
        row, column = self.blank
        return [
            move
            for move, (down, right) in _STEPS.items()
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        ]

    def after(self, moves: Iterable[str]) -> Puzzle:
        r"""Return the puzzle after some moves of the blank.

        Parameters
        ----------
        moves : iterable of str
            See `replay`.

        Returns
        -------
        Puzzle
            The new puzzle; its goal is the same.

        Raises
        ------
        InputError
            If a move is unknown or leaves the board.

        Examples
        --------
        >>> print(Puzzle.from_text("1 2\n3 0").after(["UP", "LEFT", "DOWN"]))
        3 1
        0 2
        """
        return unchecked_puzzle(replay(self, moves)[-1].copy(), self.goal)

    def __str__(self) -> str:
        width = len(str(self.tiles.size - 1))
        return "\n".join(" ".join(f"{t:{width}}" for t in row) for row in self.tiles.tolist())

    def __repr__(self) -> str:
        text = f"Puzzle({self.rows}x{self.columns}: {_one_line(self.tiles)}"
        if not np.array_equal(self.goal, standard_goal(*self.tiles.shape)):
            text += f", goal {_one_line(self.goal)}"
        return text + ")"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return np.array_equal(self.tiles, other.tiles) and np.array_equal(self.goal, other.goal)

    def __hash__(self) -> int:
        return hash((self.tiles.shape, self.tiles.tobytes(), self.goal.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return unchecked_puzzle, (self.tiles.copy(), self.goal.copy())


def unchecked_puzzle(tiles: NDArray[np.uint8], goal: NDArray[np.uint8]) -> Puzzle:
    """Make a puzzle from valid arrays, without checks."""
    puzzle = Puzzle.__new__(Puzzle)
    puzzle.tiles, puzzle.goal = tiles, goal
    tiles.flags.writeable = goal.flags.writeable = False
    return puzzle


def _one_line(tiles: NDArray[np.uint8]) -> str:
    return "/".join(" ".join(map(str, row)) for row in tiles.tolist())


def standard_goal(rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the numbers in order, then the blank."""
    goal = np.arange(1, rows * columns + 1, dtype=np.uint8)
    goal[-1] = 0
    goal.flags.writeable = False
    return goal.reshape(rows, columns)


def as_puzzle(puzzle: Puzzle | ArrayLike) -> Puzzle:
    """Return the argument if it is a puzzle, otherwise make a puzzle from the array."""
    if puzzle is None or isinstance(puzzle, str | bytes):
        raise InputError(
            f"found {quote(puzzle)}, expected a Puzzle or rows of numbers; to read a file use "
            "Puzzle.from_file, for text Puzzle.from_text"
        )
    if isinstance(puzzle, list | tuple) and puzzle and isinstance(puzzle[0], Puzzle):
        raise InputError(f"found a list of {plural(len(puzzle), 'Puzzle')}, expected one Puzzle")
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def replay(puzzle: Puzzle | ArrayLike, moves: Iterable[str]) -> NDArray[np.uint8]:
    """Return the start board, and the board after each of a list of moves.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle before the first move.
    moves : iterable of str
        ``"UP"``, ``"DOWN"``, ``"LEFT"`` and ``"RIGHT"``.

    Returns
    -------
    ndarray of uint8, shape (moves + 1, rows, columns)
        The tiles of the puzzle, then the tiles after each move.

    Raises
    ------
    InputError
        If an array is not a puzzle, or a move is unknown or leaves the board.

    Examples
    --------
    >>> replay([[1, 0], [3, 2]], ["DOWN"]).tolist()
    [[[1, 0], [3, 2]], [[1, 2], [3, 0]]]
    """
    puzzle = as_puzzle(puzzle)
    rows, columns = puzzle.tiles.shape
    tiles = puzzle.tiles.copy()
    boards = [tiles]
    row, column = puzzle.blank
    for number, move in enumerate(check_items(moves, "moves", "moves"), start=1):
        check_choice(move, f"move {number}", MOVES)
        y, x = row + _STEPS[move][0], column + _STEPS[move][1]
        if not (0 <= y < rows and 0 <= x < columns):
            raise InputError(f"move {number}, {move}, takes the blank off the board")
        tiles = tiles.copy()
        tiles[row, column], tiles[y, x] = tiles[y, x], 0
        boards.append(tiles)
        row, column = y, x
    return np.stack(boards)
