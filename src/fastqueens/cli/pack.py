"""The command ``pack``: pieces on boards in the plane and in pyramids."""

from __future__ import annotations

import json
import sys
import warnings
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from fastqueens import packing, packing_format, packing_render
from fastqueens.cli.common import (
    CODES,
    INTERRUPTED,
    REASONS,
    check_out,
    colourful,
    each_file,
    plural,
    progress_line,
    read_stdin,
    target_of,
    tell_error,
    write,
)
from fastqueens.cli.live import LiveScreen, work_done
from fastqueens.results import Count, InputError, SearchStopped, Stats
from fastqueens.search import FOUND, STOPPED, Search

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.text import Text

    from fastqueens.search import Progress

_DRAWN = 100  # solutions on a sheet


@dataclass(slots=True)
class _Answer:
    """What is known about one file."""

    file: str
    puzzle: packing.Puzzle
    method: str
    status: str = "unsolvable"
    stats: Stats = field(default_factory=Stats)
    reason: str | None = None
    why: str | None = None
    solutions: list[packing.Packing] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)  # what --count and --all add

    def as_json(self, *, every: bool) -> dict[str, Any]:
        answer: dict[str, Any] = {"file": self.file, "status": self.status}
        answer |= {"board": self.puzzle.size, "pieces": len(self.puzzle.pieces)}
        answer["method"] = self.method
        if self.reason:
            answer["reason"] = self.reason
        if self.why:
            answer["why"] = self.why
        told = [
            {"grid": [row.rstrip() for row in x.rows()], "placements": x.placements}
            for x in self.solutions
        ]
        if every:
            answer["solutions"] = told
        elif told:
            answer |= told[0]
        answer |= self.facts
        answer |= {"counters": dict(self.stats.counters), "ms": self.stats.seconds * 1e3}
        return answer


