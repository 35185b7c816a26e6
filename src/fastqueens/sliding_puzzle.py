"""The puzzle: tiles and their goal, moves, random puzzles, and which ones can be solved.

`fastqueens.sliding` has the public names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.results import InputError
from fastqueens.search import check_seed, check_whole
from fastqueens.sliding_format import (
    EXPECTED,
    LARGEST,
    MAX_BYTES,
    SMALLEST,
    decode,
    parse,
    read_array,
)

__all__ = [
    "MOVES",
    "Kurang",
    "Puzzle",
    "as_puzzle",
    "kurang",
    "random",
    "replay",
    "scramble",
    "standard_goal",
]

MOVES = ("UP", "DOWN", "LEFT", "RIGHT")
_STEPS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}


class Puzzle:
    r"""An arrangement of tiles, and the one to reach.

    Make one with `from_text`, `from_array` or `from_file`. Puzzles do not change and can be
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

    @classmethod
    def from_array(cls, array: ArrayLike, *, goal: Puzzle | ArrayLike | None = None) -> Puzzle:
        """Take an array of numbers, 0 for the blank.

        Parameters
        ----------
        array : array_like of int, shape (rows, columns)
            The arrangement: 2 to 5 rows and columns, each number from 0 once.
        goal : Puzzle or array_like, optional
            The arrangement to reach (of a puzzle, its `tiles`). By default the numbers in order
            from 1, the blank last.

        Raises
        ------
        InputError
            With what was found and what was expected.

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
        r"""Read a line of numbers for each row, with blanks or commas between them.

        Parameters
        ----------
        text : str
            The arrangement, 0 for the blank. Blank lines around it do not matter.
        goal : Puzzle or array_like, optional
            As for `from_array`.
        source : str, optional
            A name for error messages.

        Raises
        ------
        InputError
            With line and column, what was found and what was expected.

        Examples
        --------
        >>> Puzzle.from_text("1,2,3\n4,5,0")
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
        """Read a file's content.

        Parameters and errors are those of `from_text`.
        """
        return cls.from_text(decode(data, source), goal=goal, source=source)

    @classmethod
    def from_file(
        cls, path: str | os.PathLike[str], *, goal: Puzzle | ArrayLike | None = None
    ) -> Puzzle:
        """Read a file of the format of `from_text`.

        Errors are those of `from_text`, and name the file; a file that cannot be read is an
        `InputError` too.
        """
        from fastqueens.formats import read_file

        data = read_file(path, EXPECTED, MAX_BYTES)
        return cls.from_bytes(data, goal=goal, source=os.fsdecode(path))

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def columns(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    @property
    def blank(self) -> tuple[int, int]:
        """Row and column of the blank, counted from 0."""
        return divmod(int(np.flatnonzero(self.tiles.ravel() == 0)[0]), self.columns)

    @property
    def moves(self) -> list[str]:
        """The moves that the blank can make."""
        row, column = self.blank
        return [
            move
            for move, (down, right) in _STEPS.items()
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        ]

    def after(self, moves: Iterable[str]) -> Puzzle:
        r"""Return the puzzle after some moves of the blank.

        Raises
        ------
        InputError
            For a move that is none, or leaves the board.

        Examples
        --------
        >>> print(Puzzle.from_text("1 2\n3 0").after(["UP", "LEFT", "DOWN"]))
        3 1
        0 2
        """
        return _puzzle(replay(self, moves)[-1].copy(), self.goal)

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
        return _puzzle, (self.tiles.copy(), self.goal.copy())


def _puzzle(tiles: NDArray[np.uint8], goal: NDArray[np.uint8]) -> Puzzle:
    """Make a puzzle of arrays that need no check."""
    puzzle = Puzzle.__new__(Puzzle)
    puzzle.tiles, puzzle.goal = tiles, goal
    tiles.flags.writeable = goal.flags.writeable = False
    return puzzle


def _one_line(tiles: NDArray[np.uint8]) -> str:
    return "/".join(" ".join(map(str, row)) for row in tiles.tolist())


def standard_goal(rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the numbers in order, the blank last."""
    goal = np.arange(1, rows * columns + 1, dtype=np.uint8)
    goal[-1] = 0
    goal.flags.writeable = False
    return goal.reshape(rows, columns)


def as_puzzle(puzzle: Puzzle | ArrayLike) -> Puzzle:
    """Return a puzzle as it is, an array as a puzzle."""
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def replay(puzzle: Puzzle | ArrayLike, moves: Iterable[str]) -> NDArray[np.uint8]:
    """Return the boards that moves of the blank go through.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        Where they begin.
    moves : iterable of str
        ``"UP"``, ``"DOWN"``, ``"LEFT"`` and ``"RIGHT"``.

    Returns
    -------
    ndarray of uint8, shape (moves + 1, rows, columns)

    Raises
    ------
    InputError
        For a move that is none, or leaves the board.

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
    for number, move in enumerate(moves, start=1):
        if move not in _STEPS:
            raise InputError(f"move {number} is {move!r}, expected one of {', '.join(MOVES)}")
        y, x = row + _STEPS[move][0], column + _STEPS[move][1]
        if not (0 <= y < rows and 0 <= x < columns):
            raise InputError(f"move {number}, {move}, takes the blank off the board")
        tiles = tiles.copy()
        tiles[row, column], tiles[y, x] = tiles[y, x], 0
        boards.append(tiles)
        row, column = y, x
    return np.stack(boards)


# ------------------------------------------------------------------------------- what is solvable


@dataclass(frozen=True, slots=True)
class Kurang:
    """Why a puzzle can be solved, or cannot.

    Attributes
    ----------
    table : tuple of int
        KURANG(i) for i = 1, 2, ...: how many of the numbers after i in the puzzle, row by row, are
        smaller than i. The tiles are numbered by their cells in the goal, and so is the blank.
    tiles : tuple of int
        The tile that has number i, 0 for the blank: the goal, row by row.
    sum : int
        Of the table.
    x : int
        1 if the blank is an odd number of moves from its cell in the goal, otherwise 0.
    total : int
        ``sum + x``. The puzzle can be solved if it is even.
    """

    table: tuple[int, ...]
    tiles: tuple[int, ...]
    sum: int
    x: int

    @property
    def total(self) -> int:
        """The number that has to be even."""
        return self.sum + self.x

    @property
    def solvable(self) -> bool:
        """Whether the goal can be reached."""
        return self.total % 2 == 0

    def __str__(self) -> str:
        parity = "even" if self.solvable else "odd"
        verdict = "can" if self.solvable else "cannot"
        return f"{self.sum} + {self.x} = {self.total}, {parity}: {verdict} be solved"


def kurang(puzzle: Puzzle | ArrayLike) -> Kurang:
    """Tell whether a puzzle can be solved, with the arithmetic that shows it.

    Every move swaps the blank with a tile, which changes the parity of the arrangement [1]_, and
    the blank's distance from its cell in the goal by one. So the parity of their sum stays what it
    is, and it is even in the goal. That every arrangement with an even sum can be reached is the
    theorem of [2]_.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.

    Returns
    -------
    Kurang

    References
    ----------
    .. [1] W. W. Johnson, Notes on the "15" puzzle, American Journal of Mathematics 2 (1879).
    .. [2] W. E. Story, the same, second part.

    Examples
    --------
    >>> found = kurang([[3, 1, 2, 4], [0, 5, 7, 8], [10, 6, 11, 12], [9, 13, 14, 15]])
    >>> found.table
    (0, 0, 2, 0, 0, 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 11)
    >>> print(found)
    19 + 1 = 20, even: can be solved
    """
    puzzle = as_puzzle(puzzle)
    tiles = puzzle.goal.ravel().tolist()
    number = {tile: i for i, tile in enumerate(tiles)}
    values = [number[tile] for tile in puzzle.tiles.ravel().tolist()]
    table = [0] * len(values)
    for i, value in enumerate(values):
        table[value] = sum(later < value for later in values[i + 1 :])
    row, column = divmod(values.index(number[0]), puzzle.columns)
    goal_row, goal_column = divmod(number[0], puzzle.columns)
    away = abs(row - goal_row) + abs(column - goal_column)
    return Kurang(tuple(table), tuple(tiles), sum(table), away % 2)


# --------------------------------------------------------------------------------------- puzzles


def _numbers(seed: int) -> Iterator[int]:
    """Go through the numbers of SplitMix64, the generator of the kernels (``csrc/rng.h``)."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def random(
    n: SupportsIndex = 4,
    *,
    seed: int = 0,
    columns: SupportsIndex | None = None,
    goal: Puzzle | ArrayLike | None = None,
) -> Puzzle:
    """Return a random puzzle: each that can be solved is as likely as any other.

    Parameters
    ----------
    n : int
        Rows, 2 to 5.
    seed : int
        0 to 2**64 - 1. The same seed gives the same puzzle everywhere.
    columns : int, optional
        As many as rows by default.
    goal : Puzzle or array_like, optional
        The arrangement to reach, as for `Puzzle.from_array`.

    Raises
    ------
    InputError
        If a size or the seed is out of range.

    See Also
    --------
    scramble : puzzles near the goal.

    Examples
    --------
    >>> print(random(4, seed=7))
    14 12  0  4
    10 15  9  2
    11  5  3  6
     8 13  1  7
    """
    start = _goal_puzzle(n, columns, goal)
    numbers = _numbers(check_seed(seed))
    order = start.goal.ravel().tolist()
    for i in range(len(order) - 1, 0, -1):  # Fisher and Yates
        j = next(numbers) * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    puzzle = _puzzle(np.array(order, np.uint8).reshape(start.tiles.shape), start.goal)
    if not kurang(puzzle).solvable:  # the first two tiles change places: each comes from one other
        i, j = [i for i, tile in enumerate(order) if tile][:2]
        order[i], order[j] = order[j], order[i]
        puzzle = _puzzle(np.array(order, np.uint8).reshape(start.tiles.shape), start.goal)
    return puzzle


def scramble(
    depth: SupportsIndex,
    *,
    seed: int = 0,
    n: SupportsIndex = 4,
    columns: SupportsIndex | None = None,
    goal: Puzzle | ArrayLike | None = None,
) -> Puzzle:
    """Return the puzzle after random moves from the goal, none taking back the one before.

    Parameters
    ----------
    depth : int
        How many moves. The puzzle is `depth` moves from its goal, or less by an even number.
    seed, columns, goal
        As for `random`.
    n : int
        Rows, 2 to 5.

    Raises
    ------
    InputError
        If a number is out of range.

    Examples
    --------
    >>> print(scramble(10, seed=1, n=3))
    2 6 0
    1 3 5
    4 7 8
    """
    puzzle = _goal_puzzle(n, columns, goal)
    depth = check_whole(depth, "depth")
    numbers = _numbers(check_seed(seed))
    tiles = puzzle.goal.ravel().tolist()
    rows, width = puzzle.tiles.shape
    blank, before = tiles.index(0), -1
    near = [
        [
            y * width + x
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= y < rows and 0 <= x < width
        ]
        for r in range(rows)
        for c in range(width)
    ]
    for _ in range(depth):
        ways = [cell for cell in near[blank] if cell != before]
        cell = ways[next(numbers) * len(ways) >> 64]
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank, before = cell, blank
    return _puzzle(np.array(tiles, np.uint8).reshape(rows, width), puzzle.goal)


def _goal_puzzle(
    n: SupportsIndex, columns: SupportsIndex | None, goal: Puzzle | ArrayLike | None
) -> Puzzle:
    """Return a solved puzzle of the size asked for."""
    rows = check_whole(n, "n", least=SMALLEST)
    width = rows if columns is None else check_whole(columns, "columns", least=SMALLEST)
    for name, side in (("n", rows), ("columns", width)):
        if side > LARGEST:
            raise InputError(f"{name} is {side}, expected {SMALLEST} to {LARGEST}")
    standard = standard_goal(rows, width)
    return Puzzle(standard, standard if goal is None else goal)


for _named in (Kurang, Puzzle, _puzzle):
    _named.__module__ = "fastqueens.sliding"  # where a pickle looks for it, of whatever version
