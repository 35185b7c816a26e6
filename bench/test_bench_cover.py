"""Exact covers, all solutions: `python -m pytest bench/test_bench_cover.py --benchmark-enable`."""

from __future__ import annotations

import covers
import pytest

from fastqueens.cover import ExactCover, sudoku

_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("method", ["dlx", "bitset"])
@pytest.mark.parametrize("name", ["pentominoes 3x20", "Langford 12", "queens 12"])
def test_count(benchmark, name, method):
    problem = covers.PROBLEMS[name]()
    exact = ExactCover(
        problem.options,
        primary=range(problem.primary),
        secondary=range(problem.primary, problem.items),
    )
    assert benchmark(exact.count, method=method) == problem.solutions


def test_sudoku(benchmark):
    assert benchmark(sudoku, _HARD).startswith("812753649")
