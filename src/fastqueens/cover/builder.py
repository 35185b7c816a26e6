"""Makes the arrays of the kernel from lists of names or from a matrix."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, SupportsIndex, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from fastqueens._kernels.cover.search import MAX_COST
from fastqueens.results import InputError
from fastqueens.validation import (
    array_of,
    check_items,
    check_whole,
    did_you_mean,
    is_nan,
    is_whole,
    quote_name,
    shown_array,
)

__all__ = [
    "MAX_BOUND",
    "MAX_ENTRIES",
    "Bounds",
    "Builder",
    "Coloured",
    "check_costs",
    "from_lists",
    "from_matrix",
]

MAX_BOUND = 2**30 - 1  # of a multiplicity
MAX_ENTRIES = 2**30
# How often an item is covered: a number, or the least and the greatest number (None: any number).
Bounds: TypeAlias = SupportsIndex | tuple[SupportsIndex, SupportsIndex | None]


class Coloured(NamedTuple):
    """A secondary item with a colour, in an option.

    Options that give an item the same colour may share the item.

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
    """Builds the arrays of the kernel, and checks the problem.

    Parameters
    ----------
    fail : callable
        Makes an error from a message and the place of the mistake: (line, column) for text.
    """

    def __init__(self, fail: Callable[[str, Any], InputError]) -> None:
        self.fail = fail
        self.numbers: dict[Hashable, int] = {}  # the number of each item; primary items come first
        self.primary = 0
        # Arrays, if a text was read.
        self.start: Any = [0]
        self.item: Any = []
        self.colour: Any = []
        self.colours: dict[Hashable, int] = {}
        self.places: list[Any] = []  # where the items are in the input, for errors
        # the multiplicities of primary items; an item that is not here is covered exactly once
        self.bounds: dict[int, tuple[int, int]] = {}
        self.costs: Any = None  # the cost of each option
        self.named_secondary: list[int] = []  # secondary items that must be in an option

    def add_item(
        self, name: Hashable, place: Any, *, primary: bool, may_be_unused: bool = False
    ) -> None:
        """Add an item. All primary items must be added before the secondary items.

        Only a secondary item may be unused. That is so for a column of a matrix: it cannot be a
        misspelt name.
        """
        if is_nan(name):
            raise self.fail(
                "found NaN as an item, expected a name: NaN is not equal to itself", place
            )
        if name in self.numbers:
            raise self.fail(f"item {quote_name(name)} is listed twice", place)
        number = self.numbers[name] = len(self.numbers)
        self.places.append(place)
        if primary:
            self.primary += 1
        elif not may_be_unused:
            self.named_secondary.append(number)

    def add_bounds(self, name: Hashable, lower: int, upper: int | None, place: Any) -> None:
        """Give a primary item a multiplicity. If `upper` is None, there is no upper bound."""
        most = MAX_BOUND if upper is None else upper
        if not 0 <= lower <= most or not 1 <= most <= MAX_BOUND:
            found = f"{lower}" if lower == upper else f"{lower} to {upper}"
            raise self.fail(
                f"item {quote_name(name)}: found the multiplicity {found}, expected a number from "
                f"1 to {MAX_BOUND:,}, or a lower and an upper bound",
                place,
            )
        self.bounds[self.numbers[name]] = (lower, most)

    def add_multiplicity(self, multiplicity: Mapping[Hashable, Bounds]) -> None:
        """Add the multiplicities that a caller gives."""
        if not isinstance(multiplicity, Mapping):
            raise InputError(
                f"multiplicity: found {quote_name(multiplicity)}, expected a mapping from items to "
                "numbers or pairs of bounds"
            )
        for name, bounds in multiplicity.items():
            number = self.numbers.get(name)
            if number is None or number >= self.primary:
                kind = "an unknown" if number is None else "a secondary"
                raise InputError(
                    f"multiplicity: {quote_name(name)} is {kind} item, expected primary items"
                )
            pair = bounds if isinstance(bounds, (tuple, list)) else (bounds, bounds)
            if len(pair) != 2:
                raise InputError(
                    f"multiplicity of {quote_name(name)}: found {quote_name(tuple(pair))}, "
                    "expected a number or two bounds"
                )
            lower, upper = pair
            what = f"the multiplicity of {quote_name(name)}"
            self.add_bounds(
                name,
                check_whole(lower, what),
                None if upper is None else check_whole(upper, what),
                None,
            )

    def add_option(
        self, entries: Iterable[tuple[Hashable, Hashable | None, Any]], place: Any
    ) -> None:
        """Add an option; each entry is an item, its colour or None, and its place in the input."""
        before = len(self.item)
        seen: set[int] = set()
        for name, colour, where in entries:
            number = self.numbers.get(name)
            if number is None:
                raise self.fail(f"found {quote_name(name)}, expected one of the items", where)
            if number in seen:
                raise self.fail(f"item {quote_name(name)} is twice in this option", where)
            if colour is not None and number < self.primary:
                raise self.fail(
                    f"item {quote_name(name)} is primary and has the colour {quote_name(colour)}, "
                    "expected a colour only on secondary items",
                    where,
                )
            seen.add(number)
            self.item.append(number)
            code = 0
            if colour is not None:
                code = self.colours.setdefault(colour, len(self.colours) + 1)
            self.colour.append(code)
        if len(self.item) == before:
            raise self.fail("found an option without items, expected at least one", place)
        self.start.append(len(self.item))

    def check_complete(self) -> None:
        """Check the whole problem after the last option."""
        if len(self.start) == 1:
            raise self.fail("found no options, expected at least one", None)
        if not self.primary:
            raise self.fail("found no primary items, expected at least one", None)
        if len(self.item) >= MAX_ENTRIES:
            raise self.fail(
                f"found {len(self.item):,} entries, expected less than {MAX_ENTRIES:,}", None
            )
        self.check_costs()
        used = np.zeros(len(self.numbers), bool)
        used[np.asarray(self.item, np.int32)] = True
        self._check_used("primary", range(self.primary), used)
        self._check_used("secondary", self.named_secondary, used)

    def check_costs(self) -> None:
        """Check the sum of the costs."""
        if self.costs is None:
            return
        costs = np.asarray(self.costs, np.int64)
        # The sum of the high and of the low halves, because the sum may not fit in 64 bits.
        total = (int((costs >> 32).sum()) << 32) + int((costs & 0xFFFFFFFF).sum())
        if total > MAX_COST:
            raise self.fail(
                f"found costs with the sum {total:,}, expected at most {MAX_COST:,}", None
            )

    def _check_used(self, kind: str, numbers: Iterable[int], used: NDArray[np.bool_]) -> None:
        """Check that items are in options; otherwise the error suggests the nearest item."""
        missing = [number for number in numbers if not used[number]]
        if missing:
            names = list(self.numbers)
            first = names[missing[0]]
            more = f" (and {len(missing) - 1:,} more)" if len(missing) > 1 else ""
            known = [
                name
                for name, there in zip(names, used.tolist(), strict=True)
                if there and isinstance(name, str)
            ]
            raise self.fail(
                f"no option has the {kind} item {quote_name(first)}{more}"
                + did_you_mean(first, known),
                self.places[missing[0]],
            )


