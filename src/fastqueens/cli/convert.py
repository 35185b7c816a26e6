"""The command ``convert``: writes boards in another format."""

from __future__ import annotations

import click

from fastqueens import queens
from fastqueens.cli.board_input import BoardCommand, BoardReader, format_option, stars_option
from fastqueens.cli.drawing_options import drawing_options, paint_pages
from fastqueens.cli.file_claims import WRITTEN
from fastqueens.cli.options import (
    allow_empty_regions_option,
    files_argument,
    quiet_option,
)
from fastqueens.cli.output_files import check_fields, check_suffix, endings_of_boards
from fastqueens.cli.reports import BAD_INPUT, SOLVED, ErrorLines
from fastqueens.output import write_file
from fastqueens.queens.books.record import make_record, write_index
from fastqueens.queens.formats.registry import BY_ENDING, WRITABLE, has_board_per_line, write_boards
from fastqueens.results import InputError

__all__ = ["convert"]

_BOOKS = (".pdf", ".csv")  # endings of files that are not formats of boards


@click.command(
    cls=BoardCommand,
    help="""Write coloured Queens boards in another format.

    Queens and crosses on a board are kept if the format can hold them. A format with one board on
    each line is written while the files are read. OUT may also be a book of the boards in .pdf, or
    an index of them in .csv, with tiers, scores and solutions.
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
@drawing_options(solutions=True)
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
        kind = check_suffix(out, (*endings_of_boards(), *_BOOKS))
        to = kind if kind in _BOOKS else BY_ENDING[kind].name
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
            if to not in _BOOKS:
                write_boards([board.grid], to)  # raises the error of this board
        except InputError as error:
            errors.add(error, str(ref))
            code = BAD_INPUT
        else:
            boards.append(board)
    errors.end()
    if boards:
        written = _write(boards, to)
        if out is not None:
            write_file(out, written)
        else:
            click.echo(written, nl=False)
    return code


def _write(boards: list[queens.Board], to: str) -> str | bytes:
    """Write boards in a format, or with their tiers and scores as a book or an index."""
    if to not in _BOOKS:
        return write_boards([board.grid for board in boards], to)
    records = [make_record(board, number) for number, board in enumerate(boards, 1)]
    if to == ".csv":
        return write_index(records)
    return paint_pages(boards, captions=[record.caption for record in records])
