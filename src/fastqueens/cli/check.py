"""The command ``check``: finds the rules that a placement of coloured Queens breaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np

from fastqueens import queens
from fastqueens.canvas.annotations import Marks
from fastqueens.cell_names import cell_name, column_name
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    format_option,
    placed_option,
    read_position,
    show_board,
    stars_option,
)
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    json_option,
    quiet_option,
)
from fastqueens.cli.output_files import answer_files
from fastqueens.cli.reports import Answer
from fastqueens.queens.board.broken_rules import Violations
from fastqueens.queens.formats.json import describe_queens
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
        self.sentences = list(_describe_violations(self.board, self.placed, self.broken))

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


def _describe_violations(board: queens.Board, placed: list[Cell], broken: Violations) -> list[str]:
    """Describe the broken rules with their cells."""

    def describe_unit(unit: str, cells: list[Cell]) -> str:
        names = join_and([cell_name(*cell) for cell in cells])
        return f"{unit} has {plural(len(cells), 'queen')}: {names}"

    regions = board.regions
    found = [
        describe_unit(f"row {row + 1}", [cell for cell in placed if cell[0] == row])
        for row in broken.rows
    ]
    found += [
        describe_unit(
            f"column {column_name(column)}", [cell for cell in placed if cell[1] == column]
        )
        for column in broken.columns
    ]
    found += [
        describe_unit(
            f"region {board.labels[region]}", [cell for cell in placed if regions[cell] == region]
        )
        for region in broken.regions
    ]
    return found + [f"{cell_name(*a)} and {cell_name(*b)} touch" for a, b in broken.touching]


def _wrong_queens(board: queens.Board, placed: list[Cell], broken: Violations) -> list[Cell]:
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


@click.command(
    cls=BoardCommand,
    help="""Report the rules that a placement breaks: rows, columns, regions and touching pairs.

    The placement may be incomplete. Without --placed, the queens in FILE are checked.
    """,
)
@board_argument
@picture_options
@placed_option
@stars_option
@format_option
@allow_empty_regions_option
@json_option()
@quiet_option
def check(
    reader: BoardReader,
    placed: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    def solve(file: BoardRef, board: queens.Board, options: Options) -> _Answer:
        if placed is not None:
            cells = read_position(placed, "--placed", board)
        elif board.placements:
            cells = [(r, c) for r, c in read_cells(board.n, board.placements[0]).tolist()]
        else:
            raise click.UsageError("name the queens with --placed, as in --placed a3,b5")
        broken = queens.violations(board, np.array(cells, np.int64).reshape(-1, 2))
        answer = _Answer(file=file, board=board, placed=cells, broken=broken)
        if options.verbose:
            show_board(board, cells or None, marks=Marks(wrong=_wrong_queens(board, cells, broken)))
        return answer

    options = Options(as_json=as_json, quiet=quiet)
    return answer_files(reader.find(expand=False), options, reader.load, solve)
