"""The GET routes: facts about the program, the levels, and the board of a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from fastqueens import queens
from fastqueens.build_info import facts
from fastqueens.method import Choice, Flag, Folder, Number, Order, Setting, Whole
from fastqueens.method_catalog import FAMILIES, facts_of
from fastqueens.queens.generation.motifs import MOTIFS
from fastqueens.queens.generation.options import REGION_STYLES, Difficulty
from fastqueens.queens.logic.steps import RULES, TIERS
from fastqueens.results import InputError
from fastqueens.web.answers import UnknownLevel
from fastqueens.web.boards import describe_level
from fastqueens.web.queens_routes import LIMITS
from fastqueens.web.url_codec import encode

__all__ = ["daily", "info", "levels", "load_levels"]

_KINDS = ((Order, "order"), (Choice, "choice"), (Flag, "flag"), (Whole, "whole"),
          (Number, "number"), (Folder, "folder"))  # fmt: skip
# The rows and the tier of the daily board from Monday to Sunday. The boards get harder during the
# week, as in newspapers.
_DAYS: tuple[tuple[int, Difficulty], ...] = (
    (7, "easy"), (8, "easy"), (8, "medium"), (9, "medium"), (9, "hard"), (10, "hard"),
    (11, "expert"),
)  # fmt: skip
_CHALLENGE = 20  # a level with this number of rows or more is a challenge


def info(query: Mapping[str, str]) -> dict[str, Any]:
    """Answer ``/api/info``."""
    rules = [{"name": rule.name, "tier": rule.tier, "cost": rule.cost, "text": rule.text}
             for rule in RULES.values()]  # fmt: skip
    return {
        "name": "fastqueens",
        **facts(),
        "tiers": TIERS,
        "styles": REGION_STYLES,
        "motifs": list(MOTIFS),
        "rules": rules,
        "methods": _methods(),
        "limits": dict(LIMITS),
    }


def _methods() -> list[dict[str, Any]]:
    return [
        facts_of(family, name)
        | {"unit": method.unit, "settings": [_setting(setting) for setting in method.settings]}
        for family in FAMILIES
        for name, method in family.table.items()
    ]


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        "name": setting.name,
        "kind": next(name for kind, name in _KINDS if isinstance(setting, kind)),
        "values": setting.values,
        "choices": getattr(setting, "choices", None),
        "least": getattr(setting, "least", None),
        "most": getattr(setting, "most", None),
        "default": setting.default,
        "meaning": setting.meaning,
    }


def load_levels() -> None:
    """Load the levels while a browser starts, so that the first request for them is fast."""
    queens.levels()


def levels(query: Mapping[str, str]) -> dict[str, Any]:
    """Answer ``/api/levels``.

    Raises
    ------
    InputError
        For a size without levels.
    UnknownLevel
        For an unknown name.
    """
    n, stars = query.get("n"), query.get("stars")
    if "name" in query:
        return _level_by_name(query["name"])
    if n is None and stars is None:
        return {"sizes": _sizes()}
    found = queens.levels(_parse_number("n", n), stars=_parse_number("stars", stars or "1"))
    return {"levels": [describe_level(level) for level in found]}


def _sizes() -> list[dict[str, Any]]:
    tiers: dict[tuple[int, int], Counter[str]] = {}
    for level in queens.levels(stars=None):
        tiers.setdefault((level.board.stars, level.board.n), Counter())[level.difficulty] += 1
    return [
        {
            "n": n,
            "stars": stars,
            "count": counts.total(),
            "challenge": stars == 1 and n >= _CHALLENGE,
            "tiers": dict(counts),
        }
        for (stars, n), counts in sorted(tiers.items())
    ]


def _level_by_name(name: str) -> dict[str, Any]:
    names = {level.name: level for level in queens.levels(stars=None)}
    if name not in names:
        # The name with the longest common beginning: difflib is too slow for hundreds of names.
        near = list(names)
        for k in range(min(len(name), 40)):
            near = [other for other in near if other[k : k + 1] == name[k]] or near[:1]
        raise UnknownLevel(name[:40], near[0])
    size = name.partition("-")[0]
    same_size = [other for other in names if other.partition("-")[0] == size]
    at = same_size.index(name)
    return {
        "level": describe_level(names[name]),
        "previous": same_size[at - 1] if at else None,
        "next": same_size[at + 1] if at + 1 < len(same_size) else None,
    }


def _parse_number(name: str, text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InputError(f"{name} is {text[:40]!r}, expected a number")
    return int(text)


def daily(query: Mapping[str, str]) -> dict[str, Any]:
    """Answer ``/api/daily``: the board of a day."""
    return _daily(query.get("date", ""))


@lru_cache(maxsize=64)
def _daily(day: str) -> dict[str, Any]:
    try:
        when = date.fromisoformat(day)
    except ValueError:
        when = None
    if when is None or when.isoformat() != day:
        raise InputError(f"found {day[:40]!r}, expected a date as in 2026-11-22")
    n, tier = _DAYS[when.weekday()]
    seed = int(day.replace("-", ""))
    board = queens.generate(n, difficulty=tier, seed=seed, threads=1)[0]
    rating = queens.rate(board)
    code = encode(board.regions, board.stars)
    return {"date": day, "tier": rating.tier, "score": rating.score, "code": code}
