"""The commands ``explain``, ``rate`` and ``hint``: coloured Queens as a person solves them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import click

from fastqueens import queens
from fastqueens.cli.answers import REASONS, Answer
from fastqueens.cli.boards import every_board, load, stars_option
from fastqueens.cli.options import (
    Command,
    Options,
    at_most_one_option,
    complete_file,
    files_argument,
    json_option,
    time_limit_option,
)
from fastqueens.cli.outputs import answer_files
from fastqueens.notation import read_cells
from fastqueens.queens import hints, logic
from fastqueens.queens.placements import Cell
from fastqueens.queens.steps import RULES, TIERS, Step
from fastqueens.results import InputError, SearchStopped

__all__ = ["explain", "hint", "rate"]

_STATUS = {"solved": "solved", "open": "stopped"}  # of an outcome; of any other, unsolvable
_RULES = [*RULES, *TIERS[:-1]]


@dataclass(kw_only=True)
class _Rated(Answer):
    """How hard a board is; of `explain` with the steps."""

    rating: logic.Rating
    steps: list[Step] | None = None
    name: str = ""  # what a person reads first

    def __post_init__(self) -> None:
        self.status = _STATUS.get(self.rating.outcome, "unsolvable")

    def found(self) -> dict[str, Any]:
        rating = self.rating
        found: dict[str, Any] = {"outcome": rating.outcome, "tier": rating.tier}
        found |= {"score": rating.score, "histogram": rating.histogram}
        return found | (
            {"steps": [x.as_dict() for x in self.steps]} if self.steps is not None else {}
        )

    def verdict(self) -> str:
        return {
            "solved": self.rating.tier,
            "stuck": "not solved by the rules",
            "contradiction": "no solution",
            "open": REASONS["time"],
        }[self.rating.outcome]

    def summary(self) -> str:
        used = [f"{number} {name}" for name, number in self.rating.histogram.items() if number]
        parts = [f"{self.name}{self.verdict()}", f"score {self.rating.score}", ", ".join(used)]
        return " · ".join(filter(None, parts))


@dataclass(kw_only=True)
class _Hinted(Answer):
    """A hint; none if the time was over before."""

    hint: hints.Hint | None = None

    def found(self) -> dict[str, Any]:
        return {} if self.hint is None else self.hint.as_dict()

    def verdict(self) -> str:
        if self.hint is None:
            return super().verdict()
        return self.hint.sentence


def _cells(text: str | None, option: str, board: queens.Board) -> list[Cell]:
    """Read the cells of an option; no two queens stand on one."""
    cells: list[Cell] = []
    for word, square in read_cells(text, option, board.n):
        if square in cells and option == "--place":
            raise InputError(f"{option}: found {word!r} twice")
        cells.append(square)
    return cells


_place = click.option(
    "--place", metavar="CELLS", help="Queens that stand already: a column letter and a row, a1,b3."
)
_cross = click.option("--cross", metavar="CELLS", help="Cells crossed out already.")
_max_rule = click.option(
    "--max-rule", type=click.Choice(_RULES), help="The hardest rule or tier to use."
)


@click.command(cls=Command)
@click.argument("file", shell_complete=complete_file)
@_place
@_cross
@_max_rule
@stars_option
@at_most_one_option
@time_limit_option()
@json_option()
def explain(
    file: str,
    place: str | None,
    cross: str | None,
    max_rule: str | None,
    stars: int | None,
    at_most_one: bool,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Solve a coloured Queens board step by step, in words, and say how hard it is."""

    def solve(file: str, board: queens.Board, options: Options) -> _Rated:
        placed, crossed = _cells(place, "--place", board), _cells(cross, "--cross", board)
        steps, rating = logic.explained(board, placed, crossed, max_rule, time_limit)
        if options.verbose:
            width = len(str(len(steps)))
            for i, step in enumerate(steps, 1):
                click.echo(f"{i:>{width}}. {step.sentence}")
        return _Rated(file=file, rating=rating, steps=steps)

    load_board = partial(load, at_most_one=at_most_one, stars=stars)
    return answer_files((file,), Options(as_json=as_json), load_board, solve)


@click.command(cls=Command)
@files_argument
@_max_rule
@stars_option
@at_most_one_option
@time_limit_option()
@json_option("file")
def rate(
    files: tuple[str, ...],
    max_rule: str | None,
    stars: int | None,
    at_most_one: bool,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Say how hard coloured Queens boards are: the hardest rule needed, a score, the rules used.

    --time-limit is for each board.
    """
    files = every_board(files)

    def solve(file: str, board: queens.Board, _: Options) -> _Rated:
        try:
            rating = logic.rate(board, max_rule=max_rule, time_limit=time_limit)
        except SearchStopped as stop:
            rating = cast("logic.Rating", stop.partial)
        return _Rated(file=file, rating=rating, name=f"{file}: " if len(files) > 1 else "")

    load_board = partial(load, at_most_one=at_most_one, stars=stars)
    return answer_files(files, Options(as_json=as_json), load_board, solve, apart=False)


@click.command(cls=Command)
@click.argument("file", shell_complete=complete_file)
@_place
@_cross
@click.option("--full", is_flag=True, help="Tell the full solution.")
@time_limit_option()
@stars_option
@at_most_one_option
@json_option()
def hint(
    file: str,
    place: str | None,
    cross: str | None,
    full: bool,
    time_limit: float | None,
    stars: int | None,
    at_most_one: bool,
    as_json: bool,
) -> int:
    """Help with a coloured Queens board on from a position.

    The next step if the position is right; what is wrong, if something is.
    """

    def solve(file: str, board: queens.Board, _: Options) -> _Hinted:
        placed, crossed = _cells(place, "--place", board), _cells(cross, "--cross", board)
        answer = _Hinted(file=file)
        try:
            answer.hint = hints.hint(board, placed, crossed, full, time_limit=time_limit)
        except SearchStopped as stop:
            answer.stop(stop.reason)
        else:
            answer.status = "unsolvable" if answer.hint.kind == "hopeless" else "solved"
        return answer

    load_board = partial(load, at_most_one=at_most_one, stars=stars)
    return answer_files((file,), Options(as_json=as_json), load_board, solve)
