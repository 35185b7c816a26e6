"""Pictures of boards on the command line: the clipboard, and an overlay of the board found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from fastqueens import queens
from fastqueens.cli.board_ref import CLIPBOARD
from fastqueens.cli.options import complete_file
from fastqueens.output import write_file
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.vision import Picture, grid_from_detection
from fastqueens.results import InputError, escape_control

__all__ = [
    "clipboard_picture",
    "grid_of_picture",
    "picture_options",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

# FILE is not required by click because --clipboard replaces it; `BoardCommand` checks this.
boards_argument = click.argument("files", nargs=-1, metavar="FILE...", shell_complete=complete_file)
board_argument = click.argument(
    "file", required=False, metavar="FILE", shell_complete=complete_file
)


def picture_options(command: Decorated) -> Decorated:
    """Add --clipboard and --show to a command that reads boards."""
    command = click.option(
        "--show",
        "overlay",
        metavar="PICTURE",
        help="If FILE is a picture: draw the board that was read over it, to a .png file.",
    )(command)
    return click.option(
        "--clipboard",
        is_flag=True,
        help="Read the picture on the clipboard instead of a FILE.",
    )(command)


def clipboard_picture() -> Picture:
    """Return the picture on the clipboard, or the name of a file that was copied to it."""
    try:
        from PIL import ImageGrab
    except ImportError:
        raise click.UsageError("--clipboard needs Pillow: pip install pillow") from None
    try:
        found = ImageGrab.grabclipboard()
    except (NotImplementedError, OSError) as error:  # no display, or no xclip or wl-paste
        raise InputError(f"cannot read the clipboard: {error}", source=CLIPBOARD) from None
    if isinstance(found, list) and found:
        return str(found[0])
    if found is None or isinstance(found, list):
        raise InputError("found no picture on the clipboard", source=CLIPBOARD)
    return found


def grid_of_picture(
    picture: Picture, source: str, *, stars: int | None, overlay: Path | None
) -> Grid:
    """Read the board of a picture; writes the overlay and reports doubts."""
    try:
        reading = queens.read_image(picture, stars=stars, source=source)
    except ImportError as error:
        raise click.UsageError(str(error)) from None
    if overlay is not None:
        write_file(overlay, reading.to_png())
    if reading.problem is not None:
        advice = "" if overlay is not None else "; --show reading.png draws the board that was read"
        raise InputError(f"found {reading.describe()}{advice}", source=source)
    if reading.note is not None:
        click.echo(f"{escape_control(source)}: found {reading.describe()}", err=True)
    return grid_from_detection(reading)
