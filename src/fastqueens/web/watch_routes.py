"""The routes that show searches: frames of up to four searches, pictures of frames, comparisons.

A short search is timed before its frames are made, because stepping from frame to frame takes
longer than the search itself, and the lane with the fewest frames would win every race.

The lanes of a race are measured before they are shown, by `measurement`, as the rows of the table
are. The measured time is spread over the work of a lane, so that lanes, places and table agree.

All lanes of a request run in one thread; the next frame always comes from the lane with the least
search time. The lanes thus share one clock on any number of processors, and finish in the order of
their own search times. With a thread per lane, the order would depend on the free processors.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, isfinite, log10
from time import perf_counter
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from fastqueens import queens
from fastqueens.canvas.drawable import CELLS, to_picture
from fastqueens.canvas.png import need_pillow
from fastqueens.canvas.style import Look
from fastqueens.comparison.record import Comparison
from fastqueens.queens.board.board import Board
from fastqueens.queens.solving.methods import METHODS
from fastqueens.queens.solving.tree import tree_growth
from fastqueens.results import InputError
from fastqueens.search_frames import Frame, Frames, Position
from fastqueens.web.answers import FileAnswer
from fastqueens.web.export_routes import download
from fastqueens.web.measurement import Job, Measurement, measure, measure_once
from fastqueens.web.queens_routes import LIMITS, method_options, search_sentence
from fastqueens.web.request import (
    BoardInput,
    BoardRequest,
    LookRequest,
    Name,
    RouteRequest,
    SeedInput,
    SmallCount,
    TimeLimit,
    playable_board,
    read_board,
    seed_number,
)
from fastqueens.web.url_codec import encode_state

__all__ = ["TREE_METHODS", "CompareRequest", "FilmRequest", "TreeRequest", "WatchRequest",
           "compare", "film", "tree", "watch"]  # fmt: skip

_MAX_FRAMES = 200  # the most frames of an animation
_PROBE = 0.25  # time limit in seconds of the search that measures the length of a lane
_WARM_UP, _MAX_PROBES = 0.02, 40  # limits for timing a short search: seconds, and number of runs
_FRAMES_OF_SHORT = 400  # frames of a search that ends within `_PROBE`
_FRAMES_PER_SECOND = 40  # frames of a longer search, per second of search time
_MAX_PIXELS = 96_000_000  # the most pixels of all frames of an animation together
_MAX_TREE = 2000  # the largest number of nodes of a tree
# Methods whose nodes are the same whether or not their tree is recorded.
TREE_METHODS = ("backtracking", "forward-checking", "mac")


class LaneRequest(RouteRequest):
    """A search that ``/api/watch`` or ``/api/film`` runs and shows."""

    method: Name = "bitboard"
    seed: SeedInput = 0
    options: dict[str, Any] | None = None
    every: SmallCount | None = None
    growth: Annotated[int, Meta(ge=0, le=100)] = 0
    start: Annotated[int, Meta(ge=0, le=2**53)] = msgspec.field(name="from", default=0)
    rate: Annotated[float, Meta(ge=0)] | None = None
    node_limit: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    all: bool = False
    lesson: bool = False


class WatchRequest(BoardRequest, kw_only=True):
    """The request of ``/api/watch``."""

    lanes: Annotated[list[LaneRequest], Meta(min_length=1, max_length=4)]
    frames: Annotated[int, Meta(ge=1, le=10**6)] | None = None
    time_limit: TimeLimit = LIMITS["solve"]
    measure: bool = False


class FilmRequest(LookRequest, kw_only=True):
    """The request of ``/api/film``."""

    board: BoardInput
    allow_empty_regions: bool = False
    lanes: Annotated[list[LaneRequest], Meta(min_length=1, max_length=1)]
    frames: Annotated[int, Meta(ge=1, le=_MAX_FRAMES)] = 100
    format: Literal["svg", "png", "gif"] = "gif"
    cell: Annotated[int, Meta(ge=8, le=128)] | None = None
    delay: Annotated[int, Meta(ge=20, le=5000)] = 100


class TreeRequest(BoardRequest, kw_only=True):
    """The request of ``/api/watch/tree``."""

    method: Name
    seed: SeedInput = 0
    options: dict[str, Any] | None = None
    all: bool = False
    nodes: Annotated[int, Meta(ge=1, le=_MAX_TREE)] = _MAX_TREE


class ComparedRequest(RouteRequest):
    """A method that ``/api/compare`` measures, with its seed and options."""

    method: Name = "bitboard"
    seed: SeedInput = 0
    options: dict[str, Any] | None = None


class CompareRequest(RouteRequest, kw_only=True):
    """The request of ``/api/compare``."""

    boards: Annotated[list[BoardInput], Meta(min_length=1, max_length=12)]
    names: list[str] | None = None
    lanes: Annotated[list[ComparedRequest], Meta(min_length=1, max_length=16)]
    time_limit: TimeLimit = 2
    allow_empty_regions: bool = False


@dataclass(frozen=True)
class _Lane:
    """A search with its arguments for `queens.frames`, and the work between its frames."""

    board: Board
    method: str
    words: dict[str, Any]
    every: int | None
    growth: int
    start: int
    rate: (
        float | None
    )  # milliseconds per unit of work; 0: use the search's own clock; None: not measured
    job: Job
    work: int = 0  # the work of the whole search, if its time was measured
    measurement: Measurement | None = None

    def frames(self, **words: Any) -> Frames[Position]:
        """Return the frames from `start` on."""
        given = {"every": self.every or 1, "start": self.start, **self.words, **words}
        return queens.frames(self.board, keep=False, **{"method": self.method, **given})

    def timed(self, limit: float = _PROBE) -> _Lane:
        """Measure the search; return the lane with its rate and a suitable work between frames."""
        if self.every is not None and self.rate is not None:
            return self
        start, seconds = perf_counter(), list[float]()
        while not seconds or (perf_counter() - start < _WARM_UP and len(seconds) < _MAX_PROBES):
            probe = self.frames(every=1 << 40, start=0, time_limit=limit, lesson=False)
            work = [frame.work for frame in probe][-1]
            seconds.append(probe.search.seconds)
        ended = probe.reason != "time"
        step = work / _FRAMES_OF_SHORT if ended else work / limit / _FRAMES_PER_SECOND
        rate = min(seconds) * 1e3 / work if ended and work else 0.0
        return replace(self, every=self.every or _round_up(step), rate=rate, work=work)

    def milliseconds(self, work: int, seconds: float, ended: bool) -> float:
        """Return the time of the search after this work."""
        if ended and self.measurement:
            return self.measurement.best * 1e3
        return work * self.rate if self.rate else seconds * 1e3


def _round_up(amount: float) -> int:
    """Round up to the next number of the series 1, 2, 5, 10, 20, 50 and so on."""
    if amount <= 1:
        return 1
    power = 10 ** int(log10(amount))
    return int(next(ceil(x * power) for x in (1, 2, 5, 10) if x * power >= amount))


def _lane_of(board: Board, request: LaneRequest, searches: int) -> _Lane:
    """Return the lane of a request; `searches` lanes share the memory."""
    seed, options = (
        seed_number(request.seed),
        method_options(request.method, request.options, searches),
    )
    words = {
        "seed": seed,
        "node_limit": request.node_limit,
        "limit": None if request.all else 1,
        "lesson": request.lesson,
        **options,
    }
    return _Lane(
        board,
        request.method,
        words,
        request.every,
        request.growth,
        request.start,
        request.rate,
        Job("", board, request.method, seed, options),
    )


def _measure_lanes(lanes: list[_Lane], seconds: float) -> list[_Lane]:
    """Measure the short searches of a race; return the lanes with their times."""
    short = [k for k, lane in enumerate(lanes) if lane.rate]
    lanes = list(lanes)
    for k, result in zip(short, measure([lanes[k].job for k in short], seconds), strict=True):
        # The rate of `_Lane.timed` is replaced, which includes the time to stop for frames.
        work = lanes[k].work
        lanes[k] = replace(lanes[k], rate=result.best * 1e3 / work, measurement=result)
    return lanes


def watch(request: WatchRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """Answer ``/api/watch``: check the request, then return the events of the stream."""
    board = request.playable_board()
    lanes = [_lane_of(board, lane, len(request.lanes)) for lane in request.lanes]
    seconds = min(request.time_limit, LIMITS["solve"]) / len(lanes)
    for lane in lanes:
        lane.frames(start=0)  # raises `InputError` for a search that cannot run
    if request.measure and any(lane.node_limit is not None or lane.all for lane in request.lanes):
        raise InputError("found measure with node_limit or all, expected searches for one solution")
    return _watch_events(lanes, seconds, request.frames, request.measure)


def _watch_events(
    lanes: list[_Lane], seconds: float, max_frames: int | None, measured: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    lanes = [lane.timed(min(_PROBE, seconds)) for lane in lanes]
    if measured:
        lanes = _measure_lanes(lanes, seconds)
    films = [lane.frames(time_limit=seconds) for lane in lanes]
    described = [
        {
            "method": film.method,
            "unit": film.unit,
            "every": lane.every,
            "rate": lane.rate,
            "pseudocode": film.narrator.pseudocode if film.narrator else None,
        }
        for lane, film in zip(lanes, films, strict=True)
    ]
    yield "begin", {"lanes": described}
    sent, clocks = [0] * len(lanes), [0.0] * len(lanes)
    running = list(range(len(lanes)))
    while running:
        k = min(running, key=lambda k: clocks[k])
        lane, film = lanes[k], films[k]
        frame = next(film)
        sent[k] += 1
        ended = frame.status != "running"
        clocks[k] = lane.milliseconds(frame.work, film.search.seconds, ended)
        yield "frame", {"lane": k, "ms": clocks[k], **_describe_frame(lane.board.n, film, frame)}
        if ended or sent[k] == max_frames:
            running.remove(k)
            end = {"lane": k, "ms": clocks[k], **_describe_end(film, frame, clocks[k])}
            if measured and ended:
                end["row"] = _lane_row(lane, film, frame).as_dict()
            yield "done", end
        film.every = max(lane.every or 1, frame.work * lane.growth // 100)


def _describe_frame(n: int, film: Frames[Position], frame: Frame[Position]) -> dict[str, Any]:
    """Return a frame as JSON: the position as in a link, other cells as numbers row by row."""
    view, marks = frame.view, frame.view.marks
    local = not METHODS[film.method].complete
    has_path = not local and film.method != "permutation"  # the others change whole placements
    return {
        "work": frame.work,
        "status": frame.status,
        "found": frame.found,
        "counters": dict(frame.counters),
        "cells": encode_state(n, view.queens, marks.eliminated),
        "path": _cell_numbers(n, view.queens) if has_path else None,
        "wrong": _cell_numbers(n, marks.wrong),
        "hand": None if marks.hand is None else marks.hand[0] * n + marks.hand[1],
        # The engine frames what comes next, a lesson what its sentence is about.
        "framed": frame.event.framed if frame.event else _cell_numbers(n, marks.framed),
        "fitness": _finite_fitness(film, frame),
        "depth": len(view.queens) if has_path else None,
        "sentence": frame.event.sentence if frame.event else None,
        "lines": frame.event.lines if frame.event else None,
    }


def _describe_end(film: Frames[Position], frame: Frame[Position], ms: float) -> dict[str, Any]:
    """Return how a lane ended: the search is over, or the requested number of frames is sent."""
    status, reason = film.status, film.reason
    running = status == "running"
    return {
        "status": status,
        "reason": "frames" if running else reason,
        "complete": METHODS[film.method].complete,
        "work": frame.work,
        "found": frame.found,
        "counters": dict(frame.counters),
        "sentence": None if running else search_sentence(status, reason, frame.counters, ms),
    }


def _lane_row(lane: _Lane, film: Frames[Position], frame: Frame[Position]) -> Measurement:
    """Return the row of a lane for the table."""
    if lane.measurement:
        return lane.measurement
    seconds, status = film.search.seconds, cast("Any", frame.status)
    fitness = _finite_fitness(film, frame)
    row = Comparison(
        family="queens", problem="", size=lane.board.n, method=lane.method, status=status,
        solved=int(status == "solved"), solutions=frame.found, counters=dict(frame.counters),
        seconds=seconds, times=[seconds], objective=fitness, best=seconds, timings=1,
    )  # fmt: skip
    return measure_once(lane.job, row)


def _finite_fitness(film: Frames[Position], frame: Frame[Position]) -> float | None:
    """Return the fitness of a frame; None for a method without one or before its first value."""
    fitness = frame.view.fitness
    if fitness is None or not isfinite(fitness):  # a swarm before its first evaluation
        local = not METHODS[film.method].complete
        return 0 if local and frame.status == "solved" else None
    return fitness


def _cell_numbers(n: int, cells: Any) -> list[int]:
    return [row * n + column for row, column in cells]


def tree(request: TreeRequest) -> dict[str, Any]:
    """Answer ``/api/watch/tree``: the search tree, with the work at which its nodes changed."""
    options = method_options(request.method, request.options, 1)
    if request.method not in TREE_METHODS or options.pop("restarts", False):
        raise InputError(
            f"a tree needs one of the methods {', '.join(TREE_METHODS)}, without restarts"
        )
    growth = tree_growth(
        request.playable_board(),
        cast("Any", request.method),
        seed=seed_number(request.seed),
        nodes=request.nodes,
        limit=None if request.all else 1,
        **options,
    )
    nodes = growth.tree.nodes
    return {
        "parents": [node.parent for node in nodes],
        "labels": [node.label for node in nodes],
        "states": [node.state for node in nodes],
        "born": growth.born,
        "left": growth.left,
        "solved": sorted(growth.solved_at.items()),
        "complete": len(nodes) < request.nodes,
    }


def film(request: FilmRequest) -> FileAnswer:
    """Answer ``/api/film``: the frames of one search as a picture or an animation."""
    board = playable_board(read_board(request.board), request.allow_empty_regions)
    lane = _lane_of(board, request.lanes[0], 1)
    kind, look = request.format, request.look()
    frames = lane.timed().frames(time_limit=LIMITS["film"])
    if kind == "gif":
        data = _animation(board, frames, request, look)
    else:
        data = _picture(kind, next(frames), look, request.cell)
    return download(data, lane.method, kind)


def _picture(
    kind: Literal["svg", "png"], frame: Frame[Position], look: Look, cell: int | None
) -> bytes:
    drawn = to_picture(kind, frame._scene(cell or CELLS[kind], look))
    return drawn.encode() if isinstance(drawn, str) else drawn


def _animation(board: Board, frames: Frames[Position], request: FilmRequest, look: Look) -> bytes:
    need_pillow("animations need")
    from PIL import Image

    cell = request.cell or max(8, min(28, 420 // board.n))
    start = perf_counter()
    pictures = []
    for frame, _ in zip(frames, range(request.frames), strict=False):
        data = _picture("png", frame, look, cell)
        pictures.append(Image.open(io.BytesIO(data)).convert("RGB").quantize(64))
        if len(pictures) * pictures[0].width * pictures[0].height > _MAX_PIXELS:
            raise InputError("the animation would be too large: ask for smaller cells")
        if perf_counter() - start > LIMITS["film"]:
            raise InputError(
                f"the animation takes more than {LIMITS['film']} s to draw: ask for smaller cells"
            )
    times = [request.delay] * (len(pictures) - 1) + [max(request.delay, 1500)]
    file = io.BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return file.getvalue()


def compare(request: CompareRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """Answer ``/api/compare``: a row for each method on each board, timed without frames."""
    loose = request.allow_empty_regions
    boards = [playable_board(read_board(value), loose) for value in request.boards]
    names = request.names or [str(k + 1) for k in range(len(boards))]
    if not len(names) == len(set(names)) == len(boards):
        raise InputError(f"names is not a list of {len(boards)} different names")
    jobs: list[tuple[int, Job]] = []
    for name, board in zip(names, boards, strict=True):
        for k, part in enumerate(request.lanes):
            options = method_options(part.method, part.options, 1)
            if _can_solve(part.method, board):
                # This raises `InputError` for wrong options.
                queens.frames(board, method=cast("Any", part.method), **options)
                jobs.append((k, Job(name, board, part.method, seed_number(part.seed), options)))
    seconds = min(request.time_limit, LIMITS["compare"])
    return _compare_events(jobs, seconds)


def _can_solve(method: str, board: Board) -> bool:
    """Return whether a method takes this number of stars; True for an unknown method."""
    return board.stars == 1 or method not in METHODS or METHODS[method].stars


def _compare_events(
    jobs: list[tuple[int, Job]], seconds: float
) -> Iterator[tuple[str, dict[str, Any]]]:
    rows, left = 0, float(LIMITS["solve"])
    for lane, job in jobs:
        if left <= 0:
            break
        start = perf_counter()
        (result,) = measure([job], min(seconds, left))
        left -= perf_counter() - start
        rows += 1
        yield "row", {"lane": lane, **result.as_dict()}
    yield "done", {"rows": rows, "reason": "time" if left <= 0 else None}
