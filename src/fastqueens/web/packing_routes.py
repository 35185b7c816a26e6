"""The routes of the packing lab: puzzles are read, and solved, counted and watched.

A search keeps the pieces that a request places on the board. Counting reports through a callback:
`packing.count` chooses among methods that are up to 50 times as fast as listing the solutions, and
most of them cannot stop for a report in another way.
"""

from __future__ import annotations

import base64
import binascii
import warnings
from collections.abc import Callable, Mapping
from itertools import islice
from threading import Lock
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from fastqueens import packing
from fastqueens.canvas.style import Look, ThemeName, ViewName
from fastqueens.examples import example, examples
from fastqueens.packing import boxed_text, drawing, preplaced
from fastqueens.packing.burrtools import list_problems, looks_like_burrtools
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import PackingWarning, Puzzle
from fastqueens.packing.search import METHODS, Distinct, MethodName
from fastqueens.results import Count, InputError, SearchStopped, Stats, format_count
from fastqueens.search import Progress
from fastqueens.validation import plural
from fastqueens.web.answers import FileAnswer
from fastqueens.web.callback_stream import CallbackEvents, StreamEvent
from fastqueens.web.durations import format_duration
from fastqueens.web.export_routes import download
from fastqueens.web.memory_limit import table_bytes
from fastqueens.web.request import RouteRequest, TimeLimit

__all__ = ["CountRequest", "ExportRequest", "ReadRequest", "SolveRequest", "WatchRequest", "count",
           "export", "list_examples", "read", "solve", "watch"]  # fmt: skip

_SECONDS = 60.0  # time limit of a search
_MAX_INTEGER = 2**53  # the largest whole number that JavaScript holds exactly
_warning_filters = Lock()  # the filters of `warnings` are shared by all threads
_SOURCES = ("text", "file", "example", "puzzle")

PuzzleInput = dict[str, Any]
Place = dict[str, list[Annotated[list[int], Meta(description="a cell as a list of numbers")]]]


class ReadRequest(RouteRequest):
    """The request of ``/api/pack/read``; exactly one of the sources is given."""

    text: str | None = None
    file: str | None = None
    example: Annotated[str, Meta(max_length=80)] | None = None
    puzzle: PuzzleInput | None = None
    problem: Annotated[int, Meta(ge=1, le=10**6)] = 1


class PlacedRequest(RouteRequest):
    """A request about a puzzle with the pieces that lie on its board."""

    puzzle: PuzzleInput
    place: Place | None = None


class SearchRequest(PlacedRequest):
    """A request for a search."""

    method: MethodName = "auto"
    time_limit: TimeLimit = _SECONDS

    def words(self) -> dict[str, Any]:
        """Return the keyword arguments that all searches accept."""
        limit = min(self.time_limit, _SECONDS)
        return {"method": self.method, "placed": self.place or {}, "time_limit": limit}


class SolveRequest(SearchRequest):
    """The request of ``/api/pack/solve``."""

    distinct: bool = False
    start: Annotated[int, Meta(ge=0, le=10**6)] = msgspec.field(name="from", default=0)
    count: Annotated[int, Meta(ge=1, le=100)] = 1


class CountRequest(SearchRequest):
    """The request of ``/api/pack/count``."""

    distinct: bool = False


class WatchRequest(SearchRequest):
    """The request of ``/api/pack/watch``."""

    method: MethodName = "brute-force"
    every: Annotated[int, Meta(ge=1, le=10**9)] = 1
    start: Annotated[int, Meta(ge=0, le=_MAX_INTEGER)] = 0
    frames: Annotated[int, Meta(ge=1, le=500)] = 100
    all: bool = False


class ExportRequest(PlacedRequest, kw_only=True):
    """The request of ``/api/pack/export``."""

    format: Literal["txt", "puzzle", "json", "svg", "png", "gif"]
    counters: Annotated[dict[str, Annotated[int, Meta(ge=0)]], Meta(max_length=8)] | None = None
    ms: Annotated[float, Meta(ge=0, le=1e9)] = 0
    theme: ThemeName = "light"
    letters: bool = False
    patterns: bool = False
    view: ViewName = "layers"
    cell: Annotated[int, Meta(ge=8, le=128)] = 48
    name: Annotated[str, Meta(max_length=80)] = "packing"


def list_examples(query: Mapping[str, str]) -> dict[str, Any]:
    """Answer ``/api/pack``: the puzzles that come with the package, and the methods."""
    return {
        "examples": [
            {"name": found.name, "summary": found.summary}
            for found in examples()
            if found.command == "pack"
        ],
        "methods": list(packing.METHODS),
    }


