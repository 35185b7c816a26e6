"""Every public function with a time limit holds it, and so it obeys the event that cancels it.

The tests replace the clock by the processor time of this process, so that other programs on the
machine do not matter.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from time import process_time
from typing import Any

import numpy as np
import pytest

import fastqueens
from fastqueens import cover, csp, nqueens, packing, queens, search, sliding
from fastqueens.queens.generation.generator import generate_stream
from fastqueens.queens.generation.unique import generate_slices
from fastqueens.queens.logic.hints import mistakes
from fastqueens.results import SearchStopped

LIMIT = 0.05
# Problems that take less time than LIMIT.
SHORTER = {
    "csp.Model.arc_consistent": 0.002,
    "queens.candidates": 0.02,
    "queens.hint": 0.02,
    "queens.hints.mistakes": 0.002,
    "queens.is_unique": 0.002,
}
# Functions that run several searches, each with the limit.
RUNS = {"sliding.compare": 10}
# A limit is held within 50 ms. Processors that share a core with another program are slower.
TOLERANCE = 0.15
# Functions of inner modules that the command line and the page call.
INNER = {
    "queens.generator.generate_stream",
    "queens.hints.mistakes",
    "queens.unique.generate_slices",
}


@pytest.fixture(autouse=True)
def processor_time(monkeypatch):
    monkeypatch.setattr(search, "perf_counter", process_time)


@cache
def straight_rows(n: int = 30) -> queens.Board:
    return queens.Board.from_array([[row] * n for row in range(n)])


@cache
def two_stars() -> queens.Board:
    return straight_rows(64).with_rules(queens.Rules(2))


@cache
def five_stars(n: int) -> queens.Board:
    return straight_rows(n).with_rules(queens.Rules(5))


@cache
def wide_model() -> csp.Model:
    """Many solutions, found faster than they are handled."""
    return csp.Model({i: range(200) for i in range(60)})


@cache
def pigeonholes() -> csp.Model:
    """Fewer values than variables: unsolvable, and only found by trying everything."""
    model = csp.Model([12] * 13)
    model.add_different(*range(13))
    return model


@cache
def cycles() -> csp.Model:
    """Pairs x < y and y < x, where each pruned value leads only to the next one."""
    model, values = csp.Model([400] * 80), np.indices((400, 400)).reshape(2, -1)
    a, b = values[:, values[0] >= values[1]]
    for x in range(0, 80, 2):
        for one, other in ((x, x + 1), (x + 1, x)):
            model.add_conflicts(np.column_stack([a * 0 + one, a, a * 0 + other, b]))
    return model


@cache
def many_covers() -> cover.ExactCover:
    return cover.ExactCover(
        [[item, (item, kind)] for item in range(40) for kind in range(40)],
        secondary=[(item, kind) for item in range(40) for kind in range(40)],
    )


@cache
def dominoes() -> packing.Puzzle:
    return packing.Puzzle(np.ones((16, 16), bool), [[(0, 0), (0, 1)]] * 128)


@cache
def mutilated_chessboard() -> packing.Puzzle:
    board = np.ones((12, 12), bool)
    board[0, 0] = board[-1, -1] = False
    return packing.Puzzle(board, [[(0, 0), (0, 1)]] * 71)


@cache
def far_puzzle() -> sliding.Puzzle:
    return sliding.scramble(120, n=5, seed=3)


@cache
def boards() -> np.ndarray:
    return np.repeat(np.stack([x.regions for x in queens.generate(8, count=4, seed=1)]), 100_000, 0)


@cache
def listed_boards() -> list[np.ndarray]:
    return list(boards())


def drain(items: Iterator[Any]) -> None:
    for _ in items:
        pass


CASES: dict[str, Callable[..., object]] = {
    "cover.ExactCover.cheapest": lambda **stop: many_covers().cheapest(10**6, **stop),
    "cover.ExactCover.minimum": lambda **stop: nqueens.exact_cover(60).minimum(
        method="dlx", **stop
    ),
    "cover.count_sudoku": lambda **stop: cover.count_sudoku("." * 81, **stop),
    "cover.ExactCover.count": lambda **stop: many_covers().count(**stop),
    "cover.ExactCover.estimate": lambda **stop: many_covers().estimate(dives=10**8, **stop),
    "cover.ExactCover.count, memo": lambda **stop: cover.langford(16).count(method="memo", **stop),
    "cover.ExactCover.first": lambda **stop: many_covers().first(10**9, **stop),
    "cover.ExactCover.solutions": lambda **stop: drain(many_covers().solutions(**stop)),
    "cover.ExactCover.solve": lambda **stop: nqueens.exact_cover(60).solve(method="dlx", **stop),
    "cover.compare": lambda **stop: cover.compare(
        nqueens.exact_cover(60), ["dlx"], measure=0, **stop),
    "csp.compare": lambda **stop: csp.compare(pigeonholes(), ["mac"], measure=0, **stop),
    "csp.Model.arc_consistent": lambda **stop: cycles().arc_consistent(**stop),
    "csp.Model.count": lambda **stop: wide_model().count(**stop),
    "csp.Model.frames": lambda **stop: drain(wide_model().frames(limit=None, **stop)),
    "csp.Model.solutions": lambda **stop: drain(wide_model().solutions(**stop)),
    "csp.Model.solve": lambda **stop: pigeonholes().solve(**stop),
    "nqueens.complete": lambda **stop: drain(nqueens.complete(16, [(0, 0)], **stop)),
    "nqueens.count": lambda **stop: nqueens.count(22, threads=1, **stop),
    "nqueens.count, joined": lambda **stop: nqueens.count(22, method="join", threads=1, **stop),
    "nqueens.estimate": lambda **stop: nqueens.estimate(22, tasks=10**5, **stop),
    "nqueens.first": lambda **stop: nqueens.first(50, **stop),
    "nqueens.frames": lambda **stop: drain(nqueens.frames(16, limit=None, **stop)),
    "nqueens.growth": lambda **stop: nqueens.growth([16], **stop),
    "nqueens.random": lambda **stop: nqueens.random(10**7, **stop),
    "nqueens.solutions": lambda **stop: drain(nqueens.solutions(16, **stop)),
    "nqueens.solutions_array": lambda **stop: nqueens.solutions_array(
        14, variant="hertzsprung", max_bytes=1 << 33, **stop),
    "nqueens.compare": lambda **stop: nqueens.compare([50], ["list"], measure=0, **stop),
    "nqueens.solve": lambda **stop: nqueens.solve(50, **stop),
    "packing.count": lambda **stop: packing.count(dominoes(), method="bitset", **stop),
    "packing.frames": lambda **stop: drain(packing.frames(dominoes(), limit=None, **stop)),
    "packing.solutions": lambda **stop: drain(packing.solutions(dominoes(), **stop)),
    "packing.solve": lambda **stop: packing.solve(mutilated_chessboard(), **stop),
    "queens.candidates": lambda **stop: queens.candidates(
        two_stars(), variables="units", **stop),
    "queens.compare": lambda **stop: queens.compare(
        [straight_rows()], ["permutation"], measure=0, **stop),
    "queens.count": lambda **stop: queens.count(straight_rows(), **stop),
    "queens.explain": lambda **stop: queens.explain(five_stars(20), **stop),
    "queens.frames": lambda **stop: drain(queens.frames(straight_rows(), limit=None, **stop)),
    "queens.generate": lambda **stop: queens.generate(
        6, count=10**6, seed=1, threads=1, **stop),
    "queens.unique.generate_slices": lambda **stop: drain(
        generate_slices(6, count=10**6, seed=1, threads=1, **stop)),
    "queens.generator.generate_stream": lambda **stop: drain(
        generate_stream(6, count=10**6, seed=1, **stop)),
    "queens.make": lambda **stop: queens.make(
        64, difficulty="easy", seed=1, **stop),
    "queens.make_book": lambda **stop: queens.make_book(
        64, plan={"easy": 1}, seed=1, threads=1, **stop),
    "queens.hint": lambda **stop: queens.hint(five_stars(21), **stop),
    "queens.is_unique": lambda **stop: queens.is_unique(five_stars(21), **stop),
    "queens.hints.mistakes": lambda **stop: mistakes(five_stars(21), **stop),
    "queens.rate": lambda **stop: queens.rate(five_stars(20), **stop),
    "queens.rate_many": lambda **stop: queens.rate_many(boards(), threads=1, **stop),
    "queens.rate_table": lambda **stop: queens.rate_table(listed_boards(), threads=1, **stop),
    "queens.repair": lambda **stop: queens.repair(straight_rows(12), **stop),
    "queens.solutions": lambda **stop: drain(queens.solutions(straight_rows(), **stop)),
    "queens.solve": lambda **stop: queens.solve(straight_rows(), method="permutation", **stop),
    "queens.solve_many": lambda **stop: queens.solve_many(listed_boards(), threads=1, **stop),
    "sliding.compare": lambda **stop: sliding.compare(
        far_puzzle(), measure=0, **stop),
    "packing.compare": lambda **stop: packing.compare(
        mutilated_chessboard(), ["dlx"], measure=0, **stop),
    "sliding.frames": lambda **stop: drain(sliding.frames(far_puzzle(), every=100, **stop)),
    "sliding.frames, ida": lambda **stop: drain(
        sliding.frames(far_puzzle(), method="ida", every=100, **stop)
    ),
    "sliding.solutions": lambda **stop: drain(sliding.solutions(far_puzzle(), **stop)),
    "sliding.solve": lambda **stop: sliding.solve(far_puzzle(), **stop),
    "sliding.solve, ida": lambda **stop: sliding.solve(far_puzzle(), method="ida", **stop),
}  # fmt: skip


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield every function and method that the public packages export, with its name."""
    packages = [fastqueens]
    for info in pkgutil.iter_modules(fastqueens.__path__):
        if info.ispkg and info.name in dir(fastqueens) and info.name != "widgets":
            packages.append(importlib.import_module(f"fastqueens.{info.name}"))
    for package in packages:
        where = package.__name__.removeprefix("fastqueens").removeprefix(".")
        for word in dir(package):
            thing = getattr(package, word)
            members = {word: thing}
            if inspect.isclass(thing):
                members = {f"{word}.{member}": getattr(thing, member) for member in dir(thing)}
            for name, member in members.items():
                if callable(member) and "._" not in f".{name}":
                    yield f"{where}.{name}".removeprefix("."), member


