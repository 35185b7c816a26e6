"""The constraints of a model, translated from names and values to the numbers of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastqueens.csp.domains import Domains
from fastqueens.csp.options import MAX_ENTRIES, MAX_SUPPORT_WORDS
from fastqueens.results import InputError
from fastqueens.validation import (
    check_items,
    check_whole,
    plural,
    quote,
    quote_name,
)

__all__ = [
    "AllDifferent",
    "CountConstraint",
    "Pair",
    "Table",
    "forbidden_by_pairs",
    "forbidden_by_predicate",
    "number_all_different",
    "number_count",
    "number_table",
]


Pair = tuple[int, int, int, int]  # a variable, its value, another variable, its value
AllDifferent = tuple[NDArray[np.uint32], NDArray[np.uint32]]  # variables, numbers of their values
Table = tuple[NDArray[np.uint32], NDArray[np.uint32]]  # variables, rows
# Variables, the counted value of each, the least and the most variables that may have it.
CountConstraint = tuple[NDArray[np.uint32], NDArray[np.uint32], int, int]
_NO_VALUE = 0xFFFFFFFF  # FQ_CSP_NO_VALUE in C


def forbidden_by_predicate(
    domains: Domains, first: int, second: int, predicate: Callable[[Any, Any], object]
) -> list[Pair]:
    """Return the pairs of values for which a predicate is false.

    Examples
    --------
    >>> forbidden_by_predicate(Domains([2, 2]), 0, 1, lambda a, b: a < b)
    [(0, 0, 1, 0), (0, 1, 1, 0), (0, 1, 1, 1)]
    """
    if not callable(predicate):
        raise InputError(f"predicate is {quote(predicate)}, expected a function of two values")
    return [
        (first, a, second, b)
        for a, value in enumerate(domains.values[first])
        for b, other in enumerate(domains.values[second])
        if not predicate(value, other)
    ]


def forbidden_by_pairs(
    domains: Domains,
    first: int,
    second: int,
    allowed: Iterable[Any] | None,
    forbidden: Iterable[Any] | None,
) -> list[Pair]:
    """Return the forbidden pairs of values, from a list of them or of the allowed pairs.

    Examples
    --------
    >>> forbidden_by_pairs(Domains([2, 2]), 0, 1, [(0, 1), (1, 0), (1, 1)], None)
    [(0, 0, 1, 0)]
    """
    if (allowed is None) == (forbidden is None):
        raise InputError("expected exactly one of allowed and forbidden, lists of pairs of values")
    what, given = ("forbidden", forbidden) if allowed is None else ("allowed", allowed)
    items = check_items(() if given is None else given, what, "pairs of values")
    listed = set(_numbered_rows(domains, [first, second], items, f"{what} pair"))
    if allowed is None:
        return [(first, a, second, b) for a, b in sorted(listed)]
    sizes = domains.sizes
    return [
        (first, a, second, b)
        for a in range(sizes[first])
        for b in range(sizes[second])
        if (a, b) not in listed
    ]


def number_all_different(
    domains: Domains,
    variables: Sequence[Hashable],
    key: Callable[[Hashable, Hashable], Hashable] | None,
    earlier: Sequence[AllDifferent],
) -> AllDifferent:
    """Return an all-different constraint; `earlier` are the ones already in the model.

    Examples
    --------
    >>> variables, numbers = number_all_different(Domains([["a", "b"], ["b"]]), (0, 1), None, ())
    >>> variables.tolist(), numbers.tolist()
    ([0, 1], [0, 1, 1])
    """
    if len(variables) < 2:
        raise InputError(f"found {plural(len(variables), 'variable')}, expected two or more")
    if key is not None and not callable(key):
        raise InputError(f"key is {quote(key)}, expected a function of a name and a value")
    numbers = _distinct(domains, variables)
    seen: dict[Hashable, int] = {}
    members = []
    for number in numbers:
        name = domains.names[number]
        for value in domains.values[number]:
            member = value if key is None else key(name, value)
            try:
                members.append(seen.setdefault(member, len(seen)))
            except (TypeError, ValueError):
                raise InputError(
                    f"key gives {quote_name(member)} for value {quote_name(value)} of variable "
                    f"{quote_name(name)}, expected a hashable object"
                ) from None
    entries = sum(len(variables) + len(values) for variables, values in earlier)
    if entries + len(numbers) + len(members) > MAX_ENTRIES:
        raise InputError(
            f"found more than {MAX_ENTRIES:,} variables and values in all-different "
            "constraints, expected fewer"
        )
    return np.array(numbers, np.uint32), np.array(members, np.uint32)


def number_table(
    domains: Domains,
    variables: Iterable[Hashable],
    rows: Iterable[Any],
    earlier: Sequence[Table],
) -> Table:
    """Return a table constraint; `earlier` are the ones already in the model.

    Examples
    --------
    >>> variables, rows = number_table(Domains([["a", "b"], ["b"]]), [1, 0], ["bb", "ba"], ())
    >>> variables.tolist(), rows.tolist()
    ([1, 0], [[0, 1], [0, 0]])
    """
    numbers = _some(domains, variables)
    # Equal rows would cost memory and change nothing.
    kept = dict.fromkeys(_numbered_rows(domains, numbers, check_items(rows, "rows", "rows"), "row"))
    entries = words = 0
    shapes = [(one.tolist(), len(table)) for one, table in earlier]
    for members, count in [*shapes, (numbers, len(kept))]:
        size = sum(len(domains.values[x]) for x in members)
        entries += count * len(members) + len(members) + size
        words += size * ((count + 63) // 64)
    if entries > MAX_ENTRIES or words > MAX_SUPPORT_WORDS:
        raise InputError(
            f"the tables of the model have {entries:,} entries, variables and values, and "
            f"{words:,} words of supports, expected {MAX_ENTRIES:,} and {MAX_SUPPORT_WORDS:,} at "
            "most"
        )
    table = np.array(list(kept), np.uint32).reshape(-1, len(numbers))
    return np.array(numbers, np.uint32), table


def number_count(
    domains: Domains,
    variables: Iterable[Hashable],
    value: Hashable,
    least: int,
    most: int | None,
    earlier: Sequence[CountConstraint],
) -> CountConstraint:
    """Return a count constraint; `earlier` are the ones already in the model.

    Examples
    --------
    >>> variables, values, *bounds = number_count(Domains([2, 3]), [0, 1], 1, 0, None, ())
    >>> variables.tolist(), values.tolist(), bounds
    ([0, 1], [1, 1], [0, 2])
    """
    numbers = _some(domains, variables)
    least = check_whole(least, "least")
    most = max(least, len(numbers)) if most is None else check_whole(most, "most")
    if least > most:
        raise InputError(f"found least {least} and most {most}, expected least <= most")
    values = [domains.find_value(x, value) for x in numbers]
    if all(number is None for number in values):
        raise InputError(f"none of the variables has the value {quote_name(value)}")
    if sum(len(one[0]) for one in earlier) + len(numbers) > MAX_ENTRIES:
        raise InputError(
            f"found more than {MAX_ENTRIES:,} variables in count constraints, expected fewer"
        )
    return (
        np.array(numbers, np.uint32),
        np.array([_NO_VALUE if number is None else number for number in values], np.uint32),
        min(least, len(numbers) + 1),  # all larger numbers mean the same
        min(most, len(numbers) + 1),
    )


def _distinct(domains: Domains, variables: Sequence[Hashable]) -> list[int]:
    """Return the numbers of variables, none of which may occur twice."""
    numbers = [domains.variable(name) for name in variables]
    if len(set(numbers)) < len(numbers):
        twice = next(name for i, name in enumerate(variables) if numbers[i] in numbers[:i])
        raise InputError(f"found variable {quote_name(twice)} twice, expected different variables")
    return numbers


def _some(domains: Domains, variables: Iterable[Hashable]) -> list[int]:
    """Return the numbers of one variable or more."""
    names = check_items(variables, "variables", "names of variables", letters=True)
    if not names:
        raise InputError("found no variables, expected one or more")
    return _distinct(domains, names)


def _numbered_rows(
    domains: Domains, numbers: Sequence[int], rows: Iterable[Any], what: str
) -> Iterator[tuple[int, ...]]:
    """Yield the rows with the numbers of their values; an error names the row."""
    for k, row in enumerate(rows):
        try:
            values = list(row)
        except (TypeError, NotImplementedError):
            raise InputError(
                f"{what} {k}: found {quote(row)}, expected {plural(len(numbers), 'value')}"
            ) from None
        if len(values) != len(numbers):
            raise InputError(
                f"{what} {k}: found {plural(len(values), 'value')}, expected {len(numbers)}"
            )
        try:
            yield tuple(map(domains.value, numbers, values))
        except InputError as error:
            raise InputError(f"{what} {k}: {error.message}") from None
