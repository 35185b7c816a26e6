"""The command ``convert``: writes boards in another format."""

from __future__ import annotations

from pathlib import Path

import click

from fastqueens import queens
from fastqueens.cli.board_input import BoardCommand, BoardReader, format_option, stars_option
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.options import (
    allow_empty_regions_option,
    files_argument,
    quiet_option,
)
from fastqueens.cli.output_files import check_fields, check_out, endings_of_boards
from fastqueens.cli.reports import BAD_INPUT, SOLVED, ErrorLines
from fastqueens.output import write_file
from fastqueens.queens.formats.registry import BY_ENDING, WRITABLE, has_board_per_line, write_boards
from fastqueens.results import InputError

__all__ = ["convert"]


@click.command(
    cls=BoardCommand,
    help="""Write coloured Queens boards in another format.

    Queens and crosses on a board are kept if the format can hold them. A format with one board on
    each line is written while the files are read.
    """,
)
@files_argument
@click.option(
    "--to",
    type=click.Choice(list(WRITABLE)),
    help="The format to write; by default the ending of OUT decides.",
)
@click.option("-o", "--out", type=WRITTEN, metavar="OUT", help="Write all boards to this file.")
@format_option
@stars_option
@allow_empty_regions_option
@quiet_option
def convert(
    reader: BoardReader,
    to: str | None,
    out: str | None,
    quiet: bool,
) -> int:
    if out is not None:
        check_fields(out)
    if out is not None and to is None:
        check_out(out, (), endings_of_boards(), fields=())
        to = BY_ENDING[Path(out).suffix.lower()].name
    if to is None:
        raise click.UsageError(
            "expected a format with --to, or a file with -o, as in -o boards.sbn"
        )
    boards: list[queens.Board] = []
    code = SOLVED
    errors = ErrorLines()
    for ref in reader.find():
        try:
            board = reader.load(ref)
            if out is None and has_board_per_line(to):
                click.echo(write_boards([board.grid], to), nl=False)
                continue
            write_boards([board.grid], to)  # raises the error of this board
        except InputError as error:
            errors.add(error, str(ref))
            code = BAD_INPUT
        else:
            boards.append(board)
    errors.end()
    if boards:
        written = write_boards([board.grid for board in boards], to)
        if out is not None:
            write_file(out, written)
        else:
            click.echo(written, nl=False)
    return code
