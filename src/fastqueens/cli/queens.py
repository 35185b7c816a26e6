"""The command ``solve``: coloured Queens."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from fastqueens import methods, queens, render
from fastqueens.cli.common import (
    CODES,
    INTERRUPTED,
    REASONS,
    check_out,
    colourful,
    each_file,
    parse_settings,
    plural,
    progress_line,
    target_of,
    tell_error,
    write,
)
from fastqueens.cli.live import LiveView
from fastqueens.formats import MAX_BYTES
from fastqueens.results import Count, InputError, SearchStopped, Stats

_DRAWN = 100  # solutions on a sheet


@dataclass(slots=True)
class _Answer:
    """What is known about one file."""

    file: str
    status: str
    board: queens.Board
    method: str
    stats: Stats
    reason: str | None = None
    solutions: list[NDArray[np.int16]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)  # what --count and --unique add

    def as_json(self, *, every: bool) -> dict[str, Any]:
        answer: dict[str, Any] = {"file": self.file, "status": self.status, "n": self.board.n}
        if self.board.stars > 1:
            answer["stars"] = self.board.stars
        answer["method"] = self.method
        if self.reason:
            answer["reason"] = self.reason
        if every:
            answer["solutions"] = [x.tolist() for x in self.solutions]
        elif self.solutions:
            answer["queens"] = self.solutions[0].tolist()
        answer |= self.facts
        answer |= {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return answer


@dataclass(slots=True)
class _Options:
    """The options of `solve`, and what follows from them."""

    method: str | None
    settings: dict[str, Any]
    live: dict[str, float] | None  # frames a second and delay
    every: bool
    count: bool
    unique: bool
    limit: int | None
    limits: dict[str, Any]
    stars: int | None
    at_most_one: bool
    as_json: bool
    out: str | None
    quiet: bool

    @property
    def talks(self) -> bool:
        return not (self.quiet or self.as_json)


stars_option = click.option(
    "--stars",
    type=click.IntRange(1, queens.MOST_STARS),
    metavar="K",
    help="Queens in each row, column and region, 1 to 3; what the file says, or 1, by default.",
)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
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
@click.option("--all", "every", is_flag=True, help="Print all solutions.")
@click.option("--count", is_flag=True, help="Print the number of solutions.")
@click.option("--unique", is_flag=True, help="Tell whether there is exactly one solution.")
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="With --all or --count: stop at K."
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop a board after S seconds of searching.",
)
@click.option(
    "--node-limit", type=click.IntRange(min=0), metavar="N", help="Stop a board after N nodes."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="Seed of the random choices on large boards.",
)
@stars_option
@click.option(
    "--at-most-one",
    is_flag=True,
    help="Accept any number of regions; each holds at most one queen.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    help="Write to a .txt, .json, .svg or .png file; for several FILEs put {name} into it, "
    "which stands for each one's name.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
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
    methods.find(queens.METHODS, method or "bitboard", settings, every=every or count or unique)
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
        stars=stars,
        at_most_one=at_most_one,
        as_json=as_json,
        out=out,
        quiet=quiet,
    )
    handle = partial(_solve_file, options=options, several=len(files) > 1)
    return each_file(files, handle, apart=options.talks)


def _solve_file(file: str, options: _Options, *, several: bool) -> int:
    try:
        board = load(file, options.at_most_one, options.stars)
        if options.talks and several:
            click.echo(f"{file}:")
        if options.count or options.unique:
            answer = _count(file, board, options)
        else:
            answer = _find(file, board, options)
        if options.out is not None:
            _write(answer, options)
        if options.as_json:
            click.echo(json.dumps(answer.as_json(every=options.every)))
        elif options.talks:
            click.echo(_summary(answer))
    except InputError as error:
        return tell_error(file, error, as_json=options.as_json)
    return INTERRUPTED if answer.reason == "interrupt" else CODES[answer.status]


def load(file: str, at_most_one: bool, stars: int | None = None) -> queens.Board:
    """Read a board from a file, or from standard input."""
    if file == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError(f"more than {MAX_BYTES:,} bytes, expected a board", source="<stdin>")
        return queens.Board.from_bytes(data, stars=stars, at_most_one=at_most_one, source="<stdin>")
    return queens.Board.from_file(file, stars=stars, at_most_one=at_most_one)


def _find(file: str, board: queens.Board, options: _Options) -> _Answer:
    """Find one solution, or with --all every one."""
    wanted = options.limit if options.every else 1
    method = options.method or "bitboard"
    found = queens.solutions(board, method=method, **options.settings, **options.limits)
    answer = _Answer(file, "unsolvable", board, method, found.stats)
    keep = options.as_json or options.out is not None or not options.every
    with ExitStack() as stack:
        line = stack.enter_context(progress_line(quiet=options.quiet))
        if options.live is not None:
            view = stack.enter_context(LiveView(board, method, **options.live))
            view.attach(found.search)
        else:
            found.search.progress = line.tick
        try:
            while wanted is None or found.found < wanted:
                solution = next(found, None)
                if solution is None:
                    break
                if keep or options.live is not None:
                    answer.solutions.append(solution)
                if options.talks and options.live is None:
                    line.clear()
                    if found.found > 1:
                        click.echo()
                    _show(board, solution)
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
        else:
            if found.status == "stopped" and not (found.found and not options.every):
                answer.status, answer.reason = "stopped", found.reason
            elif found.found:
                answer.status = "solved"
    answer.stats = found.stats
    if options.live is not None:  # the other screen is gone, and what it showed with it
        for i, solution in enumerate(answer.solutions):
            if i:
                click.echo()
            _show(board, solution)
    if options.every:
        complete = found.status in ("solved", "unsolvable")
        answer.facts = {"count": found.found, "exact": complete}
    kernel: Any = found.search.kernel
    if hasattr(kernel, "fitness") and not found.found:
        best = queens.standing(kernel, board, best=True)
        answer.facts |= {"fitness": kernel.fitness, "best": best.tolist()}
        if options.talks:
            _show(board, best)
    elif options.talks and not found.found and not options.every:
        _show(board, None)
    return answer


def _count(file: str, board: queens.Board, options: _Options) -> _Answer:
    """Count the solutions, for --count and --unique."""
    answer = _Answer(file, "unsolvable", board, options.method or "bitboard", Stats())
    limit = 2 if options.unique else options.limit
    number: Count | None
    with progress_line(quiet=options.quiet) as progress:
        try:
            number = queens.count(
                board,
                limit=limit,
                method=options.method or "auto",
                progress=progress.tick,
                **options.settings,
                **options.limits,
            )
        except SearchStopped as stop:
            number = stop.partial if isinstance(stop.partial, Count) else None
            answer.status, answer.reason = "stopped", stop.reason
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
            return answer
    if number is not None:
        answer.method, answer.stats = number.method, number.stats
        if answer.status != "stopped" and number:
            answer.status = "solved"
        answer.facts = {"count": int(number), "exact": number.exact}
    if options.unique:
        known = answer.status != "stopped"
        answer.facts = {"unique": number == 1 if known else None}
    return answer


def _summary(answer: _Answer) -> str:
    if answer.reason:
        verdict = REASONS[answer.reason]
        if "fitness" in answer.facts:
            verdict += f", the best placement has fitness {answer.facts['fitness']:g}"
        if "count" in answer.facts:
            verdict += f", {answer.facts['count']:,} found until then"
    elif "unique" in answer.facts:
        verdict = "unique" if answer.facts["unique"] else "several solutions"
        if answer.status == "unsolvable":
            verdict = "no solution"
    elif "count" in answer.facts:
        number = answer.facts["count"]
        verdict = plural(number, "solution")
        if not answer.facts["exact"]:
            verdict += " (the limit; there may be more)"
    else:
        verdict = {"solved": "solved", "unsolvable": "no solution"}[answer.status]
    return f"{verdict} · {answer.method} · {answer.stats}"


def _show(board: queens.Board, solution: NDArray[np.int16] | None) -> None:
    if colourful():
        from rich.console import Console

        glyph = "♛" if sys.stdout.encoding.lower().replace("-", "") == "utf8" else "#"
        text = render.ansi(board, solution, glyph=glyph)
        Console(highlight=False).print(text, soft_wrap=True)
    else:
        click.echo(render.text(board, solution))


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    found, board = answer.solutions, answer.board
    if path.suffix in (".svg", ".png") and len(found) > _DRAWN:
        click.echo(f"{path}: the first {_DRAWN} of {len(found):,} solutions", err=True)
        found = found[:_DRAWN]
    data: str | bytes
    if path.suffix == ".json":
        data = json.dumps(answer.as_json(every=options.every)) + "\n"
    elif not found:
        click.echo(f"{path}: not written, there is no solution to show", err=True)
        return
    elif path.suffix == ".txt":
        data = "\n\n".join(render.text(board, x) for x in found) + "\n"
    elif path.suffix == ".svg":
        data = render.svg(board, found[0]) if len(found) == 1 else render.sheet_svg(board, found)
    else:
        data = render.png(board, found[0]) if len(found) == 1 else render.sheet_png(board, found)
    write(path, data)
