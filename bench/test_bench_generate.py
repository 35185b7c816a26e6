"""pytest-benchmark cases for the generator; see test_bench_queens.py for how to run them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import rivals
from measure import Measure, size

from fastqueens import queens
from fastqueens.queens.board.symmetry import canonical_hash
from fastqueens.queens.generation.generator import generate
from fastqueens.queens.generation.options import DIFFICULTIES


@pytest.mark.parametrize("n", range(7, 13), ids=size)
def test_hundred_boards(measure: Measure, n: int) -> None:
    boards = measure(
        lambda: generate(n, count=100, seed=0, threads=1), kernel="queens/generate", boards=100
    )
    assert (queens.solve_many(boards).counts == 1).all()


@pytest.mark.parametrize("n", [7, 9], ids=size)
def test_plain_method_in_c(measure: Measure, build: Callable[..., Any], n: int) -> None:
    rival = build(rivals.generate)
    boards = measure(rival, n, 10, 0, kernel="rivals/generate.c", boards=10)
    assert (queens.solve_many(boards).counts == 1).all()
    assert all(len(np.unique(board)) == n for board in boards)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_hundred_boards_of_a_difficulty(measure: Measure, difficulty: str) -> None:
    measure(
        lambda: generate(8, difficulty=difficulty, count=100, seed=0, threads=1),
        kernel="queens/generate",
        boards=100,
    )


@pytest.mark.parametrize("n", [7, 9, 11], ids=size)
def test_thirty_drawn_boards(measure: Measure, n: int) -> None:
    measure(
        lambda: generate(n, style="drawn", count=30, seed=0, threads=1),
        kernel="queens/generate",
        boards=30,
    )


@pytest.mark.parametrize("n", [16, 20, 30], ids=size)
def test_large(measure: Measure, n: int) -> None:
    measure(lambda: generate(n, seed=0, threads=1), kernel="queens/generate", rounds=5)


def test_hash(measure: Measure) -> None:
    (board,) = generate(9, seed=1)
    assert len(measure(canonical_hash, board, kernel="queens/symmetry")) == 32
