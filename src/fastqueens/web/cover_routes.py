"""Exact cover: Knuth's text read, and its solutions counted or listed while it is watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, cast

import numpy as np

from fastqueens import cover as engine
from fastqueens.results import Count, InputError, SearchStopped, format_count
from fastqueens.search import Progress
from fastqueens.validation import plural
from fastqueens.web.callback_stream import lasting, telling
from fastqueens.web.request import Asked

__all__ = ["BODY", "SEARCH", "read", "search"]

SEARCH = ("text", "method", "list", "start", "count", "time_limit")
BODY = 1 << 20  # bytes of a request
_TEXT = 600_000  # characters of a problem
_SECONDS = 60
_MAX_PAGE, _MAX_START = 100, 1_000_000
_CHOSEN = 300  # options that are told of a search that runs
Events = Iterator[tuple[str, dict[str, Any]]]


def _cover(asked: Asked) -> engine.ExactCover:
    text = asked.text("text", most=_TEXT)
    if text is None:
        raise InputError("found no text, expected an exact cover")
    return engine.ExactCover.from_bytes(text.encode("utf-8", "surrogatepass"))


def read(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/cover``: the size of a problem, if it is one."""
    cover = _cover(asked)
    return {
        "options": len(cover),
        "primary": cover.primary,
        "secondary": len(cover.items) - cover.primary,
    }


def search(asked: Asked) -> Events:
    """Begin to answer ``/api/cover/search``: the solutions counted, or a page of them."""
    cover = _cover(asked)
    words: dict[str, Any] = {
        "method": asked.choice("method", tuple(engine.METHODS), "auto"),
        "time_limit": asked.number("time_limit", _SECONDS, most=_SECONDS),
    }
    first = asked.whole("start", 0, most=_MAX_START) or 0
    size = asked.whole("count", 20, least=1, most=_MAX_PAGE) or 1
    if not asked.flag("list"):
        return _told(cover, lambda tell: _count(cover, words, tell))
    return _told(cover, lambda tell: _list(cover, words, tell, first, size))


def _options(cover: engine.ExactCover, numbers: list[int]) -> list[list[Any]]:
    """Return options as their numbers, from 1, and their items."""
    return [[k + 1, " ".join(map(str, cover.option(k)))] for k in numbers]


def _count(
    cover: engine.ExactCover, words: dict[str, Any], tell: Callable[[Any], None]
) -> dict[str, Any]:
    reason = None
    try:
        found = cover.count(progress=tell, **words)
    except SearchStopped as stop:
        found, reason = cast(Count, stop.partial), cast(Any, stop.reason)
    return _done(int(found), found.stats, found.method, reason, sure=reason is None)


def _list(
    cover: engine.ExactCover,
    words: dict[str, Any],
    tell: Callable[[Any], None],
    first: int,
    size: int,
) -> dict[str, Any]:
    solutions = cover.solutions(progress=tell, **words)
    passed = sum(1 for _ in islice(solutions, first))
    shown = 0
    for solution in islice(solutions, size):
        shown += 1
        tell(solution)
    more = shown == size and next(solutions, None) is not None
    done = _done(passed + shown, solutions.stats, solutions.method, solutions.reason, sure=not more)
    return {**done, "more": more, "start": first}


def _done(number: int, stats: Any, method: Any, reason: Any, *, sure: bool) -> dict[str, Any]:
    text = plural(number, "solution")
    work = ", ".join(format_count(value, name) for name, value in stats.counters.items())
    ms = stats.seconds * 1e3
    return {
        "status": "stopped" if reason else "done",
        "reason": reason,
        "count": str(number),
        "exact": sure and not reason,
        "method": method,
        "counters": dict(stats.counters),
        "ms": ms,
        "sentence": f"{'' if sure and not reason else 'At least '}{text}: {work} in {lasting(ms)}.",
    }


def _told(
    cover: engine.ExactCover, work: Callable[[Callable[[Any], None]], dict[str, Any]]
) -> Events:
    """Give events of what a search tells; what it chose is looked up while it waits."""

    def watched(tell: Callable[[Any], None]) -> dict[str, Any]:
        def see(what: Progress | list[int]) -> None:
            if isinstance(what, list):
                tell(("solution", {"options": _options(cover, what)}))
                return
            kernel = cast(Any, what.kernel)
            room = np.empty(kernel.max_chosen, np.int32)
            chosen = room[: kernel.peek(room)].tolist()
            data = {
                "counters": what.counters,
                "solutions": str(kernel.solutions),
                "depth": len(chosen),
                "chosen": _options(cover, chosen[:_CHOSEN]),
                "ms": what.seconds * 1e3,
            }
            tell(("progress", data))

        return work(see)

    for what in telling(watched):
        yield what if isinstance(what, tuple) else ("done", what)
