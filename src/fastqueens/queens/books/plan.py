"""Plans of books: how many boards of which tier, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from fastqueens.queens.generation.generator import ATTEMPT_STRIDE
from fastqueens.queens.generation.options import DIFFICULTIES, Difficulty
from fastqueens.results import InputError
from fastqueens.validation import check_items, check_whole, did_you_mean, join_and, quote

__all__ = ["Part", "check_plan", "read_plan"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a plan: the tier of its boards, None for any tier, and their number."""

    tier: Difficulty | None
    count: int


def read_plan(text: str) -> list[Part]:
    """Read a plan such as ``"easy:100,medium:200"``.

    Examples
    --------
    >>> read_plan("easy:100, hard:20")
    [Part(tier='easy', count=100), Part(tier='hard', count=20)]
    >>> read_plan("easy")
    Traceback (most recent call last):
    ...
    fastqueens.results.InputError: found 'easy' in the plan, expected TIER:COUNT, as in easy:100
    """
    parts: list[tuple[str, SupportsIndex]] = []
    for word in text.split(","):
        tier, colon, count = (piece.strip() for piece in word.partition(":"))
        if not colon or not count.isascii() or not count.isdigit():
            raise InputError(
                f"found {quote(word.strip())} in the plan, expected TIER:COUNT, as in easy:100"
            )
        parts.append((tier, int(count)))
    return check_plan(parts)


def check_plan(
    plan: Mapping[str, SupportsIndex] | Sequence[tuple[str, SupportsIndex]],
) -> list[Part]:
    """Return the parts of a plan, or raise `InputError`.

    Examples
    --------
    >>> check_plan({"easy": 2, "hard": 1})
    [Part(tier='easy', count=2), Part(tier='hard', count=1)]
    """
    pairs = plan.items() if isinstance(plan, Mapping) else plan
    parts: list[Part] = []
    for item in check_items(pairs, "plan", "tiers with numbers"):
        if not isinstance(item, tuple | list) or len(item) != 2:
            raise InputError(f"found {quote(item)} in the plan, expected a tier with a number")
        tier, count = item
        known = next((name for name in DIFFICULTIES if name == tier), None)
        if known is None:
            expected = join_and(list(DIFFICULTIES), "or")
            hint = did_you_mean(tier, DIFFICULTIES)
            raise InputError(f"found the tier {quote(tier)}, expected {expected}{hint}")
        if any(part.tier == known for part in parts):
            raise InputError(f"found the tier {known} twice in the plan, expected it once")
        most = ATTEMPT_STRIDE - 1
        parts.append(Part(known, check_whole(count, f"the number of {known} boards", most=most)))
    if not parts:
        raise InputError("found an empty plan, expected tiers with numbers, as in easy:100")
    return parts
