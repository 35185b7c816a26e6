"""Boards off pictures: files, the clipboard, and --show, which draws what was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from fastqueens import queens
from fastqueens.cli.options import complete_file
from fastqueens.cli.output_files import check_suffix, target_of
from fastqueens.output import write_file
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.vision import Picture, grid_from_detection
from fastqueens.results import InputError, escape_control

__all__ = [
    "CLIPBOARD",
    "board_argument",
    "boards_argument",
    "clipboard_picture",
    "grid_of_picture",
    "picture_options",
]

CLIPBOARD = "<clipboard>"  # in the place of a FILE
_SHOW = f"{__name__}.show"  # where click keeps what --show names
_PASTED = f"{__name__}.clipboard"
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _files(context: click.Context, argument: click.Parameter, value: Any) -> Any:
    """Return the FILEs, or what stands for the clipboard; one of both must be given."""
    if context.meta.get(_PASTED):
        if value:
            raise click.UsageError("--clipboard and FILE exclude each other", context)
        return (CLIPBOARD,) if argument.nargs == -1 else CLIPBOARD
    if not value and not context.resilient_parsing:
        raise click.MissingParameter(ctx=context, param=argument)
    show = context.meta.get(_SHOW)
    if show is not None and argument.nargs == -1 and len(value) > 1 and "{name}" not in show:
        raise click.UsageError("--show for several files needs {name}, as in {name}-read.png")
    return value


def boards_argument(command: Decorated) -> Decorated:
    """FILE..., of a command that takes boards."""
    return click.argument(
        "files", nargs=-1, metavar="FILE...", shell_complete=complete_file, callback=_files
    )(command)


def board_argument(command: Decorated) -> Decorated:
    """FILE, of a command that takes one board."""
    return click.argument(
        "file", required=False, metavar="FILE", shell_complete=complete_file, callback=_files
    )(command)


def _remember_clipboard(context: click.Context, _: click.Parameter, value: bool) -> None:
    context.meta[_PASTED] = value


def _remember_show(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        check_suffix(value, (".png",), fields=("name",), option="--show")
    context.meta[_SHOW] = value


def picture_options(command: Decorated) -> Decorated:
    """--clipboard and --show, of a command that takes boards."""
    command = click.option(
        "--show",
        metavar="PICTURE",
        expose_value=False,
        is_eager=True,
        callback=_remember_show,
        help="Where FILE is a picture: draw what was read over it, to a .png file.",
    )(command)
    return click.option(
        "--clipboard",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_remember_clipboard,
        help="Read the picture on the clipboard instead of a FILE.",
    )(command)


def clipboard_picture() -> Picture:
    """Return the picture on the clipboard, or the name of the file that lies there."""
    try:
        from PIL import ImageGrab
    except ImportError:
        raise click.UsageError("--clipboard needs Pillow: pip install pillow") from None
    try:
        found = ImageGrab.grabclipboard()
    except (NotImplementedError, OSError) as error:  # no display, or no xclip or wl-paste
        raise InputError(f"the clipboard cannot be read: {error}", source=CLIPBOARD) from None
    if isinstance(found, list) and found:
        return str(found[0])
    if found is None or isinstance(found, list):
        raise InputError("found no picture on the clipboard", source=CLIPBOARD)
    return found


def grid_of_picture(picture: Picture, file: str) -> Grid:
    """Read the board of a picture, draw what was read if --show is given, and tell what is odd."""
    context = click.get_current_context()
    source = "<stdin>" if file == "-" else file
    try:
        reading = queens.read_image(picture, stars=context.params.get("stars"), source=source)
    except ImportError as error:
        raise click.UsageError(str(error)) from None
    show = context.meta.get(_SHOW)
    if show is not None:
        write_file(target_of(show, file), reading.to_png())
    if reading.problem is not None:
        advice = "" if show is not None else "; --show reading.png draws what was read"
        raise InputError(f"found {reading.describe()}{advice}", source=source)
    if reading.note is not None:
        click.echo(f"{escape_control(source)}: found {reading.describe()}", err=True)
    return grid_from_detection(reading)
