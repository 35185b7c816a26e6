"""Options of the commands that draw: colours, what stands on and beside a board, kinds of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, TypeAlias, cast

import click

from fastqueens.canvas.look import THEMES, LookOptions, ThemeName

__all__ = ["STYLES", "Drawing", "Style", "drawing_options"]

Style: TypeAlias = Literal["letters", "numbers", "list"]
STYLES: tuple[Style, ...] = ("letters", "numbers", "list")


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How a user wants things drawn.

    Attributes
    ----------
    look : LookOptions
        Keywords for the functions of `fastqueens.render`.
    style : {"letters", "numbers", "list"}
        How boards are written as text.
    """

    look: LookOptions
    style: Style = "letters"


def drawing_options(
    *, axes: bool = False, regions: bool = True, styles: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options to a command, which gets them as one argument, `drawing`.

    `axes` says whether axes are there by default; without `regions` there is nothing to pattern
    and no letter to write; `styles` is the name of the option for kinds of text, for commands
    that write boards as text.
    """
    options = [
        click.option(
            "--theme",
            type=click.Choice(THEMES),
            default=THEMES[0],
            show_default=True,
            help="Colours, for a light or a dark ground.",
        ),
        click.option(
            "--axes/--no-axes",
            default=axes,
            help="Name columns and rows beside the board" + (", as by default." if axes else "."),
        ),
    ]
    if regions:
        options += [
            click.option("--patterns", is_flag=True, help="Tell regions by patterns too."),
            click.option("--letters", is_flag=True, help="Write the region's letter in each cell."),
        ]
    if styles:
        text = "How boards are written as text: regions as letters, as numbers, or a list of cells."
        kind = click.Choice(STYLES)
        options.append(click.option(styles, "text_style", type=kind, default=STYLES[0], help=text))

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def packed(**given: Any) -> Any:
            look: LookOptions = {
                "theme": cast(ThemeName, given.pop("theme")),
                "axes": given.pop("axes"),
                "patterns": given.pop("patterns", False),
                "letters": given.pop("letters", False),
            }
            style = given.pop("text_style", STYLES[0])
            return command(drawing=Drawing(look=look, style=style), **given)

        result: Callable[..., Any] = packed
        for option in reversed(options):
            result = option(result)
        return result

    return decorate
