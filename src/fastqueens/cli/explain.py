"""The command ``explain``: solves a board of coloured Queens step by step, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
from fastqueens.cli.logic_report import RatingReport, joined, max_rule_option, save_pictures
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    json_option,
    out_option,
    time_limit_option,
)
from fastqueens.cli.output_files import PICTURES, answer_files, check_out
from fastqueens.output import series_number
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.hints import mistakes
from fastqueens.queens.logic.sentences import sentence_of_conflict, sentence_of_wrong
from fastqueens.queens.logic.steps import picture_of_step
from fastqueens.results import InputError, SearchStopped

__all__ = ["explain"]


@click.command(
    cls=BoardCommand,
    help="""Solve a coloured Queens board step by step, in words, and rate its difficulty.

    As text, the board of a step shows * for a cell that the step uses, x for a cell that it rules
    out, and . for a cell that was ruled out before. In a chain, ? is the cell that is tried; 1, 2
    and so on are the queens that a queen on this cell forces; and / marks the cells of the row,
    column or region that then gets no queen. If a queen of --placed is wrong, the command names it.
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
        cells = read_position(placed, "--placed", board)
        crosses = read_position(eliminated, "--eliminated", board)
        wrong = _wrong_queens(board, cells, time_limit)
        steps, rating = logic.explained(board, cells, crosses, max_rule, time_limit)
        answer = RatingReport(file=file, board=board, rating=rating, steps=steps, wrong=wrong)
        if options.verbose:
            _show_steps(answer, boards=boards)
        return answer

    options = Options(as_json=as_json, out=out)
    return answer_files(refs, options, reader.load, solve, _save_steps)


def _wrong_queens(
    board: queens.Board, placed: Sequence[Cell], time_limit: float | None
) -> tuple[Cell, ...]:
    """Return the wrong queens of a position; refuses queens that attack each other."""
    if not placed:
        return ()
    try:
        wrong = mistakes(board, placed, time_limit=time_limit).queens
    except SearchStopped:
        wrong = ()
    if wrong and (found := logic.conflict(board, placed)):
        sentences = [sentence_of_conflict(*found, board.stars)]
        sentences += [sentence_of_wrong(cell, board.stars) for cell in wrong]
        raise InputError(" ".join(sentences).removesuffix("."))
    return wrong


def _show_steps(answer: RatingReport, *, boards: bool) -> None:
    """Print the steps."""
    steps = answer.steps or []
    if steps and (answer.wrong or (answer.count is not None and answer.count != 1)):
        click.echo(answer.verdict())
    width = len(str(len(steps)))
    for i, step in enumerate(steps, 1):
        click.echo(f"{i:>{width}}. {step.sentence}")
        if boards:
            show_board(*picture_of_step(step))
            click.echo()


def _save_steps(answer: RatingReport, path: Path) -> None:
    """Write all steps to one file, or each step to its own file."""
    captioned = [(f"{k}. {step.rule}", step) for k, step in joined(answer.steps or [])]
    if "{step}" not in str(path):
        save_pictures(answer, path, captioned)
        return
    last = len(answer.steps or [])
    numbers = [int(re.split(r"\D", caption)[0]) for caption, _ in captioned]
    paths = [Path(str(path).replace("{step}", series_number(k, last))) for k in numbers]
    for step_path in paths:
        claim("-o", step_path)
    for step_path, step in zip(paths, captioned, strict=True):
        save_pictures(answer, step_path, [step])