def _plain_fail(message: str, place: str | None) -> InputError:
    return InputError(message if place is None else f"{place}: {message}")


def check_costs(costs: Any, options: int, option: Callable[[int], object]) -> list[int]:
    """Return the checked costs of all options: from a sequence, or a function of an option."""
    if callable(costs) and not isinstance(costs, type):
        listed = [costs(option(k)) for k in range(options)]
    else:
        listed = list(check_items(costs, "cost", "numbers, one for each option"))
    if len(listed) != options:
        raise InputError(f"found {len(listed):,} costs, expected {options:,}, one for each option")
    return [
        check_whole(cost, f"the cost of option {k}", most=MAX_COST) for k, cost in enumerate(listed)
    ]


def from_lists(
    options: Iterable[Iterable[Hashable]],
    primary: Iterable[Hashable] | None,
    secondary: Iterable[Hashable],
) -> Builder:
    """Make a builder from options that are iterables of names."""
    builder = Builder(_plain_fail)
    if isinstance(options, (str, bytes)):
        raise InputError("found one string, expected options; for text use from_text")
    rows: list[list[Hashable]] = []
    for i, option in enumerate(check_items(options, "options", "lists of items")):
        try:
            if isinstance(option, (str, bytes)):
                raise TypeError
            rows.append(list(option))
        except TypeError:
            found = quote_name(cast(Hashable, option))
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
            builder.add_item(name, None, primary=True)
        for name in secondary:
            builder.add_item(name, None, primary=False)
        for i, option in enumerate(rows):
            place = f"option {i}"
            builder.add_option(
                (
                    (entry.item, entry.colour, place)
                    if isinstance(entry, Coloured)
                    else (entry, None, place)
                    for entry in option
                ),
                place,
            )
    except TypeError as error:  # a name is not hashable
        raise InputError(f"{error}, expected hashable names") from None
    return builder


def _columns(names: Iterable[Hashable], kind: str, width: int) -> list[int]:
    """Return the checked column numbers of the primary or secondary items of a matrix."""
    columns = []
    for name in check_items(names, kind, "columns"):
        if not is_whole(name) or not 0 <= name < width:
            raise InputError(f"item {quote_name(name)}: expected a column, 0 to {width - 1}")
        columns.append(int(name))
    return columns


def from_matrix(
    matrix: Any, primary: Iterable[Hashable] | None, secondary: Iterable[Hashable]
) -> Builder:
    """Make a builder from an array or a SciPy sparse matrix with one row for each option."""
    sparse = hasattr(matrix, "tocsr")
    array = matrix if sparse else array_of(matrix)
    if len(array.shape) != 2 or array.dtype.kind not in "biuf":
        raise InputError(
            f"found {shown_array(matrix, array)}, expected numbers with a row for each option and "
            "a column for each item"
        )
    if not sparse:
        rows, columns = np.nonzero(array)
        values = array[rows, columns]
    else:
        by_row = matrix.tocsr()
        rows = np.repeat(np.arange(by_row.shape[0]), np.diff(by_row.indptr))
        values = np.asarray(by_row.data)
        nonzero = values != 0  # a sparse matrix may store zeros
        rows, columns = rows[nonzero], np.asarray(by_row.indices)[nonzero]
    if np.isnan(values).any():
        raise InputError("found NaN in the matrix, expected numbers")
    count, width = array.shape
    secondary = _columns(secondary, "secondary", width)
    if primary is None:
        primary = [k for k in range(width) if k not in secondary]
    primary = _columns(primary, "primary", width)
    builder = Builder(_plain_fail)
    for column in primary:
        builder.add_item(column, None, primary=True)
    for column in secondary:
        builder.add_item(column, None, primary=False, may_be_unused=True)
    ends = np.searchsorted(rows, np.arange(1, count + 1))
    begin = 0
    for i, end in enumerate(ends.tolist()):
        place = f"option {i}"
        builder.add_option(((column, None, place) for column in columns[begin:end].tolist()), place)
        begin = end
    return builder
