"""Boards as text: drawings, the named lines below them, and the styles of other programs.

A drawing is n lines of n visible characters, with or without axes. After a blank line may follow
lines that say what a drawing cannot:

    queens: c1=B a2=R           where queens stand; =B is the region of a cell that shows ``#``
    eliminated: a1 d2              cells that a player has ruled out
    stars: 2                    queens in each row, column and region
    allow empty regions: yes            whether a region may stay empty
    label A: rgba(1, 2, 3, 1)   what the region A was called, JSON where it cannot be seen
    note: Region E fits only    words for a person, as many lines as there are
    regions: RBBB RRBY ...      the rows of the board, below text that shows the queens only

The latter is of the styles "numbers", a grid of 0 and 1 with numbered rows and columns, and "list",
a line ``colour A at [0, 2]`` for each queen. Both count rows and columns from 0.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fastqueens.cell_names import column_name, read_cell
from fastqueens.input import plain
from fastqueens.queens.grid.grid import MAX_N, Grid, assemble
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import MAX_STARS, Rules
from fastqueens.results import InputError
from fastqueens.validation import describe, plural

__all__ = [
    "Drawing",
    "drawings",
    "grid_from_text",
    "is_complete",
    "read_drawing",
    "read_queens_text",
    "split_row",
]

_FACT = re.compile(
    r"[ \t]*(queens|eliminated|stars|allow empty regions|regions|note|label[ \t]+\S+):"
    r"(?=\s|$)[ \t]*(.*?)\s*"
)
_SELECTORS = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))  # how an emoji is drawn
_WORDS = re.compile(r"\S+")
_QUEENS = re.compile(r"[^\s,=]+=\S(?=[\s,]|$)|[^\s,]+")  # a region may be a comma
_SUMMARY = re.compile(r"\S.* · .*\d ms")  # the line with which a command ends what it prints
_HEADING = re.compile(r"\S.*:")  # the name of the file, above what a command prints of several
_LISTED = re.compile(
    r"[ \t]*colou?r\b(.*)\bat[ \t]*\[[ \t]*(\d{1,5})[ \t]*,[ \t]*(\d{1,5})[ \t]*\]\s*"
)


@dataclass(slots=True)
class Drawing:
    """A board in a text: its lines and the named lines below, each with its number from 0."""

    rows: list[tuple[int, str]]
    facts: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Facts:
    """What the named lines say. Queens with the line, the column and the region they name."""

    stars: int = 1
    allow_empty_regions: bool = False
    queens: list[tuple[Cell, str, int, int]] | None = None
    eliminated: list[tuple[Cell, int, int]] = field(default_factory=list)
    labels: dict[str, tuple[str, int]] = field(default_factory=dict)
    regions: list[tuple[int, int, str]] = field(default_factory=list)  # line, column, row


def grid_from_text(text: str, *, source: str | None = None) -> Grid:
    r"""Read a board drawn as n lines of n characters.

    Parameters
    ----------
    text : str
        The board. Any visible character is a region. The head of this module says what may stand
        below it.
    source : str, optional
        The name that errors give to the input.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If `text` is no such board. Lines and columns are those of `text`, counted from 1.

    Examples
    --------
    >>> grid = grid_from_text("R B B\nR R B\nY Y Y\n")
    >>> grid.labels
    ('R', 'B', 'Y')
    >>> grid.regions.tolist()
    [[0, 1, 1], [0, 0, 1], [2, 2, 2]]
    >>> grid_from_text("A#\nBB\n\nqueens: b1=A\nlabel B: sea").placements
    (((0, 1),),)
    >>> grid_from_text("RBB\nRB\nYYY", source="board.txt")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: board.txt:2:3: found a row of 2 cells, expected 3
    """
    text = plain(text)
    found = drawings(text)
    if not found:
        raise InputError(
            f"found {'only blanks' if text else 'nothing'}, expected n lines of n characters",
            source=source,
            line=1,
            column=1,
        )
    if len(found) == 1:
        return read_drawing(found[0], source=source)
    if is_complete(found[0]):
        raise InputError(
            f"found {len(found)} boards, expected one; read_boards reads them all, for commands "
            "board.txt:2 is the second of board.txt",
            source=source,
            line=_first_line(found[1]) + 1,
            column=1,
        )
    filled = [number for number, line in enumerate(text.split("\n")) if line.strip(" \t")]
    lines = list(enumerate(text.split("\n")))[filled[0] : filled[-1] + 1]
    return read_drawing(Drawing(lines), source=source)


def drawings(text: str) -> list[Drawing]:
    r"""Find the boards in a text: blocks of lines with blank lines around, and what is said below.

    What commands print around boards, the name of a file and the line that ends an answer, is
    left out.

    Parameters
    ----------
    text : str
        The text, with newlines only.

    Returns
    -------
    list of Drawing
        Not checked yet.

    Examples
    --------
    >>> [len(found.rows) for found in drawings("AB\nAB\n\nstars: 2\n\nA")]
    [2, 1]
    """
    blocks: list[list[tuple[int, str]]] = []
    gap = True
    for number, line in enumerate(text.split("\n")):
        if not line.strip(" \t"):
            gap = True
        elif gap:
            blocks.append([(number, line)])
            gap = False
        else:
            blocks[-1].append((number, line))
    found: list[Drawing] = []
    for block in blocks:
        first = _FACT.fullmatch(block[0][1])
        if _SUMMARY.fullmatch(block[0][1].strip()) and found:
            continue
        if first and first[1] == "regions" and not (found and _wants_regions(found[-1])):
            found.append(Drawing([], block))
        elif first and found:
            found[-1].facts += block
        else:
            found.append(Drawing(_without_talk(block)))
    return found


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
        If `text` is neither.

    Examples
    --------
    >>> read_queens_text("  0 1\n0 0 1\n1 0 0")
    [(0, 1)]
    >>> read_queens_text("colour A at [2, 0]\ncolour B at [0,1]")
    [(2, 0), (0, 1)]
    """
    found = drawings(plain(text))
    cells = _queens_only(found[0].rows) if len(found) == 1 else None
    if cells is None:
        raise InputError(
            "found neither a numbered grid of 0 and 1 nor lines like colour A at [0, 2]",
            source=source,
        )
    return cells


