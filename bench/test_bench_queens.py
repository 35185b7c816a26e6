"""pytest-benchmark cases for coloured Queens.

    pip install '.[test]'
    python -m pytest bench --benchmark-enable
    python -m pytest bench                       # run each case once, without timing

pyproject.toml switches timing off, because the tests run without it; hence --benchmark-enable.
README.md explains how to compare two states of the code.
"""

from __future__ import annotations

import pytest
from cases import boards
from pytest_benchmark.fixture import BenchmarkFixture

from fastqueens import queens


def test_solve_one_8x8(benchmark: BenchmarkFixture, isa: str) -> None:
    board = queens.Board.from_array(boards.parse(boards.EIGHT))
    result = benchmark(queens.solve, board)
    assert result.solved


@pytest.mark.parametrize("n", range(7, 12))
def test_solve_many(benchmark: BenchmarkFixture, isa: str, n: int) -> None:
    sample = boards.load([n])
    stack = boards.replicate(sample.stacks[n], 1000)
    result = benchmark(queens.solve_many, stack, limit=2, threads=1)
    known = sample.solutions[n].clip(max=2).tolist()
    assert result.counts[: len(known)].tolist() == known


def test_is_unique_14x14(benchmark: BenchmarkFixture, isa: str) -> None:
    board = queens.Board.from_array(boards.unique(14, 0))
    assert benchmark(queens.is_unique, board)


@pytest.mark.parametrize("n", [20, 30])
def test_solve_large(benchmark: BenchmarkFixture, isa: str, n: int) -> None:
    board = queens.Board.from_array(boards.grown(n, 0))
    assert benchmark(queens.solve, board).solved


# The program over rows exists as portable C only.
def test_count_by_rows_16x16(benchmark: BenchmarkFixture) -> None:
    board = queens.Board.from_array(boards.grown(16, 1))
    assert benchmark(queens.count, board, method="rows") == 7325


def test_read_text(benchmark: BenchmarkFixture) -> None:
    assert benchmark(queens.Board.from_text, boards.EIGHT).n == 8
