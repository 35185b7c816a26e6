"""Boards of coloured Queens on the command line: options, reading and printing."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from fastqueens import queens
from fastqueens.cell_names import read_cells
from fastqueens.cli.board_ref import CLIPBOARD, STDIN, BoardRef
from fastqueens.cli.drawing_options import chosen, text_of
from fastqueens.cli.file_claims import claim
from fastqueens.cli.image_input import clipboard_picture, find_boards_of_picture
from fastqueens.cli.options import Command
from fastqueens.cli.output_files import check_suffix, target_of
from fastqueens.cli.stdio import read_stdin, show, terminal_glyph
from fastqueens.input import MAX_BYTES, Input, read_file
from fastqueens.queens.board.board import playable
from fastqueens.queens.board.read_files import MAX_BOARDS_BYTES
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.json import describe_board
from fastqueens.queens.formats.registry import (
    FORMATS,
    WRITABLE,
    find_boards,
    format_of_name,
    has_board_per_line,
)
from fastqueens.queens.grid.placements import Cell, read_queens
from fastqueens.queens.grid.rules import RuleOverrides
from fastqueens.queens.vision.load import ENDINGS, PICTURE, Picture, is_picture
from fastqueens.queens.vision.load import MAX_BYTES as MAX_IMAGE_BYTES
from fastqueens.results import InputError, escape_control
from fastqueens.validation import plural

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from rich.text import Text

    from fastqueens.canvas.annotations import Marks

_COMMON = ("text", "json", "jsonl", PICTURE)  # formats that are not announced
stars_option = click.option(
    "--stars",
    type=click.IntRange(1, queens.MAX_STARS),
    metavar="K",
    help="Queens in each row, column and region, at most a quarter of the rows; by default the "
    "number in the file, or 1.",
)
format_option = click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    help="The format of FILE; by default it is guessed from the content.",
)
written_option = click.option(
    "--format",
    type=click.Choice(list(WRITABLE)),
    help="The format to write; by default the ending of OUT decides.",
)
placed_option = click.option(
    "--placed",
    metavar="CELLS",
    help="Queens that stand on the board: column letter and row number, as in a1,b3.",
)
eliminated_option = click.option(
    "--eliminated", metavar="CELLS", help="Cells that are crossed out, as in a1,b3."
)


class BoardReader:
    """Reads the boards that the arguments of a command name.

    Parameters
    ----------
    words : tuple of str
        The FILE arguments.
    format : str or None
        The format of the files; None to guess it.
    overrides : RuleOverrides, optional
        The values of ``--stars`` and ``--allow-empty-regions``.
    overlay : str or None
        The value of ``--show``: a PNG file for the picture with the board that was read from it.
    verbose : bool
        Whether to report the format of a file if only the content shows it.
    """

    def __init__(
        self,
        words: tuple[str, ...],
        *,
        format: str | None = None,
        overrides: RuleOverrides | None = None,
        overlay: str | None = None,
        verbose: bool = True,
    ) -> None:
        self.refs = tuple(map(BoardRef.parse, words))
        self.format = format
        self.overrides = overrides or RuleOverrides()
        self._overlay = overlay
        self._verbose = verbose
        self._found: dict[str, list[FoundBoard] | InputError] = {}  # by file: each is read once
        self._reported: set[str] = set()  # files whose format was reported

    def find(self, *, expand: bool = True) -> tuple[BoardRef, ...]:
        """Find the boards of the files; with `expand`, each board of a file has its own name.

        Errors in a file are raised by `load`.
        """
        refs: list[BoardRef] = []
        for ref in self.refs:
            if ref.file not in self._found:
                try:
                    self._found[ref.file] = self._find_boards(ref.file)
                except InputError as error:
                    self._found[ref.file] = error
            found = self._found[ref.file]
            last = found[-1].number if isinstance(found, list) else 0
            if expand and ref.number is None and isinstance(found, list) and len(found) > 1:
                refs += [BoardRef(ref.file, board.number, last) for board in found]
            else:
                refs.append(replace(ref, last=last))
        return tuple(refs)

    def _find_boards(self, file: str) -> list[FoundBoard]:
        """Find the boards of a file, of standard input or of the clipboard."""
        if file == CLIPBOARD:
            return self._find_in_picture(clipboard_picture(), file)
        is_named_picture = file.lower().endswith(ENDINGS)
        if file == STDIN:
            content = Input(read_stdin("a board", MAX_BYTES), "<stdin>")
        else:
            limit = MAX_IMAGE_BYTES if is_named_picture else MAX_BYTES
            if has_board_per_line(format_of_name(file)):
                limit = MAX_BOARDS_BYTES
            content = Input(read_file(file, "boards", limit), file)
        if (is_named_picture or is_picture(content.data)) and self.format is None:
            return self._find_in_picture(content.data, file)
        return find_boards(content, self.format)

    def _find_in_picture(self, picture: Picture, file: str) -> list[FoundBoard]:
        return find_boards_of_picture(
            picture, file, stars=self.overrides.stars, overlay=self._overlay
        )

    def load(self, ref: BoardRef) -> queens.Board:
        """Read one of the boards that `find` returned."""
        found = self._found[ref.file]
        if isinstance(found, InputError):
            raise found
        if ref.number is None and len(found) > 1:
            first = BoardRef(ref.file, found[0].number)
            message = f"found {len(found)} boards, expected one; {first} names the first board"
            raise InputError(message, source=ref.source)
        board = next((x for x in found if ref.number in (None, x.number)), None)
        if board is None:
            numbers = f"{found[0].number} to {found[-1].number}" if len(found) > 1 else "1"
            message = f"found {plural(len(found), 'board')}, expected a number from {numbers}"
            raise InputError(message, source=ref.source)
        grid = board.read()
        if self._verbose and grid.format not in (None, *_COMMON, self.format):
            self._report_format(ref.file, str(grid.format))
        made = queens.Board(grid, self.overrides.apply(grid.rules), source=ref.source)
        return playable(made, source=ref.source)

    def _report_format(self, file: str, format: str) -> None:
        """Report the format of each file once, unless the name of the file shows the format."""
        if format_of_name(file) != format and file not in self._reported:
            self._reported.add(file)
            click.echo(f"{escape_control(file)}: read as {FORMATS[format].title}", err=True)


class BoardCommand(Command):
    """A command that reads boards: its function gets a `BoardReader` made from its options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments and add the reader to them."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            ctx.params["reader"] = self._make_reader(ctx)
        return rest

    def _make_reader(self, ctx: click.Context) -> BoardReader:
        options = ctx.params
        argument = next(x for x in self.params if isinstance(x, click.Argument))
        words = options.pop(str(argument.name))
        words = words if isinstance(words, tuple) else () if words is None else (words,)
        overlay = options.pop("overlay", None)
        if options.pop("clipboard", False):
            if words:
                raise click.UsageError("--clipboard and FILE cannot be used together", ctx)
            words = (CLIPBOARD,)
        if not words:
            raise click.MissingParameter(ctx=ctx, param=argument)
        if overlay is not None:
            check_suffix(overlay, (".png",), fields=("name",), option="--show")
            if len(words) > 1 and "{name}" not in overlay:
                raise click.UsageError("--show for several files needs {name}, as in {name}.png")
            if "{" in overlay:
                for file in dict.fromkeys(BoardRef.parse(word).file for word in words):
                    claim("--show", target_of(overlay, BoardRef(file)), context=ctx)
        return BoardReader(
            words,
            format=options.pop("format"),
            overrides=RuleOverrides(options.pop("stars", None), options.pop("allow_empty_regions")),
            overlay=overlay,
            verbose=not (options.get("quiet") or options.get("as_json")),
        )


