"""Writers of boards, with the queens on them, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastqueens.cell_names import cell_name
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import Cell, read_placement, solution_form
from fastqueens.results import InputError
from fastqueens.validation import check_choice

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


__all__ = [
    "STYLES",
    "Style",
    "describe_board",
    "describe_cells",
    "describe_grid",
    "describe_queens",
    "facts_below",
    "region_sizes",
    "to_text",
    "write_text",
]

Style: TypeAlias = Literal["letters", "numbers", "list"]
STYLES: tuple[Style, ...] = ("letters", "numbers", "list")


def to_text(
    board: Grid,
    placed: ArrayLike | None = None,
    *,
    style: Style = "letters",
    eliminated: Sequence[Cell] = (),
) -> str:
    r"""Write a board, with queens on it if there are any, so that it can be read back.

    Parameters
    ----------
    board : Grid
        The board.
    placed : array_like, optional
        The cells of the queens, in any form of `violations`.
    style : {"letters", "numbers", "list"}
        A drawing with ``#`` at the queens; or, as other programs print placements, a numbered grid
        with 1 at the queens, or a line ``colour A at [0, 2]`` for each. The latter have the board
        below in a line ``regions:``. They count from 0.
    eliminated : sequence of (row, column)
        Cells that a player has ruled out.

    Returns
    -------
    str
        Without a newline at its end.

    Raises
    ------
    InputError
        For another style, or queens that are not on the board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> board = Board.from_text("RBBB\nRRBY\nGYYY\nGGGY").grid
    >>> print(to_text(board, [2, 0, 3, 1]))
    RB#B
    #RBY
    GYY#
    G#GY
    <BLANKLINE>
    queens: c1=B a2=R d3=Y b4=G
    >>> print(to_text(board, [2, 0, 3, 1], style="numbers"))
      0 1 2 3
    0 0 0 1 0
    1 1 0 0 0
    2 0 0 0 1
    3 0 1 0 0
    <BLANKLINE>
    regions: RBBB RRBY GYYY GGGY
    >>> print(to_text(board, [2, 0, 3, 1], style="list"))
    colour B at [0, 2]
    colour R at [1, 0]
    colour Y at [2, 3]
    colour G at [3, 1]
    <BLANKLINE>
    regions: RBBB RRBY GYYY GGGY
    """
    check_choice(style, "style", STYLES)
    cells = read_placement(board.n, placed)
    letters = board.letters
    rows = [[letters[k] for k in row] for row in board.regions.tolist()]
    if style == "letters":
        facts = facts_below(board, cells, eliminated)
        for r, c in cells:
            rows[r][c] = "#"
        lines = ["".join(row) for row in rows]
    else:
        facts = ["regions: " + " ".join("".join(row) for row in rows)]
        facts += facts_below(board, eliminated=eliminated)
        if style == "numbers":
            lines = _numbered(board.n, cells)
        else:
            lines = [f"colour {rows[r][c]} at [{r}, {c}]" for r, c in cells]
    return "\n".join([*lines, *([""] if lines and facts else []), *facts])


def facts_below(
    board: Grid, placed: Sequence[Cell] = (), eliminated: Sequence[Cell] = ()
) -> list[str]:
    r"""Return the lines below a drawing: what it cannot say of the board and its queens.

    Parameters
    ----------
    board : Grid
        The board.
    placed : sequence of (row, column)
        The cells that the drawing shows as ``#``.
    eliminated : sequence of (row, column)
        Cells that a player has ruled out.

    Returns
    -------
    list of str
        To stand below the drawing after a blank line; often none.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> facts_below(Board.from_text("AB\nAB", stars=2).grid, [(0, 1)])
    ['queens: b1=B', 'stars: 2']
    """
    letters, labels = board.letters, board.labels
    facts = []
    if placed:
        named = (f"{cell_name(r, c)}={letters[board.regions[r, c]]}" for r, c in placed)
        facts.append("queens: " + " ".join(named))
    if eliminated:
        facts.append("eliminated: " + " ".join(cell_name(r, c) for r, c in eliminated))
    if board.stars > 1:
        facts.append(f"stars: {board.stars}")
    if board.rules.allow_empty_regions:
        facts.append("allow empty regions: yes")
    for letter, label in zip(letters, labels, strict=True):
        if letter != label:
            plain = label.isprintable() and label == label.strip() and label[:1] not in ("", '"')
            facts.append(f"label {letter}: {label if plain else json.dumps(label)}")
    return facts


def describe_board(
    board: Grid,
    placed: ArrayLike | None = None,
    *,
    solutions: Iterable[ArrayLike] | None = None,
    eliminated: Sequence[Cell] = (),
) -> dict[str, Any]:
    r"""Return a board as plain data, ready for JSON.

    Parameters
    ----------
    board : Grid
        The board.
    placed : array_like, optional
        The cells of the queens.
    solutions : iterable of array_like, optional
        Several placements, where they are to be part of the board.
    eliminated : sequence of (row, column)
        Cells that a player has ruled out.

    Returns
    -------
    dict
        ``n``, ``stars`` and ``regions``; ``allow_empty_regions`` and ``labels`` where they matter;
        the ``sizes`` of the regions, smallest first; ``queens``, ``solutions`` and
        ``eliminated`` if given.

    Raises
    ------
    InputError
        For queens that are not on the board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_board(Board.from_text("AB\nAB").grid)
    {'n': 2, 'stars': 1, 'regions': ['AB', 'AB'], 'sizes': [2, 2]}
    """
    letters, labels = board.letters, board.labels
    document: dict[str, Any] = {"n": board.n, "stars": board.stars}
    if board.rules.allow_empty_regions:
        document["allow_empty_regions"] = True
    document["regions"] = board.rows()
    named = {a: b for a, b in zip(letters, labels, strict=True) if a != b}
    if named:
        document["labels"] = named
    document["sizes"] = region_sizes(board)
    if placed is not None:
        document["queens"] = describe_queens(board, placed)
    if solutions is not None:
        document["solutions"] = [describe_queens(board, x) for x in solutions]
    if eliminated:
        document["eliminated"] = [list(cell) for cell in eliminated]
    return document


def write_text(board: Grid, style: Style = "letters") -> str:
    """Write a board with its eliminated cells, once for each of its placements."""
    return "\n\n".join(
        to_text(board, placed, style=style, eliminated=board.eliminated)
        for placed in board.placements or ((),)
    )


def describe_grid(board: Grid) -> dict[str, Any]:
    """Return a board as plain data, with its placements and its eliminated cells."""
    several = len(board.placements) > 1
    return describe_board(
        board,
        board.placements[0] if board.placements and not several else None,
        solutions=board.placements if several else None,
        eliminated=board.eliminated,
    )


def region_sizes(board: Grid) -> list[int]:
    r"""Return how many cells the regions have, from the smallest to the largest.

    Parameters
    ----------
    board : Grid
        The board.

    Returns
    -------
    list of int

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> region_sizes(Board.from_text("AB\nBB").grid)
    [1, 3]
    """
    sizes: list[int] = np.sort(np.bincount(board.regions.ravel())).tolist()
    return sizes


def describe_queens(board: Grid, placed: ArrayLike) -> list[Any]:
    r"""Return a placement as plain data: columns by row, or pairs where there are several stars.

    Parameters
    ----------
    board : Grid
        The board.
    placed : array_like
        The cells of the queens, in any form of `violations`.

    Returns
    -------
    list
        ``-1`` for a row without a queen; pairs also where a row has two.

    Raises
    ------
    InputError
        For queens that are not on the board.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_queens(Board.from_text("AB\nAB").grid, [(1, 0)])
    [-1, 0]
    """
    cells: list[Any] = solution_form(read_placement(board.n, placed), board.n, board.stars).tolist()
    return cells


def describe_cells(board: Grid, placed: ArrayLike | None = None) -> list[dict[str, Any]]:
    r"""Return a board as a list of cells, as a scraper of the puzzle's page writes it.

    Parameters
    ----------
    board : Grid
        The board, of one star a unit: the list cannot say how many.
    placed : array_like, optional
        The cells of the queens; their cells say so.

    Returns
    -------
    list of dict

    Raises
    ------
    InputError
        For a board of several stars, or queens that are not on it.

    Examples
    --------
    >>> from fastqueens.queens import Board
    >>> describe_cells(Board.from_text("A").grid, [0])
    [{'row': 0, 'col': 0, 'color': 'A', 'queen': True}]
    """
    if board.stars > 1 or board.rules.allow_empty_regions:
        what = f"{board.stars} stars" if board.stars > 1 else "at most one queen a region"
        raise InputError(f"found a board of {what}, which a list of cells cannot say")
    standing = set(read_placement(board.n, placed))
    return [
        {"row": r, "col": c, "color": board.labels[k]}
        | ({"queen": True} if (r, c) in standing else {})
        for r, row in enumerate(board.regions.tolist())
        for c, k in enumerate(row)
    ]


def _numbered(n: int, cells: Sequence[Cell]) -> list[str]:
    """Write a grid of 0 and 1, with the numbers of its rows and columns."""
    wide = len(str(n - 1))
    rows = [[int((r, c) in cells) for c in range(n)] for r in range(n)]
    above = " " * wide + "".join(f" {c:>{wide}}" for c in range(n))
    return [
        above,
        *(f"{r:>{wide}}" + "".join(f" {x:>{wide}}" for x in row) for r, row in enumerate(rows)),
    ]
