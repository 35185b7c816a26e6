"""The routes of exact cover: Knuth's text is read, and its solutions are counted or listed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import isqrt
from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta

from fastqueens.cell_names import cell_name
from fastqueens.cover import ExactCover
from fastqueens.cover.problem import MethodName
from fastqueens.cover.trace import steps
from fastqueens.packing import catalog
from fastqueens.results import Count, InputError, SearchStopped, format_count
from fastqueens.search import Progress
from fastqueens.validation import plural
from fastqueens.web.callback_stream import CallbackEvents
from fastqueens.web.durations import format_duration
from fastqueens.web.request import RouteRequest, TimeLimit

__all__ = ["ExampleRequest", "ReadRequest", "SearchRequest", "StepsRequest", "example", "read",
           "search", "show_steps"]  # fmt: skip

_SECONDS = 60  # time limit of a search
_MAX_STEPS = 1000
_MAX_ROWS, _MAX_ENTRIES = 4000, 40_000  # the largest matrix that is shown
_MAX_CHOSEN = 300  # the largest number of options in a progress event
Events = CallbackEvents[Any]


class ReadRequest(RouteRequest):
    """The request of ``/api/cover``."""

    text: Annotated[str, Meta(max_length=600_000)]

    def read_cover(self) -> ExactCover:
        """Return the exact cover problem."""
        return ExactCover.from_bytes(self.text.encode("utf-8", "surrogatepass"))


class SearchRequest(ReadRequest):
    """The request of ``/api/cover/search``."""

    method: MethodName = "auto"
    list: bool = False
    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 20
    time_limit: TimeLimit = _SECONDS


def read(request: ReadRequest) -> dict[str, Any]:
    """Answer ``/api/cover``: the size of a problem."""
    cover = request.read_cover()
    return {
        "options": len(cover),
        "primary": cover.primary,
        "secondary": len(cover.items) - cover.primary,
    }


def search(request: SearchRequest) -> Events:
    """Answer ``/api/cover/search``: check the request, then return the events of the stream."""
    cover = request.read_cover()
    words = {"method": request.method, "time_limit": min(request.time_limit, _SECONDS)}
    if not request.list:
        return _search_events(cover, lambda report: _count(cover, words, report))
    first, size = request.start, request.count
    return _search_events(cover, lambda report: _list(cover, words, report, first, size))


class StepsRequest(ReadRequest):
    """The request of ``/api/cover/steps``."""

    steps: Annotated[int, Meta(ge=1, le=_MAX_STEPS)] = _MAX_STEPS


class ExampleRequest(RouteRequest):
    """The request of ``/api/cover/example``."""

    name: Literal["pentominoes", "sudoku-4", "sudoku-9"]


def show_steps(request: StepsRequest) -> dict[str, Any]:
    """Answer ``/api/cover/steps``: the matrix, and the first steps of a search."""
    cover = request.read_cover()
    entries = len(cover._item)
    if len(cover) > _MAX_ROWS or entries > _MAX_ENTRIES:
        raise InputError(
            f"The matrix is shown for up to {_MAX_ROWS:,} options and {_MAX_ENTRIES:,} entries; "
            f"found {len(cover):,} options and {entries:,} entries."
        )
    found = list(islice(steps(cover), request.steps + 1))
    complete = found[-1].option is None
    found = found if complete else found[:-1]
    colours = [None] * entries if cover._colour is None else cover._colour.tolist()
    return {
        "items": [str(name) for name in cover.items],
        "primary": cover.primary,
        "start": cover._start.tolist(),
        "item": cover._item.tolist(),
        "colour": colours,
        "steps": [
            [step.back, step.option, step.item, step.left, step.solved, step.sentence]
            for step in found
        ],
        "complete": complete,
    }


_SUDOKU = {
    "sudoku-4": "1..." "...." "...." "..2.",
    "sudoku-9": "53..7...." "6..195..." ".98....6." "8...6...3" "4..8.3..1" "7...2...6"
                ".6....28." "...419..5" "....8..79",
}  # fmt: skip


def example(request: ExampleRequest) -> dict[str, Any]:
    """Answer ``/api/cover/example``: the text of an example."""
    if request.name == "pentominoes":
        return {"text": _pentominoes_text(3, 20)}
    return {"text": _sudoku_text(_SUDOKU[request.name])}


def _pentominoes_text(rows: int, columns: int) -> str:
    """Return the twelve pentominoes in a box as an exact cover: each option puts a piece."""
    pieces = catalog.pentominoes().pieces
    options = []
    for piece in pieces:
        shapes = set()
        for turn in range(8):
            cells = [(y, x) if turn & 1 else (x, y) for y, x in piece.cells]
            cells = [(-y if turn & 2 else y, -x if turn & 4 else x) for y, x in cells]
            top, left = (min(c) for c in zip(*cells, strict=True))
            shapes.add(tuple(sorted((y - top, x - left) for y, x in cells)))
        for shape in sorted(shapes):
            high, wide = (max(c) for c in zip(*shape, strict=True))
            for y0 in range(rows - high):
                for x0 in range(columns - wide):
                    names = " ".join(cell_name(y + y0, x + x0) for y, x in shape)
                    options.append(f"{piece.name} {names}")
    items = [piece.name for piece in pieces]
    items += [cell_name(y, x) for x in range(columns) for y in range(rows)]
    return "\n".join([" ".join(items), *options, ""])


def _sudoku_text(clues: str) -> str:
    """Return a sudoku as an exact cover: each option puts a digit on a cell."""
    n = isqrt(len(clues))
    box = isqrt(n)
    options = []
    for cell, clue in enumerate(clues):
        row, column = divmod(cell, n)
        place = f"r{row + 1}c{column + 1}"
        square = row // box * box + column // box + 1
        for digit in range(1, n + 1) if clue == "." else [int(clue)]:
            units = f"r{row + 1}={digit} c{column + 1}={digit} b{square}={digit}"
            options.append(f"{place} {units}")
    items = sorted({item for line in options for item in line.split()})
    return "\n".join([" ".join(items), *options, ""])


def _describe_options(cover: ExactCover, numbers: list[int]) -> list[list[Any]]:
    """Return each option as a pair: its number, counted from 1, and its items."""
    return [[k + 1, " ".join(map(str, cover.option(k)))] for k in numbers]


def _count(
    cover: ExactCover, words: dict[str, Any], report: Callable[[Any], None]
) -> dict[str, Any]:
    reason = None
    try:
        found = cover.count(progress=report, **words)
    except SearchStopped as stop:
        found, reason = cast(Count, stop.partial), cast(Any, stop.reason)
    return _describe_end(int(found), found.stats, found.method, reason, exact=reason is None)


def _list(
    cover: ExactCover,
    words: dict[str, Any],
    report: Callable[[Any], None],
    first: int,
    size: int,
) -> dict[str, Any]:
    """Report a page of solutions, and return how the search ended."""
    solutions = cover.solutions(progress=report, **words)
    solutions.keep_clock_running()
    skipped = sum(1 for _ in islice(solutions, first))
    reported = 0
    for solution in islice(solutions, size):
        reported += 1
        report(solution)
    more = reported == size and next(solutions, None) is not None
    count, stats = skipped + reported, solutions.stats
    end = _describe_end(count, stats, solutions.method, solutions.reason, exact=not more)
    return {**end, "more": more, "start": first}


def _describe_end(
    number: int, stats: Any, method: Any, reason: Any, *, exact: bool
) -> dict[str, Any]:
    text = plural(number, "solution")
    work = ", ".join(format_count(value, name) for name, value in stats.counters.items())
    ms = stats.seconds * 1e3
    exact = exact and not reason
    return {
        "status": "stopped" if reason else "done",
        "reason": reason,
        "count": str(number),
        "exact": exact,
        "method": method,
        "counters": dict(stats.counters),
        "ms": ms,
        "sentence": f"{'' if exact else 'At least '}{text}: {work} in {format_duration(ms)}.",
    }


def _search_events(
    cover: ExactCover, work: Callable[[Callable[[Any], None]], dict[str, Any]]
) -> Events:
    """Return the events of a search that reports its progress and its solutions."""

    def run(put_value: Callable[[Any], None]) -> dict[str, Any]:
        def report(value: Progress | list[int]) -> None:
            if isinstance(value, list):
                put_value(("solution", {"options": _describe_options(cover, value)}))
            else:  # described here, because the search waits during this call
                put_value(("progress", _describe_progress(cover, value)))

        return work(report)

    return CallbackEvents(run, lambda x: x if isinstance(x, tuple) else ("done", x))


def _describe_progress(cover: ExactCover, progress: Progress) -> dict[str, Any]:
    kernel = cast(Any, progress.kernel)
    buffer = np.empty(kernel.max_chosen, np.int32)
    chosen = buffer[: kernel.peek(buffer)].tolist()
    return {
        "counters": progress.counters,
        "solutions": str(kernel.solutions),
        "depth": len(chosen),
        "chosen": _describe_options(cover, chosen[:_MAX_CHOSEN]),
        "ms": progress.seconds * 1e3,
    }
