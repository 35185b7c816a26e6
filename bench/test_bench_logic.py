"""The logic engine: boards rated per second, and one explanation."""

from __future__ import annotations

import numpy as np
import pytest
from cases import boards
from measure import Measure, size

from fastqueens.queens.board.board import Board
from fastqueens.queens.logic import engine as logic
from fastqueens.queens.logic.steps import TIERS

Stacks = dict[int, boards.Regions]
_KERNEL = "queens/logic"
_MANY = 4000
_SIZES = (7, 8, 9, 10, 11)


@pytest.fixture(scope="module")
def sample() -> Stacks:
    """Return boards with one solution by size: the sample boards, and generated ones."""
    found = boards.load(_SIZES)
    return {n: boards.replicate(found.stacks[n][found.solutions[n] == 1], _MANY) for n in _SIZES}


@pytest.mark.parametrize("n", _SIZES, ids=size)
def test_rate_many(measure: Measure, sample: Stacks, n: int) -> None:
    tiers, _ = measure(lambda: logic.rate_many(sample[n], threads=1), kernel=_KERNEL, boards=_MANY)
    assert np.bincount(tiers, minlength=len(TIERS))[-1] == 0


def test_rate_many_sizes_together(measure: Measure, sample: Stacks) -> None:
    """The goal is 30,000 boards per second on one core."""
    stacks = list(sample.values())

    def rate() -> int:
        return sum(len(logic.rate_many(stack, threads=1)) for stack in stacks)

    total = _MANY * len(_SIZES)
    assert measure(rate, kernel=_KERNEL, boards=total) == total


@pytest.mark.parametrize("call", ["explain", "rate"])
def test_one_board(measure: Measure, sample: Stacks, call: str) -> None:
    """The goal is 50 microseconds for a 9x9 board."""
    some = [Board.from_array(board) for board in sample[9][:100]]
    function = getattr(logic, call)

    def every() -> None:
        for board in some:
            function(board)

    measure(every, kernel=_KERNEL, boards=len(some))
