"""How a picture looks, whatever it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from fastqueens.results import InputError

__all__ = ["THEMES", "Look", "LookOptions", "ThemeName"]

ThemeName: TypeAlias = Literal["light", "dark"]
THEMES: tuple[ThemeName, ...] = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What may be chosen about any picture.

    Attributes
    ----------
    theme : {"light", "dark"}
        The colours.
    patterns : bool
        Whether each region has a pattern too, for print and for eyes that see no colours.
    axes : bool
        Whether letters above the columns and numbers beside the rows name the cells.
    letters : bool
        Whether each cell has the letter of its region.
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
