"""Pictures of boards on the command line: the clipboard, and an overlay of the board found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fastqueens.cli.board_ref import CLIPBOARD, BoardRef
from fastqueens.cli.file_claims import READ, WRITTEN
from fastqueens.cli.options import complete_file
from fastqueens.cli.output_files import target_of
from fastqueens.output import write_file
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.registry import find_picture_boards
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.vision.load import Picture, require_image_packages
from fastqueens.results import InputError, escape_control

if TYPE_CHECKING:
    from fastqueens.queens.vision.detect import Detection

__all__ = [
    "clipboard_picture",
    "find_boards_of_picture",
    "picture_options",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

# FILE is not required by click because --clipboard replaces it; `BoardCommand` checks this.
boards_argument = click.argument(
    "files", nargs=-1, type=READ, metavar="FILE...", shell_complete=complete_file
)
board_argument = click.argument(
    "file", required=False, type=READ, metavar="FILE", shell_complete=complete_file
)


def picture_options(command: Decorated) -> Decorated:
    """Add --clipboard and --show to a command that reads boards."""
    command = click.option(
        "--show",
        "overlay",
        type=WRITTEN,
        metavar="PICTURE",
        help="If FILE is a picture: write a .png file that shows the recognised board over FILE.",
    )(command)
    return click.option(
        "--clipboard",
        is_flag=True,
        help="Read the picture on the clipboard instead of a FILE.",
    )(command)


def clipboard_picture() -> Picture:
    """Return the picture on the clipboard, or the name of a file that was copied to it."""
    require_image_packages()
    from PIL import ImageGrab

    try:
        found = ImageGrab.grabclipboard()
    except (NotImplementedError, OSError) as error:  # no display, or no xclip or wl-paste
        raise InputError(f"cannot read the clipboard: {error}", source=CLIPBOARD) from None
    if isinstance(found, list) and found:
        return str(found[0])
    if found is None or isinstance(found, list):
        raise InputError("found no picture on the clipboard", source=CLIPBOARD)
    return found


def find_boards_of_picture(
    picture: Picture, file: str, *, stars: int | None, overlay: str | None
) -> list[FoundBoard]:
    """Find the boards of a picture; reading one writes its overlay and reports doubts."""

    def read(number: int, found: Detection, source: str | None) -> Grid:
        if overlay is not None:
            ref = BoardRef(file, number, last) if last > 1 else BoardRef(file)
            write_file(target_of(overlay, ref), draw_detection(found))
        if found.problem is not None:
            advice = "" if overlay else "; --show reading.png draws the board that was read"
            raise InputError(f"found {found.describe()}{advice}", source=source)
        if found.note is not None:
            click.echo(f"{escape_control(str(source))}: found {found.describe()}", err=True)
        return grid_from_detection(found)

    boards = find_picture_boards(picture, stars, source=BoardRef(file).source, read=read)
    from fastqueens.queens.vision.detect import grid_from_detection
    from fastqueens.queens.vision.overlay import draw_detection  # needs the packages checked above

    last = len(boards)
    if last > 1 and overlay is not None and "{name}" not in overlay:
        raise click.UsageError("--show for several boards needs {name}, as in {name}.png")
    return boards
