"""The named lines below a drawing, such as ``stars: 2``: reading and writing.

::

    queens: c1=B a2=R           queens; =B is the region of a cell that the drawing shows as ``#``
    eliminated: a1 d2           cells that a player has ruled out
    stars: 2                    queens in each row, column and region
    allow empty regions: yes    whether a region may stay empty
    label A: rgba(1, 2, 3, 1)   the label of region A; a JSON string if it is not readable
    note: Region E fits only    a text for people, which is not read; there may be several
    regions: RBBB RRBY ...      the rows of the board, below text that shows only queens
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from fastqueens.cell_names import cell_name, read_cell
from fastqueens.queens.formats.text_layouts import Line
from fastqueens.queens.grid.grid import Grid
from fastqueens.queens.grid.placements import Cell
from fastqueens.queens.grid.rules import MAX_STARS
from fastqueens.results import InputError
from fastqueens.validation import describe

__all__ = ["FACT", "SUMMARY", "FailAt", "TextFacts", "facts_below", "read_facts"]

FACT = re.compile(
    r"[ \t]*(queens|eliminated|stars|allow empty regions|regions|note|label[ \t]+\S+):"
    r"(?=\s|$)[ \t]*(.*?)\s*"
)
SUMMARY = re.compile(r"\S.* · .*\d ms")  # the last line of the output of a command
_WORD = re.compile(r"\S+")
_QUEEN = re.compile(r"[^\s,=]+=\S(?=[\s,]|$)|[^\s,]+")  # a region may have a comma as its letter

# Makes the error for a line, a message and an index of the line, both counted from 0.
FailAt: TypeAlias = Callable[[int, str, int], InputError]


@dataclass(slots=True)
class TextFacts:
    """The values of the named lines, with their places: the line and the column, from 0.

    Attributes
    ----------
    stars : int
        Queens in each unit.
    allow_empty_regions : bool
        Whether a region may stay empty.
    queens : list of (cell, region, line, column)
        The queens; the region is "" if the text does not name it.
    eliminated : list of (cell, line, column)
        The cells that a player has ruled out.
    labels : dict
        For each letter of a region: its label, and the line that states the label.
    regions : list of (line, column, row)
        The rows of the board.
    """

    stars: int = 1
    allow_empty_regions: bool = False
    queens: list[tuple[Cell, str, int, int]] = field(default_factory=list)
    eliminated: list[tuple[Cell, int, int]] = field(default_factory=list)
    labels: dict[str, tuple[str, int]] = field(default_factory=dict)
    regions: list[tuple[int, int, str]] = field(default_factory=list)


def read_facts(lines: Sequence[Line], fail_at: FailAt) -> TextFacts:
    """Read the named lines below a drawing, or raise `InputError`."""
    facts = TextFacts()
    seen: set[str] = set()
    for number, line in lines:
        if SUMMARY.fullmatch(line.strip()):
            continue
        found = FACT.fullmatch(line)
        if not found:
            known = "queens, stars, eliminated, allow empty regions, regions, note or label X"
            raise fail_at(
                number, f"found {describe(line.strip())}, expected {known} and a colon", 0
            )
        name = found[1]
        if name == "note":
            continue
        if name in seen:
            raise fail_at(number, f"found {name} again, expected it once", 0)
        seen.add(name)
        _read_fact(facts, name, found[2], number, found.start(2), fail_at)
    return facts


def _read_fact(
    facts: TextFacts, name: str, value: str, number: int, at: int, fail_at: FailAt
) -> None:
    """Read the value of a named line, which begins at an index of the line."""
    if name == "stars":
        if value not in map(str, range(1, MAX_STARS + 1)):
            expected = f"expected 1 to {MAX_STARS}"
            raise fail_at(number, f"found {describe(value)} as stars, {expected}", at)
        facts.stars = int(value)
    elif name == "allow empty regions":
        if value not in ("yes", "no"):
            raise fail_at(number, f"found {describe(value)}, expected yes or no", at)
        facts.allow_empty_regions = value == "yes"
    elif name == "queens":
        for found in _QUEEN.finditer(value):
            place = number, at + found.start()
            facts.queens.append((*_read_queen(found[0], *place, fail_at), *place))
    elif name == "eliminated":
        for found in _WORD.finditer(value):
            if (cell := read_cell(found[0])) is None:
                message = f"found {describe(found[0])}, expected a cell as in c1"
                raise fail_at(number, message, at + found.start())
            facts.eliminated.append((cell, number, at + found.start()))
    elif name == "regions":
        facts.regions = [(number, at + found.start(), found[0]) for found in _WORD.finditer(value)]
        if not facts.regions:
            raise fail_at(number, "found no rows, expected regions: AABB ...", at)
    else:
        facts.labels[name.split()[1]] = _read_label(value, number, at, fail_at), number


def _read_queen(word: str, number: int, at: int, fail_at: FailAt) -> tuple[Cell, str]:
    """Read a queen, such as c1 or c1=B; return its cell and its region, "" without a region."""
    name, equals, region = word.partition("=")
    cell = read_cell(name)
    if cell is None or (equals and len(region) != 1):
        expected = "expected a cell as in c1, or a cell with its region as in c1=B"
        raise fail_at(number, f"found {describe(word)}, {expected}", at)
    return cell, region


def _read_label(value: str, number: int, at: int, fail_at: FailAt) -> str:
    """Read a label: plain text or a JSON string."""
    if not value.startswith('"'):
        return value
    try:
        label = json.loads(value)
    except ValueError:
        label = None
    if not isinstance(label, str):
        raise fail_at(number, f"found {describe(value)}, expected a string as in JSON", at)
    return label


def facts_below(
    board: Grid, placed: Sequence[Cell] = (), eliminated: Sequence[Cell] = ()
) -> list[str]:
    r"""Return the named lines below a drawing.

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
