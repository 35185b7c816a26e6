"""The command ``compare``: methods side by side on the same boards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import click

from fastqueens import queens
from fastqueens.checks import plural
from fastqueens.cli.answers import CODES, INTERRUPTED, worst
from fastqueens.cli.boards import every_board, load, stars_option
from fastqueens.cli.options import (
    SEED,
    Command,
    at_most_one_option,
    files_argument,
    quiet_option,
    read_sweeps,
)
from fastqueens.cli.outputs import check_suffix, write
from fastqueens.cli.streams import progress_line
from fastqueens.queens import comparison

__all__ = ["compare"]


def _list_methods(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    for name, method in queens.METHODS.items():
        click.echo(f"{name:<18} {method.summary}")
        if method.options:
            click.echo(f"{'':<18}   --set {name}.OPTION=..., of {', '.join(method.options)}")
    context.exit()


@click.command(cls=Command)
@files_argument
@click.option(
    "--methods",
    metavar="a,b,c",
    help="Which methods; all that take the board by default. --list tells their names.",
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
    help="Run each R times, with seeds that count up; times are medians.",
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
    help="Values of an option to try, as in pso.swarm_size=20,50,100; may be repeated.",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Find all solutions instead of one.")
@click.option(
    "--by", type=click.Choice(["board", "size"]),
    help="One table a board (the default up to 4 boards), or one by size.",
)  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True)
@stars_option
@at_most_one_option
@click.option(
    "-o", "--out", metavar="FILE",
    help="Write a .csv, .json or .md table, or an .svg or .png chart of time against size.",
)  # fmt: skip
@quiet_option
def compare(
    files: tuple[str, ...],
    methods: str | None,
    repeat: int,
    time_limit: float,
    node_limit: int | None,
    given: tuple[str, ...],
    every: bool,
    by: str | None,
    seed: int,
    stars: int | None,
    at_most_one: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Compare methods on coloured Queens boards: work, time and what they found."""
    kind = check_suffix(out, (".csv", ".json", ".md", ".svg", ".png")) if out is not None else None
    names = [x.strip() for x in methods.split(",") if x.strip()] if methods is not None else None
    settings = read_sweeps(given, queens.METHODS)
    boards = {file: load(file, at_most_one, stars) for file in every_board(files)}
    by = by or ("board" if len(boards) <= 4 else "size")

    results: list[comparison.Comparison] = []
    interrupted = False
    with progress_line(quiet=quiet) as line:

        def report(result: comparison.Comparison, done: int, total: int) -> None:
            results.append(result)
            if line.wanted:
                line.show(f"{done} of {total} done: {result.board}, {result.label}")

        try:
            comparison.compare(
                boards, names, settings=settings, repeat=repeat, every=every, seed=seed,
                time_limit=time_limit, node_limit=node_limit, progress=report,
            )  # fmt: skip
        except KeyboardInterrupt:
            interrupted = True
    if not quiet:
        _show(results, by)
        if interrupted:
            click.echo("interrupted: what was done until then is above")
    if out is not None and kind is not None and results:
        write(out, _file(kind, results, by))
    if interrupted:
        return INTERRUPTED
    return worst(_codes(results))


def _show(results: list[comparison.Comparison], by: str) -> None:
    if by == "size":
        _table(comparison.rows_by_size(results), right=(0, 2, 3, 4, 5, 6, 7, 8))
        return
    for i, (name, group) in enumerate(itertools.groupby(results, key=lambda result: result.board)):
        rows = list(group)
        if i:
            click.echo()
        click.echo(f"{name} ({rows[0].n} x {rows[0].n}, {plural(rows[0].runs, 'run')} each)")
        _table(comparison.rows_by_board(rows), right=())


def _table(lines: list[list[str]], right: tuple[int, ...]) -> None:
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    for line in lines:
        cells = [
            x.rjust(width) if k in right else x.ljust(width)
            for k, (x, width) in enumerate(zip(line, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def _file(kind: str, results: list[comparison.Comparison], by: str) -> str | bytes:
    if kind in (".svg", ".png"):
        from fastqueens.queens import chart

        return chart.svg(results) if kind == ".svg" else chart.png(results)
    if kind == ".csv":
        return comparison.to_csv(results)
    if kind == ".json":
        return comparison.to_json(results)
    return comparison.to_markdown(results, by=by)


def _codes(results: list[comparison.Comparison]) -> Iterator[int]:
    """Give the exit code of each board: what the methods that came to an end on it found."""
    boards: dict[str, set[str]] = {}
    for result in results:
        boards.setdefault(result.board, set()).add(result.status)
    for ends in boards.values():
        yield CODES[next((x for x in ("solved", "unsolvable") if x in ends), "stopped")]
