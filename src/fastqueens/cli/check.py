"""The command ``check``: which rules a placement on a board of coloured Queens breaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click
import numpy as np

from fastqueens import queens
from fastqueens.canvas.annotations import Marks
from fastqueens.cell_names import cell_name, column_name
from fastqueens.cli.board_input import (
    about_board,
    format_option,
    load,
    place_option,
    read_position,
    show_board,
    stars_option,
)
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.options import (
    Command,
    Options,
    at_most_one_option,
    json_option,
    quiet_option,
)
from fastqueens.cli.output_files import answer_files
from fastqueens.cli.reports import Answer
from fastqueens.queens.board.broken_rules import Violations
from fastqueens.queens.formats.writers import describe_queens
from fastqueens.queens.grid.placements import Cell, read_cells
from fastqueens.validation import join_and, plural

__all__ = ["check"]


@dataclass(kw_only=True)
class _Answer(Answer):
    board: queens.Board
    placed: list[Cell]
    broken: Violations
    sentences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.status = "unsolvable" if self.broken else "solved"
        self.sentences = list(_sentences(self.board, self.placed, self.broken))

    def about(self) -> dict[str, Any]:
        placed = describe_queens(self.board.grid, np.array(self.placed, np.int64).reshape(-1, 2))
        return about_board(self.board) | {"queens": placed}

    def found(self) -> dict[str, Any]:
        broken = self.broken
        return {
            "complete": broken.complete,
            "rows": broken.rows,
            "columns": broken.columns,
            "regions": [self.board.labels[region] for region in broken.regions],
            "touching": broken.touching,
        }

    def verdict(self) -> str:
        wanted = self.board.n * self.board.stars
        if self.broken.complete:
            return "a solution"
        if self.broken:
            return f"{plural(len(self.sentences), 'rule')} broken"
        return f"no rule is broken · {len(self.placed)} of {plural(wanted, 'queen')}"

    def summary(self) -> str:
        return "\n".join([*self.sentences, self.verdict()])


def _sentences(board: queens.Board, placed: list[Cell], broken: Violations) -> list[str]:
    """Say what is broken, with the cells of it."""

    def crowded(unit: str, cells: list[Cell]) -> str:
        names = join_and([cell_name(*cell) for cell in cells])
        return f"{unit} has {plural(len(cells), 'queen')}: {names}"

    regions = board.regions
    found = [
        crowded(f"row {row + 1}", [cell for cell in placed if cell[0] == row])
        for row in broken.rows
    ]
    found += [
        crowded(f"column {column_name(column)}", [cell for cell in placed if cell[1] == column])
        for column in broken.columns
    ]
    found += [
        crowded(
            f"region {board.labels[region]}", [cell for cell in placed if regions[cell] == region]
        )
        for region in broken.regions
    ]
    return found + [f"{cell_name(*a)} and {cell_name(*b)} touch" for a, b in broken.touching]


def _wrong(board: queens.Board, placed: list[Cell], broken: Violations) -> list[Cell]:
    """Return the queens that break a rule."""
    touching = {cell for pair in broken.touching for cell in pair}
    return [
        (row, column)
        for row, column in placed
        if row in broken.rows
        or column in broken.columns
        or board.regions[row, column] in broken.regions
        or (row, column) in touching
    ]


@click.command(cls=Command)
@board_argument
@picture_options
@place_option
@stars_option
@format_option
@at_most_one_option
@json_option()
@quiet_option
def check(
    file: str,
    place: str | None,
    stars: int | None,
    allow_empty_regions: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Tell which rules a placement breaks: rows, columns, regions and touching pairs.

    The queens may be all of a solution or some of them; those that FILE has by default.
    """

    def solve(file: str, board: queens.Board, options: Options) -> _Answer:
        if place is None and not board.placements:
            raise click.UsageError("give the queens with --placed, as in --placed a3,b5")
        placed = read_position(place, "--placed", board)
        if place is None:
            placed = [(r, c) for r, c in read_cells(board.n, board.placements[0]).tolist()]
        broken = queens.violations(board, np.array(placed, np.int64).reshape(-1, 2))
        answer = _Answer(file=file, board=board, placed=placed, broken=broken)
        if options.verbose:
            show_board(board, placed or None, marks=Marks(wrong=_wrong(board, placed, broken)))
        return answer

    load_board = partial(load, allow_empty_regions=allow_empty_regions, stars=stars)
    options = Options(as_json=as_json, quiet=quiet)
    return answer_files((file,), options, load_board, solve)
