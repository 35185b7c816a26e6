"""The command ``convert``: boards from one format into another."""

from __future__ import annotations

from pathlib import Path

import click

from fastqueens import queens
from fastqueens.cli.board_input import every_board, format_option, load, stars_option
from fastqueens.cli.options import (
    Command,
    at_most_one_option,
    files_argument,
    quiet_option,
)
from fastqueens.cli.output_files import check_out, endings_of_boards
from fastqueens.cli.reports import BAD_INPUT, SOLVED
from fastqueens.output import write_file
from fastqueens.queens.formats.registry import BY_ENDING, FORMATS, is_by_line, write_boards
from fastqueens.results import InputError

__all__ = ["convert"]


@click.command(cls=Command)
@files_argument
@click.option(
    "--to",
    type=click.Choice(list(FORMATS)),
    help="The format to write, if not the one that the ending of OUT tells.",
)
@click.option("-o", "--out", metavar="OUT", help="Write all boards to this file.")
@format_option
@stars_option
@at_most_one_option
@quiet_option
def convert(
    files: tuple[str, ...],
    to: str | None,
    out: str | None,
    stars: int | None,
    allow_empty_regions: bool,
    quiet: bool,
) -> int:
    """Write coloured Queens boards in another format.

    What stands on a board and is crossed out goes along, as far as the format has a place for it.
    One that holds a board a line is written while the files are read.
    """
    if out is not None and to is None:
        check_out(out, (), endings_of_boards(), fields=())
        to = BY_ENDING[Path(out).suffix.lower()].name
    if to is None:
        raise click.UsageError("give the format with --to, or a file with -o, as in -o boards.sbn")
    boards: list[queens.Board] = []
    code = SOLVED
    for file in every_board(files):
        try:
            board = load(file, allow_empty_regions, stars)
            if out is None and is_by_line(to):
                click.echo(write_boards([board.grid], to), nl=False)
                continue
            write_boards([board.grid], to)  # says which board it is that cannot be written
        except InputError as error:
            source = error.source or file
            told = InputError(error.message, source=source, line=error.line, column=error.column)
            click.echo(f"error: {told}", err=True)
            code = BAD_INPUT
        else:
            boards.append(board)
    if boards:
        written = write_boards([board.grid for board in boards], to)
        if out is not None:
            write_file(out, written)
        else:
            click.echo(written, nl=False)
    return code
