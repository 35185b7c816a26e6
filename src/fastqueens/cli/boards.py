"""Boards of coloured Queens: read from files, standard input and lines of .jsonl files; shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from numpy.typing import ArrayLike

from fastqueens import queens, render
from fastqueens.checks import plural
from fastqueens.cli.streams import read_stdin, show, terminal_glyph
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
            raise InputError(f"found {found}, expected {number} or more", source=source)
        data = lines[int(number) - 1]
    elif file == "-":
        data, source = b"\n".join(_lines("-")), "<stdin>"
    else:
        return queens.Board.from_file(file, stars=stars, at_most_one=at_most_one)
    return queens.Board.from_bytes(data, stars=stars, at_most_one=at_most_one, source=source)


def show_board(board: queens.Board, solution: ArrayLike | None = None) -> None:
    """Print a board, with the queens of a solution."""

    def coloured() -> Text:
        return render.ansi(board, solution, glyph=terminal_glyph())

    show(lambda: render.text(board, solution), coloured)


def describe_board(board: queens.Board) -> dict[str, Any]:
    """Return a board as `Board.from_json` reads it, with the sizes of its regions."""
    stars = {"stars": board.stars} if board.stars > 1 else {}
    return {**stars, "regions": str(board).split("\n"), "sizes": region_sizes(board)}


def region_sizes(board: queens.Board) -> list[int]:
    """Return how many cells the regions have, from the smallest to the largest."""
    sizes: list[int] = np.sort(np.bincount(board.regions.ravel())).tolist()
    return sizes