def has_time_limit(function: Callable[..., Any]) -> bool:
    return has_parameter(function, "time_limit")


def can_be_cancelled(function: Callable[..., Any]) -> bool:
    return has_parameter(function, "cancel")


def has_parameter(function: Callable[..., Any], name: str) -> bool:
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):  # a function of C without a signature
        return False


def test_every_public_function_with_a_time_limit_is_tested_here():
    limited = {name for name, function in public_functions() if has_time_limit(function)}
    assert limited == {name for name, function in public_functions() if can_be_cancelled(function)}
    assert limited == {name.partition(",")[0] for name in CASES} - INNER


@pytest.mark.parametrize("name", CASES)
def test_a_time_limit_counts_from_the_call(name):
    call, limit = CASES[name], SHORTER.get(name, LIMIT)
    most = RUNS.get(name, 1) * (limit + TOLERANCE)
    with suppress(SearchStopped):
        call(time_limit=0)  # makes the problem
    assert limit * 0.95 <= shortest_time(lambda: call(time_limit=limit), most) <= most


class SetAfter:
    """An event that another thread would set after some seconds of processor time."""

    def __init__(self, seconds: float) -> None:
        self.end = process_time() + seconds

    def is_set(self) -> bool:
        return process_time() >= self.end


@pytest.mark.parametrize("name", CASES)
def test_an_event_cancels_the_call(name):
    call, seconds = CASES[name], SHORTER.get(name, LIMIT / 2)
    with suppress(SearchStopped):
        call(time_limit=0)  # makes the problem
    reasons = []

    def cancelled_call() -> None:
        try:
            result = call(cancel=SetAfter(seconds))
        except SearchStopped as stop:
            reasons.append(stop.reason if "cancelled" in str(stop) else str(stop))
        else:  # iterators end, and a sliding puzzle may be solved, but not proved shortest
            solved = getattr(result, "status", "solved") == "solved"
            reasons.append("cancelled" if solved else getattr(result, "reason", None))

    most = seconds + TOLERANCE
    assert seconds * 0.95 <= shortest_time(cancelled_call, most) <= most
    assert set(reasons) == {"cancelled"}