def read(request: ReadRequest) -> dict[str, Any]:
    """Answer ``/api/pack/read``."""
    sources = [key for key in _SOURCES if getattr(request, key) is not None]
    if len(sources) != 1:
        found = " and ".join(sources) or "none"
        raise InputError(f"found {found}, expected one of {', '.join(_SOURCES)}")
    with (
        _warning_filters,
        warnings.catch_warnings(record=True, action="always", category=PackingWarning) as caught,
    ):
        if request.puzzle is not None:
            puzzle, problems = Puzzle.from_dict(request.puzzle), 1
        else:
            puzzle, problems = _read_file(_file_content(request), request.problem)
    restricted = {
        "colours that restrict placements": puzzle.rules.cell_colours,
        "a limit of the empty cells": puzzle.rules.max_empty is not None,
    }
    for words, used in restricted.items():
        if used:
            raise InputError(
                f"found {words}, expected a puzzle without it; the command line and Python solve "
                "such puzzles"
            )
    try:
        text = puzzle.to_text()
    except InputError:
        text = None
    return {
        "puzzle": puzzle.as_dict(),
        "text": text,
        "letters": list(puzzle.letters),
        "sums": list(puzzle.sums),
        "problem": preplaced.find_infeasibility(preplaced.make_problem(puzzle, None), brute=False),
        "warnings": [_as_sentence(str(warning.message)) for warning in caught],
        "number": request.problem,
        "problems": problems,
    }


def _as_sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _file_content(request: ReadRequest) -> bytes:
    """Return the bytes of a request's text, file or example."""
    if request.example is not None:
        own = {x.name: x for x in examples() if x.command == "pack"}
        return (own.get(request.example) or example(request.example)).text.encode()
    if request.text is not None:
        return request.text.encode()
    try:
        return base64.b64decode(request.file or "", validate=True)
    except (binascii.Error, ValueError):
        raise InputError("file is not base64, expected the bytes of a file in base64") from None


def _read_file(data: bytes, number: int) -> tuple[Puzzle, int]:
    """Return the puzzle with a given number in a file, and the number of puzzles in the file."""
    if not looks_like_burrtools(data):
        if number != 1:
            raise InputError(f"found a file of one puzzle, expected problem 1, not {number}")
        return Puzzle.from_bytes(data), 1
    puzzle = Puzzle.from_bytes(data, problem=number)
    return puzzle, len(list_problems(data))


def _read_puzzle(document: PuzzleInput) -> Puzzle:
    """Make a puzzle without warnings, which the page has had from ``/api/pack/read``."""
    with (
        _warning_filters,
        warnings.catch_warnings(action="ignore", category=PackingWarning),
    ):
        return Puzzle.from_dict(document)


def solve(request: SolveRequest) -> dict[str, Any]:
    """Answer ``/api/pack/solve``: some of the solutions, in the order in which they are found."""
    puzzle, words = _read_puzzle(request.puzzle), request.words()
    first = request.start
    found = packing.solutions(puzzle, distinct=_distinct(puzzle, request.distinct), **words)
    found.keep_clock_running()
    placements = [x.placements for x in islice(found, first, first + request.count)]
    problem = preplaced.make_problem(puzzle, words["placed"])
    why = preplaced.find_infeasibility(problem, brute=METHODS[words["method"]].unit == "case")
    stats = found.search.stats()
    status = "solved" if placements else found.status
    if status == "solved" and not placements:
        head = f"There are no more: {found.found:,} in all"
    else:
        stop = f"Stopped after {stats.seconds:.0f} s"
        if found.search.reason == "incomplete":
            stop = "No solution was found, but this method may miss one"
        head = {"solved": "Solved", "unsolvable": "This cannot be filled"}.get(status, stop)
    return {
        "status": status,
        "reason": found.search.reason,
        "method": found.method,
        "solutions": placements,
        "found": found.found,
        "infeasible": why,
        **_describe_work(stats, f"{head}: {why}" if why else head),
    }


def _distinct(puzzle: Puzzle, distinct: bool) -> Distinct:
    """Return the argument `distinct` of the search; mirror images in space count as one, too."""
    return "mirror" if distinct and puzzle.in_space else distinct


