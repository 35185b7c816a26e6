"""Boards in saved pages: elements whose colours, classes or attributes name their regions.

The page's scripts are not run and nothing is loaded. The cells of a board are elements of the same
kind that stand side by side within one element, or in n rows of n. The region of a cell is, in this
order: its background colour, from its style or from a rule of the page that names its class or id;
a class such as ``cell-color-3``; an attribute such as ``data-region``; the colour in its
``aria-label``; all its classes. A source counts if it gives as many regions as the board has rows,
and two such sources must agree. Attributes such as ``data-row`` and ``data-col`` or
``id="cell-3-4"`` say where a cell stands; without them the order in the page does. Queens and
crosses in cells are read if they can be told apart.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html.parser import HTMLParser
from math import isqrt
from typing import TypeAlias

from fastqueens import input_limits as limits
from fastqueens.input import Input, check_size
from fastqueens.queens.formats.colorregions import find_levels, has_levels
from fastqueens.queens.formats.found_board import FoundBoard
from fastqueens.queens.formats.written_boards import find_written_boards, has_written_boards
from fastqueens.queens.grid.grid import MAX_N, Grid, assemble
from fastqueens.queens.grid.placements import Cell
from fastqueens.results import InputError
from fastqueens.validation import plural

__all__ = ["find_page_boards"]

_LEAST = 4  # the fewest rows of a board
_DEEPEST = 200  # elements in each other
_VOID = frozenset(
    ("area", "base", "br", "circle", "col", "embed", "hr", "img", "input", "link", "meta", "param",
     "path", "source", "track", "use", "wbr")
)  # fmt: skip
_CELL_TAGS = {"td", "th"}
_CLOSES = {"td": _CELL_TAGS, "th": _CELL_TAGS, "tr": _CELL_TAGS | {"tr"}, "li": {"li"}}
_DECLARED = re.compile(
    r"(?:^|[;{\s])(?:background(?:-color)?|fill|--[\w-]*colou?r[\w-]*)\s*:\s*([^;}]+)",
    re.IGNORECASE,
)
_COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)|var\(--[\w-]+\)"
    r"|(?<![\w(-])[a-z]{3,20}(?![\w(-])",
    re.IGNORECASE,
)
_NO_COLOURS = frozenset(
    ("auto", "bottom", "center", "contain", "cover", "currentcolor", "fixed", "important",
     "inherit", "initial", "left", "none", "repeat", "revert", "right", "scroll", "top",
     "transparent", "unset", "url")
)  # fmt: skip
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"([a-zA-Z][\w-]*)?((?:[.#][\w-]+|\[[^\]]*\])*)")
_REGION_WORD = re.compile(r"colou?r|region|area|zone|cage|group", re.IGNORECASE)
_CLASS = re.compile(
    r"((?:.*[-_])?(?:colou?r|region|area|zone|cage|group|bg))[-_]?([\w-]+)", re.IGNORECASE
)
_SPOKEN = re.compile(r"colou?r\s+([^,;]+)", re.IGNORECASE)
_SPOKEN_PLACE = re.compile(r"row\s+(\d{1,3}).{0,12}?col(?:umn)?\s+(\d{1,3})", re.IGNORECASE)
_ID_PLACE = re.compile(r"(?:^|.*\D)(\d{1,3})[-_,](\d{1,3})$")
_QUEEN = re.compile(r"queen|crown|\bstar\b|[♕♛👑★⭐]", re.IGNORECASE)
_CROSS = re.compile(r"\bcross(?:ed)?\b|^[x\u00d7✕✖✗✘❌•·.]$", re.IGNORECASE)
_HIDDEN = re.compile(r"visibility\s*:\s*hidden|display\s*:\s*none|opacity\s*:\s*0\s*(?:;|$)", re.I)

_Attributes: TypeAlias = dict[str, str]


# ---- The elements ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Element:
    """An element of a page that may be a cell, or that has such elements in it."""

    number: int
    tag: str
    attributes: _Attributes
    parent: _Element | None
    depth: int
    place: tuple[int, int]  # line from 1 and column from 0
    signs: list[str] = field(default_factory=list)  # what is shown in it: texts and symbols
    regions: dict[str, str] = field(default_factory=dict)  # by the kind of the source

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


class _Page(HTMLParser):
    """Collects the elements of a page and the rules of its styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[_Element] = []
        self.styles: list[str] = []
        self._open: list[_Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        closes = _CLOSES.get(tag, ())
        while self._open and self._open[-1].tag in closes:
            self._open.pop()
        attributes = {key: value or "" for key, value in reversed(attrs)}
        if tag in ("img", "svg", "use", "i", "span") and not _is_hidden(self._open, attributes):
            words = " ".join(attributes.get(key, "") for key in ("class", "src", "alt", "href"))
            self._show(words)
        parent = self._open[-1] if self._open else None
        element = _Element(
            len(self.elements), tag, attributes, parent, len(self._open), self.getpos()
        )
        self.elements.append(element)
        if tag not in _VOID and len(self._open) < _DEEPEST:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self._open and self._open[-1] is self.elements[-1]:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        for k in range(len(self._open) - 1, -1, -1):
            if self._open[k].tag == tag:
                del self._open[k:]
                return

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].tag == "style":
            self.styles.append(data)
        elif self._open and self._open[-1].tag != "script" and data.strip():
            self._show("" if _is_hidden(self._open, {}) else data.strip()[:40])

    def _show(self, sign: str) -> None:
        for element in self._open[-4:]:  # a sign is at most a few elements below its cell
            if sign.strip() and len(element.signs) < 4:
                element.signs.append(sign)


