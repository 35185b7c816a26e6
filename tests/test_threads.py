"""One thread steps a kernel while others look at it: no crash, and the search is not disturbed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fastqueens import nqueens, queens
from fastqueens._kernels.sliding import ida
from fastqueens._kernels.sliding.best_first import BestFirst
from fastqueens.search import DONE, FULL

_TILES = np.array([15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0], np.uint8)
_GOAL = np.array([*range(1, 16), 0], np.uint8)
_READERS = (
    "best_cells", "bytes", "cells", "cost", "counters", "domains", "fitness", "hand", "history",
    "particle", "peek_moves", "revising", "reviewed", "scores", "spent", "state", "stride", "total",
)  # fmt: skip


def board() -> queens.Board:
    return queens.generate(12, seed=7)[0]


def of_queens(method: str, **options: Any) -> Any:
    return queens.solutions(board(), method=method, **options).search.kernel


def swarm() -> Any:
    return of_queens("pso", iterations=10**7, swarm_size=1, repair="none", seed=1)


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
    "list": (lambda: nqueens.solutions(14).search.kernel, 3000),
}


def stepped(kernel: Any, budget: int, steps: int) -> dict[str, int]:
    for _ in range(steps):
        if kernel.step(budget) in (DONE, FULL):
            break
    found = kernel.counters()
    assert isinstance(found, dict)
    return found


def watched(kernel: Any, budget: int, steps: int, look: Callable[[], object]) -> dict[str, int]:
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

    def look() -> None:
        for reader in readers:
            value = getattr(kernel, reader)
            if callable(value):
                value()

    assert "counters" in readers
    assert watched(kernel, budget, 20, look) == stepped(make(), budget, 20)


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
