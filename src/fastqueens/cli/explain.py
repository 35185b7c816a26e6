"""The commands ``explain``, ``rate`` and ``hint``: coloured Queens as a person solves them."""

from __future__ import annotations

import json
from typing import Any, cast

import click

from fastqueens import queens
from fastqueens.cli.answers import CODES, GRAVITY, REASONS, SOLVED, STOPPED, UNSOLVABLE, tell_error
from fastqueens.cli.boards import every_board, load, stars_option
from fastqueens.cli.options import (
    at_most_one_option,
    files_argument,
    json_option,
    plural,
    read_square,
    square_name,
    time_limit_option,
)
from fastqueens.queens import hints, logic
from fastqueens.queens.placements import Cell
from fastqueens.queens.steps import RULES, TIERS, Step
from fastqueens.results import InputError, SearchStopped

_OUTCOMES = {"solved": SOLVED, "stuck": UNSOLVABLE, "contradiction": UNSOLVABLE, "open": STOPPED}
_RULES = [*RULES, *TIERS[:-1]]


def _cells(text: str | None, option: str, board: queens.Board) -> list[Cell]:
    """Read cells like ``a1,b3``: a column letter (aa after z) and a row number from 1."""
    cells = []
    for word in (text or "").replace(",", " ").split():
        square = read_square(word)
        if square is None or max(square) >= board.n:
            raise InputError(
                f"{option}: found {word!r}, expected a column letter and a row number, as in b3, "
                f"on a board of {plural(board.n, 'row')}"
            )
        if square in cells and option == "--place":
            raise InputError(f"{option}: found {word!r} twice")
        cells.append(square)
    return cells


def _told(sentence: str, step: Step | None) -> str:
    """Return the sentence of a step, with the cells that it counts but does not name.

    A picture would show them; here they are named as --cross takes them.
    """
    if step is None or step.rule != "attacked" or len(step.eliminated) < 3:
        return sentence
    cells = ",".join(square_name(row, column) for row, column in step.eliminated)
    return f"{sentence.removesuffix('.')}: {cells}."


def _summary(rating: logic.Rating) -> str:
    head = {
        "solved": rating.tier,
        "stuck": "not solved by the rules",
        "contradiction": "no solution",
        "open": REASONS["time"],
    }[rating.outcome]
    used = [f"{number} {name}" for name, number in rating.histogram.items() if number]
    return f"{head} · score {rating.score}" + (f" · {', '.join(used)}" if used else "")


def _rated(file: str, rating: logic.Rating) -> dict[str, Any]:
    return {
        "file": file,
        "outcome": rating.outcome,
        "tier": rating.tier,
        "score": rating.score,
        "histogram": rating.histogram,
    }


_place = click.option(
    "--place", metavar="CELLS", help="Queens that stand already: a column letter and a row, a1,b3."
)
_cross = click.option("--cross", metavar="CELLS", help="Cells crossed out already.")
_max_rule = click.option(
    "--max-rule", type=click.Choice(_RULES), help="The hardest rule or tier to use."
)


@click.command()
@click.argument("file")
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
    """Solve a coloured Queens board step by step, in words, and say how hard it is.

    Exit code: 0 explained to the end, 1 not (several solutions or none, or the rules do not
    suffice), 2 bad input, 3 stopped by the time limit.
    """
    try:
        board = load(file, at_most_one, stars)
        placed, crossed = _cells(place, "--place", board), _cells(cross, "--cross", board)
        steps, rating = logic.explained(board, placed, crossed, max_rule, time_limit)
    except InputError as error:
        return tell_error(file, error, as_json=as_json)
    if as_json:
        told = [step.as_dict() for step in steps]
        click.echo(json.dumps(_rated(file, rating) | {"steps": told}))
    else:
        width = len(str(len(steps)))
        for i, step in enumerate(steps, 1):
            click.echo(f"{i:>{width}}. {_told(step.sentence, step)}")
        click.echo(_summary(rating))
    return _OUTCOMES[rating.outcome]


@click.command()
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

    Exit code: 0 all are solved by the rules, 1 some board is not, 2 bad input, 3 stopped by the
    time limit, which is for each board.
    """
    worst = SOLVED
    files = every_board(files)
    for file in files:
        try:
            board = load(file, at_most_one, stars)
            rating = logic.rate(board, max_rule=max_rule, time_limit=time_limit)
        except SearchStopped as stop:
            rating = cast("logic.Rating", stop.partial)
        except InputError as error:
            worst = max(worst, tell_error(file, error, as_json=as_json), key=GRAVITY.index)
            continue
        if as_json:
            click.echo(json.dumps(_rated(file, rating)))
        else:
            click.echo((f"{file}: " if len(files) > 1 else "") + _summary(rating))
        worst = max(worst, _OUTCOMES[rating.outcome], key=GRAVITY.index)
    return worst


@click.command()
@click.argument("file")
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

    The next step if the position is right; what is wrong, if something is. Exit code: 0, or 1 if
    the board has no solution, 2 bad input, 3 stopped by the time limit.
    """
    try:
        board = load(file, at_most_one, stars)
        placed, crossed = _cells(place, "--place", board), _cells(cross, "--cross", board)
        told = hints.hint(board, placed, crossed, full, time_limit=time_limit)
    except InputError as error:
        return tell_error(file, error, as_json=as_json)
    except SearchStopped:
        if as_json:
            click.echo(json.dumps({"file": file, "status": "stopped", "reason": "time"}))
        else:
            click.echo("stopped by the time limit")
        return CODES["stopped"]
    if as_json:
        click.echo(json.dumps({"file": file} | told.as_dict()))
    else:
        click.echo(_told(told.sentence, told.step))
    return UNSOLVABLE if told.kind == "hopeless" else SOLVED
