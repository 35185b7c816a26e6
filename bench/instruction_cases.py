"""The cases whose instructions are counted: the work of all kernels, and the calls of scripts.

`track.py` runs this file with pytest-codspeed under valgrind. Nobody else needs to.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
from cases.calls import CALLS
from cases.work import CASES

# These cases run for minutes under valgrind, and shorter cases run the same kernels.
LONG = (
    "cover pentominoes 5x12, costs, dlx",
    "cover pentominoes 5x12, costs, bitset",
    "n-queens 15, count",
    "sliding 5x5, anytime",
)


def count(benchmark: Any, run: Callable[[], object], times: int = 1) -> None:
    """Count the instructions of some calls, after calls that fill the caches."""
    for _ in range(2):
        run()
    gc.collect()
    numbers = range(times)

    def every() -> None:
        for _ in numbers:
            run()

    benchmark(every)


@pytest.mark.parametrize("name", [name for name in CASES if name not in LONG])
def test_work(benchmark: Any, name: str) -> None:
    count(benchmark, CASES[name].prepare())


@pytest.mark.parametrize("name", CALLS)
def test_calls(benchmark: Any, name: str) -> None:
    count(benchmark, CALLS[name].prepare(), CALLS[name].times)