def read_drawing(drawing: Drawing, *, source: str | None = None) -> Grid:
    """Read a board that `drawings` has found, or raise `InputError`."""

    def fail_at(line: int, message: str, at: int) -> InputError:
        return InputError(message, source=source, line=line + 1, column=at + 1)

    facts = _read_facts(drawing.facts, fail_at)
    shown = _queens_only(drawing.rows)
    lines = [(number, 0, line) for number, line in drawing.rows]
    if facts.regions and shown is not None:
        lines = facts.regions
    elif facts.regions:
        number, at, _ = facts.regions[0]
        raise fail_at(
            number, "found regions below a board, expected them below a list of queens", at
        )
    elif shown is not None:
        raise fail_at(
            drawing.rows[0][0],
            "found queens without a board, expected the rows of one below, after a blank line: "
            "regions: AABB ...",
            0,
        )
    elif (numbered := _without_axes(drawing.rows)) is not None:
        lines = numbered
    rows: list[list[str]] = []
    places: list[tuple[int, list[int]]] = []
    # One row more than allowed is enough to see that there are too many.
    for row, (number, start, line) in enumerate(lines[: MAX_N + 1]):

        def fail_here(
            message: str, at: int, number: int = number, start: int = start
        ) -> InputError:
            return fail_at(number, message, start + at)

        cells, columns = split_row(line, fail_here)
        if not cells:
            raise fail_at(number, f"found a blank line, expected row {row + 1} of the board", 0)
        rows.append(cells)
        end = len(line.rstrip(" \t"))
        places.append((number, [start + at for at in [*columns, end]]))

    def fail(message: str, row: int, column: int | None) -> InputError:
        number, columns = places[row]
        return fail_at(number, message, columns[column or 0])

    for (r, c), region, number, at in facts.queens or []:
        if region and r < len(rows) and c < len(rows[r]):
            if rows[r][c] not in ("#", region):
                message = f"found region {region!r}, but the board has {rows[r][c]!r} there"
                raise fail_at(number, f"{message}, expected that or '#'", at)
            rows[r][c] = region
    grid = assemble(rows, fail)
    given: list[Cell] = []
    for cell in shown or []:
        if max(cell) >= len(rows) or cell in given:
            found = f"[{cell[0]}, {cell[1]}] off a board of {len(rows)} rows, or twice"
            raise fail_at(drawing.rows[0][0], f"found a queen at {found}", 0)
        given.append(cell)
    for cell, _, number, at in facts.queens or []:
        if max(cell) >= len(rows):
            n = plural(len(rows), "row")
            raise fail_at(number, f"found a queen off the board, expected one of its {n}", at)
        if cell in given:
            raise fail_at(number, "found a second queen in this cell, expected one", at)
        given.append(cell)
    eliminated: set[Cell] = set()
    for cell, number, at in facts.eliminated:
        if max(cell) >= len(rows):
            n = plural(len(rows), "row")
            raise fail_at(number, f"found a cell off the board, expected one of its {n}", at)
        if cell in eliminated or cell in given:
            raise fail_at(number, "found this cell again, or a queen in it, expected it once", at)
        eliminated.add(cell)
    for letter, (_, number) in facts.labels.items():
        if letter not in grid.labels:
            raise fail_at(number, f"found no region {letter!r} on the board to label", 0)
    labels = tuple(facts.labels[x][0] if x in facts.labels else x for x in grid.labels)
    if len(set(labels)) < len(labels):
        raise fail_at(drawing.facts[0][0], "found two regions of one label, expected one each", 0)
    return replace(
        grid,
        labels=labels,
        rules=Rules(facts.stars, facts.allow_empty_regions),
        placements=(tuple(sorted(given)),) if given else (),
        eliminated=tuple(sorted(eliminated)),
    )


