"""Classic problems as exact covers: Langford pairs, N-Queens, Sudoku."""

from __future__ import annotations

from functools import lru_cache

from fastqueens.checks import check_whole, plural
from fastqueens.cover.problem import ExactCover, MethodName
from fastqueens.results import InputError

__all__ = ["langford", "queens", "sudoku"]


def langford(n: int) -> ExactCover:
    """Make Langford's problem: the numbers 1 to n twice each, k places between the two k.

    Every arrangement is found twice, once from either end. The options are placements of a pair,
    in order of the number and then of the place.

    Parameters
    ----------
    n : int
        2 or more. There are solutions where n or n + 1 is divisible by 4.

    Returns
    -------
    ExactCover

    Raises
    ------
    InputError
        For an n that is too small or no whole number.

    Examples
    --------
    >>> cover = langford(3)
    >>> cover.option(0)
    ('1', 's1', 's3')
    >>> for solution in cover.solutions():
    ...     print(*[" ".join(option) for option in cover.selected(solution)], sep=", ")
    1 s2 s4, 2 s3 s6, 3 s1 s5
    1 s3 s5, 2 s1 s4, 3 s2 s6
    """
    n = check_whole(n, "n", least=2)
    options = [
        (str(k), f"s{i}", f"s{i + k + 1}") for k in range(1, n + 1) for i in range(1, 2 * n - k)
    ]
    names = [str(k) for k in range(1, n + 1)] + [f"s{i}" for i in range(1, 2 * n + 1)]
    return ExactCover(options, primary=names)


def queens(n: int) -> ExactCover:
    """Make N-Queens: rows and columns are primary, diagonals secondary.

    Option ``r * n + c`` is a queen in row r, column c. Rows and columns are ordered from the middle
    outwards, where queens attack most (Knuth's organ-pipe order).

    Parameters
    ----------
    n : int
        1 or more.

    Returns
    -------
    ExactCover

    Raises
    ------
    InputError
        For an n that is too small or no whole number.

    Examples
    --------
    >>> int(queens(8).count())
    92
    """
    n = check_whole(n, "n", least=1)
    middle = sorted(range(1, n + 1), key=lambda x: abs(2 * x - n - 1))
    options = [
        (f"r{r}", f"c{c}", f"a{r + c - 1}", f"b{n - r + c}")
        for r in range(1, n + 1)
        for c in range(1, n + 1)
    ]
    primary = [name for x in middle for name in (f"r{x}", f"c{x}")]
    secondary = [f"{kind}{x}" for kind in "ab" for x in range(1, 2 * n)]
    return ExactCover(options, primary=primary, secondary=secondary)


@lru_cache(maxsize=1)
def _empty_sudoku() -> ExactCover:
    """Option 81 * row + 9 * column + digit - 1."""
    return ExactCover(
        [
            (f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}")
            for r in range(9)
            for c in range(9)
            for d in range(9)
        ]
    )


def sudoku(text: str, *, method: MethodName = "auto") -> str | None:
    """Solve a sudoku.

    Parameters
    ----------
    text : str
        The 81 cells row by row: digits, and ``0`` or ``.`` for a blank. White space between them
        does not matter.
    method : {"auto", "dlx", "bitset"}
        As for `ExactCover.solve`.

    Returns
    -------
    str or None
        The 81 digits of a solution (the first found, if there are several); None where there is
        none.

    Raises
    ------
    InputError
        For anything but 81 such characters, with line and column.

    Examples
    --------
    >>> given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(sudoku(given))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    """
    required = []
    cell = 0
    for line, row in enumerate(text.split("\n"), start=1):
        for column, character in enumerate(row, start=1):
            if character.isspace():
                continue
            if character not in ".0123456789":
                raise InputError(
                    f"found {character!r}, expected a digit, '0' or '.'", line=line, column=column
                )
            if cell == 81:
                raise InputError("found more than 81 cells, expected 81", line=line, column=column)
            if character not in ".0":
                required.append(9 * cell + int(character) - 1)
            cell += 1
    if cell != 81:
        raise InputError(f"found {plural(cell, 'cell')}, expected 81")
    options = _empty_sudoku().solve(method=method, required=required).options
    return None if options is None else "".join(str(option % 9 + 1) for option in options)
