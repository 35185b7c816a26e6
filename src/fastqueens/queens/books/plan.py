"""Plans of books: how many boards of which tier and with which options, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from fastqueens.queens.generation.generator import ATTEMPT_STRIDE
from fastqueens.queens.generation.options import DIFFICULTIES, Difficulty
from fastqueens.results import InputError
from fastqueens.validation import (
    check_items,
    check_whole,
    did_you_mean,
    join_and,
    quote,
    read_span,
)

__all__ = ["Part", "check_plan", "read_plan"]

_ANY = "any"  # the name of no tier

# The options of `generate` that a part may set, with the functions that read their values.
_OPTIONS: Mapping[str, Callable[[str], object]] = {
    "style": str,
    "symmetry": str,
    "motif": str,
    "regions": read_span,
    "single_cells": lambda text: read_span(text)[0],
    "use": lambda text: tuple(text.split("+")),
    "avoid": lambda text: tuple(text.split("+")),
    "score": read_span,
    "steps": read_span,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a plan: the tier of its boards, None for any tier, their number, and options."""

    tier: Difficulty | None
    count: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The tier and the options, as in a plan."""
        words = [self.tier or _ANY]
        for option, value in self.options.items():
            between = "+" if option in ("use", "avoid") else "-"
            text = between.join(map(str, value)) if isinstance(value, tuple) else value
            words.append(f"{option}={text}")
        return "/".join(words)


def read_plan(text: str) -> list[Part]:
    """Read a plan such as ``"easy:100,medium:200"`` or ``"hard/symmetry=mirror:20"``.

    Examples
    --------
    >>> [(part.tier, part.count) for part in read_plan("easy:100, hard:20")]
    [('easy', 100), ('hard', 20)]
    >>> read_plan("any/symmetry=mirror/regions=2-20:5")[0].options
    {'symmetry': 'mirror', 'regions': (2, 20)}
    >>> read_plan("hard/use=set+fish/score=40-90:5")[0].options
    {'use': ('set', 'fish'), 'score': (40, 90)}
    >>> read_plan("easy")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 'easy' in the plan, expected TIER:COUNT, as in easy:100
    """
    parts: list[tuple[str, SupportsIndex, dict[str, object]]] = []
    for word in text.split(","):
        name, colon, count = (piece.strip() for piece in word.rpartition(":"))
        if not colon or not count.isascii() or not count.isdigit():
            raise InputError(
                f"found {quote(word.strip())} in the plan, expected TIER:COUNT, as in easy:100"
            )
        tier, *options = (piece.strip() for piece in name.split("/"))
        parts.append((tier, int(count), dict(map(_read_option, options))))
    return check_plan(parts)


def _read_option(text: str) -> tuple[str, object]:
    """Read an option such as ``symmetry=mirror``."""
    name, sign, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not sign:
        raise InputError(
            f"found {quote(text)} in the plan, expected OPTION=VALUE, as in symmetry=mirror"
        )
    return name, _OPTIONS.get(name, str)(value.strip())


def check_plan(
    plan: Mapping[str, SupportsIndex] | Sequence[tuple[Any, ...]],
) -> list[Part]:
    """Return the parts of a plan, or raise `InputError`.

    Examples
    --------
    >>> [(part.tier, part.count) for part in check_plan({"easy": 2, "hard": 1})]
    [('easy', 2), ('hard', 1)]
    >>> check_plan([("any", 3, {"symmetry": "mirror"})])[0].name
    'any/symmetry=mirror'
    """
    items = plan.items() if isinstance(plan, Mapping) else plan
    parts: list[Part] = []
    for item in check_items(items, "plan", "tiers with numbers"):
        if not isinstance(item, tuple | list) or len(item) not in (2, 3):
            raise InputError(f"found {quote(item)} in the plan, expected a tier with a number")
        tier, count, options = (*item, {})[:3]
        difficulty = next((name for name in DIFFICULTIES if name == tier), None)
        if difficulty is None and tier != _ANY:
            names = (_ANY, *DIFFICULTIES)
            hint = did_you_mean(tier, names)
            raise InputError(
                f"found the tier {quote(tier)}, expected {join_and(list(names), 'or')}{hint}"
            )
        if not isinstance(options, Mapping):
            raise InputError(f"found {quote(options)} in the plan, expected a dict of options")
        for name in options:
            if name not in _OPTIONS:
                expected = join_and(list(_OPTIONS), "or")
                found = f"found the option {quote(name)} in the plan, expected {expected}"
                raise InputError(found + did_you_mean(name, _OPTIONS))
        most = ATTEMPT_STRIDE - 1
        count = check_whole(count, f"the number of {tier} boards", most=most)
        part = Part(difficulty, count, dict(options))
        if any(part.name == other.name for other in parts):
            raise InputError(f"found {part.name} twice in the plan, expected it once")
        parts.append(part)
    if not parts:
        raise InputError("found an empty plan, expected tiers with numbers, as in easy:100")
    return parts