def _read_facts(
    lines: Sequence[tuple[int, str]], fail_at: Callable[[int, str, int], InputError]
) -> _Facts:
    """Read the named lines below a drawing."""
    facts = _Facts()
    seen: set[str] = set()
    for number, line in lines:
        if _SUMMARY.fullmatch(line.strip()):
            continue
        found = _FACT.fullmatch(line)
        if not found:
            known = "queens, stars, eliminated, allow empty regions, regions, note or label X"
            raise fail_at(
                number, f"found {describe(line.strip())}, expected {known} and a colon", 0
            )
        name, value, at = found[1], found[2], found.start(2)
        if name == "note":
            continue
        if name in seen:
            raise fail_at(number, f"found {name} again, expected it once", 0)
        seen.add(name)
        if name == "stars":
            if value not in map(str, range(1, MAX_STARS + 1)):
                known = f"1 to {MAX_STARS}"
                raise fail_at(number, f"found {describe(value)} as stars, expected {known}", at)
            facts.stars = int(value)
        elif name == "allow empty regions":
            if value not in ("yes", "no"):
                raise fail_at(number, f"found {describe(value)}, expected yes or no", at)
            facts.allow_empty_regions = value == "yes"
        elif name == "queens":
            facts.queens = [
                _queen(word, number, found.start(2) + start, fail_at)
                for start, word in _split(_QUEENS, value)
            ]
        elif name == "eliminated":
            for start, word in _split(_WORDS, value):
                if (cell := read_cell(word)) is None:
                    message = f"found {describe(word)}, expected a cell as in c1"
                    raise fail_at(number, message, at + start)
                facts.eliminated.append((cell, number, at + start))
        elif name == "regions":
            facts.regions = [(number, at + k, word) for k, word in _split(_WORDS, value)]
            if not facts.regions:
                raise fail_at(number, "found no rows, expected regions: AABB ...", at)
        else:
            facts.labels[name.split()[1]] = _label(value, number, at, fail_at), number
    return facts


def _split(words: re.Pattern[str], text: str) -> list[tuple[int, str]]:
    """Return the words of a text with their places."""
    return [(found.start(), found[0]) for found in words.finditer(text)]


def _queen(
    word: str, number: int, at: int, fail_at: Callable[[int, str, int], InputError]
) -> tuple[Cell, str, int, int]:
    """Read a queen, c1 or c1=B."""
    name, equals, region = word.partition("=")
    cell = read_cell(name)
    if cell is None or (equals and len(region) != 1):
        expected = "expected a cell as in c1, or one with its region as in c1=B"
        raise fail_at(number, f"found {describe(word)}, {expected}", at)
    return cell, region, number, at


def _label(value: str, number: int, at: int, fail_at: Callable[[int, str, int], InputError]) -> str:
    """Read a label: as it stands, or a JSON string."""
    if not value.startswith('"'):
        return value
    try:
        label = json.loads(value)
    except ValueError:
        label = None
    if not isinstance(label, str):
        raise fail_at(number, f"found {describe(value)}, expected a string as in JSON", at)
    return label


