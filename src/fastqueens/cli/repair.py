"""The command ``repair``: the fewest cells to change so that a board has one solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from fastqueens import queens
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    format_option,
    show_board,
    stars_option,
)
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import Shown, drawing_options, paint, texts_of
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    json_option,
    out_option,
    time_limit_option,
)
from fastqueens.cli.output_files import PICTURES, Maker, answer_files, check_out, save
from fastqueens.cli.reports import Answer
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.solving.repair import MAX_CHANGES

__all__ = ["repair"]


@dataclass(kw_only=True)
class _Answer(Answer):
    board: queens.Board
    result: queens.Repair

    def __post_init__(self) -> None:
        self.status, self.reason = self.result.status, self.result.reason
        self.method, self.stats = self.result.method, self.result.stats

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        repaired = self.result.board
        described = None if repaired is None else describe_board(repaired.grid)
        return {**self.result.as_dict(), "repaired": described}

    def verdict(self) -> str:
        return self.result.sentence


@click.command(
    cls=BoardCommand,
    help="""Find the fewest cells to change so that a board has exactly one solution.

    A cell is changed to the region of one of its side neighbours on the board in FILE. No region
    disappears, and no region falls into more pieces than it has. If many cells must change, not
    all sets of cells are tried, and a smaller set may exist; the answer says so.
    """,
)
@board_argument
@picture_options
@click.option(
    "--max-changes",
    type=click.IntRange(min=0),
    default=MAX_CHANGES,
    show_default=True,
    metavar="K",
    help="Change at most K cells.",
)
@time_limit_option()
@stars_option
@format_option
@allow_empty_regions_option
@json_option()
@out_option("a .txt, .json, .svg, .png or .pdf file", several=False)
@drawing_options(axes=True)
def repair(
    reader: BoardReader,
    max_changes: int,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
) -> int:
    refs = reader.find(expand=False)
    check_out(out, refs, (".txt", ".json", *PICTURES))

    def solve(file: BoardRef, board: queens.Board, options: Options) -> _Answer:
        result = queens.repair(board, max_changes=max_changes, time_limit=time_limit)
        if options.verbose and result.board is not None:
            show_board(result.board)
            click.echo()
        return _Answer(file=file, board=board, result=result)

    options = Options(as_json=as_json, out=out)
    return answer_files(refs, options, reader.load, solve, _save)


def _save(answer: _Answer, path: Path) -> None:
    repaired = answer.result.board
    shown: Sequence[Shown] = [] if repaired is None else [Shown(repaired)]
    makers: dict[str, Maker] = {".txt": texts_of, **{x: partial(paint, x) for x in PICTURES}}
    save(answer, path, shown, makers, "board")
