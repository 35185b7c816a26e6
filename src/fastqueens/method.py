"""A method of a search: what it is called, what it accepts, how its kernel is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastqueens.results import InputError

__all__ = ["SUMMARIES", "Method", "choose"]

# What the methods do that several puzzles have.
SUMMARIES = {
    "permutation": "every permutation of the columns, one after the other",
    "permutation-skip": "the same, jumping over permutations that begin as a failed one",
    "backtracking": "variable by variable, checked against the queens placed",
    "backtracking-memo": "the same steps, but what failed before is counted, not searched",
    "forward-checking": "backtracking that prunes attacked cells",
    "mac": "backtracking that keeps every arc consistent (AC-3)",
    "min-conflicts": "local search: move a queen in conflict to where it has least",
}


@dataclass(frozen=True, slots=True)
class Method:
    """One way to search.

    Attributes
    ----------
    summary : str
        What it does, in a line.
    make : callable
        Makes the kernel from a board (or n), a seed and the options.
    options : tuple of str
        The names of what it accepts besides seed and limits.
    complete : bool
        Whether it finds every solution, and so can prove that there is none.
    stars : bool
        Whether it takes boards of several queens a unit.
    """

    summary: str
    make: Callable[..., Any]
    options: tuple[str, ...] = ()
    complete: bool = True
    stars: bool = False


def choose(
    table: Mapping[str, Method], method: str, options: Mapping[str, object], *, every: bool = False
) -> Method:
    """Look up a method and check the names of its options, or raise `InputError`.

    With `every`, only the methods that can find every solution will do.
    """
    if method not in table:
        raise InputError(f"unknown method {method!r}, expected one of {', '.join(table)}")
    found = table[method]
    for name in options:
        if name not in found.options:
            known = ", ".join(found.options) or "none"
            raise InputError(f"method {method!r} has no option {name!r} (it has: {known})")
    if every and not found.complete:
        raise InputError(f"method {method!r} finds one solution at most, never all of them")
    return found