def _is_hidden(opened: Sequence[_Element], attributes: _Attributes) -> bool:
    styles = [attributes.get("style", ""), *(x.attributes.get("style", "") for x in opened[-3:])]
    return "hidden" in attributes or any(map(_HIDDEN.search, styles))


# ---- Regions -----------------------------------------------------------------------------------


def _colour_in(declarations: str) -> str | None:
    """Return the background colour of declarations, in one spelling; None without a colour."""
    found = None
    for value in _DECLARED.findall(declarations):
        words = [x for x in _COLOUR.findall(value) if x.lower() not in _NO_COLOURS]
        found = _plain_colour(words[0]) if words else None
    return found


def _plain_colour(colour: str) -> str:
    """Return one spelling for the notations of a colour in red, green and blue."""
    colour = colour.lower()
    digits = colour[1:]
    if colour[0] == "#" and len(digits) in (3, 4):
        digits = "".join(2 * x for x in digits)
    if colour[0] == "#" and len(digits) in (6, 8):
        red, green, blue = (int(digits[k : k + 2], 16) for k in (0, 2, 4))
        return f"rgb({red}, {green}, {blue})"
    numbers = re.findall(r"[\d.]+%?", colour)
    if colour.startswith("rgb") and len(numbers) >= 3:
        return f"rgb({', '.join(numbers[:3])})"
    return colour


_Rule: TypeAlias = tuple[str, frozenset[str], str, str]  # tag, classes, id, colour


def _rules(styles: Sequence[str]) -> list[_Rule]:
    """Return the rules that give colours; of a selector only the last part is used."""
    rules: list[_Rule] = []
    text = re.sub(r"/\*.*?\*/", "", "\n".join(styles), flags=re.DOTALL)
    for selectors, declarations in _RULE.findall(text):
        colour = _colour_in(declarations)
        if colour is None:
            continue
        for selector in selectors.rpartition("}")[2].split(","):
            last = (selector.replace(">", " ").split() or [""])[-1]
            found = _COMPOUND.fullmatch(last)
            if not found or "[" in last or not last:
                continue
            names = re.findall(r"([.#])([\w-]+)", found[2])
            classes = frozenset(name for sign, name in names if sign == ".")
            identity = next((name for sign, name in names if sign == "#"), "")
            if classes or identity:
                rules.append((found[1] or "", classes, identity, colour))
    return rules


