"""Colours by number, for objects without neighbours, such as the pieces of a packing."""

from __future__ import annotations

from fastqueens.canvas.style import THEMES
from fastqueens.canvas.themes import mix, theme_of
from fastqueens.validation import check_choice, check_whole

__all__ = ["INK", "PAPER", "mix", "palette"]


INK, PAPER = "#1b1b1f", "#ffffff"


def palette(count: int, theme: str = "light") -> list[str]:
    """Return the fill colours of regions and pieces, in the order of their numbers.

    Letters and queens are readable on every fill. The first 12 fills are easy to distinguish with
    any colour vision. Later fills repeat these 12 fills; each repetition is closer to the colour of
    the page.

    Parameters
    ----------
    count : int
        The number of colours, 0 to 256.
    theme : {"light", "dark"}
        The theme of the colours.

    Returns
    -------
    list of str
        Colours as ``'#rrggbb'``. A shorter palette is a prefix of a longer palette.

    Raises
    ------
    InputError
        If the number is out of this range, or the theme is unknown.

    Examples
    --------
    >>> palette(3)
    ['#59dfd2', '#e18241', '#f6f171']
    """
    count = check_whole(count, "count", most=256)
    check_choice(theme, "theme", THEMES)
    colours = theme_of(theme)
    return [colours.fill(k) for k in range(count)]
