"""N-Queens: what completes a position, counts, galleries, searches step by step, large boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from starlette.responses import Response

from fastqueens import nqueens
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.validation import plural
from fastqueens.web.callback_stream import lasting, telling
from fastqueens.web.export_routes import download
from fastqueens.web.request import Asked
from fastqueens.web.url_codec import encode_state

__all__ = ["BOARD", "COUNT", "GROWTH", "LIST", "PLACE", "WATCH", "board", "complete", "count",
           "growth", "listed", "watch"]  # fmt: skip

_RULES = ("n", "variant", "pawns")
PLACE = (*_RULES, "queens")
COUNT = (*_RULES, "symmetry", "time_limit")
LIST = (*_RULES, "symmetry", "start", "count")
WATCH = (*_RULES, "method", "seed", "every", "start", "frames", "all")
GROWTH = ("rows",)
BOARD = ("n", "make", "seed", "format")
_COMPLETED = 1.5  # seconds to count what completes a position
_COUNTED = 60  # seconds of a count
_LISTED = 5  # seconds of a page
_GROWN = 12  # seconds of the chart, all sizes together
_MAX_N = 1000  # rows of a board
_MAX_COUNT = 18  # rows of a count: the next ones take minutes and hours
_MAX_PAGE, _MAX_START = 100, 1_000_000
_MAX_ROWS = 16  # of the chart
_WATCHED = 32  # rows of a board that is watched
_FRAMES, _FIRST = 400, 400
_PROBE = 0.3  # seconds to find out how long a search is
_MAX_WORK = 10**9
_LARGEST = 1_000_000  # rows of a board that is written down
_SHOWN = 1000  # columns that are sent
_FINE = 96  # rows and columns of a picture of densities
Events = Iterator[tuple[str, dict[str, Any]]]


def _rules(asked: Asked, most: int) -> tuple[int, dict[str, Any]]:
    """Return the size, and the variant as words."""
    n = asked.whole("n", 8, least=1, most=most) or 1
    variant = asked.choice("variant", nqueens.VARIANTS, "queens")
    pawns = asked["pawns"] or 0
    if variant != "plus_k" or isinstance(pawns, bool) or not isinstance(pawns, int):
        if asked["pawns"]:
            raise InputError("pawns goes with the variant plus_k, expected a whole number")
        pawns = 0
    return n, {"variant": variant, "pawns": pawns}


def complete(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/nqueens``: how many solutions have these queens, and one of them."""
    n, rules = _rules(asked, _MAX_N)
    put = asked.cells("queens", n)
    empty = {"count": None, "exact": False, "example": None, "pawns": None}
    if n > (27 if rules["variant"] == "plus_k" else 64):
        return {**empty, "problem": "Completions are counted on boards of 64 rows at most."}
    rows = [row for row, _ in put]
    alone = rules["variant"] != "plus_k"
    if alone and len(set(rows)) < len(rows):
        return {**empty, "count": "0", "exact": True, "problem": None}
    start = perf_counter()
    found = nqueens.solutions(n, placed=put or None, time_limit=_COMPLETED / 2, **rules)
    example = next(found, None)
    if example is None and found.status != "stopped":
        number, exact = 0, True
    else:
        left = max(0.05, _COMPLETED - (perf_counter() - start))
        placed = put if put or n > _MAX_COUNT else None
        try:
            number, exact = int(nqueens.count(n, placed=placed, time_limit=left, **rules)), True
        except SearchStopped as stop:
            number, exact = max(int(cast(Count, stop.partial)), int(example is not None)), False
    return {
        "count": str(number),
        "exact": exact,
        **dict(zip(("example", "pawns"), _cells(example, n), strict=True)),
        "problem": None,
    }


def _cells(solution: Any, n: int) -> tuple[list[int] | None, list[int] | None]:
    """Return the cells of the queens and of the pawns."""
    if solution is None:
        return None, None
    if isinstance(solution, nqueens.Placement):
        queens, pawns = ((cells @ [n, 1]).tolist() for cells in solution)
        return queens, pawns
    return [row * n + column for row, column in enumerate(solution.tolist())], []


