"""pytest-benchmark cases for Star Battle (see test_bench_queens.py for how to run them)."""

from __future__ import annotations

from functools import cache

import pytest
from cases import boards, stars
from measure import Measure

from fastqueens import queens

KERNEL = "queens/stars (n <= 21)"


def solve_many(made: boards.Regions, each: int) -> queens.BatchResult:
    return queens.solve_many(made, rules=queens.Rules(each), threads=1)


@cache
def unique_boards(n: int, each: int, nodes: int | None) -> boards.Regions:
    """Make 200 boards once for all instruction sets, because it takes seconds."""
    return stars.turned([stars.unique(n, each, k, nodes=nodes) for k in range(25)])


@pytest.mark.parametrize(
    ("n", "each", "nodes"),
    [(10, 2, 25), (10, 2, 150), (10, 2, None)],
    ids=["10x10-easy", "10x10-medium", "10x10-hard"],
)
def test_unique(measure: Measure, isa: str, n: int, each: int, nodes: int | None) -> None:
    """Test boards with one solution, easy (few nodes) to hard."""
    made = unique_boards(n, each, nodes)
    result = measure(solve_many, made, each, kernel=KERNEL, boards=len(made))
    assert (result.counts == 1).all()


def test_grown(measure: Measure, isa: str) -> None:
    """Find the first two solutions of generated 10x10 boards, most of which have several."""
    made = stars.turned([stars.grown(10, 2, boards.Lcg(k))[0] for k in range(50)])
    result = measure(solve_many, made, 2, kernel=KERNEL, boards=len(made))
    assert (result.counts >= 1).all()