def _describe_work(stats: Stats, head: str) -> dict[str, Any]:
    """Return the counters and the time of a search, and a sentence that contains both."""
    work = ", ".join(format_count(value, name) for name, value in stats.counters.items())
    ms = stats.seconds * 1e3
    return {
        "counters": dict(stats.counters),
        "ms": ms,
        "head": f"{head}.",
        "sentence": f"{head}. {work} in {format_duration(ms)}." if work else f"{head}.",
    }


def count(request: CountRequest) -> CallbackEvents[Any]:
    """Answer ``/api/pack/count``: check the request, then return the events of the stream."""
    puzzle, words = _read_puzzle(request.puzzle), request.words()
    preplaced.make_problem(puzzle, words["placed"])  # raises `InputError` before the stream begins
    words["distinct"] = _distinct(puzzle, request.distinct)
    words["max_bytes"] = table_bytes()
    noun = "distinct solution" if request.distinct else "solution"
    return _count_events(lambda report: packing.count(puzzle, progress=report, **words), noun)


def _count_events(
    work: Callable[[Callable[[Progress], None]], Count], noun: str
) -> CallbackEvents[Any]:
    def run(put_value: Callable[[Any], None]) -> Count:
        def report(now: Progress) -> None:
            # A solution may represent several symmetric solutions, so this number is a lower bound.
            least = getattr(now.kernel, "solutions", None)
            put_value({"least": least, "counters": dict(now.counters), "ms": now.seconds * 1e3})

        return work(report)

    def describe(value: dict[str, Any] | Count | SearchStopped) -> StreamEvent:
        if isinstance(value, dict):
            return "count", value
        return "done", _describe_count(value, noun)

    return CallbackEvents(run, describe)


def _describe_count(result: Count | SearchStopped, noun: str) -> dict[str, Any]:
    reason = None
    if isinstance(result, SearchStopped):
        reason, result = result.reason, cast(Count, result.partial)
    number, stats = int(result), result.stats or Stats()
    head = plural(number, noun)
    if reason:
        stop = f"stopped after {stats.seconds:.0f} s"
        head = f"At least {head}: {stop}" if number else stop.capitalize()
    return {
        "status": "stopped" if reason else "done",
        "reason": reason,
        "count": number,
        "method": result.method,
        **_describe_work(stats, head),
    }


def watch(request: WatchRequest) -> dict[str, Any]:
    """Answer ``/api/pack/watch``: the frames of a search, starting at a given amount of work."""
    puzzle = _read_puzzle(request.puzzle)
    frames = packing.frames(
        puzzle,
        every=request.every,
        start=request.start,
        limit=None if request.all else 1,
        keep=False,
        **request.words(),
    )
    described = []
    for frame in islice(frames, request.frames):
        cells = [-1] * len(puzzle.cells)
        for piece, covered in frame.view.packing.numbers.items():
            for cell in covered:
                cells[cell] = piece
        described.append(
            {
                "work": frame.work,
                "found": frame.found,
                "cells": cells,
                "hand": frame.view.hand,
                "piece": frame.view.piece,
            }
        )
    return {
        "frames": described,
        "status": frames.status,
        "reason": frames.reason,
        "unit": frames.unit,
        "counters": dict(frames.stats.counters),
        "ms": frames.stats.seconds * 1e3,
    }


def export(request: ExportRequest) -> FileAnswer:
    """Answer ``/api/pack/export``: the pieces that lie on the board, as a file."""
    puzzle, kind = _read_puzzle(request.puzzle), request.format
    fixed = preplaced.make_problem(puzzle, request.place or {}).fixed
    packed = Packing(puzzle, {piece: tuple(cells) for piece, cells in fixed.items()})
    if kind == "puzzle":
        return download(puzzle.to_text(), request.name, "txt")
    if kind == "txt":
        return download(
            boxed_text.solution_text([packed], _work_lines(request)), request.name, kind
        )
    if kind == "json":
        return download(packed.to_json() + "\n", request.name, kind)
    look = Look(
        theme=request.theme,
        letters=request.letters,
        patterns=request.patterns,
        view=request.view,
    )
    painters: dict[str, Callable[..., str | bytes]]
    painters = {"svg": drawing.svg, "png": drawing.png, "gif": drawing.gif}
    paint = painters[kind]
    return download(paint(packed.layout, cell=request.cell, look=look), request.name, kind)


def _work_lines(request: ExportRequest) -> list[str]:
    """Return the lines about the work of a search; none if the request has no counters."""
    counters = request.counters
    if counters is None:
        return []
    for name in counters:
        if not name.isidentifier():
            raise InputError(f"counters has the name {name[:40]!r}, expected letters")
    return boxed_text.work_lines(Stats(counters, request.ms / 1e3))
