"""The routes of the N-Queens lab: completions, counts, galleries, searches and large boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from time import perf_counter
from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fastqueens import csp, nqueens
from fastqueens.nqueens.options import MethodName
from fastqueens.nqueens.rules import Symmetry
from fastqueens.results import Count, InputError, SearchStopped
from fastqueens.validation import check_choice, check_whole, plural
from fastqueens.web.answers import FileAnswer
from fastqueens.web.callback_stream import CallbackEvents, StreamEvent
from fastqueens.web.durations import format_duration
from fastqueens.web.export_routes import download
from fastqueens.web.request import (
    CellInput,
    RouteRequest,
    SeedInput,
    TimeLimit,
    check_cells,
    seed_number,
)
from fastqueens.web.url_codec import encode_state

__all__ = ["BoardRequest", "CompleteRequest", "CountRequest", "GrowthRequest", "ListRequest",
           "TreeRequest", "WatchRequest", "board", "complete", "count", "growth", "list_solutions",
           "tree", "watch"]  # fmt: skip

# Time limits in seconds.
_COMPLETE_SECONDS = 1.5
_COUNT_SECONDS = 60
_LIST_SECONDS = 5
_GROWTH_SECONDS = 12  # for all sizes of the chart together
_PROBE_SECONDS = 0.3  # for the search that measures the length of a watched search
# The largest sizes in rows.
_MAX_ROWS = 1000
_MAX_LIST_ROWS = 64
_MAX_PAWN_ROWS = 27  # for the variant with pawns
_MAX_COUNT_ROWS = 18  # counts for larger boards take minutes or hours
_MAX_GROWTH_ROWS = 16
_MAX_WATCH_ROWS = 32
_MAX_LARGE_ROWS = 1_000_000
_FRAMES = 400
_MAX_WORK = 10**9
_SENT_COLUMNS = 1000  # the most columns of a large board that are sent
_DENSITY_SIZE = 96  # rows and columns of the density picture
Events = Iterator[StreamEvent]


class RulesRequest(RouteRequest):
    """A request about boards of one size and one variant."""

    n: Annotated[int, Meta(ge=1)] = 8
    variant: str = "queens"
    pawns: int | None = None

    def rules(self, max_rows: int, max_pawn_rows: int | None = None) -> dict[str, Any]:
        """Return the variant and its pawns as keywords; raise `InputError` for a large board."""
        check_choice(self.variant, "variant", nqueens.VARIANTS)
        if self.pawns and self.variant != "plus_k":
            raise InputError("pawns needs the variant plus_k")
        with_pawns = self.variant == "plus_k" and max_pawn_rows is not None
        check_whole(self.n, "n", least=1, most=max_pawn_rows if with_pawns else max_rows)
        return {"variant": self.variant, "pawns": self.pawns or 0}


class CompleteRequest(RulesRequest):
    """The request of ``/api/nqueens``."""

    queens: Sequence[CellInput] = ()


class CountRequest(RulesRequest):
    """The request of ``/api/nqueens/count``."""

    symmetry: Symmetry = "all"
    time_limit: TimeLimit = _COUNT_SECONDS


class ListRequest(RulesRequest):
    """The request of ``/api/nqueens/list``."""

    symmetry: Symmetry = "fundamental"
    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 24


class WatchRequest(RulesRequest):
    """The request of ``/api/nqueens/watch``."""

    method: MethodName = "backtracking"
    seed: SeedInput = 0
    every: Annotated[int, Meta(ge=1, le=_MAX_WORK)] | None = None
    start: Annotated[int, Meta(ge=0, le=_MAX_WORK)] = 0
    frames: Annotated[int, Meta(ge=1, le=_FRAMES)] = _FRAMES
    all: bool = False


class TreeRequest(RulesRequest):
    """The request of ``/api/nqueens/tree``."""

    method: csp.TreeMethod = "backtracking"
    nodes: Annotated[int, Meta(ge=1, le=1000)] = 200
    all: bool = False


class GrowthRequest(RouteRequest):
    """The request of ``/api/nqueens/growth``."""

    rows: Annotated[int, Meta(ge=1, le=_MAX_GROWTH_ROWS)] = 12


class BoardRequest(RouteRequest):
    """The request of ``/api/nqueens/board``."""

    n: Annotated[int, Meta(ge=1, le=_MAX_LARGE_ROWS)] = 1000
    make: Literal["random", "construct"] = "random"
    seed: SeedInput = 0
    format: Literal["txt"] | None = None


def complete(request: CompleteRequest) -> dict[str, Any]:
    """Answer ``/api/nqueens``: the number of solutions with these queens, and one solution."""
    n, rules = request.n, request.rules(_MAX_ROWS)
    placed = check_cells("queens", request.queens, n)
    has_pawns = rules["variant"] == "plus_k"
    empty = {"count": None, "exact": False, "example": None, "pawns": None}
    if n > (_MAX_PAWN_ROWS if has_pawns else _MAX_LIST_ROWS):
        return {**empty, "problem": "Completions are counted on boards of 64 rows at most."}
    rows = [row for row, _ in placed]
    if not has_pawns and len(set(rows)) < len(rows):  # two queens in a row attack each other
        return {**empty, "count": "0", "exact": True, "problem": None}
    start = perf_counter()
    found = nqueens.solutions(n, placed=placed or None, time_limit=_COMPLETE_SECONDS / 2, **rules)
    example = next(found, None)
    if example is None and found.status != "stopped":
        number, exact = 0, True
    else:
        left = max(0.05, _COMPLETE_SECONDS - (perf_counter() - start))
        given = placed if placed or n > _MAX_COUNT_ROWS else None
        try:
            number, exact = int(nqueens.count(n, placed=given, time_limit=left, **rules)), True
        except SearchStopped as stop:
            number, exact = max(int(cast(Count, stop.partial)), int(example is not None)), False
    queens, pawns = (None, None) if example is None else _cell_numbers(example, n)
    return {
        "count": str(number),
        "exact": exact,
        "example": queens,
        "pawns": pawns,
        "problem": None,
    }


def _cell_numbers(solution: Any, n: int) -> tuple[list[int], list[int]]:
    """Return the cells of the queens and of the pawns, as numbers row by row."""
    if isinstance(solution, nqueens.Placement):
        queens, pawns = ((cells @ [n, 1]).tolist() for cells in solution)
        return queens, pawns
    return [row * n + column for row, column in enumerate(solution.tolist())], []


def count(request: CountRequest) -> CallbackEvents[Any]:
    """Answer ``/api/nqueens/count``: check the request, then return the events of the stream."""
    by_formula = request.variant == "hertzsprung" and request.symmetry == "all"
    rules = request.rules(_MAX_ROWS if by_formula else _MAX_COUNT_ROWS)
    limit = min(request.time_limit, _COUNT_SECONDS)
    words = {**rules, "symmetry": request.symmetry, "time_limit": limit}
    return _count_events(request.n, words)


def _count_events(n: int, words: dict[str, Any]) -> CallbackEvents[Any]:
    start = perf_counter()
    noun = "fundamental solution" if words["symmetry"] == "fundamental" else "solution"

    def describe(value: nqueens.CountProgress | Count | SearchStopped) -> StreamEvent:
        if isinstance(value, nqueens.CountProgress):
            return "progress", _describe_progress(value)
        return "done", _describe_count(value, noun) | {"ms": (perf_counter() - start) * 1e3}

    return CallbackEvents(lambda report: nqueens.count(n, progress=report, **words), describe)


def _describe_progress(progress: nqueens.CountProgress) -> dict[str, Any]:
    left = progress.seconds_left
    return {
        "fraction": progress.fraction,
        "left": left if left < 1e9 else None,
        "solutions": str(progress.solutions),
        "nodes": progress.nodes,
        "ms": progress.seconds * 1e3,
    }


def _describe_count(result: Count | SearchStopped, noun: str) -> dict[str, Any]:
    stopped = isinstance(result, SearchStopped)
    number = cast(Count, result.partial if isinstance(result, SearchStopped) else result)
    text = plural(int(number), noun)
    return {
        "status": "stopped" if stopped else "done",
        "reason": result.reason if isinstance(result, SearchStopped) else None,
        "count": str(int(number)),
        "method": number.method,
        "nodes": None if number.stats is None else number.stats.counters.get("nodes"),
        "sentence": f"At least {text}." if stopped else f"{text}.",
    }


def list_solutions(request: ListRequest) -> dict[str, Any]:
    """Answer ``/api/nqueens/list``: a page of solutions, each with its images."""
    n, rules = request.n, request.rules(_MAX_LIST_ROWS, _MAX_PAWN_ROWS)
    first, size = request.start, request.count
    found = nqueens.solutions(n, symmetry=request.symmetry, time_limit=_LIST_SECONDS, **rules)
    page = list(islice(found, first, first + size + 1))
    described = []
    for solution in page[:size]:
        queens, pawns = _cell_numbers(solution, n)
        described.append({"queens": queens, "pawns": pawns, "orbit": _orbit(solution, n, rules)})
    return {
        "solutions": described,
        "start": first,
        "more": len(page) > size,
        "stopped": found.reason,
    }


def _orbit(solution: Any, n: int, rules: dict[str, Any]) -> list[list[list[int]]]:
    """Return the different images of a solution, each as its queens and its pawns."""
    if not isinstance(solution, nqueens.Placement):
        images = np.unique(nqueens.orbit(solution, variant=rules["variant"]), axis=0)
        return [[_cell_numbers(image, n)[0], []] for image in images]
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


def watch(request: WatchRequest) -> dict[str, Any]:
    """Answer ``/api/nqueens/watch``: the frames of a search, starting at a given work."""
    n, method = request.n, request.method
    words: dict[str, Any] = {
        **request.rules(_MAX_WATCH_ROWS),
        "method": method,
        "seed": seed_number(request.seed),
        "keep": False,
        "limit": None if request.all and nqueens.METHODS[method].complete else 1,
    }
    every, total = request.every, None
    if every is None:  # show a short search completely, in `_FRAMES` frames
        *_, last = nqueens.frames(n, every=_MAX_WORK, time_limit=_PROBE_SECONDS, **words)
        total = last.work if last.status != "stopped" else None
        every = 1 if total is None else max(1, -(-total // _FRAMES))
    found = nqueens.frames(n, every=every, start=request.start, time_limit=_LIST_SECONDS, **words)
    return {
        "frames": [_describe_frame(frame, n) for frame in islice(found, request.frames)],
        "every": every,
        "total": total,
        "unit": found.unit,
        "status": found.status,
        "reason": found.reason,
    }


def _describe_frame(frame: Any, n: int) -> dict[str, Any]:
    view, marks = frame.view, frame.view.marks
    return {
        "work": frame.work,
        "status": frame.status,
        "found": frame.found,
        "counters": dict(frame.counters),
        "cells": encode_state(n, view.queens, marks.eliminated),
        "pawns": [row * n + column for row, column in view.pawns],
        "wrong": [row * n + column for row, column in marks.wrong],
        "hand": None if marks.hand is None else marks.hand[0] * n + marks.hand[1],
    }


def tree(request: TreeRequest) -> dict[str, Any]:
    """Answer ``/api/nqueens/tree``: the search tree as text, and the places of its boxes."""
    rules = request.rules(_MAX_LIST_ROWS)
    if rules["variant"] != "queens":
        raise InputError("The search tree is drawn for the rule of queens only.")
    limit = None if request.all else 1
    found = nqueens.search_tree(request.n, request.method, nodes=request.nodes, limit=limit)
    layout = found.layout()
    return {
        "summary": found.summary(),
        "text": found.to_text(),
        "width": layout.width,
        "height": layout.height,
        "box_height": layout.box_height,
        "nodes": [
            {"parent": node.parent, "label": node.label, "state": node.state, "box": box}
            for node, box in zip(found.nodes, layout.boxes, strict=True)
        ],
    }


def growth(request: GrowthRequest) -> Events:
    """Answer ``/api/nqueens/growth``: one row for each size, sent as soon as it is computed."""
    start = perf_counter()
    for n in range(1, request.rows + 1):
        row_start = perf_counter()
        (row,) = nqueens.growth([n], time_limit=max(0.0, _GROWTH_SECONDS - (row_start - start)))
        (orders,) = nqueens.orders_of_growth([n])
        yield (
            "row",
            {
                "n": n,
                "combinations": str(row.combinations),
                "tuples": str(row.tuples),
                "permutations": str(row.permutations),
                "nodes": row.nodes,
                "solutions": row.solutions,
                "ms": (perf_counter() - row_start) * 1e3,
                "orders": asdict(orders),
            },
        )
    yield "done", {"ms": (perf_counter() - start) * 1e3}


def board(request: BoardRequest) -> dict[str, Any] | FileAnswer:
    """Answer ``/api/nqueens/board``: one solution of a large board, as numbers and densities."""
    n = request.n
    start = perf_counter()
    if request.make == "construct":
        columns = nqueens.construct(n)
    else:
        columns = nqueens.random(n, seed=seed_number(request.seed), time_limit=_COUNT_SECONDS)
    ms = (perf_counter() - start) * 1e3
    if request.format is not None:
        text = " ".join(map(str, (columns + 1).tolist())) + "\n"
        return download(text, f"queens-{n}", request.format)
    fine = min(n, _DENSITY_SIZE)
    return {
        "n": n,
        "columns": columns[:_SENT_COLUMNS].tolist(),
        "last": columns[-12:].tolist(),
        "density": _density(columns, fine),
        "fine": fine,
        "valid": bool(nqueens.is_solution(columns)),
        "ms": ms,
        "sentence": f"{plural(n, 'queen')} in {format_duration(ms)}.",
    }


def _density(columns: NDArray[Any], fine: int) -> list[int]:
    """Divide the board into `fine` x `fine` squares and count the queens in each square."""
    n = len(columns)
    across = columns.astype(np.int64) * fine // n
    down = np.arange(n, dtype=np.int64) * fine // n
    return cast("list[int]", np.bincount(down * fine + across, minlength=fine * fine).tolist())
