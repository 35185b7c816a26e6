"""The command ``compare``: compares methods on the same boards."""

from __future__ import annotations

import itertools
import re
import textwrap
from typing import Any

import click

from fastqueens import queens
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    format_option,
    stars_option,
)
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.image_input import boards_argument, picture_options
from fastqueens.cli.options import (
    SEED,
    allow_empty_regions_option,
    json_option,
    quiet_option,
    read_sweeps,
)
from fastqueens.cli.output_files import check_suffix
from fastqueens.cli.reports import (
    BAD_INPUT,
    CODES,
    INTERRUPTED,
    ErrorLines,
    envelope,
    error_envelope,
    print_json,
    worst,
)
from fastqueens.cli.stdio import progress_line
from fastqueens.output import dumps, write_file
from fastqueens.queens.solving import comparison
from fastqueens.results import InputError, escape_control
from fastqueens.validation import plural

__all__ = ["compare"]

_WIDTH = 80
_LARGE = re.compile(r"\d{1,3}(,\d{3}){4,}")  # numbers from 10**12
_NARROWEST = 12  # columns for the names of methods, at least


def _list_methods(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    for name, method in queens.METHODS.items():
        click.echo(f"{name:<18} {method.summary}")
        if method.options:
            click.echo(f"{'':<18}   --set {name}.OPTION=..., of {', '.join(method.options)}")
    click.echo("fastqueens methods NAME describes the options")
    context.exit()


def _split_names(_: click.Context, option: click.Parameter, given: str | None) -> list[str] | None:
    """Split names at commas."""
    if given is None:
        return None
    names = [name.strip() for name in given.split(",")]
    if not all(names):
        raise click.BadParameter(f"found {given!r}, expected names with commas between them")
    return names


@click.command(
    cls=BoardCommand,
    help="""Compare methods on coloured Queens boards: work, time and results.

    The times are those of the search alone: the best and the median of all runs.
    """,
)
@boards_argument
@picture_options
@click.option(
    "--methods",
    metavar="a,b,c",
    callback=_split_names,
    help="The methods; by default all that can solve the board. --list shows their names.",
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_methods,
    help="List the methods with their options.",
)
@click.option(
    "--repeat", type=click.IntRange(min=1), default=1, metavar="R",
    help="Run each method R times, with consecutive seeds.",
)  # fmt: skip
@click.option(
    "--measure", type=click.FloatRange(min=0, max=3600), default=comparison.MEASURE,
    show_default=True, metavar="S",
    help="Repeat the runs of each method until they have taken S seconds together; the first run "
    "is slower because caches are cold.",
)  # fmt: skip
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=10.0, show_default=True, metavar="S",
    help="Stop each run after S seconds.",
)  # fmt: skip
@click.option(
    "--node-limit", type=click.IntRange(min=0), metavar="N",
    help="Stop each run after N units of its work.",
)  # fmt: skip
@click.option(
    "--set", "given", multiple=True, metavar="METHOD.OPTION=a,b,...",
    help="Try several values of a setting, as in pso.swarm_size=20,50,100; may be repeated.",
)  # fmt: skip
@click.option("--all", "all_solutions", is_flag=True, help="Find all solutions instead of one.")
@click.option(
    "--by", type=click.Choice(["board", "size"]),
    help="Print a table for each board (the default up to 4 boards), or one table by size.",
)  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True)
@stars_option
@format_option
@allow_empty_regions_option
@click.option(
    "-o", "--out", type=WRITTEN, metavar="FILE",
    help="Write a .csv, .json or .md table, or an .svg or .png chart of time against size.",
)  # fmt: skip
@json_option()
@quiet_option
def compare(
    reader: BoardReader,
    methods: list[str] | None,
    repeat: int,
    measure: float,
    time_limit: float,
    node_limit: int | None,
    given: tuple[str, ...],
    all_solutions: bool,
    by: str | None,
    seed: int,
    out: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    kind = check_suffix(out, (".csv", ".json", ".md", ".svg", ".png")) if out is not None else None
    settings = read_sweeps(given, queens.METHODS)
    boards: dict[str, queens.Board] = {}
    wrong: dict[str, InputError] = {}
    errors = ErrorLines()
    for ref in reader.find():
        try:
            boards[str(ref)] = reader.load(ref)
        except InputError as error:
            wrong[str(ref)] = error
            errors.add(error)
    errors.end()
    by = by or ("board" if len(boards) <= 4 else "size")

    results: list[comparison.Comparison] = []
    interrupted = False
    with progress_line(quiet=quiet) as line:

        def report(result: comparison.Comparison, done: int, total: int) -> None:
            results.append(result)
            if line.wanted:
                line.show(f"{done} of {total} done: {escape_control(result.board)}, {result.label}")

        try:
            if boards:
                comparison.compare(
                    boards,
                    methods,
                    settings=settings,
                    repeat=repeat,
                    measure=measure,
                    all_solutions=all_solutions,
                    seed=seed,
                    time_limit=time_limit,
                    node_limit=node_limit,
                    progress=report,
                )
        except KeyboardInterrupt:
            interrupted = True
    document = _describe_comparison(boards, results, wrong, interrupted)
    if as_json:
        print_json(document)
    elif not quiet and results:
        _show_results(results, by)
    if interrupted:
        click.echo("interrupted" + "; the finished runs are above" * bool(results), err=True)
    if out is not None and kind is not None and results:
        write_file(
            out, dumps(document) + "\n" if kind == ".json" else _make_file(kind, results, by)
        )
    if interrupted:
        return INTERRUPTED
    ends = (CODES[status] for status in _status_of_boards(results).values())
    return worst([*ends, *(BAD_INPUT for _ in wrong)])


def _show_results(results: list[comparison.Comparison], by: str) -> None:
    if by == "size":
        _print_table(comparison.rows_by_size(results), names=1, right=(0, 2, 3, 4, 5, 7))
        return
    for i, (name, group) in enumerate(itertools.groupby(results, key=lambda result: result.board)):
        rows = list(group)
        if i:
            click.echo()
        click.echo(
            f"{escape_control(name)} ({rows[0].n} x {rows[0].n}, "
            f"{plural(rows[0].runs, 'run')} each)"
        )
        _print_table(comparison.rows_by_board(rows), names=0, right=())


def _print_table(lines: list[list[str]], *, names: int, right: tuple[int, ...]) -> None:
    """Print a table; if it is too wide, round large numbers and wrap the names of methods."""

    def measure_columns() -> tuple[list[int], int]:
        widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
        return widths, sum(widths) + 2 * len(widths) - 2 - _WIDTH

    widths, excess = measure_columns()
    if excess > 0:
        lines = [[_LARGE.sub(_round_number, cell) for cell in line] for line in lines]
        widths, excess = measure_columns()
    if excess > 0:
        widths[names] = max(widths[names] - excess, _NARROWEST)
    for line in lines:
        first, *more = textwrap.wrap(
            line[names], widths[names], subsequent_indent="  ", break_on_hyphens=False
        )
        cells = [
            x.rjust(width) if k in right else x.ljust(width)
            for k, (x, width) in enumerate(
                zip([*line[:names], first, *line[names + 1 :]], widths, strict=True)
            )
        ]
        click.echo("  ".join(cells).rstrip())
        before = " " * (sum(widths[:names]) + 2 * names)
        for part in more:
            click.echo(before + part)


def _round_number(count: re.Match[str]) -> str:
    return f"{int(count[0].replace(',', '')):.3g}"


def _make_file(kind: str, results: list[comparison.Comparison], by: str) -> str | bytes:
    if kind in (".svg", ".png"):
        from fastqueens.queens.solving import comparison_chart as chart

        return chart.svg(results) if kind == ".svg" else chart.png(results)
    if kind == ".csv":
        return comparison.to_csv(results)
    return comparison.to_markdown(results, by=by)


def _status_of_boards(results: list[comparison.Comparison]) -> dict[str, str]:
    """Return the status of each board: the result of the methods that finished on it."""
    boards: dict[str, set[str]] = {}
    for result in results:
        boards.setdefault(result.board, set()).add(result.status)
    return {
        board: next((x for x in ("solved", "unsolvable") if x in ends), "stopped")
        for board, ends in boards.items()
    }


def _describe_comparison(
    known: dict[str, queens.Board],
    results: list[comparison.Comparison],
    wrong: dict[str, InputError],
    interrupted: bool,
) -> dict[str, Any]:
    """Return the comparison for JSON: an object for each board, and for each file with an error."""
    ends = _status_of_boards(results)
    boards: list[dict[str, Any]] = []
    for name, group in itertools.groupby(results, key=lambda result: result.board):
        rows = list(group)
        boards.append(
            {
                "file": name,
                "status": ends[name],
                **about_board(known[name]),
                "methods": list(map(_describe_result, rows)),
            }
        )
    for file, error in wrong.items():
        facts = error_envelope(error.message, file=file, line=error.line, column=error.column)
        boards.append({name: facts[name] for name in ("file", "status", "error")})
    status = next((x for x in ("stopped", "unsolvable") if x in ends.values()), "solved")
    if wrong:
        count = plural(len(wrong), "file")
        return error_envelope(f"{count} of {len(boards)} cannot be used") | {"boards": boards}
    if interrupted:
        return envelope("stopped", reason="interrupt") | {"boards": boards}
    return envelope(status) | {"boards": boards}


def _describe_result(result: comparison.Comparison) -> dict[str, Any]:
    fitness = {} if result.fitness is None else {"fitness": result.fitness}
    times = {"ms": result.seconds, "best_ms": result.best or result.seconds}
    return {
        "method": result.method,
        "settings": result.settings,
        "status": result.status,
        "runs": result.runs,
        "solved": result.solved,
        "solutions": result.solutions,
        **fitness,
        "counters": result.counters,
        **{name: seconds * 1e3 for name, seconds in times.items()},
        "timings": result.timings,
    }
