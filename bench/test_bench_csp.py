"""pytest-benchmark cases for constraint search and local search; see test_bench_queens.py.

``extra_info`` has the units of work per round; divided by the time they give the steps or revisions
per second.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cases import boards
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import csp, queens
from fastqueens._kernels.csp import search as kernels
from fastqueens._kernels.queens.min_conflicts import MinConflicts
from fastqueens.queens.solving.csp_model import board_kernel, queens_model
from fastqueens.search import FOUND, RUNNING

WORK = 2_000_000


def run(
    benchmark: BenchmarkFixture, make: Callable[[], kernels.Search], budget: int
) -> kernels.Search:
    """Time one large step of new searches; return the last search."""
    made: list[kernels.Search] = []

    def setup() -> tuple[tuple[kernels.Search], dict[str, object]]:
        made[:] = [make()]
        return (made[0],), {}

    benchmark.pedantic(lambda search: search.step(budget), setup=setup, rounds=5)
    benchmark.extra_info.update(made[0].counters())
    return made[0]


def large(n: int) -> queens.Board:
    return queens.Board.from_array(boards.large(n)[0])


def test_steps_of_backtracking(benchmark: BenchmarkFixture) -> None:
    """Time the long search of the thesis: 20 rows, regions sorted by label."""
    board = large(20)
    order = sorted(board.labels, key=int)

    def make() -> kernels.Search:
        return board_kernel(board.regions, board.labels, method="backtracking", region_order=order)

    search = run(benchmark, make, 50 * WORK)
    assert search.counters()["steps"] == 50 * WORK


@pytest.mark.parametrize("method", ["backtracking-memo", "forward-checking"])
@pytest.mark.parametrize("order", csp.ORDERS)
def test_steps(benchmark: BenchmarkFixture, method: csp.Method, order: csp.Order) -> None:
    regions = large(30).regions

    def make() -> kernels.Search:
        return board_kernel(regions, method=method, order=order)

    search = run(benchmark, make, WORK // 10)
    assert 0 < search.spent <= WORK // 10


@pytest.mark.parametrize("order", csp.ORDERS)
def test_revisions_of_mac(benchmark: BenchmarkFixture, order: csp.Order) -> None:
    board = large(30)

    def make() -> kernels.Search:
        return board_kernel(board.regions, method="mac", order=order)

    search = run(benchmark, make, WORK)
    assert search.spent <= WORK


@pytest.mark.parametrize("n", [20, 30])
def test_mac_solves_large_boards(benchmark: BenchmarkFixture, n: int) -> None:
    """Solve a board from its array of regions, including the time to build the model."""
    regions = large(n).regions

    def solve() -> int:
        kernel = board_kernel(regions, method="mac", order="mrv", restarts=True)
        return kernel.step(10**6)

    assert benchmark(solve) == FOUND


@pytest.mark.parametrize("n", [20, 30, 64])
def test_model_of_a_board(benchmark: BenchmarkFixture, n: int) -> None:
    regions = boards.grown(n, 0)
    assert benchmark(queens_model, regions).n == n


def test_min_conflicts(benchmark: BenchmarkFixture) -> None:
    regions = large(30).regions

    def walk() -> int:
        return MinConflicts(regions, 0).step(20_000)

    assert benchmark(walk) in (RUNNING, FOUND)
