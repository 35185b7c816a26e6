"""Colours by number, for what has no neighbours to be told from."""

from __future__ import annotations

from fastqueens.canvas.themes import mix, theme_of

__all__ = ["INK", "PAPER", "mix", "palette"]


INK, PAPER = "#1b1b1f", "#ffffff"


def palette(count: int, theme: str = "light") -> list[str]:
    """Choose fills for things that are numbered.

    Letters and queens are readable on all of them. The first 12 are easy to tell apart under any
    colour vision; they come again, more and more like the page.

    Parameters
    ----------
    count : int
        How many colours, 0 to 256.
    theme : {"light", "dark"}
        The theme to take them from.

    Returns
    -------
    list of str
        Colours as ``'#rrggbb'``. A shorter palette is a prefix of a longer one.

    Raises
    ------
    ValueError
        For any other number.

    Examples
    --------
    >>> palette(3)
    ['#59dfd2', '#e18241', '#f6f171']
    """
    if not 0 <= count <= 256:
        raise ValueError(f"a palette has 0 to 256 colours, not {count}")
    colours = theme_of(theme)
    return [colours.fill(k) for k in range(count)]
