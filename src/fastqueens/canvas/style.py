"""The style options of every picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from fastqueens.validation import check_choice, check_whole

__all__ = [
    "AUTO",
    "PAPER_THEMES",
    "TEXT_STYLES",
    "THEMES",
    "VIEWS",
    "Look",
    "LookOptions",
    "TextStyle",
    "ThemeName",
    "ViewName",
    "check_cell",
]

_MAX_CELL = 1_024  # pixels

ThemeName: TypeAlias = Literal["light", "dark", "auto", "grey", "print"]
THEMES: tuple[ThemeName, ...] = ("light", "dark")  # for screens
AUTO: ThemeName = "auto"  # in SVG: light or dark, as the page around the picture
PAPER_THEMES: tuple[ThemeName, ...] = ("grey", "print")  # for printers without colours
ViewName: TypeAlias = Literal["layers", "assembled", "lifted", "exploded"]
VIEWS: tuple[ViewName, ...] = ("layers", "assembled", "lifted", "exploded")
TextStyle: TypeAlias = Literal["letters", "dashes"]
TEXT_STYLES: tuple[TextStyle, ...] = ("letters", "dashes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The style options of a picture.

    Attributes
    ----------
    theme : {"light", "dark", "auto", "grey", "print"}
        The colour theme. An SVG document in the theme ``"auto"`` is light on a light page and dark
        on a dark page; other pictures are light. ``"grey"`` and ``"print"`` (black patterns on
        white) are for printers.
    patterns : bool
        Whether each region also has a pattern, for print and for colour-blind readers.
    axes : bool
        Whether to draw letters above the columns and numbers left of the rows.
    letters : bool
        Whether to draw the letter of its region in each cell. If a region has several pieces, and
        two regions have the same colour, the corners of the pieces have letters in any case.
    view : {"layers", "assembled", "lifted", "exploded"}
        How a packing in a box is drawn: its layers side by side; or in an isometric view, as it
        lies in the box, with the layers lifted apart, or with the pieces moved outwards. Other
        objects have one view.
    """

    theme: ThemeName = "light"
    patterns: bool = False
    axes: bool = False
    letters: bool = False
    view: ViewName = "layers"

    def __post_init__(self) -> None:
        check_choice(self.theme, "theme", (*THEMES, AUTO, *PAPER_THEMES))
        check_choice(self.view, "view", VIEWS)


def check_cell(cell: int, *, least: int = 8) -> int:
    """Return the side of a drawn cell in pixels, or raise `InputError`."""
    return check_whole(cell, "cell", least=least, most=_MAX_CELL, purpose="pixels")


class LookOptions(TypedDict, total=False):
    """The attributes of a `Look`, as keywords of a function."""

    theme: ThemeName
    patterns: bool
    axes: bool
    letters: bool
    view: ViewName
