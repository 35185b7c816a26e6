"""The facts about a board of a book: its tier, score, rules, solution and seed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fastqueens.output import dumps
from fastqueens.queens.board.board import Board
from fastqueens.queens.formats.json import describe_board, describe_queens
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic.engine import rate
from fastqueens.queens.logic.sentences import name_cell
from fastqueens.queens.solving.solve import solve

__all__ = ["CSV_COLUMNS", "PuzzleRecord", "make_record", "write_index"]

CSV_COLUMNS = ("number", "n", "stars", "tier", "score", "rules", "solution", "seed", "regions")


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A board of a book with its number, its rating and its solution.

    Attributes
    ----------
    number : int
        The number in the book, from 1.
    board : Board
        The board.
    tier : str
        The tier of `queens.rate`.
    score : int
        The score of `queens.rate`.
    rules : mapping of str to int
        How often each rule is used; rules that are not used are left out.
    solution : tuple of (row, column)
        The queens of the solution, counted from 0.
    seed : int or None
        The seed of the generator, if it is known.
    """

    number: int
    board: Board
    tier: str
    score: int
    rules: Mapping[str, int]
    solution: tuple[Cell, ...]
    seed: int | None = None

    @property
    def caption(self) -> str:
        """The tier and the score, as printed on a page."""
        return f"{self.tier} \N{MIDDLE DOT} {self.score}"

    def as_dict(self) -> dict[str, Any]:
        """Return the board, its rating and its solution as plain data, ready for JSON.

        Returns
        -------
        dict
            The board as `Board.to_json` writes it, followed by ``number``, ``tier``, ``score``,
            ``rules``, ``solution`` and ``seed``. The solution has the column of the queen in each
            row; with several stars it has [row, column] pairs.
        """
        return describe_board(self.board.grid) | {
            "number": self.number,
            "tier": self.tier,
            "score": self.score,
            "rules": dict(self.rules),
            "solution": describe_queens(self.board.grid, list(self.solution)),
            "seed": self.seed,
        }

    def to_json(self) -> str:
        """Return the data of `as_dict` as JSON on one line.

        Returns
        -------
        str

        Examples
        --------
        >>> from fastqueens.queens import make
        >>> record = make_record(make(5, seed=1), 1, 1)
        >>> record.to_json()[:40]
        '{"n": 5, "stars": 1, "regions": ["AABBB"'
        """
        return dumps(self.as_dict())

    def as_row(self) -> list[object]:
        """Return the values of one line of `PuzzleBook.to_csv`, in the order of its columns."""
        board = self.board
        used = ", ".join(f"{number} {name}" for name, number in self.rules.items())
        cells = " ".join(map(name_cell, self.solution))
        facts = [self.number, board.n, board.stars, self.tier, self.score, used, cells, self.seed]
        return [*facts, "/".join(board.grid.rows())]


def make_record(board: Board, number: int, seed: int | None = None) -> PuzzleRecord:
    r"""Rate and solve a board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> record = make_record(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"), 7)
    >>> record.caption, record.solution
    ('medium · 26', ((0, 2), (1, 0), (2, 3), (3, 1)))
    """
    rating = rate(board)
    rules = {name: number for name, number in rating.histogram.items() if number}
    solution = tuple(solve(board).cells)
    return PuzzleRecord(number, board, rating.tier, rating.score, rules, solution, seed)


def write_index(records: Iterable[PuzzleRecord]) -> str:
    r"""Write a table of the boards as CSV, with the names of the columns in the first line.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> record = make_record(Board.from_text("RBBB\nRRBY\nGYYY\nGGGY"), 7, 1)
    >>> print(write_index([record]), end="")
    number,n,stars,tier,score,rules,solution,seed,regions
    7,4,1,medium,26,"3 queen, 4 single, 3 confined, 4 attacked",c1 a2 d3 b4,1,RBBB/RRBY/GYYY/GGGY
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(CSV_COLUMNS)
    table.writerows(record.as_row() for record in records)
    return text.getvalue()
