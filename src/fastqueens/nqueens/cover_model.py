"""N-Queens as an exact cover."""

from __future__ import annotations

from fastqueens.cover import ExactCover
from fastqueens.validation import check_whole

__all__ = ["exact_cover"]

MAX_N = 1000  # making the n**2 options takes seconds


def exact_cover(n: int) -> ExactCover:
    """Make the exact cover of N-Queens: rows and columns are primary, diagonals secondary.

    Option ``r * n + c`` is a queen in row r, column c. Rows and columns are ordered from the middle
    outwards, because queens in the middle attack most cells (Knuth's organ-pipe order).

    Parameters
    ----------
    n : int
        1 to 1,000.

    Returns
    -------
    ExactCover

    Raises
    ------
    InputError
        If n is less than 1 or more than 1,000.

    Examples
    --------
    >>> int(exact_cover(8).count())
    92
    """
    n = check_whole(n, "n", least=1, most=MAX_N)
    middle = sorted(range(1, n + 1), key=lambda x: abs(2 * x - n - 1))
    options = [
        (f"r{r}", f"c{c}", f"a{r + c - 1}", f"b{n - r + c}")
        for r in range(1, n + 1)
        for c in range(1, n + 1)
    ]
    primary = [name for x in middle for name in (f"r{x}", f"c{x}")]
    secondary = [f"{kind}{x}" for kind in "ab" for x in range(1, 2 * n)]
    return ExactCover(options, primary=primary, secondary=secondary)
