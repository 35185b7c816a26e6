"""One thread steps a kernel while others look at it: no crash, and the search is not disturbed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fastqueens import nqueens, queens
from fastqueens._kernels.queens import generate, logic, regions, stars
from fastqueens._kernels.sliding import ida
from fastqueens._kernels.sliding.best_first import BestFirst
from fastqueens.search import DONE, FULL

_TILES = np.array([15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0], np.uint8)
_GOAL = np.array([*range(1, 16), 0], np.uint8)
_READERS = (
    "best_cells", "bytes", "cells", "cost", "domains", "done", "fitness", "gave_up", "hand",
    "history", "last", "outcome", "particle", "peek_moves", "revising", "reviewed", "rows", "score",
    "scores", "spent", "state", "stride", "tier", "total",
)  # fmt: skip


def board() -> queens.Board:
    return queens.generate(12, seed=7)[0]


def of_queens(method: str, **options: Any) -> Any:
    return queens.solutions(board(), method=method, **options).search.kernel


def swarm() -> Any:
    return of_queens("pso", iterations=10**7, swarm_size=1, repair="none", seed=1)


def loose(n: int) -> Any:
    """Regions that leave many solutions: the rows."""
    return np.repeat(np.arange(n, dtype=np.uint8), n).reshape(n, n)


def of_stars(make: Callable[..., Any], *arguments: Any) -> Any:
    return make(loose(12), 2, *arguments)


def batch(make: Callable[..., Any], each: tuple[int, ...], *arguments: Any) -> Any:
    boards = np.stack([loose(12)] * 8)
    return make(boards, np.zeros(8, np.int64), np.zeros((8, *each), np.int16), *arguments)


def made() -> Any:
    boards, columns = np.zeros((50, 8, 8), np.uint8), np.zeros((50, 8), np.int16)
    return generate.Generate(boards, columns, seed=1, first=0, style=0, scattered=False)


def reasons() -> Any:
    cells, units = list(range(144)), list(range(192))
    return logic.Engine(board().regions, len(logic.RULES), False, cells, units)


def rated() -> Any:
    boards = np.stack([b.regions for b in queens.generate(9, count=30, seed=3)])
    tiers, scores = np.zeros(30, np.uint8), np.zeros(30, np.uint32)
    return logic.Batch(boards, len(logic.RULES), tiers, scores)


MAKERS: dict[str, tuple[Callable[[], Any], int]] = {
    "swarm": (swarm, 3000),
    "best-first": (lambda: BestFirst(_TILES, _GOAL, 4, 4, 1, 1, False, 1 << 28), 500),
    "branch-and-bound": (lambda: BestFirst(_TILES, _GOAL, 4, 4, 0, 1, False, 1 << 28), 1000),
    "ida": (lambda: ida.Ida(_TILES, _GOAL, 4, 4, 1, False), 20000),
    "permutation": (lambda: of_queens("permutation-skip"), 3000),
    "backtracking": (lambda: of_queens("backtracking"), 500),
    "mac": (lambda: of_queens("mac"), 100),
    "min-conflicts": (lambda: of_queens("min-conflicts", seed=1), 1000),
    "bitboard": (lambda: of_queens("bitboard"), 10),
    "bitboard, stars": (lambda: of_stars(stars.Search), 50),
    "rows": (lambda: regions.Count(loose(16), False, 1 << 28), 3000),
    "rows, stars": (lambda: of_stars(stars.Count, 1 << 28), 3000),
    "batch": (lambda: batch(regions.Batch, (12,), 10**4, False, 0), 3000),
    "batch, stars": (lambda: batch(stars.Batch, (24, 2), 10**3, 2), 300),
    "generate": (made, 200),
    "logic": (reasons, 1),
    "logic, many": (rated, 20),
    "list": (lambda: nqueens.solutions(14).search.kernel, 3000),
}


def stepped(kernel: Any, budget: int, steps: int) -> list[dict[str, int]]:
    """Step a kernel; its counters before the first step and after each one."""
    counters = [kernel.counters()]
    for _ in range(steps):
        if kernel.step(budget) in (DONE, FULL):
            break
        counters.append(kernel.counters())
    return [*counters, kernel.counters()]


def watched(
    kernel: Any, budget: int, steps: int, look: Callable[[], object]
) -> list[dict[str, int]]:
    """Step a kernel while two threads look at it, until they have and it has."""
    over, looks, raised = threading.Event(), [0] * 2, []

    def watch(i: int) -> None:
        try:
            while not (over.is_set() and looks[i]):
                look()
                looks[i] += 1
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=watch, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    try:
        found = stepped(kernel, budget, steps)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not raised
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_looked_at_while_it_runs(name):
    make, budget = MAKERS[name]
    kernel = make()
    readers = [reader for reader in _READERS if hasattr(kernel, reader)]

    seen = []

    def look() -> None:
        for reader in readers:
            seen.append(kernel.counters())
            value = getattr(kernel, reader)
            if callable(value):
                value()

    counters = watched(kernel, budget, 20, look)
    assert counters == stepped(make(), budget, 20)
    # whoever looks finds it between two steps
    assert [found for found in seen if found not in counters] == []


def test_history_that_grows():  # in memory that moves
    kernel = swarm()
    watched(kernel, 3000, 100, kernel.history)
    assert len(kernel.history())


def test_two_threads_step_one_kernel():
    """The second is refused, and the first goes on."""
    kernel, refused, inside = swarm(), [], threading.Event()

    def step() -> None:
        inside.set()
        for _ in range(20):
            try:
                kernel.step(20000)
            except RuntimeError as error:
                refused.append(str(error))

    other = threading.Thread(target=step)
    other.start()
    inside.wait()
    step()
    other.join()
    assert set(refused) <= {"this search is being stepped by another thread"}
    assert kernel.spent == 20000 * (40 - len(refused))
