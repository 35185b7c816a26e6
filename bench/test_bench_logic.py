"""The logic engine: boards rated per second, and one explanation; `pytest --benchmark-enable`."""

from __future__ import annotations

import numpy as np
import pytest
from cases import boards

from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import TIERS

_MANY = 4000
_SIZES = (7, 8, 9, 10, 11)


@pytest.fixture(scope="module")
def sample():
    """Return boards with one solution by size: the sample boards, and generated ones."""
    found = boards.load(_SIZES)
    return {n: boards.replicate(found.stacks[n][found.solutions[n] == 1], _MANY) for n in _SIZES}


@pytest.mark.parametrize("n", _SIZES)
def test_rate_many(benchmark, sample, n):
    tiers, _ = benchmark(logic.rate_many, sample[n], threads=1)
    counts = np.bincount(tiers, minlength=len(TIERS)).tolist()
    benchmark.extra_info["tiers"] = dict(zip(TIERS, counts, strict=True))
    assert counts[-1] == 0


def test_rate_many_sizes_together(benchmark, sample):
    """The goal is 30,000 boards per second on one core."""
    stacks = list(sample.values())

    def rate():
        return sum(len(logic.rate_many(stack, threads=1)) for stack in stacks)

    assert benchmark(rate) == _MANY * len(_SIZES)


@pytest.mark.parametrize("call", ["explain", "rate"])
def test_one_board(benchmark, sample, call):
    """The goal is 50 microseconds for a 9x9 board."""
    some = [Board.from_array(board) for board in sample[9][:100]]
    function = getattr(logic, call)

    def every():
        for board in some:
            function(board)

    benchmark(every)
    benchmark.extra_info["boards"] = len(some)
