"""The variables and values of a constraint problem: names for users, numbers for kernels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from fastqueens.csp.options import MAX_VALUES
from fastqueens.results import InputError
from fastqueens.validation import check_items, is_nan, is_whole, join_short, quote, quote_name

__all__ = ["Domains", "DomainsLike"]


DomainsLike = (
    Mapping[Hashable, int | Iterable[Hashable]]
    | Sequence[int | Iterable[Hashable]]
    | NDArray[np.integer]
)


class Domains:
    """The values of each variable.

    Parameters
    ----------
    domains, names
        See `csp.Model`.

    Attributes
    ----------
    names : list
        The names of the variables, in static order.
    values : list of list
        The values of each variable, in static order.

    Raises
    ------
    InputError
        If there are no variables or too many values, or a name or value is not unique.
    """

    __slots__ = ("_index", "_numbers", "names", "values")

    def __init__(self, domains: DomainsLike, names: Sequence[Hashable] | None = None) -> None:
        if isinstance(domains, Mapping):
            if names is not None:
                raise InputError("found names and a mapping, expected names only in one of them")
            names, domains = list(domains), list(domains.values())
        domain_list = check_items(domains, "domains", "values of each variable", letters=True)
        if not domain_list:
            raise InputError("found no domains, expected at least one variable")
        self.names: list[Hashable] = (
            list(range(len(domain_list)))
            if names is None
            else check_items(names, "names", "names", letters=True)
        )
        if len(self.names) != len(domain_list):
            raise InputError(f"found {len(self.names)} names for {len(domain_list)} domains")
        self._index = _number_items(self.names, "name")
        self.values: list[list[Hashable]] = []
        self._numbers: list[dict[Hashable, int]] = []
        total = 0
        for name, domain in zip(self.names, domain_list, strict=True):
            values = _domain(domain, name)
            total += len(values)
            if total > MAX_VALUES:
                raise InputError(f"found more than {MAX_VALUES:,} values, expected fewer")
            self.values.append(values)
            self._numbers.append(_number_items(values, f"value of variable {quote_name(name)}"))

    @property
    def sizes(self) -> list[int]:
        """The number of values of each variable."""
        return [len(values) for values in self.values]

    def variable(self, name: Hashable) -> int:
        """Return the number of a variable, or raise `InputError`."""
        try:
            return self._index[name]
        except (KeyError, TypeError, ValueError):  # ValueError: a memoryview that is not hashable
            raise InputError(
                f"found no variable {quote_name(name)}, "
                f"expected {join_short(map(quote_name, self.names))}"
            ) from None

    def value(self, variable: int, value: Hashable) -> int:
        """Return the number of a value of a variable, or raise `InputError`."""
        try:
            return self._numbers[variable][value]
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"variable {quote_name(self.names[variable])} has no value {quote_name(value)}, "
                f"expected {join_short(map(quote_name, self.values[variable])) or 'none'}"
            ) from None

    def find_value(self, variable: int, value: Hashable) -> int | None:
        """Return the number of a value of a variable, or None if it does not have the value."""
        try:
            return self._numbers[variable].get(value)
        except (TypeError, ValueError):
            raise InputError(f"value {quote_name(value)} is not hashable") from None

    def shared(self, first: int, second: int) -> list[tuple[int, int]]:
        """Return, for each common value of two variables, its numbers in both."""
        other = self._numbers[second]
        return [(i, other[x]) for i, x in enumerate(self.values[first]) if x in other]

    def assignment(self, numbers: Sequence[int]) -> dict[Hashable, Hashable]:
        """Return a dict from names of variables to values, from the numbers of the values."""
        return {
            name: values[number]
            for name, values, number in zip(self.names, self.values, numbers, strict=True)
        }


def _domain(domain: int | Iterable[Hashable], name: Hashable) -> list[Hashable]:
    if is_whole(domain):
        if domain < 0:
            raise InputError(
                f"variable {quote_name(name)} has {quote(domain)} values, expected 0 or more"
            )
        if domain > MAX_VALUES:
            raise InputError(f"found more than {MAX_VALUES:,} values, expected fewer")
        return list(range(int(domain)))
    if isinstance(domain, str | bytes):
        raise InputError(
            f"the domain of variable {name!r} is {quote(domain)}, expected a list of values: "
            f"[{domain!r}] for one value, list({domain!r}) for its characters"
        )
    try:
        return list(domain)  # type: ignore[arg-type]
    except (TypeError, NotImplementedError):  # NotImplementedError: a memoryview of 2 dimensions
        raise InputError(
            f"the domain of variable {quote_name(name)} is {quote(domain)}, "
            "expected a number or values"
        ) from None


def _number_items(items: Sequence[Hashable], what: str) -> dict[Hashable, int]:
    numbers: dict[Hashable, int] = {}
    for i, item in enumerate(items):
        if is_nan(item):
            raise InputError(f"{what} is NaN, expected another object: NaN is not equal to itself")
        try:
            first = numbers.setdefault(item, i)
        except (TypeError, ValueError):  # ValueError: a memoryview of writable memory
            raise InputError(f"{what} {quote_name(item)} is not hashable") from None
        if first != i:
            raise InputError(f"{what} {quote_name(item)} occurs twice, expected it once")
    return numbers
