"""Sliding tiles: the 15-puzzle and its kin, from 2x2 to 5x5, solved in the fewest moves.

A tile next to the blank slides into it. Moves are named by where the blank goes: ``"UP"``,
``"DOWN"``, ``"LEFT"``, ``"RIGHT"``. Half of all arrangements cannot be reached from the goal;
which ones, `kurang` tells without a search.

Methods (`METHODS`)
    ``"ida"``
        Iterative deepening A* [1]_: depth-first searches of growing length, hardly any memory. A
        shortest solution.
    ``"a-star"``
        A* [2]_: best-first, every board it has seen in memory. A shortest solution.
    ``"branch-and-bound"``
        The method of a first course: best-first by depth plus the number of cells that differ
        from the goal, the blank's counted too. A shortest solution with ``visited="expanded"``;
        otherwise as a rule: on 14 of the 181,440 puzzles of 3x3 it takes 2 moves more.

Heuristics (`HEURISTICS`), lower bounds on the moves left, for the first two
    ``"misplaced"``
        Tiles that are not in their cells.
    ``"manhattan"``
        The sum of the tiles' distances from their cells.
    ``"linear-conflict"``
        That, plus 2 for each tile that has to leave its row or column for others to pass [3]_.
    ``"walking-distance"``
        4x4 only: the moves needed when columns, and then when rows, are forgotten.
    ``"pdb"``
        4x4 only: the sum over groups of tiles of the moves that each group needs by itself, from
        tables [4]_.

References
----------
.. [1] R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial
   Intelligence 27 (1985).
.. [2] P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of
   minimum cost paths, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
.. [3] O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful
   admissible heuristics, Information Sciences 63 (1992).
.. [4] A. Felner, R. E. Korf, S. Hanan, Additive pattern database heuristics, Journal of Artificial
   Intelligence Research 22 (2004).
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens._kernels import sliding as _ida
from fastqueens._kernels import sliding_queue as _queue
from fastqueens.results import InputError, Reason, Result, Stats, Status
from fastqueens.search import (
    FOUND,
    Progress,
    Search,
    Solutions,
    check_seed,
    check_threads,
    check_whole,
    run_batches,
)

__all__ = [
    "HEURISTICS",
    "METHODS",
    "MOVES",
    "BatchResult",
    "Comparison",
    "Kurang",
    "Puzzle",
    "SlidingResult",
    "compare",
    "default_heuristic",
    "distance",
    "estimate",
    "kurang",
    "random",
    "replay",
    "scramble",
    "solutions",
    "solve",
    "solve_many",
    "unpack",
]

Method = Literal["ida", "a-star", "branch-and-bound"]
Heuristic = Literal["misplaced", "manhattan", "linear-conflict", "walking-distance", "pdb"]
Visited = Literal["generated", "expanded"]

MOVES = ("UP", "DOWN", "LEFT", "RIGHT")
HEURISTICS: tuple[Heuristic, ...] = (
    "misplaced",
    "manhattan",
    "linear-conflict",
    "walking-distance",
    "pdb",
)
METHODS: dict[Method, tuple[Heuristic, ...]] = {
    "ida": HEURISTICS,
    "a-star": HEURISTICS,
    "branch-and-bound": ("misplaced",),
}
_ONLY_4X4 = ("walking-distance", "pdb")
_STEPS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
_SMALLEST, _LARGEST = 2, 5
MAX_BYTES = 1 << 16  # of a file; a puzzle has less than a hundred
EXPECTED = "a sliding puzzle"  # so errors call one
_TOKEN = re.compile(r"[^\s,]+|,")


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
        self.tiles = _array_tiles(tiles)
        shape = self.tiles.shape
        if goal is None:
            self.goal = _standard_goal(*shape)
        else:
            self.goal = goal.tiles if isinstance(goal, Puzzle) else _array_tiles(goal)
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
        return cls(_parse(text, source), goal)

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
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError(
                f"found the byte 0x{data[error.start]:02x}, expected lines of numbers",
                source=source,
                line=line,
            ) from None
        return cls.from_text(text, goal=goal, source=source)

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
        if not np.array_equal(self.goal, _standard_goal(*self.tiles.shape)):
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


def _standard_goal(rows: int, columns: int) -> NDArray[np.uint8]:
    goal = np.arange(1, rows * columns + 1, dtype=np.uint8)
    goal[-1] = 0
    goal.flags.writeable = False
    return goal.reshape(rows, columns)


def _as_puzzle(puzzle: Puzzle | ArrayLike) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


# -------------------------------------------------------------------------------------- reading


def _parse(text: str, source: str | None) -> NDArray[np.uint8]:
    """Read rows of numbers; see `Puzzle.from_text`."""

    def fail(message: str, line: int, column: int | None = None) -> InputError:
        return InputError(message, source=source, line=line, column=column)

    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [number for number, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        found = "only blanks" if text else "nothing"
        raise fail(f"found {found}, expected a line of numbers for each row", 1)
    first, last = filled[0], filled[-1]
    if last - first + 1 != len(filled):
        blank = next(number for number in range(first, last) if number not in filled)
        raise fail(f"found a blank line, expected row {blank - first + 1}", blank)
    rows: list[list[tuple[int, int]]] = []  # numbers with their columns
    for number in filled[: _LARGEST + 1]:
        row = _parse_row(lines[number - 1], number, fail)
        if rows and len(row) != len(rows[0]):
            at = row[len(rows[0])][1] if len(row) > len(rows[0]) else len(lines[number - 1]) + 1
            raise fail(
                f"found a row of {_count(len(row), 'number')}, expected {len(rows[0])}", number, at
            )
        rows.append(row)
    if not _SMALLEST <= len(filled) <= _LARGEST:
        extra = filled[_LARGEST] if len(filled) > _LARGEST else last
        raise fail(f"found {_count(len(filled), 'row')}, expected {_SMALLEST} to {_LARGEST}", extra)
    cells = len(rows) * len(rows[0])
    seen: set[int] = set()
    for number, row in zip(filled, rows, strict=True):
        for value, column in row:
            if value >= cells:
                raise fail(_wrong(value, cells), number, column)
            if value in seen:
                present = {value for row in rows for value, _ in row}
                raise fail(_again(value, present, cells), number, column)
            seen.add(value)
    return np.array([[value for value, _ in row] for row in rows], np.uint8)


def _parse_row(
    line: str, number: int, fail: Callable[[str, int, int], InputError]
) -> list[tuple[int, int]]:
    row: list[tuple[int, int]] = []
    wanted = True  # a number, not a comma
    for match in _TOKEN.finditer(line):
        token, column = match[0], match.start() + 1
        if token == ",":
            if wanted:
                raise fail("found a comma, expected a number before it", number, column)
            wanted = True
            continue
        if not re.fullmatch("[0-9]{1,9}", token):
            shown = token if len(token) <= 20 else token[:20] + "..."
            raise fail(f"found {shown!r}, expected a number, 0 for the blank", number, column)
        row.append((int(token), column))
        wanted = False
    if not _SMALLEST <= len(row) <= _LARGEST:
        at = row[_LARGEST][1] if len(row) > _LARGEST else len(line) + 1
        raise fail(
            f"found a row of {_count(len(row), 'number')}, expected {_SMALLEST} to {_LARGEST}",
            number,
            at,
        )
    return row


def _array_tiles(array: ArrayLike) -> NDArray[np.uint8]:
    try:
        cells = np.asarray(array)
    except (TypeError, ValueError) as error:
        raise InputError(f"found no array ({error}), expected rows of numbers") from None
    if cells.ndim != 2 or not all(_SMALLEST <= side <= _LARGEST for side in cells.shape):
        raise InputError(
            f"found an array of shape {cells.shape}, "
            f"expected {_SMALLEST} to {_LARGEST} rows and columns"
        )
    if cells.dtype.kind not in "iu":
        raise InputError(f"found an array of {cells.dtype}, expected whole numbers")
    values = cells.ravel().tolist()
    seen: set[int] = set()
    for i, value in enumerate(values):
        row, column = divmod(i, cells.shape[1])
        where = f"row {row}, column {column} (counted from 0): "
        if not 0 <= value < cells.size:
            raise InputError(where + _wrong(value, cells.size))
        if value in seen:
            raise InputError(where + _again(value, set(values), cells.size))
        seen.add(value)
    tiles = np.array(cells, np.uint8, order="C")
    tiles.flags.writeable = False
    return tiles


def _wrong(value: int, cells: int) -> str:
    return f"found {value}, expected a number from 0 (the blank) to {cells - 1}"


def _again(value: int, present: set[int], cells: int) -> str:
    missing = [str(number) for number in range(cells) if number not in present]
    listed = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
    return f"found {value} again, and {listed} {'is' if len(missing) == 1 else 'are'} missing"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


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
    puzzle = _as_puzzle(puzzle)
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
    rows = check_whole(n, "n", least=_SMALLEST)
    width = rows if columns is None else check_whole(columns, "columns", least=_SMALLEST)
    for name, side in (("n", rows), ("columns", width)):
        if side > _LARGEST:
            raise InputError(f"{name} is {side}, expected {_SMALLEST} to {_LARGEST}")
    standard = _standard_goal(rows, width)
    return Puzzle(standard, standard if goal is None else goal)


# --------------------------------------------------------------------------------------- solving


@dataclass(slots=True, eq=False)
class SlidingResult(Result):
    """The answer for one puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    kurang : Kurang
        Whether it can be solved, and why.
    heuristic : str
        The heuristic that was used.
    moves : list of str or None
        The moves of the blank, each ``"UP"``, ``"DOWN"``, ``"LEFT"`` or ``"RIGHT"``; None if no
        solution was found.
    bound : int
        No solution has fewer moves. The length of `moves` if that is known to be the least; 0 if
        the puzzle is unsolvable.
    """

    puzzle: Puzzle = field(kw_only=True)
    kurang: Kurang = field(kw_only=True)
    heuristic: str = field(kw_only=True)
    moves: list[str] | None = field(default=None, kw_only=True)
    bound: int = field(default=0, kw_only=True)

    @property
    def boards(self) -> NDArray[np.uint8]:
        """The boards on the way, the puzzle first: shape (moves + 1, rows, columns)."""
        return replay(self.puzzle, self.moves or [])

    def __str__(self) -> str:
        head = f"{self.status} by {self.method}, {self.heuristic}: {self.stats}"
        if self.moves is not None:
            return f"{head}\n{_count(len(self.moves), 'move')}: {' '.join(self.moves)}"
        if self.status == "unsolvable":
            return f"{head}\n{self.kurang}"
        return f"{head}\n{_count(self.bound, 'move')} at least"


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
    puzzle = _as_puzzle(puzzle)
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


def estimate(puzzle: Puzzle | ArrayLike, heuristic: Heuristic = "linear-conflict") -> int:
    r"""Return a lower bound on the moves that a puzzle needs.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    heuristic : str
        One of `HEURISTICS`.

    Raises
    ------
    InputError
        If there is no such heuristic for this puzzle.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> [estimate(puzzle, h) for h in ("misplaced", "manhattan", "linear-conflict")]
    [10, 11, 13]
    """
    puzzle = _as_puzzle(puzzle)
    bound = _check_heuristic(puzzle, heuristic, HEURISTICS)
    goal = puzzle.goal.ravel()
    tables = _tables(goal, _ida.TABLES_555) if heuristic == "pdb" else None
    estimated = _queue.Estimate(goal, puzzle.rows, puzzle.columns, bound, tables)
    return estimated(puzzle.tiles.ravel())


def _tables(goal: NDArray[np.uint8], kind: int) -> _ida.Tables:
    """Return the pattern databases of this process for a 4x4 goal, built."""
    tables = _ida.tables(kind, _home(goal))
    tables.build()
    return tables


def _home(goal: NDArray[np.uint8]) -> int:
    """Return which pattern databases serve a goal, by where its blank is."""
    return _ida.home_of(int(np.flatnonzero(goal == 0)[0]))


def _check_heuristic(puzzle: Puzzle, heuristic: str, known: tuple[Heuristic, ...]) -> int:
    """Return a heuristic's number in the kernels."""
    if heuristic not in known:
        raise InputError(f"unknown heuristic {heuristic!r}, expected one of {', '.join(known)}")
    if heuristic in _ONLY_4X4 and puzzle.tiles.shape != (4, 4):
        raise InputError(
            f"{heuristic} is for 4x4 puzzles, this one is {puzzle.rows}x{puzzle.columns}"
        )
    return HEURISTICS.index(heuristic)


