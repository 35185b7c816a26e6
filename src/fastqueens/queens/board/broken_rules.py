"""The rules that a placement breaks on a board, and the cells that queens attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastqueens.canvas.annotations import Marks
from fastqueens.canvas.drawable import Drawn
from fastqueens.canvas.scene import Scene
from fastqueens.canvas.style import Look
from fastqueens.cell_names import cell_name, column_name
from fastqueens.cell_names import read_cells as read_named_cells
from fastqueens.queens.board.board import Board, as_board
from fastqueens.queens.board.drawing import scene
from fastqueens.queens.grid.placements import Cell, read_cells
from fastqueens.queens.grid.rules import ANY_REGIONS
from fastqueens.results import InputError
from fastqueens.validation import join_and, plural

__all__ = ["Check", "Violations", "attacked", "check", "touching", "violations"]

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def touching(
    rows: NDArray[Any], columns: NDArray[Any], row: int | NDArray[Any], column: int | NDArray[Any]
) -> NDArray[np.bool_]:
    """Find which cells touch another cell.

    Two cells touch if they are a king's move apart or are the same cell.

    Parameters
    ----------
    rows, columns : ndarray of int
        The cells.
    row, column : int or ndarray of int
        The other cell, or several other cells, which broadcast against the first ones.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> touching(np.array([1, 0]), np.array([1, 2]), 0, 0).tolist()
    [True, False]
    """
    near: NDArray[np.bool_] = (abs(rows - row) <= 1) & (abs(columns - column) <= 1)
    return near


def attacked(board: Board, placed: Sequence[Cell]) -> NDArray[np.bool_]:
    r"""Find the cells that queens attack on a board of one star.

    Parameters
    ----------
    board : Board
        The board.
    placed : sequence of (row, column)
        The queens. The cell of a queen is attacked only if another queen attacks it.

    Returns
    -------
    ndarray of bool, shape (n, n)

    Examples
    --------
    >>> attacked(Board.from_text("AAA\nABB\nCCC"), [(0, 0)]).astype(int).tolist()
    [[0, 1, 1], [1, 1, 0], [1, 0, 0]]
    """
    lines = np.arange(board.n)
    attacked = np.zeros((board.n, board.n), bool)
    for row, column in placed:
        by_this_queen = board.regions == board.regions[row, column]
        by_this_queen[row] = by_this_queen[:, column] = True
        by_this_queen |= touching(lines[:, None], lines, row, column)
        by_this_queen[row, column] = False
        attacked |= by_this_queen
    return attacked


@dataclass(slots=True)
class Violations(Drawn):
    """The broken rules of a placement. The truth value is false if no rule is broken.

    A notebook shows the `sentence` and the board, on which the queens that break a rule are marked.

    Attributes
    ----------
    rows, columns, regions : list of int
        The rows, columns and regions with too many queens.
    touching : list of pairs of (row, column)
        Pairs of queens in neighbouring cells. The upper queen of a pair comes first, or the left
        one if both are in the same row.
    complete : bool
        Whether the placement is a solution: no rule is broken, and no queen is missing.
    """

    rows: list[int]
    columns: list[int]
    regions: list[int]
    touching: list[tuple[Cell, Cell]]
    complete: bool
    _board: Board | None = field(default=None, repr=False, compare=False)
    _placed: tuple[Cell, ...] = field(default=(), repr=False, compare=False)

    @property
    def sentence(self) -> str:
        r"""The broken rules in words, or how many queens are missing.

        Examples
        --------
        >>> violations(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"), [0, 1, -1, -1]).sentence
        'Region R has two queens: a1 and b2. The queens on a1 and b2 touch.'
        """
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """A list with one sentence for each broken rule."""
        board, one = self._board, self._board is None or self._board.stars == 1
        piece = "queen" if one else "star"
        if self.complete:
            count = len(self._placed)
            all_of_them = (
                f"the {piece} stands as it" if count == 1 else f"all {count} {piece}s stand as they"
            )
            return [f"Right: {all_of_them} must."]
        if not self:
            missing = 0 if board is None else board.n * board.stars - len(self._placed)
            verb = "is" if missing == 1 else "are"
            return [f"So far no rule is broken; {plural(missing, piece)} {verb} missing."]
        parts = []
        for name, cells in self._crowded():
            which = join_and([cell_name(*cell) for cell in cells]) if cells else ""
            count_text = _NUMBERS.get(len(cells), f"{len(cells)}")
            many = f"{count_text} {piece}s: {which}" if cells else f"too many {piece}s"
            parts.append(f"{name} has {many}.")
        for a, b in self.touching:
            parts.append(f"The {piece}s on {cell_name(*a)} and {cell_name(*b)} touch.")
        return parts

    @property
    def wrong(self) -> list[Cell]:
        """The queens that break a rule, row by row."""
        wrong = {at for _, cells in self._crowded() for at in cells}
        return sorted(wrong.union(*self.touching))

    def _crowded(self) -> Iterator[tuple[str, list[Cell]]]:
        """Yield the name of each unit with too many queens, and these queens."""
        board = self._board
        for number in self.rows:
            yield f"Row {number + 1}", [cell for cell in self._placed if cell[0] == number]
        for number in self.columns:
            cells = [cell for cell in self._placed if cell[1] == number]
            yield f"Column {column_name(number)}", cells
        for number in self.regions:
            cells = [x for x in self._placed if board is not None and board.regions[x] == number]
            yield f"Region {number if board is None else board.names[number]}", cells

    def _scene(self, cell: int, look: Look) -> Scene:
        if self._board is None:
            raise InputError("found violations without their board, expected those of violations")
        marks = Marks(wrong=self.wrong)
        grid, placed = self._board.grid, list(self._placed)
        return scene(grid, placed, marks, cell=cell, look=look, title=self.sentence)

    def __str__(self) -> str:
        return self.sentence

    def __bool__(self) -> bool:
        return bool(self.rows or self.columns or self.regions or self.touching)


def violations(board: Board | ArrayLike, placed: ArrayLike) -> Violations:
    r"""Find the rules that a placement breaks.

    The placement may have too few or too many queens.

    Parameters
    ----------
    board : Board or array of labels
        The board. An array may have any number of regions.
    placed : array_like
        The queens, in one of three forms: the column of the queen in each row, or -1 for a row
        without a queen, shape (n,); (row, column) pairs, shape (k, 2); or a boolean array of shape
        (n, n).

    Returns
    -------
    Violations
        The rows, columns, regions and pairs of queens that break a rule.

    Raises
    ------
    InputError
        If the queens have another form, if a queen is off the board, or if two queens share a cell.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> broken = violations(board, [0, 1, -1, -1])
    >>> bool(broken), broken.regions, broken.touching
    (True, [0], [((0, 0), (1, 1))])
    >>> violations(board, [2, 0, 3, 1]).complete
    True
    """
    board = as_board(board, ANY_REGIONS)
    cells = read_cells(board.n, placed)
    rows, columns = cells[:, 0], cells[:, 1]
    regions = board.regions[rows, columns]

    def crowded(values: NDArray[Any], size: int) -> list[int]:
        return np.flatnonzero(np.bincount(values, minlength=size) > board.stars).tolist()

    near = np.triu(touching(rows[:, None], columns[:, None], rows, columns), 1)
    pairs = cells[np.argwhere(near)].tolist()
    found = Violations(
        rows=crowded(rows, board.n),
        columns=crowded(columns, board.n),
        regions=crowded(regions, len(board.labels)),
        touching=[((a, b), (c, d)) for (a, b), (c, d) in pairs],
        complete=False,
        _board=board,
        _placed=tuple((row, column) for row, column in cells.tolist()),
    )
    found.complete = not found and len(cells) == board.n * board.stars
    return found


@dataclass(slots=True, frozen=True, repr=False)
class Check(Drawn):
    """The judgement of an answer to a board. Its truth value says whether the answer is right.

    Attributes
    ----------
    placed : tuple of (row, column)
        The queens of the answer.
    violations : Violations
        The rules that the answer breaks.
    """

    placed: tuple[Cell, ...]
    violations: Violations

    @property
    def sentence(self) -> str:
        """The judgement in words."""
        return self.violations.sentence

    def _scene(self, cell: int, look: Look) -> Scene:
        return self.violations._scene(cell, look)

    def __bool__(self) -> bool:
        return self.violations.complete

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__


def check(board: Board | ArrayLike, answer: str | ArrayLike) -> Check:
    r"""Judge an answer to a board in words, for exercises.

    Only the rules are checked. An incomplete answer may break no rule, although no solution
    contains it.

    Parameters
    ----------
    board : Board or array of labels
        The board.
    answer : str or array_like
        The queens: the names of their cells, such as ``"a3,b5"``, or a form that `violations`
        accepts. The answer may be incomplete.

    Returns
    -------
    Check
        Its ``sentence`` says whether the answer is right. Its truth value is True if the answer is
        a solution.

    Raises
    ------
    InputError
        If the answer has another form, or a queen is off the board.

    Examples
    --------
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY")
    >>> check(board, "c1,a2,d3,b4")
    Right: all 4 queens stand as they must.
    >>> check(board, "c1 a2")
    So far no rule is broken; 2 queens are missing.
    >>> wrong = check(board, [(0, 1), (3, 1)])
    >>> wrong, bool(wrong)
    (Column b has two queens: b1 and b4., False)
    """
    board = as_board(board, ANY_REGIONS)
    if isinstance(answer, str):
        answer = [cell for _, cell in read_named_cells(answer, "answer", board.n)]
    found = violations(board, answer)
    return Check(found._placed, found)
