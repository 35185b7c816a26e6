"""Boards of coloured Queens: read from files, standard input and lines of .jsonl files; shown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from numpy.typing import ArrayLike

from fastqueens import queens, render
from fastqueens.canvas.marks import Marks
from fastqueens.checks import plural
from fastqueens.cli.streams import read_stdin, show
from fastqueens.notation import read_cells
from fastqueens.queens.placements import Cell
from fastqueens.reading import MAX_BYTES, read_file
from fastqueens.results import InputError

if TYPE_CHECKING:
    from rich.text import Text

_MOST_BYTES = 1 << 30  # of a file of many boards
stars_option = click.option(
    "--stars",
    type=click.IntRange(1, queens.MOST_STARS),
    metavar="K",
    help="Queens in each row, column and region, 1 to 3; what the file says, or 1, by default.",
)

place_option = click.option(
    "--place", metavar="CELLS", help="Queens that stand already: a column letter and a row, a1,b3."
)


def every_board(files: tuple[str, ...]) -> tuple[str, ...]:
    """Put in the place of a file of many boards, JSON objects a line, the names of its boards.

    They are ``boards.jsonl:3`` for the third line; `load` knows them. Standard input is such a
    file if it has several lines and all of them look like objects.
    """
    names: list[str] = []
    for file in files:
        try:
            lines = _lines(file) if file == "-" or file.endswith(".jsonl") else []
        except InputError:  # `load` will say it
            lines = []
        filled = {i: text for i, line in enumerate(lines, 1) if (text := line.strip())}
        objects = (x.startswith(b"{") and x.endswith(b"}") for x in filled.values())
        many = len(filled) > 1 and (file != "-" or all(objects))
        names += [f"{file}:{i}" for i in filled] if many else [file]
    return tuple(names)


def _lines(file: str) -> list[bytes]:
    """Return the lines of a file of many boards, or of standard input: read once a command."""
    known: dict[str, list[bytes] | InputError] = click.get_current_context().meta.setdefault(
        __name__, {}
    )
    if file not in known:
        try:
            if file == "-":
                data = read_stdin("a board", MAX_BYTES)
            else:
                data = read_file(file, "boards", _MOST_BYTES).rstrip(b"\n")
            known[file] = data.split(b"\n")
        except InputError as error:
            known[file] = error
    lines = known[file]
    if isinstance(lines, InputError):
        raise lines
    return lines


def load(file: str, at_most_one: bool, stars: int | None = None) -> queens.Board:
    """Read a board from a file, a line of a file of many boards, or standard input."""
    many, _, number = file.rpartition(":")
    if number.isdecimal() and (many == "-" or many.endswith(".jsonl")) and not Path(file).exists():
        lines, source = _lines(many), file.replace("-:", "<stdin>:", 1) if many == "-" else file
        if not 1 <= int(number) <= len(lines):
            found = plural(len(lines), "line")
            raise InputError(f"found {found}, expected a number from 1 to that", source=source)
        data = lines[int(number) - 1]
    elif file == "-":
        data, source = b"\n".join(_lines("-")), "<stdin>"
    else:
        return queens.Board.from_file(file, stars=stars, at_most_one=at_most_one)
    return queens.Board.from_bytes(data, stars=stars, at_most_one=at_most_one, source=source)


def read_position(text: str | None, option: str, board: queens.Board) -> list[Cell]:
    """Read the cells of an option; no two queens stand on one."""
    cells: list[Cell] = []
    for word, cell in read_cells(text, option, board.n):
        if cell in cells and option == "--place":
            raise InputError(f"{option}: found {word!r} twice")
        cells.append(cell)
    return cells


def show_board(
    board: queens.Board, solution: ArrayLike | None = None, *, marks: Marks | None = None
) -> None:
    """Print a board, with the queens of a solution and what is to be pointed out."""

    def coloured() -> Text:
        glyph = None if sys.stdout.encoding.lower().replace("-", "") == "utf8" else "#"
        return render.ansi(board, solution, glyph=glyph, marks=marks)

    show(lambda: render.text(board, solution, marks=marks), coloured)


def describe_board(board: queens.Board) -> dict[str, Any]:
    """Return a board as `Board.from_json` reads it, with the sizes of its regions."""
    stars = {"stars": board.stars} if board.stars > 1 else {}
    return {**stars, "regions": str(board).split("\n"), "sizes": region_sizes(board)}


def region_sizes(board: queens.Board) -> list[int]:
    """Return how many cells the regions have, from the smallest to the largest."""
    sizes: list[int] = np.sort(np.bincount(board.regions.ravel())).tolist()
    return sizes