def _kernel(
    puzzle: Puzzle,
    method: Method,
    heuristic: Heuristic,
    visited: Visited,
    max_bytes: int,
    cache_dir: str | os.PathLike[str] | None,
) -> _ida.Ida | _queue.Queue:
    number = _check_heuristic(puzzle, heuristic, METHODS[method])
    tiles, goal = puzzle.tiles.ravel(), puzzle.goal.ravel()
    shape = puzzle.rows, puzzle.columns
    if method == "ida":
        if cache_dir is not None and heuristic == "pdb":
            _cached_tables(goal, cache_dir)
            return _ida.Ida(tiles, goal, *shape, number, False, kind=_CACHED, fixed=True)
        return _ida.Ida(tiles, goal, *shape, number, False)
    order = _queue.A_STAR if method == "a-star" else _queue.BRANCH_AND_BOUND
    tables = _tables(goal, _ida.TABLES_555) if heuristic == "pdb" else None
    late = visited == "expanded"
    return _queue.Queue(tiles, goal, *shape, order, number, late, min(max_bytes, 2**63), tables)


_CACHED = _ida.TABLES_78
_MAGIC = b"fastqueens tables 1\n"


def _cached_tables(goal: NDArray[np.uint8], cache_dir: str | os.PathLike[str]) -> None:
    """Take the largest tables from a file; if there is none that is whole, build and write it."""
    from hashlib import sha256
    from tempfile import NamedTemporaryFile

    tables = _ida.tables(_CACHED, _home(goal))
    if tables.ready:
        return
    path = Path(cache_dir) / f"fastqueens-tables-{_CACHED}-{tables.home}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", source=str(path)) from None
    head = len(_MAGIC) + 32
    image = memoryview(data)[head:]
    whole = data[: len(_MAGIC)] == _MAGIC and sha256(image).digest() == data[len(_MAGIC) : head]
    if whole and tables.adopt(image):
        return
    tables.build()
    image = memoryview(tables.image())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may be reading or writing the same file.
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(_MAGIC + sha256(image).digest())
                file.write(image)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None


