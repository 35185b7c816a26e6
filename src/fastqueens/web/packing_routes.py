"""The packing lab: puzzles read, and solved, counted and watched from the pieces that lie already.

Counting runs in a thread of its own, beside the one that tells of it: `packing.count` chooses among
ways that are up to 50 times as fast as visiting the solutions one by one, which could be told of
between two of them.
"""

from __future__ import annotations

import base64
import binascii
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from threading import Lock
from typing import Any, cast

from starlette.responses import Response

from fastqueens import packing
from fastqueens.canvas.style import THEMES, Look
from fastqueens.examples import example, examples
from fastqueens.packing import boxed_text as boxes
from fastqueens.packing import drawing
from fastqueens.packing import preplaced as given
from fastqueens.packing.burrtools import looks_like_burrtools, read_problems
from fastqueens.packing.formats import MAX_BYTES, read_document
from fastqueens.packing.packing import Packing
from fastqueens.packing.puzzle import PackingWarning, Puzzle, unchecked_puzzle
from fastqueens.results import Count, InputError, SearchStopped, Stats, format_count
from fastqueens.search import Progress
from fastqueens.validation import describe, plural
from fastqueens.web.callback_stream import lasting, telling
from fastqueens.web.export_routes import download
from fastqueens.web.request import Asked

__all__ = ["COUNT", "EXPORT", "READ", "SOLVE", "WATCH", "count", "export", "read", "ready",
           "solve", "watch"]  # fmt: skip

_SECONDS = 60.0  # of a search
_BYTES = 1 << 29  # of memory that a count remembers in
_PAGE = 100  # solutions of an answer
_FRAMES = 500  # of an answer
_MOST = 2**53  # of a whole number that JavaScript holds
_MAX_CELL = 128  # side of a cell of a picture
_KINDS = ("txt", "puzzle", "json", "svg", "png")
_POSITION = ("puzzle", "place")
READ = ("text", "file", "example", "puzzle", "problem")
SOLVE = (*_POSITION, "method", "distinct", "from", "count", "time_limit")
COUNT = (*_POSITION, "method", "distinct", "time_limit")
WATCH = (*_POSITION, "method", "every", "start", "frames", "all", "time_limit")
EXPORT = (*_POSITION, "format", "counters", "ms", "theme", "letters", "patterns", "cell", "name")
_filters = Lock()  # Python keeps the filters of warnings for all threads together


def ready() -> dict[str, Any]:
    """Answer ``/api/pack``: the puzzles that come with the package, and the methods."""
    return {
        "examples": [
            {"name": found.name, "summary": found.summary}
            for found in examples()
            if found.command == "pack"
        ],
        "methods": list(packing.METHODS),
    }


