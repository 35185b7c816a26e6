"""How a picture looks, whatever it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

__all__ = ["Look", "LookOptions", "ThemeName"]

ThemeName: TypeAlias = Literal["light", "dark"]


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


class LookOptions(TypedDict, total=False):
    """The attributes of a `Look`, as keywords of a function."""

    theme: ThemeName
    patterns: bool
    axes: bool
    letters: bool
