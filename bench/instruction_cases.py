"""The cases whose instructions are counted: the work of all kernels, and the calls of scripts.

`track.py` runs this file with pytest-codspeed under valgrind. No other script runs it.
"""

from __future__ import annotations

import gc
import itertools
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

# Searches choose the length of their steps by the clock, so that a busy machine takes more steps.
# With a clock that advances by 1 us whenever it is read, the steps are the same in every run. The
# package has not been imported yet, and it imports this function.
time.perf_counter = partial(next, itertools.count(0.0, 1e-6))

from cases.calls import CALLS  # noqa: E402
from cases.work import CASES  # noqa: E402

# These cases run for minutes under valgrind, and shorter cases run the same kernels.
LONG = (
    "cover pentominoes 5x12, costs, dlx",
    "cover pentominoes 5x12, costs, bitset",
    "n-queens 15, count",
    "sliding 5x5, anytime",
)
# Kernels without versions for instruction sets, and the calls, are counted with the portable ones.
PORTABLE = os.environ.get("FASTQUEENS_ISA", "scalar") == "scalar"


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


ONLY = [name for name in os.environ.get("FASTQUEENS_ONLY", "").split("\n") if name]
WORK = [name for name in CASES if name not in LONG and (PORTABLE or CASES[name].isas)]


@pytest.mark.parametrize("name", [name for name in WORK if not ONLY or name in ONLY])
def test_work(benchmark: Any, name: str) -> None:
    count(benchmark, CASES[name].prepare())


@pytest.mark.parametrize("name", [name for name in ONLY or CALLS if PORTABLE and name in CALLS])
def test_calls(benchmark: Any, name: str) -> None:
    count(benchmark, CALLS[name].prepare(), CALLS[name].times)