def count(asked: Asked) -> Events:
    """Begin to answer ``/api/nqueens/count``."""
    variant = asked.choice("variant", nqueens.VARIANTS, "queens")
    symmetry = asked.choice("symmetry", ("all", "fundamental"), "all")
    quick = variant == "hertzsprung" and symmetry == "all"
    n, rules = _rules(asked, _MAX_N if quick else _MAX_COUNT)
    limit = asked.number("time_limit", _COUNTED, most=_COUNTED)
    return _counting(n, {**rules, "symmetry": symmetry, "time_limit": limit})


def _counting(n: int, words: dict[str, Any]) -> Events:
    start = perf_counter()
    told = telling(lambda tell: nqueens.count(n, progress=tell, **words))
    for what in told:
        if isinstance(what, nqueens.CountProgress):
            left = what.seconds_left
            yield (
                "progress",
                {
                    "fraction": what.fraction,
                    "left": left if left < 1e9 else None,
                    "solutions": str(what.solutions),
                    "nodes": what.nodes,
                    "ms": what.seconds * 1e3,
                },
            )
            continue
        stopped = isinstance(what, SearchStopped)
        number = cast(Count, what.partial if stopped else what)
        nodes = None if number.stats is None else number.stats.counters.get("nodes")
        kind = "fundamental " if words["symmetry"] == "fundamental" else ""
        text = plural(int(number), f"{kind}solution")
        yield (
            "done",
            {
                "status": "stopped" if stopped else "done",
                "reason": what.reason if stopped else None,
                "count": str(int(number)),
                "method": number.method,
                "nodes": nodes,
                "ms": (perf_counter() - start) * 1e3,
                "sentence": f"At least {text}." if stopped else f"{text}.",
            },
        )


