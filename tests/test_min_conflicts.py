"""Local search for one placement."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from conftest import oracle, region_arrays, sample_boards, tight_board
from hypothesis import given
from hypothesis import strategies as st

from fastqueens import nqueens, queens, reference
from fastqueens._kernels.csp.min_conflicts import Search
from fastqueens._kernels.nqueens.min_conflicts import MinConflicts as NQueensMinConflicts
from fastqueens._kernels.queens.min_conflicts import MinConflicts
from fastqueens.search import DONE, FOUND, RUNNING


def make_search(n, regions, seed):
    return NQueensMinConflicts(n, seed) if regions is None else MinConflicts(regions, seed)


def columns(kernel) -> list[int]:
    placed = np.empty(kernel.n, np.int16)
    kernel.peek(placed)
    return placed.tolist()


def cost(placed, regions=None) -> int:
    """Count the conflicting pairs of queens one by one."""
    pairs = 0
    for (r, c), (y, x) in combinations(enumerate(placed), 2):
        if regions is None:
            pairs += abs(r - y) == abs(c - x)
        else:
            pairs += max(abs(r - y), abs(c - x)) <= 1
            pairs += int(regions[r][c] == regions[y][x])
    return pairs


@given(region_arrays(exact=False), st.integers(0, 2**64 - 1))
def test_the_count_of_conflicts_is_kept(regions, seed):
    n = len(regions)
    kernel = make_search(n, regions, seed)
    best = kernel.fitness
    for _ in range(40):
        status = kernel.step(1)
        placed = columns(kernel)
        assert sorted(placed) == list(range(n))
        assert kernel.cost == cost(placed, regions)
        assert kernel.fitness <= best
        best = kernel.fitness
        assert best <= kernel.cost
        if status == FOUND:
            assert queens.violations(regions, placed).complete
            assert kernel.fitness == 0
        elif status == DONE:
            assert n in (2, 3) or len(np.unique(regions)) < n
            assert not list(
                reference.queens.solutions(regions.tolist(), queens.Rules(allow_empty_regions=True))
            )
            break  # compare with the slow reference once


@pytest.mark.parametrize("n", [1, 4, 5, 6, 8, 20, 100])
def test_nqueens(n):
    kernel = make_search(n, None, n)
    for _ in range(5):
        while kernel.step(1) == RUNNING:
            assert kernel.cost == cost(columns(kernel)) > 0
        assert nqueens.is_solution(columns(kernel))
        assert kernel.cells() == [r * n + c for r, c in enumerate(columns(kernel))]


def test_a_thousand_queens():
    kernel = make_search(1000, None, 0)
    assert kernel.step(3000) == FOUND
    assert cost(columns(kernel)) == 0


@pytest.mark.parametrize("n", [2, 3])
def test_nothing_to_find(n):
    for regions in (None, np.arange(n * n, dtype=np.uint8).reshape(n, n)):
        kernel = make_search(n, regions, 0)
        assert kernel.step(10) == DONE
        assert kernel.counters() == {"steps": 0, "restarts": 0}


def test_it_never_proves_anything():
    board = ["AAAAAA", "BBBBAA", "BBAAAA", "CCCDDD", "DDDDDD", "EEEEEF"]
    regions = queens.Board.from_text("\n".join(board)).regions
    kernel = make_search(6, regions, 0)
    assert kernel.step(100_000) == RUNNING
    assert kernel.counters()["steps"] == 100_000
    assert kernel.counters()["restarts"] > 100
    assert kernel.fitness > 0


def test_sample_boards_are_solved():
    boards = [regions for regions, solutions in sample_boards(range(7, 12)) if solutions]
    assert len(boards) > 80
    for seed, regions in enumerate(boards):
        kernel = make_search(len(regions), np.ascontiguousarray(regions), seed)
        assert kernel.step(500_000) == FOUND
        assert queens.violations(regions, columns(kernel)).complete


def test_unsolvable_boards_of_the_sample_stop_nothing():
    oracle("queens_sample.txt")
    for regions, solutions in sample_boards(range(7, 12)):
        if not solutions:
            kernel = make_search(len(regions), np.ascontiguousarray(regions), 0)
            assert kernel.step(1000) == RUNNING


@pytest.mark.parametrize("regions", [tight_board(9, 4), None])
def test_steps_add_up(regions):
    n = 9 if regions is not None else 25

    def run(budgets):
        kernel = make_search(n, regions, 3)
        seen = {}
        for budget in budgets:
            status = kernel.step(budget)
            state = (status, kernel.cost, kernel.fitness, kernel.cells(), kernel.counters())
            seen.setdefault((kernel.spent, status), state)
            if kernel.spent >= 3000:
                break
        return seen

    fine, coarse = run([1] * 9000), run([7, 64, 2, 1, 130] * 900)
    shared = fine.keys() & coarse.keys()
    assert len(shared) == len(coarse) - 1  # the last report may lie beyond the end
    assert all(fine[key] == coarse[key] for key in shared)
    kernel = make_search(n, regions, 3)
    assert kernel.step(0) == RUNNING
    assert kernel.spent == 0


def test_pinned_counters():
    kernel = make_search(9, tight_board(9, 4), 3)
    assert kernel.step(10**6) == FOUND
    assert kernel.counters() == {"steps": 40, "restarts": 0}
    kernel = make_search(50, None, 3)
    assert kernel.step(10**6) == FOUND
    assert kernel.counters() == {"steps": 21, "restarts": 0}


def test_bad_input():
    with pytest.raises(ValueError, match="n x n"):
        MinConflicts(np.zeros((4, 5), np.uint8), 0)
    with pytest.raises(ValueError, match="size or a range"):
        NQueensMinConflicts(0, 0)
    with pytest.raises(ValueError, match="size or a range"):
        make_search(5000, None, 0)
    with pytest.raises(ValueError, match="size or a range"):
        MinConflicts(np.zeros((0, 0), np.uint8), 0)
    with pytest.raises(TypeError, match="subclass"):
        Search()
    with pytest.raises(ValueError, match="n entries"):
        make_search(4, None, 0).peek(np.empty(5, np.int16))