def shortest_time(call: Callable[[], Any], most: float) -> float:
    """Return the time of a call, or the shortest of three if it is above `most`.

    The collector of the test process, and threads that earlier tests left, take their time too.
    """
    times = []
    while not times or (min(times) > most and len(times) < 3):
        start = process_time()
        with suppress(SearchStopped):
            call()
        times.append(process_time() - start)
    return min(times)


@pytest.mark.parametrize(
    "count",
    [
        lambda: wide_model().count(time_limit=0.5),
        lambda: queens.count(straight_rows(), time_limit=0.5),
        lambda: drain(wide_model().solutions(time_limit=0.5)),
    ],
)
def test_solutions_that_are_handled_one_by_one_count(count):
    assert shortest_time(count, 0.75) < 0.75


def test_the_time_of_the_caller_between_two_items_does_not_count(monkeypatch):
    now = 0.0
    monkeypatch.setattr(search, "perf_counter", lambda: now)
    clock = search.Clock(1)
    for found in (
        nqueens.solutions(8, time_limit=1),
        nqueens.frames(8, limit=None, time_limit=1),
        clock.while_waiting(i for i in range(3) if not clock.expired),
    ):
        for _ in range(3):
            now += 10
            assert next(found) is not None


def test_the_time_of_the_caller_counts_if_the_clock_keeps_running(monkeypatch):
    now = 0.0
    monkeypatch.setattr(search, "perf_counter", lambda: now)
    found = nqueens.solutions(8, time_limit=1)
    found.keep_clock_running()
    next(found)
    now += 10
    assert (next(found, None), found.reason) == (None, "time")


def test_the_time_before_the_first_step_counts(monkeypatch):
    now = 0.0
    monkeypatch.setattr(search, "perf_counter", lambda: now)

    class SlowBoard:
        def __array__(self, dtype=None, copy=None):
            nonlocal now
            now += 10
            return np.repeat(np.arange(6), 6).reshape(6, 6)

    assert queens.solve(SlowBoard(), time_limit=1).reason == "time"