def listed(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/nqueens/list``: a page of solutions, each with its images."""
    n, rules = _rules(asked, 27 if asked["variant"] == "plus_k" else 64)
    symmetry = asked.choice("symmetry", ("all", "fundamental"), "fundamental")
    first = asked.whole("start", 0, most=_MAX_START) or 0
    size = asked.whole("count", 24, least=1, most=_MAX_PAGE) or 1
    found = nqueens.solutions(n, symmetry=cast(Any, symmetry), time_limit=_LISTED, **rules)
    page = list(islice(found, first, first + size + 1))
    shown = []
    for solution in page[:size]:
        queens, pawns = _cells(solution, n)
        shown.append({"queens": queens, "pawns": pawns, "orbit": _orbit(solution, n, rules)})
    return {
        "solutions": shown,
        "start": first,
        "more": len(page) > size,
        "stopped": found.reason,
    }


def _orbit(solution: Any, n: int, rules: dict[str, Any]) -> list[list[list[int]]]:
    """Return the different images of a solution, each its queens and its pawns."""
    if not isinstance(solution, nqueens.Placement):
        images = np.unique(nqueens.orbit(solution, variant=rules["variant"]), axis=0)
        return [[cast("list[int]", _cells(image, n)[0]), []] for image in images]
    seen: dict[tuple[tuple[int, ...], ...], None] = {}
    for mirrored in (False, True):
        for turns in range(4):
            pieces = []
            for cells in solution:
                rows, columns = cells.T
                if mirrored:
                    columns = n - 1 - columns
                for _ in range(turns):
                    rows, columns = columns, n - 1 - rows
                pieces.append(tuple(sorted((rows.astype(int) * n + columns).tolist())))
            seen[tuple(pieces)] = None
    return [[list(queens), list(pawns)] for queens, pawns in seen]


def watch(asked: Asked) -> dict[str, Any]:
    """Answer ``/api/nqueens/watch``: frames of a search, from some amount of work on."""
    n, rules = _rules(asked, _WATCHED)
    method = asked.choice("method", tuple(nqueens.METHODS), "backtracking") or ""
    words: dict[str, Any] = {**rules, "method": method, "seed": asked.seed(0) or 0, "keep": False}
    words["limit"] = None if asked.flag("all") and nqueens.METHODS[method].complete else 1
    every = asked.whole("every", None, least=1, most=_MAX_WORK)
    total = None
    if every is None:  # find out how long it is, and show it in so many frames
        *_, last = nqueens.frames(n, every=_MAX_WORK, time_limit=_PROBE, **words)
        total = last.work if last.status != "stopped" else None
        every = 1 if total is None else max(1, -(-total // _FIRST))
    most = asked.whole("frames", _FRAMES, least=1, most=_FRAMES) or 1
    start = asked.whole("start", 0, most=_MAX_WORK) or 0
    found = nqueens.frames(n, every=every, start=start, time_limit=_LISTED, **words)
    shown = []
    for frame in islice(found, most):
        view, marks = frame.view, frame.view.marks
        shown.append(
            {
                "work": frame.work,
                "status": frame.status,
                "found": frame.found,
                "counters": dict(frame.counters),
                "cells": encode_state(n, view.queens, marks.eliminated),
                "pawns": [row * n + column for row, column in view.pawns],
                "wrong": [row * n + column for row, column in marks.wrong],
                "hand": None if marks.hand is None else marks.hand[0] * n + marks.hand[1],
            }
        )
    return {
        "frames": shown,
        "every": every,
        "total": total,
        "unit": found.unit,
        "status": found.status,
        "reason": found.reason,
    }


def growth(asked: Asked) -> Events:
    """Begin to answer ``/api/nqueens/growth``: a row for each size, as soon as it is known."""
    return _growing(asked.whole("rows", 12, least=1, most=_MAX_ROWS) or 1)


def _growing(rows: int) -> Events:
    start = perf_counter()
    for n in range(1, rows + 1):
        then = perf_counter()
        (row,) = nqueens.growth([n], time_limit=max(0.0, _GROWN - (then - start)))
        yield (
            "row",
            {
                "n": n,
                "combinations": str(row.combinations),
                "tuples": str(row.tuples),
                "permutations": str(row.permutations),
                "nodes": row.nodes,
                "solutions": row.solutions,
                "ms": (perf_counter() - then) * 1e3,
            },
        )
    yield "done", {"ms": (perf_counter() - start) * 1e3}


def board(asked: Asked) -> dict[str, Any] | Response:
    """Answer ``/api/nqueens/board``: one solution of a large board, as numbers and densities."""
    n = asked.whole("n", 1000, least=1, most=_LARGEST) or 1
    seed = asked.seed(0) or 0
    make = asked.choice("make", ("random", "construct"), "random")
    kind = asked.choice("format", ("txt",))
    start = perf_counter()
    if make == "construct":
        columns = nqueens.construct(n)
    else:
        columns = nqueens.random(n, seed=seed, time_limit=_COUNTED)
    ms = (perf_counter() - start) * 1e3
    if kind is not None:
        return download(" ".join(map(str, (columns + 1).tolist())) + "\n", f"queens-{n}", kind)
    fine = min(n, _FINE)
    return {
        "n": n,
        "columns": columns[:_SHOWN].tolist(),
        "last": columns[-12:].tolist(),
        "density": _density(columns, fine),
        "fine": fine,
        "valid": bool(nqueens.is_solution(columns)),
        "ms": ms,
        "sentence": f"{plural(n, 'queen')} in {lasting(ms)}.",
    }


def _density(columns: NDArray[Any], fine: int) -> list[int]:
    """Count the queens in each square of a board cut into so many rows and columns."""
    n = len(columns)
    across = columns.astype(np.int64) * fine // n
    down = np.arange(n, dtype=np.int64) * fine // n
    return cast("list[int]", np.bincount(down * fine + across, minlength=fine * fine).tolist())
