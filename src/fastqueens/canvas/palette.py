"""Colours by number, for objects without neighbours, such as the pieces of a packing."""

from __future__ import annotations

from fastqueens.canvas.themes import mix, theme_of

__all__ = ["INK", "PAPER", "mix", "palette"]


INK, PAPER = "#1b1b1f", "#ffffff"


def palette(count: int, theme: str = "light") -> list[str]:
    """Return the fills of numbered objects.

    Letters and queens are readable on every fill. The first 12 fills are easy to distinguish with
    any colour vision. The fills after them repeat these, each time closer to the page colour.

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
    ValueError
        If the number is out of this range.

    Examples
    --------
    >>> palette(3)
    ['#59dfd2', '#e18241', '#f6f171']
    """
    if not 0 <= count <= 256:
        raise ValueError(f"a palette has 0 to 256 colours, not {count}")
    colours = theme_of(theme)
    return [colours.fill(k) for k in range(count)]
