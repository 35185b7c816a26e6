"""A method of a search: what it is called, what it accepts, how its kernel is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fastqueens.checks import shown
from fastqueens.results import InputError

__all__ = ["Method", "choose"]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to search.

    Attributes
    ----------
    summary : str
        What it does, in a line.
    make : callable
        Makes the kernel; each table says from what.
    options : tuple of str
        The names of what it accepts besides seed and limits.
    complete : bool
        Whether it finds every solution, and so can prove that there is none.
    stars : bool
        Whether it takes boards of several queens a unit.
    unit : str
        What its budget counts: a unit of its work, in the singular.
    """

    summary: str
    make: Callable[..., Any]
    options: tuple[str, ...] = ()
    complete: bool = True
    stars: bool = False
    unit: str = "node"


def choose(
    table: Mapping[Any, Method], method: str, options: Iterable[str] = (), *, every: bool = False
) -> Method:
    """Look up a method and check the names of its options.

    Parameters
    ----------
    table : mapping from names to Method
        The methods to choose from.
    method : str
        The name of one.
    options : iterable of str
        The names of the options given, as a mapping has them.
    every : bool
        Whether it must be able to find every solution.

    Returns
    -------
    Method

    Raises
    ------
    InputError
        For a name that is not in the table, an option the method does not have, or a method that
        finds one solution at most where `every` is asked for.

    Examples
    --------
    >>> table = {"plain": Method("every permutation", list)}
    >>> choose(table, "plain").summary
    'every permutation'
    >>> choose(table, "quick")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: unknown method 'quick', expected one of plain
    """
    if not isinstance(method, str) or method not in table:
        raise InputError(f"unknown method {shown(method)}, expected one of {', '.join(table)}")
    found = table[method]
    for name in options:
        if name not in found.options:
            known = ", ".join(found.options) or "none"
            raise InputError(f"method {method!r} has no option {name!r} (it has: {known})")
    if every and not found.complete:
        raise InputError(f"method {method!r} finds one solution at most, never all of them")
    return found
