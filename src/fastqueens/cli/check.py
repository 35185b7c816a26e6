"""The command ``check``: finds the rules that a placement of coloured Queens breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click
import numpy as np

from fastqueens import queens
from fastqueens.canvas.annotations import Marks
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
from fastqueens.validation import plural

__all__ = ["check"]


@dataclass(kw_only=True)
class _Answer(Answer):
    board: queens.Board
    placed: list[Cell]
    broken: Violations

    def __post_init__(self) -> None:
        self.status = "unsolvable" if self.broken else "solved"

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
        sentences = self.broken.sentences
        return f"{plural(len(sentences), 'rule')} broken" if self.broken else sentences[0]

    def summary(self) -> str:
        return "\n".join([*self.broken.sentences, *([self.verdict()] if self.broken else [])])


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
            raise click.UsageError("found no queens in FILE; name them by --placed a3,b5")
        broken = queens.check(board, cells).violations
        answer = _Answer(file=file, board=board, placed=cells, broken=broken)
        if options.verbose:
            show_board(board, cells or None, marks=Marks(wrong=broken.wrong))
        return answer

    options = Options(as_json=as_json, quiet=quiet)
    return answer_files(reader.find(expand=False), options, reader.load, solve)
