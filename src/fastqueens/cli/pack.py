"""The command ``pack``: pieces on boards in the plane and in pyramids."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fastqueens import packing
from fastqueens.cli import output_files as outputs
from fastqueens.cli.drawing_options import chosen, drawing_options
from fastqueens.cli.live_view import PANEL, LiveScreen, Pace, check_live, live_options
from fastqueens.cli.options import (
    Command,
    Options,
    all_option,
    check_spread,
    count_option,
    executor_option,
    files_argument,
    json_option,
    ledger_option,
    limit_option,
    need,
    out_option,
    quiet_option,
    refuse_together,
    time_limit_option,
)
from fastqueens.cli.reports import Answer
from fastqueens.cli.run_search import count_into, find_into, watch_into
from fastqueens.cli.stdio import read_stdin, show
from fastqueens.packing import boxed_text as boxes
from fastqueens.packing import drawing, formats
from fastqueens.results import Stats, escape_control
from fastqueens.search import Search, Solutions
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.text import Text

    from fastqueens.search_frames import Frame

__all__ = ["pack"]


@dataclass(kw_only=True)
class _Answer(Answer):
    puzzle: packing.Puzzle
    infeasible: str | None = None
    solutions: list[packing.Packing] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        return {"puzzle": self.puzzle.as_dict()}

    def found(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"infeasible": self.infeasible} if self.infeasible else {}
        found = [x.placements_as_dict() for x in self.solutions]
        if self.every:
            answer["solutions"] = found
        elif found:
            answer |= found[0]
        return answer

    def verdict(self) -> str:
        return super().verdict() + (f": {self.infeasible}" if self.infeasible else "")


@dataclass(kw_only=True)
class _Options(Options):
    method: Any
    count: bool
    spread: dict[str, Any]
    distinct: bool
    live: Pace | None
    time_limit: float | None


@click.command(cls=Command)
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(packing.COUNT_METHODS)),
    default="auto",
    show_default=True,
    help="How to search. memo is for --count; brute-force counts the cases it reviews.",
)
@all_option
@count_option
@click.option(
    "--distinct",
    is_flag=True,
    help="With --all or --count: once for all rotations and reflections of the board.",
)
@limit_option
@live_options
@executor_option
@ledger_option
@time_limit_option("file")
@json_option("file")
@out_option("a .txt, .json, .svg or .png file")
@drawing_options()
@quiet_option
def pack(
    files: tuple[str, ...],
    method: str,
    every: bool,
    count: bool,
    distinct: bool,
    limit: int | None,
    live: bool,
    fps: float | None,
    stride: int | None,
    delay: float | None,
    executor: str | None,
    ledger: str | None,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Fill boards with pieces, as in IQ Puzzler Pro; - for standard input.

    FILE begins with rows, columns and number of pieces, then a line DEFAULT, CUSTOM or PYRAMID;
    CUSTOM is followed by the board, X for a cell and . for none. Then come the pieces, each drawn
    with a letter of its own. Pieces turn and mirror, and all must be used. An .xmpuzzle of
    BurrTools is read too; p.xmpuzzle:2 is its second problem.
    """
    refuse_together({"--all": every, "--count": count})
    need({"--limit": limit, "--distinct": distinct}, {"--all": every, "--count": count})
    if method == "memo" and (not count or limit is not None):
        raise click.UsageError("--method memo goes with --count, and without --limit")
    view = check_live(
        live, fps, stride, delay, {"--count": count, "--json": as_json, "--quiet": quiet}
    )
    kinds = (".txt", ".json", ".svg", ".png")
    spread = {"executor": executor, "ledger": ledger}
    check_spread(spread, {"--count": count}, files, limit)
    outputs.check_out(out, files, kinds, numbers="--count" if count else "")
    options = _Options(
        method=method, every=every, count=count, spread=spread, distinct=distinct, limit=limit,
        live=view,
        time_limit=time_limit, as_json=as_json, out=out, quiet=quiet,
    )  # fmt: skip
    return outputs.answer_files(files, options, _load, _solve, _save)


def _load(file: str) -> packing.Puzzle:
    source = "<stdin>" if file == "-" else file
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", packing.PackingWarning)
        if file == "-":
            data = read_stdin(formats.EXPECTED, formats.MAX_BYTES)
            puzzle = packing.Puzzle.from_bytes(data, source=source)
        else:
            many, _, number = file.rpartition(":")  # p.xmpuzzle:2
            if many and number.isdecimal() and not Path(file).exists():
                puzzle = packing.Puzzle.from_file(many, problem=int(number))
            else:
                puzzle = packing.Puzzle.from_file(file)
    for warning in caught:
        click.echo(f"warning: {escape_control(source)}: {warning.message}", err=True)
    return puzzle


def _solve(file: str, puzzle: packing.Puzzle, options: _Options) -> _Answer:
    answer = _Answer(file=file, puzzle=puzzle, method=options.method, every=options.every)
    if options.count:
        count = partial(
            packing.count,
            puzzle,
            method=options.method,
            distinct=options.distinct,
            limit=options.limit,
            time_limit=options.time_limit,
            **options.spread,
        )
        count_into(answer, count, quiet=options.quiet)
        return answer
    filling = packing.PackingSearch(puzzle, method=options.method, distinct=options.distinct)
    answer.infeasible = filling.infeasible
    if options.live is not None:
        make = partial(
            packing.frames,
            puzzle,
            method=options.method,
            distinct=options.distinct,
            limit=options.limit if options.every else 1,
            time_limit=options.time_limit,
        )
        screen = LiveScreen(options.live, _draw)
        frames = watch_into(answer, make, options, _show, screen, time_limit=options.time_limit)
        answer.solutions = frames.solutions
        return answer
    search = Search(filling, time_limit=options.time_limit)
    solutions = Solutions(search, filling.packing, method=filling.method)
    answer.solutions = find_into(answer, solutions, options, _show)
    return answer


def _show(solution: packing.Packing) -> None:
    show(lambda: str(solution), lambda: drawing.ansi(solution.layout, look=chosen().look))


def _save(answer: _Answer, path: Path) -> None:
    makers: dict[str, outputs.Maker] = {
        ".txt": partial(_text, answer),
        ".svg": partial(_paint, drawing.svg),
        ".png": partial(_paint, drawing.png),
    }
    outputs.save(answer, path, answer.solutions, makers)


def _paint(draw: Callable[..., str | bytes], solutions: Sequence[packing.Packing]) -> str | bytes:
    """Draw the solutions, as the options of the command say."""
    return draw([x.layout for x in solutions], look=chosen().look)


def _text(answer: _Answer, solutions: Sequence[packing.Packing]) -> str:
    """Write the solutions in boxes, the blocks with their cells, the work and the time."""
    return boxes.solution_text(solutions, boxes.work_lines(answer.stats or Stats()))


def _draw(frame: Frame[packing.Pieces], size: ConsoleDimensions) -> tuple[Text, list[str]]:
    """Draw the pieces that stand while a puzzle is searched."""
    from rich.text import Text

    standing, puzzle = frame.view.packing, frame.view.packing.puzzle
    picture = Text(str(standing), no_wrap=True)
    if 2 * len(standing.rows()[0]) + PANEL <= size.width:
        picture = drawing.ansi(standing.layout, hand=frame.view.hand, look=chosen().look)
    facts = [f"{len(standing.numbers)} of {plural(len(puzzle.pieces), 'piece')}"]
    if frame.view.piece is not None and frame.status == "running":
        facts.append(f"in hand: {puzzle.pieces[frame.view.piece].name}")
    return picture, facts
