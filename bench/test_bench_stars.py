"""pytest-benchmark cases for Star Battle (see test_bench_queens.py for how to run them)."""

from __future__ import annotations

import boards
import numpy as np
import pytest
import star_boards
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import stars
from fastqueens._kernels import cpu


@pytest.fixture(params=cpu.NAMES[: cpu.best + 1])
def isa(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each instruction set of this machine."""
    name: str = request.param
    monkeypatch.setenv("FASTQUEENS_ISA", name)
    return name


@pytest.mark.parametrize(("n", "each"), [(8, 1), (10, 2), (14, 3)])
def test_unique(benchmark: BenchmarkFixture, isa: str, n: int, each: int) -> None:
    """Boards with one solution, 1000 to a round: divide by it for boards a second."""
    made = np.stack([star_boards.unique(n, each, seed) for seed in range(20)])
    result = benchmark(stars.solve_many, boards.replicate(made, 1000), each, 2, 1)
    assert (result.counts == 1).all()


def test_grown(benchmark: BenchmarkFixture, isa: str) -> None:
    """10x10 boards as they grow, most with several solutions: the first two of each."""
    made = [star_boards.grown(10, 2, boards.Lcg(seed))[0] for seed in range(50)]
    result = benchmark(stars.solve_many, boards.replicate(np.stack(made), 1000), 2, 2, 1)
    assert (result.counts >= 1).all()