def _name_regions(page: _Page) -> list[_Element]:
    """Find the possible regions of each element; return the elements that may be cells."""
    by_name: dict[str, list[tuple[int, _Rule]]] = {}
    for order, rule in enumerate(_rules(page.styles)):
        key = f"#{rule[2]}" if rule[2] else f".{min(rule[1])}"
        by_name.setdefault(key, []).append((order, rule))
    for element in page.elements:
        attributes, classes = element.attributes, element.classes
        regions = element.regions
        colour = _colour_in(attributes.get("style", ""))
        for key in ("bgcolor", "fill"):
            if colour is None and _COLOUR.fullmatch(attributes.get(key, "").strip()):
                colour = _colour_in(f"fill:{attributes[key]}")
        names = [f".{x}" for x in classes] + [f"#{attributes.get('id', '')}"]
        rules = [x for name in names for x in by_name.get(name, ())]
        fits = [
            (len(rule[1]) + 10 * bool(rule[2]), order, rule[3])
            for order, rule in rules
            if rule[0] in ("", element.tag)
            and rule[1] <= set(classes)
            and rule[2] in ("", attributes.get("id"))
        ]
        if colour is None and fits:
            colour = max(fits)[2]
        if colour is not None:
            regions["background"] = colour
        for family, value in (x.groups() for x in map(_CLASS.fullmatch, classes) if x):
            regions.setdefault(f"class {family}", value)
        for key, value in attributes.items():
            if key.startswith("data-") and _REGION_WORD.search(key) and value.strip():
                regions[key] = value.strip()[:60]
        if spoken := _SPOKEN.search(attributes.get("aria-label", "")):
            regions["aria-label"] = spoken[1].strip()[:60]
        if classes:
            regions["classes"] = " ".join(sorted(classes))
    return [x for x in page.elements if x.regions or x.tag in _CELL_TAGS]


# ---- Boards ------------------------------------------------------------------------------------


def find_page_boards(content: Input) -> list[FoundBoard]:
    """Find the boards of a page; without cells, the lists in its scripts are looked at.

    Examples
    --------
    >>> row = "".join(f'<td style="background: #{k}{k}{k}"></td>' for k in range(4))
    >>> [found] = find_page_boards(Input(f"<table>{f'<tr>{row}</tr>' * 4}</table>"))
    >>> found.read().rows()
    ['ABCD', 'ABCD', 'ABCD', 'ABCD']
    """
    check_size(content.data, "a page", limits.PAGE, source=content.source)
    page = _Page()
    try:
        page.feed(content.text)
        page.close()
    except (AssertionError, ValueError, IndexError):
        raise InputError("found a damaged page, expected HTML", source=content.source) from None
    boards = _boards(_name_regions(page))
    if boards:
        return [
            FoundBoard(k, partial(_read_board, content, cells), partial(_fail, content, cells[0]))
            for k, cells in enumerate(boards, 1)
        ]
    scripts = Input(html.unescape(content.text), content.source)
    if has_levels(scripts):
        return find_levels(scripts)
    for kind in ("colorgrid", "celllists", "matrix"):
        if has_written_boards(kind, scripts):
            return find_written_boards(kind, scripts)
    raise content.error_at(
        "found a page without a board, expected n * n elements with colours of their own; "
        "a picture of the page may be read instead",
        0,
    )


def _fail(content: Input, element: _Element, message: str) -> InputError:
    line, column = element.place
    return InputError(
        message, source=content.source, line=content.line + line - 1, column=column + 1
    )


def _boards(elements: Sequence[_Element]) -> list[list[_Element]]:
    """Return the cells of each board, in the order of the page."""
    alike: dict[tuple[int, str], list[_Element]] = {}
    for element in elements:
        alike.setdefault((element.depth, element.tag), []).append(element)
    found: list[list[_Element]] = []
    doubtful: list[list[_Element]] = []  # squares of cells with another number of regions
    for group in alike.values():
        waiting = [group]
        while waiting:
            cells = waiting.pop()
            if len(cells) < _LEAST**2:
                continue
            parts = _parts(cells)
            square = _is_square(cells, parts)
            if square and _region_labels(cells):
                found.append(cells)
                continue
            if square and len(_sources(cells)) > len(_sources(cells, ("classes",))):
                doubtful.append(cells)
            if len(parts) > 1:
                waiting += parts
    return _drop_inner(found or doubtful)


