"""How an exact cover is given: lists of names or a matrix, made into the arrays of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, cast

import numpy as np

from fastqueens.results import InputError
from fastqueens.validation import array_of, check_items, is_whole, shown_array

__all__ = ["Builder", "Coloured", "from_lists", "from_matrix", "show"]


class Coloured(NamedTuple):
    """A secondary item with a colour, in an option.

    Options that agree on the colour of an item may share it.

    Examples
    --------
    >>> red, blue = Coloured("x", "red"), Coloured("x", "blue")
    >>> from fastqueens.cover import ExactCover
    >>> cover = ExactCover([["a", red], ["b", red], ["b", blue]], secondary=["x"])
    >>> cover.first(2)
    [[0, 1]]
    """

    item: Hashable
    colour: Hashable

    def __str__(self) -> str:
        return f"{self.item}:{self.colour}"


class Builder:
    """Puts the arrays of the kernel together, and finds what is wrong.

    Parameters
    ----------
    fail : callable
        Makes an error from a message and a place: for text, (line, column).
    """

    def __init__(self, fail: Callable[[str, Any], InputError]) -> None:
        self.fail = fail
        self.number: dict[Hashable, int] = {}  # of the items, the primary ones first
        self.primary = 0
        self.start = [0]
        self.item: list[int] = []
        self.colour: list[int] = []
        self.colours: dict[Hashable, int] = {}
        self.places: list[Any] = []  # of the primary items

    def name(self, name: Hashable, place: Any, *, primary: bool) -> None:
        """Add an item, the primary ones first."""
        if name in self.number:
            raise self.fail(f"item {show(name)} is named twice", place)
        self.number[name] = len(self.number)
        if primary:
            self.primary += 1
            self.places.append(place)

    def add(self, entries: Iterable[tuple[Hashable, Hashable | None, Any]], place: Any) -> None:
        """Add an option: (item, colour or None, place) for each of its entries."""
        before = len(self.item)
        seen: set[int] = set()
        for name, colour, where in entries:
            number = self.number.get(name)
            if number is None:
                raise self.fail(f"found {show(name)}, expected one of the items", where)
            if number in seen:
                raise self.fail(f"item {show(name)} is twice in this option", where)
            if colour is not None and number < self.primary:
                raise self.fail(
                    f"item {show(name)} is primary and has the colour {show(colour)}, expected "
                    f"a colour on secondary items only",
                    where,
                )
            seen.add(number)
            self.item.append(number)
            code = 0
            if colour is not None:
                code = self.colours.setdefault(colour, len(self.colours) + 1)
            self.colour.append(code)
        if len(self.item) == before:
            raise self.fail("found an option without items, expected one at least", place)
        self.start.append(len(self.item))

    def check(self) -> None:
        """Look for what shows only at the end."""
        if len(self.start) == 1:
            raise self.fail("found no options, expected one at least", None)
        if not self.primary:
            raise self.fail("found no primary items, expected one at least", None)
        if len(self.item) >= 2**30:
            raise self.fail(f"found {len(self.item):,} entries, expected less than 2**30", None)
        missing = set(range(self.primary)).difference(self.item)
        if missing:
            first = min(missing)
            more = f" (and {len(missing) - 1:,} more)" if len(missing) > 1 else ""
            raise self.fail(
                f"no option has the primary item {show(list(self.number)[first])}{more}",
                self.places[first],
            )


def show(name: Hashable) -> str:
    """Return a name as errors quote it."""
    text = repr(name)
    return text if len(text) <= 60 else text[:57] + "..."


def _plain_fail(message: str, place: str | None) -> InputError:
    return InputError(message if place is None else f"{place}: {message}")


def from_lists(
    options: Iterable[Iterable[Hashable]],
    primary: Iterable[Hashable] | None,
    secondary: Iterable[Hashable],
) -> Builder:
    """Take options as iterables of names."""
    built = Builder(_plain_fail)
    if isinstance(options, (str, bytes)):
        raise InputError("found one string, expected options; for text use from_text")
    rows: list[list[Hashable]] = []
    for i, option in enumerate(check_items(options, "options", "lists of items")):
        try:
            if isinstance(option, (str, bytes)):
                raise TypeError
            rows.append(list(option))
        except TypeError:
            found = show(cast(Hashable, option))
            raise InputError(f"option {i}: found {found}, expected a list of items") from None
    secondary = check_items(secondary, "secondary", "items", letters=True)
    if primary is not None:
        primary = check_items(primary, "primary", "items", letters=True)
    try:
        if primary is None:
            others = set(secondary)
            primary = dict.fromkeys(
                name
                for option in rows
                for entry in option
                if (name := entry.item if isinstance(entry, Coloured) else entry) not in others
            )
        for name in primary:
            built.name(name, None, primary=True)
        for name in secondary:
            built.name(name, None, primary=False)
        for i, option in enumerate(rows):
            place = f"option {i}"
            built.add(
                (
                    (entry.item, entry.colour, place)
                    if isinstance(entry, Coloured)
                    else (entry, None, place)
                    for entry in option
                ),
                place,
            )
    except TypeError as error:  # unhashable
        raise InputError(f"{error}, expected names that can be hashed") from None
    return built


def _columns(given: Iterable[Hashable], kind: str, width: int) -> list[int]:
    """Return the columns of a matrix that are named as items of a kind."""
    columns = []
    for name in check_items(given, kind, "columns"):
        if not is_whole(name) or not 0 <= name < width:
            raise InputError(f"item {show(name)}: expected a column, 0 to {width - 1}")
        columns.append(int(name))
    return columns


def from_matrix(
    matrix: Any, primary: Iterable[Hashable] | None, secondary: Iterable[Hashable]
) -> Builder:
    """Take an array or a SciPy sparse matrix, a row for each option."""
    sparse = hasattr(matrix, "tocsr")
    array = matrix if sparse else array_of(matrix)
    if len(array.shape) != 2 or array.dtype.kind not in "biuf":
        raise InputError(
            f"found {shown_array(matrix, array)}, expected numbers with a row for each option and "
            "a column for each item"
        )
    if not sparse:
        rows, columns = np.nonzero(array)
    else:
        by_row = matrix.tocsr()
        rows = np.repeat(np.arange(by_row.shape[0]), np.diff(by_row.indptr))
        held = np.asarray(by_row.data) != 0  # zeros may be stored
        rows, columns = rows[held], np.asarray(by_row.indices)[held]
    count, width = array.shape
    secondary = _columns(secondary, "secondary", width)
    if primary is None:
        primary = [k for k in range(width) if k not in secondary]
    primary = _columns(primary, "primary", width)
    built = Builder(_plain_fail)
    for column in primary:
        built.name(column, None, primary=True)
    for column in secondary:
        built.name(column, None, primary=False)
    ends = np.searchsorted(rows, np.arange(1, count + 1))
    begin = 0
    for i, end in enumerate(ends.tolist()):
        place = f"option {i}"
        built.add(((column, None, place) for column in columns[begin:end].tolist()), place)
        begin = end
    return built
