"""Boards of coloured Queens: read from files, standard input and files of many boards; shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from numpy.typing import ArrayLike

from fastqueens import queens, render
from fastqueens.canvas.annotations import Marks
from fastqueens.cell_names import read_cells
from fastqueens.cli.drawing_options import chosen, text_of
from fastqueens.cli.image_input import CLIPBOARD, clipboard_picture, grid_of_picture
from fastqueens.cli.stdio import read_stdin, show, terminal_glyph
from fastqueens.input import MAX_BYTES, read_file
from fastqueens.queens.board.board import playable
from fastqueens.queens.board.read_files import MAX_BOARDS_BYTES
from fastqueens.queens.formats.registry import FORMATS, grids_from_bytes, is_for_many, is_named
from fastqueens.queens.formats.writers import describe_board
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import Cell, read_queens
from fastqueens.queens.grid.rules import RuleOverrides
from fastqueens.queens.vision import ENDINGS, PICTURE, is_picture
from fastqueens.queens.vision import MAX_BYTES as MAX_IMAGE_BYTES
from fastqueens.results import InputError, escape_control
from fastqueens.validation import plural

if TYPE_CHECKING:
    from rich.text import Text

_NUMBERED = re.compile(r"(.+):(\d+)")  # boards.txt:2
_PLAIN = ("text", "json", "jsonl", PICTURE)  # formats of which nobody needs to be told
stars_option = click.option(
    "--stars",
    type=click.IntRange(1, queens.MAX_STARS),
    metavar="K",
    help="Queens in each row, column and region, a quarter of the rows at most; what the file "
    "says, or 1, by default.",
)


def _remember(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[f"{__name__}.format"] = value


format_option = click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    expose_value=False,
    callback=_remember,
    help="The format of FILE, if not the one that its content shows.",
)
written_option = click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    help="The format to write, if not the one that the ending of OUT tells.",
)
place_option = click.option(
    "--placed",
    "place",
    metavar="CELLS",
    help="Queens that stand already: a column letter and a row, a1,b3.",
)


def asked_format() -> str | None:
    """Return the format that --format names, None if it was not given."""
    found: str | None = click.get_current_context().meta.get(f"{__name__}.format")
    return found


def every_board(files: tuple[str, ...]) -> tuple[str, ...]:
    """Put in the place of a file of several boards the names of its boards.

    They are ``boards.sbn:3`` for the third, ``boards.jsonl:3`` for that of the third line; `load`
    knows them.
    """
    names: list[str] = []
    for file in files:
        try:
            found = _boards_of(file)
        except InputError:  # `load` will say it
            found = {}
        names += [f"{file}:{number}" for number in found] if len(found) > 1 else [file]
    return tuple(names)


def _boards_of(file: str) -> dict[int, Callable[[], Grid]]:
    """Return what reads each board of a file, or of standard input: read once a command."""
    known: dict[str, dict[int, Callable[[], Grid]] | InputError]
    known = click.get_current_context().meta.setdefault(__name__, {})
    if file not in known:
        try:
            known[file] = _read(file)
        except InputError as error:
            known[file] = error
    found = known[file]
    if isinstance(found, InputError):
        raise found
    return found


def _read(file: str) -> dict[int, Callable[[], Grid]]:
    """Read a file, standard input or the clipboard, and find its boards."""
    if file == CLIPBOARD:
        return {1: partial(grid_of_picture, clipboard_picture(), file)}
    named = file.lower().endswith(ENDINGS)
    if file == "-":
        data, source = read_stdin("a board", MAX_BYTES), "<stdin>"
    else:
        # Many boards may be long, and pictures; one board may not.
        most = MAX_BOARDS_BYTES if is_for_many(file) else MAX_IMAGE_BYTES if named else MAX_BYTES
        data, source = read_file(file, "boards", most), file
    if (named or is_picture(data)) and asked_format() is None:
        return {1: partial(grid_of_picture, data, file)}
    return dict(grids_from_bytes(data, source=source, format=asked_format()))


def load(file: str, allow_empty_regions: bool, stars: int | None = None) -> queens.Board:
    """Read a board from a file, one of a file of several boards, or standard input."""
    numbered = _NUMBERED.fullmatch(file)
    source = "<stdin>" if file == "-" else file
    if numbered and not Path(file).exists():
        many, number = numbered[1], int(numbered[2])
        boards = _boards_of(many)
        source = file.replace("-:", "<stdin>:", 1) if many == "-" else file
        if number not in boards:
            numbers = f"{min(boards)} to {max(boards)}" if len(boards) > 1 else "1"
            found = plural(len(boards), "board")
            raise InputError(f"found {found}, expected a number from {numbers}", source=source)
        read = boards[number]
    else:
        many, boards = file, _boards_of(file)
        read, *others = boards.values()
        if others:
            raise InputError(
                f"found {len(boards)} boards, expected one, as {file}:{min(boards)} is",
                source=source,
            )
    grid = read()
    _tell(many, grid.format)
    rules = RuleOverrides(stars, allow_empty_regions).apply(grid.rules)
    return playable(queens.Board(grid, rules, source=source), source=source)


def about_board(board: queens.Board) -> dict[str, Any]:
    """Describe a board for JSON, with the format that it was read from."""
    told = {"format": board.format} if board.format is not None else {}
    return told | {"board": describe_board(board.grid)}


def _tell(file: str, format: str | None) -> None:
    """Tell a person once which format a file has, where its content alone said so."""
    context = click.get_current_context()
    if format is None or format in (*_PLAIN, asked_format()) or is_named(file, format):
        return
    if context.params.get("quiet") or context.params.get("as_json"):
        return
    told: set[str] = context.meta.setdefault(f"{__name__}.told", set())
    if file not in told:
        told.add(file)
        click.echo(f"{escape_control(file)}: read as {FORMATS[format].title}", err=True)


def position_of(
    board: queens.Board, place: str | None, cross: str | None
) -> tuple[list[Cell], list[Cell]]:
    """Return the queens and the crosses of a player: those of the options, else of the file."""
    if place is None and cross is None:
        placed = read_queens(board.n, board.placements[0]) if len(board.placements) == 1 else []
        return placed, list(board.eliminated)
    return read_position(place, "--placed", board), read_position(cross, "--eliminated", board)


def read_position(text: str | None, option: str, board: queens.Board) -> list[Cell]:
    """Read the cells of an option; no two queens stand on one."""
    cells: list[Cell] = []
    for word, cell in read_cells(text, option, board.n):
        if cell in cells and option == "--placed":
            raise InputError(f"{option}: found {word!r} twice")
        cells.append(cell)
    return cells


def show_board(
    board: queens.Board, solution: ArrayLike | None = None, marks: Marks | None = None
) -> None:
    """Print a board, with the queens of a solution, and with marks to point out cells.

    Without marks, what is not for a terminal can be read back: below it stands what a drawing
    cannot say.
    """
    drawing = chosen()
    if drawing.style != "letters":
        click.echo(text_of(board, solution))
        return

    def coloured() -> Text:
        return render.ansi(board, solution, glyph=terminal_glyph(), marks=marks, **drawing.options)

    def plain() -> str:
        if marks is None and not sys.stdout.isatty():
            return text_of(board, solution)
        return render.text(board, solution, marks=marks, **drawing.options)

    show(plain, coloured)