def _parts(cells: Sequence[_Element]) -> list[list[_Element]]:
    """Divide cells among the children of the smallest element that has all of them."""
    first, last = cells[0], cells[-1]
    depth = first.depth
    while first is not last and first.parent is not None and last.parent is not None:
        first, last, depth = first.parent, last.parent, depth - 1
    if first is not last:  # they have no common element
        depth -= 1
    parts: dict[int, list[_Element]] = {}
    for cell in cells:
        child = cell
        while child.depth > depth + 1 and child.parent is not None:
            child = child.parent
        parts.setdefault(child.number, []).append(cell)
    return list(parts.values())


def _is_square(cells: Sequence[_Element], parts: Sequence[Sequence[_Element]]) -> bool:
    """Whether cells stand side by side, n * n of them, or in n rows of n."""
    n = isqrt(len(cells))
    if n * n != len(cells) or not _LEAST <= n <= MAX_N:
        return False
    if len(parts) == len(cells):
        return True
    return len(parts) == n and all(len(row) == n == len(_parts(row)) for row in parts)


def _sources(cells: Sequence[_Element], only: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return the regions of the cells from each source that tells at least two regions apart.

    A source may leave out some cells, which are then one region: the cells without a colour.
    """
    counts = Counter(source for cell in cells for source in cell.regions)
    labels = {
        source: [cell.regions.get(source, "none") for cell in cells]
        for source in sorted(counts, key=_rank)
        if 2 * counts[source] >= len(cells) and (not only or source in only)
    }
    return {source: found for source, found in labels.items() if len(set(found)) > 1}


def _rank(source: str) -> tuple[bool, bool, bool, str]:
    weak = source == "classes"
    return weak, source != "background", not source.startswith("class "), source


def _region_labels(cells: Sequence[_Element]) -> dict[str, list[str]]:
    """Return the regions of the cells from each source that has n of them.

    All classes of a cell together are used only if no other source has n regions.
    """
    n = isqrt(len(cells))
    found = {key: labels for key, labels in _sources(cells).items() if len(set(labels)) == n}
    strong = {key: labels for key, labels in found.items() if key != "classes"}
    return strong or found


def _drop_inner(boards: Sequence[list[_Element]]) -> list[list[_Element]]:
    """Drop boards whose cells stand within the cells of another board."""
    known: set[int] = set()
    kept = []
    for cells in sorted(boards, key=lambda x: x[0].depth):
        above = cells[0].parent
        while above is not None and above.number not in known:
            above = above.parent
        if above is None:
            kept.append(cells)
            known.update(cell.number for cell in cells)
    return sorted(kept, key=lambda x: x[0].number)


# ---- Reading -----------------------------------------------------------------------------------


def _read_board(content: Input, cells: Sequence[_Element]) -> Grid:
    """Read a board from its cells."""
    n = isqrt(len(cells))
    placed = _places(cells, n)
    rows = [[placed[r, c] for c in range(n)] for r in range(n)]

    def fail_cell(message: str, row: int, column: int | None) -> InputError:
        return _fail(content, rows[row][column or 0], message)

    grids: dict[str, Grid] = {}
    for source, labels in _region_labels(cells).items():
        by_cell = dict(zip((cell.number for cell in cells), labels, strict=True))
        grids[source] = assemble([[by_cell[x.number] for x in row] for row in rows], fail_cell)
    if not grids:
        source, labels = next(iter(_sources(cells).items()))
        found = f"found {plural(len(cells), 'cell')} with {plural(len(set(labels)), 'region')}"
        message = f"{found} by their {source}, expected {n}, one for each row"
        raise _fail(content, cells[0], message)
    first, *others = grids
    for other in others:
        if grids[other].regions.tolist() != grids[first].regions.tolist():
            message = f"found different regions by the {first} and by the {other} of the cells"
            raise _fail(content, cells[0], f"{message}, expected the same")
    queens, crosses = _marks(rows)
    return replace(
        grids[first],
        placements=(queens,) if queens else (),
        eliminated=crosses,
        format="html",
    )


def _places(cells: Sequence[_Element], n: int) -> dict[Cell, _Element]:
    """Return the cell at each place: from attributes or, without them, from the order."""
    for read in (_place_of_data, _place_of_label, _place_of_id, _place_on_screen):
        found = [read(cell, n) for cell in cells]
        places = [x for x in found if x is not None]
        if read is _place_on_screen and places:  # only the order of distances counts
            tops, lefts = ({x: k for k, x in enumerate(sorted({place[axis] for place in places}))}
                           for axis in (0, 1))  # fmt: skip
            places = [(tops[top], lefts[left]) for top, left in places]
        if len(places) == len(cells) == len(set(places)):
            first = min(min(place) for place in places)
            if first in (0, 1) and max(max(place) for place in places) == first + n - 1:
                return {
                    (r - first, c - first): cell for (r, c), cell in zip(places, cells, strict=True)
                }
    return {divmod(k, n): cell for k, cell in enumerate(cells)}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 5 else None


def _place_of_data(cell: _Element, n: int) -> Cell | None:
    attributes = cell.attributes
    row = next((attributes[x] for x in ("data-row", "data-r", "data-y") if x in attributes), None)
    column = next((attributes[x] for x in ("data-col", "data-column", "data-c", "data-x")
                   if x in attributes), None)  # fmt: skip
    r, c = _number(row), _number(column)
    if r is not None and c is not None:
        return r, c
    index = next((attributes[x] for x in ("data-cell-idx", "data-index", "data-idx")
                  if x in attributes), None)  # fmt: skip
    k = _number(index)
    return None if k is None else divmod(k, n)


def _place_of_label(cell: _Element, n: int) -> Cell | None:
    found = _SPOKEN_PLACE.search(cell.attributes.get("aria-label", ""))
    return (int(found[1]), int(found[2])) if found else None


def _place_of_id(cell: _Element, n: int) -> Cell | None:
    found = _ID_PLACE.fullmatch(cell.attributes.get("id", ""))
    return (int(found[1]), int(found[2])) if found else None


def _place_on_screen(cell: _Element, n: int) -> Cell | None:
    """Return the distances from the top and from the left, from SVG or from styles."""
    style, attributes = cell.attributes.get("style", ""), cell.attributes
    found = [re.search(rf"(?:^|[;\s])(?:{names})\s*:\s*(-?\d{{1,6}})", style)
             for names in ("top|grid-row(?:-start)?", "left|grid-column(?:-start)?")]  # fmt: skip
    if found[0] and found[1]:
        return int(found[0][1]), int(found[1][1])
    numbers = [re.match(r"-?\d{1,6}", attributes.get(x, "").strip()) for x in ("y", "x")]
    return (int(numbers[0][0]), int(numbers[1][0])) if numbers[0] and numbers[1] else None


def _marks(rows: Sequence[Sequence[_Element]]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the queens and the crosses in the cells.

    Both are left out if more cells have a queen than there are rows, because the page then keeps
    the symbols of empty cells and hides them in a way that is not read here.
    """
    queens: list[Cell] = []
    crosses: list[Cell] = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            spoken = cell.attributes.get("aria-label", "").split(" of ")[0]
            signs = [spoken] if spoken else cell.signs
            if any(map(_QUEEN.search, signs)):
                queens.append((r, c))
            elif any(map(_CROSS.search, signs)):
                crosses.append((r, c))
    if len(queens) > len(rows) or len(crosses) > len(rows) ** 2 - len(rows):
        return (), ()
    return tuple(queens), tuple(crosses)
