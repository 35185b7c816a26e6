"""The command ``explain``: solves a board of coloured Queens step by step, in words."""

from __future__ import annotations

from pathlib import Path

import click

from fastqueens import queens
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    eliminated_option,
    format_option,
    placed_option,
    read_position,
    show_board,
    stars_option,
)
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import drawing_options
from fastqueens.cli.file_claims import claim
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.logic_report import RatingReport, max_rule_option, save_pictures
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    json_option,
    out_option,
    time_limit_option,
)
from fastqueens.cli.output_files import PICTURES, answer_files, check_out
from fastqueens.output import series_number
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import picture_of_step

__all__ = ["explain"]


@click.command(
    cls=BoardCommand,
    help="""Solve a coloured Queens board step by step, in words, and rate its difficulty.

    The board of a step marks the cells that the step uses (* as text), the cells that it rules
    out (x) and the cells that were ruled out before (.).
    """,
)
@board_argument
@picture_options
@placed_option
@eliminated_option
@max_rule_option
@stars_option
@format_option
@allow_empty_regions_option
@time_limit_option()
@json_option()
@out_option(
    "a .txt, .json, .svg, .png or .pdf file with all steps; with {step} in its name, to one file "
    "for each step",
    several=False,
)
@drawing_options(axes=True)
@click.option("--boards/--no-boards", default=True, help="Whether to print a board for each step.")
def explain(
    reader: BoardReader,
    placed: str | None,
    eliminated: str | None,
    max_rule: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    boards: bool,
) -> int:
    refs = reader.find(expand=False)
    check_out(out, refs, (".txt", ".json", *PICTURES), fields=("name", "step"))

    def solve(file: BoardRef, board: queens.Board, options: Options) -> RatingReport:
        steps, rating = logic.explained(
            board,
            read_position(placed, "--placed", board),
            read_position(eliminated, "--eliminated", board),
            max_rule,
            time_limit,
        )
        answer = RatingReport(file=file, board=board, rating=rating, steps=steps)
        if options.verbose:
            _show_steps(answer, boards=boards)
        return answer

    options = Options(as_json=as_json, out=out)
    return answer_files(refs, options, reader.load, solve, _save_steps)


def _show_steps(answer: RatingReport, *, boards: bool) -> None:
    """Print the steps."""
    steps = answer.steps or []
    if steps and answer.count is not None and answer.count != 1:
        click.echo(answer.verdict())
    width = len(str(len(steps)))
    for i, step in enumerate(steps, 1):
        click.echo(f"{i:>{width}}. {step.sentence}")
        if boards:
            show_board(*picture_of_step(step))
            click.echo()


def _save_steps(answer: RatingReport, path: Path) -> None:
    """Write all steps to one file, or each step to its own file."""
    captioned = [(f"{i}. {step.rule}", step) for i, step in enumerate(answer.steps or [], 1)]
    if "{step}" not in str(path):
        save_pictures(answer, path, captioned)
        return
    last = len(captioned)
    paths = [Path(str(path).replace("{step}", series_number(i, last))) for i in range(1, last + 1)]
    for step_path in paths:
        claim("-o", step_path)
    for step_path, step in zip(paths, captioned, strict=True):
        save_pictures(answer, step_path, [step])