def about_board(board: queens.Board) -> dict[str, Any]:
    """Describe a board for JSON, with the format of its file and the remark about a picture."""
    facts = {"format": board.format, "note": board.grid.note}
    known = {key: value for key, value in facts.items() if value is not None}
    return known | {"board": describe_board(board.grid)}


def position_of(
    board: queens.Board, placed: str | None, eliminated: str | None
) -> tuple[list[Cell], list[Cell]]:
    """Return the queens and crosses of a player: from the options, or else from the file."""
    if placed is None and eliminated is None:
        cells = read_queens(board.n, board.placements[0]) if len(board.placements) == 1 else []
        return cells, list(board.eliminated)
    return (
        read_position(placed, "--placed", board),
        read_position(eliminated, "--eliminated", board),
    )


def read_position(text: str | None, option: str, board: queens.Board) -> list[Cell]:
    """Read the cells of an option; refuses two queens in one cell."""
    cells: list[Cell] = []
    for word, cell in read_cells(text, option, board.n):
        if cell in cells and option == "--placed":
            raise InputError(f"{option}: found {word!r} twice")
        cells.append(cell)
    return cells


def show_board(
    board: queens.Board, solution: ArrayLike | None = None, marks: Marks | None = None
) -> None:
    """Print a board, with the queens of a solution and with marked cells.

    Output that does not go to a terminal can be read back, except if it has marks.
    """
    drawing = chosen()
    if drawing.style != "letters":
        click.echo(text_of(board, solution))
        return

    def coloured() -> Text:
        from fastqueens import render

        return render.ansi(board, solution, glyph=terminal_glyph(), marks=marks, **drawing.options)

    def plain() -> str:
        if marks is None and not sys.stdout.isatty():
            return text_of(board, solution)
        from fastqueens import render

        return render.text(board, solution, marks=marks, **drawing.options)

    show(plain, coloured)
