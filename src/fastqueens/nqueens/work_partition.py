"""A count cut into units: independent parts that any thread, process or machine can do."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from threading import Thread
from typing import NamedTuple

from fastqueens._kernels.nqueens import count as _kernels
from fastqueens.nqueens.problem import MAX_COUNT_N, check_pawns, check_size
from fastqueens.nqueens.rules import NUMBERS, Variant, check_variant
from fastqueens.results import InputError
from fastqueens.search import Search
from fastqueens.validation import check_whole

__all__ = ["Unit", "count_unit", "machine_of", "plan_of", "units"]


class Unit(NamedTuple):
    """An independent part of a count: small, picklable, the same on every machine.

    Attributes
    ----------
    n, variant, pawns
        What is counted.
    first, last : int
        A range of prefixes, placements of the first few queens, by their numbers.
    weight : float
        The share of the whole work that this unit is guessed to be.
    """

    n: int
    variant: str
    pawns: int
    first: int
    last: int
    weight: float


@lru_cache(maxsize=4)
def plan_of(n: int) -> _kernels.Plan:
    """Make the plan of a count, in a thread of its own so that Ctrl-C need not wait for it."""
    if n <= 18:
        return _kernels.Plan(n)
    made: list[_kernels.Plan | BaseException] = []

    def make() -> None:
        try:
            made.append(_kernels.Plan(n))
        except BaseException as error:
            made.append(error)

    thread = Thread(target=make, daemon=True)
    thread.start()
    thread.join()
    if isinstance(made[0], BaseException):
        raise made[0]
    return made[0]


def _counted(variant: str, pawns: int) -> Variant:
    """Return a variant that is counted by search, or raise `InputError`."""
    found = check_variant(variant, "all", pawns)
    if found == "hertzsprung":
        raise InputError(f"the variant {variant!r} is counted by a recurrence, it has no units")
    return found


def units(n: int, *, variant: Variant = "queens", pawns: int = 0, parts: int = 64) -> list[Unit]:
    """Cut a count into independent units.

    Parameters
    ----------
    n : int
        Size of the board, 1 to 27.
    variant : str
        One of `VARIANTS` but ``"hertzsprung"``, which is not counted by search.
    pawns : int
        For ``"plus_k"``.
    parts : int
        Into how many; fewer come back where there is less to do.

    Returns
    -------
    list of Unit
        The sum of `count_unit` over them, in any order and on any machines, is the count.

    Raises
    ------
    InputError
        For a size, variant or number of parts that cannot be used.

    Examples
    --------
    >>> parts = units(10, parts=3)
    >>> sum(count_unit(part)[0] for part in reversed(parts))
    724
    """
    variant = _counted(variant, pawns)
    n = check_size(n, MAX_COUNT_N, "counting")
    parts = check_whole(parts, "parts", least=1)
    if variant == "queens":
        plan = plan_of(n)
        ranges = [plan.unit(i, parts) for i in range(parts)]
        return [
            Unit(n, variant, 0, i, j, plan.share(i, j)) for i, j in dict.fromkeys(ranges) if i < j
        ]
    size = _kernels.variant_size(n, NUMBERS[variant], check_pawns(n, pawns))
    cuts = [size * i // parts for i in range(parts + 1)]
    return [Unit(n, variant, pawns, i, j, (j - i) / size) for i, j in pairwise(cuts) if i < j]


def machine_of(unit: Unit) -> _kernels.Unit | _kernels.Variant:
    """Make the machine that counts a unit."""
    if unit.variant == "queens":
        return _kernels.Unit(plan_of(unit.n), unit.first, unit.last)
    return _kernels.Variant(unit.n, NUMBERS[unit.variant], unit.pawns, unit.first, unit.last)


def count_unit(unit: Unit) -> tuple[int, int]:
    """Count one unit.

    Parameters
    ----------
    unit : Unit
        From `units`; a plain tuple or list of its six entries does as well.

    Returns
    -------
    solutions, nodes : int
        Solutions in this unit, mirror images included, and the work it took.

    Raises
    ------
    InputError
        For what is no unit.

    Examples
    --------
    >>> count_unit(("queens", 8))
    Traceback (most recent call last):
        ...
    fastqueens.results.InputError: found ('queens', 8), expected a unit of 6 entries
    """
    try:
        unit = Unit(*unit)
    except TypeError:
        raise InputError(f"found {unit!r}, expected a unit of 6 entries") from None
    n = check_size(unit.n, MAX_COUNT_N, "counting")
    check_pawns(n, unit.pawns if _counted(unit.variant, unit.pawns) == "plus_k" else 0)
    first, last = check_whole(unit.first, "first"), check_whole(unit.last, "last")
    size = (
        len(plan_of(n))
        if unit.variant == "queens"
        else _kernels.variant_size(n, NUMBERS[unit.variant], unit.pawns)
    )
    if not first <= last <= size:
        raise InputError(
            f"found a unit from {first} to {last}, expected a range within 0 to {size}"
        )
    machine = machine_of(unit)
    Search(machine).run()
    return machine.solutions, machine.spent