def default_heuristic(puzzle: Puzzle | ArrayLike, method: Method = "ida") -> Heuristic:
    """Return the heuristic that a method uses unless told otherwise.

    Examples
    --------
    >>> default_heuristic([[1, 2], [3, 0]], "branch-and-bound")
    'misplaced'
    """
    _check_method(method)
    if method == "branch-and-bound":
        return "misplaced"
    return "pdb" if _as_puzzle(puzzle).tiles.shape == (4, 4) else "linear-conflict"


def _check_method(method: str) -> None:
    if method not in METHODS:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(METHODS)}")


def solve(
    puzzle: Puzzle | ArrayLike,
    *,
    method: Method = "ida",
    heuristic: Heuristic | None = None,
    visited: Visited = "generated",
    max_bytes: int = 1 << 30,
    cache_dir: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> SlidingResult:
    r"""Find the moves that solve a puzzle, or show that there are none.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    method : str
        One of `METHODS`; the text at the head of this module says what each does. ``"ida"`` and
        ``"a-star"`` find a shortest solution. Counters: ``nodes`` (boards generated; of the other
        two methods those put on the queue, the first one included), ``expanded`` (boards gone on
        from), ``iterations`` (of ``"ida"``).
    heuristic : str, optional
        One of those that `METHODS` has for the method; see `default_heuristic`.
    visited : {"generated", "expanded"}
        Branch and bound: whether a board enters the list of those visited when it is put on the
        queue, or when it is taken off.
    max_bytes : int
        Memory that ``"a-star"`` and ``"branch-and-bound"`` may use for boards. The result is
        ``"stopped"`` before they use more.
    cache_dir : path, optional
        Of ``"ida"`` with ``"pdb"``: use the largest pattern databases, kept in this folder. The
        first time they are built (40 s of work) and written (200 MB); a file that is damaged is
        built anew.
    time_limit : float, optional
        Seconds.
    node_limit : int, optional
        Nodes.
    progress : callable, optional
        Called with a `Progress` about ten times a second.

    Returns
    -------
    SlidingResult
        With ``status`` ``"solved"``, ``"unsolvable"`` (found without a search, see `kurang`) or
        ``"stopped"``.

    Raises
    ------
    InputError
        For a puzzle, method or heuristic that cannot be used.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> result = solve(puzzle, method="branch-and-bound")
    >>> result.status, len(result.moves), result.stats.nodes
    ('solved', 21, 17289)
    >>> len(solve(puzzle).moves)
    21
    >>> print(solve([[1, 2], [0, 3]], method="a-star").moves)
    ['RIGHT']
    >>> solve([[2, 1], [3, 0]]).status
    'unsolvable'
    """
    puzzle = _as_puzzle(puzzle)
    _check_method(method)
    if heuristic is None:
        heuristic = default_heuristic(puzzle, method)
    _check_heuristic(puzzle, heuristic, METHODS[method])
    if visited not in ("generated", "expanded"):
        raise InputError(f"visited is {visited!r}, expected 'generated' or 'expanded'")
    max_bytes = check_whole(max_bytes, "max_bytes")
    start = perf_counter()
    sums = kurang(puzzle)
    facts: dict[str, Any] = {"puzzle": puzzle, "kurang": sums, "heuristic": heuristic}
    if not sums.solvable:
        stats = Stats({"nodes": 0}, perf_counter() - start)
        return SlidingResult("unsolvable", method, stats, **facts)
    kernel = _kernel(puzzle, method, heuristic, visited, max_bytes, cache_dir)
    search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
    if search.run() == FOUND:
        moves = [MOVES[move] for move in kernel.peek_moves()]
        proven = method != "branch-and-bound" or visited == "expanded"
        least = len(moves) if proven else estimate(puzzle)
        return SlidingResult("solved", method, _stats(search), moves=moves, bound=least, **facts)
    return SlidingResult(
        "stopped", method, _stats(search), search.reason, bound=_least(puzzle, kernel), **facts
    )


def _stats(search: Search) -> Stats:
    """Return the work, without what the result says anyway."""
    counters = search.kernel.counters()
    return Stats(
        {name: counters[name] for name in ("nodes", "expanded", "iterations") if name in counters},
        search.seconds,
    )


def _least(puzzle: Puzzle, kernel: _ida.Ida | _queue.Queue) -> int:
    """Return what a search that was stopped knows about the moves needed."""
    least = estimate(puzzle)
    if isinstance(kernel, _ida.Ida):
        return max(least, kernel.bound)
    return max(least, kernel.cost) if kernel.order == _queue.A_STAR else least


def distance(puzzle: Puzzle | ArrayLike) -> int | None:
    """Return the number of moves of a shortest solution, None if there is none.

    Examples
    --------
    >>> distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
    31
    """
    moves = solve(puzzle).moves
    return None if moves is None else len(moves)


def solutions(
    puzzle: Puzzle | ArrayLike,
    *,
    heuristic: Heuristic | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solutions[list[str]]:
    """Go through all shortest solutions, each once.

    Parameters
    ----------
    puzzle, heuristic, time_limit, node_limit, progress
        As for `solve` with ``method="ida"``.

    Returns
    -------
    Solutions
        An iterator over lists of moves. Its ``status`` says afterwards whether it was exhausted
        (``"solved"``, ``"unsolvable"``) or ``"stopped"`` by a limit.

    Examples
    --------
    >>> found = solutions([[0, 3], [2, 1]])
    >>> for moves in found:
    ...     print(*moves)
    RIGHT DOWN LEFT UP RIGHT DOWN
    DOWN RIGHT UP LEFT DOWN RIGHT
    >>> found.status
    'solved'
    """
    puzzle = _as_puzzle(puzzle)
    if heuristic is None:
        heuristic = default_heuristic(puzzle)
    number = _check_heuristic(puzzle, heuristic, METHODS["ida"])
    kernel = _ida.Ida(
        puzzle.tiles.ravel(), puzzle.goal.ravel(), puzzle.rows, puzzle.columns, number, True
    )
    search = Search(kernel, time_limit=time_limit, node_limit=node_limit, progress=progress)
    return Solutions(search, lambda: [MOVES[move] for move in kernel.peek_moves()], method="ida")


# --------------------------------------------------------------------------------------- batches


@dataclass(slots=True, eq=False)
class BatchResult:
    """The answers for many puzzles; unpacks as ``lengths, moves``.

    Attributes
    ----------
    lengths : ndarray of int32, shape (B,)
        The moves of a shortest solution of each puzzle, -1 where there is none.
    moves : ndarray of uint8, shape (B, 20)
        The moves, four to a byte from the lowest bits on, as indices of `MOVES`; see `unpack`.
    stats : Stats
        The work over all puzzles; ``seconds`` is wall-clock time, pattern databases included.
    """

    lengths: NDArray[np.int32]
    moves: NDArray[np.uint8]
    stats: Stats

    def __iter__(self) -> Any:
        return iter((self.lengths, self.moves))

    def __len__(self) -> int:
        return len(self.lengths)


_MANY = 100  # boards from which on the larger tables pay
_SHARES = 16  # machines a thread gets, or more: some boards are a thousand times the work of others
_CHUNK = 64  # boards a machine takes at most


def solve_many(
    boards: ArrayLike,
    *,
    goal: Puzzle | ArrayLike | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BatchResult:
    """Solve many 4x4 puzzles at once, each in the fewest moves.

    Parameters
    ----------
    boards : array_like of int, shape (B, 16) or (B, 4, 4)
        The arrangements, 0 for the blank.
    goal : Puzzle or array_like, optional
        The arrangement to reach, as for `Puzzle.from_array`.
    threads : int, optional
        The processors at hand by default. The answers do not depend on it.
    progress : callable, optional
        Called with the numbers of puzzles done and to do, about ten times a second.

    Returns
    -------
    BatchResult
        ``lengths`` and ``moves``, and the work in ``stats``.

    Raises
    ------
    InputError
        For the first board that cannot be used, by its index.

    Examples
    --------
    >>> lengths, moves = solve_many([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15]])
    >>> lengths.tolist(), unpack(moves[0], lengths[0])
    ([2], ['RIGHT', 'RIGHT'])
    """
    threads = check_threads(threads)
    stack = _stack(boards)
    target = Puzzle(_standard_goal(4, 4), goal).goal.ravel()
    total = len(stack)
    lengths = np.full(total, -1, np.int32)
    moves = np.zeros((total, _ida.PACKED), np.uint8)
    start = perf_counter()
    kind = _ida.TABLES_663 if total >= _MANY else _ida.TABLES_555
    if total:
        _tables(target, kind)
    chunk = min(max(total // (_SHARES * threads), 1), _CHUNK)
    makers = [
        partial(
            _ida.Batch,
            stack[i : i + chunk],
            lengths[i : i + chunk],
            moves[i : i + chunk],
            target,
            kind,
        )
        for i in range(0, total, chunk)
    ]

    counters = run_batches(makers, total, threads=threads, progress=progress).counters
    work = {name: counters.get(name, 0) for name in ("nodes", "expanded", "iterations")}
    return BatchResult(lengths, moves, Stats(work, perf_counter() - start))


def _stack(boards: ArrayLike) -> NDArray[np.uint8]:
    """Return boards as an array of shape (B, 16), checked."""
    try:
        array = np.asarray(boards)
    except (TypeError, ValueError) as error:
        raise InputError(f"found no array ({error}), expected one of shape (B, 16)") from None
    if array.shape == (0,):
        return np.empty((0, 16), np.uint8)
    if array.shape[1:] not in ((16,), (4, 4)):
        raise InputError(f"found an array of shape {array.shape}, expected (B, 16) or (B, 4, 4)")
    if array.dtype.kind not in "iu":
        raise InputError(f"found an array of {array.dtype}, expected whole numbers")
    array = array.reshape(len(array), 16)
    bad = np.flatnonzero((np.sort(array, axis=1) != np.arange(16)).any(axis=1))
    if bad.size:
        i = int(bad[0])
        try:
            Puzzle.from_array(array[i].reshape(4, 4))
        except InputError as error:
            raise InputError(f"board {i}: {error.message}") from None
    return np.ascontiguousarray(array, np.uint8)


def unpack(moves: NDArray[np.uint8], length: SupportsIndex) -> list[str]:
    """Return a row of `BatchResult.moves` as a list of moves.

    Examples
    --------
    >>> unpack(np.array([0b11_01_00_10], np.uint8), 3)
    ['LEFT', 'UP', 'DOWN']
    """
    count = max(0, operator.index(length))
    packed = moves.tolist()
    if count > 4 * len(packed):
        raise InputError(f"length is {count}, expected {4 * len(packed)} or less")
    return [MOVES[packed[i // 4] >> i % 4 * 2 & 3] for i in range(count)]


# ------------------------------------------------------------------------------------- comparing


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one method did on a puzzle.

    Attributes
    ----------
    method, heuristic : str
        What was tried.
    visited : str or None
        Of branch and bound: see `solve`.
    status, reason
        As in `Result`.
    length : int or None
        Moves of the solution.
    bound : int
        No solution has fewer moves.
    nodes : int
        Boards generated.
    seconds : float
        Time of the search.
    """

    method: Method
    heuristic: Heuristic
    visited: Visited | None
    status: Status
    reason: Reason | None
    length: int | None
    bound: int
    nodes: int
    seconds: float


def compare(
    puzzle: Puzzle | ArrayLike,
    *,
    time_limit: float | None = 10.0,
    node_limit: int | None = None,
    max_bytes: int = 1 << 30,
    report: Callable[[Comparison], object] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> list[Comparison]:
    r"""Solve a puzzle by every method with every heuristic.

    Parameters
    ----------
    puzzle : Puzzle or array_like
        The puzzle.
    time_limit, node_limit, max_bytes, progress
        As for `solve`, for each attempt.
    report : callable, optional
        Called with each `Comparison` as soon as it is known.

    Returns
    -------
    list of Comparison
        Branch and bound first, then A*, then IDA*.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("3 1 2 4\n0 5 7 8\n10 6 11 12\n9 13 14 15")
    >>> for row in compare(puzzle)[:3]:
    ...     print(row.method, row.heuristic, row.visited, row.nodes, row.length)
    branch-and-bound misplaced generated 17289 21
    branch-and-bound misplaced expanded 17828 21
    a-star misplaced None 9581 21
    """
    puzzle = _as_puzzle(puzzle)
    found: list[Comparison] = []
    ways: list[tuple[Method, Heuristic, Visited | None]] = [
        ("branch-and-bound", "misplaced", "generated"),
        ("branch-and-bound", "misplaced", "expanded"),
    ]
    for method in ("a-star", "ida"):
        ways += [
            (method, heuristic, None)
            for heuristic in METHODS[method]
            if heuristic not in _ONLY_4X4 or puzzle.tiles.shape == (4, 4)
        ]
    for method, heuristic, visited in ways:
        result = solve(
            puzzle,
            method=method,
            heuristic=heuristic,
            visited=visited or "generated",
            time_limit=time_limit,
            node_limit=node_limit,
            max_bytes=max_bytes,
            progress=progress,
        )
        length = None if result.moves is None else len(result.moves)
        found.append(
            Comparison(
                method,
                heuristic,
                visited,
                result.status,
                result.reason,
                length,
                result.bound,
                result.stats.nodes,
                result.stats.seconds,
            )
        )
        if report is not None:
            report(found[-1])
    return found
