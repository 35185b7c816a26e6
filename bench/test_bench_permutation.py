"""pytest-benchmark cases for permutations; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any

import compare_permutation
import pytest
import rivals
from compare_permutation import run_out
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import permutation
from fastqueens.nqueens.permutation_search import permutation_kernel as nqueens_kernel
from fastqueens.nqueens.permutation_search import placement_kernel
from fastqueens.queens.solving.permutation_search import (
    permutation_kernel as coloured_queens_kernel,
)


@pytest.mark.parametrize("n", [9, 10, 11])
def test_permutations(benchmark: BenchmarkFixture, n: int) -> None:
    board = compare_permutation.unsolvable(n)
    found = benchmark(lambda: run_out(coloured_queens_kernel(board, skip=False)))
    assert found == (0, factorial(n))


@pytest.mark.parametrize("n", [9, 10])
def test_plain_loop_in_c(benchmark: BenchmarkFixture, build: Callable[..., Any], n: int) -> None:
    rival = build(rivals.permutation)
    assert benchmark(rival, compare_permutation.unsolvable(n)) == (0, factorial(n))


@pytest.mark.parametrize("n", [9, 11, 13])
def test_skipping(benchmark: BenchmarkFixture, n: int) -> None:
    board = compare_permutation.unsolvable(n)
    found, _ = benchmark(lambda: run_out(coloured_queens_kernel(board, skip=True)))
    assert found == 0


@pytest.mark.parametrize("skip", [False, True])
def test_queens_10(benchmark: BenchmarkFixture, skip: bool) -> None:
    found, _ = benchmark(lambda: run_out(nqueens_kernel(10, skip=skip)))
    assert found == 724


def test_tuples_8(benchmark: BenchmarkFixture) -> None:
    found = benchmark(lambda: run_out(placement_kernel(8, "tuples")))
    assert found == (92, 8**8)


def test_combinations_6(benchmark: BenchmarkFixture) -> None:
    found = benchmark(lambda: run_out(placement_kernel(6, "combinations")))
    assert found == (4, 1_947_792)


def test_rank_and_unrank_64(benchmark: BenchmarkFixture) -> None:
    k = factorial(64) // 3
    assert benchmark(lambda: permutation.rank(permutation.unrank(64, k))) == k
