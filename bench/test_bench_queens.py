"""pytest-benchmark cases for coloured Queens.

    pip install '.[bench]'
    python -m pytest bench --benchmark-only
    python -m pytest bench                       # run each case once, without timing

README.md explains how to compare two states of the code.
"""

from __future__ import annotations

import pytest
from cases import boards
from measure import Measure, size

from fastqueens import queens

KERNEL = "queens/regions (n <= 21)"
ROWS = "queens/regions_count"


def test_solve_one_8x8(measure: Measure, isa: str) -> None:
    board = queens.Board.from_array(boards.parse(boards.EIGHT))
    result = measure(queens.solve, board, kernel=KERNEL)
    assert result.solved


@pytest.mark.parametrize("n", range(7, 12), ids=size)
def test_solve_many(measure: Measure, isa: str, n: int) -> None:
    sample = boards.load([n])
    stack = boards.replicate(sample.stacks[n], 1000)
    result = measure(
        lambda: queens.solve_many(stack, limit=2, threads=1), kernel=KERNEL, boards=len(stack)
    )
    known = sample.solutions[n].clip(max=2).tolist()
    assert result.counts[: len(known)].tolist() == known


@pytest.mark.parametrize("n", [9, 14], ids=size)
def test_unique(measure: Measure, isa: str, n: int) -> None:
    board = queens.Board.from_array(boards.unique(n, 0))
    assert measure(queens.is_unique, board, kernel=KERNEL)


@pytest.mark.parametrize("n", [20, 30], ids=size)
def test_solve_large(measure: Measure, isa: str, n: int) -> None:
    board = queens.Board.from_array(boards.grown(n, 0))
    kernel = KERNEL if n <= 21 else "queens/regions (n >= 22)"
    assert measure(queens.solve, board, kernel=kernel).solved


# The program over rows exists as portable C only.
def test_count_by_rows_16x16(measure: Measure) -> None:
    board = queens.Board.from_array(boards.grown(16, 1))
    assert measure(lambda: queens.count(board, method="rows"), kernel=ROWS) == 7325
