"""Boards as text: n lines of n visible characters, with named lines below.

A drawing may have axes, the names of its columns and rows. `text_facts` lists the named lines,
which follow after a blank line. Text in the styles "numbers", a grid of 0 and 1 with numbered rows
and columns, and "list", a line ``colour A at [0, 2]`` for each queen, shows only queens; the named
line ``regions:`` below has the board. Both styles count rows and columns from 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from fastqueens.input import Input, check_text
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.text_facts import (
    FACT,
    SUMMARY,
    FailAt,
    TextFacts,
    facts_below,
    read_facts,
)
from fastqueens.queens.formats.text_layouts import (
    Line,
    is_square,
    numbered_lines,
    read_queens_only,
    split_row,
    strip_axes,
)
from fastqueens.queens.grid.grid import MAX_N, Grid, assemble, assemble_letters
from fastqueens.queens.grid.placements import Cell, read_placement
from fastqueens.queens.grid.rules import Rules
from fastqueens.results import InputError
from fastqueens.validation import check_choice, plural

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["STYLES", "Style", "find_drawings", "read_queens_text", "to_text", "write_text"]

Style: TypeAlias = Literal["letters", "numbers", "list"]
STYLES: tuple[Style, ...] = ("letters", "numbers", "list")
_HEADING = re.compile(r"\S.*:")  # the name of a file in the output of a command


@dataclass(slots=True)
class _Drawing:
    """A board in a text: the lines of the board and the named lines below."""

    rows: list[Line]
    facts: list[Line] = field(default_factory=list)

    @property
    def first_line(self) -> int:
        return (self.rows or self.facts or [(0, "")])[0][0]


# ---- Reading -----------------------------------------------------------------------------------


def find_drawings(content: Input) -> list[FoundBoard]:
    r"""Find the drawings of boards in a text.

    Any visible character is a region. The module's docstring lists the lines that may follow a
    drawing.

    Examples
    --------
    >>> [found] = find_drawings(Input("R B B\nR R B\nY Y Y\n"))
    >>> found.read().labels, found.read().regions.tolist()
    (('R', 'B', 'Y'), [[0, 1, 1], [0, 0, 1], [2, 2, 2]])
    >>> [found] = find_drawings(Input("RBB\nRB\nYYY", "board.txt"))
    >>> found.read()
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: board.txt:2:3: found a row of 2 cells, expected 3
    """
    found = _split_drawings(content.text)
    if len(found) > 1 and not _is_complete(found[0]):  # it is one drawing with a blank line
        lines = list(enumerate(content.text.split("\n")))
        filled = [number for number, line in lines if line.strip(" \t")]
        found = [_Drawing(lines[filled[0] : filled[-1] + 1])]
    return [
        FoundBoard(
            k,
            partial(_read_drawing, drawing, content),
            partial(_fail_at_line, content, drawing.first_line),
        )
        for k, drawing in enumerate(found or [_Drawing([])], 1)
    ]


def _fail_at_line(content: Input, line: int, message: str, at: int = 0) -> InputError:
    """Make the error for a line of the content and an index in this line, both counted from 0."""
    return InputError(message, source=content.source, line=content.line + line, column=at + 1)


def _split_drawings(text: str) -> list[_Drawing]:
    """Split a text at blank lines into its boards, each with the named lines below it.

    The lines that commands print around boards are left out: the name of a file and the summary.
    """
    blocks: list[list[Line]] = []
    gap = True
    for number, line in enumerate(text.split("\n")):
        if not line.strip(" \t"):
            gap = True
        elif gap:
            blocks.append([(number, line)])
            gap = False
        else:
            blocks[-1].append((number, line))
    found: list[_Drawing] = []
    for block in blocks:
        first = FACT.fullmatch(block[0][1])
        if SUMMARY.fullmatch(block[0][1].strip()) and found:
            continue
        if first and first[1] == "regions" and not (found and _wants_regions(found[-1])):
            found.append(_Drawing([], block))
        elif first and found:
            found[-1].facts += block
        else:
            found.append(_Drawing(_strip_output_lines(block)))
    return found


def _wants_regions(drawing: _Drawing) -> bool:
    """Whether a drawing shows only queens and has no line ``regions:`` yet."""
    named = any(line.lstrip().startswith("regions:") for _, line in drawing.facts)
    return not named and read_queens_only(drawing.rows) is not None


def _strip_output_lines(block: list[Line]) -> list[Line]:
    """Remove the lines that a command printed directly above and below a board."""
    if len(block) > MAX_N + 4 or is_square(block):
        return block
    head = 1 if _HEADING.fullmatch(block[0][1].strip()) else 0
    tail = 1 if SUMMARY.fullmatch(block[-1][1].strip()) else 0
    inner = block[head : len(block) - tail]
    if inner and (head or tail) and _is_complete(_Drawing(inner)):
        return inner
    return block


def _is_complete(drawing: _Drawing) -> bool:
    """Whether a drawing seems to have all its lines."""
    rows = drawing.rows
    styled = not rows or read_queens_only(rows) is not None or strip_axes(rows) is not None
    return styled or is_square(rows)


def _read_drawing(drawing: _Drawing, content: Input) -> Grid:
    """Read the board of a drawing."""
    fail_at = partial(_fail_at_line, content)
    if not drawing.rows and not drawing.facts:
        found = "only blanks" if content.text else "nothing"
        raise fail_at(0, f"found {found}, expected n lines of n characters")
    if not drawing.facts and len(drawing.rows) > 1:
        simple = assemble_letters([line for _, line in drawing.rows], format="text")
        if simple is not None:
            return simple
    facts = read_facts(drawing.facts, fail_at)
    queens = read_queens_only(drawing.rows)
    rows, places = _split_rows(_find_rows(drawing, facts, queens, fail_at), fail_at)
    _replace_hashes(rows, facts, fail_at)

    def fail(message: str, row: int, column: int | None) -> InputError:
        number, columns = places[row]
        return fail_at(number, message, columns[column or 0])

    grid = assemble(rows, fail)
    placed = _read_placed(drawing, facts, queens or [], grid.n, fail_at)
    return replace(
        grid,
        labels=_read_labels(drawing, facts, grid.labels, fail_at),
        rules=Rules(facts.stars, facts.allow_empty_regions),
        placements=(tuple(sorted(placed)),) if placed else (),
        eliminated=_read_eliminated(facts, placed, grid.n, fail_at),
        format="text",
    )


def _find_rows(
    drawing: _Drawing, facts: TextFacts, queens: list[Cell] | None, fail_at: FailAt
) -> Sequence[tuple[int, int, str]]:
    """Return the rows of the board: line, column and text, without axes."""
    if facts.regions and queens is not None:
        return facts.regions
    if facts.regions:
        number, at, _ = facts.regions[0]
        message = "found regions below a board, expected them below a list of queens"
        raise fail_at(number, message, at)
    if queens is not None:
        raise fail_at(
            drawing.first_line,
            "found queens without a board, expected the rows of the board below, after a blank "
            "line: regions: AABB ...",
            0,
        )
    return strip_axes(drawing.rows) or [(number, 0, line) for number, line in drawing.rows]


def _split_rows(
    lines: Sequence[tuple[int, int, str]], fail_at: FailAt
) -> tuple[list[list[str]], list[tuple[int, list[int]]]]:
    """Split rows into cells; also return the line of each row and the column of each cell.

    The columns of each row have one more entry, which is the column of the end of the row.
    """
    rows: list[list[str]] = []
    places: list[tuple[int, list[int]]] = []
    # One row more than the limit `MAX_N` is read, so that the caller notices too many rows.
    for row, (number, start, line) in enumerate(lines[: MAX_N + 1]):

        def fail(message: str, at: int, number: int = number, start: int = start) -> InputError:
            return fail_at(number, message, start + at)

        cells, columns = split_row(line, fail)
        if not cells:
            raise fail_at(number, f"found a blank line, expected row {row + 1} of the board", 0)
        rows.append(cells)
        end = len(line.rstrip(" \t"))
        places.append((number, [start + at for at in [*columns, end]]))
    return rows, places


def _replace_hashes(rows: list[list[str]], facts: TextFacts, fail_at: FailAt) -> None:
    """Put the regions that the line ``queens:`` names into the cells of the queens."""
    for (r, c), region, number, at in facts.queens:
        if region and r < len(rows) and c < len(rows[r]):
            if rows[r][c] not in ("#", region):
                message = f"found region {region!r}, but the board has {rows[r][c]!r} there"
                raise fail_at(number, f"{message}, expected that region or '#'", at)
            rows[r][c] = region


def _read_placed(
    drawing: _Drawing, facts: TextFacts, queens: list[Cell], n: int, fail_at: FailAt
) -> list[Cell]:
    """Return the cells of all queens, without repetitions."""
    placed: list[Cell] = []
    for cell in queens:
        if max(cell) >= n or cell in placed:
            found = f"[{cell[0]}, {cell[1]}] off a board of {n} rows, or twice"
            raise fail_at(drawing.first_line, f"found a queen at {found}", 0)
        placed.append(cell)
    for cell, _, number, at in facts.queens:
        if max(cell) >= n:
            expected = f"expected a cell in its {plural(n, 'row')}"
            raise fail_at(number, f"found a queen off the board, {expected}", at)
        if cell in placed:
            raise fail_at(number, "found a second queen in this cell, expected one", at)
        placed.append(cell)
    return placed


def _read_eliminated(
    facts: TextFacts, placed: list[Cell], n: int, fail_at: FailAt
) -> tuple[Cell, ...]:
    """Return the cells that a player has ruled out, sorted."""
    eliminated: set[Cell] = set()
    for cell, number, at in facts.eliminated:
        if max(cell) >= n:
            expected = f"expected a cell in its {plural(n, 'row')}"
            raise fail_at(number, f"found a cell off the board, {expected}", at)
        if cell in eliminated or cell in placed:
            message = "found this cell again, or with a queen, expected it once"
            raise fail_at(number, message, at)
        eliminated.add(cell)
    return tuple(sorted(eliminated))


def _read_labels(
    drawing: _Drawing, facts: TextFacts, letters: tuple[str, ...], fail_at: FailAt
) -> tuple[str, ...]:
    """Return the labels of the regions."""
    for letter, (_, number) in facts.labels.items():
        if letter not in letters:
            raise fail_at(number, f"found no region {letter!r} on the board to label", 0)
    labels = tuple(facts.labels[x][0] if x in facts.labels else x for x in letters)
    if len(set(labels)) < len(labels):
        message = "found two regions with the same label, expected different labels"
        raise fail_at(drawing.facts[0][0], message, 0)
    return labels


def read_queens_text(text: str, *, source: str | None = None) -> list[Cell]:
    r"""Read queens without a board: a numbered grid of 0 and 1, or a list of cells.

    Parameters
    ----------
    text : str
        The text, in the style "numbers" or "list".
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    list of (row, column)
        Counted from 0.

    Raises
    ------
    InputError
        If `text` has neither form.

    Examples
    --------
    >>> read_queens_text("  0 1\n0 0 1\n1 0 0")
    [(0, 1)]
    >>> read_queens_text("colour A at [2, 0]\ncolour B at [0,1]")
    [(2, 0), (0, 1)]
    """
    found = _split_drawings(Input(check_text(text), source).text)
    cells = read_queens_only(found[0].rows) if len(found) == 1 else None
    if cells is None:
        raise InputError(
            "found neither a numbered grid of 0 and 1 nor lines like colour A at [0, 2]",
            source=source,
        )
    return cells


# ---- Writing -----------------------------------------------------------------------------------


def to_text(
    board: Grid,
    placed: ArrayLike | None = None,
    *,
    style: Style = "letters",
    eliminated: Sequence[Cell] = (),
) -> str:
    r"""Write a board, with queens if there are any, as text that can be read back.

    Parameters
    ----------
    board : Grid
        The board.
    placed : array_like, optional
        The cells of the queens, in any form of `violations`.
    style : {"letters", "numbers", "list"}
        A drawing with ``#`` for queens; a numbered grid with 1 for queens; or a line such as
        ``colour A at [0, 2]`` for each queen. The last two styles, which other programs write,
        count from 0 and have the board below in a line ``regions:``.
    eliminated : sequence of (row, column)
        Cells that a player has ruled out.

    Returns
    -------
    str
        Without a newline at its end.

    Raises
    ------
    InputError
        If the style is unknown or a queen is not on the board.

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
            lines = numbered_lines(board.n, cells)
        else:
            lines = [f"colour {rows[r][c]} at [{r}, {c}]" for r, c in cells]
    return "\n".join([*lines, *([""] if lines and facts else []), *facts])


def write_text(board: Grid, style: Style = "letters") -> str:
    """Write a board with its eliminated cells, once for each of its placements."""
    return "\n\n".join(
        to_text(board, placed, style=style, eliminated=board.eliminated)
        for placed in board.placements or ((),)
    )
