"""Measures the times of methods on a board, for the places of a race and for its table.

A run can only be slowed down by other programs, so the time of a method is its best time. Short
searches are repeated in rounds. The methods of a race take turns, so that a change in the speed of
the processor changes all of their times. How much the best times of the rounds differ says which
differences between two methods mean nothing. A long search runs once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Any

from fastqueens.comparison.record import Comparison
from fastqueens.queens.board.board import Board
from fastqueens.queens.solving import comparison
from fastqueens.queens.solving.methods import METHODS

__all__ = ["Job", "Measurement", "measure", "measure_once"]

_ROUND = 0.02  # minimal seconds of a round
_MAX_ROUNDS, _MAX_SECONDS = 5, 0.4  # limits for all rounds of a method
_SPREAD_OF_ONE_RUN = 0.1  # share of its time by which a search that ran once may differ


@dataclass(frozen=True)
class Job:
    """A method to measure on a board, with its seed and its options."""

    name: str
    board: Board
    method: str
    seed: int
    options: dict[str, Any]


@dataclass(frozen=True)
class Measurement:
    """The times of a method on a board.

    Attributes
    ----------
    row : Comparison
        The result, the best time and the median time.
    spread : float
        Seconds. If the best times of two methods differ by less, it is unknown which is faster.
    """

    row: Comparison
    spread: float

    @property
    def best(self) -> float:
        """The best time in seconds."""
        return self.row.seconds if self.row.best is None else self.row.best

    def as_dict(self) -> dict[str, Any]:
        """Return the measurement as JSON, with times in milliseconds."""
        row = self.row
        return {
            "board": row.problem,
            "n": row.size,
            "label": row.label,
            "method": row.method,
            "status": row.status,
            "complete": METHODS[row.method].complete,
            "work": row.work,
            "counters": row.counters,
            "fitness": row.objective,
            "ms": row.seconds * 1e3,
            "best": self.best * 1e3,
            "spread": self.spread * 1e3,
            "timings": row.timings,
        }


def measure(jobs: Sequence[Job], time_limit: float) -> list[Measurement]:
    """Measure methods in turns; `time_limit` is the limit of each run in seconds."""
    rounds: list[list[Comparison]] = []
    wanted: list[int] = []
    for job in jobs:
        start = perf_counter()
        rounds.append([_round(job, time_limit)])
        fitting = int(_MAX_SECONDS / (perf_counter() - start))
        wanted.append(min(_MAX_ROUNDS, max(1, fitting)))
    for number in range(1, _MAX_ROUNDS):
        for k, job in enumerate(jobs):
            if number < wanted[k]:
                rounds[k].append(_round(job, time_limit))
    return [_combine(results) for results in rounds]


def measure_once(job: Job, row: Comparison) -> Measurement:
    """Return the measurement of a search that ran once."""
    named = replace(row, problem=job.name, size=job.board.n, settings=job.options)
    return Measurement(named, _SPREAD_OF_ONE_RUN * row.seconds)


def _round(job: Job, time_limit: float) -> Comparison:
    (row,) = comparison.compare(
        {job.name: job.board},
        [job.method],
        settings={f"{job.method}.{key}": [x] for key, x in job.options.items()},
        measure=_ROUND,
        time_limit=time_limit,
        seed=job.seed,
    )
    return row


def _combine(rounds: list[Comparison]) -> Measurement:
    """Combine the rounds of a method."""
    bests = [row.seconds if row.best is None else row.best for row in rounds]
    row = replace(
        rounds[0],
        seconds=median([row.seconds for row in rounds]),
        best=min(bests),
        timings=sum(row.timings for row in rounds),
    )
    # The slowest of several rounds is left out: another program may have run meanwhile.
    kept = sorted(bests)[: max(2, len(bests) - 1)]
    spread = kept[-1] - kept[0] if len(kept) > 1 else _SPREAD_OF_ONE_RUN * min(bests)
    return Measurement(row, spread)
