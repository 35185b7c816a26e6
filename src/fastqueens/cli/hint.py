"""The command ``hint``: the next step from a position on a board of coloured Queens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import click

from fastqueens import queens
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    eliminated_option,
    format_option,
    placed_option,
    position_of,
    show_board,
    stars_option,
)
from fastqueens.cli.board_ref import BoardRef
from fastqueens.cli.drawing_options import Shown, drawing_options, marked_text, paint
from fastqueens.cli.image_input import board_argument, picture_options
from fastqueens.cli.logic_report import save_pictures
from fastqueens.cli.options import (
    Options,
    allow_empty_regions_option,
    exclude,
    json_option,
    need,
    out_option,
    time_limit_option,
)
from fastqueens.cli.output_files import PICTURES, Maker, answer_files, check_out, save
from fastqueens.cli.reports import Answer
from fastqueens.queens.formats.json import describe_queens
from fastqueens.queens.logic import hints
from fastqueens.queens.logic.steps import picture_of_step
from fastqueens.results import SearchStopped
from fastqueens.validation import plural

__all__ = ["hint"]


@dataclass(kw_only=True)
class _HintAnswer(Answer):
    """A hint; None if the time limit was reached before."""

    board: queens.Board
    hint: hints.Hint | None = None

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        if self.hint is None:
            return {}
        found = self.hint.as_dict()
        if self.hint.solution is not None:
            found["queens"] = describe_queens(self.board.grid, self.hint.solution)
        return found

    def verdict(self) -> str:
        if self.hint is None:
            return super().verdict()
        steps = self.hint.steps
        return steps[-1].sentence if len(steps) > 1 else self.hint.sentence


@dataclass(kw_only=True)
class _CandidatesAnswer(Answer):
    """The cells that may still hold a queen; None if the time limit was reached before."""

    board: queens.Board
    candidates: queens.Candidates | None = None

    def about(self) -> dict[str, Any]:
        return about_board(self.board)

    def found(self) -> dict[str, Any]:
        if self.candidates is None:
            return {}
        found = self.candidates.as_dict()
        return {name: value for name, value in found.items() if name != "counters"}

    def verdict(self) -> str:
        found = self.candidates
        if found is None:
            return super().verdict()
        left = f"{len(found)} of {plural(found.left.size, 'cell')} left"
        return left if found else f"no solution from this position; {left} when this was found"


@click.command(
    cls=BoardCommand,
    help="""Show the next step from a position on a coloured Queens board.

    If the position has a mistake, the hint is about the mistake. The first hint says that something
    is wrong. With --skip 1, the hint names the wrong queen or mark. With --skip 2, it also names
    the correct cell. Without --placed and --eliminated, the position in FILE is used. As text, the
    board shows * for a cell of the step, x for a cell that the step rules out and ! for a wrong
    queen.
    """,
)
@board_argument
@picture_options
@placed_option
@eliminated_option
@click.option(
    "--skip",
    type=click.IntRange(0),
    default=0,
    metavar="K",
    help="Leave out the first K hints for this position, because you have already seen them.",
)
@click.option(
    "--until",
    type=click.Choice(["queen"]),
    help="Show all steps up to the next queen.",
)
@click.option("--show-solution", is_flag=True, help="Show the whole solution.")
@click.option(
    "--candidates",
    is_flag=True,
    help="Show the cells that may still hold a queen, after arc consistency.",
)
@click.option(
    "--variables",
    type=click.Choice(["regions", "rows", "units"]),
    help="The variables of --candidates, regions by default; units are rows, columns and regions "
    "together.",
)
@time_limit_option()
@stars_option
@format_option
@allow_empty_regions_option
@json_option()
@out_option("a .txt, .json, .svg, .png or .pdf file", several=False)
@drawing_options(axes=True)
def hint(
    reader: BoardReader,
    placed: str | None,
    eliminated: str | None,
    skip: int,
    until: Literal["queen"] | None,
    show_solution: bool,
    candidates: bool,
    variables: queens.Variables | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
) -> int:
    exclude("--candidates", candidates, {"--show-solution": show_solution})
    need({"--variables": variables}, {"--candidates": candidates})
    refs = reader.find(expand=False)
    check_out(out, refs, (".txt", ".json", *PICTURES))

    def find_candidates(file: BoardRef, board: queens.Board, options: Options) -> _CandidatesAnswer:
        answer = _CandidatesAnswer(file=file, board=board)
        cells, crosses = position_of(board, placed, eliminated)
        try:
            answer.candidates = found = queens.candidates(
                board, cells, eliminated=crosses, variables=variables, time_limit=time_limit
            )
        except SearchStopped as stop:
            answer.stop(stop.reason)
            return answer
        answer.stats = found.stats
        answer.status = "solved" if found else "unsolvable"
        if options.verbose:
            show_board(board, found.placed, found.marks)
            click.echo()
        return answer

    def find_hint(file: BoardRef, board: queens.Board, options: Options) -> _HintAnswer:
        answer = _HintAnswer(file=file, board=board)
        cells, crosses = position_of(board, placed, eliminated)
        try:
            answer.hint = hints.hint(
                board, cells, crosses, show_solution, skip=skip, until=until, time_limit=time_limit
            )
        except SearchStopped as stop:
            answer.stop(stop.reason)
            return answer
        answer.status = "unsolvable" if answer.hint.kind == "unsolvable" else "solved"
        if options.verbose:
            for step in answer.hint.steps[:-1]:
                show_board(*picture_of_step(step))
                click.echo(f"\n{step.sentence}\n")
            show_board(*hints.picture_of_hint(answer.hint))
            click.echo()
        return answer

    options = Options(as_json=as_json, out=out)
    if candidates:
        return answer_files(refs, options, reader.load, find_candidates, _save_candidates)
    return answer_files(refs, options, reader.load, find_hint, _save_hint)


def _save_candidates(answer: _CandidatesAnswer, path: Path) -> None:
    found = answer.candidates
    shown = [] if found is None else [Shown(found.board, found.placed, found.marks)]

    def text(_: Sequence[Any]) -> str:
        if found is None:
            return ""
        return marked_text(found.board, found.placed, found.marks, answer.verdict())

    makers: dict[str, Maker] = {".txt": text, **{x: partial(paint, x) for x in PICTURES}}
    save(answer, path, shown, makers, "board")


def _save_hint(answer: _HintAnswer, path: Path) -> None:
    found = answer.hint
    if found is not None and len(found.steps) > 1:
        save_pictures(answer, path, [(f"{k}.", step) for k, step in enumerate(found.steps, 1)])
    else:
        save_pictures(answer, path, [] if found is None else [("", found)])
