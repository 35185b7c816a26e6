"""pytest-benchmark cases for the generator; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
import rivals
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import queens
from fastqueens.queens.board.symmetry import canonical_hash
from fastqueens.queens.generation.generator import DIFFICULTIES, generate


@pytest.mark.parametrize("n", range(7, 13))
def test_hundred_boards(benchmark: BenchmarkFixture, n: int) -> None:
    seeds = count()
    boards = benchmark(lambda: generate(n, count=100, seed=next(seeds), threads=1))
    assert (queens.solve_many(boards).counts == 1).all()


@pytest.mark.parametrize("n", [7, 9])
def test_plain_method_in_c(benchmark: BenchmarkFixture, build: Callable[..., Any], n: int) -> None:
    rival = build(rivals.generate)
    seeds = count()
    boards = benchmark(lambda: rival(n, 10, next(seeds)))
    assert (queens.solve_many(boards).counts == 1).all()
    assert all(len(np.unique(board)) == n for board in boards)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_hundred_boards_of_a_difficulty(benchmark: BenchmarkFixture, difficulty: str) -> None:
    seeds = count()
    benchmark(lambda: generate(8, difficulty=difficulty, count=100, seed=next(seeds), threads=1))


@pytest.mark.parametrize("n", [16, 20, 30])
def test_large(benchmark: BenchmarkFixture, n: int) -> None:
    seeds = count()
    benchmark.pedantic(lambda: generate(n, seed=next(seeds), threads=1), rounds=5)


def test_hash(benchmark: BenchmarkFixture) -> None:
    (board,) = generate(9, seed=1)
    assert len(benchmark(canonical_hash, board)) == 32
