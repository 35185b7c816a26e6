"""The command ``compare``: compares methods on the same boards."""

from __future__ import annotations

import click

from fastqueens import queens
from fastqueens.cli.board_input import (
    BoardCommand,
    BoardReader,
    about_board,
    format_option,
    stars_option,
)
from fastqueens.cli.comparison_report import check_table_file, read_problems, report_comparison
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.image_input import boards_argument, picture_options
from fastqueens.cli.options import (
    SEED,
    allow_empty_regions_option,
    json_option,
    quiet_option,
    read_sweeps,
)
from fastqueens.comparison.run import MEASURE, TIME_LIMIT

__all__ = ["compare"]


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
    "--measure", type=click.FloatRange(min=0, max=3600), default=MEASURE,
    show_default=True, metavar="S",
    help="Repeat the runs of each method until they have taken S seconds together; the first run "
    "is slower because caches are cold.",
)  # fmt: skip
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=TIME_LIMIT, show_default=True,
    metavar="S", help="Stop each run after S seconds.",
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
@click.option(
    "--seed", type=SEED, default=0, show_default=True, help="The seed of the first run of a method."
)
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
    check_table_file(out)
    return report_comparison(
        read_problems(list(reader.find()), reader.load),
        queens.compare,
        about_board,
        out=out,
        as_json=as_json,
        quiet=quiet,
        by=by,
        methods=methods,
        settings=read_sweeps(given, queens.METHODS),
        repeat=repeat,
        measure=measure,
        all_solutions=all_solutions,
        seed=seed,
        time_limit=time_limit,
        node_limit=node_limit,
    )