@dataclass(slots=True)
class _Options:
    """The options of `pack`, and what follows from them."""

    method: str
    every: bool
    count: bool
    distinct: bool
    limit: int | None
    live: dict[str, float] | None
    time_limit: float | None
    as_json: bool
    out: str | None
    quiet: bool

    @property
    def talks(self) -> bool:
        return not (self.quiet or self.as_json)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--method",
    type=click.Choice(list(packing.COUNT_METHODS)),
    default="auto",
    show_default=True,
    help="How to search. memo is for --count; brute-force counts the cases it reviews.",
)
@click.option("--all", "every", is_flag=True, help="Print all solutions.")
@click.option("--count", is_flag=True, help="Print the number of solutions.")
@click.option(
    "--distinct",
    is_flag=True,
    help="With --all or --count: once for all rotations and reflections of the board.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="K", help="With --all or --count: stop at K."
)
@click.option("--live", is_flag=True, help="Show the board while the search runs.")
@click.option(
    "--fps",
    type=click.FloatRange(min=0, min_open=True, max=240),
    default=30,
    show_default=True,
    help="With --live: pictures a second.",
)
@click.option(
    "--delay",
    type=click.FloatRange(min=0),
    default=0,
    metavar="MS",
    help="With --live: pause after every case or node, in milliseconds.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop a file after S seconds of searching.",
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
def pack(
    files: tuple[str, ...],
    method: str,
    every: bool,
    count: bool,
    distinct: bool,
    limit: int | None,
    live: bool,
    fps: float,
    delay: float,
    time_limit: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Fill boards with pieces, as in IQ Puzzler Pro; - for standard input.

    FILE begins with rows, columns and number of pieces, then a line DEFAULT, CUSTOM or PYRAMID;
    CUSTOM is followed by the board, X for a cell and . for none. Then come the pieces, each drawn
    with a letter of its own. Pieces turn and mirror, and all must be used.

    Exit code: 0 solved, 1 no solution, 2 bad input or usage, 3 stopped by a limit, 130 Ctrl-C.
    """
    if every and count:
        raise click.UsageError("--all and --count exclude each other")
    for name, given in (("--limit", limit is not None), ("--distinct", distinct)):
        if given and not (every or count):
            raise click.UsageError(f"{name} goes with --all or --count")
    if method == "memo" and (not count or limit is not None):
        raise click.UsageError("--method memo goes with --count, and without --limit")
    if live and (count or as_json or quiet):
        raise click.UsageError("--live excludes --count, --json and --quiet")
    if live and not sys.stdout.isatty():
        raise click.UsageError("--live needs a terminal")
    check_out(out, files, (".txt", ".json", ".svg", ".png"), numbers="--count" if count else "")
    view = {"fps": fps, "delay": delay / 1e3} if live else None
    options = _Options(
        method, every, count, distinct, limit, view, time_limit, as_json, out, quiet
    )  # fmt: skip
    handle = partial(_pack_file, options=options, several=len(files) > 1)
    return each_file(files, handle, apart=options.talks)


def _pack_file(file: str, options: _Options, *, several: bool) -> int:
    try:
        puzzle = _load(file)
        if options.talks and several:
            click.echo(f"{file}:")
        answer = _Answer(file, puzzle, options.method)
        if options.count:
            _count(answer, options)
        else:
            _find(answer, options)
        if options.out is not None:
            _write(answer, options)
        if options.as_json:
            click.echo(json.dumps(answer.as_json(every=options.every)))
        elif options.talks:
            click.echo(_summary(answer))
    except InputError as error:
        return tell_error(file, error, as_json=options.as_json)
    return INTERRUPTED if answer.reason == "interrupt" else CODES[answer.status]


def _load(file: str) -> packing.Puzzle:
    source = "<stdin>" if file == "-" else file
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", packing.PackingWarning)
        if file == "-":
            data = read_stdin(packing_format.EXPECTED, packing_format.MAX_BYTES)
            puzzle = packing.Puzzle.from_bytes(data, source=source)
        else:
            puzzle = packing.Puzzle.from_file(file)
    for warning in caught:
        click.echo(f"warning: {source}: {warning.message}", err=True)
    return puzzle


def _find(answer: _Answer, options: _Options) -> None:
    """Find one solution, or with --all every one."""
    filling = packing.Filling(answer.puzzle, method=options.method, distinct=options.distinct)
    search = Search(filling, time_limit=options.time_limit)
    answer.method, answer.why = filling.method, filling.why
    wanted = options.limit if options.every else 1
    keep = options.as_json or options.out is not None or options.live is not None
    found, event = 0, FOUND
    with ExitStack() as stack:
        line = stack.enter_context(progress_line(quiet=options.quiet))
        search.progress = line.tick
        if options.live is not None:
            stack.enter_context(_LiveView(filling, **options.live)).attach(search)
        try:
            while (wanted is None or found < wanted) and (event := search.run()) == FOUND:
                found += 1
                solution = filling.packing()
                if keep:
                    answer.solutions.append(solution)
                if options.talks and options.live is None:
                    line.clear()
                    if found > 1:
                        click.echo()
                    _show(solution)
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
        else:
            if event == STOPPED:
                answer.status, answer.reason = "stopped", search.reason
            elif found:
                answer.status = "solved"
    answer.stats = search.stats()
    if options.every:
        answer.facts = {"count": found, "exact": answer.status != "stopped" and event != FOUND}
    if options.live is not None:  # the other screen is gone, and what it showed with it
        for i, solution in enumerate(answer.solutions):
            if i:
                click.echo()
            _show(solution)


def _count(answer: _Answer, options: _Options) -> None:
    with progress_line(quiet=options.quiet) as progress:
        try:
            number: object = packing.count(
                answer.puzzle,
                method=options.method,
                distinct=options.distinct,
                limit=options.limit,
                progress=progress.tick,
                time_limit=options.time_limit,
            )
        except SearchStopped as stop:
            number = stop.partial
            answer.status, answer.reason = "stopped", stop.reason
        except KeyboardInterrupt:
            answer.status, answer.reason = "stopped", "interrupt"
            return
    assert isinstance(number, Count)
    answer.method, answer.stats = number.method, number.stats
    if answer.status != "stopped" and number:
        answer.status = "solved"
    answer.facts = {"count": int(number), "exact": number.exact}


def _summary(answer: _Answer) -> str:
    if answer.reason:
        verdict = REASONS[answer.reason]
        if "count" in answer.facts:
            verdict += f", {answer.facts['count']:,} found until then"
    elif "count" in answer.facts and answer.status != "unsolvable":
        verdict = plural(answer.facts["count"], "solution")
        if not answer.facts["exact"]:
            verdict += " (the limit; there may be more)"
    else:
        verdict = {"solved": "solved", "unsolvable": "no solution"}[answer.status]
    if answer.why:
        verdict += f": {answer.why}"
    return f"{verdict} · {answer.method} · {answer.stats}"


def _show(solution: packing.Packing) -> None:
    if colourful():
        from rich.console import Console

        Console(highlight=False).print(packing_render.ansi(solution), soft_wrap=True)
    else:
        click.echo(str(solution))


def _write(answer: _Answer, options: _Options) -> None:
    assert options.out is not None
    path = target_of(options.out, answer.file)
    found = answer.solutions
    if path.suffix in (".svg", ".png") and len(found) > _DRAWN:
        click.echo(f"{path}: the first {_DRAWN} of {len(found):,} solutions", err=True)
        found = found[:_DRAWN]
    if path.suffix == ".json":
        write(path, json.dumps(answer.as_json(every=options.every)) + "\n")
    elif not found:
        click.echo(f"{path}: not written, there is no solution to show", err=True)
    elif path.suffix == ".txt":
        write(path, _text(answer))
    elif path.suffix == ".svg":
        write(path, packing_render.svg(found))
    else:
        write(path, packing_render.png(found))


def _text(answer: _Answer) -> str:
    """Write the solutions as letters, the pieces with their cells, the work and the time."""
    form = "layer, row, column" if answer.puzzle.layers else "row, column"
    parts = []
    for solution in answer.solutions:
        lines = [str(solution), "", f"Pieces ({form}, from 1):"]
        for name, cells in solution.placements.items():
            where = " ".join("(" + ", ".join(str(x + 1) for x in cell) + ")" for cell in cells)
            lines.append(f"{name}: {where}")
        parts.append("\n".join(lines))
    work = [
        f"{'Cases reviewed' if name == 'cases' else name.capitalize()}: {value}"
        for name, value in answer.stats.counters.items()
    ]
    parts.append("\n".join([*work, f"Time: {answer.stats.seconds * 1e3:.3f} ms"]))
    return "\n\n".join(parts) + "\n"


class _LiveView(LiveScreen):
    """A board of pieces, as it fills."""

    def __init__(self, filling: packing.Filling, *, fps: float, delay: float) -> None:
        super().__init__(fps=fps, delay=delay)
        self._filling = filling

    def _picture(self, progress: Progress, size: ConsoleDimensions) -> tuple[Text, list[str]]:
        from rich.text import Text

        standing = self._filling.packing()
        wide = 2 * len(standing.rows()[0]) + 30 <= size.width
        picture = packing_render.ansi(standing) if wide else Text(str(standing), no_wrap=True)
        pieces = plural(len(standing.puzzle.pieces), "piece")
        facts = work_done(self._filling.method, progress)
        return picture, [*facts, f"{len(standing.numbers)} of {pieces}"]
