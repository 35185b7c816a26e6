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

from fastqueens import packing
from fastqueens.cli.answers import (
    Answer,
    answer_files,
    count_into,
    not_written,
    on_a_sheet,
    show_each,
)
from fastqueens.cli.live import LiveScreen, work_done
from fastqueens.cli.options import (
    Options,
    all_option,
    check_out,
    count_option,
    files_argument,
    json_option,
    limit_option,
    out_option,
    plural,
    quiet_option,
    target_of,
    time_limit_option,
)
from fastqueens.cli.streams import colourful, progress_line, read_stdin, write
from fastqueens.packing import drawing as packing_render
from fastqueens.packing import formats as packing_format
from fastqueens.search import FOUND, STOPPED, Search

if TYPE_CHECKING:
    from rich.console import ConsoleDimensions
    from rich.text import Text

    from fastqueens.search import Progress


@dataclass(kw_only=True)
class _Answer(Answer):
    puzzle: packing.Puzzle
    why: str | None = None
    solutions: list[packing.Packing] = field(default_factory=list)

    def about(self) -> dict[str, Any]:
        return {"board": self.puzzle.size, "pieces": len(self.puzzle.pieces)}

    def found(self, *, every: bool) -> dict[str, Any]:
        answer: dict[str, Any] = {"why": self.why} if self.why else {}
        told = [
            {"grid": [row.rstrip() for row in x.rows()], "placements": x.placements}
            for x in self.solutions
        ]
        if every:
            answer["solutions"] = told
        elif told:
            answer |= told[0]
        return answer

    def verdict(self) -> str:
        return super().verdict() + (f": {self.why}" if self.why else "")


@dataclass(kw_only=True)
class _Options(Options):
    method: str
    count: bool
    distinct: bool
    limit: int | None
    live: dict[str, float] | None
    time_limit: float | None


@click.command()
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
@time_limit_option("file")
@json_option("file")
@out_option("a .txt, .json, .svg or .png file")
@quiet_option
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
        method=method, every=every, count=count, distinct=distinct, limit=limit, live=view,
        time_limit=time_limit, as_json=as_json, out=out, quiet=quiet,
    )  # fmt: skip
    return answer_files(files, options, _load, _solve, _write)


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


def _solve(file: str, puzzle: packing.Puzzle, options: _Options) -> _Answer:
    answer = _Answer(file=file, puzzle=puzzle, method=options.method)
    if options.count:
        count = partial(
            packing.count,
            puzzle,
            method=options.method,
            distinct=options.distinct,
            limit=options.limit,
            time_limit=options.time_limit,
        )
        count_into(answer, count, quiet=options.quiet)
    else:
        _find(answer, options)
    return answer


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
            answer.stop("interrupt")
        else:
            if event == STOPPED:
                answer.stop(search.reason)
            elif found:
                answer.status = "solved"
    answer.stats = search.stats()
    if options.every:
        answer.facts = {"count": found, "exact": answer.status != "stopped" and event != FOUND}
    if options.live is not None:  # the other screen is gone, and what it showed with it
        show_each(answer.solutions, _show)


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
    if path.suffix in (".svg", ".png"):
        found = on_a_sheet(path, found)
    if path.suffix == ".json":
        write(path, json.dumps(answer.as_json(every=options.every)) + "\n")
    elif not found:
        not_written(path)
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
