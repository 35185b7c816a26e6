"""Every public function with a time limit holds it, whatever its time is spent on.

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

LIMIT = 0.1
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


CASES: dict[str, Callable[[float], object]] = {
    "cover.ExactCover.cheapest": lambda t: many_covers().cheapest(10**6, time_limit=t),
    "cover.ExactCover.minimum": lambda t: nqueens.exact_cover(60).minimum(
        method="dlx", time_limit=t
    ),
    "cover.ExactCover.count": lambda t: many_covers().count(time_limit=t),
    "cover.ExactCover.estimate": lambda t: many_covers().estimate(dives=10**8, time_limit=t),
    "cover.ExactCover.count, memo": lambda t: cover.langford(16).count(method="memo", time_limit=t),
    "cover.ExactCover.first": lambda t: many_covers().first(10**9, time_limit=t),
    "cover.ExactCover.solutions": lambda t: drain(many_covers().solutions(time_limit=t)),
    "cover.ExactCover.solve": lambda t: nqueens.exact_cover(60).solve(method="dlx", time_limit=t),
    "cover.compare": lambda t: cover.compare(
        nqueens.exact_cover(60), ["dlx"], measure=0, time_limit=t),
    "csp.compare": lambda t: csp.compare(pigeonholes(), ["mac"], measure=0, time_limit=t),
    "csp.Model.arc_consistent": lambda t: cycles().arc_consistent(time_limit=t),
    "csp.Model.count": lambda t: wide_model().count(time_limit=t),
    "csp.Model.solutions": lambda t: drain(wide_model().solutions(time_limit=t)),
    "csp.Model.solve": lambda t: pigeonholes().solve(time_limit=t),
    "nqueens.complete": lambda t: drain(nqueens.complete(16, [(0, 0)], time_limit=t)),
    "nqueens.count": lambda t: nqueens.count(22, threads=1, time_limit=t),
    "nqueens.count, joined": lambda t: nqueens.count(22, method="join", threads=1, time_limit=t),
    "nqueens.estimate": lambda t: nqueens.estimate(22, tasks=10**5, time_limit=t),
    "nqueens.first": lambda t: nqueens.first(50, time_limit=t),
    "nqueens.frames": lambda t: drain(nqueens.frames(16, limit=None, time_limit=t)),
    "nqueens.growth": lambda t: nqueens.growth([16], time_limit=t),
    "nqueens.random": lambda t: nqueens.random(10**7, time_limit=t),
    "nqueens.solutions": lambda t: drain(nqueens.solutions(16, time_limit=t)),
    "nqueens.solutions_array": lambda t: nqueens.solutions_array(
        14, variant="hertzsprung", max_bytes=1 << 33, time_limit=t),
    "nqueens.compare": lambda t: nqueens.compare([50], ["list"], measure=0, time_limit=t),
    "nqueens.solve": lambda t: nqueens.solve(50, time_limit=t),
    "packing.count": lambda t: packing.count(dominoes(), method="bitset", time_limit=t),
    "packing.frames": lambda t: drain(packing.frames(dominoes(), limit=None, time_limit=t)),
    "packing.solutions": lambda t: drain(packing.solutions(dominoes(), time_limit=t)),
    "packing.solve": lambda t: packing.solve(mutilated_chessboard(), time_limit=t),
    "queens.candidates": lambda t: queens.candidates(
        two_stars(), variables="units", time_limit=t),
    "queens.compare": lambda t: queens.compare(
        [straight_rows()], ["permutation"], measure=0, time_limit=t),
    "queens.count": lambda t: queens.count(straight_rows(), time_limit=t),
    "queens.explain": lambda t: queens.explain(five_stars(20), time_limit=t),
    "queens.frames": lambda t: drain(queens.frames(straight_rows(), limit=None, time_limit=t)),
    "queens.generate": lambda t: queens.generate(
        6, count=10**6, seed=1, threads=1, time_limit=t),
    "queens.unique.generate_slices": lambda t: drain(
        generate_slices(6, count=10**6, seed=1, threads=1, time_limit=t)),
    "queens.generator.generate_stream": lambda t: drain(
        generate_stream(6, count=10**6, seed=1, time_limit=t)),
    "queens.make": lambda t: queens.make(
        64, difficulty="easy", seed=1, time_limit=t),
    "queens.make_book": lambda t: queens.make_book(
        64, plan={"easy": 1}, seed=1, threads=1, time_limit=t),
    "queens.hint": lambda t: queens.hint(five_stars(21), time_limit=t),
    "queens.is_unique": lambda t: queens.is_unique(five_stars(21), time_limit=t),
    "queens.hints.mistakes": lambda t: mistakes(five_stars(21), time_limit=t),
    "queens.rate": lambda t: queens.rate(five_stars(20), time_limit=t),
    "queens.rate_many": lambda t: queens.rate_many(boards(), threads=1, time_limit=t),
    "queens.rate_table": lambda t: queens.rate_table(listed_boards(), threads=1, time_limit=t),
    "queens.repair": lambda t: queens.repair(straight_rows(12), time_limit=t),
    "queens.solutions": lambda t: drain(queens.solutions(straight_rows(), time_limit=t)),
    "queens.solve": lambda t: queens.solve(straight_rows(), method="permutation", time_limit=t),
    "queens.solve_many": lambda t: queens.solve_many(listed_boards(), threads=1, time_limit=t),
    "sliding.compare": lambda t: sliding.compare(
        far_puzzle(), measure=0, time_limit=t),
    "packing.compare": lambda t: packing.compare(
        mutilated_chessboard(), ["dlx"], measure=0, time_limit=t),
    "sliding.frames": lambda t: drain(sliding.frames(far_puzzle(), every=100, time_limit=t)),
    "sliding.frames, ida": lambda t: drain(
        sliding.frames(far_puzzle(), method="ida", every=100, time_limit=t)
    ),
    "sliding.solutions": lambda t: drain(sliding.solutions(far_puzzle(), time_limit=t)),
    "sliding.solve": lambda t: sliding.solve(far_puzzle(), time_limit=t),
    "sliding.solve, ida": lambda t: sliding.solve(far_puzzle(), method="ida", time_limit=t),
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
    try:
        return "time_limit" in inspect.signature(function).parameters
    except (TypeError, ValueError):  # a function of C without a signature
        return False


def test_every_public_function_with_a_time_limit_is_tested_here():
    limited = {name for name, function in public_functions() if has_time_limit(function)}
    assert limited == {name.partition(",")[0] for name in CASES} - INNER


@pytest.mark.parametrize("name", CASES)
def test_a_time_limit_counts_from_the_call(name):
    call, limit = CASES[name], SHORTER.get(name, LIMIT)
    most = RUNS.get(name, 1) * (limit + TOLERANCE)
    with suppress(SearchStopped):
        call(0)  # makes the problem
    assert limit * 0.95 <= shortest_time(lambda: call(limit), most) <= most


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
