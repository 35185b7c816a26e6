"""The command ``solve``: coloured Queens."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import queens, render
from fastqueens.cli.answers import (
    Answer,
    answer_files,
    count_into,
    not_written,
    on_a_sheet,
    show_each,
)
from fastqueens.cli.boards import every_board, load, stars_option
from fastqueens.cli.live import LiveView
from fastqueens.cli.options import (
    SEED,
    Options,
    all_option,
    at_most_one_option,
    check_out,
    count_option,
    files_argument,
    json_option,
    limit_option,
    out_option,
    parse_settings,
    plural,
    quiet_option,
    target_of,
    time_limit_option,
)
from fastqueens.cli.streams import colourful, progress_line, write
from fastqueens.method import choose
from fastqueens.queens.placements import standing

__all__ = []


@dataclass(kw_only=True)
class _Answer(Answer):
    board: queens.Board
    solutions: list[NDArray[np.int16]] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        stars = {"stars": self.board.stars} if self.board.stars > 1 else {}
        return {"n": self.board.n, **stars}

    def found(self, *, every: bool) -> dict[str, Any]:
        if every:
            return {"solutions": [x.tolist() for x in self.solutions]}
        return {"queens": self.solutions[0].tolist()} if self.solutions else {}

    def verdict(self) -> str:
        facts = self.facts
        if self.reason:
            told = super().verdict()
            if "fitness" in facts:
                told += f", the best placement has fitness {facts['fitness']:g}"
            return told
        if "unique" in facts and self.status == "solved":
            return "unique" if facts["unique"] else "several solutions"
        if facts.get("count") == 0:
            return plural(0, "solution")
        return super().verdict()


@dataclass(kw_only=True)
class _Options(Options):
    method: str | None
    settings: dict[str, Any]
    live: dict[str, float] | None  # frames a second and delay
    count: bool
    unique: bool
    limit: int | None
    limits: dict[str, Any]


@click.command()
@files_argument
@click.option(
    "--method",
    type=click.Choice(list(queens.METHODS)),
    help="How to search, bitboard by default; `fastqueens compare --list` tells more.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="An option of the method, as in order=mrv; may be repeated.",
)
@click.option("--live", is_flag=True, help="Show the search on the board while it runs.")
@click.option(
    "--fps",
    type=click.FloatRange(1, 240),
    metavar="F",
    help="With --live: pictures a second, 30 by default.",
)
@click.option(
    "--delay",
    type=click.FloatRange(0, 60_000),
    metavar="MS",
    help="With --live: wait so many milliseconds after each step.",
)
@all_option
@count_option
@click.option("--unique", is_flag=True, help="Tell whether there is exactly one solution.")
@limit_option
@time_limit_option("board")
@click.option(
    "--node-limit", type=click.IntRange(min=0), metavar="N", help="Stop a board after N nodes."
)
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="Seed of the random choices on large boards.",
)
@stars_option
@at_most_one_option
@json_option("file")
@out_option("a .txt, .json, .svg or .png file")
@quiet_option
def solve(
    files: tuple[str, ...],
    method: str | None,
    given: tuple[str, ...],
    live: bool,
    fps: float | None,
    delay: float | None,
    every: bool,
    count: bool,
    unique: bool,
    limit: int | None,
    time_limit: float | None,
    node_limit: int | None,
    seed: int,
    stars: int | None,
    at_most_one: bool,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Solve coloured Queens boards: text or JSON files, - for standard input.

    A .jsonl file holds many, a JSON object a line; boards.jsonl:3 is the third of them.

    One queen in each row, column and region (or --stars of them), and no two touching. Exit
    code: 0 all solved, 1 some board has no solution, 2 bad input or usage, 3 stopped by a limit,
    130 Ctrl-C.
    """
    if every + count + unique > 1:
        raise click.UsageError("--all, --count and --unique exclude each other")
    if limit is not None and not (every or count):
        raise click.UsageError("--limit goes with --all or --count")
    if not live and (fps is not None or delay is not None):
        raise click.UsageError("--fps and --delay go with --live")
    if live and (count or unique or as_json or quiet):
        raise click.UsageError("--live shows a board: not with --count, --unique, --json or -q")
    settings = {
        name: values[0] if len(values) == 1 else values
        for name, values in parse_settings(given, dotted=False).items()
    }
    choose(queens.METHODS, method or "bitboard", settings, every=every or count or unique)
    view = {"fps": fps or 30.0, "delay": (delay or 0.0) / 1e3} if live else None
    check_out(
        out,
        files,
        (".txt", ".json", ".svg", ".png"),
        numbers="--count or --unique" if count or unique else "",
    )
    limits = {"time_limit": time_limit, "node_limit": node_limit}
    options = _Options(
        method=method,
        settings=settings,
        live=view,
        every=every,
        count=count,
        unique=unique,
        limit=limit,
        limits={**limits, "seed": seed},
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    files = every_board(files)
    load_board = partial(load, at_most_one=at_most_one, stars=stars)
    return answer_files(files, options, load_board, _solve, _write)


def _solve(file: str, board: queens.Board, options: _Options) -> _Answer:
    counting = options.count or options.unique
    return (_count if counting else _find)(file, board, options)


def _find(file: str, board: queens.Board, options: _Options) -> _Answer:
    """Find one solution, or with --all every one."""
    wanted = options.limit if options.every else 1
    method = options.method or "bitboard"
    found = queens.solutions(board, method=method, **options.settings, **options.limits)
    answer = _Answer(file=file, board=board, method=method)
    keep = options.as_json or options.out is not None or not options.every
    with ExitStack() as stack:
        line = stack.enter_context(progress_line(quiet=options.quiet))
        if options.live is not None:
            view = stack.enter_context(LiveView(board, method, **options.live))
            view.attach(found.search)
        else:
            found.search.progress = line.tick
        try:
            for solution in islice(found, wanted):
                if keep or options.live is not None:
                    answer.solutions.append(solution)
                if options.talks and options.live is None:
                    line.clear()
                    if found.found > 1:
                        click.echo()
                    _show(board, solution)
        except KeyboardInterrupt:
            answer.stop("interrupt")
        else:
            if found.status == "stopped" and not (found.found and not options.every):
                answer.stop(found.reason)
            elif found.found:
                answer.status = "solved"
    answer.stats = found.stats
    if options.live is not None:  # the other screen is gone, and what it showed with it
        show_each(answer.solutions, partial(_show, board))
    if options.every:
        complete = found.status in ("solved", "unsolvable")
        answer.facts = {"count": found.found, "exact": complete}
    kernel: Any = found.search.kernel
    if hasattr(kernel, "fitness") and not found.found:
        best = standing(kernel, board.n, best=True)
        answer.facts |= {"fitness": kernel.fitness, "best": best.tolist()}
        if options.talks:
            _show(board, best)
    elif options.talks and not found.found and not options.every:
        _show(board, None)
    return answer


def _count(file: str, board: queens.Board, options: _Options) -> _Answer:
    """Count the solutions, for --count and --unique."""
    answer = _Answer(file=file, board=board, method=options.method or "bitboard")
    count = partial(
        queens.count,
        board,
        limit=2 if options.unique else options.limit,
        method=options.method or "auto",
        **options.settings,
        **options.limits,
    )
    number = count_into(answer, count, quiet=options.quiet)
    if options.unique and answer.reason != "interrupt":
        known = answer.status != "stopped"
        answer.facts = {"unique": number == 1 if known else None}
    return answer


def _show(board: queens.Board, solution: NDArray[np.int16] | None) -> None:
    if colourful():
        from rich.console import Console

        glyph = None if sys.stdout.encoding.lower().replace("-", "") == "utf8" else "#"
        text = render.ansi(board, solution, glyph=glyph)
        Console(highlight=False).print(text, soft_wrap=True)
    else:
        click.echo(render.text(board, solution))


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    found, board = answer.solutions, answer.board
    if path.suffix in (".svg", ".png"):
        found = on_a_sheet(path, found)
    data: str | bytes
    if path.suffix == ".json":
        data = json.dumps(answer.as_json(every=options.every)) + "\n"
    elif not found:
        not_written(path)
        return
    elif path.suffix == ".txt":
        data = "\n\n".join(render.text(board, x) for x in found) + "\n"
    elif path.suffix == ".svg":
        data = render.svg(board, found[0]) if len(found) == 1 else render.sheet_svg(board, found)
    else:
        data = render.png(board, found[0]) if len(found) == 1 else render.sheet_png(board, found)
    write(path, data)