def read(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/pack/read``."""
    sources = [key for key in READ[:4] if asked[key] is not None]
    if len(sources) != 1:
        found = " and ".join(sources) or "none"
        raise InputError(f"found {found}, expected one of {', '.join(READ[:4])}")
    wanted = asked.whole("problem", 1, least=1, most=10**6) or 1
    many = 1
    if sources[0] == "puzzle":
        puzzle = _puzzle(asked["puzzle"])
    else:
        if sources[0] == "example":
            word = asked.text("example", most=80) or ""
            known = {x.name: x for x in examples() if x.command == "pack"}
            data = (known.get(word) or example(word)).text.encode()
        elif sources[0] == "file":
            data = _decoded(asked.text("file") or "")
        else:
            data = (asked.text("text") or "").encode()
        puzzle, many = _from_file(data, wanted)
    try:
        text = puzzle.to_text()
    except InputError:
        text = None
    return {
        "puzzle": puzzle.as_dict(),
        "text": text,
        "letters": list(puzzle.letters),
        "sums": list(puzzle.sums),
        "problem": given.find_infeasibility(given.make_problem(puzzle, None), brute=False),
        "warnings": [
            f"Piece {piece.name} is in several parts; the parts move together."
            for piece in puzzle.pieces
            if not piece.connected
        ],
        "number": wanted,
        "problems": many,
    }


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("file is no base64, expected the bytes of a file so") from None


def _from_file(data: bytes, wanted: int) -> tuple[Puzzle, int]:
    """Return a puzzle of a file, and how many it holds."""
    if not looks_like_burrtools(data):
        if wanted != 1:
            raise InputError(f"found one puzzle, expected several, to choose {wanted} of")
        return _quietly(lambda: Puzzle.from_bytes(data)), 1
    if len(data) > MAX_BYTES:
        raise InputError(f"found {len(data):,} bytes, expected at most {MAX_BYTES:,}")
    found = read_problems(data)
    if wanted > len(found):
        raise InputError(f"found {plural(len(found), 'problem')}, expected {wanted} or more")
    return unchecked_puzzle(found[wanted - 1]), len(found)


def _quietly(make: Callable[[], Puzzle]) -> Puzzle:
    """Make a puzzle; what it may warn of is told in the answer."""
    with _filters, warnings.catch_warnings():
        warnings.simplefilter("ignore", PackingWarning)
        return make()


def _puzzle(value: object) -> Puzzle:
    """Return the puzzle of a request."""
    if not isinstance(value, dict):
        raise InputError(f"puzzle is {describe(value)}, expected an object with pieces")
    board, pieces = read_document(value)
    return _quietly(lambda: Puzzle(board, pieces))


def _place(value: object) -> dict[str, list[list[int]]]:
    """Return the pieces that lie on the board, as cells by their names."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"place is {describe(value)}, expected cells by the names of pieces")
    for name, cells in value.items():
        whole = isinstance(cells, list) and all(
            isinstance(cell, list) and all(type(x) is int for x in cell) for cell in cells
        )
        if not whole:
            raise InputError(f"place {name}: found {describe(cells)}, expected lists of numbers")
    return value


def _asked_for(asked: Asked) -> dict[str, Any]:
    """Return what all searches are asked alike, as keywords of theirs."""
    return {
        "method": asked.choice("method", packing.METHODS, "auto"),
        "place": _place(asked["place"]),
        "time_limit": asked.number("time_limit", _SECONDS, most=_SECONDS),
    }


def solve(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/pack/solve``: some of the solutions, in the order in which they are found."""
    puzzle, words = _puzzle(asked["puzzle"]), _asked_for(asked)
    first = asked.whole("from", 0, most=10**6) or 0
    most = asked.whole("count", 1, least=1, most=_PAGE) or 1
    found = packing.solutions(puzzle, distinct=asked.flag("distinct"), **words)
    placements = [x.placements for x in islice(found, first, first + most)]
    problem = given.make_problem(puzzle, words["place"])
    why = given.find_infeasibility(problem, brute=words["method"] == "brute-force")
    stats = found.search.stats()
    status = "solved" if placements else found.status
    if status == "solved" and not placements:
        head = f"There are no more: {found.found:,} in all"
    else:
        head = {"solved": "Solved", "unsolvable": "This cannot be filled"}.get(
            status, f"Stopped after {stats.seconds:.0f} s"
        )
    return {
        "status": status,
        "reason": found.search.reason,
        "method": found.method,
        "solutions": placements,
        "found": found.found,
        "infeasible": why,
        **_work(stats, f"{head}: {why}" if why else head),
    }


def _work(stats: Stats, head: str) -> dict[str, Any]:
    """Return the counters and the time of a search, and both as a sentence."""
    work = ", ".join(format_count(value, name) for name, value in stats.counters.items())
    ms = stats.seconds * 1e3
    return {
        "counters": dict(stats.counters),
        "ms": ms,
        "head": f"{head}.",
        "sentence": f"{head}. {work} in {lasting(ms)}." if work else f"{head}.",
    }


def count(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    """Begin to answer ``/api/pack/count``: events, each a name and its data."""
    puzzle, words = _puzzle(asked["puzzle"]), _asked_for(asked)
    given.make_problem(puzzle, words["place"])  # refused here, before the stream begins
    words["distinct"] = asked.flag("distinct")
    noun = "distinct solution" if words["distinct"] else "solution"
    words["max_bytes"] = _BYTES
    return _counting(lambda tell: packing.count(puzzle, progress=tell, **words), noun)


def _counting(
    work: Callable[[Callable[[Progress], None]], Count], noun: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give what a count tells until it has ended."""

    def told(tell: Callable[[Any], None]) -> Count:
        def progress(now: Progress) -> None:
            # Some stand for several, by symmetry: so many are sure.
            least = getattr(now.kernel, "solutions", None)
            tell({"least": least, "counters": dict(now.counters), "ms": now.seconds * 1e3})

        return work(progress)

    for what in telling(told):
        yield ("count", what) if isinstance(what, dict) else ("done", _counted(what, noun))


def _counted(what: Count | SearchStopped, noun: str) -> dict[str, Any]:
    reason = None
    if isinstance(what, SearchStopped):
        reason, what = what.reason, cast(Count, what.partial)
    number, stats = int(what), what.stats or Stats()
    if reason is None:
        head = plural(number, noun)
    elif number:
        head = f"At least {plural(number, noun)}: stopped after {stats.seconds:.0f} s"
    else:
        head = f"Stopped after {stats.seconds:.0f} s"
    status = "stopped" if reason else "done"
    told = {"status": status, "reason": reason, "count": number, "method": what.method}
    return told | _work(stats, head)


def watch(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/pack/watch``: frames of a search, from some amount of work on."""
    puzzle, words = _puzzle(asked["puzzle"]), _asked_for(asked)
    words["method"] = asked.choice("method", packing.METHODS, "brute-force")
    most = asked.whole("frames", 100, least=1, most=_FRAMES) or 1
    frames = packing.frames(
        puzzle,
        every=asked.whole("every", 1, least=1, most=10**9) or 1,
        start=asked.whole("start", 0, most=_MOST) or 0,
        limit=None if asked.flag("all") else 1,
        keep=False,
        **words,
    )
    shown = []
    for frame in islice(frames, most):
        cells = [-1] * len(puzzle.cells)
        for piece, covered in frame.view.packing.numbers.items():
            for cell in covered:
                cells[cell] = piece
        shown.append(
            {
                "work": frame.work,
                "found": frame.found,
                "cells": cells,
                "hand": frame.view.hand,
                "piece": frame.view.piece,
            }
        )
    return {
        "frames": shown,
        "status": frames.status,
        "reason": frames.reason,
        "unit": frames.unit,
        "counters": dict(frames.stats.counters),
        "ms": frames.stats.seconds * 1e3,
    }


def export(asked: Asked) -> Response:
    """Answer ``/api/pack/export``: the pieces that lie on the board, as a file."""
    puzzle, place = _puzzle(asked["puzzle"]), _place(asked["place"])
    kind = asked.choice("format", _KINDS)
    if kind is None:
        raise InputError(f"found no format, expected one of {', '.join(_KINDS)}")
    lying = given.make_problem(puzzle, place).fixed
    packed = Packing(puzzle, {piece: tuple(cells) for piece, cells in lying.items()})
    look = Look(
        theme=cast("Any", asked.choice("theme", THEMES, "light")),
        letters=asked.flag("letters"),
        patterns=asked.flag("patterns"),
    )
    cell = asked.whole("cell", 48, least=8, most=_MAX_CELL) or 48
    name = asked.text("name", "packing", most=80) or "packing"
    if kind == "puzzle":
        return download(puzzle.to_text(), name, "txt")
    if kind == "txt":
        return download(boxes.solution_text([packed], _lines(asked)), name, kind)
    if kind == "json":
        return download(packed.to_json() + "\n", name, kind)
    try:
        paint = drawing.svg if kind == "svg" else drawing.png
        return download(paint(packed.layout, cell=cell, look=look), name, kind)
    except ImportError as error:  # pictures of pixels need Pillow
        raise InputError(str(error)) from None


def _lines(asked: Asked) -> list[str]:
    """Return the lines of the work that found a solution, if it was told."""
    counters = asked["counters"]
    if counters is None:
        return []
    names = isinstance(counters, dict) and all(
        key.isidentifier() and type(value) is int and value >= 0 for key, value in counters.items()
    )
    if not names or len(counters) > 8:
        raise InputError(f"counters is {describe(counters)}, expected whole numbers by names")
    return boxes.work_lines(Stats(counters, asked.number("ms", 0, most=1e9) / 1e3))
