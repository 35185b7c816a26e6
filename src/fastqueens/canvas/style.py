"""The style options of every picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from fastqueens.results import InputError

__all__ = ["THEMES", "Look", "LookOptions", "ThemeName"]

ThemeName: TypeAlias = Literal["light", "dark"]
THEMES: tuple[ThemeName, ...] = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The style options of a picture.

    Attributes
    ----------
    theme : {"light", "dark"}
        The colour theme.
    patterns : bool
        Whether each region also has a pattern, for print and for colour-blind readers.
    axes : bool
        Whether to draw letters above the columns and numbers left of the rows.
    letters : bool
        Whether to draw the letter of its region in each cell.
    """

    theme: ThemeName = "light"
    patterns: bool = False
    axes: bool = False
    letters: bool = False

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise InputError(f"theme is {self.theme!r}, expected {' or '.join(map(repr, THEMES))}")


class LookOptions(TypedDict, total=False):
    """The attributes of a `Look`, as keywords of a function."""

    theme: ThemeName
    patterns: bool
    axes: bool
    letters: bool
