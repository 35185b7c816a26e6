"""Checks of arguments, and the words that messages about them share."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from time import perf_counter
from typing import SupportsIndex

import numpy as np

from fastqueens.results import InputError

__all__ = [
    "check_seconds",
    "check_seed",
    "check_whole",
    "deadline_of",
    "describe",
    "listed",
    "plural",
]


def check_whole(value: SupportsIndex, name: str, *, least: int = 0) -> int:
    """Return a whole number of `least` or more, or raise `InputError`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} is {value!r}, expected a whole number") from None
    if number < least:
        raise InputError(f"{name} is {number}, expected {least} or more")
    return number


def check_seconds(time_limit: float | None) -> None:
    """Raise `InputError` for a time limit that is none."""
    if time_limit is not None and not time_limit >= 0:
        raise InputError(f"time_limit is {time_limit}, expected 0 or more seconds")


def deadline_of(time_limit: float | None) -> float | None:
    """Return when a time limit that begins now is over, by `perf_counter`."""
    check_seconds(time_limit)
    return None if time_limit is None else perf_counter() + time_limit


def check_seed(seed: int) -> int:
    """Return a seed that the kernels can take, or raise `InputError`."""
    seed = check_whole(seed, "seed")
    if seed >= 2**64:
        raise InputError(f"seed is {seed}, expected 0 to 2**64 - 1")
    return seed


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 cell``, ``1,200 cells``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(words: Sequence[str], *, most: int = 8) -> str:
    """Return the first words, and how many more there are."""
    more = [f"and {len(words) - most} more"] if len(words) > most else []
    return ", ".join([*words[:most], *more])


def describe(value: object) -> str:
    """Say what was found, never at length."""
    if value is None:
        return "null"
    if isinstance(value, bool | np.bool_):
        return "a boolean"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, int | np.integer):
        # Python itself refuses to print some thousands of digits.
        return str(value) if int(value).bit_length() <= 64 else "an integer of more than 64 bits"
    if isinstance(value, float | np.floating):
        return str(value)
    return f"a value of type {type(value).__name__}"
