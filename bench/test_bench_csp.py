"""pytest-benchmark cases for constraint search and local search; see test_bench_queens.py.

``extra_info`` has the steps or revisions of one round as nodes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cases import boards
from measure import Measure, size

from fastqueens import csp, queens
from fastqueens._kernels.csp import search as kernels
from fastqueens._kernels.queens.min_conflicts import MinConflicts
from fastqueens.queens.solving.csp_model import board_kernel, queens_model
from fastqueens.search import FOUND, RUNNING

WORK = 2_000_000


def run(measure: Measure, make: Callable[[], kernels.Search], budget: int) -> kernels.Search:
    """Time one large step of new searches; return the last search."""

    def step(search: kernels.Search) -> kernels.Search:
        search.step(budget)
        return search

    search: kernels.Search = measure(step, kernel="csp/search", fresh=make)
    measure.nodes(search.spent)
    return search


def large(n: int) -> queens.Board:
    return queens.Board.from_array(boards.large(n)[0])


def test_steps_of_backtracking(measure: Measure) -> None:
    """Time the long search of the thesis: 20 rows, regions sorted by label."""
    board = large(20)
    order = sorted(board.labels, key=int)

    def make() -> kernels.Search:
        return board_kernel(board.regions, board.labels, method="backtracking", region_order=order)

    search = run(measure, make, 50 * WORK)
    assert search.counters()["steps"] == 50 * WORK


@pytest.mark.parametrize("method", ["backtracking-memo", "forward-checking"])
@pytest.mark.parametrize("order", csp.ORDERS)
def test_steps(measure: Measure, method: csp.Method, order: csp.Order) -> None:
    regions = large(30).regions

    def make() -> kernels.Search:
        return board_kernel(regions, method=method, order=order)

    search = run(measure, make, WORK // 10)
    assert 0 < search.spent <= WORK // 10


@pytest.mark.parametrize("order", csp.ORDERS)
def test_revisions_of_mac(measure: Measure, order: csp.Order) -> None:
    board = large(30)

    def make() -> kernels.Search:
        return board_kernel(board.regions, method="mac", order=order)

    search = run(measure, make, WORK)
    assert search.spent <= WORK


@pytest.mark.parametrize("n", [20, 30], ids=size)
def test_mac_solves_large_boards(measure: Measure, n: int) -> None:
    """Solve a board from its array of regions, including the time to build the model."""
    regions = large(n).regions

    def solve() -> int:
        kernel = board_kernel(regions, method="mac", order="mrv", restarts=True)
        return kernel.step(10**6)

    assert measure(solve, kernel="csp/search") == FOUND


@pytest.mark.parametrize("n", [20, 30, 64], ids=size)
def test_model_of_a_board(measure: Measure, n: int) -> None:
    regions = boards.grown(n, 0)
    assert measure(queens_model, regions, kernel="queens/csp_model").n == n


def test_min_conflicts(measure: Measure) -> None:
    regions = large(30).regions

    def walk() -> int:
        return MinConflicts(regions, 0).step(20_000)

    assert measure(walk, kernel="queens/min_conflicts") in (RUNNING, FOUND)
