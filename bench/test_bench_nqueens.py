"""pytest-benchmark cases for N-Queens; see test_bench_queens.py for how to run them."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import nqueens
from fastqueens.nqueens.work_partition import forget_plans


# A plan is made once per process; compare_nqueens.py includes that time.
@pytest.mark.parametrize(("n", "known"), [(8, 92), (12, 14_200), (14, 365_596), (15, 2_279_184)])
def test_count(benchmark: BenchmarkFixture, isa: str, n: int, known: int) -> None:
    assert benchmark(nqueens.count, n, threads=1) == known


def test_count_fundamental_12(benchmark: BenchmarkFixture, isa: str) -> None:
    assert benchmark(nqueens.count, 12, symmetry="fundamental", threads=1) == 1787


# The plan exists as portable C only.
def test_plan_16(benchmark: BenchmarkFixture) -> None:
    def make() -> list[nqueens.Task]:
        forget_plans()
        return nqueens.partition(16)

    assert sum(unit.weight for unit in benchmark(make)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("variant", "n", "pawns", "known"),
    [("toroidal", 13, 0, 4524), ("superqueens", 12, 0, 156), ("plus_k", 9, 1, 396)],
)
def test_count_variant(
    benchmark: BenchmarkFixture, variant: nqueens.Variant, n: int, pawns: int, known: int
) -> None:
    found = benchmark(nqueens.count, n, variant=variant, pawns=pawns, threads=1)
    assert found == known


def test_solutions_10(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: sum(1 for _ in nqueens.solutions(10))) == 724


def test_solutions_array_12(benchmark: BenchmarkFixture) -> None:
    assert benchmark(nqueens.solutions_array, 12).shape == (14_200, 12)


def test_canonical_12(benchmark: BenchmarkFixture) -> None:
    least = benchmark(nqueens.canonical, nqueens.solutions_array(12))
    assert len(np.unique(least, axis=0)) == 1787


def test_first_30(benchmark: BenchmarkFixture) -> None:
    assert benchmark(nqueens.first, 30).solved


def test_random_100_000(benchmark: BenchmarkFixture) -> None:
    assert nqueens.is_solution(benchmark(nqueens.random, 100_000))


def test_construct_100_000(benchmark: BenchmarkFixture) -> None:
    assert nqueens.is_solution(benchmark(nqueens.construct, 100_000))