def _cells_in(line: str) -> int:
    """Return about how many cells a line has, looking no further than it must."""
    return len("".join(line[: 4 * MAX_N].translate(_SELECTORS).split()))


def _is_square(rows: Sequence[tuple[int, str]]) -> bool:
    return len(rows) <= MAX_N and all(_cells_in(line) == len(rows) for _, line in rows)


def is_complete(drawing: Drawing) -> bool:
    """Whether a drawing looks as if no line were missing."""
    rows = drawing.rows
    styled = not rows or _queens_only(rows) is not None or _without_axes(rows) is not None
    return styled or _is_square(rows)


def _first_line(drawing: Drawing) -> int:
    return (drawing.rows or drawing.facts)[0][0]


def _wants_regions(drawing: Drawing) -> bool:
    """Whether a drawing shows queens without a board, and no regions have followed yet."""
    said = any(line.lstrip().startswith("regions:") for _, line in drawing.facts)
    return not said and _queens_only(drawing.rows) is not None


def _without_talk(block: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out what a command printed straight above and below a board."""
    if len(block) > MAX_N + 4 or _is_square(block):
        return block
    head = 1 if _HEADING.fullmatch(block[0][1].strip()) else 0
    tail = 1 if _SUMMARY.fullmatch(block[-1][1].strip()) else 0
    inner = block[head : len(block) - tail]
    if inner and (head or tail) and is_complete(Drawing(inner)):
        return inner
    return block


def _queens_only(rows: Sequence[tuple[int, str]]) -> list[Cell] | None:
    """Read text that shows queens and no regions; None if it is no such text."""
    if not rows or len(rows) > 4 * MAX_N:
        return [] if not rows else None
    listed = [_LISTED.fullmatch(line) for _, line in rows]
    if all(listed):
        return [(int(found[2]), int(found[3])) for found in listed if found]
    words = [line.split() for _, line in rows]
    n = len(words) - 1
    if n < 1 or words[0] != [str(column) for column in range(n)]:
        return None
    for row, line in enumerate(words[1:]):
        if line[:1] != [str(row)] or len(line) != n + 1 or not set(line[1:]) <= {"0", "1"}:
            return None
    return [(r, c) for r, line in enumerate(words[1:]) for c, x in enumerate(line[1:]) if x == "1"]


def _without_axes(rows: Sequence[tuple[int, str]]) -> list[tuple[int, int, str]] | None:
    """Take the names of columns and rows off a drawing; None if it has none.

    A cell stands below its column's name, so that a mark beside it is none.
    """
    heads = next((k for k, (_, line) in enumerate(rows[:4]) if line.split()[:1] == ["1"]), 0)
    n = len(rows) - heads
    if not heads or not 1 <= n <= MAX_N:
        return None
    above = [line for _, line in rows[:heads]]  # names of two letters stand upright
    places = [found.start() for found in re.finditer(r"\S", above[-1])]
    names = ["".join(line[place : place + 1] for line in above).strip() for place in places]
    if names != [column_name(column) for column in range(n)]:
        return None
    found = []
    for row, (number, line) in enumerate(rows[heads:], 1):
        if line[: places[0]].strip() != str(row):
            return None
        cells = "".join(line[place : place + 1] for place in places)
        found.append((number, places[0], cells))
    return found


def split_row(line: str, fail: Callable[[str, int], InputError]) -> tuple[list[str], list[int]]:
    """Split a line into its visible characters and their indices; stop soon after MAX_N."""
    cells: list[str] = []
    starts: list[int] = []
    for at, character in enumerate(line):
        if character in " \t":
            continue
        selector = character in "\ufe0e\ufe0f"
        if selector and starts and starts[-1] == at - 1:
            continue  # says how the character before is drawn: phones put it after emoji squares
        if selector or not character.isprintable():
            name = unicodedata.name(character, "")
            code = f"U+{ord(character):04X}{' ' if name else ''}{name}"
            raise fail(
                f"found the invisible character {code}, "
                "expected visible characters, spaces and tabs",
                at,
            )
        cells.append(character)
        starts.append(at)
        if len(cells) > MAX_N:
            break
    return cells, starts
